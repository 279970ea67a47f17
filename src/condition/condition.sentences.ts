import { sentences } from '../common/languages/sentence';

/** The sentences of refusals of this domain, by code. */
export const CONDITION_SAYS = sentences({
  segregation:
    "Container '{container}' ({class}) may not stand in {place}: '{other}' ({other_class}) stands in {other_place}; the rule is {value}.",
  class_not_accepted:
    "Container '{container}' may not stand in {place}: class {class} is not accepted there.",
  'class_not_accepted.unknown':
    "Container '{container}' may not stand in {place}: the class of its dangerous goods is not stated.",
  direct_delivery:
    "Container '{container}' is not placed in the yard: class {class} goes from ship to truck at once.",
  'answer_too_large.fire_list':
    'The list has more than {count} rows: ask for a terminal, a yard area, a class or a voyage.',
  vgm_missing: "Container '{container}' has no verified gross mass.",
  vgm_measured: "Container '{container}' was weighed at the terminal.",
  damage_known:
    "Container '{container}' has an open damage {damage_type} of {component} at {location} already.",
  damage_over: "Damage {damage} of container '{container}' is not open any more.",
  'damage_word_inactive.damage_type': "Damage type '{code}' is no longer in use.",
  'damage_word_inactive.component': "Damage component '{code}' is no longer in use.",
  not_in_a_stay: "Container '{container}' is neither announced nor here.",
  found_before_arrival: "Container '{container}' came after that time.",
  repaired_before_found: "Damage {damage} of container '{container}' was found after that time.",
  'inspected.interchange': "The handover of container '{container}' was inspected already.",
  'inspected.tally_move': "The move of container '{container}' was inspected already.",
  inspection_missing: "Container '{container}' was not inspected.",
  'condition_contradicts.sound': "Container '{container}' cannot be sound with damages.",
  'condition_contradicts.damaged': "Container '{container}' cannot be damaged without a damage, new or open.",
  nothing_to_inspect: 'There is no container to inspect.',
  'nothing_to_inspect.several': 'The truck hands over several containers: `inspections` names each.',
  'inspection_over.interchange': 'The truck has left: the inspection stays.',
  'inspection_over.tally_move': 'The tally is closed: the inspection stays.',
});

import { codes, openToParties } from '../common/errors/codes';

/** The refusals of this domain. */
export const CONDITION = codes('condition', {
  damage_known:
    'The container has an open damage of this type, component and location already: send `again`.',
  segregation: 'Dangerous goods may not stand so near to others, by the rules of segregation (IMDG 7.2.4).',
  class_not_accepted: 'The yard area does not accept the class of the dangerous goods.',
  direct_delivery:
    'Dangerous goods of the class are not placed in the yard: they go from ship to truck at once.',
  vgm_missing: 'A full container has no verified gross mass, and is not loaded without one (SOLAS VI/2).',
  vgm_measured: 'The terminal weighed the container, which no party replaces or takes away.',
  damage_over: 'The damage is not open any more.',
  damage_word_inactive: 'A damage type or component is no longer in use.',
  found_before_arrival: 'A damage, an inspection or a reading is of a time before the container came.',
  not_in_a_stay: 'A reading is of a container that is neither announced nor here.',
  repaired_before_found: 'A damage is repaired once it is found.',
  inspected: 'The interchange or move was inspected already; an inspection of it may be changed.',
  inspection_missing: 'The organization has containers inspected that are handed over, and this one was not.',
  condition_contradicts: 'The condition of a container contradicts its damages.',
  nothing_to_inspect: 'The interchange or move has no container.',
  inspection_over: 'The truck has left, or the tally is closed.',
});

openToParties(CONDITION.vgm_measured);

import { sentences } from '../common/languages/sentence';

/** The sentences of the gate, by the code of the refusal. The contract fixes that of `truck_already_inside`. */
export const SAYS = sentences({
  truck_already_inside: 'Truck is already at the terminal.',
  truck_not_inside: "Truck '{truck}' is not at the terminal.",
  'truck_not_inside.out':
    "Truck '{truck}' is out already: it left on {gated_out_at} and is not at the terminal.",
  'admission_ended.truck': "Truck '{truck}' was allowed in until {allowed_until}.",
  'admission_ended.truck_driver': "Truck driver '{truck_driver}' was allowed in until {allowed_until}.",
  'not_active.truck': "Truck '{truck}' is not active.",
  'not_active.truck_driver': "Truck driver '{truck_driver}' is not active.",
  'mismatch.truck': "Truck '{truck}' does not belong to the trucking company that is named.",
  'mismatch.truck_driver':
    "Truck driver '{truck_driver}' does not belong to the trucking company that is named.",
  'mismatch.truck_of_driver':
    "Truck driver '{truck_driver}' belongs to another trucking company than truck '{truck}'.",

  'announcement_used.pre_advice': "Pre-advice '{pre_advice}' has been used already.",
  'announcement_used.pre_advice_changed': "Pre-advice '{pre_advice}' has been used and cannot be changed.",
  'announcement_used.pre_advice_deleted': "Pre-advice '{pre_advice}' has been used and cannot be deleted.",
  'announcement_used.appointment': "Appointment '{appointment}' has been used already.",
  'announcement_used.appointment_changed': "Appointment '{appointment}' has been used and cannot be changed.",
  appointment_cancelled: "Appointment '{appointment}' has been cancelled.",
  'appointment_cancelled.already': "Appointment '{appointment}' has been cancelled already.",
  'appointment_cancelled.changed': "Appointment '{appointment}' has been cancelled and cannot be changed.",
  appointment_needed: 'Trucks come by appointment: name one, or a pre-advice.',
  'invalid.appointment': 'An appointment says who comes, when, or what for.',
  pick_up_not_allowed:
    "Container '{container}' cannot be collected with what you named. Its trucking company has to be nominated for it.",
  'pick_up_not_allowed.reference':
    "Container '{container}' cannot be collected with what you named. Name its bill or its booking.",
  drop_off_not_allowed: "Container '{container}' cannot be brought with what you named.",
  'drop_off_not_allowed.nobody':
    "Container '{container}' cannot be brought with what you named. Name its booking or its shipping line.",
  'container_has_appointment.of_others': "Container '{container}' has an open appointment already.",
  container_has_appointment: "Container '{container}' has an open appointment already: '{appointment}'.",

  'off_slot.early':
    "Truck is too early for appointment '{appointment}', which is for {starts_at} to {ends_at}.",
  'off_slot.late':
    "Truck is too late for appointment '{appointment}', which is for {starts_at} to {ends_at}.",
  slot_unknown: 'No slot begins at {starts_at}; {next}.',
  slot_ambiguous: 'Several slots begin at {starts_at}: name the terminal or the gate of one.',
  slot_over: 'The slot of {starts_at} is over; {next}.',
  slot_closed: 'The gate is closed then.',
  'slot_closed.reason': 'The gate is closed then: {reason}.',
  slot_full: 'The slot of {starts_at} is full; {next}.',
  slot_share_used:
    'The slot of {starts_at} has no more places for {trucking_company}, whose share is {share}; {next}.',
  /** The end of the sentence of a slot that is not to be had. */
  'next_slot.free': 'the next free one begins at {next_starts_at}',
  'next_slot.none': 'none is free in the {days} days after it',
  'next_slot.unknown': 'there are too many slots to look for a free one',
  reschedule_reason_needed: 'An appointment gets another slot with a reschedule reason only.',
  'too_many.appointment_plans': 'An organization has at most {count} appointment plans.',
  'too_many.appointment_closures':
    'An organization has at most {count} appointment closures that are not over.',
  'answer_too_large.slot_days': 'Slots of more than {days} days are not answered at a time.',
  'answer_too_large.slots': 'These are more slots than are answered at a time: ask for a shorter span.',
  'answer_too_large.bill':
    "Bill of lading '{bill_of_lading}' has more than {count} containers: name some of them.",

  already_here: "Container '{container}' is at the terminal already.",
  expected_by_voyage: "Container '{container}' is expected by voyage '{voyage}': a truck does not bring it.",
  'already_here.chassis': "Chassis '{chassis}' is at the terminal already.",
  'already_here.visit': {
    one: 'Truck Visit was not completed. The following container is at the terminal already: {container}',
    other: 'Truck Visit was not completed. The following containers are at the terminal already: {container}',
  },
  'already_here.chassis_of_visit': {
    one: 'Truck Visit was not completed. The following chassis is at the terminal already: {chassis}',
    other: 'Truck Visit was not completed. The following chassis are at the terminal already: {chassis}',
  },
  chassis_elsewhere: "Chassis '{chassis}' is not at the terminal.",
  'chassis_elsewhere.visit': {
    one: 'Truck Visit was not completed. The following chassis is not at the terminal: {chassis}',
    other: 'Truck Visit was not completed. The following chassis are not at the terminal: {chassis}',
  },
  genset_elsewhere: "Genset '{genset}' is not at the terminal.",
  'genset_elsewhere.visit': {
    one: 'Truck Visit was not completed. The following genset is not at the terminal: {genset}',
    other: 'Truck Visit was not completed. The following gensets are not at the terminal: {genset}',
  },
  on_truck: 'Container {container} is on truck {truck}, which is still inside.',
  visit_not_completed: 'Truck Visit was not completed. {reason}',

  voyage_departed: "Voyage '{voyage}' has departed.",
  past_cut_off: "Voyage '{voyage}' is past its receiving cut-off.",
  'past_cut_off.container': "Container '{container}' is past the receiving cut-off of voyage '{voyage}'.",
  'container_status_differs.full': "Container '{container}' is full.",
  'container_status_differs.empty': "Container '{container}' is empty.",
  container_on_visit: "Container '{container}' is on truck visit {truck_visit_id} already.",
  'gate_direction.in': "Gate '{gate}' is only for trucks that come in.",
  'gate_direction.out': "Gate '{gate}' is only for trucks that leave.",
  'other_terminal.container':
    "Container '{container}' belongs to terminal '{terminal}', and gate '{gate}' to terminal '{gate_terminal}'.",
  'other_terminal.appointment':
    "Appointment '{appointment}' belongs to terminal '{terminal}', and gate '{gate}' to terminal '{gate_terminal}'.",
  'other_terminal.out_gate':
    "Out gate '{out_gate}' belongs to terminal '{terminal}', and gate '{gate}' to terminal '{gate_terminal}'.",
  no_line: "Booking '{booking}' has no line for a {container_type}.",
  'no_line.named': "Line {line} of booking '{booking}' is not for a {container_type}.",
  quantity_reached: "Booking '{booking}': its line of {container_type} is full ({used} of {quantity}).",
  'quantity_reached.any_type': "Booking '{booking}': its line is full ({used} of {quantity}).",
  nothing_released: "Nothing is released for booking '{booking}' now.",
  release_other_company: "Release '{release}' of booking '{booking}' is for another trucking company.",
  'quantity_reached.received': {
    one: "Booking '{booking}' is for {count} container, and as many were received or are at the gate.",
    other: "Booking '{booking}' is for {count} containers, and as many were received or are at the gate.",
  },
  'quantity_reached.released': {
    one: "Booking '{booking}' is for {count} container, and as many were released or are at the gate.",
    other: "Booking '{booking}' is for {count} containers, and as many were released or are at the gate.",
  },
  other_shipping_line:
    "Booking '{booking}' is for containers of shipping line '{shipping_line}', not '{other_shipping_line}'.",
  other_bill: "Container '{container}' is not on bill of lading '{bill_of_lading}'.",
  'named_twice.container': "Container '{container}' is named twice.",

  visit_over: 'Truck visit {truck_visit_id} is over already.',
  'visit_over.cancelled': 'Truck visit {truck_visit_id} has been cancelled already.',
  'visit_over.out_gate': 'Truck visit {truck_visit_id} is over: by which gate it leaves cannot be changed.',
  visit_has_completed: 'Truck visit {truck_visit_id} has completed interchanges: take them back first.',
  interchange_completed: 'Interchange {interchange_id} is completed: take it back first.',
  interchange_open: 'Interchange {interchange_id} is not completed.',
  'cannot_change.interchange_completed': 'Interchange is completed and cannot be opened again.',
  'cannot_change.interchange_container': 'The container of a completed interchange cannot be changed.',
  'time_to_come.interchange': 'Interchanges cannot be completed at a time to come.',
  'time_long_ago.interchange': 'Interchanges are completed at most a year back.',
  moved_since: "Container '{container}' has moved since, or is announced again: it cannot be taken back.",
  'moved_since.chassis':
    "Chassis '{chassis}' has moved since, or is announced again: it cannot be taken back.",
  not_of_visit: "Container '{container}' is not of this visit.",
  'not_of_visit.chassis': "Chassis '{chassis}' was not dropped off in this visit.",
  not_by_booking: 'Container can be named only for a pick-up by booking.',
  container_not_empty: "Container '{container}' is not empty.",

  'nomination_stands.container': 'Container {container} is passed on to {party}: revoke that first.',
  'nomination_stands.bill_of_lading':
    'Bill of lading {bill_of_lading} is passed on to {party}: revoke that first.',
  'nomination_stands.booking': 'Booking {booking} is passed on to {party}: revoke that first.',
  'nomination_stands.other': 'It is passed on already: revoke that first.',
  nomination_in_use: 'A truck is inside for it.',
  'nomination_over.used': 'Nomination {nomination} is used.',
  'nomination_over.revoked': 'Nomination {nomination} is revoked.',
  'nomination_over.expired': 'Nomination {nomination} is expired.',
  'nomination_over.ended': 'Nomination {nomination} is ended.',
  'nomination_not_yours.container': "{party} has no right to collect container '{container}'.",
  'nomination_not_yours.bill_of_lading':
    "{party} has no right to collect for bill of lading '{bill_of_lading}'.",
  'nomination_not_yours.booking': "{party} has no right to collect for booking '{booking}'.",
  'nomination_not_yours.revoke': 'Nomination {nomination} was given by others.',
  nomination_circle: '{party} is in this chain already.',
  'nomination_circle.other': 'The taker is in this chain already.',
  nomination_too_long: 'A right is passed on five times at most.',
  other_nomination: 'The right to collect container {container} was given to {party} as well.',
  nomination_missing: '{party} is not nominated for container {container}.',
  'nomination_missing.nobody': 'Nobody who comes is nominated for container {container}.',
});

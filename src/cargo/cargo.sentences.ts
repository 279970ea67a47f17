import { sentences } from '../common/languages/sentence';

/**
 * Why a container is not handed over, by the code of the reason: for availability, obstacles and the desk. The sentences
 * of domains above stand there.
 */
export const REASONS = sentences({
  unknown: 'Container {container} is unknown.',
  not_arrived: 'Container {container} has not arrived yet.',
  departed: 'Container {container} has left the terminal.',
  bill_missing: 'Container {container} is on no bill of lading.',
  charges_due: 'Charges for container {container} are not paid.',
  'held.unsaid': 'Container {container} cannot leave: ask the terminal.',
  held: 'Container {container} cannot leave: it has a hold of the type {hold_type}.',
  'held.outer':
    'Container {container} cannot leave: container {outer_container}, which it is in, has a hold of the type {hold_type}.',
  held_by_bill:
    'Container {container} cannot leave: its bill of lading {bill_of_lading} has a hold of the type {hold_type}.',
  'held_by_bill.order':
    'The cargo of delivery order {delivery_order} cannot leave: its bill of lading {bill_of_lading} has a hold of the type {hold_type}.',
});

/** The sentences of refusals of cargo, by code. Those of a hand-over speak of the visit that it leaves open. */
export const CARGO_SAYS = sentences({
  'held.party': 'Container {container} is held.',
  'held.party_order': 'The goods are held.',
  container_held: 'Container {container} has unlifted holds and cannot be {done}.',
  'container_held.visit': {
    one: 'Truck Visit was not completed. The following container has unlifted holds: {container}',
    other: 'Truck Visit was not completed. The following containers have unlifted holds: {container}',
  },
  cargo_held: '{what} {key} has unlifted holds and cannot be {done}.',
  'cargo_held.visit': {
    one: 'Truck Visit was not completed. The following delivery order has unlifted holds: {delivery_order}',
    other:
      'Truck Visit was not completed. The following delivery orders have unlifted holds: {delivery_order}',
  },
  vgm_late: 'The verified gross mass of container {container} was due for voyage {voyage} by {cut_off}.',
  vgm_implausible:
    'Container {container} cannot weigh {vgm}: a container of the type {container_type} weighs {tare_weight} empty.',
  'vgm_implausible.above':
    'Container {container} cannot weigh {vgm}: a container of the type {container_type} weighs {maximum_gross_weight} at most.',
  bill_of_lading_held: 'Bill of lading {bill_of_lading} has unlifted holds and cannot be taken off.',
  'done.loaded': 'loaded',
  'done.delivered': 'delivered',
  'done.stripped': 'stripped',
  'done.moved': 'moved out of the terminal',
  container_not_at_terminal: "Container '{container}' is not at the terminal.",
  'container_not_at_terminal.visit': {
    one: 'Truck Visit was not completed. The following container is not at the terminal: {container}',
    other: 'Truck Visit was not completed. The following containers are not at the terminal: {container}',
  },
  'container_bill_missing.visit': {
    one: 'Truck Visit was not completed. The following container is on no bill of lading: {container}',
    other: 'Truck Visit was not completed. The following containers are on no bill of lading: {container}',
  },
  'container_not_released.visit': 'Truck Visit was not completed. {reason}',
  line_used: "Line {line} of booking '{booking}' was used and stays.",
  line_number_given: "Line {line} of booking '{booking}' was given already.",
  quantity_below_done: {
    one: "Line {line} of booking '{booking}' is used by {count} container already, more than {quantity}.",
    other: "Line {line} of booking '{booking}' is used by {count} containers already, more than {quantity}.",
  },
  'quantity_below_done.release': {
    one: "{count} container left or is fetched by release '{release}' already, more than {quantity}.",
    other: "{count} containers left or are fetched by release '{release}' already, more than {quantity}.",
  },
  lines_stand: "Booking '{booking}' has lines, which say how many containers it is for and of which type.",
  release_exceeds_booking:
    "The releases of booking '{booking}' are for {released} containers, more than the {quantity} that are booked.",
  release_cancelled: "Release '{release}' of booking '{booking}' has been cancelled.",
  release_in_use: "A truck is inside for release '{release}' of booking '{booking}'.",
  hold_in_force: 'The hold is applied already.',
  hold_not_in_force: 'The hold is not in force.',
  'time_over.hold': 'A hold cannot be lifted until a time that is over.',
  'not_found.hold_type_of_container': 'Hold type {hold_type_id} is not one for containers.',
  'not_found.hold_type_of_bill_of_lading': 'Hold type {hold_type_id} is not one for bills of lading.',
  'not_found.bill_of_manifest': "Bill of lading '{bill_of_lading}' of manifest '{manifest}' was not found.",
  'cannot_change.hold_type_of_container':
    'The hold type was applied to a container already, so it cannot apply to anything else.',
  'cannot_change.hold_type_of_bill_of_lading':
    'The hold type was applied to a bill of lading already, so it cannot apply to anything else.',
  out_of_sequence:
    "Container '{container}' was moved last at {last_moved_at} and cannot be moved before that.",
  'out_of_sequence.cargo':
    "{what} '{key}' was moved last at {last_moved_at} and cannot be moved before that.",
});

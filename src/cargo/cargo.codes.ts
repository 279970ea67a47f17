import { codes, openToParties } from '../common/errors/codes';

/** The refusals of this domain. */
export const CARGO = codes('cargo', {
  containers_apart: 'Two containers cannot become one: both are here, or were at the same time.',
  container_held:
    'Holds keep the container: its own, those of a container that it is in, or those of its bills.',
  cargo_held: 'Holds keep this cargo: those of its bills, or of the container that it is in.',
  bill_of_lading_held: 'Holds keep what is on the bill of lading.',
  container_not_at_terminal: 'The container is not here: it has not come yet, has left, or is on a truck.',
  container_bill_missing: 'The container is on no bill of lading, and leaves on one only.',
  container_unpaid: 'The container has invoices that are not paid.',
  container_not_released: 'The terminal does not hand the container over; the sentence says why.',
  check_digit_wrong: 'The container number is new, and has no valid check digit (ISO 6346).',
  hold_in_force: 'The hold is in force already.',
  hold_not_in_force: 'The hold is not in force.',
  plugged_in: 'The container is plugged in already.',
  not_plugged_in: 'The container is not plugged in.',
  container_empty: 'The container is empty already.',
  packages_left: 'The container has known packages left, and becomes empty with the last that is stripped.',
  quantity_exceeded: 'There are not as many left.',
  load_list_item_loaded: 'What the item of the load list stands for is loaded.',
  discharge_list_item_discharged: 'The container of an item of the discharge list is discharged.',
  cargo_not_at_terminal: 'The vehicle or breakbulk is not here: it has not come yet, or has left.',
  container_buried: 'Other containers stand above the container.',
  no_tiers: 'A tier is named of a place that has none.',
  tier_taken: 'Another container stands in the tier.',
  tier_in_the_air: 'A lower tier of the slot is free.',
  stack_full: 'No tier of the slot is free.',
  stack_length: 'The length of the container does not fit the slot.',
  stack_weight: 'The stack would be heavier than the slot bears.',
  stack_plug: 'The container needs power, and the slot has no plug.',
  line_used: 'The line of the booking was used, so that it stays.',
  line_number_given: 'The number is that of another line of the booking, or of one that is gone.',
  quantity_below_done: 'As many containers were handed over, or are at the gate, and it cannot be for fewer.',
  lines_stand: 'The booking has lines, and what is said of it is not their sum.',
  release_exceeds_booking: 'The releases are for more containers than the booking.',
  release_cancelled: 'The release was cancelled.',
  release_in_use: 'A truck is inside that fetches a container by the release.',
  vgm_implausible:
    'The verified gross mass is below the tare weight of the type of the container, or above its maximum gross weight.',
  vgm_late: 'The cut-off for the verified gross mass of the voyage is over, and the token is no `admin`.',
  same_place: 'It is at this place already.',
});

openToParties(CARGO.check_digit_wrong, CARGO.vgm_implausible, CARGO.vgm_late);

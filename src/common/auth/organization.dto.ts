import { imdgWords } from '../input/imdg-words';
import { In } from '../input/in';
import { BadValue, toText } from '../input/values';
import { INVOICE_LANGUAGES } from '../languages/invoice-languages';
import {
  DANGEROUS_GOODS_CHECK,
  DIMENSION_UNITS,
  INSPECTION_REQUIRED,
  OFF_SLOT,
  OTHER_TERMINAL,
  PARTY_PICK_UP,
  PERSONAL_DATA,
  VGM_REQUIRED,
  WEIGHT_UNITS,
} from '../tenancy/actor';
import { timeZoneNamed } from '../tenancy/time-zone';

const MOST_MINUTES = 1440;
const MOST_MONTHS = 1200;

function toTimeZone(raw: unknown): string {
  const zone = timeZoneNamed(toText(raw, { max: 255 }));
  if (!zone) throw new BadValue('must be an IANA time zone, such as Europe/Amsterdam');
  return zone;
}

/** The settings of an organization; a setting that is not sent stays. */
export class UpdateOrganization {
  @In.custom({ type: 'string', maxLength: 255 }, toTimeZone, {
    notNull: true,
    description: 'The IANA time zone that local times are meant in',
    example: 'Europe/Amsterdam',
  })
  time_zone?: string;
  @In.oneOf(WEIGHT_UNITS, { notNull: true, description: 'Weights are not converted' }) weight_unit?: string;
  @In.oneOf(DIMENSION_UNITS, { notNull: true, description: 'Dimensions are not converted' })
  dimension_unit?: string;
  @In.oneOf(INVOICE_LANGUAGES, {
    description: 'The language of invoices as PDF whose customer has none (ISO 639-1); null for English',
  })
  language?: string | null;
  @In.bool({ notNull: true, description: 'Whether a pre-advice has to name its truck' })
  pre_advice_truck_required?: boolean;
  @In.bool({ notNull: true, description: 'Whether bills of lading that are named have to exist' })
  validates_bills?: boolean;
  @In.bool({ notNull: true, description: 'Whether cargo is released only when it is paid for' })
  release_needs_payment?: boolean;
  @In.bool({ notNull: true, description: 'Whether the gate takes trucks with an appointment only' })
  appointments_required?: boolean;
  @In.int({
    min: 1,
    max: 100,
    description: 'The largest part of a slot that one trucking company may book; null for all of it',
  })
  appointment_share_percent?: number | null;
  @In.int({
    notNull: true,
    min: 0,
    max: MOST_MINUTES,
    description: 'How many minutes before its slot begins a truck is in time',
  })
  appointment_early_minutes?: number;
  @In.int({
    notNull: true,
    min: 0,
    max: MOST_MINUTES,
    description: 'How many minutes after its slot ends a truck is in time',
  })
  appointment_late_minutes?: number;
  @In.oneOf(OFF_SLOT, { notNull: true, description: 'What the gate does with a truck out of its slot' })
  off_slot?: string;
  @In.oneOf(OTHER_TERMINAL, {
    notNull: true,
    description:
      'What the gate does with a pick-up, an appointment or an out gate of another terminal than the gate',
  })
  other_terminal?: string;
  @In.bool({
    notNull: true,
    description: 'Whether a container number that is new needs a valid check digit (ISO 6346); not in files',
  })
  check_digit_required?: boolean;
  @In.oneOf(PERSONAL_DATA, {
    notNull: true,
    description:
      'Who sees birth date, telephone, e-mail, twic and remarks of drivers: every token that sees the driver, or only those that need them, which write in gate or parties or are of the own haulier',
  })
  personal_data?: string;
  @In.bool({
    notNull: true,
    description: 'Whether a full import container leaves only with the haulier that is nominated for it',
  })
  release_needs_nomination?: boolean;
  @In.oneOf(PARTY_PICK_UP, {
    notNull: true,
    description:
      'What a haulier that announces a pick-up shows its right by: a nomination, or a bill or the booking of the container, named whole',
  })
  party_pick_up?: string;
  @In.bool({
    notNull: true,
    description:
      'Whether the line of a booking takes containers of an equal type: of the same size, height and group of the ISO code, and reefers for reefers alone',
  })
  allows_substitute_types?: boolean;
  @In.oneOf(VGM_REQUIRED, {
    notNull: true,
    description:
      'What a tally does with a full container that is loaded without a verified gross mass: nothing, `warn`, or refuse to `load` it',
  })
  vgm_required?: string;
  @In.int({
    min: 0,
    max: 100,
    description:
      'By how many percent a weight that is measured here may differ from the verified gross mass of another source; null for any',
  })
  vgm_tolerance?: number | null;
  @In.oneOf(DANGEROUS_GOODS_CHECK, {
    notNull: true,
    description:
      'What is done with a container of dangerous goods that may not stand where it is put, by the rules of segregation, the classes of the yard area, and `direct_delivery_classes`',
  })
  dangerous_goods_check?: string;
  @imdgWords({
    notNull: true,
    description:
      'The classes of dangerous goods that are not placed in the yard, because they go from ship to truck at once: `1` for all of class 1 but `1.4S`',
    example: ['1', '6.2', '7'],
  })
  direct_delivery_classes?: string[];
  @In.bool({ notNull: true, description: 'Whether a payment in cash needs a till that is open' })
  tills_required?: boolean;
  @In.text({
    description:
      'The name of the hold type, of containers, that an open major damage applies to the stay; null for none',
    example: 'Damage survey',
  })
  damage_hold_type?: string | null;
  @In.oneOf(INSPECTION_REQUIRED, {
    notNull: true,
    description: 'At which interchanges containers have to be inspected before these are completed',
  })
  inspection_required?: string;
  @In.int({
    min: 12,
    max: MOST_MONTHS,
    description: 'For how many whole months traces of who wrote what are kept; null for ever',
  })
  audit_entries_kept_months?: number | null;
  @In.int({
    min: 1,
    max: MOST_MONTHS,
    description: 'For how many whole months events are kept; null for ever',
  })
  events_kept_months?: number | null;
  @In.int({
    min: 1,
    max: MOST_MONTHS,
    description: 'For how many whole months deliveries to webhook endpoints are kept; null for ever',
  })
  webhook_deliveries_kept_months?: number | null;
  @In.int({
    min: 1,
    max: MOST_MONTHS,
    description: 'For how many whole months refusals of the gate are kept; null for ever',
  })
  gate_refusals_kept_months?: number | null;
  @In.int({
    min: 1,
    max: MOST_MONTHS,
    description: 'For how many whole months readings of reefers are kept; null for ever',
  })
  reefer_readings_kept_months?: number | null;
  @In.number({
    min: 0,
    max: 100,
    description:
      'By how many degrees Celsius the temperature of a reefer may differ from its set point; null for any',
    example: 2,
  })
  reefer_tolerance_degrees?: number | null;
  @In.int({
    notNull: true,
    min: 0,
    max: 10_080,
    description: 'For how many minutes it has to differ by more until the reefer deviates',
  })
  reefer_tolerance_minutes?: number;
  @In.int({
    min: 1,
    max: 720,
    description: 'After how many hours without a reading a reefer is unread; null for never',
  })
  reefer_unread_hours?: number | null;
  @In.int({
    min: 1,
    max: 10_080,
    description: 'After how many minutes off power an operating reefer is unplugged; null for never',
  })
  reefer_unplugged_minutes?: number | null;
  @In.int({
    notNull: true,
    min: 1,
    max: 10_000,
    description: 'How many mails are sent in a minute at most; the next one waits',
  })
  mails_per_minute?: number;
}

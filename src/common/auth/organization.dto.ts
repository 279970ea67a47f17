import { In } from '../input/in';
import { BadValue, toText } from '../input/values';
import {
  DIMENSION_UNITS,
  OFF_SLOT,
  OTHER_TERMINAL,
  PARTY_PICK_UP,
  PERSONAL_DATA,
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
}

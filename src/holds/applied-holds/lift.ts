import { In, INSTANT_OR_DATE } from '../../common/input/in';
import { isBareDate, startOfNextDay, toDate, toTime } from '../../common/input/times';
import { currentTimeZone } from '../../common/tenancy/scope';

/** What is stated of an application of a hold: its customs document or the like, and notes. */
export class ApplyHold {
  @In.text({
    identifier: 'visible',
    description:
      'What the hold is applied by, such as a document of customs; a lift that names another one takes its place',
    example: 'CUS-HOLD-2211',
  })
  reference_number?: string | null;
  @In.note() notes?: string | null;
}

/** The body of an application; every field is optional. */
export class ApplyHoldBody {
  @In.object(() => ApplyHold) hold?: ApplyHold | null;
}

/** How a hold is lifted: a field that is left out keeps its value, and a lift without `lift_until` is for good. */
export interface Lift {
  reference_number?: string | null;
  /** The instant at which the hold comes back into force, as ISO 8601 in UTC. */
  lift_until?: string | null;
  notes?: string | null;
}

/** The request field for the end of a lift: an instant, or a date that lasts until its end (decision 46). */
export const liftUntil = () =>
  In.custom(INSTANT_OR_DATE, (raw) => (raw === '' ? null : endOfLift(raw, currentTimeZone())), {
    description:
      'When the hold comes back into force: an instant, or a date for the end of that day in the time zone of the organization. Left out, the hold is lifted for good.',
    example: '2026-11-30',
  });

/**
 * The instant at which a lift ends, as ISO 8601 in UTC. A bare date lasts until its end in the time zone.
 * @throws BadValue
 */
function endOfLift(raw: unknown, zone: string): string {
  if (isBareDate(raw)) return startOfNextDay(toDate(raw), zone);
  return toTime(raw, zone);
}

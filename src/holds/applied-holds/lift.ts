import { In } from '../../common/input/in';
import { isBareDate, startOfNextDay, toDate, toTime } from '../../common/input/times';
import { currentTimeZone } from '../../common/tenancy/scope';

/** How a hold is lifted: a field that is left out keeps its value, and a lift without `lift_until` is for good. */
export interface Lift {
  reference_number?: string | null;
  /** The instant at which the hold comes back into force, as ISO 8601 in UTC. */
  lift_until?: string | null;
  notes?: string | null;
}

/** The request field for the end of a lift: an instant, or a date that lasts until its end (decision 46). */
export const liftUntil = () =>
  In.custom(
    { type: 'string', maxLength: 64 },
    (raw) => (raw === '' ? null : endOfLift(raw, currentTimeZone())),
    {
      description:
        'When the hold comes back into force: an instant, or a date for the end of that day in the time zone of the organization. Left out, the hold is lifted for good.',
      example: '2026-11-30',
    },
  );

/**
 * The instant at which a lift ends, as ISO 8601 in UTC. A bare date lasts until its end in the time zone.
 * @throws BadValue
 */
function endOfLift(raw: unknown, zone: string): string {
  if (isBareDate(raw)) return startOfNextDay(toDate(raw), zone);
  return toTime(raw, zone);
}

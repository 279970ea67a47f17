import { COMMON } from '../../common/errors/codes';
import { type Failure, Invalid, naming, Refused, Unknown } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';
import type { ReeferReadingOfContainer } from './reefer.dto';

/** A reading as it was sent, and where its fields stand in the request, such as `readings.3.`. */
export type Sent = ReeferReadingOfContainer & { path: string };

/** A container that readings name, with its stay that is not over; null without one. */
export interface ReadContainer {
  id: number;
  number: string;
  stay_id: number | null;
  in_at: Date | null;
}

/** A reading as it is written. */
type Row = Omit<Sent, 'path' | 'container_number'> & { container_id: number; stay_id: number; at: string };

const VALUES = ['set_point', 'supply', 'return', 'ambient', 'humidity', 'alarm', 'is_plugged'] as const;

/** Why a reading is not written (decision 962): at most one reason each, the first that holds. */
export function refusalsOf(sent: Sent, containers: Map<string, ReadContainer>, now: Date): Failure[] {
  const { path, at } = sent;
  const named = normalizeContainerNumber(sent.container_number);
  const container = containers.get(named);
  if (VALUES.every((field) => (sent[field] ?? null) === null))
    return [new Invalid({ [`${path}supply`]: ['must be given, or another value of the reading'] })];
  if (!container) return [new Unknown('Container', sent.container_number, `${path}container_number`)];
  if (container.stay_id === null)
    return [
      new Refused({
        code: CONDITION.not_in_a_stay,
        sentence: CONDITION_SAYS.not_in_a_stay({ container: named }),
        field: path ? `${path}container_number` : undefined,
        records: naming('container', named),
      }),
    ];
  if (at && isToCome(at, now))
    return [
      new Refused({
        code: COMMON.time_to_come,
        sentence: 'A reefer is not read at a time to come.',
        field: `${path}at`,
      }),
    ];
  if (at && container.in_at && new Date(at) < container.in_at)
    return [
      new Refused({
        code: CONDITION.found_before_arrival,
        sentence: CONDITION_SAYS.found_before_arrival({ container: named }),
        field: `${path}at`,
        records: naming('container', named),
      }),
    ];
  return [];
}

/** The rows of readings, in the order of containers and times; of two of one container and time the later one of the request. */
export function withoutReplaced(sent: Sent[], containers: Map<string, ReadContainer>, now: Date): Row[] {
  const rows = new Map<string, Row>();
  for (const { path: _, container_number, at, ...values } of sent) {
    const { id, stay_id } = containers.get(normalizeContainerNumber(container_number))!;
    const row = { ...values, container_id: id, stay_id: stay_id!, at: new Date(at ?? now).toISOString() };
    rows.set(`${id} ${row.at}`, row);
  }
  return [...rows.values()];
}

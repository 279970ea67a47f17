import { isToCome } from '../../common/input/times';
import type { Columns } from '../../common/schema/columns';
import type { CreateVoyage, UpdateVoyage } from './voyage.dto';
import type { Voyage } from './voyage.entity';
import { COMMON } from '../../common/errors/codes';
import type { Refusal } from '../../common/errors/errors';

/** An actual time of a voyage: its column, its request field, and its words in a refusal. */
interface Moment {
  column: keyof Columns<Voyage> & `a${string}`;
  field: keyof CreateVoyage & `at_${string}`;
  words: string;
}

const moment = (column: Moment['column'], field: Moment['field'], words: string): Moment => ({
  column,
  field,
  words,
});

const DEPARTURE = moment('actual_time_of_departure', 'at_of_departure', 'departure');

/** The times that follow one another (decision 29). */
const SEQUENCE = [
  moment('actual_time_of_anchorage', 'at_of_anchorage', 'anchorage'),
  moment('actual_time_of_pilot_boarded', 'at_of_pilot_boarded', 'pilot boarding'),
  moment('actual_time_of_berth', 'at_of_berth', 'berth'),
  moment('at_berth_departure', 'at_berth_departure', 'leaving the berth'),
  DEPARTURE,
];

/** The times that have no fixed place in the sequence. */
const BESIDE = [
  moment('actual_time_of_customs_clearance', 'at_of_customs_clearance', 'customs clearance'),
  moment(
    'actual_time_of_departure_pilot_boarded',
    'at_of_departure_pilot_boarded',
    'boarding of the departure pilot',
  ),
];

/** A voyage before the request; null for a new one. */
type Before = Columns<Voyage> | null;

/** The status after an update: `departed` once the vessel has left (decision 25). */
export function statusAfter(voyage: Columns<Voyage>, input: UpdateVoyage): string {
  return timeAfter(voyage, input, DEPARTURE) ? 'departed' : 'unknown';
}

/** Whether an update cancels the voyage, or revives it. */
export function isTurned({ cancelled }: Pick<Columns<Voyage>, 'cancelled'>, input: UpdateVoyage): boolean {
  return typeof input.cancelled === 'boolean' && input.cancelled !== cancelled;
}

/** A refusal with the field to correct. */
export type VoyageRefusal = Refusal & { field: string };

/**
 * Why actual times are out of sequence, with the field of a changed time; undefined when none is before an earlier one
 * of the sequence. Equal times are in sequence. Times that the request does not change are not checked.
 */
export function outOfSequence(voyage: Before, input: UpdateVoyage): VoyageRefusal | undefined {
  for (const [at, later] of SEQUENCE.entries())
    for (const earlier of SEQUENCE.slice(0, at)) {
      const changed = [later, earlier].find((each) => isChanged(voyage, input, each));
      const [first, second] = [timeAfter(voyage, input, earlier), timeAfter(voyage, input, later)];
      if (changed && first && second && second < first)
        return {
          code: COMMON.out_of_sequence,
          sentence: `The time of ${later.words} must not be before the time of ${earlier.words}.`,
          field: changed.field,
        };
    }
  return undefined;
}

/** Why a changed actual time is in the future; undefined when none is. */
export function stillToCome(voyage: Before, input: UpdateVoyage): VoyageRefusal | undefined {
  const early = [...SEQUENCE, ...BESIDE].find((each) => {
    const sent = input[each.field];
    return sent && isChanged(voyage, input, each) && isToCome(sent);
  });
  return (
    early && {
      code: COMMON.time_to_come,
      sentence: `The time of ${early.words} must not be ahead of now.`,
      field: early.field,
    }
  );
}

function isChanged(voyage: Before, input: UpdateVoyage, { column, field }: Moment): boolean {
  const sent = input[field];
  return sent !== undefined && inMs(sent) !== inMs(voyage?.[column]);
}

/** An actual time as the request leaves it. */
function timeAfter(voyage: Before, input: UpdateVoyage, { column, field }: Moment): number | undefined {
  const sent = input[field];
  return inMs(sent === undefined ? voyage?.[column] : sent);
}

function inMs(time: unknown): number | undefined {
  return time ? new Date(time as string | Date).getTime() : undefined;
}

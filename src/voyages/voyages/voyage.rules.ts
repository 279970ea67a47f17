import type { Columns } from '../../common/schema/columns';
import type { Refusal } from '../../common/errors/constraints';
import type { UpdateVoyage } from './voyage.dto';
import type { Voyage } from './voyage.entity';

type Moment = 'anchorage' | 'berth' | 'departure';

/** What cannot come before what (decision 29). */
const SEQUENCES: [earlier: Moment, later: Moment][] = [
  ['anchorage', 'berth'],
  ['berth', 'departure'],
];

/** The status that an update leaves a voyage with: departed once its vessel has left (decision 25). */
export function statusAfter(voyage: Columns<Voyage>, input: UpdateVoyage): string {
  return timeAfter(voyage, input, 'departure') ? 'departed' : 'unknown';
}

/**
 * Why an update of actual times does not keep their sequence, naming a time that was sent; undefined when it does,
 * as equal ones do. Times that the update does not send are compared as they are, and an update of other fields is
 * not held up by them.
 */
export function outOfSequence(voyage: Columns<Voyage>, input: UpdateVoyage): Required<Refusal> | undefined {
  for (const [earlier, later] of SEQUENCES) {
    const sent = [later, earlier].find((moment) => input[`at_of_${moment}`] !== undefined);
    const [first, second] = [timeAfter(voyage, input, earlier), timeAfter(voyage, input, later)];
    if (sent && first && second && second < first)
      return {
        sentence: `The time of ${later} must not be before the time of ${earlier}.`,
        field: `at_of_${sent}`,
      };
  }
  return undefined;
}

/** An actual time as it is once the update is done. */
function timeAfter(voyage: Columns<Voyage>, input: UpdateVoyage, moment: Moment): Date | undefined {
  const sent = input[`at_of_${moment}`];
  const time = sent === undefined ? voyage[`actual_time_of_${moment}`] : sent;
  return time ? new Date(time) : undefined;
}

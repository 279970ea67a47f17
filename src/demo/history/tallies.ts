import type { Box } from './boxes';
import type { Call } from './calls';
import { MINUTE, type Records, TALLY_CLERK } from './records';
import type { Seeded } from './seeded';

/** What a crane needs for a lift, in seconds: 25 to 30 moves in an hour. */
const PACE = [124, 140] as const;

/** Moves an hour are lifts by the time from the first to the last, which is one pause less than there are lifts. */
const stretch = (lifts: number) => (lifts > 1 ? lifts / (lifts - 1) : 1);

/** Tallies that are closed, each with the lifts of one crane. */
export class Tallies {
  private lifts = 0;

  constructor(
    private readonly records: Records,
    private readonly seeded: Seeded,
  ) {}

  /**
   * Adds a tally: the crane takes the hatch cover off, and lifts one container after the other.
   * @param from when it begins
   * @returns when each of the containers was lifted
   */
  add(call: Call, tally_type: 'discharge' | 'loading', boxes: readonly Box[], from: number): number[] {
    let seconds = from;
    this.lift(call, tally_type, seconds, { kind: 'special_lift', lift_type: 'hatch cover' });
    const lifted = boxes.map(({ number }) => {
      seconds += Math.round(this.seeded.int(...PACE) * stretch(boxes.length));
      const [arrival_type, delivery_type] =
        tally_type === 'discharge' ? ['vessel', 'yard'] : ['yard', 'vessel'];
      const what = { container: number, status: 'full', arrival_type, delivery_type };
      this.lift(call, tally_type, seconds, { kind: 'tally', ...what });
      return seconds;
    });
    this.records.add('tallies', {
      voyage: call.number,
      tally_type,
      handsets: 1,
      created_by: TALLY_CLERK,
      closed_at: this.records.at(seconds + 20 * MINUTE),
      closed_by: TALLY_CLERK,
      short: 0,
    });
    return lifted;
  }

  private lift({ number, crane }: Call, tally_type: string, seconds: number, what: object): void {
    this.records.add('tally_moves', {
      reference: `TM-${1001 + this.lifts++}`,
      voyage: number,
      tally_type,
      crane,
      ...what,
      lifted_at: this.records.at(seconds),
    });
  }
}

import { COMMON } from '../../common/errors/codes';
import { naming, type Refusal } from '../../common/errors/errors';
import { CARGO_SAYS } from '../cargo.sentences';

/** A container with the time of its last movement; null before its first one. */
export interface LastMoved {
  number: string;
  last_moved_at: Date | null;
}

/** The time of a movement that nobody dated: now, or the latest of these times if that is later (decision 430). */
export function timeOfUndated(now: Date, ...earlier: (Date | null | undefined)[]): Date {
  return new Date(Math.max(now.getTime(), ...earlier.map((time) => time?.getTime() ?? 0)));
}

/**
 * Refuses to move containers before their last movement, to the millisecond (decision 430).
 * @param field the field that dates the movement
 */
export function refusalOfEarlier(
  at: Date,
  containers: readonly LastMoved[],
  field: string,
): Refusal | undefined {
  const moved = containers.find(({ last_moved_at }) => last_moved_at && at < last_moved_at);
  if (!moved) return undefined;
  return {
    code: COMMON.out_of_sequence,
    sentence: CARGO_SAYS.out_of_sequence({ container: moved.number, last_moved_at: moved.last_moved_at }),
    field,
    records: naming('container', moved.number),
  };
}

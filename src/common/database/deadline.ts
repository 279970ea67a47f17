import { Unavailable } from '../errors/database-errors';

/** The longest time that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What the work gives when it ends before the deadline, as `performance.now()` tells the time.
 * @throws Unavailable when it does not
 */
export function beforeDeadline<T>(deadline: number, work: Promise<T>): Promise<T> {
  if (deadline === Infinity) return work;
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Unavailable('deadline'));
    // an answer that lies in the socket already, behind a busy moment of ours, has come in time
    const left = Math.min(deadline - performance.now(), LONGEST_MS);
    const timer = setTimeout(() => setImmediate(expire), left);
    const ending =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        settle(value);
      };
    work.then(ending(resolve), ending(reject));
  });
}

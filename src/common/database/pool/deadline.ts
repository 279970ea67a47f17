import { Unavailable } from '../../errors/database-errors';

/** The longest delay that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Resolves with the work, if it ends before the deadline on the clock of `performance.now()`.
 * @throws Unavailable at the deadline
 */
export function beforeDeadline<T>(deadline: number, work: Promise<T>): Promise<T> {
  if (deadline === Infinity) return work;
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Unavailable('deadline'));
    // An answer that already lies in the socket while the event loop was busy is in time.
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

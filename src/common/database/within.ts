import { Unavailable } from '../errors/database-errors';

/** The longest time that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What the work gives when it ends before the deadline, as `performance.now()` tells the time.
 * @throws Unavailable when it does not
 */
export async function within<T>(deadline: number, work: Promise<T>): Promise<T> {
  if (deadline === Infinity) return work;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const expire = () => reject(new Unavailable('deadline'));
    // an answer that lies in the socket already, behind a busy moment of ours, has come in time
    timer = setTimeout(() => setImmediate(expire), Math.min(deadline - performance.now(), LONGEST_MS));
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

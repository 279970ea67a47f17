/**
 * How long it takes on a quiet machine of two cores until a PostgreSQL server has all tables, in milliseconds. Beside one
 * busy process 5,600 were measured, 1,500 of them until the server listened, and beside two 7,300 to 10,300.
 */
const QUIET_MS = 4_000;

let pace = 1;

/** Makes a server with all tables, which is the step that limits of time are measured by. */
export async function paced<T>(make: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const made = await make();
  pace = Math.max(1, (performance.now() - from) / QUIET_MS);
  return made;
}

/** A limit of time in milliseconds: as much longer than on a quiet machine as the server took longer to be made. */
export const within = (ms: number) => Math.round(ms * pace);

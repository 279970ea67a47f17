// How long processes have had a processor, by the kernel's own count: what others do on the machine changes it little.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

const MS = 1e6;

/** Whether this machine counts it: not every container is shown the kernel's counters. */
export function isCounted() {
  return ran('/proc/self') > 0 && existsSync(`/proc/self/task/${process.pid}/children`);
}

/** The milliseconds that all threads of a process have run. */
export function ranFor(pid) {
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + ran(`/proc/${pid}/task/${thread}`),
    0,
  );
}

/** The milliseconds that each session of the service's role has run in a PostgreSQL server, by its process. */
export function sessionsOf(postmaster) {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  return new Map(children.filter(isSession).map((pid) => [pid, ran(`/proc/${pid}`)]));
}

/** How much longer sessions have run in all than before. */
export function ranSince(before, sessions) {
  return [...sessions].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

function isSession(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: wharfinger_service');
  } catch {
    return false; // it has ended
  }
}

function ran(folder) {
  try {
    return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / MS;
  } catch {
    return 0; // it has ended
  }
}

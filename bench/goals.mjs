// How well the service is to do in each scene. `ms` is how many milliseconds of processor an item is to take at most, node's and
// PostgreSQL's together, on a machine like that of docs/performance.md in a quiet hour with --quick. `goal` is how many times
// that is to go into the time of the server written by hand. Where less is reached by now, `full` says what, with 500,000
// containers, and `quick` with the few of --quick. Who makes a scene faster raises its numbers.
export const GOALS = {
  'voyages, 10 a page': { ms: 1.5, goal: 1, quick: 0.7 },
  'voyages, 100 a page': { ms: 7.1, goal: 0.75, full: 0.7, quick: 0.45 },
  'truck visits, 10 a page': { ms: 1.3, goal: 1, quick: 0.6 },
  'truck visits, 100 a page': { ms: 6.5, goal: 0.75, quick: 0.55 },
  'invoices, 10 a page': { ms: 1.5, goal: 1, quick: 0.75 },
  'invoices, 100 a page': { ms: 8, goal: 0.75, quick: 0.5 },
  'container by number': { ms: 0.3, goal: 0.9, quick: 0.7 },
  'holds of a container': { ms: 0.21, goal: 0.9, quick: 0.4 },
  'shipping lines by part of a name': { ms: 0.37, goal: 0.9, quick: 0.5 },
  'pre-advice': { ms: 7.1, goal: 0.9, full: 0.55, quick: 0.6 },
  'gate-in and gate-out': { ms: 9, goal: 0.9, quick: 0.55 },
  'hold lifted and applied': { ms: 3.6, goal: 0.9, full: 0.7, quick: 0.55 },
};

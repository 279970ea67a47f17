// How well the service is to do: how many times its processor time, node's and PostgreSQL's together, goes into that of
// the server written by hand. `goal` is what is aimed at. Where less is reached by now, `full` says what, with 500,000
// containers, and `quick` with the few of --quick. Who makes a scene faster raises its numbers.
export const GOALS = {
  'voyages, 10 a page': { goal: 1 },
  'voyages, 100 a page': { goal: 0.75, full: 0.7, quick: 0.65 },
  'truck visits, 10 a page': { goal: 1, quick: 0.6 },
  'truck visits, 100 a page': { goal: 0.75, quick: 0.65 },
  'invoices, 10 a page': { goal: 1, quick: 0.75 },
  'invoices, 100 a page': { goal: 0.75 },
  'container by number': { goal: 1, quick: 0.75 },
  'holds of a container': { goal: 1, quick: 0.65 },
  'shipping lines by part of a name': { goal: 1, quick: 0.65 },
  'pre-advice': { goal: 0.9, full: 0.55, quick: 0.45 },
  'gate-in and gate-out': { goal: 0.9, quick: 0.75 },
  'hold lifted and applied': { goal: 0.9, full: 0.7, quick: 0.6 },
};

// What is measured: requests that can be asked again and again (`paths`), and items of requests that are written once.

/**
 * Lists, and which rows are the first of the terminal that is measured: those before are demonstration data, which differ from
 * release to release. (An invoice of theirs has 17 lines on average, and up to 60.)
 */
const FIRST_ROWS = { voyages: 40, truck_visits: 400, invoices: 100 };

const lists = Object.entries(FIRST_ROWS).flatMap(([list, first]) => {
  const name = list.replace('_', ' ');
  const page = (per, nth) => `/${list}?per=${per}&page=${Math.ceil(first / per) + nth}`;
  return [
    { name: `${name}, 10 a page`, paths: [page(10, 1), page(10, 3)] },
    { name: `${name}, 100 a page`, paths: [page(100, 1)] },
  ];
});

const reads = [
  { name: 'container by number', paths: among(100, (i) => `/containers/${container(i)}`) },
  { name: 'holds of a container', paths: among(100, (i) => `/containers/${container(i)}/holds`) },
  {
    name: 'shipping lines by part of a name',
    paths: ['Atlantic', 'feeders 1', 'lines', 'gulf'].map(
      (name) => `/shipping_lines?name=${encodeURIComponent(name)}`,
    ),
  },
];

function among(many, make) {
  return Array.from({ length: many }, (_, i) => make(i));
}

/** The number of a container: every second one has holds. */
function container(i) {
  return `BNHU${1_000_000 + 5 * (i + 1)}`;
}

/** Each item is written once: `items` makes as many as a round does. */
const writes = [
  {
    name: 'pre-advice',
    items: async (terminal, many) => among(many, () => [preAdvice(terminal)]),
  },
  {
    name: 'gate-in and gate-out',
    async items(terminal, many) {
      const advices = among(many, () => preAdvice(terminal));
      const items = [];
      for (const request of advices) {
        const { advice_number: pre_advice_number, truck } = await terminal.helper.ask(request);
        items.push([
          { method: 'POST', path: '/truck_visits', body: { gate: 'In 1', pre_advice_number } },
          { method: 'POST', path: `/trucks/${truck}/gate_out`, body: {} },
        ]);
      }
      return items;
    },
  },
  {
    name: 'hold lifted and applied',
    async items(terminal, many) {
      const { rows } = await terminal.database.query(
        `SELECT c.number, h.id, h.hold_type_id FROM container_holds h
         JOIN containers c ON c.organization_id = h.organization_id AND c.id = h.container_id
         WHERE h.lifted_at IS NULL AND h.reference_number LIKE 'HD%' ORDER BY h.hold_type_id, h.id LIMIT $1`,
        [many],
      );
      return rows.map(({ number, id, hold_type_id }) => [
        { method: 'PUT', path: `/containers/${number}/holds/${id}/lift`, body: { hold: { notes: 'Paid' } } },
        { method: 'PUT', path: `/containers/${number}/holds/${hold_type_id}/apply`, body: {} },
      ]);
    },
  },
];

/** A pre-advice of a container that nobody knew, by a truck that is not at the terminal. */
function preAdvice(terminal) {
  const i = terminal.announced++;
  const cargo = {
    cargo_type: 'container',
    container_number: `BNWU${1_000_000 + i}`,
    container_type: '20DV',
    container_status: 'full',
    shipping_line: 'L007',
  };
  const truck = terminal.trucks[i % terminal.trucks.length];
  return {
    method: 'POST',
    path: '/pre_advices',
    body: { truck, purposes: [{ purpose_type: 'drop off', cargo }] },
  };
}

export const SCENES = [...lists, ...reads, ...writes];

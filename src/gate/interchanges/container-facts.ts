/** The columns of a container that a hand-over may change. */
export const FACTS = [
  'container_type_id',
  'shipping_line_id',
  'booking_id',
  'departure_voyage_id',
  'container_status',
  'usage',
  'goods',
  'weight',
  'seals',
];
/** Those that are foreign keys, with their tables. */
const REFERENCES: Record<string, string> = {
  container_type_id: 'container_types',
  shipping_line_id: 'shipping_lines',
  booking_id: 'bookings',
  departure_voyage_id: 'voyages',
};
/** SQL: a fact stored in `alias`; null when it refers to a record that was deleted since. */
export const factThatIs = (alias: string, organization_id: string, fact: string) => {
  const table = REFERENCES[fact];
  if (!table) return `${alias}.${fact}`;
  return `(SELECT k.id FROM ${table} k WHERE k.organization_id = ${organization_id} AND k.id = ${alias}.${fact})`;
};

/** SQL: the facts of a container as JSON; null when the join found none. */
export const factsOf = (alias: string) =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN jsonb_build_object(${FACTS.map((fact) => `'${fact}', ${alias}.${fact}`).join(', ')}) END`;

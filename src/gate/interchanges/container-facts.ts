/** What is known of a container that a hand-over may change. */
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
/** Those of them that are records, and where these are kept. */
const REFERENCES: Record<string, string> = {
  container_type_id: 'container_types',
  shipping_line_id: 'shipping_lines',
  booking_id: 'bookings',
  departure_voyage_id: 'voyages',
};
/** SQL: a fact that `alias` has noted; null where it names a record that was deleted since. */
export const factThatIs = (alias: string, organization_id: string, fact: string) => {
  const table = REFERENCES[fact];
  if (!table) return `${alias}.${fact}`;
  return `(SELECT k.id FROM ${table} k WHERE k.organization_id = ${organization_id} AND k.id = ${alias}.${fact})`;
};

/** SQL: these facts of a container as JSON; null for none. */
export const factsOf = (alias: string) =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN jsonb_build_object(${FACTS.map((fact) => `'${fact}', ${alias}.${fact}`).join(', ')}) END`;

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
/** SQL: these facts of a container as JSON; null for none. */
export const factsOf = (alias: string) =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN jsonb_build_object(${FACTS.map((fact) => `'${fact}', ${alias}.${fact}`).join(', ')}) END`;

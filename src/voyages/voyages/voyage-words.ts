export const VOYAGE_STATUSES = ['unknown', 'departed'] as const;

/** The types of place to which a voyage discharges. */
export const DESTINATION_TYPES = ['Terminal', 'Berth Area', 'Port'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** The column that refers to the place, by type. */
export const DESTINATION_COLUMNS = {
  Terminal: 'destination_terminal_id',
  'Berth Area': 'destination_berth_area_id',
  Port: 'destination_port_id',
} as const satisfies Record<DestinationType, string>;

/** SQL: the type of the place to which the voyage discharges. */
export const destinationType = (of: (column: string) => string): string => {
  const types = DESTINATION_TYPES.map(
    (type) => `WHEN ${of(DESTINATION_COLUMNS[type])} IS NOT NULL THEN '${type}'`,
  );
  return `CASE ${types.join(' ')} END`;
};

/** The places a record can be at: the table of each type, and the column its records are known by. */
export const LOCATIONS = {
  Terminal: { table: 'terminals', key: 'name' },
  BerthArea: { table: 'berth_areas', key: 'name' },
  YardArea: { table: 'yard_areas', key: 'name' },
  YardSlot: { table: 'yard_slots', key: 'name' },
  Gate: { table: 'gates', key: 'name' },
  Voyage: { table: 'voyages', key: 'number' },
  Ship: { table: 'vessels', key: 'name' },
  Consignee: { table: 'consignees', key: 'name' },
  Port: { table: 'ports', key: 'locode' },
  Container: { table: 'containers', key: 'number' },
} as const;

/** Places that the service keeps no records of: they have no name here. */
const ELSEWHERE = ['TrainVisit', 'Other'] as const;

export type LocationType = keyof typeof LOCATIONS | (typeof ELSEWHERE)[number];
export const LOCATION_TYPES = [...Object.keys(LOCATIONS), ...ELSEWHERE] as LocationType[];

/** The place that a record is at, e.g. `A1`, as SQL; null where only its type is known. */
export const locationName = (of: (column: string) => string) =>
  `location_name(${of('organization_id')}, ${of('current_location_type')}, ${of('current_location_id')})`;

/** Where a record is, e.g. `Yard Area: A1`, as SQL; the database's function `location_label` makes the text. */
export const locationLabel = (of: (column: string) => string) =>
  `location_label(${of('organization_id')}, ${of('current_location_type')}, ${of('current_location_id')})`;

/** Whether a place of this type lies inside the terminal. */
export function isAtTerminal(type: string | null): boolean {
  return type !== null && AT_TERMINAL.has(type);
}

const AT_TERMINAL = new Set<string>(['Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate']);

/** The same as SQL, of a column that holds the type. */
export const atTerminal = (type: string) => `${type} IN ('${[...AT_TERMINAL].join("', '")}')`;

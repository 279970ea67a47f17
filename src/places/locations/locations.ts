/** The table of each type of place, and the column that is its key. */
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

/** Types of place without records in the service: their places have no name. */
const ELSEWHERE = ['TrainVisit', 'Other'] as const;

export type LocationType = keyof typeof LOCATIONS | (typeof ELSEWHERE)[number];
export const LOCATION_TYPES = [...Object.keys(LOCATIONS), ...ELSEWHERE] as LocationType[];

/** SQL: the name of a record's place, e.g. `A1`; null when only the type is known. */
export const locationName = (of: (column: string) => string) =>
  `location_name(${of('organization_id')}, ${of('current_location_type')}, ${of('current_location_id')})`;

/** SQL: the label of a record's place, e.g. `Yard Area: A1`, from the database function `location_label`. */
export const locationLabel = (of: (column: string) => string) =>
  `location_label(${of('organization_id')}, ${of('current_location_type')}, ${of('current_location_id')})`;

/** Whether a place of this type lies inside the terminal. */
export function isAtTerminal(type: string | null): boolean {
  return type !== null && AT_TERMINAL.has(type);
}

const AT_TERMINAL = new Set<string>(['Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate']);

/** SQL: the same condition on a column that holds the type. */
export const atTerminal = (type: string) => `${type} IN ('${[...AT_TERMINAL].join("', '")}')`;

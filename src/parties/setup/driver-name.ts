import type { TruckDriver } from './truck-driver.kind';

/** The columns that identify a driver. Events leave out the licence number. */
export const DRIVER_NAMES = ['id', 'license_number', 'firstname', 'lastname'] as const;
export type NamedDriver = Pick<TruckDriver, (typeof DRIVER_NAMES)[number]>;

/** The first and last name of a driver, or the id when both are unset. */
export function nameOfDriver({ id, firstname, lastname }: Omit<NamedDriver, 'license_number'>): string {
  return [firstname, lastname].join(' ').trim() || String(id);
}

/** SQL: the first and last name of a truck driver; null when both are unset. */
export const driverName = (of: (path: string) => string) =>
  `nullif(trim(concat_ws(' ', ${of('firstname')}, ${of('lastname')})), '')`;

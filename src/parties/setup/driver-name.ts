import type { TruckDriver } from './truck-driver.kind';

/** What a driver is called by: the licence, which events do not tell, and the name. */
export const DRIVER_NAMES = ['id', 'license_number', 'firstname', 'lastname'] as const;
export type NamedDriver = Pick<TruckDriver, (typeof DRIVER_NAMES)[number]>;

/** The first and the last name of a driver, or the id where both are unset. */
export function nameOfDriver({ id, firstname, lastname }: Omit<NamedDriver, 'license_number'>): string {
  return [firstname, lastname].join(' ').trim() || String(id);
}

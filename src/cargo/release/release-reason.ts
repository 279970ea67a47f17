/** Why a container is not handed over: the words of every answer that says so. */
export const RELEASE_CODES = [
  'unknown',
  'not_arrived',
  'departed',
  'held',
  'held_by_bill',
  'on_truck',
  'bill_missing',
  'unpaid',
] as const;
export type ReleaseCode = (typeof RELEASE_CODES)[number];

/** Those that say where it is instead: they do not keep a truck that has it already. */
export const PLACE_CODES: readonly string[] = ['not_arrived', 'departed', 'on_truck'] satisfies ReleaseCode[];

/** One reason, with what a clerk tells a driver. */
export interface ReleaseReason {
  code: ReleaseCode;
  sentence: string;
  since: Date | null;
  /** When it ends by itself, as far as is known. */
  until: Date | null;
  /** The record that it comes from. */
  source: { type: string; id: number } | null;
}

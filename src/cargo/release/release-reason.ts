import type { Code } from '../../common/errors/codes';
import { CARGO } from '../cargo.codes';

/** Why a container is not handed over: the words of every answer that says so. */
export const RELEASE_CODES = [
  'not_arrived',
  'departed',
  'held',
  'held_by_bill',
  'on_truck',
  'bill_missing',
  'unpaid',
] as const;
export type ReleaseCode = (typeof RELEASE_CODES)[number];

/** The words of availability, which is asked for numbers that nobody knows as well. */
export const AVAILABILITY_CODES = ['unknown', ...RELEASE_CODES] as const;

/** Those that say where it is instead: they do not keep a truck that has it already. */
export const PLACE_CODES: readonly string[] = ['not_arrived', 'departed', 'on_truck'] satisfies ReleaseCode[];

/** Whether a code of the gate is a reason of this list. */
export function isReleaseCode(code: string): code is ReleaseCode {
  return (RELEASE_CODES as readonly string[]).includes(code);
}

/** What a request that the reason stands against is refused with. */
export const REFUSAL_CODES: Record<ReleaseCode, Code> = {
  not_arrived: CARGO.container_not_at_terminal,
  departed: CARGO.container_not_at_terminal,
  on_truck: CARGO.container_not_at_terminal,
  held: CARGO.container_held,
  held_by_bill: CARGO.container_held,
  bill_missing: CARGO.container_bill_missing,
  unpaid: CARGO.container_unpaid,
};

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

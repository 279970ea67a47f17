import type { Refusal } from '../../common/errors/errors';
import { naming } from '../../common/errors/errors';
import type { Numeric } from '../../common/schema/columns';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import type { VGM_METHODS, VGM_SOURCES } from '../stays/stay-words';

/** A verified gross mass (SOLAS VI/2) as it is stated, in the organization's weight unit. */
export interface VerifiedWeight {
  vgm: Numeric;
  /** Null where a list declares it without a method. */
  vgm_method: (typeof VGM_METHODS)[number] | null;
  vgm_responsible: string | null;
  vgm_at: Date;
  vgm_reference: string | null;
  vgm_source: (typeof VGM_SOURCES)[number];
}

/** An open stay, locked by its container, with what a verified gross mass is held against. */
export interface WeighedStay {
  stay_id: number;
  container_id: number;
  /** The number of the container. */
  number: string;
  /** What stands. */
  weight: VerifiedWeight | null;
  container_type: string | null;
  /** Of the type, in the organization's weight unit; null where it is not known, and nothing is held against it. */
  tare_weight: Numeric | null;
  maximum_gross_weight: Numeric | null;
  /** The number and the cut-off of the voyage that the container leaves with, else of that of its booking. */
  voyage: string | null;
  cut_off: Date | null;
}

/** How sure a weight is (decision 941): weighed here, weighed, calculated, or only declared in a list. */
export function rankOf({
  vgm_source,
  vgm_method,
}: Pick<VerifiedWeight, 'vgm_source' | 'vgm_method'>): number {
  if (vgm_source === 'weighbridge') return 4;
  if (vgm_method === 'weighing') return 3;
  return vgm_method === 'calculation' ? 2 : 1;
}

/**
 * Whether a weight takes the place of the one that stands (decision 941). A request does, because people correct by it; a
 * message never takes that of a request; else the surer one counts, and of equal ones the later one.
 */
export function isBetter(coming: VerifiedWeight, standing: VerifiedWeight | null): boolean {
  if (!standing || coming.vgm_source === 'request') return true;
  if (coming.vgm_source === 'edi' && standing.vgm_source === 'request') return false;
  const [rank, before] = [rankOf(coming), rankOf(standing)];
  return rank > before || (rank === before && coming.vgm_at >= standing.vgm_at);
}

/** Whether both state the same. */
export function isSameWeight(one: VerifiedWeight, other: VerifiedWeight | null): boolean {
  return (
    other !== null &&
    Number(one.vgm) === Number(other.vgm) &&
    one.vgm_at.getTime() === other.vgm_at.getTime() &&
    (['vgm_method', 'vgm_responsible', 'vgm_reference', 'vgm_source'] as const).every(
      (name) => one[name] === other[name],
    )
  );
}

/**
 * Whether a weight that was measured here differs by more than the organization tolerates from what another source declares
 * (decision 945). Of two weights from one place neither is compared.
 * @param tolerance in percent of what is declared; null for none
 */
export function differs(
  coming: VerifiedWeight,
  standing: VerifiedWeight | null,
  tolerance: number | null,
): boolean {
  if (!standing || tolerance === null) return false;
  const isMeasured = coming.vgm_source === 'weighbridge';
  if (isMeasured === (standing.vgm_source === 'weighbridge')) return false;
  const [measured, declared] = isMeasured ? [coming, standing] : [standing, coming];
  return Math.abs(Number(measured.vgm) - Number(declared.vgm)) * 100 > Number(declared.vgm) * tolerance;
}

/** A weight that no box of its type can have: below its tare, or above its maximum gross weight. */
export function refusalOfImplausible(stay: WeighedStay, vgm: Numeric, field: string): Refusal | undefined {
  const { number, container_type, tare_weight, maximum_gross_weight } = stay;
  const of = { container: number, container_type, vgm: Number(vgm) };
  const refusal = (sentence: Refusal['sentence']) => ({
    code: CARGO.vgm_implausible,
    sentence,
    field,
    records: naming('container', number),
  });
  if (tare_weight !== null && Number(vgm) < Number(tare_weight))
    return refusal(CARGO_SAYS.vgm_implausible({ ...of, tare_weight: Number(tare_weight) }));
  if (maximum_gross_weight !== null && Number(vgm) > Number(maximum_gross_weight))
    return refusal(
      CARGO_SAYS['vgm_implausible.above']({ ...of, maximum_gross_weight: Number(maximum_gross_weight) }),
    );
  return undefined;
}

/** A weight that comes, or is taken away, after the cut-off of the voyage that it is for (decision 943). */
export function refusalOfLate({ number, voyage, cut_off }: WeighedStay, now: Date): Refusal | undefined {
  if (!cut_off || now <= cut_off) return undefined;
  return {
    code: CARGO.vgm_late,
    sentence: CARGO_SAYS.vgm_late({ container: number, voyage, cut_off }),
    records: [...naming('container', number), ...naming('voyage', voyage!)],
  };
}

/** What becomes of a weight that a message or an announcement declares. */
export type Verdict = 'set' | 'unchanged' | 'kept' | Refusal;

/**
 * Decides on a declared weight. `kept` is one that stands and is better.
 * @param field the field that states it
 * @param isLateTaken whether one that comes after the cut-off is taken
 */
export function verdictOn(
  stay: WeighedStay,
  coming: VerifiedWeight,
  { now, field, isLateTaken }: { now: Date; field: string; isLateTaken: boolean },
): Verdict {
  if (isSameWeight(coming, stay.weight)) return 'unchanged';
  const refusal =
    refusalOfImplausible(stay, coming.vgm, field) ?? (isLateTaken ? undefined : refusalOfLate(stay, now));
  return refusal ?? (isBetter(coming, stay.weight) ? 'set' : 'kept');
}

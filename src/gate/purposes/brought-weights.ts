import { VerifiedWeights } from '../../cargo/verified-weights/verified-weights.service';
import type { VerifiedWeight } from '../../cargo/verified-weights/verified-weight.rules';
import { COMMON } from '../../common/errors/codes';
import { isToCome } from '../../common/input/times';
import type { WriteRun } from '../../common/write/write-run';
import { isContainerDropOff, fromKilograms } from './purpose.rules';
import { plain, type PurposeRow } from './purpose-row';
import type { CreatePurpose } from './purpose.dto';

/**
 * Takes the verified gross masses that drop-offs bring to the stays of their containers, where none is better (decision 947).
 * Refuses one without method or signature, one that no container of the type can weigh, and one behind the cut-off of the voyage
 * unless an `admin` brings it. A file states them with its stays.
 */
export async function bringWeights(rows: PurposeRow[], { db, history }: WriteRun): Promise<void> {
  if (history) return;
  const bringing = rows.filter((row) => typeof row.said<CreatePurpose>().cargo!.vgm === 'number');
  if (!bringing.length) return;
  const now = await db.now();
  const declared = bringing.flatMap((row) => {
    const weight = weightOf(row, now, db.actor.weight_unit);
    const { container_id } = row.columns;
    return weight && container_id ? [{ row, container_id, weight, field: 'cargo.vgm' }] : [];
  });
  const verdicts = await new VerifiedWeights(db).declare(declared, db.actor.role === 'admin');
  verdicts.forEach((verdict, at) => {
    if (verdict && typeof verdict !== 'string')
      declared[at]!.row.refuse('cargo.vgm', { code: verdict.code, sentence: verdict.sentence });
  });
}

/** The mass that a purpose brings; undefined where it is refused. */
function weightOf(row: PurposeRow, now: Date, weight_unit: string): VerifiedWeight | undefined {
  const { vgm, vgm_method, vgm_responsible, vgm_at, vgm_reference } = row.said<CreatePurpose>().cargo!;
  const purpose = plain(row);
  if (!isContainerDropOff(purpose) || purpose.container_status !== 'full')
    row.refuse('cargo.vgm', {
      code: COMMON.mismatch,
      sentence: 'Only a full container that is dropped off has a verified gross mass.',
    });
  else if (vgm! <= 0) row.invalid('cargo.vgm', 'must be more than 0');
  else if (!vgm_method) row.invalid('cargo.vgm_method', 'is required with vgm');
  else if (!vgm_responsible) row.invalid('cargo.vgm_responsible', 'is required with vgm');
  else if (vgm_at && isToCome(vgm_at, now))
    row.refuse('cargo.vgm_at', {
      code: COMMON.time_to_come,
      sentence: 'A container is not weighed at a time to come.',
    });
  else
    return {
      vgm: fromKilograms(vgm!, weight_unit),
      vgm_method,
      vgm_responsible,
      vgm_at: vgm_at ? new Date(vgm_at) : now,
      vgm_reference: vgm_reference ?? null,
      vgm_source: 'pre_advice',
    };
  return undefined;
}

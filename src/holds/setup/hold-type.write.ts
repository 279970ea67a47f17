import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import { APPLIES_TO, HoldType } from '../../cargo/held/hold-type.kind';
import { kindModel } from '../../common/setup/kind-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { COMMON } from '../../common/errors/codes';

export const holdTypeModel = kindModel(HoldType, { compares: true, checks: [keepAppliesTo] });

/**
 * A hold type that was applied keeps its kind of record, because its holds could not be lifted otherwise (decision 72).
 */
async function keepAppliesTo(rows: RowOf<HoldType>[], { db }: WriteRun): Promise<void> {
  for (const applied of APPLIES_TO) {
    const changed = rows.filter(
      ({ before, columns: { applies_to } }) =>
        before?.applies_to === applied && applies_to && applies_to !== applied,
    );
    if (!changed.length) continue;
    const ids = changed.map(({ before }) => before!.id);
    const used = await db.query<{ id: number }>(sql`
      SELECT DISTINCT hold_type_id AS id FROM ${raw(`${applied}_holds`)}
      WHERE organization_id = ${db.actor.organization_id}
        AND ${among('hold_type_id', ids)}`);
    for (const row of changed)
      if (used.some(({ id }) => id === row.before!.id))
        row.refuse('applies_to', {
          code: COMMON.cannot_change,
          sentence: CARGO_SAYS[`cannot_change.hold_type_of_${applied}`](),
        });
  }
}

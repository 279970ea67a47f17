import sql from 'sql-template-tag';
import { naming } from '../../common/errors/errors';
import { kindModel } from '../../common/setup/kind-model';
import { column } from '../../common/write/field-map';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { PLACES } from '../places.codes';
import { YardSlot } from './yard-slot.kind';

/**
 * The write model of yard slots. Where a slot gets tiers, what stands there gets them in the order in which it came, and
 * loses them with the tiers of the slot: the trigger `give_tiers`.
 */
export const yardSlotModel = kindModel(YardSlot, {
  compares: true,
  maps: { reefer_plug: column('reefer_plug') },
  checks: [daily(suitStacks)],
});

type Field = 'tiers' | 'teu' | 'reefer_plug' | 'maximum_weight';

/** The sentence for each field that what stands in the slot does not suit; the number is of one container of it. */
const SENTENCES: Record<Field, (slot: string, number: string) => string> = {
  tiers: (slot) => `More containers stand in ${slot} than it would have tiers.`,
  teu: (slot, number) => `Container ${number} in ${slot} would not suit its length.`,
  reefer_plug: (slot, number) => `Container ${number} in ${slot} needs a plug.`,
  maximum_weight: (slot) => `What stands in ${slot} is heavier than that.`,
};

const FIELDS = Object.keys(SENTENCES) as Field[];

/** A slot with tiers suits what stands in it. The slot is locked, and so nothing comes to it meanwhile. */
async function suitStacks(rows: RowOf<YardSlot>[], { db }: WriteRun): Promise<void> {
  const changed = rows.filter(
    ({ before, columns }) => before && FIELDS.some((field) => columns[field] !== undefined),
  );
  for (const row of changed) {
    const { id, name } = row.before!;
    const found = await db.query<{ field: Field; number: string | null }>(sql`
      SELECT u.field, u.number FROM unsuited_stacks(${db.actor.organization_id}, ${id},
        ${row.after('tiers') ?? null}::integer, ${row.after('teu') ?? null}::integer,
        ${row.after('reefer_plug') ?? null}::boolean, ${row.after('maximum_weight') ?? null}::numeric) u`);
    for (const { field, number } of found)
      row.refuse(field, {
        code: PLACES.stack_unsuited,
        sentence: SENTENCES[field](name, number ?? ''),
        records: [...naming('yard_slot', name), ...naming('container', ...(number ? [number] : []))],
      });
  }
}

import { randomUUID } from 'node:crypto';
import { SAYS } from '../gate.sentences';
import sql, { raw } from 'sql-template-tag';
import { COMMON } from '../../common/errors/codes';
import type { Row } from '../../common/schema/columns';
import { kindModel } from '../../common/setup/kind-model';
import { column } from '../../common/write/field-map';
import { generatedKey } from '../../common/write/generated-key';
import type { Check } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { AppointmentClosure } from './appointment-closure.kind';
import { AppointmentPlan } from './appointment-plan.kind';

/** Generates a name with this prefix for a record that the client gave no name. */
const named = (letters: string) =>
  generatedKey('name', {
    random: () => `${letters}-${randomUUID()}`,
    ofDigest: (digest) => `${letters}-${digest.toString('hex').slice(0, 20)}`,
  });

/** Limits for an organization: plans, and closures that have not ended. */
const MOST = 1_000;

/** Every listing of slots reads all plans and open closures, so their number is limited (decision 229). */
function requireRoom<E extends Row>(
  of: { table: 'appointment_plans' | 'appointment_closures'; counted?: string },
  joins: (row: RowOf<E>) => boolean,
): Check<RowOf<E>> {
  return async (rows, { db }) => {
    const joining = rows.filter(joins);
    if (!joining.length) return;
    await db.alone(of.table);
    const [there] = await db.query<{ count: number }>(sql`
      SELECT count(*) FROM ${raw(of.table)} t
      WHERE t.organization_id = ${db.actor.organization_id} AND ${raw(of.counted ?? 'true')}`);
    for (const row of joining.slice(Math.max(0, MOST - there!.count)))
      row.refuseAll({
        code: COMMON.too_many,
        sentence: SAYS[`too_many.${of.table}`]({ count: MOST }),
      });
  };
}

const isOver = (until: Date | string | null | undefined) => new Date(until!).getTime() <= Date.now();

export const appointmentPlanModel = kindModel(AppointmentPlan, {
  compares: true,
  checks: [requireRoom({ table: 'appointment_plans' }, ({ before }) => !before)],
  maps: { name: named('PLAN'), purpose: column('purpose') },
});

export const appointmentClosureModel = kindModel(AppointmentClosure, {
  compares: true,
  checks: [
    requireRoom(
      {
        table: 'appointment_closures',
        counted: 't."until" > now()',
      },
      (row) => !isOver(row.after('until')) && (!row.before || isOver(row.before.until)),
    ),
  ],
  maps: { name: named('CLOSED'), from: column('from'), until: column('until') },
});

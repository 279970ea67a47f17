import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { effect, rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import type { Refusal } from '../../common/errors/errors';
import { groupBy } from '../../common/group-by';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import type { TariffRate } from './tariff-rate.kind';

/** The most rates of a tariff. */
const MOST = 5_000;

export const tooManyRates = (tariff: string): Refusal & { status: number } => ({
  code: COMMON.too_many,
  sentence: `Tariff '${tariff}' has at most ${MOST.toLocaleString('en')} rates.`,
  status: 422,
});

/** How many more rates each of these tariffs may have. Locks them, so that no other writer adds some meanwhile. */
export async function roomForRates(db: Db, tariffs: number[]): Promise<Map<number, Room>> {
  const { organization_id } = db.actor;
  const [, found] = await db.pipeline(
    effect(sql`
      SELECT id FROM tariffs WHERE organization_id = ${organization_id} AND ${among('id', tariffs)}
      ORDER BY id FOR NO KEY UPDATE`),
    rows<Room & { id: number }>(sql`
      SELECT t.id, t.name, ${MOST}::integer - (SELECT count(*)::integer FROM tariff_rates r
        WHERE r.organization_id = t.organization_id AND r.tariff_id = t.id) AS left
      FROM tariffs t WHERE t.organization_id = ${organization_id} AND ${among('t.id', tariffs)}`),
  );
  return new Map(found.map(({ id, ...room }) => [id, room]));
}

interface Room {
  name: string;
  left: number;
}

/** A tariff has no more rates than it may, whether they are made by a request or stand in a file. */
export async function requireRoomForRates(all: RowOf<TariffRate>[], { db }: WriteRun): Promise<void> {
  const added = all.filter((row) => row.before?.tariff_id !== row.after('tariff_id'));
  const byTariff = groupBy(added, (row) => row.after('tariff_id')!);
  if (!byTariff.size) return;
  const room = await roomForRates(db, [...byTariff.keys()]);
  for (const [id, those] of byTariff) {
    const { name, left } = room.get(id)!;
    for (const row of those.slice(Math.max(0, left))) row.refuse('tariff', tooManyRates(name));
  }
}

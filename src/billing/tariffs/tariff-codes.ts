import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { all, effect, type Query } from '../../common/database/sql/query';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import type { Tariff } from './tariff.kind';

/**
 * Writes anew on which days published tariffs price which charge codes. An exclusion constraint keeps two of one
 * customer and line apart.
 */
export function tariffCodes({ actor: { organization_id } }: Db, ids: number[]): Query<unknown> {
  return all(
    effect(
      sql`DELETE FROM tariff_codes WHERE organization_id = ${organization_id} AND ${among('tariff_id', ids)}`,
    ),
    effect(sql`
      INSERT INTO tariff_codes (organization_id, tariff_id, charge_code_id, customer_id, shipping_line_id, valid_from,
        valid_until)
      SELECT DISTINCT t.organization_id, t.id, r.charge_code_id, t.customer_id, t.shipping_line_id, t.valid_from,
        t.valid_until
      FROM tariffs t JOIN tariff_rates r ON r.organization_id = t.organization_id AND r.tariff_id = t.id
      WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)} AND t.published_at IS NOT NULL`),
  );
}

/** The same for the tariffs that were just written. In a file their rates come behind them, which write it again. */
export async function writeTariffCodes(rows: Pick<RowOf<Tariff>, 'id'>[], { db }: WriteRun): Promise<void> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length) await db.run(tariffCodes(db, ids));
}

import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { naming, Refused, Unknown } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';

/**
 * The id of the till that takes a payment, which stays open until the transaction ends; null without one.
 * @throws Unknown for its name; Refused where it is closed or takes another currency, and for cash without a till where the
 *   organization requires one
 */
export async function openTill(
  db: Db,
  { name, way, currency }: { name: string | null | undefined; way: string; currency: string | null },
): Promise<number | null> {
  const { organization_id } = db.actor;
  if (!name) {
    if (way !== 'cash') return null;
    const [organization] = await db.query<{ tills_required: boolean }>(
      sql`SELECT tills_required FROM organizations WHERE id = ${organization_id}`,
    );
    if (!organization!.tills_required) return null;
    throw new Refused({
      code: BILLING.till_missing,
      sentence: 'Say which till: cash needs one that is open.',
      field: 'till',
    });
  }
  const [till] = await db.query<{ id: number; is_open: boolean; currency: string }>(sql`
    SELECT id, opened_at IS NOT NULL AS is_open, currency FROM tills
    WHERE organization_id = ${organization_id} AND name = ${name} FOR SHARE`);
  if (!till) throw new Unknown('Till', name, 'till');
  const refuse = (code: Refused['code'], sentence: string) =>
    new Refused({ code, sentence, field: 'till', records: naming('till', name) });
  if (!till.is_open) throw refuse(BILLING.till_closed, `Till ${name} is not open.`);
  if (till.currency !== currency)
    throw refuse(BILLING.currency_differs, `Till ${name} takes ${till.currency} alone.`);
  return till.id;
}

import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { Actor } from '../common/tenancy/actor';

/** For how long interchanges are kept at least. */
const KEPT = '30 days';
/** The most interchanges that are removed in one transaction: each may have a thousand messages. */
const BATCH = 100;

/**
 * Removes interchanges of an organization from before a time, with their bytes, messages and what they told, oldest first
 * and in batches. What is still to be sent, read, applied or told stays, and so does all of the last 30 days. Numbers
 * count on. Returns how many were removed.
 */
export async function pruneInterchanges(db: Db, actor: Actor, before: Date): Promise<number> {
  let removed = 0;
  for (let after = 0, last = BATCH; last === BATCH; removed += last)
    [last, after] = await db.transaction(actor, '', () => removeSome(db, before, after));
  await db.transaction(actor, '', () =>
    db.query(sql`
      DELETE FROM edi_items i WHERE i.organization_id = ${actor.organization_id} AND i.status = 'withdrawn'
        AND i.created_at < least(${before}::timestamptz, now() - ${KEPT}::interval)`),
  );
  return removed;
}

/** Removes some behind an id. Returns how many, and the last id. */
async function removeSome(db: Db, before: Date, after: number): Promise<[number, number]> {
  const { organization_id } = db.actor;
  const found = await db.query<{ id: number }>(sql`
    SELECT e.id FROM edi_interchanges e
    WHERE e.organization_id = ${organization_id} AND e.id > ${after}
      AND e.created_at < least(${before}::timestamptz, now() - ${KEPT}::interval)
      AND e.status NOT IN ('received', 'queued') AND NOT EXISTS (
        SELECT FROM edi_messages m
        WHERE m.organization_id = e.organization_id AND m.edi_interchange_id = e.id
          AND (m.status IN ('received', 'waiting') OR m.asked IS NOT NULL OR EXISTS (
            SELECT FROM edi_items i
            JOIN edi_items b ON b.organization_id = i.organization_id AND b.takes_back_id = i.id AND b.status = 'waiting'
            WHERE i.organization_id = m.organization_id AND i.edi_message_id = m.id)))
    ORDER BY e.id LIMIT ${BATCH} FOR UPDATE OF e`);
  const ids = found.map(({ id }) => id);
  if (!ids.length) return [0, after];
  const gone = sql`SELECT m.id FROM edi_messages m
    WHERE m.organization_id = ${organization_id} AND m.edi_interchange_id = ANY(${ids}::bigint[])`;
  const told = sql`SELECT i.id FROM edi_items i
    WHERE i.organization_id = ${organization_id} AND i.edi_message_id IN (${gone})`;
  const of = sql`organization_id = ${organization_id}`;
  for (const statement of [
    sql`UPDATE edi_items SET takes_back_id = NULL WHERE ${of} AND takes_back_id IN (${told})`,
    sql`DELETE FROM edi_items WHERE ${of} AND edi_message_id IN (${gone})`,
    sql`UPDATE edi_messages SET replaces_id = NULL WHERE ${of} AND replaces_id IN (${gone})`,
    sql`UPDATE edi_messages SET replaced_by_id = NULL WHERE ${of} AND replaced_by_id IN (${gone})`,
    sql`UPDATE edi_interchanges SET duplicate_of_id = NULL WHERE ${of} AND duplicate_of_id = ANY(${ids}::bigint[])`,
    sql`UPDATE edi_interchanges SET acknowledgement_id = NULL WHERE ${of} AND acknowledgement_id = ANY(${ids}::bigint[])`,
    sql`DELETE FROM edi_message_keys WHERE ${of} AND edi_message_id IN (${gone})`,
    sql`DELETE FROM edi_messages WHERE ${of} AND edi_interchange_id = ANY(${ids}::bigint[])`,
    sql`DELETE FROM edi_payloads WHERE ${of} AND edi_interchange_id = ANY(${ids}::bigint[])`,
    sql`DELETE FROM edi_interchanges WHERE ${of} AND id = ANY(${ids}::bigint[])`,
  ])
    await db.query(statement);
  return [ids.length, ids.at(-1)!];
}

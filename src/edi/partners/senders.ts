import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import type { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';

/** A partner as its interchanges are read and answered. */
export type Partner = Pick<
  EdiPartner,
  'id' | 'name' | 'edi_id' | 'edi_qualifier' | 'own_edi_id' | 'test' | 'time_zone' | 'duplicates' | 'answers'
>;

/**
 * The active partner that a sender in UNB names: by its `edi_id`, or by the `entity_edi_id` of a line whose settings name
 * the partner. A partner that says its qualifier has to be named with it.
 */
export async function partnerOfSender(
  db: Db,
  sender: string,
  qualifier: string | null,
): Promise<Partner | undefined> {
  if (!sender) return undefined;
  const { organization_id } = db.actor;
  const [partner] = await db.query<Partner>(sql`
    SELECT p.id, p.name, p.edi_id, p.edi_qualifier, p.own_edi_id, p.test, p.time_zone, p.duplicates, p.answers
    FROM edi_partners p
    WHERE p.organization_id = ${organization_id} AND p.active AND (
      p.edi_id = ${sender} AND (p.edi_qualifier IS NULL OR p.edi_qualifier = ${qualifier}::text)
      OR p.id IN (SELECT s.edi_partner_id FROM edi_settings s
        WHERE s.organization_id = ${organization_id} AND s.entity_edi_id = ${sender}))
    ORDER BY (p.edi_id = ${sender}) DESC, (p.edi_qualifier IS NOT NULL) DESC, p.id LIMIT 1`);
  return partner;
}

/**
 * Why a sender in UNB is no partner: it is none that is active, or an active one has to be named with another qualifier.
 */
export async function notASender(db: Db, sender: string, qualifier: string | null): Promise<string> {
  const { organization_id } = db.actor;
  const [named] = await db.query<Pick<EdiPartner, 'name' | 'edi_qualifier'>>(sql`
    SELECT p.name, p.edi_qualifier FROM edi_partners p
    WHERE p.organization_id = ${organization_id} AND p.active AND p.edi_id = ${sender} ORDER BY p.id LIMIT 1`);
  if (!named) return `sender '${sender}' is no active EDI partner.`;
  const sent = qualifier ? `qualifier '${qualifier}'` : 'no qualifier';
  return `sender '${sender}' has ${sent}, but EDI partner '${named.name}' has '${named.edi_qualifier}'.`;
}

/** Whether an interchange is addressed to the terminal: by what the partner or a line of it calls the terminal. */
export async function isForUs(db: Db, partner: Partner, recipient: string): Promise<boolean> {
  if (partner.own_edi_id === recipient) return true;
  const { organization_id } = db.actor;
  const [own] = await db.query<{ known: boolean }>(sql`
    SELECT true AS known FROM edi_settings s
    WHERE s.organization_id = ${organization_id} AND s.edi_partner_id = ${partner.id}
      AND ${recipient} IN (s.sender_edi_id, s.default_sender_id) LIMIT 1`);
  return own !== undefined;
}

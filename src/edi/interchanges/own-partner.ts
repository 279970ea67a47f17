import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { NotFound } from '../../common/errors/errors';
import { EdiInterchange } from './edi-interchange.entity';
import { EdiMessage } from './edi-message.entity';

/** Narrows a list to the partner that the token of the request is bound to, if it is bound. */
export function ofOwnPartner(db: Db, reader: Reader): Reader {
  return reader.filter(db.actor.edi_partner_id, (partner) => sql`t.partner_id = ${partner}`);
}

/**
 * What a token that is bound to a partner may know: the interchanges and messages of that partner.
 * @throws NotFound for others
 */
export async function requireOwn(
  db: Db,
  entity: typeof EdiInterchange | typeof EdiMessage,
  id: number,
): Promise<void> {
  const { edi_partner_id } = db.actor;
  if (edi_partner_id === null) return;
  const what = entity === EdiMessage ? 'EDI message' : 'EDI interchange';
  if (!(await db.find(entity as typeof EdiMessage, { id, partner_id: edi_partner_id })))
    throw new NotFound(what, id);
}

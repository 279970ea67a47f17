import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { EDI } from '../edi.codes';
import { type Fault, fault } from '../edifact/fault';

/** A document of a partner that was applied. */
export interface Document {
  id: number;
  document_number: string | null;
  document_date: Date | null;
  function: string | null;
}

/** What stands for a subject, and when the last document of it was made. */
export interface Standing {
  document: Document | undefined;
  latest: Date | null;
}

/** What a document does with what stands for its subject. */
export type Intent = 'replace' | 'change' | 'add' | 'remove' | 'cancel';

/** How a document is taken: what it does, and the document in whose place it stands. */
export interface Taken {
  intent: Intent;
  stood: Document | undefined;
  warnings: Fault[];
}

const INTENTS: Record<string, Intent> = {
  '1': 'cancel',
  '2': 'add',
  '3': 'remove',
  '4': 'change',
  '5': 'replace',
  '9': 'replace',
};

/** A part takes nothing away but what it names; the whole, which it is of, is cancelled by another one. */
const INTENTS_OF_PART: Record<string, Intent> = {
  '2': 'add',
  '3': 'remove',
  '4': 'change',
  '5': 'change',
  '9': 'change',
};

/**
 * Reads what stands for a subject, but for the message that is applied. The messages of a partner are applied one after the other, so nothing is locked.
 */
export async function standingOf(
  db: Db,
  partner_id: number,
  subject: string,
  message_id: number,
): Promise<Standing> {
  const documents = await db.query<Document>(sql`
    SELECT m.id, m.document_number, m.document_date, m.function FROM edi_messages m
    WHERE m.organization_id = ${db.actor.organization_id} AND m.partner_id = ${partner_id} AND m.direction = 'in'
      AND m.status = 'applied' AND m.subject = ${subject} AND m.id <> ${message_id}
    ORDER BY m.id DESC LIMIT 100`);
  const dates = documents.flatMap(({ document_date }) => document_date?.getTime() ?? []);
  const last = documents[0];
  return {
    document: last?.function === '1' ? undefined : last,
    latest: dates.length ? new Date(Math.max(...dates)) : null,
  };
}

/** A document as it came, and what is allowed for it. */
export interface IncomingDocument {
  function: string | null;
  document_number: string | null;
  document_date: Date | null;
  /** Whether it says a part of its subject alone, and leaves the rest as it is. */
  isPart?: boolean;
  /** Whether an addition to a document that does not stand is an original. */
  addsNew?: boolean;
  /** Whether another original stands in the place of the one before. */
  replaces: boolean;
  /** Whether somebody has it applied although it is older, or another original stands. */
  force: boolean;
}

/** Decides how a document is taken beside what stands for its subject; a fault when it is refused. */
export function takenAs(document: IncomingDocument, { document: stood, latest }: Standing): Taken | Fault {
  const code = document.function ?? '9';
  const intent = (document.isPart ? INTENTS_OF_PART : INTENTS)[code];
  if (!intent)
    return fault(EDI.function_unknown, `The function ${code} of the document is none that is read.`);
  if (!document.force && latest && document.document_date && document.document_date < latest)
    return fault(
      EDI.older,
      `The document of ${document.document_date.toISOString()} is older than the one that stands, of ${latest.toISOString()}.`,
    );
  const nothing = fault('nothing_replaced', 'No document stands that this one replaces.');
  if (code === '2' && !stood && document.addsNew) return { intent: 'replace', stood, warnings: [nothing] };
  const needsOther = document.isPart ? intent === 'remove' : intent !== 'replace';
  if (!stood && needsOther)
    return fault(EDI.nothing_to_change, 'No document stands that this one could change.');
  if (code === '5' && !stood) return { intent, stood, warnings: [nothing] };
  const isOther = stood && stood.document_number !== document.document_number;
  if (code === '9' && isOther && !document.replaces && !document.force)
    return fault(EDI.original_exists, `Document ${stood.document_number} stands for this already.`);
  return { intent, stood, warnings: [] };
}

/** Whether a decision is a refusal. */
export const isFault = (taken: Taken | Fault): taken is Fault => 'code' in taken;

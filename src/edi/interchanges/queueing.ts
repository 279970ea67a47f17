import { DateTime } from 'luxon';
import { hash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import type { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import type { Fault } from '../edifact/fault';
import { type WrittenMessage, writeInterchange } from '../edifact/writer';
import { countStatus } from './counted';
import { EdiInterchange } from './edi-interchange.entity';
import { EdiInterchangeShow } from './edi-interchange.view';

/** A message as it is written and kept. */
export interface Composed extends Omit<WrittenMessage, 'reference'> {
  message: string;
  directory: string | null;
  association: string | null;
  document_number: string | null;
  function: string | null;
  flow_id: number | null;
  voyage_id: number | null;
  shipping_line_id: number | null;
  containers_count: number;
  warnings: Fault[];
  /** The numbers of its bookings and containers, by which it is found. */
  keys: { type: 'booking' | 'container'; key: string }[];
}

/** A sender or recipient: its id, and the qualifier of it (0007). */
export interface Party {
  id: string;
  qualifier: string | null;
}

/** How many digits the control reference of an interchange has. */
const REFERENCE_DIGITS = 14;

/**
 * Writes messages to a partner as one interchange that waits to be sent. Its control reference is the next of the partner,
 * whose row stays locked; a transaction that is rolled back gives it back. Returns the ids of the interchange and, in their
 * order, of the messages.
 */
export async function queueInterchange(
  db: Db,
  partner: Columns<EdiPartner> & { id: number },
  sender: Party,
  recipient: Party,
  messages: Composed[],
): Promise<{ id: number; messages: number[] }> {
  const { organization_id, time_zone, user_id } = db.actor;
  const [counted] = await db.query<{ last_reference: number }>(sql`
    UPDATE edi_partners SET last_reference = last_reference + 1
    WHERE organization_id = ${organization_id} AND id = ${partner.id} RETURNING last_reference`);
  const control_reference = String(counted!.last_reference).padStart(REFERENCE_DIGITS, '0');
  const now = await db.now();
  const local = DateTime.fromJSDate(now, { zone: partner.time_zone ?? time_zone });
  const kinds = [...new Set(messages.map(({ message }) => message))];
  const asks = partner.acknowledges === 'contrl' && kinds.some((kind) => kind !== 'CONTRL');
  const bytes = writeInterchange(
    {
      character_set: partner.character_set,
      syntax_version: String(partner.syntax_version),
      sender: [sender.id, sender.qualifier],
      recipient: [recipient.id, recipient.qualifier],
      prepared_at: [
        local.toFormat(partner.syntax_version >= 4 ? 'yyyyMMdd' : 'yyMMdd'),
        local.toFormat('HHmm'),
      ],
      control_reference,
      asks_acknowledgement: asks,
      test: partner.test,
      service_advice: partner.service_advice,
      line_breaks: partner.line_breaks,
    },
    messages.map(({ type, segments }, at) => ({ reference: String(at + 1), type, segments })),
  );
  const id = await db.insert(EdiInterchange, {
    direction: 'out',
    status: 'queued',
    partner_id: partner.id,
    control_reference,
    sender: sender.id,
    sender_qualifier: sender.qualifier,
    recipient: recipient.id,
    recipient_qualifier: recipient.qualifier,
    prepared_at: now,
    character_set: partner.character_set,
    syntax_version: String(partner.syntax_version),
    asks_acknowledgement: asks,
    test: partner.test,
    size: bytes.length,
    sha256: hash('sha256', bytes),
    messages_count: messages.length,
    kinds,
    user_id,
  });
  await db.query(sql`
    INSERT INTO edi_payloads (organization_id, edi_interchange_id, bytes)
    VALUES (${organization_id}, ${id}, ${bytes}::bytea)`);
  const ids = await keepMessages(db, partner.id, id, now, messages);
  await record(db, 'edi_interchange.queued', EdiInterchangeShow, id);
  countStatus(db, 'out', 'queued');
  return { id, messages: ids };
}

/** Keeps the messages of an interchange, and the keys that they are found by. Returns their ids. */
async function keepMessages(
  db: Db,
  partner_id: number,
  interchange: number,
  now: Date,
  messages: Composed[],
): Promise<number[]> {
  const { organization_id } = db.actor;
  let segment = 2;
  const rows = messages.map(({ segments, type: _type, keys: _keys, warnings, ...message }, at) => {
    const first_segment = segment;
    segment += segments.length + 2;
    const kept = warnings.slice(0, MOST_WARNINGS);
    return {
      ...message,
      reference: String(at + 1),
      first_segment,
      warnings: kept,
      warnings_count: warnings.length,
    };
  });
  const kept = await db.query<{ id: number }>(sql`
    INSERT INTO edi_messages (organization_id, edi_interchange_id, direction, partner_id, flow_id, message, directory,
      association, reference, document_number, function, document_date, voyage_id, shipping_line_id, status,
      containers_count, warnings, warnings_count, first_segment)
    SELECT ${organization_id}::bigint, ${interchange}::bigint, 'out', ${partner_id}::bigint, m.flow_id, m.message,
      m.directory, m.association, m.reference, m.document_number, m.function, ${now}::timestamptz, m.voyage_id,
      m.shipping_line_id, 'queued', m.containers_count, m.warnings, m.warnings_count, m.first_segment
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m(flow_id bigint, message text, directory text,
      association text, reference text, document_number text, function text, voyage_id bigint, shipping_line_id bigint,
      containers_count integer, warnings jsonb, warnings_count integer, first_segment integer)
    ORDER BY m.first_segment
    RETURNING id`);
  const ids = kept.map(({ id }) => id);
  const keys = messages.flatMap((message, at) => message.keys.map((key) => ({ ...key, message: ids[at] })));
  if (keys.length)
    await db.query(sql`
      INSERT INTO edi_message_keys (organization_id, type, key, edi_message_id)
      SELECT DISTINCT ${organization_id}::bigint, k.type, k.key, k.message
      FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k(type text, key text, message bigint)`);
  return ids;
}

/** The most warnings that are kept with a message. */
const MOST_WARNINGS = 200;

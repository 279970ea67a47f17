import type { Db } from '../../common/database/db';
import type { Columns } from '../../common/schema/columns';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import type { Fault } from '../edifact/fault';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import type { EdiMessage } from '../interchanges/edi-message.entity';
import { queueInterchange } from '../interchanges/queueing';
import { aperak } from './aperak.write';

/** The directory of an APERAK about a message that names none. */
const DIRECTORY = '95B';
/** Messages that answer others are not answered. */
const ANSWERS: readonly string[] = ['APERAK', 'CONTRL'];

/**
 * Tells a partner by an APERAK why a message of it is refused, where the partner wants to know: within the transaction that
 * refuses it.
 */
export async function answerRefusal(
  db: Db,
  message: Columns<EdiMessage> & { id: number },
  document_number: string | null,
  errors: readonly Fault[],
): Promise<void> {
  const partner = (await db.find(EdiPartner, { id: message.partner_id }))!;
  if (!partner.answers_rules || ANSWERS.includes(message.message)) return;
  const interchange = (await db.find(EdiInterchange, { id: message.edi_interchange_id }))!;
  // Both have a sender and a recipient, since their messages were read.
  const own = { id: interchange.recipient!, qualifier: interchange.recipient_qualifier };
  const theirs = { id: interchange.sender!, qualifier: interchange.sender_qualifier };
  const number = `APK${String(message.id).padStart(8, '0')}`;
  const { character_set, time_zone } = partner;
  const directory = message.directory ?? DIRECTORY;
  const segments = aperak(
    {
      document_number: number,
      written_at: await db.now(),
      refused: document_number ?? message.reference ?? '',
      own_id: own.id,
      partner_id: theirs.id,
      errors,
    },
    { character_set, time_zone: time_zone ?? db.actor.time_zone },
  );
  await queueInterchange(db, partner, own, theirs, [
    {
      message: 'APERAK',
      type: ['APERAK', 'D', directory, 'UN'],
      segments,
      directory,
      association: null,
      document_number: number,
      function: '27',
      flow_id: null,
      voyage_id: null,
      shipping_line_id: null,
      containers_count: 0,
      warnings: [],
      keys: [],
    },
  ]);
}

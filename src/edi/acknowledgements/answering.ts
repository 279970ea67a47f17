import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import type { Columns } from '../../common/schema/columns';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { EdiChannel } from '../channels/edi-channel.entity';
import { EDI } from '../edi.codes';
import { type Fault, fault } from '../edifact/fault';
import type { Interchange } from '../edifact/interchange';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import { queueInterchange } from '../interchanges/queueing';
import { queueAgain } from '../interchanges/sending';
import { partnerOfSender } from '../partners/senders';
import { contrl, contrlType } from './contrl.write';

/**
 * Answers an interchange that was read by a CONTRL, where its partner wants one: within the transaction that reads it. That
 * of a repeated one is sent again. What only the terminal's rules refuse counts as received.
 * @param interchange what was read; undefined for one that cannot be read to its end
 */
export async function answerInterchange(db: Db, id: number, interchange?: Interchange): Promise<void> {
  const stored = (await db.find(EdiInterchange, { id }))!;
  if (stored.partner_id === null || !stored.control_reference || !stored.recipient) return;
  const partner = (await db.find(EdiPartner, { id: stored.partner_id }))!;
  if (!wantsAnswer(partner, stored) || isOfContrl(interchange)) return;
  if (!(await isFromPartner(db, stored))) return;
  if (stored.duplicate_of_id !== null && (await repeated(db, id, stored.duplicate_of_id))) return;
  const [refused = null] = stored.errors as Fault[];
  const messages = refused ? [] : await answered(db, partner, interchange!);
  const segments = contrl({
    control_reference: stored.control_reference,
    sender: { id: stored.sender!, qualifier: stored.sender_qualifier },
    recipient: { id: stored.recipient, qualifier: stored.recipient_qualifier },
    refused,
    messages,
  });
  const answer = await queueInterchange(
    db,
    partner,
    { id: stored.recipient, qualifier: stored.recipient_qualifier },
    { id: stored.sender!, qualifier: stored.sender_qualifier },
    [
      {
        message: 'CONTRL',
        type: contrlType(String(partner.syntax_version)),
        segments,
        directory: null,
        association: null,
        document_number: null,
        function: null,
        flow_id: null,
        voyage_id: null,
        shipping_line_id: null,
        containers_count: 0,
        warnings: [],
        keys: [],
      },
    ],
  );
  await keep(db, id, answer.id);
}

const wantsAnswer = ({ answers }: Columns<EdiPartner>, stored: Columns<EdiInterchange>) =>
  answers === 'always' || (answers === 'asked' && stored.asks_acknowledgement);

/**
 * Whether the partner itself sent the interchange. Nobody gets a CONTRL if the sender is not known, or if the channel is of
 * another partner.
 */
async function isFromPartner(
  db: Db,
  { partner_id, channel_id, sender, sender_qualifier }: Columns<EdiInterchange>,
): Promise<boolean> {
  const known = await partnerOfSender(db, sender ?? '', sender_qualifier);
  if (known?.id !== partner_id) return false;
  return channel_id === null || (await db.find(EdiChannel, { id: channel_id, partner_id })) !== null;
}

/** Messages that need no flow. */
const WITHOUT_FLOW: readonly string[] = ['CONTRL', 'APERAK'];

/** A CONTRL is never answered. */
const isOfContrl = (interchange: Interchange | undefined) =>
  interchange?.messages.every(({ message }) => message === 'CONTRL') ?? false;

/** Sends the answer to the interchange that is repeated once more. Returns false when it had none. */
async function repeated(db: Db, id: number, first: number): Promise<boolean> {
  const { acknowledgement_id } = (await db.find(EdiInterchange, { id: first }))!;
  if (acknowledgement_id === null) return false;
  const answer = (await db.find(EdiInterchange, { id: acknowledgement_id }, { lock: true }))!;
  if (answer.status !== 'queued') await queueAgain(db, [acknowledgement_id]);
  await keep(db, id, acknowledgement_id);
  return true;
}

async function keep(db: Db, id: number, acknowledgement_id: number): Promise<void> {
  await db.update(EdiInterchange, id, { acknowledgement_id, acknowledged_at: await db.now() });
}

/** Messages with what is wrong with their syntax, and those that nobody has agreed to exchange. */
async function answered(db: Db, partner: Columns<EdiPartner>, { messages }: Interchange) {
  const flows = await db.query<{ message: string; directory: string | null; association: string | null }>(sql`
    SELECT f.message, f.directory, f.association FROM edi_flows f
    WHERE f.organization_id = ${db.actor.organization_id} AND f.partner_id = ${partner.id} AND f.direction = 'in'
      AND f.active`);
  return messages.map(({ errors, ...message }) => {
    const ofKind = flows.filter((flow) => flow.message === message.message);
    const isRead = ofKind.some(
      ({ directory, association }) =>
        (directory === null || directory === message.directory) &&
        (association === null || association === message.association),
    );
    if (errors.length || isRead || WITHOUT_FLOW.includes(message.message)) return { ...message, errors };
    const code = ofKind.length ? EDI.directory_unknown : EDI.no_flow;
    const place = { segment: message.first.number, tag: 'UNH' };
    return { ...message, errors: [fault(code, `there is no flow for ${message.message}.`, place)] };
  });
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { MOST_TRIES } from '../../common/database/write/tries';
import { record } from '../../common/recording/record';
import { COMMON } from '../../common/errors/codes';
import { Unavailable } from '../../common/errors/database-errors';
import type { Columns } from '../../common/schema/columns';
import { EdiChannel } from '../channels/edi-channel.entity';
import { answerInterchange } from '../acknowledgements/answering';
import { EDI } from '../edi.codes';
import { type Fault, fault, Unreadable } from '../edifact/fault';
import { type Interchange, readInterchange } from '../edifact/interchange';
import { headerOf } from '../edifact/tokenizer';
import { countStatus } from '../interchanges/counted';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import { bytesOf } from '../interchanges/payloads';
import { keepingMarks } from '../interchanges/segments';
import { EdiInterchangeShow } from '../interchanges/edi-interchange.view';
import { EdiMessageShow } from '../interchanges/edi-message.view';
import { isForUs, notASender, type Partner, partnerOfSender } from '../partners/senders';
import { preparedAt } from './prepared-at';

/** For how long equal bytes of a partner that numbers all alike are a repetition. */
const ALIKE = '30 days';

type Stored = Columns<EdiInterchange>;
/** What is known of an interchange whose envelope was read, or of its header alone. */
type Envelope = Pick<
  Stored,
  | 'control_reference'
  | 'sender'
  | 'sender_qualifier'
  | 'recipient'
  | 'recipient_qualifier'
  | 'character_set'
  | 'syntax_version'
  | 'asks_acknowledgement'
  | 'test'
>;

/** The bytes of an interchange, and what was read of its envelope, or why that cannot be read to its end. */
interface ReadBytes {
  bytes: Buffer;
  interchange?: Interchange;
  error?: Fault;
}

/** Reads the envelope of an interchange that was kept, and puts its messages in a row to be applied. */
@Injectable()
export class ReadingService {
  constructor(
    private readonly db: Db,
    private readonly background: Background,
  ) {}

  /** The envelope of an interchange, which is read outside of transactions because that takes seconds for a large one. */
  async envelope({ organization_id, id }: { organization_id: number; id: number }): Promise<ReadBytes> {
    const bytes = await this.background.inOrganization(organization_id, 'the EDI inbox', () =>
      bytesOf(this.db, organization_id, id),
    );
    return { bytes, ...(await readable(bytes)) };
  }

  /**
   * Decides of an interchange within the running transaction, if it is still to be read.
   * @throws Unavailable while another process is reading those of the organization, which are read one after the other
   */
  async read(id: number, read: ReadBytes): Promise<void> {
    const name = `EDI inbox of ${this.db.actor.organization_id}`;
    const [lock] = await this.db.query<{ held: boolean }>(sql`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS held`);
    if (!lock!.held) throw new Unavailable('lock_wait');
    const stored = await this.db.find(EdiInterchange, { id, status: 'received' }, { lock: true });
    if (stored) await answerInterchange(this.db, id, await this.take(stored, read));
  }

  /** Refuses an interchange at which the service fails. */
  async giveUp(id: number): Promise<void> {
    if (!(await this.db.find(EdiInterchange, { id, status: 'received' }, { lock: true }))) return;
    await this.refuse(
      id,
      fault(
        COMMON.failed,
        `The service failed at this interchange ${MOST_TRIES} times. The failures were logged.`,
      ),
    );
  }

  /** Returns what was read; undefined for an interchange that cannot be read to its end. */
  private async take(
    stored: Stored,
    { bytes, interchange, error }: ReadBytes,
  ): Promise<Interchange | undefined> {
    const { id } = stored;
    const envelope = interchange ? envelopeOf(interchange) : envelopeBegun(bytes);
    const partner = envelope?.sender
      ? await partnerOfSender(this.db, envelope.sender, envelope.sender_qualifier)
      : undefined;
    const at =
      interchange && preparedAt(interchange.prepared_at, partner?.time_zone ?? this.db.actor.time_zone);
    const partner_id = stored.bound ? stored.partner_id : (partner?.id ?? null);
    const known = { ...envelope, prepared_at: at ?? null, partner_id };
    await this.db.update(EdiInterchange, id, {
      ...known,
      read_at: await this.db.now(),
      tries: 0,
      claimed_until: null,
    });
    if (interchange) await this.db.query(keepingMarks(stored, interchange.marks));
    if (interchange) await this.decide(stored, partner, interchange);
    else await this.refuse(id, error!);
    return interchange;
  }

  /** Refuses an interchange, takes it as a repetition, or keeps its messages. */
  private async decide(
    stored: Stored,
    partner: Partner | undefined,
    interchange: Interchange,
  ): Promise<void> {
    const { id } = stored;
    if (stored.bound && partner && partner.id !== stored.partner_id)
      return this.refuse(
        id,
        fault(
          COMMON.mismatch,
          `sender '${interchange.sender.id}' is another partner than the one that sent it.`,
          UNB,
        ),
      );
    if (!partner) {
      const { id: sender, qualifier } = interchange.sender;
      const sentence = await notASender(this.db, sender, qualifier);
      return this.refuse(id, fault(EDI.sender_unknown, sentence, UNB));
    }
    const refusal = await this.against(partner, interchange, stored);
    if (refusal) return this.refuse(id, refusal);
    const earlier = await this.earlier(stored, partner, interchange.control_reference);
    if (earlier && earlier.sha256 !== stored.sha256)
      return this.refuse(
        id,
        fault(
          EDI.reference_reused,
          `Interchange ${interchange.control_reference} of '${interchange.sender.id}' came before, with other content.`,
        ),
      );
    if (earlier) {
      countStatus(this.db, 'in', 'duplicate');
      return this.db.update(EdiInterchange, id, { status: 'duplicate', duplicate_of_id: earlier.id });
    }
    await this.keepMessages(id, partner, interchange);
  }

  /** Why the whole interchange is not taken. */
  private async against(
    partner: Partner,
    { sender, recipient, test }: Interchange,
    { channel_id }: Stored,
  ): Promise<Fault | undefined> {
    if (channel_id && !(await this.db.find(EdiChannel, { id: channel_id, partner_id: partner.id })))
      return fault(
        EDI.sender_unknown,
        `sender '${sender.id}' is not the EDI partner whose channel it came through.`,
        UNB,
      );
    if (!(await isForUs(this.db, partner, recipient.id)))
      return fault(
        EDI.not_for_us,
        `recipient '${recipient.id}' is not what '${partner.name}' calls the terminal.`,
        UNB,
      );
    if (test && !partner.test)
      return fault(
        EDI.test_refused,
        `the interchange is a test, which '${partner.name}' does not send.`,
        UNB,
      );
    return undefined;
  }

  /** The interchange of the partner that this one repeats, or whose reference it uses again. */
  private async earlier(
    { id, sha256 }: Stored,
    partner: Partner,
    reference: string,
  ): Promise<{ id: number; sha256: string } | undefined> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`SELECT FROM edi_partners
      WHERE organization_id = ${organization_id} AND id = ${partner.id} FOR NO KEY UPDATE`);
    const alike =
      partner.duplicates === 'content'
        ? sql`e.sha256 = ${sha256} AND e.created_at > now() - ${ALIKE}::interval`
        : sql`e.control_reference = ${reference}`;
    const [earlier] = await this.db.query<{ id: number; sha256: string }>(sql`
      SELECT e.id, e.sha256 FROM edi_interchanges e
      WHERE e.organization_id = ${organization_id} AND e.partner_id = ${partner.id} AND e.direction = 'in'
        AND e.status = 'read' AND e.id <> ${id} AND ${alike}
      ORDER BY e.id LIMIT 1`);
    return earlier;
  }

  private async keepMessages(
    id: number,
    partner: Partner,
    { messages, warnings }: Interchange,
  ): Promise<void> {
    const { organization_id } = this.db.actor;
    const rows = messages.map(({ first, errors, ...message }) => ({
      ...message,
      message: cut(message.message),
      first_segment: first.number,
      first_byte: first.at,
      errors,
      errors_count: errors.length,
      status: errors.length ? 'refused' : 'received',
    }));
    const kept = await this.db.query<{ id: number; errors_count: number }>(sql`
      INSERT INTO edi_messages (organization_id, edi_interchange_id, direction, partner_id, message, directory, association,
        reference, first_segment, first_byte, errors, errors_count, status, asked, asked_at)
      SELECT ${organization_id}::bigint, ${id}, 'in', ${partner.id}, m.message, m.directory, m.association, m.reference,
        m.first_segment, m.first_byte, m.errors, m.errors_count, m.status,
        CASE WHEN m.errors_count = 0 THEN 'apply' END, CASE WHEN m.errors_count = 0 THEN clock_timestamp() END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m(message text, directory text, association text,
        reference text, first_segment integer, first_byte integer, errors jsonb, errors_count integer, status text)
      RETURNING id, errors_count`);
    await this.db.update(EdiInterchange, id, {
      status: 'read',
      warnings,
      messages_count: messages.length,
      kinds: [...new Set(messages.map(({ message }) => cut(message)))],
    });
    countStatus(this.db, 'in', 'read');
    const refused = kept.filter(({ errors_count }) => errors_count).map((message) => message.id);
    await record(this.db, 'edi_message.refused', EdiMessageShow, refused);
  }

  private async refuse(id: number, error: Fault): Promise<void> {
    await this.db.update(EdiInterchange, id, { status: 'refused', errors: [error] });
    await record(this.db, 'edi_interchange.refused', EdiInterchangeShow, id);
    countStatus(this.db, 'in', 'refused');
  }
}

/** A value of an envelope as far as it is kept, without the blanks that fill it up: none that is usual is as long. */
const cut = (value = '') => value.trim().slice(0, 255);

const UNB = { segment: 1, tag: 'UNB' };

async function readable(bytes: Buffer): Promise<Omit<ReadBytes, 'bytes'>> {
  try {
    return { interchange: await readInterchange(bytes) };
  } catch (error) {
    if (error instanceof Unreadable) return { error: error.fault };
    throw error;
  }
}

function envelopeOf(interchange: Interchange): Envelope {
  const { sender, recipient, control_reference, character_set, syntax_version } = interchange;
  return {
    control_reference: cut(control_reference),
    sender: cut(sender.id),
    sender_qualifier: sender.qualifier,
    recipient: cut(recipient.id),
    recipient_qualifier: recipient.qualifier,
    character_set,
    syntax_version,
    asks_acknowledgement: interchange.asks_acknowledgement,
    test: interchange.test,
  };
}

/** What the UNB of an interchange says that cannot be read to its end. */
function envelopeBegun(bytes: Buffer): Envelope | undefined {
  try {
    const { elements } = headerOf(bytes);
    const [[set, version] = [], [sender = '', qualifier] = [], [recipient, ofRecipient] = []] = elements;
    return {
      control_reference: cut(elements[4]?.[0]) || null,
      sender: cut(sender) || null,
      sender_qualifier: cut(qualifier) || null,
      recipient: cut(recipient) || null,
      recipient_qualifier: cut(ofRecipient) || null,
      character_set: set || null,
      syntax_version: version || null,
      asks_acknowledgement: elements[8]?.[0] === '1',
      test: elements[10]?.[0] === '1',
    };
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

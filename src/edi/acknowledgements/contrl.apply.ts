import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Columns } from '../../common/schema/columns';
import type { Fault } from '../edifact/fault';
import type { MessageKind } from '../incoming/message-kind';
import type { Read } from '../incoming/reading/reader';
import type { Attempt } from '../incoming/attempt';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import { EdiMessage } from '../interchanges/edi-message.entity';
import { noteAnswer, refuseUnsent } from './answered';
import { type Contrl, readContrl } from './contrl.message';

/** Applies CONTRL: what a partner says of an interchange that was sent to it. */
@Injectable()
export class Contrls implements MessageKind<Contrl> {
  readonly message = 'CONTRL';
  readonly reader = readContrl;

  constructor(private readonly db: Db) {}

  async apply(attempt: Attempt, { content }: Read<Contrl>): Promise<void> {
    if (!content) return;
    attempt.head.document_number = content.control_reference;
    const interchange = await this.find(attempt, content);
    if (!interchange) return refuseUnsent(attempt, `Interchange ${content.control_reference}`, 'UCI');
    if (attempt.isRefused) return;
    await this.note(attempt, interchange.id, content);
  }

  /** The interchange of ours that it speaks of, locked: the last one of that number to the partner. */
  private async find(
    { partner }: Attempt,
    { control_reference, sender, recipient }: Contrl,
  ): Promise<(Columns<EdiInterchange> & { id: number }) | null> {
    const [found] = await this.db.query<{ id: number }>(sql`
      SELECT e.id FROM edi_interchanges e
      WHERE e.organization_id = ${this.db.actor.organization_id} AND e.control_reference = ${control_reference}
        AND e.direction = 'out' AND e.partner_id = ${partner.id} AND e.kinds <> '{CONTRL}'
        AND ${sender} IN ('', e.sender) AND ${recipient} IN ('', e.recipient)
      ORDER BY e.id DESC LIMIT 1`);
    return found ? this.db.find(EdiInterchange, { id: found.id }, { lock: true }) : null;
  }

  private async note(attempt: Attempt, id: number, { action, error, messages }: Contrl): Promise<void> {
    const { organization_id } = this.db.actor;
    const refused = sql`errors = ${JSON.stringify(error ? [error] : [])}::jsonb`;
    await noteAnswer(this.db, attempt, id, action, refused);
    const ours = await this.db.findAll(
      EdiMessage,
      { edi_interchange_id: id },
      { only: ['reference', 'first_segment'] },
    );
    const first = new Map(ours.map(({ reference, first_segment }) => [reference, first_segment]));
    const marked = messages.map(({ reference, errors, ...message }) => ({
      reference,
      status: action === 'rejected' ? action : message.action,
      errors: errors.map((each) => inInterchange(each, first.get(reference) ?? 1)),
      errors_count: errors.length,
    }));
    await this.db.query(sql`
      UPDATE edi_messages m SET status = r.status, errors = r.errors, errors_count = r.errors_count, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(marked)}::jsonb)
        AS r(reference text, status text, errors jsonb, errors_count integer)
      WHERE m.organization_id = ${organization_id} AND m.edi_interchange_id = ${id} AND m.reference = r.reference`);
  }
}

/** A fault whose segment is counted from the UNH of its message, counted from the UNB. */
function inInterchange(error: Fault, first_segment: number): Fault {
  if (error.segment === null) return error;
  const segment = error.segment + first_segment - 1;
  return { ...error, segment, sentence: error.sentence.replace(/^Segment \d+/, `Segment ${segment}`) };
}

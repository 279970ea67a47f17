import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Attempt } from '../incoming/attempt';
import type { MessageKind } from '../incoming/message-kind';
import type { Read } from '../incoming/reading/reader';
import { EdiInterchange } from '../interchanges/edi-interchange.entity';
import { EdiMessage } from '../interchanges/edi-message.entity';
import { noteAnswer, refuseUnsent } from './answered';
import { type Aperak, readAperak } from './aperak.message';

/** A message of ours that a partner speaks of. */
interface Ours {
  id: number;
  edi_interchange_id: number;
  messages_count: number;
}

/** Applies APERAK: what a partner's rules make of a message that was sent. */
@Injectable()
export class Aperaks implements MessageKind<Aperak> {
  readonly message = 'APERAK';
  readonly reader = readAperak;

  constructor(private readonly db: Db) {}

  async apply(attempt: Attempt, { content }: Read<Aperak>): Promise<void> {
    if (!content) return;
    attempt.head.document_number = content.document_number;
    const ours = await this.find(attempt, content.about);
    if (!ours) return refuseUnsent(attempt, `Message ${content.about}`, 'RFF');
    await this.note(attempt, ours, content);
  }

  /**
   * The last message to the partner with this document number, else the last one of a month with this reference. Its
   * interchange is locked.
   */
  private async find({ partner }: Attempt, about: string): Promise<Ours | undefined> {
    const ours = sql`SELECT m.id, m.edi_interchange_id FROM edi_messages m
      WHERE m.organization_id = ${this.db.actor.organization_id} AND m.partner_id = ${partner.id} AND m.direction = 'out'
        AND m.message NOT IN ('CONTRL', 'APERAK')`;
    const [found] = await this.db.query<Omit<Ours, 'messages_count'>>(sql`
      (${ours} AND m.document_number = ${about} ORDER BY m.id DESC LIMIT 1) UNION ALL
      (${ours} AND m.reference = ${about} AND m.created_at > now() - interval '30 days' ORDER BY m.id DESC LIMIT 1)
      LIMIT 1`);
    if (!found) return undefined;
    const interchange = await this.db.find(EdiInterchange, { id: found.edi_interchange_id }, { lock: true });
    return { ...found, messages_count: interchange!.messages_count };
  }

  private async note(attempt: Attempt, ours: Ours, { isRejection, errors }: Aperak): Promise<void> {
    const status = isRejection ? 'rejected' : 'acknowledged';
    // An interchange of one message is what becomes of that.
    if (ours.messages_count === 1) await noteAnswer(this.db, attempt, ours.edi_interchange_id, status);
    await this.db.update(EdiMessage, ours.id, { status, errors, errors_count: errors.length });
  }
}

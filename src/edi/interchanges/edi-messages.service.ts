import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { idOr, idOrAmong, key } from '../../common/database/sql/references';
import { Conflict, NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { currentScope } from '../../common/tenancy/scope';
import { EDI } from '../edi.codes';
import { Inbox } from '../partners/inbox';
import { keepMeanings } from '../partners/meanings';
import type {
  ApplyEdiMessage,
  DismissEdiMessage,
  EdiMessageQuery,
  EdiMessageRecordQuery,
} from './edi-message.dto';
import { EdiMessage, type MessageOrder, type MessageStatus } from './edi-message.entity';
import { ofOwnPartner, requireOwn } from './own-partner';
import { EdiMessageRecordShow, EdiMessageShow } from './edi-message.view';

/** The states in which somebody may still decide what becomes of a message. */
const OPEN: MessageStatus[] = ['waiting', 'refused', 'dismissed'];

/** Lists and shows messages, and takes what is to be done with them. */
@Injectable()
export class EdiMessagesService {
  constructor(
    private readonly db: Db,
    private readonly inbox: Inbox,
  ) {}

  list(query: EdiMessageQuery): Promise<Page> {
    const { organization_id } = this.db.actor;
    const naming = (type: string) => (name: string) => sql`t.id IN (
      SELECT k.edi_message_id FROM edi_message_keys k
      WHERE k.organization_id = ${organization_id} AND k.type = ${type} AND k.key = ${name})`;
    const container = query.container_number && normalizeContainerNumber(query.container_number);
    return ofOwnPartner(this.db, this.db.read(EdiMessageShow))
      .filter(query.direction, (direction) => sql`t.direction = ${direction}`)
      .filter(query.partner, (partner) => sql`t.partner_id = ${partner}`)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .filter(query.message, (message) => sql`t.message = ${message}`)
      .refersTo('flow', idOr('name'), query.flow)
      .filter(query.edi_interchange, (interchange) => sql`t.edi_interchange_id = ${interchange}`)
      .refersTo('voyage', key('number'), query.voyage_number)
      .refersTo('shipping_line', idOrAmong('code', 'name'), query.shipping_line)
      .filter(query.booking_number, naming('booking'))
      .filter(container, naming('container'))
      .filter(query.document_number, (number) => sql`t.document_number = ${number}`)
      .filter(query.function, (code) => sql`t.function = ${code}`)
      .skewed(query.errors, (errors) => (errors ? sql`t.errors_count > 0` : sql`t.errors_count = 0`))
      .since(query.from, (from) => sql`t.created_at >= ${from}`)
      .skewed(query.until, (until) => sql`t.created_at <= ${until}`)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(id: number): Promise<Json> {
    await requireOwn(this.db, EdiMessage, id);
    return this.db.show(EdiMessageShow, id, 'EDI message');
  }

  /** @throws NotFound */
  async records(id: number, query: EdiMessageRecordQuery): Promise<Page> {
    await requireOwn(this.db, EdiMessage, id);
    if (!(await this.db.find(EdiMessage, { id }))) throw new NotFound('EDI message', id);
    return this.db
      .read(EdiMessageRecordShow)
      .where(sql`t.edi_message_id = ${id}`)
      .page(query.request());
  }

  /**
   * Has a message applied; what words of the partner mean is kept first.
   * @throws NotFound; Conflict for one that is applied, or still to be looked at; Refused for a code
   */
  async apply(id: number, { force, codes }: ApplyEdiMessage): Promise<Json> {
    const message = await this.open(id);
    await keepMeanings(this.db, message.partner_id, codes ?? []);
    return this.ask(id, 'apply', force ?? false);
  }

  /** @throws NotFound; Conflict */
  async preview(id: number): Promise<Json> {
    await this.open(id);
    return this.ask(id, 'preview');
  }

  /** @throws NotFound; Conflict */
  async dismiss(id: number, { reason }: DismissEdiMessage): Promise<Json> {
    const message = await this.open(id);
    if (message.status !== 'dismissed') {
      await this.db.update(EdiMessage, id, { status: 'dismissed', dismiss_reason: reason, asked: null });
      await record(this.db, 'edi_message.dismissed', EdiMessageShow, id);
    }
    return this.show(id);
  }

  private async ask(id: number, asked: MessageOrder, force = false): Promise<Json> {
    await this.db.update(EdiMessage, id, {
      asked,
      force,
      asked_at: await this.db.now(),
      asked_by_id: this.db.actor.user_id,
      tries: 0,
    });
    currentScope().afterCommit?.add(() => this.inbox.wake());
    return this.show(id);
  }

  /** The message, locked. Throws NotFound, and Conflict for one that nothing is to be decided of. */
  private async open(id: number): Promise<Columns<EdiMessage>> {
    const message = await this.db.find(EdiMessage, { id }, { lock: true });
    if (!message) throw new NotFound('EDI message', id);
    if (message.direction !== 'in' || !OPEN.includes(message.status))
      throw new Conflict({
        code: EDI.message_over,
        sentence: `EDI message ${id} is ${message.status}: only one that is ${OPEN.join(', ')} is still to be decided.`,
      });
    return message;
  }
}

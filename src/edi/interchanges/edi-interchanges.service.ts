import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Conflict, NotFound } from '../../common/errors/errors';
import { FileAnswer } from '../../common/file-answer';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { currentScope } from '../../common/tenancy/scope';
import { EDI } from '../edi.codes';
import { Inbox } from '../partners/inbox';
import type { EdiInterchangeQuery, EdiSegmentQuery } from './edi-interchange.dto';
import { EdiInterchange } from './edi-interchange.entity';
import { EdiInterchangeShow } from './edi-interchange.view';
import { ofOwnPartner, requireOwn } from './own-partner';
import { bytesOf } from './payloads';
import { SegmentsService } from './segments.service';
import type { Fault } from '../edifact/fault';

/** Lists and shows interchanges, and has one read again. */
@Injectable()
export class EdiInterchangesService {
  constructor(
    private readonly db: Db,
    private readonly inbox: Inbox,
    private readonly ofInterchange: SegmentsService,
  ) {}

  list(query: EdiInterchangeQuery): Promise<Page> {
    return ofOwnPartner(this.db, this.db.read(EdiInterchangeShow))
      .filter(query.direction, (direction) => sql`t.direction = ${direction}`)
      .filter(query.partner, (partner) => sql`t.partner_id = ${partner}`)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .skewed(query.message, (message) => sql`t.kinds @> ARRAY[${message}::text]`)
      .filter(query.control_reference, (reference) => sql`t.control_reference = ${reference}`)
      .filter(query.sender, (sender) => sql`t.sender = ${sender}`)
      .filter(query.file_name, (name) => sql`t.file_name = ${name}`)
      .since(query.from, (from) => sql`t.created_at >= ${from}`)
      .skewed(query.until, (until) => sql`t.created_at <= ${until}`)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(id: number): Promise<Json> {
    await requireOwn(this.db, EdiInterchange, id);
    return this.db.show(EdiInterchangeShow, id, 'EDI interchange');
  }

  /** @throws NotFound */
  async raw(id: number): Promise<FileAnswer> {
    const { file_name } = await this.find(id);
    return new FileAnswer(
      'application/EDIFACT',
      await bytesOf(this.db, this.db.actor.organization_id, id),
      file_name ?? `${id}.edi`,
      'attachment',
    );
  }

  /** @throws NotFound */
  async segments(id: number, query: EdiSegmentQuery): Promise<Page> {
    const { errors } = await this.find(id);
    return this.ofInterchange.page(id, errors as Fault[], query.request());
  }

  /**
   * Has a refused interchange read again.
   * @throws NotFound; Conflict for one that is not refused
   */
  async read(id: number): Promise<Json> {
    const interchange = await this.find(id, { lock: true });
    if (interchange.direction !== 'in' || interchange.status !== 'refused')
      throw new Conflict({
        code: EDI.interchange_over,
        sentence: `EDI interchange ${id} is ${interchange.status}: only a refused one is read again.`,
      });
    await this.db.update(EdiInterchange, id, {
      status: 'received',
      errors: [],
      warnings: [],
      read_at: null,
      tries: 0,
      claimed_until: null,
    });
    currentScope().afterCommit?.add(() => this.inbox.wake());
    return this.show(id);
  }

  private async find(id: number, options?: { lock?: boolean }) {
    await requireOwn(this.db, EdiInterchange, id);
    const found = await this.db.find(EdiInterchange, { id }, options);
    if (!found) throw new NotFound('EDI interchange', id);
    return found;
  }
}

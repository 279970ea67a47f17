import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Conflict, NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Columns } from '../../common/schema/columns';
import { EDI } from '../edi.codes';
import { EdiInterchange, type InterchangeStatus } from '../interchanges/edi-interchange.entity';
import { EdiInterchangeShow } from '../interchanges/edi-interchange.view';
import { requireOwn } from '../interchanges/own-partner';
import { markSent, queueAgain } from '../interchanges/sending';
import { ComposingService } from './composing.service';

/** Sends outgoing interchanges again, composes them anew, and lets partners take them. */
@Injectable()
export class OutgoingInterchangesService {
  constructor(
    private readonly db: Db,
    private readonly composing: ComposingService,
  ) {}

  /** @throws NotFound; Conflict for one that waits to be sent already */
  async resend(id: number): Promise<Json> {
    await this.outgoing(id, ['sent', 'acknowledged', 'rejected'], 'only one that was sent is sent again');
    await queueAgain(this.db, [id]);
    return this.show(id);
  }

  /** @throws NotFound; Conflict for one that does not wait */
  async taken(id: number): Promise<Json> {
    await this.outgoing(id, ['queued'], 'only one that waits is taken');
    await markSent(this.db, [id]);
    return this.show(id);
  }

  /**
   * Composes the rejected messages of an interchange anew. The answer is the interchanges that are made.
   * @throws NotFound; Conflict for one of which nothing was rejected, or that was composed anew already
   */
  async recompose(id: number): Promise<Json> {
    const interchange = await this.outgoing(
      id,
      ['acknowledged', 'rejected'],
      'only a rejected one is composed anew',
    );
    const rejected = await this.db.query<{ id: number; flow_id: number }>(sql`
      SELECT m.id, m.flow_id FROM edi_messages m
      WHERE m.organization_id = ${this.db.actor.organization_id} AND m.edi_interchange_id = ${id}
        AND m.status = 'rejected' AND m.flow_id IS NOT NULL ORDER BY m.id`);
    if (!rejected.length) throw over(`None of the messages of EDI interchange ${id} was rejected.`);
    if (interchange.recomposed) throw over(`EDI interchange ${id} was composed anew already.`);
    const ids = await this.composing.composeAgain(
      rejected[0]!.flow_id,
      rejected.map((message) => message.id),
    );
    await this.db.update(EdiInterchange, id, { recomposed: true });
    return this.db.read(EdiInterchangeShow).where(among('t.id', ids)).all();
  }

  private show(id: number): Promise<Json> {
    return this.db.show(EdiInterchangeShow, id, 'EDI interchange');
  }

  /** An interchange that goes, locked, in one of these states. Throws NotFound and Conflict. */
  private async outgoing(
    id: number,
    statuses: InterchangeStatus[],
    rule: string,
  ): Promise<Columns<EdiInterchange>> {
    await requireOwn(this.db, EdiInterchange, id);
    const interchange = await this.db.find(EdiInterchange, { id }, { lock: true });
    if (!interchange) throw new NotFound('EDI interchange', id);
    if (interchange.direction !== 'out')
      throw over(`EDI interchange ${id} came from its partner: ${rule}, of those that go.`);
    if (!statuses.includes(interchange.status))
      throw over(`EDI interchange ${id} is ${interchange.status}: ${rule}.`);
    return interchange;
  }
}

const over = (sentence: string) => new Conflict({ code: EDI.interchange_over, sentence });

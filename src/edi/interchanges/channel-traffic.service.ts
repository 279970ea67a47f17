import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { currentScope } from '../../common/tenancy/scope';
import { type Incoming, type Outgoing, Traffic } from '../channels/traffic';
import { Inbox } from '../partners/inbox';
import { EdiInterchange } from './edi-interchange.entity';
import { KeepingService } from './keeping.service';
import { markSent } from './sending';

/** The interchanges that channels bring and take. */
@Injectable()
export class ChannelTraffic extends Traffic {
  constructor(
    private readonly db: Db,
    private readonly keeping: KeepingService,
    private readonly inbox: Inbox,
  ) {
    super();
  }

  async keep({ edi_channel_id, ...arrived }: Incoming): Promise<void> {
    await this.keeping.keep({ ...arrived, channel_id: edi_channel_id });
    currentScope().afterCommit?.add(() => this.inbox.wake());
  }

  async next(edi_channel_id: number): Promise<Outgoing | undefined> {
    const [next] = await this.db.query<Outgoing>(sql`
      SELECT i.id, p.name AS partner, coalesce(i.kinds[1], 'EDI') AS message, coalesce(i.control_reference, i.id::text)
          AS control_reference, i.created_at AS time, b.bytes,
        i.file_name IS NOT NULL AS is_again
      FROM edi_channels c
      JOIN edi_interchanges i ON i.organization_id = c.organization_id AND i.partner_id = c.partner_id
        AND i.status = 'queued'
      JOIN edi_partners p ON p.organization_id = i.organization_id AND p.id = i.partner_id
      JOIN edi_payloads b ON b.organization_id = i.organization_id AND b.edi_interchange_id = i.id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${edi_channel_id} AND c.active
      ORDER BY i.id LIMIT 1`);
    return next;
  }

  async sent(id: number, edi_channel_id: number, file_name: string): Promise<void> {
    const queued = await this.db.find(EdiInterchange, { id, status: 'queued' }, { lock: true });
    if (!queued) return;
    await this.db.update(EdiInterchange, id, { channel_id: edi_channel_id, file_name });
    await markSent(this.db, [id]);
  }

  async tried(partner_id: number): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      UPDATE edi_interchanges i SET tries = i.tries + 1
      WHERE i.organization_id = ${organization_id} AND i.id = (
        SELECT n.id FROM edi_interchanges n
        WHERE n.organization_id = ${organization_id} AND n.partner_id = ${partner_id} AND n.status = 'queued'
        ORDER BY n.id LIMIT 1)`);
  }
}

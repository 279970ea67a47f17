import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { toId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { kindEvent, recordUpdate } from '../../common/recording/record';
import { keyInAnyCase } from '../../common/database/references';
import { NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { Container } from '../containers/container.kind';
import { ContainerShow } from '../containers/container.view';
import { ContainerStayQuery, UpdateContainerStay } from './container-stay.dto';
import { ContainerStay } from './container-stay.entity';
import { ContainerStayShow } from './container-stay.view';
import { containerStayModel } from './container-stay.write';

/** The columns of a stay that name a voyage: those of its announcement, and those of its arrival and departure. */
const VOYAGES = ['arrival_voyage', 'departure_voyage', 'arrived_by_voyage', 'departed_by_voyage'];

/** Lists, shows and corrects stays. Movements and announcements of containers open and end them. */
@Injectable()
export class ContainerStaysService {
  constructor(private readonly db: Db) {}

  list(query: ContainerStayQuery): Promise<Page> {
    return this.db
      .read(ContainerStayShow)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .filter(query.usage, (usage) => sql`t.usage = ${usage}`)
      .filter(query.container_status, (status) => sql`t.container_status = ${status}`)
      .since(query.in_from, (from) => sql`t.in_at >= ${from}`)
      .skewed(query.in_until, (until) => sql`t.in_at <= ${until}`)
      .since(query.out_from, (from) => sql`t.out_at >= ${from}`)
      .skewed(query.out_until, (until) => sql`t.out_at <= ${until}`)
      .skewed(query.here_since_before, (before) => sql`t.status = 'here' AND t.in_at < ${before}`)
      .refersTo('shipping_line', 'code', query.shipping_line)
      .refersTo('booking', keyInAnyCase('number'), query.booking_number)
      .refersTo(VOYAGES, keyInAnyCase('number'), query.voyage_number)
      .refersTo('bill_of_ladings.bill_of_lading', keyInAnyCase('number'), query.bill_of_lading_number)
      .page(query.request());
  }

  /** The stays of a container that a path names by id or number. Throws NotFound. */
  async ofContainer(idOrNumber: string, query: PageQuery): Promise<Page> {
    const number = normalizeContainerNumber(idOrNumber);
    const container = await this.db.findByIdOrKey(Container, 'number', number);
    if (!container) throw new NotFound('Container', idOrNumber);
    return this.db
      .read(ContainerStayShow)
      .where(sql`t.container_id = ${container.id}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: string): Promise<Json> {
    return this.db
      .read(ContainerStayShow)
      .where(sql`t.id = ${toId(id) ?? null}`)
      .orNotFound('Container stay', id);
  }

  /**
   * Corrects the times of a stay and what the container was at the terminal for.
   * @throws NotFound, and Refused for impossible times
   */
  async update(id: string, input: UpdateContainerStay): Promise<Json> {
    const found = await this.find(id);
    // Lock the container first, in the lock order of its movements.
    await this.db.find(Container, { id: found.container_id }, { lock: true });
    const stay = await this.find(id, { lock: true });
    await recordUpdate(this.db, 'container_stay.updated', ContainerStayShow, stay.id, () =>
      recordUpdate(this.db, kindEvent('container', 'updated'), ContainerShow, stay.container_id, () =>
        containerStayModel.update(this.db, stay, input),
      ),
    );
    return this.show(id);
  }

  private async find(id: string, options?: { lock?: boolean }) {
    const stay = await this.db.find(ContainerStay, { id: toId(id) ?? 0 }, options);
    if (!stay) throw new NotFound('Container stay', id);
    return stay;
  }
}

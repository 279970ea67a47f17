import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { toId } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { isTheirs } from '../../common/party-wall/party-wall';
import { kindEvent, recordUpdate } from '../../common/recording/record';
import { byRecord, byWords, Group } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { keyInAnyCase } from '../../common/database/sql/references';
import { NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { filterBoxes, OF_STAY } from '../containers/box-filters';
import { Container } from '../containers/container.kind';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../containers/container-words';
import { placeGroups } from '../containers/place-counts';
import { PlacingRules } from '../placing/placing-rules';
import { Leaving } from '../release/leaving.service';
import { isOfHeld } from '../held/unlifted-holds';
import { ContainerShow } from '../containers/container.view';
import {
  ContainerStayCountQuery,
  ContainerStayQuery,
  StayGroup,
  UpdateContainerStay,
} from './container-stay.dto';
import { ContainerStay } from './container-stay.entity';
import { ContainerStayShow } from './container-stay.view';
import { containerStayModel } from './container-stay.write';
import { STAY_STATUSES } from './stay-words';

const GROUPS: Record<StayGroup, Group> = {
  status: byWords('status', STAY_STATUSES),
  usage: byWords('usage', CONTAINER_USAGES),
  container_status: byWords('container_status', CONTAINER_STATUSES),
  shipping_line: byRecord('shipping_line_id', 'shipping_lines', 'code'),
  arrival_voyage: byRecord('arrival_voyage_id', 'voyages', 'number'),
  departure_voyage: byRecord('departure_voyage_id', 'voyages', 'number'),
  booking: byRecord('booking_id', 'bookings', 'number'),
  // what is not here is in no place of the terminal, so its container is not read
  ...placeGroups(
    'w',
    (value) => `CASE WHEN t.status = 'here' THEN (SELECT ${value} FROM containers w
      WHERE w.organization_id = t.organization_id AND w.id = t.container_id AND w.stay_id = t.id) END`,
  ),
};

/** Lists, shows and corrects stays. Movements and announcements of containers open and end them. */
@Injectable()
export class ContainerStaysService {
  constructor(
    private readonly db: Db,
    private readonly leaving: Leaving,
    private readonly placing: PlacingRules,
  ) {}

  /** @throws Unavailable while too much of what is due is to be reckoned anew */
  async list(query: ContainerStayQuery): Promise<Page> {
    const page = await (await this.matching(query)).page(query.request());
    return query.with ? this.leaving.carried('container_stays', page, query.may_leave) : page;
  }

  /** How many stays there are of each value. Throws Unavailable as `list` does. */
  async counts(query: ContainerStayCountQuery): Promise<Json> {
    return (await this.matching(query)).counts(query.by, GROUPS[query.by]);
  }

  private async matching(query: ContainerStayQuery): Promise<Reader> {
    const { may_leave } = query;
    const condition =
      typeof may_leave === 'boolean' && (await this.leaving.condition('container_stays', may_leave));
    return filterBoxes(this.db.read(ContainerStayShow), query, OF_STAY, this.db.actor)
      .skewed(condition || null, (is) => is)
      .among('t.status', query.status)
      .among('t.usage', query.usage)
      .among('t.container_status', query.container_status)
      .since(query.in_from, (from) => sql`t.in_at >= ${from}`)
      .skewed(query.in_until, (until) => sql`t.in_at <= ${until}`)
      .since(query.out_from, (from) => sql`t.out_at >= ${from}`)
      .skewed(query.out_until, (until) => sql`t.out_at <= ${until}`)
      .skewed(query.here_since_before, (before) => sql`t.status = 'here' AND t.in_at < ${before}`)
      .skewed(query.held, (held) => {
        const isHeld = isOfHeld(this.db.actor.organization_id);
        return held ? isHeld : sql`NOT ${isHeld}`;
      })
      .refersTo('booking', keyInAnyCase('number'), query.booking_number)
      .refersTo('bill_of_ladings.bill_of_lading', keyInAnyCase('number'), query.bill_of_lading_number)
      .orders({ in_at: sql`t.in_at`, out_at: sql`t.out_at` });
  }

  /**
   * The stays of a container that a path names by id or number. For an actor who is limited to parties the container is
   * there when a stay of it is theirs, also where it shows another one.
   * @throws NotFound
   */
  async ofContainer(idOrNumber: string, query: PageQuery): Promise<Page> {
    const number = normalizeContainerNumber(idOrNumber);
    const container = this.db.actor.limited
      ? await this.ofParties(number)
      : await this.db.findByIdOrKey(Container, 'number', number);
    if (!container) throw new NotFound('Container', idOrNumber);
    return this.db
      .read(ContainerStayShow)
      .where(sql`t.container_id = ${container.id}`)
      .page(query.request());
  }

  /**
   * The container of which a stay is theirs; digits alone are tried as its id first. In one statement, so that one of others
   * is looked for as one that never was.
   */
  private async ofParties(idOrNumber: string): Promise<{ id: number } | undefined> {
    const { actor, dataSource } = this.db;
    const [found] = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM containers c
      WHERE c.organization_id = ${actor.organization_id}
        AND (c.number = ${idOrNumber} OR c.id = ${toId(idOrNumber) ?? null}::bigint)
        AND EXISTS (
          SELECT FROM container_stays s
          WHERE s.organization_id = c.organization_id AND s.container_id = c.id
            AND ${isTheirs(dataSource, ContainerStay, 's', actor)})
      ORDER BY c.number = ${idOrNumber} LIMIT 1`);
    return found;
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
    if (input.dangerous_goods !== undefined && stay.status === 'here')
      await this.placing.standing(stay.container_id);
    return this.show(id);
  }

  private async find(id: string, options?: { lock?: boolean }) {
    const stay = await this.db.find(ContainerStay, { id: toId(id) ?? 0 }, options);
    if (!stay) throw new NotFound('Container stay', id);
    return stay;
  }
}

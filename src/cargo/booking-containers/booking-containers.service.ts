import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, planned, rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { kindEvent, record, updating } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { CAME_FOR_BOOKING, makeContainers, takeFacts } from '../announcing/announced-containers';
import type { AnnouncedContainer } from '../announcing/announced-facts';
import { ContainerShow } from '../containers/container.view';
import { Booking } from '../setup/booking.kind';
import { lockChosen } from '../stays/stay-queries';
import { StaysService } from '../stays/stays.service';
import { BookingContainerShow } from './booking-container.view';

/** The most containers that are announced for one booking. */
export const MOST_CONTAINERS = 10_000;

/** What became of a container of a booking. `left` would have gone, and stays, since it was received. */
export interface PutContainer {
  id: number;
  container_id: number;
  did: 'created' | 'updated' | 'unchanged' | 'removed' | 'left';
}

interface StoredContainer {
  id: number;
  container_id: number;
  edi_message_id: number | null;
  /** Whether it came for the booking, and is here or has left again. */
  received: boolean;
}

export interface PuttingContainers {
  /** Whether the others go that were not received. */
  replace?: boolean;
  /** The message that names them. */
  edi_message_id?: number | null;
  /** Whether containers have events. */
  told?: boolean;
}

/** The containers that lines announce for their bookings. */
@Injectable()
export class BookingContainersService {
  private readonly stays: StaysService;

  constructor(private readonly db: Db) {
    this.stays = new StaysService(db);
  }

  /** Those of the booking that a path names by its id or number. Throws NotFound. */
  async list(idOrNumber: string, query: PageQuery): Promise<Page> {
    const booking = await this.db.findByIdOrKey(Booking, 'number', idOrNumber.trim());
    if (!booking) throw new NotFound('Booking', idOrNumber);
    const { id } = booking as Columns<Booking> & { id: number };
    return this.db
      .read(BookingContainerShow)
      .where(sql`t.booking_id = ${id}`)
      .page(query.request());
  }

  /**
   * Announces containers for a booking: for export, to leave with its voyage. Their stays take what is said of them; a
   * container that is here for something else is left as it is, and of one that came for the booking only what is empty
   * is filled. Containers with unknown numbers are made, of their line, else of that of the booking.
   * @returns what became of each container, in no order
   * @throws NotFound for a booking that was deleted meanwhile, Refused for too many containers
   */
  async put(
    booking_id: number,
    said: AnnouncedContainer[],
    { replace = false, edi_message_id = null, told = false }: PuttingContainers = {},
  ): Promise<PutContainer[]> {
    const booking = await this.alone(booking_id);
    const facts = said.map((each) => ({
      ...each,
      usage: each.usage ?? 'export',
      booking_id,
      departure_voyage_id: booking.voyage_id,
    }));
    const unnamed = [
      ...new Map(
        facts.flatMap((each) => (each.container_id ? [] : [[each.container_number, each] as const])),
      ).values(),
    ];
    const found = await this.db.run(
      makeContainers(
        this.db,
        unnamed.map((each) => ({
          ...each,
          shipping_line_id: each.shipping_line_id ?? booking.shipping_line_id,
        })),
      ),
    );
    const ids = new Map(found.map(({ number, id }) => [number, id]));
    const made = found.flatMap((each) => (each.made ? each.id : []));
    const isMade = new Set(made);
    const named = new Map(
      facts.map((each) => {
        const container_id = each.container_id ?? ids.get(each.container_number!)!;
        return [container_id, { ...each, container_id }];
      }),
    );
    const stored = await this.lock(booking_id, [...named.keys()], replace);
    const known = new Map(stored.map((each) => [each.container_id, each]));
    const added = [...named.keys()].filter((id) => !known.has(id));
    const kept = stored.filter(({ container_id }) => named.has(container_id));
    const others = replace ? stored.filter(({ container_id }) => !named.has(container_id)) : [];
    const removed = others.filter(({ received }) => !received);
    if (added.length && (await this.count(booking_id)) + added.length - removed.length > MOST_CONTAINERS)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `A booking has at most ${MOST_CONTAINERS} containers.`,
      });
    const coming = [...named.keys()].filter((id) => !isMade.has(id) && !known.get(id)?.received);
    if (told) {
      await this.db.run(updating(this.db, kindEvent('container', 'updated'), ContainerShow, coming));
      await record(this.db, kindEvent('container', 'created'), ContainerShow, made);
    }
    await this.stays.announce(coming);
    const changed = new Set(
      await this.db.run(
        takeFacts(
          this.db,
          [...named.values()].filter(({ container_id }) => !isMade.has(container_id)),
          CAME_FOR_BOOKING,
        ),
      ),
    );
    const created = await this.write(booking_id, added, kept, edi_message_id);
    await this.delete(removed, told);
    return [
      ...created.map((each) => ({ ...each, did: 'created' as const })),
      ...kept.map(({ id, container_id }) => ({
        id,
        container_id,
        did: changed.has(container_id) ? ('updated' as const) : ('unchanged' as const),
      })),
      ...removed.map(({ id, container_id }) => ({ id, container_id, did: 'removed' as const })),
      ...others
        .filter(({ received }) => received)
        .map(({ id, container_id }) => ({ id, container_id, did: 'left' as const })),
    ];
  }

  /**
   * Takes containers off a booking, but for those that were received, which are `left`. All of them unless some are given.
   * @throws NotFound for a booking that was deleted meanwhile
   */
  async takeOff(
    booking_id: number,
    container_ids?: number[],
    { told = false }: Pick<PuttingContainers, 'told'> = {},
  ): Promise<PutContainer[]> {
    await this.alone(booking_id);
    const stored = await this.lock(booking_id, container_ids ?? [], container_ids === undefined);
    await this.delete(
      stored.filter(({ received }) => !received),
      told,
    );
    return stored.map(({ id, container_id, received }) => ({
      id,
      container_id,
      did: received ? 'left' : 'removed',
    }));
  }

  /** One request at a time changes the containers of a booking. The booking is locked behind them, as at the gate. */
  private async alone(booking_id: number): Promise<Columns<Booking>> {
    await this.db.alone(`containers of booking ${booking_id}`);
    const booking = await this.db.find(Booking, { id: booking_id });
    if (!booking) throw new NotFound('Booking', booking_id);
    return booking;
  }

  /** Locks containers, and all those of the booking as well; returns those of them that the booking has. */
  private async lock(
    booking_id: number,
    container_ids: number[],
    whole: boolean,
  ): Promise<StoredContainer[]> {
    const { organization_id } = this.db.actor;
    const chosen = sql`b.organization_id = ${organization_id} AND b.booking_id = ${booking_id}
      AND (${whole} OR b.container_id = ANY(${container_ids}::bigint[]))`;
    const [, stored] = await this.db.pipeline(
      lockChosen(
        organization_id,
        sql`
          SELECT unnest(${container_ids}::bigint[])
          UNION SELECT b.container_id FROM booking_containers b WHERE ${chosen}`,
      ),
      rows<StoredContainer>(
        planned(sql`
        SELECT b.id, b.container_id, b.edi_message_id,
          s.status IN ('here', 'departed') AND s.booking_id IS NOT DISTINCT FROM b.booking_id AS received
        FROM booking_containers b
        LEFT JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id
        WHERE ${chosen} ORDER BY b.id FOR UPDATE OF b`),
      ),
    );
    return stored;
  }

  private async count(booking_id: number): Promise<number> {
    const [counted] = await this.db.query<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM booking_containers
      WHERE organization_id = ${this.db.actor.organization_id} AND booking_id = ${booking_id}`);
    return counted!.count;
  }

  /** Writes new containers, and the message that names those that are there. Returns the new ones. */
  private async write(
    booking_id: number,
    added: number[],
    kept: StoredContainer[],
    edi_message_id: number | null,
  ): Promise<{ id: number; container_id: number }[]> {
    const { organization_id } = this.db.actor;
    const [created] = await this.db.pipeline(
      rows<{ id: number; container_id: number }>(
        planned(sql`
        INSERT INTO booking_containers (organization_id, booking_id, container_id, edi_message_id)
        SELECT ${organization_id}::bigint, ${booking_id}::bigint, a.id, ${edi_message_id}::bigint
        FROM unnest(${added}::bigint[]) WITH ORDINALITY AS a(id, at) ORDER BY a.at
        RETURNING id, container_id`),
      ),
      effect(
        planned(sql`
        UPDATE booking_containers b SET edi_message_id = coalesce(${edi_message_id}::bigint, b.edi_message_id),
          stay_id = CASE WHEN s.status IN ('here', 'departed') THEN b.stay_id ELSE c.stay_id END, updated_at = now()
        FROM containers c, container_stays s
        WHERE b.organization_id = ${organization_id} AND b.id = ANY(${kept.map(({ id }) => id)}::bigint[])
          AND c.organization_id = b.organization_id AND c.id = b.container_id
          AND s.organization_id = b.organization_id AND s.id = b.stay_id
          AND (coalesce(${edi_message_id}::bigint, b.edi_message_id) IS DISTINCT FROM b.edi_message_id
            OR s.status = 'cancelled' AND c.stay_id IS DISTINCT FROM b.stay_id)`),
      ),
    );
    return created;
  }

  /**
   * Deletes containers of a booking: their announced stays are not for it any more, and are cancelled where nothing else
   * announces them. The caller has locked the containers.
   */
  private async delete(containers: StoredContainer[], told: boolean): Promise<void> {
    if (!containers.length) return;
    const { organization_id } = this.db.actor;
    const ids = containers.map(({ id }) => id);
    const container_ids = containers.map(({ container_id }) => container_id);
    if (told)
      await this.db.run(updating(this.db, kindEvent('container', 'updated'), ContainerShow, container_ids));
    await this.db.pipeline(
      effect(sql`
        UPDATE containers c SET booking_id = NULL, updated_at = now()
        FROM booking_containers b
        JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id AND s.status = 'announced'
        WHERE b.organization_id = ${organization_id} AND b.id = ANY(${ids}::bigint[])
          AND c.organization_id = b.organization_id AND c.id = b.container_id AND c.stay_id = b.stay_id
          AND c.booking_id = b.booking_id`),
      effect(sql`
        DELETE FROM booking_containers
        WHERE organization_id = ${organization_id} AND id = ANY(${ids}::bigint[])`),
    );
    await this.stays.cancel(container_ids);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import sql, { empty, join, Sql } from 'sql-template-tag';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Db } from '../../common/database/db';
import { planned } from '../../common/database/sql/query';
import { EventsLost, Gone, NotFound } from '../../common/errors/errors';
import { Json } from '../../common/json';
import type { Feed } from '../../common/pagination/page';
import { goesOn, oldestOf } from '../epochs';
import { typesHiddenFrom } from '../event-rights';
import { EventFilter, EventQuery } from './event.dto';
import { eventJson } from './event.view';
import { conditionsOf } from './filters';
import { withoutPersonalData } from './personal-in-events';
import { ownOf, SIGHT, type Sight, type StoredEvent, toldToParties } from './visible-to-parties';

/** The size limit of a page, in bytes of JSON. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** The most reads for one page, of a token whose parties see nothing of many events. */
const MOST_READS = 10;

/** A part of the feed. */
export interface Slice {
  /** The events as JSON. */
  events: string[];
  /** The cursor for the next part. All events up to it have been scanned. */
  after: number;
  /** Whether the end of the feed was reached. */
  isLast: boolean;
  /** Whether it ends because of its size. */
  isCut: boolean;
}

/** An event that was read: its JSON, and for a limited token how much it sees of the record. */
type Shown = Sight & { json: string };

/** SQL: the events `shown`, with as what the token is told them. */
const WITH_SIGHT = sql`json_agg(json_build_object('json', json, 'level', level, 'level_before', level_before, 'own', own) ORDER BY id)`;

/** Reads the feed of the organization. */
@Injectable()
export class FeedService {
  private readonly json: Sql;

  constructor(
    private readonly db: Db,
    @Inject(CONFIG) { public_url }: Config,
  ) {
    this.json = eventJson(public_url ?? '');
  }

  /** @throws Gone when events behind `after` were pruned, and EventsLost when that of `after` is of another history */
  async list(query: EventQuery): Promise<Feed> {
    const per = query.per ?? 100;
    if (query.after === 'latest') return { rows: new Json('[]'), after: await this.end(), per };
    const { events, after } = await this.filled(query, query.after ?? undefined, per);
    const before = query.after && events.length ? await this.lastOf(query, idOf(events[0]!)) : null;
    return { rows: new Json(`[${linked(events, before).join(',')}]`), after, per };
  }

  /** Reads on while a slice has fewer events than a page, because parties see nothing of the others. */
  private async filled(filter: EventFilter, after: number | undefined, per: number): Promise<Slice> {
    let slice = await this.slice(filter, after, per);
    const { limited } = this.db.actor;
    for (let read = 1; limited && read < MOST_READS && !slice.isLast && !slice.isCut; read++) {
      const missing = per - slice.events.length;
      if (!missing) break;
      const next = await this.slice(filter, slice.after, missing);
      slice = { ...next, events: [...slice.events, ...next.events] };
    }
    return slice;
  }

  /** @throws NotFound */
  async show(id: number): Promise<Json> {
    const { organization_id, limited } = this.db.actor;
    const conditions = sql`e.organization_id = ${organization_id} AND e.id = ${id} AND ${this.isShown()}`;
    const [row] = await this.db.query<Shown>(
      limited
        ? sql`
      SELECT (${this.json})::text AS json, ${SIGHT}, ${ownOf(this.parties())} AS own FROM event_parties p
      JOIN parties u ON u.organization_id = p.organization_id AND u.id = p.party_id
      JOIN events e ON e.organization_id = p.organization_id AND e.id = p.event_id
      WHERE p.organization_id = ${organization_id} AND p.party_id = ANY(${this.parties()})
        AND p.event_id = ${id} AND ${conditions}
      GROUP BY e.organization_id, e.id, e.recorded_at`
        : sql`
      SELECT (${this.json})::text AS json FROM events e
      WHERE ${conditions}`,
    );
    const [event] = this.seen(row ? [row] : []);
    if (event === undefined) throw new NotFound('Event', id);
    return new Json(event);
  }

  /** The id of the last event before another one that the token is told with this filter; null for none. */
  private async lastOf(filter: EventFilter, id: number): Promise<number | null> {
    const { organization_id, limited } = this.db.actor;
    const filters = await conditionsOf(this.db, filter);
    const shown = [sql`e.organization_id = ${organization_id}`, this.isShown(), ...filters];
    if (limited) return this.lastOfParties(shown, id);
    const [event] = await this.db.query<{ id: number }>(
      planned(sql`
      SELECT e.id FROM events e WHERE ${join([sql`e.id < ${id}`, ...shown], ' AND ')} ORDER BY e.id DESC LIMIT 1`),
    );
    return event?.id ?? null;
  }

  /** Reads back, more and more at a time, because parties see nothing of some events. */
  private async lastOfParties(conditions: Sql[], before: number): Promise<number | null> {
    for (let id = before, count = 1; ; count = Math.min(count * 10, 100)) {
      const events = await this.db.query<Shown & { id: number }>(
        planned(sql`
        SELECT e.id, (${this.json})::text AS json, p.level, p.level_before, ${ownOf(this.parties())} AS own
        FROM (${this.pageOfParties(conditions, sql`p.event_id < ${id}`, count, sql`DESC`)}) p
        JOIN events e ON e.organization_id = ${this.db.actor.organization_id} AND e.id = p.id
          AND e.recorded_at = p.recorded_at
        ORDER BY e.id DESC`),
      );
      const seen = events.find((event) => this.seen([event]).length);
      if (seen) return seen.id;
      if (events.length < count) return null;
      id = events.at(-1)!.id;
    }
  }

  /** The id of the last event; 0 before the first. */
  async end(): Promise<number> {
    const [feed] = await this.db.query<{ last_id: number }>(sql`
      SELECT last_id FROM event_feeds WHERE organization_id = ${this.db.actor.organization_id}`);
    return feed?.last_id ?? 0;
  }

  /**
   * The next matching events after a cursor, or from the oldest. When nothing more matches, the new cursor is the end
   * of the feed, so that no event is scanned twice.
   * @throws Gone, and EventsLost
   */
  async slice(filter: EventFilter, after: number | undefined, per: number): Promise<Slice> {
    const { organization_id, limited } = this.db.actor;
    const filters = await conditionsOf(this.db, filter);
    const start = after ?? 0;
    const shown = [sql`e.organization_id = ${organization_id}`, this.isShown(), ...filters];
    const page = limited
      ? this.pageOfParties(shown, sql`p.event_id > ${start}`, per)
      : sql`
        SELECT e.id, e.recorded_at, e.bytes FROM events e
        WHERE ${join([sql`e.id > ${start}`, ...shown], ' AND ')} ORDER BY e.id LIMIT ${per}`;
    const levels = limited ? sql`, p.level, p.level_before` : empty;
    const own = limited ? sql`, ${ownOf(this.parties())} AS own` : empty;
    const statement = sql`
      WITH feed AS (
        SELECT f.last_id, f.pruned_id, ${oldestOf} AS oldest_id, ${goesOn(start)} AS goes_on FROM event_feeds f WHERE f.organization_id = ${organization_id}
      ), page AS MATERIALIZED (${page}
      ), fitting AS (
        SELECT p.id, p.recorded_at${levels} FROM (SELECT page.*, sum(bytes) OVER (ORDER BY id) AS so_far FROM page) p
        WHERE p.so_far <= ${PAGE_BYTES} OR p.so_far = p.bytes
      ), shown AS MATERIALIZED (
        -- by LIMIT one after the other, each in the partition of its time
        SELECT p.id, e.json${levels}${limited ? sql`, e.own` : empty} FROM fitting p CROSS JOIN LATERAL (
          SELECT (${this.json})::text AS json${own} FROM events e
          WHERE e.organization_id = ${organization_id} AND e.id = p.id AND e.recorded_at = p.recorded_at LIMIT 1) e
      )
      SELECT (SELECT ${limited ? WITH_SIGHT : sql`array_agg(json ORDER BY id)`} FROM shown) AS events, (SELECT max(id) FROM shown) AS shown_id,
        (SELECT count(*) FROM shown) < (SELECT count(*) FROM page) AS cut, (SELECT count(*) FROM page) AS found,
        (SELECT last_id FROM feed) AS last_id, (SELECT pruned_id FROM feed) AS pruned_id,
        (SELECT oldest_id FROM feed) AS oldest_id, (SELECT goes_on FROM feed) AS goes_on`;
    // Filters get a plan for their values instead of a generic one, because their selectivity varies too much.
    const [row] = await this.db.query<{
      events: string[] | Shown[] | null;
      shown_id: number | null;
      cut: boolean;
      found: number;
      last_id: number | null;
      pruned_id: number | null;
      oldest_id: number | null;
      goes_on: number | null;
    }>(filters.length ? planned(statement) : statement);
    const { events, shown_id, cut, found, last_id, pruned_id, oldest_id, goes_on } = row!;
    if (after !== undefined && after < (pruned_id ?? 0)) throw new Gone(after, oldest_id!);
    if (goes_on !== null) throw new EventsLost(start, goes_on);
    const isLast = !cut && found < per;
    return {
      events: this.seen(events ?? []),
      after: isLast ? Math.max(after ?? 0, last_id ?? 0) : shown_id!,
      isLast,
      isCut: cut,
    };
  }

  /** SQL: the first events of each of the actor's parties, put together; in descending order the last ones. */
  private pageOfParties(conditions: Sql[], place: Sql, per: number, order = empty): Sql {
    return sql`
        SELECT p.id, p.recorded_at, p.bytes, ${SIGHT} FROM parties u
        CROSS JOIN LATERAL (
          SELECT e.id, e.recorded_at, e.bytes, p.level, p.level_before FROM event_parties p
          JOIN events e ON e.organization_id = p.organization_id AND e.id = p.event_id
          WHERE p.organization_id = ${this.db.actor.organization_id} AND p.party_id = u.id
            AND ${place} AND ${join(conditions, ' AND ')}
          ORDER BY p.event_id ${order} LIMIT ${per}
        ) p
        WHERE u.organization_id = ${this.db.actor.organization_id} AND u.id = ANY(${this.parties()})
        GROUP BY p.id, p.recorded_at, p.bytes ORDER BY p.id ${order} LIMIT ${per}`;
  }

  /** The events as the actor sees them. */
  private seen(events: (string | Shown)[]): string[] {
    const { limited, personal_data } = this.db.actor;
    const isForNeed = personal_data === 'needed';
    return events.flatMap((event) => {
      const json = typeof event === 'string' ? event : event.json;
      if (!limited && !isForNeed) return json;
      const stored = JSON.parse(json) as StoredEvent;
      const shown = isForNeed ? withoutPersonalData(stored) : stored;
      const told = limited ? toldToParties(shown, event as Shown) : shown;
      return told ? JSON.stringify(told) : [];
    });
  }

  /** SQL: the array of the ids of the actor's parties. */
  private parties(): Sql {
    return sql`${this.db.actor.parties.map(({ id }) => id)}::bigint[]`;
  }

  /** SQL: whether the token may see the event `e`. */
  private isShown(): Sql {
    const hidden = typesHiddenFrom(this.db.actor);
    return sql`e.type <> ALL(${hidden}::text[])`;
  }
}

/** What the JSON of an event begins with. */
const BEGINNING = /^\{"id":(\d+)/;

const idOf = (event: string): number => Number(BEGINNING.exec(event)![1]);

/** The events of a page, each with the id of the one before it; that of the first is given. */
function linked(events: string[], before: number | null): string[] {
  return events.map((event, at) => {
    const previous = at ? idOf(events[at - 1]!) : before;
    return event.replace(BEGINNING, (id) => `${id},"previous_id":${previous}`);
  });
}

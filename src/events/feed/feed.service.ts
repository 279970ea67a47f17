import { Inject, Injectable } from '@nestjs/common';
import sql, { join, Sql } from 'sql-template-tag';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Db } from '../../common/database/db';
import { planned } from '../../common/database/query';
import { Gone, NotFound } from '../../common/errors/errors';
import { Json } from '../../common/json';
import type { Feed } from '../../common/pagination/page';
import { typesHiddenFrom } from '../event-rights';
import { EventFilter, EventQuery } from './event.dto';
import { eventJson } from './event.view';
import { conditionsOf } from './filters';

/** The size limit of a page, in bytes of JSON. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** A part of the feed. */
export interface Slice {
  /** The events as JSON. */
  events: string[];
  /** The cursor for the next part. All events up to it have been scanned. */
  after: number;
  /** Whether the end of the feed was reached. */
  isLast: boolean;
}

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

  /** @throws Gone when events behind `after` were pruned */
  async list(query: EventQuery): Promise<Feed> {
    const per = query.per ?? 100;
    if (query.after === 'latest') return { rows: new Json('[]'), after: await this.end(), per };
    const { events, after } = await this.slice(query, query.after ?? undefined, per);
    return { rows: new Json(`[${events.join(',')}]`), after, per };
  }

  /** @throws NotFound */
  async show(id: number): Promise<Json> {
    const [row] = await this.db.query<{ json: string }>(sql`
      SELECT (${this.json})::text AS json FROM events e
      WHERE e.organization_id = ${this.db.actor.organization_id} AND e.id = ${id} AND ${this.isShown()}`);
    if (!row) throw new NotFound('Event', id);
    return new Json(row.json);
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
   */
  async slice(filter: EventFilter, after: number | undefined, per: number): Promise<Slice> {
    const { organization_id } = this.db.actor;
    const filters = await conditionsOf(this.db, filter);
    const conditions = [
      sql`e.organization_id = ${organization_id}`,
      sql`e.id > ${after ?? 0}`,
      this.isShown(),
      ...filters,
    ];
    const statement = sql`
      WITH feed AS (
        SELECT f.last_id, f.pruned_id FROM event_feeds f WHERE f.organization_id = ${organization_id}
      ), page AS MATERIALIZED (
        SELECT e.id, e.bytes FROM events e WHERE ${join(conditions, ' AND ')} ORDER BY e.id LIMIT ${per}
      ), fitting AS (
        SELECT p.id FROM (SELECT id, bytes, sum(bytes) OVER (ORDER BY id) AS so_far FROM page) p
        WHERE p.so_far <= ${PAGE_BYTES} OR p.so_far = p.bytes
      ), shown AS MATERIALIZED (
        SELECT e.id, (${this.json})::text AS json FROM fitting p
        JOIN events e ON e.organization_id = ${organization_id} AND e.id = p.id
      )
      SELECT (SELECT array_agg(json ORDER BY id) FROM shown) AS events, (SELECT max(id) FROM shown) AS shown_id,
        (SELECT count(*) FROM shown) < (SELECT count(*) FROM page) AS cut, (SELECT count(*) FROM page) AS found,
        (SELECT last_id FROM feed) AS last_id, (SELECT pruned_id FROM feed) AS pruned_id`;
    // Filters get a plan for their values instead of a generic one, because their selectivity varies too much.
    const [row] = await this.db.query<{
      events: string[] | null;
      shown_id: number | null;
      cut: boolean;
      found: number;
      last_id: number | null;
      pruned_id: number | null;
    }>(filters.length ? planned(statement) : statement);
    const { events, shown_id, cut, found, last_id, pruned_id } = row!;
    if (after !== undefined && after < (pruned_id ?? 0)) throw new Gone(after, pruned_id! + 1);
    const isLast = !cut && found < per;
    return { events: events ?? [], after: isLast ? Math.max(after ?? 0, last_id ?? 0) : shown_id!, isLast };
  }

  /** SQL: whether the token may see the event `e`. */
  private isShown(): Sql {
    const hidden = typesHiddenFrom(this.db.actor);
    return sql`e.type <> ALL(${hidden}::text[])`;
  }
}

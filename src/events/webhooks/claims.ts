import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import type { Query } from '../../common/database/pool/own-connection';
import { CLAIMED_AHEAD, OF_ENDPOINT, Slots } from './slots';

/** The most deliveries of an endpoint among which the longest waiting are chosen. */
const LOOKED_AT = 100;

/** How long a claim lasts, so that a killed process keeps a delivery no longer. */
export const CLAIMED_MS = 60_000;

/** A delivery that this process may send until its claim expires. */
export interface Claim {
  organization_id: number;
  id: number;
  webhook_endpoint_id: number;
  claim: number;
  /** The number of tries so far. */
  tries: number;
  event_id: number | null;
  /** Whether its endpoint is doubtful, and the most deliveries of it that are claimed at a time. */
  is_doubtful: boolean;
  most: number;
  /** How often a process that had claimed it ended without a word. */
  lost: number;
  /** The time of the claim, on the clock of `performance`. */
  since: number;
}

/** An endpoint, and the claimed ones of its waiting deliveries. */
export interface Taken {
  organization_id: number;
  id: number;
  /** The most deliveries that are sent to it at a time. */
  slots: number;
  /** Whether deliveries are left that were not claimed. */
  waits: boolean;
  claims: Claim[];
}

/** An endpoint with waiting deliveries. */
export interface Found {
  organization_id: number;
  id: number;
  is_doubtful: boolean;
}

/** One that is locked. */
interface Waiting {
  id: number;
  is_doubtful: boolean;
  slots: number;
}

/** A claimed delivery of an endpoint, or none. */
type Row = Omit<Claim, 'id' | 'since'> & { id: number | null; slots: number; due: number };

/** The number of deliveries of one organization that a process has claimed. */
interface Held {
  well: number;
  doubtful: number;
}

const DOUBTFUL = '(w.failing_since IS NOT NULL OR NOT w.is_reached OR w.is_slow)';

/** Claims due deliveries for this process. */
@Injectable()
export class Claims {
  constructor(private readonly slots: Slots) {}

  /**
   * Finds endpoints with waiting deliveries, of organizations that are not suspended. A failing or never reached endpoint has one
   * slot; never tried endpoints go first.
   * @param held the deliveries that this process has claimed already
   * @param resting endpoints to skip for now
   */
  find(query: Query, held: Claim[], resting: number[]): Promise<Found[]> {
    const roomOf = new Map<number, number>();
    for (const { webhook_endpoint_id, most } of held)
      roomOf.set(webhook_endpoint_id, (roomOf.get(webhook_endpoint_id) ?? most) - 1);
    const leftOut = [...resting, ...[...roomOf].flatMap(([id, room]) => (room <= 0 ? id : []))];
    const free = this.free(held);
    const organizations = [...heldByOrganization(held)];
    return query(sql`
      WITH held AS (
        SELECT * FROM unnest(${organizations.map(([id]) => id)}::bigint[],
          ${organizations.map(([, { well }]) => well)}::integer[],
          ${organizations.map(([, { doubtful }]) => doubtful)}::integer[]) AS h(organization_id, well, doubtful)
      ), waiting AS MATERIALIZED (
        SELECT w.organization_id, w.id, ${raw(DOUBTFUL)} AS is_doubtful,
          coalesce(CASE WHEN ${raw(DOUBTFUL)} THEN h.doubtful ELSE h.well END, 0) + row_number() OVER (
            PARTITION BY w.organization_id, ${raw(DOUBTFUL)} ORDER BY w.failing_since IS NOT NULL, random()) AS nth
        FROM webhook_endpoints w
        JOIN organizations o ON o.id = w.organization_id AND o.suspended_at IS NULL
        LEFT JOIN held h ON h.organization_id = w.organization_id
        WHERE w.active AND w.id <> ALL(${leftOut}::bigint[]) AND EXISTS (
          SELECT FROM webhook_deliveries d
          WHERE d.organization_id = w.organization_id AND d.webhook_endpoint_id = w.id AND d.status = 'pending'
            AND d.is_replay IN (false, true) AND d.next_try_at <= now())
      ), chosen AS (
        (SELECT organization_id, id, is_doubtful FROM waiting
         WHERE NOT is_doubtful AND nth <= ${2 * this.slots.ofOrganization}
         ORDER BY nth, random() LIMIT greatest(0, ${free.well}::integer))
        UNION ALL
        (SELECT organization_id, id, is_doubtful FROM waiting
         WHERE is_doubtful AND nth <= ${this.slots.doubtfulOfOrganization}
         ORDER BY nth, random() LIMIT greatest(0, ${free.doubtful}::integer))
      )
      SELECT organization_id, id, is_doubtful FROM chosen`);
  }

  /**
   * Claims deliveries of endpoints of an organization that were found, in the transaction of `query`.
   * @param held the deliveries that this process has claimed already, of all organizations
   */
  async take(query: Query, organization_id: number, found: Found[], held: Claim[]): Promise<Taken[]> {
    if (!found.length) return [];
    const waiting = await this.lock(query, organization_id, found);
    return waiting.length ? this.claim(query, organization_id, waiting, held) : [];
  }

  /** Locks endpoints, so that no two processes count the claims of an endpoint at once. */
  private async lock(query: Query, organization_id: number, found: Found[]): Promise<Waiting[]> {
    const doubtful = new Map(found.map(({ id, is_doubtful }) => [id, is_doubtful]));
    const locked = await query<{ id: number; slots: number }>(sql`
      SELECT w.id, CASE WHEN w.failing_since IS NULL AND w.is_reached THEN ${OF_ENDPOINT}::integer ELSE 1 END AS slots
      FROM webhook_endpoints w
      WHERE w.organization_id = ${organization_id} AND w.id = ANY(${[...doubtful.keys()]}::bigint[])
      FOR NO KEY UPDATE OF w SKIP LOCKED`);
    return locked.map(({ id, slots }) => ({ id, slots, is_doubtful: doubtful.get(id)! }));
  }

  /** How many deliveries this process may claim beside those that it holds. */
  private free(held: Claim[]): Held {
    const doubtful = held.filter(({ is_doubtful }) => is_doubtful).length;
    return { well: 2 * this.slots.all - held.length, doubtful: this.slots.doubtful - doubtful };
  }

  /**
   * Claims deliveries of these endpoints: new events before repeated ones. All processes together claim no more of an
   * endpoint than may be sent at a time. Of deliveries whose processes ended twice without a word one is claimed at a time, so
   * that the one that ends them is known. It is a separate statement, because its snapshot has to include the claims of the
   * processes that held the locks before.
   */
  private async claim(
    query: Query,
    organization_id: number,
    waiting: Waiting[],
    held: Claim[],
  ): Promise<Taken[]> {
    const free = this.free(held);
    const of = heldByOrganization(held).get(organization_id) ?? { well: 0, doubtful: 0 };
    const mine = held.filter((each) => each.organization_id === organization_id).map(({ id }) => id);
    const rooms = waiting.map(({ is_doubtful }) =>
      is_doubtful ? this.slots.doubtfulOfOrganization - of.doubtful : 2 * this.slots.ofOrganization - of.well,
    );
    const rows = await query<Row>(sql`
      WITH looked AS MATERIALIZED (
        SELECT ${organization_id}::bigint AS organization_id, w.id, w.is_doubtful, w.most, w.room, w.free,
          greatest(0, w.slots - c.others) AS slots,
          greatest(0, CASE WHEN c.others = 0 THEN w.most - c.mine ELSE w.slots - c.others - c.mine END) AS wanted,
          c.mine + c.others AS claimed
        FROM unnest(${waiting.map(({ id }) => id)}::bigint[],
          ${waiting.map((each) => each.is_doubtful)}::boolean[], ${waiting.map(({ slots }) => slots)}::integer[],
          ${waiting.map(({ slots, is_doubtful }) => (is_doubtful ? slots : CLAIMED_AHEAD))}::integer[],
          ${rooms}::integer[], ${waiting.map((each) => (each.is_doubtful ? free.doubtful : free.well))}::integer[])
          AS w(id, is_doubtful, slots, most, room, free)
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE o.id = ANY(${mine}::bigint[])) AS mine,
            count(*) FILTER (WHERE o.id <> ALL(${mine}::bigint[])) AS others
          FROM webhook_deliveries o
          WHERE o.organization_id = ${organization_id} AND o.webhook_endpoint_id = w.id AND o.claimed
            AND o.next_try_at > now()
        ) c
      ), found AS (
        SELECT w.is_doubtful, w.room, w.free, d.id, d.is_suspect,
          row_number() OVER (PARTITION BY w.is_doubtful ORDER BY d.is_replay, d.nth) AS nth,
          row_number() OVER (PARTITION BY d.is_suspect ORDER BY d.id) AS nth_suspect
        FROM looked w
        CROSS JOIN LATERAL (
          SELECT f.id, f.is_replay, f.claimed AND f.lost > 0 AS is_suspect, row_number() OVER (ORDER BY f.is_replay, f.next_try_at, f.id) AS nth
          FROM webhook_deliveries f
          WHERE f.organization_id = w.organization_id AND f.next_try_at <= now()
            AND f.id IN (${firstsOfLongest} UNION ALL ${firsts} UNION ALL ${again})
          ORDER BY f.is_replay, f.next_try_at, f.id LIMIT w.wanted
        ) d
      ), chosen AS (
        SELECT f.id FROM found f
        WHERE f.nth <= f.room AND f.nth <= f.free AND (NOT f.is_suspect OR f.nth_suspect = 1)
      ), claimed AS (
        UPDATE webhook_deliveries d
        SET claim = d.claim + 1, claimed = true, lost = d.lost + d.claimed::integer, next_try_at = now() + make_interval(secs => ${CLAIMED_MS / 1000}::integer),
          updated_at = now()
        FROM chosen c WHERE d.organization_id = ${organization_id} AND d.id = c.id
        RETURNING d.organization_id, d.webhook_endpoint_id, d.id, d.claim, d.tries, d.event_id, d.lost
      )
      SELECT w.organization_id, w.id AS webhook_endpoint_id, w.is_doubtful, w.most, w.slots, d.id, d.claim, d.tries, d.event_id, d.lost,
        (SELECT count(*) FROM (
          SELECT FROM webhook_deliveries n
          WHERE n.organization_id = w.organization_id AND n.webhook_endpoint_id = w.id AND n.status = 'pending'
            AND n.is_replay IN (false, true) AND n.next_try_at <= now()
          LIMIT ${CLAIMED_AHEAD + 1}) c) AS due
      FROM looked w LEFT JOIN claimed d ON d.organization_id = w.organization_id AND d.webhook_endpoint_id = w.id
      ORDER BY d.id`);
    return takenOf(rows);
  }
}

function heldByOrganization(held: Claim[]): Map<number, Held> {
  const by = new Map<number, Held>();
  for (const { organization_id, is_doubtful } of held) {
    const of = by.get(organization_id) ?? { well: 0, doubtful: 0 };
    of[is_doubtful ? 'doubtful' : 'well']++;
    by.set(organization_id, of);
  }
  return by;
}

/** SQL: untried deliveries `d` of an endpoint `w`. Those about one record are sent one after the other. */
const untried = sql`d.organization_id = w.organization_id AND d.webhook_endpoint_id = w.id AND d.status = 'pending'
  AND d.tries = 0`;

/** SQL: the first delivery of each record that has one among the longest waiting. */
const firstsOfLongest = sql`
  SELECT (
    SELECT d.id FROM webhook_deliveries d
    WHERE ${untried} AND d.is_replay = n.is_replay AND d.subject = n.subject ORDER BY d.id LIMIT 1)
  FROM (
    SELECT DISTINCT l.is_replay, l.subject FROM (
      SELECT d.is_replay, d.subject, d.tries FROM webhook_deliveries d
      WHERE d.organization_id = w.organization_id AND d.webhook_endpoint_id = w.id AND d.status = 'pending'
        AND d.next_try_at <= now()
      ORDER BY d.is_replay, d.next_try_at, d.id LIMIT ${LOOKED_AT}
    ) l WHERE l.tries = 0) n`;

/**
 * SQL: the first delivery of as many records as may be claimed, however long they wait, so that a record with many waiting
 * deliveries delays no other.
 */
const firsts = sql`
  SELECT r.id FROM (
    WITH RECURSIVE firsts AS (
      (SELECT d.is_replay, d.subject, d.id, 1 AS nth FROM webhook_deliveries d
       WHERE ${untried} AND d.subject IS NOT NULL ORDER BY d.is_replay, d.subject, d.id LIMIT 1)
      UNION ALL
      SELECT n.is_replay, n.subject, n.id, f.nth + 1 FROM firsts f
      CROSS JOIN LATERAL (
        SELECT d.is_replay, d.subject, d.id FROM webhook_deliveries d
        WHERE ${untried} AND (d.is_replay, d.subject) > (f.is_replay, f.subject)
        ORDER BY d.is_replay, d.subject, d.id LIMIT 1
      ) n
      WHERE f.nth < w.wanted + w.claimed
    )
    SELECT id FROM firsts
  ) r`;

/** SQL: deliveries that were tried before or are about no record, which wait for no other. */
const again = sql`
  SELECT a.id FROM (
    SELECT d.id FROM webhook_deliveries d
    WHERE d.organization_id = w.organization_id AND d.webhook_endpoint_id = w.id AND d.status = 'pending'
      AND (d.tries > 0 OR d.subject IS NULL) AND d.next_try_at <= now()
    ORDER BY d.next_try_at, d.id LIMIT w.wanted
  ) a`;

/** The rows, grouped by endpoint. */
function takenOf(rows: Row[]): Taken[] {
  const taken = new Map<number, Taken>();
  const since = performance.now();
  for (const { slots, due, id, ...row } of rows) {
    const { organization_id, webhook_endpoint_id } = row;
    const of = taken.get(webhook_endpoint_id) ?? {
      organization_id,
      id: webhook_endpoint_id,
      slots,
      waits: false,
      claims: [],
    };
    if (id !== null) of.claims.push({ ...row, id, since });
    of.waits = due > of.claims.length;
    taken.set(webhook_endpoint_id, of);
  }
  return [...taken.values()];
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background, Query } from '../../common/database/background';

/** How many deliveries a process sends at a time, to one endpoint at most, and of one organization. */
const SLOTS = 50;
const SLOTS_OF_ENDPOINT = 5;
const SLOTS_OF_ORGANIZATION = SLOTS / 2;

/** How many deliveries to one endpoint are looked at for those that may be sent now. */
const LOOKED_AT = 100;

/** How long a claim is good: somebody who was killed keeps a delivery no longer. */
const CLAIMED = '1 minute';

/** A delivery that this process may try, until the claim runs out. */
export interface Claim {
  organization_id: number;
  id: number;
  webhook_endpoint_id: number;
  claim: number;
  event_id: number | null;
}

interface Waiting {
  organization_id: number;
  id: number;
  slots: number;
}

/** Claims deliveries whose time has come, for this process alone. */
@Injectable()
export class Claims {
  constructor(private readonly background: Background) {}

  /** @param underWay what this process is sending already */
  async take(underWay: Claim[]): Promise<Claim[]> {
    const free = SLOTS - underWay.length;
    if (free <= 0) return [];
    const busy = new Map<number, number>();
    for (const { organization_id } of underWay)
      busy.set(organization_id, (busy.get(organization_id) ?? 0) + 1);
    return this.background.transaction(async (query) => {
      const waiting = await endpoints(query, busy);
      return waiting.length ? claim(query, waiting, busy, free) : [];
    });
  }
}

/**
 * Endpoints that something waits for, of organizations that are not suspended, each locked, so that two processes do not
 * both count what is on its way there. One whose last try failed has one slot.
 */
function endpoints(query: Query, busy: Map<number, number>): Promise<Waiting[]> {
  const full = [...busy].flatMap(([id, count]) => (count >= SLOTS_OF_ORGANIZATION ? id : []));
  return query(sql`
    SELECT w.organization_id, w.id,
      CASE WHEN w.failing_since IS NULL THEN ${SLOTS_OF_ENDPOINT}::integer ELSE 1 END AS slots
    FROM webhook_endpoints w
    JOIN organizations o ON o.id = w.organization_id AND o.suspended_at IS NULL
    WHERE w.active AND w.organization_id <> ALL(${full}::bigint[]) AND EXISTS (
      SELECT FROM webhook_deliveries d
      WHERE d.organization_id = w.organization_id AND d.webhook_endpoint_id = w.id AND d.status = 'pending'
        AND d.is_replay IN (false, true) AND d.next_try_at <= now())
    ORDER BY random() LIMIT ${SLOTS} FOR NO KEY UPDATE OF w SKIP LOCKED`);
}

/**
 * Claims deliveries to these endpoints: what happens now before what is sent again, and of one record the next only when
 * the one before was tried. So whichever of a record is looked at, the first of it that was not tried is meant, also one
 * whose claim ran out and whose time is later than that of those it holds up. What is sent again holds up nothing else.
 * A statement of its own, which sees what others have claimed until the locks were taken.
 */
function claim(query: Query, waiting: Waiting[], busy: Map<number, number>, free: number): Promise<Claim[]> {
  const rooms = waiting.map(
    ({ organization_id }) => SLOTS_OF_ORGANIZATION - (busy.get(organization_id) ?? 0),
  );
  return query(sql`
    WITH chosen AS (
      SELECT d.organization_id, d.id, w.room,
        row_number() OVER (PARTITION BY d.organization_id ORDER BY d.is_replay, d.next_try_at, d.id) AS nth
      FROM unnest(${waiting.map((each) => each.organization_id)}::bigint[], ${waiting.map(({ id }) => id)}::bigint[],
        ${waiting.map(({ slots }) => slots)}::integer[], ${rooms}::integer[]) AS w(organization_id, id, slots, room)
      CROSS JOIN LATERAL (
        SELECT count(*) AS count FROM webhook_deliveries o
        WHERE o.organization_id = w.organization_id AND o.webhook_endpoint_id = w.id AND o.claimed
          AND o.next_try_at > now()
      ) sent
      CROSS JOIN LATERAL (
        SELECT f.* FROM webhook_deliveries f
        WHERE f.organization_id = w.organization_id AND f.next_try_at <= now() AND f.id IN (
          SELECT coalesce(s.id, (
            SELECT b.id FROM webhook_deliveries b
            WHERE b.organization_id = w.organization_id AND b.webhook_endpoint_id = w.id AND b.status = 'pending'
              AND b.tries = 0 AND b.subject = s.subject AND b.is_replay <= s.is_replay
            ORDER BY b.id LIMIT 1))
          FROM (
            SELECT DISTINCT n.subject, n.is_replay, CASE WHEN n.tries > 0 OR n.subject IS NULL THEN n.id END AS id
            FROM (
              SELECT * FROM webhook_deliveries n
              WHERE n.organization_id = w.organization_id AND n.webhook_endpoint_id = w.id AND n.status = 'pending'
                AND n.next_try_at <= now()
              ORDER BY n.is_replay, n.next_try_at, n.id LIMIT ${LOOKED_AT}
            ) n
          ) s)
        ORDER BY f.is_replay, f.next_try_at, f.id LIMIT greatest(0, w.slots - sent.count)
      ) d
    )
    UPDATE webhook_deliveries d
    SET claim = d.claim + 1, claimed = true, next_try_at = now() + ${CLAIMED}::interval, updated_at = now()
    WHERE (d.organization_id, d.id) IN (
      SELECT c.organization_id, c.id FROM chosen c WHERE c.nth <= c.room ORDER BY c.nth LIMIT ${free})
    RETURNING d.organization_id, d.id, d.webhook_endpoint_id, d.claim, d.event_id`);
}

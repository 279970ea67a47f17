import { Inject, Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import type { Query } from '../../common/database/pool/own-connection';
import { MOST_TRIES } from '../../common/database/write/tries';
import { PARTY_ADDED } from '../../common/recording/event-types';
import { asTime } from '../../common/view/view';
import { eventJson } from '../feed/event.view';
import { withoutPersonalData } from '../feed/personal-in-events';
import { ownOf, SIGHT, type Sight, type StoredEvent, toldToParties } from '../feed/visible-to-parties';
import type { Claim } from './claims';

/** The data that sending a delivery needs. */
export interface Parcel {
  id: number;
  url: string;
  secrets: string[];
  webhook_id: string;
  body: string;
}

/**
 * Why a delivery is not sent: its event is deleted, the parties of its endpoint are told nothing of it, or the service ended
 * each time that it was about to send it.
 */
export type Unsendable = 'pruned' | 'untold' | 'lost';

/** A parcel as it is read, before it is cut for parties, and how much these see of it. */
interface Packed extends Parcel, Sight {
  event_id: number | null;
  type: string;
  limited: boolean;
  /** Whether the organization shows personal data to those alone who need it. */
  for_need: boolean;
}

/** SQL: what the test `d` is known by. Its time tells it from one that had its id before the database was restored. */
const TEST_ID = sql`'test_' || d.id || '_' || floor(extract(epoch FROM d.created_at) * 1000)`;

/** Reads the bodies of deliveries. */
@Injectable()
export class Parcels {
  private readonly event: Sql;
  private readonly test: Sql;

  constructor(@Inject(CONFIG) { public_url = '' }: Config) {
    this.event = eventJson(public_url);
    const at = raw(asTime('d.created_at'));
    this.test = sql`(SELECT row_to_json(o) FROM (SELECT NULL::bigint AS id, d.type, ${at} AS occurred_at, ${at} AS recorded_at,
      NULL::json AS user, NULL::text AS request_id, (SELECT row_to_json(s) FROM (SELECT 'webhook_endpoint' AS type, w.id,
        w.url AS key, ${public_url}::text || '/api/v1/webhook_endpoints/' || w.id AS url) s) AS subject,
      NULL::json AS data, NULL::json AS changes, NULL::json AS movement) o)`;
  }

  /** The requests to send for an organization, by delivery, or why there is none. */
  async of(
    query: Query,
    organization_id: number,
    claims: Claim[],
  ): Promise<Map<number, Parcel | Unsendable>> {
    const unsendable = claims.filter(({ lost }) => lost >= MOST_TRIES);
    const sendable = claims.filter(({ lost }) => lost < MOST_TRIES);
    const given = new Map<number, Parcel | Unsendable>(unsendable.map(({ id }) => [id, 'lost']));
    if (!sendable.length) return given;
    const rows = await query<Packed>(sql`
      SELECT d.id, w.url, d.event_id, d.type, w.limited, o.personal_data = 'needed' AS for_need, s.level, s.level_before, s.own,
        array_remove(ARRAY[w.secret, CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END]
          || ARRAY(SELECT o.key FROM jsonb_each_text(w.older_secrets) o WHERE o.value::timestamptz > now()),
          NULL) AS secrets,
        'evt_' || f.uuid || '_' || coalesce(d.event_id::text, ${TEST_ID}) AS webhook_id,
        (SELECT row_to_json(o)::text FROM (SELECT d.type, ${raw(asTime('coalesce(e.occurred_at, d.created_at)'))} AS timestamp,
          CASE WHEN d.event_id IS NULL THEN ${this.test} ELSE ${this.event} END AS data) o) AS body
      FROM unnest(${sendable.map(({ id }) => id)}::bigint[]) AS c(id)
      JOIN webhook_deliveries d ON d.organization_id = ${organization_id} AND d.id = c.id
      JOIN webhook_endpoints w ON w.organization_id = d.organization_id AND w.id = d.webhook_endpoint_id
      JOIN organizations o ON o.id = d.organization_id
      JOIN event_feeds f ON f.organization_id = d.organization_id
      LEFT JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
      LEFT JOIN LATERAL (
        SELECT ${SIGHT}, ${ownOf(sql`array_agg(u.id)`)} AS own FROM webhook_endpoint_parties l
        JOIN parties u ON u.organization_id = l.organization_id AND u.id = l.party_id
        JOIN event_parties p ON p.organization_id = l.organization_id AND p.party_id = l.party_id
        WHERE l.organization_id = w.organization_id AND l.webhook_endpoint_id = w.id AND p.event_id = e.id
      ) s ON w.limited
      WHERE d.event_id IS NULL OR e.id IS NOT NULL`);
    const parcels = new Map(rows.map((packed) => [packed.id, forEndpoint(packed)]));
    for (const { id } of sendable) given.set(id, parcels.get(id) ?? 'pruned');
    return given;
  }
}

/** A parcel as its endpoint may see it now. Its parties may be others than when the delivery was made. */
function forEndpoint(packed: Packed): Parcel | Unsendable {
  const { event_id, type, limited, for_need, level, level_before, own } = packed;
  if (event_id === null) return packed;
  if (!limited && type === PARTY_ADDED) return 'untold';
  if (!limited && !for_need) return packed;
  if (limited && !level && !level_before) return 'untold';
  const { data, ...body } = JSON.parse(packed.body) as { data: StoredEvent };
  const shown = for_need ? withoutPersonalData(data) : data;
  const told = limited ? toldToParties(shown, { level, level_before, own }) : shown;
  return told ? { ...packed, body: JSON.stringify({ ...body, data: told }) } : 'untold';
}

import { Inject, Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import type { Query } from '../../common/database/own-connection';
import { asTime } from '../../common/view/view';
import { eventJson } from '../feed/event.view';
import type { Claim } from './claims';

/** The data that sending a delivery needs. */
export interface Parcel {
  id: number;
  url: string;
  secrets: string[];
  webhook_id: string;
  body: string;
}

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

  /** The requests to send, by delivery; none for a pruned event. */
  async of(query: Query, claims: Claim[]): Promise<Map<number, Parcel>> {
    if (!claims.length) return new Map();
    const rows = await query<Parcel>(sql`
      SELECT d.id, w.url,
        array_remove(ARRAY[w.secret, CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END]
          || ARRAY(SELECT o.key FROM jsonb_each_text(w.older_secrets) o WHERE o.value::timestamptz > now()),
          NULL) AS secrets,
        'evt_' || f.uuid || '_' || coalesce(d.event_id::text, 'test_' || d.id) AS webhook_id,
        (SELECT row_to_json(o)::text FROM (SELECT d.type, ${raw(asTime('coalesce(e.occurred_at, d.created_at)'))} AS timestamp,
          CASE WHEN d.event_id IS NULL THEN ${this.test} ELSE ${this.event} END AS data) o) AS body
      FROM unnest(${claims.map((claim) => claim.organization_id)}::bigint[], ${claims.map(({ id }) => id)}::bigint[])
        AS c(organization_id, id)
      JOIN webhook_deliveries d ON d.organization_id = c.organization_id AND d.id = c.id
      JOIN webhook_endpoints w ON w.organization_id = d.organization_id AND w.id = d.webhook_endpoint_id
      JOIN event_feeds f ON f.organization_id = d.organization_id
      LEFT JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
      WHERE d.event_id IS NULL OR e.id IS NOT NULL`);
    return new Map(rows.map((parcel) => [parcel.id, parcel]));
  }
}

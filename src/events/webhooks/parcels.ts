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
    this.test = sql`json_build_object('id', NULL, 'type', d.type, 'occurred_at', ${raw(asTime('d.created_at'))},
      'recorded_at', ${raw(asTime('d.created_at'))}, 'user', NULL, 'request_id', NULL,
      'subject', json_build_object('type', 'webhook_endpoint', 'id', w.id, 'key', w.url,
        'url', ${public_url}::text || '/api/v1/webhook_endpoints/' || w.id),
      'data', NULL, 'changes', NULL)`;
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
        json_build_object('type', d.type, 'timestamp', ${raw(asTime('coalesce(e.occurred_at, d.created_at)'))},
          'data', CASE WHEN d.event_id IS NULL THEN ${this.test} ELSE ${this.event} END)::text AS body
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

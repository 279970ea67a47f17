import sql, { type Sql } from 'sql-template-tag';
import type { QueryRunner } from 'typeorm';
import type { Db } from '../common/database/db';
import type { Pace } from '../common/database/write/in-batches';
import type { Partition } from '../common/database/migrate/months';
import type { Actor } from '../common/tenancy/actor';
import type { Organization } from '../common/tenancy/organization.entity';
import { untakenEvents } from '../edi/outgoing/untaken';
import { noting, pruneDeliveries, pruneKept } from '../events/pruning';
import { pruneTraces, removing } from './audit';
import { pruneReadings } from './readings';
import { pruneRefusals } from './refusals';

/** An organization that has rows in a partition. */
export interface Holder {
  organization_id: number;
  /** The highest id of its rows there. */
  last_id: number;
}

/** A table that grows with what happens, and how its old rows go. */
export interface Growing {
  /** For how many months an organization keeps its rows; null for ever. */
  kept: (organization: Organization) => number | null;
  /** Deletes the rows of an organization from before a time, and returns their number. */
  prune: (db: Db, actor: Actor, before: Date, pace: Pace) => Promise<number>;
  /** Whether something of a partition is needed, however old it is. */
  isNeeded?: (runner: QueryRunner, partition: Partition, holders: Holder[]) => Promise<boolean>;
  /** A table that says what is needed: nobody writes there while a partition is dropped. */
  needs?: string;
  /** SQL: what is noted in the transaction that drops a partition. */
  noting?: (holders: Holder[], partition: Partition) => Sql;
}

/** The tables, by their names. */
export const GROWING: Record<string, Growing> = {
  audit_entries: {
    kept: (organization) => organization.audit_entries_kept_months,
    prune: pruneTraces,
    noting: (holders, { until }) =>
      removing(
        holders.map(({ organization_id }) => organization_id),
        JSON.stringify({ before: until }),
      ),
  },
  events: {
    kept: (organization) => organization.events_kept_months,
    prune: (db, actor, before, pace) =>
      pruneKept(
        db,
        actor,
        before,
        pace,
        untakenEvents(before, sql`f.organization_id = ${actor.organization_id}`),
      ),
    isNeeded: async (runner, { until }, holders) => {
      const { text, values } = sql`
        SELECT d.organization_id, min(d.event_id) AS first_id FROM webhook_deliveries d
        WHERE d.status = 'pending' AND d.event_id IS NOT NULL GROUP BY d.organization_id
        UNION ALL ${untakenEvents(until!)}`;
      const needed = (await runner.query(text, values)) as { organization_id: number; first_id: number }[];
      const lastOf = new Map(holders.map(({ organization_id, last_id }) => [organization_id, last_id]));
      return needed.some(({ organization_id, first_id }) => first_id <= (lastOf.get(organization_id) ?? 0));
    },
    needs: 'webhook_deliveries',
    noting,
  },
  webhook_deliveries: {
    kept: (organization) => organization.webhook_deliveries_kept_months,
    prune: pruneDeliveries,
    isNeeded: async (runner, { name }) =>
      ((await runner.query(`SELECT FROM "${name}" WHERE status = 'pending' LIMIT 1`)) as object[]).length > 0,
  },
  gate_refusals: {
    kept: (organization) => organization.gate_refusals_kept_months,
    prune: pruneRefusals,
  },
  reefer_readings: {
    kept: (organization) => organization.reefer_readings_kept_months,
    prune: pruneReadings,
  },
};

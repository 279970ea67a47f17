import type { Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import type { Db } from '../common/database/db';
import type { Pace } from '../common/database/in-batches';
import type { Partition } from '../common/database/months';
import type { Actor } from '../common/tenancy/actor';
import type { Organization } from '../common/tenancy/organization.entity';
import { noting, pruneDeliveries, pruneKept } from '../events/pruning';
import { pruneTraces, removing } from './audit';
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
  isNeeded?: (owner: DataSource, partition: Partition, holders: Holder[]) => Promise<boolean>;
  /** SQL: what is noted in the transaction that drops a partition. */
  noting?: (holder: Holder, partition: Partition) => Sql;
}

/** The tables, by their names. */
export const GROWING: Record<string, Growing> = {
  audit_entries: {
    kept: (organization) => organization.audit_entries_kept_months,
    prune: pruneTraces,
    noting: ({ organization_id }, { until }) => removing(organization_id, JSON.stringify({ before: until })),
  },
  events: {
    kept: (organization) => organization.events_kept_months,
    prune: pruneKept,
    isNeeded: async (owner, _partition, holders) => {
      const waiting = await owner.query<{ id: number; first_id: number }[]>(`
        SELECT o.id, (SELECT min(d.event_id) FROM webhook_deliveries d
          WHERE d.organization_id = o.id AND d.status = 'pending') AS first_id FROM organizations o`);
      const firstOf = new Map(waiting.map(({ id, first_id }) => [id, first_id ?? Infinity]));
      return holders.some(({ organization_id, last_id }) => firstOf.get(organization_id)! <= last_id);
    },
    noting: ({ organization_id, last_id }) => noting(organization_id, last_id),
  },
  webhook_deliveries: {
    kept: (organization) => organization.webhook_deliveries_kept_months,
    prune: pruneDeliveries,
    isNeeded: async (owner, { name }) =>
      (await owner.query<object[]>(`SELECT FROM "${name}" WHERE status = 'pending' LIMIT 1`)).length > 0,
  },
  gate_refusals: {
    kept: (organization) => organization.gate_refusals_kept_months,
    prune: pruneRefusals,
  },
};

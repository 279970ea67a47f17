import sql from 'sql-template-tag';
import { Db } from '../common/database/db';
import { type Pace, removeRange } from '../common/database/write/in-batches';
import { asOwner } from '../common/database/pool/owner';
import { isForbidden } from '../common/errors/database-errors';
import { COMMON } from '../common/errors/codes';
import { Refused } from '../common/errors/errors';
import type { Actor } from '../common/tenancy/actor';
import type { Workshop } from './in-database';

/** The name of this command in its trace and in its database connection. */
const PROGRAM = 'wharfinger audit prune';

/**
 * Deletes the traces of an organization from before a time, and returns their number.
 * @throws Refused when the database role may not delete traces: the role of the service may only add them
 */
export async function pruneAudit(
  { organizations, migrationUrl }: Workshop,
  name: string,
  before: Date,
): Promise<number> {
  const actor = organizations.actorFor(await organizations.find(name));
  const owner = await asOwner(migrationUrl, PROGRAM);
  try {
    return await pruneTraces(new Db(owner), actor, before);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Refused(ONLY_THE_OWNER);
  } finally {
    await owner.destroy();
  }
}

const ONLY_THE_OWNER = {
  code: COMMON.role_too_small,
  sentence:
    'Only the owner of the tables removes traces: set DATABASE_MIGRATION_URL to the address with the owner.',
};

/**
 * Deletes the traces of an organization from before a time in batches, and returns their number. The deletion itself
 * leaves a trace, which each batch updates in its own transaction (decision 144).
 * @param db connected as the owner of the tables
 */
export async function pruneTraces(db: Db, actor: Actor, before: Date, pace?: Pace): Promise<number> {
  const { organization_id } = actor;
  let removed = 0;
  let trace: number | null = null;
  return removeRange(
    db,
    actor,
    {
      rows: () => sql`audit_entries r WHERE r.organization_id = ${organization_id} AND r.created_at < ${before}
        AND r.id IS DISTINCT FROM ${trace}::bigint`,
      key: 'created_at',
      behind: '-infinity',
      after: async (some) => {
        removed += some;
        const said = JSON.stringify({ before, count: removed });
        const [left] = await db.query<{ id: number }>(
          trace === null
            ? removing([organization_id], said)
            : sql`UPDATE audit_entries SET before = ${said}::jsonb
                WHERE organization_id = ${organization_id} AND id = ${trace} RETURNING id`,
        );
        trace = left!.id;
      },
    },
    pace,
  );
}

/** SQL: the trace of a removal of traces, for each of these organizations. */
export const removing = (organizations: number[], said: string) => sql`
  INSERT INTO audit_entries (organization_id, operation, action, record_type, record_id, before)
  SELECT o.id, current_setting('application_name'), 'delete', 'audit_entries', o.id, ${said}::jsonb
  FROM unnest(${organizations}::bigint[]) o(id)
  RETURNING id`;

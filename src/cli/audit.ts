import { Client } from 'pg';
import { BATCH } from '../common/database/in-batches';
import { isForbidden } from '../common/errors/database-errors';
import { COMMON } from '../common/errors/codes';
import { Refused } from '../common/errors/errors';
import type { Workshop } from './in-database';

/** The name of this command in its trace and in its database connection. */
const PROGRAM = 'wharfinger audit prune';

/**
 * Deletes the traces of an organization from before a time in batches, and returns their number. The deletion itself
 * leaves a trace, which each batch updates in its own transaction (decision 144).
 * @throws Refused when the database role may not delete traces: the role of the service may only add them
 */
export async function pruneAudit(
  { organizations, migrationUrl }: Workshop,
  name: string,
  before: Date,
): Promise<number> {
  const { id } = await organizations.find(name);
  const owner = new Client({ connectionString: migrationUrl, application_name: PROGRAM });
  await owner.connect();
  try {
    let removed = 0;
    let trace: string | undefined;
    for (let last = BATCH; last === BATCH;) {
      await owner.query('BEGIN');
      const { rowCount } = await owner.query(
        `DELETE FROM audit_entries WHERE organization_id = $1 AND id IN (
           SELECT id FROM audit_entries
           WHERE organization_id = $1 AND created_at < $2 AND id IS DISTINCT FROM $4::bigint
           ORDER BY created_at LIMIT $3)`,
        [id, before, BATCH, trace],
      );
      last = rowCount!;
      removed += last;
      if (last) trace = await leaveTrace(owner, id, trace, { before, count: removed });
      await owner.query('COMMIT');
    }
    return removed;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Refused({
      code: COMMON.role_too_small,
      sentence:
        'Only the owner of the tables removes traces: set DATABASE_MIGRATION_URL to the address with the owner.',
    });
  } finally {
    await owner.end();
  }
}

/** Writes or updates the trace of the deletion, and returns its id. */
async function leaveTrace(
  owner: Client,
  organization_id: number,
  trace: string | undefined,
  said: object,
): Promise<string> {
  const { rows } = trace
    ? await owner.query<{ id: string }>(
        `UPDATE audit_entries SET before = $3 WHERE organization_id = $1 AND id = $2 RETURNING id`,
        [organization_id, trace, said],
      )
    : await owner.query<{ id: string }>(
        `INSERT INTO audit_entries (organization_id, operation, action, record_type, record_id, before)
         VALUES ($1, $2, 'delete', 'audit_entries', $1, $3) RETURNING id`,
        [organization_id, PROGRAM, said],
      );
  return rows[0]!.id;
}

import { Client } from 'pg';
import { isForbidden } from '../common/errors/database-errors';
import { COMMON } from '../common/errors/codes';
import { Refused } from '../common/errors/errors';
import type { Workshop } from './in-database';

/** How many traces are removed in one transaction. */
const BATCH = 5_000;

/** What the trace of it names, and the database the connection. */
const PROGRAM = 'wharfinger audit prune';

/**
 * Removes the traces of an organization from before a time, a batch at a time, and returns how many. That it happened
 * leaves a trace itself (decision 144).
 * @throws Refused when the role may not: the service's own may only add traces
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
    for (let last = BATCH; last === BATCH; removed += last) {
      const { rowCount } = await owner.query(
        `DELETE FROM audit_entries WHERE organization_id = $1 AND id IN (
           SELECT id FROM audit_entries WHERE organization_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3)`,
        [id, before, BATCH],
      );
      last = rowCount!;
    }
    if (removed)
      await owner.query(
        `INSERT INTO audit_entries (organization_id, operation, action, record_type, record_id, before)
         VALUES ($1, $2, 'delete', 'audit_entries', $1, $3)`,
        [id, PROGRAM, { before, count: removed }],
      );
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

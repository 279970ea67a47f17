import sql, { type Sql } from 'sql-template-tag';
import type { Background } from './background';

/** The interval of the search, in milliseconds. */
const EVERY_MS = 15_000;

/** How many records one transaction notices. */
export const BATCH = 500;

/** What time alone makes of records, which the service notices by itself. */
export interface Noticing {
  /** What is done, for the log: `Noticing missed appointments`. */
  what: string;
  /** The operation that the traces of its writes name. */
  operation: string;
  /** SQL: selects what is to be noticed of the organization `o`. */
  found: Sql;
  /** Notices at most `BATCH` records of an organization in its transaction, and returns how many. */
  notice: (organization_id: number) => Promise<number>;
}

/**
 * Notices records of every organization, in turns, as long as the service runs (decision 690). Several processes may do so:
 * `notice` skips what another one has locked. Returns what does all of it at once.
 */
export function noticing(
  background: Background,
  { what, operation, found, notice }: Noticing,
): () => Promise<void> {
  const find = () =>
    background.query<{ organization_id: number }>(sql`
      SELECT o.id AS organization_id FROM organizations o WHERE EXISTS (${found})`);
  const all = () =>
    background.inTurns(what, find, async ({ organization_id }) => {
      const count = await background.inOrganization(organization_id, operation, () =>
        notice(organization_id),
      );
      return count === BATCH;
    });
  background.repeat(what, EVERY_MS, all);
  return all;
}

import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import { currentScope } from '../../common/tenancy/scope';

/**
 * Makes the items of an open tally what the lists of its voyage say (decision 382). Whoever reads or writes a tally
 * sends it first. Where nothing has changed it writes nothing.
 */
export function catchUp(tally_id: number): Query<void> {
  return effect(sql`SELECT catch_up_tally_items(${currentScope().actor.organization_id}, ${tally_id})`);
}

/** Finds a tally, and catches up with the lists in the same statement. */
export function caughtUp(db: Db, tally_id: number): Query<{ id: number }[]> {
  return rows<{ id: number }>(sql`
    SELECT t.id FROM tallies t ${catchingUp(db)}
    WHERE t.organization_id = ${currentScope().actor.organization_id} AND t.id = ${tally_id}`);
}

/** SQL: has the items of the tally `t` catch up with the lists. On a standby they are shown as they are. */
export const catchingUp = (db: Db): Sql =>
  db.pool.probe.isReadOnly
    ? sql``
    : sql`LEFT JOIN LATERAL catch_up_tally_items(t.organization_id, t.id) caught_up ON true`;

/**
 * Gives the tallies that have no items those of their lists, with the moves that they have as done: after an import of
 * files that tell no items (decision 385).
 */
export function makeMissingItems(): Query<void> {
  return effect(sql`
    SELECT make_tally_items(t.organization_id, t.id) FROM tallies t
    WHERE t.organization_id = ${currentScope().actor.organization_id} AND NOT EXISTS (
      SELECT FROM tally_items i WHERE i.organization_id = t.organization_id AND i.tally_id = t.id)
    ORDER BY t.id`);
}

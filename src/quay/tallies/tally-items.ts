import sql from 'sql-template-tag';
import { effect, type Query } from '../../common/database/query';
import { currentScope } from '../../common/tenancy/scope';

/**
 * Makes the items of an open tally what the lists of its voyage say (decision 382). Whoever reads or writes a tally
 * sends it first. Where nothing has changed it writes nothing.
 */
export function catchUp(tally_id: number): Query<void> {
  return effect(sql`SELECT catch_up_tally_items(${currentScope().actor.organization_id}, ${tally_id})`);
}

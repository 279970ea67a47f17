import type { Sql } from 'sql-template-tag';
import type { Actor } from '../../common/tenancy/actor';

/** SQL that selects the ids of the shipping lines whose events a token sees; null for all events. */
export function linesSeen(_actor: Actor): Sql | null {
  return null;
}

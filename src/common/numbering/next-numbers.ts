import sql from 'sql-template-tag';
import type { Db } from '../database/db';
import { DEFAULT_SERIES, type NumberedType } from './number-series.rules';

/**
 * The next numbers of a year. The counter of the type and year is locked until the transaction ends, so that a rollback gives the
 * numbers back and none is missing; the caller raises it behind all other locks.
 */
export async function nextNumbers(
  db: Db,
  type: NumberedType,
  year: number,
  count: number,
): Promise<string[]> {
  const { prefix, digits } = DEFAULT_SERIES[type];
  const [row] = await db.query<{ numbers: string[] }>(sql`
    SELECT next_numbers(${db.actor.organization_id}::bigint, ${type}, ${year}, ${count}, ${prefix}, ${digits}) AS numbers`);
  return row!.numbers;
}

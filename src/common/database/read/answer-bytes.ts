import sql, { Sql } from 'sql-template-tag';
import { COMMON } from '../../errors/codes';
import { Refused } from '../../errors/errors';

/** The maximum size of an answer without pages, in bytes of JSON (decision 123). */
export const WHOLE_BYTES = 64 * 1024 * 1024;

/** SQL: the rows of `found`, with `fits` while their running total is within `bytes`. The first row always fits. */
export function fitting(bytes: number, order = sql`ASC`): Sql {
  return sql`
    SELECT id, place, json, before = 0 OR before + octet_length(json) <= ${bytes} AS fits FROM (
      SELECT id, place, json, sum(octet_length(json)) OVER (ORDER BY place ${order}) - octet_length(json) AS before FROM found
    ) f`;
}

/** SQL: the columns `json`, which is null beyond WHOLE_BYTES, and `bytes`. */
export function bounded(json: Sql, bytes: Sql): Sql {
  return sql`CASE WHEN ${bytes} <= ${WHOLE_BYTES} THEN ${json} END AS json, ${bytes} AS bytes`;
}

/** A page ends early at these bytes of JSON: what follows is its next page. Some lists without pages are refused beyond them. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** Throws Refused for a list without pages that takes more than a page may. */
export function requirePage<T>(list: T[], field: string): T[] {
  if (Buffer.byteLength(JSON.stringify(list)) > PAGE_BYTES)
    throw new Refused({
      code: COMMON.answer_too_large,
      sentence: 'What was asked for is larger than 4 MiB: ask for less of it.',
      field,
    });
  return list;
}

/** Throws Refused when it is more than is answered whole. */
export function requireBytes(bytes: number | null): void {
  if (bytes !== null && bytes > WHOLE_BYTES)
    throw new Refused({
      code: COMMON.answer_too_large,
      sentence: 'What was asked for is larger than 64 MiB: ask for less of it, by page or by filter.',
    });
}

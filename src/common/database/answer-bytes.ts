import sql, { Sql } from 'sql-template-tag';
import { COMMON } from '../errors/codes';
import { Refused } from '../errors/errors';

/** What is answered whole is refused beyond these bytes of JSON (decision 123). */
export const WHOLE_BYTES = 64 * 1024 * 1024;

/** SQL: the rows `found`, and whether they fit: together they take so many bytes, and the first does whatever it takes. */
export function fitting(bytes: number, order = sql`ASC`): Sql {
  return sql`
    SELECT id, json, before = 0 OR before + octet_length(json) <= ${bytes} AS fits FROM (
      SELECT id, json, sum(octet_length(json)) OVER (ORDER BY id ${order}) - octet_length(json) AS before FROM found
    ) f`;
}

/** The columns `json`, null when it is too large to be answered whole, and `bytes`. */
export function bounded(json: Sql, bytes: Sql): Sql {
  return sql`CASE WHEN ${bytes} <= ${WHOLE_BYTES} THEN ${json} END AS json, ${bytes} AS bytes`;
}

/** Throws Refused when it is more than is answered whole. */
export function requireBytes(bytes: number | null): void {
  if (bytes !== null && bytes > WHOLE_BYTES)
    throw new Refused({
      code: COMMON.answer_too_large,
      sentence: 'What was asked for is larger than 64 MiB: ask for less of it, by page or by filter.',
    });
}

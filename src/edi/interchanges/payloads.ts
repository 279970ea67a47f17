import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';

/** How many bytes of an interchange the database sends in one row. */
const PIECE_BYTES = 32 * 1024;

/**
 * The bytes of an interchange. They come in rows of 32 kB, because the driver reads a row in one piece: one of 16 MB kept the
 * thread for 0.4 s, in which it answered nobody (decision 795).
 */
export async function bytesOf(db: Db, organization_id: number, id: number): Promise<Buffer> {
  const pieces = await db.query<{ at: number; bytes: Buffer }>(inPieces(organization_id, id));
  return Buffer.concat(pieces.sort((one, other) => one.at - other.at).map(({ bytes }) => bytes));
}

/**
 * SQL: the pieces. PostgreSQL unpacks the whole once, and not for each piece: OFFSET keeps it apart. It would write the whole to a
 * file to sort it, or to keep it as a common table.
 */
const inPieces = (organization_id: number, id: number): Sql => sql`
  SELECT at, substring(w.bytes FROM at FOR ${PIECE_BYTES}) AS bytes
  FROM (
    SELECT substring(bytes FROM 1) AS bytes FROM edi_payloads
    WHERE organization_id = ${organization_id} AND edi_interchange_id = ${id} OFFSET 0) w
  CROSS JOIN LATERAL generate_series(1, octet_length(w.bytes), ${PIECE_BYTES}::integer) at`;

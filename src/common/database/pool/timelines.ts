import sql from 'sql-template-tag';

/** A place in the log of the database, as PostgreSQL writes it. */
export interface Place {
  position: string;
  /** The database and the timeline that the position belongs to. */
  history: string;
}

/**
 * The database and its timeline as one text. Each promotion of a standby begins another timeline. A primary says which one it
 * writes, a standby which one it followed at its last restartpoint.
 */
export const HISTORY = {
  ofPrimary: sql`(SELECT system_identifier FROM pg_control_system())
    || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`,
  ofStandby: sql`(SELECT system_identifier || '/' || lpad(upper(to_hex(timeline_id)), 8, '0')
    FROM pg_control_system(), pg_control_checkpoint())`,
};

/** Where the log of the primary is: behind all that was committed before. Fails on a standby. */
export const PLACE = sql`SELECT pg_current_wal_insert_lsn()::text AS position, ${HISTORY.ofPrimary} AS history`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tells whether this is still the database that it was: by server, timeline, database and table. The timeline is another one
 * after a failover and after a restore of files, the table after a restore of a dump, the database in a copy. Null on a
 * standby, where nothing is written.
 */
const HISTORY = `
  CREATE FUNCTION database_history() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN concat_ws(':',
      (SELECT c.system_identifier FROM pg_control_system() c),
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
      (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()),
      'event_feeds'::regclass::oid) END
  $$;
`;

/** Which history of the database numbered the events of a feed, and which ids name events of others. */
const COLUMNS = `
  ALTER TABLE event_feeds ADD history text;
  UPDATE event_feeds SET history = database_history();
  ALTER TABLE event_feeds ADD lost int8multirange NOT NULL DEFAULT '{}';
`;

export class EpochsOfEvents1799860000000 implements MigrationInterface {
  name = 'EpochsOfEvents1799860000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(HISTORY);
    // where the server does not let this role ask, nothing could be published: better that this migration fails
    await queryRunner.query('SELECT database_history()');
    await queryRunner.query(COLUMNS);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE event_feeds DROP COLUMN lost, DROP COLUMN history`);
    await queryRunner.query(`DROP FUNCTION database_history`);
  }
}

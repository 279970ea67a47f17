import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tokens upload is counted for a day (decision 903), and tickets open a file for `<img>` (decision 905). */
export class FileUploads1800000007001 implements MigrationInterface {
  name = 'FileUploads1800000007001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE file_upload_hours (
        organization_id bigint NOT NULL,
        token_id bigint NOT NULL,
        hour timestamp(0) with time zone NOT NULL,
        bytes bigint NOT NULL,
        CONSTRAINT pk_file_upload_hours PRIMARY KEY (organization_id, token_id, hour)
      );
      ALTER TABLE stream_tickets ADD COLUMN file_id bigint,
        -- no ticket has a file yet
        -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
        ADD CONSTRAINT fk_stream_tickets_file_id FOREIGN KEY (organization_id, file_id)
          REFERENCES files (organization_id, id) ON DELETE CASCADE;
      -- tickets last for minutes
      -- squawk-ignore require-concurrent-index-creation
      CREATE INDEX ix_stream_tickets_file_id ON stream_tickets (organization_id, file_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM stream_tickets WHERE file_id IS NOT NULL;
      ALTER TABLE stream_tickets DROP COLUMN file_id;
      DROP TABLE file_upload_hours;`);
  }
}

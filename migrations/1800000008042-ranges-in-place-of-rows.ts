import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds deliveries that were updated since a time by ranges of pages, and no longer by an index of rows (decision 829). */
export class RangesInPlaceOfRows1800000008042 implements MigrationInterface {
  name = 'RangesInPlaceOfRows1800000008042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- an index of partitions cannot be dropped concurrently
      -- squawk-ignore require-concurrent-index-deletion
      DROP INDEX ix_webhook_deliveries_updated_at;
      -- those of the partitions are there
      -- squawk-ignore require-concurrent-index-creation
      CREATE INDEX ix_webhook_deliveries_updated_at ON ONLY webhook_deliveries
        USING brin (organization_id, updated_at) WITH (autosummarize = on);
      DO $$
        DECLARE
          part text;
        BEGIN
          FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'webhook_deliveries'::regclass
          LOOP
            -- of a month that was made meanwhile
            EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING brin (organization_id, updated_at) WITH (autosummarize = on)',
              part || '_updated_at_brin', part);
            EXECUTE format('ALTER INDEX ix_webhook_deliveries_updated_at ATTACH PARTITION %I', part || '_updated_at_brin');
          END LOOP;
        END $$;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_webhook_deliveries_updated_at;
      CREATE INDEX ix_webhook_deliveries_updated_at
        ON webhook_deliveries (organization_id, webhook_endpoint_id, updated_at, id);`);
  }
}

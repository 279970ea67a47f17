import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tickets of an identity, which go with it; made beside those who write. */
export class StreamTicketsIdentityIndex1799500000002 implements MigrationInterface {
  name = 'StreamTicketsIdentityIndex1799500000002';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY ix_stream_tickets_identity_id ON stream_tickets (organization_id, identity_id)`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ix_stream_tickets_identity_id`);
  }
}

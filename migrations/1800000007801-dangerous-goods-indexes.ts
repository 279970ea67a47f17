import type { MigrationInterface, QueryRunner } from 'typeorm';

const HERE = `status = 'here' AND dangerous_goods <> '[]'`;

/** The stays here with dangerous goods, which are few, and their classes. */
const INDEXES = [
  ['ix_container_stays_dangerous', '(organization_id, id)'],
  ['ix_container_stays_imdg_classes', 'USING gin (organization_id, imdg_classes_of(dangerous_goods))'],
] as const;

export class DangerousGoodsIndexes1800000007801 implements MigrationInterface {
  name = 'DangerousGoodsIndexes1800000007801';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of INDEXES)
      await runner.query(
        `-- this migration runs without a transaction
        -- squawk-ignore ban-concurrent-index-creation-in-transaction
        CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON container_stays ${columns} WHERE ${HERE}`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}

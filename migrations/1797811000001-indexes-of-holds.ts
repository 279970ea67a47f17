import type { MigrationInterface, QueryRunner } from 'typeorm';

const STANDING = 'lifted_at IS NULL OR lifted_until IS NOT NULL';

/** The indexes of the list of all holds: by place in it, of those that stand, by type, and by time. */
const INDEXES: [name: string, table: string, on: string][] = [
  ['ix_container_holds_standing', 'container_holds', `(organization_id, id) WHERE ${STANDING}`],
  ['ix_container_holds_hold_type_id_id', 'container_holds', '(organization_id, hold_type_id, id)'],
  ['ix_container_holds_applied_at_id', 'container_holds', '(organization_id, applied_at, id)'],
  ['ix_container_holds_updated_at_id', 'container_holds', '(organization_id, updated_at, id)'],
  ['ix_bill_of_lading_holds_listed', 'bill_of_lading_holds', '(organization_id, (coalesce(list_id, id)))'],
  [
    'ix_bill_of_lading_holds_listed_standing',
    'bill_of_lading_holds',
    `(organization_id, (coalesce(list_id, id))) WHERE ${STANDING}`,
  ],
  [
    'ix_bill_of_lading_holds_listed_type',
    'bill_of_lading_holds',
    '(organization_id, hold_type_id, (coalesce(list_id, id)))',
  ],
  ['ix_bill_of_lading_holds_hold_type_id_id', 'bill_of_lading_holds', '(organization_id, hold_type_id, id)'],
  ['ix_bill_of_lading_holds_applied_at_id', 'bill_of_lading_holds', '(organization_id, applied_at, id)'],
  ['ix_bill_of_lading_holds_updated_at_id', 'bill_of_lading_holds', '(organization_id, updated_at, id)'],
];

/** The indexes on the type alone, which those with the id take the place of. */
const REPLACED: [name: string, table: string][] = [
  ['ix_container_holds_hold_type_id', 'container_holds'],
  ['ix_bill_of_lading_holds_hold_type_id', 'bill_of_lading_holds'],
];

/** Made beside those who write. */
export class IndexesOfHolds1797811000001 implements MigrationInterface {
  name = 'IndexesOfHolds1797811000001';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, table, on] of INDEXES) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY ${name} ON ${table} ${on}`,
      );
    }
    for (const [name] of REPLACED) await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name, table] of REPLACED)
      await queryRunner.query(`CREATE INDEX ${name} ON ${table} (organization_id, hold_type_id)`);
    for (const [name] of INDEXES) await queryRunner.query(`DROP INDEX ${name}`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['ix_events_user_id', `"events" ("organization_id", "user_id", "id") WHERE user_id IS NOT NULL`],
  [
    'ix_audit_entries_refused_drivers',
    `"audit_entries" ("organization_id", (coalesce("after", "before") ->> 'truck_driver_id'))
      WHERE record_type = 'gate_refusals'`,
  ],
];

/** By what an erasure finds the events of a user, and the traces of refusals of a driver; made beside those who write. */
export class PersonalDataIndexes1799700000002 implements MigrationInterface {
  name = 'PersonalDataIndexes1799700000002';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columns] of INDEXES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "${name}" ON ${columns}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await queryRunner.query(`DROP INDEX "${name}"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  trucking_company_id: `("organization_id", "trucking_company_id")`,
  terminal_id: `("organization_id", "terminal_id")`,
  gate_id: `("organization_id", "gate_id")`,
  starts_at: `("organization_id", "starts_at")`,
  missed: `("organization_id", "id") WHERE missed_at IS NOT NULL`,
  cancelled: `("organization_id", "id") WHERE cancelled_at IS NOT NULL`,
  booked: `("organization_id", "ends_at") WHERE used_at IS NULL AND cancelled_at IS NULL AND missed_at IS NULL`,
};

/** Finds appointments by slot and by status; made beside those who write appointments. */
export class AppointmentSlotIndexes1796000702000 implements MigrationInterface {
  name = 'AppointmentSlotIndexes1796000702000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, of] of Object.entries(INDEXES))
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "ix_appointments_${name}" ON "appointments" ${of}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX "ix_appointments_${name}"`);
  }
}

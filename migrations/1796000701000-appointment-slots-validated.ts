import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  'ck_appointments_slot_purpose',
  'ck_appointments_slot',
  'fk_appointments_trucking_company_id',
  'fk_appointments_terminal_id',
  'fk_appointments_gate_id',
];

/** Looks at the appointments that were there, beside those who write others. */
export class AppointmentSlotsValidated1796000701000 implements MigrationInterface {
  name = 'AppointmentSlotsValidated1796000701000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const name of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "appointments" VALIDATE CONSTRAINT "${name}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = {
  gates: ['fk_gates_terminal_id'],
  bookings: ['fk_bookings_container_type_id'],
  truck_visits: ['ck_truck_visits_cancelled_at', 'fk_truck_visits_cancelled_by_id'],
  interchanges: ['fk_interchanges_reversed_by_id'],
  purposes: ['ck_purposes_owner', 'fk_purposes_truck_visit_id'],
};

/** Looks at the rows that were there, beside those who write others. */
export class GateDeskValidated1797000001000 implements MigrationInterface {
  name = 'GateDeskValidated1797000001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, names] of Object.entries(CONSTRAINTS))
      for (const name of names)
        await queryRunner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${name}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}

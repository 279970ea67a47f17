import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  'ck_load_list_items_cell',
  'fk_load_list_items_port_of_loading_id',
  'fk_load_list_items_port_of_discharge_id',
];

/** Looks at the items of load lists that were there, beside those who write others. */
export class DischargeListsValidated1798100000001 implements MigrationInterface {
  name = 'DischargeListsValidated1798100000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const name of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "load_list_items" VALIDATE CONSTRAINT "${name}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}

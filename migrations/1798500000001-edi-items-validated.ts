import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  'fk_edi_items_edi_flow_id',
  'fk_edi_items_container_id',
  'fk_edi_items_movement_id',
  'fk_edi_items_stay_id',
  'fk_edi_items_shipping_line_id',
  'fk_edi_items_voyage_id',
  'fk_edi_items_edi_message_id',
  'fk_edi_items_takes_back_id',
];

/** Looks at the rows that were there, beside those who write others. */
export class EdiItemsValidated1798500000001 implements MigrationInterface {
  name = 'EdiItemsValidated1798500000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const constraint of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "edi_items" VALIDATE CONSTRAINT "${constraint}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}

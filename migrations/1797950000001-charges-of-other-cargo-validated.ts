import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the charge codes that were there, beside those who write others. */
export class ChargesOfOtherCargoValidated1797950000001 implements MigrationInterface {
  name = 'ChargesOfOtherCargoValidated1797950000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const name of ['ck_charge_codes_cargo', 'ck_charge_codes_measure'])
      await queryRunner.query(`ALTER TABLE "charge_codes" VALIDATE CONSTRAINT "${name}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a container was emptied in a stay, and when packages were taken out last. */
export class EmptiedAndStripped1797820000000 implements MigrationInterface {
  name = 'EmptiedAndStripped1797820000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "container_stays"
        ADD "emptied_at" TIMESTAMP(3) WITH TIME ZONE,
        ADD CONSTRAINT "ck_container_stays_emptied_at" CHECK (CASE WHEN emptied_at IS NOT NULL THEN in_at IS NOT NULL AND emptied_at >= in_at AND (out_at IS NULL OR emptied_at <= out_at) ELSE true END) NOT VALID`);
    await queryRunner.query(`ALTER TABLE "packing_list_items" ADD "stripped_at" TIMESTAMP(3) WITH TIME ZONE`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "packing_list_items" DROP COLUMN "stripped_at"`);
    await queryRunner.query(`ALTER TABLE "container_stays" DROP COLUMN "emptied_at"`);
  }
}

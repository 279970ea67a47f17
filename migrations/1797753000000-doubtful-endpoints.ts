import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which webhook endpoints answer, and promptly. */
export class DoubtfulEndpoints1797753000000 implements MigrationInterface {
  name = 'DoubtfulEndpoints1797753000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "webhook_endpoints" ADD COLUMN "is_reached" boolean NOT NULL DEFAULT false`,
    );
    await queryRunner.query(
      `ALTER TABLE "webhook_endpoints" ADD COLUMN "is_slow" boolean NOT NULL DEFAULT false`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" DROP COLUMN "is_slow"`);
    await queryRunner.query(`ALTER TABLE "webhook_endpoints" DROP COLUMN "is_reached"`);
  }
}

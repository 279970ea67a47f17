import type { MigrationInterface, QueryRunner } from 'typeorm';

const containerOf = (onDelete: string) => `
  ALTER TABLE "container_holds" DROP CONSTRAINT "fk_container_holds_container_id",
  ADD CONSTRAINT "fk_container_holds_container_id" FOREIGN KEY ("organization_id", "container_id")
    REFERENCES "containers"("organization_id", "id") ON DELETE ${onDelete} ON UPDATE NO ACTION`;

/** A container is kept while it has holds, lifted ones too: they are its audit trail. */
export class HoldsKeepContainers1795000091000 implements MigrationInterface {
  name = 'HoldsKeepContainers1795000091000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(containerOf('NO ACTION'));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(containerOf('CASCADE'));
  }
}

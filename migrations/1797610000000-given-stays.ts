import type { MigrationInterface, QueryRunner } from 'typeorm';

const constraint = (deferred: string) =>
  `ALTER TABLE "containers" ALTER CONSTRAINT "fk_containers_stay_id" ${deferred}`;

/** Lets a container name the stay that is written after it, so that it need not be written a second time. */
export class GivenStays1797610000000 implements MigrationInterface {
  name = 'GivenStays1797610000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(constraint('DEFERRABLE INITIALLY DEFERRED'));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(constraint('NOT DEFERRABLE'));
  }
}

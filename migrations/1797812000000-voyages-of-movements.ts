import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A movement names the voyage that brought or took the container, as it names the visit of a truck. */
export class VoyagesOfMovements1797812000000 implements MigrationInterface {
  name = 'VoyagesOfMovements1797812000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE container_movements ADD voyage_id bigint`);
    await queryRunner.query(
      `ALTER TABLE container_movements ADD CONSTRAINT fk_container_movements_voyage_id
       FOREIGN KEY (organization_id, voyage_id) REFERENCES voyages (organization_id, id) NOT VALID`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE container_movements DROP COLUMN voyage_id`);
  }
}

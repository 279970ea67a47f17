import type { MigrationInterface, QueryRunner } from 'typeorm';

const speakOfStay = (keeping: string) => `
  CREATE OR REPLACE FUNCTION speak_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF NEW.container_id IS NOT DISTINCT FROM OLD.container_id ${keeping} THEN RETURN NEW; END IF;
      NEW.stay_id := NULL;
    END IF;
    IF NEW.stay_id IS NULL AND NEW.container_id IS NOT NULL THEN
      NEW.stay_id := (SELECT stay_id FROM containers
        WHERE organization_id = NEW.organization_id AND id = NEW.container_id);
    END IF;
    RETURN NEW;
  END $$`;

/**
 * A container gets its right number, and the reason is kept. Where its record becomes one with another, the stays become
 * stays of that one first: a row that speaks of such a stay goes on speaking of it.
 */
export class RenumberedContainers1797814000000 implements MigrationInterface {
  name = 'RenumberedContainers1797814000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE containers ADD renumber_reason text`);
    await queryRunner.query(
      speakOfStay(`OR EXISTS (
        SELECT FROM container_stays WHERE organization_id = NEW.organization_id AND id = NEW.stay_id
          AND container_id = NEW.container_id)`),
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(speakOfStay(''));
    await queryRunner.query(`ALTER TABLE containers DROP COLUMN renumber_reason`);
  }
}

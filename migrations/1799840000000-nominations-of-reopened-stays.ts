import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_OPEN = `IN ('announced', 'here')`;
const OVER = `IN ('revoked', 'expired')`;

/** SQL: whether the one that the nomination `n` passes on is over. */
const PARENT_IS_OVER = `EXISTS (
          SELECT FROM nominations a
          WHERE a.organization_id = n.organization_id AND a.id = n.parent_id AND a.status ${OVER})`;

/** SQL: whether one above it in its chain is over, however far. */
const ONE_ABOVE_IS_OVER = `EXISTS (
          WITH RECURSIVE above(id) AS (
            SELECT n.parent_id
            UNION
            SELECT c.parent_id FROM above b
            JOIN nominations c ON c.organization_id = n.organization_id AND c.id = b.id)
          SELECT FROM above b
          JOIN nominations a ON a.organization_id = n.organization_id AND a.id = b.id
          WHERE a.status ${OVER})`;

/** The function `end_nominations`: a stay that goes on after all has those again that ended with it, unless this holds. */
const ending = (isOver: string) => `
  CREATE OR REPLACE FUNCTION end_nominations() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.status ${IS_OPEN} THEN
      UPDATE nominations n SET updated_at = now(), ended_at = NULL, is_told = false, status = CASE WHEN EXISTS (
        SELECT FROM nominations b
        WHERE b.organization_id = n.organization_id AND b.parent_id = n.id AND b.status IN ('used', 'ended'))
        THEN 'passed_on' ELSE 'active' END
      WHERE n.organization_id = NEW.organization_id AND n.stay_id = NEW.id AND n.status IN ('used', 'ended')
        AND NOT ${isOver};
    ELSE
      UPDATE nominations n SET updated_at = now(), ended_at = now(), is_told = false, status = CASE WHEN n.status = 'active' AND EXISTS (
        SELECT FROM interchanges i
        JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
        JOIN parties p ON p.organization_id = v.organization_id AND p.trucking_company_id = v.trucking_company_id
        WHERE i.organization_id = n.organization_id AND i.stay_id = n.stay_id AND i.type = 'interchange_out'
          AND i.completed AND p.id = n.to_party_id)
        THEN 'used' ELSE 'ended' END
      WHERE n.organization_id = NEW.organization_id AND n.stay_id = NEW.id AND n.status IN ('active', 'passed_on');
    END IF;
    RETURN NULL;
  END $$;
`;

/** Leaves all of a chain ended whose first part was revoked or expired meanwhile, and not just what it was passed on by. */
export class NominationsOfReopenedStays1799840000000 implements MigrationInterface {
  name = 'NominationsOfReopenedStays1799840000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ending(ONE_ABOVE_IS_OVER));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ending(PARENT_IS_OVER));
  }
}

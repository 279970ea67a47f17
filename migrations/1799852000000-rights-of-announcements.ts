import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_OPEN = `IN ('announced', 'here')`;

const COLUMNS = `
  ALTER TABLE purposes ADD rests_on_nomination boolean NOT NULL DEFAULT false;
  ALTER TABLE container_stays ADD right_lost boolean NOT NULL DEFAULT false;
`;

const FUNCTIONS = `
  -- The appointments for the containers of some stays whose every purpose rested on a nomination that its haulier has no
  -- longer. Those that were missed count, since they could be moved.
  CREATE FUNCTION appointments_without_right(organization bigint, stays bigint[]) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    SELECT a.id FROM appointments a
    LEFT JOIN trucks t ON t.organization_id = a.organization_id AND t.id = a.truck_id
    LEFT JOIN truck_drivers d ON d.organization_id = a.organization_id AND d.id = a.truck_driver_id
    WHERE a.organization_id = organization AND a.used_at IS NULL AND a.cancelled_at IS NULL
      AND a.id = ANY (ARRAY(
        SELECT u.appointment_id FROM container_stays s
        JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
        WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status ${IS_OPEN} AND u.rests_on_nomination))
      AND NOT EXISTS (
        SELECT FROM purposes u WHERE u.organization_id = a.organization_id AND u.appointment_id = a.id
          AND (NOT u.rests_on_nomination OR EXISTS (
            SELECT FROM container_stays s
            CROSS JOIN LATERAL stays_of_nominations(organization, ARRAY[s.id]) n
            JOIN parties p ON p.organization_id = organization AND p.id = n.party_id
            WHERE s.organization_id = organization AND s.container_id = u.container_id AND s.status ${IS_OPEN}
              AND p.trucking_company_id = coalesce(a.trucking_company_id, t.trucking_company_id, d.trucking_company_id))))
  $$;

  -- A container that leaves a bill or a booking leaves its nomination, which goes on for the rest.
  CREATE FUNCTION note_right_lost(organization bigint, stay bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE container_stays s SET right_lost = true
    WHERE s.organization_id = organization AND s.id = stay AND NOT s.right_lost
      AND EXISTS (SELECT FROM appointments_without_right(organization, ARRAY[stay]));
  END $$;

  CREATE FUNCTION note_right_lost_of_container_bills() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM note_right_lost(OLD.organization_id, OLD.stay_id);
    RETURN NULL;
  END $$;

  CREATE FUNCTION note_right_lost_of_container_stays() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM note_right_lost(NEW.organization_id, NEW.id);
    RETURN NULL;
  END $$;
`;

/** As the triggers `revoke_without_right`: at the end of the transaction, which may put the container on the bill anew. */
const TRIGGERS = `
  CREATE CONSTRAINT TRIGGER note_right_lost AFTER DELETE OR UPDATE OF stay_id, bill_of_lading_id ON container_bills
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_right_lost_of_container_bills();
  CREATE CONSTRAINT TRIGGER note_right_lost AFTER UPDATE OF booking_id ON container_stays
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.booking_id IS NOT NULL AND OLD.booking_id IS DISTINCT FROM NEW.booking_id)
    EXECUTE FUNCTION note_right_lost_of_container_stays();
`;

/**
 * Where only a nomination lets a haulier announce a pick-up, what gave it an interest was announced by one, and rests on that from
 * now on.
 */
const ANNOUNCED_BEFORE = `
  UPDATE purposes u SET rests_on_nomination = true, grants_interest = false
  FROM organizations o
  WHERE o.party_pick_up = 'nominated' AND u.organization_id = o.id AND u.purpose_type = 'pick up' AND u.grants_interest
    AND u.truck_visit_id IS NULL AND u.container_id IS NOT NULL
    AND EXISTS (SELECT FROM nominations n WHERE n.organization_id = o.id);
`;

/** The function that locks, with what else it does. */
const locking = (more: string) => `
  CREATE OR REPLACE FUNCTION lock_for_nomination() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM bill_of_ladings b WHERE b.organization_id = NEW.organization_id AND b.id = NEW.bill_of_lading_id FOR UPDATE;
    PERFORM FROM bookings b WHERE b.organization_id = NEW.organization_id AND b.id = NEW.booking_id FOR UPDATE;
    ${more}
    RETURN NEW;
  END $$;
`;

const TOLD_IN_FILES = `
  -- What comes used or revoked, from a file, was told where it happened.
  CREATE FUNCTION take_nomination_as_told() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.is_told := NEW.status IN ('used', 'revoked');
    RETURN NEW;
  END $$;
  CREATE TRIGGER take_as_told BEFORE INSERT ON nominations FOR EACH ROW EXECUTE FUNCTION take_nomination_as_told();
`;

/**
 * An announcement that rests on a nomination gives no interest beside it, so that the interest ends with the right. What
 * is cancelled because a container left its bill or booking is found by a mark on the stay.
 */
export class RightsOfAnnouncements1799852000000 implements MigrationInterface {
  name = 'RightsOfAnnouncements1799852000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const statements of [COLUMNS, FUNCTIONS, TRIGGERS, locking(''), TOLD_IN_FILES, ANNOUNCED_BEFORE])
      await queryRunner.query(statements);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER take_as_told ON nominations`);
    await queryRunner.query(`DROP FUNCTION take_nomination_as_told`);
    await queryRunner.query(
      locking(`IF TG_OP = 'INSERT' THEN NEW.is_told := NEW.status IN ('used', 'revoked'); END IF;`),
    );
    for (const table of ['container_bills', 'container_stays']) {
      await queryRunner.query(`DROP TRIGGER note_right_lost ON ${table}`);
      await queryRunner.query(`DROP FUNCTION note_right_lost_of_${table}`);
    }
    await queryRunner.query(`DROP FUNCTION note_right_lost, appointments_without_right`);
    await queryRunner.query(`ALTER TABLE container_stays DROP COLUMN right_lost`);
    await queryRunner.query(`ALTER TABLE purposes DROP COLUMN rests_on_nomination`);
  }
}

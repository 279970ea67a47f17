import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is due of stays here is kept of whoever has published tariffs, and says whether availability may show it (decision 823). */
export class ShownReleases1800000007500 implements MigrationInterface {
  name = 'ShownReleases1800000007500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE stay_releases ADD COLUMN is_exact boolean DEFAULT false NOT NULL;
      -- Whether what is due of stays is kept: nothing is due without published tariffs.
      CREATE FUNCTION keeps_releases(organization bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM tariffs t WHERE t.organization_id = organization AND t.published_at IS NOT NULL)
      $$;
      -- Whether a mark says that what is due of a stay here may have changed.
      CREATE FUNCTION has_release_mark(organization bigint, stay bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM stays_of_release_marks(organization) m WHERE m.stay_id = stay)
      $$;
      ${marking('keeps_releases(organization)', OF_WHAT_IS_HERE)}
      ${ofOrganizations('')}
      INSERT INTO release_marks (organization_id, mark_type, record_id)
      SELECT o.id, 'all', 0 FROM organizations o WHERE keeps_releases(o.id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${ofOrganizations('NEW.release_needs_charges AND ')}
      ${marking('EXISTS (SELECT FROM organizations o WHERE o.id = organization AND o.release_needs_charges)', '')}
      DROP FUNCTION has_release_mark(bigint, bigint);
      DROP FUNCTION keeps_releases(bigint);
      DELETE FROM stay_releases k USING organizations o WHERE o.id = k.organization_id AND NOT o.release_needs_charges;
      ALTER TABLE stay_releases DROP COLUMN is_exact;`);
  }
}

/** SQL: the trigger that marks the stays of an organization whose settings change. */
const ofOrganizations = (condition: string) => `
      DROP TRIGGER mark_release_organizations_update ON organizations;
      CREATE TRIGGER mark_release_organizations_update AFTER UPDATE OF release_needs_charges, time_zone, weight_unit
        ON organizations FOR EACH ROW
        WHEN (${condition}(OLD.release_needs_charges, OLD.time_zone, OLD.weight_unit)
          IS DISTINCT FROM (NEW.release_needs_charges, NEW.time_zone, NEW.weight_unit))
        EXECUTE FUNCTION mark_release_of_organizations();`;

/** SQL: only of stays that are here, because a run charges many that have ended. */
const OF_WHAT_IS_HERE = `AND (m.mark_type <> 'container_stay' OR EXISTS (
                SELECT FROM container_stays h
                WHERE h.organization_id = organization AND h.id = m.record_id AND h.status = 'here'))`;

/**
 * SQL: the functions that mark stays, where it holds of an `organization` that what is due is kept.
 * @param those the condition on marks of charges
 */
const marking = (isKept: string, those: string) => `
      -- Says that what is due may have changed. A transaction says it once, and one of whom nothing is kept not at all.
      CREATE OR REPLACE FUNCTION mark_release(organization bigint, marked text, record bigint) RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO release_marks (organization_id, mark_type, record_id)
          SELECT organization, marked, record
          WHERE ${isKept}
            AND NOT EXISTS (
              SELECT FROM release_marks m
              WHERE m.organization_id = organization AND m.mark_type = marked AND m.record_id = record
                AND m.xmin = pg_current_xact_id()::xid);
        END $$;

      -- The stays and orders of charges that were written, or that came on invoices or off them.
      CREATE OR REPLACE FUNCTION mark_release_of_changed_charges() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
          organization bigint;
        BEGIN
          FOR organization IN SELECT DISTINCT c.organization_id FROM changed c LOOP
            CONTINUE WHEN NOT (${isKept});
            INSERT INTO release_marks (organization_id, mark_type, record_id)
            SELECT DISTINCT organization, m.mark_type, m.record_id
            FROM changed c
            JOIN charge_subjects s ON s.organization_id = organization AND s.id = c.subject_id
            LEFT JOIN service_orders r ON r.organization_id = organization AND r.id = s.service_order_id
            CROSS JOIN LATERAL (VALUES ('container_stay', coalesce(s.stay_id, r.stay_id)),
              ('stays_of_bill_of_lading', r.bill_of_lading_id), ('stays_of_booking', r.booking_id)) m(mark_type, record_id)
            WHERE c.organization_id = organization AND m.record_id IS NOT NULL ${those};
          END LOOP;
          RETURN NULL;
        END $$;

      -- The stays of the lines of an invoice, and the orders of lines that are of no stay. Each is looked for by itself, because a join
      -- of these tables reads each of them for each row of the others while they have no statistics.
      CREATE OR REPLACE FUNCTION mark_release_of_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
          organization bigint := NEW.organization_id;
          line record;
          charged record;
          r service_orders;
        BEGIN
          IF NOT (${isKept}) THEN
            RETURN NULL;
          END IF;
          FOR line IN SELECT l.id, l.stay_id FROM invoice_lines l
            WHERE l.organization_id = organization AND l.invoice_id = NEW.id LOOP
            IF line.stay_id IS NOT NULL THEN
              PERFORM mark_release(organization, 'container_stay', line.stay_id);
              CONTINUE;
            END IF;
            FOR charged IN SELECT c.subject_id FROM charges c
              WHERE c.organization_id = organization AND c.invoice_line_id = line.id LOOP
              SELECT o.* INTO r FROM service_orders o
              WHERE o.organization_id = organization AND o.id = (
                SELECT s.service_order_id FROM charge_subjects s
                WHERE s.organization_id = organization AND s.id = charged.subject_id);
              IF r.bill_of_lading_id IS NOT NULL THEN
                PERFORM mark_release(organization, 'stays_of_bill_of_lading', r.bill_of_lading_id);
              END IF;
              IF r.booking_id IS NOT NULL THEN PERFORM mark_release(organization, 'stays_of_booking', r.booking_id); END IF;
            END LOOP;
          END LOOP;
          RETURN NULL;
        END $$;`;

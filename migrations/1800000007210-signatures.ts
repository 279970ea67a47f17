import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Truck visits and receipts name the signature of the driver, a file (decisions 927 and 928). */
export class Signatures1800000007210 implements MigrationInterface {
  name = 'Signatures1800000007210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNT);
    await runner.query(named('truck_visits'));
    await runner.query(named('receipts'));
    await runner.query(ERASURE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION erase_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE receipts r SET driver_name = NULL, driver_license = NULL, updated_at = now()
          WHERE r.organization_id = NEW.organization_id AND r.truck_driver_id = NEW.id;
          RETURN NULL;
        END $$;
      -- the triggers let the files go
      UPDATE receipts SET signature_file_id = NULL WHERE signature_file_id IS NOT NULL;
      UPDATE truck_visits SET signature_file_id = NULL WHERE signature_file_id IS NOT NULL;`);
    for (const table of ['receipts', 'truck_visits'])
      await runner.query(`
        DROP TRIGGER count_signature_put ON ${table};
        DROP TRIGGER count_signature_changed ON ${table};
        DROP TRIGGER count_signature_gone ON ${table};
        ALTER TABLE ${table} DROP COLUMN signature_file_id;`);
    await runner.query('DROP FUNCTION count_signature_uses();');
  }
}

const COUNT = `
  -- Counts in files.uses the records that name a signature; as count_file_uses does for join tables.
  CREATE FUNCTION count_signature_uses() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'DELETE' THEN
        UPDATE files SET uses = uses + 1, unused_since = NULL
        WHERE organization_id = NEW.organization_id AND id = NEW.signature_file_id;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        UPDATE files SET uses = uses - 1, unused_since = CASE WHEN uses = 1 THEN now() END,
          about = CASE WHEN uses > 1 THEN about END
        WHERE organization_id = OLD.organization_id AND id = OLD.signature_file_id;
      END IF;
      RETURN NULL;
    END $$;`;

const named = (table: string) => `
  ALTER TABLE ${table} ADD COLUMN signature_file_id bigint;
  ALTER TABLE ${table}
    -- no row has one yet
    -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
    ADD CONSTRAINT fk_${table}_signature_file_id FOREIGN KEY (organization_id, signature_file_id)
      REFERENCES files (organization_id, id);
  -- no row has one yet, so that the index is made at once
  -- squawk-ignore require-concurrent-index-creation
  CREATE INDEX ix_${table}_signature ON ${table} (organization_id, signature_file_id)
    WHERE signature_file_id IS NOT NULL;
  CREATE TRIGGER count_signature_put AFTER INSERT ON ${table} FOR EACH ROW
    WHEN (NEW.signature_file_id IS NOT NULL) EXECUTE FUNCTION count_signature_uses();
  CREATE TRIGGER count_signature_changed AFTER UPDATE OF signature_file_id ON ${table} FOR EACH ROW
    WHEN (NEW.signature_file_id IS DISTINCT FROM OLD.signature_file_id) EXECUTE FUNCTION count_signature_uses();
  CREATE TRIGGER count_signature_gone AFTER DELETE ON ${table} FOR EACH ROW
    WHEN (OLD.signature_file_id IS NOT NULL) EXECUTE FUNCTION count_signature_uses();`;

const ERASURE = `
  -- The receipts of a driver whose personal data is erased name nobody. Nobody sees the signatures of the driver any more, and the
  -- next look for unused files deletes them with their bytes.
  CREATE OR REPLACE FUNCTION erase_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      signatures bigint[];
    BEGIN
      SELECT array_agg(s.signature_file_id) INTO signatures FROM (
        SELECT r.signature_file_id FROM receipts r
        WHERE r.organization_id = NEW.organization_id AND r.truck_driver_id = NEW.id
        UNION
        SELECT v.signature_file_id FROM truck_visits v
        WHERE v.organization_id = NEW.organization_id AND v.truck_driver_id = NEW.id) s
      WHERE s.signature_file_id IS NOT NULL;
      UPDATE receipts r SET driver_name = NULL, driver_license = NULL, signature_file_id = NULL, updated_at = now()
      WHERE r.organization_id = NEW.organization_id AND r.truck_driver_id = NEW.id;
      IF signatures IS NOT NULL THEN
        UPDATE truck_visits v SET signature_file_id = NULL, updated_at = now()
        WHERE v.organization_id = NEW.organization_id AND v.truck_driver_id = NEW.id AND v.signature_file_id IS NOT NULL;
        UPDATE files f SET user_id = NULL, unused_since = now() - interval '1 day'
        WHERE f.organization_id = NEW.organization_id AND f.id = ANY (signatures) AND f.uses = 0;
      END IF;
      RETURN NULL;
    END $$;`;

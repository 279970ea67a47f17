import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The verified gross mass of a stay, what it is held against, and the settings for it (decisions 940 to 949). */
export class VerifiedWeights1800000007600 implements MigrationInterface {
  name = 'VerifiedWeights1800000007600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations
        ADD COLUMN vgm_required text DEFAULT 'never' NOT NULL,
        ADD COLUMN vgm_tolerance integer,
        -- organizations are few
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT ck_organizations_vgm_required CHECK (vgm_required IN ('never', 'warn', 'load')),
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT ck_organizations_vgm_tolerance CHECK (vgm_tolerance BETWEEN 0 AND 100);
      ALTER TABLE container_types ADD COLUMN tare_weight numeric(18,6),
        ADD COLUMN maximum_gross_weight numeric(18,6),
        -- types are few
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT ck_container_types_maximum_gross_weight CHECK (maximum_gross_weight > tare_weight);
      ALTER TABLE edi_flows DROP CONSTRAINT ck_edi_flows_message,
        -- flows are few
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT ck_edi_flows_message
          CHECK (message IN ('COPARN', 'COPRAR', 'BAPLIE', 'COREOR', 'VERMAS', 'CODECO', 'COARRI'));
      ALTER TABLE voyages ADD COLUMN vgm_cut_off_time timestamp(3) with time zone;
      ALTER TABLE container_stays
        ADD COLUMN vgm numeric(18,6),
        ADD COLUMN vgm_method text,
        ADD COLUMN vgm_responsible text,
        ADD COLUMN vgm_at timestamp(3) with time zone,
        ADD COLUMN vgm_reference text,
        ADD COLUMN vgm_source text,
        ADD COLUMN vgm_differs boolean DEFAULT false NOT NULL,
        ADD CONSTRAINT ck_container_stays_vgm_method CHECK (vgm_method IN ('weighing', 'calculation')) NOT VALID,
        ADD CONSTRAINT ck_container_stays_vgm_source
          CHECK (vgm_source IN ('request', 'pre_advice', 'edi', 'weighbridge')) NOT VALID,
        ADD CONSTRAINT ck_container_stays_vgm CHECK (CASE WHEN vgm IS NULL
          THEN num_nonnulls(vgm_method, vgm_responsible, vgm_at, vgm_reference, vgm_source) = 0
          ELSE vgm > 0 AND vgm_source IS NOT NULL AND vgm_at IS NOT NULL END) NOT VALID;

      -- What was verified of a container is not true of it once it is emptied, because it may be packed again here.
      CREATE FUNCTION forget_vgm_of_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.vgm := NULL;
          NEW.vgm_method := NULL;
          NEW.vgm_responsible := NULL;
          NEW.vgm_at := NULL;
          NEW.vgm_reference := NULL;
          NEW.vgm_source := NULL;
          NEW.vgm_differs := false;
          RETURN NEW;
        END $$;

      CREATE TRIGGER forget_vgm_of_emptied BEFORE UPDATE OF container_status ON container_stays FOR EACH ROW
        WHEN (old.container_status = 'full' AND new.container_status = 'empty' AND new.vgm IS NOT NULL)
        EXECUTE FUNCTION forget_vgm_of_emptied();`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE edi_messages SET flow_id = NULL WHERE message = 'VERMAS';
      DELETE FROM edi_flows WHERE message = 'VERMAS';
      ALTER TABLE edi_flows DROP CONSTRAINT ck_edi_flows_message;
      ALTER TABLE edi_flows ADD CONSTRAINT ck_edi_flows_message
        CHECK (message IN ('COPARN', 'COPRAR', 'BAPLIE', 'COREOR', 'CODECO', 'COARRI'));
      DROP TRIGGER forget_vgm_of_emptied ON container_stays;
      DROP FUNCTION forget_vgm_of_emptied();
      ALTER TABLE container_stays DROP COLUMN vgm, DROP COLUMN vgm_method, DROP COLUMN vgm_responsible,
        DROP COLUMN vgm_at, DROP COLUMN vgm_reference, DROP COLUMN vgm_source, DROP COLUMN vgm_differs;
      ALTER TABLE voyages DROP COLUMN vgm_cut_off_time;
      ALTER TABLE container_types DROP COLUMN tare_weight, DROP COLUMN maximum_gross_weight;
      ALTER TABLE organizations DROP COLUMN vgm_required, DROP COLUMN vgm_tolerance;`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partners have words of their own for damages. */
export class EdiCodesOfDamages1800000007120 implements MigrationInterface {
  name = 'EdiCodesOfDamages1800000007120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE edi_codes ADD COLUMN damage_type_id bigint, ADD COLUMN damage_component_id bigint,
        DROP CONSTRAINT ck_edi_codes_list, DROP CONSTRAINT ck_edi_codes_ours,
        -- longer lists leave every row as good as it was
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT ck_edi_codes_list CHECK (list IN ('shipping_line', 'container_type', 'port', 'terminal', 'voyage',
          'trucking_company', 'freight_forwarder', 'damage_type', 'damage_component')),
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT ck_edi_codes_ours CHECK (CASE list WHEN 'shipping_line' THEN shipping_line_id IS NOT NULL
          WHEN 'container_type' THEN container_type_id IS NOT NULL WHEN 'port' THEN port_id IS NOT NULL
          WHEN 'terminal' THEN terminal_id IS NOT NULL WHEN 'voyage' THEN voyage_id IS NOT NULL
          WHEN 'trucking_company' THEN trucking_company_id IS NOT NULL
          WHEN 'freight_forwarder' THEN freight_forwarder_id IS NOT NULL
          WHEN 'damage_type' THEN damage_type_id IS NOT NULL
          WHEN 'damage_component' THEN damage_component_id IS NOT NULL END
          AND num_nonnulls(shipping_line_id, container_type_id, port_id, terminal_id, voyage_id, trucking_company_id,
            freight_forwarder_id, damage_type_id, damage_component_id) = 1),
        -- no row names one yet
        -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
        ADD CONSTRAINT fk_edi_codes_damage_type_id FOREIGN KEY (organization_id, damage_type_id)
          REFERENCES damage_types (organization_id, id),
        -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
        ADD CONSTRAINT fk_edi_codes_damage_component_id FOREIGN KEY (organization_id, damage_component_id)
          REFERENCES damage_components (organization_id, id);
      -- codes are 50,000 at most
      -- squawk-ignore require-concurrent-index-creation
      CREATE INDEX ix_edi_codes_damage_type_id ON edi_codes (organization_id, damage_type_id);
      -- squawk-ignore require-concurrent-index-creation
      CREATE INDEX ix_edi_codes_damage_component_id ON edi_codes (organization_id, damage_component_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM edi_codes WHERE list IN ('damage_type', 'damage_component');
      ALTER TABLE edi_codes DROP CONSTRAINT ck_edi_codes_ours, DROP CONSTRAINT ck_edi_codes_list,
        DROP COLUMN damage_type_id, DROP COLUMN damage_component_id;
      ALTER TABLE edi_codes
        ADD CONSTRAINT ck_edi_codes_list CHECK (list IN ('shipping_line', 'container_type', 'port', 'terminal', 'voyage',
          'trucking_company', 'freight_forwarder')),
        ADD CONSTRAINT ck_edi_codes_ours CHECK (CASE list WHEN 'shipping_line' THEN shipping_line_id IS NOT NULL
          WHEN 'container_type' THEN container_type_id IS NOT NULL WHEN 'port' THEN port_id IS NOT NULL
          WHEN 'terminal' THEN terminal_id IS NOT NULL WHEN 'voyage' THEN voyage_id IS NOT NULL
          WHEN 'trucking_company' THEN trucking_company_id IS NOT NULL
          WHEN 'freight_forwarder' THEN freight_forwarder_id IS NOT NULL END
          AND num_nonnulls(shipping_line_id, container_type_id, port_id, terminal_id, voyage_id, trucking_company_id,
            freight_forwarder_id) = 1);`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  ['edi_partners', 'ck_edi_partners_character_set'],
  ['edi_partners', 'ck_edi_partners_syntax_version'],
  ['edi_partners', 'ck_edi_partners_answers'],
  ['edi_partners', 'ck_edi_partners_acknowledges'],
  ['edi_partners', 'ck_edi_partners_duplicates'],
  ['edi_partners', 'ck_edi_partners_acknowledge_minutes'],
  ['terminals', 'fk_terminals_port_id'],
  ['edi_interchanges', 'fk_edi_interchanges_organization_id'],
  ['edi_interchanges', 'fk_edi_interchanges_partner_id'],
  ['edi_interchanges', 'fk_edi_interchanges_duplicate_of_id'],
  ['edi_interchanges', 'fk_edi_interchanges_acknowledgement_id'],
  ['edi_interchanges', 'fk_edi_interchanges_user_id'],
  ['edi_flow_lines', 'fk_edi_flow_lines_edi_flow_id'],
  ['edi_flow_lines', 'fk_edi_flow_lines_shipping_line_id'],
  ['edi_flows', 'fk_edi_flows_organization_id'],
  ['edi_flows', 'fk_edi_flows_partner_id'],
  ['edi_messages', 'fk_edi_messages_organization_id'],
  ['edi_messages', 'fk_edi_messages_edi_interchange_id'],
  ['edi_messages', 'fk_edi_messages_partner_id'],
  ['edi_messages', 'fk_edi_messages_flow_id'],
  ['edi_messages', 'fk_edi_messages_voyage_id'],
  ['edi_messages', 'fk_edi_messages_shipping_line_id'],
  ['edi_messages', 'fk_edi_messages_applied_by_id'],
  ['edi_messages', 'fk_edi_messages_replaces_id'],
  ['edi_messages', 'fk_edi_messages_replaced_by_id'],
  ['edi_messages', 'fk_edi_messages_asked_by_id'],
  ['edi_message_records', 'fk_edi_message_records_edi_message_id'],
  ['edi_codes', 'fk_edi_codes_organization_id'],
  ['edi_codes', 'fk_edi_codes_partner_id'],
  ['edi_codes', 'fk_edi_codes_shipping_line_id'],
  ['edi_codes', 'fk_edi_codes_container_type_id'],
  ['edi_codes', 'fk_edi_codes_port_id'],
  ['edi_codes', 'fk_edi_codes_terminal_id'],
  ['edi_codes', 'fk_edi_codes_voyage_id'],
];

/** Looks at the rows that were there, beside those who write others. */
export class EdiValidated1798300000001 implements MigrationInterface {
  name = 'EdiValidated1798300000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, constraint] of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${constraint}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}

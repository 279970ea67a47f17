import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  ...['trucking_company_id', 'consignee_id', 'freight_forwarder_id', 'shipping_line_id', 'agent_id'].map(
    (column) => ['parties', column] as const,
  ),
  ...(['user', 'token'] as const).flatMap((owner) => [
    [`${owner}_parties`, `${owner}_id`] as const,
    [`${owner}_parties`, 'party_id'] as const,
  ]),
];

/** Looks at the rows that were there, beside those who write others. */
export class PartiesValidated1799300000001 implements MigrationInterface {
  name = 'PartiesValidated1799300000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, column] of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT fk_${table}_${column}`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}

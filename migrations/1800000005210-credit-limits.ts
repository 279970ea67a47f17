import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much a customer may owe (decision 887). */
export class CreditLimits1800000005210 implements MigrationInterface {
  name = 'CreditLimits1800000005210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE billing_accounts ADD COLUMN credit_limit numeric(14,2), ADD COLUMN credit_currency text;
      -- no row has either yet
      -- squawk-ignore constraint-missing-not-valid
      ALTER TABLE billing_accounts ADD CONSTRAINT ck_billing_accounts_credit_limit
        CHECK (credit_limit >= 0 AND (credit_limit IS NULL) = (credit_currency IS NULL));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE billing_accounts DROP COLUMN credit_limit, DROP COLUMN credit_currency`);
  }
}

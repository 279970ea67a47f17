import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the gate does about a credit limit that is reached (decisions 873 and 874). */
export class CreditLimitsAtTheGate1800000005600 implements MigrationInterface {
  name = 'CreditLimitsAtTheGate1800000005600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE billing_profiles ADD COLUMN credit_limit_reached text DEFAULT 'refuse' NOT NULL;
      -- every row has the default
      -- squawk-ignore constraint-missing-not-valid
      ALTER TABLE billing_profiles ADD CONSTRAINT ck_billing_profiles_credit_limit_reached
        CHECK (credit_limit_reached IN ('warn', 'refuse'));
      ALTER TABLE billing_accounts ADD COLUMN over_limit boolean DEFAULT false NOT NULL, ADD COLUMN limit_warned_on date;
      ${marking(`to_jsonb(OLD) - '{limit_warned_on,updated_at}'::text[] IS DISTINCT FROM to_jsonb(NEW) - '{limit_warned_on,updated_at}'::text[]`)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${marking('OLD.* IS DISTINCT FROM NEW.*')}
      ALTER TABLE billing_accounts DROP COLUMN over_limit, DROP COLUMN limit_warned_on;
      ALTER TABLE billing_profiles DROP COLUMN credit_limit_reached;`);
  }
}

/** SQL: the trigger that marks stays when an account changes; a warning changes nothing of what is due. */
const marking = (when: string) => `
      DROP TRIGGER mark_release_billing_accounts_update ON billing_accounts;
      CREATE TRIGGER mark_release_billing_accounts_update AFTER UPDATE ON billing_accounts FOR EACH ROW
        WHEN (${when}) EXECUTE FUNCTION mark_release_of_everything();`;

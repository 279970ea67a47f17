import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An invoice that is approved or paid goes on naming its customer as it was: a trigger keeps that, whoever writes. */
export class KeptCustomers1796000202000 implements MigrationInterface {
  name = 'KeptCustomers1796000202000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "invoices" ADD "customer_kept" jsonb`);
    await queryRunner.query(String.raw`
      -- Name and address of a customer are copied at approval or payment, and dropped when the invoice is neither.
      CREATE OR REPLACE FUNCTION keep_customer() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        organization bigint := NEW.organization_id;
      BEGIN
        IF NOT (NEW.approved OR NEW.paid) THEN
          NEW.customer_kept := NULL;
        ELSIF NEW.customer_kept IS NULL THEN
          SELECT jsonb_build_object('name', c.name, 'address', c.address) INTO NEW.customer_kept FROM (
            SELECT name, address FROM shipping_lines WHERE organization_id = organization AND id = NEW.shipping_line_id
            UNION ALL
            SELECT name, address FROM consignees WHERE organization_id = organization AND id = NEW.consignee_id
            UNION ALL
            SELECT name, address FROM agents WHERE organization_id = organization AND id = NEW.agent_id) c;
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER keep_customer BEFORE INSERT OR UPDATE OF approved, paid, customer_kept ON invoices
        FOR EACH ROW EXECUTE FUNCTION keep_customer()`);
    await queryRunner.query(`UPDATE "invoices" SET "customer_kept" = NULL WHERE "approved" OR "paid"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION keep_customer CASCADE`);
    await queryRunner.query(`ALTER TABLE "invoices" DROP COLUMN "customer_kept"`);
  }
}

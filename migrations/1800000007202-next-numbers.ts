import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of series are given by a function, so that a statement numbers what it writes (decision 921). */
export class NextNumbers1800000007202 implements MigrationInterface {
  name = 'NextNumbers1800000007202';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NEXT_NUMBERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION next_numbers(bigint, text, integer, integer, text, integer)');
  }
}

const NEXT_NUMBERS = `
  -- The next numbers of a type of document in a year. Where a record of another origin has one of them, they begin behind the
  -- highest of those. The counter is locked until the transaction ends, so that a rollback gives the numbers back.
  CREATE FUNCTION next_numbers(organization bigint, numbered text, of_year integer, wanted integer, usual_prefix text,
    usual_digits integer) RETURNS text[] LANGUAGE plpgsql AS $$
    DECLARE
      last_given integer;
      beginning text;
      long integer;
      numbers text[];
      highest integer;
      taken boolean;
    BEGIN
      INSERT INTO number_counters AS c (organization_id, document_type, year, last)
      VALUES (organization, numbered, of_year, wanted)
      ON CONFLICT (organization_id, document_type, year)
      DO UPDATE SET last = c.last + excluded.last, updated_at = now()
      RETURNING c.last INTO last_given;
      SELECT s.prefix, s.digits INTO beginning, long FROM number_series s
      WHERE s.organization_id = organization AND s.document_type = numbered;
      beginning := replace(coalesce(beginning, usual_prefix), '{year}', of_year::text);
      long := coalesce(long, usual_digits);
      LOOP
        numbers := ARRAY(
          SELECT beginning || lpad(n::text, greatest(long, length(n::text)), '0')
          FROM generate_series(last_given - wanted + 1, last_given) n ORDER BY n);
        -- a statement for each table, because each session plans those that it runs
        IF numbered = 'receipt' THEN
          taken := EXISTS (SELECT FROM receipts d WHERE d.organization_id = organization AND d.number = ANY(numbers));
        ELSIF numbered = 'payment' THEN
          taken := EXISTS (SELECT FROM payments d WHERE d.organization_id = organization AND d.number = ANY(numbers));
        ELSIF numbered = 'till_closing' THEN
          taken := EXISTS (SELECT FROM till_closings d WHERE d.organization_id = organization AND d.number = ANY(numbers));
        ELSE
          taken := EXISTS (SELECT FROM invoices d WHERE d.organization_id = organization AND d.number = ANY(numbers));
        END IF;
        EXIT WHEN NOT taken;
        SELECT coalesce(max(substr(d.number, length(beginning) + 1)::integer), 0) INTO highest
        FROM (
          SELECT p.number FROM payments p WHERE numbered = 'payment' AND p.organization_id = organization
          UNION ALL
          SELECT t.number FROM till_closings t WHERE numbered = 'till_closing' AND t.organization_id = organization
          UNION ALL
          SELECT r.number FROM receipts r WHERE numbered = 'receipt' AND r.organization_id = organization
          UNION ALL
          SELECT i.number FROM invoices i WHERE numbered IN ('invoice', 'credit_note') AND i.organization_id = organization
        ) d
        WHERE starts_with(d.number, beginning) AND substr(d.number, length(beginning) + 1) ~ '^\\d{1,9}$';
        last_given := greatest(last_given - wanted, highest) + wanted;
        UPDATE number_counters c SET last = last_given
        WHERE c.organization_id = organization AND c.document_type = numbered AND c.year = of_year;
      END LOOP;
      RETURN numbers;
    END $$;`;

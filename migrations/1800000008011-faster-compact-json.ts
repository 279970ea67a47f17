import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * JSON without spaces is cut at its quotes, and not written anew value by value: a receipt has a hundred values, and its event took
 * twice as long as its issue.
 */
export class FasterCompactJson1800000008011 implements MigrationInterface {
  name = 'FasterCompactJson1800000008011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      compact(`
        -- where no string has a quote, every second part between quotes is a string, and the others have the spaces
        IF strpos(value::text, '\\"') = 0 THEN
          RETURN (
            SELECT string_agg(CASE WHEN s.at % 2 = 1 THEN replace(s.part, ' ', '') ELSE s.part END, '"' ORDER BY s.at)::json
            FROM string_to_table(value::text, '"') WITH ORDINALITY s(part, at));
        END IF;`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(compact(''));
  }
}

const compact = (first: string) => `
  CREATE OR REPLACE FUNCTION compact_json(value jsonb) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN${first}
        RETURN CASE jsonb_typeof(value)
          WHEN 'object' THEN (
            SELECT ('{' || coalesce(string_agg(to_json(e.key)::text || ':' || compact_json(e.value)::text, ','), '') || '}')::json
            FROM jsonb_each(value) e)
          WHEN 'array' THEN (
            SELECT ('[' || coalesce(string_agg(compact_json(e.item)::text, ',' ORDER BY e.at), '') || ']')::json
            FROM jsonb_array_elements(value) WITH ORDINALITY e(item, at))
          ELSE value::json END;
      END $$;`;

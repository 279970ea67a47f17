import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Values of the type jsonb come out with spaces, which no other part of an answer has. */
export class JsonSpacedOneWay1797920010000 implements MigrationInterface {
  readonly name = 'JsonSpacedOneWay1797920010000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION compact_json(value jsonb) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        RETURN CASE jsonb_typeof(value)
          WHEN 'object' THEN (
            SELECT ('{' || coalesce(string_agg(to_json(e.key)::text || ':' || compact_json(e.value)::text, ','), '') || '}')::json
            FROM jsonb_each(value) e)
          WHEN 'array' THEN (
            SELECT ('[' || coalesce(string_agg(compact_json(e.item)::text, ',' ORDER BY e.at), '') || ']')::json
            FROM jsonb_array_elements(value) WITH ORDINALITY e(item, at))
          ELSE value::json END;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION compact_json(jsonb)');
  }
}

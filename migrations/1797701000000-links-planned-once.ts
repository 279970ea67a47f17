import type { MigrationInterface, QueryRunner } from 'typeorm';

const ENCODED = String.raw`
    SELECT coalesce(string_agg(CASE WHEN byte ~ '^(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)$'
      THEN convert_from(decode(byte, 'hex'), 'UTF8') ELSE '%' || upper(byte) END, '' ORDER BY at), '')
    FROM regexp_matches(encode(convert_to(plain, 'UTF8'), 'hex'), '..', 'g') WITH ORDINALITY AS m(match, at),
      LATERAL (SELECT match[1] AS byte) b`;

/**
 * Names that need encoding are encoded by a function of their own. PostgreSQL writes url_encode out in each statement, and
 * prepared this sub-select for each link anew, although hardly any name needs it: a tenth of what it needs for the holds
 * of a container.
 */
export class LinksPlannedOnce1797701000000 implements MigrationInterface {
  name = 'LinksPlannedOnce1797701000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(String.raw`
-- Percent-encodes everything but the unreserved characters of RFC 3986. In PL/pgSQL, since it is not to be written out.
CREATE FUNCTION url_encode_bytes(plain text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  BEGIN
    RETURN (${ENCODED});
  END
$$;
CREATE OR REPLACE FUNCTION url_encode(plain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN plain ~ '^[A-Za-z0-9._~-]*$' THEN plain ELSE url_encode_bytes(plain) END
$$;
`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(String.raw`
CREATE OR REPLACE FUNCTION url_encode(plain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN plain ~ '^[A-Za-z0-9._~-]*$' THEN plain ELSE (${ENCODED}) END
$$;
DROP FUNCTION url_encode_bytes(text);
`);
  }
}

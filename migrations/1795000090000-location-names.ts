import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The places that a record can be at: the table of each type, and what its records are called by. */
const PLACES = {
  Terminal: ['terminals', 'name'],
  BerthArea: ['berth_areas', 'name'],
  YardArea: ['yard_areas', 'name'],
  YardSlot: ['yard_slots', 'name'],
  Gate: ['gates', 'name'],
  Voyage: ['voyages', 'number'],
  Ship: ['vessels', 'name'],
  Consignee: ['consignees', 'name'],
  Port: ['ports', 'locode'],
  Container: ['containers', 'number'],
};

const names = Object.entries(PLACES).map(
  ([type, [table, name]]) =>
    `WHEN '${type}' THEN (SELECT ${name} FROM ${table} WHERE organization_id = organization AND id = place)`,
);
const NAME = `CASE type ${names.join('\n')} ELSE place::text END`;

const define = (name: string, body: string) => `
  CREATE OR REPLACE FUNCTION ${name}(organization bigint, type text, place bigint) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT ${body} $$`;
const label = (name: string) =>
  define(
    'location_label',
    `regexp_replace(type, '([a-z])([A-Z])', '\\1 \\2', 'g') || coalesce(': ' || ${name}, '')`,
  );

/** The name of a place without its type, as requests name it; and no container stands in itself. */
export class LocationNames1795000090000 implements MigrationInterface {
  name = 'LocationNames1795000090000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(define('location_name', NAME));
    await queryRunner.query(label('location_name(organization, type, place)'));
    await queryRunner.query(
      `UPDATE containers SET current_location_type = NULL, current_location_id = NULL
       WHERE current_location_type = 'Container' AND current_location_id = id`,
    );
    await queryRunner.query(
      `ALTER TABLE "containers" ADD CONSTRAINT "ck_containers_current_location" CHECK (current_location_type <> 'Container' OR current_location_id <> id)`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "containers" DROP CONSTRAINT "ck_containers_current_location"`);
    await queryRunner.query(label(NAME));
    await queryRunner.query(`DROP FUNCTION location_name`);
  }
}

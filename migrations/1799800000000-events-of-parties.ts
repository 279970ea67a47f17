import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who makes a party one that is in use, and the ids of the parties in a row `c` of that table. */
const USES: [table: string, ids: string][] = [
  ['user_parties', 'ARRAY[c.party_id]'],
  ['token_parties', 'ARRAY[c.party_id]'],
  [
    'identity_issuers',
    `ARRAY(SELECT i::bigint FROM jsonb_array_elements(c.grants) g
      CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(nullif(g -> 'party_ids', 'null'), '[]')) i)`,
  ],
];

const TABLES = `
  ALTER TABLE parties ADD used_since timestamptz(3);
  ALTER TABLE events_written ADD parties jsonb;
  CREATE TABLE event_parties (
    organization_id bigint NOT NULL,
    party_id bigint NOT NULL,
    event_id bigint NOT NULL,
    level text,
    level_before text,
    CONSTRAINT ck_event_parties_level CHECK (level IN ('owner', 'carrier')),
    CONSTRAINT ck_event_parties_level_before CHECK (level_before IN ('owner', 'carrier')),
    CONSTRAINT ck_event_parties_levels CHECK (num_nonnulls(level, level_before) > 0),
    CONSTRAINT pk_event_parties PRIMARY KEY (organization_id, party_id, event_id),
    CONSTRAINT fk_event_parties_party_id FOREIGN KEY (organization_id, party_id)
      REFERENCES parties (organization_id, id) ON DELETE CASCADE);
`;

/** SQL: notes that the parties in rows `c` are in use from now on. */
const inUse = (rows: string, ids: string, organization: string) => `
  UPDATE parties p SET used_since = now() FROM ${rows} c
  WHERE p.organization_id = ${organization} AND c.organization_id = ${organization} AND p.id = ANY (${ids})
    AND p.used_since IS NULL`;

/** What a trigger does for rows that are written by one statement: in the table 'changed', by organization. */
const forEach = (work: string, variables = '') => `
  DECLARE
    organization bigint;
    ${variables}
  BEGIN
    FOR organization IN SELECT DISTINCT r.organization_id FROM changed r
    LOOP
      ${work}
    END LOOP;
    RETURN NULL;
  END`;

/** SQL: whether no party of the organization is in use, which spares its writers the rest. */
const NOBODY_LOOKS_IN = `NOT EXISTS (
        SELECT FROM parties v WHERE v.organization_id = organization AND v.used_since IS NOT NULL)`;

const FUNCTIONS = `
  -- Whoever writes an event without saying whom it is told to, while a party is in use, has to begin anew.
  CREATE FUNCTION tell_parties_again() RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'a party is in use' USING ERRCODE = 'serialization_failure', CONSTRAINT = 'parties_are_told';
  END $$;

  ${USES.map(
    ([table, ids]) => `
  CREATE FUNCTION note_use_by_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach(`${inUse('changed', ids, 'organization')};`)} $$;`,
  ).join('')}

  -- Parties that lost an interest in this transaction, so that one that has it again at its end is not told of it.
  CREATE FUNCTION note_parties_gone() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach(
    `CONTINUE WHEN ${NOBODY_LOOKS_IN};
      SELECT string_agg(c.stay_id || ':' || c.party_id || ' ', '') INTO gone FROM changed c
      JOIN parties p ON p.organization_id = organization AND p.id = c.party_id AND p.used_since IS NOT NULL
      WHERE c.organization_id = organization;
      IF gone IS NOT NULL THEN
        PERFORM set_config('wharfinger.parties_gone',
          coalesce(current_setting('wharfinger.parties_gone', true), '') || gone, true);
      END IF;`,
    'gone text;',
  )} $$;

  -- An interest began: an event for the party alone. Commands write history, of which there are no events.
  CREATE FUNCTION tell_parties_added() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach(`CONTINUE WHEN coalesce(current_setting('wharfinger.operation', true), '') = '';
      CONTINUE WHEN ${NOBODY_LOOKS_IN};
      INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, subject_id, subject_key, subject_path,
        concerns, data_omitted, parties)
      SELECT organization, 'container_stay.party_added', now(), clock_timestamp(), s.id, k.number || ' ' || s.number,
        '/api/v1/container_stays/' || s.id, ARRAY['container_stay:' || s.id, 'container:' || k.id], false,
        jsonb_build_array(jsonb_build_object('party_id', c.party_id, 'level', c.level, 'level_before', NULL))
      FROM changed c
      JOIN parties p ON p.organization_id = organization AND p.id = c.party_id AND p.used_since IS NOT NULL
      JOIN container_stays s ON s.organization_id = organization AND s.id = c.stay_id
      JOIN containers k ON k.organization_id = organization AND k.id = s.container_id
      WHERE c.organization_id = organization AND c.stay_id || ':' || c.party_id NOT IN (
        SELECT unnest(string_to_array(coalesce(current_setting('wharfinger.parties_gone', true), ''), ' ')))
      ORDER BY s.id, c.party_id;`)} $$;
`;

const TRIGGERS = [
  ...USES.map(([table]) => [
    table,
    'note_use',
    `AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_use_by_${table}()`,
  ]),
  [
    'identity_issuers',
    'note_use_changed',
    `AFTER UPDATE ON identity_issuers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
      EXECUTE FUNCTION note_use_by_identity_issuers()`,
  ],
  [
    'stay_parties',
    'note_parties_gone',
    `AFTER DELETE ON stay_parties REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_parties_gone()`,
  ],
  [
    'stay_parties',
    'tell_parties_added',
    `AFTER INSERT ON stay_parties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_parties_added()`,
  ],
];

/** Who is told which event: the parties that somebody looks in for, and since when. */
export class EventsOfParties1799800000000 implements MigrationInterface {
  name = 'EventsOfParties1799800000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    for (const [table, ids] of USES) await queryRunner.query(inUse(table, ids, 'p.organization_id'));
    await queryRunner.query(FUNCTIONS);
    for (const [, name, rest] of TRIGGERS) await queryRunner.query(`CREATE TRIGGER ${name} ${rest}`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name] of TRIGGERS) await queryRunner.query(`DROP TRIGGER ${name} ON ${table}`);
    const names = [...FUNCTIONS.matchAll(/CREATE FUNCTION (\w+)/g)].map(([, name]) => name);
    await queryRunner.query(`DROP FUNCTION ${names.join(', ')}`);
    await queryRunner.query(`DROP TABLE event_parties`);
    await queryRunner.query(`ALTER TABLE events_written DROP COLUMN parties`);
    await queryRunner.query(`ALTER TABLE parties DROP COLUMN used_since`);
  }
}

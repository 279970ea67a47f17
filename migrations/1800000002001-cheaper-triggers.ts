import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables whose rows are locked before what interests follow from changes. */
const LOCKED = [
  'appointments',
  'bill_of_ladings',
  'manifests',
  'pre_advices',
  'truck_drivers',
  'truck_visits',
  'trucks',
] as const;

/** Who has an interest in a stay by some ways, as rows that are inserted, or have these ways in place of those that they had. */
const INSERT_FOUND = `
      INSERT INTO stay_parties AS p (organization_id, party_id, stay_id, container_id, level, ways, shown)
      SELECT s.organization_id, f.party_id, s.id, s.container_id, CASE WHEN f.ways & 143 > 0 THEN 'owner' ELSE 'carrier' END, f.ways,
        c.stay_id IS NOT DISTINCT FROM s.id
      FROM found f
      JOIN container_stays s ON s.organization_id = organization AND s.id = f.stay_id
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      ORDER BY s.id, f.party_id
      ON CONFLICT (organization_id, party_id, stay_id) DO UPDATE
        SET ways = p.ways & ~of | excluded.ways, level = CASE WHEN (p.ways & ~of | excluded.ways) & 143 > 0 THEN 'owner' ELSE 'carrier' END
        WHERE p.ways & of <> excluded.ways`;

const FOUND = `
      WITH found AS MATERIALIZED (
        SELECT i.party_id, i.stay_id, bit_or(i.way) AS ways FROM interests_in_stays(organization, stays, of) i
        GROUP BY i.party_id, i.stay_id
      )`;

/** The functions of triggers, each with its body. */
const FUNCTIONS = [
  `-- Before what interests follow from changes: whoever refers to it just now comes first, so that nobody is missed. Each table
-- has a statement of its own, because one that names its table as it runs is planned each time.
CREATE OR REPLACE FUNCTION lock_for_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    CASE TG_TABLE_NAME${LOCKED.map(
      (table) => `
      WHEN '${table}' THEN PERFORM FROM ${table} WHERE organization_id = OLD.organization_id AND id = OLD.id FOR UPDATE;`,
    ).join('')}
    END CASE;
    RETURN NEW;
  END $$`,
  `-- the open stays of these containers
CREATE OR REPLACE FUNCTION keep_parties_of_announced(organization bigint, containers_named bigint[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
  DECLARE
    stays bigint[];
  BEGIN
    IF cardinality(containers_named) = 0 THEN RETURN; END IF;
    PERFORM FROM containers c WHERE c.organization_id = organization AND c.id = ANY (containers_named)
    ORDER BY c.id FOR NO KEY UPDATE;
    stays := ARRAY(
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = organization AND s.container_id = ANY (containers_named) AND s.status IN ('announced', 'here'));
    IF cardinality(stays) > 0 THEN PERFORM write_stay_parties(organization, stays, 64); END IF;
  END $$`,
  `-- Makes the rows of some stays say who has an interest in them by the ways 'of'. Other ways stay as they are. Where no row has
-- one of these ways, there is nothing to delete or to change.
CREATE OR REPLACE FUNCTION write_stay_parties(organization bigint, stays bigint[], of integer) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM stay_parties p
      WHERE p.organization_id = organization AND p.stay_id = ANY (stays) AND p.ways & of > 0)
    THEN${FOUND}${INSERT_FOUND};
    ELSE${FOUND}, gone AS (
        DELETE FROM stay_parties p
        WHERE p.organization_id = organization AND p.stay_id = ANY (stays) AND p.ways & ~of = 0
          AND NOT EXISTS (SELECT FROM found f WHERE f.party_id = p.party_id AND f.stay_id = p.stay_id)
      ), less AS (
        UPDATE stay_parties p SET ways = p.ways & ~of, level = CASE WHEN p.ways & ~of & 143 > 0 THEN 'owner' ELSE 'carrier' END
        WHERE p.organization_id = organization AND p.stay_id = ANY (stays) AND p.ways & of > 0 AND p.ways & ~of > 0
          AND NOT EXISTS (SELECT FROM found f WHERE f.party_id = p.party_id AND f.stay_id = p.stay_id)
      )${INSERT_FOUND};
    END IF;
  END $$`,
  `-- Who has an interest in some stays by the ways 'of'. Most organizations have no nominations.
CREATE OR REPLACE FUNCTION interests_in_stays(organization bigint, stays bigint[], of integer) RETURNS TABLE(party_id bigint, stay_id bigint, way integer) LANGUAGE plpgsql STABLE SET plan_cache_mode TO 'force_generic_plan' SET join_collapse_limit TO '1' SET enable_seqscan TO 'off' SET enable_hashjoin TO 'off' SET enable_mergejoin TO 'off' AS $$
  BEGIN
    IF of & 1 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 1 FROM stays_of_lines(organization, stays) w;
    END IF;
    IF of & 2 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 2 FROM stays_of_agents(organization, stays) w;
    END IF;
    IF of & 4 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 4 FROM stays_of_consignees(organization, stays) w;
    END IF;
    IF of & 8 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 8 FROM stays_of_bills(organization, stays) w;
    END IF;
    IF of & 16 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 16 FROM stays_of_items(organization, stays) w;
    END IF;
    IF of & 32 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 32 FROM stays_of_visits(organization, stays) w;
    END IF;
    IF of & 64 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 64 FROM stays_of_announcements(organization, stays) w;
    END IF;
    IF of & 384 > 0 AND EXISTS (SELECT FROM nominations n WHERE n.organization_id = organization) THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, w.way FROM stays_of_nominations(organization, stays) w;
    END IF;
  END $$`,
];

/** Lets triggers that keep who has an interest in what cost little where they find nothing to do. */
export class CheaperTriggers1800000002001 implements MigrationInterface {
  name = 'CheaperTriggers1800000002001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of FUNCTIONS) await runner.query(statement);
  }

  /** The functions as the baseline has them. */
  async down(runner: QueryRunner): Promise<void> {
    const baseline = readFileSync(join(__dirname, '1800000000000-baseline/parties.functions.sql'), 'utf8');
    const parts = baseline.split('\n\n');
    for (const name of [
      'lock_for_parties',
      'interests_in_stays',
      'write_stay_parties',
      'keep_parties_of_announced',
    ]) {
      const part = parts.find((each) => each.includes(`CREATE FUNCTION ${name}(`))!;
      await runner.query(part.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    }
  }
}

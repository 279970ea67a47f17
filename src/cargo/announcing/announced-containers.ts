import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { all, effect, known, planned, type Query, rows, rowsOfAll } from '../../common/database/sql/query';
import { meetsIso6346 } from '../../common/iso-6346';
import { beginningOf, NEW_STAY_ID } from '../stays/stay-queries';
import { FACTS, type AnnouncedContainer, type AnnouncedFacts } from './announced-facts';

const NAMES = Object.keys(FACTS) as (keyof AnnouncedFacts)[];
const COLUMNS = raw(NAMES.join(', '));
const TYPED = raw(
  Object.entries(FACTS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);
/** SQL: the value that a container gets without one. */
const WITHOUT: Partial<Record<keyof AnnouncedFacts, string>> = { seals: `'{}'`, operating_reefer: 'false' };

/** A container that a list or a booking names. */
export interface NamedContainer {
  id: number;
  number: string;
  /** Whether it was not known before; its stay is announced. */
  made: boolean;
}

/** From how many containers on a session forgets how it planned the checks of rows. */
const MANY = 500;
/**
 * A session plans the checks of foreign keys once. If the tables were small then, each check of this transaction would read
 * all that it has added. After the first set of containers the tables are large enough for the plans of the others.
 */
const planAnew = effect(planned(sql`DISCARD PLANS`));

/**
 * Finds containers by their numbers. Those that are unknown become containers with an announced stay, of which they get
 * what is said, in sets. Another request that makes the same one is waited for.
 */
export function makeContainers(db: Db, said: AnnouncedContainer[]): Query<NamedContainer[]> {
  if (!said.length) return known([]);
  const { organization_id } = db.actor;
  const named = containersNumbered(
    organization_id,
    said.map(({ container_number }) => container_number!),
  );
  // in one order for all requests, so that they do not wait for each other crosswise
  const [first, ...others] = inSets(said.toSorted(byNumber)).map((some) => makingSome(organization_id, some));
  const forget = said.length > MANY ? planAnew : known(undefined);
  return all(first!, forget, rowsOfAll(others), named).map(([some, , more, found]) => {
    const ids = new Set([...some, ...more].map(({ id }) => id));
    return found.map((each) => ({ ...each, made: ids.has(each.id) }));
  });
}

/** Finds containers by their numbers. */
export function containersNumbered(
  organization_id: number,
  numbers: string[],
): Query<Omit<NamedContainer, 'made'>[]> {
  return rows(
    planned(sql`
    SELECT id, number FROM containers
    WHERE organization_id = ${organization_id} AND number = ANY(${numbers}::text[]) ORDER BY id`),
  );
}

const byNumber = (one: AnnouncedContainer, other: AnnouncedContainer) =>
  Number(one.container_number! > other.container_number!) -
  Number(one.container_number! < other.container_number!);

function makingSome(organization_id: number, said: AnnouncedContainer[]): Query<{ id: number }[]> {
  const json = JSON.stringify(
    said.map((each) => ({
      ...each,
      number: each.container_number,
      meets_iso_standards: meetsIso6346(each.container_number!),
    })),
  );
  const values = raw(NAMES.map((name) => `coalesce(r.${name}, ${WITHOUT[name] ?? 'NULL'})`).join(', '));
  return rows<{ id: number }>(
    planned(sql`
    WITH made AS (
      INSERT INTO containers (organization_id, number, meets_iso_standards, container_type_id, stay_id, ${COLUMNS})
      SELECT ${organization_id}::bigint, r.number, r.meets_iso_standards, r.container_type_id, ${NEW_STAY_ID}, ${values}
      FROM jsonb_to_recordset(${json}::jsonb) AS r(number text, meets_iso_standards boolean, container_type_id bigint, ${TYPED})
      WHERE NOT EXISTS (
        SELECT FROM containers c WHERE c.organization_id = ${organization_id} AND c.number = r.number)
      ORDER BY r.number
      ON CONFLICT (organization_id, number) DO NOTHING
      RETURNING *
    ), begun AS (${beginningOf(sql`FROM made c ORDER BY c.id`)})
    SELECT id FROM made`),
  );
}

/** What is said of a container that is known. */
export interface SaidOfKnown extends AnnouncedFacts {
  container_id: number;
  container_type_id?: number | null;
  /** Its usage where none is known and none is said. */
  usual_usage?: string | null;
}

/** SQL: whether a container that is here, in its stay `s`, came for what is said of it, `r`. */
export const CAME_WITH_VOYAGE = sql`r.arrival_voyage_id IN (s.arrived_by_voyage_id, s.arrival_voyage_id)`;
export const CAME_FOR_BOOKING = sql`s.booking_id = r.booking_id`;
/** One that is here may be loaded, unless it is for another voyage or booking. */
export const MAY_LEAVE_WITH_VOYAGE = sql`coalesce(s.departure_voyage_id, r.departure_voyage_id)
  IS NOT DISTINCT FROM r.departure_voyage_id AND (r.booking_id IS NULL OR coalesce(s.booking_id, r.booking_id) = r.booking_id)`;

/**
 * Writes what is said of containers to the stays that they show. An announced stay takes all of it. Of a container that
 * is here nothing is overwritten, but what is empty is filled where it came for that (`came`). A stay that is over takes
 * nothing. Returns the ids of the containers that changed. The caller has locked them.
 * @param yields SQL: which announced stays `s` take only what they lack, since others know better, and the voyage
 */
export function takeFacts(db: Db, said: SaidOfKnown[], came: Sql, yields: Sql = sql`false`): Query<number[]> {
  return rowsOfAll(inSets(said).map((some) => takingSome(db.actor.organization_id, some, came, yields)));
}

function takingSome(organization_id: number, said: SaidOfKnown[], came: Sql, yields: Sql): Query<number[]> {
  const here = (name: keyof AnnouncedFacts) => {
    if (name === 'operating_reefer') return 'c.operating_reefer';
    return name === 'seals'
      ? `coalesce(nullif(c.seals, '{}'), r.seals, '{}')`
      : `coalesce(c.${name}, r.${name})`;
  };
  const next = NAMES.map(
    (name) =>
      `${name === 'usage' ? 'coalesce(' : ''}CASE WHEN ${
        name === 'arrival_voyage_id' ? `s.status = 'announced'` : 's.takes'
      } THEN coalesce(r.${name}, c.${name}) ELSE ${here(name)} END${
        name === 'usage' ? ', r.usual_usage)' : ''
      }`,
  );
  return rows<{ id: number }>(
    planned(sql`
    WITH said AS MATERIALIZED (
      SELECT c.id, coalesce(c.container_type_id, r.container_type_id) AS container_type_id, ${raw(
        NAMES.map((name, at) => `${next[at]} AS ${name}`).join(', '),
      )}
      FROM jsonb_to_recordset(${JSON.stringify(said)}::jsonb) AS r(container_id bigint, container_type_id bigint,
        usual_usage text, ${TYPED})
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = r.container_id
      CROSS JOIN LATERAL (
        SELECT s.*, s.status = 'announced' AND NOT (${yields}) AS takes FROM container_stays s
        WHERE s.organization_id = c.organization_id AND s.id = c.stay_id) s
      WHERE s.status = 'announced' OR s.status = 'here' AND (${came})
    )
    UPDATE containers c SET (container_type_id, ${COLUMNS}, updated_at) = ROW(n.container_type_id, ${raw(
      NAMES.map((name) => `n.${name}`).join(', '),
    )}, now())
    FROM said n
    WHERE c.organization_id = ${organization_id} AND c.id = n.id
      AND (c.container_type_id, ${raw(NAMES.map((name) => `c.${name}`).join(', '))}) IS DISTINCT FROM
        (n.container_type_id, ${raw(NAMES.map((name) => `n.${name}`).join(', '))})
    RETURNING c.id`),
  ).map((changed) => changed.map(({ id }) => id));
}

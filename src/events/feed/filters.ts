import sql, { raw, Sql } from 'sql-template-tag';
import { toId } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { isTheirs } from '../../common/party-wall/party-wall';
import { Invalid } from '../../common/errors/errors';
import type { Actor } from '../../common/tenancy/actor';
import { concernOf } from '../../common/party-wall/concerns';
import { eventTypes, PARTY_ADDED } from '../../common/recording/event-types';
import { subjectOf, subjectTypes } from '../../common/recording/subject';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { Compiler } from '../../common/view/compiler';
import { lookupOf } from '../../common/write/lookups';
import { EventFilter, isOf } from './event.dto';

/** A key as sent, and normalized as a container number. */
const spellings = (key: string) => [...new Set([key, normalizeContainerNumber(key)])];

/** The types of event about a kind of record; parties are told one more. */
const typesAbout = ({ limited }: Actor, subject: string) =>
  [...eventTypes().keys(), ...(limited ? [PARTY_ADDED] : [])].filter((type) => isOf(type, `${subject}.*`));

/** What tokens that are limited to parties may ask for with all that concerns it: where it is hidden, so is no link to it. */
const LINKED = ['container', 'container_stay', 'bill_of_lading', 'booking', 'voyage'];

/** SQL conditions on an event `e` for a filter; empty for all events. */
export async function conditionsOf(db: Db, filter: EventFilter): Promise<Sql[]> {
  const { types, subject_type, subject, about, occurred_from, occurred_until } = filter;
  const conditions: Sql[] = [];
  if (types?.every((type) => type === PARTY_ADDED) && !db.actor.limited)
    throw new Invalid({ types: [`item 1 is no type of event: '${PARTY_ADDED}'`] });
  if (types) conditions.push(sql`e.type = ANY(${types}::text[])`);
  if (subject_type) conditions.push(sql`e.type = ANY(${typesAbout(db.actor, subject_type)}::text[])`);
  if (subject)
    conditions.push(isSubject(subject, subject_type ? [subject_type] : [...subjectTypes().keys()]));
  if (about) conditions.push(await isAbout(db, about));
  if (occurred_from) conditions.push(sql`e.occurred_at >= ${occurred_from}`);
  if (occurred_until) conditions.push(sql`e.occurred_at <= ${occurred_until}`);
  return conditions;
}

async function isAbout(db: Db, { type, record }: NonNullable<EventFilter['about']>): Promise<Sql> {
  if (!db.actor.limited) return concerns(type, await idsOf(db, type, record));
  const ids = await idsTold(db, type, record);
  if (!LINKED.includes(type))
    return sql`(e.type = ANY(${typesAbout(db.actor, type)}::text[]) AND e.subject_id = ANY(${ids}::bigint[]))`;
  // what gensets stood on is hidden
  return sql`(${concerns(type, ids)} AND NOT e.type = ANY(${typesAbout(db.actor, 'genset')}::text[]))`;
}

const concerns = (type: string, ids: number[]): Sql =>
  sql`e.concerns && ${ids.map((id) => `${type}:${id}`)}::text[]`;

/**
 * SQL: the subject has this key or this id. The id is searched in `concerns`, which includes the subject and has an
 * index.
 */
function isSubject(named: string, types: string[]): Sql {
  const id = toId(named);
  const byKey = sql`e.subject_key = ANY(${spellings(named)}::text[])`;
  if (id === undefined) return byKey;
  const concerned = types.map((type) => `${type}:${id}`);
  return sql`(${byKey} OR (e.concerns && ${concerned}::text[] AND e.subject_id = ${id}))`;
}

/**
 * The ids of the records of a type with this id or key. Keys are searched in the stored records, in any spelling, and
 * in past events.
 */
async function idsOf(db: Db, type: string, named: string): Promise<number[]> {
  const id = toId(named);
  const known = withKey(db, type, named);
  const stored = findingStored(db, type, named);
  const rows = await db.query<{ id: number }>(stored ? sql`${known} UNION ${stored}` : known);
  return [...(id === undefined ? [] : [id]), ...rows.map((row) => row.id)];
}

/** The statement that finds the records of past events `e` with this key. */
const withKey = (db: Db, type: string, named: string): Sql => sql`
    SELECT DISTINCT e.subject_id AS id FROM events e
    WHERE e.organization_id = ${db.actor.organization_id} AND e.subject_key = ANY(${spellings(named)}::text[])
      AND e.type = ANY(${typesAbout(db.actor, type)}::text[])`;

/** The statement that finds the stored records with this key; undefined where no index does. */
function findingStored(db: Db, type: string, named: string): Sql | undefined {
  const entity = subjectTypes().get(type)!;
  // The key may be one that events hide, such as the licence of a driver.
  const metadata = db.dataSource.getMetadata(entity);
  const { of } = new Compiler(db.dataSource, metadata, 't');
  const key = subjectOf(entity)!.key?.(of);
  // A key in another table, such as the plate of a visit's truck, has no index here; and one that is a number is no name.
  const column = key?.startsWith('t.') ? key.slice(2).replaceAll('"', '') : '';
  const isText = metadata.findColumnWithDatabaseName(column)?.type === 'text';
  const lookup = isText && lookupOf(entity, column);
  if (!lookup) return undefined;
  const keys = spellings(named).map(lookup.keyOf);
  return sql`SELECT f.id FROM (${lookup.find(db.actor.organization_id, keys)}) f`;
}

/**
 * The ids of those records with this id or key that the actor's parties see, or were told of by it: a key that a record had
 * while it was of others finds nothing.
 */
async function idsTold(db: Db, type: string, named: string): Promise<number[]> {
  const { actor, dataSource } = db;
  const entity = subjectTypes().get(type)!;
  if (!concernOf(entity)) return [];
  const { organization_id } = actor;
  const parties = actor.parties.map(({ id }) => id);
  const id = toId(named) ?? null;
  const table = raw(dataSource.getMetadata(entity).tableName);
  const stored = findingStored(db, type, named);
  const isNamed = stored ? sql`(t.id = ${id}::bigint OR t.id IN (${stored}))` : sql`t.id = ${id}::bigint`;
  const wasTold = sql`EXISTS (SELECT FROM event_parties p
        WHERE p.organization_id = e.organization_id AND p.party_id = ANY(${parties}::bigint[]) AND p.event_id = e.id)`;
  const rows = await db.query<{ id: number }>(sql`
    SELECT t.id FROM ${table} t
    WHERE t.organization_id = ${organization_id} AND ${isNamed} AND ${isTheirs(dataSource, entity, 't', actor)}
    UNION
    SELECT e.subject_id FROM events e
    WHERE e.organization_id = ${organization_id} AND ${concerns(type, id === null ? [] : [id])}
      AND e.subject_id = ${id}::bigint AND e.type = ANY(${typesAbout(db.actor, type)}::text[]) AND ${wasTold}
    UNION ${withKey(db, type, named)} AND ${wasTold}`);
  return rows.map(({ id }) => id);
}

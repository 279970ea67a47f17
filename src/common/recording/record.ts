import type { Type } from '@nestjs/common';
import sql, { empty, raw, Sql } from 'sql-template-tag';
import { jsonMap } from '../view/json-sql';
import type { DataSource } from 'typeorm';
import { among } from '../database/sql/conditions';
import type { Db } from '../database/db';
import { known, type Query, rows } from '../database/sql/query';
import { currentScope, Scope } from '../tenancy/scope';
import { type CompiledSubject, compiledSubject } from './subject';
import { EventType, eventTypes, isToldToParties, KindEvent } from './event-types';
import { WITHIN_TERMINAL } from './silent-movements';

/** The size in bytes of JSON beyond which an event is stored without its data. */
const MOST_BYTES = 256 * 1024;

/** The type of event of a set-up kind, made by `kindEvent`. */
type KindEventType = string & { readonly ofKind: true };

/** The type of event for a write to a record of a set-up kind. */
export const kindEvent = (singular: string, done: KindEvent) => `${singular}.${done}` as KindEventType;

/** When an event happened: one time of all its records, or the time of each by its id. */
type Occurred = Date | Map<number, Date>;

/** The movement that an event tells of. */
export interface MovementOfEvent {
  id: number;
  movement_type: string;
  /** The voyage that it was from or to. */
  voyage_id?: number | undefined;
}

/** An event that is not written yet. */
interface Pending {
  type: string;
  view: Type;
  ids: number[];
  at?: Occurred | undefined;
  /** The movement of each record, by its id, where the event tells of movements. */
  movements?: Map<number, MovementOfEvent> | undefined;
  /** The records before the update, if the event is one. */
  before?: Before[];
  /** What changed, where that does not follow from the record before. */
  changes?: Changes | undefined;
}

/** The fields that changed, each with its old and new value. */
type Changes = Record<string, [unknown, unknown]>;

/**
 * A record before its update: its JSON, a digest of its row, which includes columns that are not shown, and the parties in
 * use whom it concerned, as JSON.
 */
interface Before {
  id: number;
  json: string;
  mark: string;
  parties: string | null;
}

/** SQL: a digest of the row `t` to detect changes. It ignores `stay_id`, which is no change of the record itself. */
const MARK = raw("md5((to_jsonb(t) - '{updated_at,stay_id}'::text[])::text)");

/** SQL: the parties of the event `n`, each with its level now and before; both null for nobody. */
const PARTIES_THEN = raw(`CASE WHEN coalesce(n.parties, n.parties_before) IS NOT NULL THEN (
      SELECT jsonb_agg(jsonb_build_object('party_id', coalesce(now.party_id, was.party_id), 'level', now.level,
        'level_before', was.level))
      FROM jsonb_to_recordset(coalesce(n.parties, '[]')) now(party_id bigint, level text)
      FULL JOIN jsonb_to_recordset(coalesce(n.parties_before, '[]')) was(party_id bigint, level text)
        ON was.party_id = now.party_id) END`);

/** The events to write at the end of a transaction, and among them the updates by type and record. */
const pending = new WeakMap<Scope, { events: Pending[]; updates: Set<string> }>();
const listeners = new WeakMap<DataSource, () => void>();

/** Calls `listener` whenever a transaction of this process has written events. */
export function onEventsWritten(dataSource: DataSource, listener: () => void): void {
  listeners.set(dataSource, listener);
}

/**
 * Records an event of records that the caller has locked or created. The event is written at the end of the transaction
 * with the final state of the record; a deletion is written at once. Commands record no events.
 * @param view the view of the record's own endpoint
 * @param at when it happened, or when for each id; by default the column of the type (`event-types.ts`), or now
 * @param changes what changed, of an event that is no update
 * @param movements the movement of each record, where the event tells of movements
 */
export async function record(
  db: Db,
  type: EventType | KindEventType,
  view: Type,
  ids: number | number[],
  at?: Occurred,
  changes?: Changes,
  movements?: Map<number, MovementOfEvent>,
): Promise<void> {
  const event = { type, view, ids: [ids].flat(), at: oneTime(at), changes, movements };
  if (!isTold(db) || !event.ids.length) return;
  if (!type.endsWith('.deleted')) return later(db, event);
  await db.query(insertOf(db, event));
  wakeAfter(db);
}

/** What happened to a record, when, and the movement that was written of it. */
export interface Happened {
  type: EventType;
  id: number;
  at: Date;
  movement?: MovementOfEvent;
}

/**
 * Records what happened to records, each at its own time. A statement is written for each type, and one more for records
 * to which it happened again. All of a type have a movement, or none.
 */
export async function recordEach(db: Db, view: Type, happened: Happened[]): Promise<void> {
  const events = new Map<string, Happened[]>();
  const turns = new Map<number, number>();
  for (const each of happened) {
    const turn = turns.get(each.id) ?? 0;
    turns.set(each.id, turn + 1);
    const key = `${turn} ${each.type}`;
    events.set(key, [...(events.get(key) ?? []), each]);
  }
  for (const alike of events.values()) {
    const ids = alike.map(({ id }) => id);
    const times = new Map(alike.map(({ id, at }) => [id, at]));
    const movements = new Map(alike.flatMap(({ id, movement }) => (movement ? [[id, movement]] : [])));
    await record(db, alike[0]!.type, view, ids, times, undefined, movements.size ? movements : undefined);
  }
}

/**
 * Records an update of records that the caller has locked. Send this query before the update: the event has the fields
 * that differ between what it reads and the end of the transaction. A type that replaces an update
 * (`becomes`) may be recorded instead. A record that does not differ has no event, and a record that is updated twice
 * in a transaction has one.
 */
export function updating(
  db: Db,
  type: EventType | KindEventType,
  view: Type,
  ids: number | number[],
): Query<void> {
  const all = [ids].flat();
  if (!isTold(db) || !all.length) return known(undefined);
  const subject = compiledSubject(db, view);
  const { table, data } = subject;
  return rows<Before>(sql`
    SELECT t.id, (${data})::text AS json, ${MARK} AS mark, (${partiesBefore(subject, [type])})::text AS parties
    FROM ${raw(table)} t
    WHERE t.organization_id = ${db.actor.organization_id} AND ${among('t.id', all)} ORDER BY t.id`).map(
    (shown) => {
      for (const before of shown) later(db, { type, view, ids: [before.id], before: [before] });
    },
  );
}

/** Records an update as `updating` does, then runs the work. */
export async function recordUpdate<T>(
  db: Db,
  type: EventType | KindEventType,
  view: Type,
  ids: number | number[],
  work: () => Promise<T>,
): Promise<T> {
  await db.run(updating(db, type, view, ids));
  return work();
}

/** Writes an event about no record with an id, in the running transaction. */
export async function recordAlone(db: Db, type: EventType, data: object, changes?: object): Promise<void> {
  const { organization_id, user_id, request_id } = db.actor;
  await db.query(sql`
    INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, user_id, request_id, subject_path,
      data, changes)
    VALUES (${organization_id}, ${type}, now(), clock_timestamp(), ${user_id}, ${request_id}, ${eventTypes().get(type)!.path ?? null},
      ${JSON.stringify(data)}, ${changes ? JSON.stringify(changes) : null})`);
  wakeAfter(db);
}

/**
 * SQL: the parties in use whom the record `t` concerns, as JSON; null where types of event are shown to no party. Reading them
 * is left out of the statement as long as this process has seen no party in use: the first one that is there has the
 * transaction run again, in which they are read.
 */
function partiesTold({ actor }: Db, { parties }: CompiledSubject, types: string[]): Sql {
  if (!parties || !types.every(isToldToParties)) return sql`NULL::jsonb`;
  if (currentScope().tellsParties) return raw(parties);
  return sql`CASE WHEN EXISTS (
    SELECT FROM parties v WHERE v.organization_id = ${actor.organization_id} AND v.used_since IS NOT NULL
  ) THEN tell_parties_again() END`;
}

/** SQL: the same before an update. The event of the update sees to it that the transaction runs again where it has to. */
function partiesBefore({ parties }: CompiledSubject, types: string[]): Sql {
  const given = parties && types.every(isToldToParties) && currentScope().tellsParties;
  return given ? raw(parties) : sql`NULL::jsonb`;
}

/** Whether to record events: not in a command, whose data is history. */
function isTold({ actor }: Db): boolean {
  return actor.operation !== null;
}

function later(db: Db, event: Pending): void {
  const scope = currentScope();
  const { events, updates } = pending.get(scope) ?? { events: [], updates: new Set<string>() };
  if (event.before) {
    const key = `${event.type} ${event.before[0]!.id}`;
    // The state before the first update covers the later ones.
    if (updates.has(key)) return;
    updates.add(key);
  }
  if (!events.length) {
    pending.set(scope, { events, updates });
    scope.last?.push(() => events.map((each) => insertOf(db, each)));
    wakeAfter(db);
  }
  const last = events.at(-1);
  const isAlike =
    last?.type === event.type &&
    last.view === event.view &&
    isAtOnce(last.at, event.at) &&
    !last.before === !event.before &&
    !event.changes &&
    !last.changes;
  if (!isAlike || !joinMovements(last, event)) return void events.push(event);
  last.ids.push(...event.ids);
  last.before?.push(...event.before!);
}

/** Adds the movements of a later event to those of an earlier one. Returns false where a record moved in both. */
function joinMovements({ movements }: Pending, later: Pending): boolean {
  if (!movements || !later.movements) return movements === later.movements;
  if (later.ids.some((id) => movements.has(id))) return false;
  for (const [id, movement] of later.movements) movements.set(id, movement);
  return true;
}

/** One time in place of the times of all records, if these are the same. */
function oneTime(at: Occurred | undefined): Occurred | undefined {
  if (!(at instanceof Map)) return at;
  const [first, ...others] = at.values();
  return others.every((time) => time.getTime() === first!.getTime()) ? first : at;
}

function isAtOnce(one: Occurred | undefined, other: Occurred | undefined): boolean {
  if (one instanceof Map || other instanceof Map) return false;
  return one?.getTime() === other?.getTime();
}

/** SQL: when the event of the record `n` happened; null where the type of the event says it. */
function occurred(at: Occurred | undefined): Sql {
  if (!(at instanceof Map)) return sql`${at}`;
  return sql`(${JSON.stringify(Object.fromEntries(at))}::jsonb ->> n.id::text)::timestamptz`;
}

/** SQL: the movements of records, one of each, as `m`. */
function movementsOf(movements: Map<number, MovementOfEvent>): Sql {
  const each = [...movements].map(([record_id, movement]) => ({ record_id, ...movement }));
  return sql`JOIN jsonb_to_recordset(${JSON.stringify(each)}::jsonb)
      AS m(record_id bigint, id bigint, movement_type text, voyage_id bigint) ON m.record_id = n.id`;
}

/** Wakes the publisher after the commit. */
function wakeAfter({ dataSource }: Db): void {
  const listener = listeners.get(dataSource);
  if (listener) currentScope().afterCommit?.add(listener);
}

/**
 * The statement that writes an event of records that a statement before it selects, in the statements that end a
 * transaction (`Scope.last`); none in a command.
 * @param selected SQL that selects their ids
 */
export function telling(db: Db, type: EventType, view: Type, selected: Sql): Sql[] {
  if (!isTold(db)) return [];
  wakeAfter(db);
  return [insertOf(db, { type, view, ids: selected })];
}

type Inserted = Omit<Pending, 'ids'> & { ids: number[] | Sql };

function insertOf(db: Db, { type, view, ids, at, movements, before, changes }: Inserted): Sql {
  const { organization_id, user_id, request_id } = db.actor;
  const subject = compiledSubject(db, view);
  const { table, key, path, concerns, data } = subject;
  const types = typesOf(type, before !== undefined);
  const columns = types.map((each, n) => `${eventTypes().get(each)!.at ?? 'NULL'}::timestamptz AS at_${n}`);
  const times = types.map((each, n) => `WHEN '${each}' THEN n.at_${n}`);
  return sql`
    WITH shown AS MATERIALIZED (
      SELECT t.id, ${raw(key)} AS key, ${raw(path)} AS path, ${concerns} AS concerns, ${data} AS data,
        ${partiesTold(db, subject, types)} AS parties,
        ${before ? sql`${MARK} AS mark,` : empty} ${raw(columns.join(', '))}
      FROM ${raw(table)} t WHERE t.organization_id = ${organization_id} AND ${ids instanceof Sql ? sql`t.id IN (${ids})` : among('t.id', ids)}
    ), told AS (${before === undefined ? stated(type, changes) : changed(types, before, subject.before)})
    INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, user_id, request_id,
      subject_id, subject_key, subject_path, concerns, data, changes, data_omitted,
      movement_id, movement_type, voyage_id, parties)
    SELECT ${organization_id}::bigint, n.type, coalesce(${occurred(at)}, CASE n.type ${raw(times.join(' '))} END, now()),
      clock_timestamp(), ${user_id}::bigint, ${request_id}, n.id, n.key, n.path,
      n.concerns || ARRAY(SELECT e FROM unnest(n.earlier) e WHERE e <> ALL (n.concerns)),
      CASE WHEN NOT z.large THEN n.data END, CASE WHEN NOT z.large THEN n.changes END, z.large,
      ${movements ? sql`m.id, m.movement_type, m.voyage_id` : sql`NULL::bigint, NULL, NULL::bigint`},
      ${movements ? sql`CASE WHEN ${among('m.movement_type', [...WITHIN_TERMINAL], 'text')} IS NOT TRUE THEN ${PARTIES_THEN} END` : PARTIES_THEN}
    FROM told n ${movements ? movementsOf(movements) : empty}
    CROSS JOIN LATERAL (
      SELECT octet_length(n.data::text) + coalesce(octet_length(n.changes::text), 0) > ${MOST_BYTES} AS large
    ) z
    ORDER BY n.id, n.type`;
}

/**
 * SQL: the events of the records `shown` that are no updates. Changes that are given may speak of another record, which
 * was joined to this one, so parties are shown what it is now and not those.
 */
function stated(type: string, changes: Changes | undefined): Sql {
  const parties_before = changes ? sql`NULL::jsonb` : sql`shown.parties`;
  return sql`
    SELECT shown.*, ${type} AS type, ${changes ? JSON.stringify(changes) : null}::json AS changes, '{}'::text[] AS earlier,
      ${parties_before} AS parties_before
    FROM shown`;
}

/**
 * The types that a recorded event may become: for an update, each type that replaces it, then the update
 * itself.
 */
function typesOf(type: string, isUpdate: boolean): string[] {
  const known = eventTypes();
  if (!known.has(type)) throw new Error(`${type} is no type of event`);
  if (!isUpdate) return [type];
  const subject = type.slice(0, type.indexOf('.') + 1);
  const others = [...known].filter(([each, { becomes }]) => becomes && each.startsWith(subject));
  return [...others.map(([each]) => each), type];
}

/** SQL: the rows of `shown` that differ from before, each with its type. */
function changed(types: string[], before: Before[], people: Sql): Sql {
  const rules = types.flatMap((type) => {
    const { becomes } = eventTypes().get(type)!;
    return becomes ? `('${type}', '${becomes.join("', '")}')` : [];
  });
  const others = rules.length
    ? `(SELECT array_agg(r.type) FROM (VALUES ${rules.join(', ')}) r(type, field, value)
        WHERE shown.data ->> r.field = r.value AND b.json ->> r.field IS DISTINCT FROM r.value)`
    : 'NULL';
  const update = `'${types.at(-1)!}'`;
  return sql`
    SELECT shown.*, y.type, CASE WHEN y.type = ${raw(update)} THEN d.changes END AS changes, ${people} AS earlier,
      b.parties AS parties_before
    FROM shown
    JOIN (
      SELECT b.id, b.mark, b.json::json AS json, b.parties::jsonb AS parties
      FROM json_to_recordset(${JSON.stringify(before)}::json) AS b(id bigint, mark text, json text, parties text)
    ) b ON b.id = shown.id
    CROSS JOIN LATERAL (
      SELECT ${raw(jsonMap('key', 'array_to_json(ARRAY[was.value, become.value])', 'key'))} AS changes
      FROM json_each(b.json) was FULL JOIN json_each(shown.data) become USING (key)
      WHERE key NOT IN ('updated_at', 'stay_id') AND was.value::text IS DISTINCT FROM become.value::text
    ) d
    CROSS JOIN LATERAL unnest(coalesce(${raw(others)}, ARRAY[${raw(update)}])) y(type)
    WHERE d.changes::text <> '{}' OR shown.mark <> b.mark`;
}

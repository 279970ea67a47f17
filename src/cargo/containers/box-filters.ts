import { CONTAINER_SIZES } from '../setup/container-type.kind';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { Reader } from '../../common/database/read/reader';
import { idOrAmong, keyInAnyCase } from '../../common/database/sql/references';
import { among } from '../../common/database/sql/conditions';
import { In } from '../../common/input/in';
import type { Actor } from '../../common/tenancy/actor';
import { isTypeTold } from '../interests/seen-of-stay';

/** Filters that the lists of containers and of stays share. */
export interface BoxFilters {
  shipping_line?: string[] | null;
  container_type?: string[] | null;
  size?: number[] | null;
  is_reefer?: boolean | null;
  consignee?: string[] | null;
  terminal?: string[] | null;
  yard_area?: string[] | null;
  voyage_number?: string[] | null;
}

export const boxFilters = {
  shipping_line: In.anyText({ description: 'The whole code of the shipping line, or its id' }),
  container_type: In.anyText({ description: 'The whole code of the type, or its id' }),
  size: In.anyInt(CONTAINER_SIZES, { description: 'The length of its type, in feet' }),
  is_reefer: In.bool({ description: 'Whether its type is that of a refrigerated container' }),
  consignee: In.anyText({ description: 'The whole name of the consignee, or its id' }),
  terminal: In.anyText({
    description: 'At this terminal now, its areas, slots and gates included: its whole name, or its id',
  }),
  yard_area: In.anyText({
    description: 'In this yard area now, its slots included: its whole name, or its id',
  }),
  voyage_number: In.anyText({ description: 'The number of a voyage that it arrives or departs with' }),
} satisfies Record<keyof BoxFilters, PropertyDecorator>;

/** How a list shows containers: in themselves, or in their stays. */
export interface BoxList {
  /** The paths to the voyages. */
  voyages: string[];
  /** SQL: the records whose containers are of these types. */
  ofTypes: (ids: number[], organization_id: number) => Sql;
  /** SQL: whether these parties are told the type of the container of a record. */
  isTypeTold: (parties: Actor['parties']) => Sql;
  /** SQL: the records whose containers are in one of these places, which are types and ids. */
  isIn: (places: Sql, organization_id: number) => Sql;
}

/** SQL: a column of the container `t`, or when it came for the stay that it shows. */
const ofContainer = (column: string) =>
  column === 'stay.in_at'
    ? `(SELECT s.in_at FROM container_stays s WHERE s.organization_id = t.organization_id AND s.id = t.stay_id)`
    : `t.${column}`;

export const OF_CONTAINER: BoxList = {
  voyages: ['arrival_voyage', 'departure_voyage'],
  ofTypes: (ids) => among('t.container_type_id', ids),
  isTypeTold: (parties) => isTypeTold(ofContainer, { id: 'stay_id', in_at: 'stay.in_at' }, parties),
  isIn: (places) => sql`(t.current_location_type, t.current_location_id) IN (${places})`,
};

/** A stay is in a place while its container is here for it. */
export const OF_STAY: BoxList = {
  voyages: ['arrival_voyage', 'departure_voyage', 'arrived_by_voyage', 'departed_by_voyage'],
  ofTypes: (ids, organization_id) => sql`t.container_id IN (
    SELECT c.id FROM containers c WHERE c.organization_id = ${organization_id} AND ${among('c.container_type_id', ids)})`,
  isTypeTold: (parties) => isTypeTold((column) => `t.${column}`, { id: 'id', in_at: 'in_at' }, parties),
  isIn: (places, organization_id) => sql`t.status = 'here' AND t.id IN (
    SELECT c.stay_id FROM containers c WHERE c.organization_id = ${organization_id}
      AND (c.current_location_type, c.current_location_id) IN (${places}))`,
};

/** Applies the filters to the list of containers, or to that of stays. */
export function filterBoxes(
  reader: Reader,
  query: BoxFilters,
  list: BoxList,
  { organization_id, limited, parties }: Actor,
): Reader {
  const records = (table: string) =>
    sql`SELECT f.id FROM ${raw(table)} f WHERE f.organization_id = ${organization_id}`;
  const types = (ids: number[]) =>
    limited
      ? sql`${list.ofTypes(ids, organization_id)} AND ${list.isTypeTold(parties)}`
      : list.ofTypes(ids, organization_id);
  const place = (places: (ids: number[]) => Sql) => (ids: number[]) =>
    list.isIn(places(ids), organization_id);
  return reader
    .refersTo('shipping_line', idOrAmong('code'), query.shipping_line)
    .refersTo('consignee', idOrAmong('name'), query.consignee)
    .refersTo(list.voyages, keyInAnyCase('number'), query.voyage_number)
    .found(
      query.container_type,
      (named) => sql`${records('container_types')} AND ${isNamed('code', named)}`,
      types,
    )
    .found(
      query.size,
      (sizes) => sql`${records('container_types')} AND f.size = ANY(${sizes}::integer[])`,
      types,
    )
    .found(query.is_reefer, (is) => sql`${records('container_types')} AND f.is_reefer = ${is}`, types)
    .found(
      query.yard_area,
      (named) => sql`${records('yard_areas')} AND ${isNamed('name', named)}`,
      place((areas) => placesIn(areas, organization_id)),
    )
    .found(
      query.terminal,
      (named) => sql`${records('terminals')} AND ${isNamed('name', named)}`,
      place((terminals) => placesOf(terminals, organization_id)),
    );
}

/** SQL: the record `f` has one of these keys or ids. */
function isNamed(column: string, named: string[]): Sql {
  const { is } = idOrAmong(column);
  return sql`(${join(
    named.map((each) => is((name) => `f.${name}`, each)),
    ' OR ',
  )})`;
}

/** SQL: the places of these yard areas as types and ids: themselves and their slots. */
function placesIn(areas: number[], organization_id: number): Sql {
  return sql`
    SELECT 'YardArea', unnest(${areas}::bigint[]) UNION ALL
    SELECT 'YardSlot', s.id FROM yard_slots s
    WHERE s.organization_id = ${organization_id} AND ${among('s.yard_area_id', areas)}`;
}

/** SQL: the places of these terminals as types and ids: themselves, their gates, berth areas, yard areas and slots. */
function placesOf(terminals: number[], organization_id: number): Sql {
  const inside = (type: string, table: string) => sql`
    SELECT ${raw(`'${type}'`)}, p.id FROM ${raw(table)} p
    WHERE p.organization_id = ${organization_id} AND ${among('p.terminal_id', terminals)}`;
  return sql`
    SELECT 'Terminal', unnest(${terminals}::bigint[]) UNION ALL
    ${inside('Gate', 'gates')} UNION ALL ${inside('BerthArea', 'berth_areas')} UNION ALL
    ${inside('YardArea', 'yard_areas')} UNION ALL
    SELECT 'YardSlot', s.id FROM yard_slots s
    JOIN yard_areas a ON a.organization_id = s.organization_id AND a.id = s.yard_area_id
    WHERE s.organization_id = ${organization_id} AND ${among('a.terminal_id', terminals)}`;
}

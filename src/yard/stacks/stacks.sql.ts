import sql, { raw, Sql } from 'sql-template-tag';
import { asTime } from '../../common/view/view';
import { jsonArray, jsonObject } from '../../common/view/json-sql';
import { numbered, standing } from './standing';

/** SQL: a container in a stack, as answers show it. */
const CONTAINER = raw(
  jsonObject({
    tier: 'b.tier',
    id: 'b.id',
    number: 'b.number',
    size: 'y.size',
    container_status: 'b.container_status',
    usage: 'b.usage',
    shipping_line: 'l.code',
    held: 'b.id IN (SELECT h.id FROM held h)',
    here_since: asTime('t.in_at'),
    weight: 'trim_scale(b.weight)',
    imdg_classes: `coalesce(to_json(t.imdg_classes), '[]'::json)`,
  }),
);

/** SQL: a slot `s` as a row of its bay, with what is in it. */
const ROW = raw(
  jsonObject({
    row: 's.row',
    slot: jsonObject({
      id: 's.id',
      name: 's.name',
      tiers: 's.tiers',
      teu: 's.teu',
      reefer_plug: 's.reefer_plug',
    }),
    containers: `coalesce(k.containers, '[]'::json)`,
  }),
);

/** The first and the last bay that are shown, in the order of their names with the numbers in them; null for all. */
export interface Bays {
  from: string | null;
  until: string | null;
}

/** SQL: slots `s` in these bays. */
const inBays = ({ from, until }: Bays): Sql => sql`
  AND (${from}::text IS NULL OR ${numbered('s.bay')} >= ${from}::text)
  AND (${until}::text IS NULL OR ${numbered('s.bay')} <= ${until}::text)`;

/** SQL: the number of slots of a yard area in these bays, counted no further than `most`. */
export const slotsOfArea = (
  organization_id: number,
  yard_area_id: number,
  bays: Bays,
  most: number,
): Sql => sql`
  SELECT count(*)::integer AS count FROM (
    SELECT FROM yard_slots s
    WHERE s.organization_id = ${organization_id} AND s.yard_area_id = ${yard_area_id} ${inBays(bays)}
    LIMIT ${most}) s`;

/** SQL: what is in a yard area, as CTEs: `shown` by container, `stacks` by slot. */
const standingIn = (organization_id: number, yard_area_id: number, bays: Bays): Sql => sql`
  areas AS MATERIALIZED (
    SELECT a.id, a.name FROM yard_areas a WHERE a.organization_id = ${organization_id} AND a.id = ${yard_area_id}
  ), ${standing(organization_id, inBays(bays))}, shown AS MATERIALIZED (
    SELECT b.slot_id, b.tier, b.number, ${CONTAINER} AS container
    FROM boxes b
    LEFT JOIN container_types y ON y.organization_id = ${organization_id} AND y.id = b.container_type_id
    LEFT JOIN shipping_lines l ON l.organization_id = ${organization_id} AND l.id = b.shipping_line_id
    LEFT JOIN stays t ON t.id = b.stay_id
    WHERE b.slot_id IS NOT NULL OR ${bays.from === null && bays.until === null}
  ), stacks AS MATERIALIZED (
    SELECT slot_id, ${raw(jsonArray('container ORDER BY tier, number'))} AS containers FROM shown
    WHERE slot_id IS NOT NULL GROUP BY slot_id
  )`;

/** SQL: the stacks of a yard area (`Stacks`) as one JSON object. */
export const stacksOfArea = (organization_id: number, yard_area_id: number, between: Bays): Sql => sql`
  WITH ${standingIn(organization_id, yard_area_id, between)}, bays AS (
    SELECT s.bay, array_to_json(array_agg(${ROW} ORDER BY ${numbered('s.row')}, ${numbered('s.name')})) AS rows
    FROM slots s LEFT JOIN stacks k ON k.slot_id = s.id GROUP BY s.bay
  )
  SELECT row_to_json(o)::text AS json FROM (SELECT
    (SELECT ${raw(jsonObject({ id: 'a.id', name: 'a.name' }))} FROM areas a) AS yard_area,
    (SELECT coalesce(array_to_json(array_agg(${raw(jsonObject({ bay: 'd.bay', rows: 'd.rows' }))}
      ORDER BY ${numbered('d.bay')} NULLS LAST)), '[]') FROM bays d) AS bays,
    (SELECT ${raw(jsonArray('n.container ORDER BY n.number'))} FROM shown n WHERE n.slot_id IS NULL) AS unplaced) o`;

/** A part of the stacks of a yard area as JSON: a slot with its bay, or a container that is in none. */
export interface PartOfStacks {
  bay: string | null;
  row: string | null;
  unplaced: string | null;
}

/** SQL: the stacks of a yard area in parts (`PartOfStacks`), in the order of `stacksOfArea`. */
export const partsOfStacks = (organization_id: number, yard_area_id: number, between: Bays): Sql => sql`
  WITH ${standingIn(organization_id, yard_area_id, between)}
  SELECT p.bay, p.row, p.unplaced FROM (
    SELECT s.bay, ${ROW}::text AS row, NULL::text AS unplaced, row_number() OVER (
      ORDER BY ${numbered('s.bay')} NULLS LAST, ${numbered('s.row')}, ${numbered('s.name')}) AS place
    FROM slots s LEFT JOIN stacks k ON k.slot_id = s.id
    UNION ALL
    SELECT NULL, NULL, n.container::text, row_number() OVER (ORDER BY n.number) FROM shown n WHERE n.slot_id IS NULL
  ) p ORDER BY p.unplaced IS NOT NULL, p.place`;

import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { effect, type Query } from '../../common/database/sql/query';
import type { Columns } from '../../common/schema/columns';
import type { EdiFlow } from '../partners/edi-flow.kind';
import { isOfFlow } from '../partners/flow-lines';
import { EVENTS } from './due';

/** The most events that are taken at a time, and how often in one transaction. */
const BATCH = 500;
const BATCHES = 20;

export type Flow = Columns<EdiFlow> & { id: number };

/** An event as a flow takes it. */
interface Taken {
  id: number;
  type: string;
  /** The record that it is about. */
  subject_id: number;
  /** The number of the container, of an event of one. */
  number: string | null;
  movement_id: number | null;
}

/**
 * Takes the events that a flow has not taken yet, and writes down what they have it tell. The caller has locked the flow.
 * Returns whether more may be there.
 */
export async function follow(db: Db, flow: Flow): Promise<boolean> {
  let after = flow.last_event_id!;
  for (let batch = 0; batch < BATCHES; batch++) {
    const events = await db.query<Taken>(newEvents(db, flow, after));
    if (!events.length) return false;
    after = events.at(-1)!.id;
    await db.pipeline(...taking(db, flow, events, after));
    if (events.length < BATCH) return false;
  }
  return true;
}

/** SQL: the next events of a flow, each type by an index of its own. */
function newEvents(db: Db, { message }: Flow, after: number): Sql {
  const { organization_id } = db.actor;
  const columns = sql`e.id, e.type, e.subject_id, e.subject_key AS number, e.movement_id`;
  const behind = sql`e.organization_id = ${organization_id} AND e.id > ${after}`;
  return sql`
    SELECT * FROM (
      SELECT n.* FROM unnest(${EVENTS[message] ?? []}::text[]) t(type)
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM events e WHERE ${behind} AND e.type = t.type ORDER BY e.id LIMIT ${BATCH}) n
      UNION ALL
      SELECT r.* FROM (
        SELECT ${columns} FROM events e
        WHERE ${behind} AND e.movement_type = 'reversal' ORDER BY e.id LIMIT ${BATCH}) r
    ) e ORDER BY id LIMIT ${BATCH}`;
}

/** The statements that take events: what happened, what was taken back, and tallies that were closed or opened again. */
function taking(db: Db, flow: Flow, events: Taken[], after: number): Query<unknown>[] {
  const { organization_id } = db.actor;
  const tallies = events.filter(({ type }) => type.startsWith('tally.'));
  return [
    effect(telling(db, flow, events)),
    effect(takingBack(db, flow, events)),
    ...tallies.flatMap((event) =>
      (event.type === 'tally.closed'
        ? [fallenShort(db, flow, event), releasing(db, flow, event)]
        : [reopening(db, flow, event)]
      ).map(effect),
    ),
    effect(sql`UPDATE edi_flows SET last_event_id = ${after}
      WHERE organization_id = ${organization_id} AND id = ${flow.id}`),
  ];
}

const COLUMNS = sql`organization_id, edi_flow_id, event_id, container_id, container_number, movement_id, stay_id,
  shipping_line_id, voyage_id, code, function, short, held, status`;

/** SQL: the codes of movements. */
export const CODE = sql`CASE m.movement_type WHEN 'gate_in' THEN '34' WHEN 'gate_out' THEN '36' WHEN 'discharge' THEN '44'
  WHEN 'load' THEN '46' END`;

/** SQL: these events, as `e`. */
const recordset = (events: Taken[]): Sql => sql`jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
  AS e(id bigint, subject_id bigint, number text, movement_id bigint)`;

/** Whether what a flow tells waits until the tally of its voyage is closed. */
const isHeld = ({ message, at_tally_close }: Flow) => message === 'COARRI' && at_tally_close;

/** SQL: the movement types that a kind of message tells. */
export const movementsOf = (message: string): string[] =>
  message === 'CODECO' ? ['gate_in', 'gate_out'] : ['discharge', 'load'];

/** SQL: what containers did, of lines of the flow. */
function telling(db: Db, flow: Flow, events: Taken[]): Sql {
  const { organization_id } = db.actor;
  return sql`
    INSERT INTO edi_items (${COLUMNS})
    SELECT m.organization_id, f.id, e.id, m.container_id, e.number, m.id, m.stay_id, l.id, m.voyage_id, ${CODE}, '9', false,
      ${isHeld(flow)}, 'waiting'
    FROM ${recordset(events)}
    JOIN container_movements m ON m.organization_id = ${organization_id} AND m.id = e.movement_id
      AND m.movement_type = ANY(${movementsOf(flow.message)}::text[])
    JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
    JOIN edi_flows f ON f.organization_id = m.organization_id AND f.id = ${flow.id}
    JOIN shipping_lines l ON l.organization_id = m.organization_id AND l.id = s.shipping_line_id AND ${isOfFlow('f')}
    WHERE f.message = 'CODECO' OR m.voyage_id IS NOT NULL
    ORDER BY e.id
    ON CONFLICT DO NOTHING`;
}

/**
 * SQL: what was taken back. What still waits is told in neither form; what was told is told with function 1. A reversal
 * takes back the movement before it.
 */
function takingBack(db: Db, flow: Flow, events: Taken[]): Sql {
  const { organization_id } = db.actor;
  return sql`
    WITH taken AS (
      SELECT DISTINCT ON (e.id) e.id AS event_id, m.id AS movement_id FROM ${recordset(events)}
      JOIN container_movements r ON r.organization_id = ${organization_id} AND r.id = e.movement_id
        AND r.movement_type = 'reversal'
      JOIN container_movements m ON m.organization_id = r.organization_id AND m.container_id = r.container_id
        AND m.id < r.id AND m.movement_type <> 'restow'
      ORDER BY e.id, m.id DESC
    ), withdrawn AS (
      UPDATE edi_items i SET status = 'withdrawn', updated_at = now() FROM taken t
      WHERE i.organization_id = ${organization_id} AND i.edi_flow_id = ${flow.id} AND i.movement_id = t.movement_id
        AND i.status = 'waiting' AND i.function <> '1'
    ), told AS (
      SELECT DISTINCT ON (t.event_id) t.event_id AS taken_by, i.* FROM taken t
      JOIN edi_items i ON i.organization_id = ${organization_id} AND i.edi_flow_id = ${flow.id}
        AND i.movement_id = t.movement_id AND i.status = 'told' AND i.function <> '1'
      ORDER BY t.event_id, i.id DESC
    )
    INSERT INTO edi_items (${COLUMNS}, takes_back_id)
    SELECT o.organization_id, o.edi_flow_id, o.taken_by, o.container_id, o.container_number, o.movement_id, o.stay_id,
      o.shipping_line_id, o.voyage_id, o.code, '1', false, ${isHeld(flow)}, 'waiting', o.id
    FROM told o ORDER BY o.taken_by
    ON CONFLICT DO NOTHING`;
}

/** SQL: what the closed tally of a discharge expected and has not counted, unless that was told. */
function fallenShort(db: Db, flow: Flow, { id, subject_id }: Taken): Sql {
  const { organization_id } = db.actor;
  return sql`
    INSERT INTO edi_items (${COLUMNS})
    SELECT t.organization_id, f.id, ${id}, c.id, c.number, NULL, c.stay_id, l.id, y.voyage_id, '44', '9', true, false, 'waiting'
    FROM tallies y
    JOIN edi_flows f ON f.organization_id = y.organization_id AND f.id = ${flow.id}
    JOIN tally_items t ON t.organization_id = y.organization_id AND t.tally_id = y.id AND t.cargo_type = 'container'
      AND t.done_quantity < t.quantity
    JOIN containers c ON c.organization_id = t.organization_id AND c.id = t.container_id
    JOIN shipping_lines l ON l.organization_id = t.organization_id
      AND l.id = coalesce(t.shipping_line_id, c.shipping_line_id) AND ${isOfFlow('f')}
    WHERE y.organization_id = ${organization_id} AND y.id = ${subject_id} AND y.tally_type = 'discharge'
      AND y.closed_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM edi_items o WHERE o.organization_id = y.organization_id AND o.edi_flow_id = f.id
          AND o.container_id = c.id AND o.voyage_id = y.voyage_id AND o.short AND o.status <> 'withdrawn')
    ORDER BY c.id
    ON CONFLICT DO NOTHING`;
}

/** SQL: what waited for a tally waits no more. */
function releasing(db: Db, flow: Flow, { id, subject_id }: Taken): Sql {
  return sql`
    UPDATE edi_items i SET held = false, updated_at = now() FROM tallies y
    WHERE i.organization_id = ${db.actor.organization_id} AND i.edi_flow_id = ${flow.id} AND i.status = 'waiting'
      AND i.held AND i.event_id < ${id} AND y.organization_id = i.organization_id AND y.id = ${subject_id}
      AND i.voyage_id = y.voyage_id AND i.code = CASE y.tally_type WHEN 'discharge' THEN '44' ELSE '46' END`;
}

/** SQL: what fell short of a tally is open again. */
function reopening(db: Db, flow: Flow, { id, subject_id }: Taken): Sql {
  return sql`
    UPDATE edi_items i SET status = 'withdrawn', updated_at = now() FROM tallies y
    WHERE i.organization_id = ${db.actor.organization_id} AND i.edi_flow_id = ${flow.id} AND i.status = 'waiting'
      AND i.short AND i.event_id < ${id} AND y.organization_id = i.organization_id AND y.id = ${subject_id}
      AND i.voyage_id = y.voyage_id`;
}

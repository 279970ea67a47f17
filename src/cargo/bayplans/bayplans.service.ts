import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { effect, planned, row } from '../../common/database/sql/query';
import { naming, NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import { mapInTurns } from '../../common/turns';
import { asTime } from '../../common/view/view';
import type { DangerousGoods } from '../dangerous-goods';
import type { BayplanQuery } from './bayplan.dto';
import type { Leg } from './bayplan.entity';
import { BAYPLAN, BayplanCellShow } from './bayplan.view';

/** A bayplan without its cells, as a document says it. */
export interface SaidBayplan {
  document_number?: string | null;
  document_date?: Date | string | null;
  port_of_departure?: string | null;
  next_port?: string | null;
  edi_message_id?: number | null;
}

/** A cell as a document says it: seven digits, and what is in it. Codes and ports are those of the document. */
export interface SaidCell {
  cell: string;
  container_number?: string | null;
  size_type?: string | null;
  container_status?: string | null;
  weight?: number | string | null;
  port_of_loading?: string | null;
  port_of_discharge?: string | null;
  for_here?: boolean;
  shipping_line?: string | null;
  temperature?: number | string | null;
  dangerous?: DangerousGoods[];
  edi_partner_id?: number | null;
}

/** How many cells a plan has that the one before had not, had otherwise, had alike, and how many it has not any more. */
export interface ReplacedCells {
  bayplan_id: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
}

const VALUES = `size_type, container_status, weight, port_of_loading, port_of_discharge, for_here, shipping_line,
  temperature, dangerous, edi_partner_id`;
const of = (alias: string) => raw(VALUES.replace(/\w+/g, (name) => `${alias}.${name}`));

const IS_REEFER = raw(`(t.temperature IS NOT NULL OR coalesce(t.size_type, '') ~ '^..R')`);

/** SQL: the rows `r` of cells that are in order. */
const recordset = (
  cells: object[],
) => sql`jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) AS r(at integer, cell text,
  nth integer, container_number text, size_type text, container_status text, weight numeric(18, 6), port_of_loading text,
  port_of_discharge text, for_here boolean, shipping_line text, temperature numeric(18, 6), dangerous jsonb,
  edi_partner_id bigint)`;

/** How vessels are stowed. */
@Injectable()
export class BayplansService {
  constructor(private readonly db: Db) {}

  /** A page of the cells, in order of cell. Throws NotFound for the voyage, or where it has no such plan. */
  show(voyage_number: string, query: BayplanQuery): Promise<Page> {
    const leg = query.leg ?? 'arrival';
    const plan = (what: Sql) => sql`
      SELECT ${what} FROM voyages v JOIN bayplans p ON p.organization_id = v.organization_id AND p.voyage_id = v.id
      WHERE v.organization_id = ${this.db.actor.organization_id} AND v.number = ${voyage_number} AND p.leg = ${leg}`;
    return this.db
      .read(BayplanCellShow)
      .where(sql`t.bayplan_id = (${plan(sql`p.id`)})`)
      .beside(
        'bayplan',
        sql`(${plan(raw(BAYPLAN(asTime)))})`,
        () =>
          new NotFound(`The ${leg} bayplan of voyage`, voyage_number, {
            records: naming('voyage', voyage_number),
          }),
      )
      .filter(query.bay, (bay) => sql`t.bay = ${bay}`)
      .filter(query.port_of_discharge, (port) => sql`t.port_of_discharge = ${port.toUpperCase()}`)
      .filter(
        query.container_number,
        (number) => sql`t.container_number = ${normalizeContainerNumber(number)}`,
      )
      .filter(query.for_here, (is) => sql`t.for_here = ${is}`)
      .filter(query.dangerous, (is) => (is ? sql`t.dangerous <> '[]'` : sql`t.dangerous = '[]'`))
      .filter(query.reefer, (is) => (is ? IS_REEFER : sql`NOT ${IS_REEFER}`))
      .page(query.request());
  }

  /**
   * Makes this the plan of a voyage and leg, in place of the one before. The number of statements does not depend on
   * that of the cells. Cells that are as they were, and in a plan that is, are not written.
   */
  async replace(voyage_id: number, leg: Leg, plan: SaidBayplan, cells: SaidCell[]): Promise<ReplacedCells> {
    const { organization_id } = this.db.actor;
    const ordered = await inOrder(cells);
    const counts = {
      cells: cells.length,
      here: cells.filter(({ for_here }) => for_here).length,
    };
    const values = sql`${plan.document_number}, ${plan.document_date}::timestamptz, ${plan.port_of_departure},
      ${plan.next_port}, ${plan.edi_message_id}::bigint, ${counts.cells}::integer, ${counts.here}::integer`;
    const columns = sql`document_number, document_date, port_of_departure, next_port, edi_message_id, cells_count, for_here_count`;
    const [stored] = await this.db.query<{ id: number; is_new: boolean }>(sql`
      INSERT INTO bayplans (organization_id, voyage_id, leg, ${columns})
      VALUES (${organization_id}, ${voyage_id}, ${leg}, ${values})
      ON CONFLICT (organization_id, voyage_id, leg) DO UPDATE SET (${columns}, updated_at) = ROW(${values}, now())
      RETURNING id, xmax = 0 AS is_new`);
    const { id: bayplan_id, is_new } = stored!;
    const compared = is_new
      ? { created: cells.length, updated: 0, unchanged: 0, removed: 0 }
      : await this.compare(bayplan_id, ordered);
    const { created, updated, removed } = compared;
    if (created || updated || removed)
      await this.db.pipeline(
        effect(sql`
          DELETE FROM bayplan_cells WHERE organization_id = ${organization_id} AND bayplan_id = ${bayplan_id}`),
        ...inSets(ordered).map((some) =>
          effect(
            planned(sql`
            INSERT INTO bayplan_cells (organization_id, bayplan_id, cell, bay, container_number, ${raw(VALUES)})
            SELECT ${organization_id}::bigint, ${bayplan_id}::bigint, r.cell, substr(r.cell, 1, 3)::integer,
              r.container_number, ${of('r')}
            FROM ${recordset(some)} ORDER BY r.at`),
          ),
        ),
      );
    return { bayplan_id, ...compared };
  }

  /** How cells that are in order differ from those that a plan has. */
  private async compare(bayplan_id: number, ordered: object[]): Promise<Omit<ReplacedCells, 'bayplan_id'>> {
    const { organization_id } = this.db.actor;
    const compared = await this.db.run(
      row<Omit<ReplacedCells, 'bayplan_id'>>(
        planned(sql`
        WITH before AS (
          SELECT t.*, row_number() OVER (PARTITION BY t.cell, t.container_number ORDER BY t.id)::integer AS nth
          FROM bayplan_cells t WHERE t.organization_id = ${organization_id} AND t.bayplan_id = ${bayplan_id}
        )
        SELECT count(*) FILTER (WHERE b.id IS NULL)::integer AS created,
          count(*) FILTER (WHERE r.at IS NULL)::integer AS removed,
          count(*) FILTER (WHERE b.id IS NOT NULL AND r.at IS NOT NULL
            AND (${of('b')}) IS DISTINCT FROM (${of('r')}))::integer AS updated,
          count(*) FILTER (WHERE b.id IS NOT NULL AND r.at IS NOT NULL
            AND (${of('b')}) IS NOT DISTINCT FROM (${of('r')}))::integer AS unchanged
        FROM before b FULL JOIN (SELECT * FROM ${recordset(ordered)}) r
          ON r.cell = b.cell AND r.nth = b.nth AND coalesce(r.container_number, '') = coalesce(b.container_number, '')`),
      ),
    );
    return compared!;
  }

  /**
   * The cells of the plan of a voyage and leg in their order; none without a plan.
   * @param but the EDI partner whose cells are left out, and with them those of which nobody knows whose they are
   */
  cells(voyage_id: number, leg: Leg, but: number | null = null): Promise<SaidCell[]> {
    return this.db.query<SaidCell>(sql`
      SELECT c.cell, c.container_number, ${of('c')} FROM bayplans p
      JOIN bayplan_cells c ON c.organization_id = p.organization_id AND c.bayplan_id = p.id
      WHERE p.organization_id = ${this.db.actor.organization_id} AND p.voyage_id = ${voyage_id} AND p.leg = ${leg}
        AND (${but}::bigint IS NULL OR c.edi_partner_id <> ${but}::bigint)
      ORDER BY c.cell, c.id`);
  }

  /**
   * Takes what a partner said out of the plan of a voyage and leg, and removes the plan if nobody else said anything.
   * Returns how many cells went.
   */
  async remove(voyage_id: number, leg: Leg, edi_partner_id: number): Promise<number> {
    const others = await this.cells(voyage_id, leg, edi_partner_id);
    if (others.length) return (await this.replace(voyage_id, leg, {}, others)).removed;
    const [removed] = await this.db.query<{ cells_count: number }>(sql`
      DELETE FROM bayplans
      WHERE organization_id = ${this.db.actor.organization_id} AND voyage_id = ${voyage_id} AND leg = ${leg}
      RETURNING cells_count`);
    return removed?.cells_count ?? 0;
  }
}

/** The cells in order, with all their values, and which of several alike each is, from 1. */
function inOrder(cells: SaidCell[]): Promise<object[]> {
  const times = new Map<string, number>();
  const sorted = cells.toSorted((one, other) => (one.cell < other.cell ? -1 : one.cell > other.cell ? 1 : 0));
  return mapInTurns(sorted, (cell, at) => {
    const key = `${cell.cell} ${cell.container_number ?? ''}`;
    const nth = (times.get(key) ?? 0) + 1;
    times.set(key, nth);
    return { ...cell, for_here: cell.for_here ?? false, dangerous: cell.dangerous ?? [], at, nth };
  });
}

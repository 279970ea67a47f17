import { Injectable } from '@nestjs/common';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { PlacingRules } from '../../cargo/placing/placing-rules';
import { among, toId } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { Json } from '../../common/json';
import type { Page, PageRequest } from '../../common/pagination/page';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { YardSlot } from '../../places/setup/yard-slot.kind';
import { numbered, TEU } from '../stacks/standing';
import type { FreeSlotsQuery } from './free-slots.dto';

/** A page of slots: their ids in order, and where it lies among all of them. */
interface Chosen {
  ids: number[];
  start: number;
  total: number;
}

/** Finds slots with a free tier. */
@Injectable()
export class FreeSlotsService {
  constructor(
    private readonly db: Db,
    private readonly placing: PlacingRules,
  ) {}

  /**
   * The slots with a free tier for a container, those with the fewest containers first, then by area, bay, row and name.
   * A page that begins after a slot begins after its place among them.
   * @throws Unknown for a container that is not known
   */
  async list(query: FreeSlotsQuery): Promise<Page> {
    const request = query.request();
    const { ids, start, total } = await this.choose(query, request);
    const shown = await this.db
      .read(kindClasses(kindOf(YardSlot)).Show)
      .where(among('t.id', ids))
      .all();
    const slots = new Map((JSON.parse(shown.take()) as { id: number }[]).map((slot) => [slot.id, slot]));
    return {
      rows: new Json(JSON.stringify(ids.flatMap((id) => slots.get(id) ?? []))),
      request,
      total,
      hasNext: start + ids.length < total,
      hasPrevious: start > 0,
      last: ids.length ? { id: ids.at(-1)! } : null,
    };
  }

  private async choose(query: FreeSlotsQuery, { number, after, fromEnd, per }: PageRequest): Promise<Chosen> {
    const order = query.order === 'newest' ? NEWEST : EMPTIEST;
    const place = sql`(
      SELECT (SELECT count(*) FROM free f WHERE (${order('f')}) <= (${order('l')}))
      FROM free l WHERE l.id = ${after?.id ?? null}::bigint)`;
    const start = number
      ? sql`coalesce(${place}, ${(number - 1) * per})`
      : sql`greatest(w.total - ${((fromEnd ?? 0) + 1) * per}, 0)`;
    const end = number ? sql`p.start + ${per}` : sql`w.total - ${(fromEnd ?? 0) * per}`;
    const [chosen] = await this.db.query<Chosen>(sql`
      WITH free AS MATERIALIZED (${this.free(query, await this.suitable(query.container))}), whole AS (SELECT count(*)::integer AS total FROM free)
      SELECT w.total, p.start::integer AS start, ARRAY(
        SELECT f.id FROM free f ORDER BY ${order('f')} OFFSET p.start LIMIT greatest(${end} - p.start, 0)) AS ids
      FROM whole w CROSS JOIN LATERAL (SELECT ${start} AS start) p`);
    return chosen!;
  }

  /** SQL: the conditions that slots `s` fulfil in which no rule refuses a container. Throws Unknown. */
  private async suitable(idOrNumber: string | null | undefined): Promise<Sql[]> {
    if (!idOrNumber) return [];
    const container = await this.db.findByIdOrKey(Container, 'number', normalizeContainerNumber(idOrNumber));
    if (!container) throw new Unknown('Container', idOrNumber, 'container');
    return this.placing.suitable(container.id);
  }

  /** SQL: the slots with a free tier for a container, with what they are ordered by. */
  private free({ size, reefer, area, updated_since }: FreeSlotsQuery, suitable: Sql[]): Sql {
    const { organization_id } = this.db.actor;
    const teu = size ? (size > 20 ? 2 : 1) : null;
    const conditions = [
      ...suitable,
      ...(teu ? [sql`coalesce(s.teu, ${teu}) = ${teu}`, sql`(s.teu IS NOT NULL OR ${this.suits(teu)})`] : []),
      ...(reefer ? [sql`s.reefer_plug`] : []),
      ...(area ? [sql`(a.id = ${toId(area) ?? null} OR a.name = ${area})`] : []),
      ...(updated_since ? [sql`s.updated_at >= ${updated_since}`] : []),
    ];
    return sql`
      SELECT s.id, n.containers, a.name AS area, s.bay, s.row, s.name FROM yard_slots s
      LEFT JOIN yard_areas a ON a.organization_id = s.organization_id AND a.id = s.yard_area_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS containers FROM containers c
        WHERE c.organization_id = ${organization_id} AND c.current_location_id = s.id AND c.tier IS NOT NULL) n
      WHERE s.organization_id = ${organization_id} AND s.tiers IS NOT NULL AND s.tiers > n.containers
        ${conditions.length ? sql`AND ${join(conditions, ' AND ')}` : empty}`;
  }

  /** SQL: whether what is in the slot `s` is of this length, as far as that is known. */
  private suits(teu: number): Sql {
    return sql`NOT EXISTS (
      SELECT FROM containers c
      JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.current_location_id = s.id
        AND c.tier IS NOT NULL AND y.size > 0 AND ${TEU('y.size')} <> ${teu})`;
  }
}

/** SQL: what a row of `free` is ordered by. No part is null, so that two rows can be compared. */
type Order = (of: string) => Sql;

const NEWEST: Order = (of) => raw(`-${of}.id`);

const EMPTIEST: Order = (of) => {
  const texts = ['area', 'bay', 'row', 'name'].map((text) => `${of}.${text}`);
  return join([
    raw(`${of}.containers`),
    ...texts.flatMap((text) => [raw(`${text} IS NULL`), numbered(`coalesce(${text}, '')`)]),
  ]);
};

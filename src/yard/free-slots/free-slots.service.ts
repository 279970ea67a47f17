import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { among, toId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
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
  constructor(private readonly db: Db) {}

  /**
   * The slots with a free tier for a container, those with the fewest containers first, then by area, bay, row and name.
   * A page that begins after a slot begins after its place among them.
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
    const start = number
      ? sql`coalesce((SELECT f.place FROM free f WHERE f.id = ${after?.id ?? null}::bigint), ${(number - 1) * per})`
      : sql`greatest(w.total - ${((fromEnd ?? 0) + 1) * per}, 0)`;
    const end = number ? sql`p.start + ${per}` : sql`w.total - ${(fromEnd ?? 0) * per}`;
    const [chosen] = await this.db.query<Chosen>(sql`
      WITH free AS MATERIALIZED (${this.free(query)}), whole AS (SELECT count(*)::integer AS total FROM free)
      SELECT w.total, p.start::integer AS start, ARRAY(
        SELECT f.id FROM free f WHERE f.place > p.start AND f.place <= ${end} ORDER BY f.place) AS ids
      FROM whole w CROSS JOIN LATERAL (SELECT ${start} AS start) p`);
    return chosen!;
  }

  /** SQL: the ids of the slots, each with its place among them. */
  private free({ size, reefer, area, order, updated_since }: FreeSlotsQuery): Sql {
    const { organization_id } = this.db.actor;
    const teu = size ? (size > 20 ? 2 : 1) : null;
    const conditions = [
      sql`s.tiers > coalesce(n.containers, 0)`,
      ...(teu ? [sql`coalesce(s.teu, ${teu}) = ${teu} AND coalesce(n.teu, ${teu}) = ${teu}`] : []),
      ...(reefer ? [sql`s.reefer_plug`] : []),
      ...(area ? [sql`(a.id = ${toId(area) ?? null} OR a.name = ${area})`] : []),
      ...(updated_since ? [sql`s.updated_at >= ${updated_since}`] : []),
    ];
    const place =
      order === 'newest'
        ? sql`s.id DESC`
        : sql`coalesce(n.containers, 0), ${numbered('a.name')} NULLS LAST, ${numbered('s.bay')} NULLS LAST,
            ${numbered('s.row')} NULLS LAST, ${numbered('s.name')}`;
    return sql`
      SELECT s.id, row_number() OVER (ORDER BY ${place}) AS place FROM yard_slots s
      LEFT JOIN yard_areas a ON a.organization_id = s.organization_id AND a.id = s.yard_area_id
      LEFT JOIN (
        SELECT c.current_location_id AS id, count(*) AS containers,
          max(CASE WHEN y.size > 0 THEN ${TEU('y.size')} END) AS teu
        FROM containers c
        LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
        WHERE c.organization_id = ${organization_id} AND c.tier IS NOT NULL
        GROUP BY c.current_location_id
      ) n ON n.id = s.id
      WHERE s.organization_id = ${organization_id} AND ${conditions.reduce((all, each) => sql`${all} AND ${each}`)}`;
  }
}

import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { all, effect, type Query, row } from '../../common/database/sql/query';
import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import { ContainerShow } from '../containers/container.view';
import { ContainersService } from '../containers/containers.service';
import { STANDING } from '../held/applied-hold';
import { IS_OPEN } from '../stays/stay-words';
import { JoinedContainers } from './joined-containers';
import { joinRecords } from './joining';
import type { RenumberContainer } from './renumber.dto';
import { type Joined, joining, type LoadedRenumbering, refusalToRenumber } from './renumber.rules';

/** Gives containers their right numbers (decision 425). */
@Injectable()
export class RenumberService {
  constructor(
    private readonly db: Db,
    private readonly containers: ContainersService,
    private readonly joined: JoinedContainers,
  ) {}

  /**
   * Gives a container another number. Where a record has that number, both become one.
   * @throws NotFound; Refused with every reason of `refusalToRenumber`
   */
  async renumber(idOrNumber: string, { number: said, reason }: RenumberContainer): Promise<Json> {
    const number = normalizeContainerNumber(said);
    const loaded = await this.load(idOrNumber, number);
    const failure = refusalToRenumber(loaded, number);
    if (failure) throw failure;
    return this.apply(loaded, number, reason);
  }

  /** Locks the container and the one that has the number, by id, and reads what decides. */
  private async load(idOrNumber: string, number: string): Promise<LoadedRenumbering> {
    const { id } = await this.containers.named(idOrNumber);
    const locked = await this.db.query<LoadedRenumbering['container']>(sql`
      SELECT c.id, c.number FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND (c.id = ${id} OR c.number = ${number})
      ORDER BY c.id FOR UPDATE`);
    const container = locked.find((each) => each.id === id);
    // Another renumbering took the record away while this one waited for its lock.
    if (!container) return this.load(idOrNumber, number);
    const other = locked.find((each) => each.id !== id);
    if (!other) return { container, other };
    return { container, other: { ...other, ...(await this.db.run(this.joinedOf(id, other.id))) } };
  }

  /** What decides whether two containers can become one. */
  private joinedOf(one: number, other: number): Query<Joined> {
    const stays = sql`container_stays s WHERE s.organization_id = ${this.db.actor.organization_id}
      AND s.container_id IN (${one}, ${other})`;
    const open = raw(`s.status ${IS_OPEN}`);
    const standing = (container_id: number) => sql`
      SELECT h.hold_type_id FROM container_holds h
      LEFT JOIN container_stays s ON s.organization_id = h.organization_id AND s.id = h.stay_id
      WHERE h.organization_id = ${this.db.actor.organization_id} AND h.container_id = ${container_id}
        AND (${raw(STANDING)}) AND (h.stay_id IS NULL OR ${open})`;
    return row<Joined>(sql`
      SELECT EXISTS (
        SELECT FROM container_stays s JOIN container_stays o ON o.organization_id = s.organization_id
          AND o.container_id = ${other} AND o.in_at IS NOT NULL AND o.status <> 'cancelled'
          AND tstzrange(o.in_at, o.out_at) && tstzrange(s.in_at, s.out_at)
        WHERE s.organization_id = ${this.db.actor.organization_id} AND s.container_id = ${one}
          AND s.in_at IS NOT NULL AND s.status <> 'cancelled') AS overlap,
      (SELECT count(*)::integer FROM ${stays} AND ${open}) AS open,
      ARRAY(
        SELECT y.name FROM hold_types y
        WHERE y.organization_id = ${this.db.actor.organization_id}
          AND y.id IN (${standing(one)}) AND y.id IN (${standing(other)})
        ORDER BY y.id) AS held_twice,
      (SELECT json_build_object('stay_id', s.id, 'container_id', s.container_id) FROM ${stays}
        AND s.status <> 'cancelled'
        ORDER BY ${open} DESC, coalesce(s.in_at, s.out_at, s.created_at) DESC, s.id DESC LIMIT 1) AS shown`).map(
      (joined) => joined!,
    );
  }

  /** Joins the records, and writes the number. */
  private async apply(
    { container, other }: LoadedRenumbering,
    number: string,
    reason: string,
  ): Promise<Json> {
    const ids = other && joining(container, other);
    const id = ids?.kept ?? container.id;
    const [, shown] = await this.db.pipeline(
      all(...(ids ? joinRecords(this.db, ids, this.joined) : []), this.numbering(id, number, reason)),
      this.db.showing(ContainerShow, id),
    );
    const changes: { number: [string, string] } = { number: [container.number, number] };
    await record(this.db, 'container.renumbered', ContainerShow, id, undefined, changes);
    return shown;
  }

  private numbering(id: number, number: string, reason: string): Query<void> {
    return effect(sql`
      UPDATE containers SET number = ${number}, meets_iso_standards = ${meetsIso6346(number)},
        renumber_reason = ${reason}, updated_at = now()
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id}`);
  }
}

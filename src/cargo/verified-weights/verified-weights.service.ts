import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { planned, type Query, rows } from '../../common/database/sql/query';
import { record, recordUpdate } from '../../common/recording/record';
import type { Numeric } from '../../common/schema/columns';
import { ContainerStayShow } from '../stays/container-stay.view';
import { lockContainers } from '../stays/stay-queries';
import {
  differs,
  type Verdict,
  type VerifiedWeight,
  verdictOn,
  type WeighedStay,
} from './verified-weight.rules';

/** Why whoever is limited to parties has a weight held against records that are not theirs. */
const HELD_AGAINST = 'a verified gross mass is held against the type and the voyage of its container';

/** A weight that a message or an announcement declares of a container. */
export interface Declared {
  container_id: number;
  weight: VerifiedWeight;
  /** The field that states it. */
  field: string;
}

/** The verified gross masses of open stays: what stands, and in what order one takes the place of another. */
@Injectable()
export class VerifiedWeights {
  constructor(private readonly db: Db) {}

  /** Locks containers and reads their open stays, by the id of the container. */
  async load(container_ids: number[]): Promise<Map<number, WeighedStay>> {
    const stays = new Map<number, WeighedStay>();
    for (const some of inSets(container_ids)) {
      const [, found] = await this.db.pipeline(
        lockContainers(this.db.actor.organization_id, some),
        this.openStays(some),
      );
      for (const stay of found) stays.set(stay.container_id, stay);
    }
    return stays;
  }

  private openStays(container_ids: number[]): Query<WeighedStay[]> {
    const find = sql`
      SELECT s.id AS stay_id, c.id AS container_id, c.number, y.code AS container_type, y.tare_weight,
        y.maximum_gross_weight, v.number AS voyage, v.vgm_cut_off_time AS cut_off,
        s.vgm, s.vgm_method, s.vgm_responsible, s.vgm_at, s.vgm_reference, s.vgm_source
      FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
        AND s.status IN ('announced', 'here')
      LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
      LEFT JOIN bookings b ON b.organization_id = s.organization_id AND b.id = s.booking_id
      LEFT JOIN voyages v ON v.organization_id = s.organization_id
        AND v.id = coalesce(s.departure_voyage_id, b.voyage_id)
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}`;
    type Found = Omit<WeighedStay, 'weight'> & VerifiedWeight & { vgm: Numeric | null };
    return rows<Found>(asTerminal(HELD_AGAINST, find)).map((found) =>
      found.map(({ vgm, vgm_method, vgm_responsible, vgm_at, vgm_reference, vgm_source, ...stay }) => ({
        ...stay,
        weight: vgm === null ? null : { vgm, vgm_method, vgm_responsible, vgm_at, vgm_reference, vgm_source },
      })),
    );
  }

  /**
   * Writes a weight to each stay that `load` locked, or takes it away, and tells of those that differ by more than is tolerated
   * from what stood (decision 945).
   * @param reason why, where a person takes it away
   */
  async write(
    written: { stay: WeighedStay; weight: VerifiedWeight | null }[],
    reason?: string,
  ): Promise<void> {
    for (const some of inSets(written)) {
      const values = some.map(({ stay, weight }) => ({
        id: stay.stay_id,
        ...weight,
        differs: weight !== null && differs(weight, stay.weight, this.db.actor.vgm_tolerance),
      }));
      const ids = values.map(({ id }) => id);
      await recordUpdate(this.db, 'container_stay.updated', ContainerStayShow, ids, () =>
        this.db.query(
          planned(sql`
          UPDATE container_stays s SET vgm = w.vgm, vgm_method = w.vgm_method, vgm_responsible = w.vgm_responsible,
            vgm_at = w.vgm_at, vgm_reference = w.vgm_reference, vgm_source = w.vgm_source, vgm_differs = w.differs,
            reason = coalesce(${reason ?? null}::text, s.reason), updated_at = now()
          FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS w(id bigint, vgm numeric, vgm_method text,
            vgm_responsible text, vgm_at timestamptz, vgm_reference text, vgm_source text, differs boolean)
          WHERE s.organization_id = ${this.db.actor.organization_id} AND ${among('s.id', ids)} AND s.id = w.id`),
        ),
      );
      await record(
        this.db,
        'container_stay.vgm_differs',
        ContainerStayShow,
        values.flatMap((value) => (value.differs ? value.id : [])),
      );
    }
  }

  /**
   * Takes weights that messages or announcements declare, where they are better than what stands. Returns a verdict on each, in
   * their order; undefined for a container without an open stay.
   * @param isLateTaken whether one that comes after the cut-off is taken
   */
  async declare(declared: Declared[], isLateTaken: boolean): Promise<(Verdict | undefined)[]> {
    if (!declared.length) return [];
    const stays = await this.load(declared.map(({ container_id }) => container_id));
    const now = await this.db.now();
    const written = new Map<number, { stay: WeighedStay; weight: VerifiedWeight }>();
    const verdicts = declared.map(({ container_id, weight, field }) => {
      const stay = stays.get(container_id);
      if (!stay) return undefined;
      const standing = written.get(container_id)?.weight ?? stay.weight;
      const verdict = verdictOn({ ...stay, weight: standing }, weight, { now, field, isLateTaken });
      if (verdict === 'set') written.set(container_id, { stay, weight });
      return verdict;
    });
    if (written.size) await this.write([...written.values()]);
    return verdicts;
  }
}

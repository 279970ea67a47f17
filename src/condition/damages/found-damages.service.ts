import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { StaysService } from '../../cargo/stays/stays.service';
import { Db } from '../../common/database/db';
import { row } from '../../common/database/sql/query';
import { record } from '../../common/recording/record';
import type { FoundDamage } from './container-damage.dto';
import { ContainerDamageShow } from './container-damage.view';
import { containerDamageModel } from './container-damage.write';
import { DamageAlerts } from './damage-alerts.service';
import { DamageHolds } from './damage-holds.service';
import { type DamagedContainer, effectOnHold } from './damage.rules';
import type { FoundDuring, Severity } from './damage-words';

/** When, during what and by which inspection damages were found. */
export interface Finding {
  found_at: Date;
  found_during: FoundDuring;
  stay_id: number | null;
  inspection_id?: number;
  /** Maps the field of a damage, by its place in the list, to its path in the body. */
  path: (at: number, field: string) => string;
}

/** Writes damages that are found, singly and by inspections. */
@Injectable()
export class FoundDamages {
  constructor(
    private readonly db: Db,
    private readonly stays: StaysService,
    private readonly holds: DamageHolds,
    private readonly alerts: DamageAlerts,
  ) {}

  /** Locks a container, and reads what decides about its damages. */
  async load(container_id: number): Promise<DamagedContainer> {
    const [, container] = await this.db.pipeline(
      this.stays.lock([container_id]),
      row<DamagedContainer>(sql`
        SELECT c.id, c.number, c.shipping_line_id, s.id AS stay_id, s.status AS stay_status, s.in_at, s.out_at
        FROM containers c
        LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
        WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${container_id}`),
    );
    return container!;
  }

  /**
   * Writes damages of a container, all or none, applies the hold for major ones, and tells the line.
   * @returns their ids, in the order of the list
   * @throws Invalid and Refused with what stands against all of them; Conflict as `damage_known`
   */
  async write(container: DamagedContainer, damages: FoundDamage[], finding: Finding): Promise<number[]> {
    if (!damages.length) return [];
    const { path, ...found } = finding;
    const { organization_id, user_id: found_by_id } = this.db.actor;
    const [last] = await this.db.query<{ sequence: number }>(sql`
      SELECT coalesce(max(d.sequence), 0) AS sequence FROM container_damages d
      WHERE d.organization_id = ${organization_id} AND d.container_id = ${container.id}`);
    const sent = damages.map((damage, at) => ({
      values: {
        ...damage,
        ...found,
        found_by_id,
        found_at: found.found_at.toISOString(),
        container_id: container.id,
        shipping_line_id: container.shipping_line_id,
        sequence: last!.sequence + at + 1,
      },
      path: (field: string) => path(at, field),
    }));
    const ids = await containerDamageModel.createAll(this.db, sent);
    await record(this.db, 'container_damage.found', ContainerDamageShow, ids);
    // the first one applies the hold, and the others find it
    const major = damages.findIndex(
      ({ severity }) =>
        effectOnHold(undefined, { status: 'open', severity: severity as Severity }) === 'apply',
    );
    if (major >= 0) await this.holds.apply(container.id, ids[major]!);
    await this.alerts.found(container, ids, finding.inspection_id);
    return ids;
  }
}

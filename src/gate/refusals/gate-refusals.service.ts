import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { among, toId } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Failure } from '../../common/errors/errors';
import type { Page } from '../../common/pagination/page';
import { record } from '../../common/recording/record';
import { hasPlate, partsWhere, plateKey, plateParting } from '../../parties/trucks/plate';
import type { DriverKeys } from '../visitors/visitors.service';
import { GATE_ACTIONS, GateRefusal } from './gate-refusal.entity';
import type { GateRefusalQuery } from './gate-refusal.dto';
import { GateRefusalShow } from './gate-refusal.view';
import { type GateReason, keptReason, reasonsOf } from './refused-at-gate';

/** The fields of a gate-in or gate-out that a refusal keeps. */
export interface AttemptAtGate extends DriverKeys {
  action: (typeof GATE_ACTIONS)[number];
  truck?: string | null;
  gate?: string | null;
  pre_advice_number?: string | null;
  appointment_id?: number | null;
  appointment_number?: string | null;
}

/**
 * The ids of the records that an attempt named, or of the visit that a gate-out would have ended. Null where unknown.
 */
type Known = Pick<
  GateRefusal,
  'gate_id' | 'truck_id' | 'truck_driver_id' | 'truck_named' | 'pre_advice' | 'appointment'
>;

/** SQL: whether a refusal `t` is of a truck with this plate, as it was named then. */
const named = (truck: string): Sql =>
  sql`(t.truck_key = ${plateKey(truck)} AND ${partsWhere(sql`plate_parting(t.truck_named)`, sql`${plateParting(truck)}::bigint`)})`;

/** Stores and lists refusals of the gate. */
@Injectable()
export class GateRefusalsService {
  constructor(private readonly db: Db) {}

  list(query: GateRefusalQuery): Promise<Page> {
    const { organization_id } = this.db.actor;
    return this.db
      .read(GateRefusalShow)
      .filter(query.truck, (truck) => {
        const id = toId(truck);
        return id === undefined ? named(truck) : sql`(t.truck_id = ${id} OR ${named(truck)})`;
      })
      .filter(
        query.gate,
        (
          gate,
        ) => sql`t.gate_id = ANY(ARRAY(SELECT g.id FROM gates g WHERE g.organization_id = ${organization_id}
          AND (g.name = ${gate} OR g.client_identifier = ${gate} OR g.id = ${toId(gate) ?? null}::bigint)))`,
      )
      .filter(query.refused_from, (from) => sql`t.at >= ${from}`)
      .filter(query.refused_until, (until) => sql`t.at <= ${until}`)
      .filter(query.from, (from) => sql`t.at >= ${from}`)
      .filter(query.until, (until) => sql`t.at <= ${until}`)
      .page(query.request());
  }

  /** Stores a refusal in a transaction of its own, because that of the attempt was rolled back. */
  async keep(attempt: AttemptAtGate, failure: Failure): Promise<void> {
    const { organization_id, user_id } = this.db.actor;
    const { truck_driver_id: driver, truck_driver_number: number, truck_driver_license: license } = attempt;
    const text = (value: string | null | undefined) => (value?.trim() ? value : null);
    const advice = text(attempt.pre_advice_number);
    const appointment = advice ? null : (text(attempt.appointment_number)?.trim() ?? null);
    const [known] = await this.db.query<Known>(sql`
      SELECT coalesce(a.truck_id, n.truck_id, k.id) AS truck_id, f.license_plate AS truck_named,
        coalesce(n.number, v.appointment) AS appointment, v.pre_advice, coalesce(g.id, v.out_gate_id) AS gate_id,
        coalesce(v.truck_driver_id, a.truck_driver_id, n.truck_driver_id, CASE WHEN coalesce(a.truck_id, n.truck_id) IS NULL THEN d.id END)
          AS truck_driver_id
      FROM (SELECT ${organization_id}::bigint AS organization_id) o
      LEFT JOIN pre_advices a ON a.organization_id = o.organization_id AND a.advice_number = ${advice}
      LEFT JOIN appointments n ON n.organization_id = o.organization_id AND ${advice}::text IS NULL
        AND (n.id = ${attempt.appointment_id ?? null}::bigint OR ${attempt.appointment_id ?? null}::bigint IS NULL AND n.number = ${appointment})
      LEFT JOIN LATERAL (
        SELECT min(k.id) AS id FROM trucks k
        WHERE k.organization_id = o.organization_id AND ${hasPlate('k', attempt.truck ?? '')}
        HAVING count(*) = 1) k ON true
      LEFT JOIN trucks f ON f.organization_id = o.organization_id AND f.id = coalesce(a.truck_id, n.truck_id, k.id)
      LEFT JOIN LATERAL (
        SELECT v.truck_driver_id, v.out_gate_id, p.advice_number AS pre_advice, m.number AS appointment
        FROM truck_visits v
        LEFT JOIN pre_advices p ON p.organization_id = v.organization_id AND p.id = v.pre_advice_id
        LEFT JOIN appointments m ON m.organization_id = v.organization_id AND m.id = v.appointment_id
        WHERE v.organization_id = o.organization_id AND v.truck_id = k.id AND v.gated_out_at IS NULL
          AND ${attempt.action === 'gate_out'}) v ON true
      LEFT JOIN LATERAL (
        SELECT d.id FROM truck_drivers d
        WHERE d.organization_id = o.organization_id AND CASE
          WHEN ${driver ?? null}::bigint IS NOT NULL THEN d.id = ${driver ?? null}
          WHEN ${text(number)}::text IS NOT NULL THEN d.number = ${text(number)}
          ELSE d.license_number = ${text(license)} END
        ORDER BY d.id LIMIT 1) d ON true
      LEFT JOIN LATERAL (
        SELECT g.id FROM gates g
        WHERE g.organization_id = o.organization_id
          AND (g.name = ${attempt.gate} OR g.client_identifier = ${attempt.gate})
        ORDER BY g.name = ${attempt.gate} DESC LIMIT 1) g ON true`);
    const { truck_named, ...ids } = known!;
    const truck = truck_named ?? text(attempt.truck);
    const id = await this.db.insert(GateRefusal, {
      ...ids,
      at: await this.db.now(),
      action: attempt.action,
      gate_named: text(attempt.gate),
      truck_named: truck,
      truck_key: truck && plateKey(truck),
      pre_advice: advice ?? ids.pre_advice,
      appointment: ids.appointment ?? appointment,
      reasons: (await this.identified(reasonsOf(failure))).map(keptReason),
      user_id,
    });
    await record(this.db, 'gate_refusal.created', GateRefusalShow, id);
  }

  /** The reasons, each container with its id where it is known. */
  private async identified(reasons: GateReason[]): Promise<GateReason[]> {
    const numbers = reasons.flatMap(({ container }) => (container?.id === null ? container.number : []));
    if (!numbers.length) return reasons;
    const known = await this.db.query<{ id: number; number: string }>(sql`
      SELECT id, number FROM containers
      WHERE organization_id = ${this.db.actor.organization_id} AND ${among('number', numbers, 'text')}`);
    const ids = new Map(known.map(({ id, number }) => [number, id]));
    return reasons.map(({ container, ...reason }) => ({
      ...reason,
      container: container && { ...container, id: container.id ?? ids.get(container.number) ?? null },
    }));
  }
}

import { Injectable } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { Actor } from '../../common/tenancy/actor';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query, rows } from '../../common/database/query';
import { atTerminal } from '../../places/locations/locations';
import { HeldCargoService } from '../held/held-cargo.service';
import type { StandingHold } from '../held/standing-holds';
import { expectedVoyage } from '../stays/expected-voyage';
import { PLACE_CODES, type ReleaseReason } from './release-reason';

/** A reason as a rule's query answers it. */
interface Row {
  container_id: number;
  code: ReleaseReason['code'];
  sentence: string;
  since: Date | null;
  until: Date | null;
  source_type: string | null;
  source_id: number | null;
}

/**
 * A query of reasons, one row each, in the columns of `Row` and in their order; undefined where the organization does
 * not ask for it.
 * @param containers SQL: from where the containers that are asked about come as `c`, each in the stay that counts
 */
export type ReleaseRule = (actor: Actor, containers: Sql) => Sql | undefined;

/** What is not here has not come yet, or has left: the last stay that was not cancelled tells. */
const place: ReleaseRule = (_, containers) => sql`
  SELECT c.id AS container_id,
    CASE WHEN s.status = 'departed' THEN 'departed' ELSE 'not_arrived' END AS code,
    'Container ' || c.number || CASE WHEN s.status = 'departed' THEN ' has left the terminal.'
      ELSE ' has not arrived yet.' END AS sentence,
    CASE WHEN s.status = 'departed' THEN s.out_at END AS since,
    coalesce(v.et_of_berth, v.estimated_time_of_anchorage) AS until,
    CASE WHEN s.id IS NOT NULL THEN 'container_stay' END AS source_type, s.id AS source_id
  FROM ${containers}
  LEFT JOIN LATERAL (
    SELECT s.organization_id, s.id, s.status, s.out_at, s.usage, s.arrival_voyage_id FROM container_stays s
    WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status <> 'cancelled'
    ORDER BY s.number DESC LIMIT 1) s ON true
  LEFT JOIN voyages v ON v.organization_id = c.organization_id AND v.id = ${expectedVoyage}
  WHERE (${raw(atTerminal('c.current_location_type'))}) IS NOT TRUE`;

/** Where bills are validated, a full container leaves on a bill only (decision 78). */
const bill: ReleaseRule = ({ validates_bills }, containers) =>
  validates_bills
    ? sql`
  SELECT c.id, 'bill_missing', 'Container ' || c.number || ' is on no bill of lading.', NULL::timestamptz,
    NULL::timestamptz, 'container', c.id
  FROM ${containers}
  WHERE c.container_status = 'full'
    AND NOT EXISTS (SELECT FROM container_bills l
      WHERE l.organization_id = c.organization_id AND l.stay_id = c.stay_id)`
    : undefined;

/**
 * Says why containers are not handed over to whoever comes for them (decision 225): the one place that knows. The gate
 * asks it at each pick-up, and so does whoever asks whether a container can be picked up. Domains above this one add
 * what they know of it.
 */
@Injectable()
export class ReleaseRules {
  private readonly rules: ReleaseRule[] = [place, bill];

  constructor(
    private readonly db: Db,
    private readonly held: HeldCargoService,
  ) {}

  /** Called once, by the module whose records are in the way. */
  add(rule: ReleaseRule): void {
    this.rules.push(rule);
  }

  /**
   * The reasons of each of these containers, by id; one that has none may leave. Locks nothing.
   * @param taken those of them that a truck took and that are still on it
   */
  reasons(ids: number[], taken: Taken[] = []): Query<Map<number, ReleaseReason[]>> {
    return this.ask(ids, taken).map(({ reasons }) => reasons);
  }

  /** The same, with the holds that some of the reasons come from and those that are lifted for a time. */
  ask(ids: number[], taken: Taken[] = []): Query<Release> {
    if (!ids.length) return known({ reasons: new Map(), holds: [] });
    const containers = this.containers(ids, taken);
    const queries = this.rules.flatMap((rule) => rule(this.db.actor, containers) ?? []);
    return all(
      this.held.holdsOf('container', ids),
      rows<Row>(join(queries, ' UNION ALL ')),
      this.heldBefore(taken),
    ).map(([ofNow, found, before]) => {
      const holds = [...ofNow.filter(({ id }) => !before.has(id)), ...[...before.values()].flat()];
      return { reasons: reasonsOf(found, holds), holds };
    });
  }

  /** SQL: these containers as `c`; what a truck took is asked in the stay in which it did, whatever it shows by now. */
  private containers(ids: number[], taken: Taken[]): Sql {
    const { organization_id } = this.db.actor;
    const stays = taken.map(({ stay_id }) => stay_id);
    return sql`(
      SELECT c.organization_id, c.id, c.number, c.current_location_type, coalesce(s.id, c.stay_id) AS stay_id,
        CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS container_status
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.container_id = c.id
        AND ${among('s.id', stays)}
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}) c`;
  }

  /**
   * The holds of those containers that show another stay by now than the one in which they were taken, by the container's
   * id: they are announced again, but what kept them still does.
   */
  private heldBefore(taken: Taken[]): Query<Map<number, StandingHold[]>> {
    if (!taken.length) return known(new Map<number, StandingHold[]>());
    const stays = taken.map(({ stay_id }) => stay_id);
    return all(
      rows<Taken>(sql`
        SELECT s.container_id, s.id AS stay_id FROM container_stays s
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id AND c.stay_id <> s.id
        WHERE s.organization_id = ${this.db.actor.organization_id} AND ${among('s.id', stays)}`),
      this.held.holdsOf('container_stay', stays),
    ).map(
      ([others, holds]) =>
        new Map(
          others.map(({ container_id, stay_id }) => [
            container_id,
            holds.flatMap((hold) => (hold.id === stay_id ? { ...hold, id: container_id } : [])),
          ]),
        ),
    );
  }
}

/** Why containers may not leave, by id, and the holds that stand on them. */
export interface Release {
  reasons: Map<number, ReleaseReason[]>;
  holds: StandingHold[];
}

/** The reasons by container: of the rules first, then of the holds in force. */
function reasonsOf(found: Row[], holds: StandingHold[]): Map<number, ReleaseReason[]> {
  const reasons = new Map<number, ReleaseReason[]>();
  const add = (id: number, reason: ReleaseReason) => reasons.set(id, [...(reasons.get(id) ?? []), reason]);
  const onTruck = new Set(
    found.filter(({ code }) => code === 'on_truck').map(({ container_id }) => container_id),
  );
  for (const { container_id, source_type: type, source_id: id, ...reason } of found) {
    // what is on a truck inside has left the yard: that it departed, or is to come again, would say too much
    if (PLACE_CODES.includes(reason.code) && reason.code !== 'on_truck' && onTruck.has(container_id))
      continue;
    add(container_id, { ...reason, source: type && id ? { type, id } : null });
  }
  for (const hold of holds) if (hold.in_force) add(hold.id, reasonOf(hold));
  return reasons;
}

/** A container that a truck took, and the stay that ended with that. */
export interface Taken {
  container_id: number;
  stay_id: number;
}

/** How a reason calls the goods of a delivery order. */
export const CARGO_OF_ORDER = 'The cargo of delivery order';

/** Why what a hold keeps does not leave. */
export function reasonOf(hold: StandingHold, what = 'Container'): ReleaseReason {
  const { name, container, bill_id, bill, hold_id, hold_type, since } = hold;
  const own = container === name ? 'it has a hold' : `container ${container}, which it is in, has a hold`;
  const held = bill_id ? `its bill of lading ${bill} has a hold` : own;
  return {
    code: bill_id ? 'held_by_bill' : 'held',
    sentence: `${what} ${name} cannot leave: ${held} of the type ${hold_type}.`,
    since,
    until: null,
    source: { type: bill_id ? 'bill_of_lading_hold' : 'container_hold', id: hold_id },
  };
}

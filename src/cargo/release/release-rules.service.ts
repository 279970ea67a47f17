import { Injectable } from '@nestjs/common';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query, rows } from '../../common/database/sql/query';
import { atTerminal } from '../../places/locations/locations';
import { HeldCargoService } from '../held/held-cargo.service';
import type { StandingHold } from '../held/standing-holds';
import { billMissing } from './bill-missing.rule';
import { onHold, reasonOf } from './on-hold.rule';
import { place } from './place.rule';
import type { Params, Sentence } from '../../common/languages/sentence';
import type { ReleaseReason } from './release-reason';
import {
  ELSEWHERE,
  type ReasonRow,
  type Refusals,
  type ReleaseRule,
  saysPlace,
  type StayOfContainer,
} from './release-rule';

type Says = ReleaseRule['says'];

/**
 * Decides why containers are not handed over (decision 225), both for a pick-up at the gate and for a query of whether
 * a container can be picked up. Higher domains add their own rules.
 */
@Injectable()
export class ReleaseRules {
  /** In the order in which a refusal names the reasons. */
  private readonly rules: ReleaseRule[] = [onHold, place, billMissing];

  constructor(
    private readonly db: Db,
    private readonly held: HeldCargoService,
  ) {}

  /** Called once, by the module that owns the records of the rule. */
  add(rule: ReleaseRule): void {
    this.rules.push(rule);
  }

  /** The codes of all reasons and the refusal for each, in the order of the rules. */
  get refusals(): Refusals {
    return new Map(this.rules.flatMap(({ codes, refusal }) => codes.map((code) => [code, refusal])));
  }

  private get says(): Says {
    return Object.assign({}, ...this.rules.map(({ says }) => says)) as Says;
  }

  /**
   * The reasons of each container, by id. A container without reasons may leave. Takes no locks.
   * @param taken the containers among these that a truck took and still has
   */
  reasons(ids: number[], taken: Taken[] = []): Query<Map<number, ReleaseReason[]>> {
    return this.ask(ids, taken).map(({ reasons }) => reasons);
  }

  /** The reasons, and the holds of the containers that are in force or lifted for a time. */
  ask(ids: number[], taken: Taken[] = []): Query<Release> {
    if (!ids.length) return known({ reasons: new Map(), holds: [] });
    const containers = this.containers(ids, taken);
    const queries = this.rules.flatMap(({ query }) => query?.(this.db.actor, containers) ?? []);
    return all(
      this.held.holdsOf('container', ids),
      rows<ReasonRow>(sql`
        SELECT r.*, c.number
        FROM (${join(queries, ' UNION ALL ')}) r(container_id, code, params, since, until, source_type, source_id)
        JOIN containers c ON c.organization_id = ${this.db.actor.organization_id} AND c.id = r.container_id`),
      this.heldBefore(taken),
    ).map(([ofNow, found, before]) => {
      const holds = [...ofNow.filter(({ id }) => !before.has(id)), ...[...before.values()].flat()];
      return { reasons: reasonsOf(found, holds, this.refusals, this.says), holds };
    });
  }

  /**
   * These reasons with those that rules calculate, and what these only warn of. It asks nothing for an organization that applies none of these.
   */
  async withCalculated(reasons: Reasons, ids: number[], taken: Taken[] = []): Promise<Calculated> {
    const rules = this.rules.flatMap(({ calculate }) =>
      calculate?.isApplied(this.db.actor) ? calculate : [],
    );
    if (!rules.length || !ids.length) return { reasons, warnings: [] };
    const stays = await this.db.query<StayOfContainer>(sql`
      SELECT c.id AS container_id, c.number, s.id AS stay_id FROM ${this.containers(ids, taken)}
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE s.status = 'here' OR ${among(
        's.id',
        taken.map(({ stay_id }) => stay_id),
      )}
      ORDER BY c.id`);
    const found: ReasonRow[] = [];
    for (const { rows } of rules) found.push(...(await rows(stays)));
    return this.withFound(reasons, found);
  }

  /** These reasons with those that were found already in place of a calculation, and what these only warn of. */
  withFound(reasons: Reasons, found: ReasonRow[]): Calculated {
    const all = new Map(reasons);
    const warnings: ReleaseReason[] = [];
    const { says } = this;
    for (const { is_warning, ...row } of found) {
      const reason = reasonOfRow(row, says);
      if (is_warning) warnings.push(reason);
      else all.set(row.container_id, [...(all.get(row.container_id) ?? []), reason]);
    }
    return { reasons: all, warnings };
  }

  /** Called when containers leave in spite of warnings. */
  async warned(warnings: ReleaseReason[]): Promise<void> {
    if (!warnings.length) return;
    for (const { calculate } of this.rules) await calculate?.warned?.(warnings);
  }

  /**
   * SQL that selects the ids of containers, or of stays, that are here and that a rule keeps, but for holds. Rules about the place
   * of a container keep nothing that is here.
   * @throws Unavailable as a rule does that calculates
   */
  async keptHere(): Promise<{ ofContainers: Sql[]; ofStays: Sql[] }> {
    const ofContainers = this.rules.flatMap(({ query, refusal, candidates }) => {
      const here = this.here(candidates?.(this.db.actor));
      const reasons = refusal === ELSEWHERE ? undefined : query?.(this.db.actor, here);
      return reasons ? sql`SELECT r.container_id FROM (${reasons}) r(container_id)` : [];
    });
    const ofStays: Sql[] = [];
    for (const { calculate } of this.rules)
      if (calculate?.isApplied(this.db.actor)) ofStays.push(await calculate.kept());
    return { ofContainers, ofStays };
  }

  /** SQL: the containers as `c` that are here, or those of them with these ids. */
  private here(ids?: Sql): Sql {
    return sql`(
      SELECT t.organization_id, t.id, t.number, t.current_location_type, t.stay_id, t.container_status FROM containers t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND ${raw(atTerminal('t.current_location_type'))}
        ${ids ? sql`AND t.id = ANY(ARRAY(${ids}))` : empty}) c`;
  }

  /**
   * SQL: these containers as `c`. A container that a truck took has the stay that ended then, whatever stay it shows
   * now.
   */
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
   * The holds of taken containers that show another stay by now, by container id. Such a container is announced again,
   * while the holds of its ended stay still apply.
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

/** The reasons why containers may not leave, by id, and the holds that are in force or lifted for a time. */
export interface Release {
  reasons: Reasons;
  holds: StandingHold[];
}

type Reasons = Map<number, ReleaseReason[]>;

/** The reasons with those that rules calculate, and warnings, which keep nothing. */
interface Calculated {
  reasons: Reasons;
  warnings: ReleaseReason[];
}

function reasonOfRow(
  { container_id, number, source_type: type, source_id: id, params, ...reason }: ReasonRow,
  says: Says,
): ReleaseReason {
  const say = says[reason.code] as (params: Params) => Sentence;
  const container = { id: container_id, number };
  return {
    ...reason,
    sentence: say(params),
    container,
    source: type && id ? { type, id } : null,
    action: null,
  };
}

/** The reasons by container: first those of the rules, then those of the holds in force. */
function reasonsOf(
  found: ReasonRow[],
  holds: StandingHold[],
  refusals: Refusals,
  says: Says,
): Map<number, ReleaseReason[]> {
  const reasons = new Map<number, ReleaseReason[]>();
  const add = (id: number, reason: ReleaseReason) => reasons.set(id, [...(reasons.get(id) ?? []), reason]);
  const onTruck = new Set(
    found.filter(({ code }) => code === 'on_truck').map(({ container_id }) => container_id),
  );
  for (const row of found) {
    // A container on a truck inside has left the yard, so skip the reason that it departed or has not arrived.
    if (saysPlace(row, refusals) && row.code !== 'on_truck' && onTruck.has(row.container_id)) continue;
    add(row.container_id, reasonOfRow(row, says));
  }
  for (const hold of holds) if (hold.in_force) add(hold.id, reasonOf(hold));
  return reasons;
}

/** A container that a truck took, and the stay that this ended. */
export interface Taken {
  container_id: number;
  stay_id: number;
}

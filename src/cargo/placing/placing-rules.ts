import { Injectable } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Refused, type Refusal } from '../../common/errors/errors';
import { record } from '../../common/recording/record';
import type { EventType } from '../../common/recording/event-types';
import type { Actor } from '../../common/tenancy/actor';
import type { LocationType } from '../../places/locations/locations';
import { Container } from '../containers/container.kind';
import type { Location } from '../containers/stacks.rules';
import { ContainerShow } from '../containers/container.view';

/** A container that is put into a place. */
export interface Placing {
  container_id: number;
  to: Location;
}

/** Why a container may not stand where it is put: its index in the list of placings, and what is to be told. */
export interface AgainstPlacing {
  at: number;
  refusal: Refusal;
  /** The number of the container. */
  number: string;
}

/** A rule of a higher domain about where containers stand in the yard. */
export interface PlacingRule {
  /** What the organization does with a container that breaks the rule; null where it does not apply the rule. */
  applies: (actor: Actor) => 'warn' | 'refuse' | null;
  /** What stands against placing containers, one after the other. They and the slots that they go to are locked. */
  against: (placings: Placing[]) => Promise<AgainstPlacing[]>;
  /** SQL: the condition that slots `s` fulfil in which a container may stand; undefined for all slots. */
  suitable: (container_id: number) => Promise<Sql | undefined>;
  /** The event of a container that is put where the rule warns of it. */
  warned: EventType;
}

/** What is told of a container that is put where it should not stand. */
export interface PlacingWarning extends Pick<Refusal, 'code' | 'sentence'> {
  container: { id: number; number: string };
}

/** What rules say of placings: what is refused, by the index of the placing, and what is warned of. */
export interface Placed {
  against: AgainstPlacing[];
  warnings: PlacingWarning[];
}

/** The list of rules about where containers stand, to which higher domains add. Yard and quay ask it. */
@Injectable()
export class PlacingRules {
  private readonly rules: PlacingRule[] = [];

  constructor(private readonly db: Db) {}

  /** Called once, by the module that owns what the rule is about. */
  add(rule: PlacingRule): void {
    this.rules.push(rule);
  }

  /**
   * What rules say of placings, which the caller has locked; it records the events of warnings. It asks nothing for an
   * organization that applies no rule, nor of places outside of the yard.
   */
  async of(placings: Placing[]): Promise<Placed> {
    const placed: Placed = { against: [], warnings: [] };
    const isInYard = placings.some(({ to }) => to?.type === 'YardSlot' || to?.type === 'YardArea');
    if (!isInYard) return placed;
    for (const rule of this.rules) {
      const applied = rule.applies(this.db.actor);
      if (!applied) continue;
      const found = await rule.against(placings);
      if (applied === 'refuse') placed.against.push(...found);
      else placed.warnings.push(...(await this.warn(rule, placings, found)));
    }
    return placed;
  }

  /** What rules say of a container where it stands, which is never refused, with the events of that. */
  async standing(container_id: number): Promise<PlacingWarning[]> {
    if (!this.rules.some((rule) => rule.applies(this.db.actor))) return [];
    const container = await this.db.find(Container, { id: container_id });
    const { current_location_type: type, current_location_id: id } = container!;
    const placings = [{ container_id, to: type === null ? null : { type: type as LocationType, id } }];
    const warnings: PlacingWarning[] = [];
    for (const rule of this.rules)
      if (rule.applies(this.db.actor))
        warnings.push(...(await this.warn(rule, placings, await rule.against(placings))));
    return warnings;
  }

  /** The warnings of what stands against placings, whose events are recorded. */
  private async warn(
    { warned }: PlacingRule,
    placings: Placing[],
    found: AgainstPlacing[],
  ): Promise<PlacingWarning[]> {
    await record(this.db, warned, ContainerShow, [
      ...new Set(found.map(({ at }) => placings[at]!.container_id)),
    ]);
    return found.map(({ at, refusal: { code, sentence }, number }) => ({
      code,
      sentence,
      container: { id: placings[at]!.container_id, number },
    }));
  }

  /** SQL: the conditions that slots `s` fulfil in which no rule refuses a container. */
  async suitable(container_id: number): Promise<Sql[]> {
    const conditions: Sql[] = [];
    for (const rule of this.rules) {
      const condition =
        rule.applies(this.db.actor) === 'refuse' ? await rule.suitable(container_id) : undefined;
      if (condition) conditions.push(condition);
    }
    return conditions;
  }
}

/** The failures of what rules refuse, each with the field that names the place of its placing. */
export const refusedPlacings = ({ against }: Placed, field: (at: number) => string): Refused[] =>
  against.map(({ at, refusal }) => new Refused({ ...refusal, field: field(at) }));

import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { namedContainer } from '../../cargo/containers/named-container';
import { Db } from '../../common/database/db';
import { contains } from '../../common/database/sql/conditions';
import { byRecord, byWords, type Group } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { idOrAmong, key } from '../../common/database/sql/references';
import { NotFound, throwTogether } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { atTerminal } from '../../places/locations/locations';
import type {
  ContainerDamageCountQuery,
  ContainerDamageQuery,
  CreateContainerDamage,
  DAMAGE_GROUPS,
  RepairDamage,
  UpdateContainerDamage,
} from './container-damage.dto';
import { ContainerDamage } from './container-damage.entity';
import { ContainerDamageShow } from './container-damage.view';
import { containerDamageModel } from './container-damage.write';
import { DamageHolds } from './damage-holds.service';
import { IssuingService } from '../receipts/issuing.service';
import {
  type DamagedContainer,
  effectOnHold,
  refusalOfTime,
  requireOpen,
  requireRepairTime,
  stayAt,
} from './damage.rules';
import { DAMAGE_STATUSES, SEVERITIES } from './damage-words';
import { FoundDamages } from './found-damages.service';

const GROUPS: Record<keyof typeof DAMAGE_GROUPS, Group> = {
  status: byWords('status', DAMAGE_STATUSES),
  severity: byWords('severity', SEVERITIES),
  damage_type: byRecord('damage_type_id', 'damage_types', 'code'),
  shipping_line: byRecord('shipping_line_id', 'shipping_lines', 'code'),
};

type Stored = Columns<ContainerDamage> & { id: number };

/** Damages of containers: found singly, changed, repaired and withdrawn. */
@Injectable()
export class ContainerDamagesService {
  constructor(
    private readonly db: Db,
    private readonly found: FoundDamages,
    private readonly holds: DamageHolds,
    private readonly receipts: IssuingService,
  ) {}

  list(query: ContainerDamageQuery): Promise<Page> {
    return this.matching(query).page(query.request());
  }

  /** How many damages there are of each value. */
  counts(query: ContainerDamageCountQuery): Promise<Json> {
    return this.matching(query).counts(query.by, GROUPS[query.by]);
  }

  /** Those of the container that a path names. Throws NotFound. */
  async ofContainer(number: string, query: PageQuery): Promise<Page> {
    const { id: container_id } = await namedContainer(this.db, number);
    return this.db
      .read(ContainerDamageShow)
      .where(sql`t.container_id = ${container_id}`)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(number: string, id: number): Promise<Json> {
    const { id: container_id } = await namedContainer(this.db, number);
    return this.db
      .read(ContainerDamageShow)
      .where(sql`t.container_id = ${container_id} AND t.id = ${id}`)
      .orNotFound('Container damage', id);
  }

  /** @throws NotFound; Invalid; Conflict as `damage_known`; Refused for a time before the container came, and one to come */
  async create(number: string, { found_at, ...damage }: CreateContainerDamage): Promise<Json> {
    const container = await this.found.load((await namedContainer(this.db, number)).id);
    const at = found_at ? new Date(found_at) : new Date();
    throwTogether([refusalOfTime(container, at, 'found_at')]);
    const [id] = await this.found.write(container, [damage], {
      found_at: at,
      found_during: 'yard',
      stay_id: stayAt(container, at),
      path: (_, field) => field,
    });
    return this.db.show(ContainerDamageShow, id!, 'Container damage');
  }

  /** @throws NotFound; Invalid; Conflict for one that is not open, and as `damage_known`; Refused as `create` does */
  async update(number: string, id: number, input: UpdateContainerDamage): Promise<Json> {
    const [container, before] = await this.load(number, id);
    requireOpen(before, container.number);
    const at = input.found_at && new Date(input.found_at);
    if (at) throwTogether([refusalOfTime(container, at, 'found_at')]);
    await recordUpdate(this.db, 'container_damage.updated', ContainerDamageShow, id, () =>
      containerDamageModel.update(this.db, before, input),
    );
    return this.follow(container, before, id);
  }

  /** @throws NotFound; Conflict for one that is not open; Refused for a time before it was found, and one to come */
  async repair(number: string, id: number, { at, notes }: RepairDamage): Promise<Json> {
    const [container, before] = await this.load(number, id);
    requireOpen(before, container.number);
    // its own clock may be ahead of the one that found it
    const now = new Date(Math.max(Date.now(), before.found_at.getTime()));
    const repaired_at = at ? new Date(at) : now;
    requireRepairTime(before, container.number, repaired_at);
    await this.db.update(ContainerDamage, id, {
      status: 'repaired',
      repaired_at,
      repair_notes: notes ?? null,
    });
    await record(this.db, 'container_damage.repaired', ContainerDamageShow, id);
    return this.follow(container, before, id);
  }

  /** Takes a damage back that was entered in error. Throws NotFound; Conflict for one that is not open. */
  async withdraw(number: string, id: number, reason: string): Promise<Json> {
    const [container, before] = await this.load(number, id);
    requireOpen(before, container.number);
    await this.db.update(ContainerDamage, id, {
      status: 'withdrawn',
      withdrawn_at: new Date(),
      withdraw_reason: reason,
    });
    await this.receipts.withdrawn(before);
    await record(this.db, 'container_damage.withdrawn', ContainerDamageShow, id);
    return this.follow(container, before, id);
  }

  /** Applies or lifts the hold as a change of a damage demands, and answers the damage. */
  private async follow(container: DamagedContainer, before: Stored, id: number): Promise<Json> {
    const after = (await this.db.find(ContainerDamage, { id }))!;
    const effect = effectOnHold(before, after);
    if (effect === 'apply') await this.holds.apply(container.id, id);
    if (effect === 'lift') await this.holds.liftLast(container.id);
    return this.db.show(ContainerDamageShow, id, 'Container damage');
  }

  /** Locks the container, and then its damage. Throws NotFound. */
  private async load(number: string, id: number): Promise<[DamagedContainer, Stored]> {
    const { id: container_id } = await namedContainer(this.db, number);
    const container = await this.found.load(container_id);
    const damage = await this.db.find(ContainerDamage, { id, container_id }, { lock: true });
    if (!damage) throw new NotFound('Container damage', id);
    return [container, damage];
  }

  private matching(query: ContainerDamageQuery): Reader {
    const { organization_id } = this.db.actor;
    return this.db
      .read(ContainerDamageShow)
      .among('t.status', query.status)
      .among('t.severity', query.severity)
      .among('t.found_during', query.found_during)
      .refersTo('damage_type', idOrAmong('code'), query.damage_type)
      .refersTo('shipping_line', idOrAmong('code'), query.shipping_line)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .since(query.found_from, (from) => sql`t.found_at >= ${from}`)
      .skewed(query.found_until, (until) => sql`t.found_at <= ${until}`)
      .skewed(query.at_terminal, (is) => {
        const here = sql`EXISTS (
          SELECT FROM containers c WHERE c.organization_id = t.organization_id AND c.id = t.container_id
            AND ${raw(atTerminal('c.current_location_type'))})`;
        return is ? here : sql`NOT ${here}`;
      })
      .skewed(
        query.q,
        (part) => sql`t.container_id IN (
          SELECT c.id FROM containers c
          WHERE c.organization_id = ${organization_id} AND ${contains('c.number', normalizeContainerNumber(part))})`,
      )
      .orders({ found_at: sql`t.found_at` });
  }
}

import { among } from '../../common/database/sql/conditions';
import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { isTheirs } from '../../common/party-wall/party-wall';
import { NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { Container } from '../../cargo/containers/container.kind';
import { STANDING } from '../../cargo/held/applied-hold';
import { HeldCargoService } from '../../cargo/held/held-cargo.service';
import { AppliedHoldsService } from '../applied-holds/applied-holds.service';
import type { ApplyHold, Lift } from '../applied-holds/lift';
import { ContainerHold } from '../../cargo/held/container-hold.entity';
import {
  BillHoldOfContainer,
  ContainerHoldApplied,
  ContainerHoldItem,
  HoldOfOuterContainer,
  LiftedContainerHold,
} from './container-hold.view';

@Injectable()
export class ContainerHoldsService {
  constructor(
    private readonly db: Db,
    private readonly holds: AppliedHoldsService,
    private readonly held: HeldCargoService,
  ) {}

  /**
   * All holds of the container's present stay, in force and lifted, and those that wait for the next stay.
   * @throws NotFound
   */
  async list(number: string): Promise<Json> {
    if (this.db.actor.limited) await this.requireOwner(number);
    const [id, stay_id] = [this.selected('id', number), this.selected('stay_id', number)];
    const isInAnother = this.selected("current_location_type IS NOT DISTINCT FROM 'Container'", number);
    const {
      lists: [holds, bill_of_lading_holds],
      beside,
    } = await this.db
      .read(ContainerHoldItem)
      .where(sql`t.container_id = (${id}) AND (t.stay_id = (${stay_id}) OR t.stay_id IS NULL)`)
      .beside('isInAnother', isInAnother, () => new NotFound('Container', number))
      .allBeside(
        this.db
          .read(BillHoldOfContainer)
          .where(
            sql`t.bill_of_lading_id = ANY(ARRAY(${this.held.billsAround('container', id)})) AND (${raw(STANDING)})`,
          ),
      );
    if (beside!.isInAnother!.text !== 'true') return Json.object({ holds, bill_of_lading_holds });
    const outer_container_holds = await this.db
      .read(HoldOfOuterContainer)
      .where(sql`t.id = ANY(ARRAY(${this.held.holdsOfOuter(id)}))`)
      .all();
    return Json.object({ holds, bill_of_lading_holds, outer_container_holds });
  }

  /** @throws NotFound for a container whose present stay is not that of an owner among the actor's parties */
  private async requireOwner(number: string): Promise<void> {
    const { organization_id, parties } = this.db.actor;
    const [owned] = await this.db.query(sql`
      SELECT 1 FROM stay_parties p
      WHERE p.organization_id = ${organization_id} AND ${among(
        'p.party_id',
        parties.map(({ id }) => id),
      )}
        AND p.stay_id = (${this.selected('stay_id', number)}) AND p.level = 'owner'`);
    if (!owned) throw new NotFound('Container', number);
  }

  /** The events of a hold. Throws NotFound. */
  async history(number: string, id: number, query: HistoryQuery): Promise<Page> {
    const container_id = await this.container(number);
    if (!(await this.db.find(ContainerHold, { id, container_id }))) throw new NotFound('Container hold', id);
    return this.holds.history('container', sql`h.id = ${id}`, query);
  }

  /** @throws NotFound, Refused when `lift_until` is over, and Conflict when the hold is lifted for good */
  async lift(number: string, id: number, lift: Lift): Promise<Json> {
    const which = sql`h.id = ${id}`;
    const shown = this.db
      .read(LiftedContainerHold)
      .where(sql`t.id = ${id}`)
      .toShow();
    const load = async () => {
      const container_id = await this.container(number);
      const found = await this.db.run(
        this.holds.find('container', sql`${which} AND h.container_id = ${container_id}`),
      );
      if (found.id === null) throw new NotFound('Container hold', id);
      return found;
    };
    const answer = await this.holds.lift(
      'container',
      { held: this.locked(number), which, load },
      lift,
      shown,
    );
    return answer!;
  }

  /** @throws NotFound, also for a type that is not for containers, and Conflict when it is in force */
  async apply(number: string, hold_type_id: number, stated: ApplyHold): Promise<ContainerHoldApplied> {
    await this.holds.apply('container', this.locked(number), hold_type_id, stated, () =>
      this.container(number),
    );
    return {};
  }

  /** SQL: selects a column of the container `c` with this number. */
  private selected(what: string, number: string): Sql {
    const { actor, dataSource } = this.db;
    return sql`
      SELECT ${raw(`c.${what}`)} FROM containers c
      WHERE c.organization_id = ${actor.organization_id} AND c.number = ${normalizeContainerNumber(number)}
        AND ${isTheirs(dataSource, Container, 'c', actor)}`;
  }

  /** SQL: selects the id of the container with this number, and locks the container until the transaction ends. */
  private locked(number: string): Sql {
    return sql`${this.selected('id', number)} FOR UPDATE`;
  }

  /** The id of the container with this number. Throws NotFound. */
  private async container(number: string): Promise<number> {
    const [container] = await this.db.query<{ id: number }>(this.selected('id', number));
    if (!container) throw new NotFound('Container', number);
    return container.id;
  }
}

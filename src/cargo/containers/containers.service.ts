import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/reader';
import { keyInAnyCase } from '../../common/database/references';
import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import type { BillKey } from '../bills-of-lading/bill-reference';
import { BillsService } from '../bills-of-lading/bills.service';
import { LocationsService } from '../../places/locations/locations.service';
import { ContainerBill } from './container-bill.entity';
import { ContainerMovementItem } from './container-movement.view';
import { Container } from './container.kind';
import type { CreateReeferPlugMovement } from './reefer-plug-movement.dto';
import { ReeferPlugMovement } from './reefer-plug-movement.entity';

/** Containers as set up by hand: their number is normalized, their bills and their location are named by key. */
@Injectable()
export class ContainersService extends SetupService {
  constructor(
    db: Db,
    private readonly locations: LocationsService,
    private readonly bills: BillsService,
  ) {
    super(db, kindOf(Container));
  }

  /** The movements of the container that a path names by id or number. Throws NotFound. */
  async movements(idOrNumber: string, query: PageQuery): Promise<Page> {
    const id = await this.find(idOrNumber);
    return this.db
      .read(ContainerMovementItem)
      .where(sql`t.container_id = ${id}`)
      .page(query.request());
  }

  /** In capitals and without spaces (decision 39). */
  protected override normalizeKey(number: string): string {
    return normalizeContainerNumber(number);
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    const number = input.number === undefined ? undefined : normalizeContainerNumber(input.number as string);
    return {
      ...(await super.columns(input)),
      ...(await this.locations.columns(input, Container, id)),
      ...(number !== undefined && { number, meets_iso_standards: meetsIso6346(number) }),
    };
  }

  /** Replaces the bills that the container is on, and its plug movements, by those sent. */
  protected override async written(container_id: number, input: KindInput): Promise<void> {
    if (input.bill_of_ladings !== undefined)
      await this.replaceBills(container_id, (input.bill_of_ladings as BillKey[] | null) ?? []);
    if (input.reefer_plug_movements !== undefined)
      await this.replacePlugMovements(
        container_id,
        (input.reefer_plug_movements as CreateReeferPlugMovement[] | null) ?? [],
      );
  }

  private async replaceBills(container_id: number, keys: BillKey[]): Promise<void> {
    await this.db.query(sql`
      DELETE FROM container_bills
      WHERE organization_id = ${this.db.actor.organization_id} AND container_id = ${container_id}`);
    const ids = await this.bills.idsOf(keys, 'bill_of_ladings');
    const links = ids.map((bill_of_lading_id) => ({ container_id, bill_of_lading_id }));
    await this.db.insertAll(ContainerBill, links);
  }

  private async replacePlugMovements(
    container_id: number,
    movements: CreateReeferPlugMovement[],
  ): Promise<void> {
    await this.db.query(sql`
      DELETE FROM reefer_plug_movements
      WHERE organization_id = ${this.db.actor.organization_id} AND container_id = ${container_id}`);
    const rows = movements.map(({ plug_action, plug_action_at }) => ({
      container_id,
      plug_action,
      plug_action_at: new Date(plug_action_at),
    }));
    await this.db.insertAll(ReeferPlugMovement, rows);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return super
      .filter(reader, query)
      .filter(query.container_status, (status) => sql`t.container_status = ${status}`)
      .filter(query.usage, (usage) => sql`t.usage = ${usage}`)
      .filter(query.current_location_type, (type) => sql`t.current_location_type = ${type}`)
      .refersTo(
        'bill_of_ladings.bill_of_lading',
        keyInAnyCase('number'),
        query.bill_of_lading_number as string,
      )
      .refersTo('booking', keyInAnyCase('number'), query.booking_number as string)
      .refersTo(
        ['arrival_voyage', 'departure_voyage'],
        keyInAnyCase('number'),
        query.voyage_number as string,
      );
  }
}

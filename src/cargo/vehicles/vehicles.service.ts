import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { idOr, keyInAnyCase, many } from '../../common/database/references';
import { Unknown } from '../../common/errors/errors';
import { FlexFieldsService, FlexFieldValues } from '../../common/flex-fields/flex-fields.service';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import type { BillKey } from '../bills-of-lading/bill-reference';
import { BillsService } from '../bills-of-lading/bills.service';
import { LocationsService } from '../../places/locations/locations.service';
import { PackageType } from '../setup/package-type.kind';
import { VehicleBill } from './vehicle-bill.entity';
import { VehicleConsignee } from './vehicle-consignee.entity';
import { VehicleQuery } from './vehicle.dto';
import { Vehicle } from './vehicle.kind';
import { VehicleItem, VehicleShow } from './vehicle.view';

/** What requests name the consignees in: an update's list, the set-up's list, or its single name. */
const CONSIGNEE_FIELDS = ['consignee_names', 'consignees', 'consignee'] as const;

/** Vehicles: set up and deleted as a kind, listed, shown and updated by endpoints of their own. */
@Injectable()
export class VehiclesService extends SetupService {
  protected override readonly view = VehicleShow;

  constructor(
    db: Db,
    private readonly locations: LocationsService,
    private readonly bills: BillsService,
    private readonly flexFields: FlexFieldsService,
  ) {
    super(db, kindOf(Vehicle));
  }

  search(query: VehicleQuery): Promise<Page> {
    const tags = query.tags?.split('|').filter(Boolean);
    return this.db
      .read(VehicleItem)
      .filter(query.vin, (vin) => sql`t.vin_number = ${vin}`)
      .filter(query.reference_number, (reference) => sql`t.reference_number = ${reference}`)
      .filter(query.usage, (usage) => sql`t.usage = ${usage}`)
      .filter(query.current_location_type, (type) => sql`t.current_location_type = ${type}`)
      .refersTo('arrival_voyage', idOr('number'), query.arrival_voyage_id)
      .refersTo('departure_voyage', idOr('number'), query.departure_voyage_id)
      .refersTo('booking', idOr('number'), query.booking_id)
      .refersTo('dock_receipt', idOr('number'), query.dock_receipt_id)
      .refersTo(
        'stripped_from_container',
        idOr('number', normalizeContainerNumber),
        query.stripped_from_container_id,
      )
      .refersTo('commodity_type', keyInAnyCase('name'), query.commodity_type)
      .refersTo('consignees.consignee', many(idOr('name')), query.consignee_id)
      .where(tags?.length ? sql`t.tags && ${tags}::text[]` : undefined)
      .page(query.request());
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    // the update merges, so that another one must wait
    const current = id ? await this.db.find(Vehicle, { id }, { lock: true }) : null;
    const { stripped_from_container: from } = input;
    const stripped_from_container = typeof from === 'string' ? normalizeContainerNumber(from) : from;
    const package_type = input.package_type_code as string | null | undefined;
    const package_type_id = await this.db.idOf(PackageType, 'code', package_type, 'package_type_code');
    const sent = input.flex_fields as FlexFieldValues | null | undefined;
    return {
      ...(await super.columns({ ...input, stripped_from_container }, id)),
      ...(await this.locations.columns(input, Vehicle, id)),
      ...(package_type_id !== undefined && { package_type_id }),
      extra_attributes: input.extra_attributes,
      flex_fields: await this.flexFields.merge('vehicle', current?.flex_fields ?? {}, sent),
    } as Partial<Vehicle>;
  }

  /** Replaces the vehicle's bills and consignees by those sent. */
  protected override async written(vehicle_id: number, input: KindInput): Promise<void> {
    const bills = input.bill_of_ladings as BillKey[] | null | undefined;
    if (bills !== undefined) {
      const ids = await this.bills.idsOf(bills ?? [], 'bill_of_ladings');
      await this.clear('vehicle_bills', vehicle_id);
      const links = ids.map((bill_of_lading_id) => ({ vehicle_id, bill_of_lading_id }));
      await this.db.insertAll(VehicleBill, links);
    }
    const field = CONSIGNEE_FIELDS.find((name) => input[name] !== undefined);
    if (field) {
      const ids = await this.consigneeIds([input[field] || []].flat() as string[], field);
      await this.clear('vehicle_consignees', vehicle_id);
      const links = ids.map((consignee_id) => ({ vehicle_id, consignee_id }));
      await this.db.insertAll(VehicleConsignee, links);
    }
  }

  /** The ids of the consignees with these names, in the order sent. Throws Refused for a name nobody has. */
  private async consigneeIds(names: string[], field: string): Promise<number[]> {
    const rows = await this.db.query<{ id: number; name: string }>(sql`
      SELECT id, name FROM consignees
      WHERE organization_id = ${this.db.actor.organization_id} AND name = ANY(${names}) AND deleted_at IS NULL`);
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    const missing = names.find((name) => !ids.has(name));
    if (missing !== undefined) throw new Unknown('Consignee', missing, field);
    return [...new Set(names.map((name) => ids.get(name)!))];
  }

  private async clear(links: 'vehicle_bills' | 'vehicle_consignees', vehicle_id: number): Promise<void> {
    await this.db.query(sql`
      DELETE FROM ${raw(links)}
      WHERE organization_id = ${this.db.actor.organization_id} AND vehicle_id = ${vehicle_id}`);
  }
}

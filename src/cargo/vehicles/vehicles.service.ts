import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { idOr, keyInAnyCase, many } from '../../common/database/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import { kindOf } from '../../common/setup/kind';
import { SetupService } from '../../common/setup/setup.service';
import { VehicleQuery } from './vehicle.dto';
import { Vehicle } from './vehicle.kind';
import { VehicleItem, VehicleShow } from './vehicle.view';
import { vehicleModel } from './vehicle.write';

/** Vehicles: set up and deleted as a kind, listed, shown and updated by endpoints of their own. */
@Injectable()
export class VehiclesService extends SetupService<Vehicle> {
  protected override get view() {
    return VehicleShow;
  }

  constructor(db: Db) {
    super(db, kindOf(Vehicle), vehicleModel);
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
      .skewed(tags?.length ? tags : undefined, (some) => sql`t.tags && ${some}::text[]`)
      .page(query.request());
  }
}

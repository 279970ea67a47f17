import { NotFound } from '../../common/errors/errors';
import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { matches } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { isTheirs } from '../../common/party-wall/party-wall';
import { idOr, keyInAnyCase, many } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { kindOf } from '../../common/setup/kind';
import { SetupService } from '../../common/setup/setup.service';
import { VehicleQuery } from './vehicle.dto';
import { Vehicle } from './vehicle.kind';
import { VehicleItem, VehicleShow } from './vehicle.view';
import { vehicleModel } from './vehicle.write';

/** Vehicles: created and deleted as a set-up kind, with endpoints of their own to list, show and update them. */
@Injectable()
export class VehiclesService extends SetupService<Vehicle> {
  protected override get view() {
    return VehicleShow;
  }

  constructor(db: Db) {
    super(db, kindOf(Vehicle), vehicleModel);
  }

  search(query: VehicleQuery): Promise<Page> {
    const tags = query.tags?.split('|').filter(Boolean) ?? [];
    // A tag may contain a | itself.
    const whole = tags.length > 1 ? [query.tags] : [];
    return this.db
      .read(VehicleItem)
      .filter(query.vin, (vin) => matches('t.vin_number', vin))
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
      .skewed(tags.length ? [...tags, ...whole] : undefined, (some) => sql`t.tags && ${some}::text[]`)
      .page(query.request());
  }

  override async show(idOrVin: string): Promise<Json> {
    const shown = await this.db.readByIdOrKey(this.view, 'vin_number', (await this.stored(idOrVin)).trim());
    // A party does not learn by the sentence how a VIN is stored that is not theirs.
    if (!shown) throw new NotFound('Vehicle', idOrVin);
    return shown;
  }

  protected override async find(idOrVin: string, options?: { lock?: boolean }) {
    return super.find(await this.stored(idOrVin), options);
  }

  /** The stored form of a VIN, which may differ in case. An exact match goes first. */
  private async stored(vin: string): Promise<string> {
    const { actor, dataSource } = this.db;
    const [known] = await this.db.query<{ vin_number: string }>(sql`
      SELECT t.vin_number FROM vehicles t
      WHERE t.organization_id = ${actor.organization_id} AND ${matches('t.vin_number', vin.trim())}
        AND ${isTheirs(dataSource, Vehicle, 't', actor)}
      ORDER BY t.vin_number = ${vin.trim()} DESC, t.id LIMIT 1`);
    return known?.vin_number ?? vin;
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { COMPANY_KEY, COMPANY_OF_TRUCK } from '../setup/trucking-company-reference';
import { hasPlate, isOf, plateKey, theTruck } from './plate';
import type { CreateTruck, TruckQuery, UpdateTruck } from './truck.dto';
import { Truck } from './truck.entity';
import { TruckItem, TruckShow } from './truck.view';
import type { Columns } from '../../common/schema/columns';
import { truckModel } from './truck.write';
import { record, recordUpdate } from '../../common/recording/record';

@Injectable()
export class TrucksService {
  constructor(private readonly db: Db) {}

  list(query: TruckQuery): Promise<Page> {
    return this.db
      .read(TruckItem)
      .filter(query.license_plate, (plate) => hasPlate('t', plate))
      .search(['license_plate_key'], query.q && plateKey(query.q))
      .refersToFirst(COMPANY_OF_TRUCK, COMPANY_KEY, query.trucking_company)
      .refersTo('truck_driver', 'number', query.truck_driver_number)
      .filter(query.active, (active) => sql`t.active = ${active}`)
      .page(query.request());
  }

  /** @throws NotFound, and Refused for a plate that several trucks have */
  async showByPlate(plate: string): Promise<Json> {
    const truck = await this.find(plate);
    return this.db.show(TruckItem, truck?.id ?? 0, 'Truck');
  }

  /** @throws Refused when another truck has the plate, or the driver or the trucking company is unknown */
  async create(input: CreateTruck): Promise<Json> {
    const id = await truckModel.create(this.db, input);
    await record(this.db, 'truck.created', TruckItem, id);
    return this.show(id);
  }

  /** @throws NotFound, and Refused as `create` does */
  async update(plate: string, input: UpdateTruck): Promise<Json> {
    const truck = await this.find(plate, { lock: true });
    if (!truck) throw new NotFound('Truck', plate);
    await recordUpdate(this.db, 'truck.updated', TruckItem, truck.id, () =>
      truckModel.update(this.db, truck, input),
    );
    return this.show(truck.id);
  }

  /** The truck with this plate; undefined when there is none. Throws Refused when there are several. */
  async find(plate: string, options?: { lock?: boolean }): Promise<Columns<Truck> | undefined> {
    const found = await this.db.findAll(Truck, { license_plate_key: plateKey(plate) }, options);
    return theTruck(found.filter(isOf(plate)), plate);
  }

  private show(id: number): Promise<Json> {
    return this.db.show(TruckShow, id, 'Truck');
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { keyAmong } from '../../common/database/references';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { TruckDriver } from '../setup/truck-driver.kind';
import { TruckingCompaniesService } from '../setup/trucking-companies.service';
import { plateKey } from './plate';
import type { CreateTruck, TruckQuery, UpdateTruck } from './truck.dto';
import { Truck } from './truck.entity';
import { TruckItem, TruckShow } from './truck.view';
import type { Columns, Values } from '../../common/schema/columns';

@Injectable()
export class TrucksService {
  constructor(
    private readonly db: Db,
    private readonly companies: TruckingCompaniesService,
  ) {}

  list(query: TruckQuery): Promise<Page> {
    return this.db
      .read(TruckItem)
      .filter(query.license_plate, (plate) => sql`t.license_plate_key = ${plateKey(plate)}`)
      .refersTo('trucking_company', keyAmong('name', 'code'), query.trucking_company)
      .refersTo('truck_driver', 'number', query.truck_driver_number)
      .filter(query.active, (active) => sql`t.active = ${active}`)
      .page(query.request());
  }

  /** @throws Refused when another truck has the plate, or the driver or the trucking company is unknown */
  async create(input: CreateTruck): Promise<Json> {
    return this.show(await this.db.insert(Truck, await this.columns(input)));
  }

  /** @throws NotFound, and Refused as create does */
  async update(plate: string, input: UpdateTruck): Promise<Json> {
    const truck = await this.find(plate);
    if (!truck) throw new NotFound(`Truck '${plate}'`);
    await this.db.update(Truck, truck.id, await this.columns(input));
    return this.show(truck.id);
  }

  /** The truck with this plate, however it is typed; null when there is none. */
  find(plate: string, options?: { lock?: boolean }): Promise<Columns<Truck> | null> {
    return this.db.find(Truck, { license_plate_key: plateKey(plate) }, options);
  }

  private async columns(input: UpdateTruck): Promise<Values<Truck>> {
    const { trucking_company, truck_driver_license_number: license, ...fields } = input;
    return {
      ...fields,
      license_plate_key: fields.license_plate && plateKey(fields.license_plate),
      trucking_company_id: await this.companies.idOf(trucking_company),
      truck_driver_id: await this.db.idOf(
        TruckDriver,
        'license_number',
        license,
        'truck_driver_license_number',
      ),
    };
  }

  private show(id: number): Promise<Json> {
    return this.db
      .read(TruckShow)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Truck ${id}`);
  }
}

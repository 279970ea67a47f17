import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { LocationsService } from '../../places/locations/locations.service';
import { Chassis } from './chassis.kind';

/** Chassis as set up by hand, with their location. */
@Injectable()
export class ChassisService extends SetupService {
  constructor(
    db: Db,
    private readonly locations: LocationsService,
  ) {
    super(db, kindOf(Chassis));
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    return { ...(await super.columns(input)), ...(await this.locations.columns(input, Chassis, id)) };
  }
}

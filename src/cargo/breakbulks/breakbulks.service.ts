import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { BillsService } from '../bills-of-lading/bills.service';
import { LocationsService } from '../../places/locations/locations.service';
import { Breakbulk } from './breakbulk.kind';

/** Breakbulk as set up by hand, with its bill of lading and its location. */
@Injectable()
export class BreakbulksService extends SetupService {
  constructor(
    db: Db,
    private readonly locations: LocationsService,
    private readonly bills: BillsService,
  ) {
    super(db, kindOf(Breakbulk));
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    const bill_of_lading_id = await this.bills.reference(input);
    return {
      ...(await super.columns(input)),
      ...(await this.locations.columns(input, Breakbulk, id)),
      bill_of_lading_id,
    } as Partial<Breakbulk>;
  }
}

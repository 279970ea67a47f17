import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { key } from '../../common/database/sql/references';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { TariffRate } from './tariff-rate.kind';
import { tariffRateModel } from './tariff-rate.write';

/** Rates of tariffs. */
@Injectable()
export class TariffRatesService extends SetupService<TariffRate> {
  constructor(db: Db) {
    super(db, kindOf(TariffRate), tariffRateModel);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return reader
      .refersTo('tariff', key('name'), query.tariff as string)
      .refersTo('charge_code', key('code'), query.charge_code as string)
      .filter(query.position as number, (position) => sql`t.position = ${position}`);
  }
}

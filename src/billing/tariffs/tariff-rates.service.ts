import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/reader';
import { key } from '../../common/database/references';
import { COMMON } from '../../common/errors/codes';
import { Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { TariffRate } from './tariff-rate.kind';
import { tariffRateModel } from './tariff-rate.write';

/** The most rates of a tariff. */
const MOST = 5_000;

/** Rates of tariffs. */
@Injectable()
export class TariffRatesService extends SetupService<TariffRate> {
  constructor(db: Db) {
    super(db, kindOf(TariffRate), tariffRateModel);
  }

  /** @throws Refused when the tariff has as many rates as it may, and as every kind does */
  override async create(input: KindInput): Promise<Json> {
    const created = await super.create(input);
    const [full] = await this.db.query<{ name: string }>(sql`
      SELECT t.name FROM tariff_rates r JOIN tariffs t ON t.organization_id = r.organization_id AND t.id = r.tariff_id
      WHERE r.organization_id = ${this.db.actor.organization_id} AND r.tariff_id = (
        SELECT n.tariff_id FROM tariff_rates n WHERE n.organization_id = ${this.db.actor.organization_id}
          AND n.id = currval('tariff_rates_id_seq'))
      GROUP BY t.id, t.name HAVING count(*) > ${MOST}`);
    if (full)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `Tariff '${full.name}' has at most ${MOST.toLocaleString('en')} rates.`,
        field: 'tariff',
      });
    return created;
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return reader
      .refersTo('tariff', key('name'), query.tariff as string)
      .refersTo('charge_code', key('code'), query.charge_code as string)
      .filter(query.position as number, (position) => sql`t.position = ${position}`);
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { key, keyInAnyCase } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import { InterchangeOfRegister } from '../visits/interchange.view';
import type { InterchangeQuery } from './interchange.dto';

/** The register of interchanges over all visits. */
@Injectable()
export class InterchangeRegisterService {
  constructor(private readonly db: Db) {}

  list(query: InterchangeQuery): Promise<Page> {
    return this.db
      .read(InterchangeOfRegister)
      .since(query.completed_from, (from) => sql`t.completed_at >= ${from}`)
      .skewed(query.completed_until, (until) => sql`t.completed_at <= ${until}`)
      .filter(query.type, (type) => sql`t.type = ${type}`)
      .refersTo('shipping_line', 'code', query.shipping_line)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .refersTo('booking', keyInAnyCase('number'), query.booking_number)
      .page(query.request());
  }
}

import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { isInForce } from '../../cargo/held/applied-hold';
import { Db } from '../../common/database/db';
import { key, keyInAnyCase } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { ListedHoldQuery, ShowHoldQuery } from './listed-hold.dto';
import { ListedHoldShow } from './listed-hold.view';

const IN_FORCE = raw(isInForce((column) => `t.${column}`));

/** Lists the holds of containers and of bills of lading together. */
@Injectable()
export class ListedHoldsService {
  constructor(private readonly db: Db) {}

  list(query: ListedHoldQuery): Promise<Page> {
    return this.db
      .read(ListedHoldShow)
      .filter(query.in_force, (is) => (is ? IN_FORCE : sql`${IN_FORCE} IS NOT TRUE`))
      .refersTo('hold_type', 'name', query.hold_type)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .refersTo('bill_of_lading', keyInAnyCase('number'), query.bill_of_lading_number)
      .skewed(query.applied_from, (from) => sql`t.applied_at >= ${from}`)
      .skewed(query.applied_until, (until) => sql`t.applied_at <= ${until}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number, { subject_type }: ShowHoldQuery): Promise<Json> {
    return this.db
      .read(ListedHoldShow)
      .where(sql`t.hold_id = ${id}`)
      .filter(subject_type, (type) =>
        type === 'container' ? sql`t.container_id IS NOT NULL` : sql`t.bill_of_lading_id IS NOT NULL`,
      )
      .orNotFound('Hold', id);
  }
}

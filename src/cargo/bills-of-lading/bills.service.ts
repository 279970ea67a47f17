import { Injectable } from '@nestjs/common';
import sql, { empty, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { part } from '../../common/database/sql/references';
import { among, matches } from '../../common/database/sql/conditions';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import type { BillQuery } from './bill-of-lading.dto';
import { BillItem } from './bill-of-lading.view';

/** The bills of lading of all manifests. */
@Injectable()
export class BillsService {
  constructor(private readonly db: Db) {}

  list(query: BillQuery): Promise<Page> {
    return this.db
      .read(BillItem)
      .filter(query.number, (number) => matches('t.number', number))
      .search(['number'], query.q)
      .filter(query.container_number, (number) => this.ofContainer(number))
      .refersTo('consignee', part('name'), query.consignee)
      .page(query.request());
  }

  /** SQL: the bills that the container is on, or was on in an earlier stay; for parties in stays of theirs. */
  private ofContainer(number: string): Sql {
    const { limited, organization_id, parties } = this.db.actor;
    const theirs = limited
      ? sql`JOIN stay_parties p ON p.organization_id = s.organization_id AND p.stay_id = s.id
          AND ${among(
            'p.party_id',
            parties.map(({ id }) => id),
          )}`
      : empty;
    return sql`t.id = ANY(ARRAY(
      SELECT l.bill_of_lading_id FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.container_id = c.id
      JOIN container_bills l ON l.organization_id = s.organization_id AND l.stay_id = s.id
      ${theirs}
      WHERE c.organization_id = ${organization_id} AND c.number = ${normalizeContainerNumber(number)}))`;
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import type { BillKey } from './bill-reference';

/** Finds bills of lading by what clients know them by. */
@Injectable()
export class BillsService {
  constructor(private readonly db: Db) {}

  /**
   * The id of the bill with this number in this manifest; undefined and null stay as they are.
   * @throws Refused naming the field when there is none
   */
  async idOf(bill: BillKey | null | undefined, field: string): Promise<number | null | undefined> {
    if (!bill) return bill;
    const [row] = await this.db.query<{ id: number }>(sql`
      SELECT b.id FROM bill_of_ladings b
      JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
      WHERE b.organization_id = ${this.db.actor.organization_id}
        AND m.client_identifier = ${bill.manifest} AND b.number = ${bill.number}`);
    if (!row)
      throw new Refused(`Bill of lading '${bill.number}' of manifest '${bill.manifest}' is unknown.`, {
        field,
      });
    return row.id;
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import { BillOfLading } from './bill-of-lading.entity';
import type { BillKey } from './bill-reference';

/** How a request names a bill. */
interface BillInput {
  bill_of_lading?: BillKey | null;
  bill_of_lading_id?: number | null;
}

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
    if (!row) throw unknown(bill, field);
    return row.id;
  }

  /**
   * The id of the bill that a request names as `bill_of_lading_id`, or else as `bill_of_lading`; undefined when it
   * speaks of neither.
   * @throws Refused naming the field when there is none
   */
  async reference(input: BillInput): Promise<number | null | undefined> {
    const { bill_of_lading: bill, bill_of_lading_id: id } = input;
    if (typeof id === 'number') return this.db.idOf(BillOfLading, 'id', id, 'bill_of_lading_id');
    return bill === undefined ? id : this.idOf(bill, 'bill_of_lading');
  }

  /**
   * The ids of the bills that a record is on, each once, in the order sent.
   * @throws Refused naming the field when one of them does not exist
   */
  async idsOf(bills: BillKey[], field: string): Promise<number[]> {
    const rows = await this.db.query<{ manifest: string; number: string; id: number | null }>(sql`
      SELECT k.manifest, k.number, b.id
      FROM unnest(${bills.map(({ manifest }) => manifest)}::text[], ${bills.map(({ number }) => number)}::text[])
        WITH ORDINALITY AS k (manifest, number, position)
      LEFT JOIN manifests m ON m.organization_id = ${this.db.actor.organization_id}
        AND m.client_identifier = k.manifest
      LEFT JOIN bill_of_ladings b ON b.organization_id = m.organization_id
        AND b.manifest_id = m.id AND b.number = k.number
      ORDER BY k.position`);
    for (const { manifest, number, id } of rows) if (id === null) throw unknown({ manifest, number }, field);
    return [...new Set(rows.map(({ id }) => id!))];
  }
}

function unknown({ manifest, number }: BillKey, field: string): Refused {
  return new Refused(`Bill of lading '${number}' of manifest '${manifest}' is unknown.`, { field });
}

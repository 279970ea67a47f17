import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { Invalid, NotFound, naming } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { namedManifest } from '../../cargo/manifests/named-manifest';
import { AppliedHoldsService } from '../applied-holds/applied-holds.service';
import type { ApplyHold, Lift } from '../applied-holds/lift';
import { BillOfLadingHolds } from './bill-of-lading-holds.view';
import type { Columns } from '../../common/schema/columns';

@Injectable()
export class BillOfLadingHoldsService {
  constructor(
    private readonly db: Db,
    private readonly holds: AppliedHoldsService,
  ) {}

  /** The hold types in force on a bill, and the others. Throws NotFound. */
  async list(manifest: string, number: string): Promise<Json> {
    return this.read(await this.bill(manifest, number));
  }

  /** The events of the holds of one type on a bill. Throws NotFound, also for a type that is not for bills. */
  async history(manifest: string, number: string, hold_type_id: number, query: HistoryQuery): Promise<Page> {
    const { id } = await this.bill(manifest, number);
    await this.db.run(this.holds.requireType('bill_of_lading', hold_type_id));
    return this.holds.history('bill_of_lading', ofType(id, hold_type_id), query);
  }

  /** @throws NotFound, also for a type that is not for bills, and Conflict when it is in force */
  async apply(manifest: string, number: string, hold_type_id: number, stated: ApplyHold): Promise<Json> {
    const bill = await this.bill(manifest, number, { lock: true });
    await this.holds.apply('bill_of_lading', heldAs(bill), hold_type_id, stated, () =>
      Promise.resolve(bill.id),
    );
    return this.read(bill);
  }

  /** @throws NotFound, Invalid without a lift, Refused when `lift_until` is over, Conflict when it is lifted for good */
  async lift(
    manifest: string,
    number: string,
    hold_type_id: number,
    lift: Lift | null | undefined,
  ): Promise<Json> {
    if (!lift) throw new Invalid({ 'hold.reference_number': ['is required'] });
    const bill = await this.bill(manifest, number, { lock: true });
    const which = sql`h.hold_type_id = ${hold_type_id}`;
    const load = () => this.db.run(this.holds.ofType('bill_of_lading', bill.id, hold_type_id));
    const answer = await this.holds.lift(
      'bill_of_lading',
      { held: heldAs(bill), which, load },
      lift,
      this.reading(bill).toShow(),
    );
    return answer!;
  }

  private async bill(
    client_identifier: string,
    number: string,
    options: { lock?: boolean } = {},
  ): Promise<Columns<BillOfLading>> {
    const manifest = await namedManifest(this.db, client_identifier);
    const bill = await this.db.find(BillOfLading, { manifest_id: manifest.id, number }, options);
    if (!bill)
      throw new NotFound('Bill of lading', number, {
        sentence: CARGO_SAYS['not_found.bill_of_manifest']({
          bill_of_lading: number,
          manifest: client_identifier,
        }),
        records: [...naming('bill_of_lading', number), ...naming('manifest', client_identifier)],
      });
    return bill;
  }

  private read(bill: Columns<BillOfLading>): Promise<Json> {
    return this.reading(bill).orNotFound('Bill of lading', bill.number);
  }

  private reading({ id }: Columns<BillOfLading>): Reader {
    return this.db.read(BillOfLadingHolds).where(sql`t.id = ${id}`);
  }
}

/** SQL: the id of a bill that the caller has locked. */
function heldAs({ id }: Columns<BillOfLading>): Sql {
  return sql`SELECT ${id}::bigint AS id`;
}

/** SQL: the condition on the alias `h` that selects the holds of a type on a bill. */
function ofType(bill_of_lading_id: number, hold_type_id: number): Sql {
  return sql`h.bill_of_lading_id = ${bill_of_lading_id} AND h.hold_type_id = ${hold_type_id}`;
}

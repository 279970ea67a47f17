import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { BILL } from '../../cargo/bills-of-lading/bill-lookup';
import { isOwned } from '../../cargo/interests/owned-stays';
import { Booking } from '../../cargo/setup/booking.kind';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { isTheirs } from '../../common/party-wall/party-wall';
import { COMMON } from '../../common/errors/codes';
import { Invalid, naming, Refused, Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import type { CreateChargePreviews } from './preview.dto';

/** The most numbers that a request names, and the most containers of one answer. */
const MOST_NUMBERS = 100;
const MOST = 1_000;

/** A container, and the stay in question; none while it has not come. */
export interface Asked {
  container: { id: number; number: string };
  stay_id: number | null;
}

/**
 * Finds the containers that a request asks about, with their stays. For who is limited to parties they are there when an
 * owner of the stay is among these.
 */
@Injectable()
export class RequestedContainers {
  constructor(private readonly db: Db) {}

  /**
   * The containers of the numbers, the bill, the booking or the voyage that a request names.
   * @throws Invalid, Unknown, and Refused for too many
   */
  async of(input: CreateChargePreviews): Promise<Asked[]> {
    const { organization_id } = this.db.actor;
    if (input.container_numbers) return this.numbered(input.container_numbers);
    const where = await this.staysOf(input);
    const rows = await this.db.query<{ id: number; number: string; stay_id: number }>(sql`
      SELECT c.id, c.number, s.id AS stay_id FROM container_stays s
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      WHERE s.organization_id = ${organization_id} AND ${where} AND s.status <> 'cancelled' AND s.in_at IS NOT NULL
        AND ${isOwned('s.id', this.db.actor)}
      ORDER BY s.id LIMIT ${MOST + 1}`);
    if (rows.length > MOST)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: `There are more than ${MOST.toLocaleString('en')} containers: name some of them.`,
        field: 'container_numbers',
      });
    return rows.map(({ id, number, stay_id }) => ({ container: { id, number }, stay_id }));
  }

  /** SQL: the condition on the stays `s` of the bill, booking or voyage that is named. Throws Unknown. */
  private async staysOf({ bill_of_lading: bill, booking, voyage }: CreateChargePreviews): Promise<Sql> {
    const { organization_id } = this.db.actor;
    if (booking)
      return sql`s.booking_id = ${await this.db.idOf(Booking, 'number', booking, 'booking')}::bigint`;
    if (!bill) {
      const id = await this.db.idOf(Voyage, 'number', voyage, 'voyage');
      return sql`(s.arrived_by_voyage_id = ${id}::bigint OR s.departed_by_voyage_id = ${id}::bigint)`;
    }
    const { dataSource, actor } = this.db;
    const [found] = await this.db.query<{ id: number }>(sql`
      SELECT b.id FROM (${BILL.find(organization_id, [BILL.keyOf(bill)])}) f
      JOIN bill_of_ladings b ON b.organization_id = ${organization_id} AND b.id = f.id
      WHERE ${isTheirs(dataSource, BillOfLading, 'b', actor)}`);
    if (!found) throw new Unknown('Bill of lading', bill.number, 'bill_of_lading');
    return sql`s.id IN (SELECT l.stay_id FROM container_bills l
      WHERE l.organization_id = ${organization_id} AND l.bill_of_lading_id = ${found.id})`;
  }

  private async numbered(numbers: string[]): Promise<Asked[]> {
    if (numbers.length > MOST_NUMBERS)
      throw new Invalid({ container_numbers: [`must have at most ${MOST_NUMBERS} items`] });
    if (!numbers.length) throw new Invalid({ container_numbers: ['must name a container'] });
    const keys = numbers.map(normalizeContainerNumber);
    const rows = await this.db.query<{ id: number; number: string; stay_id: number | null }>(sql`
      SELECT c.id, c.number, c.stay_id FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.number', keys, 'text')}
        AND ${isOwned('c.stay_id', this.db.actor)}`);
    return keys.map((key, at) => {
      const found = rows.find(({ number }) => number === key);
      if (!found)
        throw new Refused({
          code: COMMON.unknown_reference,
          sentence: `Container '${numbers[at]}' is unknown.`,
          field: `container_numbers.${at}`,
          records: naming('container', numbers[at]!),
        });
      const { id, number, stay_id } = found;
      return { container: { id, number }, stay_id };
    });
  }
}

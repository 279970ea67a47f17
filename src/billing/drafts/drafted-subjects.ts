import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { BILL } from '../../cargo/bills-of-lading/bill-lookup';
import { Booking } from '../../cargo/setup/booking.kind';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { Refused, Unknown } from '../../common/errors/errors';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { RECORD_ID, SUBJECT_TYPE } from '../charges/subjects';
import type { CustomerKey } from '../customers/customer-key';
import { namedCustomer, type Payer } from '../customers/named-customer';
import type { SubjectKey } from '../facts/subject-facts';
import { RequestedContainers } from '../previews/requested-containers';
import { namedAlone } from '../previews/named-alone';
import { DRAFTED, type CreateInvoiceDrafts } from './draft.dto';
import { IS_OPEN } from './open-charges';

/** What leaves, so that somebody has to pay before. */
const RELEASED: readonly string[] = ['container_numbers', 'bill_of_lading', 'booking'];

/** The most subjects that a request charges. */
const MOST = 2_000;

/** What a request has invoiced. */
export interface Drafted {
  /** How sentences name it. */
  label: string;
  keys: SubjectKey[];
  /** The only customer; all payers unless given. */
  payer?: Payer;
  /** Whether it is for those who have to pay before the containers leave, and nobody else. */
  forRelease: boolean;
}

/** Finds what a request wants to have invoiced. */
@Injectable()
export class DraftedSubjects {
  constructor(
    private readonly db: Db,
    private readonly containers: RequestedContainers,
  ) {}

  /** @throws Invalid unless exactly one thing is named; Unknown for a record that is not there; Refused for too many */
  async of(input: CreateInvoiceDrafts): Promise<Drafted> {
    const { customer } = input;
    const isNarrowed = Boolean(customer) && DRAFTED.some((name) => name !== 'customer' && input[name]);
    const field = namedAlone(isNarrowed ? { ...input, customer: null } : input, DRAFTED);
    const named = await this.named(input, field);
    const isOfContainers = RELEASED.includes(field);
    const drafted: Drafted = {
      ...named,
      ...(isNarrowed && { payer: (await namedCustomer(this.db, customer!)).payer }),
      forRelease: isOfContainers && !customer && input.customers !== 'all',
    };
    if (drafted.keys.length > MOST)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: `There are more than ${MOST.toLocaleString('en')} records to charge: name some of them.`,
        field,
      });
    return drafted;
  }

  private async named(
    input: CreateInvoiceDrafts,
    field: (typeof DRAFTED)[number],
  ): Promise<Omit<Drafted, 'forRelease'>> {
    if (field === 'customer') return this.ofCustomer(input.customer!);
    if (field === 'truck_visit_id') {
      const id = (await this.db.idOf(TruckVisit, 'id', input.truck_visit_id!, field))!;
      return { label: `truck visit ${id}`, keys: [{ type: 'truck_visit', id }] };
    }
    const requested = await this.containers.of(input);
    const stays = requested.flatMap(({ stay_id }) => stay_id ?? []);
    const ofStays = among('o.stay_id', stays);
    if (field === 'container_numbers') {
      const numbers = requested.map(({ container: { number } }) => number);
      const label = `container${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}`;
      return { label, keys: [...staysOf(stays), ...(await this.orders(ofStays))] };
    }
    if (field === 'booking') {
      const id = await this.db.idOf(Booking, 'number', input.booking!, field);
      const orders = await this.orders(sql`(o.booking_id = ${id}::bigint OR ${ofStays})`);
      return { label: `booking ${input.booking}`, keys: [...staysOf(stays), ...orders] };
    }
    if (field === 'voyage') {
      const id = (await this.db.idOf(Voyage, 'number', input.voyage!, field))!;
      const orders = await this.orders(sql`(o.voyage_id = ${id}::bigint OR ${ofStays})`);
      return {
        label: `voyage ${input.voyage}`,
        keys: [{ type: 'voyage', id }, ...staysOf(stays), ...orders],
      };
    }
    const bill = input.bill_of_lading!;
    const id = await this.billId(bill);
    const items = await this.db.query<{ id: number }>(sql`
      SELECT p.id FROM packing_list_items p
      WHERE p.organization_id = ${this.db.actor.organization_id} AND p.bill_of_lading_id = ${id}
      ORDER BY p.id LIMIT ${MOST + 1}`);
    const orders = await this.orders(sql`(o.bill_of_lading_id = ${id}::bigint OR ${ofStays})`);
    const keys: SubjectKey[] = items.map((item) => ({ type: 'packing_list_item', id: item.id }));
    return { label: `bill of lading ${bill.number}`, keys: [...staysOf(stays), ...keys, ...orders] };
  }

  /** What has open charges for the customer, and the containers here that it is consignee or line of. */
  private async ofCustomer(key: CustomerKey): Promise<Omit<Drafted, 'forRelease'>> {
    const { organization_id } = this.db.actor;
    const { named, payer } = await namedCustomer(this.db, key);
    const { column, id } = payer;
    const keys = await this.db.query<SubjectKey>(sql`
      SELECT ${raw(SUBJECT_TYPE)} AS type, ${raw(RECORD_ID)} AS id
      FROM charge_subjects s WHERE s.organization_id = ${organization_id} AND s.id IN (
        SELECT c.subject_id FROM charges c WHERE c.organization_id = ${organization_id}
          AND ${isPaidBy(payer)} AND ${IS_OPEN})
      ORDER BY s.id LIMIT ${MOST + 1}`);
    const here =
      column === 'consignee_id' || column === 'shipping_line_id'
        ? await this.db.query<{ id: number }>(sql`
            SELECT s.id FROM container_stays s
            WHERE s.organization_id = ${organization_id} AND s.status = 'here'
              AND ${raw(`s.${column}`)} = ${id}
            ORDER BY s.id LIMIT ${MOST + 1}`)
        : [];
    const known = new Set(keys.map((key) => `${key.type} ${key.id}`));
    const others = staysOf(here.map((stay) => stay.id)).filter((key) => !known.has(`${key.type} ${key.id}`));
    return { label: `customer ${named}`, keys: [...keys, ...others], payer };
  }

  private async orders(which: Sql): Promise<SubjectKey[]> {
    const found = await this.db.query<{ id: number }>(sql`
      SELECT o.id FROM service_orders o
      WHERE o.organization_id = ${this.db.actor.organization_id} AND ${which} ORDER BY o.id LIMIT ${MOST + 1}`);
    return found.map(({ id }) => ({ type: 'service_order', id }));
  }

  private async billId(bill: NonNullable<CreateInvoiceDrafts['bill_of_lading']>): Promise<number> {
    const [found] = await this.db.query<{ id: number }>(
      BILL.find(this.db.actor.organization_id, [BILL.keyOf(bill)]),
    );
    if (!found) throw new Unknown('Bill of lading', bill.number, 'bill_of_lading');
    return found.id;
  }
}

/** SQL: whether a company pays the charge `c`; none while billing has not named it. */
export const isPaidBy = ({
  column,
  id,
}: Payer): Sql => sql`c.customer_id = (SELECT b.id FROM billing_customers b
  WHERE b.organization_id = c.organization_id AND ${raw(`b.${column}`)} = ${id}::bigint)`;

const staysOf = (ids: number[]): SubjectKey[] => ids.map((id) => ({ type: 'container_stay', id }));

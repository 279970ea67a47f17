import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { BILL } from '../../cargo/bills-of-lading/bill-lookup';
import { Booking } from '../../cargo/setup/booking.kind';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { humanize } from '../../common/errors/humanize';
import { Invalid, Refused, Unknown } from '../../common/errors/errors';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { RECORD_ID, SUBJECT_TYPE } from '../charges/subjects';
import type { CustomerKey } from '../customers/customer-key';
import { CUSTOMERS } from '../customers/customers';
import type { SubjectKey } from '../facts/subject-facts';
import { AskedContainers } from '../previews/asked-containers';
import { DRAFTED, type CreateInvoiceDrafts } from './draft.dto';
import { IS_OPEN } from './open-charges';

/** The most subjects that a request charges. */
const MOST = 2_000;

/** What a request has invoiced. */
export interface Drafted {
  /** How sentences name it. */
  label: string;
  keys: SubjectKey[];
  /** The only customer, by its id in billing_customers; all payers unless given. */
  customer_id?: number;
}

/** Finds what a request wants to have invoiced. */
@Injectable()
export class DraftedSubjects {
  constructor(
    private readonly db: Db,
    private readonly containers: AskedContainers,
  ) {}

  /** @throws Invalid unless exactly one thing is named; Unknown for a record that is not there; Refused for too many */
  async of(input: CreateInvoiceDrafts): Promise<Drafted> {
    const named = DRAFTED.filter((field) => input[field] !== undefined && input[field] !== null);
    const [field] = named;
    if (named.length !== 1 || !field)
      throw new Invalid({
        [named[1] ?? 'container_numbers']: [`is not named alone: name one of ${DRAFTED.join(', ')}`],
      });
    const drafted = await this.named(input, field);
    if (drafted.keys.length > MOST)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: `There are more than ${MOST.toLocaleString('en')} records to charge: name some of them.`,
        field,
      });
    return drafted;
  }

  private async named(input: CreateInvoiceDrafts, field: (typeof DRAFTED)[number]): Promise<Drafted> {
    if (field === 'customer') return this.ofCustomer(input.customer!);
    if (field === 'truck_visit_id') {
      const id = (await this.db.idOf(TruckVisit, 'id', input.truck_visit_id!, field))!;
      return { label: `truck visit ${id}`, keys: [{ type: 'truck_visit', id }] };
    }
    const asked = await this.containers.of(input);
    const stays = asked.flatMap(({ stay_id }) => stay_id ?? []);
    const ofStays = among('o.stay_id', stays);
    if (field === 'container_numbers') {
      const numbers = asked.map(({ container: { number } }) => number);
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
  private async ofCustomer({ customer_type: type, code, name }: CustomerKey): Promise<Drafted> {
    const { organization_id } = this.db.actor;
    const { entity, column, namedBy } = CUSTOMERS[type];
    const by = namedBy.includes('code') && code ? 'code' : 'name';
    const named = by === 'code' ? code : name;
    if (!named) throw new Invalid({ 'customer.name': ['is required'] });
    const company = await this.db.find(entity, { [by]: named });
    if (!company) throw new Unknown(humanize(type), named, 'customer');
    const { id } = company;
    const [customer] = await this.db.query<{ id: number }>(sql`
      SELECT b.id FROM billing_customers b
      WHERE b.organization_id = ${organization_id} AND ${raw(`b.${column}`)} = ${id}`);
    const customer_id = customer?.id ?? 0;
    const keys = await this.db.query<SubjectKey>(sql`
      SELECT ${raw(SUBJECT_TYPE)} AS type, ${raw(RECORD_ID)} AS id
      FROM charge_subjects s WHERE s.organization_id = ${organization_id} AND s.id IN (
        SELECT c.subject_id FROM charges c WHERE c.organization_id = ${organization_id}
          AND c.customer_id = ${customer_id} AND ${IS_OPEN})
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
    return { label: `customer ${named}`, keys: [...keys, ...others], customer_id };
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

const staysOf = (ids: number[]): SubjectKey[] => ids.map((id) => ({ type: 'container_stay', id }));

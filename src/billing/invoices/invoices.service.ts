import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Invalid, NotFound, Refused, Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { Values } from '../../common/schema/columns';
import { BillsService } from '../../cargo/bills-of-lading/bills.service';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { BilledContainer } from './billed-container.entity';
import { CUSTOMERS } from './customers';
import type {
  CreateInvoice,
  CreateInvoiceLine,
  CustomerKey,
  InvoiceQuery,
  UpdateInvoice,
} from './invoice.dto';
import { Invoice } from './invoice.entity';
import { filterInvoices } from './invoice-filters';
import { InvoiceLine } from './invoice-line.entity';
import { invoiceCurrency, invoiceTotals, lineTotal } from './invoice.rules';
import { InvoiceItem, UpdatedInvoice } from './invoice.view';

/** The id or the number of a container, where one is named. */
type ContainerKey = number | string | null | undefined;

/** The ids of containers by their numbers, and by themselves. */
type ContainerIds = Map<string | number, number>;

@Injectable()
export class InvoicesService {
  constructor(
    private readonly db: Db,
    private readonly bills: BillsService,
  ) {}

  /** @throws Invalid for the ledger id of a customer of no type */
  list(query: InvoiceQuery): Promise<Page> {
    if (query.customer_general_ledger_id && !query.customer_type)
      throw new Invalid({ customer_type: ['is required with customer_general_ledger_id'] });
    const reader = this.db.read(InvoiceItem);
    return filterInvoices(reader, query).page(query.request());
  }

  /** @throws Refused when the number is taken or a record that it names is unknown */
  async create(input: CreateInvoice): Promise<Json> {
    const lines = input.line_items ?? [];
    const billed = (input.bl_container_numbers ?? []).map(normalizeContainerNumber);
    const containers = await this.containers(lines, billed);
    const currency = invoiceCurrency(input.currency, lines);
    const rows = lines.map((line) => lineColumns(line, currency, containers));
    const totals = invoiceTotals(
      rows.map((row) => row.total),
      input.taxes_and_fees ?? 0,
    );
    const invoice_id = await this.db.insert(Invoice, {
      ...(await this.references(input)),
      ...totals,
      currency,
      number: input.number,
      general_ledger_id: input.general_ledger_id,
      is_proforma: input.is_proforma ?? false,
      created_during: input.created_during,
      creation_method: input.creation_method,
      movement_id: input.movement_id,
      invoiced_at: input.invoiced_at,
    });
    await this.db.insertAll(
      InvoiceLine,
      rows.map((row) => ({ ...row, invoice_id })),
    );
    const ids = [...new Set(billed)].map((number) => containers.get(number)!);
    await this.db.insertAll(
      BilledContainer,
      ids.map((container_id) => ({ invoice_id, container_id })),
    );
    return this.read(InvoiceItem, invoice_id);
  }

  /** Writes only the columns that are sent, so an approval and a payment at once both stay. Throws NotFound. */
  async update(idOrNumber: string, { approved, ...input }: UpdateInvoice): Promise<Json> {
    const id = await this.find(idOrNumber);
    const approval = approved
      ? { approved, approved_at: new Date(), approved_by_id: this.db.actor.user_id }
      : { approved, approved_at: null, approved_by_id: null };
    await this.db.update(Invoice, id, { ...input, ...(approved !== undefined && approval) });
    return this.read(UpdatedInvoice, id);
  }

  /** @throws NotFound */
  async remove(idOrNumber: string): Promise<string> {
    await this.db.remove(Invoice, await this.find(idOrNumber), 'Invoice');
    return 'Invoice was successfully deleted.';
  }

  /** The id of the invoice that a path names; all digits are tried as the id first. Throws NotFound. */
  private async find(idOrNumber: string): Promise<number> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    if (!invoice) throw new NotFound(`Invoice '${idOrNumber}'`);
    return invoice.id;
  }

  private read(view: Type, id: number): Promise<Json> {
    return this.db
      .read(view)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Invoice ${id}`);
  }

  /** The references of an invoice as columns. Throws Refused for an unknown one. */
  private async references(input: CreateInvoice): Promise<Values<Invoice>> {
    const bill_of_lading_id = await this.bills.reference(input);
    if (input.bl_container_numbers?.length && !bill_of_lading_id)
      throw new Refused('Containers are billed by their bill of lading: name it.', {
        field: 'bill_of_lading',
      });
    return {
      ...(await this.customer(input.customer)),
      voyage_id: await this.db.reference(Voyage, 'number', 'voyage', input),
      truck_visit_id: await this.db.idOf(TruckVisit, 'id', input.truck_visit_id, 'truck_visit_id'),
      bill_of_lading_id,
    };
  }

  /** The column that refers to the customer: a shipping line by code or by a name of its own, others by name. */
  private async customer({ customer_type, code, name }: CustomerKey): Promise<Values<Invoice>> {
    const { entity, column } = CUSTOMERS[customer_type];
    const ofLine = customer_type === 'ShippingLine' && code;
    const value = ofLine || name;
    if (!value) throw new Invalid({ 'customer.name': ['is required'] });
    const found = ofLine
      ? await this.db.findAll(ShippingLine, { code: ofLine })
      : await this.db.findAll(entity, { name: value });
    const what = `${customer_type} '${value}'`;
    if (!found.length) throw new Unknown(customer_type, value, 'customer');
    if (found.length > 1) throw new Refused(`There are several: ${what}.`, { field: 'customer' });
    return { [column]: found[0]!.id };
  }

  /** The containers that lines and the bill's part name, found at once. Throws Refused for an unknown one. */
  private async containers(lines: CreateInvoiceLine[], billed: string[]): Promise<ContainerIds> {
    const ofLines = lines.map(containerNamed);
    const named = [...ofLines, ...billed];
    const rows = await this.db.query<{ id: number; number: string }>(sql`
      SELECT id, number FROM containers WHERE organization_id = ${this.db.actor.organization_id}
        AND (number = ANY(${named.filter((each) => typeof each === 'string')})
          OR id = ANY(${named.filter((each) => typeof each === 'number')}::bigint[]))`);
    const ids: ContainerIds = new Map(rows.map(({ id, number }) => [number, id]));
    for (const { id } of rows) ids.set(id, id);
    const check = (key: ContainerKey, field: string) => {
      if (key && !ids.has(key)) throw new Unknown('Container', key, field);
    };
    ofLines.forEach((key, i) =>
      check(key, `line_items.${i}.container${typeof key === 'number' ? '_id' : ''}`),
    );
    billed.forEach((number, i) => check(number, `bl_container_numbers.${i}`));
    return ids;
  }
}

/** The container that a line names: its id, or else its number as it is stored. */
function containerNamed({ container_id, container }: CreateInvoiceLine): ContainerKey {
  return container_id ?? (container && normalizeContainerNumber(container));
}

function lineColumns(line: CreateInvoiceLine, currency: string | null, containers: ContainerIds) {
  const { container: _container, container_id: _id, quantity, amount, ...rest } = line;
  const named = containerNamed(line);
  return {
    ...rest,
    quantity: quantity ?? 1,
    amount,
    total: lineTotal(quantity ?? 1, amount),
    currency,
    container_id: named ? containers.get(named) : null,
  };
}

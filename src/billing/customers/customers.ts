import type { Row, RowClass } from '../../common/schema/columns';
import type { PartyOfActor, PartyType } from '../../common/party-wall/party-types';
import type { Of } from '../../common/view/view';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { Agent } from '../../parties/setup/agent.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { jsonObject } from '../../common/view/json-sql';

export const CUSTOMER_TYPES = [
  'ShippingLine',
  'Consignee',
  'Agent',
  'FreightForwarder',
  'TruckingCompany',
] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** The columns that customers of every type share. */
type Customer = Row & { name: string | null };

interface CustomerTable {
  entity: RowClass<Customer>;
  table: string;
  /** The column of an invoice that refers to it. */
  column: 'shipping_line_id' | 'consignee_id' | 'agent_id' | 'freight_forwarder_id' | 'trucking_company_id';
  /** The field that an export names it by. */
  key: 'name' | 'code';
  /** The columns that a filter finds it by. */
  namedBy: readonly ('name' | 'code')[];
  /** Whether it has an address and an account in bookkeeping, as all but trucking companies have. */
  hasAddress: boolean;
}

/** The entity and table of each type of customer. */
export const CUSTOMERS: Record<CustomerType, CustomerTable> = {
  ShippingLine: {
    entity: ShippingLine,
    table: 'shipping_lines',
    column: 'shipping_line_id',
    key: 'code',
    namedBy: ['code', 'name'],
    hasAddress: true,
  },
  Consignee: {
    entity: Consignee,
    table: 'consignees',
    column: 'consignee_id',
    key: 'name',
    namedBy: ['name'],
    hasAddress: true,
  },
  Agent: {
    entity: Agent,
    table: 'agents',
    column: 'agent_id',
    key: 'name',
    namedBy: ['name'],
    hasAddress: true,
  },
  FreightForwarder: {
    entity: FreightForwarder,
    table: 'freight_forwarders',
    column: 'freight_forwarder_id',
    key: 'name',
    namedBy: ['name'],
    hasAddress: true,
  },
  TruckingCompany: {
    entity: TruckingCompany,
    table: 'trucking_companies',
    column: 'trucking_company_id',
    key: 'code',
    namedBy: ['code', 'name'],
    hasAddress: false,
  },
};

/** The columns that refer to a customer; one of them is set. */
export const CUSTOMER_COLUMNS = Object.values(CUSTOMERS).map(({ column }) => column);

/** The type of customer that a kind of party is. */
export function customerTypeOf(type: PartyType): CustomerType {
  return CUSTOMER_TYPES.find((each) => CUSTOMERS[each].column === `${type}_id`)!;
}

/** The keys (`Consignee:5`) by which facts and prices know parties as customers. */
export function keysOfParties(parties: readonly PartyOfActor[]): ReadonlySet<string> {
  return new Set(parties.map(({ type, record_id }) => `${customerTypeOf(type)}:${record_id}`));
}

/** SQL: the customer of an invoice as JSON. Name and address come from `customer_kept` once that is set. */
export const customerJson = (of: Of) => customerWith('general_ledger_id', of);
/** The same as the customer sees it: without its account in the bookkeeping of the terminal. */
export const customerForParties = (of: Of) => customerWith(undefined, of);

function customerWith(ledger: 'general_ledger_id' | undefined, of: Of): string {
  const kept = (field: string, now: string) =>
    `CASE WHEN ${of('customer_kept')} IS NULL THEN ${now} ELSE ${of('customer_kept')} ->> '${field}' END`;
  const objects = Object.entries(CUSTOMERS).map(([type, { table, column, hasAddress }]) => {
    const field = (name: string) => (hasAddress ? `c.${name}` : 'NULL::text');
    return `(
      SELECT ${jsonObject({ id: 'c.id', customer_type: `'${type}'`, name: kept('name', 'c.name'), address: kept('address', field('address')), general_ledger_id: ledger ? field(ledger) : 'NULL::text', email: field('email'), contact_person: field('contact_person'), phone: field('phone') })}
      FROM ${table} c WHERE c.organization_id = ${of('organization_id')} AND c.id = ${of(column)})`;
  });
  return `coalesce(${objects.join(', ')})`;
}

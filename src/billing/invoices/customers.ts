import type { Row, RowClass } from '../../common/schema/columns';
import type { Of } from '../../common/view/view';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { Agent } from '../../parties/setup/agent.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';

export const CUSTOMER_TYPES = ['ShippingLine', 'Consignee', 'Agent'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** The columns that customers of every type share. */
export type Customer = Row & { name: string | null; general_ledger_id: string | null };

/** The entity and table of each type of customer, and the column of an invoice that refers to it. */
export const CUSTOMERS: Record<CustomerType, { entity: RowClass<Customer>; table: string; column: string }> =
  {
    ShippingLine: { entity: ShippingLine, table: 'shipping_lines', column: 'shipping_line_id' },
    Consignee: { entity: Consignee, table: 'consignees', column: 'consignee_id' },
    Agent: { entity: Agent, table: 'agents', column: 'agent_id' },
  };

/** SQL: the customer of an invoice as JSON. Name and address come from `customer_kept` once that is set. */
export function customerJson(of: Of): string {
  const kept = (field: string) =>
    `CASE WHEN ${of('customer_kept')} IS NULL THEN c.${field} ELSE ${of('customer_kept')} ->> '${field}' END`;
  const objects = Object.values(CUSTOMERS).map(
    ({ table, column }) => `(
      SELECT json_build_object('id', c.id, 'name', ${kept('name')}, 'address', ${kept('address')},
        'general_ledger_id', c.general_ledger_id, 'email', c.email, 'contact_person', c.contact_person,
        'phone', c.phone)
      FROM ${table} c WHERE c.organization_id = ${of('organization_id')} AND c.id = ${of(column)})`,
  );
  return `coalesce(${objects.join(', ')})`;
}

import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { humanize } from '../../common/errors/humanize';
import { Lookup, lookupOf } from '../../common/write/lookups';
import type { WriteRow } from '../../common/write/write-row';
import { COMPANY } from '../../parties/setup/trucking-company-reference';
import type { CustomerKey } from './customer-key';
import { CUSTOMERS } from './customers';

/** Finds a shipping line by name, when exactly one has that name. */
const LINE_BY_NAME: Lookup = {
  ...lookupOf('shipping_lines', 'name'),
  find: (organization_id, keys) => sql`
    SELECT f.name AS key, CASE WHEN count(*) = 1 THEN min(f.id) END AS id FROM shipping_lines f
    WHERE f.organization_id = ${organization_id} AND ${among('f.name', keys, 'text')} GROUP BY f.name`,
  several: (name) => `There are several: Shipping line '${name}'.`,
};

/**
 * Finds the customer that a request names: a shipping line by code or by a unique name, a trucking company by either,
 * others by name (decision 75).
 * @param take receives its id in the table of its type
 */
export function wantCustomer(
  row: WriteRow,
  field: string,
  named: CustomerKey,
  take: (id: number) => void,
): void {
  const { customer_type: type, code, name } = named;
  const { table, key } = CUSTOMERS[type];
  const what = humanize(type);
  if (key === 'code' && code) row.want(field, lookupOf(table, 'code'), code, take, { what });
  else if (!name) row.invalid(`${field}.name`, 'is required');
  else if (typeof name === 'object' && type !== 'Consignee') row.invalid(`${field}.name`, 'must be text');
  else row.want(field, byName(type), name, take, { what });
}

function byName(type: CustomerKey['customer_type']): Lookup {
  if (type === 'ShippingLine') return LINE_BY_NAME;
  return type === 'TruckingCompany' ? COMPANY : lookupOf(CUSTOMERS[type].table, 'name');
}

import type { Db } from '../../common/database/db';
import { Invalid, Unknown } from '../../common/errors/errors';
import { humanize } from '../../common/errors/humanize';
import type { CustomerKey } from './customer-key';
import { CUSTOMERS } from './customers';

/** A company by the column of customers that refers to it, and its id there. */
export interface Payer {
  column: (typeof CUSTOMERS)[keyof typeof CUSTOMERS]['column'];
  id: number;
}

/**
 * The company that the field `customer` of a request names.
 * @throws Invalid without a name or a code; Unknown
 */
export async function namedCustomer(
  db: Db,
  { customer_type: type, code, name }: CustomerKey,
): Promise<{ named: string; payer: Payer }> {
  const { entity, column, namedBy } = CUSTOMERS[type];
  const by = namedBy.includes('code') && code ? 'code' : 'name';
  const named = by === 'code' ? code : name;
  if (!named) throw new Invalid({ 'customer.name': ['is required'] });
  const company = await db.find(entity, { [by]: named });
  if (!company) throw new Unknown(humanize(type), named, 'customer');
  return { named, payer: { column, id: company.id } };
}

import type { Client } from '../setup/client';
import { aConsignee } from './parties';
import { Body, next } from './record';

/** An invoice to a new consignee, unless `customer` is given. */
export async function anInvoice(
  client: Client,
  body: { customer?: object; [field: string]: unknown } = {},
): Promise<Body> {
  const customer = body.customer ?? { customer_type: 'Consignee', name: (await aConsignee(client)).name };
  return (await client.create('/invoices', { number: `INV-${next()}`, ...body, customer })).invoice;
}

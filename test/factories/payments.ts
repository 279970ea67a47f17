import type { Client } from '../setup/client';
import { aConsignee } from './parties';
import { aRecord, type Body, next } from './record';

export const aTill = aRecord('tills', 'till', () => ({ name: `Till ${next()}`, currency: 'EUR' }));

/** A payment of which nothing is allocated. */
export async function aPayment(client: Client, body: object = {}): Promise<Body> {
  const customer = { customer_type: 'Consignee', name: (await aConsignee(client)).name };
  const paid = { customer, amount: '10.00', currency: 'EUR', way: 'card', ...body };
  return (await client.create('/payments', paid)).payment;
}

/** The closing of a new till that took nothing. */
export async function aTillClosing(client: Client): Promise<Body> {
  const { id } = await aTill(client);
  await client.post(`/tills/${id}/open`, { float: '50.00' });
  return (await client.create(`/tills/${id}/close`, { counted: { cash: '50.00' } })).till_closing;
}

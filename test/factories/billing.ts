import type { Client } from '../setup/client';
import { aBooking } from './cargo';
import { aConsignee } from './parties';
import { aRecord, Body, next } from './record';

/** An invoice to a new consignee, unless `customer` is given. */
export async function anInvoice(
  client: Client,
  body: { customer?: object; [field: string]: unknown } = {},
): Promise<Body> {
  const customer = body.customer ?? { customer_type: 'Consignee', name: (await aConsignee(client)).name };
  return (await client.create('/invoices', { number: `INV-${next()}`, ...body, customer })).invoice;
}

export const aCalendar = aRecord('calendars', 'calendar', () => ({ name: `Calendar ${next()}` }));
export const aTax = aRecord('taxes', 'tax', () => ({
  code: `T${next()}`,
  category: 'S',
  percentages: [{ percent: '21.00', valid_from: '2012-10-01' }],
}));

export const aTaxRule = async (client: Client, body: { tax?: string; [field: string]: unknown } = {}) => {
  const tax = body.tax ?? (await aTax(client)).code;
  const rule = { tax_class: `class-${next()}`, treatment: 'domestic', ...body, tax };
  return (await client.create('/tax_rules', rule)).tax_rule;
};

export const aChargeCode = aRecord('charge_codes', 'charge_code', () => ({
  code: `C${next()}`,
  measure: 'storage',
}));
export const aTariff = aRecord('tariffs', 'tariff', () => ({
  name: `Tariff ${next()}`,
  currency: 'EUR',
  valid_from: '2026-01-01',
}));

/** A rate of a new tariff and storage code, unless they are given. */
export async function aRate(
  client: Client,
  body: { tariff?: string; charge_code?: string; [field: string]: unknown } = {},
): Promise<Body> {
  const tariff = body.tariff ?? (await aTariff(client)).name;
  const charge_code = body.charge_code ?? (await aChargeCode(client)).code;
  const counting = body.charge_code ? {} : { counting: 'calendar_day' };
  const price = body.tiers || body.amount ? {} : { amount: '20.00' };
  const rate = { position: next(), ...counting, ...price, ...body, tariff, charge_code };
  return (await client.create('/tariff_rates', rate)).tariff_rate;
}

const aCustomer = async (client: Client) => ({
  customer_type: 'Consignee',
  name: (await aConsignee(client)).name,
});

/** An account of a new consignee, unless `customer` is given. */
export const anAccount = async (
  client: Client,
  body: { customer?: object; [field: string]: unknown } = {},
) => {
  const customer = body.customer ?? (await aCustomer(client));
  return (await client.create('/billing_accounts', { ...body, customer })).billing_account;
};

export const anAgreement = async (client: Client, body: object = {}) => {
  const charge_code = (await aChargeCode(client)).code;
  const customer = await aCustomer(client);
  const agreement = { charge_code, extra_units: 2, reason: 'Agreed by telephone', customer, ...body };
  return (await client.create('/free_time_agreements', agreement)).free_time_agreement;
};

export const aNomination = async (
  client: Client,
  body: { booking?: string; [field: string]: unknown } = {},
) => {
  const booking = body.booking ?? (await aBooking(client)).number;
  const customer = await aCustomer(client);
  return (await client.create('/payer_nominations', { customer, ...body, booking })).payer_nomination;
};

export const anOrder = async (
  client: Client,
  body: { charge_code?: string; [field: string]: unknown } = {},
) => {
  const charge_code = body.charge_code ?? (await aChargeCode(client, { measure: 'service_order' })).code;
  return (await client.create('/service_orders', { ...body, charge_code })).service_order;
};

/** A mail with an invoice, which is not sent where no mail is set up. */
export async function aMail(client: Client): Promise<Body> {
  const { id } = await anInvoice(client);
  await client.put(`/invoices/${id}`, { invoice: { approved: true } });
  return (await client.create(`/invoices/${id}/send`, { to: 'docs@westhaven.example' })).mail;
}

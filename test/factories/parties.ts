import { randomUUID } from 'node:crypto';
import type { Client } from '../setup/client';
import { aRecord, next } from './record';

export const aUser = aRecord('users', 'user', () => ({ email: `user.${next()}@harbour.example` }));
export const anIdentityIssuer = aRecord('identity_issuers', 'identity_issuer', () => ({
  name: `Issuer ${next()}`,
  issuer: `https://id-${randomUUID()}.example`,
  audience: 'wharfinger',
}));
/** A token of a new user. */
export const aToken = async (client: Client) =>
  (await client.create('/tokens', { user: (await aUser(client)).email, role: 'read' })).token;
export const aFreightForwarder = aRecord('freight_forwarders', 'freight_forwarder', () => ({
  name: `Forwarder ${next()}`,
}));
export const aConsignee = aRecord('consignees', 'consignee', () => ({ name: `Consignee ${next()}` }));
export const aTruckDriver = aRecord('truck_drivers', 'truck_driver', () => ({
  license_number: `DL-${next()}`,
}));
export const aTruckingCompany = aRecord('trucking_companies', 'trucking_company', () => ({
  code: `T${next()}`,
}));
export const anAgent = aRecord('agents', 'agent', () => ({ name: `Agent ${next()}` }));
export const anExporter = aRecord('exporters', 'exporter', () => ({ name: `Exporter ${next()}` }));

export const aShippingLine = async (client: Client, body: object = {}) =>
  (await client.create('/shipping_lines', { shipping_line: { code: `L${next()}`, ...body } })).shipping_line;

export const aTruck = async (client: Client, body: object = {}) =>
  (await client.create('/trucks', { truck: { license_plate: `TR-${next()}`, ...body } })).truck;

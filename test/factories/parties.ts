import { randomUUID } from 'node:crypto';
import type { PartyInput } from '../../src/common/party-wall/party-reference';
import { TokensService } from '../../src/common/auth/tokens.service';
import { Client } from '../setup/client';
import { within } from './services';
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

/** A client with a new token of the user that is limited to parties. */
export async function limitedTo(client: Client, ...parties: PartyInput[]): Promise<Client> {
  const { service, organization_id, user_id } = client;
  const { token } = await within(client, TokensService, (of) =>
    of.create(user_id, { role: 'write', parties }),
  );
  return new Client(
    service,
    organization_id,
    user_id,
    { read: token, write: token, admin: token },
    'write',
    true,
  );
}

import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { aContainer } from './cargo';
import { aNewContainer, aVisitFor, dropOff, gateOut } from './gate';
import { aShippingLine } from './parties';
import { type Body, next } from './record';
import { aPort, aTerminal } from './voyages';

/** What is shown to whom. */
export interface Telling {
  client: Client;
  partner: Body;
  flow: Body;
  line: string;
}

/** The terminal of the organization, in a port. */
export async function aPortTerminal(client: Client, body: object = {}): Promise<Body> {
  const { locode } = await aPort(client, { locode: 'NLVLI', name: 'Vlissingen' });
  return aTerminal(client, { port: locode, smdg_code: 'NQ01', ...body });
}

/** A partner of a new line, who is shown nothing yet. */
export async function aPartner(client: Client, body: object = {}): Promise<{ partner: Body; line: string }> {
  const partner = (
    await client.create('/edi_partners', {
      name: `Hub ${next()}`,
      edi_id: `HUB${next()}`,
      own_edi_id: 'NORTHQUAY',
      ...body,
    })
  ).edi_partner;
  return { partner, line: await aLineOf(client, partner) };
}

/** A line whose EDI settings name a partner. */
export async function aLineOf(client: Client, partner: Body, settings: object = {}): Promise<string> {
  const edi_partner = { name: partner.name, edi_id: partner.edi_id };
  const { code } = await aShippingLine(client, { edi_settings: { edi_partner, ...settings } });
  return code;
}

/** A flow of messages that go to a partner. */
export async function anOutgoingFlow(client: Client, partner: Body, body: object = {}): Promise<Body> {
  const named = { name: partner.name, edi_id: partner.edi_id };
  const flow = { name: `Flow ${next()}`, partner: named, direction: 'out', message: 'CODECO', ...body };
  return (await client.create('/edi_flows', flow)).edi_flow;
}

/** A terminal, a partner with its line, and a flow to it. */
export async function aTelling(client: Client, flow: object = {}, partner: object = {}): Promise<Telling> {
  await aPortTerminal(client);
  const made = await aPartner(client, partner);
  return { client, ...made, flow: await anOutgoingFlow(client, made.partner, flow) };
}

/** A truck brings a container of a line, and leaves. Returns the visit and the number. */
export async function gatedIn(
  client: Client,
  line: string,
  cargo: object = {},
  purpose: object = {},
): Promise<{ visit: Body; number: string }> {
  const arriving = await aNewContainer(client, { shipping_line: line, ...cargo });
  const visit = await aVisitFor(client, [dropOff(arriving, purpose)]);
  const left = await gateOut(client, visit.truck.license_plate, {});
  if (left.status !== 200) throw new Error(JSON.stringify(left.body));
  return { visit, number: arriving.container_number };
}

/** Takes the first interchange of a visit back. */
export async function takenBack(client: Client, visit: Body): Promise<void> {
  const path = `/truck_visits/${visit.id}/interchanges/${visit.interchanges[0].id}/reverse`;
  const { status, body } = await client.post(path, { reason: 'Wrong box' });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** The items of a status, once there are so many. */
export const itemsWaiting = (client: Client, count: number, query = 'status=waiting'): Promise<Body[]> =>
  eventually(`${count} items of ${query}`, async () => {
    const { body } = await client.get(`/edi_items?per=100&${query}`);
    return body.edi_items.length === count && body.edi_items;
  });

/** The outgoing interchanges, once there are so many. */
export const interchangesOut = (client: Client, count: number, query = ''): Promise<Body[]> =>
  eventually(`${count} interchanges out`, async () => {
    const { body } = await client.get(`/edi_interchanges?direction=out&per=100&${query}`);
    return body.edi_interchanges.length === count && body.edi_interchanges;
  });

/** The segments of an interchange as text, without those of its envelope. */
async function textOf({ service, organization_id }: Client, { id }: { id: number }): Promise<string> {
  const [payload] = await service.query<{ text: string }>(
    `SELECT convert_from(bytes, 'latin1') AS text FROM edi_payloads
     WHERE organization_id = $1 AND edi_interchange_id = $2`,
    [organization_id, id],
  );
  return payload!.text;
}

/** The segments of an interchange, one each. */
export const segmentsOf = async (client: Client, interchange: { id: number }): Promise<string[]> =>
  (await textOf(client, interchange)).split("'").filter(Boolean);

/** The messages of an interchange. */
export const messagesOf = async (client: Client, { id }: { id: number }): Promise<Body[]> =>
  (await client.get(`/edi_messages?per=100&edi_interchange=${id}`)).body.edi_messages;

/** What a new flow, which tells once a day, has to tell of a container, by SQL. */
export async function anEdiItem(client: Client): Promise<Body> {
  const { partner, line } = await aPartner(client);
  const { locode } = await aPort(client);
  await aTerminal(client, { port: locode });
  const flow = await anOutgoingFlow(client, partner, { every_minutes: 1440 });
  const { id, number } = await aContainer(client);
  const [item] = await client.service.query<{ id: number }>(
    `INSERT INTO edi_items (organization_id, edi_flow_id, container_id, container_number, shipping_line_id, code,
       function, status)
     SELECT $1, $2, $3, $4, id, '34', '9', 'withdrawn' FROM shipping_lines WHERE organization_id = $1 AND code = $5
     RETURNING id`,
    [client.organization_id, flow.id, id, number, line],
  );
  return item;
}

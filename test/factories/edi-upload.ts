import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { aShippingLine } from './parties';
import { next } from './record';
import { aPort, aTerminal } from './voyages';

type Body = any;

/** A partner of a line with flows of the messages that it sends; the terminal has a port. */
export interface Exchange {
  partner: Body;
  line: string;
  sender: string;
}

/** A line, its partner with the same id in messages, and an active flow for each kind of message. */
export async function anExchange(client: Client, messages: string[], flow: object = {}): Promise<Exchange> {
  const admin = client.as('admin');
  const nth = next();
  const { code: line } = await aShippingLine(client);
  const sender = `HUB${nth}`;
  const { edi_partner: partner } = await admin.create('/edi_partners', {
    name: `Hub ${nth}`,
    edi_id: sender,
    own_edi_id: 'NORTHQUAY',
  });
  for (const message of messages)
    await admin.create('/edi_flows', {
      name: `${message} of ${sender}`,
      partner: { name: partner.name, edi_id: sender },
      direction: 'in',
      message,
      shipping_lines: [line],
      ...flow,
    });
  return { partner, line, sender };
}

/** A terminal in a port, which messages speak of as here. Returns its id. */
export async function aPortOfOurs(client: Client, locode = 'NLVLI'): Promise<number> {
  const admin = client.as('admin');
  await aPort(admin, { locode });
  return (await aTerminal(admin, { port: locode, smdg_code: 'NQ01' })).id;
}

/** An interchange of messages, each its type and segments such as `BGM+126+X+9`. */
export function interchange(
  { sender }: Pick<Exchange, 'sender'>,
  messages: [type: string, segments: string[]][],
  reference = String(next()),
): string {
  const lines = [
    `UNB+UNOC:3+${sender}+NORTHQUAY+261126:0900+${reference}`,
    ...messages.flatMap(([type, segments], at) => [
      `UNH+${at + 1}+${type}`,
      ...segments,
      `UNT+${segments.length + 2}+${at + 1}`,
    ]),
    `UNZ+${messages.length}+${reference}`,
  ];
  return lines.map((line) => `${line}'`).join('\n');
}

/** Uploads an interchange, and waits until its messages are looked at. Returns them. */
export async function send(client: Client, text: string, query = ''): Promise<Body[]> {
  const answer = await client.send('POST', `/edi_interchanges${query}`, text, {
    'content-type': 'application/EDIFACT',
  });
  expect(answer.status).toBe(201);
  const { id } = answer.body.edi_interchange;
  return eventually(`interchange ${id} is worked at`, async () => {
    const { body } = await client.get(`/edi_interchanges/${id}`);
    if (body.edi_interchange.status === 'received') return false;
    const { body: list } = await client.get(`/edi_messages?edi_interchange=${id}&per=100`);
    return (
      list.edi_messages.every(({ status }: Body) => status !== 'received') && (list.edi_messages as Body[])
    );
  });
}

/** Uploads an interchange of one message, and returns that. */
export async function sendOne(
  client: Client,
  exchange: Pick<Exchange, 'sender'>,
  type: string,
  segments: string[],
  query = '',
): Promise<Body> {
  const [message] = await send(client, interchange(exchange, [[type, segments]]), query);
  return message;
}

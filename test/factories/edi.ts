import { writeInterchange, type WrittenMessage } from '../../src/edi/edifact/writer';
import { type Answer, Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { aPort } from './voyages';
import { aRecord, type Body, next } from './record';

/** What partners call the terminal, unless a test says otherwise. */
const TERMINAL = 'NORTHQUAY';

/** A partner that calls the terminal NORTHQUAY. */
export const aPartner = aRecord('edi_partners', 'edi_partner', () => {
  const number = next();
  return { name: `Hub ${number}`, edi_id: `HUB${number}`, own_edi_id: TERMINAL };
});

/** How a body names a partner. */
export const naming = ({ name, edi_id }: Body) => ({ name, edi_id });

/** A flow of bookings from a new partner for all lines, unless it is given otherwise. */
export async function aFlow(client: Client, body: Body = {}): Promise<Body> {
  const partner = body.partner ?? naming(await aPartner(client));
  const flow = { name: `Flow ${next()}`, direction: 'in', message: 'COPARN', all_lines: true };
  return (await client.create('/edi_flows', { ...flow, ...body, partner })).edi_flow;
}

/** A word of a new port for all partners, unless it is given otherwise. */
export async function aCode(client: Client, body: Body = {}): Promise<Body> {
  const named = body.list ? {} : { list: 'port', ours: (await aPort(client)).locode };
  return (await client.create('/edi_codes', { theirs: `W${next()}`, ...named, ...body })).edi_code;
}

export interface Envelope {
  sender: string | string[];
  recipient: string;
  reference: string;
  character_set: string;
  syntax_version: string;
  prepared_at: [date: string, time: string];
  test: boolean;
  messages: WrittenMessage[];
}

/** A message of a kind, with these segments behind its BGM. */
export const aMessage = (
  message = 'COPARN',
  { reference = '1', directory = '95B', segments = [] as WrittenMessage['segments'] } = {},
): WrittenMessage => ({
  reference,
  type: [message, 'D', directory, 'UN', 'ITG14'],
  segments: [['BGM', '126', `DOC${next()}`, '9'], ...segments],
});

/** The bytes of an interchange with one message, with a reference of its own unless it is given otherwise. */
export function anInterchange(envelope: Partial<Envelope> & Pick<Envelope, 'sender'>): Buffer {
  const { messages = [aMessage()], recipient = TERMINAL, test = false } = envelope;
  return writeInterchange(
    {
      character_set: envelope.character_set ?? 'UNOA',
      syntax_version: envelope.syntax_version ?? '2',
      sender: envelope.sender,
      recipient,
      prepared_at: envelope.prepared_at ?? ['260302', '1015'],
      control_reference: envelope.reference ?? `R${next()}`,
      asks_acknowledgement: false,
      test,
      service_advice: false,
      line_breaks: true,
    },
    messages,
  );
}

/** Sends bytes to the inbox. */
export const upload = (
  client: Client,
  bytes: Buffer | string,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer> =>
  client.send('POST', `/edi_interchanges${query && `?${query}`}`, bytes, {
    'content-type': 'application/EDIFACT',
    ...headers,
  });

/** Uploads bytes, and waits until they were read. */
export async function uploaded(client: Client, bytes: Buffer | string, query = ''): Promise<Body> {
  const answer = await upload(client, bytes, query);
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return readInterchange(client, answer.body.edi_interchange.id);
}

/** An interchange, once it was read. */
export const readInterchange = (client: Client, id: number): Promise<Body> =>
  eventually(`that interchange ${id} is read`, async () => {
    const { edi_interchange } = (await client.get(`/edi_interchanges/${id}`)).body;
    return edi_interchange.status !== 'received' && edi_interchange;
  });

/** The messages of an interchange in their order, once all were worked at. */
export const messagesOf = (client: Client, id: number): Promise<Body[]> =>
  eventually(`that the messages of interchange ${id} are worked at`, async () => {
    const { edi_messages } = (await client.get(`/edi_messages?per=100&edi_interchange=${id}`)).body;
    return edi_messages.every(({ status }: Body) => status !== 'received') && edi_messages;
  });

/** A client whose `write` token is bound to a partner. */
export async function boundTo(client: Client, { id }: Body): Promise<Client> {
  const { service, organization_id, user_id, tokens } = client;
  const write = await service.token(organization_id, user_id, 'write', id);
  return new Client(service, organization_id, user_id, { ...tokens, write }, 'write');
}

/** A message of a new partner, which is refused. */
export async function anEdiMessage(client: Client): Promise<Body> {
  const { edi_id: sender } = await aPartner(client);
  const { id } = await uploaded(client, anInterchange({ sender }));
  return (await messagesOf(client, id))[0];
}

import { DEMO_MOMENT, loadDemo } from '../../src/demo/demo';
import { MissedAppointmentsService } from '../../src/gate/slots/missed-appointments.service';
import { Answer, Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import type { Service } from '../setup/service';
import type { Call, Earlier } from './example-calls';

/** What calls speak of before they asked for it. */
const KNOWN = [
  '/hold_types',
  '/terminals',
  '/container_types',
  '/load_lists',
  '/discharge_lists',
  '/voyage_event_types?per_page=100',
];

/**
 * A client of the demonstration organization, with the times of a moment: unless given, that of which the guides speak.
 * Appointments that are missed by now are marked.
 */
export async function demoClient(service: Service, moment = DEMO_MOMENT): Promise<Client> {
  const admin = await loadDemo(service.dataSource, moment);
  await service.app.get(MissedAppointmentsService, { strict: false }).noticeAll();
  const [user] = await service.query<{ organization_id: number; user_id: number }>(
    'SELECT organization_id, user_id FROM tokens',
  );
  const { organization_id, user_id } = user!;
  await allWorkedAt(service, organization_id);
  const read = await service.token(organization_id, user_id, 'read');
  const write = await service.token(organization_id, user_id, 'write');
  return new Client(service, organization_id, user_id, { read, write, admin }, 'admin');
}

/** Waits until interchanges and messages were worked at, which goes on beside the request that sends or orders it. */
async function workedAt({ service, organization_id }: Client, asked: string): Promise<void> {
  if (/^\/edi_(interchanges|messages)/.test(asked)) await allWorkedAt(service, organization_id);
}

function allWorkedAt(service: Service, organization_id: number): Promise<unknown> {
  return eventually('that all messages are worked at', async () => {
    const [left] = await service.query(
      `SELECT FROM edi_interchanges WHERE organization_id = $1 AND status = 'received'
       UNION ALL SELECT FROM edi_messages WHERE organization_id = $1 AND asked IS NOT NULL LIMIT 1`,
      [organization_id],
    );
    return left === undefined;
  });
}

/** Plays calls in their order: `ask` sends each of them. All have to succeed. */
export async function play(
  client: Client,
  calls: Call[],
  ask: (method: Call['method'], path: string, body: object | undefined) => Promise<Answer>,
): Promise<void> {
  const earlier = new Map<string, Answer['body']>();
  for (const path of KNOWN) earlier.set(`GET ${path}`, (await client.get(path)).body);
  const lookUp: Earlier = (request) => {
    if (!earlier.has(request)) throw new Error(`${request} was not asked before`);
    return earlier.get(request);
  };
  for (const { method, path, body, fails = false } of calls) {
    const asked = typeof path === 'string' ? path : path(lookUp);
    const sent = typeof body === 'function' ? (body as (earlier: Earlier) => object)(lookUp) : body;
    const answer = await (fails ? client.send(method, asked, sent) : ask(method, asked, sent));
    if (answer.status >= 300 !== fails) throw new Error(`${method} ${asked}: ${JSON.stringify(answer.body)}`);
    if (method !== 'GET') await workedAt(client, asked);
    if (!fails) earlier.set(`${method} ${asked}`, answer.body);
  }
}

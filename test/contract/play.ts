import type { Answer, Client } from '../setup/client';
import { allWorkedAt } from '../setup/demonstration';
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

/** Waits until interchanges and messages were worked at, which goes on beside the request that sends or orders it. */
async function workedAt({ service, organization_id }: Client, asked: string): Promise<void> {
  if (/^\/(edi_(interchanges|messages)|imports)/.test(asked)) await allWorkedAt(service, organization_id);
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

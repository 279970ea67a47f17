import { aBill, aContainer, aLoadList, holdsOf, aDischargeList } from '../factories/cargo';
import { aVisit } from '../factories/gate';
import { document } from '../factories/lists';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every endpoint that has an id in its path, and the name of the last one there: `['get', '/trucks/{id}', 'id']` */
const ENDPOINTS = Object.entries(document.paths).flatMap(([path, operations]) =>
  VERBS.flatMap((verb) => {
    const ids = (operations[verb]?.parameters ?? []).flatMap((each) =>
      'schema' in each && each.in === 'path' && (each.schema as { type?: string }).type === 'integer'
        ? [each.name]
        : [],
    );
    return ids.slice(-1).map((name) => [verb, path.replace('/api/v1', ''), name] as const);
  }),
);

/** What is enough for any of them to look for its record. */
const BODY = {
  reason: 'R',
  moves: [],
  hold: { reference_number: 'R' },
  voyage_event: {},
  voyage_event_type_id: 1,
  vessel: {},
  load_list_item_type: 'full',
  purpose_type: 'pick up',
  cargo: { cargo_type: 'general cargo' },
  after: 0,
  until: 1,
  token: 'a.b.c',
  condition: 'sound',
};

describe('an id in a path', () => {
  const service = useService();

  it.each(ENDPOINTS)('%s %s: a %s that is no number is not there as any other', async (verb, path, name) => {
    const client = await service.current.organization();
    const known = await others(client, path, name);
    const ask = async (id: string) => {
      const { status, body } = await client[verb](
        path.replace(/\{(\w+)\}/g, (_, each: string) => (each === name ? id : known[each]!)),
        verb === 'get' ? undefined : BODY,
      );
      return { status, body };
    };
    const { status, body } = await ask('999999');
    expect(status).toBe(404);
    const text = JSON.stringify(body)
      .replaceAll(':999999', ':"abc"')
      .replace('999999 ', "'abc' ")
      .replace('999999', 'abc');
    expect(await ask('abc')).toEqual({ status, body: JSON.parse(text) });
  });
});

/** Keys of records for the other parameters of a path. */
async function others(client: Client, path: string, name: string): Promise<Record<string, string>> {
  const known: Record<string, string> = { id: '1' };
  if (path.includes('{voyage_number}')) known.voyage_number = (await aVoyage(client)).number;
  if (path.includes('{container_number}')) known.container_number = (await aContainer(client)).number;
  if (path.includes('{truck_visit_id}')) known.truck_visit_id = String((await aVisit(client)).id);
  if (path.includes('{load_list_id}')) known.load_list_id = String((await aLoadList(client)).id);
  if (path.includes('{discharge_list_id}'))
    known.discharge_list_id = String((await aDischargeList(client)).id);
  if (path.includes('{identity_id}')) known.id = String(client.user_id);
  if (path.includes('{delivery_id}')) {
    const { webhook_endpoint } = await client.create('/webhook_endpoints', { url: 'https://x.example/' });
    Object.assign(known, { id: String(webhook_endpoint.id), delivery_id: '1' });
  }
  if (name === 'hold_id') {
    const [, , manifest, , number] = decodeURIComponent(holdsOf(await aBill(client))).split('/');
    Object.assign(known, { manifest_client_identifier: manifest, bill_of_lading_number: number });
  }
  return known;
}

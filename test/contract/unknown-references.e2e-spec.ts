import { document } from '../factories/lists';
import { useService } from '../setup/service';

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  schema?: object;
}

const shared = document.components!.parameters as Record<string, Parameter>;

/** The filters of lists that take a text or an id, which may name a record. */
const FILTERS = Object.entries(document.paths).flatMap(([path, { get }]) => {
  if (!get || path.includes('{') || !get.responses['200'] || path.endsWith('/counts')) return [];
  const parameters = ((get.parameters ?? []) as Parameter[]).map((each) =>
    each.$ref ? shared[each.$ref.split('/').at(-1)!]! : each,
  );
  // lists alone have an order
  if (!parameters.some(({ name }) => name === 'order')) return [];
  return parameters.flatMap(({ name = '', in: place, schema }) => {
    const isOther = /^(page|per|per_page|after|order|updated_since|q|format)$/.test(name);
    const isName = !/"enum"|boolean|"format":"date/.test(JSON.stringify(schema));
    return place === 'query' && !isOther && isName ? [[path.replace('/api/v1', ''), name] as const] : [];
  });
});

/** What the contract wants to exist, what is asked together with another filter, and the container that slots are free for. */
const REFUSED = [
  '/invoices?customer_general_ledger_id',
  '/manifests?voyage_number',
  '/yard_slots/free?container',
];

describe('a filter that names a record which nobody knows', () => {
  const service = useService();

  it('finds nothing, in whichever list', async () => {
    expect(FILTERS.length).toBeGreaterThan(100);
    const client = await service.current.organization();
    const wrong: string[] = [];
    for (const [path, name] of FILTERS)
      for (const value of ['99999999', 'no such record']) {
        const query = `${path}?${name}=${encodeURIComponent(value)}`;
        const { status, body } = await client.get(query);
        const found = Object.values(body as object).find(Array.isArray) as unknown[] | undefined;
        const isEmpty = status === 200 && found?.length === 0;
        const isMalformed = body.code === 'invalid' && !REFUSED.includes(`${path}?${name}`);
        if (!isEmpty && !isMalformed) wrong.push(`${path}?${name}`);
      }
    expect([...new Set(wrong)]).toEqual(REFUSED);
  }, 60_000);
});

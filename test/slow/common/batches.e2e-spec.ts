import { aContainer } from '../../factories/cargo';
import { aHoldType } from '../../factories/holds';
import { aList, PAGED_LISTS } from '../../factories/lists';
import { aShippingLine } from '../../factories/parties';
import type { Answer, Client } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { useService } from '../../setup/service';
import { statementsOf } from '../../setup/statements';

const MANY = 40;

describe('reads of the same moment', () => {
  const service = useService();
  let client: Client;
  let numbers: string[];
  beforeEach(async () => {
    client = await service.current.organization();
    numbers = Array.from({ length: MANY }, (_, n) => `WHAU${1_000_000 + n}`);
    for (const number of numbers) await aContainer(client, { number });
  });

  async function getEach(paths: string[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const path of paths) answers.push(await client.get(path));
    return answers;
  }

  const getAll = (paths: string[], as = client) => Promise.all(paths.map((path) => as.get(path)));

  it('answer each request as a read of its own would, with few statements', async () => {
    const paths = numbers.flatMap((number) => [`/containers/${number}`, `/containers/${number}X`]);
    const alone = await getEach(paths);
    expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200, 404]));
    await eventually('few statements', async () => {
      const statements = await statementsOf(async () => {
        const together = await getAll(paths);
        expect(together.map(({ status, body }) => ({ status, body }))).toEqual(
          alone.map(({ status, body }) => ({ status, body })),
        );
      });
      return statements.length < paths.length / 2;
    });
  });

  it('also read holds and pages in batches', async () => {
    const { id } = await aHoldType(client);
    await client.put(`/containers/${numbers[3]}/holds/${id}/apply`);
    for (const code of ['A', 'B', 'C', 'D']) await aShippingLine(client, { code, name: `Line ${code}` });
    const paths = [
      ...numbers.map((number) => `/containers/${number}/holds`),
      ...Array.from({ length: 20 }, (_, n) => `/containers?per=3&page=${(n % 15) + 1}`),
      ...['A', 'B', 'C', 'D', 'E', 'Line'].map((name) => `/shipping_lines?name=${name}`),
    ];
    const alone = await getEach(paths);
    for (let i = 0; i < 3; i++)
      expect((await getAll(paths)).map(({ body }) => body)).toEqual(alone.map(({ body }) => body));
  });

  it('never share a batch between organizations', async () => {
    const other = await service.current.organization();
    for (const number of numbers.slice(0, 10)) await aContainer(other, { number, goods: 'Theirs' });
    const paths = numbers.map((number) => `/containers/${number}`);
    for (let i = 0; i < 3; i++) {
      const [ours, theirs] = await Promise.all([getAll(paths), getAll(paths, other)]);
      expect(ours.map(({ status, body }) => [status, body.container?.goods ?? null])).toEqual(
        numbers.map(() => [200, null]),
      );
      expect(theirs.map(({ status, body }) => [status, body.container?.goods ?? null])).toEqual(
        numbers.map((_, n) => (n < 10 ? [200, 'Theirs'] : [404, null])),
      );
    }
  });

  it('show what was written before the request, whatever else is in the batch', async () => {
    const [path] = numbers.map((number) => `/containers/${number}`);
    const others = numbers.slice(1).map((number) => `/containers/${number}`);
    for (let i = 0; i < 5; i++) {
      const beside = getAll(others);
      await client.patch(path!, { goods: `Tea ${i}` });
      const [answer] = await getAll([path!, ...others]);
      expect(answer!.body).toMatchObject({ container: { goods: `Tea ${i}` } });
      await beside;
    }
  });
});

/** These lists are streamed, are read from bytes, or change by themselves. */
const NOT_BATCHED = new Set([
  '/manifests/{manifest_client_identifier}/bill_of_ladings',
  '/voyages/{voyage_number}/bill_of_ladings',
  '/load_lists/{load_list_id}/load_list_items',
  '/edi_interchanges/{id}/segments',
  '/webhook_endpoints/{id}/deliveries',
]);

describe('a list that several requests read at once', () => {
  const service = useService({ DATABASE_POOL_SIZE: '4' });

  it.each(PAGED_LISTS.filter((list) => !NOT_BATCHED.has(list)))(
    'is the same for each request: %s',
    async (list) => {
      const client = await service.current.organization();
      const { path } = await aList(client, list, 3);
      let alone = await client.get(path);
      for (let i = 0; i < 7; i++) alone = await client.get(path);
      await eventually('a batch', async () => {
        const statements = await statementsOf(async () => {
          const together = await Promise.all(Array.from({ length: 12 }, () => client.get(path)));
          for (const { status, body } of together)
            expect({ status, body }).toEqual({ status: alone.status, body: alone.body });
        });
        return statements.some((text) => text.includes('batch.nth'));
      });
    },
  );
});

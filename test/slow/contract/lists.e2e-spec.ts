import { aList, CHANGING, document, PAGED_LISTS } from '../../factories/lists';
import type { Answer } from '../../setup/client';
import { useService } from '../../setup/service';

interface Item {
  id?: number;
  client_identifier?: string;
}

/** What tells the records of a page apart; manifests are answered without their ids. */
const keysOf = (body: Answer['body']) =>
  (Object.values(body).find(Array.isArray) as Item[]).map((item) => item.id ?? item.client_identifier);

/** The path that a link leads to, as the client asks for it. */
const pathOf = ({ url }: { url: string }): string => url.slice(url.indexOf('/api/v1') + '/api/v1'.length);

describe('every list', () => {
  const service = useService();

  it.each(PAGED_LISTS)('%s shows each record once while others are added, and leads back', async (list) => {
    const client = await service.current.organization();
    const { path, add } = await aList(client, list, 5);
    const ask = async (at: string) => {
      const { body } = await client.get(at);
      const { next = body.actions.next_page, previous = body.actions.previous_page } = body.actions;
      return { keys: keysOf(body), next, previous };
    };
    let page = await ask(`${path}?per=2&per_page=2`);
    const seen = [page.keys];
    while (page.next) {
      if (seen.length < 3) await add();
      page = await ask(pathOf(page.next));
      seen.push(page.keys);
    }
    const whole = await ask(`${path}?per=100&per_page=100`);
    expect(whole.keys.length).toBeGreaterThanOrEqual(7);
    expect(seen.flat()).toEqual(whole.keys);
    expect((await ask(pathOf(page.previous))).keys).toEqual(seen.at(-2));
  });

  it.each(PAGED_LISTS)(
    '%s begins with the newest where asked to, says how many, and what changed',
    async (list) => {
      const client = await service.current.organization();
      const { path, add } = await aList(client, list, 3);
      const whole = await client.get(`${path}?per=100&per_page=100`);
      const keys = keysOf(whole.body);
      expect(whole.headers['x-total-count']).toBe(String(keys.length));

      const seen: unknown[] = [];
      for (let at: string | undefined = `${path}?order=newest&per=2&per_page=2`; at;) {
        const { body } = await client.get(at);
        if (!seen.length) await add();
        seen.push(...keysOf(body));
        const { next = body.actions.next_page } = body.actions;
        at = next && pathOf(next);
      }
      expect(seen).toEqual(keys.toReversed());
      const { responses } = document.paths[`/api/v1${list}`]!.get!;
      const wrong = await client.get(`${path}?order=oldest`);
      // it is malformed, decision 5
      expect([wrong.status, wrong.body.error]).toEqual([
        '400' in responses ? 400 : 422,
        expect.stringMatching(/^Order must be ('newest', or left out|one of newest, .*)\.$/),
      ]);

      if (!CHANGING.includes(list)) return;
      const since = async (time: string) =>
        keysOf((await client.get(`${path}?per=100&per_page=100&updated_since=${time}`)).body);
      expect(await since('2000-01-01T00:00:00Z')).toEqual(expect.arrayContaining(keys));
      expect(await since('2100-01-01T00:00:00Z')).toEqual([]);
    },
  );
});

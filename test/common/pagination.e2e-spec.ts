import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const PATH = '/freight_forwarders';

describe('lists', () => {
  const service = useService({ PUBLIC_URL: 'https://terminal.example/wharfinger/' });
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** Adds forwarders named `<prefix>1` … by one statement. */
  const add = (count: number, prefix = 'F') =>
    service.current.fill(
      `INSERT INTO freight_forwarders (organization_id, name) SELECT $1, $2 || n FROM generate_series(1, $3::int) n`,
      [client.organization_id, prefix, count],
    );
  const names = (body: { freight_forwarders: { name: string }[] }) =>
    body.freight_forwarders.map(({ name }) => name);
  const pathOf = ({ url }: { url: string }) => url.slice('https://terminal.example/wharfinger/api/v1'.length);
  /** The link to the page behind the records of this one. */
  const behind = (body: { freight_forwarders: { id: number }[] }, query: string, path = PATH) =>
    link(`after=${body.freight_forwarders.at(-1)!.id}&${query}`, path);
  const link = (query: string, path = PATH) => ({
    method: 'GET',
    url: `https://terminal.example/wharfinger/api/v1${path}?${query}`,
  });

  it('answers 10 records a page in order of their ids, with links', async () => {
    await add(25);
    const first = (await client.get(PATH)).body;
    expect(names(first)).toEqual(Array.from({ length: 10 }, (_, i) => `F${i + 1}`));
    expect(first.actions).toEqual({
      index: link('per=10'),
      next: behind(first, 'page=2&per=10'),
      last: link('page=3&per=10'),
    });
    const second = (await client.get(`${PATH}?page=2`)).body;
    expect(second.actions).toEqual({
      index: link('per=10'),
      previous: link('page=1&per=10'),
      next: behind(second, 'page=3&per=10'),
      last: link('page=3&per=10'),
    });
    const third = (await client.get(`${PATH}?page=3`)).body;
    expect(names(third)).toHaveLength(5);
    expect(Object.keys(third.actions)).toEqual(['index', 'previous', 'last']);
  });

  it('counts pages from 1, and takes 0 for the first', async () => {
    await add(3);
    expect(names((await client.get(`${PATH}?page=0&per=2`)).body)).toEqual(['F1', 'F2']);
    expect(names((await client.get(`${PATH}?page=1&per=2`)).body)).toEqual(['F1', 'F2']);
    const { body } = await client.get(`${PATH}?page=0&per=2`);
    expect(body.actions.next).toEqual(behind(body, 'page=2&per=2'));
  });

  it('answers an empty page past the end', async () => {
    await add(3);
    const { status, body } = await client.get(`${PATH}?page=9`);
    expect([status, names(body)]).toEqual([200, []]);
    expect(Object.keys(body.actions)).toEqual(['index', 'last']);
    expect(body.actions.last).toEqual(link('page=1&per=10'));
    const { actions } = (await client.get(`${PATH}?page=2`)).body;
    expect(actions.previous).toEqual(link('page=1&per=10'));
    expect((await client.get(`${PATH}?page=2147483647&per=100`)).status).toBe(200);
  });

  it.each([
    [20, 2],
    [21, 3],
  ])(
    'leads back from just behind the end of %i records to page %i, and from further on nowhere',
    async (many, last) => {
      await add(many);
      const previous = async (page: number) =>
        (await client.get(`${PATH}?page=${page}`)).body.actions.previous;
      expect(await previous(last)).toEqual(link(`page=${last - 1}&per=10`));
      expect(await previous(last + 1)).toEqual(link(`page=${last}&per=10`));
      expect(await previous(last + 2)).toBeUndefined();
    },
  );

  it('takes more than 100 a page as 100, and says so in the links', async () => {
    await add(101);
    const { body } = await client.get(`${PATH}?per=1000`);
    expect(names(body)).toHaveLength(100);
    expect(body.actions.next).toEqual(behind(body, 'per=100&page=2'));
    expect(names((await client.get(`${PATH}?per=100`)).body)).toHaveLength(100);
    expect(names((await client.get(`${PATH}?per=99999999999`)).body)).toHaveLength(100);
  });

  it.each([
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e1',
    'page=last-',
    'per=0',
    'per=-1',
    'per=x',
    'per=1&per=2',
    'page[]=1',
    'after=0',
    'after=-1',
    'after=x',
    'after=1.5',
  ])('refuses %s', async (query) => {
    expect((await client.get(`${PATH}?${query}`)).status).toBe(400);
  });

  it("keeps the caller's filters and suffix in the links", async () => {
    await add(3, 'Größe & Co ');
    const { body } = await client.get(`${PATH}.json?name=gr%C3%B6%C3%9Fe%20%26&per=1&active=true&x[]=1`);
    expect(body.actions.next).toEqual(
      behind(body, 'name=gr%C3%B6%C3%9Fe+%26&per=1&active=true&x%5B%5D=1&page=2', `${PATH}.json`),
    );
    const followed = (await client.get(pathOf(body.actions.next))).body;
    expect(names(followed)).toEqual(['Größe & Co 2']);
    expect(followed.actions.previous.url).not.toContain('after');
  });

  it('answers the last page by name', async () => {
    await add(25);
    const { body } = await client.get(`${PATH}?page=last`);
    expect(names(body)).toEqual(['F21', 'F22', 'F23', 'F24', 'F25']);
    expect(Object.keys(body.actions)).toEqual(['index', 'previous', 'last']);
    expect(body.actions.previous).toEqual(link('page=2&per=10'));
    expect(names((await client.get(`${PATH}?page=last&name=nobody`)).body)).toEqual([]);
  });

  it('counts 10,000 records exactly, and no further', async () => {
    await add(10_000);
    expect((await client.get(PATH)).body.actions.last).toEqual(link('page=1000&per=10'));
    await add(5, 'G');
    expect((await client.get(PATH)).body.actions.last).toEqual(link('page=last&per=10'));
    const last = (await client.get(`${PATH}?page=last`)).body;
    expect(names(last)).toEqual(['F9996', 'F9997', 'F9998', 'F9999', 'F10000', 'G1', 'G2', 'G3', 'G4', 'G5']);
    expect(last.actions.previous).toEqual(link('page=last-1&per=10'));
    expect(last.actions).not.toHaveProperty('next');
    const before = (await client.get(`${PATH}?page=last-1`)).body;
    expect(names(before).at(-1)).toBe('F9995');
    expect(before.actions.next).toEqual(link('page=last&per=10'));
    expect(names((await client.get(`${PATH}?page=1001`)).body)).toEqual(['G1', 'G2', 'G3', 'G4', 'G5']);
  });

  it('counts in X-Total-Count as far, and says that there are more', async () => {
    const total = async (query = '') => (await client.get(`${PATH}${query}`)).headers['x-total-count'];
    expect(await total()).toBe('0');
    await add(10_000);
    expect(await total('?page=7')).toBe('10000');
    await add(1, 'G');
    expect(await total()).toBe('10000+');
    expect(await total('?page=last')).toBe('10000+');
    expect(await total('?name=G')).toBe('1');
    expect(await total('?order=newest&name=F9999')).toBe('1');
  });

  it('counts the same on every page, also where the page itself tells', async () => {
    await add(25);
    const { id } = (await client.get(PATH)).body.freight_forwarders.at(-1);
    for (const pages of [
      '',
      'page=3',
      'page=4',
      'page=last',
      'per=24',
      'per=25',
      'per=26',
      `after=${id}&page=2`,
    ])
      for (const others of ['', 'order=newest', 'updated_since=2000-01-01', 'name=f', 'name=f&active=true']) {
        const { headers } = await client.get(`${PATH}?${pages}&${others}`);
        expect([pages, others, headers['x-total-count']]).toEqual([pages, others, '25']);
      }
  });

  it('answers the newest first, forwards and back', async () => {
    await add(25);
    const first = (await client.get(`${PATH}?order=newest`)).body;
    expect(names(first)).toEqual(Array.from({ length: 10 }, (_, i) => `F${25 - i}`));
    expect(first.actions).toEqual({
      index: link('order=newest&per=10'),
      next: behind(first, 'order=newest&page=2&per=10'),
      last: link('order=newest&page=3&per=10'),
    });
    await add(3, 'late');
    const second = (await client.get(pathOf(first.actions.next))).body;
    expect(names(second)).toEqual(Array.from({ length: 10 }, (_, i) => `F${15 - i}`));
    expect(second.actions.previous).toEqual(link('order=newest&page=1&per=10'));
    const last = (await client.get(`${PATH}?order=newest&page=last`)).body;
    expect(names(last)).toEqual(['F8', 'F7', 'F6', 'F5', 'F4', 'F3', 'F2', 'F1']);
    expect(names((await client.get(`${PATH}?order=`)).body)[0]).toBe('F1');
  });

  it('ends with the oldest of more than it counts', async () => {
    await add(10_005);
    const last = (await client.get(`${PATH}?order=newest&page=last&per=3`)).body;
    expect(names(last)).toEqual(['F3', 'F2', 'F1']);
    expect(last.actions).not.toHaveProperty('next');
    const before = (await client.get(pathOf(last.actions.previous))).body;
    expect(names(before)).toEqual(['F6', 'F5', 'F4']);
    expect(before.actions.next).toEqual(link('order=newest&page=last&per=3'));
  });

  it('answers records that were created or changed since a time, that time included', async () => {
    await add(3);
    await service.current.query(
      `UPDATE freight_forwarders SET updated_at = '2020-01-01T12:00:00Z' WHERE organization_id = $1 AND name <> 'F2'`,
      [client.organization_id],
    );
    const since = async (time: string) =>
      names((await client.get(`${PATH}?updated_since=${encodeURIComponent(time)}`)).body);
    expect(await since('2020-01-01T13:00:00.000+01:00')).toEqual(['F1', 'F2', 'F3']);
    expect(await since('2020-01-01T12:00:00.001Z')).toEqual(['F2']);
    expect(await since('2020-01-02')).toEqual(['F2']);
    expect((await client.get(`${PATH}?updated_since=yesterday`)).status).toBe(400);
  });

  it('leads through every record once, while others are added', async () => {
    await add(35);
    const seen: string[] = [];
    let path: string | undefined = `${PATH}?per=10`;
    for (let round = 0; path; round++) {
      const { body }: { body: any } = await client.get(path);
      seen.push(...names(body));
      if (round < 3) await add(2, `late ${round} `);
      path = body.actions.next && pathOf(body.actions.next);
    }
    expect(seen).toHaveLength(41);
    expect(new Set(seen).size).toBe(41);
  });

  it('misses none while others are deleted, and shows none twice when an older one appears late', async () => {
    await add(25);
    const { body: first } = await client.get(PATH);
    const ids = (first.freight_forwarders as { id: number }[]).map(({ id }) => id);
    await service.current.query('DELETE FROM freight_forwarders WHERE id = ANY($1)', [ids.slice(0, 3)]);
    const { body: second } = await client.get(pathOf(first.actions.next));
    expect(names(second)[0]).toBe('F11');
    await service.current.query(
      `INSERT INTO freight_forwarders (organization_id, id, name) OVERRIDING SYSTEM VALUE VALUES ($1, $2, 'late')`,
      [client.organization_id, ids[0]],
    );
    const { body: third } = await client.get(pathOf(second.actions.next));
    expect(names(third)).toEqual(['F21', 'F22', 'F23', 'F24', 'F25']);
    expect(third.actions).not.toHaveProperty('next');
  });
});

import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** The path that a link leads to, as the client asks for it. */
const pathOf = ({ url }: { url: string }): string => url.slice(url.indexOf('/api/v1') + '/api/v1'.length);

describe('lists in order of a column', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const numbers = (body: { voyages: { number: string }[] }) => body.voyages.map(({ number }) => number);
  /** Makes voyages that berth on these days of November; null for one that nobody expects yet. */
  async function berthing(days: Record<string, number | null>) {
    const { name: vessel_name } = await aVessel(client);
    for (const [number, day] of Object.entries(days))
      await aVoyage(client, {
        number,
        vessel_name,
        ...(day && { et_of_berth: `2026-11-${String(day).padStart(2, '0')}T12:00:00Z` }),
      });
  }
  /** Follows `next` from a path on, and returns what each page has. */
  async function follow(path: string) {
    const pages: string[][] = [];
    for (let at: string | undefined = path; at;) {
      const { status, body } = await client.get(at);
      expect(status).toBe(200);
      pages.push(numbers(body));
      at = body.actions.next && pathOf(body.actions.next);
    }
    return pages;
  }
  /** Adds voyages with numbers M1, M2, …: every tenth is not expected, the others berth an hour after each other. */
  async function add(count: number) {
    await service.current.query(`INSERT INTO vessels (organization_id, name) VALUES ($1, 'Many')`, [
      client.organization_id,
    ]);
    await service.current.query(
      `INSERT INTO voyages (organization_id, number, vessel_id, et_of_berth)
       SELECT $1, 'M' || n, (SELECT id FROM vessels WHERE organization_id = $1 AND name = 'Many'),
         CASE WHEN n % 10 > 0 THEN timestamptz '2027-01-01Z' - n * interval '1 hour' END
       FROM generate_series(1, $2::integer) n`,
      [client.organization_id, count],
    );
  }

  it('are ascending or descending, then by id, with what has no value last', async () => {
    await berthing({ B: 20, NONE1: null, A: 10, C: 20, NONE2: null });
    expect(numbers((await client.get('/voyages?order=arrival')).body)).toEqual([
      'A',
      'B',
      'C',
      'NONE1',
      'NONE2',
    ]);
    expect(numbers((await client.get('/voyages?order=-arrival')).body)).toEqual([
      'C',
      'B',
      'A',
      'NONE2',
      'NONE1',
    ]);
    expect(numbers((await client.get('/voyages?order=')).body)[0]).toBe('B');
  });

  it.each(['arrival', '-arrival'])('are followed by %s while others are added and deleted', async (order) => {
    await berthing({ A: 10, B: 20, C: 20, D: 24, NONE1: null, NONE2: null, NONE3: null });
    const [whole] = await follow(`/voyages?order=${order}&per=100`);
    expect(await follow(`/voyages?order=${order}&per=2`)).toEqual([
      whole!.slice(0, 2),
      whole!.slice(2, 4),
      whole!.slice(4, 6),
      whole!.slice(6),
    ]);
    const first = (await client.get(`/voyages?order=${order}&per=2`)).body;
    await berthing({ NEW: order === 'arrival' ? 1 : 28 });
    await service.current.query('DELETE FROM voyages WHERE organization_id = $1 AND number = $2', [
      client.organization_id,
      whole![1],
    ]);
    const second = (await client.get(pathOf(first.actions.next))).body;
    expect(numbers(second)).toEqual(whole!.slice(2, 4));
  });

  it('have pages by number and from the end', async () => {
    await berthing({ B: 20, NONE: null, A: 10, C: 21 });
    const page = async (query: string) =>
      numbers((await client.get(`/voyages?order=-arrival&per=3${query}`)).body);
    expect(await page('&page=2')).toEqual(['NONE']);
    expect(await page('&page=last')).toEqual(['NONE']);
    expect(await page('&page=last-1')).toEqual(['C', 'B', 'A']);
    expect(await page('&page=9')).toEqual([]);
    const { body, headers } = await client.get('/voyages?order=-arrival&per=3&page=2');
    expect(headers['x-total-count']).toBe('4');
    expect(Object.keys(body.actions)).toEqual(['index', 'previous', 'last']);
  });

  it('are narrowed as others are', async () => {
    await berthing({ B: 20, NONE: null, A: 10, C: 21 });
    expect(await follow('/voyages?order=arrival&arrival_start=2026-11-15&per=1')).toEqual([['B'], ['C']]);
    expect(await follow('/voyages?order=-arrival&vessel_name=nobody')).toEqual([[]]);
  });

  it('go on beyond the counted range, in both directions and from the end', async () => {
    await add(11_500);
    const page = async (query: string) => numbers((await client.get(`/voyages?per=2&${query}`)).body);
    expect(await page('order=-arrival')).toEqual(['M1', 'M2']);
    expect(await page('order=arrival')).toEqual(['M11499', 'M11498']);
    expect(await page('order=arrival&page=3')).toEqual(['M11495', 'M11494']);
    expect(await page('order=arrival&page=last')).toEqual(['M11490', 'M11500']);
    expect(await page('order=-arrival&page=last')).toEqual(['M20', 'M10']);
    expect(await page('order=-arrival&page=last-1')).toEqual(['M40', 'M30']);
    // over the end of those that have a value
    let { body } = await client.get('/voyages?order=arrival&per=100&page=104');
    expect(numbers(body).slice(48, 52)).toEqual(['M2', 'M1', 'M10', 'M20']);
    body = (await client.get(pathOf(body.actions.next))).body;
    expect(numbers(body)[0]).toBe('M510');
    body = (await client.get('/voyages?order=-arrival&per=1')).body;
    expect(numbers((await client.get(pathOf(body.actions.next))).body)).toEqual(['M2']);
    // many match, and many do not
    await service.current.query(
      `UPDATE voyages SET cancelled = true WHERE organization_id = $1 AND id % 50 = 0`,
      [client.organization_id],
    );
    expect((await page('order=arrival&cancelled=false')).length).toBe(2);
  });

  it('come as files in their order, the next one after the last record', async () => {
    await add(30);
    await service.current.query(`UPDATE voyages SET number = number || ',"' WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    const { body } = await service.current.app.inject({
      url: '/api/v1/voyages?order=arrival',
      headers: { authorization: `Token token=${client.tokens.read}`, accept: 'text/csv' },
    });
    const lines = body.split('\r\n').slice(1, -1);
    const listed = (await client.get('/voyages?order=arrival&per=100')).body.voyages;
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
      listed.map(({ id }: { id: number }) => id),
    );
  });

  it.each([
    'order=number',
    'order=+arrival',
    'order=--arrival',
    'order=arrival&order=departure',
    'order=arrival&after=1',
    'order=arrival&after=1~x',
    'order=arrival&after=1~2026-02-31T00:00:00.000000Z',
    'order=arrival&after=0~',
    'after=1~',
    'after=1~2026-11-20T12:00:00.000000Z',
    'after=x',
  ])('refuse %s', async (query) => {
    await berthing({ A: 10 });
    const { status, body } = await client.get(`/voyages?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid']);
  });
});

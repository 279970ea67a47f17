import { Unavailable } from '../../src/common/errors/database-errors';
import { WholeLists } from '../../src/common/http/whole-lists';
import { aContainer, aYardArea, aYardSlot } from '../factories/cargo';
import { aHold } from '../factories/holds';
import { aShippingLine } from '../factories/parties';
import { aBox, aStack, moveTo, stacked } from '../factories/yard';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the stacks of a yard area', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aYardArea(client, { name: 'Block A' });
  });

  const read = async (area = 'Block A') => (await client.as('read').get(`/yard_areas/${area}/stacks`)).body;

  it('show each slot by bay and row, with its containers from the lowest up, and those without a slot', async () => {
    const { code } = await aShippingLine(client, { code: 'WHA' });
    const slot = await aStack(client, {
      name: 'A1',
      yard_area: 'Block A',
      bay: '1',
      row: '1',
      teu: 1,
      reefer_plug: true,
    });
    const facts = { container_status: 'full', usage: 'import', shipping_line: code, weight: 21580.5 };
    const low = await aBox(client, 20, facts);
    const high = await aBox(client, 20);
    for (const { number } of [low, high]) expect((await moveTo(client, number, 'A1')).status).toBe(201);
    await aHold(client, low.number);
    const place = { current_location_type: 'YardArea', current_location: 'Block A' };
    const loose = await aContainer(client, place);
    await aYardArea(client, { name: 'Block B' });
    await aContainer(client, { current_location_type: 'YardArea', current_location: 'Block B' });
    const shown = (container: { id: number; number: string }, values: object) => ({
      id: container.id,
      number: container.number,
      tier: null,
      size: null,
      container_status: null,
      usage: null,
      shipping_line: null,
      held: false,
      here_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      imdg_classes: [],
      weight: null,
      ...values,
    });
    const { id } = (await client.get('/yard_areas/Block A')).body.yard_area;
    expect(await read()).toEqual({
      yard_area: { id, name: 'Block A' },
      bays: [
        {
          bay: '1',
          rows: [
            {
              row: '1',
              slot: { id: slot.id, name: 'A1', tiers: 4, teu: 1, reefer_plug: true },
              containers: [
                shown(low, { ...facts, tier: 1, size: 20, held: true }),
                shown(high, { tier: 2, size: 20 }),
              ],
            },
          ],
        },
      ],
      unplaced: [shown(loose, {})],
    });
    expect(await read(String(id))).toMatchObject({ yard_area: { id } });
    expect((await client.get('/yard_areas/Nowhere/stacks')).status).toBe(404);
    const other = await service.current.organization();
    expect((await other.get(`/yard_areas/${id}/stacks`)).status).toBe(404);
  });

  it('are in order of the numbers in their names, with empty slots, and without a bay at the end', async () => {
    for (const [bay, row] of [
      ['10', '1'],
      ['2', '10'],
      ['2', '2'],
      ['2', null],
      [null, null],
      ['B', '1'],
    ])
      await aYardSlot(client, { yard_area: 'Block A', bay, row, tiers: 2, name: `S${bay}-${row}` });
    const { bays } = await read();
    expect(
      bays.map(({ bay, rows }: any) => [
        bay,
        ...rows.map(({ row, containers }: any) => [row, containers.length]),
      ]),
    ).toEqual([
      ['2', ['2', 0], ['10', 0], [null, 0]],
      ['10', ['1', 0]],
      ['B', ['1', 0]],
      [null, [null, 0]],
    ]);
  });

  it('show some bays alone, in the order of their names, without what is in no slot', async () => {
    for (const bay of ['2', '9', '10', 'B'])
      await aStack(client, { name: `slot ${bay}`, yard_area: 'Block A', bay, row: '7' });
    await aStack(client, { name: 'no bay', yard_area: 'Block A', bay: null, row: '7' });
    await aContainer(client, { current_location_type: 'YardArea', current_location: 'Block A' });
    const bays = async (query: string) => {
      const answer = await client.get(`/yard_areas/Block A/stacks?${query}`);
      const svg = await service.current.app.inject({
        url: `/api/v1/yard_areas/Block%20A/stacks.svg?${query}`,
        headers: { authorization: `Token token=${client.tokens.read}` },
      });
      const named = answer.body.bays.map(({ bay }: { bay: string | null }) => bay);
      const drawn = [...svg.body.matchAll(/font-weight="bold">([^<]{1,7})<\/text>/g)].map(([, name]) => name);
      return [named, answer.body.unplaced.length, drawn.filter((name) => name !== '7')];
    };
    expect(await bays('bay_from=&bay_until=')).toEqual([
      ['2', '9', '10', 'B', null],
      1,
      ['Block A', '2', '9', '10', 'B', 'no bay'],
    ]);
    expect(await bays('bay_from=9&bay_until=10')).toEqual([['9', '10'], 0, ['Block A', '9', '10']]);
    expect(await bays('bay_from=10')).toEqual([['10', 'B'], 0, ['Block A', '10', 'B']]);
    expect(await bays('bay_until=9')).toEqual([['2', '9'], 0, ['Block A', '2', '9']]);
  });

  it('of over 1,000 slots are shown and drawn in turns of a token, and some bays of them without', async () => {
    const { id } = (await client.get('/yard_areas/Block A')).body.yard_area;
    await service.current.query(
      `INSERT INTO yard_slots (organization_id, yard_area_id, name, bay, row, tiers)
       SELECT $1, $2, 'S' || n, (n / 50)::text, (n % 50)::text, 4 FROM generate_series(0, 1000) n`,
      [client.organization_id, id],
    );
    const turn = jest.spyOn(service.current.app.get(WholeLists, { strict: false }), 'turn');
    try {
      expect((await read()).bays).toHaveLength(21);
      expect((await client.get('/yard_areas/Block A/stacks?bay_from=1')).body.bays).toHaveLength(20);
      expect(turn).toHaveBeenCalledTimes(1);
      turn.mockRejectedValueOnce(new Unavailable('list_wait'));
      const headers = { authorization: `Token token=${client.tokens.read}` };
      const url = '/api/v1/yard_areas/Block%20A/stacks.svg';
      expect((await service.current.app.inject({ url, headers })).statusCode).toBe(503);
      expect((await service.current.app.inject({ url, headers })).body).toContain('Block A: 0 containers');
    } finally {
      turn.mockRestore();
    }
  });

  describe('as a picture', () => {
    const draw = (path: string, headers: Record<string, string> = {}) =>
      service.current.app.inject({
        method: 'GET',
        url: `/api/v1/yard_areas/${path}`,
        headers: { authorization: `Token token=${client.tokens.read}`, ...headers },
      });

    it('are an SVG with a title for each container, a legend and no script', async () => {
      await aStack(client, { name: 'A1', yard_area: 'Block A', reefer_plug: true });
      const numbers = await stacked(client, 'A1', 2, { container_status: 'full' });
      const answer = await draw('Block%20A/stacks.svg');
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(answer.body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1000" /);
      for (const number of numbers) expect(answer.body).toContain(`<title>${number}, full, `);
      expect(answer.body).toContain('full: 2');
      expect(answer.body).toContain('empty: 0');
      expect(answer.body).not.toMatch(/<script|style=|href=|on\w+=/);
      const accepted = await draw('Block%20A/stacks', { accept: 'image/svg+xml,*/*;q=0.5' });
      expect([accepted.headers['content-type'], accepted.body]).toEqual([
        answer.headers['content-type'],
        answer.body,
      ]);
      expect((await draw('Block%20A/stacks', { accept: '*/*' })).headers['content-type']).toMatch(
        'application/json',
      );
      expect((await draw('Nowhere/stacks.svg')).statusCode).toBe(404);
    });

    it.each(['status', 'usage', 'shipping_line', 'held', 'dwell', 'imdg'])(
      'take the colours of %s',
      async (colour) => {
        await aContainer(client, { current_location_type: 'YardArea', current_location: 'Block A' });
        expect((await draw(`Block%20A/stacks.svg?colour=${colour}`)).statusCode).toBe(200);
      },
    );

    it('refuse another colour', async () => {
      expect((await draw('Block%20A/stacks.svg?colour=size')).statusCode).toBe(422);
      expect((await draw('Block%20A/stacks?colour=size')).statusCode).toBe(422);
    });
  });
});

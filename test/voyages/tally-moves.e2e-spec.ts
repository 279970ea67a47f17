import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const PATH = '/tally_moves';

describe('tally moves', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  let container: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = { id: (await aVoyage(client, { number: 'V1' })).id, number: 'V1' };
    const { id, number } = (await client.create('/containers', { number: 'WHAU4142033' })).container;
    container = { id, number };
  });

  const LIFT = { voyage: 'V1', tally_type: 'loading', crane: 'A', kind: 'special_lift', lift_type: 'other' };

  it('are created with every field, references by key', async () => {
    const body = {
      reference: 'TM-1',
      tally_type: 'discharge',
      crane: 'Mobile crane 1',
      kind: 'tally',
      restow: true,
      delivery_type: 'yard',
      arrival_type: 'vessel',
      status: 'full',
      lift_type: 'multiple',
      containers: ['WHAU4158791'],
    };
    const answer = await client.post(`${PATH}.json`, {
      ...body,
      voyage: 'V1',
      container: 'whau 4142033',
      lifted_at: '2026-11-17T09:24:00Z',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.tally_move).toEqual({
      ...body,
      id: expect.any(Number),
      voyage: { id: voyage.id, number: 'V1' },
      container: { id: container.id, number: 'WHAU4142033' },
      lifted_at: '2026-11-17T09:24:00.000Z',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('make their reference when it is left out, a new one each time', async () => {
    const { reference, ...move } = await aTallyMove(client, LIFT);
    expect(reference).toMatch(/^TM-.{36}$/);
    expect(move).toMatchObject({
      container: null,
      restow: false,
      lifted_at: null,
      containers: [],
      status: null,
    });
    expect((await aTallyMove(client, LIFT)).reference).not.toBe(reference);
    for (const wrong of ['', '  ', null, 7])
      expect((await client.post(PATH, { ...LIFT, reference: wrong })).status).toBe(400);
  });

  it('name a record by its id as well', async () => {
    const { voyage: _number, ...lift } = LIFT;
    const body = { ...lift, kind: 'tally', voyage_id: voyage.id, container_id: container.id };
    expect(await aTallyMove(client, body)).toMatchObject({ voyage, container });
  });

  it.each(['voyage', 'tally_type', 'crane', 'kind'])('require %s', async (field) => {
    const { id } = await aTallyMove(client, LIFT);
    for (const answer of [
      await client.post(PATH, { ...LIFT, [field]: undefined }),
      await client.post(PATH, { ...LIFT, [field]: null }),
      await client.patch(`${PATH}/${id}`, { [field]: null }),
    ]) {
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
  });

  it.each([
    ['tally_type', 'load'],
    ['kind', 'lift'],
    ['lift_type', 'hatch'],
    ['lifted_at', 'now'],
    ['containers', 'X'],
  ])('refuse %s %s', async (field, value) => {
    const answer = await client.post(PATH, { ...LIFT, [field]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('name their container, or what was lifted', async () => {
    const { id } = await aTallyMove(client, LIFT);
    for (const [field, answer] of [
      ['container', await client.post(PATH, { ...LIFT, kind: 'tally' })],
      ['container', await client.post(PATH, { ...LIFT, kind: 'shift' })],
      ['container', await client.patch(`${PATH}/${id}`, { kind: 'shift' })],
      ['lift_type', await client.post(PATH, { ...LIFT, lift_type: null })],
      ['lift_type', await client.patch(`${PATH}/${id}`, { lift_type: null })],
    ] as const) {
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
    const update = await client.patch(`${PATH}/${id}`, { kind: 'shift', container: 'WHAU4142033' });
    expect(update.body.tally_move).toMatchObject({ kind: 'shift', container, voyage });
  });

  it('refuse unknown records, also those of another organization', async () => {
    const other = await service.current.organization();
    const foreign = await aVoyage(other, { number: 'V2' });
    for (const [field, value] of [
      ['voyage', 'V2'],
      ['voyage_id', foreign.id],
      ['container', 'NONE'],
      ['container_id', 999_999_999],
    ] as const) {
      const body = field === 'voyage_id' ? { ...LIFT, voyage: undefined } : LIFT;
      const answer = await client.post(PATH, { ...body, [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
  });

  it('are unique by reference, found by it, listed, updated and deleted', async () => {
    const first = await aTallyMove(client, { ...LIFT, reference: 'TM-1' });
    const second = await aTallyMove(client, { ...LIFT, reference: 'TM-2' });
    expect((await client.post(PATH, { ...LIFT, reference: 'TM-1' })).status).toBe(422);
    expect((await client.get(`${PATH}/TM-1.json`)).body.tally_move).toEqual(first);
    expect((await client.get(`${PATH}/${second.id}`)).body.tally_move).toEqual(second);
    const listed = async (query = '') => (await client.get(`${PATH}?${query}`)).body.tally_moves;
    expect(await listed()).toEqual([first, second]);
    expect(await listed('reference=TM-2')).toEqual([second]);
    const update = await client.put(`${PATH}/TM-1`, { containers: null, crane: 'B' });
    expect(update.body.tally_move).toEqual({ ...first, crane: 'B', updated_at: expect.any(String) });
    expect((await client.delete(`${PATH}/TM-1`)).status).toBe(200);
    expect(await listed()).toEqual([second]);
  });

  it('are written by an admin, and keep organizations apart', async () => {
    const { id } = await aTallyMove(client, LIFT);
    const writer = client.as('write');
    expect((await writer.get(`${PATH}/${id}`)).status).toBe(200);
    for (const answer of [
      await writer.post(PATH, LIFT),
      await writer.patch(`${PATH}/${id}`, { crane: 'B' }),
      await writer.delete(`${PATH}/${id}`),
    ])
      expect(answer.status).toBe(403);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.get(PATH)).body.tally_moves).toEqual([]);
  });

  it('keep their container and voyage from deletion', async () => {
    await aTallyMove(client, { ...LIFT, kind: 'tally', container: 'WHAU4142033' });
    expect((await client.delete('/containers/WHAU4142033')).status).toBe(409);
  });
});

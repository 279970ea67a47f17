import { aBill, aContainer, aManifest, keyOf } from '../factories/cargo';
import { aHoldType } from '../factories/holds';
import { document } from '../factories/lists';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { inTurn, timesAtOnce } from '../setup/meanwhile';
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
      vehicle: null,
      breakbulk: null,
      quantity: null,
      over: true,
      undone_at: null,
      undone_by: null,
      reason: null,
      undo_reason: null,
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
    const ids = { voyage_id: voyage.id, container_id: container.id };
    const body = { ...lift, ...ids, kind: 'tally', tally_type: 'discharge' };
    expect(await aTallyMove(client, body)).toMatchObject({ voyage, container });
  });

  it('have a voyage that the document says is never null, and take null beside its id as before', async () => {
    const { id } = await aTallyMove(client, LIFT);
    const { CreateTallyMove, UpdateTallyMove } = document.components!.schemas!;
    expect(CreateTallyMove).toHaveProperty('allOf', [{ $ref: '#/components/schemas/UpdateTallyMove' }]);
    const { properties } = UpdateTallyMove as { properties: Record<string, object> };
    expect(properties.voyage).toHaveProperty('type', 'string');
    expect(properties.voyage_id).toHaveProperty('type', 'integer');
    expect(properties.container).toHaveProperty('type', ['string', 'null']);
    expect((await client.patch(`${PATH}/${id}`, { voyage: null })).status).toBe(400);
    expect((await client.patch(`${PATH}/${id}`, { voyage_id: null })).status).toBe(400);
    expect((await client.patch(`${PATH}/${id}`, { voyage: null, voyage_id: voyage.id })).status).toBe(200);
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

  it.each([
    ['POST', 'kind', 'tally', 400, 'container'],
    ['POST', 'kind', 'shift', 400, 'container'],
    ['POST', 'lift_type', null, 400, 'lift_type'],
    ['PATCH', 'lift_type', null, 422, 'lift_type'],
  ] as const)('%s refuses %s %s without what was lifted', async (method, field, value, status, missing) => {
    const { id } = await aTallyMove(client, LIFT);
    const change = { [field]: value };
    const answer = await (method === 'POST'
      ? client.post(PATH, { ...LIFT, ...change })
      : client.patch(`${PATH}/${id}`, change));
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [missing]]);
  });

  it('keep what they counted: crane, times and words may be corrected', async () => {
    const { id, ...moved } = await aTallyMove(client, { voyage: 'V1', container: 'WHAU4142033' });
    await aVoyage(client, { number: 'V2' });
    await aContainer(client, { number: 'OTHER' });
    for (const change of [
      { kind: 'shift' },
      { tally_type: 'loading' },
      { voyage: 'V2' },
      { container: 'OTHER' },
      { container: null },
      { over: false },
      { quantity: 2 },
    ]) {
      const answer = await client.patch(`${PATH}/${id}`, change);
      expect([answer.status, answer.body.error, Object.keys(answer.body.errors)]).toEqual([
        422,
        'A move that was counted keeps its cargo and its tally: undo it and enter it again.',
        Object.keys(change),
      ]);
    }
    const same = { kind: 'tally', voyage: 'V1', container: 'WHAU4142033' };
    const words = { crane: 'B', lifted_at: '2026-11-20T07:42:00.000Z', status: 'full', restow: true };
    const { body } = await client.patch(`${PATH}/${id}`, { ...same, ...words });
    expect(body.tally_move).toEqual({ ...moved, id, ...words, updated_at: expect.any(String) });
  });

  it('are refused, corrected and undone in an open tally only', async () => {
    const { id } = await aTallyMove(client, { voyage: 'V1', container: 'WHAU4142033' });
    const [tally] = (await client.get('/tallies')).body.tallies;
    await client.post(`/tallies/${tally.id}/close`);
    for (const answer of [
      await client.post(PATH, { ...LIFT, tally_type: 'discharge' }),
      await client.patch(`${PATH}/${id}`, { crane: 'B' }),
      await client.delete(`${PATH}/${id}`),
    ])
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: 'The tally is closed.', code: 'tally_closed' },
      ]);
  });

  it('make the tally that is missing, once also when four do so at once', async () => {
    const boxes = ['A1', 'A2', 'A3', 'A4'];
    for (const number of boxes) await aContainer(client, { number });
    const moves = boxes.map((box) => () => aTallyMove(client, { voyage: 'V1', container: box }));
    await Promise.all(moves.map((move) => move()));
    const { tallies } = (await client.get('/tallies?voyage_number=V1')).body;
    expect(tallies).toEqual([expect.objectContaining({ tally_type: 'discharge', closed_at: null })]);
    expect((await client.get(`/tallies/${tallies[0].id}/items?status=over`)).body.items).toHaveLength(4);
  });

  it('are not made for a cancelled voyage', async () => {
    await client.patch('/voyages/V1', { voyage: { cancelled: true } });
    const answer = await client.post(PATH, LIFT);
    expect([answer.status, answer.body.code]).toEqual([422, 'voyage_cancelled']);
    expect((await client.get('/tallies')).body.tallies).toEqual([]);
  });

  it.each([
    ['voyage', ({ number }) => number],
    ['voyage_id', ({ id }) => id],
    ['container', () => 'NONE'],
    ['container_id', () => 999_999_999],
  ] as [string, (foreign: { id: number; number: string }) => unknown][])(
    'refuse an unknown %s, also one of another organization',
    async (field, value) => {
      const foreign = await aVoyage(await service.current.organization(), { number: 'V2' });
      const body = field === 'voyage_id' ? { ...LIFT, voyage: undefined } : LIFT;
      const answer = await client.post(PATH, { ...body, [field]: value(foreign) });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    },
  );

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
    const { body } = await client.as('write').delete(`${PATH}/TM-1`);
    expect(body).toEqual({ message: 'Tally move was successfully undone.' });
    const undone = {
      undone_at: expect.any(String),
      undone_by: expect.objectContaining({ name: 'Tess Ter' }),
    };
    expect(await listed()).toEqual([
      expect.objectContaining({ reference: 'TM-1', ...undone, reason: null }),
      second,
    ]);
    expect((await client.delete(`${PATH}/TM-1`)).body.error).toBe("Tally move 'TM-1' was undone already.");
  });

  it('need the role write, and keep organizations apart', async () => {
    const { id } = await aTallyMove(client, LIFT);
    const reader = client.as('read');
    expect((await reader.get(`${PATH}/${id}`)).status).toBe(200);
    for (const answer of [
      await reader.post(PATH, LIFT),
      await reader.patch(`${PATH}/${id}`, { crane: 'B' }),
      await reader.delete(`${PATH}/${id}`),
    ])
      expect(answer.status).toBe(403);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.get(PATH)).body.tally_moves).toEqual([]);
  });

  describe('move their container when they are created', () => {
    const place = async () => (await client.get('/containers/WHAU4142033')).body.container.current_location;
    const movements = async () =>
      (await client.get('/containers/WHAU4142033/movements')).body.movements.map(
        ({ movement_type, from, to, moved_at }: Record<string, string>) => [
          movement_type,
          from,
          to,
          moved_at,
        ],
      );
    const move = (body: object) => aTallyMove(client, { voyage: 'V1', container: 'WHAU4142033', ...body });
    const put = (current_location_type: string, current_location?: string) =>
      client.patch('/containers/WHAU4142033', { current_location_type, current_location });

    it('to the yard area, else the terminal, else the berth area of the voyage that discharges it', async () => {
      const { yard_area } = await client.create('/yard_areas', { name: 'Block A' });
      await client.create('/terminals', { name: 'North' });
      await client.create('/berth_areas', { name: 'Quay 1', terminal: 'North' });
      await client.create('/berth_areas', { name: 'Quay 2' });
      const idOf = async (path: string, key: string) =>
        (await client.get(`/${path}?name=${key}`)).body[path][0].id as number;
      const berth = async (name: string) => ({
        discharge_destination_type: 'Berth Area',
        discharge_destination_id: await idOf('berth_areas', name.replace(' ', '%20')),
      });
      const terminal = { discharge_destination_type: 'Terminal' };
      for (const [destination, expected] of [
        [{ assigned_yard_area_id: yard_area.id }, 'Yard Area: Block A'],
        [
          {
            ...terminal,
            discharge_destination_id: await idOf('terminals', 'North'),
            assigned_yard_area_id: null,
          },
          'Terminal: North',
        ],
        [await berth('Quay 1'), 'Terminal: North'],
        [await berth('Quay 2'), 'Berth Area: Quay 2'],
      ] as const) {
        await put('Voyage', 'V1');
        expect((await client.patch('/voyages/V1', { voyage: destination })).status).toBe(200);
        const { id } = await move({ lifted_at: '2026-11-17T09:41:00Z' });
        expect(await place()).toBe(expected.split(': ')[1]);
        const at = '2026-11-17T09:41:00.000Z';
        expect((await movements()).at(-1)).toEqual(['discharge', 'Voyage: V1', expected, at]);
        await client.delete(`${PATH}/${id}`);
        expect((await movements()).at(-1)).toEqual(['reversal', expected, 'Voyage: V1', at]);
      }
    });

    it('not when the yard has stacked it already, or when it is not here to load', async () => {
      const absent = await client.post(PATH, { ...LIFT, kind: 'tally', container: 'WHAU4142033' });
      expect(absent.body.errors).toEqual({ container: ["Container 'WHAU4142033' is not at the terminal."] });
      await client.create('/yard_slots', { name: 'A1-01' });
      await put('YardSlot', 'A1-01');
      const move = { ...LIFT, kind: 'tally', tally_type: 'discharge', container: 'WHAU4142033' };
      const here = await client.post(PATH, move);
      expect(here.body.errors).toEqual({
        container: ["Container 'WHAU4142033' is at the terminal already."],
      });
      expect(await movements()).toEqual([]);
      expect((await client.get('/tallies')).body.tallies).toEqual([]);
    });

    it('to no place when it is shifted, and no cargo when gear is lifted', async () => {
      await put('Voyage', 'V1');
      await move({ kind: 'shift' });
      await move({ kind: 'special_lift', lift_type: 'other' });
      expect(await movements()).toEqual([['shift', 'Voyage: V1', 'Voyage: V1', expect.any(String)]]);
    });

    it('on board, and mark it loaded on the load lists of that voyage only', async () => {
      await aVoyage(client, { number: 'V2' });
      const item = { load_list_item_type: 'full', container: 'WHAU4142033' };
      const list = async (name: string, number: string | undefined) =>
        (await client.create('/load_lists', { name, voyage: number, items: [item] })).load_list.id as number;
      const lists = [await list('L1', 'V1'), await list('L2', 'V2'), await list('L3', undefined)];
      const loaded = () =>
        Promise.all(
          lists.map(
            async (id) =>
              (await client.get(`/load_lists/${id}/load_list_items`)).body.load_list_items[0].loaded_at,
          ),
        );
      await put('Terminal');
      const { id } = await move({ tally_type: 'loading', lifted_at: '2026-11-20T07:42:00Z' });
      expect(await place()).toBe('V1');
      expect(await loaded()).toEqual(['2026-11-20T07:42:00.000Z', null, null]);
      await client.delete(`${PATH}/${id}`);
      expect(await loaded()).toEqual([null, null, null]);
    });

    it('not on board while it is held, itself or by its bill', async () => {
      const manifest = await aManifest(client, { voyage_id: voyage.id });
      const bill = await aBill(client, manifest);
      await client.patch('/containers/WHAU4142033', { bill_of_ladings: [keyOf(bill)] });
      const path = `/manifests/${manifest.client_identifier}/bill_of_ladings/${bill.number}/holds`;
      const { id } = await aHoldType(client, { applies_to: 'bill_of_lading' });
      await client.put(`${path}/${id}`);
      const loading = { ...LIFT, kind: 'tally', container: 'WHAU4142033' };
      const answer = await client.post(PATH, loading);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toBe('Container WHAU4142033 has unlifted holds and cannot be loaded.');
      expect(await movements()).toEqual([]);
      expect((await client.get(PATH)).body.tally_moves).toEqual([]);
      await move({ kind: 'shift', tally_type: 'loading' });
      await move({});
      expect((await client.post(PATH, loading)).body.code).toBe('container_held');
      await client.delete(`${path}/${id}`, { hold: { reference_number: 'R' } });
      expect((await client.post(PATH, loading)).status).toBe(201);
    });

    it('from where it is once it was loaded, when it is shifted meanwhile', async () => {
      await put('Terminal');
      await inTurn(service.current, [
        () => move({ tally_type: 'loading' }),
        () => move({ kind: 'shift', tally_type: 'loading' }),
      ]);
      expect(await place()).toBe('V1');
      expect((await movements()).map(([type, , to]: string[]) => [type, to])).toEqual([
        ['load', 'Voyage: V1'],
        ['shift', 'Voyage: V1'],
      ]);
    });

    it('once, when two are created at once', async () => {
      await put('Terminal');
      const loading = { ...LIFT, kind: 'tally', container: 'WHAU4142033' };
      const answers = await timesAtOnce(service.current, 2, () => client.post(PATH, loading));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(await movements()).toHaveLength(1);
    });
  });

  it('keep their container and voyage from deletion', async () => {
    await aTallyMove(client, { voyage: 'V1', container: 'WHAU4142033' });
    expect((await client.delete('/containers/WHAU4142033')).status).toBe(409);
  });
});

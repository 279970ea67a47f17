import {
  aBreakbulk,
  aContainer,
  aContainerType,
  aLoadList,
  aVehicle,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import { aContainerInYard } from '../factories/gate';
import { aHold, lift } from '../factories/holds';
import { aShippingLine } from '../factories/parties';
import { aVoyage } from '../factories/voyages';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { atOnce, inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/load_lists';
const LOADED_AT = '2026-11-20T07:42:00.000Z';

interface Item {
  id: number;
  notes: string | null;
  loaded: boolean;
  container: { number: string } | null;
}

const EMPTY = { load_list_item_type: 'empty', container: 'TDKU7334996' };

describe('load lists', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('lists those of a voyage', async () => {
    const { number } = await aVoyage(client, { number: 'TH2612' });
    const { name } = await aLoadList(client, { voyage: number });
    await aLoadList(client, { voyage: (await aVoyage(client, { number: 'TH26' })).number });
    const names = async (query: string) =>
      (await client.get(`${PATH}?${query}`)).body.load_lists.map((list: { name: string }) => list.name);
    expect(await names('voyage_number=TH2612')).toEqual([name]);
    expect(await names('voyage_number=th2612')).toEqual([name]);
    expect(await names('voyage_number=TH261')).toEqual([]);
  });

  it('leaves the items out beyond 1,000, and says how many', async () => {
    const { id, name } = await aLoadList(client, { items: [] });
    const type = await aContainerType(client);
    const line = await aShippingLine(client);
    const add = (quantity: number) =>
      client.create(`${PATH}/${id}/load_list_items`, {
        load_list_item_type: 'empties',
        load_list_item: { container_type_id: type.id, shipping_line_id: line.id, quantity },
      });
    const { load_list: none } = (await client.get(`${PATH}/${id}`)).body;
    expect([none.items_count, none.items]).toEqual([0, []]);
    await add(1000);
    const { load_list: full } = (await client.get(`${PATH}/${id}`)).body;
    expect([full.items_count, full.items.length]).toEqual([1000, 1000]);
    await add(1);
    const { load_list: more } = (await client.get(`${PATH}/${id}`)).body;
    expect(more).toMatchObject({ id, name, items_count: 1001 });
    expect(more).not.toHaveProperty('items');
    expect((await client.get(`${PATH}?per=1`)).body.load_lists).toEqual([more]);
    // what was read can be written again
    expect((await client.put(`${PATH}/${id}`, more)).body.load_list.items_count).toBe(1001);
  });

  it('creates one with items of every type, named by key or by id', async () => {
    const voyage = { id: (await aVoyage(client, { number: 'TH2612' })).id, number: 'TH2612' };
    const line = await aShippingLine(client, { code: 'TDK' });
    const type = await aContainerType(client, { code: '40HC' });
    await aContainer(client, { number: 'TDKU7334996', container_status: 'full' });
    const empty = await aContainer(client, { number: 'TDKU7389324' });
    await aVehicle(client, { vin_number: 'WHFX220L8FB031906' });
    await aBreakbulk(client, { reference_number: 'BB-4403' });
    const { load_list } = await client.create(`${PATH}.json`, {
      name: 'TH2612-TDK',
      voyage: 'TH2612',
      shipping_line: 'TDK',
      items: [
        { load_list_item_type: 'full', container: 'tdku 7334996', loaded_at: LOADED_AT, overshipped: 1 },
        { load_list_item_type: 'empty', load_list_item: { container_id: empty.id, notes: 'On deck' } },
        { load_list_item_type: 'vehicle', container: 'WHFX220L8FB031906' },
        { load_list_item_type: 'break_bulk', container: 'BB-4403' },
        { load_list_item_type: 'empties', container_type: '40HC', shipping_line: 'TDK', quantity: 2 },
        { load_list_item_type: 'empties', container_type_id: type.id, shipping_line_id: line.id },
      ],
    });
    expect(load_list).toEqual({
      id: expect.any(Number),
      name: 'TH2612-TDK',
      items_count: 7,
      vgm_missing: 0,
      voyage,
      shipping_line: { id: line.id, code: 'TDK' },
      items: expect.any(Array),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const numbers = load_list.items.map(({ container }: Item) => container?.number ?? null);
    expect(numbers).toEqual(['TDKU7334996', 'TDKU7389324', 'WHFX220L8FB031906', 'BB-4403', null, null, null]);
    expect(load_list.items[0]).toMatchObject({ loaded: true, loaded_at: LOADED_AT, overshipped: true });
    expect(load_list.items[1]).toMatchObject({ loaded: false, overshipped: false, notes: 'On deck' });
    expect((await client.get(`${PATH}/TH2612-TDK`)).body).toEqual({ load_list });
    expect((await client.get(`${PATH}?name=th2612`)).body.load_lists).toEqual([load_list]);
    const { body } = await client.get(`${PATH}/${load_list.id}/load_list_items`);
    expect(body.load_list_items).toEqual(load_list.items);
  });

  it('loads no held container, and keeps one loaded that is held later', async () => {
    await aContainer(client, { number: 'TDKU7334996' });
    await aContainer(client, { number: 'TDKU7389324' });
    const item = (container: string, loaded_at?: string) => ({
      load_list_item_type: 'full',
      container,
      loaded_at,
    });
    await aLoadList(client, { name: 'L1', items: [item('TDKU7334996', LOADED_AT), item('TDKU7389324')] });
    await aHold(client, 'TDKU7334996');
    const { id } = await aHold(client, 'TDKU7389324');
    const later = [item('TDKU7334996', '2026-11-20T08:00:00.000Z'), item('TDKU7389324')];
    expect((await client.patch(`${PATH}/L1`, { items: later })).status).toBe(200);
    const both = [item('TDKU7334996'), item('TDKU7389324', LOADED_AT)];
    const sentence = 'Container TDKU7389324 has unlifted holds and cannot be loaded.';
    const records = [{ type: 'container', key: 'TDKU7389324' }];
    const refused = [
      422,
      {
        error: sentence,
        code: 'container_held',
        params: expect.any(Object),
        records,
        errors: { items: [sentence] },
      },
    ];
    const changed = await client.patch(`${PATH}/L1`, { items: both });
    expect([changed.status, changed.body]).toEqual(refused);
    const created = await client.post(PATH, { name: 'L2', items: both });
    expect([created.status, created.body]).toEqual(refused);
    await lift(client, 'TDKU7389324', id);
    expect((await client.patch(`${PATH}/L1`, { items: both })).status).toBe(200);
  });

  it('creates one from its name alone', async () => {
    const load_list = await aLoadList(client, { name: 'L1', items: null });
    expect(load_list).toMatchObject({ name: 'L1', voyage: null, shipping_line: null, items: [] });
    const answer = await client.post(PATH, { name: 'L1' });
    expect([answer.status, answer.body.errors]).toEqual([422, { name: ['Name is already taken.'] }]);
  });

  it.each([
    ['an item of no type', [{ container: 'X' }], 400, 'items.0.load_list_item_type'],
    ['an item of no cargo', [{ load_list_item_type: 'full' }], 400, 'items.0.container_id'],
    [
      'empties of no line',
      [{ load_list_item_type: 'empties', container_type: 'X' }],
      400,
      'items.0.shipping_line_id',
    ],
    ['an unknown vehicle', [{ load_list_item_type: 'vehicle', container: 'X' }], 422, 'items.0.container'],
    ['an unknown id', [{ load_list_item_type: 'full', container_id: 999_999 }], 422, 'items.0.container_id'],
    [
      'an unknown id in a wrapper',
      [{ load_list_item_type: 'full', load_list_item: { container_id: 999_999 } }],
      422,
      'items.0.load_list_item.container_id',
    ],
    [
      'a wrapper without cargo',
      [{ load_list_item_type: 'full', load_list_item: {} }],
      400,
      'items.0.load_list_item.container_id',
    ],
    ['a time that is none', [{ load_list_item_type: 'full', loaded_at: 'now' }], 400, 'items.0.loaded_at'],
    ['too large a quantity', [{ load_list_item_type: 'empties', quantity: 1001 }], 400, 'items.0.quantity'],
    ['too many items', Array(6).fill({ load_list_item_type: 'empties', quantity: 834 }), 400, 'items'],
  ])('refuses %s', async (_what, items, status, field) => {
    const answer = await client.post(PATH, { name: 'L1', items });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [field]]);
    expect((await client.get(PATH)).body.load_lists).toEqual([]);
  });

  it.each([
    ['an unknown voyage', { voyage: 'V404' }, 'voyage'],
    ['an unknown line', { shipping_line: 'ZZZ' }, 'shipping_line'],
    ['the same cargo twice', { items: [EMPTY, EMPTY] }, 'items.1.container'],
    [
      'a full item for an empty container',
      { items: [{ ...EMPTY, load_list_item_type: 'full' }] },
      'items.0.container',
    ],
  ])('refuses %s', async (_what, body, field) => {
    await aContainer(client, { number: EMPTY.container, container_status: 'empty' });
    const answer = await client.post(PATH, { name: 'L1', ...body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('refuses an item loaded at a future time, which a file may state', async () => {
    await aContainer(client, { number: EMPTY.container, container_status: 'empty' });
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
    const list = { name: 'L1', items: [{ ...EMPTY, loaded_at: ahead(120_000) }] };
    const { status, body } = await client.post(PATH, list);
    const sentence = 'Cargo cannot have been loaded at a time to come.';
    expect([status, body.code, body.errors]).toEqual([
      422,
      'time_to_come',
      { 'items.0.loaded_at': [sentence] },
    ]);
    await aLoadList(client, { name: 'L1', items: [{ ...EMPTY, loaded_at: ahead(30_000) }] });
    expect((await client.patch(`${PATH}/L1`, list)).body.error).toBe(sentence);
    expect((await importFiles(client, { 'load_lists.ndjson': [list] })).bad).toEqual([]);
  });

  it('takes as many items as a request may have', async () => {
    await aContainerType(client, { code: '40HC' });
    await aShippingLine(client, { code: 'TDK' });
    const empties = { load_list_item_type: 'empties', container_type: '40HC', shipping_line: 'TDK' };
    const { items_count } = await aLoadList(client, { items: Array(5).fill({ ...empties, quantity: 1000 }) });
    expect(items_count).toBe(5000);
  });

  describe('update', () => {
    let id: number;
    let vins: string[];
    const vehicle = (n: number, fields: object = {}) => ({
      load_list_item_type: 'vehicle',
      container: vins[n],
      ...fields,
    });
    const update = (body: object) => client.patch(`${PATH}/${id}`, body);
    const items = async (): Promise<Item[]> => (await client.get(`${PATH}/${id}`)).body.load_list.items;
    beforeEach(async () => {
      vins = [];
      for (let n = 0; n < 4; n++) vins.push((await aVehicle(client)).vin_number);
      ({ id } = await aLoadList(client, {
        items: [vehicle(0, { loaded_at: LOADED_AT }), vehicle(1, { notes: 'a' })],
      }));
    });

    it('leaves items that are not sent alone', async () => {
      const before = await items();
      await aVoyage(client, { number: 'V1' });
      expect((await update({ name: 'Renamed', voyage: 'V1' })).body.load_list).toMatchObject({
        name: 'Renamed',
        voyage: { number: 'V1' },
        items: before,
      });
      expect((await update({ voyage: null })).body.load_list.voyage).toBeNull();
    });

    it('replaces the items by those sent: matching ones stay, keep unsent fields, and change sent ones', async () => {
      const before = await items();
      const sent = [
        vehicle(2),
        vehicle(1, { notes: 'b' }),
        vehicle(0, { loaded_at: '2026-11-20T08:42+01:00' }),
      ];
      const after = (await update({ items: sent })).body.load_list.items;
      expect(after).toEqual([
        before[0],
        { ...before[1], notes: 'b' },
        expect.objectContaining({ loaded: false }),
      ]);
      expect((await update({ items: sent })).body.load_list.items).toEqual(after);
      expect((await update({ items: [vehicle(0), vehicle(1), vehicle(2)] })).body.load_list.items).toEqual(
        after,
      );
      const unloaded = [vehicle(0, { loaded_at: null, overshipped: true })];
      expect((await update({ items: unloaded })).body.load_list.items).toEqual([
        { ...before[0], loaded: false, loaded_at: null, overshipped: true },
      ]);
      expect((await update({ items: null })).body.load_list.items).toEqual([]);
    });

    it('refuses to take a loaded item off', async () => {
      const answer = await update({ items: [vehicle(1)] });
      expect([answer.status, answer.body.error]).toEqual([422, 'A loaded item cannot be deleted.']);
      expect(await items()).toHaveLength(2);
    });

    it('has one result of simultaneous updates', async () => {
      const one = [vehicle(0), vehicle(2)];
      const two = [vehicle(0), vehicle(2), vehicle(3)];
      const answers = await atOnce(
        service.current,
        [one, two, one, two].map((each) => () => update({ items: each })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect([2, 3]).toContain((await items()).length);
    });

    it('is deleted with its items, unless one is loaded', async () => {
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(409);
      await update({ items: [vehicle(0, { loaded_at: null })] });
      expect((await client.delete(`${PATH}/${id}`)).body).toEqual({
        message: 'Load list was successfully deleted.',
      });
      expect((await client.get(`${PATH}/${id}/load_list_items`)).status).toBe(404);
      expect((await client.delete(`/vehicles/${vins[0]}`)).status).toBe(200);
    });
  });

  it('is deleted with items that are added meanwhile, and withdraws their announcements', async () => {
    const container = await aContainerInYard(client);
    await client.patch(`/containers/${container.number}`, { current_location_type: 'Other' });
    const { id } = await aLoadList(client);
    const item = { load_list_item_type: 'full', load_list_item: { container_id: container.id } };
    const answers = await inTurn(service.current, [
      () => client.post(`${PATH}/${id}/load_list_items`, item),
      () => client.delete(`${PATH}/${id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    const stays = await staysOf(client, container.number);
    expect(stays.map(({ status }) => status)).toEqual(['departed', 'cancelled']);
  });

  it('needs the role write to be set up', async () => {
    const { id } = await aLoadList(client);
    const reader = client.as('read');
    expect((await client.as('read').get(`${PATH}/${id}`)).status).toBe(200);
    expect((await reader.post(PATH, { name: 'X' })).status).toBe(403);
    expect((await reader.patch(`${PATH}/${id}`, {})).status).toBe(403);
    expect((await reader.delete(`${PATH}/${id}`)).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { number } = await aContainer(client);
    const { id } = await aLoadList(client);
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.load_lists).toEqual([]);
    expect((await other.patch(`${PATH}/${id}`, { name: 'X' })).status).toBe(404);
    const items = [{ load_list_item_type: 'full', container: number }];
    expect((await other.post(PATH, { name: 'X', items })).status).toBe(422);
  });

  it('keeps announcing a container that it names by another key', async () => {
    const { id, number } = await aContainerInYard(client, { goods: 'Tea' });
    await client.patch(`/containers/${number}`, { current_location_type: 'Other' });
    const list = await aLoadList(client);
    const load_list_item = { container_id: id };
    await client.create(`/load_lists/${list.id}/load_list_items`, {
      load_list_item_type: 'full',
      load_list_item,
    });
    const stated = { goods: 'Pallets', container_status: 'empty' };
    await client.patch(`/containers/${number}`, stated);
    const items = [{ load_list_item_type: 'empty', container: number }];
    expect((await client.patch(`${PATH}/${list.id}`, { items })).status).toBe(200);
    expect(await shownContainer(client, number)).toMatchObject(stated);
    expect((await staysOf(client, number)).map(({ status }) => status)).toEqual(['departed', 'announced']);
    expect((await client.patch(`${PATH}/${list.id}`, { items: [] })).status).toBe(200);
    expect((await shownContainer(client, number)).goods).toBe('Tea');
  });
});

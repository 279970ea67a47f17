import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { WholeLists } from '../../src/common/http/whole-lists';
import type { Actor } from '../../src/common/tenancy/actor';
import { runIn } from '../../src/common/tenancy/scope';
import { aBreakbulk, aContainer, aContainerType, aLoadList, aStay, aVehicle } from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import type { Client } from '../setup/client';
import { meanwhile, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

interface Item {
  id: number;
}

describe('load list items', () => {
  const service = useService();
  let client: Client;
  let path: string;
  beforeEach(async () => {
    client = await service.current.organization();
    path = `/load_lists/${(await aLoadList(client)).id}/load_list_items`;
  });

  const add = (load_list_item_type: string, load_list_item?: object) =>
    client.post(path, { load_list_item_type, load_list_item });
  const ids = async () => (await client.get(path)).body.load_list_items.map(({ id }: Item) => id);

  it('puts a full and an empty container on the list', async () => {
    const line = await aShippingLine(client, { code: 'TDK', name: 'Tidekeel Container Line' });
    await aContainerType(client, { code: '40HC' });
    const fields = { shipping_line: 'TDK', container_type: '40HC' };
    const full = await aContainer(client, { number: 'TDKU7334996', container_status: 'full', ...fields });
    const answer = await client.as('write').post(`${path}.json`, {
      load_list_item_type: 'full',
      load_list_item: { container_id: full.id, notes: 'Last on deck', color: 'ignored' },
    });
    expect(answer.status).toBe(201);
    const item = {
      id: expect.any(Number),
      shipping_line: { id: line.id, name: 'Tidekeel Container Line', code: 'TDK' },
      container_type: '40HC',
      container_status: 'full',
      container: {
        id: full.id,
        cargo_type: 'container',
        container_type: '40HC',
        number: 'TDKU7334996',
        display_name: 'TDKU7334996',
      },
      port_of_loading: null,
      port_of_discharge: null,
      cell: null,
      dangerous: [],
      loaded: false,
      loaded_at: null,
      overshipped: false,
      notes: 'Last on deck',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    };
    expect(answer.body).toEqual({ load_list_items: [item] });
    expect((await client.get(`${path}.json`)).body).toEqual(answer.body);

    const empty = await aContainer(client, { container_status: 'empty' });
    const [added] = (await add('empty', { container_id: String(empty.id) })).body.load_list_items;
    expect(added).toMatchObject({
      shipping_line: null,
      container_type: null,
      container_status: 'empty',
      notes: null,
    });
    expect(added.container).toMatchObject({ id: empty.id, container_type: null, number: empty.number });
    expect(await ids()).toEqual([answer.body.load_list_items[0].id, added.id]);
  });

  it('puts a breakbulk and a vehicle on the list', async () => {
    const line = await aShippingLine(client, { code: 'TDK', name: 'Tidekeel' });
    const { id: breakbulk } = await aBreakbulk(client, { reference_number: 'BB-4403' });
    const vehicle = await aVehicle(client, { vin_number: 'WHFX1', shipping_line: 'TDK' });
    const nothing = { container_type: null, container_status: null };
    const [one] = (await add('break_bulk', { container_id: breakbulk })).body.load_list_items;
    expect(one).toMatchObject({ ...nothing, shipping_line: null });
    expect(one.container).toEqual({
      id: breakbulk,
      cargo_type: 'breakbulk',
      container_type: null,
      number: 'BB-4403',
      display_name: 'BB-4403',
    });
    const [two] = (await add('vehicle', { container_id: vehicle.id })).body.load_list_items;
    expect(two).toMatchObject({ ...nothing, shipping_line: { id: line.id, name: 'Tidekeel', code: 'TDK' } });
    expect(two.container).toEqual({
      id: vehicle.id,
      cargo_type: 'vehicle',
      container_type: null,
      number: 'WHFX1',
      display_name: 'WHFX1',
    });
  });

  it('shows the line that the item of a breakbulk names', async () => {
    const { id: shipping_line_id } = await aShippingLine(client, { code: 'TDK' });
    const answer = await add('break_bulk', { container_id: (await aBreakbulk(client)).id, shipping_line_id });
    expect(answer.body.load_list_items[0].shipping_line.code).toBe('TDK');
  });

  it.each([
    [undefined, 1],
    [null, 1],
    [1, 1],
    ['3', 3],
    [1000, 1000],
  ])('makes as many empties as quantity %p says', async (quantity, count) => {
    const type = await aContainerType(client, { code: '40HC' });
    const line = await aShippingLine(client, { code: 'TDK' });
    const fields = { container_type_id: type.id, shipping_line_id: line.id, quantity, notes: 'Sound boxes' };
    const answer = await add('empties', fields);
    expect(answer.status).toBe(201);
    const { load_list_items } = answer.body;
    expect(new Set(load_list_items.map(({ id }: Item) => id)).size).toBe(count);
    for (const item of load_list_items)
      expect(item).toMatchObject({
        shipping_line: { id: line.id, code: 'TDK' },
        container_type: '40HC',
        container_status: 'empty',
        container: null,
        loaded: false,
        notes: 'Sound boxes',
      });
    expect((await client.get(path)).body.load_list_items).toHaveLength(count);
  });

  it('goes on to show the line of a container that comes again for another one', async () => {
    await aShippingLine(client, { code: 'TDK' });
    await aShippingLine(client, { code: 'WHA' });
    const { id: container_id, number } = await aContainer(client, { shipping_line: 'TDK' });
    await add('full', { container_id });
    const lineOf = async () => (await client.get(path)).body.load_list_items[0].shipping_line.code;
    await client.patch(`/containers/${number}`, { shipping_line: 'WHA' });
    expect(await lineOf()).toBe('WHA');

    await aStay(client, number);
    const here = { current_location_type: 'Terminal', current_location: 'Stay' };
    const { body } = await client.patch(`/containers/${number}`, { ...here, shipping_line: 'TDK' });
    expect(body.container.shipping_line.code).toBe('TDK');
    expect(await lineOf()).toBe('WHA');
  });

  it('takes notes of 255 characters for empties, which are repeated', async () => {
    const { id: container_type_id } = await aContainerType(client);
    const { id: shipping_line_id } = await aShippingLine(client);
    const empties = (notes: string) => add('empties', { container_type_id, shipping_line_id, notes });
    for (const letter of ['x', '😀']) expect((await empties(letter.repeat(255))).status).toBe(201);
    const { status, body } = await empties('x'.repeat(256));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['load_list_item.notes']]);
  });

  it('of over 1,000 are sent whole to one reader with a token at a time', async () => {
    const { id: container_type_id } = await aContainerType(client);
    const { id: shipping_line_id } = await aShippingLine(client);
    const fill = async (quantity: number) =>
      expect((await add('empties', { container_type_id, shipping_line_id, quantity })).status).toBe(201);
    const isOver = new EventEmitter();
    const lists = service.current.app.get(WholeLists, { strict: false });
    const [token] = await service.current.query<{ id: number }>(
      'SELECT id FROM tokens WHERE hash = sha256($1::bytea)',
      [client.tokens.admin],
    );
    const actor = { organization_id: client.organization_id, token_id: token!.id } as Actor;
    const answer = isOver as unknown as ServerResponse;
    await runIn({ actor, base: '', deadline: Infinity, writes: false, answer }, () => lists.turn());

    await fill(1000);
    expect(await ids()).toHaveLength(1000);
    await fill(1);
    const readers = Array.from({ length: 21 }, () => client.get(path));
    const refused = await Promise.race(readers);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-3]$/)]);
    expect((await client.get(`${path}?per=100`)).status).toBe(200);
    expect((await client.as('read').get(path)).status).toBe(200);
    isOver.emit('close');
    const answers = await Promise.all(readers);
    // a slow machine may let some of those that wait lose their patience
    const whole = answers.filter(({ status }) => status === 200);
    expect(new Set(whole.map(({ body }) => body.load_list_items.length))).toEqual(new Set([1001]));
    expect(answers.every(({ status }) => [200, 503].includes(status))).toBe(true);
    expect(await ids()).toHaveLength(1001);
  });

  it('has at most 10,000 items', async () => {
    const { id: container_type_id } = await aContainerType(client);
    const { id: shipping_line_id } = await aShippingLine(client);
    await service.current.fill(
      `INSERT INTO load_list_items (organization_id, load_list_id, load_list_item_type, container_type_id, shipping_line_id)
       SELECT $1, $2, 'empties', $3, $4 FROM generate_series(1, 9999)`,
      [client.organization_id, Number(/\d+/.exec(path)![0]), container_type_id, shipping_line_id],
    );
    const empty = { container_type_id, shipping_line_id };
    expect((await add('empties', empty)).status).toBe(201);
    const { body } = await add('empties', empty);
    expect(body.error).toBe('A load list has at most 10000 items.');
  });

  it.each([
    ['no type', {}, ['load_list_item_type']],
    ['an unknown type', { load_list_item_type: 'crate' }, ['load_list_item_type']],
    ['a type alone', { load_list_item_type: 'full' }, ['load_list_item.container_id']],
    [
      'an empty hash',
      { load_list_item_type: 'vehicle', load_list_item: {} },
      ['load_list_item.container_id'],
    ],
    ['a hash that is none', { load_list_item_type: 'full', load_list_item: 'x' }, ['load_list_item']],
    [
      'a null container',
      { load_list_item_type: 'full', load_list_item: { container_id: null } },
      ['load_list_item.container_id'],
    ],
    [
      'a container that is no id',
      { load_list_item_type: 'full', load_list_item: { container_id: 'TDKU7334996' } },
      ['load_list_item.container_id'],
    ],
    [
      'empties of no type and no line',
      { load_list_item_type: 'empties', load_list_item: { quantity: 2 } },
      ['load_list_item.container_type_id', 'load_list_item.shipping_line_id'],
    ],
    ...[0, -1, 1001, 1.5, 'many'].map((quantity): [string, object, string[]] => [
      `a quantity of ${quantity}`,
      {
        load_list_item_type: 'empties',
        load_list_item: { quantity, container_type_id: 1, shipping_line_id: 1 },
      },
      ['load_list_item.quantity'],
    ]),
  ])('refuses %s', async (_what, body, fields) => {
    const answer = await client.post(path, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(fields);
  });

  it('refuses cargo, types and lines that do not exist, or are of another organization', async () => {
    const other = await service.current.organization();
    const theirs = (await aContainer(other)).id;
    const [type, line] = [await aContainerType(client), await aShippingLine(client)];
    const cases: [string, object, string, string][] = [
      ...['full', 'empty'].map((each): [string, object, string, string] => [
        each,
        { container_id: theirs },
        'container_id',
        `Container id '${theirs}'`,
      ]),
      ['break_bulk', { container_id: 999_999 }, 'container_id', "Breakbulk id '999999'"],
      ['vehicle', { container_id: 999_999 }, 'container_id', "Vehicle id '999999'"],
      [
        'empties',
        { container_type_id: 999_999, shipping_line_id: line.id },
        'container_type_id',
        "Container type id '999999'",
      ],
      [
        'empties',
        { container_type_id: type.id, shipping_line_id: 999_999 },
        'shipping_line_id',
        "Shipping line id '999999'",
      ],
    ];
    for (const [load_list_item_type, fields, field, what] of cases) {
      const answer = await add(load_list_item_type, fields);
      const error = `${what} is unknown.`;
      expect([answer.status, answer.body]).toEqual([
        422,
        {
          error,
          code: 'unknown_reference',
          params: expect.any(Object),
          records: [{ type: expect.any(String), key: /'(.+)'/.exec(what)![1] }],
          errors: { [`load_list_item.${field}`]: [error] },
        },
      ]);
    }
    expect(await ids()).toEqual([]);
  });

  it('refuses a full item for an empty container, and the reverse', async () => {
    const full = await aContainer(client, { number: 'FULL', container_status: 'full' });
    const empty = await aContainer(client, { number: 'EMPTY', container_status: 'empty' });
    const unknown = await aContainer(client);
    expect((await add('full', { container_id: empty.id })).body.error).toBe('Container EMPTY is empty.');
    const answer = await add('empty', { container_id: full.id });
    expect([answer.status, answer.body.error]).toEqual([422, 'Container FULL is full.']);
    expect((await add('empty', { container_id: unknown.id })).status).toBe(201);
  });

  it('has the same cargo once, also when requests come at the same moment, but on several lists', async () => {
    const container = await aContainer(client);
    const { id: breakbulk } = await aBreakbulk(client);
    const vehicle = await aVehicle(client);
    for (const [type, container_id] of [
      ['full', container.id],
      ['break_bulk', breakbulk],
      ['vehicle', vehicle.id],
    ]) {
      const answers = await timesAtOnce(service.current, 3, () => add(type, { container_id }));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect((await add(type, { container_id })).body).toEqual({
        error: 'This cargo is on the load list already.',
        code: 'taken',
        errors: { 'load_list_item.container_id': ['This cargo is on the load list already.'] },
      });
    }
    expect((await add('empty', { container_id: container.id })).status).toBe(422);
    path = `/load_lists/${(await aLoadList(client)).id}/load_list_items`;
    expect((await add('full', { container_id: container.id })).status).toBe(201);
  });

  it('deletes an item and answers it, unless it is loaded', async () => {
    const items = [
      {
        load_list_item_type: 'vehicle',
        container: (await aVehicle(client)).vin_number,
        loaded_at: '2026-11-20T07:42:00Z',
      },
      { load_list_item_type: 'vehicle', container: (await aVehicle(client)).vin_number, overshipped: true },
    ];
    const list = await aLoadList(client, { items });
    path = `/load_lists/${list.id}/load_list_items`;
    const [loaded, other] = (await client.get(path)).body.load_list_items;
    expect(loaded).toMatchObject({ loaded: true, loaded_at: '2026-11-20T07:42:00.000Z', overshipped: false });
    const refused = await client.delete(`${path}/${loaded.id}`);
    expect([refused.status, refused.body.error]).toEqual([422, 'A loaded item cannot be deleted.']);
    const deleted = await client.as('write').delete(`${path}/${other.id}.json`);
    expect([deleted.status, deleted.body]).toEqual([200, other]);
    expect(await ids()).toEqual([loaded.id]);
    expect((await client.delete(`${path}/${other.id}`)).status).toBe(404);
  });

  it('lets one of two simultaneous requests delete an item', async () => {
    const [item] = (await add('vehicle', { container_id: (await aVehicle(client)).id })).body.load_list_items;
    const answers = await timesAtOnce(service.current, 3, () => client.delete(`${path}/${item.id}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('answers 404 when the list is deleted meanwhile', async () => {
    const { id: container_id } = await aContainer(client);
    const deletion = 'DELETE FROM load_lists WHERE organization_id = $1';
    const answer = await meanwhile(service.current, deletion, [client.organization_id], () =>
      add('full', { container_id }),
    );
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('keeps listed cargo from being deleted', async () => {
    const container = await aContainer(client);
    await add('full', { container_id: container.id });
    expect((await client.delete(`/containers/${container.id}`)).status).toBe(409);
  });

  it('answers 404 for a list or an item that is not there', async () => {
    const [item] = (await add('vehicle', { container_id: (await aVehicle(client)).id })).body.load_list_items;
    const { id } = await aLoadList(client);
    for (const list of [String(id + 1), 'abc', '0', '99999999999999999999']) {
      const none = `/load_lists/${list}/load_list_items`;
      expect((await client.get(none)).status).toBe(404);
      expect(
        (await client.post(none, { load_list_item_type: 'full', load_list_item: { container_id: 1 } }))
          .status,
      ).toBe(404);
      expect((await client.delete(`${none}/${item.id}`)).status).toBe(404);
    }
    for (const other of [
      `/load_lists/${id}/load_list_items/${item.id}`,
      `${path}/abc`,
      `${path}/${item.id + 1}`,
    ])
      expect((await client.delete(other)).status).toBe(404);
  });

  it('needs the role write to change anything', async () => {
    const reader = client.as('read');
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.post(path, { load_list_item_type: 'full' })).status).toBe(403);
    expect((await reader.delete(`${path}/1`)).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const [item] = (await add('vehicle', { container_id: (await aVehicle(client)).id })).body.load_list_items;
    const other = await service.current.organization();
    expect((await other.get(path)).status).toBe(404);
    expect(
      (await other.post(path, { load_list_item_type: 'full', load_list_item: { container_id: 1 } })).status,
    ).toBe(404);
    expect((await other.delete(`${path}/${item.id}`)).status).toBe(404);
  });
});

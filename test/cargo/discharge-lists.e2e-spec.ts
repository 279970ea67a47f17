import { DischargeListItemsService } from '../../src/cargo/discharge-lists/discharge-list-items.service';
import { DischargeListsService } from '../../src/cargo/discharge-lists/discharge-lists.service';
import type { ListedContainer, Putting } from '../../src/cargo/discharge-lists/listed-containers.rules';
import {
  aBill,
  aContainer,
  aContainerType,
  aDischargeList,
  aManifest,
  anItemToDischarge,
  aStay,
  keyOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import { aTally, broughtBy, count, itemsOf, progressOf } from '../factories/quay';
import type { Body } from '../factories/record';
import { within } from '../factories/services';
import { exportFiles, importFiles } from '../factories/transfer';
import { aPort, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { atOnce, inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const numbered = (many: number, prefix = 'WHAU') =>
  Array.from({ length: many }, (_, n) => `${prefix}${5_000_000 + n}`);

/** The statements about these tables that some work sends. */
const sent = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(work)).filter((statement) =>
    /discharge_list|INTO container|UPDATE container|FROM container_stays/.test(statement),
  );

describe('discharge lists', () => {
  const service = useService();
  let client: Client;
  let voyage: Body;
  let list: Body;
  let path: string;
  beforeEach(async () => {
    client = await service.current.organization();
    await aShippingLine(client, { code: 'WHA' });
    voyage = await aVoyage(client, { number: 'WP2611' });
    list = await aDischargeList(client, { name: 'WP2611-WHA', voyage: 'WP2611', shipping_line: 'WHA' });
    path = `/discharge_lists/${list.id}/discharge_list_items`;
  });

  const add = (body: object) => client.post(path, body);
  const shown = async (of = path): Promise<Body[]> =>
    (await client.get(`${of}?per=100`)).body.discharge_list_items;
  const numbersOf = async (of = path) => (await shown(of)).map(({ container }) => container.number);
  const put = (items: Partial<ListedContainer>[], how: Putting = {}) =>
    within(client, DischargeListItemsService, async (of) =>
      of.put(items.map((item) => ({ discharge_list_id: list.id, ...item })) as ListedContainer[], how),
    );
  const given = async (...types: string[]) => {
    await allPublished(client);
    const { events } = (await client.get('/events?per=500')).body;
    return events.map(({ type }: Body) => type).filter((type: string) => types.includes(type));
  };

  it('are a kind, and count their items without showing them', async () => {
    expect(list).toEqual({
      id: expect.any(Number),
      name: 'WP2611-WHA',
      voyage: { id: voyage.id, number: 'WP2611' },
      shipping_line: { id: expect.any(Number), code: 'WHA' },
      items_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await anItemToDischarge(client, list);
    const one = (await client.get('/discharge_lists/WP2611-WHA')).body.discharge_list;
    expect(one).toEqual({ ...list, items_count: 1 });
    const names = async (query: string) =>
      (await client.get(`/discharge_lists?${query}`)).body.discharge_lists.map(({ name }: Body) => name);
    await aDischargeList(client, { name: 'Other' });
    expect(await names('voyage_number=wp2611')).toEqual(['WP2611-WHA']);
    expect(await names('voyage_number=WP26')).toEqual([]);
  });

  it('may be made with items, which are replaced by those of an update', async () => {
    const items = [{ container: 'WHAU5000001' }, { container: 'WHAU5000002', cell: '0190482' }];
    const made = await aDischargeList(client, { items });
    const of = `/discharge_lists/${made.id}/discharge_list_items`;
    expect(made.items_count).toBe(2);
    expect(await numbersOf(of)).toEqual(['WHAU5000001', 'WHAU5000002']);
    const answer = await client.patch(`/discharge_lists/${made.id}`, {
      items: [{ container: 'WHAU5000002' }],
    });
    expect(answer.body.discharge_list.items_count).toBe(1);
    expect(await shown(of)).toEqual([expect.objectContaining({ cell: '0190482' })]);
    expect((await staysOf(client, 'WHAU5000001'))[0].status).toBe('cancelled');
    const twice = await client.post('/discharge_lists', {
      name: 'Twice',
      items: [{ container: 'WHAU5000003' }, { container: 'whau 5000003' }],
    });
    expect([twice.status, twice.body.code, Object.keys(twice.body.errors)]).toEqual([
      422,
      'taken',
      ['items.1.container'],
    ]);
  });

  it('keep their voyage while they have items', async () => {
    await aVoyage(client, { number: 'V2' });
    const moved = await client.patch(`/discharge_lists/${list.id}`, { voyage: 'V2' });
    expect(moved.body.discharge_list.voyage.number).toBe('V2');
    const { id } = await anItemToDischarge(client, list);
    for (const body of [{ voyage: 'WP2611' }, { voyage: null }, { voyage_id: voyage.id }]) {
      const refused = await client.patch(`/discharge_lists/${list.id}`, body);
      expect([refused.status, refused.body.code]).toEqual([422, 'cannot_change']);
      expect(refused.body.error).toBe('The voyage of a discharge list that has items cannot be changed.');
    }
    expect((await client.patch(`/discharge_lists/${list.id}`, { voyage: 'V2', name: 'N' })).status).toBe(200);
    await client.delete(`${path}/${id}`);
    expect((await client.patch(`/discharge_lists/${list.id}`, { voyage: 'WP2611' })).status).toBe(200);
  });

  describe('their items', () => {
    it('make a container that is unknown, and announce its stay with what is stated', async () => {
      await aContainerType(client, { code: '40HR' });
      const [loading, discharge] = [
        await aPort(client, { locode: 'BEANR' }),
        await aPort(client, { locode: 'NLRTM' }),
      ];
      const answer = await client.as('write').post(`${path}.json`, {
        container: 'whau 414203 3',
        container_type: '40HR',
        container_status: 'full',
        bill_of_lading_number: 'WHA26110041',
        port_of_loading: 'BEANR',
        port_of_discharge: 'NLRTM',
        cell: '0190482',
        dangerous: [{ imdg_class: '3', un_number: '1263', flashpoint: '23 CEL', packing_group: 'III' }, {}],
        goods: 'Paint',
        weight: 21580.5,
        seals: ['S1', 'S2'],
        operating_reefer: true,
        reefer_set_point_temperature: -18,
      });
      expect(answer.status).toBe(201);
      const container = await shownContainer(client, 'WHAU4142033');
      const item = {
        id: expect.any(Number),
        container: { id: container.id, number: 'WHAU4142033' },
        container_type: { id: expect.any(Number), code: '40HR' },
        shipping_line: { id: expect.any(Number), code: 'WHA' },
        container_status: 'full',
        usage: 'import',
        goods: 'Paint',
        weight: 21580.5,
        seals: ['S1', 'S2'],
        operating_reefer: true,
        reefer_set_point_temperature: -18,
        bill_of_lading_number: 'WHA26110041',
        port_of_loading: { id: loading.id, locode: 'BEANR' },
        port_of_discharge: { id: discharge.id, locode: 'NLRTM' },
        cell: '0190482',
        dangerous: [
          { imdg_class: '3', un_number: '1263', flashpoint: '23 CEL', packing_group: 'III' },
          { imdg_class: null, un_number: null, flashpoint: null, packing_group: null },
        ],
        stay: { id: container.stay_id, status: 'announced' },
        discharged: false,
        discharged_at: null,
        over: false,
        from_bayplan: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      };
      expect(answer.body).toEqual({ discharge_list_item: item });
      expect((await client.get(path)).body).toEqual({
        actions: expect.any(Object),
        discharge_list_items: [item],
      });
      expect(container).toMatchObject({
        container_status: 'full',
        usage: 'import',
        goods: 'Paint',
        weight: 21580.5,
        arrival_voyage: { number: 'WP2611' },
        shipping_line: { code: 'WHA' },
        current_location_type: null,
      });
      expect((await staysOf(client, 'WHAU4142033'))[0]).toMatchObject({
        status: 'announced',
        goods: 'Paint',
      });
      expect(await given('container.created', 'container.updated', 'discharge_list_item.created')).toEqual([
        'container.created',
        'discharge_list_item.created',
      ]);
    });

    it('announce a known container by number or id, which keeps its type', async () => {
      await aContainerType(client, { code: '20DV' });
      await aContainerType(client, { code: '40HC' });
      const known = await aContainer(client, { container_type: '20DV', goods: 'Tea' });
      await aStay(client, known.number);
      const item = await anItemToDischarge(client, list, {
        container: undefined,
        container_id: known.id,
        container_type: '40HC',
        goods: 'Rice',
      });
      expect(item).toMatchObject({ container_type: { code: '20DV' }, goods: 'Rice', usage: 'import' });
      expect((await staysOf(client, known.number)).map(({ status, goods }) => [status, goods])).toEqual([
        ['departed', 'Tea'],
        ['announced', 'Rice'],
      ]);
      expect(await given('container.updated')).toContain('container.updated');
      const without = await aContainer(client);
      const typed = await anItemToDischarge(client, list, {
        container: without.number,
        container_type: '40HC',
      });
      expect(typed.container_type.code).toBe('40HC');
    });

    it('add to what a manifest announced', async () => {
      const bill = await aBill(client, await aManifest(client, { voyage_id: voyage.id }));
      await aContainer(client, {
        number: 'WHAU5000001',
        bill_of_ladings: [keyOf(bill)],
        goods: 'Tea',
        weight: 100,
      });
      const item = await anItemToDischarge(client, list, {
        container: 'WHAU5000001',
        weight: 120,
        usage: 'unknown',
      });
      expect(item).toMatchObject({ goods: 'Tea', weight: 120, usage: 'unknown' });
      expect(await staysOf(client, 'WHAU5000001')).toHaveLength(1);
      await client.delete(`${path}/${item.id}`);
      expect((await staysOf(client, 'WHAU5000001'))[0].status).toBe('announced');
    });

    it('leave a container alone that is here for something else', async () => {
      const here = await aContainer(client, { current_location_type: 'Terminal', goods: 'Tea' });
      const item = await anItemToDischarge(client, list, {
        container: here.number,
        goods: 'Rice',
        weight: 5,
        cell: '0010101',
      });
      expect(item).toMatchObject({ cell: '0010101', goods: 'Tea', weight: null, stay: { status: 'here' } });
      expect(await shownContainer(client, here.number)).toMatchObject({
        goods: 'Tea',
        weight: null,
        usage: null,
        arrival_voyage: null,
      });
    });

    it('fill only what is empty of a container that their voyage discharged', async () => {
      await anItemToDischarge(client, list, { container: 'WHAU5000001', goods: 'Tea' });
      await count(client, await aTally(client, voyage as never), { container_number: 'WHAU5000001' });
      expect(
        await put([{ container_number: 'WHAU5000001', goods: 'Rice', weight: 7, cell: '0010101' }]),
      ).toEqual([expect.objectContaining({ did: 'updated' })]);
      expect((await shown())[0]).toMatchObject({
        goods: 'Tea',
        weight: 7,
        cell: '0010101',
        discharged: true,
      });
      expect(await put([{ container_number: 'WHAU5000001', weight: 8, cell: '0020202' }])).toEqual([
        expect.objectContaining({ did: 'unchanged' }),
      ]);
      expect((await shown())[0]).toMatchObject({ weight: 7, cell: '0010101' });
    });

    it.each([
      ['no container', {}, { container: ['is required'] }],
      ['no number', { container: '' }, { container: ['is required'] }],
      [
        'an unknown one whose number is none',
        { container: 'X1' },
        { container: ["Container 'X1' is unknown."] },
      ],
      ['an unknown id', { container_id: 4711 }, { container_id: ["Container id '4711' is unknown."] }],
      ['a cell of 6 digits', { container: 'WHAU4142033', cell: '190482' }, { cell: expect.any(Array) }],
      ['a cell of 8 digits', { container: 'WHAU4142033', cell: '00190482' }, { cell: expect.any(Array) }],
      [
        'an unknown port',
        { container: 'WHAU4142033', port_of_loading: 'XXXXX' },
        { port_of_loading: expect.any(Array) },
      ],
      [
        'an unknown type',
        { container: 'WHAU4142033', container_type: 'X' },
        { container_type: expect.any(Array) },
      ],
      [
        'an unknown line',
        { container: 'WHAU4142033', shipping_line: 'X' },
        { shipping_line: expect.any(Array) },
      ],
      [
        'a status that is none',
        { container: 'WHAU4142033', container_status: 'half' },
        { container_status: expect.any(Array) },
      ],
      [
        '100 dangerous goods',
        { container: 'WHAU4142033', dangerous: Array(100).fill({}) },
        { dangerous: ['must have at most 99 items'] },
      ],
    ])('refuse %s', async (_, body, errors) => {
      const answer = await add(body);
      expect([answer.status, answer.body.errors]).toEqual([422, errors]);
      expect(await shown()).toEqual([]);
      expect((await client.get('/containers')).body.containers).toEqual([]);
    });

    it('take 99 dangerous goods', async () => {
      const item = await anItemToDischarge(client, list, { dangerous: Array(99).fill({ imdg_class: '3' }) });
      expect(item.dangerous).toHaveLength(99);
    });

    it('ask for the check digit of a new number where the organization does', async () => {
      const strict = await service.current.organization({ check_digit_required: true });
      const { id } = await aDischargeList(strict);
      const of = `/discharge_lists/${id}/discharge_list_items`;
      const refused = await strict.post(of, { container: 'WHAU4142031' });
      expect([refused.status, refused.body.code]).toEqual([422, 'check_digit_wrong']);
      expect((await strict.post(of, { container: 'WHAU4142033' })).status).toBe(201);
    });

    it('name a container once on each list', async () => {
      const { container } = await anItemToDischarge(client, list);
      for (const body of [{ container: container.number }, { container_id: container.id }]) {
        const answer = await add(body);
        expect([answer.status, answer.body.code]).toEqual([422, 'taken']);
        expect(answer.body.error).toBe('This container is on the discharge list already.');
      }
      await anItemToDischarge(client, await aDischargeList(client, { voyage: 'WP2611' }), {
        container: container.number,
      });
      expect(await staysOf(client, container.number)).toHaveLength(1);
    });

    it('are found by their container', async () => {
      const { container } = await anItemToDischarge(client, list);
      await anItemToDischarge(client, list);
      for (const named of [container.number.toLowerCase(), container.id])
        expect(
          (await client.get(`${path}?container_number=${named}`)).body.discharge_list_items,
        ).toHaveLength(1);
      expect((await client.get(`${path}?container_number=X`)).body.discharge_list_items).toEqual([]);
    });

    it('of unknown lists and other organizations are not there', async () => {
      const { id } = await anItemToDischarge(client, list);
      const other = await service.current.organization();
      const none = `/discharge_lists/${list.id + 1}/discharge_list_items`;
      for (const [of, at] of [
        [other, path],
        [client, none],
      ] as const) {
        expect((await of.get(at)).status).toBe(404);
        expect((await of.post(at, { container: 'WHAU4142033' })).status).toBe(404);
        expect((await of.delete(`${at}/${id}`)).status).toBe(404);
      }
      expect((await client.delete(`${path}/${id + 1}`)).status).toBe(404);
      expect((await client.as('read').post(path, { container: 'WHAU4142033' })).status).toBe(403);
    });

    it('cancel the stay that nothing else announces when they go', async () => {
      const one = await anItemToDischarge(client, list);
      const two = await anItemToDischarge(client, list);
      const other = await aDischargeList(client);
      await anItemToDischarge(client, other, { container: two.container.number });
      const answer = await client.delete(`${path}/${one.id}.json`);
      expect([answer.status, answer.body]).toEqual([200, one]);
      await client.delete(`${path}/${two.id}`);
      expect((await staysOf(client, one.container.number))[0].status).toBe('cancelled');
      expect((await staysOf(client, two.container.number))[0].status).toBe('announced');
      expect(await shown()).toEqual([]);
      expect(await given('discharge_list_item.deleted')).toHaveLength(2);
    });
  });

  it('go with the stays that they announce, unless something was discharged', async () => {
    const { container } = await anItemToDischarge(client, list);
    expect((await client.delete(`/discharge_lists/${list.id}`)).status).toBe(200);
    expect((await staysOf(client, container.number))[0].status).toBe('cancelled');
    const other = await aDischargeList(client, { voyage: 'WP2611' });
    await anItemToDischarge(client, other, { container: container.number });
    await count(client, await aTally(client, voyage as never), { container_number: container.number });
    const refused = await client.delete(`/discharge_lists/${other.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'discharge_list_item_discharged']);
    expect(refused.body.error).toBe('Discharge list has discharged items and cannot be deleted.');
  });

  it('announce nothing for a cancelled voyage', async () => {
    const { container } = await anItemToDischarge(client, list);
    const status = async (number: string) => (await staysOf(client, number)).map((stay) => stay.status);
    await client.patch('/voyages/WP2611', { voyage: { cancelled: true } });
    expect(await status(container.number)).toEqual(['cancelled']);
    const later = await anItemToDischarge(client, list);
    expect(await status(later.container.number)).toEqual(['cancelled']);
    await client.patch('/voyages/WP2611', { voyage: { cancelled: false } });
    expect(await status(container.number)).toEqual(['announced']);
    expect(await status(later.container.number)).toEqual(['announced']);
  });

  describe('and the tally of their voyage', () => {
    const tally = () => aTally(client, voyage as never);

    it('are enough for it, and have each container expected once', async () => {
      await broughtBy(client, voyage as never, ['WHAU5000001', 'WHAU5000002']);
      for (const container of ['WHAU5000002', 'WHAU5000003'])
        await anItemToDischarge(client, list, { container });
      const other = await aDischargeList(client, { voyage: 'WP2611' });
      await anItemToDischarge(client, other, { container: 'WHAU5000003' });
      const { id } = await tally();
      const items = async () =>
        (await itemsOf(client, { id })).map(({ container, status }) => [container.number, status]);
      expect((await items()).sort()).toEqual([
        ['WHAU5000001', 'open'],
        ['WHAU5000002', 'open'],
        ['WHAU5000003', 'open'],
      ]);
      await anItemToDischarge(client, list, { container: 'WHAU5000004' });
      await count(client, { id }, { container_number: 'WHAU5000003' }, { container_number: 'WHAU5000004' });
      expect((await progressOf(client, voyage as never)).discharge).toMatchObject({
        expected: 4,
        done: 2,
        over: 0,
      });
      const closed = (await client.post(`/tallies/${id}/close`)).body;
      expect(closed.short.map(({ container }: Body) => container.number).sort()).toEqual([
        'WHAU5000001',
        'WHAU5000002',
      ]);
    });

    it('need no manifest, and a list of another voyage is none', async () => {
      const empty = await aVoyage(client, { number: 'V2' });
      const refused = await client.post('/voyages/V2/tallies', { tally: { tally_type: 'discharge' } });
      expect([refused.status, refused.body.code]).toEqual([422, 'nothing_to_tally']);
      await aDischargeList(client, { voyage: empty.number });
      expect((await client.post('/voyages/V2/tallies', {})).status).toBe(201);
    });

    it('say when it was discharged, on all lists of the voyage, until the move is undone', async () => {
      const lists = [list, await aDischargeList(client, { voyage: 'WP2611' }), await aDischargeList(client)];
      for (const each of lists) await anItemToDischarge(client, each, { container: 'WHAU5000001' });
      const { id } = await tally();
      const lifted_at = '2026-11-20T07:41:00.000Z';
      const { tally_moves } = (await count(client, { id }, { container_number: 'WHAU5000001', lifted_at }))
        .body;
      const states = () =>
        Promise.all(
          lists.map(async (each) => {
            const [item] = await shown(`/discharge_lists/${each.id}/discharge_list_items`);
            return [item!.discharged, item!.discharged_at, item!.over, item!.stay.status];
          }),
        );
      const done = [true, lifted_at, false, 'here'];
      expect(await states()).toEqual([done, done, [false, null, false, 'here']]);
      const [item] = await shown();
      const refused = await client.delete(`${path}/${item!.id}`);
      expect([refused.status, refused.body.code]).toEqual([422, 'discharge_list_item_discharged']);
      expect(await given('discharge_list_item.discharged')).toHaveLength(2);

      await client
        .create(`/tallies/${id}/moves/${tally_moves[0].id}/undo`, { reason: 'Wrong box' })
        .catch(() => 0);
      const open = [false, null, false, 'announced'];
      expect(await states()).toEqual([open, open, open]);
      expect((await itemsOf(client, { id }))[0].status).toBe('open');
      expect(await given('discharge_list_item.updated')).toHaveLength(2);
    });

    it('know a container that was discharged before it was listed', async () => {
      const { id } = await tally();
      const lifted_at = '2026-11-20T07:41:00.000Z';
      await aContainer(client, { number: 'WHAU5000001' });
      await broughtBy(client, voyage as never, ['WHAU5000002']);
      await count(
        client,
        { id },
        { container_number: 'WHAU5000001', lifted_at, over: true },
        { container_number: 'WHAU5000002', lifted_at },
      );
      for (const container of ['WHAU5000001', 'WHAU5000002'])
        expect(await anItemToDischarge(client, list, { container })).toMatchObject({
          discharged: true,
          discharged_at: lifted_at,
          over: container === 'WHAU5000001',
          stay: { status: 'here' },
        });
      expect(await itemsOf(client, { id }, 'status=over')).toEqual([]);
    });
  });

  describe('in sets', () => {
    it('put, change, replace and take off, and say what became of each', async () => {
      const did = async (result: ReturnType<typeof put>) => {
        const numbers = new Map((await shown()).map(({ container }) => [container.id, container.number]));
        return (await result)
          .map((each) => [numbers.get(each.container_id) ?? 'gone', each.did].join(' '))
          .sort();
      };
      const says = async (result: ReturnType<typeof put>) => {
        await result;
        return did(result);
      };
      const [one, two, three] = numbered(3);
      expect(await says(put([{ container_number: one, goods: 'Tea' }, { container_number: two }]))).toEqual([
        `${one} created`,
        `${two} created`,
      ]);
      expect(
        await says(
          put([
            { container_number: one, goods: 'Tea' },
            { container_number: two, cell: '0010101' },
          ]),
        ),
      ).toEqual([`${one} unchanged`, `${two} updated`]);
      expect(await says(put([{ container_number: one, goods: 'Rice' }]))).toEqual([`${one} updated`]);
      await count(client, await aTally(client, voyage as never), { container_number: two });
      expect(await says(put([{ container_number: three }], { replaced: [list.id] }))).toEqual(
        [`${two} left`, `${three} created`, 'gone removed'].sort(),
      );
      expect((await staysOf(client, one!))[0].status).toBe('cancelled');
      const ids = (await shown()).map(({ container }) => ({
        discharge_list_id: list.id as number,
        container_id: container.id as number,
      }));
      const off = await within(client, DischargeListItemsService, (of) => of.takeOff(ids));
      expect(off.map((each) => each.did).sort()).toEqual(['left', 'removed']);
      expect(await numbersOf()).toEqual([two]);
    });

    it('have from a bayplan a cell for what others listed, and what only the bayplan has goes with it', async () => {
      const [one, two, three] = numbered(3);
      await anItemToDischarge(client, list, { container: one, bill_of_lading_number: 'B1', goods: 'Tea' });
      const bayplan = { bayplan: 1, replaced: [list.id] };
      await put(
        [
          { container_number: one, cell: '0010101', bill_of_lading_number: 'B2' },
          { container_number: two, cell: '0010102', bill_of_lading_number: 'B2' },
          { container_number: three, cell: '0010103' },
        ],
        bayplan,
      );
      const states = async () =>
        (await shown()).map((item) => [
          item.container.number,
          item.cell,
          item.bill_of_lading_number,
          item.from_bayplan,
        ]);
      expect(await states()).toEqual([
        [one, '0010101', 'B1', false],
        [two, '0010102', 'B2', true],
        [three, '0010103', null, true],
      ]);
      await put([{ container_number: three, bill_of_lading_number: 'B3' }]);
      await put([], bayplan);
      expect(await states()).toEqual([
        [one, '0010101', 'B1', false],
        [three, '0010103', 'B3', false],
      ]);
    });

    it('tell each record, or only the lists', async () => {
      const types = [
        'container.created',
        'container.updated',
        'discharge_list_item.created',
        'discharge_list.updated',
      ];
      await put([{ container_number: 'WHAU5000001' }]);
      expect(await given(...types)).toEqual(['discharge_list.updated']);
      await put([{ container_number: 'WHAU5000002' }], { told: true });
      expect(await given(...types)).toEqual([
        'discharge_list.updated',
        'container.created',
        'discharge_list_item.created',
      ]);
    });

    it('take as many statements for 1,000 as for one', async () => {
      await put([{ container_number: 'WHAU4000000' }]);
      const few = await sent(() => put([{ container_number: 'WHAU4000001', cell: '0010101' }]));
      const items = numbered(1000).map((container_number) => ({ container_number, cell: '0010101' }));
      const many = await sent(() => put(items));
      expect(many).toEqual(few);
      expect(many.length).toBeLessThan(30);
      expect((await client.get(`/discharge_lists/${list.id}`)).body.discharge_list.items_count).toBe(1002);
    });

    it('have 50,000 items at most', async () => {
      await service.current.fill(
        `WITH made AS (
           INSERT INTO containers (organization_id, number) SELECT $1, 'FULL' || n FROM generate_series(1, 49999) n RETURNING *)
         INSERT INTO discharge_list_items (organization_id, discharge_list_id, container_id)
         SELECT organization_id, $2, id FROM made`,
        [client.organization_id, list.id],
      );
      await anItemToDischarge(client, list);
      const refused = await add({ container: 'WHAU4142033' });
      expect([refused.status, refused.body.code]).toEqual([422, 'too_many']);
      expect(refused.body.error).toBe('A discharge list has at most 50000 items.');
      expect((await client.delete(`/discharge_lists/${list.id}`)).status).toBe(200);
    }, 120_000);

    it('have a list for a voyage and line: the oldest, or a new one with a name that is free', async () => {
      const { id: shipping_line_id } = list.shipping_line;
      const of = (voyage_id: number, name: string) =>
        within(client, DischargeListsService, (lists) =>
          lists.ofVoyage({ voyage_id, shipping_line_id, name }),
        );
      await aDischargeList(client, { voyage: 'WP2611', shipping_line: 'WHA' });
      expect(await of(voyage.id, 'X')).toBe(list.id);
      const other = await aVoyage(client);
      const [one, same] = await inTurn(service.current, [
        () => of(other.id, 'WP2611-WHA'),
        () => of(other.id, 'WP2611-WHA'),
      ]);
      expect(same).toBe(one);
      expect((await client.get(`/discharge_lists/${one}`)).body.discharge_list.name).toBe('WP2611-WHA-2');
    });
  });

  describe('at the same time', () => {
    it('make one container and stay of a number that two lists name', async () => {
      const other = await aDischargeList(client, { voyage: 'WP2611' });
      const answers = await atOnce(service.current, [
        () => add({ container: 'WHAU5000001' }),
        () => client.post(`/discharge_lists/${other.id}/discharge_list_items`, { container: 'WHAU5000001' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(await staysOf(client, 'WHAU5000001')).toHaveLength(1);
    });

    it('put a container on one list once', async () => {
      const answers = await atOnce(service.current, [
        () => add({ container: 'WHAU5000001' }),
        () => add({ container: 'WHAU5000001' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    });

    it('discharge a container, or take it off, and never both', async () => {
      const { id } = await anItemToDischarge(client, list, { container: 'WHAU5000001' });
      const tally = await aTally(client, voyage as never);
      const [counted, removed] = await inTurn(service.current, [
        () => count(client, tally, { container_number: 'WHAU5000001' }),
        () => client.delete(`${path}/${id}`),
      ]);
      expect([counted.status, removed.status]).toEqual([201, 422]);
      const two = await anItemToDischarge(client, list, { container: 'WHAU5000002' });
      const [gone, over] = await inTurn(service.current, [
        () => client.delete(`${path}/${two.id}`),
        () => count(client, tally, { container_number: 'WHAU5000002', over: true }),
      ]);
      expect([gone.status, over.status]).toEqual([200, 201]);
      expect(await numbersOf()).toEqual(['WHAU5000001']);
    });
  });

  it('come back from a file as they were', async () => {
    await aPort(client, { locode: 'NLRTM' });
    const stated = {
      container_status: 'full',
      port_of_discharge: 'NLRTM',
      cell: '0190482',
      dangerous: [{ imdg_class: '3' }],
    };
    await anItemToDischarge(client, list, { container: 'WHAU5000001', ...stated, goods: 'Tea' });
    await anItemToDischarge(client, list, { container: 'WHAU5000002' });
    await count(client, await aTally(client, voyage as never), { container_number: 'WHAU5000002' });
    const files = await exportFiles(client);
    const other = await service.current.organization();
    const { bad, refused } = await importFiles(other, files);
    expect([bad, refused]).toEqual([[], undefined]);
    const { discharge_lists } = (await other.get('/discharge_lists')).body;
    const items = (await other.get(`/discharge_lists/${discharge_lists[0].id}/discharge_list_items`)).body
      .discharge_list_items;
    expect(items).toEqual([
      expect.objectContaining({
        goods: 'Tea',
        cell: '0190482',
        stay: expect.objectContaining({ status: 'announced' }),
      }),
      expect.objectContaining({ discharged: true, stay: expect.objectContaining({ status: 'here' }) }),
    ]);
    expect(await exportFiles(other)).toEqual(files);
  });

  it('announce what a file lists without its stay', async () => {
    const { bad } = await importFiles(client, {
      'containers.ndjson': [{ number: 'WHAU5000001' }],
      'discharge_list_items.ndjson': [
        { discharge_list: 'WP2611-WHA', container: 'WHAU5000001' },
        { discharge_list: 'WP2611-WHA', container: 'WHAU5000002' },
      ],
      'discharge_lists.ndjson': [{ name: 'Other', items: [{ container: 'WHAU5000001' }] }],
    });
    expect(bad).toEqual([
      'discharge_lists.ndjson:1: items: stand in a file of their own, discharge_list_items',
      "discharge_list_items.ndjson:2: container: 'WHAU5000002' is unknown",
    ]);
    const good = await importFiles(client, {
      'containers.ndjson': [{ number: 'WHAU5000001' }],
      'discharge_list_items.ndjson': [{ discharge_list: 'WP2611-WHA', container: 'WHAU5000001' }],
    });
    expect(good.bad).toEqual([]);
    expect((await shown())[0]!.stay.status).toBe('announced');
  });
});

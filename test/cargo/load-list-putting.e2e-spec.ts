import {
  LoadListPuttingService,
  type PuttingToLoad,
} from '../../src/cargo/load-lists/load-list-putting.service';
import type { ContainerToLoad } from '../../src/cargo/load-lists/load-list-putting.rules';
import { LoadListsService } from '../../src/cargo/load-lists/load-lists.service';
import { aContainer, aContainerType, aLoadList, shownContainer, staysOf } from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import { aTally, count } from '../factories/quay';
import type { Body } from '../factories/record';
import { within } from '../factories/services';
import { exportFiles, importFiles } from '../factories/transfer';
import { aPort, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const [ONE, TWO, THREE] = ['WHAU5000001', 'WHAU5000002', 'WHAU5000003'] as const;

/** The statements about these tables that some work sends. */
const sent = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(work)).filter((statement) =>
    /load_list|INTO container|UPDATE container/.test(statement),
  );

describe('what load lists say of containers', () => {
  const service = useService();
  let client: Client;
  let list: Body;
  let voyage: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    await aShippingLine(client, { code: 'WHA' });
    voyage = await aVoyage(client, { number: 'WP2611' });
    list = await aLoadList(client, { name: 'L', voyage: 'WP2611', shipping_line: 'WHA' });
  });

  const path = () => `/load_lists/${list.id}/load_list_items`;
  const put = (items: ContainerToLoad[], how: PuttingToLoad = {}) =>
    within(client, LoadListPuttingService, (of) => of.put(list.id as number, items, how));
  const full = (container_number: string, stated: Partial<ContainerToLoad> = {}): ContainerToLoad => ({
    load_list_item_type: 'full',
    container_status: 'full',
    container_number,
    ...stated,
  });
  const items = async (): Promise<Body[]> => (await client.get(path())).body.load_list_items;
  const did = (result: { did: string }[]) => result.map((each) => each.did).sort();

  it('have ports, a cell and dangerous goods, by requests and files', async () => {
    await aContainer(client, { number: ONE, container_status: 'full' });
    const loading = await aPort(client, { locode: 'NLRTM' });
    const stated = {
      port_of_loading: 'NLRTM',
      cell: '0190482',
      dangerous: [{ imdg_class: '3', un_number: '1263', flashpoint: null, packing_group: null }],
    };
    const { load_list_items } = await client.create(path(), {
      load_list_item_type: 'full',
      load_list_item: { container_id: (await shownContainer(client, ONE)).id, ...stated },
    });
    const shown = {
      port_of_loading: { id: loading.id, locode: 'NLRTM' },
      port_of_discharge: null,
      cell: '0190482',
      dangerous: stated.dangerous,
    };
    expect(load_list_items[0]).toMatchObject(shown);
    const files = await exportFiles(client);
    const other = await service.current.organization();
    expect((await importFiles(other, files)).bad).toEqual([]);
    expect(await exportFiles(other)).toEqual(files);
    const patched = await client.patch('/load_lists/L', {
      items: [{ load_list_item_type: 'full', container: ONE, cell: '0190484', dangerous: [] }],
    });
    expect(patched.body.load_list.items[0]).toMatchObject({ ...shown, cell: '0190484', dangerous: [] });
  });

  it.each([
    ['a cell of 6 digits', { cell: '190482' }, 'load_list_item.cell'],
    ['an unknown port', { port_of_discharge: 'XXXXX' }, 'load_list_item.port_of_discharge'],
    ['100 dangerous goods', { dangerous: Array(100).fill({}) }, 'load_list_item.dangerous'],
  ])('refuse %s', async (_, stated, field) => {
    const container_id = (await aContainer(client)).id;
    const answer = await client.post(path(), {
      load_list_item_type: 'full',
      load_list_item: { container_id, ...stated },
    });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('goes to their announced stays, which leave with the voyage', async () => {
    const result = await put([full(ONE, { goods: 'Tea', weight: 5, usage: 'export', cell: '0190482' })]);
    expect(did(result)).toEqual(['created']);
    expect(await shownContainer(client, ONE)).toMatchObject({
      goods: 'Tea',
      usage: 'export',
      container_status: 'full',
      departure_voyage: { number: 'WP2611' },
      shipping_line: { code: 'WHA' },
    });
    expect(await items()).toEqual([expect.objectContaining({ container_status: 'full', cell: '0190482' })]);
    expect(did(await put([full(ONE, { goods: 'Tea' })]))).toEqual(['unchanged']);
    expect(did(await put([full(ONE, { goods: 'Rice' })]))).toEqual(['updated']);
    expect(did(await put([full(ONE, { load_list_item_type: 'empty', container_status: 'empty' })]))).toEqual([
      'updated',
    ]);
    expect((await items())[0].container_status).toBe('empty');
  });

  it('fills what is empty of one that is here, unless it is for another voyage', async () => {
    await aVoyage(client, { number: 'V2' });
    const here = { current_location_type: 'Terminal', container_status: 'full', goods: 'Tea' };
    await aContainer(client, { number: ONE, ...here });
    await aContainer(client, { number: TWO, ...here, departure_voyage: 'V2' });
    await put([full(ONE, { goods: 'Rice', weight: 5 }), full(TWO, { goods: 'Rice', weight: 5 })]);
    expect(await shownContainer(client, ONE)).toMatchObject({
      goods: 'Tea',
      weight: 5,
      departure_voyage: { number: 'WP2611' },
    });
    expect(await shownContainer(client, TWO)).toMatchObject({
      goods: 'Tea',
      weight: null,
      departure_voyage: { number: 'V2' },
    });
  });

  it('is refused of full containers that are to be loaded empty, all of them', async () => {
    const here = { current_location_type: 'Terminal', container_status: 'empty' };
    for (const number of [ONE, TWO]) await aContainer(client, { number, ...here });
    const refused = put([full(ONE), full(TWO)]);
    await expect(refused).rejects.toMatchObject({ message: `Container ${ONE} is empty.` });
    await refused.catch((error: { errors: object }) =>
      expect(error.errors).toEqual({
        container: [`Container ${ONE} is empty.`, `Container ${TWO} is empty.`],
      }),
    );
    expect(await items()).toEqual([]);
  });

  it('replaces all but what is loaded, and counts empties by type and line', async () => {
    const container_type_id = (await aContainerType(client)).id as number;
    const shipping_line_id = list.shipping_line.id as number;
    const empties = (quantity: number): ContainerToLoad => ({
      load_list_item_type: 'empties',
      container_type_id,
      shipping_line_id,
      quantity,
    });
    expect(did(await put([full(ONE), full(TWO), empties(3)]))).toEqual(Array(5).fill('created'));
    await client.patch(`/containers/${ONE}`, { current_location_type: 'Terminal' });
    await count(client, await aTally(client, voyage as never, 'loading'), { container_number: ONE });
    expect(did(await put([full(THREE), empties(2)], { replace: true }))).toEqual([
      'created',
      'left',
      'removed',
      'removed',
      'unchanged',
      'unchanged',
    ]);
    expect((await staysOf(client, TWO))[0].status).toBe('cancelled');
    const ids = await Promise.all(
      [ONE, THREE].map(async (each) => (await shownContainer(client, each)).id as number),
    );
    const off = await within(client, LoadListPuttingService, (of) => of.takeOff(list.id as number, ids));
    expect(did(off)).toEqual(['left', 'removed']);
    expect(await items()).toHaveLength(3);
  });

  it('takes as many statements for 1,000 as for two, and a list has 10,000 at most', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => full(`WHAU${6_000_000 + from + n}`));
    await put(many(0, 1));
    const few = await sent(() => put(many(1, 3)));
    expect(await sent(() => put(many(3, 1003)))).toHaveLength(few.length);
    await put([
      {
        load_list_item_type: 'empties',
        quantity: 8997,
        container_type_id: (await aContainerType(client)).id as number,
        shipping_line_id: list.shipping_line.id as number,
      },
    ]);
    await expect(put(many(1003, 1004))).rejects.toThrow('A load list has at most 10000 items.');
  }, 60_000);

  it('is put on the list of the voyage and line', async () => {
    const of = (voyage_id: number) =>
      within(client, LoadListsService, (lists) =>
        lists.ofVoyage({ voyage_id, shipping_line_id: list.shipping_line.id as number, name: 'L' }),
      );
    expect(await of(voyage.id as number)).toBe(list.id);
    const made = await of((await aVoyage(client)).id as number);
    expect((await client.get(`/load_lists/${made}`)).body.load_list.name).toBe('L-2');
  });
});

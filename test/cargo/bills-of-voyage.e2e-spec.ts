import {
  aBill,
  aBreakbulk,
  aContainer,
  aContainerType,
  aDockReceipt,
  aManifest,
  aPackageType,
  aPackingListItem,
  aYardArea,
  aYardSlot,
  keyOf,
  staysOf,
} from '../factories/cargo';
import { aConsignee, anExporter } from '../factories/parties';
import type { Body } from '../factories/record';
import { aBerthArea, aPort, aTerminal, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const VOYAGE = 'WP 26/11';
const PATH = `/voyages/${encodeURIComponent(VOYAGE)}/bill_of_ladings`;
const ORIGIN = 'http://localhost:80';

describe('bills of lading of a voyage', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number };
  let manifest: { client_identifier: string };
  beforeEach(async () => {
    client = await service.current.organization();
    const { id: discharge_destination_id } = await aTerminal(client, { name: 'North' });
    voyage = await aVoyage(client, { number: VOYAGE, discharge_destination_id });
    manifest = await aManifest(client, { voyage_id: voyage.id, manifest: { client_identifier: 'WHA/1' } });
  });

  const list = async () => (await client.get(`${PATH}.json`)).body.bill_of_ladings;
  const show = async (number: string, query = '') =>
    (await client.get(`${PATH}/${encodeURIComponent(number)}.json${query}`)).body.bill_of_lading;
  const link = (path: string) => ({ method: 'GET', url: `${ORIGIN}/api/v1${path}` });

  const NO_TYPE = { iso_type_code: null, description: null, code: null };

  it('lists bills with their cargo and packing lists', async () => {
    await aPackageType(client, { code: 'BL', description: 'Bale' });
    await aContainerType(client, { code: '20DV', iso_type_code: '22G1', description: 'Dry van', size: 20 });
    const consignee = await aConsignee(client, { name: 'Kestrel', address: 'Quay 1' });
    const exporter = await anExporter(client, { name: 'Alto', address: 'Rua 1' });
    const bill = await aBill(
      client,
      manifest,
      { number: 'B 1/x.json', weight: 5 },
      { consignee: 'Kestrel', exporter: 'Alto' },
    );
    const bill_of_lading = keyOf(bill);
    const [one, two] = [
      await aContainer(client, {
        number: 'WHAU4142033',
        goods: 'Coffee',
        container_type: '20DV',
        weight: 100,
        bill_of_ladings: [bill_of_lading],
      }),
      await aContainer(client, { number: 'AB/1', bill_of_ladings: [bill_of_lading] }),
    ];
    const breakbulk = await aBreakbulk(client, {
      reference_number: 'BB-1',
      quantity: 240,
      description: 'Pulp',
      package_type: 'BL',
      bill_of_lading,
    });
    await aDockReceipt(client, { number: 'DR-1' });
    const item = await aPackingListItem(client, {
      reference_number: 'PL-1',
      bill_of_lading,
      container: 'whau 414203 3',
      consignee: 'Kestrel',
      quantity: 24,
      weight: 4.5,
      volume: 1.25,
      package_type: 'BL',
      description: 'Oil',
      consignee_address: 'Quay 2',
      shipping_marks: 'X',
      dock_receipt: 'DR-1',
      stripped_quantity: 2,
    });
    await aPackingListItem(client, { reference_number: 'PL-2', bill_of_lading });

    const answer = await client.as('read').get(PATH);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['bill_of_ladings']);
    const { consignee: _c, exporter: _e, package_type: _p, ...shared } = bill;
    const expected = {
      ...shared,
      consignee: { id: consignee.id, name: 'Kestrel', address: 'Quay 1' },
      exporter: { id: exporter.id, name: 'Alto', address: 'Rua 1' },
      package_type: { code: null, description: null },
      quantity: 242,
      has_packing_list_items: true,
      packing_list_items: [
        {
          id: item.id,
          reference_number: 'PL-1',
          bill_of_lading: { number: 'B 1/x.json' },
          container: { number: 'WHAU4142033' },
          consignee: { name: 'Kestrel' },
          quantity: 24,
          weight: 4.5,
          volume: 1.25,
          package_type: { code: 'BL', description: 'Bale' },
          description: 'Oil',
          consignee_address: 'Quay 2',
          shipping_marks: 'X',
          dock_receipt_number: 'DR-1',
          has_been_stripped: false,
          has_been_delivered: false,
          stripped_quantity: 2,
          stripped_at: expect.any(String),
          delivered_quantity: null,
        },
        {
          id: expect.any(Number),
          reference_number: 'PL-2',
          bill_of_lading: { number: 'B 1/x.json' },
          container: { number: null },
          consignee: { name: null },
          quantity: null,
          weight: null,
          volume: null,
          package_type: { code: null, description: null },
          description: null,
          consignee_address: null,
          shipping_marks: null,
          dock_receipt_number: null,
          has_been_stripped: false,
          has_been_delivered: false,
          stripped_quantity: null,
          stripped_at: null,
          delivered_quantity: null,
        },
      ],
      cargo: [
        {
          id: one.id,
          cargo_type: 'container',
          number: 'WHAU4142033',
          reference_number: null,
          quantity: 1,
          description: 'Coffee',
          package_type_code: null,
          package_type: null,
          container_type: { iso_type_code: '22G1', description: 'Dry van', code: '20DV' },
          actions: {
            show: link('/containers/WHAU4142033.json'),
            movements: link('/containers/WHAU4142033/movements.json'),
          },
        },
        {
          id: two.id,
          cargo_type: 'container',
          number: 'AB/1',
          reference_number: null,
          quantity: 1,
          description: null,
          package_type_code: null,
          package_type: null,
          container_type: NO_TYPE,
          actions: {
            show: link('/containers/AB%2F1.json'),
            movements: link('/containers/AB%2F1/movements.json'),
          },
        },
        {
          id: breakbulk.id,
          cargo_type: 'breakbulk',
          number: null,
          reference_number: 'BB-1',
          quantity: 240,
          description: 'Pulp',
          package_type_code: 'BL',
          package_type: 'Bale',
          container_type: NO_TYPE,
          actions: {
            show: link(`/breakbulks/${breakbulk.id}.json`),
            movements: link(`/breakbulks/${breakbulk.id}.json`),
          },
        },
      ],
      actions: {
        show: link(
          '/voyages/WP%2026%2F11/bill_of_ladings/B%201%2Fx.json.json?manifest_client_identifier=WHA%2F1',
        ),
        index: link('/voyages/WP%2026%2F11/bill_of_ladings.json'),
      },
    };
    expect(answer.body.bill_of_ladings).toEqual([expected]);
    const [answered] = answer.body.bill_of_ladings;
    expect(Object.keys(answered)).toEqual([
      ...Object.keys(bill),
      'quantity',
      'has_packing_list_items',
      'packing_list_items',
      'cargo',
      'actions',
    ]);
    expect(Object.keys(answered.cargo[0])).toEqual(Object.keys(expected.cargo[0]));
    for (const { actions } of answered.cargo as { actions: { show: { url: string } } }[])
      expect((await client.get(actions.show.url.slice(`${ORIGIN}/api/v1`.length))).status).toBe(200);
    const shown = await client.get(answered.actions.show.url.slice(`${ORIGIN}/api/v1`.length));
    expect(shown.body.bill_of_lading).toMatchObject({ id: bill.id, manifested_count: 242 });
  });

  it('answers a bill with nothing on it', async () => {
    const { number } = await aBill(client, manifest);
    expect((await list())[0]).toMatchObject({
      consignee: null,
      exporter: null,
      quantity: 0,
      has_packing_list_items: false,
      packing_list_items: [],
      cargo: [],
    });
    const counts = Object.entries((await show(number)) as object).filter(([name]) => name.endsWith('_count'));
    expect(counts).toEqual([
      ['manifested_count', 0],
      ['cargo_at_terminal_destination_count', 0],
      ['cargo_at_terminal_count', 0],
      ['cargo_delivered_count', 0],
      ['packing_list_items_at_terminal_destination_count', 0],
      ['packing_list_items_at_terminal_count', 0],
      ['packing_list_items_delivered_count', 0],
    ]);
  });

  it('lists the bills of every manifest of the voyage, whole or by pages', async () => {
    const other = await aManifest(client, { voyage_id: voyage.id });
    await aBill(client, other, { number: 'B1' });
    await aBill(client, await aManifest(client), { number: 'NOT' });
    for (let n = 2; n <= 12; n++) await aBill(client, manifest, { number: `B${n}` });
    const numbers = (body: { bill_of_ladings: { number: string }[] }) =>
      body.bill_of_ladings.map(({ number }) => number);
    const all = Array.from({ length: 12 }, (_, n) => `B${n + 1}`);
    expect(numbers((await client.get(PATH)).body)).toEqual(all);
    const page = (await client.get(`${PATH}.json?per=5&page=3`)).body;
    expect(numbers(page)).toEqual(all.slice(10));
    expect(page.actions.previous).toEqual(link('/voyages/WP%2026%2F11/bill_of_ladings.json?per=5&page=2'));
    expect((await client.get(`${PATH}?per=-1`)).status).toBe(400);
  });

  it('shows more of the cargo alone than in lists', async () => {
    await aContainerType(client, { code: '40RF', size: 40, is_reefer: true });
    const bill = await aBill(client, manifest, { number: 'B1' });
    const since = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const plugs = [
      { plug_action: 'plug_in', plug_action_at: '2026-11-01T10:00:00.000Z' },
      { plug_action: 'plug_in', plug_action_at: '2026-11-01T10:30:00.000Z' },
      { plug_action: 'plug_out', plug_action_at: '2026-11-01T12:20:30.000Z' },
      { plug_action: 'plug_out', plug_action_at: '2026-11-01T13:00:00.000Z' },
    ];
    const still = { plug_action: 'plug_in', plug_action_at: since(60) };
    const bill_of_ladings = [keyOf(bill)];
    await aContainer(client, {
      container_type: '40RF',
      container_status: 'full',
      weight: 28000.5,
      bill_of_ladings,
      reefer_plug_movements: [...plugs].reverse(),
    });
    await aContainer(client, { bill_of_ladings, reefer_plug_movements: [...plugs, still] });
    await aContainer(client, { bill_of_ladings });
    await aBreakbulk(client, { bill_of_lading: keyOf(bill), weight: 7 });
    const { cargo } = await show('B1');
    const NEVER = { reefer_plugged_in_time_in_hours: 0, reefer_plugged_in_time_in_minutes: 0 };
    expect(cargo[0]).toMatchObject({
      size: 40,
      is_reefer: true,
      container_status: 'full',
      weight: 28000.5,
      reefer_plugged_in_time_in_hours: 2.34,
      reefer_plugged_in_time_in_minutes: 140,
      reefer_plug_movements: plugs,
    });
    expect(Object.keys(cargo[0]).slice(-7)).toEqual([
      'size',
      'is_reefer',
      'reefer_plugged_in_time_in_hours',
      'reefer_plugged_in_time_in_minutes',
      'reefer_plug_movements',
      'container_status',
      'weight',
    ]);
    expect(cargo[1].reefer_plugged_in_time_in_minutes).toBe(200);
    expect(cargo[2]).toMatchObject({
      ...NEVER,
      size: null,
      is_reefer: false,
      container_status: null,
      weight: null,
      reefer_plug_movements: [],
    });
    expect(cargo[3]).toMatchObject({
      cargo_type: 'breakbulk',
      size: null,
      is_reefer: false,
      container_status: null,
      weight: 7,
      reefer_plugged_in_time_in_hours: null,
      reefer_plugged_in_time_in_minutes: null,
      reefer_plug_movements: [],
    });
  });

  const counted = async (number: string) => {
    const bill = await show(number);
    return {
      cargo: [
        bill.manifested_count,
        bill.cargo_at_terminal_destination_count,
        bill.cargo_at_terminal_count,
        bill.cargo_delivered_count,
      ],
      packages: [
        bill.packing_list_items_at_terminal_destination_count,
        bill.packing_list_items_at_terminal_count,
        bill.packing_list_items_delivered_count,
      ],
    };
  };
  const at = (current_location_type: string, current_location?: string) => ({
    current_location_type,
    ...(current_location && { current_location }),
  });

  it('counts cargo by place', async () => {
    const bill = await aBill(client, manifest, { number: 'B1' });
    const bill_of_ladings = [keyOf(bill)];
    await aTerminal(client, { name: 'South' });
    await aYardArea(client, { name: 'N', terminal: 'North' });
    await aYardSlot(client, { name: 'N1', yard_area: 'N' });
    await aYardArea(client, { name: 'Nowhere' });
    await client.create('/berth_areas', { name: 'Berth', terminal: 'North' });
    await client.create('/gates', { name: 'Gate' });
    await aConsignee(client, { name: 'Kestrel' });
    for (const place of [
      at('Terminal', 'North'),
      at('YardArea', 'N'),
      at('YardSlot', 'N1'),
      at('BerthArea', 'Berth'),
      at('Terminal', 'South'),
      at('YardArea', 'Nowhere'),
      at('Gate', 'Gate'),
      at('Voyage', VOYAGE),
      at('TrainVisit'),
      {},
      at('Consignee', 'Kestrel'),
    ])
      await aContainer(client, { bill_of_ladings, ...place });
    expect((await counted('B1')).cargo).toEqual([11, 4, 7, 1]);

    await aContainer(client, { bill_of_ladings });
    const back = await aContainer(client, { bill_of_ladings, ...at('Terminal', 'North') });
    // it was delivered, and is here again for something else
    for (const place of [at('Consignee', 'Kestrel'), at('Terminal', 'North')])
      expect((await client.patch(`/containers/${back.number}`, place)).status).toBe(200);
    await aContainer(client, { bill_of_ladings, ...at('Voyage', VOYAGE) });
    expect((await counted('B1')).cargo).toEqual([14, 4, 7, 2]);

    const bill_of_lading = keyOf(bill);
    await aBreakbulk(client, { bill_of_lading, quantity: 240, ...at('YardArea', 'N') });
    await aBreakbulk(client, { bill_of_lading, quantity: 100, ...at('Container', back.number) });
    await aBreakbulk(client, { bill_of_lading, quantity: 1000, ...at('Consignee', 'Kestrel') });
    await aBreakbulk(client, { bill_of_lading });
    expect((await counted('B1')).cargo).toEqual([1355, 344, 347, 1002]);
  });

  it.each([
    ['Berth Area', [1, 1, 0]],
    ['Port', [0, 1, 0]],
  ] as const)('takes the destination from a %s', async (discharge_destination_type, expected) => {
    const destination = {
      'Berth Area': await aBerthArea(client, { terminal: 'North' }),
      Port: await aPort(client),
    };
    const { id } = await aVoyage(client, {
      number: 'OTHER',
      discharge_destination_type,
      discharge_destination_id: destination[discharge_destination_type].id,
    });
    const bill = await aBill(client, await aManifest(client, { voyage_id: id }), { number: 'B1' });
    await aContainer(client, { bill_of_ladings: [keyOf(bill)], ...at('Terminal', 'North') });
    const { body } = await client.get('/voyages/OTHER/bill_of_ladings/B1');
    const { bill_of_lading } = body;
    expect([
      bill_of_lading.cargo_at_terminal_destination_count,
      bill_of_lading.cargo_at_terminal_count,
      bill_of_lading.cargo_delivered_count,
    ]).toEqual(expected);
  });

  it('counts packages by place', async () => {
    const bill_of_lading = keyOf(await aBill(client, manifest, { number: 'B1' }));
    await aTerminal(client, { name: 'South' });
    await aConsignee(client, { name: 'Kestrel' });
    const inside = await aContainer(client, at('Terminal', 'South'));
    const aboard = await aContainer(client, at('Voyage', VOYAGE));
    const delivered = await aContainer(client, at('Consignee', 'Kestrel'));
    const item = (body: object) => aPackingListItem(client, { bill_of_lading, ...body });
    await item({ quantity: 1, container: aboard.number });
    await item({ quantity: 10, container: inside.number });
    await item({ quantity: 100, container: delivered.number });
    await item({ quantity: 1000, container: inside.number, stripped_quantity: 400 });
    await item({ quantity: 10_000, container: delivered.number, has_been_stripped: true });
    await item({ quantity: 100_000, has_been_stripped: true, has_been_delivered: true });
    await item({ container: delivered.number });
    expect((await counted('B1')).packages).toEqual([10_400, 11_010, 100_101]);
  });

  it('counts power until the container left, however long ago that was', async () => {
    const bill = await aBill(client, manifest, { number: 'B1' });
    const plug = (time: string, plug_action = 'plug_in') => ({
      plug_action,
      plug_action_at: `2026-11-01T${time}Z`,
    });
    const here = { bill_of_ladings: [keyOf(bill)], current_location_type: 'Terminal' };
    const left = { in_at: '2026-11-01T09:00:00Z', out_at: '2026-11-01T12:00:00Z', reason: 'It was earlier' };
    for (const reefer_plug_movements of [
      [plug('10:30:00')],
      [plug('11:00:00'), plug('13:00:00', 'plug_out')],
      [plug('12:30:00')],
    ]) {
      const { number } = await aContainer(client, { ...here, reefer_plug_movements });
      await client.patch(`/containers/${number}`, { current_location_type: 'Other' });
      const [stay] = await staysOf(client, number);
      expect((await client.patch(`/container_stays/${stay!.id}`, left)).status).toBe(200);
    }
    const { cargo } = await show('B1');
    const times = cargo.map((each: Body) => [
      each.reefer_plugged_in_time_in_minutes,
      each.reefer_plugged_in_time_in_hours,
    ]);
    expect(times).toEqual([
      [90, 1.5],
      [60, 1],
      [0, 0],
    ]);
  });

  it('shows the older of two bills with one number, or that of the manifest named', async () => {
    const other = await aManifest(client, { voyage_id: voyage.id, manifest: { client_identifier: 'B&C' } });
    const elsewhere = await aManifest(client, { manifest: { client_identifier: 'ELSE' } });
    await aBill(client, elsewhere, { number: 'B1' });
    const newer = await aBill(client, other, { number: 'B0' });
    const older = await aBill(client, other, { number: 'B1' });
    const { id } = await aBill(client, manifest, { number: 'B1' });
    expect((await show('B0')).id).toBe(newer.id);
    expect((await show('B1')).id).toBe(older.id);
    expect((await show('B1', '?manifest_client_identifier=WHA%2F1')).id).toBe(id);
    expect((await show('B1', '?manifest_client_identifier=')).id).toBe(older.id);
    for (const identifier of ['ELSE', 'NO'])
      expect((await client.get(`${PATH}/B1?manifest_client_identifier=${identifier}`)).status).toBe(404);
  });

  it('answers 404 for an unknown voyage, an unknown bill and a bill of another voyage', async () => {
    await aBill(client, await aManifest(client), { number: 'B1' });
    for (const path of ['/voyages/NO/bill_of_ladings', '/voyages/NO/bill_of_ladings/B1', `${PATH}/B1`])
      expect((await client.get(path)).status).toBe(404);
    expect((await client.get(PATH)).body).toEqual({ bill_of_ladings: [] });
  });

  it('keeps organizations apart', async () => {
    await aBill(client, manifest, { number: 'B1' });
    const other = await service.current.organization();
    expect((await other.get(PATH)).status).toBe(404);
    await aVoyage(other, { number: VOYAGE });
    expect((await other.get(PATH)).body).toEqual({ bill_of_ladings: [] });
    expect((await other.get(`${PATH}/B1`)).status).toBe(404);
  });
});

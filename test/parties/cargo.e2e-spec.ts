import {
  aBill,
  aBooking,
  aBreakbulk,
  aChassis,
  aDeliveryOrder,
  aDockReceipt,
  aGenset,
  aLoadList,
  aManifest,
  aPackingListItem,
  aVehicle,
  keyOf,
} from '../factories/cargo';
import { aContainerInYard } from '../factories/gate';
import { aConsignee, aFreightForwarder, anAgent, aShippingLine, limitedTo } from '../factories/parties';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** A line and a consignee with one record of each kind, each text of which has a mark. */
interface World {
  mark: string;
  number: string;
  bill: any;
  list: any;
  ofLine: Client;
  ofAgent: Client;
  ofConsignee: Client;
}

describe('cargo of parties', () => {
  const service = useService();
  let client: Client;
  let own: World;
  let other: World;
  let voyage: any;

  async function aWorld(mark: string): Promise<World> {
    const agent = await anAgent(client, { name: `Agent ${mark}` });
    const line = await aShippingLine(client, { code: mark, agent_id: agent.id });
    const consignee = await aConsignee(client, { name: `Consignee ${mark}` });
    const manifest = await aManifest(client, {
      shipping_line: mark,
      voyage_number: voyage.number,
      manifest: { client_identifier: `M-${mark}`, remarks: `Secret ${mark}` },
    });
    const bill = await aBill(
      client,
      manifest as { client_identifier: string },
      { number: `BL-${mark}`, remarks: `Secret ${mark}`, goods_description: `Goods ${mark}` },
      { consignee: consignee.name },
    );
    const bill_of_lading = keyOf(bill);
    const { number, id: container_id } = await aContainerInYard(client, {
      shipping_line: mark,
      consignee: consignee.name,
      bill_of_ladings: [bill_of_lading],
      goods: `Goods ${mark}`,
    });
    const item = { bill_of_lading, container: number };
    const booking = await aBooking(client, {
      number: `BK-${mark}`,
      shipping_line: mark,
      goods: `Goods ${mark}`,
    });
    const dock_receipt = await aDockReceipt(client, { number: `DR-${mark}`, booking: booking.number });
    await aPackingListItem(client, {
      ...item,
      reference_number: `PL-${mark}`,
      dock_receipt: dock_receipt.number,
    });
    await aDeliveryOrder(client, { number: `DO-${mark}`, bill_of_lading });
    await aBreakbulk(client, {
      reference_number: `BB-${mark}`,
      bill_of_lading,
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    await aVehicle(client, {
      vin_number: `VIN${mark}`,
      shipping_line: mark,
      consignees: [consignee.name],
      bill_of_ladings: [bill_of_lading],
      tags: [`Secret ${mark}`],
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    await aChassis(client, {
      number: `CH-${mark}`,
      shipping_line: mark,
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    await aGenset(client, { number: `GS-${mark}`, shipping_line_id: line.id, container: number });
    const list = await aLoadList(client, { name: `LL-${mark}`, shipping_line: mark, voyage: voyage.number });
    await client.create(`/load_lists/${list.id}/load_list_items`, {
      load_list_item_type: 'full',
      load_list_item: { container_id, notes: `Secret ${mark}` },
    });
    return {
      mark,
      number: number as string,
      bill,
      list,
      ofLine: await limitedTo(client, { type: 'shipping_line', key: mark }),
      ofAgent: await limitedTo(client, { type: 'agent', key: agent.name }),
      ofConsignee: await limitedTo(client, { type: 'consignee', key: consignee.name }),
    };
  }

  beforeAll(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { captain: 'Secret captain', closing_comments: 'Secret comment' });
    own = await aWorld('OWNX');
    other = await aWorld('FRGN');
  }, 60_000);

  /** Of each list: the key in the path of one record, and a filter that is not open. */
  const LISTS: [list: string, prefix: string | undefined, closed: string][] = [
    ['bill_of_ladings', undefined, 'remarks'],
    ['manifests', 'M-', 'remarks'],
    ['packing_list_items', 'PL-', 'dock_receipt'],
    ['bookings', 'BK-', 'goods'],
    ['dock_receipts', 'DR-', 'booking'],
    ['delivery_orders', 'DO-', 'bill_of_lading'],
    ['load_lists', 'LL-', 'notes'],
    ['vehicles', 'VIN', 'tags'],
    ['breakbulks', 'BB-', 'bill_of_lading'],
    ['chassis', 'CH-', 'shipping_line'],
    ['gensets', 'GS-', 'container'],
  ];
  const OF_BILLS = ['bill_of_ladings', 'packing_list_items', 'delivery_orders', 'vehicles', 'breakbulks'];

  it.each(LISTS)('of %s shows what is theirs and nothing else', async (list, prefix, closed) => {
    const clients = [own.ofLine, own.ofAgent, ...(OF_BILLS.includes(list) ? [own.ofConsignee] : [])];
    for (const whose of clients) {
      const { body, headers } = await whose.get(`/${list}`);
      expect(body[list]).toHaveLength(1);
      expect(headers['x-total-count']).toBe('1');
      const { body: file } = await whose.get(`/${list}?format=csv`);
      for (const text of [JSON.stringify(body), file]) {
        expect(text).toContain('OWNX');
        for (const secret of ['FRGN', 'Secret', 'Block A']) expect(text).not.toContain(secret);
      }
      expect((await whose.get(`/${list}?updated_since=2100-01-01`)).body[list]).toEqual([]);
      expect((await whose.get(`/${list}?${closed}=x`)).body.code).toBe('filter_not_open');
      if (prefix === undefined) continue;
      const shown = await whose.get(`/${list}/${prefix}OWNX`);
      expect(shown.status).toBe(200);
      for (const secret of ['FRGN', 'Secret', 'Block A'])
        expect(JSON.stringify(shown.body)).not.toContain(secret);
      const [theirs, never] = [
        await whose.get(`/${list}/${prefix}FRGN`),
        await whose.get(`/${list}/${prefix}NONE`),
      ];
      expect([theirs.status, JSON.stringify(theirs.body)]).toEqual([
        404,
        JSON.stringify(never.body).replaceAll('NONE', 'FRGN'),
      ]);
    }
    if (!OF_BILLS.includes(list)) {
      const { body } = await own.ofConsignee.get(`/${list}`);
      expect(body[list]).toEqual([]);
    }
    const nobody = await limitedTo(client);
    expect((await nobody.get(`/${list}`)).body[list]).toEqual([]);
    expect((await client.get(`/${list}`)).body[list]).toHaveLength(2);
  });

  it('shows bills within their manifest and voyage, also to the consignee whose manifest it is not', async () => {
    for (const whose of [own.ofLine, own.ofConsignee]) {
      const manifest = await whose.get('/manifests/M-OWNX/bill_of_ladings');
      expect(manifest.body.bill_of_ladings).toMatchObject([{ id: own.bill.id, remarks: null }]);
      expect((await whose.get(`/manifests/M-OWNX/bill_of_ladings/${own.bill.id}`)).status).toBe(200);
      const { bill_of_ladings } = (await whose.get(`/voyages/${voyage.number}/bill_of_ladings`)).body;
      expect(bill_of_ladings).toMatchObject([
        {
          id: own.bill.id,
          packing_list_items: [{ reference_number: 'PL-OWNX' }],
          cargo: [{ cargo_type: 'container', number: own.number }, { reference_number: 'BB-OWNX' }],
        },
      ]);
      const link = bill_of_ladings[0].cargo[0].actions.movements.url.split('/api/v1')[1];
      expect((await whose.get(link)).status).toBe(200);
      const path = `/voyages/${voyage.number}/bill_of_ladings`;
      const { body } = await whose.get(`${path}/BL-OWNX`);
      expect(body.bill_of_lading).toMatchObject({ remarks: null, manifested_count: 2 });
      expect(JSON.stringify([manifest.body, bill_of_ladings, body])).not.toMatch(/FRGN|Secret|Block A/u);
      for (const [foreign, never] of [
        ['/manifests/M-FRGN/bill_of_ladings', '/manifests/M-NONE/bill_of_ladings'],
        [`/manifests/M-FRGN/bill_of_ladings/${other.bill.id}`, `/manifests/M-NONE/bill_of_ladings/1`],
        [`${path}/BL-FRGN`, `${path}/BL-NONE`],
        ['/manifests/M-OWNX/bill_of_ladings/BL-FRGN', '/manifests/M-OWNX/bill_of_ladings/BL-NONE'],
      ] as const) {
        const [theirs, none] = [await whose.get(foreign), await whose.get(never)];
        expect([foreign, theirs.status, theirs.body]).toEqual([
          foreign,
          404,
          JSON.parse(JSON.stringify(none.body).replaceAll('NONE', 'FRGN')),
        ]);
      }
    }
  });

  it('shows a receiver its item on a bill of another one, and that one not', async () => {
    const receiver = await aConsignee(client);
    const { reference_number } = await aPackingListItem(client, {
      bill_of_lading: keyOf(own.bill),
      consignee: receiver.name,
    });
    const of = await limitedTo(client, { type: 'consignee', key: receiver.name });
    expect((await of.get('/packing_list_items')).body.packing_list_items).toMatchObject([
      { reference_number },
    ]);
    expect((await of.get('/bill_of_ladings')).body.bill_of_ladings).toEqual([]);
    const numbersOf = async (whose: Client) =>
      (await whose.get('/packing_list_items')).body.packing_list_items.map(
        (each: any) => each.reference_number,
      );
    expect(await numbersOf(own.ofConsignee)).toEqual(['PL-OWNX']);
    expect(await numbersOf(own.ofLine)).toEqual(['PL-OWNX', reference_number]);
    const shown = async (whose: Client) =>
      (await whose.get(`/voyages/${voyage.number}/bill_of_ladings/BL-OWNX`)).body.bill_of_lading;
    expect((await shown(own.ofConsignee)).packing_list_items).toHaveLength(1);
    expect((await shown(own.ofLine)).packing_list_items).toHaveLength(2);
    const [item] = (await own.ofLine.get('/packing_list_items')).body.packing_list_items;
    expect(item.dock_receipt).toMatchObject({ number: 'DR-OWNX' });
    const [cut] = (await own.ofConsignee.get('/packing_list_items')).body.packing_list_items;
    expect(cut.dock_receipt).toBeNull();
    expect((await client.delete(`/packing_list_items/${reference_number}`)).status).toBe(200);
  });

  it('names the dock receipt of an item to the forwarder that is nominated for its booking', async () => {
    const { name: key } = await aFreightForwarder(client);
    const to = { type: 'freight_forwarder', key };
    const from = { type: 'shipping_line', key: 'OWNX' };
    const of = await limitedTo(client, { type: 'freight_forwarder', key });
    const receipts = async () =>
      (await of.get('/packing_list_items')).body.packing_list_items.map((item: any) => item.dock_receipt);
    const nominate = async (subject: object) =>
      (await client.create('/nominations', { ...subject, from, to })).nomination.number;
    const numbers = [await nominate({ bill_of_lading: keyOf(own.bill) })];
    expect(await receipts()).toEqual([null]);
    numbers.push(await nominate({ booking: 'BK-OWNX' }));
    expect(await receipts()).toMatchObject([{ number: 'DR-OWNX' }]);
    for (const number of numbers) await client.post(`/nominations/${number}/revoke`, { reason: 'Done' });
    expect(await receipts()).toEqual([]);
  });

  it('shows movements without those within the terminal, and stays by the number of the container', async () => {
    const container = (number: string) => `/containers/${number}/stays`;
    await client.patch(`/containers/${own.number}`, {
      current_location_type: 'YardArea',
      current_location: (await client.create('/yard_areas', { name: 'Block B' })).yard_area.name,
    });
    const { body } = await own.ofConsignee.get(`/movements?container_number=${own.number}`);
    expect(body.movements.map((each: any) => each.movement_type)).not.toContain('yard');
    for (const each of body.movements)
      expect(each).toMatchObject({
        from: null,
        to: null,
        user: null,
        reason: null,
        container: { number: own.number },
      });
    expect((await own.ofConsignee.get(`/movements?container_number=${other.number}`)).body.movements).toEqual(
      [],
    );
    expect((await own.ofConsignee.get('/movements?truck_visit_id=1')).body.code).toBe('filter_not_open');
    const stays = await own.ofConsignee.get(container(own.number));
    expect(stays.body.stays).toMatchObject([{ container: { number: own.number }, reason: null }]);
    const [foreign, never] = [
      await own.ofConsignee.get(container(other.number)),
      await own.ofConsignee.get(container('NONE')),
    ];
    expect([foreign.status, foreign.body]).toEqual([
      404,
      JSON.parse(JSON.stringify(never.body).replaceAll('NONE', other.number)),
    ]);
  });

  it('shows of a load list the items of the line', async () => {
    const { number, id } = await aContainerInYard(client, { shipping_line: 'FRGN' });
    await client.create(`/load_lists/${own.list.id}/load_list_items`, {
      load_list_item_type: 'full',
      load_list_item: { container_id: id },
    });
    const path = `/load_lists/${own.list.id}`;
    const mine = (await own.ofLine.get(path)).body.load_list;
    expect(mine).toMatchObject({
      items_count: 1,
      items: [{ container: { number: own.number }, notes: null }],
    });
    const { body } = await own.ofLine.get(`${path}/load_list_items`);
    expect(body.load_list_items).toHaveLength(1);
    const theirs = (await other.ofLine.get(path)).body.load_list;
    expect(theirs).toMatchObject({ items_count: 1, items: [{ container: { number } }] });
    expect((await own.ofLine.get(`/load_lists/${other.list.id}/load_list_items`)).status).toBe(404);
    const all = (await client.get(path)).body.load_list;
    expect(all).toMatchObject({ items_count: 2 });
    for (const item of all.items.slice(1))
      expect((await client.delete(`${path}/load_list_items/${item.id}`)).status).toBe(200);
  });

  it('does not tell how a VIN is stored that is of others', async () => {
    const { status, body } = await own.ofLine.get('/vehicles/vinfrgn');
    expect([status, body.error]).toEqual([404, "Vehicle 'vinfrgn' was not found."]);
    expect((await own.ofLine.get('/vehicles/vinownx')).status).toBe(200);
  });

  it('names consignees of a vehicle to its line, and each to itself alone', async () => {
    await aVehicle(client, {
      vin_number: 'VINBOTH',
      shipping_line: 'FRGN',
      consignees: ['Consignee OWNX', 'Consignee FRGN'],
    });
    const consigneesOf = async (of: Client) => {
      const { vehicles } = (await of.get('/vehicles?vin=VINBOTH')).body;
      return vehicles[0].consignees;
    };
    expect(await consigneesOf(own.ofConsignee)).toEqual(['Consignee OWNX']);
    expect(await consigneesOf(other.ofLine)).toEqual(['Consignee OWNX', 'Consignee FRGN']);
    expect((await client.delete('/vehicles/VINBOTH')).status).toBe(200);
  });

  it('shows every party the schedule without what is internal to the terminal', async () => {
    const of = own.ofConsignee;
    const { voyages } = (await of.get('/voyages?order=arrival')).body;
    expect(voyages).toHaveLength((await client.get('/voyages')).body.voyages.length);
    const { body } = await of.get(`/voyages/${voyage.number}`);
    expect(body.voyage).toMatchObject({
      number: voyage.number,
      cancelled: false,
      captain: null,
      closing_comments: null,
      tax_date: null,
      number_of_tug_boats: null,
      stevedoring_supervisors: [],
    });
    expect(JSON.stringify([voyages, body])).not.toContain('Secret');
    const { vessels } = (await of.get(`/vessels?name=${encodeURIComponent(body.voyage.vessel.name)}`)).body;
    expect(vessels).toMatchObject([{ name: body.voyage.vessel.name, actions: null }]);
    expect((await of.get(`/vessels/${encodeURIComponent(body.voyage.vessel.name)}`)).status).toBe(200);
    expect((await of.get('/voyages/counts?by=status')).body.code).toBe('not_for_parties');
  });
});

import {
  aBill,
  aBreakbulk,
  aContainer,
  aDeliveryOrder,
  aLoadList,
  aPackingListItem,
  aVehicle,
  holdsOf,
  keyOf,
} from '../factories/cargo';
import { aContainerInYard, aVisitFor, gateOut, pickUp } from '../factories/gate';
import { aHold, aHoldType, unliftedHolds } from '../factories/holds';
import { aConsignee } from '../factories/parties';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import { aPort, aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, meanwhile } from '../setup/meanwhile';
import { useService } from '../setup/service';

const AT_TERMINAL = { current_location_type: 'YardArea', current_location: 'Block A' };

/** Where each kind of cargo is changed by the set-up, and how it is named. */
const KINDS = [
  ['Container', '/containers/', 'number', aContainer],
  ['Vehicle', '/vehicles/', 'vin_number', aVehicle],
  ['Breakbulk', '/breakbulks/', 'reference_number', aBreakbulk],
] as const;

describe('held cargo', () => {
  const service = useService();
  let client: Client;
  let bill: Body;
  let holds: string;
  beforeEach(async () => {
    client = await service.current.organization();
    await client.post('/yard_areas', { name: 'Block A' });
    bill = await aBill(client);
    holds = holdsOf(bill);
  });

  const hold = async () => {
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    expect((await client.put(`${holds}/${type.id}`)).status).toBe(200);
    return () => client.delete(`${holds}/${type.id}`, { hold: { reference_number: 'R' } });
  };
  const onBill = (what: string) =>
    what === 'Breakbulk' ? { bill_of_lading: keyOf(bill) } : { bill_of_ladings: [keyOf(bill)] };
  const inside = (number: string) => ({ current_location_type: 'Container', current_location: number });
  const stated = async (answer: ReturnType<Client['patch']>) => {
    const { status, body } = await answer;
    return status < 300 ? status : [status, body.error];
  };

  describe.each(KINDS)('%s by the set-up', (word, path, key, make) => {
    const out = (name: string) => [
      422,
      `${word} ${name} has unlifted holds and cannot be moved out of the terminal.`,
    ];

    it('leaves the terminal by no change of place while a bill of it is held', async () => {
      const { name: consignee } = await aConsignee(client);
      const { number: voyage } = await aVoyage(client);
      const { name: ship } = await aVessel(client);
      const { id: port_id, locode } = await aPort(client);
      const { number: elsewhere } = await aContainer(client, {
        current_location_type: 'Port',
        current_location: locode,
      });
      const cargo = await make(client, { ...AT_TERMINAL, ...onBill(word) });
      const change = (body: object) => stated(client.patch(path + cargo.id, body));
      const lift = await hold();
      for (const [current_location_type, current_location] of [
        ['Consignee', consignee],
        ['Voyage', voyage],
        ['Ship', ship],
        ['Port', locode],
        ['TrainVisit', '7'],
        ['Other', null],
        ['Container', elsewhere],
        [null, null],
      ])
        expect([current_location_type, await change({ current_location_type, current_location })]).toEqual([
          current_location_type,
          out(cargo[key]),
        ]);
      const refusedAt = async (place: object) =>
        Object.keys((await client.patch(path + cargo.id, place)).body.errors);
      expect(await refusedAt({ current_location_type: 'Other' })).toEqual(['current_location_type']);
      const at = { current_location_type: 'Port', current_location_id: port_id };
      expect(await refusedAt(at)).toEqual(['current_location_id']);
      expect(await change({ current_location_type: 'Terminal' })).toBe(200);
      await lift();
      expect(await change({ current_location_type: 'Consignee', current_location: consignee })).toBe(200);
    });

    it('comes to the terminal, and goes from no place to a consignee', async () => {
      const { name } = await aConsignee(client);
      const { number } = await aVoyage(client);
      await hold();
      const at = (current_location_type: string, current_location: string) => ({
        current_location_type,
        current_location,
      });
      const cargo = await make(client, onBill(word));
      const change = (body: object) => stated(client.patch(path + cargo.id, body));
      expect(await change(at('Voyage', number))).toBe(200);
      expect(await change(at('Consignee', name))).toEqual(out(cargo[key]));
      expect(await change(AT_TERMINAL)).toBe(200);
      const delivered = await make(client, { ...onBill(word), ...at('Consignee', name) });
      expect(delivered.current_location_type ?? 'Consignee').toBe('Consignee');
    });

    it('does not leave in the request that puts it on a held bill', async () => {
      const cargo = await make(client, AT_TERMINAL);
      const leave = async () => {
        const line = { ...onBill(word), current_location_type: 'Other', current_location: null };
        // an update by a request does not take bills of vehicles: a file does
        if (word !== 'Vehicle') return stated(client.patch(path + cargo.id, line));
        return (await importFiles(client, { 'vehicles.ndjson': [{ vin_number: cargo.vin_number, ...line }] }))
          .bad;
      };
      const lift = await hold();
      expect(await leave()).toEqual(
        word === 'Vehicle' ? [expect.stringContaining(String(out(cargo[key])[1]))] : out(cargo[key]),
      );
      await lift();
      expect(await leave()).toEqual(word === 'Vehicle' ? [] : 200);
    });

    it('keeps a held bill, also in a deletion', async () => {
      const cargo = await make(client, onBill(word));
      const off = [422, `Bill of lading ${bill.number} has unlifted holds and cannot be taken off.`];
      const none = word === 'Breakbulk' ? { bill_of_lading: null } : { bill_of_ladings: [] };
      const lift = await hold();
      // an update by a request does not take bills of vehicles: a file does
      const line = { vin_number: cargo.vin_number, ...none };
      const taken = async () => (await importFiles(client, { 'vehicles.ndjson': [line] })).bad;
      if (word === 'Vehicle') expect(await taken()).toEqual([expect.stringContaining(String(off[1]))]);
      else expect(await stated(client.patch(path + cargo.id, none))).toEqual(off);
      expect(await stated(client.delete(path + cargo.id))).toEqual(off);
      expect(await stated(client.patch(path + cargo.id, onBill(word)))).toBe(200);
      await lift();
      if (word === 'Vehicle') expect(await taken()).toEqual([]);
      else expect(await stated(client.patch(path + cargo.id, none))).toBe(200);
      expect(await stated(client.delete(path + cargo.id))).toBe(200);
    });
  });

  it('in a held container leaves neither that nor the terminal, for the role write either', async () => {
    const { number } = await aContainerInYard(client);
    const car = await aVehicle(client, inside(number));
    const lot = await aBreakbulk(client, inside(number));
    const box = await aContainer(client, inside(number));
    await aHold(client, number);
    const stripped = [422, `Container ${number} has unlifted holds and cannot be stripped.`];
    const drive = (body: object) => stated(client.as('write').patch(`/vehicles/${car.id}`, body));
    expect(await drive({ current_location_type: 'Terminal' })).toEqual(stripped);
    expect(await drive({ current_location_type: 'Other' })).toEqual([
      422,
      `Vehicle ${car.vin_number} has unlifted holds and cannot be moved out of the terminal.`,
    ]);
    expect(await stated(client.patch(`/breakbulks/${lot.id}`, AT_TERMINAL))).toEqual(stripped);
    expect(await stated(client.patch(`/containers/${box.id}`, AT_TERMINAL))).toEqual(stripped);
    expect(await drive({ color: 'red', ...inside(number) })).toBe(200);
  });

  it('of a held bill may be taken out of a free container', async () => {
    const { number } = await aContainerInYard(client);
    const car = await aVehicle(client, { ...inside(number), ...onBill('Vehicle') });
    const item = await aPackingListItem(client, {
      container: number,
      bill_of_lading: keyOf(bill),
      quantity: 5,
    });
    await hold();
    expect(await stated(client.patch(`/vehicles/${car.id}`, AT_TERMINAL))).toBe(200);
    const change = (body: object) => stated(client.patch(`/packing_list_items/${item.id}`, body));
    expect(await change({ stripped_quantity: 2 })).toBe(200);
    const delivered = [
      422,
      `Packing list item ${item.reference_number} has unlifted holds and cannot be delivered.`,
    ];
    expect(await change({ has_been_delivered: true })).toEqual(delivered);
    expect(await change({ has_been_stripped: true, container: null })).toBe(200);
    expect(await change({ has_been_delivered: true })).toEqual(delivered);
    expect(await change({ has_been_delivered: true, bill_of_lading: null })).toEqual(delivered);
    expect(await change({ bill_of_lading: null })).toEqual([
      422,
      `Bill of lading ${bill.number} has unlifted holds and cannot be taken off.`,
    ]);
  });

  it('is taken out of a held container by no item that goes to another or to none', async () => {
    const { number } = await aContainer(client);
    const other = await aContainer(client);
    const { id } = await aPackingListItem(client, { container: number });
    await aHold(client, number);
    for (const container of [other.number, null])
      expect(await stated(client.patch(`/packing_list_items/${id}`, { container }))).toEqual([
        422,
        `Container ${number} has unlifted holds and cannot be stripped.`,
      ]);
    expect(await stated(client.patch(`/packing_list_items/${id}`, { container: number }))).toBe(200);
  });

  describe('of a hold type that keeps no stripping', () => {
    const gentle = (applies_to: string) => aHoldType(client, { applies_to, keeps_stripping: false });

    it('is taken out of its container, which neither leaves nor is loaded, and is not delivered', async () => {
      const { number } = await aContainerInYard(client);
      const car = await aVehicle(client, inside(number));
      const item = await aPackingListItem(client, { container: number, quantity: 5 });
      const { id } = await gentle('container');
      await client.put(`/containers/${number}/holds/${id}/apply`);
      const change = (body: object) => stated(client.patch(`/packing_list_items/${item.id}`, body));
      expect(await stated(client.patch(`/vehicles/${car.id}`, AT_TERMINAL))).toBe(200);
      expect(await change({ stripped_quantity: 2 })).toBe(200);
      expect(await change({ delivered_quantity: 1 })).toEqual([
        422,
        `Container ${number} has unlifted holds and cannot be delivered.`,
      ]);
      expect(await change({ stripped_quantity: 5 })).toBe(200);
      expect(await change({ delivered_quantity: 5 })).toEqual([
        422,
        `Packing list item ${item.reference_number} has unlifted holds and cannot be delivered.`,
      ]);
      expect(await stated(client.patch(`/containers/${number}`, { current_location_type: 'Other' }))).toEqual(
        [422, `Container ${number} has unlifted holds and cannot be moved out of the terminal.`],
      );
      const move = { tally_type: 'loading', crane: 'C', kind: 'tally', container: number };
      const loaded = await client.post('/tally_moves', { ...move, voyage: (await aVoyage(client)).number });
      expect(loaded.body.error).toBe(`Container ${number} has unlifted holds and cannot be loaded.`);
      expect(await unliftedHolds(client, number)).toBe(1);
      const [{ id: applied }] = (await client.get(`/containers/${number}/holds`)).body.holds;
      await client.put(`/containers/${number}/holds/${applied}/lift`);
      expect(await change({ delivered_quantity: 5 })).toBe(200);
    });

    it('is taken out of its container when a bill of that has such a hold', async () => {
      const { number } = await aContainerInYard(client);
      await client.patch(`/containers/${number}`, onBill('Container'));
      const item = await aPackingListItem(client, { container: number });
      const { id } = await gentle('bill_of_lading');
      await client.put(`${holds}/${id}`);
      const change = (body: object) => stated(client.patch(`/packing_list_items/${item.id}`, body));
      expect(await change({ has_been_stripped: true })).toBe(200);
      expect(await change({ has_been_delivered: true })).toEqual([
        422,
        `Packing list item ${item.reference_number} has unlifted holds and cannot be delivered.`,
      ]);
      await client.delete(`${holds}/${id}`, { hold: { reference_number: 'R' } });
      expect(await change({ has_been_delivered: true })).toBe(200);
    });

    it('stays in its container while another hold keeps it', async () => {
      const { number } = await aContainerInYard(client);
      const item = await aPackingListItem(client, { container: number });
      const { id } = await gentle('container');
      await client.put(`/containers/${number}/holds/${id}/apply`);
      await aHold(client, number);
      expect(
        await stated(client.patch(`/packing_list_items/${item.id}`, { has_been_stripped: true })),
      ).toEqual([422, `Container ${number} has unlifted holds and cannot be stripped.`]);
    });
  });

  describe('holds its container', () => {
    const HELD = 'Truck Visit was not completed. The following container has unlifted holds:';

    it.each([
      [
        'a packing list item',
        (number: string) => aPackingListItem(client, { container: number, bill_of_lading: keyOf(bill) }),
      ],
      ['a vehicle', (number: string) => aVehicle(client, { ...inside(number), ...onBill('Vehicle') })],
      ['breakbulk', (number: string) => aBreakbulk(client, { ...inside(number), ...onBill('Breakbulk') })],
    ])('%s', async (_what, put) => {
      const { number } = await aContainerInYard(client);
      await put(number);
      const lift = await hold();
      const count = () => unliftedHolds(client, number);
      expect(await count()).toBe(1);
      const { truck } = await aVisitFor(client, [pickUp(number)]);
      const answer = await gateOut(client, truck.license_plate);
      expect([answer.status, answer.body.error]).toEqual([400, `${HELD} ${number}`]);
      expect(await stated(client.patch(`/containers/${number}`, { current_location_type: 'Other' }))).toEqual(
        [422, `Container ${number} has unlifted holds and cannot be moved out of the terminal.`],
      );
      const { number: voyage } = await aVoyage(client);
      const move = { voyage, tally_type: 'loading', crane: 'C', kind: 'tally', container: number };
      expect((await client.post('/tally_moves', move)).status).toBe(422);
      await lift();
      expect(await count()).toBe(0);
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    });

    it('until it is stripped', async () => {
      const { number } = await aContainerInYard(client);
      const body = { container: number, bill_of_lading: keyOf(bill) };
      const { id } = await aPackingListItem(client, body);
      await hold();
      expect(await stated(client.patch(`/packing_list_items/${id}`, { has_been_stripped: true }))).toBe(200);
      const empty = { cargo_type: 'container', container_status: 'empty', container_number: number };
      const { truck } = await aVisitFor(client, [pickUp(number, { cargo: empty })]);
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    });
  });

  it('that a delivery order releases is held by its bill, at gate-in and at gate-out', async () => {
    const order = await aDeliveryOrder(client, { number: 'DO-1', bill_of_lading: keyOf(bill) });
    const second = await aDeliveryOrder(client, { number: 'DO-2', bill_of_lading: keyOf(bill) });
    const take = (...numbers: string[]) =>
      numbers.map((delivery_order) => ({
        purpose_type: 'pick up',
        cargo: { cargo_type: 'general cargo' },
        delivery_order,
      }));
    const one = await aVisitFor(client, take(order.number));
    const both = await aVisitFor(client, take(order.number, second.number));
    const early = await aVisitFor(client, take(order.number), {
      interchanges_completed_at: new Date().toISOString(),
    });
    const lift = await hold();
    const START = 'Truck Visit was not completed. The following';
    const leave = async ({ truck }: Body) => {
      const { status, body } = await gateOut(client, truck.license_plate);
      return status === 200 ? 200 : [status, body.error];
    };
    expect(await leave(one)).toEqual([400, `${START} delivery order has unlifted holds: DO-1`]);
    expect(await leave(early)).toEqual([400, `${START} delivery order has unlifted holds: DO-1`]);
    expect(await leave(both)).toEqual([400, `${START} delivery orders have unlifted holds: DO-1, DO-2`]);
    const off = [422, `Bill of lading ${bill.number} has unlifted holds and cannot be taken off.`];
    expect(await stated(client.patch('/delivery_orders/DO-1', { bill_of_lading: null }))).toEqual(off);
    await lift();
    for (const visit of [one, early, both]) expect(await leave(visit)).toBe(200);
  });

  it('is not set up as loaded, of any kind, and earlier loads stay', async () => {
    const { vin_number } = await aVehicle(client, { ...AT_TERMINAL, ...onBill('Vehicle') });
    const { reference_number } = await aBreakbulk(client, { ...AT_TERMINAL, ...onBill('Breakbulk') });
    const items = (loaded_at: string | null) => [
      { load_list_item_type: 'vehicle', container: vin_number, loaded_at },
      { load_list_item_type: 'break_bulk', container: reference_number, loaded_at },
    ];
    const load = async (...lines: object[]) =>
      (await importFiles(client, { 'load_lists.ndjson': [{ name: 'L', items: lines }] })).bad;
    await aLoadList(client, { name: 'L' });
    const lift = await hold();
    const [car, lot] = items('2026-11-20T10:00:00Z');
    const held = (what: string) => [
      expect.stringContaining(`${what} has unlifted holds and cannot be loaded.`),
    ];
    expect(await load(car!)).toEqual(held(`Vehicle ${vin_number}`));
    expect(await load(lot!)).toEqual(held(`Breakbulk ${reference_number}`));
    expect(await load(...items(null))).toEqual([]);
    await lift();
    expect(await load(car!, lot!)).toEqual([]);
    await hold();
    expect(await load(car!, lot!)).toEqual([]);
  });

  it('keeps its manifest from being deleted', async () => {
    const lift = await hold();
    const { client_identifier } = bill.manifest;
    expect(await stated(client.delete(`/manifests/${client_identifier}`))).toEqual([
      expect.any(Number),
      `Manifest cannot be deleted: bill of lading ${bill.number} has unlifted holds.`,
    ]);
    await lift();
    expect(await stated(client.delete(`/manifests/${client_identifier}`))).toBe(200);
  });

  it('is moved by no import, except new records and their states', async () => {
    const { name: consignee } = await aConsignee(client);
    const car = { vin_number: 'WHFX1', ...AT_TERMINAL, bill_of_ladings: [keyOf(bill)] };
    const item = { reference_number: 'PL-1', bill_of_lading: keyOf(bill), quantity: 2 };
    const files = (cars: object[], items: object[]) => ({
      'vehicles.ndjson': cars,
      'packing_list_items.ndjson': items,
    });
    expect((await importFiles(client, files([car], [item]))).bad).toEqual([]);
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const gone = { current_location_type: 'Consignee', current_location: consignee };
    const line = { bill_of_lading: keyOf(bill), hold_type: type.name, applied_at: '2026-11-20T10:00:00Z' };

    // the hold comes last: what the same files say of cargo is how it was
    const lots = ['BB-1', 'BB-2'].map((reference_number) => ({
      reference_number,
      bill_of_lading: keyOf(bill),
    }));
    expect(
      (
        await importFiles(client, {
          'breakbulks.ndjson': [{ ...lots[0], ...gone }, lots[1]!],
          'bill_of_lading_holds.ndjson': [line],
        })
      ).bad,
    ).toEqual([]);

    const { bad } = await importFiles(
      client,
      files([{ ...car, ...gone }], [{ ...item, has_been_delivered: true }]),
    );
    expect(bad).toEqual([
      expect.stringContaining('Vehicle WHFX1 has unlifted holds and cannot be moved out of the terminal.'),
      expect.stringContaining('Packing list item PL-1 has unlifted holds and cannot be delivered.'),
    ]);
    const fresh = files(
      [{ ...car, ...gone, vin_number: 'WHFX2' }],
      [{ ...item, reference_number: 'PL-2', has_been_delivered: true }],
    );
    expect((await importFiles(client, fresh)).bad).toEqual([]);
    expect((await importFiles(client, files([car], [item]))).bad).toEqual([]);
  });

  it.each<[string, () => Promise<() => ReturnType<Client['patch']>>]>([
    [
      'is not taken off its bill',
      async () => {
        const { id } = await aContainer(client, { ...AT_TERMINAL, ...onBill('Container') });
        return () => client.patch(`/containers/${id}`, { bill_of_ladings: [] });
      },
    ],
    [
      'does not leave with the bill that it is put on',
      async () => {
        const { id } = await aContainer(client, AT_TERMINAL);
        const leave = { current_location_type: 'Other', ...onBill('Container') };
        return () => client.patch(`/containers/${id}`, leave);
      },
    ],
    [
      'is not delivered',
      async () => {
        const { id } = await aPackingListItem(client, { bill_of_lading: keyOf(bill), quantity: 1 });
        await client.post(`/packing_list_items/${id}/strip`, { quantity: 1 });
        return () => client.post(`/packing_list_items/${id}/deliver`, { quantity: 1 });
      },
    ],
  ])('%s while a hold of the bill is being applied', async (_what, prepare) => {
    const request = await prepare();
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const { status, body } = await meanwhile(
      service.current,
      `WITH bill AS (SELECT id FROM bill_of_ladings WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE)
       INSERT INTO bill_of_lading_holds (organization_id, bill_of_lading_id, hold_type_id, applied_at)
       SELECT $1, id, $3, now() FROM bill`,
      [client.organization_id, bill.id, type.id],
      request,
    );
    expect([status, body.error]).toEqual([422, expect.stringContaining('has unlifted holds')]);
  });

  it('is checked against a hold that is applied at the same moment', async () => {
    const cars = await Promise.all(
      Array.from({ length: 6 }, () => aVehicle(client, { ...AT_TERMINAL, ...onBill('Vehicle') })),
    );
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const [applied, ...moved] = await atOnce(
      service.current,
      [
        () => client.put(`${holds}/${type.id}`),
        ...cars.map(
          ({ id }) =>
            () =>
              client.patch(`/vehicles/${id}`, { current_location_type: 'Other' }),
        ),
      ],
      5,
    );
    expect(applied.status).toBe(200);
    for (const { status } of moved) expect([200, 422]).toContain(status);
    for (const { id } of cars) {
      const { current_location_type } = (await client.get(`/vehicles/${id}`)).body.vehicle;
      if (current_location_type === 'Other') continue;
      expect((await client.patch(`/vehicles/${id}`, { current_location_type: 'Other' })).status).toBe(422);
    }
  });

  it('is moved by no import that waited while it was placed and held', async () => {
    const { id, number } = await aContainer(client, { current_location_type: 'Other' });
    const type = await aHoldType(client);
    const { bad } = await meanwhile(
      service.current,
      `WITH moved AS (
         UPDATE containers SET current_location_type = 'Terminal' WHERE organization_id = $1 AND id = $2 RETURNING id)
       INSERT INTO container_holds (organization_id, container_id, hold_type_id, applied_at)
       SELECT $1, id, $3, now() FROM moved`,
      [client.organization_id, id, type.id],
      () =>
        importFiles(client, {
          'containers.ndjson': [{ number, goods: 'Tea', current_location_type: 'Other' }],
        }),
    );
    expect(bad).toEqual([expect.stringContaining('has unlifted holds and cannot be moved out of')]);
  });

  it('of another organization holds nothing here', async () => {
    const other = await service.current.organization();
    const { number } = await aContainer(other);
    await aHold(other, number);
    const { id } = await aContainer(client, { number, ...AT_TERMINAL });
    expect(await stated(client.patch(`/containers/${id}`, { current_location_type: 'Other' }))).toBe(200);
  });
});

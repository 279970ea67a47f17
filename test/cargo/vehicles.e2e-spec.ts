import { aBill, aContainer, aDockReceipt, aLoadList, aVehicle, aYardSlot, keyOf } from '../factories/cargo';
import { aHold, lift } from '../factories/holds';
import { aConsignee, aShippingLine } from '../factories/parties';
import { aFlexField } from '../factories/record';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/vehicles';

/** What a vehicle answers of which only the VIN is known. */
const EMPTY = {
  reference_number: null,
  quantity: null,
  goods: null,
  goods_description: null,
  shipping_marks: null,
  usage: null,
  active_bill_of_ladings: null,
  consignee: null,
  current_location_type: null,
  current_location: null,
  current_location_id: null,
  location: null,
  weight_unit: 'kg',
  weight: null,
  dimension_unit: 'm',
  width: null,
  height: null,
  length: null,
  volume: null,
  pieces_per_package: null,
  package_weight: null,
  yard_slot: null,
  package_type_code: null,
  package_type: null,
  shipping_line: null,
  make: null,
  model: null,
  color: null,
  year: null,
  extra_attributes: null,
  flex_fields: [],
};

/** What list items have beside it. */
const EMPTY_ITEM = {
  arrival_voyage: null,
  arrival_vessel: null,
  departure_voyage: null,
  departure_vessel: null,
  commodity_type: null,
  consignees: [],
  dock_receipt: null,
  booking: null,
  stripped_from_container: null,
  tags: [],
};

describe('vehicles', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const vins = async (query: string) => {
    const answer = await client.get(`${PATH}.json?${query}`);
    if (answer.status !== 200) return answer.status;
    return answer.body.vehicles.map(({ vin_number }: { vin_number: string }) => vin_number);
  };

  describe('set-up', () => {
    it('creates one with every field, shown alone and in lists', async () => {
      await aVoyage(client, {
        number: 'WP2611',
        vessel_name: (await aVessel(client, { name: 'Westhaven Petrel' })).name,
      });
      await aVoyage(client, {
        number: 'TH2612',
        vessel_name: (await aVessel(client, { name: 'Tidekeel Heron' })).name,
      });
      await aDockReceipt(client, { number: 'DR-5001' });
      await aContainer(client, { number: 'TDKU7301950' });
      await client.create('/bookings', { number: 'TDK770114' });
      await client.create('/commodity_types', { name: 'Vehicles' });
      await client.create('/package_types', { code: 'VN', description: 'Vehicle' });
      await aConsignee(client, { name: 'Tern Agricultural Machinery' });
      await aConsignee(client, { name: 'Kade Interiors' });
      await aFlexField(client, 'vehicle', 'keys_received', { label: 'Keys received', value_type: 'boolean' });
      const slot = await aYardSlot(client, { name: 'A1-01' });
      const bills = [
        keyOf(await aBill(client, undefined, { number: 'B2' })),
        keyOf(await aBill(client, undefined, { number: 'B1' })),
      ];
      const body = {
        vin_number: ' WHFX220L8FB031906 ',
        reference_number: 'VH-6003',
        quantity: 1,
        goods: 'Crawler excavator',
        goods_description: 'Used crawler excavator, 22 t class',
        shipping_marks: 'TERN/1',
        usage: 'export',
        make: 'Fens',
        model: '220',
        color: 'yellow',
        year: 2019,
        weight: 22300,
        width: 2.99,
        height: 3.1,
        length: '9.55',
        volume: 88.5,
        pieces_per_package: 2,
        package_weight: 11150.25,
        shipping_line: (await aShippingLine(client)).code,
        package_type: 'VN',
        commodity_type: 'Vehicles',
        arrival_voyage: 'WP2611',
        departure_voyage: 'TH2612',
        booking: 'TDK770114',
        dock_receipt: 'DR-5001',
        stripped_from_container: 'TDKU7301950',
        consignees: ['Tern Agricultural Machinery', 'Kade Interiors', 'Tern Agricultural Machinery'],
        bill_of_ladings: [...bills, bills[0]],
        yard_slot: 'A1-01',
        current_location_type: 'YardSlot',
        current_location: 'A1-01',
        tags: ['oversize', 'new'],
        extra_attributes: { engine_hours: 6120, keys: ['a', { b: null }] },
        flex_fields: [{ keys_received: true }],
      };
      const answer = await client.post(`${PATH}.json`, body);
      expect(answer.status).toBe(201);
      const shown = {
        id: expect.any(Number),
        reference_number: 'VH-6003',
        quantity: 1,
        goods: 'Crawler excavator',
        goods_description: 'Used crawler excavator, 22 t class',
        shipping_marks: 'TERN/1',
        usage: 'export',
        active_bill_of_ladings: 'B2, B1',
        vin_number: 'WHFX220L8FB031906',
        consignee: 'Tern Agricultural Machinery, Kade Interiors',
        current_location_type: 'YardSlot',
        current_location: 'A1-01',
        current_location_id: slot.id,
        location: { type: 'YardSlot', id: slot.id, name: 'A1-01' },
        weight_unit: 'kg',
        weight: 22300,
        dimension_unit: 'm',
        width: 2.99,
        height: 3.1,
        length: 9.55,
        volume: '88.5',
        pieces_per_package: 2,
        package_weight: 11150.25,
        yard_slot: 'A1-01',
        package_type_code: 'VN',
        package_type: 'Vehicle',
        shipping_line: body.shipping_line,
        make: 'Fens',
        model: '220',
        color: 'yellow',
        year: 2019,
        extra_attributes: { engine_hours: 6120, keys: ['a', { b: null }] },
        flex_fields: [{ label: 'Keys received', value: true }],
      };
      expect(answer.body).toEqual({ vehicle: shown });
      expect((await client.get(`${PATH}/WHFX220L8FB031906.json`)).body).toEqual({ vehicle: shown });
      expect((await client.get(`${PATH}.json`)).body.vehicles).toEqual([
        {
          ...shown,
          arrival_voyage: 'WP2611',
          arrival_vessel: 'Westhaven Petrel',
          departure_voyage: 'TH2612',
          departure_vessel: 'Tidekeel Heron',
          commodity_type: 'Vehicles',
          consignees: ['Tern Agricultural Machinery', 'Kade Interiors'],
          dock_receipt: 'DR-5001',
          booking: { id: expect.any(Number), number: body.booking },
          stripped_from_container: { id: expect.any(Number), number: 'TDKU7301950' },
          tags: ['oversize', 'new'],
        },
      ]);
    });

    it('creates one from its VIN alone', async () => {
      const vehicle = await aVehicle(client, { vin_number: 'V1' });
      const shown = { id: vehicle.id, vin_number: 'V1', ...EMPTY };
      expect(vehicle).toEqual(shown);
      const [item] = (await client.get(PATH)).body.vehicles;
      expect(item).toEqual({ ...shown, ...EMPTY_ITEM });
    });

    it('takes keys as answers show them, and ids', async () => {
      const booking = (await client.create('/bookings', { number: 'B1' })).booking;
      await client.create('/package_types', { code: 'VN' });
      await aConsignee(client, { name: 'Kade Interiors' });
      const place = { current_location_type: 'Voyage', current_location_id: (await aVoyage(client)).id };
      const fields = { booking_id: booking.id, package_type_code: 'VN', consignee: 'Kade Interiors' };
      const vehicle = await aVehicle(client, { ...fields, ...place, tags: null, bill_of_ladings: null });
      expect(vehicle).toMatchObject({ package_type_code: 'VN', consignee: 'Kade Interiors', ...place });
      expect(await vins('booking_id=b1')).toEqual([vehicle.vin_number]);
    });

    it.each([
      ['no VIN', { vin_number: undefined }, 'vin_number'],
      ['a blank VIN', { vin_number: ' ' }, 'vin_number'],
      ['a quantity below zero', { quantity: -1 }, 'quantity'],
      ['a tag that is none', { tags: [7] }, 'tags'],
      ['extra attributes that are no object', { extra_attributes: ['x'] }, 'extra_attributes'],
      ['a place without a type', { current_location: 'A1' }, 'current_location_type'],
      ['an id of a place without a type', { current_location_id: 1 }, 'current_location_type'],
      ['a bill without a manifest', { bill_of_ladings: [{ number: 'B' }] }, 'bill_of_ladings.0.manifest'],
      ['an unknown flex field', { flex_fields: [{ rust: 1 }] }, 'flex_fields.rust'],
    ])('refuses %s as malformed', async (_what, body, field) => {
      const answer = await client.post(PATH, { vin_number: 'V1', ...body });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });

    it.each([
      ['package_type_code', 'XX'],
      ['package_type', 'XX'],
      ['commodity_type', 'Ghosts'],
      ['arrival_voyage', 'V404'],
      ['departure_voyage_id', 404404],
      ['booking', 'B404'],
      ['dock_receipt', 'DR-404'],
      ['stripped_from_container', 'WHAU0000000'],
      ['yard_slot', 'Z9'],
      ['shipping_line', 'ZZZ'],
      ['consignee', 'Nobody'],
      ['consignees', ['Nobody']],
      ['bill_of_ladings', [{ manifest: 'M404', number: 'B404' }]],
    ])('refuses an unknown %s', async (field, value) => {
      const answer = await client.post(PATH, { vin_number: 'V1', [field]: value });
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatch(/ is unknown\.$/);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
      expect(await vins('')).toEqual([]);
    });

    it('refuses a VIN that is taken, also of simultaneous requests', async () => {
      const answers = await timesAtOnce(service.current, 3, () => client.post(PATH, { vin_number: 'Race' }));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      const answer = await client.post(PATH, { vin_number: 'Race ' });
      expect(answer.body.errors).toEqual({ vin_number: ['VIN is already taken by another vehicle.'] });
    });

    it('deletes one with its links, unless a load list has it', async () => {
      await aConsignee(client, { name: 'Kade Interiors' });
      const bill_of_ladings = [keyOf(await aBill(client))];
      const one = await aVehicle(client, { consignees: ['Kade Interiors'], bill_of_ladings });
      const two = await aVehicle(client, { vin_number: 'V2' });
      await aLoadList(client, { items: [{ load_list_item_type: 'vehicle', container: 'V2' }] });
      const deleted = await client.delete(`${PATH}/${one.id}`);
      expect(deleted.body).toEqual({ message: 'Vehicle was successfully deleted.' });
      expect((await client.get(`${PATH}/${one.id}`)).status).toBe(404);
      expect((await client.delete(`${PATH}/V2`)).status).toBe(409);
      expect((await client.get(`${PATH}/${two.id}`)).status).toBe(200);
      expect((await client.delete(`${PATH}/V3`)).status).toBe(404);
    });
  });

  it('is not set up as stripped from a held container', async () => {
    const { number, id } = await aContainer(client);
    const setUp = (named: object) => client.post('/vehicles', { vin_number: 'WHFX220L8FB031907', ...named });
    const hold = await aHold(client, number);
    const sentence = `Container ${number} has unlifted holds and cannot be stripped.`;
    for (const named of [{ stripped_from_container: number }, { stripped_from_container_id: id }]) {
      const { status, body } = await setUp(named);
      expect([status, body]).toEqual([
        422,
        {
          error: sentence,
          code: 'container_held',
          params: expect.any(Object),
          errors: { [Object.keys(named)[0]!]: [sentence] },
          records: [{ type: 'container', key: number }],
        },
      ]);
    }
    await lift(client, number, hold.id);
    expect((await setUp({ stripped_from_container: number })).status).toBe(201);
  });

  it('shows one by id or VIN, all digits as the id first', async () => {
    const one = await aVehicle(client, { vin_number: 'WH/F 1.json' });
    const two = await aVehicle(client, { vin_number: String(one.id) });
    const three = await aVehicle(client, { vin_number: '99999999999999999' });
    const shown = async (id: string) =>
      (await client.get(`${PATH}/${encodeURIComponent(id)}`)).body.vehicle?.id;
    expect(await shown(String(one.id))).toBe(one.id);
    expect(await shown(String(two.id))).toBe(two.id);
    expect(await shown('99999999999999999')).toBe(three.id);
    expect(await shown('WH/F 1.json.json')).toBe(one.id);
    for (const id of ['nobody', '0', '88888888888888888888', '%20'])
      expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
  });

  it('is found by its VIN in any case, and by the exact one first', async () => {
    const vehicle = await aVehicle(client, { vin_number: 'WHFXabc1' });
    const shown = async (vin: string) => (await client.get(`/vehicles/${vin}`)).body.vehicle?.id;
    expect(await shown('whfxABC1')).toBe(vehicle.id);
    expect((await client.patch('/vehicles/WHFXABC1', { color: 'red' })).body.vehicle.id).toBe(vehicle.id);
    const listed = (await client.get('/vehicles?vin=whfxabc1')).body.vehicles;
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([vehicle.id]);
    const other = await aVehicle(client, { vin_number: 'WHFXABC1' });
    expect([await shown('WHFXABC1'), await shown('WHFXabc1')]).toEqual([other.id, vehicle.id]);
    expect((await client.delete('/vehicles/whfxabc1')).status).toBe(200);
    expect((await client.get('/vehicles/WHFXABC2')).status).toBe(404);
  });

  it('is found by a tag that contains a |', async () => {
    const { id } = await aVehicle(client, { tags: ['left|right'] });
    const other = await aVehicle(client, { tags: ['right'] });
    const found = async (tags: string) =>
      (await client.get(`/vehicles?tags=${encodeURIComponent(tags)}`)).body.vehicles.map(
        (each: { id: number }) => each.id,
      );
    expect(await found('left|right')).toEqual([id, other.id]);
    expect(await found('left')).toEqual([]);
  });

  it('shows the units of the organization', async () => {
    const american = await service.current.organization({ weight_unit: 'lb', dimension_unit: 'ft' });
    expect(await aVehicle(american, { weight: 100 })).toMatchObject({
      weight_unit: 'lb',
      weight: 100,
      dimension_unit: 'ft',
    });
  });

  describe('update', () => {
    let id: number;
    beforeEach(
      async () => ({ id } = await aVehicle(client, { vin_number: 'V1', goods: 'Tractor', weight: 5 })),
    );
    const update = (body: object) => client.patch(`${PATH}/V1.json`, body);

    it.each(['put', 'patch'] as const)('takes every field, by %s', async (verb) => {
      await aConsignee(client, { name: 'Kade Interiors' });
      await aConsignee(client, { name: 'Tern' });
      await aFlexField(client, 'vehicle', 'inspected_by');
      const { code } = await aShippingLine(client);
      const slot = await aYardSlot(client, { name: 'A1' });
      const plain = {
        goods_description: 'Used',
        usage: 'import',
        reference_number: 'R1',
        shipping_marks: 'M',
        weight: 1.5,
        height: 2,
        length: 3,
        width: 4,
        quantity: 6,
        package_weight: 7.125,
        current_location_type: 'YardSlot',
        current_location_id: slot.id,
        extra_attributes: { a: 1 },
      };
      const answer = await client.as('write')[verb](`${PATH}/${id}`, {
        ...plain,
        shipping_line: code,
        make: 'Fens',
        model: '120',
        color: 'red',
        year: '1968',
        volume: '5',
        consignee_names: ['Tern', 'Kade Interiors'],
        flex_fields: [{ inspected_by: 'Samir' }],
        goods: 'not one of its fields',
        vin_number: 'nor this',
        tags: ['nor these'],
      });
      expect(answer.status).toBe(200);
      expect(answer.body.vehicle).toEqual({
        ...EMPTY,
        ...plain,
        location: { type: 'YardSlot', id: slot.id, name: 'A1' },
        id,
        vin_number: 'V1',
        goods: 'Tractor',
        shipping_line: code,
        make: 'Fens',
        model: '120',
        color: 'red',
        year: 1968,
        volume: '5.0',
        consignee: 'Tern, Kade Interiors',
        current_location: 'A1',
        yard_slot: 'A1',
        flex_fields: [{ label: 'inspected_by', value: 'Samir' }],
      });
    });

    it('leaves alone what is not sent, and clears what is null', async () => {
      await aConsignee(client, { name: 'Tern' });
      await update({ consignee_names: ['Tern'], extra_attributes: { a: 1 }, usage: 'import' });
      expect((await update({})).body.vehicle).toMatchObject({
        consignee: 'Tern',
        usage: 'import',
        weight: 5,
      });
      const cleared = await update({
        consignee_names: null,
        extra_attributes: null,
        weight: '',
        usage: null,
      });
      expect(cleared.body.vehicle).toEqual({ ...EMPTY, id, vin_number: 'V1', goods: 'Tractor' });
      await update({ consignee_names: ['Tern'] });
      expect((await update({ consignee_names: [] })).body.vehicle.consignee).toBeNull();
    });

    it.each([
      ['weight', 'heavy', 'must be a number'],
      ['weight', -1, 'must be at least 0'],
      ['year', 1968.5, 'must be a whole number'],
      ['usage', 7, 'must be text'],
      ['usage', 'x'.repeat(256), 'must be at most 255 characters long'],
      ['goods_description', 'x'.repeat(5001), 'must be at most 5000 characters long'],
      ['consignee_names', 'Tern', 'must be a list'],
      [
        'current_location_type',
        'Moon',
        expect.stringMatching(/^must be one of Terminal, .*TrainVisit, Other$/),
      ],
      ['current_location_id', 'A1', 'must be a whole number'],
      ['extra_attributes', 'x', 'must be an object'],
      ['extra_attributes', { text: 'x'.repeat(10_000) }, 'must be at most 10000 characters long as JSON'],
      ['extra_attributes', { text: 'a\u0000' }, 'must not contain the character U+0000'],
      ['flex_fields', { a: 1 }, 'must be a list'],
    ])('refuses a %s that is malformed: %p', async (field, value, reason) => {
      const answer = await update({ [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual({ [field]: [reason] });
    });

    it.each([
      ['shipping_line', { shipping_line: 'ZZZ' }],
      ['consignee_names', { consignee_names: ['Nobody'] }],
      ['current_location_id', { current_location_type: 'Gate', current_location_id: 999_999 }],
    ])('refuses an unknown %s', async (field, body) => {
      const answer = await update(body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });

    it('refuses a deleted consignee, and keeps showing one', async () => {
      const tern = await aConsignee(client, { name: 'Tern' });
      await update({ consignee_names: ['Tern'] });
      await client.delete(`/consignees/${tern.id}`);
      expect((await client.get(`${PATH}/V1`)).body.vehicle.consignee).toBe('Tern');
      expect((await update({ consignee_names: ['Tern'] })).body.vehicle.consignee).toBe('Tern');
      await update({ consignee_names: [] });
      expect((await update({ consignee_names: ['Tern'] })).status).toBe(422);
    });

    it('merges simultaneous updates of flex fields and consignees', async () => {
      for (const name of ['a', 'b', 'c']) await aFlexField(client, 'vehicle', name);
      for (const name of ['a', 'b', 'c']) await aConsignee(client, { name });
      const answers = await atOnce(
        service.current,
        ['a', 'b', 'c'].map(
          (name) => () => update({ flex_fields: [{ [name]: name }], consignee_names: [name] }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { flex_fields, consignee } = (await client.get(`${PATH}/V1`)).body.vehicle;
      expect(flex_fields.map(({ value }: { value: unknown }) => value)).toEqual(['a', 'b', 'c']);
      expect(consignee).toMatch(/^[abc]$/);
    });

    it('keeps the place from being deleted, also at the same moment', async () => {
      const slot = await aYardSlot(client);
      const place = { current_location_type: 'YardSlot', current_location_id: slot.id };
      const [moved, deleted] = await atOnce(service.current, [
        () => update(place),
        () => client.delete(`/yard_slots/${slot.id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([moved.status, deleted.status]);
      const other = await aYardSlot(client);
      await update({ ...place, current_location_id: other.id });
      expect((await client.delete(`/yard_slots/${other.id}`)).status).toBe(409);
    });

    it('answers 404 for an unknown id', async () => {
      expect((await client.patch(`${PATH}/V2`, { usage: 'x' })).status).toBe(404);
      expect((await client.patch(`${PATH}/${id + 1}`, {})).status).toBe(404);
    });
  });

  it('filters by each parameter, alone and together', async () => {
    const arrival = await aVoyage(client, { number: 'WP2611' });
    await aVoyage(client, { number: 'TH2612' });
    const receipt = await aDockReceipt(client, { number: 'DR-1' });
    const container = await aContainer(client, { number: 'TDKU7301950' });
    const { booking } = await client.create('/bookings', { number: 'TDK77' });
    await client.create('/commodity_types', { name: 'Vehicles' });
    const tern = await aConsignee(client, { name: 'Tern' });
    await aConsignee(client, { name: String(tern.id) });
    const slot = await aYardSlot(client);
    await aVehicle(client, {
      vin_number: 'A',
      arrival_voyage: 'WP2611',
      reference_number: 'R-1',
      usage: 'import',
      commodity_type: 'Vehicles',
      consignees: ['Tern'],
      tags: ['oversize', 'a_b'],
      stripped_from_container: 'TDKU7301950',
    });
    await aVehicle(client, {
      vin_number: 'B',
      departure_voyage: 'TH2612',
      usage: 'export',
      booking: 'TDK77',
      dock_receipt: 'DR-1',
      current_location_type: 'YardSlot',
      current_location_id: slot.id,
      tags: ['new'],
    });
    await aVehicle(client, { vin_number: 'C', consignees: [String(tern.id)], arrival_voyage: 'WP2611' });
    const expected: [string, string[]][] = [
      ['', ['A', 'B', 'C']],
      ['vin=B', ['B']],
      ['vin=', ['A', 'B', 'C']],
      ['reference_number=R-1', ['A']],
      ['reference_number=R', []],
      ['usage=export', ['B']],
      ['current_location_type=YardSlot', ['B']],
      [`arrival_voyage_id=${arrival.id}`, ['A', 'C']],
      ['arrival_voyage_id=wp2611', ['A', 'C']],
      ['arrival_voyage_id=TH2612', []],
      ['departure_voyage_id=TH2612', ['B']],
      [`booking_id=${booking.id}`, ['B']],
      ['booking_id=tdk77', ['B']],
      [`dock_receipt_id=${receipt.id}`, ['B']],
      ['dock_receipt_id=dr-1', ['B']],
      [`stripped_from_container_id=${container.id}`, ['A']],
      ['stripped_from_container_id=tdku%207301950', ['A']],
      ['stripped_from_container_id=99999999999999999999', []],
      ['commodity_type=vehicles', ['A']],
      ['commodity_type=Vehicle', []],
      ['consignee_id=tern', ['A']],
      [`consignee_id=${tern.id}`, ['A', 'C']],
      ['tags=oversize', ['A']],
      ['tags=oversize%7Cnew', ['A', 'B']],
      ['tags=over', []],
      ['tags=%7C', ['A', 'B', 'C']],
      ['arrival_voyage_id=WP2611&consignee_id=Tern', ['A']],
      ['arrival_voyage_id=WP2611&usage=import&tags=new%7Ca_b&commodity_type=Vehicles', ['A']],
      ['arrival_voyage_id=WP2611&usage=export', []],
    ];
    for (const [query, list] of expected) expect([query, await vins(query)]).toEqual([query, list]);
    expect(await vins('current_location_type=Moon')).toBe(400);
    const { actions } = (await client.get(`${PATH}.json?usage=import&per=1`)).body;
    expect(actions.index.url).toMatch(/\/vehicles\.json\?usage=import&per=1$/);
  });

  it('pages', async () => {
    for (const n of [1, 2, 3]) await aVehicle(client, { vin_number: `P${n}` });
    expect(await vins('page=2&per=2')).toEqual(['P3']);
    expect(await vins('page=last&per=1')).toEqual(['P3']);
    expect(await vins('page=-1')).toBe(400);
  });

  it('needs the role write to set up and to update', async () => {
    const { id } = await aVehicle(client);
    expect((await client.as('read').post(PATH, { vin_number: 'X' })).status).toBe(403);
    expect((await client.as('read').delete(`${PATH}/${id}`)).status).toBe(403);
    expect((await client.as('write').post(PATH, { vin_number: 'X' })).status).toBe(201);
    expect((await client.as('write').patch(`${PATH}/${id}`, {})).status).toBe(200);
    expect((await client.as('read').patch(`${PATH}/${id}`, {})).status).toBe(403);
    expect((await client.as('read').get(`${PATH}/${id}`)).status).toBe(200);
  });

  it('keeps organizations apart', async () => {
    const bill = keyOf(await aBill(client));
    await aConsignee(client, { name: 'Tern' });
    const { id } = await aVehicle(client, { vin_number: 'V1', consignees: ['Tern'] });
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.vehicles).toEqual([]);
    for (const path of [`${PATH}/${id}`, `${PATH}/V1`]) {
      expect((await other.get(path)).status).toBe(404);
      expect((await other.patch(path, {})).status).toBe(404);
      expect((await other.delete(path)).status).toBe(404);
    }
    expect((await other.post(PATH, { vin_number: 'V1' })).status).toBe(201);
    expect((await other.patch(`${PATH}/V1`, { consignee_names: ['Tern'] })).status).toBe(422);
    expect((await other.post(PATH, { vin_number: 'V2', bill_of_ladings: [bill] })).status).toBe(422);
  });
});

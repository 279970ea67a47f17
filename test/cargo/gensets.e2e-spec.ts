import { aContainer, aGenset, aYardSlot } from '../factories/cargo';
import { aConsignee, aShippingLine } from '../factories/parties';
import { aFlexField, type Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/gensets';

describe('gensets', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const patch = (number: string, genset: object) => client.patch(`${PATH}/${number}`, { genset });

  it('creates one with every field', async () => {
    const slot = await aYardSlot(client, { name: 'R1-03' });
    const { number: container } = await aContainer(client, { number: 'TDKU7363119' });
    await client.create('/chassis', { number: 'WHAZ4003730' });
    await aFlexField(client, 'genset', 'service_due_on', {
      label: 'Service due',
      value_type: 'date',
      position: 2,
    });
    await aFlexField(client, 'genset', 'fuel_card', { label: 'Fuel card', position: 1 });
    const answer = await client.as('write').post(`${PATH}.json`, {
      genset: {
        number: 'GS-201',
        seal: 'GS884010',
        equipment_condition: 'good',
        container: 'tdku 7363119',
        chassis: 'WHAZ4003730',
        has_battery: true,
        active: 'false',
        fuel_level: 0.75,
        hours: '1284.5',
        shipping_line_id: (await aShippingLine(client, { name: 'Tidekeel Container Line' })).id,
        current_location_type: 'YardSlot',
        current_location_id: slot.id,
        yard_slot_id: slot.id,
        flex_fields: [{ fuel_card: 'FC-0201' }],
        color: 'ignored',
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      genset: {
        id: expect.any(Number),
        number: 'GS-201',
        seal: 'GS884010',
        chassis: 'WHAZ4003730',
        has_battery: true,
        created_by: 'Tess Ter',
        updated_by: 'Tess Ter',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.any(String),
        equipment_condition: 'good',
        fuel_level: '0.75',
        container,
        current_location: 'Yard Slot: R1-03',
        shipping_line: 'Tidekeel Container Line',
        active: false,
        hours: '1284.5',
        flex_fields: [
          { label: 'Fuel card', value: 'FC-0201' },
          { label: 'Service due', value: null },
        ],
      },
    });
    expect((await client.get(`${PATH}/GS-201.json`)).body).toEqual(answer.body);
    expect((await client.get(`${PATH}.json`)).body.gensets).toEqual([answer.body.genset]);
  });

  it('takes the yard slot that is sent, unless its place is sent as well', async () => {
    const [slot, other] = [await aYardSlot(client, { name: 'R1-03' }), await aYardSlot(client)];
    const inSlot = { current_location_type: 'YardSlot', yard_slot_id: slot.id };
    const genset = await aGenset(client, inSlot);
    expect(genset.current_location).toBe('Yard Slot: R1-03');
    const moved = await patch(genset.number, { ...inSlot, current_location_id: other.id });
    expect(moved.body.genset.current_location).toBe(`Yard Slot: ${other.name}`);
    const back = await patch(genset.number, inSlot);
    expect(back.body.genset.current_location).toBe('Yard Slot: R1-03');
    const nowhere = { current_location_type: 'YardSlot', yard_slot_id: 999_999 };
    for (const answer of [
      await patch(genset.number, nowhere),
      await client.post(PATH, { genset: { number: 'X', ...nowhere } }),
    ])
      expect(Object.keys(answer.body.errors)).toEqual(['genset.yard_slot_id']);
  });

  it('takes the yard slot of a file, unless the file names the place as well', async () => {
    await aYardSlot(client, { name: 'R1-03' });
    const inSlot = { current_location_type: 'YardSlot', yard_slot: 'R1-03' };
    const { bad } = await importFiles(client, {
      'gensets.ndjson': [
        { number: 'GS-1', ...inSlot },
        { number: 'GS-2', ...inSlot, current_location: null },
      ],
    });
    expect(bad).toEqual([]);
    const { gensets } = (await client.get(PATH)).body;
    expect(gensets.map((each: Body) => each.current_location)).toEqual(['Yard Slot: R1-03', 'Yard Slot']);
  });

  it('creates one from its number alone', async () => {
    const { genset } = await client.create(PATH, { genset: { number: 'GS 2.0/é' } });
    expect(genset).toMatchObject({
      number: 'GS 2.0/é',
      seal: null,
      chassis: null,
      has_battery: false,
      equipment_condition: null,
      fuel_level: null,
      container: null,
      current_location: null,
      shipping_line: null,
      active: true,
      hours: null,
      flex_fields: [],
    });
    const path = `${PATH}/${encodeURIComponent('GS 2.0/é')}`;
    expect((await client.get(path)).body.genset).toEqual(genset);
    expect((await client.get(`${path}.json`)).body.genset).toEqual(genset);
  });

  it('shows the e-mail of a user without a name, the code of a line without one, and nobody for no user', async () => {
    await service.current.query('UPDATE users SET firstname = NULL, lastname = NULL WHERE id = $1', [
      client.user_id,
    ]);
    const { id: shipping_line_id } = await aShippingLine(client, { code: 'NBQ', name: null });
    const genset = await aGenset(client, { shipping_line_id });
    expect(genset).toMatchObject({ shipping_line: 'NBQ', created_by: 'tester@harbour.example' });
    await service.current.query(
      'UPDATE gensets SET created_by_id = NULL, updated_by_id = NULL WHERE id = $1',
      [genset.id],
    );
    const shown = (await client.get(`${PATH}/${genset.number}`)).body.genset;
    expect(shown).toMatchObject({ created_by: null, updated_by: null });
  });

  it.each([
    [0, '0.0'],
    ['0.0', '0.0'],
    [0.25, '0.25'],
    ['0.25', '0.25'],
    [0.5, '0.5'],
    ['0.75', '0.75'],
    [1, '1.0'],
    ['1.0', '1.0'],
    ['', null],
    [null, null],
  ])('takes %p as a fuel level and answers %p', async (fuel_level, answered) => {
    expect((await aGenset(client, { fuel_level })).fuel_level).toBe(answered);
  });

  it.each([
    ['no number', {}, 'number', 'is required'],
    ['a null number', { number: null }, 'number', 'must not be null'],
    ['a blank number', { number: ' ' }, 'number', 'must not be blank'],
    [
      'a number of 256 characters',
      { number: 'x'.repeat(256) },
      'number',
      'must be at most 255 characters long',
    ],
    ['a fuel level between', { fuel_level: 0.3 }, 'fuel_level', 'must be one of 0.0, 0.25, 0.5, 0.75, 1.0'],
    ['a fuel level as a word', { fuel_level: 'full' }, 'fuel_level', 'must be a number'],
    ['hours that are no number', { hours: '1e3' }, 'hours', 'must be a number'],
    ['hours below zero', { hours: -0.5 }, 'hours', 'must be at least 0'],
    ['a flag that is none', { has_battery: 'yes' }, 'has_battery', 'must be true or false'],
    ['a line that is no id', { shipping_line_id: 'TDK' }, 'shipping_line_id', 'must be a whole number'],
    [
      'a type of location that gensets have not',
      { current_location_type: 'Gate' },
      'current_location_type',
      'must be one of Consignee, Other, Port, Ship, Terminal, Voyage, YardArea, YardSlot, TrainVisit',
    ],
    [
      'an unknown flex field',
      { flex_fields: [{ rust: 1 }] },
      'flex_fields.rust',
      'is not a flex field of this organization',
    ],
  ])('refuses %s', async (_what, fields, field, reason) => {
    const genset = { number: 'GS-1', ...fields };
    if (field === 'number' && !('number' in fields)) delete (genset as { number?: string }).number;
    const answer = await client.post(PATH, { genset });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ [`genset.${field}`]: [reason] });
  });

  it('refuses a body without the wrapper', async () => {
    for (const body of [{}, { number: 'GS-1' }, { genset: null }, { genset: 'GS-1' }]) {
      const answer = await client.post(PATH, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty('genset');
    }
    const { number } = await aGenset(client);
    expect((await client.patch(`${PATH}/${number}`)).status).toBe(400);
  });

  it.each([
    ['container', { container: 'WHAU0000000' }, 'Container'],
    ['chassis', { chassis: 'WHAZ0000000' }, 'Chassis'],
    ['shipping_line_id', { shipping_line_id: 999_999 }, 'Shipping line'],
    ['yard_slot_id', { yard_slot_id: 999_999 }, 'Yard slot'],
    ['current_location_id', { current_location_type: 'YardArea', current_location_id: 999_999 }, 'Yard area'],
  ])('refuses an unknown %s', async (field, fields, what) => {
    const { number } = await aGenset(client);
    for (const answer of [
      await client.post(PATH, { genset: { number: 'X', ...fields } }),
      await patch(number, fields),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(new RegExp(`^${what}.* is unknown\\.$`));
      expect(Object.keys(answer.body.errors)).toEqual([`genset.${field}`]);
      expect(answer.body.records).toHaveLength(1);
    }
  });

  it('refuses a number that is taken, when creating and when updating', async () => {
    await aGenset(client, { number: 'GS-1' });
    await aGenset(client, { number: 'GS-2' });
    for (const answer of [
      await client.post(PATH, { genset: { number: 'GS-1' } }),
      await patch('GS-2', { number: 'GS-1' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: 'Number is already taken.',
        code: 'taken',
        params: expect.any(Object),
        errors: { 'genset.number': ['Number is already taken.'] },
      });
    }
  });

  it('lets one of several simultaneous requests have a number', async () => {
    const answers = await timesAtOnce(service.current, 4, () =>
      client.post(PATH, { genset: { number: 'Race' } }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it.each(['put', 'patch'] as const)('updates the fields that are sent, by %s', async (verb) => {
    await aGenset(client, { number: 'GS-1', seal: 'S1', hours: 10, fuel_level: 1, has_battery: true });
    const update = (genset: object) => client[verb](`${PATH}/GS-1.json`, { genset });
    const answer = await update({ seal: null, hours: 11.25, active: false });
    expect(answer.status).toBe(200);
    expect(answer.body.genset).toMatchObject({
      number: 'GS-1',
      seal: null,
      hours: '11.25',
      active: false,
      fuel_level: '1.0',
      has_battery: true,
    });
    expect((await update({})).body.genset).toMatchObject({ hours: '11.25', active: false });
    expect((await update({ active: 1 })).body.genset.active).toBe(true);
    const initial = { active: true, has_battery: false };
    expect((await update({ active: null, has_battery: null })).body.genset).toMatchObject(initial);
    expect((await update({ number: 'GS-9' })).body.genset.number).toBe('GS-9');
    expect((await client.get(`${PATH}/GS-1`)).status).toBe(404);
    expect((await client.get(`${PATH}/GS-9`)).status).toBe(200);
  });

  it('records who changed it last', async () => {
    const { number } = await aGenset(client);
    await service.current.query(`UPDATE gensets SET updated_by_id = NULL WHERE number = $1`, [number]);
    expect((await patch(number, { seal: 'S' })).body.genset.updated_by).toBe('Tess Ter');
  });

  it('sets and clears what it refers to', async () => {
    const { number: container } = await aContainer(client);
    const { id: shipping_line_id } = await aShippingLine(client);
    const slot = await aYardSlot(client);
    const { number } = await aGenset(client, { container, shipping_line_id, yard_slot_id: slot.id });
    const cleared = await patch(number, { container: '', shipping_line_id: null, yard_slot_id: '' });
    expect(cleared.body.genset).toMatchObject({ container: null, shipping_line: null });
    expect((await client.delete(`/yard_slots/${slot.id}`)).status).toBe(200);
    expect((await patch(number, { container })).body.genset.container).toBe(container);
  });

  describe('location', () => {
    const location = async (number: string, fields: object) => {
      const answer = await patch(number, fields);
      return answer.status === 200 ? answer.body.genset.current_location : answer.body.errors;
    };

    it('changes with type and id, together and alone', async () => {
      const voyage = await aVoyage(client, { number: 'WP2611' });
      const one = await aYardSlot(client, { name: 'A1' });
      const two = await aYardSlot(client, { name: 'A2' });
      const { number } = await aGenset(client);
      const steps: [object, unknown][] = [
        [
          { current_location_id: one.id },
          { 'genset.current_location_type': ['is required with current_location_id'] },
        ],
        [{ current_location_type: 'YardSlot', current_location_id: one.id }, 'Yard Slot: A1'],
        [{ current_location_id: two.id }, 'Yard Slot: A2'],
        [{ current_location_type: 'YardSlot' }, 'Yard Slot: A2'],
        [{ current_location_type: 'Voyage', current_location_id: voyage.id }, 'Voyage: WP2611'],
        [{ current_location_type: 'Terminal' }, 'Terminal'],
        [{ current_location_type: 'TrainVisit', current_location_id: 77 }, 'Train Visit: 77'],
        [{ current_location_type: 'Other', current_location_id: null }, 'Other'],
        [{ current_location_type: 'YardSlot', current_location_id: two.id }, 'Yard Slot: A2'],
        [{ current_location_id: null }, 'Yard Slot'],
        [{ current_location_type: null }, null],
        [{}, null],
      ];
      for (const [fields, expected] of steps) expect(await location(number, fields)).toEqual(expected);
    });

    it('cannot become a deleted consignee, but may stay one', async () => {
      const { id } = await aConsignee(client, { name: 'Kade Interiors' });
      const place = { current_location_type: 'Consignee', current_location_id: id };
      const { number } = await aGenset(client, place);
      await client.delete(`/consignees/${id}`);
      expect(await location(number, place)).toBe('Consignee: Kade Interiors');
      const answer = await client.post(PATH, { genset: { number: 'X', ...place } });
      expect(answer.status).toBe(400);
    });

    it('is no place of another organization', async () => {
      const other = await service.current.organization();
      const slot = await aYardSlot(other);
      const { number } = await aGenset(client);
      const place = { current_location_type: 'YardSlot', current_location_id: slot.id };
      expect((await patch(number, place)).status).toBe(400);
      expect((await patch(number, { shipping_line_id: (await aShippingLine(other)).id })).status).toBe(400);
    });

    it('keeps the place from being deleted', async () => {
      const slot = await aYardSlot(client);
      await aGenset(client, { current_location_type: 'YardSlot', current_location_id: slot.id });
      expect((await client.delete(`/yard_slots/${slot.id}`)).status).toBe(409);
    });
  });

  it('merges flex fields, also those of simultaneous updates', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await aFlexField(client, 'genset', name);
    const { number } = await aGenset(client, { flex_fields: [{ d: 'old' }] });
    await atOnce(
      service.current,
      ['a', 'b', 'c'].map((name) => () => patch(number, { flex_fields: [{ [name]: name }] })),
    );
    const { flex_fields } = (await patch(number, { flex_fields: [{ d: null }] })).body.genset;
    expect(flex_fields.map(({ value }: { value: unknown }) => value)).toEqual(['a', 'b', 'c', null]);
  });

  it('pages', async () => {
    for (const n of [1, 2, 3]) await aGenset(client, { number: `P${n}` });
    const { body } = await client.get(`${PATH}.json?page=2&per=2`);
    expect(body.gensets.map(({ number }: { number: string }) => number)).toEqual(['P3']);
    expect(body.actions.previous.url).toMatch(/\/api\/v1\/gensets\.json\?page=1&per=2$/);
    expect((await client.get(`${PATH}?per=0`)).status).toBe(400);
  });

  it('answers 404 for an unknown number', async () => {
    const { id } = await aGenset(client, { number: 'GS-1' });
    for (const number of ['GS-2', String(id), '%20', 'gs-1']) {
      expect((await client.get(`${PATH}/${number}`)).status).toBe(404);
      expect((await patch(number, { seal: 'x' })).status).toBe(404);
    }
    expect((await client.delete(`${PATH}/GS-1`)).status).toBe(405);
  });

  it('needs the role write to change anything', async () => {
    await aGenset(client, { number: 'GS-1' });
    const reader = client.as('read');
    expect((await reader.get(`${PATH}/GS-1`)).status).toBe(200);
    expect((await reader.post(PATH, { genset: { number: 'X' } })).status).toBe(403);
    expect((await reader.patch(`${PATH}/GS-1`, { genset: {} })).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    await aGenset(client, { number: 'GS-1' });
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.gensets).toEqual([]);
    expect((await other.get(`${PATH}/GS-1`)).status).toBe(404);
    expect((await other.patch(`${PATH}/GS-1`, { genset: {} })).status).toBe(404);
    expect((await other.post(PATH, { genset: { number: 'GS-1' } })).status).toBe(201);
  });
});

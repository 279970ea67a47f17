import { humanize } from '../../src/common/errors/humanize';
import { aBill, aGenset } from '../factories/cargo';
import { aConsignee, aShippingLine, aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import { aFlexField } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { roleOf } from '../contract/roles';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

interface Kind {
  plural: string;
  singular: string;
  key: string;
  /** Three values of the key; the first two share the word that a name filter looks for. */
  keys: [string, string, string];
  /** Fields that creating one needs, beside the key. */
  required?: object;
  /** What a record answers when only the required fields were sent. */
  initially?: object;
  /** Optional fields, and what they are answered as where that is not what was sent. */
  fields?: object;
  answered?: object;
}

const named = (plural: string, singular: string, fields: object = {}, initially?: object): Kind => ({
  plural,
  singular,
  key: 'name',
  keys: ['Quay one', 'QUAY_TWO', 'Other'],
  fields,
  initially,
});

const coded = (
  plural: string,
  singular: string,
  key: string,
  fields: object = {},
  more: Partial<Kind> = {},
): Kind => ({ plural, singular, key, keys: ['A.1', 'B-2', 'C/3'], fields, ...more });

const CONTACT = {
  address: 'Kanaalkade 14\nVlissingen',
  email: 'desk@agency.example',
  contact_person: 'Loes Maas',
  phone: '+31 118 000 114',
  general_ledger_id: 'GL-1',
};

/** Those that differ: by the form of the key, by required fields, by references and by the role that writes. */
const IN_DEPTH = ['users', 'terminals', 'truck_drivers', 'containers', 'flex_field_definitions'];

/** The set-up kinds that follow the common rules, without their references, which have a table of their own. */
const KINDS: Kind[] = [
  ...['damage_type', 'damage_component'].map((singular): Kind => ({
    ...coded(`${singular}s`, singular, 'code', { name: 'Dented', active: false }),
    keys: ['A1', 'B2', 'C3'],
  })),
  coded(
    'users',
    'user',
    'email',
    { firstname: 'Ann', lastname: 'Vroom', active: false, kind: 'service' },
    {
      initially: { active: true, kind: 'person', last_seen_at: null, limited: false, parties: [] },
      keys: ['a@quay.example', 'b@quay.example', 'c@quay.example'],
    },
  ),
  named('agents', 'agent', CONTACT),
  named('exporters', 'exporter', CONTACT),
  coded(
    'trucking_companies',
    'trucking_company',
    'code',
    { name: 'Estuary Haulage' },
    { initially: { listed: false } },
  ),
  coded(
    'truck_drivers',
    'truck_driver',
    'license_number',
    {
      number: 'D-101',
      firstname: 'Anneke',
      lastname: 'Vroom',
      twic: 'TW-1',
      active: false,
      date_of_birth: '1987-04-12',
      telephone_number: '+31 6 0000 0101',
      email: 'anneke@estuary.example',
      remarks: 'Dangerous goods',
      allowed_until: 'June 2, 2027',
    },
    { initially: { active: true }, answered: { allowed_until: '2027-06-02' } },
  ),
  coded('ports', 'port', 'locode', { name: 'Rotterdam' }, { keys: ['NLRTM', 'BEANR', 'DEHAM'] }),
  named('terminals', 'terminal', { smdg_code: 'NQ01', bic_code: 'NLVLINQ01' }),
  named('berth_areas', 'berth_area'),
  named('yard_areas', 'yard_area', { accepts_imdg_classes: ['3', '8'], imdg_hours: 72 }),
  named('yard_slots', 'yard_slot'),
  named('pilots', 'pilot'),
  named('service_boats', 'service_boat'),
  named('stevedoring_companies', 'stevedoring_company'),
  named('stevedoring_supervisors', 'stevedoring_supervisor'),
  coded('package_types', 'package_type', 'code', { description: 'Carton' }),
  coded(
    'container_types',
    'container_type',
    'code',
    { iso_type_code: '22G1', description: 'Dry van', size: 20, is_high_cube: true, is_reefer: true },
    { initially: { is_high_cube: false, is_reefer: false } },
  ),
  named('commodity_types', 'commodity_type'),
  coded('bookings', 'booking', 'number', { goods: 'Malt', quantity: 3 }),
  named('gates', 'gate', { client_identifier: 'GATE-1' }, { direction: 'both' }),
  named(
    'hold_types',
    'hold_type',
    { description: 'By order' },
    { keeps_stripping: true, open_to_parties: false },
  ),
  coded('flex_field_definitions', 'flex_field_definition', 'canonical_name', { position: 2 }),
  coded(
    'containers',
    'container',
    'number',
    {
      container_status: 'full',
      usage: 'import',
      goods: 'Coffee',
      weight: 21000.5,
      seals: ['S1', 'S2'],
      operating_reefer: true,
      reefer_temperature: -18.5,
      reefer_set_point_temperature: -20,
      supply_temperature: 0,
    },
    {
      keys: ['WHAU4142033', 'WHAU4142054', 'XY'],
      initially: {
        seals: [],
        bill_of_ladings: [],
        reefer_plug_movements: [],
        operating_reefer: false,
        open_damages: 0,
        unlifted_holds: 0,
        is_dangerous: false,
        imdg_classes: [],
        hold_types: [],
        meets_iso_standards: expect.any(Boolean),
      },
    },
  ),
  coded('chassis', 'chassis', 'number'),
  coded('delivery_orders', 'delivery_order', 'number'),
].map((kind): Kind => {
  if (kind.plural === 'hold_types') return { ...kind, required: { applies_to: 'container' } };
  if (kind.plural === 'flex_field_definitions')
    return { ...kind, required: { record_type: 'voyage', label: 'Bunker', value_type: 'string' } };
  return kind;
});

describe('set-up kinds', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  describe.each(KINDS.map((kind) => [kind.plural, kind] as const))('%s', (_name, kind) => {
    const { plural, singular, key, keys, required = {}, initially = {}, fields = {}, answered = {} } = kind;
    const path = `/${plural}`;
    const label = (singular.charAt(0).toUpperCase() + singular.slice(1)).replaceAll('_', ' ');
    const one = async (value = keys[0], more: object = {}) =>
      (await client.create(path, { ...required, ...more, [key]: value }))[singular];
    const listedKeys = async (query: string) =>
      (await client.get(`${path}.json?${query}`)).body[plural].map(
        (record: Record<string, string>) => record[key],
      );

    it('is created with every field, by an admin', async () => {
      const answer = await client.post(`${path}.json`, { ...required, ...fields, [key]: keys[0] });
      expect(answer.status).toBe(201);
      expect(answer.body[singular]).toMatchObject({
        ...required,
        ...fields,
        ...answered,
        id: expect.any(Number),
        [key]: keys[0],
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      });
    });

    it('belongs to its organization', async () => {
      const { id } = await one();
      const other = await service.current.organization();
      for (const idOrKey of [id, encodeURIComponent(keys[0])]) {
        expect((await other.get(`${path}/${idOrKey}`)).status).toBe(404);
        expect((await other.patch(`${path}/${idOrKey}`, fields)).status).toBe(404);
        expect((await other.delete(`${path}/${idOrKey}`)).status).toBe(404);
      }
      const ids = (await other.get(`${path}?per=100`)).body[plural].map(
        (record: { id: number }) => record.id,
      );
      expect(ids).not.toContain(id);
      await other.create(path, { ...required, [key]: keys[0] });
    });

    // the rest is one machine for all kinds
    if (!IN_DEPTH.includes(plural)) return;

    it('answers null or its default for what was not sent, and trims the key', async () => {
      const { id, created_at, updated_at, ...rest } = await one(`  ${keys[0]}\t`);
      expect([id, created_at, updated_at]).not.toContain(undefined);
      const sent = { ...required, ...initially, [key]: keys[0] };
      const unset = Object.keys(rest).filter((field) => !(field in sent));
      expect(rest).toEqual({ ...Object.fromEntries(unset.map((field) => [field, null])), ...sent });
    });

    it.each([
      ['no key', {}, 'is required'],
      ['a null key', { [key]: null }, 'must not be null'],
      ['an empty key', { [key]: '' }, 'must be at least 1 character long'],
      ['a key of spaces', { [key]: '  ' }, 'must be at least 1 character long'],
      ['a number as key', { [key]: 7 }, 'must be text'],
      ['a key of 256 characters', { [key]: 'x'.repeat(256) }, 'must be at most 255 characters long'],
    ])('refuses %s', async (_what, body, reason) => {
      const answer = await client.post(path, { ...required, ...body });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: `${humanize(key)} ${reason}.`,
        code: 'invalid',
        errors: { [key]: [reason] },
      });
    });

    it('refuses a key that is taken, on creation, on update and in a race', async () => {
      await one(keys[0]);
      const { id } = await one(keys[1]);
      for (const answer of [
        await client.post(path, { ...required, [key]: ` ${keys[0]}` }),
        await client.patch(`${path}/${id}`, { [key]: keys[0] }),
      ]) {
        expect(answer.status).toBe(422);
        expect(Object.keys(answer.body.errors)).toHaveLength(1);
      }
      const race = await timesAtOnce(service.current, 3, () =>
        client.post(path, { ...required, [key]: keys[2] }),
      );
      expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    });

    it('is listed by its key, by part of its name, and in pages', async () => {
      for (const value of keys) await one(value);
      if (key === 'name') {
        expect(await listedKeys('name=quay')).toEqual(keys.slice(0, 2));
        expect(await listedKeys('name=y_')).toEqual([keys[1]]);
        expect(await listedKeys('name=%25')).toEqual([]);
      } else {
        expect(await listedKeys(`${key}=${encodeURIComponent(keys[0])}`)).toEqual([keys[0]]);
        expect(await listedKeys(`${key}=${encodeURIComponent(keys[2].slice(1))}`)).toEqual([]);
      }
      if (key !== 'name' && 'name' in fields) {
        await client.patch(`${path}/${encodeURIComponent(keys[1])}`, { name: 'Half_way House' });
        expect(await listedKeys('name=F_WAY')).toEqual([keys[1]]);
      }
      const all = await client.get(`${path}.json?per=100`);
      expect(await listedKeys('')).toEqual(
        all.body[plural].map((record: Record<string, string>) => record[key]),
      );
      expect(all.body[plural].length).toBeGreaterThanOrEqual(3);
      const page = await client.get(`${path}?per=1&page=2`);
      expect(page.body[plural]).toEqual([all.body[plural][1]]);
      expect(Object.keys(page.body.actions).sort()).toEqual(['index', 'last', 'next', 'previous']);
      expect((await client.get(`${path}?per=0`)).status).toBe(400);
    });

    it('is shown by id and by key, and answers 404 for any other', async () => {
      const record = await one(keys[2], fields);
      for (const idOrKey of [record.id, `${record.id}.json`, encodeURIComponent(keys[2])])
        expect((await client.get(`${path}/${idOrKey}`)).body).toEqual({ [singular]: record });
      for (const idOrKey of [record.id + 1, '0', '-1', 'no such', '%00', '9'.repeat(20)])
        expect((await client.get(`${path}/${idOrKey}`)).status).toBe(404);
    });

    it.each(['patch', 'put'] as const)('changes the fields that are sent, by %s', async (verb) => {
      const record = await one(keys[0], fields);
      const at = `${path}/${encodeURIComponent(keys[0])}.json`;
      const untouched = await client[verb](at);
      expect(untouched.status).toBe(200);
      expect(untouched.body[singular]).toEqual({ ...record, updated_at: expect.any(String) });
      const cleared = Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
      const answer = await client[verb](at, cleared);
      expect(answer.status).toBe(200);
      expect(answer.body[singular]).toMatchObject({ ...cleared, ...initially, ...required, id: record.id });
      const renamed = await client[verb](`${path}/${record.id}`, { ...fields, [key]: ` ${keys[1]} ` });
      expect(renamed.body[singular]).toMatchObject({
        ...record,
        [key]: keys[1],
        updated_at: expect.any(String),
      });
      expect((await client[verb](`${path}/${record.id}`, { [key]: null })).status).toBe(400);
      expect((await client[verb](`${path}/none`, fields)).status).toBe(404);
    });

    it('is deleted', async () => {
      const { id } = await one();
      const answer = await client.delete(`${path}/${id}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: `${label} was successfully deleted.` });
      expect((await client.get(`${path}/${id}`)).status).toBe(404);
      expect((await client.delete(`${path}/${id}`)).status).toBe(404);
      await one();
      expect((await client.delete(`${path}/${encodeURIComponent(keys[0])}`)).status).toBe(200);
    });

    it('is read with any token and written by admin only, unless it is daily work', async () => {
      const { id } = await one();
      const least = roleOf(`POST ${path}`);
      for (const role of least === 'write' ? (['read'] as const) : (['read', 'write'] as const)) {
        const small = client.as(role);
        expect((await small.get(path)).status).toBe(200);
        expect((await small.get(`${path}/${id}`)).status).toBe(200);
        for (const answer of [
          await small.post(path, { ...required, [key]: keys[1] }),
          await small.patch(`${path}/${id}`, fields),
          await small.put(`${path}/${id}`, fields),
          await small.delete(`${path}/${id}`),
        ])
          expect(answer.status).toBe(403);
      }
    });
  });

  it('finds names of any kind in the path', async () => {
    for (const name of ['Dock 1.json.x', 'a/b c', '50% Öl ✓', 'é'.repeat(255)]) {
      const { terminal } = await client.create('/terminals', { name });
      const found = await client.get(`/terminals/${encodeURIComponent(name)}.json`);
      expect(found.body).toEqual({ terminal });
    }
  });

  it('takes a path of digits for an id first', async () => {
    const { terminal } = await client.create('/terminals', { name: 'First' });
    const { terminal: digits } = await client.create('/terminals', { name: String(terminal.id) });
    expect((await client.get(`/terminals/${terminal.id}`)).body.terminal).toEqual(terminal);
    await client.delete(`/terminals/${terminal.id}`);
    expect((await client.get(`/terminals/${terminal.id}`)).body.terminal).toEqual(digits);
  });

  describe('lists of words and numbers', () => {
    it.each([
      ['/ports', { locode: 'nlrtm' }, 'locode'],
      ['/ports', { locode: 'NLRT' }, 'locode'],
      ['/container_types', { code: 'X', size: 30 }, 'size'],
      ['/hold_types', { name: 'X' }, 'applies_to'],
      ['/hold_types', { name: 'X', applies_to: 'truck' }, 'applies_to'],
      ['/containers', { number: 'X', container_status: 'half' }, 'container_status'],
      ['/containers', { number: 'X', usage: 'transit' }, 'usage'],
      ['/containers', { number: 'X', weight: -1 }, 'weight'],
      ['/bookings', { number: 'X', quantity: -1 }, 'quantity'],
      ['/truck_drivers', { license_number: 'X', allowed_until: '31/2/2027' }, 'allowed_until'],
      [
        '/flex_field_definitions',
        { record_type: 'truck', canonical_name: 'a', label: 'A', value_type: 'string' },
        'record_type',
      ],
      [
        '/flex_field_definitions',
        { record_type: 'voyage', canonical_name: 'a', value_type: 'string' },
        'label',
      ],
    ])('%s refuses %j', async (path, body, field) => {
      const answer = await client.post(path, body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });
  });

  it('has a canonical name once per type of record', async () => {
    const definition = { canonical_name: 'a', label: 'A', value_type: 'string' };
    await client.create('/flex_field_definitions', { ...definition, record_type: 'voyage' });
    await client.create('/flex_field_definitions', { ...definition, record_type: 'genset' });
    for (const answer of [
      await client.get('/flex_field_definitions/a'),
      await client.patch('/flex_field_definitions/a', { label: 'B' }),
      await client.delete('/flex_field_definitions/a'),
    ])
      expect(answer.status).toBe(409);
    const { body } = await client.get('/flex_field_definitions?record_type=genset');
    expect(body.flex_field_definitions).toEqual([expect.objectContaining({ record_type: 'genset' })]);
    const [{ id }] = body.flex_field_definitions;
    expect((await client.delete(`/flex_field_definitions/${id}`)).status).toBe(200);
    expect((await client.get('/flex_field_definitions/a')).body.flex_field_definition).toMatchObject({
      record_type: 'voyage',
    });
  });

  it('keeps a flex field that a record has a value of', async () => {
    const { flex_field_definition: field } = await aFlexField(client, 'genset', 'fuel_card');
    const path = `/flex_field_definitions/${field.id}`;
    const { number } = await aGenset(client, { flex_fields: [{ fuel_card: 'FC-1' }] });
    for (const change of [{ value_type: 'number' }, { canonical_name: 'card' }, { record_type: 'voyage' }])
      expect((await client.patch(path, change)).status).toBe(409);
    expect((await client.delete(path)).status).toBe(409);
    const relabelled = await client.patch(path, { label: 'Card', value_type: 'string' });
    expect(relabelled.body.flex_field_definition.label).toBe('Card');
    await client.patch(`/gensets/${number}`, { genset: { flex_fields: [{ fuel_card: null }] } });
    expect((await client.patch(path, { value_type: 'number' })).status).toBe(200);
    expect((await client.delete(path)).status).toBe(200);
  });

  it('has a client identifier of a gate once', async () => {
    await client.create('/gates', { name: 'In 1', client_identifier: 'G1' });
    const empty = await client.post('/gates', { name: 'In 2', client_identifier: '' });
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([400, ['client_identifier']]);
    const answer = await client.post('/gates', { name: 'In 2', client_identifier: 'G1' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty('client_identifier');
    await client.create('/gates', { name: 'In 3' });
    await client.create('/gates', { name: 'In 4' });
  });

  describe('references', () => {
    const at = (current_location_type: string, current_location: string) => ({
      current_location_type,
      current_location,
    });
    const create = async (plural: string, singular: string, body: object) =>
      (await client.create(`/${plural}`, body))[singular];

    /** The record that is referred to: of what path (none for what is deleted otherwise), and by what key. */
    const TARGETS: Record<
      string,
      [key: string, make: (value: string) => Promise<{ id: number }>, path?: string]
    > = {
      trucking_company: ['code', (code) => aTruckingCompany(client, { code }), '/trucking_companies'],
      terminal: ['name', (name) => create('terminals', 'terminal', { name }), '/terminals'],
      yard_area: ['name', (name) => create('yard_areas', 'yard_area', { name }), '/yard_areas'],
      container_type: [
        'code',
        (code) => create('container_types', 'container_type', { code }),
        '/container_types',
      ],
      commodity_type: [
        'name',
        (name) => create('commodity_types', 'commodity_type', { name }),
        '/commodity_types',
      ],
      booking: ['number', (number) => create('bookings', 'booking', { number }), '/bookings'],
      shipping_line: ['code', (code) => aShippingLine(client, { code })],
      consignee: ['name', (name) => aConsignee(client, { name })],
      voyage: ['number', (number) => aVoyage(client, { number })],
      arrival_voyage: ['number', (number) => aVoyage(client, { number })],
      departure_voyage: ['number', (number) => aVoyage(client, { number })],
    };

    it.each([
      ['truck_drivers', 'truck_driver', 'license_number', 'trucking_company'],
      ['berth_areas', 'berth_area', 'name', 'terminal'],
      ['yard_areas', 'yard_area', 'name', 'terminal'],
      ['yard_slots', 'yard_slot', 'name', 'yard_area'],
      ['bookings', 'booking', 'number', 'shipping_line'],
      ['bookings', 'booking', 'number', 'voyage'],
      ['chassis', 'chassis', 'number', 'shipping_line'],
      ['containers', 'container', 'number', 'container_type'],
      ['containers', 'container', 'number', 'shipping_line'],
      ['containers', 'container', 'number', 'commodity_type'],
      ['containers', 'container', 'number', 'consignee'],
      ['containers', 'container', 'number', 'booking'],
      ['containers', 'container', 'number', 'arrival_voyage'],
      ['containers', 'container', 'number', 'departure_voyage'],
    ] as const)('%s (%s, %s): %s by key and by id, cleared by null, kept from deletion', async (...row) => {
      const [plural, singular, key, field] = row;
      const [targetKey, make, targetPath] = TARGETS[field]!;
      const [first, second] = [await make('T1'), await make('T2')];
      const shown = {
        first: expect.objectContaining({ id: first.id, [targetKey]: 'T1' }),
        second: expect.objectContaining({ id: second.id, [targetKey]: 'T2' }),
      };
      const path = `/${plural}`;
      const update = async (body: object) => (await client.patch(`${path}/K1`, body)).body[singular]?.[field];

      expect((await create(plural, singular, { [key]: 'K1', [field]: 'T1' }))[field]).toEqual(shown.first);
      expect((await create(plural, singular, { [key]: 'K2', [`${field}_id`]: second.id }))[field]).toEqual(
        shown.second,
      );
      expect(await update({ [`${field}_id`]: String(second.id) })).toEqual(shown.second);
      expect(await update({ [field]: null })).toBeNull();
      expect(await update({ [field]: 'T2', [`${field}_id`]: null })).toEqual(shown.second);
      expect(await update({ [`${field}_id`]: null })).toBeNull();
      expect(await update({ [field]: 'T1', [`${field}_id`]: second.id })).toEqual(shown.second);
      expect(await update({ [field]: 'T1' })).toEqual(shown.first);

      const other = await service.current.organization();
      for (const [from, body] of [
        [client, { [field]: 'T3' }],
        [client, { [`${field}_id`]: 999_999_999 }],
        [other, { [field]: 'T1' }],
        [other, { [`${field}_id`]: first.id }],
      ] as const) {
        const answer = await from.post(path, { [key]: 'K3', ...body });
        expect(answer.status).toBe(422);
        expect(answer.body.error).toMatch(/ is unknown\.$/);
        expect(Object.keys(answer.body.errors)).toEqual(Object.keys(body));
      }

      if (!targetPath) return;
      const refused = await client.delete(`${targetPath}/T1`);
      expect(refused.status).toBe(409);
      expect(refused.body.error).toMatch(/ is in use and cannot be deleted\.$/);
      expect((await client.get(`${targetPath}/T1`)).status).toBe(200);
      await client.delete(`${path}/K1`);
      expect((await client.delete(`${targetPath}/T1`)).status).toBe(200);
    });

    it('delivery_orders: a bill of lading by manifest and number', async () => {
      const bill = await aBill(client, 'M1', { number: 'B1' });
      const bill_of_lading = { manifest: 'M1', number: 'B1' };
      const order = await create('delivery_orders', 'delivery_order', { number: 'DO-1', bill_of_lading });
      expect(order.bill_of_lading).toEqual({ id: bill.id, ...bill_of_lading });
      const cleared = await client.put('/delivery_orders/DO-1', { bill_of_lading: null });
      expect(cleared.body.delivery_order.bill_of_lading).toBeNull();
      const empty = await create('delivery_orders', 'delivery_order', {
        number: 'DO-2',
        bill_of_lading: null,
      });
      expect(empty.bill_of_lading).toBeNull();
      const unknown = { manifest: 'M1', number: 'B2' };
      const answer = await client.put('/delivery_orders/DO-1', { bill_of_lading: unknown });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty('bill_of_lading');
      expect((await client.put('/delivery_orders/DO-1', { bill_of_lading: { number: 'B1' } })).status).toBe(
        400,
      );
    });

    it('are whole after a race between naming a record and deleting it', async () => {
      for (const round of [1, 2, 3, 4]) {
        const name = `T${round}`;
        await create('terminals', 'terminal', { name });
        const [berth, deletion] = await atOnce(service.current, [
          () => client.post('/berth_areas', { name: `B${round}`, terminal: name }),
          () => client.delete(`/terminals/${name}`),
        ]);
        expect([
          [201, 409],
          [422, 200],
        ]).toContainEqual([berth.status, deletion.status]);
      }
    });

    it.each([
      ['containers', 'container', { number: 'WHAU4142033' }],
      ['chassis', 'chassis', { number: 'Z1' }],
      ['breakbulks', 'breakbulk', { reference_number: 'B1' }],
    ])('%s go to another place of the same type by its name alone', async (kind, singular, body) => {
      await create('gates', 'gate', { name: 'In 1' });
      await create('gates', 'gate', { name: 'In 2' });
      const { id } = await create(kind, singular, body);
      const refused = await client.patch(`/${kind}/${id}`, { current_location: 'In 1' });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['current_location_type']]);
      await client.patch(`/${kind}/${id}`, { current_location_type: 'Gate', current_location: 'In 1' });
      const moved = await client.patch(`/${kind}/${id}`, { current_location: 'In 2' });
      expect(moved.body[singular]).toMatchObject(at('Gate', 'In 2'));
    });

    it.each([
      ['containers', 'container', { number: 'WHAU4142033' }],
      ['chassis', 'chassis', { number: 'Z1' }],
      ['breakbulks', 'breakbulk', { reference_number: 'B1' }],
      ['vehicles', 'vehicle', { vin_number: 'V1' }],
    ])('%s are at a place by its id, at one without a record, or somewhere', async (kind, singular, body) => {
      const { id: current_location_id } = await create('gates', 'gate', { name: 'In 1' });
      const { id } = await create(kind, singular, body);
      const put = async (location: object) => {
        const answer = await client.patch(`/${kind}/${id}`, location);
        const { current_location_type, current_location } = answer.body[singular] ?? {};
        return [answer.status, current_location_type, current_location];
      };
      const gate = { current_location_type: 'Gate', current_location_id };
      expect(await put(gate)).toEqual([200, 'Gate', 'In 1']);
      const train = { current_location_type: 'TrainVisit', current_location_id: 17 };
      expect(await put(train)).toEqual([200, 'TrainVisit', '17']);
      expect(await put({ current_location_type: 'YardArea' })).toEqual([200, 'YardArea', null]);
      expect(await put({ current_location_type: null })).toEqual([200, null, null]);
      expect((await put({ current_location_id }))[0]).toBe(400);
      expect((await put({ ...gate, current_location_id: 404_404 }))[0]).toBe(422);
    });

    it.each([
      ['containers', 'container', { number: 'WHAU4142033' }],
      ['chassis', 'chassis', { number: 'Z1' }],
      ['breakbulks', 'breakbulk', { reference_number: 'B1' }],
    ])('%s name a train visit by a number, and a container as it is typed', async (kind, singular, body) => {
      await create('containers', 'container', { number: 'WHAU4119542' });
      const refused = await client.post(`/${kind}`, { ...body, ...at('TrainVisit', 'T1') });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_location']]);
      const made = await create(kind, singular, { ...body, ...at('Container', 'whau 4119542') });
      expect(made.current_location).toBe('WHAU4119542');
      const moved = await client.patch(`/${kind}/${made.id}`, at('TrainVisit', '17'));
      expect(moved.body[singular].current_location).toBe('17');
    });

    it('of a container do not name itself as its place', async () => {
      const { number } = await create('containers', 'container', { number: 'WHAU4142033' });
      const answer = await client.patch(`/containers/${number}`, at('Container', number));
      expect([answer.status, answer.body.error]).toEqual([422, 'A container cannot be in itself.']);
    });

    it.each([
      ['delivery_orders', 'delivery_order', { number: 'D1' }],
      ['breakbulks', 'breakbulk', { reference_number: 'B1' }],
      ['packing_list_items', 'packing_list_item', { reference_number: 'P1' }],
    ])('%s name their bill by its id, too', async (kind, singular, body) => {
      const bill = await aBill(client);
      const made = await create(kind, singular, { ...body, bill_of_lading_id: bill.id });
      expect(made.bill_of_lading).toMatchObject({ id: bill.id, number: bill.number });
      const foreign = await aBill(await service.current.organization());
      const refused = await client.patch(`/${kind}/${made.id}`, { bill_of_lading_id: foreign.id });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['bill_of_lading_id']]);
      const freed = await client.patch(`/${kind}/${made.id}`, { bill_of_lading_id: null });
      expect(freed.body[singular].bill_of_lading).toBeNull();
    });

    it('keep what other records name from deletion', async () => {
      await aTruckingCompany(client, { code: 'EST' });
      await aTruckDriver(client, { license_number: 'DL-1' });
      await aTruck(client, { truck_driver_license_number: 'DL-1', trucking_company: 'EST' });
      await create('agents', 'agent', { name: 'Agency' });
      await aShippingLine(client, { agent: 'Agency' });
      await create('gates', 'gate', { name: 'In 1' });
      const location = { current_location_type: 'Gate', current_location: 'In 1' };
      await create('chassis', 'chassis', { number: 'Z1', ...location });
      for (const path of [
        '/truck_drivers/DL-1',
        '/trucking_companies/EST',
        '/agents/Agency',
        '/gates/In%201',
        `/users/${client.user_id}`,
      ]) {
        const answer = await client.delete(path);
        expect([path, answer.status]).toEqual([path, 409]);
        expect((await client.get(path)).status).toBe(200);
      }
    });
  });
});

import { humanize } from '../../src/common/errors/humanize';
import { Db } from '../../src/common/database/db';
import type { Json } from '../../src/common/json';
import type { Actor } from '../../src/common/tenancy/actor';
import { TruckDriverSummary } from '../../src/parties/setup/truck-driver.view';
import { aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import type { Client } from '../setup/client';
import { plateParting } from '../../src/parties/trucks/plate';
import { atOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/trucks';

const FIELDS = {
  license_plate: 'WH-472-B',
  number: 'T-01',
  weight: 8150.5,
  active: false,
  color: '#1f5fa8',
  is_mule: true,
  allowed_until: '2027-06-30',
  year: 2022,
  make: 'Norrvik',
  model: 'R460',
};

const BARE = {
  number: null,
  weight: null,
  active: true,
  color: null,
  is_mule: false,
  allowed_until: null,
  year: null,
  make: null,
  model: null,
};

const ADDED = {
  id: expect.any(Number),
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  updated_at: expect.any(String),
};

describe('trucks', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const post = (truck: object) => client.post(PATH, { truck });
  const patch = (plate: string, truck: object) =>
    client.patch(`${PATH}/${encodeURIComponent(plate)}`, { truck });
  const listed = async (query = '') => (await client.get(`${PATH}.json?${query}`)).body.trucks;
  const plates = async (query: string) =>
    (await listed(query)).map((truck: { license_plate: string }) => truck.license_plate);

  it('creates one with every field', async () => {
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    await aTruckDriver(client, { license_number: 'DL-1' });
    const references = { trucking_company: 'Estuary Haulage', truck_driver_license_number: 'DL-1' };
    const answer = await client.as('write').post(`${PATH}.json`, { truck: { ...FIELDS, ...references } });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ truck: { ...FIELDS, ...ADDED } });
  });

  it('answers null for what was not sent, active and no mule', async () => {
    const truck = await aTruck(client, { license_plate: 'A 1', wheels: 6 });
    expect(truck).toEqual({ ...ADDED, ...BARE, license_plate: 'A 1' });
  });

  it('takes a number of its own that is sent as a number', async () => {
    expect((await post({ license_plate: 'A 1', number: 17 })).body.truck.number).toBe('17');
  });

  it('takes an empty company and an empty driver for none', async () => {
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    await aTruck(client, { license_plate: 'A 1', trucking_company: 'EST' });
    expect((await listed())[0].trucking_company).toEqual({ name: 'Estuary Haulage', code: 'EST' });
    const { status } = await patch('A 1', { trucking_company: '', truck_driver_license_number: '' });
    expect(status).toBe(200);
    expect((await listed())[0].trucking_company).toEqual({ name: null, code: null });
  });

  it.each([
    ['no wrapper', {}, 'truck', 'is required'],
    ['no plate', { truck: {} }, 'truck.license_plate', 'is required'],
    ['a null plate', { truck: { license_plate: null } }, 'truck.license_plate', 'must not be null'],
    [
      'a plate of spaces and hyphens',
      { truck: { license_plate: '- –' } },
      'truck.license_plate',
      'must have more than spaces and hyphens',
    ],
    [
      'a plate of 256 characters',
      { truck: { license_plate: 'x'.repeat(256) } },
      'truck.license_plate',
      'must be at most 255 characters long',
    ],
  ])('refuses %s', async (_what, body, field, reason) => {
    const answer = await client.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: `${humanize(field)} ${reason}.`,
      code: 'invalid',
      errors: { [field]: [reason] },
    });
  });

  it.each([
    ['weight', -0.1, 'must be at least 0'],
    ['weight', 'heavy', 'must be a number'],
    ['weight', '1e3', 'must be a number'],
    ['active', 'yes', 'must be true or false'],
    ['is_mule', 2, 'must be true or false'],
    ['color', 'red', 'must be a hex code such as #1f5fa8'],
    ['color', '#1234', 'must be a hex code such as #1f5fa8'],
    ['color', '#12345g', 'must be a hex code such as #1f5fa8'],
    ['year', 1899, 'must be at least 1900'],
    ['year', 2101, 'must be at most 2100'],
    ['year', 2020.5, 'must be a whole number'],
    ['make', 7, 'must be text'],
    ['allowed_until', '31/6/2027', 'must be a date that exists'],
    ['allowed_until', '2027-02-29', 'must be a date that exists'],
    ['allowed_until', 'Junuary 2, 2027', 'must be a date that exists'],
    ['allowed_until', 'now', 'must be a date such as 2026-06-02, 2/6/2026 (day first) or June 2, 2026'],
  ])('refuses %s %j', async (field, value, reason) => {
    const answer = await post({ license_plate: 'X', [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ [`truck.${field}`]: [reason] });
  });

  it.each([
    ['color', '#abc', '#abc'],
    ['color', 'ABC', 'ABC'],
    ['color', '1f5fA8', '1f5fA8'],
    ['year', '1900', 1900],
    ['year', 2100, 2100],
    ['weight', '0.000001', 0.000001],
    ['weight', '', null],
    ['active', '0', false],
    ['active', null, true],
    ['is_mule', 1, true],
    ['allowed_until', '2027-06-02', '2027-06-02'],
    ['allowed_until', '2/6/2027', '2027-06-02'],
    ['allowed_until', '02/06/2027', '2027-06-02'],
    ['allowed_until', 'June 2, 2027', '2027-06-02'],
    ['allowed_until', '', null],
  ])('takes %s %j as %j', async (field, sent, answered) => {
    expect((await aTruck(client, { [field]: sent }))[field]).toBe(answered);
  });

  it('refuses a plate that is taken, however it is typed', async () => {
    await aTruck(client, { license_plate: 'WH-472-B' });
    await aTruck(client, { license_plate: 'KD-118-R' });
    for (const answer of [
      await post({ license_plate: 'wh 472 b' }),
      await post({ license_plate: 'wh472b' }),
      await patch('KD-118-R', { license_plate: 'WH472B' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: 'License plate is already taken by another truck.',
        code: 'taken',
        errors: { 'truck.license_plate': ['License plate is already taken by another truck.'] },
      });
    }
    const race = await atOnce(
      service.current,
      ['ra ce', 'RACE', 'ra-ce'].map((license_plate) => () => post({ license_plate })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it('takes plates that part at other places for two trucks, each found as it is written', async () => {
    const one = await aTruck(client, { license_plate: 'HH-A 123' });
    const other = await aTruck(client, { license_plate: 'H-HA 123' });
    const shown = async (plate: string) => {
      const { status, body } = await client.get(`${PATH}/${encodeURIComponent(plate)}`);
      return status === 200 ? body.truck.id : [status, body.code, body.error];
    };
    expect(await shown('hh a-123')).toBe(one.id);
    expect(await shown('h ha 123')).toBe(other.id);
    expect((await shown('HHA 123')).slice(0, 2)).toEqual([400, 'truck_ambiguous']);
    expect((await shown('HHA1-23')).slice(0, 1)).toEqual([404]);
    expect(await shown('HHA123')).toEqual([
      400,
      'truck_ambiguous',
      "'HHA123' is the plate of several trucks: HH-A 123, H-HA 123. Name one with its spaces or hyphens.",
    ]);
    expect(await plates('license_plate=H-HA%20123')).toEqual(['H-HA 123']);
    expect(await plates('license_plate=hha123')).toEqual(['HH-A 123', 'H-HA 123']);
    expect((await post({ license_plate: 'HHA123' })).body.code).toBe('taken');
  });

  it('takes letters of other languages, in whatever form they are written, and none that nobody sees', async () => {
    const { id } = await aTruck(client, { license_plate: 'WÜ-XY 123' });
    for (const plate of ['wü xy 123', 'WU\u0308-XY-123', 'WÜXY123'])
      expect((await client.get(`${PATH}/${encodeURIComponent(plate)}`)).body.truck.id).toBe(id);
    expect((await post({ license_plate: 'WU\u0308-XY 123' })).body.code).toBe('taken');
    expect((await post({ license_plate: 'W\u200bU-XY 1' })).body.errors).toEqual({
      'truck.license_plate': ['must not have invisible characters'],
    });
  });

  it('has the database keep where a plate parts as the service reckons it', async () => {
    const WRITTEN = ['HHA123', 'HH-A 123 ', 'h - ha\u2013123', 'WÜ-XY\u301c9', '-9', `${'A'.repeat(60)}-1`];
    const found = await service.current.query<{ plate: string; parting: number | null }>(
      'SELECT plate, plate_parting(plate) AS parting FROM unnest($1::text[]) AS plate',
      [WRITTEN],
    );
    expect(found.map(({ parting }) => parting)).toEqual(WRITTEN.map(plateParting));
  });

  it.each(['patch', 'put'] as const)('updates the fields that are sent, by %s', async (verb) => {
    const { id } = await aTruck(client, FIELDS);
    const update = (plate: string, truck: object) => client[verb](`${PATH}/${plate}`, { truck });
    const answer = await update('wh%20472%20b.json', { make: null, year: '2023' });
    expect(answer.status).toBe(200);
    expect(answer.body.truck).toEqual({ ...FIELDS, ...ADDED, id, make: null, year: 2023 });
    const cleared = Object.fromEntries(Object.keys(BARE).map((field) => [field, null]));
    expect((await update('WH472B', cleared)).body.truck).toMatchObject({ id, ...BARE });
    expect((await update('WH472B', {})).status).toBe(200);
    expect((await update('WH472B', { license_plate: 'wh-472-b' })).body.truck.license_plate).toBe('wh-472-b');
    expect((await update('WH472B', { license_plate: 'ss/1.x' })).body.truck.license_plate).toBe('ss/1.x');
    expect((await update(encodeURIComponent('SS/1.X'), { number: '1' })).body.truck.id).toBe(id);
    expect((await client[verb](`${PATH}/SS%2F1.X`)).status).toBe(400);
    expect((await update('SS%2F1.X', { license_plate: null })).status).toBe(400);
    for (const plate of ['WH472B', String(id), '-', '%00'])
      expect((await update(plate, { number: '1' })).status).toBe(404);
  });

  it('names the trucking company by name or code', async () => {
    const company = await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    await aTruckingCompany(client, { code: 'Estuary Haulage', name: 'Impostor' });
    await aTruckingCompany(client, { code: 'X1' });
    const companyOf = async (trucking_company: string) => {
      const { license_plate } = await aTruck(client, { trucking_company });
      return (await listed(`license_plate=${license_plate}`))[0].trucking_company;
    };
    const expected = { name: company.name, code: company.code };
    expect(await companyOf('Estuary Haulage')).toEqual(expected);
    expect(await companyOf('EST')).toEqual(expected);
    expect(await companyOf('X1')).toEqual({ name: null, code: 'X1' });
  });

  it('refuses an unknown trucking company and an unknown driver', async () => {
    const other = await service.current.organization();
    await aTruckingCompany(other, { code: 'EST', name: 'Estuary Haulage' });
    await aTruckDriver(other, { license_number: 'DL-1' });
    await aTruck(client, { license_plate: 'OLD' });
    for (const [truck, error] of [
      [{ trucking_company: 'Estuary Haulage' }, "Trucking company 'Estuary Haulage' is unknown."],
      [{ trucking_company: 'EST' }, "Trucking company 'EST' is unknown."],
      [{ truck_driver_license_number: 'DL-1' }, "Truck driver license number 'DL-1' is unknown."],
    ] as const)
      for (const answer of [await post({ license_plate: 'NEW', ...truck }), await patch('OLD', truck)]) {
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({
          error,
          code: 'unknown_reference',
          params: expect.any(Object),
          records: [
            { type: expect.stringMatching(/^truck(ing_company|_driver)$/), key: Object.values(truck)[0] },
          ],
          errors: { [`truck.${Object.keys(truck)[0]}`]: [error] },
        });
      }
  });

  it('lists every field, and the company and the driver', async () => {
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    await aTruckDriver(client, {
      license_number: 'DL-1',
      number: 'D-101',
      firstname: 'Anneke',
      lastname: 'Vroom',
    });
    const full = await aTruck(client, {
      ...FIELDS,
      trucking_company: 'EST',
      truck_driver_license_number: 'DL-1',
    });
    const bare = await aTruck(client, { license_plate: 'A 1' });
    const answer = await client.get(`${PATH}.json`);
    expect(Object.keys(answer.body).sort()).toEqual(['actions', 'trucks']);
    expect(answer.body.trucks).toEqual([
      {
        ...full,
        display_name: 'WH-472-B',
        trucking_company: { name: 'Estuary Haulage', code: 'EST' },
        truck_driver: {
          id: expect.any(Number),
          fullname: 'Anneke Vroom',
          license_number: 'DL-1',
          number: 'D-101',
        },
      },
      { ...bare, display_name: 'A 1', trucking_company: { name: null, code: null } },
    ]);
    await patch('WH472B', { trucking_company: null, truck_driver_license_number: null });
    expect((await listed())[0]).toMatchObject({ trucking_company: { name: null, code: null } });
    expect((await listed())[0]).not.toHaveProperty('truck_driver');
  });

  it('filters by each parameter, alone and together', async () => {
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    await aTruckDriver(client, { license_number: 'DL-1', number: 'D-101' });
    await aTruckDriver(client, { license_number: 'D-101', number: 'D-1010' });
    await aTruck(client, { license_plate: 'A-1', trucking_company: 'EST', active: false });
    await aTruck(client, { license_plate: 'A-12', truck_driver_license_number: 'DL-1' });
    await aTruck(client, {
      license_plate: 'B-1',
      trucking_company: 'EST',
      truck_driver_license_number: 'D-101',
    });
    expect(await plates('')).toEqual(['A-1', 'A-12', 'B-1']);
    expect(await plates('license_plate=a%201')).toEqual(['A-1']);
    expect(await plates('license_plate=A')).toEqual([]);
    expect(await plates('trucking_company=EST')).toEqual(['A-1', 'B-1']);
    expect(await plates('trucking_company=Estuary%20Haulage')).toEqual(['A-1', 'B-1']);
    expect(await plates('trucking_company=Estuary')).toEqual([]);
    expect(await plates('truck_driver_number=D-101')).toEqual(['A-12']);
    expect(await plates('active=true')).toEqual(['A-12', 'B-1']);
    expect(await plates('active=false')).toEqual(['A-1']);
    expect(await plates('active=true&trucking_company=EST')).toEqual(['B-1']);
    expect(await plates('license_plate=&active=')).toEqual(['A-1', 'A-12', 'B-1']);
    expect(await plates('per=1&page=3')).toEqual(['B-1']);
    expect((await client.get(`${PATH}?active=maybe`)).status).toBe(400);
  });

  it('needs the role write to change anything', async () => {
    await aTruck(client, { license_plate: 'A-1' });
    const reader = client.as('read');
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.post(PATH, { truck: { license_plate: 'X' } })).status).toBe(403);
    expect((await reader.patch(`${PATH}/A-1`, { truck: {} })).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    await aTruck(client, { license_plate: 'A-1' });
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.trucks).toEqual([]);
    expect((await other.patch(`${PATH}/A-1`, { truck: { number: '1' } })).status).toBe(404);
    await aTruck(other, { license_plate: 'A1' });
    expect((await listed()).length).toBe(1);
  });

  describe('a driver in full', () => {
    const summaries = (): Promise<Json> => {
      const db = service.current.app.get(Db);
      const actor = { organization_id: client.organization_id } as Actor;
      return db.reading(actor, '', () => db.read(TruckDriverSummary).all());
    };

    it('always has every key', async () => {
      await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
      await aTruckingCompany(client, { code: 'TOL' });
      const fields = {
        license_number: 'DL-1',
        twic: 'TW-1',
        number: 'D-101',
        active: false,
        date_of_birth: '1987-04-12',
        telephone_number: '+31 6 0000 0101',
        email: 'anneke.vroom@estuary.example',
        remarks: 'Dangerous goods',
        allowed_until: '2027-12-31',
      };
      const names = { firstname: 'Anneke', lastname: 'Vroom' };
      await aTruckDriver(client, { ...fields, ...names, trucking_company: 'EST' });
      await aTruckDriver(client, { license_number: 'DL-2', lastname: 'Wilk', trucking_company: 'TOL' });
      await aTruckDriver(client, { license_number: 'DL-3' });
      const bare = Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
      expect(JSON.parse((await summaries()).text)).toEqual([
        { ...ADDED, ...fields, fullname: 'Anneke Vroom', trucking_company: 'Estuary Haulage' },
        {
          ...ADDED,
          ...bare,
          active: true,
          license_number: 'DL-2',
          fullname: 'Wilk',
          trucking_company: 'TOL',
        },
        {
          ...ADDED,
          ...bare,
          active: true,
          license_number: 'DL-3',
          fullname: null,
          trucking_company: null,
        },
      ]);
    });
  });
});

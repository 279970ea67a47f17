import { aPreAdvice, aVisit } from '../factories/gate';
import { aTruck, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import { within } from '../factories/services';
import type { PartyInput } from '../../src/common/party-wall/party-reference';
import { TokensService } from '../../src/common/auth/tokens.service';
import { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

/** What is shown to those who need it only, and what a driver is known by. */
const HIDDEN = {
  twic: 'TWIC-99881',
  date_of_birth: '1987-04-12',
  telephone_number: '+31 6 5550101',
  email: 'anneke@estuary.example',
  remarks: 'Left-handed',
};
const KNOWN = { license_number: 'DL-5520147', firstname: 'Anneke', lastname: 'Vroom' };
const NULLS = Object.fromEntries(Object.keys(HIDDEN).map((name) => [name, null]));

describe('personal data of drivers', () => {
  const service = useService();
  let client: Client;
  let company: Body;
  let driver: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    company = await aTruckingCompany(client, { name: 'Estuary Haulage' });
    driver = (await client.create('/truck_drivers', { ...KNOWN, ...HIDDEN, trucking_company: company.code }))
      .truck_driver;
  });

  const needed = () => client.patch('/organization', { personal_data: 'needed' });
  async function made(
    role: 'read' | 'write' | 'admin',
    rights: { domains?: string[]; parties?: PartyInput[] } = {},
  ): Promise<Client> {
    const { token } = await within(client, TokensService, (of) =>
      of.create(client.user_id, { role, ...rights }),
    );
    const tokens = { read: token, write: token, admin: token };
    return new Client(
      service.current,
      client.organization_id,
      client.user_id,
      tokens,
      role,
      'parties' in rights,
    );
  }
  const shownTo = async (asking: Client): Promise<Body> => {
    const one = (await asking.get(`/truck_drivers/${driver.id}`)).body.truck_driver;
    const [listed] = (await asking.get(`/truck_drivers?license_number=${KNOWN.license_number}`)).body
      .truck_drivers;
    expect(listed).toEqual(one);
    return one;
  };

  it('are shown to everyone unless the organization says otherwise', async () => {
    expect((await client.get('/organization')).body.organization.personal_data).toBe('everyone');
    for (const role of ['read', 'write', 'admin'] as const)
      expect(await shownTo(client.as(role))).toMatchObject({ ...KNOWN, ...HIDDEN });
    expect(await shownTo(await made('read', { domains: ['quay'] }))).toMatchObject(HIDDEN);
  });

  it('has two words, and no other', async () => {
    expect((await needed()).body.organization.personal_data).toBe('needed');
    expect((await client.get('/me')).body.organization.personal_data).toBe('needed');
    for (const personal_data of ['nobody', '', null, true])
      expect((await client.patch('/organization', { personal_data })).status).toBe(422);
    expect((await client.as('write').patch('/organization', { personal_data: 'everyone' })).status).toBe(403);
  });

  it('are shown to those who write in gate or parties, and to admins; what a driver is known by to all', async () => {
    await needed();
    for (const asking of [
      client,
      client.as('write'),
      await made('write', { domains: ['gate'] }),
      await made('write', { domains: ['quay', 'parties'] }),
      await made('admin', { domains: ['parties'] }),
    ])
      expect(await shownTo(asking)).toMatchObject({ ...KNOWN, ...HIDDEN });
    for (const asking of [
      client.as('read'),
      await made('read', { domains: ['gate'] }),
      await made('write', { domains: ['quay'] }),
      await made('admin', { domains: ['billing'] }),
    ])
      expect(await shownTo(asking)).toMatchObject({ ...KNOWN, fullname: 'Anneke Vroom', ...NULLS });
    await client.patch('/organization', { personal_data: 'everyone' });
    expect(await shownTo(client.as('read'))).toMatchObject(HIDDEN);
  });

  it('are hidden wherever a driver is shown', async () => {
    const truck = await aTruck(client, { truck_driver_license_number: KNOWN.license_number });
    await aPreAdvice(client, { truck_driver_id: driver.id });
    await aVisit(client, { truck: truck.license_plate, truck_driver_id: driver.id });
    await client.create('/appointments', { number: 'AP-1', truck_driver_id: driver.id });
    const paths = [
      '/truck_drivers',
      '/truck_visits',
      '/pre_advices',
      '/appointments',
      '/trucks',
      `/truck_drivers/${driver.id}`,
      '/truck_drivers?format=csv',
    ];
    const reader = client.as('read');
    const textOf = async (asking: Client, path: string) => JSON.stringify((await asking.get(path)).body);
    expect(await textOf(reader, '/truck_visits')).toContain(HIDDEN.telephone_number);
    await needed();
    for (const path of paths)
      for (const value of Object.values(HIDDEN))
        expect([path, value, (await textOf(reader, path)).includes(value)]).toEqual([path, value, false]);
    expect(await textOf(reader, '/truck_visits')).toContain('Anneke Vroom');
    expect(await textOf(client, '/truck_visits')).toContain(HIDDEN.telephone_number);
  });

  it('are shown to a haulier of its own drivers, however it comes to see others', async () => {
    const other = await aTruckingCompany(client, { name: 'Delta Trucks' });
    const theirs = (
      await client.create('/truck_drivers', {
        license_number: 'DL-DELTA',
        email: 'delta@delta.example',
        twic: 'TWIC-DELTA',
        trucking_company: other.code,
      })
    ).truck_driver;
    const free = (
      await client.create('/truck_drivers', { license_number: 'DL-FREE', email: 'free@free.example' })
    ).truck_driver;
    const { license_plate } = await aTruck(client, { trucking_company: company.code });
    const visit = await aVisit(client, { truck: license_plate, truck_driver_id: free.id });
    expect(visit.truck_driver.email).toBe('free@free.example');
    const party: PartyInput = { type: 'trucking_company', key: company.code };
    for (const role of ['read', 'write'] as const) {
      const haulier = await made(role, { parties: [party] });
      await client.patch('/organization', { personal_data: 'everyone' });
      const all = (await haulier.get('/truck_drivers')).body.truck_drivers;
      expect(all).toMatchObject([{ id: driver.id, ...HIDDEN, remarks: null }]);
      const before = (await haulier.get(`/truck_visits/${visit.id}`)).body;
      expect(before.truck_driver.email).toBeNull();
      await needed();
      service.current.forgetTokens();
      expect((await haulier.get('/truck_drivers')).body.truck_drivers).toEqual(all);
      expect((await haulier.get(`/truck_drivers/${theirs.id}`)).status).toBe(404);
      const { truck_driver } = (await haulier.get(`/truck_visits/${visit.id}`)).body;
      expect(truck_driver).toMatchObject({ id: free.id, license_number: 'DL-FREE', email: null });
    }
    const nobody = await made('read', { parties: [] });
    expect((await nobody.get('/truck_drivers')).body.truck_drivers).toEqual([]);
  });

  it('are not shown by a filter or an order', async () => {
    await needed();
    const reader = client.as('read');
    const requested = (path: string) => reader.send('GET', path, undefined, { prefer: 'handling=strict' });
    for (const name of Object.keys(HIDDEN))
      for (const path of [
        `/truck_drivers?${name}=${encodeURIComponent('x')}`,
        `/truck_drivers?order=${name}`,
      ]) {
        const { status } = await requested(path);
        expect([path, status]).toEqual([path, 400]);
      }
    for (const value of Object.values(HIDDEN)) {
      const { body } = await reader.get(`/truck_drivers?q=${encodeURIComponent(value)}`);
      expect([value, body.truck_drivers]).toEqual([value, []]);
    }
    // an ETag is of what is shown
    const tag = async () => (await reader.get(`/truck_drivers/${driver.id}`)).headers.etag;
    const before = await tag();
    await service.current.query(`UPDATE truck_drivers SET email = 'new@estuary.example' WHERE id = $1`, [
      driver.id,
    ]);
    expect(await tag()).toBe(before);
  });

  it('are in no event of before either, until everyone sees them again', async () => {
    await client.patch(`/truck_drivers/${driver.id}`, { email: 'new@estuary.example', lastname: 'Vroomer' });
    await needed();
    await allPublished(client);
    const events = (await new Follower(client).read()) as { type: string; data: any; changes: any }[];
    expect(events.length).toBeGreaterThan(1);
    for (const value of ['new@estuary.example', ...Object.values(HIDDEN)])
      expect(JSON.stringify(events)).not.toContain(value);
    const { data, changes } = events.findLast(({ type }) => type === 'truck_driver.updated')!;
    expect(data).toMatchObject({ lastname: 'Vroomer', email: null });
    expect(changes).toEqual({ lastname: ['Vroom', 'Vroomer'], fullname: ['Anneke Vroom', 'Anneke Vroomer'] });
    const { id } = events.findLast(({ type }) => type === 'truck_driver.updated') as never;
    expect((await client.get(`/events/${id as number}`)).body.event.data.email).toBeNull();
  });

  it('are in no event from then on, for whoever reads it', async () => {
    const follower = new Follower(client);
    const created = await follower.find('truck_driver.created');
    expect(created.data).toMatchObject({ email: HIDDEN.email });
    await needed();
    await client.patch(`/truck_drivers/${driver.id}`, { email: 'new@estuary.example', lastname: 'Vroomer' });
    const { data, changes } = await follower.find('truck_driver.updated');
    expect(data).toMatchObject({ lastname: 'Vroomer', email: null, twic: null, remarks: null });
    expect(changes).toEqual({ lastname: ['Vroom', 'Vroomer'], fullname: ['Anneke Vroom', 'Anneke Vroomer'] });
    await aVisit(client, { truck_driver_id: driver.id });
    await allPublished(client);
    const visit = await follower.find('truck_visit.gated_in');
    for (const value of ['new@estuary.example', ...Object.values(HIDDEN)])
      expect(JSON.stringify(visit)).not.toContain(value);
    expect(visit.data.truck_driver.fullname).toBe('Anneke Vroomer');
  });
});

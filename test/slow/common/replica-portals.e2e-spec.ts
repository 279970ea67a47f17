import { KeptReleases } from '../../../src/billing/release/kept-releases.service';
import { Replica } from '../../../src/common/database/pool/replica';
import { aPricedStay, HERE } from '../../factories/charges';
import {
  aContainerInYard,
  anAppointmentPlan,
  aPreAdvice,
  aVisit,
  aVisitFor,
  pickUp,
} from '../../factories/gate';
import { aHold } from '../../factories/holds';
import { aTruck, aTruckingCompany, limitedTo } from '../../factories/parties';
import type { Body } from '../../factories/record';
import { Client } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { Service } from '../../setup/service';
import { Pair } from '../faults/pair';

/** What differs between two answers about the same: the moment that they are of, and how long something has lasted by then. */
const MOMENTS = /"(as_of|duration|dwell_seconds|since)":("[^"]*"|\d+|null)/g;
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('portals that a standby answers', () => {
  let pair: Pair;
  let service: Service;
  /** Another instance with the same standby. */
  let other: Service;
  /** One that reads at the primary alone. */
  let alone: Service;
  let reckon: jest.SpyInstance;
  let client: Client;
  let haulier: Client;
  let consignee: Client;
  let company: Body;
  let container: Body;
  let visit: Body;

  beforeAll(async () => {
    pair = await Pair.start();
    await pair.addStandby({ synchronous: false });
    // marks wait until a test has them worked off
    reckon = jest.spyOn(KeptReleases.prototype, 'refreshAll').mockResolvedValue();
    [service, other] = [await aService(), await aService()];
    alone = await aService({});
    client = await service.organization({ time_zone: 'Europe/Amsterdam', party_pick_up: 'reference' });
    for (const instance of [service, other, alone])
      await eventually('an instance', async () => (await at(instance, client).get('/ports')).status === 200);
    const { consignee: name } = await aPricedStay(client, HERE);
    await client.patch('/billing_profile', { release_needs_charges: true });
    container = await aContainerInYard(client, { consignee: name });
    company = await aTruckingCompany(client);
    haulier = await limitedTo(client, { type: 'trucking_company', key: company.code });
    consignee = await limitedTo(client, { type: 'consignee', key: name });
    const { license_plate: truck } = await aTruck(client, { trucking_company: company.code });
    const fetched = await aContainerInYard(client, { consignee: name });
    const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(fetched.number)] });
    visit = await aVisitFor(client, [pickUp((await aContainerInYard(client)).number)]);
    await aVisit(client, { pre_advice_number: advice_number });
    await aPreAdvice(client, { truck, purposes: [pickUp(container.number)] });
    await anAppointmentPlan(client);
  });
  afterAll(async () => {
    reckon?.mockRestore();
    for (const each of [service, other, alone]) await each?.app.close();
    await pair?.stop();
  });
  beforeEach(() => caughtUp());

  const aService = (env: Record<string, string> = { DATABASE_READ_URL: pair.readUrl }) =>
    Service.on('wharfinger', { LOG_LEVEL: 'silent', ...env }, () => pair.url);

  /** The same token at another instance. */
  const at = (instance: Service, by: Client) =>
    new Client(instance, by.organization_id, by.user_id, by.tokens, 'admin', by !== client);

  /** An answer, and who answered its reads. */
  async function asked(path: string, by: Client, headers = {}): Promise<{ body: Body; who: string }> {
    const { answered } = by.service.app.get(Replica, { strict: false });
    const before = { ...answered };
    const { status, body } = await by.send('GET', path, undefined, headers);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    const who = (['primary', 'replica'] as const).filter((each) => answered[each] > before[each]);
    return { body, who: who.join() };
  }

  /** Waits until the standby has what each of these tokens wrote, at both instances. */
  const caughtUp = async () => {
    for (const instance of [service, other])
      for (const by of [client, haulier, consignee])
        await eventually(
          'the standby',
          async () => (await asked(known(), at(instance, by))).who === 'replica',
        );
  };

  const known = () => `/availability?container_numbers[]=${container.number}`;

  const paths = (): [string, Client[]][] => [
    [`/containers/${container.number}/availability`, [client, consignee]],
    [known(), [client, haulier, consignee]],
    ['/truck_visits', [client, haulier]],
    ['/truck_visits?inside=true&per=25', [client]],
    [`/truck_visits/${visit.id}`, [client]],
    ['/truck_visits/counts?by=gate', [client]],
    ['/pre_advices', [client, haulier]],
    ['/appointments', [client, haulier]],
    ['/nominations', [client, haulier]],
    ['/gate_refusals', [client, haulier]],
    ['/container_stays?status=here', [client, consignee]],
    [`/appointment_slots?from=${dayIn(7)}&until=${dayIn(8)}`, [client, haulier]],
  ];

  /** Compares what each path answers at the standby with what it answers at the primary. */
  async function compare() {
    for (const [path, readers] of paths())
      for (const reader of readers) {
        const { body, who } = await asked(path, reader);
        const { body: there } = await asked(path, at(alone, reader));
        expect([path, who, timeless(body)]).toEqual([path, 'replica', timeless(there)]);
      }
  }
  const timeless = (body: Body) => JSON.stringify(body).replace(MOMENTS, '"$1":0');

  const availability = async (by: Client, headers = {}) => {
    const { body, who } = await asked(`/containers/${container.number}/availability`, by, headers);
    return [who, body.available, body.charges_due];
  };

  /** Works the marks of stays off, and waits until the standby knows. */
  async function kept() {
    const { app } = service;
    reckon.mockRestore();
    await app.get(KeptReleases, { strict: false }).refreshAll();
    reckon = jest.spyOn(KeptReleases.prototype, 'refreshAll').mockResolvedValue();
    await eventually('what is kept', async () => {
      const [row] = await pair.queryStandby<{ is: boolean }>(
        `SELECT EXISTS (SELECT FROM stay_releases) AND NOT EXISTS (SELECT FROM release_marks) AS is`,
      );
      return row!.is;
    });
  }

  it('show what the primary shows, of costs that have to be calculated', async () => {
    expect(await pair.queryStandby('SELECT FROM release_marks LIMIT 1')).toHaveLength(1);
    await compare();
    expect(await availability(client)).toEqual(['replica', false, true]);
  });

  it('show what the primary shows, of costs that are kept', async () => {
    await kept();
    await compare();
    expect(await availability(client)).toEqual(['replica', false, true]);
    expect(await availability(at(other, consignee))).toEqual(['replica', false, true]);
  });

  it('show costs that have changed before they are kept anew, and write nothing for it', async () => {
    await kept();
    await client.patch('/billing_profile', { release_needs_charges: false });
    await client.patch('/charge_codes/GATE', { release: false });
    await client.patch('/charge_codes/STOR', { release: false });
    await caughtUp();
    await pair.paused(async () => {
      expect(await availability(consignee)).toEqual(['replica', true, false]);
      await compare();
    });
    for (const code of ['GATE', 'STOR']) await client.patch(`/charge_codes/${code}`, { release: true });
    await client.patch('/billing_profile', { release_needs_charges: true });
  });

  it('show a token what it wrote, at each instance, while others still see the standby', async () => {
    await client.patch('/billing_profile', { release_needs_charges: false });
    await caughtUp();
    // an instance remembers the settings of a token for a second
    for (const each of [client, consignee, at(other, client)])
      await eventually('that charges hold nothing', async () => (await availability(each))[1] === true);
    await pair.paused(async () => {
      await aHold(client, container.number as string);
      expect(await availability(client)).toEqual(['primary', false, true]);
      expect(await availability(consignee)).toEqual(['replica', true, true]);
      const { headers } = await client.patch(`/containers/${container.number}`, { tier: null });
      const after = { 'wharfinger-after': headers['wharfinger-position'] };
      expect(await availability(at(other, client), after)).toEqual(['primary', false, true]);
      expect(await availability(at(other, client))).toEqual(['replica', true, true]);
    });
    await caughtUp();
    expect(await availability(client)).toEqual(['replica', false, true]);
  });

  it('show a haulier what it announced, and others when the standby has it', async () => {
    const { license_plate: truck } = await aTruck(client, { trucking_company: company.code });
    await caughtUp();
    const listed = async (by: Client) => {
      const { body, who } = await asked('/pre_advices', by);
      return [who, JSON.stringify(body).includes(truck as string)];
    };
    await pair.paused(async () => {
      expect((await haulier.post('/pre_advices', { truck })).status).toBe(201);
      expect(await listed(haulier)).toEqual(['primary', true]);
      expect(await listed(client)).toEqual(['replica', false]);
    });
    await caughtUp();
    for (const by of [haulier, client]) expect(await listed(by)).toEqual(['replica', true]);
  });

  it('show a visit that is cancelled to the desk that cancelled it', async () => {
    const shown = async (by: Client) => {
      const { body, who } = await asked(`/truck_visits/${visit.id}`, by);
      return [who, timeless(body)];
    };
    const [who, before] = await shown(client);
    expect(who).toBe('replica');
    await pair.paused(async () => {
      const { status } = await client.post(`/truck_visits/${visit.id}/cancel`, { reason: 'Turned away' });
      expect(status).toBe(200);
      expect(await shown(client)).toEqual(['primary', expect.not.stringContaining(before!)]);
      expect(await shown(client.as('read'))).toEqual(['replica', before]);
    });
  });

  // the last one, because the primary is another one afterwards
  it('go on at the next standby after a failover', async () => {
    await pair.switchOver();
    await eventually(
      'a write',
      async () => (await client.patch(`/containers/${container.number}`, { tier: null })).status === 200,
    );
    expect((await asked('/truck_visits', client)).who).toBe('primary');
    await pair.addStandby({ synchronous: false });
    await caughtUp();
    await compare();
    const [row] = await pair.queryStandby<{ timeline: number }>(
      'SELECT timeline_id AS timeline FROM pg_control_checkpoint()',
    );
    expect(row!.timeline).toBe(2);
    await pair.paused(async () => {
      await client.patch('/billing_profile', { release_needs_charges: true });
      expect((await availability(client))[0]).toBe('primary');
      expect((await availability(consignee))[0]).toBe('replica');
    });
  });
});

import { anInvoice } from '../factories/billing';
import { aContainer, aVehicle, staysOf } from '../factories/cargo';
import { aVisit, gateOut } from '../factories/gate';
import { aShippingLine } from '../factories/parties';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Answer, Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { Service, useService } from '../setup/service';
import { asTest } from '../wall/guard';

const CHANGED = 'The record has changed since it was read: read it again.';

describe('ETag', () => {
  const service = useService();
  let client: Client;
  let path: string;
  beforeEach(async () => {
    client = await service.current.organization();
    const line = await aShippingLine(client, { code: 'WHA' });
    await aContainer(client, { number: 'WHAU4142033', shipping_line: line.code });
    path = '/containers/WHAU4142033';
  });

  const tag = async () => (await client.get(path)).headers.etag!;
  const ask = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', headers: Record<string, string>, body?: object) =>
    client.send(method, path, body, headers);

  it('changes with what is shown, and only with it', async () => {
    const first = await tag();
    expect(first).toMatch(/^"[\w-]{27}"$/);
    expect(await tag()).toBe(first);
    await service.current.query(`UPDATE shipping_lines SET code = 'WHB' WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    const second = await tag();
    expect(second).not.toBe(first);
    await client.patch(path, { goods: 'Tea' });
    expect(await tag()).not.toBe(second);
  });

  it('stays, and updated_at with it, when an update changes nothing', async () => {
    await client.create('/flex_field_definitions', {
      record_type: 'voyage',
      canonical_name: 'pilotage',
      label: 'Pilotage',
      value_type: 'number',
    });
    await client.create('/stevedoring_supervisors', { name: 'Ada' });
    const { number } = await aVoyage(client);
    const vessel = await aVessel(client);
    const visit = await aVisit(client);
    await gateOut(client, visit.truck.license_plate); // because its duration goes on before
    const invoice = await anInvoice(client);
    const { webhook_endpoint } = await client.create('/webhook_endpoints', { url: 'https://x.example/' });
    const updates: [string, object][] = [
      [path, { weight: '12.50', seals: ['A', 'B'], goods: 'Tea', reefer_temperature: -2.5 }],
      [path, { container_type_id: null, current_location_type: null }],
      [
        `/voyages/${number}`,
        {
          voyage: {
            at_of_berth: '2026-11-20T10:00:00+01:00',
            tax_date: '2026-11-20',
            berth_start_position: 12.25,
            flex_fields: [{ pilotage: 12.5 }],
          },
        },
      ],
      [`/vessels/${vessel.name}`, { vessel: { loa: 210.5, has_cranes: true, bay_groups: [[1, 3]] } }],
      [`/truck_visits/${visit.id}`, { comment: 'Late' }],
      [`/invoices/${invoice.number}`, { invoice: { paid: true, general_ledger_id: '7' } }],
      [`/webhook_endpoints/${webhook_endpoint.id}`, { types: ['port.*'], description: 'Planner' }],
    ];
    // not every answer shows it
    const updatedAt = async (at: string) =>
      service.current.query(
        `SELECT updated_at::text FROM ${at.split('/')[1]} WHERE organization_id = $1 ORDER BY id`,
        [client.organization_id],
      );
    for (const [at, body] of updates) {
      const [changed] = [await client.patch(at.replace(vessel.name, String(vessel.id)), body)];
      const before = await client.get(at);
      const written = await updatedAt(at);
      const again = await client.patch(at.replace(vessel.name, String(vessel.id)), body);
      expect([at, changed.status, again.status]).toEqual([at, 200, 200]);
      const after = await client.get(at);
      expect([at, after.body]).toEqual([at, before.body]);
      expect([at, await updatedAt(at)]).toEqual([at, written]);
      expect([at, after.headers.etag]).toEqual([at, before.headers.etag]);
    }
    const since = new Date().toISOString();
    await client.patch(path, { goods: 'Tea' });
    expect((await client.get(`/containers?updated_since=${since}`)).body.containers).toEqual([]);
    await client.patch(`/voyages/${number}`, { voyage: { stevedoring_supervisors: ['Ada'] } });
    const { voyages } = (await client.get(`/voyages?updated_since=${since}`)).body;
    expect(voyages).toMatchObject([{ number, stevedoring_supervisors: [{ name: 'Ada' }] }]);
  });

  it('answers If-None-Match with 304 while it is the same', async () => {
    const etag = await tag();
    for (const header of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
      const { status, body, headers } = await ask('GET', { 'if-none-match': header });
      expect([header, status, body, headers.etag]).toEqual([header, 304, undefined, etag]);
    }
    expect((await ask('GET', { 'if-none-match': '"x"' })).status).toBe(200);
    await client.patch(path, { goods: 'Tea' });
    expect((await ask('GET', { 'if-none-match': etag })).status).toBe(200);
  });

  it('of another version refuses an update and a deletion: 412, and nothing changed', async () => {
    const etag = await tag();
    await client.patch(path, { goods: 'Tea' });
    for (const [method, body] of [
      ['PATCH', { goods: 'Coffee' }],
      ['PUT', { goods: 'Coffee' }],
      ['DELETE', undefined],
    ] as const)
      for (const header of [etag, '"x"', `W/${await tag()}`]) {
        const answer = await ask(method, { 'if-match': header }, body);
        expect([answer.status, answer.body]).toEqual([412, { error: CHANGED, code: 'changed_since' }]);
      }
    expect((await client.get(path)).body.container.goods).toBe('Tea');
  });

  it('of this version lets an update and a deletion through, and * any version', async () => {
    expect((await ask('PATCH', { 'if-match': `"x", ${await tag()}` }, { goods: 'Tea' })).status).toBe(200);
    expect((await ask('PATCH', { 'if-match': '*' }, { goods: 'Rye' })).status).toBe(200);
    expect((await ask('DELETE', { 'if-match': await tag() })).status).toBe(200);
    expect((await ask('DELETE', { 'if-match': '*' })).status).toBe(404);
  });

  it('lets one of many updates of one version through, on two processes', async () => {
    const second = await Service.on(service.current.database);
    try {
      const other = second.clientOf(client);
      const header = { 'if-match': await tag() };
      const answers = await timesAtOnce(
        service.current,
        16,
        (n) => (n % 2 ? other : client).send('PATCH', path, { goods: `Goods ${n}` }, header),
        10,
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array<number>(15).fill(412)]);
    } finally {
      await second.app.close();
    }
  });

  it('loses no update that names no version: the earlier reader gets 412', async () => {
    for (let round = 0; round < 10; round++) {
      const header = { 'if-match': await tag() };
      const [plain, conditional] = await atOnce(service.current, [
        () => client.patch(path, { goods: `Plain ${round}` }),
        () => client.send('PATCH', path, { weight: 1000 + round, goods: `Conditional ${round}` }, header),
      ]);
      expect(plain.status).toBe(200);
      const { goods } = (await client.get(path)).body.container;
      // it came first, or not at all
      expect([200, 412]).toContain(conditional.status);
      expect(goods).toBe(`Plain ${round}`);
    }
  });

  it('refuses an update that waited long for a change of the record', async () => {
    const header = { 'if-match': await tag() };
    const other = service.current.own.createQueryRunner();
    await other.startTransaction();
    await asTest(() =>
      other.query(`UPDATE containers SET goods = 'Tea' WHERE organization_id = $1`, [client.organization_id]),
    );
    const answer = ask('PATCH', header, { goods: 'Coffee' });
    const waits = new Set<string>();
    await eventually('the third wait for the lock', async () => {
      const waiting = await service.current.query<{ began: string }>(
        `SELECT xact_start::text AS began FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      for (const { began } of waiting) waits.add(began);
      return waits.size === 3;
    });
    await other.commitTransaction();
    await other.release();
    expect((await answer).status).toBe(412);
  });

  it('ignores the clock: the time inside of a truck, the dwell of a container', async () => {
    const visit = await aVisit(client);
    await client.create('/terminals', { name: 'North Quay' });
    await client.patch(path, { current_location_type: 'Terminal', current_location: 'North Quay' });
    const [stay] = await staysOf(client, 'WHAU4142033');
    for (const [record, running, change] of [
      [`/truck_visits/${visit.id}`, 'duration', { comment: 'Waits' }],
      [`/container_stays/${stay!.id}`, 'dwell_seconds', { reason: 'Read wrong', goods: 'Tea' }],
    ] as const) {
      const shown = await client.get(record);
      const timeOf = ({ body }: Answer) => (body.container_stay ?? body)[running];
      let later = shown;
      await eventually('the clock goes on', async () => {
        later = await client.get(record);
        return timeOf(later) !== timeOf(shown);
      });
      expect(later.headers.etag).toBe(shown.headers.etag);
      const header = { 'if-match': shown.headers.etag! };
      expect((await client.send('PATCH', record, change, header)).status).toBe(200);
      expect((await client.send('PATCH', record, change, header)).status).toBe(412);
    }
  });

  it('is checked wherever its path is shown, and for a vessel by its id', async () => {
    const vehicle = `/vehicles/${(await aVehicle(client)).id}`;
    const vessel = await aVessel(client, { name: 'Westhaven Petrel' });
    const { etag } = (await client.get('/vessels/Westhaven%20Petrel')).headers;
    const change = { vessel: { scac: 'WHAX' } };
    const put = (tag: string) => client.send('PUT', `/vessels/${vessel.id}`, change, { 'if-match': tag });
    expect([(await put('"x"')).status, (await put(etag!)).status, (await put(etag!)).status]).toEqual([
      412, 200, 412,
    ]);
    const remove = (tag: string) => client.send('DELETE', vehicle, undefined, { 'if-match': tag });
    expect((await remove('"x"')).body.error).toBe(CHANGED);
    expect((await remove((await client.get(vehicle)).headers.etag!)).status).toBe(200);
  });

  it('matches nothing where the path shows no record', async () => {
    const answer = await client.send('PUT', `${path}/holds/1/apply`, {}, { 'if-match': '*' });
    expect([answer.status, answer.body.error]).toEqual([
      412,
      'This path shows no record, so there is no ETag that could match.',
    ]);
  });
});

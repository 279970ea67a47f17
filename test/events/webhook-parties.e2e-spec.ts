import type { PartyInput } from '../../src/common/party-wall/party-reference';
import { aBill, aManifest, keyOf } from '../factories/cargo';
import { aContainerInYard, aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import { aHold, lift } from '../factories/holds';
import { aConsignee, aShippingLine, aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import { exportFiles, importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, eventOf, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Receiver } from '../setup/receiver';
import { useService } from '../setup/service';
import { backgroundStatements } from '../setup/statements';

jest.setTimeout(90_000);

const NUMBER = 'WHAU4142033';

describe('a webhook of parties', () => {
  const service = useService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  let client: Client;
  let receiver: Receiver;
  let line: Body;
  let bill: Body;
  const haulier = (key: string): PartyInput => ({ type: 'trucking_company', key });
  const consignee = (key: string): PartyInput => ({ type: 'consignee', key });
  const [OWN, FOREIGN] = [haulier('OWN'), haulier('FRG')];
  const [SELLER, BUYER] = [consignee('Tern Coffee'), consignee('Gull Coffee')];
  const OF_BILL = consignee('Plover Tea');

  beforeEach(async () => {
    client = await service.current.organization({ party_pick_up: 'reference' });
    receiver = await Receiver.start();
    line = await aShippingLine(client);
    for (const { key } of [SELLER, BUYER, OF_BILL]) await aConsignee(client, { name: key });
    for (const code of ['OWN', 'FRG']) {
      await aTruckingCompany(client, { code });
      await aTruck(client, { license_plate: `${code}-1`, trucking_company: code });
    }
    const manifest = await aManifest(client, { shipping_line: line.code });
    bill = await aBill(client, manifest, {}, { consignee: OF_BILL.key });
    await allPublished(client);
  });
  afterEach(async () => {
    // what waits is not sent to whoever gets the port next
    await service.current.query('UPDATE webhook_endpoints SET active = false');
    await receiver.stop();
  });

  const anEndpoint = async (body: object) =>
    (await client.create('/webhook_endpoints', { url: receiver.url, ...body })).webhook_endpoint;
  const endpointOf = async (id: number) =>
    (await client.get(`/webhook_endpoints/${id}`)).body.webhook_endpoint;
  const patch = async (id: number, body: object) =>
    (await client.patch(`/webhook_endpoints/${id}`, body)).body.webhook_endpoint;
  const deliveries = async (id: number, query = ''): Promise<any[]> =>
    (await client.get(`/webhook_endpoints/${id}/deliveries?per=100&${query}`)).body.webhook_deliveries;
  /** Waits until nothing waits any more to be published or sent. */
  async function allSent(): Promise<void> {
    await allPublished(client);
    await eventually('all deliveries', async () => {
      const [row] = await service.current.query<{ count: number }>(
        `SELECT count(*) FROM webhook_deliveries WHERE organization_id = $1 AND status = 'pending'`,
        [client.organization_id],
      );
      return row!.count === 0;
    });
  }
  /** The events that were received, by their order in the feed. */
  const sent = () => receiver.received.map(({ body }) => body.data).sort((one, other) => one.id - other.id);
  const given = (of: Client) => new Follower(of).read();
  const aChange = async (plate: string, make: string) =>
    expect((await client.patch(`/trucks/${plate}`, { truck: { make } })).status).toBe(200);
  const aContainer = (body: object = {}) =>
    aContainerInYard(client, {
      number: NUMBER,
      shipping_line: line.code,
      consignee: SELLER.key,
      goods: 'Green coffee',
      weight: 21000,
      bill_of_ladings: [keyOf(bill)],
      ...body,
    });

  /** A day's work: what it tells, it tells of several kinds of record, of two levels, and of hidden fields alone. */
  async function aDay(): Promise<void> {
    await aContainer();
    await aVoyage(client);
    await aPreAdvice(client, {
      advice_number: 'PA-OWN',
      truck: 'OWN-1',
      purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })],
    });
    await client.patch(`/containers/${NUMBER}`, { goods: 'Tea', weight: 5 });
    await client.patch(`/containers/${NUMBER}`, { goods: 'Beans', usage: 'import' });
    const { id } = await aHold(client, NUMBER);
    await lift(client, NUMBER, id);
    await client.patch(`/containers/${NUMBER}`, { consignee: BUYER.key });
    await aChange('OWN-1', 'red');
    await aChange('FRG-1', 'blue');
    await client.create('/berth_areas', { name: 'Berth 9' });
    await aVisit(client, { pre_advice_number: 'PA-OWN' });
    expect((await gateOut(client, 'OWN-1', {})).status).toBe(200);
  }

  it.each<[string, (line: string) => PartyInput[]]>([
    ['a line', (key) => [{ type: 'shipping_line', key }]],
    ['a consignee that sells', () => [SELLER]],
    ['a consignee that buys', () => [BUYER]],
    ['the consignee of a bill', () => [OF_BILL]],
    ['a haulier', () => [OWN]],
    ['another haulier', () => [FOREIGN]],
    ['a haulier and a consignee', () => [OWN, SELLER]],
  ])('is sent what a token with the same parties is told: %s', async (_who, partiesOf) => {
    const parties = partiesOf(line.code);
    const of = await limitedTo(client, ...parties);
    const { id } = await anEndpoint({ parties });
    await aDay();
    await allSent();
    const events = await given(of);
    expect(sent()).toEqual(events);
    expect(receiver.received.map(({ body }) => [body.type, body.timestamp]).sort()).toEqual(
      events.map(({ type, occurred_at }) => [type, occurred_at]).sort(),
    );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(parties.includes(FOREIGN) ? ['truck.updated'] : ['container_stay.party_added']),
    );
    // what is left out was cancelled, and says why
    for (const each of await deliveries(id, 'status=cancelled'))
      expect(each).toMatchObject({
        tries: 0,
        last_error: 'the parties of the endpoint are told nothing of it',
      });
    expect((await endpointOf(id)).failing_since).toBe(null);
  });

  it('is sent nothing where only something changed that its parties do not see', async () => {
    await limitedTo(client, OWN);
    await aContainer();
    await aPreAdvice(client, { truck: 'OWN-1', purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })] });
    await allPublished(client);
    const { id } = await anEndpoint({ parties: [OWN], types: ['container.*'] });
    await client.patch(`/containers/${NUMBER}`, { goods: 'Tea' });
    await allSent();
    expect(await deliveries(id)).toEqual([expect.objectContaining({ status: 'cancelled', tries: 0 })]);
    expect(receiver.received).toEqual([]);
    await client.patch(`/containers/${NUMBER}`, { goods: 'Beans', usage: 'import' });
    await allSent();
    expect(sent().map(({ changes, data }) => [changes, data.goods])).toEqual([
      [{ usage: [null, 'import'] }, null],
    ]);
  });

  it('is sent only the types that it names, and never those that are shown to no party', async () => {
    const types = [
      'truck.updated',
      'container_stay.party_added',
      'organization.updated',
      'berth_area.created',
    ];
    const { id } = await anEndpoint({ parties: [OWN], types });
    expect((await endpointOf(id)).types).toEqual(types);
    await client.patch('/organization', { organization: { name: 'Another port' } });
    await aDay();
    await allSent();
    expect(sent().map(({ type }) => type)).toEqual(['container_stay.party_added', 'truck.updated']);
    const body = { url: receiver.url, types: ['container_stay.party_added'] };
    const { status, body: refusal } = await client.post('/webhook_endpoints', body);
    expect([status, refusal.errors]).toEqual([
      422,
      { types: ["'container_stay.party_added' is no type of event."] },
    ]);
  });

  it('without parties is sent all as before, and not what is shown to parties alone', async () => {
    const { id, limited, parties } = await anEndpoint({});
    expect([limited, parties]).toEqual([false, []]);
    await anEndpoint({ url: 'https://party.example/', parties: [OWN, SELLER], active: false });
    await limitedTo(client, OWN, SELLER);
    await aDay();
    await allSent();
    const hidden = /^(organization|webhook_endpoint|edi_channel)\./;
    const all = (await given(client)).filter(
      ({ id: place, type }) => place >= sent()[0].id && !hidden.test(type),
    );
    expect(sent()).toEqual(all);
    for (const { text, body } of receiver.received) {
      const { payload: shown } = await client.service.app.inject({
        url: `/api/v1/events/${body.data.id}`,
        headers: { authorization: `Token token=${client.tokens.read}` },
      });
      // byte by byte: the event is in both as the database wrote it
      expect(text).toContain(shown.slice('{"event":'.length, -1));
    }
    expect(sent().map(({ type }) => type)).not.toContain('container_stay.party_added');
    expect((await deliveries(id, 'status=cancelled')).length).toBe(0);
  });

  it('makes its parties some that events are shown to', async () => {
    const used = () =>
      service.current.query<{ code: string }>(
        `SELECT c.code FROM parties p JOIN trucking_companies c
           ON c.organization_id = p.organization_id AND c.id = p.trucking_company_id
         WHERE p.organization_id = $1 AND p.used_since IS NOT NULL ORDER BY 1`,
        [client.organization_id],
      );
    expect(await used()).toEqual([]);
    const { id } = await anEndpoint({ parties: [OWN] });
    expect(await used()).toEqual([{ code: 'OWN' }]);
    await patch(id, { parties: [OWN, FOREIGN] });
    expect(await used()).toEqual([{ code: 'FRG' }, { code: 'OWN' }]);
  });

  it('stays limited when its last party goes, and is sent nothing then', async () => {
    const { id } = await anEndpoint({ parties: [BUYER, OWN] });
    await anEndpoint({ url: `${receiver.url}/all`, types: ['truck.*'] });
    expect(await patch(id, { parties: [] })).toMatchObject({ limited: true, parties: [] });
    await aChange('OWN-1', 'red');
    await allSent();
    expect(sent()).toHaveLength(1);
    expect(await deliveries(id)).toEqual([]);

    // and when the company itself is gone
    await aTruckingCompany(client, { code: 'GONE' });
    await aTruck(client, { license_plate: 'GONE-1', trucking_company: 'GONE' });
    await patch(id, { parties: [haulier('GONE')] });
    expect((await client.patch('/trucks/GONE-1', { truck: { trucking_company: 'OWN' } })).status).toBe(200);
    expect((await client.delete('/trucking_companies/GONE')).status).toBe(200);
    expect(await endpointOf(id)).toMatchObject({ limited: true, parties: [] });
    await allSent();
    const before = (await deliveries(id)).length;
    await aChange('OWN-1', 'green');
    await allSent();
    expect((await deliveries(id)).length).toBe(before);
    expect(await patch(id, { limited: false })).toMatchObject({ limited: false, parties: [] });
    await aChange('OWN-1', 'blue');
    await allSent();
    expect((await deliveries(id)).map(({ type }) => type)).toContain('truck.updated');
  });

  it('is limited while it has parties, and as it was where a request says nothing of it', async () => {
    const { id } = await anEndpoint({ parties: [OWN], limited: false });
    expect(await endpointOf(id)).toMatchObject({
      limited: true,
      parties: [{ type: 'trucking_company', id: expect.any(Number), key: 'OWN', name: 'OWN' }],
    });
    for (const body of [
      { limited: false },
      { limited: null },
      { description: 'Planner' },
      { parties: [SELLER] },
    ])
      expect(await patch(id, body)).toMatchObject({ limited: true });
    expect((await endpointOf(id)).parties.map(({ key }: any) => key)).toEqual([SELLER.key]);
    // null is never all
    expect(await patch(id, { parties: null, limited: null })).toMatchObject({ limited: true, parties: [] });
    expect(await patch(id, { limited: false })).toMatchObject({ limited: false });
    expect(await patch(id, { parties: [] })).toMatchObject({ limited: false });
    expect(await anEndpoint({ limited: true })).toMatchObject({ limited: true, parties: [] });
    expect(await anEndpoint({ parties: [], limited: null })).toMatchObject({ limited: false });
  });

  it('refuses parties that are unknown, and more than 20', async () => {
    const { id } = await anEndpoint({ parties: [OWN] });
    const more = Array.from({ length: 21 }, (_, n) => haulier(`X${n}`));
    for (const send of [
      (body: object) => client.post('/webhook_endpoints', { url: receiver.url, ...body }),
      (body: object) => client.patch(`/webhook_endpoints/${id}`, body),
    ]) {
      const unknown = await send({ parties: [OWN, haulier('NONE')] });
      expect([unknown.status, unknown.body.code]).toEqual([422, 'unknown_reference']);
      const many = await send({ parties: more });
      expect([many.status, many.body.error]).toEqual([422, 'A webhook endpoint has at most 20 parties.']);
      expect((await send({ parties: [{ type: 'exporter', key: 'X' }] })).status).toBe(400);
    }
    const others = await service.current.organization();
    await aTruckingCompany(others, { code: 'THEIRS' });
    const foreign = await client.patch(`/webhook_endpoints/${id}`, { parties: [haulier('THEIRS')] });
    expect([foreign.status, foreign.body.code]).toEqual([422, 'unknown_reference']);
    expect((await endpointOf(id)).parties).toHaveLength(1);
    for (let n = 0; n < 20; n++) await aTruckingCompany(client, { code: `X${n}` });
    expect((await patch(id, { parties: more.slice(0, 20) })).parties).toHaveLength(20);
  });

  it('is closed to tokens that are limited to parties', async () => {
    const of = await limitedTo(client, OWN);
    const { status, body } = await of.post('/webhook_endpoints', { url: receiver.url, parties: [OWN] });
    expect([status, body.code]).toEqual([403, 'not_for_parties']);
    expect((await of.get('/webhook_endpoints')).body.code).toBe('not_for_parties');
  });

  it('sends again, tests and replays what its parties are shown now', async () => {
    const { id } = await anEndpoint({ parties: [OWN], types: ['truck.updated'] });
    await aChange('OWN-1', 'red');
    await aChange('FRG-1', 'blue');
    await allSent();
    const [first] = await deliveries(id);
    const again = () => client.post(`/webhook_endpoints/${id}/deliveries/${first.id}/redeliver`);
    expect((await again()).status).toBe(200);
    await allSent();
    expect(sent().map(({ user, subject }) => [user, subject.key])).toEqual([
      [null, 'OWN-1'],
      [null, 'OWN-1'],
    ]);
    const until = (await eventOf(client, 'truck.updated')).id;
    const replay = async () =>
      (await client.post(`/webhook_endpoints/${id}/replay`, { after: 0, until })).body.webhook_replay
        .deliveries;
    expect(await replay()).toBe(1);
    await allSent();
    expect(receiver.received).toHaveLength(3);
    expect((await client.post(`/webhook_endpoints/${id}/test`)).status).toBe(201);
    await allSent();
    expect(receiver.received[3]!.body).toMatchObject({
      type: 'webhook_endpoint.test',
      data: { user: null, data: null },
    });

    // the parties of now count, also for what was made before
    await patch(id, { parties: [FOREIGN] });
    expect((await again()).status).toBe(200);
    await allSent();
    expect(receiver.received).toHaveLength(4);
    expect((await deliveries(id)).find((each) => each.id === first.id)).toMatchObject({
      status: 'cancelled',
    });
    expect(await replay()).toBe(0);
  });

  it('is not sent whole what waited for it when it became limited', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const { id } = await anEndpoint({ types: ['truck.updated'] });
    await limitedTo(client, OWN);
    await aChange('FRG-1', 'blue');
    await eventually('the first try', () => receiver.received.length === 1);
    await eventually('its result', async () => (await deliveries(id))[0].tries === 1);
    await patch(id, { parties: [OWN] });
    await service.current.query(
      'UPDATE webhook_deliveries SET next_try_at = now() WHERE webhook_endpoint_id = $1',
      [id],
    );
    await allSent();
    expect(await deliveries(id)).toEqual([expect.objectContaining({ status: 'cancelled', tries: 1 })]);
    expect(receiver.received).toHaveLength(1);
  });

  it('tells its changes, leaves traces of them, and goes with them into another organization', async () => {
    const { id } = await anEndpoint({ types: ['truck.*'] });
    await patch(id, { parties: [OWN] });
    const { changes } = await eventOf(client, 'webhook_endpoint.updated');
    expect(changes).toEqual({
      limited: [false, true],
      parties: [[], [expect.objectContaining({ type: 'trucking_company', key: 'OWN' })]],
    });
    const { audit_entries } = (await client.get('/audit_entries?per=100')).body;
    const traces = audit_entries.map(({ action, record_type }: any) => `${action} ${record_type}`);
    expect(traces).toContain('create webhook_endpoint_parties');
    const traced = audit_entries.find(
      ({ action, record_type }: any) => `${action} ${record_type}` === 'update webhook_endpoints',
    );
    expect([traced.before, traced.after]).toEqual([{ limited: false }, { limited: true }]);

    await anEndpoint({ url: `${receiver.url}/none`, limited: true });
    const files = await exportFiles(client, ['trucking_companies', 'webhook_endpoints']);
    const other = await service.current.organization();
    for (let time = 0; time < 2; time++) {
      await importFiles(other, files);
      const { webhook_endpoints } = (await other.get('/webhook_endpoints')).body;
      expect(
        webhook_endpoints.map(({ limited, parties }: any) => [limited, parties.map(({ key }: any) => key)]),
      ).toEqual([
        [true, ['OWN']],
        [true, []],
      ]);
    }
  });

  it('stays limited when a line of a file that names no parties says that it is not', async () => {
    const { id } = await anEndpoint({ types: ['truck.*'], parties: [OWN] });
    const line = { url: receiver.url, types: ['truck.*'], limited: false };
    for (const [stated, limited, parties] of [
      [line, true, 1],
      [{ ...line, parties: [] }, false, 0],
    ] as const) {
      expect((await importFiles(client, { 'webhook_endpoints.ndjson': [stated] })).bad).toEqual([]);
      const now = await endpointOf(id);
      expect([now.limited, now.parties.length]).toEqual([limited, parties]);
    }
  });

  it('costs no statement more', async () => {
    const publishing = async () => {
      const statements = await backgroundStatements(async () => {
        await aChange('OWN-1', `make ${Math.random()}`);
        await allPublished(client);
      });
      // what was written may be published in two batches, each by the same statement
      return new Set(
        statements
          .map(({ text }) => text)
          .filter((text) => /INSERT INTO (events|event_parties|webhook_deliveries) /.test(text)),
      ).size;
    };
    const before = await publishing();
    await anEndpoint({ parties: [OWN] });
    await allSent();
    expect([before, await publishing()]).toEqual([1, 1]);
  });
});

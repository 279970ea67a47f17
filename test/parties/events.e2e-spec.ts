import { prune } from '../../src/events/pruning';
import { aChargeCode, anOrder } from '../factories/billing';
import { aBill, aBooking, aManifest, keyOf } from '../factories/cargo';
import { inTransaction } from '../factories/charges';
import {
  aContainerInYard,
  aNewContainer,
  aPreAdvice,
  aVisit,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold, lift } from '../factories/holds';
import {
  aConsignee,
  anIdentityIssuer,
  aShippingLine,
  aTruck,
  aTruckingCompany,
  aUser,
  limitedTo,
} from '../factories/parties';
import type { Body } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';
import { StreamReader } from '../setup/stream';
import { asTest } from '../wall/guard';

const NUMBER = 'WHAU4142033';

describe('events of parties', () => {
  const service = useService();
  let client: Client;
  let line: Body;
  let consignee: Body;
  let buyer: Body;
  let bill: Body;
  let ofLine: Client;
  let ofConsignee: Client;
  let ofBuyer: Client;
  let ofHaulier: Client;
  let ofOther: Client;

  const query = <T>(text: string, ...values: unknown[]) =>
    service.current.query<T>(text, [client.organization_id, ...values]);
  const haulier = (key: string) => ({ type: 'trucking_company', key }) as const;

  beforeEach(async () => {
    client = await service.current.organization({ party_pick_up: 'reference' });
    line = await aShippingLine(client);
    consignee = await aConsignee(client, { name: 'Tern Coffee' });
    buyer = await aConsignee(client, { name: 'Gull Coffee' });
    await aTruckingCompany(client, { code: 'OWN', name: 'Estuary Haulage' });
    await aTruckingCompany(client, { code: 'FRG', name: 'Other Haulage' });
    await aTruck(client, { license_plate: 'OWN-1', trucking_company: 'OWN' });
    await aTruck(client, { license_plate: 'FRG-1', trucking_company: 'FRG' });
    bill = await aBill(client, await aManifest(client, { shipping_line: line.code }));
    ofLine = await limitedTo(client, { type: 'shipping_line', key: line.code });
    ofConsignee = await limitedTo(client, { type: 'consignee', key: consignee.name });
    ofBuyer = await limitedTo(client, { type: 'consignee', key: buyer.name });
    ofHaulier = await limitedTo(client, haulier('OWN'));
    ofOther = await limitedTo(client, haulier('FRG'));
    // what was set up before anybody looked in is in no feed of a party
    await allPublished(client);
  });

  const aContainer = (body: object = {}) =>
    aContainerInYard(client, {
      number: NUMBER,
      shipping_line: line.code,
      consignee: consignee.name,
      goods: 'Green coffee',
      weight: 21000,
      bill_of_ladings: [keyOf(bill)],
      ...body,
    });
  async function shown(of: Client, filter = ''): Promise<any[]> {
    await allPublished(client);
    return new Follower(of, filter).read();
  }
  const typesOf = async (of: Client, filter = '') => (await shown(of, filter)).map(({ type }) => type);
  const last = async (of: Client, type: string) => (await shown(of)).findLast((each) => each.type === type);
  async function aChange(license_plate: string, make: string): Promise<void> {
    const { status } = await client.patch(`/trucks/${license_plate}`, { truck: { make } });
    expect(status).toBe(200);
  }
  const typeOf = ({ type }: any): string => type;
  /** Whether it is no event of the words and schedules that everybody is shown. */
  const isNoWord = ({ type }: any) =>
    !/^(voyage|vessel|port|terminal|gate|container_type|package_type|commodity_type)\./.test(type);
  const theirs = ({ subject }: any) => subject.key.startsWith(NUMBER);

  it('are shown to those whom the record concerns, and to no others', async () => {
    await aContainer();
    await aPreAdvice(client, {
      advice_number: 'PA-OWN',
      truck: 'OWN-1',
      purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })],
    });
    await aVisit(client, { pre_advice_number: 'PA-OWN' });
    expect((await gateOut(client, 'OWN-1', {})).status).toBe(200);

    const owners = ['container.created', 'container.gated_out', 'container_stay.party_added'];
    for (const owner of [ofLine, ofConsignee])
      expect((await shown(owner)).filter(theirs).map(typeOf).sort()).toEqual(owners);
    expect((await shown(ofHaulier)).filter(isNoWord).map(typeOf).sort()).toEqual([
      'container.gated_out',
      'container_stay.party_added',
      'pre_advice.created',
      'receipt.issued',
      'truck_visit.gated_in',
      'truck_visit.gated_out',
    ]);
    for (const none of [ofOther, ofBuyer]) expect((await shown(none)).filter(isNoWord)).toEqual([]);
    const { id } = (await shown(ofConsignee)).find(theirs);
    const [others, never] = [await ofOther.get(`/events/${id}`), await ofOther.get('/events/999999999')];
    expect([others.status, never.status]).toEqual([404, 404]);
    expect(JSON.stringify(others.body).replaceAll(`${id}`, 'x')).toBe(
      JSON.stringify(never.body).replaceAll('999999999', 'x'),
    );
    const { status, body } = await ofConsignee.get(`/events/${id}`);
    expect([status, body.event.id]).toEqual([200, id]);
  });

  it('are shown to a party that comes into use while a change is written, which is written once', async () => {
    const first = await service.current.organization();
    await aTruckingCompany(first, { code: 'OWN', name: 'Estuary Haulage' });
    await aTruck(first, { license_plate: 'OWN-1', trucking_company: 'OWN' });
    await allPublished(first);
    const runner = service.current.own.createQueryRunner();
    await runner.startTransaction();
    await asTest(() => runner.query('LOCK TABLE events_written IN SHARE ROW EXCLUSIVE MODE'));
    const changing = first.patch('/trucks/OWN-1', { truck: { make: 'white' } });
    await eventually('the change waits', async () => {
      const waiting = await asTest<unknown[]>(() =>
        runner.query(`SELECT 1 FROM pg_locks WHERE relation = 'events_written'::regclass AND NOT granted`),
      );
      return waiting.length > 0;
    });
    await asTest(() =>
      runner.query('UPDATE parties SET used_since = now() WHERE organization_id = $1', [
        first.organization_id,
      ]),
    );
    await runner.commitTransaction();
    await runner.release();
    expect((await changing).status).toBe(200);

    const owner = await limitedTo(first, haulier('OWN'));
    await allPublished(first);
    const events = (await new Follower(owner).read()).filter(isNoWord);
    expect(events).toMatchObject([{ type: 'truck.updated', changes: { make: [null, 'white'] } }]);
    expect(
      (await new Follower(first).read()).map(typeOf).filter((type) => type === 'truck.updated'),
    ).toHaveLength(1);
  });

  it('have what the party sees of the record, by its level, and not who did it', async () => {
    await aContainer({ seals: ['S-1'], flex_fields: {} });
    await aPreAdvice(client, {
      truck: 'OWN-1',
      purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })],
    });
    expect(
      (await client.patch(`/containers/${NUMBER}`, { goods: 'Roasted coffee', usage: 'import' })).status,
    ).toBe(200);
    const event = (of: Client) => last(of, 'container.updated');
    const ofOwner = await event(ofConsignee);
    expect(ofOwner).toMatchObject({
      user: null,
      request_id: null,
      data: {
        goods: 'Roasted coffee',
        consignee: { name: 'Tern Coffee' },
        current_location_type: 'Terminal',
      },
      changes: { goods: ['Green coffee', 'Roasted coffee'], usage: [null, 'import'] },
    });
    const ofCarrier = await event(ofHaulier);
    expect(ofCarrier).toMatchObject({
      data: { goods: null, weight: null, seals: [], consignee: null, bill_of_ladings: [] },
    });
    expect(ofCarrier.changes).toEqual({ usage: [null, 'import'] });
    const whole = await event(client);
    expect(whole).toMatchObject({
      id: ofOwner.id,
      user: { id: client.user_id },
      data: { current_location: 'Block A' },
    });
    expect(JSON.stringify(ofOwner)).not.toContain('Block A');
    // as the record itself is read, but for the bill that it named
    const { body } = await ofHaulier.get(`/containers/${NUMBER}`);
    expect({ ...ofCarrier.data, updated_at: null }).toEqual({
      ...body.container,
      bill_of_ladings: [],
      updated_at: null,
    });
  });

  it('are none where only something changed that the party does not see', async () => {
    await aContainer();
    await aPreAdvice(client, { truck: 'OWN-1', purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })] });
    const before = (await shown(ofHaulier)).length;
    await client.patch(`/containers/${NUMBER}`, { goods: 'Tea', weight: 5 });
    await client.create('/yard_areas', { name: 'Block B' });
    await client.patch(`/containers/${NUMBER}`, {
      current_location_type: 'YardArea',
      current_location: 'Block B',
    });
    expect((await shown(ofHaulier)).length).toBe(before);
    const changed = (await shown(client)).filter(({ type }) => type === 'container.updated');
    expect(changed.length).toBeGreaterThan(0);
    for (const { id } of changed) expect((await ofHaulier.get(`/events/${id}`)).status).toBe(404);
    expect(await typesOf(ofConsignee)).toContain('container.updated');
    // a page is filled from behind what is left out
    const first = await ofHaulier.get('/events?per=1&types[]=container.*');
    await client.patch(`/containers/${NUMBER}`, { usage: 'import' });
    await allPublished(client);
    const page = await ofHaulier.get(
      `/events?per=1&types[]=container.*&after=${first.body.events[0]?.id ?? 0}`,
    );
    expect(page.body.events).toEqual([expect.objectContaining({ type: 'container.updated' })]);
    expect(page.body.events[0].changes).toEqual({ usage: [null, 'import'] });
  });

  it('of a container that is sold end for the one and begin for the other', async () => {
    await aContainer({ bill_of_ladings: [] });
    expect(
      (await client.patch(`/containers/${NUMBER}`, { consignee: buyer.name, goods: 'Beans' })).status,
    ).toBe(200);
    const gone = await last(ofConsignee, 'container.updated');
    expect(gone).toMatchObject({ subject: { key: NUMBER }, data: null, changes: null });
    expect(JSON.stringify(await shown(ofConsignee))).not.toMatch(/Gull|Beans/);
    const came = await last(ofBuyer, 'container.updated');
    expect(came).toMatchObject({
      data: { goods: 'Beans', consignee: { name: 'Gull Coffee' } },
      changes: null,
    });
    expect(JSON.stringify(await shown(ofBuyer))).not.toMatch(/Tern|Green/);
    expect((await last(ofLine, 'container.updated')).changes).toMatchObject({
      goods: ['Green coffee', 'Beans'],
    });
    await client.patch(`/containers/${NUMBER}`, { goods: 'Secret' });
    expect(JSON.stringify(await shown(ofConsignee))).not.toContain('Secret');
    expect(JSON.stringify(await shown(ofBuyer))).toContain('Secret');
  });

  it('of a stay that ended stay readable', async () => {
    await aContainer();
    await aPreAdvice(client, {
      advice_number: 'PA-OWN',
      truck: 'OWN-1',
      purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })],
    });
    await aVisit(client, { pre_advice_number: 'PA-OWN' });
    await gateOut(client, 'OWN-1', {});
    const left = await last(ofConsignee, 'container.gated_out');
    const cargo = await aNewContainer(client, { container_number: NUMBER, shipping_line: line.code });
    await aPreAdvice(client, { advice_number: 'PA-FRG', truck: 'FRG-1', purposes: [dropOff(cargo)] });
    await aVisit(client, { pre_advice_number: 'PA-FRG' });
    expect((await gateOut(client, 'FRG-1', {})).status).toBe(200);
    expect((await ofConsignee.get(`/containers/${NUMBER}`)).status).toBe(404);
    const { previous_id: _, ...same } = left;
    expect((await ofConsignee.get(`/events/${left.id}`)).body.event).toEqual(same);
    expect(await typesOf(ofConsignee)).not.toContain('container.gated_in');
    expect(await typesOf(ofOther)).toContain('container.gated_in');
    const requested = await shown(ofConsignee, `about=container:${NUMBER}`);
    expect(requested.map(typeOf)).toContain('container.gated_out');
  });

  it('are shown from when somebody first looks in for a party', async () => {
    const key = 'LATE';
    await aTruckingCompany(client, { code: key });
    await aTruck(client, { license_plate: 'LATE-1', trucking_company: key });
    await allPublished(client);
    const late = await limitedTo(client, haulier(key));
    expect((await shown(late)).filter(isNoWord)).toEqual([]);
    await aChange('LATE-1', 'red');
    expect((await shown(late)).map(typeOf)).toEqual(['truck.updated']);
    const parties = (code: string) =>
      query<{ used: boolean }>(
        `SELECT used_since IS NOT NULL AS used FROM parties p
         JOIN trucking_companies c ON c.organization_id = p.organization_id AND c.id = p.trucking_company_id
         WHERE p.organization_id = $1 AND c.code = $2`,
        code,
      );
    const grantTo = (code: string) =>
      anIdentityIssuer(client, {
        grants: [{ claim: 'groups', value: 'drivers', role: 'read', parties: [haulier(code)] }],
      });
    for (const [code, use] of [
      ['BYUSER', () => aUser(client, { parties: [haulier('BYUSER')] })],
      ['BYGRANT', () => grantTo('BYGRANT')],
    ] as const) {
      await aTruckingCompany(client, { code });
      expect(await parties(code)).toEqual([{ used: false }]);
      await use();
      expect(await parties(code)).toEqual([{ used: true }]);
    }
  });

  it('of an interest that begins are shown to that party alone', async () => {
    await aContainer({ consignee: null, bill_of_ladings: [] });
    await client.patch(`/containers/${NUMBER}`, { consignee: buyer.name });
    const added = (of: Client) => shown(of, 'types[]=container_stay.party_added');
    const [event, ...more] = await added(ofBuyer);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'container_stay.party_added',
      subject: { type: 'container_stay', key: `${NUMBER} 1` },
      user: null,
      data: null,
      changes: null,
    });
    expect((await ofBuyer.get(event.subject.url.replace('/api/v1', ''))).status).toBe(200);
    expect(await added(ofConsignee)).toEqual([]);
    expect((await client.get(`/events/${event.id}`)).status).toBe(404);
    expect((await ofConsignee.get(`/events/${event.id}`)).status).toBe(404);
    expect(await typesOf(client)).not.toContain('container_stay.party_added');
    // who has an interest anew, and had one before, is shown nothing
    await client.patch(`/containers/${NUMBER}`, { bill_of_ladings: [keyOf(bill)] });
    await client.patch(`/containers/${NUMBER}`, { bill_of_ladings: [] });
    expect(await added(ofBuyer)).toEqual([event]);
  });

  it('of holds are shown to owners, without why and by whom', async () => {
    await aContainer();
    await aPreAdvice(client, { truck: 'OWN-1', purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })] });
    const { id, hold_type } = await aHold(client, NUMBER);
    expect((await lift(client, NUMBER, id)).status).toBe(200);
    const applied = await last(ofConsignee, 'container_hold.applied');
    expect(applied.data).toMatchObject({
      hold_type: 'On hold',
      hold_type_id: null,
      applied_by: null,
      notes: null,
    });
    expect(JSON.stringify(await shown(ofConsignee))).not.toContain(hold_type);
    expect(await typesOf(ofLine)).toContain('container_hold.lifted');
    expect((await typesOf(ofHaulier)).filter((type) => type.startsWith('container_hold'))).toEqual([]);
  });

  it('of what is closed to parties are shown to none of them', async () => {
    await client.patch('/organization', { organization: { name: 'Another port' } });
    await aUser(client);
    await client.create('/berth_areas', { name: 'Berth 9' });
    const { number } = await aVoyage(client);
    await query(
      `INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, concerns, data, data_omitted)
       VALUES ($1, 'import.completed', now(), now(), '{}', '{"containers":1}', false)`,
    );
    expect(await typesOf(client)).toEqual(
      expect.arrayContaining(['import.completed', 'user.created', 'berth_area.created']),
    );
    for (const owner of [ofLine, ofConsignee, ofHaulier]) {
      const types = await typesOf(owner);
      expect(types).toContain('voyage.created');
      expect(types.filter((type) => /^(import|organization|user|berth_area)\./.test(type))).toEqual([]);
    }
    const { data } = await last(ofHaulier, 'voyage.created');
    expect(data).toMatchObject({ number, time_labour_ashore: null });
  });

  it('of movements within the terminal are shown to none of them', async () => {
    await aContainer();
    await client.create('/yard_areas', { name: 'Block C' });
    const to = { type: 'YardArea', name: 'Block C' };
    expect((await client.post(`/containers/${NUMBER}/moves`, { to })).status).toBe(201);
    expect(await typesOf(client)).toContain('container.moved');
    for (const owner of [ofLine, ofConsignee]) expect(await typesOf(owner)).not.toContain('container.moved');
  });

  it('are found by filters that are open, and by nothing of others', async () => {
    await aContainer();
    await aBooking(client, { number: 'BK-1', shipping_line: line.code });
    await aPreAdvice(client, { truck: 'OWN-1', purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })] });
    await client.patch(`/containers/${NUMBER}`, { usage: 'import' });
    const { id } = (await client.get(`/containers/${NUMBER}`)).body.container;
    await allPublished(client);
    const keys = (of: Client, filter: string) =>
      shown(of, filter).then((events) => [...new Set(events.map(({ subject }) => subject.type))].sort());
    expect(await keys(ofConsignee, `about=container:${NUMBER}`)).toEqual(['container', 'container_stay']);
    expect(await keys(ofConsignee, `about=container:${id}`)).toEqual(['container', 'container_stay']);
    expect(await keys(ofHaulier, `about=container:${NUMBER}`)).toEqual([
      'container',
      'container_stay',
      'pre_advice',
    ]);
    expect(await keys(ofConsignee, `subject=${NUMBER}`)).toEqual(['container']);
    expect(await keys(ofConsignee, 'subject_type=container')).toEqual(['container']);
    expect(
      await keys(ofConsignee, 'types=container.*&occurred_from=2000-01-01&occurred_until=2100-01-01'),
    ).toEqual(['container']);
    const without = ({ status, body }: any) => [
      status,
      JSON.stringify(body).replaceAll(/"url":"[^"]*"/g, ''),
    ];
    for (const [theirs, never] of [
      [`about=container:${NUMBER}`, 'about=container:NEVR0000000'],
      [`about=container:${id}`, 'about=container:999999999'],
      [`subject=${NUMBER}`, 'subject=NEVR0000000'],
      [`about=consignee:Tern%20Coffee`, 'about=consignee:Nobody'],
      ['about=booking:BK-1', 'about=booking:BK-9'],
      [`about=bill_of_lading:${bill.number}`, 'about=bill_of_lading:NEVER'],
      ['about=user:1', 'about=user:999999'],
    ])
      expect(without(await ofOther.get(`/events?${theirs}`))).toEqual(
        without(await ofOther.get(`/events?${never}`)),
      );
    // the haulier sees the container, and not whose it is
    expect(await shown(ofHaulier, 'about=consignee:Tern%20Coffee')).toEqual([]);
    expect((await shown(client, 'about=consignee:Tern%20Coffee')).length).toBeGreaterThan(0);
    const closed = await ofHaulier.get('/events?user=1');
    expect([closed.status, closed.body.code]).toEqual([422, 'filter_not_open']);
  });

  it('are not found by a key that the record had while it was of others', async () => {
    const before = 'WHAU4119542';
    await aContainer({ number: before, consignee: buyer.name, bill_of_ladings: [] });
    await allPublished(client);
    const { status } = await client.post(`/containers/${before}/renumber`, {
      number: NUMBER,
      reason: 'Read wrongly',
    });
    expect(status).toBe(200);
    await client.patch(`/containers/${NUMBER}`, { consignee: consignee.name });
    expect((await shown(ofConsignee, `about=container:${NUMBER}`)).length).toBeGreaterThan(0);
    expect(await shown(ofConsignee, `about=container:${before}`)).toEqual([]);
    expect((await shown(ofBuyer, `about=container:${before}`)).length).toBeGreaterThan(0);
    // its changes may name a record that was joined
    expect(await last(ofLine, 'container.renumbered')).toMatchObject({
      data: { number: NUMBER },
      changes: null,
    });
    expect((await last(client, 'container.renumbered')).changes).toEqual({ number: [before, NUMBER] });
  });

  it('of orders tell who ordered that they are done, and that they are cancelled', async () => {
    await aContainer();
    await aChargeCode(client, { code: 'VGM', measure: 'service_order' });
    const ordered_by = { customer_type: 'Consignee', name: consignee.name };
    const { number } = await anOrder(client, { charge_code: 'VGM', container: NUMBER, ordered_by });
    expect((await client.post(`/service_orders/${number}/complete`, {})).status).toBe(200);
    expect((await client.post(`/service_orders/${number}/cancel`, { reason: 'Twice' })).status).toBe(200);
    expect(await typesOf(ofConsignee, 'subject_type=service_order')).toEqual([
      'service_order.created',
      'service_order.completed',
      'service_order.cancelled',
    ]);
    expect(await shown(ofLine, 'subject_type=service_order')).toEqual([]);
  });

  it('that only parties are shown are no type to others', async () => {
    const type = 'container_stay.party_added';
    const [unknown, never] = await Promise.all(
      [type, 'truck.vanished'].map((each) => client.get(`/events?types[]=${each}`)),
    );
    expect([unknown!.status, JSON.stringify(unknown!.body).replaceAll(type, 'x')]).toEqual([
      never!.status,
      JSON.stringify(never!.body).replaceAll('truck.vanished', 'x'),
    ]);
  });

  it('of several parties are put together, each once, at the higher level', async () => {
    await aContainer();
    await aPreAdvice(client, { truck: 'OWN-1', purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })] });
    await client.patch(`/containers/${NUMBER}`, { goods: 'Tea' });
    const both = await limitedTo(client, { type: 'consignee', key: consignee.name }, haulier('OWN'));
    const whole = await shown(both);
    const ids = whole.map(({ id }) => id);
    const each = [...(await shown(ofConsignee)), ...(await shown(ofHaulier))].map(({ id }) => id);
    expect(ids).toEqual([...new Set(each)].sort((a, b) => a - b));
    expect(whole.findLast(({ type }) => type === 'container.updated').changes.goods).toEqual([
      'Green coffee',
      'Tea',
    ]);
    const paged: number[] = [];
    for (let after = 0; ;) {
      const { body } = await both.get(`/events?per=1&after=${after}`);
      if (!body.events.length) break;
      paged.push((after = body.events[0].id));
    }
    expect(paged).toEqual(ids);
    const nobody = await limitedTo(client);
    expect(await shown(nobody)).toEqual([]);
  });

  it('go with what is pruned', async () => {
    await aContainer();
    expect((await shown(ofConsignee)).length).toBeGreaterThan(0);
    const left = () =>
      query<{ count: number }>('SELECT count(*) FROM event_parties WHERE organization_id = $1');
    expect((await left())[0]!.count).toBeGreaterThan(0);
    await inTransaction(client, (db) => Promise.resolve(db)).then(async (db) => {
      const actor = await inTransaction(client, ({ actor }) => Promise.resolve(actor));
      await prune(db, actor, { before: new Date(Date.now() + 60_000) });
    });
    expect(await left()).toEqual([{ count: 0 }]);
    expect(await shown(ofConsignee, `after=${2 ** 31}`)).toEqual([]);
    expect((await ofConsignee.get('/events?after=0')).status).toBe(410);
  });

  describe('in streams', () => {
    const openFor = async (of: Client) =>
      StreamReader.open(`${await service.current.listen()}/api/v1/events/stream`, {
        authorization: `Token token=${of.tokens.write}`,
      });

    it('that are open at once are each shown its own', async () => {
      const readers: StreamReader[] = [];
      for (const each of [ofConsignee, ofHaulier, client]) readers.push(await openFor(each));
      await aContainer();
      await aChange('OWN-1', 'red');
      await allPublished(client);
      const typesIn = async (reader: StreamReader, type: string) => {
        await eventually(type, () => reader.messages().some(({ event }) => event === type));
        return reader.messages().map(({ event }) => event);
      };
      const [own, carried, all] = readers as [StreamReader, StreamReader, StreamReader];
      expect(await typesIn(all, 'truck.updated')).toContain('container.created');
      expect(await typesIn(carried, 'truck.updated')).not.toContain('container.created');
      expect(await typesIn(own, 'container.created')).not.toContain('truck.updated');
      const { data } = own.messages().find(({ event }) => event === 'container.created')!;
      expect(data).toMatchObject({
        user: null,
        data: { goods: 'Green coffee', current_location_type: 'Terminal' },
      });
      readers.forEach((reader) => reader.close());
    });

    it('end when the parties of their token change', async () => {
      const user = await aUser(client, { parties: [haulier('OWN'), haulier('FRG')] });
      const { token } = await client.create('/tokens', { user: user.email, role: 'read' });
      const { token: other } = await client.create('/tokens', {
        user: user.email,
        role: 'read',
        parties: [haulier('FRG')],
      });
      const open = async (text: string) =>
        StreamReader.open(`${await service.current.listen()}/api/v1/events/stream`, {
          authorization: `Token token=${text}`,
        });
      const [stream, kept] = [await open(token.token), await open(other.token)];
      await aChange('OWN-1', 'blue');
      await stream.receive(1);
      await client.patch(`/users/${user.id}`, { parties: [haulier('FRG')] });
      await stream.end();
      await aChange('OWN-1', 'green');
      await aChange('FRG-1', 'green');
      const [message] = await kept.receive(1);
      expect(message).toMatchObject({ event: 'truck.updated', data: { subject: { key: 'FRG-1' } } });
      kept.close();
    });

    it('are opened by tickets, which have the parties of their token', async () => {
      const { status, body } = await ofHaulier.post('/events/stream_tickets');
      expect(status).toBe(201);
      const reader = await StreamReader.open(
        `${await service.current.listen()}/api/v1/events/stream?ticket=${body.ticket}&types[]=truck.*`,
      );
      expect(reader.status).toBe(200);
      await aChange('FRG-1', 'white');
      await aChange('OWN-1', 'white');
      const [message] = await reader.receive(1);
      expect(message).toMatchObject({ data: { subject: { key: 'OWN-1' } } });
      reader.close();
    });
  });
});

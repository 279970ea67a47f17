import { anInvoice } from '../factories/billing';
import {
  aBill,
  aBreakbulk,
  aContainer,
  aDeliveryOrder,
  aGenset,
  aLoadList,
  aManifest,
  aPackingListItem,
  aVehicle,
  aYardSlot,
  holdsOf,
  keyOf,
  shownContainer,
} from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointment,
  aPreAdvice,
  aVisit,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold, aHoldType, letLiftsPass, lift } from '../factories/holds';
import { anAgent, aShippingLine, aTruck } from '../factories/parties';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Service, useService } from '../setup/service';
import { importFiles } from '../factories/transfer';
import { ReturningHolds } from '../../src/holds/applied-holds/returning-holds';

describe('an event', () => {
  const service = useService();
  let client: Client;
  let feed: Follower;
  beforeEach(async () => {
    client = await service.current.organization();
    feed = new Follower(client);
  });

  const typesOf = (events: any[]) => events.map(({ type }) => type);

  it('says who did what to which record, and how that is shown since', async () => {
    const { truck_visit } = await client.create('/truck_visits', {
      truck: (await aTruck(client, { license_plate: 'WH-472-B' })).license_plate,
      gate: (await aGate(client)).name,
    });
    const event = await feed.find('truck_visit.gated_in');
    const shown = (await client.get(`/truck_visits/${truck_visit.id}`)).body;
    expect(event).toEqual({
      id: event.id,
      type: 'truck_visit.gated_in',
      occurred_at: truck_visit.gated_in_at,
      recorded_at: expect.stringMatching(/Z$/),
      user: { id: client.user_id, name: 'Tess Ter' },
      request_id: expect.any(String),
      subject: {
        type: 'truck_visit',
        id: truck_visit.id,
        key: 'WH-472-B',
        url: `/api/v1/truck_visits/${truck_visit.id}`,
      },
      data: { ...shown, duration: expect.any(String) },
      changes: null,
      movement: null,
    });
  });

  it('is of each movement', async () => {
    const arriving = await aNewContainer(client);
    const leaving = await aContainerInYard(client);
    const visit = await aVisitFor(client, [dropOff(arriving), pickUp(leaving.number)]);
    const { status, body } = await gateOut(client, visit.truck.license_plate, {});
    expect([status, body]).toEqual([200, expect.anything()]);
    await feed.find('truck_visit.gated_out');
    expect(typesOf(feed.events).slice(-3)).toEqual([
      'container.gated_in',
      'container.gated_out',
      'truck_visit.gated_out',
    ]);
    const event = feed.events.find(({ type }) => type === 'container.gated_in');
    expect(event.subject.key).toBe(arriving.container_number);
    expect(event.data).toEqual(await shownContainer(client, arriving.container_number));
  });

  it('includes one of a container that is sealed at gate-out, when it was handed over before', async () => {
    const [before, now] = [await aContainerInYard(client), await aContainerInYard(client)];
    const visit = await aVisitFor(client, [pickUp(before.number), pickUp(now.number)]);
    const [first] = visit.interchanges;
    await client.patch(`/interchanges/${first.id}`, { completed: true });
    await gateOut(client, visit.truck.license_plate, {
      container_seals: [before, now].map(({ number }) => ({ container_number: number, seal: 'S1' })),
    });
    await feed.find('truck_visit.gated_out');
    expect((await feed.find('container.updated')).changes).toEqual({ seals: [[], ['S1']] });
    const of = ({ number }: { number: string }) =>
      feed.events.flatMap(({ subject, type, data }) =>
        subject.type === 'container' && subject.key === number ? [[type, data.seals]] : [],
      );
    expect(of(before).slice(1)).toEqual([
      ['container.gated_out', []],
      ['container.updated', ['S1']],
    ]);
    expect(of(now).slice(1)).toEqual([['container.gated_out', ['S1']]]);
  });

  it('is of a hold that is applied and lifted', async () => {
    const { number } = await aContainer(client);
    const hold = await aHold(client, number);
    await lift(client, number, hold.id);
    const applied = await feed.find('container_hold.applied');
    const lifted = await feed.find('container_hold.lifted');
    expect(applied.occurred_at).toBe(hold.applied_at);
    expect(applied.subject).toEqual({
      type: 'container_hold',
      id: hold.id,
      key: number,
      url: `/api/v1/containers/${number}/holds`,
    });
    const { actions, ...shown } = (await client.get(`/containers/${number}/holds`)).body.holds[0];
    expect(actions).toBeDefined();
    expect(lifted.data).toEqual(shown);
  });

  it('is of a hold of a bill', async () => {
    const bill = await aBill(client);
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${holdsOf(bill)}/${type.id}`);
    await client.delete(`${holdsOf(bill)}/${type.id}`, { hold: { reference_number: 'R' } });
    const applied = await feed.find('bill_of_lading_hold.applied');
    expect(applied.subject).toMatchObject({ type: 'bill_of_lading_hold', key: bill.number });
    expect((await feed.find('bill_of_lading_hold.lifted')).data).toMatchObject({
      lifted: true,
      reference_number: 'R',
    });
  });

  it('of an update has the differences, without updated_at', async () => {
    const truck = await aTruck(client, { color: '#000000' });
    await client.patch(`/trucks/${truck.license_plate}`, { truck: { color: '#1f5fa8' } });
    const event = await feed.find('truck.updated');
    expect(event.changes).toEqual({ color: ['#000000', '#1f5fa8'] });
    expect(event.data.color).toBe('#1f5fa8');
  });

  it('is not written without a difference', async () => {
    const truck = await aTruck(client, { color: '#000000' });
    await client.patch(`/trucks/${truck.license_plate}`, { truck: { color: '#000000' } });
    await aTruck(client);
    await eventually('both trucks', async () => (await feed.read()).length === 2);
    expect(typesOf(feed.events)).toEqual(['truck.created', 'truck.created']);
  });

  it('departed and cancelled stand in place of updated', async () => {
    const { number } = await aVoyage(client);
    await client.patch(`/voyages/${number}`, { voyage: { at_of_departure: '2026-11-20T12:00:00Z' } });
    const departed = await feed.find('voyage.departed');
    expect(departed).toMatchObject({ occurred_at: '2026-11-20T12:00:00.000Z', changes: null });
    await client.patch(`/voyages/${number}`, { voyage: { cancelled: true } });
    await feed.find('voyage.cancelled');
    expect(typesOf(feed.events)).not.toContain('voyage.updated');
  });

  it('with a manifest go its bills', async () => {
    const manifest = await aManifest(client);
    const bill = await aBill(client, manifest);
    await client.delete(`/manifests/${manifest.client_identifier}`);
    const deleted = await feed.find('manifest.deleted');
    expect(deleted.data).toEqual(manifest);
    expect((await feed.find('bill_of_lading.deleted')).data).toEqual(bill);
  });

  it('with the bills of a manifest go their packing lists, and remaining records are updated', async () => {
    const manifest = await aManifest(client);
    const bill_of_lading = keyOf(await aBill(client, manifest));
    const item = await aPackingListItem(client, { bill_of_lading });
    const breakbulk = await aBreakbulk(client, { bill_of_lading });
    const order = await aDeliveryOrder(client, { bill_of_lading });
    const bill_of_ladings = [bill_of_lading];
    const container = await aContainer(client, { bill_of_ladings });
    const vehicle = await aVehicle(client, { bill_of_ladings });
    await client.delete(`/manifests/${manifest.client_identifier}`);
    const deleted = await feed.find('packing_list_item.deleted');
    expect([deleted.subject.id, deleted.data.bill_of_lading]).toEqual([item.id, item.bill_of_lading]);
    const changes = { bill_of_lading: [order.bill_of_lading, null] };
    expect(await feed.find('delivery_order.updated')).toMatchObject({ subject: { id: order.id }, changes });
    expect(await feed.find('breakbulk.updated')).toMatchObject({ subject: { id: breakbulk.id }, changes });
    expect(await feed.find('container.updated')).toMatchObject({
      subject: { id: container.id },
      changes: { bill_of_ladings: [container.bill_of_ladings, []] },
    });
    expect(await feed.find('vehicle.updated')).toMatchObject({
      subject: { id: vehicle.id },
      changes: { active_bill_of_ladings: [bill_of_lading.number, null] },
    });
  });

  it.each<[string, (purpose: object) => Promise<unknown>]>([
    ['a pre-advice', (purpose) => aPreAdvice(client, { purposes: [purpose] })],
    ['an appointment', (purpose) => anAppointment(client, { purposes: [purpose] })],
    [
      'an interchange',
      async (purpose) => {
        const { id } = await aVisit(client);
        return client.create(`/truck_visits/${id}/interchanges`, purpose);
      },
    ],
  ])('is of a container that %s makes known, and of what it says of one that is known', async (_by, say) => {
    const cargo = await aNewContainer(client);
    await say(dropOff(cargo));
    const created = await feed.find('container.created');
    expect(created.subject.key).toBe(cargo.container_number);
    expect(created.data).toEqual(await shownContainer(client, cargo.container_number));
    const { number } = await aContainer(client, { container_status: 'full' });
    await say(dropOff({ ...cargo, container_number: number, goods: 'Tea', weight: 21000 }));
    const updated = await feed.find('container.updated');
    expect([updated.subject.key, updated.changes.goods]).toEqual([number, [null, 'Tea']]);
    expect(updated.data).toEqual(await shownContainer(client, number));
  });

  it('includes one of a container that begins anew for a load list, and shows its previous stay without it', async () => {
    const goods = 'Tea';
    const { number, id } = await aContainerInYard(client, { container_status: 'full', goods });
    await client.patch(`/containers/${number}`, { current_location_type: 'Other', current_location: null });
    const list = await aLoadList(client);
    const load_list_item = { container_id: id };
    const path = `/load_lists/${list.id}/load_list_items`;
    const { load_list_items } = await client.create(path, { load_list_item_type: 'full', load_list_item });
    await feed.find('load_list_item.created');
    expect(await feed.find('container.updated')).toMatchObject({ changes: { goods: [goods, null] } });
    await client.delete(`${path}/${load_list_items[0].id}`);
    await feed.find('load_list_item.deleted');
    const updates = await eventually('the second update', () => {
      const of = feed.events.filter(({ type, changes }) => type === 'container.updated' && changes.goods);
      return of.length === 2 && of;
    });
    expect(updates[1]).toMatchObject({ changes: { goods: [null, goods] } });
    expect(updates[1].data).toEqual(await shownContainer(client, number));
  });

  it('is one for a container that is taken off its last bill, and shows its previous stay', async () => {
    const { number } = await aContainerInYard(client, { goods: 'Tea' });
    await client.patch(`/containers/${number}`, { current_location_type: 'Other' });
    const bill_of_ladings = [keyOf(await aBill(client))];
    const { container } = (await client.patch(`/containers/${number}`, { bill_of_ladings, goods: 'Milk' }))
      .body;
    await client.patch(`/containers/${number}`, { bill_of_ladings: [] });
    await aTruck(client);
    await feed.find('truck.created');
    const updates = feed.events.filter(({ type, changes }) => type === 'container.updated' && changes.goods);
    expect(updates.map(({ changes }) => changes)).toMatchObject([
      { goods: ['Tea', 'Milk'], bill_of_ladings: [[], container.bill_of_ladings] },
      { goods: ['Milk', 'Tea'], bill_of_ladings: [container.bill_of_ladings, []] },
    ]);
  });

  it('is not written for a container whose announcement falls away without a change', async () => {
    const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(await aNewContainer(client))] });
    await client.delete(`/pre_advices/${advice_number}`);
    await feed.find('pre_advice.deleted');
    await aTruck(client);
    await feed.find('truck.created');
    expect(typesOf(feed.events)).not.toContain('container.updated');
  });

  it('is not written for a container whose announcement says nothing new', async () => {
    const cargo = await aNewContainer(client, { goods: 'Tea' });
    await aPreAdvice(client, { purposes: [dropOff(cargo)] });
    await aPreAdvice(client, { purposes: [dropOff({ ...cargo, goods: 'Coffee' })] });
    await aTruck(client, { license_plate: 'LAST' });
    await eventually('the last truck', async () =>
      (await feed.read()).some(({ subject }) => subject.key === 'LAST'),
    );
    expect(typesOf(feed.events).filter((type) => type.startsWith('container.'))).toEqual([
      'container.created',
    ]);
  });

  it('includes one of the container when its stay is corrected', async () => {
    const { number } = await aContainerInYard(client);
    const [stay] = (await client.get(`/containers/${number}/stays`)).body.stays;
    const correction = { reason: 'Mistyped', goods: 'Tea' };
    expect((await client.patch(`/container_stays/${stay.id}`, correction)).status).toBe(200);
    expect(await feed.find('container.updated')).toMatchObject({
      subject: { key: number },
      changes: { goods: [null, 'Tea'] },
    });
  });

  it('without changes records an update of fields that are not shown', async () => {
    const agent = await anAgent(client);
    const { code } = await aShippingLine(client);
    await client.put(`/shipping_lines/${code}`, { shipping_line: { code, agent: agent.name } });
    const { number } = await aGenset(client);
    const { id: yard_slot_id } = await aYardSlot(client);
    await client.patch(`/gensets/${number}`, { genset: { yard_slot_id } });
    expect(await feed.find('shipping_line.updated')).toMatchObject({ subject: { key: code }, changes: {} });
    expect(await feed.find('genset.updated')).toMatchObject({ subject: { key: number }, changes: {} });
    await client.patch(`/gensets/${number}`, { genset: { yard_slot_id } });
    await aTruck(client);
    await feed.find('truck.created');
    expect(typesOf(feed.events).filter((type) => type === 'genset.updated')).toHaveLength(1);
  });

  it('names the address of its record', async () => {
    await aBill(client, await aManifest(client, { manifest: { client_identifier: 'WHA/1 a' } }));
    await aTruck(client, { license_plate: 'WH-472-B' });
    await anInvoice(client);
    for (const type of ['manifest', 'bill_of_lading', 'truck', 'invoice']) {
      const { subject, data } = await feed.find(`${type}.created`);
      const { body } = await client.get(subject.url.replace('/api/v1', ''));
      const { actions: _actions, ...shown } = body[type];
      expect([type, shown]).toEqual([type, data]);
    }
  });

  it('shows drivers without birth date, phone and licence', async () => {
    const driver = (
      await client.create('/truck_drivers', {
        license_number: 'DL-SECRET',
        date_of_birth: '1987-04-12',
        telephone_number: '+31 6 5550101',
        lastname: 'Vroom',
      })
    ).truck_driver;
    const visit = await aVisit(client, { truck_driver_id: driver.id });
    const advice = await aPreAdvice(client, { truck_driver_id: driver.id });
    const appointment = await client.create('/appointments', { number: 'AP-X', truck_driver_id: driver.id });
    await client.patch(`/truck_drivers/${driver.id}`, { license_number: 'DL-SECRET-2', remarks: 'x' });
    await feed.find('truck_driver.updated');
    const text = JSON.stringify(feed.events);
    for (const secret of ['DL-SECRET', '1987-04-12', '5550101', 'license_number', 'date_of_birth'])
      expect(text).not.toContain(secret);
    expect(text).toContain('Vroom');
    expect([visit, advice, appointment]).toBeDefined();
  });

  it('above 256 KiB has no data', async () => {
    const list = (await client.create('/load_lists', { name: 'L' })).load_list;
    const type = (await client.create('/container_types', { code: '20X' })).container_type;
    const line = (await client.create('/shipping_lines', { shipping_line: { code: 'XX', name: 'X' } }))
      .shipping_line;
    await client.patch(`/load_lists/${list.id}`, {
      items: [
        {
          load_list_item_type: 'empties',
          container_type: type.code,
          shipping_line: line.code,
          quantity: 1000,
          notes: 'n'.repeat(200),
        },
      ],
    });
    const event = await feed.find('load_list.updated');
    expect(event).toMatchObject({ data: null, changes: null, data_omitted: true, subject: { key: 'L' } });
  });

  it('records a hold that returns by itself, once, however many services look for it', async () => {
    const { number } = await aContainer(client);
    const hold = await aHold(client, number);
    await lift(client, number, hold.id, '2099-01-01');
    await letLiftsPass(client, 'container_holds');
    const second = await Service.on(service.current.database);
    const apps = [service.current.app, second.app, service.current.app];
    await Promise.all(apps.map((app) => app.get(ReturningHolds, { strict: false }).tellAll()));
    const returned = await feed.find('container_hold.returned');
    await second.app.close();
    expect(returned).toMatchObject({ user: null, request_id: null, subject: { id: hold.id, key: number } });
    expect(returned.occurred_at).toBe(returned.data.lifted_until);
    expect(returned.data.lifted).toBe(false);
    const times = async () =>
      typesOf(await feed.read()).filter((type) => type === 'container_hold.returned').length;
    expect(await times()).toBe(1);
    // and when it returns from another lift, again
    await lift(client, number, hold.id, '2099-01-01');
    await letLiftsPass(client, 'container_holds');
    await service.current.app.get(ReturningHolds, { strict: false }).tellAll();
    await eventually('another return', async () => (await times()) === 2);
  });

  it('is one of an import, with its counts', async () => {
    await importFiles(client, {
      'ports.ndjson': [
        { locode: 'NLVLI', name: 'Vlissingen' },
        { locode: 'DEHAM', name: 'Hamburg' },
      ],
    });
    const event = await feed.find('import.completed');
    expect(event).toMatchObject({
      user: null,
      request_id: null,
      subject: { type: 'import', id: null, key: null, url: null },
      data: { counts: { ports: { lines: 2, created: 2, updated: 0 } } },
    });
    expect(typesOf(feed.events)).toEqual(['import.completed']);
  });

  it('is not written for a refused request', async () => {
    const { license_plate } = await aTruck(client);
    expect((await client.post('/trucks', { truck: { license_plate } })).status).toBe(400);
    expect((await gateOut(client, license_plate)).status).toBe(404);
    await aTruck(client);
    const events = await eventually('three events', async () => (await feed.read())[2] && feed.events);
    // what the gate refuses is kept, and events tell of it
    expect(typesOf(events)).toEqual(['truck.created', 'gate_refusal.created', 'truck.created']);
  });
});

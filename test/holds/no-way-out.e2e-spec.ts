import {
  aBill,
  aBreakbulk,
  aContainer,
  aManifest,
  aPackingListItem,
  aVehicle,
  holdsOf,
  keyOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import {
  aContainerInYard,
  aNewContainer,
  aPreAdvice,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { anInvoice } from '../factories/billing';
import { aHold, aHoldType, lift, unliftedHolds } from '../factories/holds';
import { aConsignee } from '../factories/parties';
import { aVoyage } from '../factories/voyages';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** What is held stays, whatever else happens to it. */
describe('held cargo', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
  });

  const done = () => ({ interchanges_completed_at: new Date().toISOString() });
  const hold = async (bill: Body) => {
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    expect((await client.put(`${holdsOf(bill)}/${type.id}`)).status).toBe(200);
    return type.id;
  };
  const announceAgain = async (number: string) =>
    aPreAdvice(client, {
      purposes: [dropOff({ ...(await aNewContainer(client)), container_number: number })],
    });
  const HELD = 'has unlifted holds and cannot be moved out of the terminal.';

  it('is not put into another container', async () => {
    const outer = await aContainerInYard(client);
    const place = { current_location_type: 'Container', current_location: outer.number };
    const { number } = await aContainerInYard(client);
    await aHold(client, number);
    const { status, body } = await client.patch(`/containers/${number}`, place);
    expect([status, body.error]).toEqual([422, `Container ${number} ${HELD}`]);
    expect((await staysOf(client, number)).map((stay) => stay.status)).toEqual(['here']);
    const free = await aContainerInYard(client);
    expect((await client.patch(`/containers/${free.number}`, place)).status).toBe(200);
  });

  it('is not lost in containers that are in each other', async () => {
    const [one, other] = [await aContainer(client), await aContainer(client)];
    const put = (inner: Body, outer: Body) =>
      client.patch(`/containers/${inner.number}`, {
        current_location_type: 'Container',
        current_location: outer.number,
      });
    expect((await put(one, other)).status).toBe(200);
    const { status, body } = await put(other, one);
    expect([status, body.error]).toEqual([422, 'A container cannot be in one that is in it.']);
  });

  it('is held by cargo that was packed into it before it was announced', async () => {
    const bill = await aBill(client);
    const { number } = await aContainer(client);
    await aPackingListItem(client, { bill_of_lading: keyOf(bill), container: number, quantity: 5 });
    await hold(bill);
    const visit = await aVisitFor(client, [
      dropOff({ ...(await aNewContainer(client)), container_number: number }),
    ]);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    expect(await unliftedHolds(client, number)).toBe(1);
    const { reasons } = (await client.get(`/containers/${number}/availability`)).body;
    expect(reasons).toMatchObject([{ code: 'held_by_bill' }]);
  });

  it('does not leave on a truck inside because it is announced again', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
    const inside = await aVisitFor(client, [pickUp(number)], done());
    const type = await hold(bill);
    await announceAgain(number);
    const { status, body } = await gateOut(client, inside.truck.license_plate);
    expect([status, body.error]).toEqual([
      400,
      `Truck Visit was not completed. The following container has unlifted holds: ${number}`,
    ]);
    const { body: obstacles } = await client.get(`/truck_visits/${inside.id}/obstacles`);
    expect([obstacles.may_leave, obstacles.reasons.map(({ code }: Body) => code)]).toEqual([
      false,
      ['held_by_bill'],
    ]);
    expect((await staysOf(client, number)).map((stay) => stay.status)).toEqual(['departed', 'announced']);
    const { reasons } = (await client.get(`/containers/${number}/availability`)).body;
    expect(reasons.map(({ code }: Body) => code)).toEqual(['on_truck']);
    await client.delete(`${holdsOf(bill)}/${type}`, { hold: { reference_number: 'R' } });
    // what is applied now keeps the container that is still here, though it belongs to the stay to come
    const [{ id }, applied] = [{ id: (await aHold(client, number)).id }, await unliftedHolds(client, number)];
    expect(applied).toBe(1);
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(400);
    expect((await lift(client, number, id)).status).toBe(200);
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
  });

  it('does not leave on a truck inside for its cargo, because it is announced again', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, { container_status: 'full' });
    const within = { current_location_type: 'Container', current_location: number };
    const bulk = await aBreakbulk(client, { quantity: 4, bill_of_lading: keyOf(bill), ...within });
    const inside = await aVisitFor(client, [pickUp(number)], done());
    const type = await hold(bill);
    await announceAgain(number);
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(400);
    await client.delete(`${holdsOf(bill)}/${type}`, { hold: { reference_number: 'R' } });
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
    const shown = (await client.get(`/breakbulks/${bulk.id}`)).body.breakbulk;
    expect(shown.current_location_type).toBe('Consignee');
  });

  it('stays delivered when the container comes back before its truck is let out, and new cargo in it stays', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client);
    const within = { current_location_type: 'Container', current_location: number };
    const inIt = () => aBreakbulk(client, { quantity: 4, bill_of_lading: keyOf(bill), ...within });
    const before = await inIt();
    const inside = await aVisitFor(client, [pickUp(number)], done());
    await announceAgain(number);
    const since = await inIt();
    const back = { ...(await aNewContainer(client)), container_number: number, container_status: 'empty' };
    await aVisitFor(client, [dropOff(back)], done());
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
    const places = [before, since].map(async ({ id }) => {
      const { breakbulk } = (await client.get(`/breakbulks/${id}`)).body;
      return breakbulk.current_location_type;
    });
    expect(await Promise.all(places)).toEqual(['Consignee', 'Container']);
  });

  it.each([
    ['announced', announceAgain],
    ['unannounced', () => Promise.resolve()],
  ])(
    'is not delivered by a truck let out late when it was put in the container since that came back %s',
    async (_how, announce) => {
      const { number } = await aContainerInYard(client);
      const yard = { current_location_type: 'YardArea', current_location: 'Block A' };
      const within = { current_location_type: 'Container', current_location: number };
      const [before, known] = [await aVehicle(client, within), await aVehicle(client, yard)];
      const inside = await aVisitFor(client, [pickUp(number)], done());
      await announce(number);
      expect((await client.patch(`/containers/${number}`, yard)).status).toBe(200);
      const { id: current_location_id } = (await client.get(`/containers/${number}`)).body.container;
      const into = { current_location_type: 'Container', current_location_id };
      expect((await client.patch(`/vehicles/${known.id}`, into)).status).toBe(200);
      const place = async ({ id }: { id: number }) =>
        (await client.get(`/vehicles/${id}`)).body.vehicle.current_location_type;
      const places = async () => [await place(before), await place(known)];
      expect(await places()).toEqual(['Consignee', 'Container']);
      expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
      expect(await places()).toEqual(['Consignee', 'Container']);
    },
  );

  it('keeps no truck for the facts of its next stay, nor needs a bill for them', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, {
      container_status: 'full',
      bill_of_ladings: [keyOf(bill)],
    });
    const inside = await aVisitFor(client, [pickUp(number)], done());
    await announceAgain(number);
    await client.patch('/organization', { validates_bills: true });
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
  });

  it('neither leaves otherwise from a truck inside, nor is loaded, because it is announced again', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
    const { name: current_location } = await aConsignee(client);
    const { number: voyage } = await aVoyage(client);
    const inside = await aVisitFor(client, [pickUp(number)], done());
    const within = { current_location_type: 'Container', current_location: number };
    const bulk = await aBreakbulk(client, { bill_of_lading: keyOf(await aBill(client)), ...within });
    const type = await hold(bill);
    await announceAgain(number);
    const deliver = () =>
      client.patch(`/breakbulks/${bulk.id}`, { current_location_type: 'Consignee', current_location });
    expect((await deliver()).body.code).toBe('cargo_held');
    const leave = () =>
      client.patch(`/containers/${number}`, { current_location_type: 'Consignee', current_location });
    const load = { voyage, tally_type: 'loading', crane: 'C1', kind: 'tally', container: number };
    expect((await leave()).body.error).toBe(`Container ${number} ${HELD}`);
    expect((await client.post('/tally_moves', load)).body.code).toBe('container_held');
    await client.delete(`${holdsOf(bill)}/${type}`, { hold: { reference_number: 'R' } });
    expect((await deliver()).status).toBe(200);
    expect((await leave()).status).toBe(200);
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
  });

  it.each(['unpaid', 'bill_missing'])('does not leave %s because it is announced again', async (code) => {
    const bill = await aBill(client);
    const bill_of_ladings = code === 'unpaid' ? [keyOf(bill)] : [];
    const { number } = await aContainerInYard(client, { bill_of_ladings });
    const inside = await aVisitFor(client, [pickUp(number)], done());
    await client.patch('/organization', { release_needs_payment: true, validates_bills: true });
    const invoice = await anInvoice(client, { bill_of_lading: keyOf(bill) });
    await client.put(`/invoices/${invoice.number}`, { invoice: { approved: true } });
    const back = { ...(await aNewContainer(client)), container_number: number, container_status: 'empty' };
    await aPreAdvice(client, { purposes: [dropOff(back)] });
    const { status, body } = await gateOut(client, inside.truck.license_plate);
    const { reasons } = (await client.get(`/truck_visits/${inside.id}/obstacles`)).body;
    expect([status, body.code, reasons.map((reason: Body) => reason.code)]).toEqual([
      400,
      `container_${code}`,
      [code],
    ]);
  });

  it('is taken back from a truck that left without it, though it is announced again and held meanwhile', async () => {
    const { number } = await aContainerInYard(client);
    const inside = await aVisitFor(client, [pickUp(number)], done());
    await announceAgain(number);
    const type = await aHoldType(client);
    const apply = () => client.put(`/containers/${number}/holds/${type.id}/apply`);
    expect((await apply()).status).toBe(200);
    const left = { left_without_container: true };
    expect((await gateOut(client, inside.truck.license_plate, left)).status).toBe(200);
    expect((await staysOf(client, number)).map((stay) => stay.status)).toEqual(['here', 'cancelled']);
    expect((await shownContainer(client, number)).current_location).toBe('Block A');
    expect((await apply()).status).toBe(409);
    expect(await unliftedHolds(client, number)).toBe(1);
  });

  it('is taken back with a hold of a type that was lifted for a time before', async () => {
    const { number } = await aContainerInYard(client);
    const type = await aHoldType(client);
    const apply = () => client.put(`/containers/${number}/holds/${type.id}/apply`);
    expect((await apply()).status).toBe(200);
    const [{ id }] = (await client.get(`/containers/${number}/holds`)).body.holds;
    expect((await lift(client, number, id, '2099-01-01')).status).toBe(200);
    const inside = await aVisitFor(client, [pickUp(number)], done());
    expect((await apply()).status).toBe(200);
    const left = { left_without_container: true };
    expect((await gateOut(client, inside.truck.license_plate, left)).status).toBe(200);
    expect(await unliftedHolds(client, number)).toBe(1);
  });

  it('was delivered, and does not hold the empty container that comes back', async () => {
    const { number: voyage_number } = await aVoyage(client);
    const manifest = await aManifest(client, { voyage_number });
    const bill = await aBill(client, { client_identifier: manifest.client_identifier as string });
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)], usage: 'import' });
    const inside = { current_location_type: 'Container', current_location: number };
    const bulk = await aBreakbulk(client, { quantity: 4, bill_of_lading: keyOf(bill), ...inside });
    const { vin_number } = await aVehicle(client, { bill_of_ladings: [keyOf(bill)], ...inside });
    const counts = async () => {
      const path = `/voyages/${voyage_number}/bill_of_ladings/${bill.number}`;
      const shown = (await client.get(path)).body.bill_of_lading;
      return [shown.cargo_at_terminal_count, shown.cargo_delivered_count];
    };
    const out = await aVisitFor(client, [pickUp(number)]);
    expect((await gateOut(client, out.truck.license_plate)).status).toBe(200);
    expect(await counts()).toEqual([0, 5]);
    const back = await aVisitFor(client, [
      dropOff({ ...(await aNewContainer(client)), container_number: number, container_status: 'empty' }),
    ]);
    expect((await gateOut(client, back.truck.license_plate)).status).toBe(200);
    expect(await counts()).toEqual([0, 5]);
    await hold(bill);
    expect(await unliftedHolds(client, number)).toBe(0);
    for (const path of [`/breakbulks/${bulk.id}`, `/vehicles/${vin_number}`]) {
      const shown = Object.values((await client.get(path)).body)[0] as Body;
      expect([path, shown.current_location_type]).toEqual([path, 'Consignee']);
    }
    const { name } = await aConsignee(client);
    const away = { current_location_type: 'Consignee', current_location: name };
    expect((await client.patch(`/containers/${number}`, away)).status).toBe(200);
  });

  it('leaves no container in the empty one that comes back', async () => {
    const [outer, box] = [await aContainerInYard(client), await aContainerInYard(client)];
    const inside = { current_location_type: 'Container', current_location: outer.number };
    expect((await client.patch(`/containers/${box.number}`, inside)).status).toBe(200);
    const out = await aVisitFor(client, [pickUp(outer.number)]);
    expect((await gateOut(client, out.truck.license_plate)).status).toBe(200);
    expect((await shownContainer(client, box.number)).current_location).toBe(outer.number);
    await aVisitFor(
      client,
      [
        dropOff({
          ...(await aNewContainer(client)),
          container_number: outer.number,
          container_status: 'empty',
        }),
      ],
      done(),
    );
    await aHold(client, outer.number);
    expect(await shownContainer(client, box.number)).toMatchObject({
      current_location_type: 'Other',
      unlifted_holds: 0,
    });
    const here = { current_location_type: 'Terminal', current_location: null };
    expect((await client.patch(`/containers/${box.number}`, here)).status).toBe(200);
    expect((await staysOf(client, box.number)).map((stay) => stay.status)).toEqual(['departed', 'here']);
  });
});

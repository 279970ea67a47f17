import {
  aBill,
  aChassis,
  aDeliveryOrder,
  holdsOf,
  keyOf,
  movementsOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import {
  aRivalVisitFor,
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold, aHoldType } from '../factories/holds';
import { aConsignee } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('a truck that leaves without its pick-ups', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** Gates a truck in; what it came for is handed over at once. */
  const visit = (...purposes: object[]) =>
    aVisitFor(client, purposes, { interchanges_completed_at: new Date().toISOString() });
  const leave = ({ truck }: Body, body: object = {}) =>
    gateOut(client, truck.license_plate, { left_without_container: true, ...body });
  const completed = async ({ id }: Body) =>
    (await client.get(`/truck_visits/${id}`)).body.interchanges.map((each: Body) => each.completed);
  const place = async (number: string) => {
    const { current_location_type, current_location } = await shownContainer(client, number);
    return [current_location_type, current_location];
  };

  it('puts them back also when their place has been renamed since', async () => {
    const { id, name: consignee } = await aConsignee(client);
    const { number } = await aContainerInYard(client, { usage: 'import', consignee });
    const inside = await visit(pickUp(number));
    const renamed = `${consignee} Ltd`;
    expect((await client.patch(`/consignees/${id}`, { name: renamed })).status).toBe(200);
    expect(await place(number)).toEqual(['Consignee', renamed]);
    expect((await leave(inside)).status).toBe(200);
    expect(await completed(inside)).toEqual([false]);
    expect(await place(number)).toEqual(['YardArea', 'Block A']);
  });

  it('puts the container back where it was, by a movement of its own, and delivers nothing', async () => {
    const bill = await aBill(client);
    const { name: consignee } = await aConsignee(client);
    const bill_of_ladings = [keyOf(bill)];
    const { number } = await aContainerInYard(client, { usage: 'import', consignee, bill_of_ladings });
    const inside = await visit(pickUp(number));
    const delivered = async () => {
      const path = `/voyages/${(await client.get('/manifests')).body.manifests[0].voyage.number}`;
      return (await client.get(`${path}/bill_of_ladings/${bill.number}`)).body.bill_of_lading
        .cargo_delivered_count;
    };
    expect(await place(number)).toEqual(['Consignee', consignee]);
    expect(await delivered()).toBe(1);
    expect((await leave(inside)).status).toBe(200);
    expect(await completed(inside)).toEqual([false]);
    expect(await place(number)).toEqual(['YardArea', 'Block A']);
    expect(await delivered()).toBe(0);
    expect(await movementsOf(client, number)).toMatchObject([
      {
        movement_type: 'gate_out',
        from: 'Yard Area: Block A',
        to: `Consignee: ${consignee}`,
        truck_visit_id: inside.id,
      },
      {
        movement_type: 'reversal',
        from: `Consignee: ${consignee}`,
        to: 'Yard Area: Block A',
        truck_visit_id: inside.id,
      },
    ]);

    // it can be picked up again, and then it is delivered
    const second = await visit(pickUp(number));
    expect((await gateOut(client, second.truck.license_plate)).status).toBe(200);
    expect(await delivered()).toBe(1);
  });

  it('lets the stay go on from its begin, also where a pick-up was completed before', async () => {
    const { number } = await aContainerInYard(client);
    const [before] = await staysOf(client, number);
    const interchanges_completed_at = new Date(Date.now() - 60_000).toISOString();
    const inside = await aVisitFor(client, [pickUp(number)], { interchanges_completed_at });
    expect((await leave(inside)).status).toBe(200);
    expect(await staysOf(client, number)).toMatchObject([
      { in_at: before!.in_at, out_at: null, status: 'here' },
    ]);
  });

  it('leaves though the container was held meanwhile, which then stays', async () => {
    const { number } = await aContainerInYard(client);
    const inside = await visit(pickUp(number));
    await aHold(client, number);
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(400);
    const answer = await leave(inside, { reason_for_incomplete: 'Held by customs' });
    expect([answer.status, await completed(inside)]).toEqual([200, [false]]);
    expect(await place(number)).toEqual(['YardArea', 'Block A']);
  });

  it('takes back chassis and general cargo, too', async () => {
    await client.post('/yard_areas', { name: 'Block A' });
    const chassis = await aChassis(client, {
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    const bill = await aBill(client);
    const { number: delivery_order } = await aDeliveryOrder(client, { bill_of_lading: keyOf(bill) });
    const inside = await visit(
      { purpose_type: 'pick up', cargo: { cargo_type: 'chassis', chassis_number: chassis.number } },
      { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' }, delivery_order },
    );
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${holdsOf(bill)}/${type.id}`);
    expect((await leave(inside)).status).toBe(200);
    expect(await completed(inside)).toEqual([false, false]);
    const shown = (await client.get(`/chassis/${chassis.number}`)).body.chassis;
    expect([shown.current_location_type, shown.current_location]).toEqual(['YardArea', 'Block A']);
  });

  it('leaves the chassis here that it brought and was to carry a container on', async () => {
    const { number: chassis_number } = await aChassis(client, { current_location_type: 'Other' });
    const { number } = await aContainerInYard(client);
    const on = { ...pickUp(number).cargo, chassis_number };
    const inside = await visit(
      { purpose_type: 'pick up', cargo: on },
      dropOff({ cargo_type: 'chassis', chassis_number }),
    );
    const at = async () =>
      (await client.get(`/chassis/${chassis_number}`)).body.chassis.current_location_type;
    expect(await at()).toBe('Other');
    expect((await leave(inside)).status).toBe(200);
    expect([await completed(inside), await at()]).toEqual([[false, true], 'Gate']);
    // it can be taken by the next truck
    const second = await visit({ purpose_type: 'pick up', cargo: on });
    expect([(await gateOut(client, second.truck.license_plate)).status, await at()]).toEqual([200, 'Other']);
  });

  it('keeps its drop-offs: with a reason, too, they are completed', async () => {
    const cargo = await aNewContainer(client);
    const here = await aContainerInYard(client);
    const inside = await aVisitFor(client, [dropOff(cargo), pickUp(here.number)]);
    expect((await leave(inside, { reason_for_incomplete: 'Not found' })).status).toBe(200);
    expect(await completed(inside)).toEqual([true, false]);
    expect((await client.get(`/truck_visits/${inside.id}`)).body.reason_for_incomplete).toBe('Not found');
    expect(await movementsOf(client, here.number)).toEqual([]);
    const other = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
    await gateOut(client, other.truck.license_plate, { reason_for_incomplete: 'Not found' });
    expect(await completed(other)).toEqual([false]);
  });

  it('leaves a container in place that has moved since', async () => {
    const { number } = await aContainerInYard(client);
    const inside = await visit(pickUp(number));
    const elsewhere = { current_location_type: 'TrainVisit', current_location: '7' };
    await client.patch(`/containers/${number}`, elsewhere);
    await aHold(client, number);
    expect((await leave(inside)).status).toBe(200);
    expect(await completed(inside)).toEqual([true]);
    expect(await place(number)).toEqual(['TrainVisit', '7']);
    expect(await movementsOf(client, number)).toHaveLength(1);
  });

  it('takes a container back that was announced again meanwhile, and its stay goes on', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, { goods: 'Coffee', bill_of_ladings: [keyOf(bill)] });
    const [before] = await staysOf(client, number);
    const inside = await visit(pickUp(number));
    const cargo = { cargo_type: 'container', container_number: number, container_status: 'empty' };
    const back = await aPreAdvice(client, { purposes: [dropOff(cargo)] });
    const second = await aVisitFor(client, [dropOff(cargo)]);
    const other = await aBill(client);
    await client.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(other)] });
    const { id: hold } = await aHold(client, number);
    expect((await staysOf(client, number)).map(({ status }) => status)).toEqual(['departed', 'announced']);

    expect((await leave(inside)).status).toBe(200);
    expect(await completed(inside)).toEqual([false]);
    expect(await place(number)).toEqual(['YardArea', 'Block A']);
    const [after, cancelled, ...none] = await staysOf(client, number);
    expect(after).toMatchObject({ id: before!.id, status: 'here', in_at: before!.in_at, out_at: null });
    expect(after!.bill_of_ladings.map((each: Body) => each.number)).toEqual([bill.number, other.number]);
    expect([cancelled, none]).toMatchObject([{ status: 'cancelled', bill_of_ladings: [] }, []]);
    expect(await shownContainer(client, number)).toMatchObject({ goods: 'Coffee', container_status: 'full' });
    const { holds } = (await client.get(`/containers/${number}/holds`)).body;
    expect(holds).toMatchObject([{ id: hold, lifted: false }]);

    // nobody brings what is here, until it has left
    expect((await gateOut(client, second.truck.license_plate)).body.code).toBe('already_here');
    const announced = { pre_advice_number: back.advice_number, gate: (await aGate(client)).name };
    expect((await client.post('/truck_visits', announced)).body.code).toBe('already_here');
    await client.put(`/containers/${number}/holds/${hold}/lift`, { hold: { reference_number: 'R' } });
    expect((await gateOut(client, (await visit(pickUp(number))).truck.license_plate)).status).toBe(200);
    expect((await gateOut(client, second.truck.license_plate)).status).toBe(200);
    expect((await staysOf(client, number)).map(({ status }) => status)).toEqual([
      'departed',
      'cancelled',
      'here',
    ]);
  });

  it('puts a container back at the terminal whose place is gone', async () => {
    const { number } = await aContainerInYard(client);
    const inside = await visit(pickUp(number));
    expect((await client.delete('/yard_areas/Block A')).status).toBe(200);
    expect((await leave(inside)).status).toBe(200);
    expect(await place(number)).toEqual(['YardArea', null]);
  });

  it('lets no other truck bring the returned container', async () => {
    const cargo = await aNewContainer(client);
    const [first, second] = [
      await aVisitFor(client, [dropOff(cargo)]),
      await aRivalVisitFor(client, [dropOff(cargo)]),
    ];
    expect((await gateOut(client, first.truck.license_plate)).status).toBe(200);
    expect((await leave(await visit(pickUp(cargo.container_number)))).status).toBe(200);
    const answer = await gateOut(client, second.truck.license_plate);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      `Truck Visit was not completed. The following container is at the terminal already: ${cargo.container_number}`,
    ]);
  });
});

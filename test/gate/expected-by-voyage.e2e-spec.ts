import { aBill, aBooking, aContainer, aManifest, shownContainer, staysOf } from '../factories/cargo';
import { aGate, aPreAdvice, aVisit, dropOff, gateOut, pickUp } from '../factories/gate';
import { aShippingLine, aTruck } from '../factories/parties';
import type { Body } from '../factories/record';
import { aTerminal, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** A container that a vessel brings is not a truck's. */
describe('a container that is expected by a voyage', () => {
  const service = useService();
  let client: Client;
  let number: string;
  let bill: Body;
  let sentence: string;
  const reason = { force: true, force_reason: 'The manifest has a wrong number' };
  const empty = () =>
    dropOff({ cargo_type: 'container', container_number: number, container_status: 'empty' });

  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    await aTerminal(client);
    const voyage = await aVoyage(client);
    bill = await aBill(client, await aManifest(client, { voyage_number: voyage.number }));
    const { number: bill_of_lading } = bill;
    ({ number } = await aContainer(client, {
      container_status: 'full',
      usage: 'import',
      goods: 'Tyres',
      weight: 20000,
      shipping_line: (await aShippingLine(client)).code,
      bill_of_ladings: [{ number: bill_of_lading, manifest: bill.manifest.client_identifier }],
    }));
    sentence = `Container '${number}' is expected by voyage '${voyage.number}': a truck does not bring it.`;
  });

  const stays = async () =>
    (await staysOf(client, number)).map(({ status, arrived_by, container_status, goods, weight }) => [
      status,
      arrived_by.type,
      container_status,
      goods,
      weight,
    ]);
  const announced = ['announced', null, 'full', 'Tyres', 20000];

  it('is not brought by a truck, which is stated by gate-in, before it and by the refusals', async () => {
    const { advice_number, truck } = await aPreAdvice(client, { purposes: [empty()] });
    const gateIn = (body: object = {}) =>
      client.post('/truck_visits', { gate: 'In 1', pre_advice_number: advice_number, ...body });
    const refused = await gateIn();
    expect([refused.status, refused.body.error, refused.body.code]).toEqual([
      422,
      sentence,
      'expected_by_voyage',
    ]);
    expect(await stays()).toEqual([announced]);
    expect((await client.get('/gate_refusals')).body.gate_refusals[0].reasons).toMatchObject([
      { code: 'expected_by_voyage', sentence, container: { number } },
    ]);
    const { number: booking } = await aBooking(client);
    const receiving = await client.get(`/bookings/${booking}/receiving?container_number=${number}`);
    expect(receiving.body).toMatchObject({
      receives: false,
      reasons: [{ code: 'expected_by_voyage', sentence }],
    });
    expect((await client.get(`/bookings/${booking}/receiving`)).body).toMatchObject({ receives: true });
    expect((await gateIn({ force: true })).body.error).toBe('Force reason is required with force.');
    expect((await gateIn(reason)).status).toBe(201);
    expect((await gateOut(client, truck)).status).toBe(200);
    expect(await stays()).toEqual([
      ['cancelled', null, 'full', 'Tyres', 20000],
      ['here', 'truck', 'empty', null, null],
    ]);
    expect(await shownContainer(client, number)).toMatchObject({ consignee: null, bill_of_ladings: [] });
    const [visit] = (await client.get('/truck_visits')).body.truck_visits;
    expect((await client.get(`/truck_visits/${visit.id}`)).body.force_reason).toBe(reason.force_reason);
  });

  it('is not added to a visit without force', async () => {
    const { id, truck } = await aVisit(client);
    const add = (body: object = {}) =>
      client.post(`/truck_visits/${id}/interchanges`, { ...empty(), ...body });
    const refused = await add();
    expect([refused.status, refused.body.error]).toEqual([422, sentence]);
    expect((await add(reason)).status).toBe(201);
    await gateOut(client, truck.license_plate, { reason_for_incomplete: 'Turned back' });
    expect((await client.get(`/truck_visits/${id}`)).body.force_reason).toBe(reason.force_reason);
    expect((await staysOf(client, number)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it('keeps a truck inside that was let in before the voyage announced it', async () => {
    const other = await aContainer(client, { container_status: 'empty' });
    const { advice_number, truck } = await aPreAdvice(client, {
      purposes: [
        dropOff({ cargo_type: 'container', container_number: other.number, container_status: 'empty' }),
      ],
    });
    const visit = await aVisit(client, { pre_advice_number: advice_number });
    ({ number } = other);
    await client.patch(`/containers/${number}`, {
      bill_of_ladings: [{ number: bill.number, manifest: bill.manifest.client_identifier }],
    });
    const refused = await gateOut(client, truck);
    expect([refused.status, refused.body.code]).toEqual([400, 'expected_by_voyage']);
    const { reasons } = (await client.get(`/truck_visits/${visit.id}/obstacles`)).body;
    expect(reasons).toMatchObject([{ code: 'expected_by_voyage', container: { number } }]);
    expect((await gateOut(client, truck, reason)).status).toBe(200);
    expect((await stays()).map(([status, by]) => [status, by])).toEqual([
      ['cancelled', null],
      ['here', 'truck'],
    ]);
  });

  it('comes back by a truck once it came by its voyage and left', async () => {
    await client.patch(`/containers/${number}`, {
      current_location_type: 'Terminal',
      current_location: 'North',
    });
    const { number: at } = await shownContainer(client, number);
    await client.post('/yard_areas', { name: 'Block A' });
    await client.patch(`/containers/${at}`, {
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    const truck = (await aTruck(client)).license_plate;
    const out = await aPreAdvice(client, { truck, purposes: [pickUp(number)] });
    await aVisit(client, { pre_advice_number: out.advice_number });
    expect((await gateOut(client, truck)).status).toBe(200);
    const back = await aPreAdvice(client, { truck, purposes: [empty()] });
    await aVisit(client, { pre_advice_number: back.advice_number });
    expect((await gateOut(client, truck)).status).toBe(200);
    expect((await stays()).map(([status]) => status)).toEqual(['departed', 'here']);
  });
});

import { aBill, aBooking, aDeliveryOrder, holdsOf, keyOf } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  anAppointment,
  aPreAdvice,
  aVisit,
  aVisitFor,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold, aHoldType } from '../factories/holds';
import { aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { eventOf } from '../setup/events';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('refusals of the gate', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1', client_identifier: 'G1' });
  });

  const refusals = async (query = '') =>
    (await client.get(`/gate_refusals?per=100${query}`)).body.gate_refusals;
  const gateIn = (body: object) => client.post('/truck_visits', { gate: 'In 1', ...body });

  it('name the driver as they show him, without the licence', async () => {
    const { license_plate } = await aTruck(client);
    const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom', active: false });
    const nameless = await aTruckDriver(client, { firstname: null, lastname: null, active: false });
    const { status, body } = await gateIn({
      truck: license_plate,
      truck_driver_license: driver.license_number,
    });
    expect([status, body.error]).toEqual([422, `Truck driver '${driver.license_number}' is not active.`]);
    await gateIn({ truck: license_plate, truck_driver_id: nameless.id });
    const sentences = (await refusals()).flatMap(({ reasons }: Body) =>
      reasons.map((each: Body) => each.sentence),
    );
    expect(sentences).toEqual([
      "Truck driver 'Anneke Vroom' is not active.",
      `Truck driver '${nameless.id}' is not active.`,
    ]);
    const { data } = await eventOf(client, 'gate_refusal.created');
    expect(JSON.stringify(data)).not.toContain('DL-');
  });

  it('name the driver so in each of several reasons, and keep them all', async () => {
    const [own, other] = [await aTruckingCompany(client), await aTruckingCompany(client)];
    const truck = await aTruck(client, { active: false, trucking_company: own.code });
    const driver = await aTruckDriver(client, {
      firstname: 'Anneke',
      lastname: 'Vroom',
      allowed_until: '2020-01-31',
      trucking_company: other.code,
    });
    const { body } = await gateIn({
      truck: truck.license_plate,
      truck_driver_id: driver.id,
      gate: 'Nowhere',
    });
    expect(body.errors).toMatchObject({
      truck_driver_id: [
        `Truck driver '${driver.license_number}' was allowed in until 2020-01-31.`,
        `Truck driver '${driver.license_number}' belongs to another trucking company than truck '${truck.license_plate}'.`,
      ],
    });
    const [{ reasons }] = await refusals();
    expect(reasons.map(({ code, sentence }: Body) => [code, sentence])).toEqual([
      ['not_active', `Truck '${truck.license_plate}' is not active.`],
      ['admission_ended', "Truck driver 'Anneke Vroom' was allowed in until 2020-01-31."],
      [
        'mismatch',
        `Truck driver 'Anneke Vroom' belongs to another trucking company than truck '${truck.license_plate}'.`,
      ],
      ['unknown_reference', "Gate 'Nowhere' is unknown."],
    ]);
  });

  it('have the reasons about visitors and cargo, answered and stored together', async () => {
    const { number } = await aContainerInYard(client);
    const truck = await aTruck(client);
    const { advice_number } = await aPreAdvice(client, {
      truck: truck.license_plate,
      purposes: [pickUp(number)],
    });
    await client.patch(`/containers/${number}`, { current_location_type: 'Other', current_location: null });
    await client.patch(`/trucks/${truck.license_plate}`, { truck: { active: false } });
    const { body } = await gateIn({ pre_advice_number: advice_number, gate: 'Nowhere' });
    const inactive = `Truck '${truck.license_plate}' is not active.`;
    expect([body.error, body.errors]).toEqual([
      inactive,
      {
        pre_advice_number: [inactive, `Container '${number}' is not at the terminal.`],
        gate: ["Gate 'Nowhere' is unknown."],
      },
    ]);
    const [{ reasons }] = await refusals();
    expect(reasons.map(({ code }: Body) => code)).toEqual(['not_active', 'unknown_reference', 'departed']);
  });

  it('have the reasons about an appointment and about the request, answered and stored together', async () => {
    const { number } = await anAppointment(client);
    await client.post(`/appointments/${number}/cancel`, { reason: 'Sold' });
    const { body } = await gateIn({ appointment_number: number, gate: 'Nowhere' });
    expect(body.errors).toEqual({
      appointment_number: [`Appointment '${number}' has been cancelled.`],
      gate: ["Gate 'Nowhere' is unknown."],
    });
    const [{ reasons }] = await refusals();
    expect(reasons.map(({ code }: Body) => code)).toEqual(['appointment_cancelled', 'unknown_reference']);
  });

  it('store who was refused, where and why, and are events', async () => {
    const truck = await aTruck(client);
    const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
    const { number } = await aContainerInYard(client);
    const { advice_number } = await aPreAdvice(client, {
      truck: truck.license_plate,
      truck_driver_id: driver.id,
      purposes: [pickUp(number)],
    });
    await client.patch(`/containers/${number}`, { current_location_type: 'Other', current_location: null });
    const { status } = await gateIn({ pre_advice_number: advice_number, gate: 'G1' });
    const all = await refusals();
    expect([status, all]).toEqual([
      422,
      [
        {
          id: expect.any(Number),
          at: expect.any(String),
          action: 'gate_in',
          gate: { id: expect.any(Number), name: 'In 1' },
          truck: { id: truck.id, license_plate: truck.license_plate },
          truck_driver: {
            id: driver.id,
            fullname: 'Anneke Vroom',
            license_number: driver.license_number,
            name: 'Anneke Vroom',
          },
          pre_advice: { id: expect.any(Number), advice_number },
          appointment: null,
          reasons: [
            {
              code: 'departed',
              sentence: `Container ${number} has left the terminal.`,
              params: { container: number },
              container: { id: expect.any(Number), number },
              since: expect.any(String),
              until: null,
              source: { type: 'container_stay', id: expect.any(Number) },
              action: null,
            },
          ],
          user: { id: client.user_id, name: 'Tess Ter' },
        },
      ],
    ]);
    const { reasons } = (await client.get(`/containers/${number}/availability`)).body;
    expect(all[0].reasons).toEqual(reasons);
    const { truck_driver: shown, ...others } = all[0];
    expect(await eventOf(client, 'gate_refusal.created')).toMatchObject({
      data: { ...others, truck_driver: { id: shown.id } },
      subject: { type: 'gate_refusal', key: truck.license_plate },
    });
    expect((await client.delete(`/pre_advices/${advice_number}`)).status).toBe(200);
    expect((await refusals())[0].pre_advice).toEqual({ id: null, advice_number });
  });

  it('have every reason, of containers and of delivery orders', async () => {
    const { number } = await aContainerInYard(client);
    const bill = await aBill(client);
    const { number: delivery_order } = await aDeliveryOrder(client, { bill_of_lading: keyOf(bill) });
    const cargo = { cargo_type: 'general cargo' };
    const inside = await aVisitFor(client, [
      pickUp(number),
      { purpose_type: 'pick up', cargo, delivery_order },
    ]);
    await aHold(client, number);
    await aHold(client, number);
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${holdsOf(bill)}/${type.id}`);
    expect((await gateOut(client, inside.truck.license_plate)).status).toBe(400);
    const [kept] = await refusals();
    expect(kept).toMatchObject({
      action: 'gate_out',
      gate: null,
      truck: { license_plate: inside.truck.license_plate },
    });
    expect(kept.reasons.map(({ code, source }: Body) => [code, source.type])).toEqual([
      ['held', 'container_hold'],
      ['held', 'container_hold'],
      ['held_by_bill', 'bill_of_lading_hold'],
    ]);
    const { reasons } = (await client.get(`/truck_visits/${inside.id}/obstacles`)).body;
    expect(reasons).toMatchObject(kept.reasons);
  });

  it('tell of a gate-out the driver, the announcement, and the gate that it was to leave by', async () => {
    const { number } = await aContainerInYard(client);
    const { id, truck } = await aVisitFor(client, [pickUp(number)]);
    await aHold(client, number);
    const driver = await aTruckDriver(client);
    const update = { truck_driver_id: driver.id, out_gate: 'In 1' };
    expect((await client.patch(`/truck_visits/${id}`, update)).status).toBe(200);
    await gateOut(client, truck.license_plate);
    const [kept] = await refusals('&order=newest');
    expect(kept).toMatchObject({
      gate: { name: 'In 1' },
      truck_driver: { id: driver.id },
      pre_advice: { id: expect.any(Number) },
      appointment: null,
    });
  });

  it('know the appointment as the gate does, with spaces around its number', async () => {
    const { license_plate: truck } = await aTruck(client);
    const { id, number } = await anAppointment(client, { truck });
    await gateIn({ appointment_number: ` ${number} `, gate: 'Nowhere' });
    expect(await refusals()).toMatchObject([
      { appointment: { id, number }, truck: { license_plate: truck } },
    ]);
  });

  it('store unknown records by the sent name, and neither malformed nor forbidden requests', async () => {
    for (const body of [{ truck: 'no-such 1' }, { truck: 'no-such 1', gate: 'Nowhere' }]) await gateIn(body);
    expect(await refusals()).toMatchObject([
      { truck: { id: null, license_plate: 'no-such 1' }, gate: { name: 'In 1' }, truck_driver: null },
      { truck: { id: null, license_plate: 'no-such 1' }, gate: { id: null, name: 'Nowhere' } },
    ]);
    expect((await gateOut(client, 'NO-SUCH-2')).status).toBe(404);
    await gateIn({ pre_advice_number: 'NONE' });
    await gateIn({ appointment_number: 'NONE' });
    await gateIn({ appointment_id: 999_999 });
    expect(await refusals()).toHaveLength(6);
    for (const body of [{}, { truck: 5 }, { truck: 'X', gate: null }, { truck: 'X', truck_driver_id: 'x' }])
      expect((await gateIn(body)).status).toBe(422);
    await gateOut(client, 'NO-SUCH-2', { container_seals: 'X' });
    expect((await client.as('read').post('/truck_visits', { truck: 'X', gate: 'In 1' })).status).toBe(403);
    await aVisit(client);
    expect(await refusals()).toHaveLength(6);
    expect(await refusals('&truck=NOSUCH1')).toHaveLength(2);
    expect(await refusals('&truck=NO SUCH 2')).toMatchObject([{ action: 'gate_out' }]);
  });

  it('store nothing of a request that does not fit its Idempotency-Key', async () => {
    const { license_plate: truck } = await aTruck(client);
    const headers = { 'Idempotency-Key': 'gate-1' };
    const send = (body: object) => client.send('POST', '/truck_visits', { gate: 'In 1', ...body }, headers);
    expect((await send({ truck })).status).toBe(201);
    const { status, body } = await send({ truck: 'no-such 1' });
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    const packed = { 'Content-Encoding': 'gzip' };
    expect((await client.send('POST', '/truck_visits', { gate: 'In 1', truck }, packed)).status).toBe(415);
    expect(await refusals()).toEqual([]);
  });

  it('include those that lost a race', async () => {
    const { license_plate: truck } = await aTruck(client);
    const { number: booking } = await aBooking(client, { quantity: 1 });
    const answers = await timesAtOnce(service.current, 16, () => gateIn({ truck }), 5);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await refusals(`&truck=${encodeURIComponent(truck)}`)).toHaveLength(15);
    const empty = { cargo_type: 'container', container_status: 'empty' };
    const advices: Body[] = [];
    for (let at = 0; at < 4; at++)
      advices.push(
        await aPreAdvice(client, { purposes: [{ purpose_type: 'pick up', cargo: empty, booking }] }),
      );
    await atOnce(
      service.current,
      advices.map(
        ({ advice_number }) =>
          () =>
            gateIn({ pre_advice_number: advice_number }),
      ),
    );
    const lost = (await refusals()).slice(15);
    expect(lost.map(({ reasons }: Body) => reasons.map(({ code }: Body) => code))).toEqual(
      Array(3).fill(['quantity_reached']),
    );
  });

  it('are filtered by truck, gate and time, newest first, page by page, for their organization only', async () => {
    const truck = await aTruck(client);
    await aGate(client, { name: 'In 2' });
    for (const gate of ['In 1', 'In 2', 'In 2']) await gateIn({ truck: `NO ${gate}`, gate });
    await gateOut(client, truck.license_plate);
    const ids = async (query: string) => (await refusals(query)).map(({ id }: Body) => id);
    const [first, second, third, fourth] = await ids('');
    expect(await ids(`&truck=${truck.id}`)).toEqual([fourth]);
    for (const gate of ['In 1', 'G1']) expect(await ids(`&gate=${gate}`)).toEqual([first]);
    expect(await ids('&gate=In 2&order=newest')).toEqual([third, second]);
    const { at } = (await refusals())[2];
    for (const from of ['from', 'refused_from']) expect(await ids(`&${from}=${at}`)).toEqual([third, fourth]);
    for (const until of ['until', 'refused_until'])
      expect(await ids(`&${until}=${at}`)).toEqual([first, second, third]);
    expect((await client.get('/gate_refusals?per=2')).body.actions.next.url).toContain(`after=${second}`);
    expect((await client.get('/gate_refusals?from=x')).status).toBe(422);
    const strict = { Prefer: 'handling=strict' };
    const since = await client.send('GET', '/gate_refusals?updated_since=2000-01-01', undefined, strict);
    expect(since.body.code).toBe('unknown_parameter');
    const stranger = await service.current.organization();
    expect((await stranger.get('/gate_refusals')).body.gate_refusals).toEqual([]);
  });
});

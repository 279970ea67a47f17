import {
  aBill,
  aBooking,
  aChassis,
  aContainer,
  aContainerType,
  aGenset,
  aManifest,
  keyOf,
  shownContainer,
} from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointment,
  aPreAdvice,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aShippingLine, aTruck } from '../factories/parties';
import type { Body } from '../factories/record';

import { aTerminal, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { atOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const AWAY = { current_location_type: 'Other', current_location: null };

/** What a truck was announced for may have become wrong by the time it is at the gate. */
describe('gate-in checks again', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
  });

  const gateIn = ({ advice_number }: Body) =>
    client.post('/truck_visits', { gate: 'In 1', pre_advice_number: advice_number });
  const announce = (...purposes: object[]) => aPreAdvice(client, { purposes });
  const refused = async (advice: Body, sentence: string) => {
    const { status, body } = await gateIn(advice);
    expect([status, body.error]).toEqual([422, sentence]);
    expect((await client.get('/truck_visits?per=100')).body.truck_visits).toEqual([]);
  };
  const empty = { cargo_type: 'container', container_status: 'empty' };

  it('refuses a pick-up that has left, and lets the same pre-advice in later', async () => {
    const { number } = await aContainerInYard(client);
    const advice = await announce(pickUp(number));
    await client.patch(`/containers/${number}`, AWAY);
    await refused(advice, `Container '${number}' is not at the terminal.`);
    await aContainerInYard(client, {}).then(() =>
      client.patch(`/containers/${number}`, {
        current_location_type: 'YardArea',
        current_location: 'Block A',
      }),
    );
    expect((await gateIn(advice)).status).toBe(201);
  });

  it('refuses a drop-off that is here already, also by appointment', async () => {
    const cargo = await aNewContainer(client);
    const advice = await announce(dropOff(cargo));
    await aContainerInYard(client);
    const there = { current_location_type: 'YardArea', current_location: 'Block A' };
    await client.patch(`/containers/${cargo.container_number}`, there);
    await refused(advice, `Container '${cargo.container_number}' is at the terminal already.`);
    const other = await aNewContainer(client);
    const { number } = await anAppointment(client, { purposes: [dropOff(other)] });
    await client.patch(`/containers/${other.container_number}`, there);
    const { license_plate: truck } = await aTruck(client);
    const answer = await client.post('/truck_visits', { gate: 'In 1', appointment_number: number, truck });
    expect(answer.body).toMatchObject({
      error: `Container '${other.container_number}' is at the terminal already.`,
      errors: { appointment_number: [expect.any(String)] },
    });
  });

  it('gives every reason against the announcement', async () => {
    const [one, two] = [await aContainerInYard(client), await aContainerInYard(client)];
    const advice = await announce(pickUp(one.number), pickUp(two.number));
    for (const { number } of [one, two]) await client.patch(`/containers/${number}`, AWAY);
    const { status, body } = await gateIn(advice);
    const sentences = [one, two].map(({ number }) => `Container '${number}' is not at the terminal.`);
    expect([status, body]).toEqual([
      422,
      {
        error: sentences[0],
        code: 'container_not_at_terminal',
        params: { container: one.number },
        errors: { pre_advice_number: sentences },
        records: [one, two].map(({ number }) => ({ type: 'container', key: number })),
        reasons: [one, two].map(({ number }, at) => ({
          code: 'container_not_at_terminal',
          sentence: sentences[at],
          params: { container: number },
          field: 'pre_advice_number',
        })),
      },
    ]);
    const [{ reasons }] = (await client.get('/gate_refusals')).body.gate_refusals;
    expect(reasons.map(({ code }: Body) => code)).toEqual(['departed', 'departed']);
  });

  it('refuses a chassis that is elsewhere, unless the truck brings it', async () => {
    const { number: chassis_number } = await aChassis(client, AWAY);
    const chassis = { cargo_type: 'chassis', chassis_number };
    await refused(
      await announce({ purpose_type: 'pick up', cargo: chassis }),
      `Chassis '${chassis_number}' is not at the terminal.`,
    );
    const { number } = await aContainerInYard(client);
    const onChassis = { cargo: { ...pickUp(number).cargo, chassis_number } };
    await refused(
      await announce({ ...pickUp(number), ...onChassis }),
      `Chassis '${chassis_number}' is not at the terminal.`,
    );
    const cargo = await aNewContainer(client, { chassis_number });
    expect((await gateIn(await announce(dropOff(cargo), { ...pickUp(number), ...onChassis }))).status).toBe(
      201,
    );
    const here = await aChassis(client, { current_location_type: 'Gate', current_location: 'In 1' });
    const advice = await announce(dropOff({ cargo_type: 'chassis', chassis_number: here.number }));
    expect((await gateIn(advice)).body.error).toBe(`Chassis '${here.number}' is at the terminal already.`);
  });

  it.each([
    ['is cancelled', { cancelled: true }],
    ['has departed', { at_of_departure: '2026-01-02T00:00:00Z' }],
  ])('refuses both directions of a booking whose voyage %s', async (what, change) => {
    const { number: voyage } = await aVoyage(client);
    const { number: booking } = await aBooking(client, { voyage });
    const advices = [
      await announce(dropOff(await aNewContainer(client), { booking })),
      await announce({ purpose_type: 'pick up', cargo: empty, booking }),
    ];
    await client.patch(`/voyages/${voyage}`, { voyage: change });
    for (const advice of advices) await refused(advice, `Voyage '${voyage}' ${what}.`);
  });

  it('refuses containers of another line or type than the booking, also when they are named later', async () => {
    const [own, other] = [await aShippingLine(client), await aShippingLine(client)];
    const { code: type } = await aContainerType(client);
    const { number: booking } = await aBooking(client, { shipping_line: own.code, container_type: type });
    expect((await client.get(`/bookings/${booking}`)).body.booking.container_type.code).toBe(type);
    const ofLine = await aNewContainer(client, { container_type: type, shipping_line: other.code });
    await refused(
      await announce(dropOff(ofLine, { booking })),
      `Booking '${booking}' is for containers of shipping line '${own.code}', not '${other.code}'.`,
    );
    const ofType = await aNewContainer(client, { shipping_line: own.code });
    await refused(
      await announce(dropOff(ofType, { booking })),
      `Booking '${booking}' has no line for a ${ofType.container_type}.`,
    );
    const visit = await aVisitFor(client, [{ purpose_type: 'pick up', cargo: empty, booking }]);
    const wrong = await aContainerInYard(client, { container_status: 'empty', shipping_line: other.code });
    const path = `/interchanges/${visit.interchanges[0].id}`;
    expect((await client.patch(path, { container: wrong.number })).body.errors).toEqual({
      container: [
        `Booking '${booking}' is for containers of shipping line '${own.code}', not '${other.code}'.`,
      ],
    });
    const right = await aContainerInYard(client, { container_status: 'empty', container_type: type });
    expect((await client.patch(path, { container: right.number })).status).toBe(200);
  });

  it('fills a booking with what came and with what is on trucks inside, each direction by itself', async () => {
    const { number: booking } = await aBooking(client, { quantity: 2 });
    const full = async () => announce(dropOff(await aNewContainer(client), { booking }));
    const taken = () => announce({ purpose_type: 'pick up', cargo: empty, booking });
    const over = (direction: string) =>
      `Booking '${booking}' is for 2 containers, and as many were ${direction} or are at the gate.`;
    const { truck } = await aVisitFor(client, [dropOff(await aNewContainer(client), { booking })]);
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect((await gateIn(await full())).status).toBe(201);
    expect((await gateIn(await full())).body.error).toBe(over('received'));
    expect((await client.get(`/bookings/${booking}/receiving`)).body).toMatchObject({
      receives: false,
      received: 1,
      inside: 1,
      reasons: [{ code: 'quantity_reached', params: expect.any(Object) }],
    });
    const pair = await announce(...[1, 2].map(() => ({ purpose_type: 'pick up', cargo: empty, booking })));
    expect((await gateIn(pair)).status).toBe(201);
    expect((await gateIn(await taken())).body.error).toBe(over('released'));
    const three = await aBooking(client, { quantity: 1 });
    const two = [await aNewContainer(client), await aNewContainer(client)];
    const both = await announce(...two.map((cargo) => dropOff(cargo, { booking: three.number })));
    expect((await gateIn(both)).body.error).toMatch(/is for 1 container,/);
  });

  it('takes a booking quantity below the number received or released, and tells the excess, the larger of both', async () => {
    const { number } = await aBooking(client, { quantity: 3 });
    const exceeded = async (quantity: number | null) => {
      const { status, body } = await client.patch(`/bookings/${number}`, { quantity });
      expect([status, body.booking.quantity]).toEqual([200, quantity]);
      expect((await client.get(`/bookings?number=${number}`)).body.bookings).toEqual([body.booking]);
      return body.booking.exceeded_by as number | null;
    };
    const handOver = async (purpose: object) => {
      const { truck } = await aVisitFor(client, [purpose]);
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    };
    const take = () => handOver({ purpose_type: 'pick up', cargo: empty, booking: number });
    for (const _ of [1, 2]) await handOver(dropOff(await aNewContainer(client), { booking: number }));
    await take();
    await aVisitFor(client, [{ purpose_type: 'pick up', cargo: empty, booking: number }]);
    expect([await exceeded(3), await exceeded(2), await exceeded(1), await exceeded(0)]).toEqual([
      null,
      null,
      1,
      2,
    ]);
    expect(await exceeded(null)).toBeNull();
    for (const _ of [1, 2]) await take();
    expect(await exceeded(1)).toBe(2);
  });

  it('makes containers that are received for a booking depart with its voyage', async () => {
    const { number: voyage } = await aVoyage(client);
    const { number: booking } = await aBooking(client, { voyage });
    const cargo = await aNewContainer(client);
    const { truck } = await aVisitFor(client, [dropOff(cargo, { booking })], { gate: 'In 1' });
    const departs = async () => (await shownContainer(client, cargo.container_number)).departure_voyage;
    expect(await departs()).toBeNull();
    await gateOut(client, truck.license_plate);
    expect(await departs()).toMatchObject({ number: voyage });
  });

  it('moves a genset with its interchange', async () => {
    const genset = await aGenset(client);
    const cargo = await aNewContainer(client);
    const place = async () => (await client.get(`/gensets/${genset.number}`)).body.genset.current_location;
    const brought = await aVisitFor(client, [dropOff(cargo)], { gate: 'In 1' });
    await client.patch(`/interchanges/${brought.interchanges[0].id}`, { genset: genset.number });
    await gateOut(client, brought.truck.license_plate);
    expect(await place()).toBe('Gate: In 1');
    const taken = await aVisitFor(client, [pickUp(cargo.container_number)], { gate: 'In 1' });
    await client.patch(`/interchanges/${taken.interchanges[0].id}`, {
      genset: genset.number,
      completed: true,
    });
    expect(await place()).toBe('Other');
    await gateOut(client, taken.truck.license_plate, { left_without_container: true });
    expect(await place()).toBe('Gate: In 1');
    const feed = new Follower(client, 'types[]=genset.updated');
    const events = await eventually('three moves', async () => (await feed.read())[2] && feed.events);
    expect(events.map(({ changes }: Body) => changes.current_location)).toEqual([
      [null, 'Gate: In 1'],
      ['Gate: In 1', 'Other'],
      ['Other', 'Gate: In 1'],
    ]);
  });

  it.each([
    ['one container for each', 8],
    ['one container for all', 1],
  ])('answers 8 trucks that come at once, with %s, and none with 503', async (_what, containers) => {
    const cargos = await Promise.all(Array.from({ length: containers }, () => aNewContainer(client)));
    const advices = [];
    for (let at = 0; at < 8; at++) advices.push(await announce(dropOff(cargos[at % containers])));
    const interchanges_completed_at = new Date().toISOString();
    const answers = await atOnce(
      service.current,
      advices.map(
        ({ advice_number }) =>
          () =>
            client.post('/truck_visits', {
              gate: 'In 1',
              pre_advice_number: advice_number,
              interchanges_completed_at,
            }),
      ),
      5,
    );
    const passed = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => ![201, 422].includes(status))).toEqual([]);
    expect(passed).toHaveLength(containers);
  });

  it('lets in of 8 trucks at once as many as their booking has places', async () => {
    const { number: booking } = await aBooking(client, { quantity: 3 });
    const advices = [];
    for (let at = 0; at < 8; at++)
      advices.push(await announce(dropOff(await aNewContainer(client), { booking })));
    const answers = await atOnce(
      service.current,
      advices.map((advice) => () => gateIn(advice)),
      5,
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      201,
      201,
      ...Array<number>(5).fill(422),
    ]);
  });

  it('counts containers at a gate of the terminal of destination as there', async () => {
    const { id: discharge_destination_id, name: terminal } = await aTerminal(client);
    const { id, number: voyage } = await aVoyage(client, { discharge_destination_id });
    const bill = await aBill(client, await aManifest(client, { voyage_id: id }));
    const at = { current_location_type: 'Gate', current_location: 'In 1' };
    await aContainer(client, { bill_of_ladings: [keyOf(bill)], ...at });
    const counts = async () => {
      const path = `/voyages/${voyage}/bill_of_ladings/${encodeURIComponent(bill.number)}`;
      const { bill_of_lading } = (await client.get(path)).body;
      return [bill_of_lading.cargo_at_terminal_destination_count, bill_of_lading.cargo_at_terminal_count];
    };
    expect(await counts()).toEqual([0, 1]);
    expect((await client.patch('/gates/In 1', { terminal })).body.gate.terminal.name).toBe(terminal);
    expect(await counts()).toEqual([1, 1]);
  });
});

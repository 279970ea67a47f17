import {
  aBill,
  aBooking,
  aChassis,
  aContainer,
  aContainerType,
  aGenset,
  aManifest,
  aStay,
  holdsOf,
  keyOf,
  movementsOf,
  shownContainer,
  staysOf,
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
import { aHold, aHoldType } from '../factories/holds';
import { aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { inTurn, meanwhile } from '../setup/meanwhile';
import { useService } from '../setup/service';

/** What a clerk does at the gate beside the announced truck. */
describe('the gate desk', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
  });

  const visit = (body: object = {}) => aVisit(client, { gate: 'In 1', ...body });
  const visitFor = (purposes: object[], body: object = {}) =>
    aVisitFor(client, purposes, { gate: 'In 1', ...body });
  const done = () => ({ interchanges_completed_at: new Date().toISOString() });
  const path = ({ id }: Body, rest = '') => `/truck_visits/${id}/interchanges${rest}`;
  const add = (of: Body, body: object) => client.post(path(of), body);
  const types = async (about = '') =>
    (await client.get(`/events?per=500${about}`)).body.events.map(({ type }: Body) => type);
  /** Waits until there are events of a type, so many where that is given. */
  const given = (type: string, { about = '', times = 0 } = {}) =>
    eventually(type, async () => {
      const { length } = (await types(about)).filter((each: string) => each === type);
      return times ? length === times : length > 0;
    });

  describe('interchanges of a visit', () => {
    it('are refused with every reason, each at its field', async () => {
      const inside = await visit();
      const { number: voyage } = await aVoyage(client);
      const { number: booking } = await aBooking(client, { voyage });
      await client.put(`/voyages/${voyage}`, { voyage: { cancelled: true } });
      const { number: chassis } = await aChassis(client, { current_location_type: 'Other' });
      const cargo = { cargo_type: 'container', container_status: 'empty', chassis_number: chassis };
      const refused = await add(inside, { purpose_type: 'pick up', cargo, booking });
      expect(refused.body).toMatchObject({
        errors: {
          'cargo.chassis_number': [`Chassis '${chassis}' is not at the terminal.`],
          booking: [expect.stringContaining('cancelled')],
        },
        records: [
          { type: 'chassis', key: chassis },
          { type: 'voyage', key: voyage },
        ],
      });

      const { interchange } = (await add(inside, dropOff(await aNewContainer(client)))).body;
      const unknown = await client.put(`/interchanges/${interchange.id}`, {
        container: 'NOPU0000000',
        chassis: 'no-chassis',
        genset: 'no-genset',
      });
      expect([unknown.body.code, Object.keys(unknown.body.errors as object)]).toEqual([
        'unknown_reference',
        ['container', 'chassis', 'genset'],
      ]);
    });

    it('are added to a truck that nobody announced, listed, shown, and completed at gate-out', async () => {
      const inside = await visit();
      const cargo = await aNewContainer(client, { goods: 'Malt' });
      const brought = await add(inside, dropOff(cargo, { interchange: { seals: 'S1, S2', weight: 21000 } }));
      expect([brought.status, brought.body.interchange]).toMatchObject([
        201,
        {
          type: 'interchange_in',
          completed: false,
          truck_visit_id: inside.id,
          container: { number: cargo.container_number },
          seals: ['S1', 'S2'],
          weight: 21000,
          purpose: { purpose_type: 'drop off', cargo: cargo.container_number },
          reversed_at: null,
          reversed_by: null,
          reverse_reason: null,
        },
      ]);
      const { number } = await aContainerInYard(client);
      const { interchange } = (await add(inside, pickUp(number))).body;
      const list = (await client.get(path(inside, '?per=1'))).body;
      expect(list.interchanges).toEqual([brought.body.interchange]);
      expect(list.actions.next.url).toContain(`/truck_visits/${inside.id}/interchanges?`);
      expect((await client.get(path(inside, `/${interchange.id}`))).body).toEqual({ interchange });
      expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
      expect(await shownContainer(client, cargo.container_number)).toMatchObject({
        current_location: 'In 1',
        goods: 'Malt',
      });
      expect((await shownContainer(client, number)).current_location_type).toBe('Other');
      await given('interchange.created', { about: `&about=truck_visit:${inside.id}` });
    });

    it('follow the rules of pre-advice and gate-in', async () => {
      const inside = await visit();
      const { number: voyage } = await aVoyage(client);
      const { number: booking } = await aBooking(client, { voyage, quantity: 1 });
      const cargo = await aNewContainer(client);
      const refused = async (body: object, error: string | RegExp) => {
        const answer = await add(inside, body);
        expect([answer.status, answer.body.error]).toEqual([422, expect.stringMatching(error)]);
      };
      await refused({}, 'Purpose type is required; Cargo is required.');
      await refused(
        dropOff({ cargo_type: 'container', container_status: 'full' }),
        /Container number is required/,
      );
      await refused(pickUp('NOSU1234567'), /^Container 'NOSU1234567' is unknown\.$/);
      await refused(pickUp(cargo.container_number), /is unknown/);
      await refused(dropOff(cargo, { booking: 'NONE' }), /^Booking 'NONE' is unknown\.$/);
      const here = await aContainerInYard(client);
      await refused(
        dropOff({ ...cargo, container_number: here.number }),
        `^Container '${here.number}' is at the terminal already\\.$`,
      );
      expect((await add(inside, dropOff(cargo, { booking }))).status).toBe(201);
      await refused(dropOff(cargo), `^Container '${cargo.container_number}' is named twice\\.$`);
      await refused(dropOff(await aNewContainer(client), { booking }), /is for 1 container,/);
      await client.patch(`/voyages/${voyage}`, { voyage: { cancelled: true } });
      await refused(
        dropOff(await aNewContainer(client), { booking }),
        `^Voyage '${voyage}' is cancelled\\.$`,
      );
      expect((await client.get(path(inside))).body.interchanges).toHaveLength(1);
      await gateOut(client, inside.truck.license_plate);
      await refused(pickUp(here.number), `^Truck visit ${inside.id} is over already\\.$`);
      expect((await client.post('/truck_visits/999999/interchanges', pickUp(here.number))).status).toBe(404);
      expect((await client.get('/truck_visits/999999/interchanges')).status).toBe(404);
    });

    it('take a chassis along that the same truck brings, until another one has it', async () => {
      const { number: chassis_number } = await aChassis(client, { current_location_type: 'Other' });
      const inside = await visitFor([dropOff(await aNewContainer(client, { chassis_number }))]);
      const onChassis = async () => {
        const { cargo, ...rest } = pickUp((await aContainerInYard(client)).number);
        return { ...rest, cargo: { ...cargo, chassis_number } };
      };
      const sentence = `Chassis '${chassis_number}' is not at the terminal.`;
      expect((await add(await visit(), await onChassis())).body.error).toBe(sentence);
      const added = await add(inside, await onChassis());
      expect([added.status, added.body.interchange]).toMatchObject([
        201,
        { chassis: { number: chassis_number } },
      ]);
      expect((await gateOut(client, inside.truck.license_plate)).status).toBe(200);
      expect((await client.get(`/chassis/${chassis_number}`)).body.chassis.current_location_type).toBe(
        'Other',
      );
      expect((await add(await visit(), await onChassis())).body.error).toBe(sentence);
    });

    it('are changed while they are open: what is sent counts, and what was announced stays so', async () => {
      const [one, other] = [await aNewContainer(client), await aNewContainer(client)];
      const advice = await aPreAdvice(client, {
        purposes: [dropOff(one, { interchange: { seals: 'S1', weight: 1000 } })],
      });
      const inside = await visit({ pre_advice_number: advice.advice_number });
      const [{ id }] = inside.interchanges;
      const change = (body: object) => client.patch(path(inside, `/${id}`), body);
      const stays = async (number: string) => (await staysOf(client, number)).map(({ status }) => status);
      expect(await stays(one.container_number)).toEqual(['announced']);
      const { interchange } = (await change({ cargo: other, interchange: { seals: 'S9' } })).body;
      expect(interchange).toMatchObject({
        id,
        container: { number: other.container_number },
        seals: ['S9'],
        weight: 1000,
      });
      expect(await stays(one.container_number)).toEqual(['cancelled']);
      expect(await stays(other.container_number)).toEqual(['announced']);
      expect((await client.get(`/pre_advices/${advice.advice_number}`)).body.purposes).toMatchObject([
        { cargo: one.container_number },
      ]);
      const { number: booking } = await aBooking(client, { quantity: 1 });
      for (const body of [{ booking }, { booking, cargo: { goods: 'Malt' } }])
        expect((await change(body)).status).toBe(200);
      const chassis = await aChassis(client);
      await client.patch(`/interchanges/${id}`, { chassis: chassis.number });
      expect((await change({ interchange: null })).body.interchange).toMatchObject({
        seals: [],
        weight: null,
        purpose: { booking },
        chassis: { number: chassis.number },
      });
      expect((await change({ purpose_type: null })).body.error).toBe('Purpose type must not be null.');
      expect((await change({ cargo: { container_type: 'NONE' } })).body.error).toMatch(/'NONE' is unknown/);
      await gateOut(client, inside.truck.license_plate);
      expect((await shownContainer(client, other.container_number)).goods).toBe('Malt');
      expect((await change({ booking: null })).status).toBe(422);
      expect((await client.get(`/bookings/${booking}/receiving`)).body.received).toBe(1);
    });

    it('are deleted while they are open, announced ones as well', async () => {
      const cargo = await aNewContainer(client);
      const inside = await visitFor([dropOff(await aNewContainer(client))]);
      const { interchange } = (await add(inside, dropOff(cargo))).body;
      const remove = (id: number) => client.delete(path(inside, `/${id}`));
      expect((await remove(interchange.id)).body).toEqual({
        message: 'Interchange was successfully deleted.',
      });
      expect((await staysOf(client, cargo.container_number))[0]).toMatchObject({ status: 'cancelled' });
      expect((await remove(inside.interchanges[0].id)).status).toBe(200);
      expect((await remove(interchange.id)).status).toBe(404);
      await given('interchange.deleted');
      const { number } = await aContainerInYard(client);
      const taken = (await add(inside, pickUp(number))).body.interchange;
      await client.patch(`/interchanges/${taken.id}`, { completed: true });
      expect((await remove(taken.id)).body.error).toBe(
        `Interchange ${taken.id} is completed: take it back first.`,
      );
      await gateOut(client, inside.truck.license_plate);
      expect((await remove(taken.id)).status).toBe(422);
      for (const answer of [
        await remove(interchange.id),
        await client.patch(path(inside, `/${interchange.id}`), {}),
      ])
        expect([answer.status, answer.body.error]).toEqual([
          404,
          `Interchange ${interchange.id} was not found.`,
        ]);
    });

    it('take up a place of a booking with containers only', async () => {
      const inside = await visit();
      const { number: booking } = await aBooking(client, { quantity: 1 });
      const empty = { cargo_type: 'container', container_status: 'empty' };
      for (const container_status of [undefined, 'empty']) {
        const { number: chassis_number } = await aChassis(client);
        const cargo = { cargo_type: 'chassis', chassis_number, container_status };
        expect((await add(inside, { purpose_type: 'pick up', cargo, booking })).status).toBe(201);
      }
      expect((await add(inside, { purpose_type: 'pick up', cargo: empty, booking })).status).toBe(201);
      const full = await add(inside, { purpose_type: 'pick up', cargo: empty, booking });
      expect([full.status, full.body.code]).toEqual([422, 'quantity_reached']);
    });

    it('belong to their visit and organization, and are written with the role write', async () => {
      const [inside, other] = [await visit(), await visit()];
      const { number } = await aContainerInYard(client);
      const { interchange } = (await add(inside, pickUp(number))).body;
      const stranger = await service.current.organization();
      for (const [who, at, status] of [
        [client, path(other, `/${interchange.id}`), 404],
        [stranger, path(inside, `/${interchange.id}`), 404],
        [client.as('read'), path(inside, `/${interchange.id}`), 403],
      ] as const) {
        expect((await who.patch(at, {})).status).toBe(status);
        expect((await who.delete(at)).status).toBe(status);
        expect((await who.post(`${at}/reverse`, { reason: 'X' })).status).toBe(status);
      }
      expect((await stranger.get(path(inside))).status).toBe(404);
      expect((await client.as('read').get(path(inside))).status).toBe(200);
      expect((await client.as('write').delete(path(inside, `/${interchange.id}`))).status).toBe(200);
    });
  });

  describe('changing a visit', () => {
    it('corrects driver, comment and gate, and afterwards driver and comment', async () => {
      const inside = await visit();
      const change = (body: object) => client.patch(`/truck_visits/${inside.id}`, body);
      const driver = await aTruckDriver(client, { number: 'D-7' });
      expect(
        (await change({ truck_driver_number: 'D-7', comment: 'Late', out_gate: 'In 1' })).body,
      ).toMatchObject({
        id: inside.id,
        truck_driver: { id: driver.id },
      });
      for (const body of [
        { truck_driver_id: 999_999 },
        { truck_driver_license: 'NONE' },
        { out_gate: 'NONE' },
      ]) {
        const answer = await change(body);
        const [field] = Object.keys(body) as [string];
        expect([answer.status, answer.body.errors]).toEqual([
          422,
          { [field]: [expect.stringMatching(/is unknown/)] },
        ]);
      }
      const both = await change({ truck_driver_number: 'D-0', out_gate: 'NONE' });
      expect(Object.keys(both.body.errors).sort()).toEqual(['out_gate', 'truck_driver_number']);
      const named = { truck_driver_id: driver.id, truck_driver_number: 'D-7' };
      const license = (truck_driver_license: string) => change({ ...named, truck_driver_license });
      const otherwise = await license((await aTruckDriver(client)).license_number);
      expect([otherwise.status, otherwise.body]).toMatchObject([
        422,
        {
          code: 'invalid',
          errors: { truck_driver_license: ['must not name another driver than truck_driver_id'] },
        },
      ]);
      expect((await license(driver.license_number)).status).toBe(200);
      const inactive = await aTruckDriver(client, { active: false });
      expect((await change({ truck_driver_id: inactive.id })).body.error).toMatch(/is not active/);
      expect((await change({ truck_driver_id: null })).body.truck_driver).toBeNull();
      await gateOut(client, inside.truck.license_plate);
      expect((await change({ truck_driver_id: inactive.id, comment: 'He drove' })).status).toBe(200);
      expect((await change({ out_gate: 'In 1' })).body.errors).toHaveProperty('out_gate');
      expect((await client.patch('/truck_visits/999999', {})).status).toBe(404);
      expect((await client.as('read').patch(`/truck_visits/${inside.id}`, {})).status).toBe(403);
      await given('truck_visit.updated', { times: 3 });
    });

    it('takes no driver of another company than the truck', async () => {
      const [one, other] = [await aTruckingCompany(client), await aTruckingCompany(client)];
      const { license_plate: truck } = await aTruck(client, { trucking_company: one.code });
      const inside = await visit({ truck });
      const { id } = await aTruckDriver(client, { trucking_company: other.code });
      const inactive = await aTruckDriver(client, { trucking_company: other.code, active: false });
      const twice = await client.patch(`/truck_visits/${inside.id}`, { truck_driver_id: inactive.id });
      expect(twice.body.errors.truck_driver_id).toHaveLength(2);
      expect(twice.body.records).toEqual([{ type: 'truck_driver', key: inactive.license_number }]);
      for (let at = 0; at < 2; at++) {
        const answer = await client.patch(`/truck_visits/${inside.id}`, { truck_driver_id: id });
        expect([answer.status, answer.body.error]).toEqual([422, expect.stringMatching(/trucking company/)]);
        await gateOut(client, truck);
      }
    });
  });

  it.each<[string, (inside: Body) => ReturnType<Client['post']>]>([
    ['cancels it', ({ id }) => client.post(`/truck_visits/${id}/cancel`, { reason: 'Wrong terminal' })],
    ['adds to it', (inside) => add(inside, dropOff({ cargo_type: 'general cargo' }))],
    [
      'completes what it left open',
      ({ interchanges: [{ id }] }) => client.patch(`/interchanges/${id}`, { completed: true }),
    ],
  ])('finds a visit over that is ending while somebody %s', async (_what, change) => {
    const inside = await visitFor([dropOff({ cargo_type: 'general cargo' })]);
    const answers = await inTurn(service.current, [
      () => gateOut(client, inside.truck.license_plate, { reason_for_incomplete: 'Damaged' }),
      () => change(inside),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [422, 'visit_over'],
    ]);
  });

  describe('cancelling a visit', () => {
    const cancel = ({ id }: Body, reason: unknown = 'Wrong terminal') =>
      client.post(`/truck_visits/${id}/cancel`, { reason });

    it.each(['pre_advice', 'appointment'])('ends it, and lets its %s be used again', async (kind) => {
      const { license_plate: truck } = await aTruck(client);
      const cargo = await aNewContainer(client);
      const purposes = [dropOff(cargo)];
      const announced =
        kind === 'pre_advice'
          ? { pre_advice_number: (await aPreAdvice(client, { truck, purposes })).advice_number }
          : { appointment_number: (await anAppointment(client, { truck, purposes })).number };
      const inside = await visit(announced);
      const { status, body } = await cancel(inside);
      expect([status, body]).toMatchObject([
        200,
        {
          id: inside.id,
          gated_out_at: body.cancelled_at,
          cancelled_at: expect.any(String),
          cancelled_by: { id: client.user_id },
          cancel_reason: 'Wrong terminal',
          interchanges: [{ completed: false, container: { number: cargo.container_number } }],
        },
      ]);
      expect((await client.get(`/truck_visits/${inside.id}`)).body).toEqual(body);
      expect((await staysOf(client, cargo.container_number)).map((stay) => stay.status)).toEqual([
        'announced',
      ]);
      expect((await gateOut(client, truck)).body.error).toBe(`Truck '${truck}' is not at the terminal.`);
      const again = await visit(announced);
      expect(again.interchanges).toMatchObject([{ container: { number: cargo.container_number } }]);
      expect((await gateOut(client, truck)).status).toBe(200);
      expect((await shownContainer(client, cargo.container_number)).current_location).toBe('In 1');
      await given('truck_visit.cancelled', { about: `&about=truck_visit:${inside.id}` });
    });

    it('announces its cargo again, also when that was changed at the gate', async () => {
      const [one, other] = [await aNewContainer(client), await aNewContainer(client)];
      const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(one)] });
      const inside = await visit({ pre_advice_number: advice_number });
      const change = path(inside, `/${inside.interchanges[0].id}`);
      expect((await client.patch(change, { cargo: other })).status).toBe(200);
      const stays = async ({ container_number }: Body) =>
        (await staysOf(client, container_number)).map(({ status }) => status);
      expect(await stays(one)).toEqual(['cancelled']);
      expect((await cancel(inside)).status).toBe(200);
      expect([await stays(one), await stays(other)]).toEqual([['cancelled', 'announced'], ['cancelled']]);
      expect((await client.delete(`/pre_advices/${advice_number}`)).status).toBe(200);
      expect(await stays(one)).toEqual(['cancelled', 'cancelled']);
    });

    it('records an event of a container that begins anew, because it is announced again', async () => {
      const cargo = await aNewContainer(client, { goods: 'Tea' });
      const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(cargo)] });
      const inside = await visit({ pre_advice_number: advice_number });
      const number = cargo.container_number;
      await aStay(client, number);
      await allPublished(client);
      const feed = new Follower(client, 'after=latest&types[]=container.updated');
      await feed.read();
      expect((await cancel(inside)).status).toBe(200);
      expect((await staysOf(client, number)).map(({ status }) => status)).toEqual(['departed', 'announced']);
      await allPublished(client);
      expect(await feed.read()).toMatchObject([
        { subject: { key: number }, changes: { goods: ['Tea', null] } },
      ]);
    });

    it('leaves a pre-advice that can be deleted', async () => {
      const { advice_number } = await aPreAdvice(client, {
        purposes: [dropOff(await aNewContainer(client))],
      });
      const inside = await visit({ pre_advice_number: advice_number });
      expect((await client.delete(`/pre_advices/${advice_number}`)).status).toBe(422);
      expect((await cancel(inside)).status).toBe(200);
      expect((await client.delete(`/pre_advices/${advice_number}`)).status).toBe(200);
    });

    it('leaves an appointment that can be deleted, and goes on without it', async () => {
      const { license_plate: truck } = await aTruck(client);
      const { number } = await anAppointment(client, { truck });
      const inside = await visit({ appointment_number: number });
      expect(inside.appointment_number).toBe(number);
      expect((await client.delete(`/appointments/${number}`)).status).toBe(409);
      expect((await cancel(inside)).body.appointment_number).toBe(number);
      expect((await client.delete(`/appointments/${number}`)).status).toBe(200);
      expect((await client.get(`/truck_visits/${inside.id}`)).body.appointment_number).toBeNull();
    });

    it('leaves nothing to hand over', async () => {
      const { number } = await aContainerInYard(client);
      const inside = await visitFor([pickUp(number), dropOff(await aNewContainer(client))]);
      expect((await cancel(inside)).status).toBe(200);
      for (const { id } of inside.interchanges)
        for (const body of [{ completed: true }, { chassis: (await aChassis(client)).number }]) {
          const { status, body: answer } = await client.patch(`/interchanges/${id}`, body);
          expect([status, answer]).toMatchObject([
            422,
            {
              code: 'visit_over',
              params: expect.any(Object),
              error: `Truck visit ${inside.id} has been cancelled already.`,
            },
          ]);
        }
      expect((await shownContainer(client, number)).current_location).toBe('Block A');
    });

    it('needs a reason, and no completed hand-over', async () => {
      const { number } = await aContainerInYard(client);
      const inside = await visitFor([pickUp(number)], done());
      for (const body of [
        {},
        { reason: null },
        { reason: '' },
        { reason: ' ' },
        { reason: 5 },
        { reason: {} },
        { reason: 'x'.repeat(5001) },
      ])
        expect((await client.post(`/truck_visits/${inside.id}/cancel`, body)).body.errors).toHaveProperty(
          'reason',
        );
      expect((await cancel(inside)).body.error).toBe(
        `Truck visit ${inside.id} has completed interchanges: take them back first.`,
      );
      const [{ id }] = inside.interchanges;
      const reason = 'x'.repeat(5000);
      expect((await client.post(path(inside, `/${id}/reverse`), { reason })).status).toBe(200);
      const cancelled = await client.post(`/truck_visits/${inside.id}/cancel`, { reason });
      expect([cancelled.status, cancelled.body.cancel_reason]).toEqual([200, reason]);
      expect((await cancel(inside)).body.error).toBe(`Truck visit ${inside.id} has been cancelled already.`);
      const over = await visit();
      await gateOut(client, over.truck.license_plate);
      expect((await cancel(over)).body.error).toBe(`Truck visit ${over.id} is over already.`);
      expect((await client.post('/truck_visits/999999/cancel', { reason: 'X' })).status).toBe(404);
      expect((await client.as('read').post(`/truck_visits/${over.id}/cancel`, { reason: 'X' })).status).toBe(
        403,
      );
      const stranger = await service.current.organization();
      expect((await stranger.post(`/truck_visits/${over.id}/cancel`, { reason: 'X' })).status).toBe(404);
    });
  });

  describe('taking an interchange back', () => {
    const reverse = (of: Body, at = 0, reason: unknown = 'Wrong box') =>
      client.post(path(of, `/${of.interchanges[at].id}/reverse`), { reason });

    /** Everything that is known of these containers, chassis and gensets, of bills and bookings. */
    async function state(names: Record<string, string>): Promise<unknown> {
      const { container = '', chassis, genset, bill, voyage, booking } = names;
      const shown = async (of: string) => (await client.get(of)).body;
      const { updated_at: _, ...known } = await shownContainer(client, container);
      return {
        known,
        stays: (await staysOf(client, container)).map(
          ({ dwell_seconds: _1, updated_at: _2, ...stay }) => stay,
        ),
        holds: await shown(`/containers/${container}/holds`),
        chassis: chassis && (await shown(`/chassis/${chassis}`)).chassis.current_location,
        genset: genset && (await shown(`/gensets/${genset}`)).genset.current_location,
        bill: bill && (await shown(`/voyages/${voyage}/bill_of_ladings/${bill}`)).bill_of_lading,
        receiving: booking && (await shown(`/bookings/${booking}/receiving`)),
      };
    }

    it('leaves a chassis and a genset at a place that was set after the hand-over', async () => {
      const place = { current_location_type: 'Other' };
      const { number: before } = await aChassis(client);
      const inside = await visitFor(
        [dropOff(await aNewContainer(client, { chassis_number: before }))],
        done(),
      );
      const [chassis, genset] = [await aChassis(client, place), await aGenset(client, place)];
      const [{ id }] = inside.interchanges;
      for (let twice = 0; twice < 2; twice++)
        await client.patch(`/interchanges/${id}`, { chassis: chassis.number, genset: genset.number });
      expect((await reverse(inside)).status).toBe(200);
      const shown = (await client.get(`/chassis/${chassis.number}`)).body.chassis;
      expect(shown.current_location_type).toBe('Other');
      expect((await client.get(`/gensets/${genset.number}`)).body.genset.current_location).toBe('Other');
    });

    it.each(['inside', 'out'])(
      'restores everything that a drop-off changed, with the truck %s',
      async (where) => {
        const { number: voyage } = await aVoyage(client);
        const { number: booking } = await aBooking(client, { voyage });
        const [chassis, genset] = [await aChassis(client), await aGenset(client)];
        const known = await client.create('/containers', {
          number: 'WHAU7654321',
          container_status: 'empty',
          goods: 'Old',
          seals: ['OLD'],
        });
        const cargo = await aNewContainer(client, {
          container_number: known.container.number,
          container_usage: 'export',
          chassis_number: chassis.number,
          goods: 'Malt',
          weight: 9000,
        });
        const inside = await visitFor([dropOff(cargo, { booking, interchange: { seals: 'S1' } })]);
        await client.patch(`/interchanges/${inside.interchanges[0].id}`, { genset: genset.number });
        const names = {
          container: cargo.container_number,
          chassis: chassis.number,
          genset: genset.number,
          booking,
        };
        const before = await state(names);
        if (where === 'out')
          await gateOut(client, inside.truck.license_plate, {
            container_seals: [{ container_number: cargo.container_number, seal: 'S2' }],
          });
        else await client.patch(`/interchanges/${inside.interchanges[0].id}`, { completed: true });
        await aHold(client, cargo.container_number);
        const [{ id }] = (await client.get(`/containers/${cargo.container_number}/holds`)).body.holds;
        expect(await state(names)).toMatchObject({
          known: { goods: 'Malt', departure_voyage: { number: voyage } },
        });
        const { body } = await reverse(inside);
        expect(body.interchange).toMatchObject({
          completed: false,
          completed_at: null,
          seals: ['S1'],
          reversed_at: expect.any(String),
          reversed_by: { id: client.user_id },
          reverse_reason: 'Wrong box',
        });
        await service.current.query('DELETE FROM container_holds WHERE id = $1', [id]);
        const after = (await state(names)) as Body;
        if (where === 'out') {
          // nobody brings it any more
          expect(after.stays).toMatchObject([{ status: 'cancelled' }]);
          expect(after.known).toMatchObject({ current_location_type: null });
        } else expect(after).toEqual(before);
        expect(await movementsOf(client, cargo.container_number)).toMatchObject([
          { movement_type: 'gate_in', to: 'Gate: In 1' },
          { movement_type: 'reversal', from: 'Gate: In 1', to: null, truck_visit_id: inside.id },
        ]);
        await given('interchange.reversed');
      },
    );

    it('is refused while another truck inside wants the container, and not once that one has left', async () => {
      const cargo = await aNewContainer(client);
      const first = await visitFor([dropOff(cargo)], done());
      const second = await visitFor([pickUp(cargo.container_number)]);
      const { status, body } = await reverse(first);
      expect([status, body.code, body.error]).toEqual([
        422,
        'container_on_visit',
        `Container '${cargo.container_number}' is on truck visit ${second.id} already.`,
      ]);
      expect(await movementsOf(client, cargo.container_number)).toHaveLength(1);
      await client.post(`/truck_visits/${second.id}/cancel`, { reason: 'X' });
      expect((await reverse(first)).status).toBe(200);
    });

    it.each(['inside', 'out'])(
      'restores everything that a pick-up changed, with the truck %s',
      async (where) => {
        const { number: voyage, id } = await aVoyage(client);
        const bill = await aBill(client, await aManifest(client, { voyage_id: id }));
        const { number } = await aContainerInYard(client, {
          usage: 'import',
          seals: ['S0'],
          bill_of_ladings: [keyOf(bill)],
        });
        const names = { container: number, voyage, bill: encodeURIComponent(bill.number) };
        const before = await state(names);
        const inside = await visitFor([pickUp(number)], where === 'inside' ? done() : {});
        if (where === 'out') {
          const container_seals = [{ container_number: number, seal: 'S9' }];
          await gateOut(client, inside.truck.license_plate, { container_seals });
          expect((await shownContainer(client, number)).seals).toEqual(['S0', 'S9']);
        }
        const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
        await client.put(`${holdsOf(bill)}/${type.id}`);
        expect((await reverse(inside)).status).toBe(200);
        await client.delete(`${holdsOf(bill)}/${type.id}`, { hold: { reference_number: 'R' } });
        expect(await state(names)).toEqual(before);
        if (where === 'inside')
          await gateOut(client, inside.truck.license_plate, { left_without_container: true });
        const second = await visitFor([pickUp(number)]);
        expect((await gateOut(client, second.truck.license_plate)).status).toBe(200);
      },
    );

    it('is refused for what is open, has moved since or is announced again, and without a reason', async () => {
      const { number } = await aContainerInYard(client);
      const open = await visitFor([pickUp(number)]);
      expect((await reverse(open)).body.error).toBe(
        `Interchange ${open.interchanges[0].id} is not completed.`,
      );
      await gateOut(client, open.truck.license_plate);
      for (const reason of [null, '', ' '])
        expect((await reverse(open, 0, reason)).body.errors).toHaveProperty('reason');
      const sentence = `Container '${number}' has moved since, or is announced again: it cannot be taken back.`;
      const back = await aPreAdvice(client, {
        purposes: [dropOff({ cargo_type: 'container', container_status: 'empty', container_number: number })],
      });
      expect((await reverse(open)).body.error).toBe(sentence);
      await client.delete(`/pre_advices/${back.advice_number}`);
      await client.patch(`/containers/${number}`, {
        current_location_type: 'TrainVisit',
        current_location: '7',
      });
      expect((await reverse(open)).body.error).toBe(sentence);
    });

    it('leaves a container where another truck has taken it meanwhile', async () => {
      const { id, number } = await aContainerInYard(client);
      const inside = await visitFor([pickUp(number)], done());
      const { status } = await meanwhile(
        service.current,
        `UPDATE containers SET current_location_type = 'TrainVisit', current_location_id = 7
         WHERE organization_id = $1 AND id = $2`,
        [client.organization_id, id],
        () => reverse(inside),
      );
      expect([status, (await shownContainer(client, number)).current_location_type]).toEqual([
        422,
        'TrainVisit',
      ]);
    });

    it('puts no container back into one that is in it by now', async () => {
      const [{ number }, outer, middle] = [
        await aContainer(client),
        await aContainer(client),
        await aContainer(client),
      ];
      const into = (which: string, other: string) =>
        client.patch(`/containers/${which}`, {
          current_location_type: 'Container',
          current_location: other,
        });
      await into(number, outer.number);
      const cargo = { cargo_type: 'container', container_status: 'full', container_number: number };
      const inside = await visitFor([dropOff(cargo)], done());
      await into(middle.number, number);
      expect((await into(outer.number, middle.number)).status).toBe(200);
      expect((await reverse(inside)).status).toBe(200);
      const { current_location_type, current_location } = await shownContainer(client, number);
      expect([current_location_type, current_location]).toEqual(['Container', null]);
    });

    it('puts a chassis back that went alone, unless it has gone elsewhere', async () => {
      const chassis = await aChassis(client, { current_location_type: 'Gate', current_location: 'In 1' });
      const alone = {
        purpose_type: 'pick up',
        cargo: { cargo_type: 'chassis', chassis_number: chassis.number },
      };
      const inside = await visitFor([alone], done());
      expect((await reverse(inside)).status).toBe(200);
      const shown = async () =>
        (await client.get(`/chassis/${chassis.number}`)).body.chassis.current_location;
      expect(await shown()).toBe('In 1');
      await gateOut(client, inside.truck.license_plate);
      await client.patch(`/chassis/${chassis.number}`, {
        current_location_type: 'Port',
        current_location: null,
      });
      expect((await reverse(inside)).body.error).toMatch(/^Chassis '.*' has moved since/);
    });

    it('keeps facts that were changed since', async () => {
      const cargo = await aNewContainer(client, { goods: 'Malt' });
      const inside = await visitFor([dropOff({ ...cargo, goods: undefined })]);
      await client.patch(`/interchanges/${inside.interchanges[0].id}`, { completed: true });
      await client.patch(`/containers/${cargo.container_number}`, { goods: 'Hops' });
      await reverse(inside);
      expect((await shownContainer(client, cargo.container_number)).goods).toBe('Hops');
    });

    it('drops facts whose records were deleted since', async () => {
      const [before, after] = [await aBooking(client), await aBooking(client)];
      const type = await aContainerType(client);
      const { number } = await aContainer(client, { booking: before.number, container_type: type.code });
      const inside = await visitFor(
        [dropOff({ ...(await aNewContainer(client)), container_number: number }, { booking: after.number })],
        done(),
      );
      for (const gone of [`/bookings/${before.number}`, `/container_types/${type.code}`])
        expect((await client.delete(gone)).status).toBe(200);
      expect((await reverse(inside)).status).toBe(200);
      const { booking, container_type } = await shownContainer(client, number);
      expect([booking, container_type]).toEqual([null, null]);
    });
  });
});

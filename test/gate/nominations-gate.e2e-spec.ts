import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { aBooking, keyOf } from '../factories/cargo';
import { anAppointment, aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import { stayParties } from '../factories/interests';
import { codeOf, EST, FORWARDER, FRG, LINE, NominationWorld, NUMBER, OTHER } from '../factories/nominations';
import { aTruck, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { atOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('nominations at the gate', () => {
  const service = useService();
  let client: Client;
  let owner: Client;
  let bill: Body;
  let world: NominationWorld;
  const nominated = (by: Client, body: object) => world.nominated(by, body);
  const passedOn = (body: object) => world.passedOn(body);
  const statusOf = (nomination: Body) => world.statusOf(nomination);
  const revoke = (by: Client, nomination: Body) => world.revoke(by, nomination);
  const given = (type: string, by?: Client) => world.told(type, by);
  const interests = (number?: string) => world.interests(number);

  beforeEach(async () => {
    world = await NominationWorld.of(service.current);
    ({ client, owner, bill } = world);
  });

  describe('where release needs them', () => {
    beforeEach(() => client.patch('/organization', { release_needs_nomination: true }));

    it('let the last of the chain in, and nobody else', async () => {
      const come = async (truck: string) => {
        const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(NUMBER)] });
        return client.post('/truck_visits', {
          ...(await gateFor()),
          pre_advice_number: advice_number,
        });
      };
      expect(codeOf(await come('EST-1'))).toEqual([
        422,
        'nomination_missing',
        `Estuary Haulage is not nominated for container ${NUMBER}.`,
      ]);
      await nominated(owner, { to: EST });
      expect(codeOf(await come('FRG-1'))).toEqual([
        422,
        'nomination_missing',
        `Other Haulage is not nominated for container ${NUMBER}.`,
      ]);
      expect((await come('EST-1')).status).toBe(201);
    });

    it('keep the desk from adding what the haulier is not nominated for', async () => {
      await nominated(owner, { to: EST });
      await passedOn({ container: OTHER, from: LINE, to: FRG });
      const visit = await aVisit(client, { truck: 'EST-1' });
      const add = (number: string) => client.post(`/truck_visits/${visit.id}/interchanges`, pickUp(number));
      const refused = await add(OTHER);
      expect(codeOf(refused)).toEqual([
        422,
        'nomination_missing',
        `Estuary Haulage is not nominated for container ${OTHER}.`,
      ]);
      expect(refused.body.errors).toHaveProperty(['cargo.container_number']);
      const added = await add(NUMBER);
      expect(added.status).toBe(201);
      const path = `/truck_visits/${visit.id}/interchanges/${added.body.interchange.id}`;
      expect(codeOf(await client.patch(path, { cargo: { container_number: OTHER } }))[1]).toBe(
        'nomination_missing',
      );
      expect((await client.patch(path, { cargo: { container_number: NUMBER } })).status).toBe(200);
      const ownTruck = await aVisit(client, { truck: (await aTruck(client)).license_plate });
      expect(codeOf(await client.post(`/truck_visits/${ownTruck.id}/interchanges`, pickUp(OTHER)))[1]).toBe(
        'nomination_missing',
      );
    });

    it('count for a container before its bill, and for a bill before the booking', async () => {
      const booking = await aBooking(client, { shipping_line: LINE.key });
      await client.patch(`/containers/${NUMBER}`, { booking: booking.number });
      const may = async (by: typeof EST) =>
        (await (await limitedTo(client, by)).get(`/containers/${NUMBER}/availability`)).body.nominated;
      const both = async () => [await may(EST), await may(FRG)];
      await passedOn({ booking: booking.number, from: LINE, to: FRG });
      expect(await may(FRG)).toBe(true);
      const ofBill = await nominated(owner, { bill_of_lading: keyOf(bill), to: EST });
      expect(await both()).toEqual([true, false]);
      const ofContainer = await nominated(owner, { to: FRG });
      expect(await both()).toEqual([false, true]);
      const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
      const come = async () =>
        codeOf(
          await client.post('/truck_visits', { ...(await gateFor()), pre_advice_number: advice_number }),
        );
      expect((await come())[1]).toBe('nomination_missing');
      await revoke(owner, ofContainer);
      expect(await both()).toEqual([true, false]);
      expect((await come())[0]).toBe(201);
      expect(codeOf(await revoke(owner, ofBill))[1]).toBe('nomination_in_use');
    });

    it('keep a truck inside whose right is gone, and are used when it leaves with it', async () => {
      const nomination = await nominated(owner, { to: EST });
      const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
      const visit = await aVisit(client, { pre_advice_number: advice_number });
      expect(codeOf(await revoke(owner, nomination))).toEqual([
        409,
        'nomination_in_use',
        'A truck is inside for it.',
      ]);
      await service.current.query(
        `UPDATE nominations SET to_party_id = (
           SELECT p.id FROM parties p JOIN trucking_companies c ON c.organization_id = p.organization_id
             AND c.id = p.trucking_company_id WHERE p.organization_id = $1 AND c.code = 'FRG') WHERE organization_id = $1`,
        [client.organization_id],
      );
      expect(codeOf(await gateOut(client, 'EST-1'))).toEqual([
        400,
        'nomination_missing',
        `Estuary Haulage is not nominated for container ${NUMBER}.`,
      ]);
      const { body } = await client.get(`/truck_visits/${visit.id}/obstacles`);
      expect([body.may_leave, body.reasons.map(({ code }: Body) => code)]).toEqual([
        false,
        ['nomination_missing'],
      ]);
      await service.current.query(
        `UPDATE nominations SET to_party_id = (
           SELECT p.id FROM parties p JOIN trucking_companies c ON c.organization_id = p.organization_id
             AND c.id = p.trucking_company_id WHERE p.organization_id = $1 AND c.code = 'EST') WHERE organization_id = $1`,
        [client.organization_id],
      );
      expect((await gateOut(client, 'EST-1')).status).toBe(200);
      expect(await statusOf(nomination)).toBe('used');
      expect(codeOf(await revoke(owner, nomination))).toEqual([
        409,
        'nomination_over',
        `Nomination ${nomination.number} is used.`,
      ]);
      const noticing = service.current.app.get(NominationExpiryService);
      await Promise.all([noticing.noticeAll(), noticing.noticeAll()]);
      expect(await given('used')).toEqual([nomination.number]);
      // whoever collected it keeps its interest
      expect(await interests()).toHaveLength(1);
      const [interchange] = (await client.get(`/truck_visits/${visit.id}/interchanges`)).body.interchanges;
      const path = `/truck_visits/${visit.id}/interchanges/${interchange.id}/reverse`;
      expect((await client.post(path, { reason: 'Wrong truck' })).status).toBe(200);
      expect(await statusOf(nomination)).toBe('active');
      expect(await interests()).toHaveLength(1);
    });

    it('are free again when the visit that came for them is cancelled', async () => {
      const nomination = await nominated(owner, { to: EST });
      const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
      const visit = await aVisit(client, { pre_advice_number: advice_number });
      expect(codeOf(await revoke(owner, nomination))[1]).toBe('nomination_in_use');
      const cancelled = await client.post(`/truck_visits/${visit.id}/cancel`, { reason: 'Wrong truck' });
      expect(codeOf(cancelled)[0]).toBe(200);
      expect(await statusOf(nomination)).toBe('active');
      expect((await revoke(owner, nomination)).status).toBe(200);
    });

    it('were not used by a hand-over that was taken back', async () => {
      const nomination = await nominated(owner, { to: EST });
      const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
      const visit = await aVisit(client, { pre_advice_number: advice_number });
      expect((await gateOut(client, 'EST-1')).status).toBe(200);
      const [{ id }] = (await client.get(`/truck_visits/${visit.id}/interchanges`)).body.interchanges;
      const path = `/truck_visits/${visit.id}/interchanges/${id}/reverse`;
      expect((await client.post(path, { reason: 'Wrong truck' })).status).toBe(200);
      expect(await statusOf(nomination)).toBe('active');
      await client.patch(`/containers/${NUMBER}`, { current_location_type: 'Other' });
      expect(await statusOf(nomination)).toBe('ended');
    });

    it('are needed for imports alone, and only while release needs them', async () => {
      const come = async (number: string, truck: string) => {
        const { advice_number } = await aPreAdvice(client, { truck, purposes: [pickUp(number)] });
        return client.post('/truck_visits', { ...(await gateFor()), pre_advice_number: advice_number });
      };
      await client.patch(`/containers/${OTHER}`, { usage: 'export' });
      expect((await come(OTHER, 'FRG-1')).status).toBe(201);
      expect(codeOf(await come(NUMBER, 'EST-1'))[1]).toBe('nomination_missing');
      await client.patch('/organization', { release_needs_nomination: false });
      expect((await come(NUMBER, 'EST-1')).status).toBe(201);
      expect((await gateOut(client, 'EST-1')).status).toBe(200);
    });

    it('are revoked or used when both happen at once, and the other is shown', async () => {
      const nomination = await nominated(owner, { to: EST });
      const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(NUMBER)] });
      const gate = await gateFor();
      const [came, revoked] = await atOnce(service.current, [
        () => client.post('/truck_visits', { ...gate, pre_advice_number: advice_number }),
        () => revoke(owner, nomination),
      ]);
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([came.status, revoked.status]);
      expect([came.body.code, revoked.body.code]).toContain(
        came.status === 201 ? 'nomination_in_use' : 'nomination_missing',
      );
    });
  });

  /** A gate for a gate-in. */
  async function gateFor() {
    const name = `In ${Math.random()}`;
    await client.create('/gates', { name });
    return { gate: name };
  }

  describe('of hauliers that announce', () => {
    const announced = (by: Client, list = 'appointments', purposes = [pickUp(NUMBER)]) =>
      by.post(`/${list}`, { truck: 'EST-1', purposes });

    it('let them name the container, which a bill does not', async () => {
      const est = await limitedTo(client, EST);
      const purposes = [pickUp(NUMBER, { bill_of_lading: bill.number })];
      for (const list of ['appointments', 'pre_advices'])
        expect(codeOf(await announced(est, list, purposes))).toEqual([
          422,
          'pick_up_not_allowed',
          `Container '${NUMBER}' cannot be collected with what you named. Its trucking company has to be nominated for it.`,
        ]);
      const nomination = await nominated(owner, { to: FORWARDER });
      await passedOn({ from: FORWARDER, to: EST });
      expect((await announced(est, 'pre_advices')).status).toBe(201);
      await revoke(owner, nomination);
      expect((await announced(est)).status).toBe(422);
      expect(await interests()).toEqual([]);
      expect((await stayParties(client)).filter((line) => line.includes('announcement'))).toEqual([]);
    });

    it('that fall give the place back', async () => {
      await client.create('/appointment_plans', {
        weekday: 1,
        from: '08:00',
        until: '09:00',
        slot_minutes: 60,
        capacity: 1,
      });
      const est = await limitedTo(client, EST);
      const nomination = await nominated(owner, { to: EST });
      const slots = async () =>
        (await client.get('/appointment_slots?from=2099-01-05&until=2099-01-06')).body.appointment_slots;
      const [slot] = await slots();
      const booked = await est.post('/appointments', {
        truck: 'EST-1',
        starts_at: slot.starts_at,
        purposes: [pickUp(NUMBER)],
      });
      expect(codeOf(booked)[0]).toBe(201);
      expect(await slots()).toMatchObject([{ booked: 1, available: 0 }]);
      await revoke(owner, nomination);
      expect(await slots()).toMatchObject([{ booked: 0, available: 1 }]);
    });

    it('that fall leave what is for other containers as well', async () => {
      const est = await limitedTo(client, EST);
      const nomination = await nominated(owner, { to: EST });
      await passedOn({ container: OTHER, from: LINE, to: EST });
      const made = (await announced(est, 'appointments', [pickUp(NUMBER), pickUp(OTHER)])).body.appointment;
      await revoke(owner, nomination);
      const { body } = await client.get(`/appointments/${made.number}`);
      expect(body.appointment.status).toBe('booked');
      expect((await est.get(`/containers/${NUMBER}`)).status).toBe(404);
      expect((await est.get(`/containers/${OTHER}`)).status).toBe(200);
    });

    it('that fall cancel appointments that were for it alone', async () => {
      const est = await limitedTo(client, EST);
      const nomination = await nominated(owner, { to: EST });
      const alone = (await announced(est)).body.appointment.number;
      await client.post(`/appointments/${alone}/cancel`, { reason: 'again' });
      const again = (await announced(est)).body.appointment.number;
      const other = await anAppointment(client, { truck: 'FRG-1', purposes: [pickUp(OTHER)] });
      await revoke(owner, nomination);
      const shown = async (number: string) => (await client.get(`/appointments/${number}`)).body.appointment;
      expect(await shown(again)).toMatchObject({ status: 'cancelled', cancel_reason: 'Nomination revoked.' });
      expect(await shown(other.number as string)).toMatchObject({ status: 'booked' });
      expect(await stayParties(client)).not.toContainEqual(expect.stringContaining('EST'));
    });
  });
});

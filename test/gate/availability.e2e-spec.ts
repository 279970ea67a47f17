import { anInvoice } from '../factories/billing';
import { aBill, aBooking, aContainer, aDeliveryOrder, aManifest, holdsOf, keyOf } from '../factories/cargo';
import {
  aRivalVisitFor,
  aContainerInYard,
  aGate,
  anAppointment,
  aNewContainer,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold, aHoldType, letLiftsPass, lift } from '../factories/holds';
import type { Body } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { STATES } from '../setup/states';

const AWAY = { current_location_type: 'Other', current_location: null };
/** How many organizations share out the random states in which the gate and the answer are compared. */
const SHARES = 10;

describe('availability', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  beforeEach(async () => {
    client = await service.current.organization();
    gate = (await aGate(client)).name;
  });

  const of = async (number: string) =>
    (await client.as('read').get(`/containers/${number}/availability`)).body;
  const codes = async (number: string) =>
    (await of(number)).reasons.map(({ code }: { code: string }) => code);

  it('is given for a container in the yard, with the visit that comes for it', async () => {
    const { number, id } = await aContainerInYard(client);
    const appointment = await anAppointment(client, { purposes: [pickUp(number)] });
    expect(await of(number.toLowerCase())).toEqual({
      container: { id, number },
      available: true,
      reasons: [],
      holds: [],
      warnings: [],
      holds_lifted_for_a_time: [],
      location: { type: 'YardArea', id: expect.any(Number), name: 'Block A' },
      stay: {
        id: expect.any(Number),
        number: 1,
        status: 'here',
        in_at: expect.any(String),
        out_at: null,
      },
      expected: null,
      announced: {
        pre_advice: null,
        appointment: { id: appointment.id, number: appointment.number },
        truck_visit: null,
      },
      appointment_needed: false,
      buried_by: 0,
      released_by: null,
      released_until: null,
      last_free_day: null,
      paid_through: null,
      charges_due: false,
      needs: [],
      as_of: expect.any(String),
    });
  });

  it('tells of a container that is not here whether it is to come or has left', async () => {
    const { number: voyage } = await aVoyage(client, { et_of_berth: '2099-01-02T03:00:00Z' });
    const coming = await aContainer(client, { arrival_voyage: voyage });
    await aBill(client).then((bill) =>
      client.patch(`/containers/${coming.id}`, { bill_of_ladings: [keyOf(bill)] }),
    );
    const shown = await of(coming.number);
    expect(shown).toMatchObject({
      available: false,
      reasons: [{ code: 'not_arrived', until: '2099-01-02T03:00:00.000Z' }],
      expected: { voyage: { number: voyage }, estimated_time: '2099-01-02T03:00:00.000Z' },
    });
    const left = await aContainerInYard(client);
    await client.patch(`/containers/${left.id}`, AWAY);
    expect((await of(left.number)).reasons).toMatchObject([
      { code: 'departed', since: expect.any(String), source: { type: 'container_stay' } },
    ]);
    expect((await client.get('/containers/NOSU0000000/availability')).status).toBe(404);
  });

  it('expects nothing with a voyage that is cancelled', async () => {
    const { number: voyage } = await aVoyage(client, { et_of_berth: '2099-01-02T03:00:00Z' });
    const bill = await aBill(client);
    const { number } = await aContainer(client, { arrival_voyage: voyage, bill_of_ladings: [keyOf(bill)] });
    expect((await of(number)).expected.voyage).toMatchObject({ number: voyage });
    await client.patch(`/voyages/${voyage}`, { voyage: { cancelled: true } });
    expect(await of(number)).toMatchObject({
      reasons: [{ code: 'not_arrived', until: null }],
      expected: null,
    });
  });

  it('expects a container with the voyage of the manifest of its bill, unless it is an export', async () => {
    const et_of_anchorage = '2099-01-02T03:00:00.000Z';
    const { number: voyage_number } = await aVoyage(client, { et_of_anchorage });
    const bill = await aBill(client, await aManifest(client, { voyage_number }));
    const announce = (body = {}) => aContainer(client, { bill_of_ladings: [keyOf(bill)], ...body });
    const { number, id } = await announce();
    expect(await of(number)).toMatchObject({
      reasons: [{ code: 'not_arrived', until: et_of_anchorage }],
      expected: { voyage: { number: voyage_number }, estimated_time: et_of_anchorage },
    });
    const UNKNOWN = { expected: null, announced: null };
    expect(await of((await announce({ usage: 'export' })).number)).toMatchObject(UNKNOWN);
    await client.patch(`/containers/${id}`, { current_location_type: 'YardArea' });
    expect(await of(number)).toMatchObject({ available: true, ...UNKNOWN });
  });

  it('tells since when holds are in force, and lists those that are lifted for a time', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
    const hold = await aHold(client, number);
    const other = await aHold(client, number);
    await lift(client, number, other.id, '2099-01-01');
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${holdsOf(bill)}/${type.id}`);
    const shown = await of(number);
    expect(shown.reasons).toMatchObject([
      { code: 'held', since: hold.applied_at, until: null, source: { type: 'container_hold', id: hold.id } },
      { code: 'held_by_bill', source: { type: 'bill_of_lading_hold' } },
    ]);
    expect(shown.holds).toMatchObject([
      { id: hold.id, hold_type: hold.hold_type, bill_of_lading: null },
      { hold_type: type.name, bill_of_lading: { number: bill.number } },
    ]);
    expect(shown.holds_lifted_for_a_time).toMatchObject([
      { id: other.id, lifted_until: expect.stringMatching(/^2099/) },
    ]);
  });

  it('tells that a container is on a truck inside, and why that truck may not leave', async () => {
    const { number } = await aContainerInYard(client);
    const visit = await aVisitFor(client, [pickUp(number)], {
      gate,
      interchanges_completed_at: new Date().toISOString(),
    });
    expect(await codes(number)).toEqual(['on_truck']);
    const obstacles = async () => (await client.get(`/truck_visits/${visit.id}/obstacles`)).body;
    expect(await obstacles()).toEqual({ truck_visit: { id: visit.id }, may_leave: true, reasons: [] });
    const hold = await aHold(client, number);
    const { container } = await of(number);
    const reason = {
      code: 'held',
      sentence: expect.stringContaining(number),
      params: { container: number, hold_type: hold.hold_type },
      container,
      since: expect.any(String),
      until: null,
      source: { type: 'container_hold', id: hold.id },
      action: {
        method: 'PUT',
        url: expect.stringMatching(`^http.*/api/v1/containers/${number}/holds/${hold.id}/lift.json$`),
      },
    };
    expect(await obstacles()).toMatchObject({
      may_leave: false,
      reasons: [{ ...reason, actions: { lift: reason.action } }],
    });
    expect((await of(number)).reasons).toContainEqual(reason);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(400);
    const [refusal] = (await client.get('/gate_refusals?order=newest')).body.gate_refusals;
    expect(refusal.reasons).toEqual([reason]);
    expect((await client.get('/truck_visits/999999/obstacles')).status).toBe(404);
  });

  it('tells of an announced drop-off that another truck has brought it', async () => {
    const cargo = await aNewContainer(client);
    const [late, first] = [
      await aVisitFor(client, [dropOff(cargo)], { gate }),
      await aRivalVisitFor(client, [dropOff(cargo)], { gate }),
    ];
    const obstacles = async () => (await client.get(`/truck_visits/${late.id}/obstacles`)).body;
    expect((await obstacles()).may_leave).toBe(true);
    expect((await gateOut(client, first.truck.license_plate)).status).toBe(200);
    const { container_number } = cargo;
    expect(await obstacles()).toMatchObject({
      may_leave: false,
      reasons: [{ code: 'already_here', container: { number: container_number }, actions: { lift: null } }],
    });
    expect((await gateOut(client, late.truck.license_plate)).body.code).toBe('already_here');
  });

  it('links an obstacle of a bill to the way to lift it', async () => {
    const bill = await aBill(client);
    const order = await aDeliveryOrder(client, { bill_of_lading: keyOf(bill) });
    const visit = await aVisitFor(
      client,
      [{ purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' }, delivery_order: order.number }],
      { gate },
    );
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${holdsOf(bill)}/${type.id}`);
    const { reasons } = (await client.get(`/truck_visits/${visit.id}/obstacles`)).body;
    expect(reasons).toMatchObject([
      { code: 'held_by_bill', container: null, delivery_order: { number: order.number } },
    ]);
    const { method, url } = reasons[0].actions.lift;
    expect(method).toBe('DELETE');
    const { pathname } = new URL(url);
    const hold = { reference_number: 'R' };
    expect((await client.delete(pathname.replace('/api/v1', ''), { hold })).status).toBe(200);
    expect((await client.get(`/truck_visits/${visit.id}/obstacles`)).body.may_leave).toBe(true);
  });

  it('answers for a hundred numbers and for a bill, an unknown one as a reason', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
    const query = (numbers: string[]) =>
      client.get(`/availability?${numbers.map((each) => `container_numbers[]=${each}`).join('&')}`);
    const numbers = [number, ...Array.from({ length: 99 }, (_, n) => `NOSU${1_000_000 + n}`)];
    const { availabilities } = (await query(numbers)).body;
    expect(availabilities).toHaveLength(100);
    expect(availabilities[0]).toMatchObject({ container: { number }, available: true });
    expect(availabilities[1]).toMatchObject({
      container: { id: null, number: 'NOSU1000000' },
      available: false,
      reasons: [{ code: 'unknown' }],
    });
    expect((await query([...numbers, 'X'])).status).toBe(422);
    expect((await client.get('/availability')).status).toBe(422);
    const ofBill = await client.get(`/availability?bill_of_lading_number=${bill.number}`);
    expect(ofBill.body.availabilities).toMatchObject([{ container: { number } }]);
    expect((await client.get('/availability?bill_of_lading_number=NONE')).status).toBe(422);
    const stranger = await service.current.organization();
    expect((await stranger.get(`/containers/${number}/availability`)).status).toBe(404);
  });

  it('needs payment and a bill where the organization says so', async () => {
    const bill = await aBill(client);
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
    const invoice = await anInvoice(client, { bill_of_lading: keyOf(bill) });
    await client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    expect(await codes(number)).toEqual([]);
    await client.patch('/organization', { release_needs_payment: true, appointments_required: true });
    expect(await of(number)).toMatchObject({
      appointment_needed: true,
      reasons: [{ code: 'unpaid', source: { type: 'invoice', id: invoice.id } }],
    });
    await client.put(`/invoices/${invoice.id}`, { invoice: { paid: true } });
    expect(await codes(number)).toEqual([]);
    await client.patch('/organization', { validates_bills: true });
    await client.patch(`/containers/${number}`, { bill_of_ladings: [] });
    expect(await codes(number)).toEqual(['bill_missing']);
  });

  it('is not kept for an invoice of an earlier stay, whenever that was written', async () => {
    const before = await aBill(client);
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(before)] });
    const out = await aVisitFor(client, [pickUp(number)]);
    expect((await gateOut(client, out.truck.license_plate)).status).toBe(200);
    const cargo = { ...(await aNewContainer(client)), container_number: number };
    const back = await aVisitFor(client, [dropOff(cargo)]);
    expect((await gateOut(client, back.truck.license_plate)).status).toBe(200);
    const now = await aBill(client);
    const { status } = await client.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(now)] });
    expect(status).toBe(200);
    await client.patch('/organization', { release_needs_payment: true });
    const invoice = async (bill: Body) => {
      const { id } = await anInvoice(client, {
        bill_of_lading: keyOf(bill),
        bl_container_numbers: [number],
        line_items: [{ description: 'Lift', amount: 1, container: number }],
      });
      expect((await client.put(`/invoices/${id}`, { invoice: { approved: true } })).status).toBe(200);
    };
    await invoice(before);
    expect(await codes(number)).toEqual([]);
    await invoice(now);
    expect(await codes(number)).toEqual(['unpaid']);
  });

  /**
   * Compares the answer with a gate-out in some random states of one organization, and returns the reasons that came up.
   * @param seed a state is drawn by a generator of its own, so that one that fails can be drawn again
   */
  async function compare(by: Client, states: number, seed: number): Promise<Set<string>> {
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const chance = (part: number) => random() < part;
    const { name } = await aGate(by);
    const ofContainer = await aHoldType(by, { applies_to: 'container' });
    const ofBill = await aHoldType(by, { applies_to: 'bill_of_lading' });
    const seen = new Set<string>();
    for (let state = 0; state < states; state++) {
      await by.patch('/organization', { release_needs_payment: false, validates_bills: false });
      const bill = await aBill(by);
      const bills = chance(0.7) ? [keyOf(bill)] : [];
      const container_status = chance(0.8) ? 'full' : 'empty';
      const { number } = await aContainerInYard(by, { bill_of_ladings: bills, container_status });
      const cargo = { cargo_type: 'container', container_status, container_number: number };
      const { truck } = await aVisitFor(by, [pickUp(number, { cargo })], { gate: name });
      if (chance(0.3)) {
        await by.put(`/containers/${number}/holds/${ofContainer.id}/apply`);
        if (chance(0.7)) {
          const held = (await by.get(`/containers/${number}/holds`)).body.holds.at(-1);
          await lift(by, number, held.id, chance(0.7) ? '2099-01-01' : undefined);
          if (chance(0.4)) await letLiftsPass(by, 'container_holds');
        }
      }
      if (chance(0.3)) {
        await by.put(`${holdsOf(bill)}/${ofBill.id}`);
        const hold = { reference_number: 'R' };
        if (chance(0.3)) await by.delete(`${holdsOf(bill)}/${ofBill.id}`, { hold });
      }
      if (chance(0.4)) {
        const { id } = await anInvoice(by, { bill_of_lading: keyOf(bill) });
        await by.put(`/invoices/${id}`, { invoice: { approved: chance(0.7), paid: chance(0.4) } });
      }
      if (chance(0.2)) await by.patch(`/containers/${number}`, AWAY);
      await by.patch('/organization', {
        release_needs_payment: chance(0.6),
        validates_bills: chance(0.4),
      });
      const { available, reasons } = (await by.get(`/containers/${number}/availability`)).body;
      const { status, body } = await gateOut(by, truck.license_plate);
      expect({ state, reasons, body, leaves: status === 200 }).toMatchObject({ leaves: available });
      reasons.forEach(({ code }: { code: string }) => seen.add(code));
      seen.add(String(available));
    }
    return seen;
  }

  it(`is what a gate-out right then says, in ${STATES} random states`, async () => {
    const shares = await Promise.all(
      Array.from({ length: SHARES }, async (_, share) =>
        compare(await service.current.organization(), STATES / SHARES, 20261122 + share),
      ),
    );
    const seen = new Set(shares.flatMap((each) => [...each]));
    for (const code of ['held', 'held_by_bill', 'departed', 'bill_missing', 'unpaid', 'true'])
      expect(seen).toContain(code);
  }, 300_000);

  it('of a booking says what it still receives', async () => {
    const { number: voyage } = await aVoyage(client, { receiving_cut_off_time: '2099-01-01T00:00:00Z' });
    const booking = await aBooking(client, { voyage, quantity: 1 });
    const receiving = async () => (await client.get(`/bookings/${booking.number}/receiving`)).body;
    expect(await receiving()).toEqual({
      receives: true,
      reasons: [],
      received: 0,
      released: 0,
      inside: 0,
      inside_released: 0,
      quantity: 1,
      lines: [
        {
          number: 1,
          container_type: null,
          quantity: 1,
          received: 0,
          released: 0,
          inside: 0,
          inside_released: 0,
          receives: true,
          reasons: [],
        },
      ],
      cut_off: '2099-01-01T00:00:00.000Z',
    });
    await aContainerInYard(client, { booking: booking.number });
    expect(await receiving()).toMatchObject({
      receives: false,
      received: 1,
      reasons: [
        {
          code: 'quantity_reached',
          container: null,
          source: { type: 'booking', id: booking.id },
          action: null,
        },
      ],
    });
    const empty = (await aContainerInYard(client, { container_status: 'empty' })).number;
    const cargo = { cargo_type: 'container', container_status: 'empty', container_number: empty };
    const taken = await aVisitFor(client, [pickUp(empty, { cargo, booking: booking.number })], { gate });
    expect((await receiving()).released).toBe(0);
    expect((await gateOut(client, taken.truck.license_plate)).status).toBe(200);
    expect(await receiving()).toMatchObject({ received: 1, released: 1 });
    await client.patch(`/voyages/${voyage}`, { voyage: { cancelled: true } });
    expect((await receiving()).reasons[0]).toMatchObject({ code: 'voyage_cancelled' });
    expect((await client.get('/bookings/NONE/receiving')).status).toBe(404);
  });
});

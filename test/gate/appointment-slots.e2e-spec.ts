import { DateTime } from 'luxon';
import { MissedAppointmentsService } from '../../src/gate/slots/missed-appointments.service';
import { exportFiles, importFiles } from '../factories/transfer';
import { aContainerInYard, aGate, aVisit, dropOff, gateOut, pickUp, aNewContainer } from '../factories/gate';
import { aTruck, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import { aTerminal } from '../factories/voyages';
import type { Client } from '../setup/client';
import { databaseUrl } from '../setup/database';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { Service, useService } from '../setup/service';

const PATH = '/appointments';
const HOUR = 3_600_000;

/** A Monday far ahead, from 08:00 in Amsterdam. */
const AT = (hour: number) => new Date(Date.parse('2099-01-05T07:00:00Z') + (hour - 8) * HOUR).toISOString();

/** The same instant as sentences tell it there. */
const LOCAL = (hour: number) =>
  DateTime.fromISO(AT(hour), { zone: 'Europe/Amsterdam' }).toFormat('yyyy-MM-dd HH:mm');

describe('appointments in slots', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    await aGate(client, { name: 'In 1' });
  });

  const plan = (fields: object = {}) =>
    client.create('/appointment_plans', {
      weekday: 1,
      from: '08:00',
      until: '12:00',
      slot_minutes: 60,
      capacity: 1,
      ...fields,
    });
  const book = (fields: object = {}, of = client) => of.post(PATH, { starts_at: AT(8), ...fields });
  const slots = async (query = `from=${AT(0)}&until=${AT(24)}`) =>
    (await client.get(`/appointment_slots?${query}`)).body.appointment_slots;
  const free = async () => (await slots()).map(({ available }: { available: number }) => available);
  const shown = async (number: string) => (await client.get(`${PATH}/${number}`)).body.appointment;
  const stayOf = async ({ container_number }: Body) =>
    (await client.get(`/containers/${container_number}/stays`)).body.stays[0].status;

  it('take places until the slot is full, and then name the next free one', async () => {
    await plan();
    const { status, body } = await book();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      appointment: {
        number: expect.stringMatching(/^AP\d{10}$/),
        starts_at: AT(8),
        ends_at: AT(9),
        status: 'booked',
      },
      availability: [],
    });
    await book({ starts_at: AT(9) });
    const full = await book();
    expect([full.status, full.body.error]).toEqual([
      422,
      `The slot of ${LOCAL(8)} is full; the next free one begins at ${LOCAL(10)}.`,
    ]);
    expect(await free()).toEqual([0, 0, 1, 1]);
    expect((await book({ starts_at: AT(8.5) })).body.error).toMatch(/^No slot begins at /);
  });

  it('keeps to the capacity when 64 book 3 places at once on two services', async () => {
    await plan({ capacity: 3 });
    const second = await Service.on(service.current.database, {}, databaseUrl);
    try {
      const both = [client, second.clientOf(client)];
      const answers = await timesAtOnce(service.current, 64, (n) => book({}, both[n % 2]), 10);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(3);
      expect(statuses.filter((status) => status === 422)).toHaveLength(61);
    } finally {
      await second.app.close();
    }
    expect((await slots())[0]).toMatchObject({ capacity: 3, booked: 3, available: 0 });
  });

  it('keeps to the capacity when appointments are put into a slot at once', async () => {
    await plan({ capacity: 2 });
    const numbers: string[] = [];
    for (let n = 0; n < 5; n++)
      numbers.push((await book({ starts_at: null, expected_at: AT(8) })).body.appointment.number as string);
    const answers = await timesAtOnce(service.current, 5, (n) =>
      client.patch(`${PATH}/${numbers[n]}`, { starts_at: AT(8) }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422]);
    expect((await slots())[0]).toMatchObject({ booked: 2, available: 0 });
  });

  it('give a company its share of a slot, rounded down', async () => {
    await plan({ capacity: 5 });
    await client.patch('/organization', { appointment_share_percent: 50 });
    const { code, name } = await aTruckingCompany(client, { name: 'Estuary Haulage' });
    const { license_plate: truck } = await aTruck(client, { trucking_company: name });
    expect((await book({ trucking_company: code })).status).toBe(201);
    expect((await book({ truck })).status).toBe(201);
    const third = await book({ trucking_company: name });
    expect([third.status, third.body.error]).toEqual([
      422,
      `The slot of ${LOCAL(8)} has no more places for Estuary Haulage, whose share is 2; the next free one begins at ${LOCAL(9)}.`,
    ]);
    const { appointment } = (await book()).body;
    const given = await client.patch(`${PATH}/${appointment.number}`, { trucking_company: code });
    expect([given.status, given.body.code]).toEqual([422, 'slot_share_used']);
    expect((await shown(appointment.number)).trucking_company).toBeNull();
  });

  it.each<[string, (plan_id: unknown) => Promise<unknown>]>([
    ['fewer places', (id) => client.patch(`/appointment_plans/${id}`, { capacity: 1 })],
    [
      'a closure',
      () => client.create('/appointment_closures', { from: AT(0), until: AT(24), reason: 'Storm' }),
    ],
    ['no plan', (id) => client.delete(`/appointment_plans/${id}`)],
  ])(
    'keeps a place that is given to another company, whatever was planned since: %s',
    async (_what, change) => {
      const { id } = await plan({ capacity: 2 });
      await client.patch('/organization', { appointment_share_percent: 50 });
      const { code } = await aTruckingCompany(client);
      const [{ number }] = [(await book()).body.appointment, await book()];
      await change(id);
      const given = await client.patch(`${PATH}/${number}`, { trucking_company: code });
      expect([given.status, given.body.appointment?.ends_at]).toEqual([200, AT(9)]);
    },
  );

  it('has one open appointment for a container, whoever is first', async () => {
    await plan({ capacity: 20 });
    const { number } = await aContainerInYard(client);
    const answers = await timesAtOnce(service.current, 4, (n) =>
      book({ starts_at: AT(8 + n), purposes: [pickUp(number)] }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const { appointment, availability } = answers.find(({ status }) => status === 201)!.body;
    expect(availability).toMatchObject([{ container: { number }, available: true }]);
    const purposes = [pickUp((await aContainerInYard(client)).number), pickUp(number)];
    const sentence = `Container '${number}' has an open appointment already: '${appointment.number}'.`;
    const { number: free } = (await book({ starts_at: null, expected_at: AT(8) })).body.appointment;
    for (const { status, body } of [
      await book({ starts_at: null, purposes }),
      await client.patch(`${PATH}/${free}`, { purposes }),
    ])
      expect([status, body]).toMatchObject([
        422,
        { error: sentence, errors: { 'purposes.1.cargo.container_number': [sentence] } },
      ]);
    await client.post(`${PATH}/${appointment.number}/cancel`, { reason: 'Sold' });
    expect((await book({ purposes: [pickUp(number)] })).status).toBe(201);
  });

  it('keep to that when a truck that came is sent away, whoever is first', async () => {
    const { number } = await aContainerInYard(client);
    const { license_plate: truck } = await aTruck(client);
    const purposes = [pickUp(number)];
    const { appointment } = (await book({ starts_at: null, truck, purposes })).body;
    const inside = await aVisit(client, { gate: 'In 1', appointment_number: appointment.number });
    const [cancelled, booked] = await atOnce(service.current, [
      () => client.post(`/truck_visits/${inside.id}/cancel`, { reason: 'Wrong terminal' }),
      () => book({ starts_at: null, purposes }),
    ]);
    expect([cancelled.status, booked.status]).toEqual(cancelled.status === 200 ? [200, 422] : [422, 201]);
    expect((await client.get(`${PATH}?status=booked`)).body.appointments).toHaveLength(1);
  });

  it('keep a truck from being sent away whose appointment has given way to another one', async () => {
    const { number } = await aContainerInYard(client);
    const { license_plate: truck } = await aTruck(client);
    const purposes = [pickUp(number)];
    const { appointment } = (await book({ starts_at: null, truck, purposes })).body;
    const { id } = await aVisit(client, { gate: 'In 1', appointment_number: appointment.number });
    const other = (await book({ starts_at: null, purposes })).body.appointment;
    const cancel = () => client.post(`/truck_visits/${id}/cancel`, { reason: 'Wrong terminal' });
    const refused = await cancel();
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        error: `Container '${number}' has an open appointment already: '${other.number}'.`,
        code: 'container_has_appointment',
        params: expect.any(Object),
        records: [
          { type: 'container', key: number },
          { type: 'appointment', key: other.number },
        ],
      },
    ]);
    expect((await shown(appointment.number)).status).toBe('arrived');
    await client.post(`${PATH}/${other.number}/cancel`, { reason: 'Sold' });
    expect((await cancel()).status).toBe(200);
    expect((await shown(appointment.number)).status).toBe('booked');
  });

  it('gives another slot for a reason, and the place back in one', async () => {
    await plan();
    const { number } = (await book()).body.appointment;
    const move = (fields: object) => client.patch(`${PATH}/${number}`, fields);
    const without = await move({ starts_at: AT(9) });
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['reschedule_reason']]);
    await book({ starts_at: AT(9) });
    expect((await move({ starts_at: AT(9), reschedule_reason: 'Traffic' })).status).toBe(422);
    expect(await free()).toEqual([0, 0, 1, 1]);
    expect((await move({ starts_at: AT(10), reschedule_reason: 'Traffic' })).body.appointment).toMatchObject({
      starts_at: AT(10),
      ends_at: AT(11),
      reschedule_reason: 'Traffic',
    });
    expect(await free()).toEqual([1, 0, 0, 1]);
    expect((await move({ expected_at: AT(10) })).status).toBe(200);
    expect(
      (await move({ starts_at: null, reschedule_reason: 'Open end' })).body.appointment.ends_at,
    ).toBeNull();
    expect(await free()).toEqual([1, 0, 1, 1]);
  });

  it('moves it to a slot at another place, and back where several begin then', async () => {
    await aGate(client, { name: 'In 2' });
    await plan({ until: '10:00', gate: 'In 1' });
    await plan({ from: '09:00', until: '11:00', gate: 'In 2' });
    const { number } = (await book()).body.appointment;
    const move = async (fields: object) =>
      (await client.patch(`${PATH}/${number}`, { reschedule_reason: 'Traffic', ...fields })).body;
    const gate = (name: string | null) => ({ appointment: { gate: name && { name } } });
    expect(await move({ starts_at: AT(10) })).toMatchObject(gate('In 2'));
    expect(await move({ starts_at: AT(9) })).toMatchObject(gate('In 2'));
    expect(await move({ gate: 'In 1' })).toMatchObject(gate('In 1'));
    expect((await slots()).map((each: Body) => [each.gate.name, each.booked])).toEqual([
      ['In 1', 0],
      ['In 1', 1],
      ['In 2', 0],
      ['In 2', 0],
    ]);
    expect(await move({ starts_at: null })).toMatchObject(gate(null));
  });

  it('take a place for anything where those for their purpose are taken', async () => {
    await plan();
    await plan({ purpose: 'pick up' });
    const places = [];
    for (let each = 0; each < 3; each++) {
      const { number } = await aContainerInYard(client, { number: `WHAU100000${each}` });
      places.push(await book({ purposes: [pickUp(number)] }));
    }
    expect(places.map(({ status }) => status)).toEqual([201, 201, 422]);
    expect(await free()).toEqual([0, 0, 1, 1, 1, 1, 1, 1]);
  });

  it('keeps its place when its purposes change, full, closed or over as the slot may be', async () => {
    await plan();
    const { number } = (await book()).body.appointment;
    await client.create('/appointment_closures', { from: AT(8), until: AT(9), reason: 'Storm' });
    const change = async (fields: object) =>
      (await client.patch(`${PATH}/${number}`, fields)).body.appointment;
    const purposes = [pickUp((await aContainerInYard(client)).number)];
    expect(await change({ purposes })).toMatchObject({ starts_at: AT(8), ends_at: AT(9) });
    expect(await change({ gate: null })).toMatchObject({ starts_at: AT(8), ends_at: AT(9), gate: null });
    await service.current.query(
      `UPDATE appointments SET starts_at = starts_at - interval '80 years', ends_at = ends_at - interval '80 years'
       WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect((await change({ purposes: [] })).ends_at).toMatch(/^2019/);
  });

  it('cancels one for a reason, once', async () => {
    await plan();
    const cargo = await aNewContainer(client);
    const { number } = (await book({ purposes: [dropOff(cargo)] })).body.appointment;
    const cancel = (body?: object) => client.as('write').post(`${PATH}/${number}/cancel`, body);
    const reason = 'Truck broke down. '.padEnd(5000, '.');
    const starts_at = (await client.get(`${PATH}/${number}`)).body.appointment.starts_at;
    const moved = await client.patch(`${PATH}/${number}`, { starts_at, reschedule_reason: reason });
    expect([moved.status, moved.body.appointment.reschedule_reason]).toEqual([200, reason]);
    for (const wrong of [{}, { reason: `${reason}.` }]) expect((await cancel(wrong)).status).toBe(422);
    const { status, body } = await cancel({ reason });
    expect(status).toBe(200);
    expect(body.appointment).toMatchObject({ status: 'cancelled', cancel_reason: reason });
    expect(await free()).toEqual([1, 1, 1, 1]);
    expect((await cancel({ reason: 'Again' })).status).toBe(422);
    expect((await client.patch(`${PATH}/${number}`, { expected_at: null })).status).toBe(422);
    const { license_plate: truck } = await aTruck(client);
    const come = await client.post('/truck_visits', { gate: 'In 1', truck, appointment_number: number });
    expect([come.status, come.body.error]).toEqual([422, `Appointment '${number}' has been cancelled.`]);
    expect(await stayOf(cargo)).toBe('cancelled');
  });

  it('gives a place back, and announces nothing any more, when it is deleted', async () => {
    await plan();
    const cargo = await aNewContainer(client);
    const { number } = (await book({ purposes: [dropOff(cargo)] })).body.appointment;
    expect([await free(), await stayOf(cargo)]).toEqual([[0, 1, 1, 1], 'announced']);
    expect((await client.delete(`${PATH}/${number}`)).status).toBe(200);
    expect([await free(), await stayOf(cargo)]).toEqual([[1, 1, 1, 1], 'cancelled']);
  });

  it('chooses the slot by what the truck comes for and by the place, and asks where it cannot', async () => {
    const { id: gate_id } = await aGate(client, { name: 'In 2' });
    await plan({ purpose: 'drop off' });
    await plan({ purpose: 'pick up', gate: 'In 1' });
    await plan({ purpose: 'pick up', gate: 'In 2' });
    const { number } = await aContainerInYard(client);
    const purposes = [pickUp(number)];
    expect((await book({ purposes })).body.error).toMatch(/^Several slots begin at /);
    expect((await book({ purposes, gate_id })).body.appointment.gate).toMatchObject({ name: 'In 2' });
    expect(await slots(`from=${AT(8)}&until=${AT(9)}&purpose=drop_off`)).toMatchObject([
      { purpose: 'drop off', available: 1 },
    ]);
  });

  it('give an appointment without a place the slot without a place, so that each can be named', async () => {
    await plan({ purpose: 'any' });
    await plan({ purpose: 'pick up', gate: 'In 1', capacity: 2 });
    await plan({ terminal: (await aTerminal(client)).name });
    const { number } = await aContainerInYard(client);
    const placeless = await book({ purposes: [pickUp(number)] });
    expect([placeless.status, placeless.body.appointment]).toMatchObject([
      201,
      { gate: null, terminal: null },
    ]);
    expect((await book()).body.code).toBe('slot_full');
    const atGate = { gate: 'In 1', purposes: [pickUp((await aContainerInYard(client)).number)] };
    const { appointment } = (await book(atGate)).body;
    expect(appointment.gate.name).toBe('In 1');
    const later = { starts_at: AT(9), reschedule_reason: 'Late' };
    const moved = (await client.patch(`${PATH}/${appointment.number}`, later)).body.appointment;
    expect([moved.starts_at, moved.gate.name]).toEqual([AT(9), 'In 1']);
  });

  it('leaves what is booked where places are taken away or the time is closed', async () => {
    const { appointment_plan } = await plan({ capacity: 2 });
    const { number } = (await book()).body.appointment;
    await book();
    await client.patch(`/appointment_plans/${appointment_plan.id}`, { capacity: 1 });
    expect((await slots())[0]).toMatchObject({ capacity: 1, booked: 2, available: 0 });
    await client.create('/appointment_closures', { from: AT(8), until: AT(9.5), reason: 'Storm' });
    expect(await slots()).toMatchObject([
      { starts_at: AT(8), capacity: 0, booked: 2, available: 0, closed: { reason: 'Storm' } },
      { starts_at: AT(9), capacity: 0, booked: 0, available: 0, closed: { reason: 'Storm' } },
      { starts_at: AT(10), capacity: 1, available: 1, closed: null },
      { starts_at: AT(11), capacity: 1, available: 1, closed: null },
    ]);
    const closed = (await client.get(`${PATH}?in_closure=true`)).body.appointments;
    expect(closed.map((each: { number: string }) => each.number)).toContain(number);
    expect((await client.get(`${PATH}?in_closure=false`)).body.appointments).toEqual([]);
    const refused = (await book({ starts_at: AT(9) })).body;
    const sentence = 'The gate is closed then: Storm.';
    expect(refused).toMatchObject({
      error: sentence,
      code: 'slot_closed',
      params: expect.any(Object),
      errors: { starts_at: [sentence] },
    });
    const other = await book({ starts_at: AT(10) });
    const move = { starts_at: AT(8), reschedule_reason: 'Earlier' };
    expect((await client.patch(`${PATH}/${other.body.appointment.number}`, move)).body.error).toBe(sentence);
    expect((await book({ starts_at: AT(10) })).body.error).toContain(`begins at ${LOCAL(11)}`);
    expect((await client.patch(`${PATH}/${number}`, { expected_at: AT(8) })).status).toBe(200);
  });

  /** Brings an appointment to a slot that began and ended so many minutes from now. */
  const shift = (number: string, start: number, end: number) =>
    service.current.query(
      `UPDATE appointments SET starts_at = now() + make_interval(mins => $1), ends_at = now() + make_interval(mins => $2)
       WHERE organization_id = $3 AND number = $4`,
      [start, end, client.organization_id, number],
    );
  const come = async (number: string) =>
    client.post('/truck_visits', {
      gate: 'In 1',
      truck: (await aTruck(client)).license_plate,
      appointment_number: number,
    });

  it.each([
    [20, 80, false],
    [40, 100, true],
    [-80, -20, false],
    [-100, -40, true],
  ])('compares the time at the gate with a slot from %i to %i minutes', async (start, end, off) => {
    await plan();
    const { number } = (await book()).body.appointment;
    await shift(number, start, end);
    await client.patch('/organization', { off_slot: 'refuse' });
    if (off) {
      const refused = await come(number);
      expect([refused.status, refused.body.error]).toEqual([
        422,
        expect.stringMatching(start > 0 ? /^Truck is too early/ : /^Truck is too late/),
      ]);
      await client.patch('/organization', { off_slot: 'mark' });
    }
    const { id } = (await come(number)).body.truck_visit;
    const visit = (await client.get(`/truck_visits/${id}`)).body;
    expect(visit.off_slot).toBe(off);
    expect((await shown(number)).status).toBe('arrived');
    await gateOut(client, visit.truck.license_plate);
    expect((await shown(number)).status).toBe('completed');
    expect((await client.get(`${PATH}?status=completed`)).body.appointments).toHaveLength(1);
    expect((await client.get(`${PATH}?status=booked`)).body.appointments).toEqual([]);
  });

  it('is listed by its status also while a truck is inside that has none', async () => {
    await plan();
    await aVisit(client, { gate: 'In 1', truck: (await aTruck(client)).license_plate });
    const { license_plate: truck } = await aTruck(client);
    const { number } = (await book({ truck })).body.appointment;
    await aVisit(client, { gate: 'In 1', appointment_number: number });
    const listed = async () => {
      const each = ['booked', 'arrived', 'completed'].map(async (status) => {
        const { appointments } = (await client.get(`${PATH}?status=${status}`)).body;
        return appointments.length ? [status] : [];
      });
      return (await Promise.all(each)).flat();
    };
    expect(await listed()).toEqual(['arrived']);
    await gateOut(client, truck);
    expect(await listed()).toEqual(['completed']);
  });

  it('notice by themselves that a truck did not come, which may get another slot', async () => {
    await plan();
    const late = (await book()).body.appointment.number;
    const waiting = (await book({ starts_at: AT(9) })).body.appointment.number;
    await shift(late, -100, -31);
    await shift(waiting, -100, -29);
    const missed = service.current.app.get(MissedAppointmentsService);
    await Promise.all([missed.noticeAll(), missed.noticeAll()]);
    expect((await shown(late)).status).toBe('missed');
    expect((await shown(waiting)).status).toBe('booked');
    expect((await client.get(`${PATH}?status=missed`)).body.appointments).toHaveLength(1);
    const written = await service.current.query<{ many: number }>(
      `SELECT count(*)::integer AS many FROM (
         SELECT type, organization_id FROM events_written UNION ALL SELECT type, organization_id FROM events) e
       WHERE type = 'appointment.missed' AND organization_id = $1`,
      [client.organization_id],
    );
    expect(written[0]!.many).toBe(1);
    // it stays missed, also where a truck may come later since
    await client.patch('/organization', { off_slot: 'refuse', appointment_late_minutes: 60 });
    expect((await come(late)).body).toMatchObject({
      code: 'off_slot',
      params: expect.any(Object),
      error: expect.stringMatching(/^Truck is too late/),
    });
    const again = await client.patch(`${PATH}/${late}`, {
      starts_at: AT(10),
      reschedule_reason: 'Came late',
    });
    expect(again.body.appointment).toMatchObject({ status: 'booked', starts_at: AT(10) });
  });

  it('takes no unannounced truck where appointments are required', async () => {
    await client.patch('/organization', { appointments_required: true });
    const { license_plate: truck } = await aTruck(client);
    const refused = await client.post('/truck_visits', { gate: 'In 1', truck });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('appointment_number');
    const { number } = (await client.post(PATH, { truck })).body.appointment;
    await aVisit(client, { gate: 'In 1', truck, appointment_number: number });
  });

  it('refuse contradicting plans, and spans that are too long', async () => {
    for (const fields of [
      { weekday: 0 },
      { weekday: 8 },
      { from: '24:00' },
      { until: '8:00' },
      { slot_minutes: 0 },
      { capacity: -1 },
    ])
      expect((await client.post('/appointment_plans', { ...PLAN, ...fields })).status).toBe(400);
    const backwards = await client.post('/appointment_plans', { ...PLAN, from: '12:00' });
    expect([backwards.status, backwards.body.error]).toEqual([422, 'Until must be later than from.']);
    expect((await client.as('write').post('/appointment_plans', PLAN)).status).toBe(403);
    expect((await client.get(`/appointment_slots?from=${AT(0)}&until=2099-03-01`)).status).toBe(422);
  });

  /** Writes so many plans of slots of a minute, for the whole of Monday. */
  const minutePlans = (many: number) =>
    service.current.fill(
      `INSERT INTO appointment_plans (organization_id, name, weekday, "from", "until", slot_minutes, capacity)
       SELECT $1, 'Minutes ' || n, 1, '00:00', '24:00', 1, 0 FROM generate_series(1, $2::integer) n`,
      [client.organization_id, many],
    );

  it('answers 4 MiB of slots at most', async () => {
    const { gate } = await client.create('/gates', { name: 'Ü'.repeat(255) });
    await service.current.query(
      `INSERT INTO appointment_plans (organization_id, name, gate_id, weekday, "from", "until", slot_minutes, capacity)
       SELECT $1, 'Day ' || n, $2, n, '00:00', '24:00', 1, 0 FROM generate_series(1, 7) n`,
      [client.organization_id, gate.id],
    );
    const days = (count: number) => client.get(`/appointment_slots?from=${AT(0)}&until=${AT(24 * count)}`);
    expect((await days(3)).status).toBe(200);
    const { status, body } = await days(6);
    expect([status, body.code]).toEqual([422, 'answer_too_large']);
  });

  it('makes no more slots than it can at a time, and says so', async () => {
    await minutePlans(35);
    const { status, body } = await client.get(`/appointment_slots?from=${AT(0)}&until=${AT(24)}`);
    expect([status, body.error]).toEqual([
      422,
      'These are more slots than are answered at a time: ask for a shorter span.',
    ]);
    expect(await slots(`from=${AT(8)}&until=${AT(8)}`)).toEqual([]);
    expect(await slots(`from=${AT(8)}&until=${AT(9)}`)).toHaveLength(60);
    expect((await book()).body.error).toBe(
      `The slot of ${LOCAL(8)} is full; there are too many slots to look for a free one.`,
    );
  });

  it('makes slots of the plans that are requested, however many others there are', async () => {
    await minutePlans(35);
    await plan({ gate: 'In 1' });
    await plan({ purpose: 'drop off' });
    await book({ gate: 'In 1' });
    expect((await book({ gate: 'In 1' })).body.error).toContain(`the next free one begins at ${LOCAL(9)}`);
    await service.current.query(
      `UPDATE appointment_plans SET purpose = 'pick up' WHERE name LIKE 'Minutes %'`,
    );
    expect(await slots(`from=${AT(0)}&until=${AT(24)}&purpose=drop_off`)).toHaveLength(8);
  });

  it('has at most 1,000 plans, in requests and files', async () => {
    await minutePlans(999);
    const { appointment_plan } = await plan();
    const sentence = 'An organization has at most 1,000 appointment plans.';
    const { status, body } = await client.post('/appointment_plans', PLAN);
    expect([status, body.error]).toEqual([422, sentence]);
    expect((await client.patch(`/appointment_plans/${appointment_plan.id}`, { capacity: 2 })).status).toBe(
      200,
    );
    const { results, bad } = await importFiles(client, {
      'appointment_plans.ndjson': [
        { ...PLAN, name: 'One more' },
        { ...PLAN, name: 'Minutes 1' },
      ],
    });
    expect(results).toMatchObject([{ created: 0, updated: 1 }]);
    expect(JSON.stringify(bad)).toContain(sentence);
  });

  it('has at most 1,000 closures that are not over', async () => {
    await service.current.query(
      `INSERT INTO appointment_closures (organization_id, name, "from", "until")
       SELECT $1::bigint, 'Over ' || n, now() - interval '2 days', now() - interval '1 day' FROM generate_series(1, 5) n
       UNION ALL
       SELECT $1, 'Coming ' || n, now() - interval '2 days', now() + interval '1 day' FROM generate_series(1, 999) n`,
      [client.organization_id],
    );
    const close = (name: string, from: string, until: string) =>
      client.post('/appointment_closures', { name, from, until });
    expect((await close('Long ago', '2020-01-01', '2020-01-02')).status).toBe(201);
    expect((await close('Last', AT(0), AT(1))).status).toBe(201);
    const refused = await close('One more', AT(0), AT(1));
    expect([refused.status, refused.body.error]).toEqual([
      422,
      'An organization has at most 1,000 appointment closures that are not over.',
    ]);
    const patch = async (name: string) => {
      const [{ id }] = (await client.get(`/appointment_closures?name=${name}`)).body.appointment_closures;
      return (await client.patch(`/appointment_closures/${id}`, { until: AT(2) })).status;
    };
    expect(await patch('Over 1')).toBe(422);
    expect(await patch('Coming 1')).toBe(200);
  });

  it('is closed in closures that overlap, touch and stand alone', async () => {
    await plan({ slot_minutes: 30 });
    for (const [from, until] of [
      [8, 9.5],
      [8.25, 8.5],
      [9.5, 9.75],
      [11.5, 12],
    ] as const)
      await client.create('/appointment_closures', { from: AT(from), until: AT(until) });
    const open = (await slots()).filter(({ closed }: { closed: object | null }) => !closed);
    expect(open.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([10, 10.5, 11].map(AT));
    expect((await book({ starts_at: AT(8) })).body.error).toBe('The gate is closed then.');
  });

  describe('whose truck leaves with none of its purposes', () => {
    const NOTHING = { left_without_container: true };
    const visitFor = async (purposes: object[], starts_at: string | null = AT(8)) => {
      const { license_plate: truck } = await aTruck(client);
      const answer = await client.create(PATH, { truck, purposes, starts_at });
      const { number } = answer.appointment;
      return { number, truck, visit: await aVisit(client, { gate: 'In 1', appointment_number: number }) };
    };
    const inYard = async () => pickUp((await aContainerInYard(client)).number);
    const status = async (number: string) => (await shown(number)).status;
    const leave = async (truck: string, body: object = {}) =>
      expect((await gateOut(client, truck, body)).status).toBe(200);

    it.each<[string, object, string]>([
      ['leaves its pick-up', NOTHING, 'left_without'],
      ['leaves everything for a reason', { reason_for_incomplete: 'Damaged' }, 'left_without'],
      ['gets what it came for', {}, 'completed'],
    ])('has that status when the truck %s', async (_what, body, expected) => {
      await plan();
      const { number, truck } = await visitFor([await inYard()]);
      expect(await status(number)).toBe('arrived');
      await leave(truck, body);
      expect(await status(number)).toBe(expected);
      for (const each of ['left_without', 'completed']) {
        const { appointments } = (await client.get(`${PATH}?status=${each}`)).body;
        expect(appointments.map((one: Body) => one.number)).toEqual(each === expected ? [number] : []);
      }
      const used = await client.patch(`${PATH}/${number}`, { expected_at: AT(9) });
      expect([used.status, used.body.error]).toEqual([
        422,
        `Appointment '${number}' has been used and cannot be changed.`,
      ]);
    });

    it('is completed when one of its purposes is, also a corrected one, or when it has none', async () => {
      await plan({ capacity: 3 });
      const both = await visitFor([await inYard(), dropOff(await aNewContainer(client))]);
      await leave(both.truck, NOTHING);
      expect(await status(both.number)).toBe('completed');
      const none = await visitFor([]);
      await leave(none.truck, NOTHING);
      expect(await status(none.number)).toBe('completed');
      const corrected = await visitFor([await inYard()]);
      const path = `/truck_visits/${corrected.visit.id}/interchanges/${corrected.visit.interchanges[0].id}`;
      await client.patch(path, { interchange: { weight: 3 } });
      await leave(corrected.truck);
      expect(await status(corrected.number)).toBe('completed');
    });

    it('is left without when only other cargo is handed over, or the completed cargo is taken back', async () => {
      await plan({ capacity: 3 });
      const added = await visitFor([await inYard()]);
      await client.create(
        `/truck_visits/${added.visit.id}/interchanges`,
        dropOff(await aNewContainer(client)),
      );
      await leave(added.truck, NOTHING);
      expect(await status(added.number)).toBe('left_without');
      const back = await visitFor([await inYard()]);
      await client.patch(`/interchanges/${back.visit.interchanges[0].id}`, { completed: true });
      await leave(back.truck, NOTHING);
      expect(await status(back.number)).toBe('left_without');
    });

    it('frees its place and its containers, and is booked again when it is rescheduled, to its own slot too', async () => {
      await plan();
      const [cargo, purpose] = [await aNewContainer(client), await inYard()];
      const { number, truck, visit } = await visitFor([purpose, dropOff(cargo)]);
      expect((await slots())[0]).toMatchObject({ booked: 1, available: 0 });
      await leave(truck, { reason_for_incomplete: 'Storm' });
      expect(await stayOf(cargo)).toBe('cancelled');
      expect((await slots())[0]).toMatchObject({ booked: 0, available: 1 });
      const move = (starts_at: string, rest: object = {}) =>
        client.patch(`${PATH}/${number}`, { starts_at, ...rest });
      expect((await move(AT(8))).body.code).toBe('reschedule_reason_needed');
      const reschedule_reason = 'The storm is over';
      const again = await move(AT(8), { reschedule_reason });
      expect([again.status, again.body.appointment]).toMatchObject([
        200,
        { status: 'booked', starts_at: AT(8) },
      ]);
      expect((await slots())[0]).toMatchObject({ booked: 1, available: 0 });
      const { stays } = (await client.get(`/containers/${cargo.container_number}/stays`)).body;
      expect(stays.map((stay: Body) => stay.status)).toEqual(['cancelled', 'announced']);
      const changed = await client.patch(`${PATH}/${number}`, { purposes: [purpose] });
      expect(changed.status).toBe(200);
      expect((await client.get(`/truck_visits/${visit.id}`)).body.appointment_number).toBe(number);
      const second = await aVisit(client, { gate: 'In 1', appointment_number: number });
      expect(await status(number)).toBe('arrived');
      await leave(truck);
      expect(await status(number)).toBe('completed');
      expect(second.interchanges).toHaveLength(1);
    });

    it('gets no place that another one has taken meanwhile', async () => {
      await plan();
      const { number, truck } = await visitFor([await inYard()]);
      await leave(truck, NOTHING);
      expect((await book()).status).toBe(201);
      const again = { starts_at: AT(8), reschedule_reason: 'Again' };
      expect((await client.patch(`${PATH}/${number}`, again)).body.code).toBe('slot_full');
      expect(await status(number)).toBe('left_without');
    });

    it('is rescheduled without a slot by another time, and given back as booked by a cancelled visit', async () => {
      const { number, truck } = await visitFor([await inYard()], null);
      await leave(truck, NOTHING);
      expect((await client.patch(`${PATH}/${number}`, { expected_at: AT(9) })).body.appointment.status).toBe(
        'booked',
      );
      const { id } = await aVisit(client, { gate: 'In 1', appointment_number: number });
      expect((await client.post(`/truck_visits/${id}/cancel`, { reason: 'Wrong truck' })).status).toBe(200);
      expect(await status(number)).toBe('booked');
    });

    it('keeps its status in an export', async () => {
      const { number, truck } = await visitFor([await inYard()], null);
      await leave(truck, NOTHING);
      const copy = await service.current.organization();
      expect((await importFiles(copy, await exportFiles(client))).bad).toEqual([]);
      expect((await copy.get(`${PATH}/${number}`)).body.appointment.status).toBe('left_without');
    });
  });

  const PLAN = { weekday: 1, from: '08:00', until: '12:00', slot_minutes: 60, capacity: 1 };
});

import { aBill, aContainer, keyOf } from '../factories/cargo';
import { aContainerInYard, aGate, aNewContainer, aVisit, dropOff, gateOut, pickUp } from '../factories/gate';
import { aTruck, aTruckDriver } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const PATH = '/appointments';

describe('appointments', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
  });

  const anAppointment = async (body: object = {}) =>
    (await client.create(PATH, { number: 'AP-1', ...body })).appointment;

  it.each([{}, { comment: 'Rings' }, { truck: '', purposes: [] }])(
    'refuses one that says nothing: %j',
    async (body) => {
      const answer = await client.post(PATH, body);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'An appointment says who comes, when, or what for.',
      ]);
    },
  );

  it('creates one with every field', async () => {
    const truck = await aTruck(client, { license_plate: 'WH-472-B' });
    const driver = await aTruckDriver(client);
    const here = await aContainerInYard(client);
    const appointment = await anAppointment({
      truck: 'wh472b',
      truck_driver: driver.license_number,
      expected_at: '2026-11-30T08:00:00Z',
      purposes: [pickUp(here.number, { bill_of_lading: 'BL1' })],
    });
    expect(appointment).toEqual({
      id: expect.any(Number),
      number: 'AP-1',
      truck: { id: truck.id, license_plate: 'WH-472-B' },
      truck_driver: { id: driver.id, license_number: driver.license_number, fullname: null },
      trucking_company: null,
      comment: null,
      used_at: null,
      truck_visit_id: null,
      truck_visit: null,
      cancelled_by: null,
      expected_at: '2026-11-30T08:00:00.000Z',
      starts_at: null,
      ends_at: null,
      terminal: null,
      gate: null,
      status: 'booked',
      reschedule_reason: null,
      cancel_reason: null,
      cancelled_at: null,
      purposes: [
        {
          purpose_type: 'pick up',
          cargo: here.number,
          booking: null,
          booking_line: null,
          release: null,
          bill_of_lading: 'BL1',
          delivery_order: null,
          dock_receipt: null,
          cargo_details: expect.objectContaining({ cargo_type: 'container', container_number: here.number }),
          interchange: { seals: null, weight: null },
        },
      ],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await client.get(`${PATH}/AP-1`)).body.appointment).toEqual(appointment);
  });

  it('refuses what a pre-advice refuses, as a set-up kind', async () => {
    const attempt = (body: object) => client.post(PATH, { number: 'AP-1', ...body });
    const missing = await attempt({ purposes: [dropOff({ cargo_type: 'chassis' })] });
    expect(missing.status).toBe(400);
    expect(missing.body.errors).toEqual({ 'purposes.0.cargo.chassis_number': ['is required'] });
    const malformed = await attempt({ purposes: [dropOff({ cargo_type: 'x' })] });
    expect(malformed.status).toBe(400);
    expect(malformed.body.errors).toHaveProperty(['purposes.0.cargo.cargo_type']);
    const unknown = await attempt({ purposes: [pickUp('NOSU1234567')] });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'unknown_reference']);
    expect(unknown.body.errors).toHaveProperty(['purposes.0.cargo.container_number']);
    expect((await attempt({ truck: 'NO-1' })).status).toBe(422);
    expect((await attempt({ truck_id: 99_999_999 })).status).toBe(422);
    expect((await attempt({ truck_driver: 'X' })).status).toBe(422);
    expect((await client.get(PATH)).body.appointments).toEqual([]);
  });

  it('is made for a container that is to come, too, and says so', async () => {
    const away = await aContainer(client, {
      container_status: 'full',
      bill_of_ladings: [keyOf(await aBill(client))],
    });
    const purposes = [pickUp(away.number)];
    const { license_plate: truck } = await aTruck(client);
    const made = await client.post(PATH, { number: 'AP-1', truck, purposes });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        appointment: { status: 'booked', purposes: [{ cargo: away.number }] },
        availability: [
          { container: { number: away.number }, available: false, reasons: [{ code: 'not_arrived' }] },
        ],
      },
    ]);
    expect((await client.patch(`${PATH}/AP-1`, { purposes })).status).toBe(200);

    // at the gate it has to be here
    const arrive = () => client.post('/truck_visits', { gate: 'In 1', appointment_number: 'AP-1' });
    expect((await arrive()).body.error).toBe(`Container '${away.number}' is not at the terminal.`);
    await client.create('/yard_areas', { name: 'Block A' });
    const there = { current_location_type: 'YardArea', current_location: 'Block A' };
    await client.patch(`/containers/${away.number}`, there);
    expect((await arrive()).status).toBe(201);
  });

  it('replaces purposes and truck when they are sent, and keeps them otherwise', async () => {
    const { license_plate, id } = await aTruck(client);
    const driver = await aTruckDriver(client);
    const { truck } = await anAppointment({
      truck: license_plate,
      truck_driver: driver.license_number,
      purposes: [dropOff({ cargo_type: 'general cargo' })],
    });
    const patch = async (body: object) => (await client.patch(`${PATH}/AP-1`, body)).body.appointment;
    expect(await patch({ expected_at: null })).toMatchObject({
      truck,
      purposes: [{ purpose_type: 'drop off' }],
    });
    const here = await aContainerInYard(client);
    expect((await patch({ purposes: [pickUp(here.number)] })).purposes).toMatchObject([
      { cargo: here.number },
    ]);
    expect(await patch({ truck: null, purposes: null })).toMatchObject({ truck: null, purposes: [] });
    expect((await patch({ truck_driver: null })).truck_driver).toBeNull();
    expect((await patch({ truck_id: id })).truck).toEqual({ id, license_plate });
  });

  it.each(['appointment_id', 'appointment_number'])('lets a truck in once, by %s', async (field) => {
    const { license_plate } = await aTruck(client);
    const here = await aContainerInYard(client);
    const { id, number } = await anAppointment({
      truck: license_plate,
      purposes: [dropOff(await aNewContainer(client)), pickUp(here.number)],
    });
    const by =
      field === 'appointment_id'
        ? { appointment_id: `${id}`, appointment_number: 'no such' }
        : { appointment_number: number };
    const visit = await aVisit(client, { gate: 'In 1', comment: 'ignored', ...by });
    expect(visit).toMatchObject({
      truck: { license_plate },
      interchanges: [{ type: 'interchange_in' }, { type: 'interchange_out', container: { id: here.id } }],
    });
    await gateOut(client, license_plate);
    const used = await client.post('/truck_visits', { gate: 'In 1', ...by });
    expect(used.status).toBe(422);
    expect(used.body.errors).toHaveProperty(field);
    for (const body of [{ truck: null }, { purposes: [] }, { expected_at: null }]) {
      const changed = await client.patch(`${PATH}/${id}`, body);
      expect([changed.status, changed.body]).toEqual([
        422,
        {
          error: "Appointment 'AP-1' has been used and cannot be changed.",
          code: 'announcement_used',
          params: expect.any(Object),
          records: [{ type: 'appointment', key: 'AP-1' }],
        },
      ]);
    }
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(409);
  });

  it('takes truck and driver from the request where it has none', async () => {
    const { number } = await anAppointment();
    const { license_plate: truck } = await aTruck(client);
    const driver = await aTruckDriver(client, { number: 'D-1' });
    const missing = await client.post('/truck_visits', { gate: 'In 1', appointment_number: number });
    expect(missing.status).toBe(422);
    expect(missing.body.errors).toEqual({ truck: ['is required'] });
    const visit = await aVisit(client, {
      gate: 'In 1',
      appointment_number: number,
      truck,
      truck_driver_number: 'D-1',
    });
    expect(visit).toMatchObject({ truck: { license_plate: truck }, truck_driver: { id: driver.id } });
  });

  it('deletes one that was not used, with its purposes', async () => {
    await anAppointment({ purposes: [dropOff({ cargo_type: 'general cargo' })] });
    expect((await client.delete(`${PATH}/AP-1`)).body).toEqual({
      message: 'Appointment was successfully deleted.',
    });
    expect(
      await service.current.query('SELECT 1 FROM purposes WHERE organization_id = $1', [
        client.organization_id,
      ]),
    ).toEqual([]);
  });
});

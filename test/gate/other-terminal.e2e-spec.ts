import { aBooking } from '../factories/cargo';
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
import { aTruck } from '../factories/parties';
import { exportFiles, importFiles } from '../factories/transfer';
import { aTerminal } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** Two terminals of one organization, each with a gate in and a yard area. */
describe('cargo and gates of two terminals', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    for (const name of ['North', 'South']) {
      await aTerminal(client, { name });
      await aGate(client, { name: `${name} in`, terminal: name });
      await client.create('/yard_areas', { name: `${name} yard`, terminal: name });
    }
    await aGate(client, { name: 'Ferry' });
  });

  const settle = (other_terminal: string) => client.patch('/organization', { other_terminal });
  const inYard = async (name: string, body: object = {}): Promise<string> =>
    (
      await aContainerInYard(client, {
        current_location_type: 'YardArea',
        current_location: `${name} yard`,
        ...body,
      })
    ).number as string;
  const show = async (id: number) => (await client.get(`/truck_visits/${id}`)).body;
  const marks = async (id: number) => {
    const { other_terminal, interchanges } = await show(id);
    return [other_terminal, ...interchanges.map((each: { other_terminal: boolean }) => each.other_terminal)];
  };
  const ofContainer = (number: string) =>
    `Container '${number}' belongs to terminal 'South', and gate 'North in' to terminal 'North'.`;

  it('are marked at the visit and the interchange, unless stated otherwise', async () => {
    const [own, other] = [await inYard('North'), await inYard('South')];
    const { id } = await aVisitFor(client, [pickUp(own), pickUp(other)], { gate: 'North in' });
    expect(await marks(id)).toEqual([true, false, true]);
    const [, list] = (await client.get(`/truck_visits/${id}/interchanges`)).body.interchanges;
    expect(list.other_terminal).toBe(true);
    expect((await client.get(`/interchanges?container_number=${other}`)).body.interchanges).toMatchObject([
      { other_terminal: true, truck_visit: { id } },
    ]);
    await settle('ignore');
    const ignored = await aVisitFor(client, [pickUp(await inYard('South'))], { gate: 'North in' });
    expect(await marks(ignored.id)).toEqual([false, false]);
  });

  it('fit anywhere without a terminal', async () => {
    await settle('refuse');
    await client.create('/yard_areas', { name: 'Quay yard' });
    await aVisitFor(client, [pickUp(await inYard('South'))], { gate: 'Ferry' });
    await aVisitFor(client, [pickUp(await inYard('Quay'))], { gate: 'North in' });
    await aVisit(client, { gate: 'North in', out_gate: 'Ferry' });
  });

  it('are refused at gate-in where the organization says so, with every reason', async () => {
    await settle('refuse');
    const other = await inYard('South');
    const { advice_number: pre_advice_number } = await aPreAdvice(client, { purposes: [pickUp(other)] });
    const late = await client.post('/truck_visits', { gate: 'North in', pre_advice_number });
    expect([late.status, late.body]).toMatchObject([
      422,
      {
        code: 'other_terminal',
        params: expect.any(Object),
        error: ofContainer(other),
        errors: { pre_advice_number: [ofContainer(other)] },
        records: [
          { type: 'container', key: other },
          { type: 'gate', key: 'North in' },
        ],
      },
    ]);
    expect((await client.post('/truck_visits', { gate: 'South in', pre_advice_number })).status).toBe(201);
  });

  it('are refused at gate-in of an appointment and of an out gate', async () => {
    const appointment = async (place: object) => {
      const { license_plate: truck } = await aTruck(client);
      return (await anAppointment(client, { truck, ...place })).number as string;
    };
    const places = [{ terminal: 'South' }, { gate: 'South in' }];
    for (const place of places) {
      const appointment_number = await appointment(place);
      await settle('refuse');
      const refused = await client.post('/truck_visits', { gate: 'North in', appointment_number });
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        422,
        'other_terminal',
        `Appointment '${appointment_number}' belongs to terminal 'South', and gate 'North in' to terminal 'North'.`,
      ]);
      await settle('mark');
      const { id } = await aVisit(client, { gate: 'North in', appointment_number });
      expect(await marks(id)).toEqual([true]);
    }
    await settle('refuse');
    const { license_plate: truck } = await aTruck(client);
    const out = { truck, gate: 'North in', out_gate: 'South in' };
    const sentence = `Out gate 'South in' belongs to terminal 'South', and gate 'North in' to terminal 'North'.`;
    expect((await client.post('/truck_visits', out)).body).toMatchObject({
      code: 'other_terminal',
      params: expect.any(Object),
      errors: { out_gate: [sentence] },
    });
    await settle('mark');
    expect(await marks((await client.create('/truck_visits', out)).truck_visit.id)).toEqual([true]);
  });

  it('are refused at the desk, marked again with each change, and where an out gate or a container is named later', async () => {
    const { id, truck } = await aVisit(client, { gate: 'North in' });
    const path = `/truck_visits/${id}/interchanges`;
    const [own, other] = [await inYard('North'), await inYard('South')];
    const { interchange } = await client.create(path, pickUp(own));
    const change = (container_number: string) =>
      client.patch(`${path}/${interchange.id}`, { cargo: { container_number } });
    await change(other);
    expect(await marks(id)).toEqual([true, true]);
    await change(own);
    expect(await marks(id)).toEqual([false, false]);
    await client.patch(`/truck_visits/${id}`, { out_gate: 'South in' });
    expect(await marks(id)).toEqual([true, false]);
    await client.patch(`/truck_visits/${id}`, { out_gate: null });
    expect(await marks(id)).toEqual([false, false]);

    const { number: booking } = await aBooking(client);
    const any = { cargo_type: 'container', container_status: 'empty' };
    const byBooking = await client.create(path, { purpose_type: 'pick up', cargo: any, booking });
    const box = await inYard('South', { container_status: 'empty' });
    const choose = () => client.patch(`/interchanges/${byBooking.interchange.id}`, { container: box });
    expect((await choose()).body.interchange.other_terminal).toBe(true);
    await client.patch(`/interchanges/${byBooking.interchange.id}`, { container: null });
    expect(await marks(id)).toEqual([false, false, false]);

    await settle('refuse');
    for (const [answer, field, sentence] of [
      [await client.post(path, pickUp(other)), 'cargo.container_number', ofContainer(other)],
      [await change(other), 'cargo.container_number', ofContainer(other)],
      [await choose(), 'container', ofContainer(box)],
      [
        await client.patch(`/truck_visits/${id}`, { out_gate: 'South in' }),
        'out_gate',
        `Out gate 'South in' belongs to terminal 'South', and gate 'North in' to terminal 'North'.`,
      ],
    ] as const)
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: 'other_terminal', errors: { [field]: [sentence] } },
      ]);
    await client.delete(`${path}/${byBooking.interchange.id}`);
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
  });

  it('keep their marks in an export, and are not required of files', async () => {
    await aVisitFor(client, [pickUp(await inYard('South'))], { gate: 'North in' });
    await aVisit(client, { gate: 'North in', out_gate: 'South in' });
    const files = await exportFiles(client);
    const copy = await service.current.organization({ other_terminal: 'refuse' });
    expect((await importFiles(copy, files)).bad).toEqual([]);
    const { truck_visits } = (await copy.get('/truck_visits')).body;
    expect(truck_visits).toMatchObject([
      { other_terminal: true, interchanges: [{ other_terminal: true }] },
      { other_terminal: true, interchanges: [] },
    ]);
  });
});

import { aBooking, aContainer, shownContainer } from '../factories/cargo';
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
import { aTruck } from '../factories/parties';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const empty = (container_number: string, rest: object = {}) => ({
  purpose_type: 'pick up',
  cargo: { cargo_type: 'container', container_status: 'empty', container_number },
  ...rest,
});

describe('a container that a truck fetches under the other status', () => {
  const service = useService();
  let client: Client;
  let full: string;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    full = (await aContainerInYard(client)).number;
  });

  const refusal = (number: string, is: string) => ({
    code: 'container_status_differs',
    params: expect.any(Object),
    error: `Container '${number}' is ${is}.`,
    records: [{ type: 'container', key: number }],
  });
  const strip = (number: string, container_status: string) =>
    client.patch(`/containers/${number}`, { container_status });

  it('is refused at the pre-advice, new and changed, whatever booking it is for', async () => {
    const { number: booking } = await aBooking(client);
    const { license_plate: truck } = await aTruck(client);
    for (const purpose of [empty(full), empty(full, { booking })]) {
      const answer = await client.post('/pre_advices', { truck, purposes: [purpose] });
      expect([answer.status, answer.body]).toEqual([
        422,
        {
          ...refusal(full, 'full'),
          errors: { 'purposes.0.cargo.container_status': [`Container '${full}' is full.`] },
        },
      ]);
    }
    const { advice_number } = await aPreAdvice(client, { purposes: [pickUp(full)] });
    const changed = await client.patch(`/pre_advices/${advice_number}`, { purposes: [empty(full)] });
    expect([changed.status, changed.body.code]).toEqual([422, 'container_status_differs']);
    const { number } = await aContainerInYard(client, { container_status: 'empty' });
    expect((await client.post('/pre_advices', { truck, purposes: [pickUp(number)] })).body).toMatchObject(
      refusal(number, 'empty'),
    );
  });

  it('is not checked where the status is unknown, nor for drop-offs', async () => {
    const { number } = await aContainerInYard(client, { container_status: null });
    const { number: away } = await aContainer(client, { container_status: 'full' });
    const cargo = { cargo_type: 'container', container_status: 'empty', container_number: away };
    await aVisitFor(client, [empty(number), dropOff(cargo)], { gate: 'In 1' });
  });

  it('is refused at the desk, new and changed', async () => {
    const { id } = await aVisit(client, { gate: 'In 1' });
    const path = `/truck_visits/${id}/interchanges`;
    const answer = await client.post(path, empty(full));
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        ...refusal(full, 'full'),
        errors: { 'cargo.container_status': [`Container '${full}' is full.`] },
      },
    ]);
    const { interchange } = await client.create(path, pickUp(full));
    const changed = await client.patch(`${path}/${interchange.id}`, { cargo: { container_status: 'empty' } });
    expect([changed.status, changed.body.code]).toEqual([422, 'container_status_differs']);
  });

  it('is refused at gate-in, also when its status changed after the announcement, and for an appointment only there', async () => {
    const { advice_number: pre_advice_number } = await aPreAdvice(client, { purposes: [pickUp(full)] });
    const { license_plate: truck } = await aTruck(client);
    const { number: appointment_number } = await anAppointment(client, { truck, purposes: [empty(full)] });
    const come = (named: object) => client.post('/truck_visits', { gate: 'In 1', ...named });
    const early = await come({ appointment_number });
    expect([early.status, early.body]).toMatchObject([422, refusal(full, 'full')]);
    await strip(full, 'empty');
    const late = await come({ pre_advice_number });
    expect([late.status, late.body]).toMatchObject([
      422,
      { ...refusal(full, 'empty'), errors: { pre_advice_number: [`Container '${full}' is empty.`] } },
    ]);
    const [{ reasons }] = (await client.get('/gate_refusals?order=newest')).body.gate_refusals;
    expect(reasons).toMatchObject([
      { code: 'container_status_differs', sentence: `Container '${full}' is empty.` },
    ]);
    expect((await come({ appointment_number })).status).toBe(201);
  });

  it('is refused at gate-out and shown as an obstacle, where its status changed with the truck inside', async () => {
    const { id, truck, interchanges } = await aVisitFor(client, [pickUp(full)], { gate: 'In 1' });
    await strip(full, 'empty');
    expect((await client.get(`/truck_visits/${id}/obstacles`)).body).toMatchObject({
      may_leave: false,
      reasons: [
        {
          code: 'container_status_differs',
          sentence: `Container '${full}' is empty.`,
          container: { number: full },
          actions: { lift: null },
        },
      ],
    });
    expect((await client.get(`/containers/${full}/availability`)).body).toMatchObject({
      available: true,
      reasons: [],
    });
    const answer = await gateOut(client, truck.license_plate);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        ...refusal(full, 'empty'),
        error: `Truck Visit was not completed. Container '${full}' is empty.`,
      },
    ]);
    const completed = await client.patch(`/interchanges/${interchanges[0].id}`, { completed: true });
    expect([completed.status, completed.body.code]).toEqual([422, 'container_status_differs']);
    const path = `/truck_visits/${id}/interchanges/${interchanges[0].id}`;
    expect((await client.patch(path, { cargo: { container_status: 'empty' } })).status).toBe(200);
    expect((await client.get(`/truck_visits/${id}/obstacles`)).body.may_leave).toBe(true);
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect((await shownContainer(client, full)).current_location_type).toBe('Other');
  });
});

describe('a container that a truck inside wants', () => {
  const service = useService();
  let client: Client;
  let number: string;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    number = (await aContainerInYard(client)).number;
  });

  const visitFor = (...purposes: object[]) => aVisitFor(client, purposes, { gate: 'In 1' });
  const onVisit = (container: string, { id }: Body) => ({
    code: 'container_on_visit',
    params: expect.any(Object),
    error: `Container '${container}' is on truck visit ${id} already.`,
    records: [
      { type: 'container', key: container },
      { type: 'truck_visit', key: String(id) },
    ],
  });
  /** What a truck is answered that comes with a pre-advice for these. */
  const comes = async (...purposes: object[]) => {
    const { advice_number } = await aPreAdvice(client, { purposes });
    return client.post('/truck_visits', { gate: 'In 1', pre_advice_number: advice_number });
  };

  it('is fetched by no other one: at gate-in, at the desk, and by a correction of an interchange', async () => {
    const first = await visitFor(pickUp(number));
    const refused = await comes(pickUp(number));
    expect([refused.status, refused.body]).toMatchObject([422, onVisit(number, first)]);
    expect((await client.get(`/containers/${number}/availability`)).body).toMatchObject({
      available: true,
      announced: { truck_visit: { id: first.id } },
    });
    const other = await visitFor(pickUp((await aContainerInYard(client)).number));
    const path = `/truck_visits/${other.id}/interchanges`;
    for (const answer of [
      await client.post(path, pickUp(number)),
      await client.patch(`${path}/${other.interchanges[0].id}`, { cargo: { container_number: number } }),
    ])
      expect([answer.status, answer.body]).toMatchObject([
        422,
        {
          ...onVisit(number, first),
          errors: { 'cargo.container_number': [onVisit(number, first).error] },
        },
      ]);
    const again = await client.patch(`/truck_visits/${first.id}/interchanges/${first.interchanges[0].id}`, {
      interchange: { weight: 4 },
    });
    expect(again.status).toBe(200);
  });

  it('is not chosen for another one that fetches an empty by booking', async () => {
    const { number: booking } = await aBooking(client);
    const box = (await aContainerInYard(client, { container_status: 'empty' })).number;
    const any = { purpose_type: 'pick up', cargo: { cargo_type: 'container', container_status: 'empty' } };
    const [first, second] = [await visitFor({ ...any, booking }), await visitFor({ ...any, booking })];
    const choose = ({ interchanges }: Body) =>
      client.patch(`/interchanges/${interchanges[0].id}`, { container: box });
    expect((await choose(first)).status).toBe(200);
    const refused = await choose(second);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { ...onVisit(box, first), errors: { container: [onVisit(box, first).error] } },
    ]);
  });

  it('is brought by no other one', async () => {
    const cargo = await aNewContainer(client);
    const first = await visitFor(dropOff(cargo));
    const refused = await comes(dropOff(cargo));
    expect([refused.status, refused.body]).toMatchObject([422, onVisit(cargo.container_number, first)]);
    const { id } = await aVisit(client, { gate: 'In 1' });
    const added = await client.post(`/truck_visits/${id}/interchanges`, dropOff(cargo));
    expect([added.status, added.body]).toMatchObject([422, onVisit(cargo.container_number, first)]);
  });

  it.each<[string, (visit: Body) => Promise<{ status: number }>]>([
    [
      'left without it',
      ({ truck }) => gateOut(client, truck.license_plate, { left_without_container: true }),
    ],
    ['was cancelled', ({ id }) => client.post(`/truck_visits/${id}/cancel`, { reason: 'Wrong terminal' })],
    [
      'no longer is to fetch it',
      ({ id, interchanges }) => client.delete(`/truck_visits/${id}/interchanges/${interchanges[0].id}`),
    ],
  ])('is free again when the truck %s', async (_what, end) => {
    expect((await end(await visitFor(pickUp(number)))).status).toBe(200);
    expect((await comes(pickUp(number))).status).toBe(201);
  });

  it('is fetched by one truck while the one that brought it is inside, once it is here', async () => {
    const cargo = await aNewContainer(client);
    const box = cargo.container_number as string;
    const first = await visitFor(dropOff(cargo));
    const { license_plate: truck } = await aTruck(client);
    const { number: appointment_number } = await anAppointment(client, { truck, purposes: [pickUp(box)] });
    const fetch = () => client.post('/truck_visits', { gate: 'In 1', appointment_number });
    const early = await fetch();
    expect(early.status).toBe(422);
    expect(early.body.errors.appointment_number).toEqual([
      `Container '${box}' is not at the terminal.`,
      onVisit(box, first).error,
    ]);
    expect(
      (await client.patch(`/interchanges/${first.interchanges[0].id}`, { completed: true })).status,
    ).toBe(200);
    expect((await fetch()).status).toBe(201);
  });

  it('may be wanted by two in files, which state what is', async () => {
    await visitFor(pickUp(number));
    const { license_plate: truck } = await aTruck(client);
    const line = { truck, gated_in_at: '2026-11-20T08:00:00Z', gate: 'In 1' };
    const interchanges = [{ type: 'interchange_out', container: number }];
    const { bad } = await importFiles(client, { 'truck_visits.ndjson': [{ ...line, interchanges }] });
    expect(bad).toEqual([]);
    const { truck_visits } = (await client.get(`/truck_visits?inside=true&container_id=${number}`)).body;
    expect(truck_visits).toHaveLength(2);
  });
});

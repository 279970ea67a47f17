import { ExpiredReleasesService } from '../../src/cargo/booking-releases/expired-releases.service';
import { aBooking, aContainerType } from '../factories/cargo';
import { aContainerInYard, aGate, aPreAdvice, gateOut } from '../factories/gate';
import { aShippingLine, aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { useService } from '../setup/service';

const empty = { cargo_type: 'container', container_status: 'empty' };
const PAST = '2020-01-01T00:00:00.000Z';
const LATER = '2098-01-01T00:00:00.000Z';
const LATEST = '2099-01-01T00:00:00.000Z';

describe('releases of empties', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
  });

  const release = async (booking: string, body: object = {}): Promise<Body> =>
    (await client.create(`/bookings/${booking}/releases`, { quantity: 1, ...body })).booking_release;
  const shown = async (booking: string, number: string): Promise<Body> =>
    (await client.get(`/bookings/${booking}/releases/${number}`)).body.booking_release;
  const fetches = async (booking: string, { company, ...more }: Body = {}) => {
    const truck = (await aTruck(client, company ? { trucking_company: company } : {})).license_plate;
    const purposes = [{ purpose_type: 'pick up', cargo: empty, booking, ...more }];
    return aPreAdvice(client, { truck, purposes });
  };
  const gateIn = ({ advice_number }: Body) =>
    client.post('/truck_visits', { gate: 'In 1', pre_advice_number: advice_number });
  const come = async (booking: string, more: Body = {}) => gateIn(await fetches(booking, more));
  const interchangesOf = async (visit: Body) =>
    (await client.get(`/truck_visits/${visit.truck_visit.id}/interchanges`)).body.interchanges;
  const leave = async (visit: Body) => {
    const [interchange] = await interchangesOf(visit);
    const { number } = await aContainerInYard(client, { container_status: 'empty' });
    await client.patch(`/interchanges/${interchange.id}`, { container: number });
    const { truck } = (await client.get(`/truck_visits/${visit.truck_visit.id}`)).body;
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
  };

  it('are made, listed, shown and changed, with numbers of their own', async () => {
    const { code } = await aTruckingCompany(client);
    const { number } = await aBooking(client, { quantity: 9 });
    const first = await release(number, { trucking_company: code, valid_until: LATER, remarks: 'Depot 2' });
    expect(first).toMatchObject({
      booking: { number },
      number: 'R1',
      line: null,
      container_type: null,
      quantity: 1,
      valid_from: null,
      valid_until: LATER,
      trucking_company: { code },
      company_name: null,
      remarks: 'Depot 2',
      status: 'open',
      released: 0,
      cancelled_at: null,
      cancel_reason: null,
    });
    expect((await release(number, { number: 'REL-7', line: 1, company_name: 'Someone' })).line).toBe(1);
    expect((await release(number)).number).toBe('R2');
    const { body } = await client.get(`/bookings/${number}/releases`);
    expect(body.releases.map((each: Body) => each.number)).toEqual(['R1', 'REL-7', 'R2']);
    const { status, body: changed } = await client.patch(`/bookings/${number}/releases/R1`, { quantity: 3 });
    expect([status, changed.booking_release]).toMatchObject([
      200,
      { quantity: 3, trucking_company: { code } },
    ]);
    expect(await shown(number, 'R1')).toEqual(changed.booking_release);
    const taken = await client.post(`/bookings/${number}/releases`, { number: 'R1', quantity: 1 });
    expect([taken.status, taken.body.code]).toEqual([422, 'taken']);
    for (const [sent, field] of [
      [{}, 'quantity'],
      [{ quantity: 0 }, 'quantity'],
      [{ quantity: 1, line: 7 }, 'line'],
      [{ quantity: 1, trucking_company: 'NONE' }, 'trucking_company'],
      [{ quantity: 1, valid_from: LATEST, valid_until: LATER }, 'valid_until'],
    ] as const) {
      const refused = await client.post(`/bookings/${number}/releases`, sent);
      expect([field, refused.status, Object.keys(refused.body.errors)]).toEqual([field, 422, [field]]);
    }
    expect((await client.get('/bookings/NONE/releases')).status).toBe(404);
    expect((await client.get(`/bookings/${number}/releases/NONE`)).status).toBe(404);
    expect((await client.as('read').post(`/bookings/${number}/releases`, { quantity: 1 })).status).toBe(403);
  });

  it('let go what they have left, the first to end first, and nothing more', async () => {
    const { number } = await aBooking(client, { quantity: 9 });
    await release(number, { number: 'LAST' });
    await release(number, { number: 'SECOND', valid_until: LATEST });
    await release(number, { number: 'FIRST', valid_until: LATER });
    for (const name of ['FIRST', 'SECOND', 'LAST']) {
      const { body } = await come(number);
      expect((await interchangesOf(body))[0].release).toBe(name);
      expect(await shown(number, name)).toMatchObject({ status: 'open', released: 0 });
      await leave(body);
      expect(await shown(number, name)).toMatchObject({ status: 'used', released: 1 });
    }
    const refused = await come(number);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      422,
      'nothing_released',
      `Nothing is released for booking '${number}' now.`,
    ]);
  });

  it('hold their place for a truck inside, and count for no booking without any', async () => {
    const { number } = await aBooking(client);
    expect((await come(number)).status).toBe(201);
    await release(number);
    const first = await come(number);
    expect(first.status).toBe(201);
    expect((await come(number)).body.code).toBe('nothing_released');
    const cancelled = await client.post(`/truck_visits/${first.body.truck_visit.id}/cancel`, {
      reason: 'Wrong',
    });
    expect(cancelled.status).toBe(200);
    expect((await come(number)).status).toBe(201);
  });

  it('begin and end in time, and tell of the nearest', async () => {
    const { number } = await aBooking(client);
    await release(number, { valid_from: LATER });
    await release(number, { valid_from: LATEST });
    const { body } = await come(number);
    expect([body.code, body.params]).toMatchObject([
      'nothing_released',
      { release: 'R1', valid_from: LATER, left: 1 },
    ]);
    await client.patch(`/bookings/${number}/releases/R1`, { valid_from: PAST, valid_until: PAST });
    expect((await come(number)).body.code).toBe('nothing_released');
  });

  it('are for the company that they name; one in words binds nobody', async () => {
    const [own, other] = [await aTruckingCompany(client), await aTruckingCompany(client)];
    const { number } = await aBooking(client);
    await release(number, { trucking_company: own.code });
    for (const company of [other.code, undefined]) {
      const { status, body } = await come(number, { company });
      expect([status, body.code, body.error]).toEqual([
        422,
        'release_other_company',
        `Release 'R1' of booking '${number}' is for another trucking company.`,
      ]);
    }
    expect((await come(number, { company: own.code })).status).toBe(201);
    await release(number, { company_name: 'Somebody else' });
    expect((await come(number, { company: other.code })).status).toBe(201);
  });

  it('may be named, and are asked for their line and type', async () => {
    const [dry, reefer] = [await aContainerType(client), await aContainerType(client)];
    const lines = [
      { container_type: dry.code, quantity: 3 },
      { container_type: reefer.code, quantity: 3 },
    ];
    const { number } = await aBooking(client, { lines });
    await release(number, { number: 'DRY', line: 1, valid_until: LATER });
    await release(number, { number: 'COLD', container_type: reefer.code });
    const named = await come(number, { release: 'COLD' });
    expect((await interchangesOf(named.body))[0]).toMatchObject({ release: 'COLD', booking_line: 2 });
    const cold = { cargo: { ...empty, container_type: reefer.code } };
    expect((await come(number, cold)).body.code).toBe('nothing_released');
    const { body } = await come(number);
    expect((await interchangesOf(body))[0]).toMatchObject({ release: 'DRY', booking_line: 1 });
    const unknown = await client.post('/pre_advices', {
      truck: (await aTruck(client)).license_plate,
      purposes: [{ purpose_type: 'pick up', cargo: empty, booking: number, release: 'NONE' }],
    });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { 'purposes.0.release': ["Release 'NONE' is unknown."] },
    ]);
  });

  it('are for no more than the booking, its line and its type', async () => {
    const { code } = await aContainerType(client);
    const lines = [{ container_type: code, quantity: 2 }, { quantity: 2 }];
    const { number } = await aBooking(client, { lines });
    const refused = async (body: object) => {
      const answer = await client.post(`/bookings/${number}/releases`, body);
      expect([answer.status, answer.body.code]).toEqual([422, 'release_exceeds_booking']);
      return answer.body.error;
    };
    expect(await refused({ quantity: 5 })).toBe(
      `The releases of booking '${number}' are for 5 containers, more than the 4 that are booked.`,
    );
    await refused({ quantity: 3, line: 1 });
    await release(number, { quantity: 2, line: 1 });
    await release(number, { quantity: 2 });
    await refused({ quantity: 1 });
    await client.post(`/bookings/${number}/releases/R2/cancel`, { reason: 'Other plans' });
    expect((await release(number, { quantity: 2 })).number).toBe('R3');
    const more = await client.patch(`/bookings/${number}/releases/R3`, { quantity: 3 });
    expect([more.status, more.body.code]).toEqual([422, 'release_exceeds_booking']);
  });

  it('are cancelled with a reason and stay so, but not while a truck is inside for them, nor below what went', async () => {
    const { number } = await aBooking(client);
    await release(number, { quantity: 2 });
    const path = `/bookings/${number}/releases/R1`;
    const { body } = await come(number);
    const inside = await client.post(`${path}/cancel`, { reason: 'Other plans' });
    expect([inside.status, inside.body.code]).toEqual([409, 'release_in_use']);
    await leave(body);
    const second = await come(number);
    const fewer = await client.patch(path, { quantity: 1 });
    expect([fewer.status, fewer.body.code]).toEqual([409, 'quantity_below_done']);
    await leave(second.body);
    expect((await client.post(`${path}/cancel`, {})).status).toBe(422);
    const cancelled = await client.post(`${path}/cancel`, { reason: 'Other plans' });
    expect([cancelled.status, cancelled.body.booking_release]).toMatchObject([
      200,
      { status: 'cancelled', released: 2, cancel_reason: 'Other plans', cancelled_at: expect.any(String) },
    ]);
    for (const answer of [
      await client.post(`${path}/cancel`, { reason: 'Again' }),
      await client.patch(path, { quantity: 5 }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'release_cancelled']);
  });

  it('expire by themselves, keep the place of a truck inside, and open again with a later end', async () => {
    const { number } = await aBooking(client);
    await release(number, { quantity: 2 });
    const { body } = await come(number);
    const path = `/bookings/${number}/releases/R1`;
    await client.patch(path, { valid_until: PAST });
    const expiring = service.current.app.get(ExpiredReleasesService);
    await Promise.all([expiring.noticeAll(), expiring.noticeAll()]);
    expect((await shown(number, 'R1')).status).toBe('expired');
    await allPublished(client);
    const events = (await client.get('/events?types[]=booking_release.expired')).body.events;
    expect(events).toHaveLength(1);
    expect((await come(number)).body.code).toBe('nothing_released');
    await leave(body);
    expect(await shown(number, 'R1')).toMatchObject({ status: 'expired', released: 1 });
    expect((await client.patch(path, { valid_until: LATER })).body.booking_release.status).toBe('open');
    expect((await come(number)).status).toBe(201);
  });

  it('are seen by the line, and by the haulier that they name', async () => {
    const line = await aShippingLine(client);
    const [own, other] = [await aTruckingCompany(client), await aTruckingCompany(client)];
    const { number } = await aBooking(client, { shipping_line: line.code });
    await release(number, { trucking_company: own.code });
    await release(number, { trucking_company: other.code });
    const seen = async (type: string, key: string) => {
      const party = await limitedTo(client, { type, key } as never);
      const { status, body } = await party.get(`/bookings/${number}/releases`);
      return [status, body.releases?.map((each: Body) => each.number)];
    };
    expect(await seen('shipping_line', line.code)).toEqual([200, ['R1', 'R2']]);
    expect(await seen('trucking_company', other.code)).toEqual([200, ['R2']]);
    const stranger = await aTruckingCompany(client);
    expect(await seen('trucking_company', stranger.code)).toEqual([404, undefined]);
  });

  it('let one of 64 trucks have the last one', async () => {
    const { number } = await aBooking(client);
    await release(number);
    const advices = [];
    for (let at = 0; at < 64; at++) advices.push(await fetches(number));
    const answers = await Promise.all(advices.map(gateIn));
    const come = answers.filter(({ status }) => status === 201);
    expect(come).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.code]).toEqual([422, 'nothing_released']);
  });
});

import { aBooking, aContainerType } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisit,
  dropOff,
  gateOut,
} from '../factories/gate';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const empty = { cargo_type: 'container', container_status: 'empty' };

describe('lines of bookings', () => {
  const service = useService();
  let client: Client;
  let types: { dry: string; reefer: string };
  beforeEach(async () => {
    client = await service.current.organization();
    const [dry, reefer] = [await aContainerType(client), await aContainerType(client)];
    types = { dry: dry.code, reefer: reefer.code };
    await aGate(client, { name: 'In 1' });
  });

  const show = async (number: string) => (await client.get(`/bookings/${number}`)).body.booking;
  const linesOf = async (number: string): Promise<Body[]> => (await show(number)).lines;
  const announce = (...purposes: object[]) => aPreAdvice(client, { purposes });
  const gateIn = ({ advice_number }: Body) =>
    client.post('/truck_visits', { gate: 'In 1', pre_advice_number: advice_number });
  const brings = async (booking: string, container_type: string, more: object = {}) =>
    announce(dropOff(await aNewContainer(client, { container_type }), { booking, ...more }));
  const fetches = (booking: string, more: object = {}) =>
    announce({ purpose_type: 'pick up', cargo: empty, booking, ...more });
  const two = () => [
    { container_type: types.dry, quantity: 2 },
    { container_type: types.reefer, quantity: 1, set_point: -18, operating_reefer: true, goods: 'Fish' },
  ];

  it('are one of any type for a booking made as before, and take what is written to it', async () => {
    const { number } = await aBooking(client);
    expect(await linesOf(number)).toEqual([
      {
        number: 1,
        container_type: null,
        quantity: null,
        container_status: null,
        set_point: null,
        ventilation: null,
        humidity: null,
        operating_reefer: false,
        dangerous_goods: [],
        over: null,
        goods: null,
        weight: null,
        commodity_type: null,
        remarks: null,
        received: 0,
        released: 0,
        inside: 0,
        inside_released: 0,
      },
    ]);
    await client.patch(`/bookings/${number}`, { quantity: 4, container_type: types.dry });
    expect(await linesOf(number)).toMatchObject([
      { number: 1, quantity: 4, container_type: { code: types.dry } },
    ]);
    expect(await show(number)).toMatchObject({ quantity: 4, container_type: { code: types.dry } });
    await client.patch(`/bookings/${number}`, { quantity: null });
    expect(await linesOf(number)).toMatchObject([{ quantity: null, container_type: { code: types.dry } }]);
  });

  it('keep all that is stated of them, and make quantity and type of the booking', async () => {
    const line = {
      container_type: types.reefer,
      quantity: 2,
      container_status: 'full',
      set_point: -18.5,
      ventilation: 20,
      humidity: 65,
      operating_reefer: true,
      dangerous_goods: [{ un_number: '1263', imdg_class: '3', packing_group: 'III', flashpoint_celsius: 23 }],
      over: { height: 35, left: 10 },
      goods: 'Paint',
      weight: 18000,
      remarks: 'Handle with care',
    };
    const ports = { port_of_loading: 'NLRTM', port_of_discharge: 'USNYC', place_of_delivery: 'USCHI' };
    const { number } = await aBooking(client, { lines: [line], ...ports });
    const shown = await show(number);
    expect(shown).toMatchObject({ quantity: 2, container_type: { code: types.reefer }, ...ports });
    expect(shown.lines).toMatchObject([
      {
        ...line,
        container_type: { code: types.reefer },
        dangerous_goods: [{ un_number: '1263', subsidiary_classes: [], marine_pollutant: false, ems: null }],
        over: { height: 35, left: 10, right: null, front: null, back: null },
      },
    ]);
    const several = await aBooking(client, { lines: two() });
    expect(await show(several.number)).toMatchObject({ quantity: 3, container_type: null });
    const open = await aBooking(client, { lines: [{ container_type: types.dry }, { quantity: 1 }] });
    expect(await show(open.number)).toMatchObject({ quantity: null, container_type: null });
    const ofOne = [
      { container_type: types.dry, quantity: 1 },
      { container_type: types.dry, quantity: 4 },
    ];
    const same = await aBooking(client, { lines: ofOne });
    expect(await show(same.number)).toMatchObject({ quantity: 5, container_type: { code: types.dry } });
  });

  it('replace those that stand by their numbers, none of which is given twice', async () => {
    const { number } = await aBooking(client, { lines: two() });
    const put = (lines: object[]) => client.patch(`/bookings/${number}`, { lines });
    expect((await put([{ number: 2, quantity: 5 }, { quantity: 7 }])).status).toBe(200);
    expect(await linesOf(number)).toMatchObject([
      { number: 2, quantity: 5, container_type: null, set_point: null },
      { number: 3, quantity: 7 },
    ]);
    const again = await put([{ number: 1, quantity: 1 }]);
    expect([again.status, again.body.code, again.body.errors]).toEqual([
      422,
      'line_number_given',
      { 'lines.0.number': [`Line 1 of booking '${number}' was given already.`] },
    ]);
    expect((await put([{ number: 2 }, { number: 2 }])).body.code).toBe('line_number_given');
    expect((await put([])).status).toBe(200);
    expect(await linesOf(number)).toMatchObject([{ number: 2, quantity: null, container_type: null }]);
    expect((await put([{}, {}])).status).toBe(200);
    expect((await linesOf(number)).map((line) => line.number)).toEqual([4, 5]);
  });

  it('are at most 100, each within its limits', async () => {
    const { number } = await aBooking(client);
    const put = (lines: object[]) => client.patch(`/bookings/${number}`, { lines });
    expect((await put(Array(100).fill({ quantity: 1 }))).status).toBe(200);
    expect((await put(Array(101).fill({}))).body.errors).toEqual({ lines: ['must have at most 100 items'] });
    for (const [line, field] of [
      [{ quantity: -1 }, 'lines.0.quantity'],
      [{ humidity: 101 }, 'lines.0.humidity'],
      [{ container_type: 'NONE' }, 'lines.0.container_type'],
      [{ commodity_type: 'NONE' }, 'lines.0.commodity_type'],
      [{ dangerous_goods: [{ un_number: '12' }] }, 'lines.0.dangerous_goods.0.un_number'],
      [{ dangerous_goods: [{ imdg_class: '10' }] }, 'lines.0.dangerous_goods.0.imdg_class'],
      [{ over: { left: -1 } }, 'lines.0.over.left'],
    ] as const) {
      const { status, body } = await put([line]);
      expect([status >= 400 && status < 500, Object.keys(body.errors)]).toEqual([true, [field]]);
    }
    expect((await client.patch(`/bookings/${number}`, { port_of_loading: 'Rotterdam' })).status).toBe(400);
  });

  it('stand against a quantity or a type that is not theirs', async () => {
    const { number } = await aBooking(client, { lines: two() });
    const sentence = `Booking '${number}' has lines, which say how many containers it is for and of which type.`;
    for (const body of [{ quantity: 5 }, { container_type: types.dry }, { quantity: 5, lines: two() }]) {
      const { status, body: said } = await client.patch(`/bookings/${number}`, body);
      expect([status, said.code, said.error]).toEqual([422, 'lines_stand', sentence]);
    }
    expect((await client.post('/bookings', { number: 'X1', quantity: 9, lines: two() })).body.code).toBe(
      'lines_stand',
    );
    expect((await client.patch(`/bookings/${number}`, { quantity: 3, lines: two() })).status).toBe(200);
    const own = await show(number);
    expect((await client.patch(`/bookings/${number}`, { quantity: 3, goods: own.goods })).status).toBe(200);
  });

  it('receive by type: the first with room, and refuse what none takes', async () => {
    const { number } = await aBooking(client, { lines: two() });
    const other = (await aContainerType(client)).code;
    const none = await gateIn(await brings(number, other));
    expect([none.status, none.body.code, none.body.error]).toEqual([
      422,
      'no_line',
      `Booking '${number}' has no line for a ${other}.`,
    ]);
    const first = await gateIn(await brings(number, types.reefer));
    expect(first.status).toBe(201);
    const full = await gateIn(await brings(number, types.reefer));
    expect([full.status, full.body.code, full.body.error]).toEqual([
      422,
      'quantity_reached',
      `Booking '${number}': its line of ${types.reefer} is full (1 of 1).`,
    ]);
    const visit = (await client.get(`/truck_visits/${first.body.truck_visit.id}/interchanges`)).body;
    expect(visit.interchanges[0]).toMatchObject({ booking_line: 2, purpose: { booking_line: 2 } });
    expect(await linesOf(number)).toMatchObject([{ inside: 0 }, { inside: 1, received: 0 }]);
  });

  it('are chosen for any type behind those of the type, and kept with the stay', async () => {
    const lines = [{ quantity: 1 }, { container_type: types.dry, quantity: 1 }];
    const { number } = await aBooking(client, { lines });
    for (const line of [2, 1]) {
      const advice = await brings(number, types.dry);
      const { body } = await gateIn(advice);
      const { truck } = (await client.get(`/truck_visits/${body.truck_visit.id}`)).body;
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
      const [stay] = (
        await client.get(`/container_stays?booking_number=${number}&per=100`)
      ).body.container_stays.filter((each: Body) => each.container.number === advice.purposes[0].cargo);
      expect(stay).toMatchObject({ status: 'here', booking_line: line });
    }
    expect(await linesOf(number)).toMatchObject([{ received: 1 }, { received: 1 }]);
    expect((await gateIn(await brings(number, types.dry))).body.error).toBe(
      `Booking '${number}': its line of ${types.dry} is full (1 of 1).`,
    );
  });

  it('give what they state to the containers that take them, never over what is stated better', async () => {
    const dangerous_goods = [{ un_number: '1263', imdg_class: '3' }];
    const stated = { ...two()[1], dangerous_goods, over: { height: 20 } };
    const { number } = await aBooking(client, { lines: [stated] });
    const advice = await brings(number, types.reefer);
    const container = advice.purposes[0].cargo;
    const stays = async () => (await client.get(`/containers/${container}/stays`)).body.stays;
    const facts = {
      booking_line: 1,
      goods: 'Fish',
      reefer_set_point_temperature: -18,
      operating_reefer: true,
      dangerous_goods: [{ un_number: '1263' }],
      over: { height: 20 },
    };
    expect(await stays()).toMatchObject([{ status: 'announced', ...facts }]);
    await client.patch(`/containers/${container}`, { reefer_set_point_temperature: -20 });
    const { body } = await gateIn(advice);
    const { truck } = (await client.get(`/truck_visits/${body.truck_visit.id}`)).body;
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect(await stays()).toMatchObject([{ status: 'here', ...facts, reefer_set_point_temperature: -20 }]);
  });

  it('that were used neither go nor fall below what was used', async () => {
    const { number } = await aBooking(client, { lines: two() });
    expect((await gateIn(await brings(number, types.dry))).status).toBe(201);
    expect((await gateIn(await brings(number, types.dry))).status).toBe(201);
    const put = (lines: object[]) => client.patch(`/bookings/${number}`, { lines });
    const gone = await put([{ number: 2, container_type: types.reefer }]);
    expect([gone.status, gone.body.code, gone.body.error]).toEqual([
      409,
      'line_used',
      `Line 1 of booking '${number}' was used and stays.`,
    ]);
    const fewer = await put([{ number: 1, container_type: types.dry, quantity: 1 }]);
    expect([fewer.status, fewer.body.code]).toEqual([409, 'quantity_below_done']);
    expect((await put([{ number: 1, container_type: types.dry, quantity: 2 }])).status).toBe(200);
    expect((await client.patch(`/bookings/${number}`, { quantity: 1 })).status).toBe(200);
  });

  it('of empties are decided by the container that is chosen, and held by one that is not', async () => {
    const { number } = await aBooking(client, { lines: two() });
    const { body } = await gateIn(await fetches(number));
    const id = (await client.get(`/truck_visits/${body.truck_visit.id}/interchanges`)).body.interchanges[0]
      .id;
    expect(await linesOf(number)).toMatchObject([{ inside_released: 1 }, { inside_released: 0 }]);
    const reefer = await aContainerInYard(client, {
      container_status: 'empty',
      container_type: types.reefer,
    });
    expect((await client.patch(`/interchanges/${id}`, { container: reefer.number })).status).toBe(200);
    expect(await linesOf(number)).toMatchObject([{ inside_released: 0 }, { inside_released: 1 }]);
    const ofReefer = { cargo: { ...empty, container_type: types.reefer } };
    expect((await gateIn(await fetches(number, ofReefer))).body.code).toBe('quantity_reached');
    const other = await aContainerInYard(client, {
      container_status: 'empty',
      container_type: (await aContainerType(client)).code,
    });
    const wrong = await client.patch(`/interchanges/${id}`, { container: other.number });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'no_line']);
  });

  it('may be named at the desk', async () => {
    const lines = [1, 2].map(() => ({ container_type: types.dry, quantity: 1 }));
    const { number } = await aBooking(client, { lines });
    const visit = await aVisit(client, { gate: 'In 1' });
    const add = async (booking_line: number) =>
      client.post(
        `/truck_visits/${visit.id}/interchanges`,
        dropOff(await aNewContainer(client, { container_type: types.dry }), {
          booking: number,
          booking_line,
        }),
      );
    const first = await add(2);
    expect([first.status, first.body.interchange.booking_line]).toEqual([201, 2]);
    const again = await add(2);
    expect([again.status, again.body.code]).toEqual([422, 'quantity_reached']);
    const unknown = await add(3);
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { booking_line: ["Booking line '3' is unknown."] },
    ]);
    expect((await add(1)).body.interchange.booking_line).toBe(1);
  });

  it('take equal types where the organization allows it', async () => {
    const equal = { size: 40, is_high_cube: true, is_reefer: false };
    const own = await aContainerType(client, { iso_type_code: '45G1', ...equal });
    const like = await aContainerType(client, { iso_type_code: '45G0', ...equal });
    const unlike = await aContainerType(client, { iso_type_code: '45U1', ...equal });
    const { number } = await aBooking(client, { lines: [{ container_type: own.code, quantity: 1 }] });
    const receives = async (type: Body) =>
      (await client.get(`/bookings/${number}/receiving?container_type=${type.code}`)).body.receives;
    expect([await receives(own), await receives(like)]).toEqual([true, false]);
    await client.patch('/organization', { allows_substitute_types: true });
    expect([await receives(own), await receives(like), await receives(unlike)]).toEqual([true, true, false]);
    expect((await gateIn(await brings(number, like.code))).status).toBe(201);
  });

  it('are answered by receiving, each by itself', async () => {
    const { number } = await aBooking(client, { lines: two() });
    await gateIn(await brings(number, types.reefer));
    const receiving = async (query = '') => (await client.get(`/bookings/${number}/receiving${query}`)).body;
    expect(await receiving()).toMatchObject({
      receives: true,
      quantity: 3,
      inside: 1,
      inside_released: 0,
      lines: [
        { number: 1, container_type: { code: types.dry }, quantity: 2, receives: true, reasons: [] },
        { number: 2, inside: 1, receives: false, reasons: [{ code: 'quantity_reached' }] },
      ],
    });
    expect(await receiving(`?container_type=${types.reefer}`)).toMatchObject({
      receives: false,
      reasons: [{ code: 'quantity_reached' }],
      lines: [{ number: 2 }],
    });
    const other = (await aContainerType(client)).code;
    expect(await receiving(`?container_type=${other}`)).toMatchObject({
      receives: false,
      reasons: [{ code: 'no_line' }],
      lines: [],
    });
    expect((await client.get(`/bookings/${number}/receiving?container_type=NONE`)).status).toBe(422);
  });

  it('of a booking that set-up gives are found by the same order, also without room', async () => {
    const lines = [{ quantity: 0 }, { container_type: types.dry, quantity: 1 }];
    const { number } = await aBooking(client, { lines });
    for (const at of [1, 2]) {
      const made = await aContainerInYard(client, { booking: number, container_type: types.dry });
      const [stay] = (await client.get(`/containers/${made.number}/stays`)).body.stays;
      expect([at, stay.booking_line]).toEqual([at, 2]);
    }
    const [stay] = (await client.get(`/container_stays?booking_number=${number}`)).body.container_stays;
    const corrected = await client.patch(`/container_stays/${stay.id}`, { reason: 'Wrong', booking_line: 1 });
    expect(corrected.body.container_stay.booking_line).toBe(1);
  });

  it('let one of many trucks have the last place', async () => {
    const { number } = await aBooking(client, { lines: two() });
    const advices = await Promise.all(Array.from({ length: 64 }, () => brings(number, types.reefer)));
    const answers = await Promise.all(advices.map(gateIn));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(63).fill(422)]);
    expect(await linesOf(number)).toMatchObject([{}, { inside: 1 }]);
  });
});

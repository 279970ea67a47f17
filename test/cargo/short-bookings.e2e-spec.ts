import { aBooking, aContainerType } from '../factories/cargo';
import { aGate, aNewContainer, aPreAdvice, aVisit, dropOff, gateOut } from '../factories/gate';
import { aVoyage } from '../factories/voyages';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('bookings that miss containers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
  });

  const hours = (so_many: number) => new Date(Date.now() + so_many * 3_600_000).toISOString();
  const voyage = async (cut_off: number, more: object = {}) =>
    (await aVoyage(client, { receiving_cut_off_time: hours(cut_off), ...more })).number;
  const brings = async (booking: string, more: object = {}) => {
    const purposes = [dropOff(await aNewContainer(client), { booking, ...more })];
    return aVisit(client, {
      gate: 'In 1',
      pre_advice_number: (await aPreAdvice(client, { purposes })).advice_number,
    });
  };
  const counted = async (number: string) => {
    const { received, released, inside, short } = (await client.get(`/bookings/${number}`)).body.booking;
    return { received, released, inside, short };
  };
  const listed = async (query: string): Promise<string[]> =>
    (await client.get(`/bookings?${query}`)).body.bookings.map(({ number }: Body) => number);

  it('say what came, left and is inside, of all lines together', async () => {
    const types = [await aContainerType(client), await aContainerType(client)];
    const lines = types.map(({ code: container_type }, at) => ({ container_type, quantity: at + 1 }));
    const { number } = await aBooking(client, { lines });
    expect(await counted(number)).toEqual({ received: 0, released: 0, inside: 0, short: 3 });
    const visits = [];
    for (const { code: container_type } of types) {
      const container = await aNewContainer(client, { container_type });
      const { advice_number } = await aPreAdvice(client, {
        purposes: [dropOff(container, { booking: number })],
      });
      visits.push(await aVisit(client, { gate: 'In 1', pre_advice_number: advice_number }));
    }
    expect(await counted(number)).toEqual({ received: 0, released: 0, inside: 2, short: 3 });
    for (const { truck } of visits) expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect(await counted(number)).toEqual({ received: 2, released: 0, inside: 0, short: 1 });
    const lists = (await client.get('/bookings')).body.bookings;
    expect(lists).toMatchObject([{ received: 2, inside: 0, short: 1 }]);
  });

  it('are short of nothing with more than booked, and of what nobody knows without a quantity', async () => {
    const one = await aBooking(client, { quantity: 1 });
    const open = await aBooking(client);
    for (const { number } of [one, open]) {
      const { truck } = await brings(number);
      await gateOut(client, truck.license_plate);
    }
    expect(await counted(one.number)).toMatchObject({ received: 1, short: 0 });
    expect(await counted(open.number)).toMatchObject({ received: 1, short: null });
    await client.patch(`/bookings/${one.number}`, { quantity: 0 });
    expect(await counted(one.number)).toMatchObject({ received: 1, short: 0 });
  });

  it('are listed while the cut-off of their voyage is near and not over', async () => {
    const made = async (cut_off: number, more: object = {}) =>
      (await aBooking(client, { quantity: 1, voyage: await voyage(cut_off), ...more })).number;
    const near = await made(47);
    const later = await made(49);
    const over = await made(-1);
    const open = await made(1, { quantity: null });
    const full = await made(1, { quantity: 0 });
    const cancelled = (
      await aBooking(client, { quantity: 1, voyage: await voyage(1, { cancelled: 'true' }) })
    ).number;
    const without = (await aBooking(client, { quantity: 1 })).number;
    expect(await listed('short=true')).toEqual([near]);
    expect(await listed('short=true&hours=50')).toEqual([near, later]);
    expect(await listed('short=true&hours=1')).toEqual([]);
    expect(await listed('short=false')).toEqual([later, over, open, full, cancelled, without]);
    const { truck } = await brings(near);
    expect(await listed('short=true')).toEqual([near]);
    await gateOut(client, truck.license_plate);
    expect(await listed('short=true')).toEqual([]);
    for (const query of ['hours=0', 'hours=8761', 'short=soon'])
      expect((await client.get(`/bookings?${query}`)).status).toBe(400);
  });

  it('are counted by line and voyage, as the filters leave them', async () => {
    const number = await voyage(10);
    const bookings = [
      await aBooking(client, { quantity: 1, voyage: number }),
      await aBooking(client, { quantity: 0, voyage: number }),
      await aBooking(client),
    ];
    const counts = async (query: string) => (await client.get(`/bookings/counts?${query}`)).body.counts;
    expect(await counts('by=voyage')).toEqual([
      { voyage: number, count: 2, more: false },
      { voyage: null, count: 1, more: false },
    ]);
    expect(await counts('by=voyage&short=true')).toEqual([{ voyage: number, count: 1, more: false }]);
    const code = bookings[0]!.shipping_line?.code ?? null;
    expect(await counts(`by=shipping_line&number=${bookings[0]!.number}`)).toEqual([
      { shipping_line: code, count: 1, more: false },
    ]);
    expect((await client.get('/bookings/counts?by=status')).status).toBe(400);
  });
});

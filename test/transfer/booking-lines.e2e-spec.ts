import { aBooking, aContainerType } from '../factories/cargo';
import { aContainerInYard, aGate, aNewContainer, aPreAdvice, dropOff, gateOut } from '../factories/gate';
import { aTruck, aTruckingCompany } from '../factories/parties';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('lines and releases of bookings in files', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const linesOf = async (by: Client, number: string): Promise<Body[]> =>
    (await by.get(`/bookings/${number}`)).body.booking.lines;

  it('come back as they were, with what counts for them', async () => {
    await aGate(client, { name: 'In 1' });
    const { code } = await aContainerType(client);
    const company = (await aTruckingCompany(client)).code;
    const stated = {
      set_point: -18,
      over: { left: 10 },
      dangerous_goods: [{ un_number: '1263', imdg_class: '3' }],
    };
    const lines = [{ quantity: 3 }, { container_type: code, quantity: 2, ...stated }];
    const { number: booking } = await aBooking(client, { lines, port_of_loading: 'NLRTM' });
    await client.patch(`/bookings/${booking}`, { lines: [{ number: 2, ...lines[1] }, { quantity: 1 }] });
    await client.create(`/bookings/${booking}/releases`, {
      quantity: 1,
      line: 2,
      trucking_company: company,
      valid_until: '2099-01-01T00:00:00Z',
    });
    await client.create(`/bookings/${booking}/releases`, { quantity: 1, company_name: 'Somebody' });
    await client.post(`/bookings/${booking}/releases/R2/cancel`, { reason: 'Other plans' });
    const come = async (purpose: object) => {
      const truck = (await aTruck(client, { trucking_company: company })).license_plate;
      const { advice_number } = await aPreAdvice(client, { truck, purposes: [purpose] });
      const { truck_visit } = await client.create('/truck_visits', {
        gate: 'In 1',
        pre_advice_number: advice_number,
      });
      return { truck, id: truck_visit.id as number };
    };
    const brought = await come(dropOff(await aNewContainer(client, { container_type: code }), { booking }));
    expect((await gateOut(client, brought.truck)).status).toBe(200);
    const cargo = { cargo_type: 'container', container_status: 'empty' };
    const fetched = await come({ purpose_type: 'pick up', cargo, booking, release: 'R1' });
    const [{ id }] = (await client.get(`/truck_visits/${fetched.id}/interchanges`)).body.interchanges;
    const box = await aContainerInYard(client, { container_status: 'empty', container_type: code });
    expect((await client.patch(`/interchanges/${id}`, { container: box.number })).status).toBe(200);
    expect((await gateOut(client, fetched.truck)).status).toBe(200);

    const exported = await exportFiles(client);
    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
    const shown = await linesOf(client, booking);
    expect(shown).toMatchObject([
      { number: 2, received: 1, released: 1 },
      { number: 3, quantity: 1 },
    ]);
    const withoutIds = (each: Body[]) => each.map((line) => ({ ...line, container_type: null }));
    expect(withoutIds(await linesOf(copy, booking))).toEqual(withoutIds(shown));
    const releases = async (by: Client) =>
      (await by.get(`/bookings/${booking}/releases`)).body.releases.map(
        ({ number, status, released, line }: Body) => [number, status, released, line],
      );
    expect(await releases(copy)).toEqual([
      ['R1', 'used', 1, 2],
      ['R2', 'cancelled', 0, null],
    ]);
    expect(await releases(client)).toEqual(await releases(copy));
    // a second time nothing is new
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('are one line for a file that says none, as before', async () => {
    const old = { 'bookings.ndjson': [{ number: 'B1', quantity: 4 }, { number: 'B2' }] };
    expect((await importFiles(client, old)).bad).toEqual([]);
    expect(await linesOf(client, 'B1')).toMatchObject([{ number: 1, quantity: 4, container_type: null }]);
    expect(await linesOf(client, 'B2')).toMatchObject([{ number: 1, quantity: null }]);
    await importFiles(client, { 'bookings.ndjson': [{ number: 'B1', quantity: 6 }] });
    expect(await linesOf(client, 'B1')).toMatchObject([{ number: 1, quantity: 6 }]);
  });

  it('are refused where they contradict what stands', async () => {
    const lines = [{ quantity: 1 }, { quantity: 2 }];
    await importFiles(client, { 'bookings.ndjson': [{ number: 'B1', lines }] });
    expect((await importFiles(client, { 'bookings.ndjson': [{ number: 'B1', quantity: 9 }] })).bad).toEqual([
      "bookings.ndjson:1: quantity: Booking 'B1' has lines, which say how many containers it is for and of which type.",
    ]);
    const unknown = [{ booking: 'B1', number: 'R1', quantity: 1, line: 7 }];
    expect((await importFiles(client, { 'booking_releases.ndjson': unknown })).bad).toEqual([
      "booking_releases.ndjson:1: line: '7' is unknown",
    ]);
  });
});

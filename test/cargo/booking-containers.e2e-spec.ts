import type { AnnouncedContainer } from '../../src/cargo/announcing/announced-facts';
import {
  BookingContainersService,
  MOST_CONTAINERS,
  type PuttingContainers,
} from '../../src/cargo/booking-containers/booking-containers.service';
import { aBooking, aContainer, aContainerType, shownContainer, staysOf } from '../factories/cargo';
import { aNewContainer, aPreAdvice, dropOff } from '../factories/gate';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import { within } from '../factories/services';
import { exportFiles, importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const [ONE, TWO, THREE] = ['WHAU5000001', 'WHAU5000002', 'WHAU5000003'] as const;

/** The statements about these tables that some work sends. */
const sent = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(work)).filter((statement) =>
    /booking_containers|INTO container|UPDATE container/.test(statement),
  );

describe('the containers of a booking', () => {
  const service = useService();
  let client: Client;
  let booking: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    await aShippingLine(client, { code: 'WHA' });
    await aVoyage(client, { number: 'WP2611' });
    booking = await aBooking(client, { number: 'WHA331057', shipping_line: 'WHA', voyage: 'WP2611' });
  });

  const put = (stated: AnnouncedContainer[], how: PuttingContainers = {}) =>
    within(client, BookingContainersService, (of) => of.put(booking.id as number, stated, how));
  const takeOff = (container_ids?: number[]) =>
    within(client, BookingContainersService, (of) => of.takeOff(booking.id as number, container_ids));
  const list = async (): Promise<Body[]> =>
    (await client.get('/bookings/WHA331057/containers')).body.containers;
  const did = (result: { did: string }[]) => result.map((each) => each.did).sort();

  it('are announced, with what is stated of them', async () => {
    await aContainerType(client, { code: '40HR' });
    const { id } = (await client.get('/container_types')).body.container_types[0];
    const result = await put(
      [
        {
          container_number: ONE,
          container_type_id: id,
          container_status: 'full',
          weight: 21580,
          seals: ['S1'],
          reefer_set_point_temperature: -18,
        },
      ],
      { edi_message_id: 4711, told: true },
    );
    expect(did(result)).toEqual(['created']);
    const container = await shownContainer(client, ONE);
    expect((await client.get('/bookings/WHA331057/containers.json')).body).toEqual({
      actions: expect.any(Object),
      containers: [
        {
          container: { id: container.id, number: ONE },
          stay: { id: container.stay_id, status: 'announced' },
          edi_message: { id: 4711 },
        },
      ],
    });
    expect(container).toMatchObject({
      container_type: { code: '40HR' },
      container_status: 'full',
      usage: 'export',
      weight: 21580,
      seals: ['S1'],
      reefer_set_point_temperature: -18,
      booking: { number: 'WHA331057' },
      departure_voyage: { number: 'WP2611' },
      shipping_line: { code: 'WHA' },
    });
    await allPublished(client);
    const types = (await client.get('/events?per=500')).body.events.map(({ type }: Body) => type);
    expect(types.filter((type: string) => type.startsWith('container.'))).toEqual(['container.created']);
    expect((await client.get(`/bookings/${booking.id}/containers`)).body.containers).toHaveLength(1);
  });

  it('are of one organization, and of bookings that are there', async () => {
    const other = await service.current.organization();
    for (const [of, at] of [
      [other, 'WHA331057'],
      [client, 'X'],
      [client, String(booking.id + 1)],
    ] as const)
      expect((await of.get(`/bookings/${at}/containers`)).status).toBe(404);
    expect(await list()).toEqual([]);
    await expect(
      within(client, BookingContainersService, (of) => of.put(booking.id + 1, [])),
    ).rejects.toThrow('was not found');
  });

  it('are left alone when they are here for something else', async () => {
    await aContainer(client, { number: ONE, current_location_type: 'Terminal', goods: 'Tea' });
    await put([{ container_number: ONE, goods: 'Rice', weight: 5 }]);
    expect(await shownContainer(client, ONE)).toMatchObject({ goods: 'Tea', weight: null, booking: null });
    expect((await list())[0].stay.status).toBe('here');
  });

  it('are completed, and not overwritten, when they came for the booking', async () => {
    await put([{ container_number: ONE, goods: 'Tea', container_status: 'full' }]);
    await client.patch(`/containers/${ONE}`, { current_location_type: 'Terminal' });
    expect(did(await put([{ container_number: ONE, goods: 'Rice', weight: 5 }]))).toEqual(['updated']);
    expect(await shownContainer(client, ONE)).toMatchObject({ goods: 'Tea', weight: 5 });
    expect(did(await put([{ container_number: ONE, weight: 6 }]))).toEqual(['unchanged']);
  });

  it('are replaced, apart from those that were received', async () => {
    await put([{ container_number: ONE }, { container_number: TWO }], { edi_message_id: 1 });
    await client.patch(`/containers/${ONE}`, { current_location_type: 'Terminal' });
    expect(did(await put([{ container_number: THREE }], { replace: true, edi_message_id: 2 }))).toEqual([
      'created',
      'left',
      'removed',
    ]);
    expect((await list()).map(({ container, edi_message }) => [container.number, edi_message.id])).toEqual([
      [ONE, 1],
      [THREE, 2],
    ]);
    expect((await staysOf(client, TWO))[0]).toMatchObject({ status: 'cancelled', booking: null });
    expect(did(await takeOff())).toEqual(['left', 'removed']);
    expect(await list()).toHaveLength(1);
  });

  it('are announced again after they have gone, when they are put again', async () => {
    await put([{ container_number: ONE }]);
    const { id } = (await shownContainer(client, ONE)) as { id: number };
    await takeOff([id]);
    expect(did(await put([{ container_id: id }]))).toEqual(['created']);
    expect((await staysOf(client, ONE)).map(({ status }) => status)).toEqual(['cancelled', 'announced']);
  });

  it('leave with another voyage when their booking does', async () => {
    await put([{ container_number: ONE }, { container_number: TWO }]);
    await client.patch(`/containers/${TWO}`, { current_location_type: 'Terminal' });
    await aVoyage(client, { number: 'V2' });
    await client.patch('/bookings/WHA331057', { voyage: 'V2' });
    expect((await shownContainer(client, ONE)).departure_voyage.number).toBe('V2');
    expect((await shownContainer(client, TWO)).departure_voyage.number).toBe('WP2611');
  });

  it('go with their booking, and keep it once they are received', async () => {
    await put([{ container_number: ONE }]);
    expect((await client.delete('/bookings/WHA331057')).status).toBe(200);
    expect((await staysOf(client, ONE))[0].status).toBe('cancelled');
    booking = await aBooking(client, { number: 'WHA331057' });
    await put([{ container_number: ONE }]);
    await client.patch(`/containers/${ONE}`, { current_location_type: 'Terminal' });
    const refused = await client.delete('/bookings/WHA331057');
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'in_use',
      'Booking is in use and cannot be deleted.',
    ]);
    expect(await list()).toHaveLength(1);
  });

  it('keep the announcement of a truck when the booking takes them off', async () => {
    await put([{ container_number: ONE }]);
    await aPreAdvice(client, { purposes: [dropOff(await aNewContainer(client, { container_number: ONE }))] });
    await takeOff();
    expect((await staysOf(client, ONE)).map(({ status }) => status)).toEqual(['announced']);
  });

  it('are deleted with the booking, or put on it, but not both', async () => {
    const [deleted, result] = await inTurn(service.current, [
      () => client.delete('/bookings/WHA331057'),
      () => put([{ container_number: ONE }]).catch((error: Error) => error.message),
    ]);
    expect([deleted.status, result]).toEqual([200, expect.stringMatching(/not found/)]);
  });

  it('take as many statements for 1,000 as for one, and are 10,000 at most', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ container_number: `WHAU${6_000_000 + n}` }));
    await put(many(1));
    const few = await sent(() => put(many(2)));
    expect(await sent(() => put(many(1000)))).toHaveLength(few.length);
    await service.current.query(
      `INSERT INTO containers (organization_id, number) SELECT $1, 'FULL' || n FROM generate_series(1001, $2) n`,
      [client.organization_id, MOST_CONTAINERS],
    );
    await service.current.query(
      `INSERT INTO booking_containers (organization_id, booking_id, container_id)
       SELECT organization_id, $2, id FROM containers WHERE organization_id = $1 AND number LIKE 'FULL%'`,
      [client.organization_id, booking.id],
    );
    await expect(put([{ container_number: ONE }])).rejects.toThrow('A booking has at most 10000 containers.');
    expect(did(await put(many(1)))).toEqual(['unchanged']);
  });

  it('come back from a file as they were', async () => {
    await put([{ container_number: ONE, goods: 'Tea' }, { container_number: TWO }]);
    await client.patch(`/containers/${TWO}`, { current_location_type: 'Terminal' });
    const files = await exportFiles(client);
    const other = await service.current.organization();
    expect((await importFiles(other, files)).bad).toEqual([]);
    const { containers } = (await other.get('/bookings/WHA331057/containers')).body;
    expect(containers.map(({ container, stay }: Body) => [container.number, stay.status])).toEqual([
      [ONE, 'announced'],
      [TWO, 'here'],
    ]);
    expect(await exportFiles(other)).toEqual(files);
  });

  it('are announced by a file that says no stay', async () => {
    const { bad } = await importFiles(client, {
      'containers.ndjson': [{ number: ONE }],
      'booking_containers.ndjson': [
        { booking: 'WHA331057', container: ONE },
        { booking: 'X', container: ONE },
      ],
    });
    expect(bad).toEqual(["booking_containers.ndjson:2: booking: 'X' is unknown"]);
    await importFiles(client, {
      'containers.ndjson': [{ number: ONE }],
      'booking_containers.ndjson': [{ booking: 'WHA331057', container: ONE }],
    });
    expect((await list())[0].stay.status).toBe('announced');
  });
});

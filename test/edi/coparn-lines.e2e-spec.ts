import { anExchange, type Exchange, sendOne } from '../factories/edi-upload';
import { aContainerType } from '../factories/cargo';
import { next } from '../factories/record';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const COPARN = 'COPARN:D:00B:UN:SMDG20';

/** The lines of bookings, and releases of empties, by COPARN. */
describe('COPARN', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let booking: string;
  let hour: number;

  beforeEach(async () => {
    client = await service.current.organization();
    hub = await anExchange(client, ['COPARN']);
    booking = `BK${next()}`;
    hour = 10;
    const admin = client.as('admin');
    await aContainerType(admin, { code: '20DV', iso_type_code: '22G1' });
    await aContainerType(admin, { code: '40HR', iso_type_code: '45R1' });
  });

  /** Sends a document of the booking, an hour after the one before. */
  const of = (code: string, document: string, function_: string, ...segments: string[]) =>
    sendOne(client, hub, COPARN, [
      `BGM+${code}+${document}+${function_}`,
      `DTM+137:20261125${hour++}00:203`,
      `RFF+BN:${booking}`,
      `NAD+CA+${hub.line}:160:166`,
      ...segments,
    ]);
  const some = (type: string, quantity: number, ...facts: string[]) => [
    `EQD+CN++${type}:102:5+2+2+5`,
    `EQN+${quantity}`,
    ...facts,
  ];
  const shown = async () => (await client.get(`/bookings/${booking}`)).body.booking;
  const quantities = async () => (await shown()).lines.map(({ number, quantity }: any) => [number, quantity]);
  const releases = async () => (await client.get(`/bookings/${booking}/releases`)).body.releases as any[];
  const warnings = (message: any) => message.warnings.map(({ code }: any) => code as string);

  it('writes what groups state of their containers as lines', async () => {
    const message = await of(
      '126',
      'D1',
      '9',
      'LOC+9+NLVLI:139:6',
      'LOC+7+HKHKG',
      ...some(
        '22G1',
        2,
        'DIM+9+MTR:::0,45',
        'DGS+IMD+3+1263+023:CEL+II',
        'FTX+AAD+++PAINT',
        'MEA+AAE+G+KGM:21000',
      ),
      ...some(
        '45R1',
        1,
        'MEA+AAE+AAS+MQH:25',
        'MEA+AAE+AAO+P1:65',
        'RNG+5+CEL:2:8',
        'HAN+KEEP:::KEEP DRY',
        'LOC+76+DEHAM',
      ),
    );
    expect(message).toMatchObject({ status: 'applied', errors: [], changes: { bookings: { created: 1 } } });
    expect(message.warnings).toMatchObject([
      { code: 'not_read', sentence: 'The message has segments that are not read: LOC+76 ×1.' },
    ]);
    expect(await shown()).toMatchObject({
      quantity: 3,
      container_type: null,
      port_of_loading: 'NLVLI',
      place_of_delivery: 'HKHKG',
      lines: [
        {
          container_type: { code: '20DV' },
          quantity: 2,
          container_status: 'full',
          weight: 21000,
          over: { height: 45 },
          dangerous_goods: [
            { un_number: '1263', imdg_class: '3', flashpoint_celsius: 23, proper_shipping_name: 'PAINT' },
          ],
        },
        {
          container_type: { code: '40HR' },
          quantity: 1,
          set_point: 5,
          ventilation: 25,
          humidity: 65,
          operating_reefer: true,
          remarks: expect.stringMatching(/2 to 8 °C.*KEEP DRY/),
        },
      ],
    });
    const again = await of('126', 'D1', '9', 'LOC+9+NLVLI:139:6', 'LOC+7+HKHKG');
    expect(again).toMatchObject({ status: 'applied', changes: { bookings: { updated: 1 } } });
  });

  it('leaves a booking as it is that is sent again', async () => {
    const segments = some('22G1', 2, 'DGS+IMD+3+1263+023:CEL+II', 'DIM+9+CMT:::45', 'MEA+AAE+G+KGM:21000');
    await of('126', 'D1', '9', ...segments);
    const again = await of('126', 'D1', '9', ...segments);
    expect(again).toMatchObject({ status: 'applied', changes: { bookings: { unchanged: 1, updated: 0 } } });
  });

  it('replaces, changes, adds to and takes from lines by their types', async () => {
    await of('126', 'D1', '9', ...some('22G1', 2), ...some('45R1', 1));
    await of('126', 'D2', '5', ...some('45R1', 4), ...some('22G1', 3));
    expect(await quantities()).toEqual([
      [1, 3],
      [2, 4],
    ]);
    await of('126', 'D3', '4', ...some('45R1', 5));
    await of('126', 'D4', '2', ...some('22G1', 1));
    await of('126', 'D5', '3', ...some('45R1', 2));
    expect(await quantities()).toEqual([
      [1, 4],
      [2, 3],
    ]);
    await of('126', 'D6', '5', ...some('22G1', 1));
    expect(await quantities()).toEqual([[1, 1]]);
  });

  it('keeps dangerous goods and what stands out with the container that it names', async () => {
    await of('11', 'A1', '9', 'EQD+CN+WHAU4142033+22G1:102:5+2+2+5', 'DGS+IMD+3+1263', 'DIM+8+CMT::30');
    expect(await shown()).toMatchObject({ quantity: null, lines: [{ container_type: { code: '20DV' } }] });
    const { stay } = (await client.get(`/bookings/${booking}/containers`)).body.containers[0];
    expect((await client.get(`/container_stays/${stay.id}`)).body.container_stay).toMatchObject({
      dangerous_goods: [{ un_number: '1263', imdg_class: '3' }],
      over: { left: 30 },
    });
  });

  it('gives a container that it names what its line states, never over what is stated of it', async () => {
    const facts = ['TMP+2+5:CEL', 'DGS+IMD+3+1263', 'FTX+AAA+++FRUIT', 'DIM+9+CMT:::12'];
    const named = 'EQD+CN+WHAU4142033+45R1:102:5+2+2+5';
    await of('126', 'D1', '9', ...some('45R1', 2, ...facts), named, 'FTX+AAA+++FISH');
    const { stays } = (await client.get('/containers/WHAU4142033/stays')).body;
    expect(stays).toMatchObject([
      {
        status: 'announced',
        booking_line: 1,
        reefer_set_point_temperature: 5,
        operating_reefer: true,
        goods: 'FISH',
        dangerous_goods: [{ un_number: '1263' }],
        over: { height: 12 },
      },
    ]);
  });

  it('tries each identifier of the vessel, and names no voyage by a vessel alone', async () => {
    await aVessel(client, { name: 'Harbour Swan', call_sign: 'WHSW' });
    const { number } = await aVoyage(client, { vessel_name: 'Harbour Swan' });
    const transport = (voyage: string, vessel: string) =>
      `TDT+20+${voyage}+1++${hub.line}:172:20+++${vessel}`;
    for (const [nth, vessel] of [
      '9074729:146:11:HARBOUR SWAN',
      'XXXX:103::HARBOUR SWAN',
      'WHSW:146',
    ].entries()) {
      const message = await of('126', `D${nth}`, '5', transport(number, vessel), ...some('22G1', 1));
      expect(message).toMatchObject({ status: 'applied', voyage: { number } });
    }
    const alone = await of('126', 'D9', '5', transport('', 'WHSW:103'), ...some('22G1', 1));
    expect(alone).toMatchObject({ status: 'applied', errors: [], voyage: null });
  });

  describe('of a release', () => {
    it('makes a booking that is not known, and the first booking replaces what it made', async () => {
      const first = await of(
        '12',
        'R1',
        '9',
        ...some('22G1', 3),
        'DTM+36:20261204:102',
        'NAD+CB+NOBODY++Nobody Haulage',
      );
      expect(first).toMatchObject({
        status: 'applied',
        errors: [],
        subject: `COPARN 12 ${booking} R1`,
        changes: { bookings: { created: 1 }, booking_releases: { created: 1 } },
      });
      expect(await shown()).toMatchObject({ quantity: 3, container_type: { code: '20DV' } });
      const [release] = await releases();
      expect(release).toMatchObject({
        number: 'R1',
        quantity: 3,
        company_name: 'Nobody Haulage',
        status: 'open',
      });
      // the end of the day in the zone of the organization
      expect(new Date(release.valid_until).getTime()).toBeGreaterThan(Date.parse('2026-12-04T12:00:00Z'));
      await of('126', 'D1', '9', ...some('22G1', 5));
      expect((await shown()).quantity).toBe(5);
      const fewer = await of('126', 'D2', '5', ...some('22G1', 2));
      expect([fewer.status, warnings(fewer)]).toEqual(['applied', ['release_exceeds_booking']]);
      expect((await shown()).quantity).toBe(2);
    });

    it('is changed by the document that it is of alone', async () => {
      await of('126', 'D1', '9', ...some('22G1', 9));
      await of('12', 'R1', '9', ...some('22G1', 2));
      await of('12', 'R2', '9', ...some('22G1', 3));
      await of('12', 'R1', '5', ...some('22G1', 4));
      const added = await of('12', 'R2', '2', ...some('22G1', 1));
      expect(added).toMatchObject({ status: 'applied', warnings: [] });
      await of('12', 'R1', '3', ...some('22G1', 1));
      await of('12', 'R2', '4', 'DTM+36:202612041200:203');
      expect((await releases()).map(({ number, quantity }) => [number, quantity])).toEqual([
        ['R1', 3],
        ['R2', 4],
      ]);
      const cancelled = await of('12', 'R1', '1');
      expect(cancelled).toMatchObject({ status: 'applied', changes: { booking_releases: { removed: 1 } } });
      expect((await releases()).map(({ status }) => status)).toEqual(['cancelled', 'open']);
      expect((await shown()).quantity).toBe(9);
      const refused = await of('12', 'R1', '9', ...some('22G1', 1));
      expect(refused.errors).toMatchObject([{ code: 'release_cancelled' }]);
    });

    it('has a number for each type, and lets go of what it no longer names', async () => {
      await of('126', 'D1', '9', ...some('22G1', 2), ...some('45R1', 1));
      await of('12', 'R1', '9', ...some('22G1', 2), ...some('45R1', 1));
      expect((await releases()).map(({ number, line }) => [number, line])).toEqual([
        ['R1', 1],
        ['R1-2', 2],
      ]);
      await of('12', 'R1', '5', ...some('22G1', 1));
      expect((await releases()).map(({ number, status }) => [number, status])).toEqual([
        ['R1', 'open'],
        ['R1-2', 'cancelled'],
      ]);
      const again = await of('12', 'R1', '5', ...some('45R1', 1), ...some('22G1', 2));
      expect([again.status, again.errors]).toEqual(['applied', []]);
      expect(
        (await releases()).map(({ number, container_type, status }) => [number, container_type.code, status]),
      ).toEqual([
        ['R1', '20DV', 'open'],
        ['R1-2', '40HR', 'cancelled'],
        ['R1-3', '40HR', 'open'],
      ]);
    });

    it('is of all lines of its type, and of no line that is of another type', async () => {
      await of('126', 'D1', '9', ...some('45R1', 2), ...some('22G1', 2), ...some('22G1', 3));
      const message = await of('12', 'R1', '9', ...some('22G1', 5));
      expect([message.status, message.warnings]).toEqual(['applied', []]);
      const shownRelease = async () =>
        (await releases()).map(({ number, line, quantity }) => [number, line, quantity]);
      expect(await shownRelease()).toEqual([['R1', null, 5]]);
      await of('12', 'R1', '5', ...some('45R1', 2));
      expect(await shownRelease()).toEqual([['R1', 1, 2]]);
      await of('12', 'R1', '5', ...some('22G1', 4));
      expect(await shownRelease()).toEqual([['R1', null, 4]]);
    });

    it('keeps no line of a booking that nothing went of', async () => {
      await of('12', 'R1', '9', ...some('22G1', 3));
      const first = await of('126', 'D1', '9', ...some('45R1', 5));
      expect([first.status, first.warnings]).toEqual(['applied', []]);
      expect(await quantities()).toEqual([[2, 5]]);
      expect(await releases()).toMatchObject([
        { number: 'R1', line: null, container_type: { code: '20DV' }, quantity: 3, status: 'open' },
      ]);
    });

    it('adds to nothing as an original, and needs a number and a booking', async () => {
      const added = await of('12', 'R1', '2', ...some('22G1', 1));
      expect([added.status, warnings(added)]).toEqual(['applied', ['nothing_replaced']]);
      const changed = await of('12', 'R9', '4', ...some('22G1', 1));
      expect(changed.errors).toMatchObject([{ code: 'nothing_to_change' }]);
      const bare = await of('12', '', '9', ...some('22G1', 1));
      expect(bare.errors).toMatchObject([{ code: 'missing' }]);
    });
  });
});

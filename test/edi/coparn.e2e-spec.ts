import { anExchange, type Exchange, sendOne } from '../factories/edi-upload';
import { aContainerType } from '../factories/cargo';
import { aVisitFor, dropOff, gateOut } from '../factories/gate';
import { next } from '../factories/record';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const COPARN = 'COPARN:D:00B:UN:SMDG20';

describe('COPARN', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let booking: string;

  beforeEach(async () => {
    client = await service.current.organization();
    hub = await anExchange(client, ['COPARN']);
    booking = `BK${next()}`;
    await aContainerType(client.as('admin'), { code: '20DV', iso_type_code: '22G1' });
    await aContainerType(client.as('admin'), { code: '40HC', iso_type_code: '45G1' });
  });

  const head = (code: string, document: string, function_ = '9', date = '202611251200') => [
    `BGM+${code}+${document}+${function_}`,
    `DTM+137:${date}:203`,
    `RFF+BN:${booking}`,
    `NAD+CA+${hub.line}:160:166`,
  ];
  const of = (segments: string[]) => sendOne(client, hub, COPARN, segments);
  const shown = async () => (await client.get(`/bookings/${booking}`)).body.booking;
  const containers = async () =>
    (await client.get(`/bookings/${booking}/containers`)).body.containers as any[];

  it('makes a booking of the line with its quantity, type, voyage and goods', async () => {
    const vessel = await aVessel(client, { imo: '9074729', name: 'Westhaven Pioneer' });
    const { number } = await aVoyage(client, { vessel_name: vessel.name });
    const message = await of([
      ...head('126', 'D1'),
      `TDT+20+${number}+1++${hub.line}:172:20+++9074729:146:11:WESTHAVEN PIONEER`,
      'FTX+AAA+++Machine parts',
      'EQD+CN++22G1:102:5+2+2+5',
      'EQN+3',
      'CNT+16:3',
    ]);
    expect(message.errors).toEqual([]);
    expect(message).toMatchObject({
      status: 'applied',
      message: 'COPARN',
      document_number: 'D1',
      function: '9',
      subject: `COPARN 126 ${booking}`,
      voyage: { number },
      shipping_line: { code: hub.line },
      flow: { name: `COPARN of ${hub.sender}` },
      changes: { bookings: { created: 1, updated: 0, unchanged: 0, removed: 0, left: 0 } },
      applied_by: null,
      document_date: '2026-11-25T12:00:00.000Z',
    });
    expect(await shown()).toMatchObject({
      quantity: 3,
      goods: 'Machine parts',
      container_type: { code: '20DV' },
      voyage: { number },
      shipping_line: { code: hub.line },
    });
    const { body } = await client.get(`/edi_messages/${message.id}/records`);
    expect(body.records).toEqual([
      expect.objectContaining({ type: 'booking', key: booking, did: 'created' }),
    ]);
  });

  it('announces the containers that it names for the booking', async () => {
    const message = await of([
      ...head('126', 'D1'),
      'EQD+CN+WHAU4142033+22G1:102:5+2+2+5',
      'MEA+AAE+G+KGM:21500',
      'SEL+S123+CA',
    ]);
    expect(message).toMatchObject({ status: 'applied', errors: [], containers_count: 1 });
    expect(await containers()).toEqual([
      expect.objectContaining({
        container: expect.objectContaining({ number: 'WHAU4142033' }),
        stay: expect.objectContaining({ status: 'announced' }),
        edi_message: { id: message.id },
      }),
    ]);
    const { body } = await client.get('/containers/WHAU4142033');
    expect(body.container).toMatchObject({
      usage: 'export',
      weight: 21500,
      container_status: 'full',
      seals: ['S123'],
    });
    expect((await client.get(`/edi_messages?container_number=WHAU4142033`)).body.edi_messages).toHaveLength(
      1,
    );
    expect((await client.get(`/edi_messages?booking_number=${booking}`)).body.edi_messages).toHaveLength(1);
  });

  it('replaces, changes, adds to and takes back what stands', async () => {
    await of([...head('126', 'D1'), 'EQD+CN+WHAU4142033+22G1+2+2+5', 'EQD+CN+WHAU4154184+22G1+2+2+5']);
    const replaced = await of([...head('126', 'D2', '5', '202611251300'), 'EQD+CN+WHAU4154184+22G1+2+2+5']);
    expect(replaced).toMatchObject({
      status: 'applied',
      replaces: { id: expect.any(Number) },
      changes: { containers: { removed: 1 }, bookings: { updated: 1 } },
    });
    expect((await client.get(`/edi_messages/${replaced.replaces.id}`)).body.edi_message).toMatchObject({
      status: 'replaced',
      replaced_by: { id: replaced.id },
    });
    expect(await containers()).toHaveLength(1);
    const added = await of([...head('126', 'D3', '2', '202611251400'), 'EQD+CN++22G1+2+2+5', 'EQN+4']);
    expect(added).toMatchObject({ status: 'applied', errors: [] });
    expect((await shown()).quantity).toBe(5);
    const cancelled = await of(head('126', 'D4', '1', '202611251500'));
    expect(cancelled).toMatchObject({ status: 'applied', errors: [], changes: { bookings: { removed: 1 } } });
    expect((await client.get(`/bookings/${booking}`)).status).toBe(404);
    expect((await client.get(`/edi_messages/${replaced.id}`)).body.edi_message.status).toBe('cancelled');
  });

  it.each([
    ['original_exists', '9', 'D2', '202611251300'],
    ['older', '5', 'D2', '202611241300'],
    ['function_unknown', '7', 'D2', '202611251300'],
  ])('is refused: %s', async (code, function_, document, date) => {
    await of([...head('126', 'D1'), 'EQD+CN++22G1+2+2+5', 'EQN+2']);
    const refused = await of([...head('126', document, function_, date), 'EQD+CN++22G1+2+2+5']);
    expect(refused).toMatchObject({ status: 'refused', errors: [expect.objectContaining({ code })] });
    expect((await shown()).quantity).toBe(2);
  });

  it('is refused where nothing stands that it changes, and replaces nothing with a warning', async () => {
    const change = await of([...head('126', 'D1', '4'), 'EQD+CN++22G1+2+2+5']);
    expect(change.errors).toEqual([expect.objectContaining({ code: 'nothing_to_change' })]);
    const replace = await of([...head('126', 'D1', '5'), 'EQD+CN++22G1+2+2+5']);
    expect(replace).toMatchObject({
      status: 'applied',
      warnings: [expect.objectContaining({ code: 'nothing_replaced' })],
    });
  });

  it('keeps the quantity of a booking whatever is released of it', async () => {
    await of([...head('126', 'D1'), 'EQD+CN++22G1+2+2+5', 'EQN+2']);
    const released = await of([...head('12', 'R1'), 'EQD+CN++22G1+2+2+4', 'EQN+5']);
    expect(released.warnings).toMatchObject([{ code: 'release_exceeds_booking' }]);
    expect((await shown()).quantity).toBe(2);
    await of([...head('12', 'R1', '5', '202611251300'), 'EQD+CN++22G1+2+2+4', 'EQN+1']);
    expect((await shown()).quantity).toBe(2);
  });

  it('counts what still stands when a booking is taken back and its release is not', async () => {
    await of([...head('126', 'D1'), 'EQD+CN++22G1+2+2+5', 'EQN+5']);
    await of([...head('12', 'R1'), 'EQD+CN++22G1+2+2+4', 'EQN+2']);
    const cancelled = await of(head('126', 'D2', '1', '202611251300'));
    expect(cancelled).toMatchObject({ status: 'applied', changes: { bookings: { updated: 1, removed: 0 } } });
    expect((await shown()).quantity).toBe(2);
  });

  it('counts each container that it changes, adds or removes by number once', async () => {
    const box = (number: string) => `EQD+CN+${number}+22G1+2+2+5`;
    const quantity = async (document: string, function_: string, hour: number, ...numbers: string[]) => {
      const message = await of([
        ...head('126', document, function_, `20261125${hour}00`),
        ...numbers.map(box),
      ]);
      expect(message).toMatchObject({ status: 'applied', errors: [] });
      return (await shown()).quantity;
    };
    const numbers = ['WHAU4142033', 'WHAU4154184', 'WHAU4142054'];
    expect(await quantity('D1', '9', 12, ...numbers)).toBe(3);
    expect(await quantity('D2', '4', 13, numbers[0]!)).toBe(3);
    expect(await containers()).toHaveLength(3);
    expect(await quantity('D3', '2', 14, numbers[0]!, 'WHAU4142096')).toBe(4);
    expect(await quantity('D4', '3', 15, numbers[0]!, 'WHAU4142100')).toBe(3);
    expect(await containers()).toHaveLength(3);
  });

  it('leaves what was received, and is taken back by nothing that happened since', async () => {
    const box = (number: string) => `EQD+CN+${number}+22G1+2+2+5`;
    await of([...head('126', 'D1'), box('WHAU4142033'), box('WHAU4154184')]);
    const cargo = { cargo_type: 'container', container_status: 'full', container_number: 'WHAU4142033' };
    const visit = await aVisitFor(client, [dropOff(cargo, { booking })]);
    await gateOut(client, visit.truck.license_plate, {});
    const removed = await of([...head('126', 'D2', '3', '202611251300'), box('WHAU4142033')]);
    expect(removed).toMatchObject({
      status: 'applied',
      changes: { containers: { left: 1, removed: 0 } },
      warnings: [expect.objectContaining({ code: 'left', container: 'WHAU4142033' })],
    });
    expect((await shown()).quantity).toBe(2);
    const replaced = await of([...head('126', 'D3', '5', '202611251400'), box('WHAU4154184')]);
    expect(replaced).toMatchObject({ status: 'applied', changes: { containers: { left: 1, removed: 0 } } });
    expect(await containers()).toHaveLength(2);
    const cancelled = await of(head('126', 'D4', '1', '202611251500'));
    expect(cancelled.errors).toEqual([
      expect.objectContaining({
        code: 'happened_since',
        sentence: `Segment 5 (RFF): booking ${booking} cannot be cancelled: 1 container was received for it.`,
      }),
    ]);
    const fewer = await of([...head('126', 'D5', '5', '202611251600')]);
    expect(fewer.errors).toEqual([expect.objectContaining({ code: 'quantity_below_done' })]);
  });

  it('leaves a booking that was there before an acceptance or a release that is taken back', async () => {
    await client.create('/bookings', { number: booking, shipping_line: hub.line, quantity: 4 });
    await of([...head('11', 'A1'), 'EQD+CN+WHAU4142033+22G1+2+2+5']);
    const accepted = await of(head('11', 'A1', '1', '202611251300'));
    expect(accepted).toMatchObject({
      status: 'applied',
      changes: { bookings: { unchanged: 1, removed: 0 }, containers: { removed: 1 } },
    });
    await of([...head('12', 'R1'), 'EQD+CN++22G1+2+2+4', 'EQN+4']);
    await of(head('12', 'R1', '1', '202611251300'));
    expect(await shown()).toMatchObject({ number: booking });
  });

  it('leaves the quantity alone when a box is accepted, and makes a booking without one', async () => {
    const message = await of([...head('11', 'A1'), 'EQD+CN+WHAU4142033+22G1+2+2+5']);
    expect(message).toMatchObject({ status: 'applied', subject: `COPARN 11 ${booking} A1` });
    expect((await shown()).quantity).toBeNull();
    await of([...head('11', 'A2'), 'EQD+CN+WHAU4154184+22G1+2+2+5']);
    expect(await containers()).toHaveLength(2);
  });

  it('tells all that is wrong at once, each with its segment', async () => {
    const message = await of([
      ...head('126', 'D1'),
      'TDT+20+NOWHERE+1++++',
      'EQD+CN+WHAU414203+22G1+2+2+5',
      'EQD+CN++99X9+2+2+5',
    ]);
    expect(message.status).toBe('refused');
    expect(message.errors.map(({ code, segment }: any) => [code, segment])).toEqual([
      ['container_invalid', 8],
      ['voyage_unknown', 7],
    ]);
    expect(message.errors[0].sentence).toBe(
      "Segment 8 (EQD): container 'WHAU414203' is no number of ISO 6346.",
    );
    expect(message.warnings.map(({ code }: any) => code)).toContain('type_unknown');
    expect((await client.get(`/bookings/${booking}`)).status).toBe(404);
  });

  it('says of which container an unknown word is', async () => {
    const message = await of([
      ...head('126', 'D1'),
      'EQD+CN+WHAU4142033+99X9+2+2+5',
      'NAD+CF+NOBODY:160:166',
    ]);
    expect(message.errors).toEqual([
      expect.objectContaining({ code: 'unknown_reference', tag: 'NAD', container: 'WHAU4142033' }),
    ]);
    expect(message.warnings).toContainEqual(
      expect.objectContaining({ code: 'type_unknown', segment: 7, container: 'WHAU4142033' }),
    );
  });

  it('knows a vessel by its name where the service does not know its IMO number', async () => {
    const { name } = await aVessel(client, { name: 'Westhaven Trader' });
    const { number } = await aVoyage(client, { vessel_name: name });
    await aVessel(client, { name: 'Westhaven Pioneer', imo: '9074729' });
    const { number: other } = await aVoyage(client, { vessel_name: 'Westhaven Pioneer' });
    const named = (document: string, voyage: string, vessel: string) =>
      of([
        ...head('126', document),
        `TDT+20+${voyage}+1++${hub.line}:172:20+++9321483:146:11:${vessel}`,
        'EQD+CN++22G1',
      ]);
    expect((await named('D1', other, 'WESTHAVEN TRADER')).errors).toEqual([
      expect.objectContaining({ code: 'voyage_unknown' }),
    ]);
    expect(await named('D1', number, 'WESTHAVEN TRADER')).toMatchObject({
      status: 'applied',
      voyage: { number },
    });
  });

  it('does not say whose a booking is that another line has', async () => {
    const other = await anExchange(client, ['COPARN']);
    await of([...head('126', 'D1'), 'EQD+CN++22G1+2+2+5']);
    const theirs = (function_: string) =>
      sendOne(client, other, COPARN, [
        `BGM+126+X1+${function_}`,
        `RFF+BN:${booking}`,
        `NAD+CA+${other.line}:160:166`,
        'EQD+CN++22G1+2+2+5',
      ]);
    const taken = await theirs('9');
    expect(taken.errors).toEqual([expect.objectContaining({ code: 'taken' })]);
    expect(JSON.stringify(taken)).not.toContain(hub.line);
    // not one of the flow
    const foreign = await of([...head('126', 'D1').slice(0, 3), `NAD+CA+${other.line}`, 'EQD+CN++22G1']);
    expect(foreign.errors.map(({ code }: any) => code)).toContain('line_not_in_flow');
  });

  it('waits for somebody where the flow says so, is previewed, applied and kept once', async () => {
    const byHand = await anExchange(client, ['COPARN'], { apply: 'by_hand' });
    const message = await sendOne(client, byHand, COPARN, [
      'BGM+126+D1+9',
      `RFF+BN:${booking}`,
      `NAD+CA+${byHand.line}`,
      'EQD+CN++22G1+2+2+5',
    ]);
    expect(message).toMatchObject({
      status: 'waiting',
      changes: { bookings: { created: 1 } },
      applied_at: null,
      previewed_at: expect.any(String),
    });
    expect((await client.get(`/bookings/${booking}`)).status).toBe(404);
  });
});

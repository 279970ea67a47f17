import { aContainerType, staysOf } from '../factories/cargo';
import { anExchange, aPortOfOurs, type Exchange, interchange, send, sendOne } from '../factories/edi-upload';
import { aContainerInYard } from '../factories/gate';
import { aShippingLine } from '../factories/parties';
import { type Body, next } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const VERMAS = 'VERMAS:D:16A:UN:SMDG10';
const [A, B] = ['WHAU4142033', 'WHAU4119542'] as const;

/** The verified gross masses that messages state. */
describe('VERMAS', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let document: string;
  let hour: number;

  beforeEach(async () => {
    client = await service.current.organization();
    hub = await anExchange(client, ['VERMAS', 'COPARN', 'COPRAR', 'BAPLIE']);
    await aContainerType(client.as('admin'), {
      code: '20DV',
      iso_type_code: '22G1',
      tare_weight: 2200,
      maximum_gross_weight: 30480,
    });
    document = `V${next()}`;
    hour = 10;
  });

  const vermas = (function_: string, segments: string[], number = document) =>
    sendOne(client, hub, VERMAS, [
      `BGM+749+${number}+${function_}`,
      `DTM+137:20261125${hour++}00:203`,
      'NAD+TB',
      'CTA+IC+:JOHN DOE',
      'COM+TEST@EXAMPLE.COM:EM',
      ...segments,
    ]);
  const eqd = (number: string, vgm: number, ...facts: string[]) => [
    `EQD+CN+${number}+22G1:6346:306`,
    'RFF+BN:4001234567',
    'SEL+45545:CA',
    `MEA+AAE+VGM+KGM:${vgm}`,
    ...facts,
  ];
  const PROOF = [
    'DTM+798:202611240930:203',
    'DOC+SM1:VGM:306+W2-88412',
    'NAD+SPC+++NORTHBANK COFFEE',
    'CTA+RP+:ADA MARSH',
    'COM+A@EXAMPLE.COM:EM',
  ];
  const announced = (number: string, body: object = {}) =>
    aContainerInYard(client, {
      number,
      container_status: 'full',
      usage: 'export',
      shipping_line: hub.line,
      container_type: '20DV',
      ...body,
    });
  const stay = async (number: string): Promise<Body> => (await staysOf(client, number)).at(-1)!;
  const codes = ({ warnings }: Body) => warnings.map(({ code }: Body) => code as string);
  const put = (number: string, body: object = {}) =>
    client.put(`/containers/${number}/vgm`, {
      vgm: 19000,
      vgm_method: 'calculation',
      vgm_responsible: 'B',
      vgm_at: '2026-11-01T00:00:00Z',
      ...body,
    });

  it('sets mass, method, party, time and reference, whatever public senders write beside them', async () => {
    await announced(A);
    await announced(B);
    const message = await vermas('9', [
      ...eqd(A, 21500, ...PROOF),
      ...eqd(
        B,
        12500,
        'DTM+WAT:202611241610:203',
        'DOC+SM2:VGM:306',
        'DTM+WAT:202611241610:203',
        'NAD+AM',
        'CTA+RP+:SUNITHA',
      ),
    ]);
    expect(message).toMatchObject({
      status: 'applied',
      warnings_count: 0,
      containers_count: 2,
      subject: `VERMAS ${document}`,
      changes: { containers: { updated: 2 } },
    });
    expect(await stay(A)).toMatchObject({
      vgm: 21500,
      vgm_method: 'weighing',
      vgm_responsible: 'NORTHBANK COFFEE, ADA MARSH',
      vgm_at: '2026-11-24T09:30:00.000Z',
      vgm_reference: 'W2-88412',
      vgm_source: 'edi',
    });
    expect(await stay(B)).toMatchObject({
      vgm: 12500,
      vgm_method: 'calculation',
      vgm_responsible: 'SUNITHA',
      vgm_at: '2026-11-24T16:10:00.000Z',
      vgm_reference: null,
    });
  });

  it.each(['BGM+XXX++9', 'BGM+VGM+D1+9', 'BGM+++9', 'BGM+749+D1+5'])('reads %s', async (bgm) => {
    await announced(A);
    const message = await sendOne(client, hub, VERMAS, [bgm, ...eqd(A, 21500)]);
    expect([message.status, message.errors]).toEqual(['applied', []]);
    expect(await stay(A)).toMatchObject({ vgm: 21500, vgm_method: null, vgm_source: 'edi' });
  });

  it('leaves what is better, and what a request states', async () => {
    await announced(A);
    await announced(B);
    await put(A, { vgm_method: 'weighing', vgm_source: 'weighbridge' });
    await put(B);
    const message = await vermas('9', [...eqd(A, 21500, ...PROOF), ...eqd(B, 21500, ...PROOF)]);
    expect([message.status, codes(message)]).toEqual(['applied', ['vgm_kept', 'vgm_kept']]);
    for (const number of [A, B]) expect(await stay(number)).toMatchObject({ vgm: 19000 });
  });

  it('replaces its own by a later one of equal rank, and by a better one', async () => {
    await announced(A);
    await vermas('9', eqd(A, 20000, 'DTM+798:202611201000:203', 'DOC+SM2:VGM:306'));
    const older = await vermas('9', eqd(A, 21000, 'DTM+798:202611200900:203', 'DOC+SM2:VGM:306'), 'OTHER');
    expect(codes(older)).toEqual(['vgm_kept']);
    await vermas('5', eqd(A, 22000, 'DTM+798:202611201100:203', 'DOC+SM2:VGM:306'));
    expect(await stay(A)).toMatchObject({ vgm: 22000 });
    await vermas('9', eqd(A, 23000, 'DTM+798:202611010000:203', 'DOC+SM1:VGM:306'), 'BETTER');
    expect(await stay(A)).toMatchObject({ vgm: 23000, vgm_method: 'weighing' });
    const again = await vermas('9', eqd(A, 23000, 'DTM+798:202611010000:203', 'DOC+SM1:VGM:306'), 'BETTER');
    expect(again.changes.containers).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('takes its own back, and no other', async () => {
    await announced(A);
    await announced(B);
    await vermas('9', [...eqd(A, 20000), ...eqd(B, 20000)]);
    await put(B);
    const message = await vermas('1', [...eqd(A, 20000), ...eqd(B, 20000)]);
    expect([message.status, codes(message)]).toEqual(['applied', ['vgm_kept']]);
    expect([(await stay(A)).vgm, (await stay(B)).vgm]).toEqual([null, 19000]);
  });

  it('warns of what is late, implausible or not announced, and sets the rest', async () => {
    const late = await aVoyage(client, { vgm_cut_off_time: '2026-01-01T00:00:00Z' });
    const [C, D] = ['WHAU4163360', 'WHAU4128307'];
    await announced(A);
    await announced(B, { departure_voyage: late.number });
    await announced(C);
    const message = await vermas('9', [
      ...eqd(A, 20000),
      ...eqd(B, 20000),
      ...eqd(C, 2199),
      ...eqd(D, 20000),
    ]);
    expect([message.status, codes(message)]).toEqual([
      'applied',
      ['vgm_late', 'vgm_implausible', 'not_announced'],
    ]);
    expect(await Promise.all([A, B, C].map(async (each) => (await stay(each)).vgm as number))).toEqual([
      20000,
      null,
      null,
    ]);
  });

  it('is refused when none of its containers is announced or here, and applied when one is', async () => {
    const message = await vermas('9', eqd(A, 20000));
    expect([message.status, message.errors.map(({ code }: Body) => code as string)]).toEqual([
      'refused',
      ['unknown_reference'],
    ]);
    await announced(A);
    expect((await client.post(`/edi_messages/${message.id}/apply`)).status).toBeLessThan(300);
  });

  it('is refused without a container, and for one without a mass or a number', async () => {
    await announced(A);
    for (const segments of [
      [],
      [`EQD+CN+${A}+22G1`],
      [`EQD+CN+${A}+22G1`, 'MEA+AAE+VGM+KGM:0'],
      ['EQD+CN++22G1', 'MEA+AAE+VGM+KGM:20000'],
    ]) {
      const message = await vermas('9', segments, `D${next()}`);
      expect([segments, message.status, message.errors[0].code]).toEqual([segments, 'refused', 'invalid']);
    }
    const { status, errors } = await vermas('9', eqd('NOBOX', 20000), 'X');
    expect([status, errors[0].code]).toEqual(['refused', 'container_invalid']);
  });

  it('is of lines of its flow alone', async () => {
    const { code } = await aShippingLine(client);
    await announced(A, { shipping_line: code });
    const message = await vermas('9', eqd(A, 20000));
    expect([message.status, message.errors[0].code]).toEqual(['refused', 'unknown_reference']);
    expect((await stay(A)).vgm).toBeNull();
  });

  it('is previewed without a change', async () => {
    await announced(A);
    const message = await sendOne(
      client,
      hub,
      VERMAS,
      [`BGM+749+${document}+9`, ...eqd(A, 20000)],
      '?dry_run=true',
    );
    expect(message).toMatchObject({ status: 'waiting', changes: { containers: { updated: 1 } } });
    expect((await stay(A)).vgm).toBeNull();
  });

  it('keeps the later of two that name one container twice', async () => {
    await announced(A);
    const message = await vermas('9', [...eqd(A, 20000), ...eqd(A, 21000)]);
    expect(codes(message)).toContain('twice_in_message');
    expect((await stay(A)).vgm).toBe(21000);
  });

  it('measures here what differs from it', async () => {
    await client.as('admin').patch('/organization', { vgm_tolerance: 5 });
    await aContainerInYard(client, { number: A, container_status: 'full', shipping_line: hub.line });
    await vermas('9', eqd(A, 20000));
    await put(A, { vgm: 22000, vgm_method: 'weighing', vgm_source: 'weighbridge' });
    expect(await stay(A)).toMatchObject({ vgm: 22000, vgm_differs: true });
  });

  describe('and other messages', () => {
    const MASS = [
      'MEA+AAE+VGM+KGM:24310',
      'FTX+ABS++SM1:ZZZ:SMD',
      'DTM+798:202611200900:203',
      'NAD+SPC+++NORTHBANK COFFEE',
      'RFF+VGR:W1',
    ];
    const STATED = {
      vgm: 24310,
      vgm_method: 'weighing',
      vgm_responsible: 'NORTHBANK COFFEE',
      vgm_at: '2026-11-20T09:00:00.000Z',
      vgm_reference: 'W1',
      vgm_source: 'edi',
    };

    it('COPARN sets it for the containers of a booking', async () => {
      const message = await sendOne(client, hub, 'COPARN:D:00B:UN', [
        'BGM+126+D1+9',
        'RFF+BN:B1',
        `NAD+CA+${hub.line}:160:166`,
        `EQD+CN+${A}+22G1++2+5`,
        ...MASS,
      ]);
      expect([message.status, codes(message)]).toEqual(['applied', []]);
      expect(await stay(A)).toMatchObject(STATED);
    });

    it('COPRAR sets it for what is to be loaded, a mass alone without a method, and a gross weight none', async () => {
      const voyage = await aVoyage(client);
      const list = (segments: string[]): [string, string[]] => [
        'COPRAR:D:95B:UN',
        [
          'BGM+45+L1+9',
          `TDT+20+${voyage.number}+1++${hub.line}:172:20+++::11:${voyage.vessel.name}`,
          `NAD+CA+${hub.line}:160:166`,
          ...segments,
        ],
      ];
      const [message] = await send(
        client,
        interchange(hub, [
          list([
            `EQD+CN+${A}+22G1++2+5`,
            'MEA+AAE+VGM+KGM:24310',
            `EQD+CN+${B}+22G1++2+5`,
            'MEA+AAE+G+KGM:24310',
          ]),
        ]),
      );
      expect([message!.status, message!.errors]).toEqual(['applied', []]);
      expect(await stay(A)).toMatchObject({ vgm: 24310, vgm_method: null, vgm_source: 'edi' });
      expect(await stay(B)).toMatchObject({ vgm: null, weight: 24310 });
    });

    it('BAPLIE sets it for what is for here', async () => {
      const discharge_destination_id = await aPortOfOurs(client);
      const voyage = await aVoyage(client, { discharge_destination_id });
      const message = await sendOne(client, hub, 'BAPLIE:D:95B:UN:SMDG22', [
        'BGM++P1+9',
        `TDT+20+${voyage.number}+++${hub.line}:172:20+++::11:${voyage.vessel.name}`,
        'LOC+147+0110382::5',
        'MEA+VGM++KGM:24310',
        'LOC+11+NLVLI',
        `EQD+CN+${A}+22G1+++5`,
        `NAD+CA+${hub.line}:172:20`,
      ]);
      expect([message.status, message.errors]).toEqual(['applied', []]);
      expect(await stay(A)).toMatchObject({ vgm: 24310, vgm_source: 'edi' });
    });
  });
});

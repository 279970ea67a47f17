import { codesOf, ediFile, ediOf, readAll } from '../../../../test/factories/edi-messages';
import type { Settings } from '../reading/reader';
import { readCoparn } from './coparn.message';

const HEAD = ['BGM+11+DOC1+9', 'RFF+BN:WHA331060', 'NAD+CF+WHA:160:166'];
const read = async (bytes: Buffer, settings?: Settings) => (await readAll(bytes, readCoparn, settings))[0]!;
const of = (segments: string[], settings?: Settings) =>
  read(ediOf('COPARN:D:95B:UN:ITG14', segments), settings);
const sentencesOf = async (segments: string[]) =>
  (await of(segments)).findings.errors.map(({ sentence }) => sentence);

describe('a COPARN', () => {
  it('books containers of a type', async () => {
    const { head, content, findings } = await read(ediFile('coparn-booking'));
    expect(findings).toMatchObject({ errors_count: 0, warnings_count: 0 });
    expect(head).toMatchObject({
      document_number: 'WHWHA331060',
      function: 'original',
      document_date: { text: '202603021015', format: '203' },
      line: { text: 'WHA', tag: 'NAD', element: 2, list: '160', agency: '166' },
    });
    expect(content).toMatchObject({
      order: 'booking',
      function: 'original',
      booking: { text: 'WHA331060', segment: 5, tag: 'RFF', element: 1, component: 2 },
      voyage: {
        conveyance: { text: 'WP2611' },
        voyage: null,
        imo: { text: '9074729' },
        call_sign: null,
        vessel: { text: 'WESTHAVEN PIONEER' },
      },
      quantity: 3,
      groups: [{ size_type: { text: '22G1', list: '102', agency: '5' }, number: null, quantity: 3 }],
      containers: [],
    });
  });

  it('accepts containers by number, with what is said of them', async () => {
    const { content } = await read(ediFile('coparn-acceptance-several'));
    expect(content).toMatchObject({ order: 'acceptance', quantity: 3 });
    expect(content!.containers.map(({ number }) => number)).toEqual([
      'WHAU4110740',
      'WHAU4111114',
      'WHAU4111480',
    ]);
    expect(content!.containers[0]).toMatchObject({
      container_status: 'full',
      equipment_status: '2',
      size_type: { text: '22G1' },
      weight: '21500',
      seals: ['WH004711'],
      goods: 'MACHINE PARTS',
      set_point: null,
      named: { segment: 10, tag: 'EQD', element: 2, text: 'WHAU4110740' },
    });
  });

  it.each([
    ['coparn-release', { order: 'release', quantity: 2, containers: [] }],
    ['coparn-replace', { function: 'replace', quantity: 5 }],
    ['coparn-cancel', { function: 'cancellation' }],
    ['coparn-change', { function: 'change', containers: [{ number: 'WHAU4111855' }] }],
    ['coparn-00b', { booking: { text: 'WHA331063' }, quantity: 1 }],
    ['coparn-number-with-blanks', { containers: [{ number: 'WHAU4112595' }] }],
    [
      'coparn-mixed-types',
      {
        quantity: 3,
        groups: [{ size_type: { text: '22G1' } }, { size_type: { text: '45G1' } }],
        line: { text: 'WHA' },
        voyage: null,
      },
    ],
    ['coparn-reefer', { containers: [{ set_point: '-18', size_type: { text: '45R1' } }] }],
    ['groups', {}],
    ['small-letters', {}],
  ])('reads %s without an error', async (name, expected) => {
    const found = await read(ediFile(name));
    expect(codesOf(found)).toEqual({ errors: [], warnings: [] });
    expect(found.content).toMatchObject(expected);
  });

  it('reads each message of an interchange by itself', async () => {
    const all = await readAll(ediFile('coparn-several-messages'), readCoparn);
    expect(all.map(({ content }) => content!.booking.text)).toEqual(['WHA331071', 'WHA331072', 'WHA331073']);
    expect(all.map(({ content }) => content!.containers.length)).toEqual([1, 1, 1]);
  });

  it('takes the booking of the first container where the head has none', async () => {
    const { content } = await of(['BGM+126+D', 'EQD+CN++22G1', 'RFF+BN:WHA331061', 'EQN+4', 'NAD+CF+WHA']);
    expect(content).toMatchObject({
      booking: { text: 'WHA331061', segment: 5 },
      function: 'original',
      line: { text: 'WHA' },
      quantity: 4,
    });
  });

  it('takes the voyage of the main carriage alone, also where other legs stand before or behind it', async () => {
    const legs = [
      [
        'TDT+10+B7+1++OTH:172:20+++HBRG:103::HARBOUR BARGE',
        'RFF+VON:B7',
        'LOC+9+NLVLI',
        'DTM+137:250101:101',
      ],
      ['TDT+20++1++WHA:172:20+++WPCS:103::WESTHAVEN PIONEER', 'RFF+VON:WP7'],
      ['TDT+30+R9', 'RFF+VON:R9', 'RFF+BN:OTHER'],
    ];
    for (const order of [legs, legs.toReversed()]) {
      const { head, content } = await of(['BGM+126+D+9', 'RFF+BN:WHA1', ...order.flat(), 'EQD+CN++22G1']);
      expect(head!.document_date).toBeNull();
      expect(content).toMatchObject({
        booking: { text: 'WHA1' },
        line: { text: 'WHA' },
        voyage: {
          conveyance: null,
          voyage: { text: 'WP7' },
          call_sign: { text: 'WPCS' },
          vessel: { text: 'WESTHAVEN PIONEER' },
        },
      });
    }
    const none = await of(['BGM+126+D+9', 'RFF+BN:WHA1', ...legs[0]!, 'NAD+CA+WHA', 'EQD+CN++22G1']);
    expect(none.content!.voyage).toBeNull();
  });

  it('takes EGW for the weight beside a tare, and else where nothing better is there', async () => {
    const weightOf = async (...weights: string[]) =>
      (await of([...HEAD, 'EQD+CN+WHAU4110376', ...weights])).content!.containers[0]!.weight;
    expect(await weightOf('MEA+AAE+T+KGM:4004', 'MEA+AAE+EGW+KGM:32604')).toBe('32604');
    expect(await weightOf('MEA+AAE+G+KGM:28600', 'MEA+AAE+EGW+KGM:32604', 'MEA+AAE+T+KGM:4004')).toBe(
      '32604',
    );
    expect(await weightOf('MEA+AAE+G+KGM:30000', 'MEA+AAE+EGW+KGM:32604')).toBe('30000');
    expect(await weightOf('MEA+AAE+G+KGM:30000', 'MEA+AAE+WT+KGM:31000')).toBe('31000');
    expect(await weightOf('MEA+AAE+EGW+KGM:32604', 'MEA+AAE+VGM+KGM:32700')).toBe('32700');
  });

  it('keeps dangerous goods, what stands out, and the ports of the booking', async () => {
    const found = await of([
      ...HEAD,
      'EQD+CN+WHAU4110376',
      'LOC+11+HKHKG:139:6',
      'DIM+9+CMT:::45',
      'DIM+8+INH::4',
      'DGS+IMD+3+1263+023:CEL+2',
      'FTX+AAD+++PAINT',
      'MEA+AAE+VGM+KGM:9000',
      'EQD+CN+WHAU4110740',
      'DIM+1+CMT:600',
    ]);
    expect(found.content).toMatchObject({
      port_of_discharge: { text: 'HKHKG' },
      containers: [
        {
          over: { height: 45, left: 11 },
          weight: '9000',
          dangerous: [
            {
              imdg_class: '3',
              un_number: '1263',
              flashpoint: '023 CEL',
              packing_group: '2',
              proper_shipping_name: 'PAINT',
            },
          ],
        },
        { over: {}, dangerous: [] },
      ],
    });
    expect(found.findings.warnings.map(({ sentence }) => sentence)).toEqual([
      'The message has segments that are not read: DIM+1 ×1.',
    ]);
  });

  it('counts what is of other legs and other equipment as not read', async () => {
    const { findings } = await of([
      ...HEAD,
      'TDT+10+B7',
      'RFF+VON:B7',
      'LOC+9+NLVLI',
      'NAD+CZ+SHIPPER',
      'TMD+3',
      'DTM+132:20261201:102',
      'EQD+CN+WHAU4110376',
      'EQD+CH+WHAZ110376',
      'SEL+X',
    ]);
    expect(findings.warnings.map(({ sentence }) => sentence)).toEqual([
      'The message has segments that are not read: EQD+CH ×1, LOC+9 ×1, RFF+VON ×1, SEL ×1, TDT+10 ×1.',
    ]);
  });

  it('takes the haulier before the parties that it comes for, whatever their order is', async () => {
    for (const parties of [
      ['NAD+FW+FORWARDER', 'NAD+CU+CUSTOMER', 'NAD+CB+HAULIER', 'NAD+CB+SECOND'],
      ['NAD+CB+HAULIER', 'NAD+FW+FORWARDER'],
    ]) {
      const { content } = await of(['BGM+12+R+9', 'RFF+BN:WHA1', ...parties, 'EQD+CN++22G1']);
      expect(content!.company).toMatchObject({ word: { text: 'HAULIER' } });
    }
  });

  it('takes the voyage of the main carriage before one that the head names', async () => {
    const { content } = await of([
      'BGM+126+D+9',
      'RFF+BN:WHA1',
      'RFF+VON:OTHER',
      'TDT+20+1',
      'RFF+VON:WP7',
      'NAD+CA+WHA',
      'EQD+CN++22G1',
    ]);
    expect(content!.voyage).toMatchObject({ conveyance: { text: '1' }, voyage: { text: 'WP7' } });
  });

  it('refuses what is for another booking, or for none', async () => {
    expect(await sentencesOf([...HEAD, 'EQD+CN+WHAU4110376', 'RFF+BN:WHA331061'])).toEqual([
      "Segment 7 (RFF): booking 'WHA331061' is another one than 'WHA331060'.",
    ]);
    const none = await of(['BGM+126+D+9', 'EQD+CN++22G1']);
    expect(codesOf(none).errors).toEqual(['invalid']);
    expect(none.content).toBeNull();
    expect(none.head!.document_number).toBe('D');
  });

  it('refuses other kinds and functions, and says both', async () => {
    const found = await of(['BGM+13+D+7', 'RFF+BN:X']);
    expect(codesOf(found).errors).toEqual(['function_unknown', 'message_unknown']);
    expect(found.head).toMatchObject({ function: null, function_code: '7' });
    const odd = await of(['BGM+constructor+D+toString', 'RFF+BN:X']);
    expect(codesOf(odd).errors).toEqual(['function_unknown', 'message_unknown']);
    expect(await sentencesOf(['BGM+27+D+9', 'RFF+BN:X'])).toEqual([
      "Segment 3 (BGM): COPARN '27' is none that is read: 126, 12 and 11 are.",
    ]);
  });

  it('refuses numbers that are none, and warns of check digits and of what is named twice', async () => {
    const found = await of([
      ...HEAD,
      'EQD+CN+WHAU414203',
      'EQD+CN+WHAU4110377',
      'EQD+CN+WHAU4110740',
      'SEL+A+SH',
      'EQD+CN+whau 4110740',
      'SEL+B+SH',
    ]);
    expect(found.findings.errors).toMatchObject([
      {
        sentence: "Segment 6 (EQD): container 'WHAU414203' is no number of ISO 6346.",
        code: 'container_invalid',
        element: 2,
        component: 1,
        container: null,
      },
    ]);
    expect(found.findings.warnings).toMatchObject([
      { code: 'check_digit', container: 'WHAU4110377' },
      { code: 'twice_in_message', container: 'WHAU4110740', segment: 10 },
    ]);
    expect(found.content!.quantity).toBe(2);
    expect(found.content!.containers.map(({ number, seals }) => [number, seals])).toEqual([
      ['WHAU4110377', []],
      ['WHAU4110740', ['B']],
    ]);
  });

  it('takes no code for one that only has the name of something', async () => {
    const { content } = await of([
      ...HEAD,
      'EQD+CN+WHAU4110376+22G1++2+constructor',
      'MEA+AAE+toString+KGM:1',
    ]);
    expect(content!.containers).toMatchObject([{ container_status: null, weight: null }]);
  });

  it('passes over other equipment, and what is said of it', async () => {
    const { content } = await of([
      ...HEAD,
      'EQD+CN+WHAU4110376+22G1++2+5',
      'EQD+CH+WHAZ110376',
      'MEA+AAE+G+KGM:5000',
      'CNT+16:1',
    ]);
    expect(content!.containers).toMatchObject([{ number: 'WHAU4110376', weight: null }]);
  });

  it('takes goods of head and packages', async () => {
    const goods = async (...segments: string[]) =>
      (await of([...HEAD, ...segments, 'EQD+CN++22G1'])).content!.goods;
    expect(await goods('GID+1+10:PK', 'FTX+AAA+++CORN CHIPS:SALTED')).toBe('CORN CHIPS SALTED');
    expect(await goods('GID+1+10:CT:::CARTONS', 'GID+2+5:PK')).toBe('10 CARTONS, 5 PK');
    expect(await goods('GID+1')).toBeNull();
    expect((await goods(`FTX+AAA+++${'A'.repeat(512)}`))!.length).toBe(255);
  });

  it('refuses identifiers with invisible characters, and those that are too long', async () => {
    const booking = (text: string) =>
      read(ediOf('COPARN:D:95B:UN', ['BGM+126+D+9', `RFF+BN:${text}`], 'UNOY'));
    expect((await booking('WHA\u200b331060')).findings.errors[0]).toMatchObject({
      code: 'invalid',
      sentence: "Segment 4 (RFF): 'WHA\u200b331060' has invisible characters.",
    });
    expect(codesOf(await booking('A'.repeat(256))).errors).toEqual(['invalid', 'invalid']);
    expect((await booking('A'.repeat(255))).content!.booking.text).toHaveLength(255);
  });

  it('has at most 50,000 containers', async () => {
    const of_count = (count: number) => of([...HEAD, ...Array.from({ length: count }, () => 'EQD+CN++22G1')]);
    expect((await of_count(50_000)).content!.quantity).toBe(50_000);
    const over = await of_count(50_003);
    expect(codesOf(over).errors).toEqual(['too_large']);
    expect(over.findings.errors[0]!.segment).toBe(50_006);
  });

  it('keeps 200 faults of each kind, and counts all', async () => {
    const found = await of([...HEAD, ...Array.from({ length: 300 }, () => 'EQD+CN+NONE')]);
    expect(found.findings.errors).toHaveLength(200);
    expect(found.findings.errors_count).toBe(300);
  });
});

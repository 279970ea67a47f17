import { codesOf, ediFile, ediOf, readAll } from '../../../../test/factories/edi-messages';
import { readCoprar } from './coprar.message';

const read = async (bytes: Buffer) => (await readAll(bytes, readCoprar))[0]!;
const of = (...segments: string[]) => read(ediOf('COPRAR:D:95B:UN:SMDG16', segments));
const DISCHARGE = ['BGM+43+D+9', 'TDT+20+WP2611', 'NAD+CA+WHA:160:166'];
const LOAD = ['BGM+45+D+9', 'TDT+20+WP2611', 'NAD+CA+WHA:160:166'];

describe('a COPRAR', () => {
  it('has containers of one consignment and of several as full, and warns of other words', async () => {
    const found = await of(
      'BGM+43+D+9',
      ...['8', '7', '5', '4', '2', ''].map((status, n) => `EQD+CN+WHAU411037${n}+22G1++3+${status}`),
    );
    expect(found.content!.items.map(({ container_status }) => container_status)).toEqual([
      'full',
      'full',
      'full',
      'empty',
      null,
      null,
    ]);
    expect(found.findings.warnings.find(({ code }) => code === 'status_unknown')?.sentence).toBe(
      "Segment 8 (EQD): '2' says neither full (5, 7, 8) nor empty (4).",
    );
  });

  it('lists what is to be discharged, in its order', async () => {
    const found = await read(ediFile('coprar-discharge'));
    expect(found.findings.errors_count).toBe(0);
    expect(found.content).toMatchObject({
      direction: 'discharge',
      function: 'original',
      line: { text: 'WHA' },
      voyage: { conveyance: { text: 'WP2611' }, voyage: { text: 'WP2611E' }, imo: { text: '9074729' } },
    });
    const { items } = found.content!;
    expect(items).toHaveLength(8);
    expect(items.map(({ number }) => number!.slice(4, 8))).toEqual([
      '4121',
      '4121',
      '4121',
      '4122',
      '4122',
      '4122',
      '4123',
      '4123',
    ]);
    expect(items[0]).toMatchObject({
      number: 'WHAU4121107',
      container_status: 'full',
      equipment_status: '3',
      size_type: { text: '22G1' },
      line: { text: 'WHA', segment: 14 },
      bill_of_lading: { text: 'WHA26110000' },
      port_of_loading: { text: 'USNYC', list: '139', agency: '6' },
      port_of_discharge: { text: 'NLVLI' },
      weight: '20450',
    });
  });

  it('takes the line of NAD+CA before NAD+CF in its head, and NAD+CF before NAD+CA of a container', async () => {
    const lines = async (...order: string[]) => {
      const parties = order.map((qualifier) => `NAD+${qualifier}+OF${qualifier}:160:166`);
      const head = ['BGM+43+D+9', 'TDT+20+WP2611+1++CARRIER:172:20', ...parties];
      const { content } = await of(...head, 'EQD+CN+WHAU4121107+22G1', ...parties);
      return [content!.line?.text, content!.items[0]!.line?.text];
    };
    expect(await lines('CA', 'CF')).toEqual(['OFCA', 'OFCF']);
    expect(await lines('CF', 'CA')).toEqual(['OFCA', 'OFCF']);
    expect(await lines('CF')).toEqual(['OFCF', 'OFCF']);
    expect((await lines())[0]).toBe('CARRIER');
  });

  it('says the class and number of dangerous goods as they come', async () => {
    const { content } = await read(ediFile('coprar-discharge-dangerous'));
    expect(content!.items[0]).toMatchObject({
      goods: 'PAINT',
      dangerous: [{ imdg_class: '3', un_number: '1263', flashpoint: '23 CEL', packing_group: '2' }],
    });
    const bare = await of(...DISCHARGE, 'EQD+CN+WHAU4121107', 'DGS+IMD+8+1789', 'DGS+IMD');
    expect(bare.content!.items[0]!.dangerous).toEqual([
      expect.objectContaining({ imdg_class: '8', un_number: '1789', flashpoint: null, packing_group: null }),
    ]);
  });

  it('lists what is to be loaded, and empties of a type', async () => {
    const load = await read(ediFile('coprar-load'));
    expect(load.content).toMatchObject({ direction: 'load' });
    expect(load.content!.items).toHaveLength(6);
    const empties = await read(ediFile('coprar-empties'));
    expect(codesOf(empties)).toEqual({ errors: [], warnings: [] });
    expect(empties.content!.items).toMatchObject([
      { number: null, quantity: 12, size_type: { text: '22G1' }, container_status: 'empty', line: null },
    ]);
  });

  it('warns of a carrier that stands where its code list belongs', async () => {
    const found = await read(ediFile('coprar-carrier-turned'));
    expect(codesOf(found).warnings).toContain('carrier_turned');
    const turned = await of('BGM+43+D+9', 'TDT+20+WP2611+1++172:WHA');
    expect(turned.content!.line).toMatchObject({ text: 'WHA', list: '172', element: 5, component: 2 });
  });

  it('warns of a total that does not add up', async () => {
    expect(codesOf(await read(ediFile('coprar-control-total'))).warnings).toContain('control_total');
    const sentence = (await of(...DISCHARGE, 'EQD+CN+WHAU4121107', 'CNT+16:9')).findings.warnings[0]!
      .sentence;
    expect(sentence).toBe("Segment 7 (CNT): it counts '9' containers, not 1.");
    for (const total of ['16:1', '1:9', '16'])
      expect(codesOf(await of(...DISCHARGE, 'EQD+CN+WHAU4121107', `CNT+${total}`)).warnings).toEqual([]);
  });

  it('takes the verified weight before others, in any order, and never tare', async () => {
    const weight = async (...measures: string[]) =>
      (await of(...DISCHARGE, 'EQD+CN+WHAU4121107', ...measures)).content!.items[0]!.weight;
    expect(await weight('MEA+AAE+VGM+KGM:20450', 'MEA+AAE+G+KGM:1', 'MEA+AAE+T+KGM:2200')).toBe('20450');
    expect(await weight('MEA+AAE+T+KGM:2200', 'MEA+AAE+G+TNE:20,5', 'MEA+VGM++KGM:20450')).toBe('20450');
    expect(await weight('MEA+WT++KGM:21000')).toBe('21000');
    expect(await weight('MEA+AAE+T+KGM:2200', 'MEA+AAE++KGM:5', 'MEA+AAE+G+KGM')).toBeNull();
  });

  it('refuses what it may not name without a number', async () => {
    const errors = async (...segments: string[]) => codesOf(await of(...segments)).errors;
    expect(await errors(...DISCHARGE, 'EQD+CN++22G1++3+5')).toEqual(['container_invalid']);
    expect(await errors(...LOAD, 'EQD+CN++22G1++2+5')).toEqual(['container_invalid']);
    expect(await errors(...LOAD, 'EQD+CN++++2+4', 'EQN+3')).toEqual(['invalid']);
    expect(await errors('BGM+44+D+9', 'EQD+CN++22G1')).toEqual(['message_unknown']);
  });

  it('warns of a place on board that is none, and keeps the container', async () => {
    const found = await of(
      ...LOAD,
      'EQD+CN+WHAU4121107',
      'LOC+147+STARBOARD::5',
      'EQD+CN+WHAU4121473',
      'LOC+147+010182',
    );
    expect(codesOf(found)).toEqual({ errors: [], warnings: ['cell_unknown'] });
    expect(found.content!.items.map(({ cell }) => cell)).toEqual([null, '0010182']);
  });

  it('keeps the first port where on-carriage names others', async () => {
    const { content } = await of(...LOAD, 'EQD+CN+WHAU4121107', 'LOC+11+GBFXT', 'TDT+30', 'LOC+11+SGSIN');
    expect(content!.items[0]!.port_of_discharge!.text).toBe('GBFXT');
  });

  it('has at most 99 dangerous goods, and seals, of a container', async () => {
    const many = (segment: (n: number) => string, count: number) =>
      Array.from({ length: count }, (_, n) => segment(n));
    const dangerous = (count: number) =>
      of(...DISCHARGE, 'EQD+CN+WHAU4121107', ...many(() => 'DGS+IMD+3', count));
    expect(codesOf(await dangerous(99)).errors).toEqual([]);
    expect(codesOf(await dangerous(100)).errors).toEqual(['too_large']);
    const seals = (count: number) =>
      of(...DISCHARGE, 'EQD+CN+WHAU4121107', ...many((n) => `SEL+${n}+SH`, count));
    expect((await seals(99)).content!.items[0]!.seals).toHaveLength(99);
    expect(codesOf(await seals(100)).errors).toEqual(['too_large']);
  });

  it('keeps the later of two of one number, at its place', async () => {
    const found = await of(
      ...LOAD,
      'EQD+CN+WHAU4121107',
      'LOC+11+GBFXT',
      'EQD+CN+WHAU4121473',
      'EQD+CN+WHAU4121107',
      'LOC+11+DEHAM',
    );
    expect(codesOf(found).warnings).toEqual(['twice_in_message']);
    expect(
      found.content!.items.map(({ number, port_of_discharge }) => [number, port_of_discharge?.text]),
    ).toEqual([
      ['WHAU4121473', undefined],
      ['WHAU4121107', 'DEHAM'],
    ]);
  });
});

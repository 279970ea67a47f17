import { codesOf, ediFile, ediOf, readAll } from '../../../../test/factories/edi-messages';
import { iso6346CheckDigit } from '../../../common/iso-6346';
import { readBaplie } from './baplie.message';

const read = async (bytes: Buffer) => (await readAll(bytes, readBaplie))[0]!;
const HEAD = ['BGM++BP2611+9', 'TDT+20+WP2611', 'LOC+5+USNYC:139:6'];
const of = (...segments: string[]) => read(ediOf('BAPLIE:D:95B:UN:SMDG22', [...HEAD, ...segments]));
const numberOf = (n: number) => {
  const first = `WHAU${String(n).padStart(6, '0')}`;
  return first + iso6346CheckDigit(first);
};

describe('a BAPLIE', () => {
  it.each(['baplie-2', 'baplie-3'])('says what each cell holds: %s', async (name) => {
    const { head, content, findings } = await read(ediFile(name));
    expect(findings).toMatchObject({ errors_count: 0, warnings_count: 0 });
    expect(head).toMatchObject({
      document_number: 'BP2611',
      document_date: { text: '2603021000', format: '201' },
    });
    expect(content).toMatchObject({
      port_of_departure: { text: 'USNYC' },
      next_port: { text: 'NLVLI' },
      line: { text: 'WHA' },
      voyage: { conveyance: { text: 'WP2611' }, voyage: { text: 'WP2611' }, imo: { text: '9074729' } },
    });
    expect(content!.cells[0]).toMatchObject({
      cell: '0010182',
      holds: 'container',
      number: 'WHAU4132204',
      size_type: { text: '22G1' },
      container_status: 'full',
      weight: '21000',
      line: { text: 'WHA' },
      port_of_loading: { text: 'USNYC' },
      port_of_discharge: { text: 'DEHAM' },
      set_point: '-18',
      dangerous: [{ imdg_class: '8', un_number: '1789', flashpoint: null, packing_group: null }],
    });
    expect(content!.cells[1]).toMatchObject({ cell: '0010282', set_point: null, dangerous: [] });
  });

  it('says the same of a cell in either form', async () => {
    const plain = async (name: string) =>
      (await read(ediFile(name))).content!.cells.map(({ cell, number, weight, port_of_discharge, line }) => [
        cell,
        number,
        weight,
        port_of_discharge!.text,
        line!.text,
      ]);
    const [second, third] = [await plain('baplie-2'), await plain('baplie-3')];
    // the file of the older form has more cells
    expect(third.length).toBeGreaterThan(20);
    expect(second.slice(0, third.length)).toEqual(third);
  });

  it('takes empty cells, breakbulk, wrapped lines and empty values', async () => {
    const { content } = await read(ediFile('baplie-empty-cells'));
    expect(content!.cells).toMatchObject([
      { cell: '0010182', holds: null, number: null },
      { cell: '0010282', holds: 'breakbulk', number: null, goods: 'CRANE PARTS' },
    ]);
    expect(codesOf(await read(ediFile('baplie-lines-wrapped')))).toEqual({ errors: [], warnings: [] });
    const empty = await read(ediFile('baplie-empty-values'));
    expect(empty.findings.errors_count).toBe(0);
    expect(empty.content!.cells.map(({ weight }) => weight)).toEqual([null, null, null]);
  });

  it('reads SMDG 1.5: ports in LOC+6 and LOC+12, the vessel in the fourth element', async () => {
    const bytes = ediOf('BAPLIE:1:911:UN:SMDG15', [
      'BGM++BP15+9',
      'TDT+20+WP1++WPCS:103::WESTHAVEN PIONEER++WHA:172:20',
      'LOC+147+0381184::5',
      'MEA+WT++KGM:16100',
      'LOC+6+HKHKG',
      'LOC+12+NLVLI',
      `EQD+CN+${numberOf(1)}+22G1+++5`,
    ]);
    expect((await read(bytes)).content).toMatchObject({
      line: { text: 'WHA' },
      voyage: { call_sign: { text: 'WPCS' }, vessel: { text: 'WESTHAVEN PIONEER' } },
      cells: [{ port_of_loading: { text: 'HKHKG' }, port_of_discharge: { text: 'NLVLI' } }],
    });
  });

  it('leaves the ports of another leg of a container to that leg', async () => {
    const { content } = await of(
      'LOC+147+0250182::5',
      `EQD+CN+${numberOf(1)}+22G1`,
      'LOC+11+NLVLI',
      'TDT+30+R9',
      'LOC+9+NLRTM',
      'NAD+CA+WHA',
    );
    expect(content!.cells).toMatchObject([
      { port_of_loading: null, port_of_discharge: { text: 'NLVLI' }, line: { text: 'WHA' } },
    ]);
  });

  it('puts several containers into one cell, with the ports that are said once', async () => {
    const { content } = await of(
      'LOC+147+0250182::5',
      'MEA+WT++KGM:9000',
      'LOC+9+USNYC:139:6',
      'LOC+11+NLVLI:139:6',
      'DGS+IMD+3+1263',
      `EQD+CN+${numberOf(1)}+22P1+++4`,
      `EQD+CN+${numberOf(2)}+22P1+++4`,
      'NAD+CA+WHA:172:20',
      'DGS+IMD+8+1789',
    );
    expect(content!.cells).toMatchObject([
      {
        cell: '0250182',
        number: numberOf(1),
        weight: '9000',
        line: { text: 'WHA' },
        dangerous: [{ imdg_class: '3' }],
      },
      {
        cell: '0250182',
        number: numberOf(2),
        weight: null,
        port_of_discharge: { text: 'NLVLI' },
        line: { text: 'WHA' },
        dangerous: [{ imdg_class: '3' }, { imdg_class: '8' }],
      },
    ]);
  });

  it('takes each container with its own ports behind it', async () => {
    const { content } = await of(
      'LOC+147+0250182::5',
      `EQD+CN+${numberOf(1)}+22P1`,
      'LOC+11+NLVLI',
      'MEA+AAE+VGM+KGM:5000',
      `EQD+CN+${numberOf(2)}+22P1`,
      'LOC+11+DEHAM',
      'MEA+AAE+VGM+KGM:4000',
    );
    expect(content!.cells.map(({ weight, port_of_discharge }) => [weight, port_of_discharge!.text])).toEqual([
      ['5000', 'NLVLI'],
      ['4000', 'DEHAM'],
    ]);
  });

  it('warns of a cell and of a container that come twice', async () => {
    const found = await of(
      'LOC+147+0250182::5',
      `EQD+CN+${numberOf(1)}`,
      'LOC+147+0250182::5',
      `EQD+CN+${numberOf(2)}`,
      'LOC+147+0250184::5',
      `EQD+CN+${numberOf(1)}`,
    );
    expect(codesOf(found)).toEqual({ errors: [], warnings: ['cell_twice', 'twice_in_message'] });
    expect(found.findings.warnings[1]).toMatchObject({ container: numberOf(1), segment: 11 });
    expect(found.content!.cells.map(({ cell, number }) => [cell, number])).toEqual([
      ['0250182', numberOf(2)],
      ['0250184', numberOf(1)],
    ]);
  });

  it('has 1 as a bill of lading for none', async () => {
    const cells = ['1', 'WHAB1'].map((bill, n) => [
      `LOC+147+025018${2 * n}::5`,
      `RFF+BM:${bill}`,
      `EQD+CN+${numberOf(n)}`,
    ]);
    const { content } = await of(...cells.flat());
    expect(content!.cells.map(({ bill_of_lading }) => bill_of_lading?.text ?? null)).toEqual([null, 'WHAB1']);
  });

  it('says of what it is a part: BGM 1001 of 659', async () => {
    const partOf = async (code: string) =>
      (await read(ediOf('BAPLIE:D:13B:UN:SMDG31', [`BGM+${code}+B1+9`, 'TDT+20+1']))).content!.isPartial;
    expect([await partOf('659::LOADONLY'), await partOf('658'), await partOf('')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('refuses places on board that are none; what has no number of ISO 6346 stays with what it is called', async () => {
    const found = await of(
      'LOC+147+HOLD 3::5',
      'EQD+CN+NONE',
      'LOC+147+0250182::5',
      'EQD+CN+NONE',
      'LOC+147+0250184',
      'EQD+CN++22G1',
    );
    expect(found.findings.errors.map(({ sentence }) => sentence)).toEqual([
      "Segment 6 (LOC): 'HOLD 3' is no place on board of seven digits.",
    ]);
    expect(found.findings.warnings.map(({ sentence }) => sentence)).toEqual([
      "Segment 9 (EQD): container 'NONE' is no number of ISO 6346.",
    ]);
    expect(found.content!.cells).toMatchObject([
      { cell: '0250182', number: null, called: 'NONE', holds: 'container' },
      { cell: '0250184', number: null, called: null, holds: 'container' },
    ]);
    expect(codesOf(await read(ediOf('BAPLIE:D:95B:UN', ['BGM++X+7']))).errors).toEqual(['function_unknown']);
  });

  it('reads Fahrenheit, tonnes and call signs, and takes no function for original', async () => {
    const bytes = ediOf('BAPLIE:D:13B:UN:SMDG31', [
      'BGM+659::LOADONLY+BP1++38',
      'TDT+20+014E47+++WHA:LINES:306+++WPCS:103::WESTHAVEN PIONEER',
      'LOC+147+0501490::5',
      `EQD+CN+${numberOf(1)}+45R1:6346:5+++5`,
      'MEA+AAE+WT+TNE:12',
      'TMP+2+0:F',
    ]);
    expect((await read(bytes)).content).toMatchObject({
      function: 'original',
      voyage: { imo: null, call_sign: { text: 'WPCS' }, vessel: { text: 'WESTHAVEN PIONEER' } },
      cells: [{ weight: '12000', set_point: '-17.777778' }],
    });
  });

  it.each([
    ['9074729::11:PIONEER', { imo: { text: '9074729' }, call_sign: null }],
    ['IMO9074729:146:11:PIONEER', { imo: { text: '9074729' }, call_sign: null }],
    ['9074729:103::PIONEER', { imo: { text: '9074729' }, call_sign: null }],
    ['WPCS:146:11:PIONEER', { imo: null, call_sign: { text: 'WPCS' } }],
    ['PIO:ZZZ::PIONEER', { imo: null, call_sign: { text: 'PIO' } }],
  ])('reads the vessel of %s by its form', async (vessel, voyage) => {
    const { content } = await read(ediOf('BAPLIE:D:13B:UN', ['BGM++X', `TDT+20+1+++WHA+++${vessel}`]));
    expect(content!.voyage).toMatchObject({ ...voyage, vessel: { text: 'PIONEER' } });
  });

  it('has at most 50,000 cells, also of one group', async () => {
    const empty = (count: number) =>
      of(...Array.from({ length: count }, (_, n) => `LOC+147+${String(n).padStart(7, '0')}::5`));
    expect((await empty(50_000)).content!.cells).toHaveLength(50_000);
    expect(codesOf(await empty(50_002)).errors).toEqual(['too_large']);
    const bundle = await of('LOC+147+0250182::5', ...Array.from({ length: 50_002 }, () => 'EQD+BB'));
    expect(codesOf(bundle).errors).toEqual(['too_large']);
    expect(bundle.content!.cells).toHaveLength(50_000);
  });

  it('is read in a second when it has 20,000 cells', async () => {
    const segments = Array.from({ length: 20_000 }, (_, n) => [
      `LOC+147+${String(n).padStart(7, '0')}::5`,
      'MEA+WT++KGM:21000',
      'LOC+9+USNYC:139:6',
      'LOC+11+NLVLI:139:6',
      'RFF+BM:1',
      `EQD+CN+${numberOf(n)}+22G1+++5`,
      'NAD+CA+WHA:172:20',
      'DGS+IMD+8+1789',
    ]).flat();
    const bytes = ediOf('BAPLIE:D:95B:UN:SMDG22', [...HEAD, ...segments]);
    const begin = performance.now();
    const { content } = await read(bytes);
    const took = performance.now() - begin;
    expect(content!.cells).toHaveLength(20_000);
    // a second on a quiet core; ten where others work beside
    expect(took).toBeLessThan(10_000);
  });
});

import * as fc from 'fast-check';
import { ediFile } from '../../../test/factories/edi-messages';
import { STATES } from '../../../test/setup/states';
import type { Numeric } from '../../common/schema/columns';
import { Tokenizer } from '../edifact/tokenizer';
import { writeInterchange, type WrittenEnvelope, type WrittenSegment } from '../edifact/writer';
import { readInterchange } from '../edifact/interchange';
import { coarri, type Coarri, type CranedContainer } from './coarri.message';
import { codeco, type Codeco, type GatedContainer } from './codeco.message';
import { cutter, degreesOf, minuteOf, type Writing } from './values';

const ENVELOPE: WrittenEnvelope = {
  character_set: 'UNOA',
  syntax_version: '2',
  sender: 'NLVLINQ01',
  recipient: 'WHAHUB',
  prepared_at: ['260302', '1015'],
  control_reference: '1',
  asks_acknowledgement: false,
  test: false,
  service_advice: false,
  line_breaks: false,
};
const WRITING: Writing = { directory: '95B', character_set: 'UNOA', time_zone: 'Europe/Amsterdam' };

const GATED: GatedContainer = {
  number: 'WHAU4112960',
  size_type: '22G1',
  usage: 'export',
  container_status: 'full',
  booking: 'WHA331060',
  bills: [],
  port_of_discharge: null,
  weight: '21500.4',
  seals: ['WH004711'],
  set_point: null,
  damages: [],
  moved_at: '2026-03-02T13:12:00.000Z',
  trucking_company: 'Eastside Trucking',
  plate: '1ABC23',
  voyage: null,
  port_of_loading: null,
};
const CODECO: Codeco = {
  direction: 'in',
  document_number: 'NQ00000001',
  function: '9',
  takes_back: null,
  written_at: '2026-03-02T14:00:00.000Z',
  own_id: 'NLVLINQ01',
  partner_id: 'WHAHUB',
  line: 'WHA',
  here: { port: 'NLVLI', smdg_code: 'NQ01' },
  containers: [GATED],
};
const CRANED: CranedContainer = {
  number: 'WHAU4113333',
  size_type: '22G1',
  usage: 'import',
  container_status: 'full',
  booking: null,
  bills: ['WHA26110000'],
  port_of_loading: 'USNYC',
  port_of_discharge: 'NLVLI',
  weight: null,
  seals: [],
  set_point: '-18',
  damages: [],
  moved_at: '2026-03-04T06:12:00.000Z',
  difference: null,
  cell: '0010182',
  line: 'WHA',
};
const COARRI: Coarri = {
  ...CODECO,
  direction: 'discharge',
  voyage: {
    line_number: 'WP2611E',
    number: 'WP2611',
    imo_number: '9074729',
    call_sign: 'WPCS',
    vessel: 'Westhaven Pioneer',
    berthed_at: '2026-03-04T05:00:00.000Z',
    departed_at: null,
  },
  containers: [CRANED],
};

function write(name: string, segments: WrittenSegment[], envelope = ENVELOPE): Buffer {
  return writeInterchange(envelope, [{ reference: '1', type: [name, 'D', '95B', 'UN', 'ITG14'], segments }]);
}
/** The segments of the message, without UNH and UNT. */
const linesOf = (name: string, segments: WrittenSegment[]) =>
  write(name, segments)
    .toString('latin1')
    .split(/(?<!\?)'/)
    .slice(2, -3);

describe('a CODECO', () => {
  it('is what the guide has', () => {
    const expected = ediFile('codeco-in').toString().replace(/\r?\n/g, '');
    expect(write('CODECO', codeco(CODECO, WRITING)).toString()).toBe(expected);
  });

  it('says everything that is known of what went out', () => {
    const container: GatedContainer = {
      ...GATED,
      usage: 'import',
      bills: ['B1', 'B2'],
      port_of_discharge: 'GBFXT',
      set_point: '-18',
      seals: ['S1', 'S2'],
    };
    expect(
      linesOf('CODECO', codeco({ ...CODECO, direction: 'out', containers: [container] }, WRITING)),
    ).toEqual([
      'BGM+36+NQ00000001+9',
      'NAD+MS+NLVLINQ01',
      'NAD+MR+WHAHUB',
      'NAD+CF+WHA:160:166',
      'EQD+CN+WHAU4112960+22G1:102:5++3+5',
      'RFF+BN:WHA331060',
      'RFF+BM:B1',
      'RFF+BM:B2',
      'DTM+7:202603021412:203',
      'LOC+165+NLVLI:139:6+NQ01:72:306',
      'LOC+11+GBFXT:139:6',
      'MEA+AAE+G+KGM:21500',
      'TMP+2+-18.0:CEL',
      'SEL+S1+CA',
      'SEL+S2+CA',
      'TDT+1++3++:::EASTSIDE TRUCKING+++1ABC23:146',
      'CNT+16:1',
    ]);
  });

  it('names the voyage of an export, and where it is loaded', () => {
    const voyage = {
      line_number: 'WP2611E',
      number: 'WP2611',
      imo_number: '9074729',
      call_sign: null,
      vessel: 'WESTHAVEN PIONEER',
    };
    const of = (more: Partial<GatedContainer>) =>
      linesOf('CODECO', codeco({ ...CODECO, containers: [{ ...GATED, ...more }] }, WRITING));
    expect(of({ voyage, port_of_discharge: 'HKHKG' })).toEqual(
      expect.arrayContaining([
        'LOC+9+NLVLI:139:6',
        'LOC+11+HKHKG:139:6',
        'TDT+20+WP2611E+1++WHA:172:20+++9074729:146:11:WESTHAVEN PIONEER',
      ]),
    );
    expect(of({ voyage, port_of_loading: 'BEANR' })).toContain('LOC+9+BEANR:139:6');
    expect(of({ port_of_loading: 'BEANR' }).join()).not.toMatch(/LOC\+9|TDT\+20/);
  });

  it('leaves out what nobody knows', () => {
    const container: GatedContainer = {
      ...GATED,
      size_type: null,
      usage: 'unknown',
      container_status: null,
      booking: null,
      weight: null,
      seals: [],
      trucking_company: null,
      plate: null,
    };
    const segments = codeco(
      { ...CODECO, here: { port: 'NLVLI', smdg_code: null }, containers: [container] },
      WRITING,
    );
    expect(linesOf('CODECO', segments).slice(4)).toEqual([
      'EQD+CN+WHAU4112960',
      'DTM+7:202603021412:203',
      'LOC+165+NLVLI:139:6',
      'TDT+1++3',
      'CNT+16:1',
    ]);
  });

  it('has what the inspection found behind its facts, nine damages at most', () => {
    const damage = { damage_type: 'DT', component: 'PAA', location: 'LB3N', severity: 'major' } as const;
    const lines = (count: number) =>
      linesOf(
        'CODECO',
        codeco({ ...CODECO, containers: [{ ...GATED, damages: Array(count).fill(damage) }] }, WRITING),
      );
    const told = lines(1);
    const at = told.indexOf('DAM+1+DT::5+LB3N::5+:::MAJOR');
    expect([told[at - 1], told[at + 1], told[at + 2]]).toEqual([
      'SEL+WH004711+SH',
      'COD+PAA::5',
      'TDT+1++3++:::EASTSIDE TRUCKING+++1ABC23:146',
    ]);
    expect(lines(12).filter((line) => line.startsWith('DAM'))).toHaveLength(9);
  });

  it('takes back what a document told', () => {
    const segments = codeco({ ...CODECO, function: '1', takes_back: 'NQ00000000' }, WRITING);
    expect(linesOf('CODECO', segments).slice(0, 3)).toEqual([
      'BGM+34+NQ00000001+1',
      'RFF+ACW:NQ00000000',
      'NAD+MS+NLVLINQ01',
    ]);
  });

  it('has its time behind BGM in D.00B', () => {
    const lines = linesOf('CODECO', codeco(CODECO, { ...WRITING, directory: '00B' }));
    expect(lines.slice(0, 2)).toEqual(['BGM+34+NQ00000001+9', 'DTM+137:202603021500:203']);
  });

  it('has at most nine references and nine seals, each in the length of the directory', () => {
    const bills = Array.from({ length: 20 }, (_, n) => `BILL${n}-${'X'.repeat(40)}`);
    const seals = Array.from({ length: 20 }, (_, n) => `SEAL${n}-${'X'.repeat(40)}`);
    const of = (directory: '95B' | '00B') =>
      codeco({ ...CODECO, containers: [{ ...GATED, bills, seals }] }, { ...WRITING, directory });
    const references = of('95B').filter(([tag]) => tag === 'RFF');
    expect(references).toHaveLength(9);
    expect(references[1]![1]).toEqual(['BM', bills[0]!.slice(0, 35)]);
    const sealed = (directory: '95B' | '00B') => of(directory).filter(([tag]) => tag === 'SEL');
    expect(sealed('95B')).toHaveLength(9);
    expect(sealed('95B')[0]![1]).toBe('SEAL0-XXXX');
    expect(sealed('00B')[0]![1]).toHaveLength(35);
  });
});

describe('a COARRI', () => {
  it('says what was discharged', () => {
    expect(linesOf('COARRI', coarri(COARRI, WRITING))).toEqual([
      'BGM+44+NQ00000001+9',
      'TDT+20+WP2611E+1++WHA:172:20+++9074729:146:11:WESTHAVEN PIONEER',
      'RFF+VON:WP2611',
      'LOC+11+NLVLI:139:6+NQ01:72:306',
      'DTM+178:202603040600:203',
      'NAD+CA+WHA:160:166',
      'NAD+MS+NLVLINQ01',
      'EQD+CN+WHAU4113333+22G1:102:5++3+5',
      'RFF+BM:WHA26110000',
      'DTM+203:202603040712:203',
      'LOC+147+0010182::5',
      'LOC+9+USNYC:139:6',
      'LOC+11+NLVLI:139:6',
      'TMP+2+-18.0:CEL',
      'NAD+CF+WHA:160:166',
      'CNT+16:1',
    ]);
  });

  it('says what was over, and what fell short, which has no time', () => {
    const containers: CranedContainer[] = [
      { ...CRANED, difference: 'over', cell: null },
      { ...CRANED, number: 'WHAU4114073', difference: 'short', moved_at: null },
    ];
    const lines = linesOf('COARRI', coarri({ ...COARRI, containers }, WRITING)).slice(7);
    expect(lines.filter((line) => /^(EQD|DTM|LOC\+147|CNT)/.test(line))).toEqual([
      'EQD+CN+WHAU4113333+22G1:102:5++8+5',
      'DTM+203:202603040712:203',
      'EQD+CN+WHAU4114073+22G1:102:5++7+5',
      'LOC+147+0010182::5',
      'CNT+16:2',
    ]);
  });

  it.each([
    ['load', null, ['LOC+9+NLVLI:139:6+NQ01:72:306']],
    ['discharge', null, []],
    ['discharge', 'over', []],
  ] as const)(
    'has the port here of what was loaded, and none of what was discharged: %s without a list (%s)',
    (direction, difference, expected) => {
      const container = { ...CRANED, difference, port_of_loading: null, port_of_discharge: null };
      const lines = linesOf('COARRI', coarri({ ...COARRI, direction, containers: [container] }, WRITING));
      const behind = lines.slice(lines.findIndex((line) => line.startsWith('EQD')));
      expect(behind.filter((line) => /^LOC\+(9|11)/.test(line))).toEqual(expected);
    },
  );

  it('says what was loaded, by call sign or name where there is no IMO number', () => {
    const voyage = { ...COARRI.voyage, imo_number: null, departed_at: '2026-03-05T05:00:00.000Z' };
    const of = (changed: Partial<Coarri['voyage']>) =>
      linesOf('COARRI', coarri({ ...COARRI, direction: 'load', voyage: { ...voyage, ...changed } }, WRITING));
    expect(of({})[0]).toBe('BGM+46+NQ00000001+9');
    expect(of({})[1]).toBe('TDT+20+WP2611E+1++WHA:172:20+++WPCS:103::WESTHAVEN PIONEER');
    expect(of({ call_sign: null })[1]).toBe('TDT+20+WP2611E+1++WHA:172:20+++:::WESTHAVEN PIONEER');
    expect(of({})).toContain('LOC+9+NLVLI:139:6+NQ01:72:306');
    expect(of({})).toContain('DTM+136:202603050600:203');
  });
});

describe('values', () => {
  it.each([
    ['-18', '-18.0', '-18'],
    ['-0.04', '00.0', '0'],
    ['5', '05.0', '5'],
    ['-5.25', '-05.3', '-5.3'],
    ['0', '00.0', '0'],
    ['120.4', '120', '120.4'],
  ])('%s degrees are %s in D.95B, and %s later', (celsius, older, later) => {
    expect(degreesOf(celsius as Numeric, '95B')).toBe(older);
    expect(degreesOf(celsius as Numeric, '00B')).toBe(later);
  });

  it('are cut after their letters are those of the character set', () => {
    const cut = cutter({ directory: '95B', character_set: 'UNOB' });
    expect(cut('ß'.repeat(9), 'vehicle')).toBe('SSSSSSSSS');
    expect(cut('   ', 'vehicle')).toBeNull();
    expect(cut('', 'vehicle')).toBeNull();
    expect(cut('Київ', 'vehicle')).toBeNull();
  });

  it('are local times of the line', () => {
    expect(minuteOf(new Date('2026-07-01T22:30:59.999Z'), 'Europe/Amsterdam')).toBe('202607020030');
    expect(minuteOf('2026-07-01T22:30:59.999Z', 'America/New_York')).toBe('202607011830');
  });
});

describe('whatever is told', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom("O'Neill+Sons?:*", '', ' ', '??', "'"),
  );
  const maybe = fc.option(text);
  const numeric = (min: number, max: number) =>
    fc.double({ min, max, noNaN: true }).map((value) => value.toFixed(3) as Numeric);
  const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });
  const box = {
    number: text,
    size_type: maybe,
    usage: fc.constantFrom('export', 'import', 'unknown', null),
    container_status: fc.constantFrom('full', 'empty', null),
    booking: maybe,
    bills: fc.array(text, { maxLength: 12 }),
    port_of_discharge: maybe,
    weight: fc.option(numeric(0, 99_999)),
    seals: fc.array(text, { maxLength: 12 }),
    set_point: fc.option(numeric(-90, 150)),
    damages: fc.array(
      fc.record({
        damage_type: text,
        component: text,
        location: fc.constantFrom('L', 'LB3N'),
        severity: fc.constantFrom('minor' as const, 'major' as const),
      }),
      { maxLength: 12 },
    ),
  } as const;
  const head = {
    document_number: text,
    function: fc.constantFrom('9', '5', '1'),
    takes_back: maybe,
    written_at: time,
    own_id: text,
    partner_id: text,
    line: text,
    here: fc.record({ port: text, smdg_code: maybe }),
  } as const;
  const voyage = fc.record({
    line_number: text,
    number: text,
    imo_number: maybe,
    call_sign: maybe,
    vessel: text,
  });
  const gated = {
    ...box,
    moved_at: time,
    trucking_company: maybe,
    plate: maybe,
    port_of_loading: maybe,
    voyage: fc.option(voyage),
  };
  const codecos = fc.record({
    ...head,
    direction: fc.constantFrom('in', 'out'),
    containers: fc.array(fc.record(gated), { maxLength: 4 }),
  });
  const coarris = fc.record({
    ...head,
    direction: fc.constantFrom('load', 'discharge'),
    voyage: fc.record({
      line_number: text,
      number: text,
      imo_number: maybe,
      call_sign: maybe,
      vessel: text,
      berthed_at: fc.option(time),
      departed_at: fc.option(time),
    }),
    containers: fc.array(
      fc.record({
        ...box,
        moved_at: fc.option(time),
        difference: fc.constantFrom('over', 'short', null),
        port_of_loading: maybe,
        cell: fc.option(fc.integer({ min: 0, max: 9_999_999 }).map((n) => String(n).padStart(7, '0'))),
        line: text,
      }),
      { maxLength: 4 },
    ),
  });
  const sets = 'UNOA UNOB UNOC UNOD UNOE UNOF UNOG UNOH UNOI UNOJ UNOK UNOW UNOY'.split(' ');
  const ways = fc.record({
    character_set: fc.constantFrom(...sets),
    syntax_version: fc.constantFrom('1', '2', '3', '4'),
    service_advice: fc.boolean(),
    line_breaks: fc.boolean(),
    directory: fc.constantFrom<'95B' | '00B'>('95B', '00B'),
    time_zone: fc.constantFrom('Europe/Amsterdam', 'America/St_Johns', 'Pacific/Auckland'),
  });
  const messages = fc.oneof(
    codecos.map((message) => ({
      name: 'CODECO',
      write: (writing: Writing) => codeco(message, writing),
    })),
    coarris.map((message) => ({
      name: 'COARRI',
      write: (writing: Writing) => coarri(message, writing),
    })),
  );
  const withoutEnd = (texts: string[]) => texts.slice(0, texts.findLastIndex((each) => each !== '') + 1);
  const plain = ([tag, ...elements]: WrittenSegment): [string, string][] =>
    withoutEnd(
      elements.map((element) => withoutEnd([element].flat().map((value) => value ?? '')).join('\u0000')),
    ).map((each) => [tag, each]);

  it('is read back as it was said, in every character set', async () => {
    await fc.assert(
      fc.asyncProperty(
        messages,
        ways,
        async ({ name, write: segmentsOf }, { directory, time_zone, ...envelope }) => {
          const segments = segmentsOf({ directory, time_zone, character_set: envelope.character_set });
          const bytes = write(name, segments, { ...ENVELOPE, ...envelope });
          const { messages: read, warnings } = await readInterchange(bytes);
          expect(read).toMatchObject([{ message: name, errors: [], segments_count: segments.length + 2 }]);
          expect(warnings).toEqual([]);
          const tokenizer = new Tokenizer(bytes).from(read[0]!.first);
          tokenizer.next();
          for (const segment of segments) {
            const { tag, elements, repeated } = tokenizer.next()!;
            expect(repeated).toEqual([]);
            const found = elements.map((components) => withoutEnd(components).join('\u0000'));
            expect(withoutEnd(found).map((each) => [tag, each])).toEqual(plain(segment));
          }
        },
      ),
      { numRuns: 2 * STATES },
    );
  });
});

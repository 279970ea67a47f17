import { Unreadable } from './fault';
import { eachSegment, readInterchange } from './interchange';
import { Tokenizer, type Segment } from './tokenizer';
import { writeInterchange, written, type WrittenEnvelope, type WrittenSegment } from './writer';

const HEAD = "UNB+UNOC:3+A+B+260302:1015+1'";
const segmentsOf = (text: string | Buffer) => {
  const tokenizer = new Tokenizer(Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));
  const segments: Segment[] = [];
  for (let segment = tokenizer.next(); segment; segment = tokenizer.next()) segments.push(segment);
  return segments;
};
const codeOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof Unreadable) return error.fault.code;
    throw error;
  }
  return undefined;
};

describe('segments', () => {
  it('have elements of components, with their number and place', () => {
    expect(segmentsOf(`${HEAD}MEA+AAE+G+KGM:21500'`)[1]).toEqual({
      number: 2,
      tag: 'MEA',
      at: HEAD.length,
      elements: [['AAE'], ['G'], ['KGM', '21500']],
      repeated: [],
    });
  });

  it('keep released characters and leave out line breaks inside of values', () => {
    const [, segment] = segmentsOf(`${HEAD}FTX+O?'NEILL?: 5 ?+ 3 ??+WRAP\r\nPED+A?\r\n'B'`);
    expect(segment!.elements).toEqual([["O'NEILL: 5 + 3 ?"], ['WRAPPED'], ["A'B"]]);
  });

  it('ignore blanks and line breaks between them', () => {
    expect(segmentsOf(` \r\n${HEAD} \r\n\n BGM+1'\n`).map(({ tag }) => tag)).toEqual(['UNB', 'BGM']);
  });

  it('end with a line break where the UNA says so', () => {
    expect(segmentsOf('UNA:+.? \nUNB+UNOC:3+A+B+260302:1015+1\r\nBGM+1\n')).toHaveLength(2);
  });

  it('repeat elements in syntax version 4 alone', () => {
    const of = (version: number) => segmentsOf(`UNB+UNOC:${version}+A+B+260302:1015+1'FTX+A*B:C+D'`)[1]!;
    expect(of(4)).toMatchObject({
      elements: [['A'], ['D']],
      repeated: [{ element: 1, components: ['B', 'C'] }],
    });
    expect(of(3).elements).toEqual([['A*B', 'C'], ['D']]);
  });

  it('are read in the character set of the UNB', () => {
    const read = (set: string, ...bytes: number[]) =>
      segmentsOf(
        Buffer.concat([
          Buffer.from(`UNB+${set}:3+A+B+260302:1015+1'FTX+`),
          Buffer.from(bytes),
          Buffer.from("'"),
        ]),
      )[1]!.elements[0]![0];
    expect(read('UNOC', 0xdc)).toBe('Ü');
    expect(read('UNOC', 0xff)).toBe('ÿ');
    expect(read('UNOD', 0xa3)).toBe('Ł');
    expect(read('UNOE', 0xbc)).toBe('М');
    expect(read('UNOF', 0xc1)).toBe('Α');
    expect(read('UNOY', 0xc5, 0x81)).toBe('Ł');
    for (const [set, ...bytes] of [
      ['UNOA', 0xdc],
      ['UNOC', 0x85],
      ['UNOG', 0xa5],
      ['UNOY', 0xc5],
      ['UNOY', 0xc2, 0x85],
    ] as [string, ...number[]][])
      expect(codeOf(() => read(set, ...bytes))).toBe('characters_invalid');
  });

  it.each(['UNOX', 'UNOZ', 'constructor', '__proto__'])('are not read in the character set %s', (set) => {
    expect(codeOf(() => segmentsOf(`UNB+${set}:3+A+B+260302:1015+1'`))).toBe('character_set_unknown');
  });

  it('keep to the limits at their edges', () => {
    const values = (count: number) => `${HEAD}FTX${'+A'.repeat(count)}'`;
    const components = (count: number) => `${HEAD}FTX+A${':A'.repeat(count - 1)}'`;
    const characters = (count: number) => `${HEAD}FTX+${'A'.repeat(count)}'`;
    for (const [text, most] of [
      [values, 99],
      [components, 99],
      [characters, 4096],
    ] as const) {
      expect(segmentsOf(text(most))).toHaveLength(2);
      expect(codeOf(() => segmentsOf(text(most + 1)))).toBe('too_large');
    }
    expect(codeOf(() => segmentsOf(HEAD + 'A'.repeat(16 * 1024 * 1024)))).toBe('too_large');
    expect(codeOf(() => segmentsOf(`${HEAD}${"UNS'".repeat(500_000)}`))).toBe('too_large');
  });

  it.each([
    ['released characters', '?a'],
    ['a release character that wraps without end', '?\n\n'],
    ['wrapped characters', 'a\n'],
    ['line breaks', '\r\n'],
    ['characters', 'a'],
    ['components', ':'],
    ['elements', '+'],
    ['line breaks behind one release character', '\n', '?'],
  ])('are refused at the limit when one has 16 MB of %s', (_what, filling, before = '') => {
    const bytes = Buffer.alloc(16 * 1024 * 1024, filling);
    bytes.write(`${HEAD}FTX+${before}`);
    const tokenizer = new Tokenizer(bytes);
    expect(codeOf(() => [tokenizer.next(), tokenizer.next()])).toBe('too_large');
    expect(tokenizer.position).toBeLessThan(32_768);
  });

  it.each([
    ['a long segment', `FTX${`+${`${'A'.repeat(4_000)}:`.repeat(98)}A`.repeat(20)}'`],
    ['blanks between segments', `${' '.repeat(1_000_000)}FTX'`],
  ])('are read in small steps through %s', (_what, text) => {
    const tokenizer = new Tokenizer(Buffer.from(HEAD + text));
    let longest = 0;
    let read: Segment | null | undefined;
    for (let at = tokenizer.position; read?.tag !== 'FTX'; at = tokenizer.position) {
      read = tokenizer.step();
      longest = Math.max(longest, tokenizer.position - at);
    }
    expect(longest).toBeLessThanOrEqual(32_768);
    expect(tokenizer.step()).toBeUndefined();
  });

  it.each(['UNB', ' '])('begin with a UNB that ends soon, not behind 16 MB of %s', (filling) => {
    const bytes = Buffer.alloc(16 * 1024 * 1024, filling);
    bytes.write("'UNB+UNOC:3+A+B+260302:1015+1'", bytes.length - 40);
    expect(codeOf(() => new Tokenizer(bytes))).toMatch(/too_large|not_edifact/);
  });

  it('have no control characters, released or not', () => {
    for (const bytes of ['\x00', '?\x00', '?\n\x07'])
      expect(codeOf(() => segmentsOf(`${HEAD}FTX+A${bytes}B'`))).toBe('characters_invalid');
  });
});

describe('an interchange', () => {
  it('tells its envelope and messages', async () => {
    const text = `UNB+UNOC:3+WHAHUB:ZZ+NLVLINQ01:14+260302:1015+4711++++1++1'UNH+M1+COPARN:D:95B:UN:ITG14'BGM+126+X+9'UNT+3+M1'UNZ+1+4711'`;
    expect(await readInterchange(Buffer.from(text))).toMatchObject({
      control_reference: '4711',
      sender: { id: 'WHAHUB', qualifier: 'ZZ' },
      recipient: { id: 'NLVLINQ01', qualifier: '14' },
      prepared_at: '2603021015',
      character_set: 'UNOC',
      syntax_version: '3',
      asks_acknowledgement: true,
      test: true,
      segments_count: 5,
      messages: [
        {
          reference: 'M1',
          message: 'COPARN',
          directory: '95B',
          association: 'ITG14',
          segments_count: 3,
          errors: [],
        },
      ],
    });
  });

  it.each([
    ['behind its UNZ, as text', 'garbage', 'envelope_mismatch'],
    ['behind its UNZ, as a segment', "UNB+UNOC:3+A+B+260302:1015+2'", 'envelope_mismatch'],
    ['behind its UNZ, as a control character', '\x01', 'envelope_mismatch'],
  ])('has nothing %s', async (_what, rest, code) => {
    const whole = `${HEAD}UNH+1+COPARN:D:95B:UN'UNT+2+1'UNZ+1+1'\r\n `;
    expect((await readInterchange(Buffer.from(whole))).messages).toHaveLength(1);
    await expect(readInterchange(Buffer.from(whole + rest, 'latin1'))).rejects.toMatchObject({
      fault: { code, segment: 5, at: whole.length },
    });
  });

  it.each(['\x1a', '\0'.repeat(40_000), '\t\r\n', ' \x1a\0'])(
    'may end in what ends or fills up a file (case %#)',
    async (end) => {
      const whole = `${HEAD}UNH+1+COPARN:D:95B:UN'UNT+2+1'UNZ+1+1'`;
      expect((await readInterchange(Buffer.from(whole + end))).segments_count).toBe(4);
      await expect(readInterchange(Buffer.from(`${whole}${end}X`))).rejects.toMatchObject({
        fault: { code: 'envelope_mismatch', at: whole.length + end.length },
      });
    },
  );

  it('has identifications that are filled up with blanks', async () => {
    const text = "UNB+UNOC:3+WHAHUB      :ZZ  + NORTHQUAY :14+260302:1015+4711     'UNZ+0+4711'";
    expect(await readInterchange(Buffer.from(text))).toMatchObject({
      control_reference: '4711',
      sender: { id: 'WHAHUB', qualifier: 'ZZ' },
      recipient: { id: 'NORTHQUAY', qualifier: '14' },
    });
  });

  it('is cut off behind its UNA', async () => {
    await expect(readInterchange(Buffer.from("UNA:+.? '"))).rejects.toMatchObject({
      fault: { code: 'cut_off' },
    });
  });

  it('has at most 1,000 messages', async () => {
    const of = (count: number) =>
      Buffer.from(
        `${
          HEAD + Array.from({ length: count }, (_, n) => `UNH+${n}+COPARN:D:95B:UN'UNT+2+${n}'`).join('')
        }UNZ+${count}+1'`,
      );
    expect((await readInterchange(of(1_000))).messages).toHaveLength(1_000);
    await expect(readInterchange(of(1_001))).rejects.toMatchObject({ fault: { code: 'too_large' } });
  });

  it('gives other work its turn while it is read', async () => {
    const bytes = Buffer.from(
      `${HEAD}UNH+1+BAPLIE:D:95B:UN'${"LOC+147+0010182::5'".repeat(160_000)}UNT+160002+1'UNZ+1+1'`,
    );
    let turns = 0;
    const watch = setInterval(() => turns++, 1);
    let count = 0;
    await eachSegment(new Tokenizer(bytes), () => {
      count++;
    });
    clearInterval(watch);
    expect(count).toBe(160_004);
    expect(turns).toBeGreaterThan(3);
  });

  it('looks at the clock by bytes, also in few long segments', async () => {
    const segment = `FTX${`+${`${'A'.repeat(4_000)}:`.repeat(98)}A`.repeat(10)}'`;
    const bytes = Buffer.from(HEAD + segment);
    const looks = jest.spyOn(performance, 'now');
    try {
      await eachSegment(new Tokenizer(bytes), () => undefined);
      expect(looks.mock.calls.length).toBeGreaterThan(bytes.length / 65_536);
    } finally {
      looks.mockRestore();
    }
  });
});

describe('a written interchange', () => {
  const envelope: WrittenEnvelope = {
    character_set: 'UNOA',
    syntax_version: '2',
    sender: ['NLVLINQ01', 'ZZ'],
    recipient: 'WHAHUB',
    prepared_at: ['260302', '1015'],
    control_reference: '1',
    asks_acknowledgement: true,
    test: false,
    service_advice: false,
    line_breaks: false,
  };
  const message = {
    reference: '1',
    type: ['CODECO', 'D', '95B', 'UN', 'ITG14'],
    segments: [
      ['BGM', '34', "O'Neill+1", '9'],
      ['TDT', '1', null, '3', [null, null, null, 'Łódź Straße']],
    ] as [string, ...(string | null | (string | null)[])[]][],
  };

  it('is counted, released, and without empty ends', () => {
    expect(writeInterchange(envelope, [message]).toString()).toBe(
      "UNB+UNOA:2+NLVLINQ01:ZZ+WHAHUB+260302:1015+1++++1'UNH+1+CODECO:D:95B:UN:ITG14'" +
        "BGM+34+O?'NEILL?+1+9'TDT+1++3+:::LODZ STRASSE'UNT+4+1'UNZ+1+1'",
    );
  });

  it('is read as it was written, with a UNA and line breaks too', async () => {
    const bytes = writeInterchange(
      { ...envelope, character_set: 'UNOY', syntax_version: '4', service_advice: true, line_breaks: true },
      [message],
    );
    expect(bytes.toString()).toMatch(/^UNA:\+\.\? '\r\nUNB/);
    expect((await readInterchange(bytes)).messages).toMatchObject([{ errors: [] }]);
    expect(segmentsOf(bytes)[2]!.elements).toEqual([['34'], ["O'Neill+1"], ['9']]);
    expect(segmentsOf(bytes)[3]!.elements[3]).toEqual(['', '', '', 'Łódź Straße']);
  });

  it.each(['UNOC', 'UNOD', 'UNOE', 'UNOF', 'UNOG', 'UNOH', 'UNOI', 'UNOJ', 'UNOK'])(
    'is in the bytes of %s, and read from them',
    (character_set) => {
      const text = written('Straße Łódź Київ Πειραιάς İzmir Ħ Ĩ مرسى נמל', character_set);
      const segments: WrittenSegment[] = [['FTX', text]];
      const bytes = writeInterchange({ ...envelope, character_set }, [
        { reference: '1', type: 'CODECO', segments },
      ]);
      expect(text).toMatch(/[\u0080-\uffff]/);
      expect(segmentsOf(bytes)[2]!.elements[0]).toEqual([text]);
    },
  );

  it('releases what repeats in syntax version 4 alone', () => {
    const of = (syntax_version: string) =>
      writeInterchange({ ...envelope, syntax_version }, [
        { reference: '1', type: 'CODECO', segments: [['FTX', 'A*B']] },
      ]).toString();
    expect(of('4')).toContain("FTX+A?*B'");
    expect(of('3')).toContain("FTX+A*B'");
  });

  it.each([
    ['UNOC', 'Łódź Straße €', 'Lódz Straße  '],
    ['UNOB', 'Ångström æ Ø đ ', 'Angstrom AE O D '],
    ['UNOA', 'Київ 5', '     5'],
    ['UNOD', 'Łódź Ø é Київ', 'Łódź O é     '],
    ['UNOE', 'Київ Łódź', 'Київ Lodz'],
    ['UNOF', 'Πειραιάς é', 'Πειραιάς e'],
    ['UNOK', 'İzmir ğ', 'İzmir ğ'],
  ])('spells letters that %s lacks', (set, text, expected) => {
    expect(written(text, set)).toBe(expected);
  });
});

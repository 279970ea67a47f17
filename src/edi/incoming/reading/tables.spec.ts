import { ediOf, readAll } from '../../../../test/factories/edi-messages';
import { BAPLIE, readBaplie } from '../baplie/baplie.message';
import { COPARN, readCoparn } from '../coparn/coparn.message';
import { COREOR, readCoreor } from '../coreor/coreor.message';
import { COPRAR, readCoprar } from '../coprar/coprar.message';
import { readVermas, VERMAS } from '../vermas/vermas.message';
import type { MessageReader, Read, Section, Settings } from './reader';

type Content = any;

/** Segments of one row, what each of them alone comes to, and where that stands. */
interface Sample {
  /** The segment without its value: it comes to nothing. */
  empty: string;
  /** Two segments with what each comes to alone. */
  values: [segment: string, value: unknown][];
  of: (content: Content) => unknown;
  /** What the content has where the segment is not there; null unless given. */
  none?: unknown;
  counts?: 'last' | 'each';
  /** Segments that refuse the message. */
  wrong?: string[];
  /** The segment that it belongs to, before which it means something else. */
  behind?: string;
}

/** A section of a reader: the segments around those of a sample. */
interface Place {
  name: string;
  type: string;
  read: (settings: Settings) => MessageReader<unknown>;
  section: Section<any>;
  around: (segments: string[]) => string[];
  samples: Record<string, Sample>;
  /** Rows that other tests have: those that open the section or a group of the head, and what the message has once. */
  elsewhere: string[];
}

/** A word of a partner by its text. */
const text = (word: { text: string } | null | undefined) => word?.text ?? null;
const words = (name: string) => (content: Content) => text(content[name]);

const sampleOfWord = (segment: string, of: Sample['of'], second = 'SECOND'): Sample => ({
  empty: segment.replace('?', ''),
  values: [
    [segment.replace('?', 'FIRST'), 'FIRST'],
    [segment.replace('?', second), second],
  ],
  of,
});

const textSample = (segment: string, of: Sample['of']): Sample => ({
  ...sampleOfWord(segment, of),
  counts: 'each',
});
const joined = (values: unknown[]) => values.join(', ');

/** The facts of a container that every reader of containers has. */
const FACTS = (of: (content: Content) => Content): Record<string, Sample> => ({
  'NAD+CF': sampleOfWord('NAD+CF+?:160:166', (content) => text(of(content).line)),
  'NAD+CA': sampleOfWord('NAD+CA+?:160:166', (content) => text(of(content).line)),
  MEA: {
    empty: 'MEA+AAE+VGM+KGM',
    values: [
      ['MEA+AAE+VGM+KGM:21000', '21000'],
      ['MEA+VGM++TNE:22,5', '22500'],
    ],
    of: (content) => of(content).weight,
    counts: 'last',
    wrong: ['MEA+AAE+VGM+KGM:A', 'MEA+AAE+G+XXX:1', 'MEA+AAE+WT+KGM:-1'],
  },
  SEL: {
    empty: 'SEL++CA',
    values: [
      ['SEL+S1+CA', 'S1'],
      ['SEL+S2', 'S2'],
    ],
    of: (content) => of(content).seals,
    none: [],
    counts: 'each',
  },
  'TMP+2': {
    empty: 'TMP+2+:CEL',
    values: [
      ['TMP+2+-18:CEL', '-18'],
      ['TMP+2+41:FAH', '5'],
    ],
    of: (content) => of(content).set_point,
    counts: 'last',
    wrong: ['TMP+2+COLD:CEL', 'TMP+2+5:KEL'],
  },
  'RNG+5': {
    empty: 'RNG+5+CEL',
    values: [
      ['RNG+5+CEL:-18:-18', '-18'],
      ['RNG+5+CEL:2:8', '5'],
    ],
    of: (content) => of(content).set_point,
    counts: 'last',
    wrong: ['RNG+5+CEL:A:5'],
  },
  'FTX+AAA': textSample('FTX+AAA+++?', (content) => of(content).goods),
  DGS: {
    empty: 'DGS+IMD',
    values: [
      ['DGS+IMD+3+1263+023:CEL+2', '1263'],
      ['DGS+IMD+8+1789', '1789'],
    ],
    of: (content) => of(content).dangerous.map(({ un_number }: any) => un_number),
    none: [],
    counts: 'each',
  },
  'FTX+AAD': {
    ...sampleOfWord('FTX+AAD+++?', (content) => of(content).dangerous[0]?.proper_shipping_name ?? null),
    behind: 'DGS+IMD+3+1263',
  },
});

const PORTS = (of: (content: Content) => Content): Record<string, Sample> => ({
  'LOC+9': sampleOfWord('LOC+9+?:139:6', (content) => text(of(content).port_of_loading)),
  'LOC+11': sampleOfWord('LOC+11+?:139:6', (content) => text(of(content).port_of_discharge)),
});

const REMARKS = (of: (content: Content) => Content): Record<string, Sample> => ({
  'FTX+AAI': textSample('FTX+AAI+++?', (content) => of(content).remarks),
  HAN: { ...textSample('HAN+A:::?', (content) => of(content).remarks), empty: 'HAN' },
});

/** What lists and bookings say of a verified gross mass beside MEA. */
const VERIFIED = (of: (content: Content) => Content): Record<string, Sample> => ({
  'FTX+ABS': {
    empty: 'FTX+ABS',
    values: [
      ['FTX+ABS++SM1:ZZZ:SMD', 'weighing'],
      ['FTX+ABS++SM2', 'calculation'],
    ],
    of: (content) => of(content).verified.method,
  },
  'DTM+798': {
    empty: 'DTM+798',
    values: [
      ['DTM+798:202611200900:203', '202611200900'],
      ['DTM+WAT:20261121:102', '20261121'],
    ],
    of: (content) => text(of(content).verified.at),
    wrong: ['DTM+798:20261301:102'],
  },
  'NAD+SPC': sampleOfWord('NAD+SPC+++?', (content) => of(content).verified.responsible),
  'RFF+VGR': sampleOfWord('RFF+VGR:?', (content) => of(content).verified.reference),
});

const COPARN_HEAD = ['BGM+126+D1+9', 'RFF+BN:B1'];
const ofCoparn = (content: Content) => content.groups[0];
const TERMS: Record<string, Sample> = {
  'NAD+CB': sampleOfWord('NAD+CB+?', (content) => text(content.company?.word)),
  'DTM+7': {
    empty: 'DTM+7',
    values: [
      ['DTM+7:202612010600:203', '202612010600'],
      ['DTM+201:20261202:102', '20261202'],
    ],
    of: ({ valid_from }) => text(valid_from),
    wrong: ['DTM+7:20261301:102'],
  },
  'DTM+36': {
    empty: 'DTM+36',
    values: [
      ['DTM+36:20261204:102', '20261204'],
      ['DTM+36:20261205:102', '20261205'],
    ],
    of: ({ valid_until }) => text(valid_until),
    wrong: ['DTM+36:SOON:102'],
  },
};

/** What a release is bound to, at the head of a COREOR and at its containers. */
const RELEASE = (of: (content: Content) => Content): Record<string, Sample> => ({
  'RFF+RE': sampleOfWord('RFF+RE:?', (content) => of(content).reference),
  'RFF+REO': sampleOfWord('RFF+REO:?', (content) => of(content).reference),
  'NAD+CB': sampleOfWord('NAD+CB+?', (content) => text(of(content).haulier?.word)),
  'NAD+FW': sampleOfWord('NAD+FW+?', (content) => text(of(content).forwarder?.word)),
  'DTM+7': {
    empty: 'DTM+7',
    values: [
      ['DTM+7:202612010600:203', '202612010600'],
      ['DTM+7:20261202:203', '20261202'],
    ],
    of: (content) => text(of(content).valid_from),
    wrong: ['DTM+7:20261301:102'],
  },
  'DTM+36': {
    empty: 'DTM+36',
    values: [
      ['DTM+36:20261204:102', '20261204'],
      ['DTM+36:20261205:203', '20261205'],
    ],
    of: (content) => text(of(content).valid_until),
    wrong: ['DTM+36:SOON:102'],
  },
});

const dropped = ({ ...samples }: Record<string, Sample>, ...names: string[]) => {
  for (const name of names) delete samples[name];
  return samples;
};

const PLACES: Place[] = [
  {
    name: 'the head of a COPARN',
    type: 'COPARN:D:95B:UN',
    read: readCoparn,
    section: COPARN.sections[0]!,
    around: (segments) => [...COPARN_HEAD, ...segments, 'EQD+CN++22G1'],
    samples: {
      ...TERMS,
      ...PORTS((content) => content),
      'LOC+7': sampleOfWord('LOC+7+?', words('place_of_delivery')),
      ...REMARKS((content) => content),
      ...dropped(FACTS(ofCoparn), 'MEA', 'SEL', 'NAD+CA', 'NAD+CF'),
      'NAD+CA': sampleOfWord('NAD+CA+?:160:166', words('line')),
      'NAD+CF': sampleOfWord('NAD+CF+?:160:166', words('line')),
    },
    elsewhere: ['BGM', 'DTM+137', 'RFF+BN', 'RFF+VON', 'GID', 'TDT+20', 'TDT'],
  },
  {
    name: 'a container of a COPARN',
    type: 'COPARN:D:00B:UN',
    read: readCoparn,
    section: COPARN.sections[1]!,
    around: (segments) => [...COPARN_HEAD, 'EQD+CN+WHAU4110376+22G1++2+5', ...segments, 'CNT+16:1'],
    samples: {
      EQN: {
        empty: 'EQN',
        values: [
          ['EQN+2', 2],
          ['EQN+3', 3],
        ],
        of: (content) => ofCoparn(content).quantity,
        none: 1,
        wrong: ['EQN+0', 'EQN+A'],
      },
      ...FACTS(ofCoparn),
      ...VERIFIED(ofCoparn),
      ...PORTS((content) => content),
      'LOC+7': sampleOfWord('LOC+7+?', words('place_of_delivery')),
      ...REMARKS(ofCoparn),
      ...TERMS,
      'MEA+AAS': {
        empty: 'MEA+AAE+AAS+MQH',
        values: [
          ['MEA+AAE+AAS+MQH:25', '25'],
          ['MEA+AAS++2L:10', '16.990108'],
        ],
        of: (content) => ofCoparn(content).ventilation,
        counts: 'last',
        wrong: ['MEA+AAE+AAS+MQH:A'],
      },
      'MEA+AAO': {
        empty: 'MEA+AAE+AAO+P1',
        values: [
          ['MEA+AAE+AAO+P1:65', '65'],
          ['MEA+AAE+AAO+PCT:70,5', '70.5'],
        ],
        of: (content) => ofCoparn(content).humidity,
        counts: 'last',
        wrong: ['MEA+AAE+AAO+P1:A'],
      },
      'DIM+9': {
        empty: 'DIM+9+CMT',
        values: [
          ['DIM+9+CMT:::45', 45],
          ['DIM+13+MTR:::0.5', 50],
        ],
        of: (content) => ofCoparn(content).over.height ?? null,
        wrong: ['DIM+9+CMT:::HIGH', 'DIM+9+XXX:::4', 'DIM+9+CMT:::-4'],
      },
    },
    elsewhere: ['EQD+CN', 'RFF+BN', 'TDT'],
  },
  {
    name: 'a container of a COPRAR',
    type: 'COPRAR:D:95B:UN',
    read: readCoprar,
    section: COPRAR.sections[1]!,
    around: (segments) => ['BGM+45+D1+9', 'NAD+CA+WHA', 'EQD+CN+WHAU4110376+22G1++2+5', ...segments],
    samples: {
      EQN: {
        empty: 'EQN',
        values: [
          ['EQN+2', 2],
          ['EQN+3', 3],
        ],
        of: ({ items }) => items[0].quantity,
        none: 1,
        wrong: ['EQN+0'],
      },
      ...FACTS(({ items }) => items[0]),
      ...VERIFIED(({ items }) => items[0]),
      ...PORTS(({ items }) => items[0]),
      'RFF+BN': sampleOfWord('RFF+BN:?', ({ items }) => text(items[0].booking)),
      'RFF+BM': sampleOfWord('RFF+BM:?', ({ items }) => text(items[0].bill_of_lading)),
      'LOC+147': {
        empty: 'LOC+147',
        values: [
          ['LOC+147+0110382::5', '0110382'],
          ['LOC+147+110384::5', '0110384'],
        ],
        of: ({ items }) => items[0].cell,
      },
    },
    elsewhere: ['EQD+CN', 'TDT'],
  },
  {
    name: 'a cell of a BAPLIE',
    type: 'BAPLIE:D:95B:UN:SMDG22',
    read: readBaplie,
    section: BAPLIE.sections[1]!,
    around: (segments) => ['BGM++P1+9', 'LOC+147+0110382::5', 'EQD+CN+WHAU4110376+22G1++2+5', ...segments],
    samples: {
      ...FACTS(({ cells }) => cells[0]),
      ...PORTS(({ cells }) => cells[0]),
      'RFF+BM': sampleOfWord('RFF+BM:?', ({ cells }) => text(cells[0].bill_of_lading)),
    },
    elsewhere: ['LOC+147', 'EQD+CN', 'EQD', 'TDT'],
  },
  {
    name: 'the head of a COREOR',
    type: 'COREOR:D:95B:UN',
    read: readCoreor,
    section: COREOR.sections[0]!,
    around: (segments) => ['BGM+129+R1+1', ...segments],
    samples: {
      ...RELEASE(({ terms }) => terms),
      'RFF+BM': sampleOfWord('RFF+BM:?', words('bill_of_lading')),
      'NAD+CA': sampleOfWord('NAD+CA+?:160:166', words('line')),
      'NAD+CF': sampleOfWord('NAD+CF+?:160:166', words('line')),
    },
    elsewhere: ['BGM', 'DTM+137', 'RFF+VON', 'TDT+20', 'TDT'],
  },
  {
    name: 'a container of a COREOR',
    type: 'COREOR:D:95B:UN',
    read: readCoreor,
    section: COREOR.sections[1]!,
    around: (segments) => ['BGM+129+R1+9', 'EQD+CN+WHAU4110376+22G1', ...segments],
    samples: {
      ...RELEASE(({ containers }) => containers[0].terms),
      'RFF+BM': sampleOfWord('RFF+BM:?', ({ containers }) => text(containers[0].equipment.bill_of_lading)),
      'NAD+CF': sampleOfWord('NAD+CF+?:160:166', ({ containers }) => text(containers[0].equipment.line)),
      'NAD+CA': sampleOfWord('NAD+CA+?:160:166', ({ containers }) => text(containers[0].equipment.line)),
    },
    elsewhere: ['EQD+CN', 'TDT'],
  },
  {
    name: 'a container of a VERMAS',
    type: 'VERMAS:D:16A:UN:SMDG10',
    read: readVermas,
    section: VERMAS.sections[1]!,
    around: (segments) => ['BGM+749+V1+1', 'EQD+CN+WHAU4110376+22G1', ...segments],
    samples: {
      'MEA+VGM': {
        empty: 'MEA+AAE+VGM+KGM',
        values: [
          ['MEA+AAE+VGM+KGM:21000', '21000'],
          ['MEA+VGM++TNE:22,5', '22500'],
        ],
        of: ({ containers }) => containers[0].verified.vgm,
        counts: 'last',
        wrong: ['MEA+AAE+VGM+KGM:A', 'MEA+AAE+VGM+XXX:1', 'MEA+AAE+VGM+KGM:-1'],
      },
      ...VERIFIED(({ containers }) => containers[0]),
      DOC: {
        empty: 'DOC',
        values: [
          ['DOC+SM2:VGM:306+W1', 'W1'],
          ['DOC+SM2:VGM:306+W2', 'W2'],
        ],
        of: ({ containers }) => containers[0].verified.reference,
      },
      'NAD+CF': sampleOfWord('NAD+CF+?:160:166', ({ containers }) => text(containers[0].line)),
      'NAD+CA': sampleOfWord('NAD+CA+?:160:166', ({ containers }) => text(containers[0].line)),
    },
    // who answers for the mass comes of several
    elsewhere: ['EQD+CN', 'TDT', 'NAD+AM', 'CTA+RP'],
  },
];

/** Segments that no reader of containers takes, with the names under which they are counted. */
const UNREAD: [segment: string, name: string][] = [
  ['DIM+1+CMT:600:200:200', 'DIM+1'],
  ['GOR+1+2', 'GOR'],
  ['LOC+76+DEHAM:139:6', 'LOC+76'],
  ['MEA+AAE+AAW+MTQ:33', 'MEA+AAE+AAW'],
  ['PIA+5+870899:HS', 'PIA+5'],
];

/** Segments that are known and deliberately not kept of a container. */
const PASSED = ['TMD+3', 'NAD+CZ+SHIPPER', 'CTA+IC+A', 'COM+1:TE', 'CNT+8:1'];

async function read({ type, read: reader, around }: Place, segments: string[]): Promise<Read<Content>> {
  const [message] = await readAll(ediOf(type, around(segments)), reader as typeof readCoparn);
  return message!;
}
const unreadOf = ({ findings }: Read<Content>) =>
  findings.warnings.filter(({ code }) => code === 'not_read').map(({ sentence }) => sentence);

/** What the guide says that segments of a row come to. */
function expectedOf({ values, counts, none = null }: Sample, segments: string[]): unknown {
  const all = segments.map((segment) => values.find(([each]) => each === segment)![1]);
  if (counts === 'each') return Array.isArray(none) ? [...new Set(all)] : all.length ? joined(all) : none;
  return (counts === 'last' ? all.at(-1) : all[0]) ?? none;
}

describe.each(PLACES.map((place) => [place.name, place] as const))('%s', (_, place) => {
  const samples = Object.entries(place.samples);

  it('has a sample for each row of its table', () => {
    const groups = place.section.groups ?? [];
    const rows = [
      ...place.section.rows,
      ...groups.flatMap(({ opens, rows: members = [] }) => [opens, ...members]),
    ];
    const sampled = (tag: string, qualifiers: readonly string[]) => {
      const names = qualifiers.length ? qualifiers.map((qualifier) => `${tag}+${qualifier}`) : [tag];
      return [...names, tag].some((name) => name in place.samples || place.elsewhere.includes(name));
    };
    const missing = rows.filter(({ tag, qualifier }) => !sampled(tag, [qualifier ?? []].flat()));
    expect(missing.map(({ tag, qualifier }) => `${tag} ${String(qualifier)}`)).toEqual([]);
  });

  it.each(samples)('reads %s, and passes over one without a value', async (__, sample) => {
    const behind = sample.behind ? [sample.behind] : [];
    for (const [segment, value] of sample.values) {
      const { content } = await read(place, [...behind, segment]);
      expect(sample.of(content)).toEqual(expectedOf(sample, [segment]));
      expect(value).toBeDefined();
    }
    for (const segments of [behind, [...behind, sample.empty]]) {
      const found = await read(place, segments);
      expect([found.findings.errors_count, sample.of(found.content)]).toEqual([0, sample.none ?? null]);
      expect(unreadOf(found)).toEqual([]);
    }
  });

  it.each(samples)('counts the one of several %s that the table names', async (__, sample) => {
    const behind = sample.behind ? [sample.behind] : [];
    const segments = sample.values.map(([segment]) => segment);
    for (const all of [segments, segments.toReversed(), [segments[0]!, segments[0]!]]) {
      if (sample.counts === 'each' && !Array.isArray(sample.none) && all[0] === all[1]) continue;
      const { content } = await read(place, [...behind, ...all]);
      const expected =
        place.samples.DGS === sample ? all.map((each) => expectedOf(sample, [each])).flat() : null;
      expect(sample.of(content)).toEqual(expected ?? expectedOf(sample, all));
    }
  });

  it.each(samples.filter(([, { wrong }]) => wrong))(
    'refuses a wrong %s at its place',
    async (__, { wrong }) => {
      for (const segment of wrong!) {
        const { findings } = await read(place, [segment]);
        expect(findings.errors).toMatchObject([{ code: 'invalid', tag: segment.slice(0, 3) }]);
      }
    },
  );

  it('does not count what is known and deliberately not kept', async () => {
    const found = await read(place, PASSED);
    expect([found.findings.errors_count, unreadOf(found)]).toEqual([0, []]);
  });

  it('reads random segments in any order as its table says', async () => {
    const random = randomOf(20261129);
    const chosen = samples.filter(
      ([name, { behind }]) =>
        !behind && !['RNG+5', 'DGS', 'NAD+CA', 'HAN', 'RFF+REO', 'RFF+RE', 'DOC'].includes(name),
    );
    for (let nth = 0; nth < 500; nth++) {
      const segments: { of: string | null; segment: string }[] = [];
      for (const [name, { values }] of chosen)
        for (const [segment] of values) if (random() < 0.4) segments.push({ of: name, segment });
      for (const [segment] of UNREAD)
        for (let times = Math.floor(random() * 3); times > 0; times--) segments.push({ of: null, segment });
      const order = segments.map((each) => ({ each, at: random() })).sort((one, other) => one.at - other.at);
      const shuffled = order.map(({ each }) => each);
      const found = await read(
        place,
        shuffled.map(({ segment }) => segment),
      );
      for (const [name, sample] of chosen) {
        const own = shuffled.filter(({ of }) => of === name).map(({ segment }) => segment);
        expect([nth, name, sample.of(found.content)]).toEqual([nth, name, expectedOf(sample, own)]);
      }
      expect(unreadOf(found)).toEqual(
        sentenceOf(shuffled.filter(({ of }) => !of).map(({ segment }) => segment)),
      );
    }
  });
});

function sentenceOf(segments: string[]): string[] {
  const counts = UNREAD.flatMap(([segment, name]) => {
    const count = segments.filter((each) => each === segment).length;
    return count ? [`${name} ×${count}`] : [];
  });
  return counts.length ? [`The message has segments that are not read: ${counts.join(', ')}.`] : [];
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

import type { DateTime } from 'luxon';
import type { Db } from '../common/database/db';
import { iso6346CheckDigit } from '../common/iso-6346';
import { ComposingService } from '../edi/outgoing/composing.service';
import { OutgoingInterchangesService } from '../edi/outgoing/outgoing-interchanges.service';
import { ItemSender } from '../edi/outgoing/item-sender.service';
import { EdiInterchange } from '../edi/interchanges/edi-interchange.entity';
import { KeepingService } from '../edi/interchanges/keeping.service';
import { EdiFlow } from '../edi/partners/edi-flow.kind';

type Message = [type: string, ...segments: string[]];

/** The cells for here: where, which container, its size type, its line and its weight in kilograms. */
const FOR_HERE = [
  ['0030282', 'WHAU4142033', '22G1', 'WHA', 21580],
  ['0030284', 'WHAU4119542', '22G1', 'WHA', 21580],
  ['0030482', 'WHAU4128307', '22G1', 'WHA', 21520],
  ['0030484', 'WHAU4154184', '22G1', 'WHA', 21550],
  ['0030682', 'NBQU2102119', '22G1', 'NBQ', 21580],
  ['0070282', 'WHAU4158791', '22G1', 'WHA', 26830],
  ['0070284', 'WHAU4129556', '22G1', 'WHA', 26710],
  ['0070482', 'WHAU4147668', '22G1', 'WHA', 26940],
  ['0070682', 'QXLU6632352', '22U1', 'WHA', 26300],
  ['0100204', 'WHAU4163360', '45R1', 'WHA', 27060],
  ['0100404', 'WHAU4183860', '45R1', 'WHA', 26990],
  ['0140282', 'WHAU4157476', '45G1', 'WHA', 21320],
] as const;

/** How many cells the bayplan has. */
const CELLS = 60;

/**
 * Keeps five files of partners: two bookings and a release of one, a bayplan of `WP2611`, a load list, the release of a
 * container that is held and of one that is to come, and a booking with three faults. The service
 * works at them as soon as it runs. Composes a CODECO for two lines, and keeps the CONTRL that acknowledges one of them.
 * Runs in the scope of a transaction.
 */
export async function exchangeDemo(db: Db, moment: DateTime): Promise<void> {
  const keeping = new KeepingService(db);
  const receive = (file_name: string, bytes: Buffer) => keeping.keep({ bytes, file_name });
  const at = (hours: number) => moment.minus({ hours });
  await receive(
    'COPARN_3071.edi',
    interchange('WHAHUB:ZZZ', '3071', at(9), [booking(at(9)), bookingOfTypes(at(9)), release(at(9))]),
  );
  await receive('BAPLIE_3072.edi', interchange('WHAHUB:ZZZ', '3072', at(8), [bayplan(at(8))]));
  await receive('COPRAR_118.edi', interchange('TDKHUB', '118', at(6), [loadList(at(6))]));
  await receive('COREOR_3074.edi', interchange('WHAHUB:ZZZ', '3074', at(4), [lineRelease(at(4))]));
  await receive('COPARN_3073.edi', interchange('WHAHUB:ZZZ', '3073', at(2), [wrongBooking(at(2))]));

  const composing = new ComposingService(db);
  const sender = new ItemSender(db, composing);
  const tell = async (name: string, container: string) => {
    await sender.tell(name, { containers: [container] });
    const flow = await db.find(EdiFlow, { name });
    const { interchanges } = await composing.composeNow(flow!.id);
    return (await db.find(EdiInterchange, { id: interchanges[0]! }))!;
  };
  const sent = await tell('TDK gate moves', 'TDKU7394378');
  await new OutgoingInterchangesService(db, composing).taken(sent.id);
  const answer: Message = ['CONTRL:D:3:UN', `UCI+${sent.control_reference}+NORTHQUAY+TDKHUB+7`];
  await receive('CONTRL_119.edi', interchange('TDKHUB', '119', at(0), [answer]));
  await tell('WHA gate moves', 'WHAU4114828');
}

/** An interchange to the terminal. */
function interchange(sender: string, reference: string, at: DateTime, messages: Message[]): Buffer {
  const recipient = sender.replace(/^\w+/, 'NORTHQUAY');
  const segments = [
    `UNB+UNOC:3+${sender}+${recipient}+${at.toFormat('yyMMdd:HHmm')}+${reference}`,
    ...messages.flatMap(([type, ...each], nth) => [
      `UNH+${nth + 1}+${type}`,
      ...each,
      `UNT+${each.length + 2}+${nth + 1}`,
    ]),
    `UNZ+${messages.length}+${reference}`,
  ];
  return Buffer.from(segments.map((segment) => `${segment}'\n`).join(''));
}

const dated = (at: DateTime) => `DTM+137:${at.toFormat('yyyyMMddHHmm')}:203`;

const booking = (at: DateTime): Message => [
  'COPARN:D:95B:UN:ITG14',
  'BGM+126+BK3071+9',
  dated(at),
  'RFF+BN:WHA331204',
  'TDT+20+WG2612+1++WHA:172:20',
  'NAD+CA+WHA:160:166',
  'FTX+AAA+++Onions in nets',
  'EQD+CN++45G1:102:5+2+2+5',
  'EQN+4',
];

/** Two lines, of which one has dangerous goods and the other is kept cold. */
const bookingOfTypes = (at: DateTime): Message => [
  'COPARN:D:95B:UN:ITG14',
  'BGM+126+BK3072+9',
  dated(at),
  'RFF+BN:WHA331208',
  'TDT+20+WG2612+1++WHA:172:20',
  'LOC+11+BRSSZ:139:6',
  'NAD+CA+WHA:160:166',
  'EQD+CN++22G1:102:5+2+2+5',
  'EQN+2',
  'FTX+AAA+++Paint',
  'DGS+IMD+3+1263+023:CEL+II',
  'FTX+AAD+++PAINT',
  'EQD+CN++45R1:102:5+2+2+5',
  'EQN+1',
  'TMP+2+-18:CEL',
  'FTX+AAA+++Frozen fish',
];

/** One of its dry containers may be fetched for two weeks. */
const release = (at: DateTime): Message => [
  'COPARN:D:95B:UN:ITG14',
  'BGM+12+RL3072+9',
  dated(at),
  'RFF+BN:WHA331208',
  `DTM+36:${at.plus({ days: 14 }).toFormat('yyyyMMdd')}:102`,
  'NAD+CA+WHA:160:166',
  'EQD+CN++22G1:102:5+2+2+4',
  'EQN+1',
];

/** The import that the line held may leave, and so may another one once it comes; a haulier collects the first. */
const lineRelease = (at: DateTime): Message => [
  'COREOR:D:95B:UN:ITG14',
  'BGM+129+REL3074+9',
  dated(at),
  'RFF+RE:WHAREL118',
  'NAD+CA+WHA:160:166',
  'EQD+CN+WHAU4990184+22G1:102:5+2+3+5',
  'NAD+CB+EST',
  `EQD+CN+WHAU431000${iso6346CheckDigit('WHAU431000')}+22G1:102:5+2+3+5`,
];

const wrongBooking = (at: DateTime): Message => [
  'COPARN:D:95B:UN:ITG14',
  'BGM+126+BK3073+9',
  dated(at),
  'RFF+BN:WHA331206',
  'TDT+20+WG2699+1++WHA:172:20',
  'NAD+CA+WHA:160:166',
  'EQD+CN+WHAU420005+22G1:102:5+2+2+5',
  'EQD+CN+WHAU42000605+22G1:102:5+2+2+5',
];

const loadList = (at: DateTime): Message => [
  'COPRAR:D:00B:UN:SMDG20',
  'BGM+45+LL118+9',
  dated(at),
  'TDT+20+TH2612+1++TDK:172:20',
  'NAD+CA+TDK:160:166',
  ...['TDKU7333454', 'TDKU7383305', 'TDKU7363119', 'TDKU7357517'].flatMap((number, nth) => [
    `EQD+CN+${number}+${nth < 2 ? '22G1' : '45R1'}:102:5+2+2+5`,
    'LOC+9+NLVLI:139:6',
    'LOC+11+BRSSZ:139:6',
    `LOC+147+00${30 + nth}282::5`,
  ]),
];

const bayplan = (at: DateTime): Message => [
  'BAPLIE:D:95B:UN:SMDG22',
  'BGM++BP2611+9',
  dated(at),
  'TDT+20+WP2611+1++WHA:172:20',
  'LOC+5+PTSIE:139:6',
  'LOC+61+NLVLI:139:6',
  ...FOR_HERE.flatMap(([cell, number, type, line, weight]) =>
    stowed({ cell, number, type, line, weight, from: 'BRSSZ', to: 'NLVLI' }),
  ),
  ...Array.from({ length: CELLS - FOR_HERE.length }, (_, nth) => goingOn(nth)).flat(),
];

/** A container that stays on board: in the bays behind, six rows of two tiers each. */
function goingOn(nth: number): string[] {
  const [bay, row, tier] = [15 + 4 * Math.floor(nth / 12), 1 + (Math.floor(nth / 2) % 6), 82 + 2 * (nth % 2)];
  const first10 = `WHAU${430_100 + nth}`;
  return stowed({
    cell: `${String(bay).padStart(3, '0')}${String(row).padStart(2, '0')}${tier}`,
    number: `${first10}${iso6346CheckDigit(first10)}`,
    type: '22G1',
    line: 'WHA',
    weight: 14_000 + 150 * nth,
    from: 'BRSSZ',
    to: nth % 3 ? 'DEHAM' : 'GBFXT',
  });
}

interface Stowed {
  cell: string;
  number: string;
  type: string;
  line: string;
  weight: number;
  from: string;
  to: string;
}

const stowed = ({ cell, number, type, line, weight, from, to }: Stowed): string[] => [
  `LOC+147+${cell}::5`,
  `MEA+WT++KGM:${weight}`,
  `LOC+9+${from}:139:6`,
  `LOC+11+${to}:139:6`,
  `EQD+CN+${number}+${type}+++5`,
  `NAD+CA+${line}:172:ZZZ`,
];

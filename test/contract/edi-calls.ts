import { type Call, type Earlier, get, post } from './example-calls';

/** An interchange of messages, each its type and its segments; the terminal is NORTHQUAY. */
function interchange(
  sender: string,
  reference: string,
  messages: [type: string, ...segments: string[]][],
): Buffer {
  const segments = [
    `UNB+UNOC:3+${sender}+NORTHQUAY+261124:0900+${reference}`,
    ...messages.flatMap(([type, ...each], at) => [
      `UNH+${at + 1}+${type}`,
      ...each,
      `UNT+${each.length + 2}+${at + 1}`,
    ]),
    `UNZ+${messages.length}+${reference}`,
  ];
  return Buffer.from(segments.map((segment) => `${segment}'\n`).join(''));
}

/** A booking of a line: how many containers of a size type, by the function of the document. */
const booking = (line: string, number: string, func: string, minute: string): string[] => [
  `BGM+126+${number}-${func}+${func}`,
  `DTM+137:2026112409${minute}:203`,
  `RFF+BN:${number}`,
  `NAD+CA+${line}:160:166`,
  'EQD+CN++22G1:102:5+2+2+5',
  'EQN+2',
];

const WHA = 'COPARN:D:95B:UN:ITG14';
const TDK = 'COPARN:D:00B:UN:SMDG20';

const upload = (name: string, bytes: Buffer): Call => post(`/edi_interchanges?file_name=${name}`, bytes);
const uploaded = (earlier: Earlier, name: string): number =>
  earlier(`POST /edi_interchanges?file_name=${name}`).edi_interchange.id;
const taken = (name: string) => (earlier: Earlier) => `/edi_interchanges/${uploaded(earlier, name)}`;
const messages = (name: string) => (earlier: Earlier) =>
  `/edi_messages?per=1&edi_interchange=${uploaded(earlier, name)}`;
const message = (name: string) => (earlier: Earlier) =>
  `/edi_messages/${earlier(`GET ${messages(name)(earlier)}`).edi_messages[0].id}`;
/** The path behind an interchange or a message. */
const behind = (path: (earlier: Earlier) => string, rest: string) => (earlier: Earlier) =>
  `${path(earlier)}${rest}`;

const FLOW = '/edi_flows/WHA%20gate%20moves';
const composed = (earlier: Earlier) => earlier(`POST ${FLOW}/compose`).edi_interchanges[0];
const gone = (earlier: Earlier) => `/edi_interchanges/${composed(earlier).id}`;
/** The CONTRL of a partner for an interchange: 7 acknowledges it, 4 rejects it. */
const contrl = (
  name: string,
  number: string,
  action: string,
  what: (earlier: Earlier) => { control_reference: string },
): Call =>
  post(`/edi_interchanges?file_name=${name}`, (earlier) =>
    interchange('WHAHUB:ZZZ', number, [
      ['CONTRL:D:3:UN', `UCI+${what(earlier).control_reference}+NORTHQUAY:ZZZ+WHAHUB:ZZZ+${action}`],
    ]),
  );
const anew = (earlier: Earlier) => earlier(`POST ${gone(earlier)}/recompose`).edi_interchanges[0];

/** What the terminal tells a partner, which takes it from its mailbox. */
const TOLD: Call[] = [
  post(`${FLOW}/tell`, { containers: ['WHAU4142033'] }),
  get('/edi_items?status=waiting&per=1'),
  post(`${FLOW}/compose`),
  post((earlier) => `${gone(earlier)}/taken`),
  post((earlier) => `${gone(earlier)}/resend`),
  post((earlier) => `${gone(earlier)}/taken`),
  contrl('CONTRL_4720.edi', '4720', '4', composed),
  post((earlier) => `${gone(earlier)}/recompose`),
  post((earlier) => `/edi_interchanges/${anew(earlier).id}/taken`),
  contrl('CONTRL_4721.edi', '4721', '7', anew),
];

/** What partners send, and what is done with it. */
export const EDI_CALLS: Call[] = [
  upload(
    'COPARN_4711.edi',
    interchange('WHAHUB:ZZZ', '4711', [[WHA, ...booking('WHA', 'WHA331199', '9', '00')]]),
  ),
  get('/edi_interchanges?direction=in&per=1'),
  get(taken('COPARN_4711.edi')),
  get(behind(taken('COPARN_4711.edi'), '/segments?per=3')),
  get(messages('COPARN_4711.edi')),
  get(message('COPARN_4711.edi')),
  get(behind(message('COPARN_4711.edi'), '/records?per=1')),
  // a booking is taken back
  upload(
    'COPARN_4712.edi',
    interchange('WHAHUB:ZZZ', '4712', [[WHA, ...booking('WHA', 'WHA331199', '1', '10')]]),
  ),
  // a partner whose messages somebody applies
  upload('TDK_17.edi', interchange('TDKHUB', '17', [[TDK, ...booking('TDK', 'TDK773101', '9', '00')]])),
  get(messages('TDK_17.edi')),
  post(behind(message('TDK_17.edi'), '/preview')),
  post(behind(message('TDK_17.edi'), '/apply'), {
    codes: [{ list: 'container_type', theirs: '22GX', ours: '20DV' }],
  }),
  upload('TDK_18.edi', interchange('TDKHUB', '18', [[TDK, ...booking('TDK', 'TDK773102', '9', '00')]])),
  get(messages('TDK_18.edi')),
  post(behind(message('TDK_18.edi'), '/dismiss'), { reason: 'The line has cancelled it by telephone.' }),
  // a sender that is no partner yet, and a message of a kind that is not read
  upload('NBQ_1.edi', interchange('NBQHUB', '1', [[WHA, ...booking('NBQ', 'NBQ100417', '9', '00')]])),
  post(behind(taken('NBQ_1.edi'), '/read')),
  upload('IFTMIN_4713.edi', interchange('WHAHUB:ZZZ', '4713', [['IFTMIN:D:95B:UN', 'BGM+340+1+9']])),
  ...TOLD,
];

/** Lists on a page between others. */
export const FURTHER_EDI_CALLS: Call[] = [
  get('/edi_interchanges?per=1&page=2'),
  post(`${FLOW}/tell`, { containers: ['WHAU4142033'], function: 5 }),
  get('/edi_items?per=1&page=2'),
  get('/edi_messages?per=1&page=2'),
  get('/edi_messages?errors=true'),
  get('/edi_interchanges?status=refused'),
  get(behind(taken('COPARN_4711.edi'), '/segments?per=2&page=2')),
  upload(
    'COPARN_4714.edi',
    interchange('WHAHUB:ZZZ', '4714', [
      [
        'COPARN:D:95B:UN:ITG14',
        'BGM+11+ACC1+9',
        'DTM+137:202611240930:203',
        'RFF+BN:WHA331057',
        'NAD+CA+WHA:160:166',
        ...['WHAU4200055', 'WHAU4200060', 'WHAU4200076'].map((number) => `EQD+CN+${number}+22G1:102:5+2+2+5`),
      ],
    ]),
  ),
  get(messages('COPARN_4714.edi')),
  get(behind(message('COPARN_4714.edi'), '/records?per=1&page=2')),
  get(behind(taken('COPARN_4714.edi'), '/segments')),
];

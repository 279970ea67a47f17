import { Tokenizer } from '../edifact/tokenizer';
import { fault, type Fault, type Place } from '../edifact/fault';
import { readInterchange } from '../edifact/interchange';
import { writeInterchange } from '../edifact/writer';
import { readMessage } from '../incoming/reading/reader';
import { readContrl } from './contrl.message';
import { contrl, contrlType, type AnsweredInterchange, type AnsweredMessage } from './contrl.write';

const MESSAGE: AnsweredMessage = {
  reference: '7',
  message: 'COPARN',
  directory: '95B',
  association: 'ITG14',
  first: { at: 0, number: 20 },
  segments_count: 10,
  errors: [],
};
const INTERCHANGE: AnsweredInterchange = {
  control_reference: '4711',
  sender: { id: 'WHAHUB', qualifier: 'ZZ' },
  recipient: { id: 'NLVLINQ01', qualifier: null },
  refused: null,
  messages: [MESSAGE],
};
const of = (code: string, place: Place = {}): Fault => fault(code, 'it is wrong.', place);

function bytesOf(answer: AnsweredInterchange, syntax_version = '3'): Buffer {
  return writeInterchange(
    {
      character_set: 'UNOA',
      syntax_version,
      sender: 'NLVLINQ01',
      recipient: 'WHAHUB',
      prepared_at: ['260302', '1015'],
      control_reference: '1',
      asks_acknowledgement: false,
      test: false,
      service_advice: false,
      line_breaks: false,
    },
    [{ reference: '1', type: contrlType(syntax_version), segments: contrl(answer) }],
  );
}
const linesOf = (answer: Partial<AnsweredInterchange>) =>
  bytesOf({ ...INTERCHANGE, ...answer })
    .toString()
    .split(/(?<!\?)'/)
    .slice(2, -3);
const linesOfErrors = (...errors: Fault[]) => linesOf({ messages: [{ ...MESSAGE, errors }] }).slice(1);

describe('a CONTRL of ours', () => {
  it('acknowledges an interchange with its messages', () => {
    expect(bytesOf(INTERCHANGE).toString()).toContain(
      "UNH+1+CONTRL:D:3:UN'UCI+4711+WHAHUB:ZZ+NLVLINQ01+7'UNT",
    );
    expect(bytesOf(INTERCHANGE, '4').toString()).toContain('UNH+1+CONTRL:4:1:UN');
  });

  it.each([
    [of('character_set_unknown', { segment: 1, tag: 'UNB' }), '2+UNB'],
    [of('not_for_us', { segment: 1, tag: 'UNB' }), '7+UNB'],
    [of('cut_off'), '13'],
    [of('characters_invalid', { segment: 7, tag: 'FTX' }), '21+FTX'],
    [of('too_large'), '16'],
    [of('reference_reused', { segment: 1, tag: 'UNB' }), '26+UNB'],
    [of('envelope_mismatch', { segment: 9, tag: 'UNZ', element: 1 }), '29+UNZ'],
    [of('envelope_mismatch', { segment: 9, tag: 'UNZ', element: 2 }), '28+UNZ'],
    [of('envelope_mismatch', { segment: 9, tag: 'UNE' }), '18+UNE'],
    [of('not_edifact'), '18'],
    [of('whatever else'), '18'],
  ])('rejects the whole for %o', (refused, expected) => {
    expect(linesOf({ refused })).toEqual([`UCI+4711+WHAHUB:ZZ+NLVLINQ01+4+${expected}`]);
  });

  it('rejects a message by segment and element, in their order', () => {
    expect(
      linesOfErrors(
        of('container_invalid', { segment: 27, tag: 'EQD', element: 2, component: 1 }),
        of('function_unknown', { segment: 21, tag: 'BGM', element: 3, component: 1 }),
        of('too_large', { segment: 27, tag: 'EQD' }),
        of('invalid'),
      ),
    ).toEqual(['UCM+7+COPARN:D:95B:UN:ITG14+4+12+EQD', 'UCS+2', 'UCD+12+4:1', 'UCS+8+16', 'UCD+12+3:1']);
    expect(linesOfErrors(of('invalid'))).toEqual(['UCM+7+COPARN:D:95B:UN:ITG14+4+13']);
    expect(linesOfErrors(of('no_flow'))).toEqual(['UCM+7+COPARN:D:95B:UN:ITG14+4+17']);
  });

  it('names no segment that is not of the message', () => {
    const missing = of('envelope_mismatch', { segment: 30, tag: 'UNH' });
    expect(linesOfErrors(missing)).toEqual(['UCM+7+COPARN:D:95B:UN:ITG14+4+18+UNH']);
  });

  it('does not tell what only the rules of the terminal refuse', () => {
    expect(linesOfErrors(of('voyage_unknown', { segment: 24 }), of('older'), of('constructor'))).toEqual([]);
  });

  it('repeats what is theirs in its length, whatever it is', () => {
    const long = 'X'.repeat(4096);
    const [uci, ucm] = linesOf({
      control_reference: long,
      sender: { id: long, qualifier: long },
      messages: [
        {
          ...MESSAGE,
          reference: long,
          message: long,
          directory: 'S93A',
          association: long,
          errors: [of('invalid')],
        },
      ],
    });
    const x = (count: number) => 'X'.repeat(count);
    expect(uci).toBe(`UCI+${x(14)}+${x(35)}:${x(4)}+NLVLINQ01+7`);
    expect(ucm).toBe(`UCM+${x(14)}+${x(6)}:S:93A:UN:${x(6)}+4+13`);
  });

  it('says to its reader what it said', async () => {
    const errors = [of('container_invalid', { segment: 27, tag: 'EQD', element: 2, component: 1 })];
    const bytes = bytesOf({ ...INTERCHANGE, messages: [MESSAGE, { ...MESSAGE, reference: '8', errors }] });
    const { messages } = await readInterchange(bytes);
    const { content } = await readMessage(new Tokenizer(bytes), messages[0]!, readContrl());
    expect(content).toMatchObject({
      control_reference: '4711',
      sender: 'WHAHUB',
      recipient: 'NLVLINQ01',
      action: 'acknowledged',
      messages: [
        {
          reference: '8',
          message: 'COPARN',
          action: 'rejected',
          errors: [{ tag: 'EQD' }, { segment: 8, element: 2, component: 1 }],
        },
      ],
    });
  });
});

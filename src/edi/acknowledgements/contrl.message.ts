import { SYNTAX_ERRORS } from './syntax-errors';
import { fault, type Fault } from '../edifact/fault';
import type { Segment } from '../edifact/tokenizer';
import { quoted } from '../incoming/reading/findings';
import { readerOf, type Declaration, type State } from '../incoming/reading/reader';
import { meaningOf, placeOf, textOf } from '../incoming/reading/words';

/** What became of an interchange or message (0083). */
const ACTIONS = { '4': 'rejected', '7': 'acknowledged', '8': 'acknowledged' } as const;
type Action = (typeof ACTIONS)[keyof typeof ACTIONS];

/** What a partner says of an interchange of ours. */
export interface Contrl {
  /** Its control reference, who sent it, and to whom. */
  control_reference: string;
  sender: string;
  recipient: string;
  action: Action;
  /** Why; null for none. */
  error: ContrlError | null;
  /** What it says of single messages. */
  messages: ContrlMessage[];
}

/** An error of the partner about what we sent: its place counts from 1, which is UNH, in the message. */
type ContrlError = Fault<'rejected'>;

/** What a partner says of a message of ours. */
interface ContrlMessage {
  reference: string;
  /** Such as `CODECO`. */
  message: string;
  action: Action;
  errors: ContrlError[];
}

interface ContrlState extends State {
  interchange: Omit<Contrl, 'messages'> | null;
  messages: ContrlMessage[];
  /** The message, and the segment of it, that are spoken of. */
  message: ContrlMessage | null;
  segment: number | null;
}

/** The most messages of an interchange, and the most errors of each that are kept. */
const [MOST_MESSAGES, MOST_ERRORS] = [1_000, 200];

export const CONTRL: Declaration<ContrlState, Contrl> = {
  message: 'CONTRL',
  about:
    'What a partner says of an interchange of ours. It is found by control reference, sender and recipient.',
  sections: [
    {
      title: 'Interchange',
      rows: [
        {
          tag: 'UCI',
          becomes:
            'the interchange; 7 or 8 (0083) is `acknowledged`, 4 `rejected` for the reason behind it (0085)',
          take: takeInterchange,
        },
      ],
    },
    {
      title: 'Message',
      opens: {
        tag: 'UCM',
        becomes: 'one message of it, likewise',
        take: takeMessage,
      },
      rows: [
        {
          tag: 'UCS',
          becomes: 'one of its `errors`, by the number of the segment (UNH is 1), with its reason',
          take(state, segment) {
            state.segment = numberOf(segment, 1);
            addError(state, textOf(segment, 2), null, null);
          },
        },
        {
          tag: 'UCD',
          becomes: 'one of its `errors`, by element and component, with its reason',
          take(state, segment) {
            const position = numberOf(segment, 2);
            // the tag is at position 1
            const element = position === null ? null : Math.max(position - 1, 0) || null;
            addError(state, textOf(segment, 1), element, element && numberOf(segment, 2, 2));
          },
        },
      ],
    },
    {
      title: 'Group',
      opens: {
        tag: 'UCF',
        becomes: 'nothing: we send no groups',
        take(state) {
          state.message = null;
        },
      },
      rows: [],
    },
  ],
  start: (findings, settings) => ({
    findings,
    settings,
    interchange: null,
    messages: [],
    message: null,
    segment: null,
  }),
  end(state) {
    const { findings, interchange, messages } = state;
    if (!interchange && !findings.errors_count)
      findings.refuse('invalid', 'The message names no interchange (UCI).');
    return { head: null, content: interchange && { ...interchange, messages } };
  },
};

function takeInterchange(state: ContrlState, segment: Segment): void {
  if (state.interchange) return;
  const action = actionOf(state, segment, 4);
  const control_reference = textOf(segment, 1);
  if (!control_reference) state.findings.refuse('invalid', 'it names no interchange.', placeOf(segment, 1));
  if (!action || !control_reference) return;
  const code = textOf(segment, 5);
  state.interchange = {
    control_reference,
    sender: textOf(segment, 2),
    recipient: textOf(segment, 3),
    action,
    error: code ? errorOf(code, { tag: textOf(segment, 6) || null }) : null,
  };
}

function takeMessage(state: ContrlState, segment: Segment): void {
  state.message = null;
  state.segment = null;
  const action = actionOf(state, segment, 3);
  if (!action) return;
  if (state.messages.length === MOST_MESSAGES) {
    state.findings.refuse(
      'too_large',
      `an interchange has at most ${MOST_MESSAGES} messages.`,
      placeOf(segment),
    );
    return;
  }
  const message: ContrlMessage = {
    reference: textOf(segment, 1),
    message: textOf(segment, 2),
    action,
    errors: [],
  };
  state.message = message;
  state.messages.push(message);
  const code = textOf(segment, 4);
  if (code) message.errors.push(errorOf(code, { tag: textOf(segment, 5) || null }));
}

function actionOf({ findings }: State, segment: Segment, element: number): Action | undefined {
  const code = textOf(segment, element);
  const action = meaningOf<Action>(ACTIONS, code);
  if (!action)
    findings.refuse('invalid', `${quoted(code)} is none of 4, 7 and 8.`, placeOf(segment, element));
  return action;
}

function addError(
  { message, segment }: ContrlState,
  code: string,
  element: number | null,
  component: number | null,
): void {
  if (!message || !code || message.errors.length === MOST_ERRORS) return;
  message.errors.push(errorOf(code, { segment, element, component }));
}

function errorOf(code: string, place: Parameters<typeof fault>[2]): ContrlError {
  const meaning = meaningOf<string>(SYNTAX_ERRORS, code);
  const { element, component } = place ?? {};
  const where = element ? `element ${element}${component ? `, component ${component}` : ''}: ` : '';
  const why = meaning ? `${meaning} (${code})` : `error ${quoted(code)}`;
  return fault('rejected', `${where}${why}.`, place);
}

/** A place in what we sent; null where it is none. */
function numberOf(segment: Segment, element: number, component = 1): number | null {
  const text = textOf(segment, element, component);
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Reads a CONTRL. */
export const readContrl = () => readerOf(CONTRL, { weight_unit: 'kg' });

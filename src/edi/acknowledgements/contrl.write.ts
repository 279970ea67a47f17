import type { Fault } from '../edifact/fault';
import type { Interchange, MessageHeader } from '../edifact/interchange';
import type { WrittenElement, WrittenSegment } from '../edifact/writer';
import { syntaxErrorOf } from './syntax-errors';

/** A message that came, as the interchange and its own reading know it. */
export interface AnsweredMessage extends Pick<
  MessageHeader,
  'reference' | 'message' | 'directory' | 'association' | 'first' | 'segments_count'
> {
  /** What is wrong with it. What only the terminal's rules refuse is not told. */
  errors: readonly Fault[];
}

/** An interchange that came. */
export interface AnsweredInterchange extends Pick<Interchange, 'control_reference' | 'sender' | 'recipient'> {
  /** Why the whole is refused. */
  refused: Fault | null;
  messages: readonly AnsweredMessage[];
}

/** The most segments that are told of a message, and the most errors of one. */
const [MOST_SEGMENTS, MOST_ERRORS] = [999, 99];
/** How long the values of theirs are that it repeats (0020, 0062; 0004; 0007; 0065, 0057; 0052, 0054). */
const [REFERENCE, PARTY, QUALIFIER, WORD, RELEASE] = [14, 35, 4, 6, 3];

/** The UNH of a CONTRL by the syntax version of the interchange that it is in. */
export const contrlType = (syntax_version: string): WrittenElement =>
  syntax_version === '4' ? ['CONTRL', '4', '1', 'UN'] : ['CONTRL', 'D', '3', 'UN'];

/**
 * The segments of a CONTRL between UNH and UNT: the whole refused (4), or acknowledged with all messages (7) but those whose
 * syntax or agreement is at fault (4).
 */
export function contrl({
  control_reference,
  sender,
  recipient,
  refused,
  messages,
}: AnsweredInterchange): WrittenSegment[] {
  const reference = control_reference.slice(0, REFERENCE);
  const parties = [sender, recipient].map(({ id, qualifier }): WrittenElement => [
    id.slice(0, PARTY),
    qualifier?.slice(0, QUALIFIER) ?? null,
  ]);
  if (refused) return [['UCI', reference, ...parties, '4', syntaxErrorOf(refused) ?? '18', refused.tag]];
  return [['UCI', reference, ...parties, '7'], ...messages.flatMap(rejection)];
}

/** UCM with its UCS and UCD; nothing for a message without such errors. */
function rejection(message: AnsweredMessage): WrittenSegment[] {
  const errors = message.errors.flatMap((error) => {
    const code = syntaxErrorOf(error);
    return code ? [{ ...error, code, position: positionOf(error, message) }] : [];
  });
  const [first] = errors;
  if (!first) return [];
  const positions = [...new Set(errors.map(({ position }) => position))]
    .filter((position) => position !== null)
    .sort((a, b) => a - b);
  return [
    ['UCM', message.reference.slice(0, REFERENCE), typeOf(message), '4', first.code, first.tag],
    ...positions.slice(0, MOST_SEGMENTS).flatMap((position) => {
      const here = errors.filter((error) => error.position === position).slice(0, MOST_ERRORS);
      const whole = here.find(({ element }) => element === null);
      return [
        ['UCS', String(position), whole?.code ?? null] as WrittenSegment,
        ...here
          .filter(({ element }) => element !== null)
          .map(({ code, element, component }): WrittenSegment => {
            // the tag is at position 1
            const place = [String(element! + 1), component === null ? null : String(component)];
            return ['UCD', code, place];
          }),
      ];
    }),
  ];
}

/** Which segment of the message it is, UNH being 1; null for one that is not in it. */
function positionOf({ segment }: Fault, { first, segments_count }: AnsweredMessage): number | null {
  const position = segment === null ? 0 : segment - first.number + 1;
  return position >= 1 && position <= segments_count ? position : null;
}

/** The UNH of theirs. A directory has its version before it, unless that is D: `S93A`. */
function typeOf({ message, directory, association }: AnsweredMessage): WrittenElement {
  const [, version, release] = /^(.*?)(\d\d[A-Z]|\d)?$/.exec(directory) ?? [];
  return [
    message.slice(0, WORD),
    version?.slice(0, RELEASE) || 'D',
    release ?? null,
    'UN',
    association?.slice(0, WORD) ?? null,
  ];
}

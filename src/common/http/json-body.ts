import { Invalid, Refused } from '../errors/errors';
import { MOST_ITEMS } from '../input/in';
import { ForbiddenKey, parseJson } from '../input/parse-json';
import { COMMON } from '../errors/codes';

const DEEPEST = 32;
const MOST_KEYS = 10_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body within its limits (decision 11). An empty body counts as none. Depth, keys and lists are counted
 * before anything is built, because a body of nothing else would delay every other request.
 * @param encoding the header Content-Encoding
 * @throws Invalid, and Refused (415) for a compressed body
 */
export function readJson(body: Buffer, encoding: string | undefined): unknown {
  if (encoding && encoding.toLowerCase() !== 'identity')
    throw new Refused({
      code: COMMON.not_json,
      sentence: 'The body must be sent as it is, without a Content-Encoding.',
      status: 415,
    });
  if (body.length === 0) return undefined;
  const excess = excessOf(body);
  if (excess) throw new Invalid({}, excess);
  return parse(decode(body));
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new Invalid({}, 'The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Invalid(
      {},
      error instanceof ForbiddenKey ? `The body ${error.message}.` : 'The body is not valid JSON.',
    );
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const LIST = 0x5b;

/** The limit that a JSON text exceeds, as a sentence; undefined for none. Reads the text once and builds nothing. */
function excessOf(body: Buffer): string | undefined {
  /** For each open list or object: the commas seen in it, or -1 for an object. */
  const open: number[] = [];
  let quoted = false;
  let keys = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPENING.has(byte)) {
      if (open.push(byte === LIST ? 0 : -1) > DEEPEST)
        return `The body is nested more than ${DEEPEST} levels deep.`;
    } else if (CLOSING.has(byte)) open.pop();
    else if (byte === COLON && ++keys > MOST_KEYS) return `The body has more than ${MOST_KEYS} keys.`;
    else if (byte === COMMA && (open.at(-1) ?? -1) >= 0 && ++open[open.length - 1]! >= MOST_ITEMS)
      return `A list in the body has more than ${MOST_ITEMS} items.`;
  }
  return undefined;
}

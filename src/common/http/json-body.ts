import type { FastifyRequest } from 'fastify';
import { Invalid } from '../errors/errors';
import { MOST_ITEMS } from '../input/in';

const DEEPEST = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });

type Done = (error: Error | null, body?: unknown) => void;
type Parser = (request: FastifyRequest, text: string, done: Done) => void;

/**
 * Parses a JSON body within its limits (decision 11). An empty one is no body. Depth and list lengths are
 * looked at before anything is built, since deep nesting would hold up every other request.
 */
export function readJson(request: FastifyRequest, body: Buffer, parser: unknown, done: Done): void {
  if (body.length === 0) return done(null, undefined);
  const excess = excessOf(body);
  if (excess) return done(new Invalid({}, excess));
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return done(new Invalid({}, 'The body is not valid UTF-8.'));
  }
  (parser as Parser)(request, text, (error, value) => {
    if (error) done(new Invalid({}, isJson(text) ? FORBIDDEN_KEY : 'The body is not valid JSON.'));
    else done(null, value);
  });
}

/** The parser refuses what could reach the prototype of objects, and does not say so. */
const FORBIDDEN_KEY = 'The body has a key that is not taken: `__proto__`, or `constructor` with `prototype`.';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const LIST = 0x5b;

/** What is too much about a JSON text; undefined when it is within the limits. One pass, nothing built. */
function excessOf(body: Buffer): string | undefined {
  /** For each open list or object: the commas seen in it, or -1 for an object. */
  const open: number[] = [];
  let quoted = false;
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
    else if (byte === COMMA && (open.at(-1) ?? -1) >= 0 && ++open[open.length - 1]! >= MOST_ITEMS)
      return `A list in the body has more than ${MOST_ITEMS} items.`;
  }
  return undefined;
}

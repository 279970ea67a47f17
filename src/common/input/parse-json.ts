/** The failure for JSON with a key that could change the prototype of objects. */
export class ForbiddenKey extends Error {
  constructor() {
    super('has a key that is not taken: `__proto__`, or `constructor` with `prototype`');
  }
}

/** A text without a match has no such key, however it is escaped, so that most texts need no search. */
const SUSPICIOUS = /__proto__|constructor|\\u/;

/**
 * Parses JSON that a client or a file wrote.
 * @throws SyntaxError for what is no JSON, and ForbiddenKey
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (SUSPICIOUS.test(text) && hasForbiddenKey(value)) throw new ForbiddenKey();
  return value;
}

/** Searches every object, without recursion, because a file may nest to any depth. */
function hasForbiddenKey(value: unknown): boolean {
  const open = [value];
  while (open.length) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (Object.hasOwn(node, '__proto__')) return true;
    const constructor: unknown = Object.hasOwn(node, 'constructor') ? node.constructor : undefined;
    if (typeof constructor === 'object' && constructor && Object.hasOwn(constructor, 'prototype'))
      return true;
    for (const inner of Object.values(node)) open.push(inner);
  }
  return false;
}

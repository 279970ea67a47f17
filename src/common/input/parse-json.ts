/** JSON with a key that could reach the prototype of objects. */
export class ForbiddenKey extends Error {
  constructor() {
    super('has a key that is not taken: `__proto__`, or `constructor` with `prototype`');
  }
}

/** Texts without these have no such key, however it is escaped: most need not be searched. */
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

/** Looks at every object, without recursion: a file may nest as deep as it likes. */
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

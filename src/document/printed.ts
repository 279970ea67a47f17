/** As deep as the parts of an operation, and the properties of a schema, stand in the document. */
const DEPTH = 5;

/** Kinds of members whose order has no meaning; those of schemas and operations stand as they are read. */
const SORTED = ['paths', 'webhooks', 'schemas', 'parameters', 'headers', 'responses'];

/**
 * The document as it is committed: each property, parameter and answer is a line, so that a change of one is the change of a
 * line. Components, paths and webhooks are sorted.
 */
export function printed(document: object): string {
  return `${print(document, '', 0)}\n`;
}

function print(node: unknown, key: string, depth: number): string {
  if (isScalar(node) || depth === DEPTH || Object.values(node as object).every(isScalar))
    return JSON.stringify(node);
  const [open, close] = Array.isArray(node) ? '[]' : '{}';
  const members = Object.entries(node as object);
  if (depth <= 2 && SORTED.includes(key)) members.sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = members.map(([name, member]) => {
    const text = print(member, name, depth + 1);
    return `${' '.repeat(depth + 1)}${Array.isArray(node) ? '' : `${JSON.stringify(name)}: `}${text}`;
  });
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(depth)}${close}`;
}

function isScalar(node: unknown): boolean {
  return typeof node !== 'object' || node === null;
}

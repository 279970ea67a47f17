import type { Input } from './methods.js';
import type { operations } from './schema.js';

/** Without a prototype: a path such as `__proto__.x` names a field like any other. */
interface Tree {
  [name: string]: unknown;
}

/**
 * What an operation takes, from the fields of a form or the parameters of an address: `inputOf<'createPreAdvice'>(new
 * FormData(form))`. Each is named by its path, as in the `fields` of a failure: `purposes.0.cargo.container_number`.
 * Values are text, without the spaces around it; blank ones are left out, and a name that comes several times is a list.
 * The compiler does not know the names of a form; the service refuses those that it does not know.
 */
export function inputOf<Op extends keyof operations>(
  named: Iterable<readonly [name: string, value: unknown]>,
): Input<Op> {
  const tree = Object.create(null) as Tree;
  for (const [name, value] of named) {
    const text = typeof value === 'string' ? value.trim() : '';
    if (!text) continue;
    const steps = name.split('.');
    const last = steps.pop()!;
    let at = tree;
    for (const step of steps) {
      if (typeof at[step] !== 'object' || Array.isArray(at[step])) at[step] = Object.create(null);
      at = at[step] as Tree;
    }
    const before = at[last];
    at[last] = before === undefined ? text : [before, text].flat();
  }
  return listsOf(tree) as Input<Op>;
}

/** The same with lists in place of the branches whose names are numbers, whatever is left out between them. */
function listsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, listsOf(member)] as const);
  const isList = members.length > 0 && members.every(([name]) => /^\d+$/.test(name));
  return isList ? members.map(([, member]) => member) : Object.fromEntries(members);
}

import { In } from '../input/in';
import { BadValue, toText } from '../input/values';

/** A list in order of a column, then of ids; records without a value come last. */
export interface Order {
  /** The name that requests have for it, such as `in_at`. */
  name: string;
  descending: boolean;
}

/** The record that a page begins behind: its id, and in an order by a column its value there. */
export interface Cursor {
  id: number;
  /** As text; null for none. */
  value?: string | null;
}

/** The query parameters of a list that may be ordered by these columns; the service says the SQL of each. */
export function orderParameters(...names: string[]): Record<'order' | 'after', PropertyDecorator> {
  const words = ['newest', ...names.flatMap((name) => [name, `-${name}`])];
  const order = In.custom(
    { type: 'string', enum: words },
    (raw) => {
      if (raw === '') return null;
      if (typeof raw !== 'string' || !words.includes(raw))
        throw new BadValue(`must be one of ${words.join(', ')}`);
      return raw;
    },
    {
      description:
        'By which column, from the smallest value on; with `-` from the largest. Records without a value come last. `newest`: what was made last comes first. In order of ids, the oldest first, unless given',
    },
  );
  const after = In.custom({ type: 'string', maxLength: 300 }, toCursor, {
    description:
      'The page begins behind this record: its id, and in an order by a column its value there. `next` carries it, so that whoever follows it sees each record once, also while others are added or deleted',
  });
  return { order: inPlace(order), after: inPlace(after) };
}

/** Declares a property anew, so that Swagger keeps nothing of the one that the class inherits. */
function inPlace(decorator: PropertyDecorator): PropertyDecorator {
  return (prototype, name) => {
    Reflect.defineMetadata('swagger/apiModelProperties', undefined, prototype, name);
    decorator(prototype, name);
  };
}

/** Class decorator of a list's query class: `orderParameters`. */
export function OrderedBy(...names: string[]): ClassDecorator {
  return ({ prototype }) => {
    const { order, after } = orderParameters(...names);
    order(prototype as object, 'order');
    after(prototype as object, 'after');
  };
}

/** How a cursor is written: `17`, or in an order by a column `17~2026-11-20T13:30:00.000000Z`, and `17~` for no value. */
export function cursorText({ id, value }: Cursor): string {
  return value === undefined ? String(id) : `${id}~${value ?? ''}`;
}

/** @throws BadValue */
function toCursor(raw: unknown): Cursor | null {
  const text = toText(raw, { max: 300 });
  if (text === '') return null;
  const end = text.indexOf('~');
  const id = end < 0 ? text : text.slice(0, end);
  if (!/^\d{1,15}$/.test(id) || !Number(id)) throw new BadValue('must be what `next` carries');
  return end < 0 ? { id: Number(id) } : { id: Number(id), value: text.slice(end + 1) || null };
}

/** The order that a request asks for by its word, such as `-in_at`; undefined for that of ids. */
export function orderOf(word: string | null | undefined): Order | undefined {
  if (!word || word === 'newest') return undefined;
  const descending = word.startsWith('-');
  return { name: descending ? word.slice(1) : word, descending };
}

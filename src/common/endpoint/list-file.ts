import type { Type } from '@nestjs/common';
import type { Returns } from './returns';

/** The forms that a list may have: the query parameter `format` of each list that may be sent as a file. */
export const FORMATS = ['json', 'csv'] as const;

/** The rows of an answer that may be sent as a CSV file. */
export interface ListFile {
  /** The key of the list in the answer. */
  key: string;
  /** The name of the file. */
  name: string;
  /** The fields of a row: the header of each column is its path, such as `shipping_line.code`. */
  columns: string[][];
  /** The list of a record whose members have a row each. The other fields of the record repeat in each row. */
  rows?: string | undefined;
  /** The list of an answer that has another one in its place. */
  or?: ListFile | undefined;
}

interface Property {
  type?: unknown;
  isArray?: boolean;
  properties?: Record<string, Property>;
}

/**
 * The list that a GET of a path answers: that of a page, a whole list or a feed, the one of a bare object that is
 * named as the path ends, or the rows of a report. Undefined for every other answer.
 */
export function listFileOf(returns: Returns, path: string): ListFile | undefined {
  if (returns.kind === 'page' || returns.kind === 'list' || returns.kind === 'feed') {
    const rows = returns.kind === 'page' ? returns.rows : undefined;
    return { key: returns.key, name: returns.key, columns: columnsOf(returns.view, { rows }), rows };
  }
  if (returns.kind !== 'bare') return undefined;
  const last = path.split('/').at(-1)!;
  const keys = [last, last.replace(/y$/, 'ies'), 'rows'];
  const files = listsOf(returns.view)
    .filter(([name]) => keys.includes(name))
    .map(([key, view]) => ({ key, name: key === 'rows' ? last : key, columns: columnsOf(view) }));
  return files[0] && { ...files[0], or: files[1] };
}

/** The lists of objects that a view has. */
function listsOf(view: Type): [name: string, view: Type][] {
  return propertiesOf(view).flatMap(([name, { type, isArray }]) => {
    const item = classOf(type);
    return isArray && item ? [[name, item]] : [];
  });
}

/**
 * A column for each field; one for each field of an object that a field is, but links, which a file has none of.
 * @param rows the list whose members have a row each
 */
function columnsOf(
  view: Type,
  { path = [], rows }: { path?: string[]; rows?: string | undefined } = {},
): string[][] {
  return propertiesOf(view).flatMap(([name, property]) => {
    if (name === 'actions') return [];
    const own = [...path, name];
    if (property.isArray && name !== rows) return [own];
    const nested = classOf(property.type);
    if (nested && !path.includes(name)) return columnsOf(nested, { path: own });
    return property.properties ? Object.keys(property.properties).map((key) => [...own, key]) : [own];
  });
}

function propertiesOf({ prototype }: Type): [name: string, property: Property][] {
  const names = (Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype as object) ??
    []) as string[];
  return names.map((name) => {
    const property = name.slice(1);
    return [
      property,
      Reflect.getMetadata('swagger/apiModelProperties', prototype as object, property) as Property,
    ];
  });
}

/** The class of a property with fields; Swagger knows a lazy one by the name of its function. */
function classOf(type: unknown): Type | undefined {
  if (typeof type !== 'function') return undefined;
  const found = type.name === 'type' ? (type as () => unknown)() : type;
  return typeof found === 'function' && propertiesOf(found as Type).length ? (found as Type) : undefined;
}

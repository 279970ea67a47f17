import type { Type } from '@nestjs/common';
import { isForNeed } from '../schema/columns';
import { concernOf } from './concerns';
import { levelOf, opennessOf, opennessOfField, type Reader } from './open-to';
import { entityOf, fieldsOf, type ViewField } from '../view/view-metadata';

type Stored = Readonly<Record<string, unknown>>;

/**
 * What parties see of a record that is stored as JSON of a view: what the view opens to them, as `Compiler` compiles it. Keys
 * that the view has no more are left out, and so are lists whose records concern parties one by one.
 */
export function cut(view: Type, record: Stored, reader: Reader, isSubject = true): Stored {
  const seen: Record<string, unknown> = {};
  for (const field of fieldsOf(view)) {
    const value = cutField(view, field, record, reader, isSubject);
    if (value !== undefined) seen[field.name] = value;
  }
  return seen;
}

/** A record in an event of before personal data was for those alone who need it, without that. */
export function withoutPersonal(view: Type, record: Stored): Stored {
  const seen: Record<string, unknown> = { ...record };
  for (const { name, column, isList, view: nested } of fieldsOf(view)) {
    const value = record[name];
    if (value === undefined || value === null) continue;
    if (column !== undefined && isForNeed(entityOf(view), column)) seen[name] = null;
    else if (nested && isList)
      seen[name] = (value as Stored[]).map((each) => withoutPersonal(nested(), each));
    else if (nested) seen[name] = withoutPersonal(nested(), value as Stored);
  }
  return seen;
}

function cutField(view: Type, field: ViewField, record: Stored, reader: Reader, isSubject: boolean): unknown {
  const { name, isList, omittedWhenNull, column } = field;
  if (!(name in record)) return undefined;
  const { instead = {}, told: shown = {} } = opennessOf(view);
  const hidden = isList ? [] : omittedWhenNull ? undefined : null;
  if (name in shown) return shown[name]!(record, reader);
  if (name in instead) return hidden;
  const openness = opennessOfField(view, name);
  // whose people they are depends on more than the record, but for a person whose event it is
  if (!isSubject && column !== undefined && isForNeed(entityOf(view), column)) return hidden;
  // a condition of its own depends on more than the record, so that events are shown less
  if (openness === 'hidden' || openness === 'own' || (openness === 'owners' && levelOf(reader) !== 'owner'))
    return hidden;
  return cutNested(field, record[name], reader);
}

function cutNested({ view, isList }: ViewField, value: unknown, reader: Reader): unknown {
  if (!view || value === null) return value;
  if (!isList) return cut(view(), value as Stored, reader, false);
  const concern = concernOf(entityOf(view()));
  if (typeof concern === 'object' && concern.rows) return [];
  return (value as Stored[]).map((each) => cut(view(), each, reader, false));
}

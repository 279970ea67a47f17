import type { Type } from '@nestjs/common';
import { isForNeed } from '../schema/columns';
import { concernOf } from '../schema/concerns';
import { type Level, opennessOf, opennessOfField } from './open-to';
import { entityOf, fieldsOf, type ViewField } from './view-metadata';

type Stored = Readonly<Record<string, unknown>>;

/**
 * What parties see of a record that is stored as JSON of a view: what the view opens to them, as `Compiler` compiles it. Keys
 * that the view has no more are left out, and so are lists whose records concern parties one by one.
 */
export function cut(view: Type, record: Stored, level: Level, isSubject = true): Stored {
  const seen: Record<string, unknown> = {};
  for (const field of fieldsOf(view)) {
    const value = cutField(view, field, record, level, isSubject);
    if (value !== undefined) seen[field.name] = value;
  }
  return seen;
}

function cutField(view: Type, field: ViewField, record: Stored, level: Level, isSubject: boolean): unknown {
  const { name, isList, omittedWhenNull, column } = field;
  if (!(name in record)) return undefined;
  const { instead = {}, told = {} } = opennessOf(view);
  const hidden = isList ? [] : omittedWhenNull ? undefined : null;
  if (name in told) return told[name]!(record, level);
  if (name in instead) return hidden;
  const openness = opennessOfField(view, name);
  // whose people they are depends on more than the record, but for a person whose event it is
  if (!isSubject && column !== undefined && isForNeed(entityOf(view), column)) return hidden;
  // a condition of its own depends on more than the record, so that events are told less
  if (openness === 'hidden' || openness === 'own' || (openness === 'owners' && level !== 'owner'))
    return hidden;
  return cutNested(field, record[name], level);
}

function cutNested({ view, isList }: ViewField, value: unknown, level: Level): unknown {
  if (!view || value === null) return value;
  if (!isList) return cut(view(), value as Stored, level, false);
  const concern = concernOf(entityOf(view()));
  if (typeof concern === 'object' && concern.rows) return [];
  return (value as Stored[]).map((each) => cut(view(), each, level, false));
}

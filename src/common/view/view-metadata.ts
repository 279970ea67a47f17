import type { Type } from '@nestjs/common';
import type { RowClass } from '../schema/columns';
import type { Compiler } from './compiler';

/** A field of a view: its name in the answer and the SQL of its value. */
export interface ViewField {
  name: string;
  sql: (compiler: Compiler) => string;
  /** Whether the key is omitted when the value is null. */
  omittedWhenNull?: boolean;
  /** The column, when the field is nothing but a column. */
  column?: string;
  /** Whether it is a list, which is empty where it is hidden. */
  isList?: boolean;
  /** The view of the record that it shows, or of each record. */
  view?: () => Type;
  /** The JSON of the field in the object of a missing record; null by default. */
  empty?: () => string;
}

interface ViewMetadata {
  entity: RowClass;
  fields: ViewField[];
}

const views = new Map<Type, ViewMetadata>();

/** Every class with view fields. */
export function viewClasses(): Type[] {
  return [...views.keys()];
}

/** @returns what takes the field away again */
export function addField(view: Type, entity: RowClass, field: ViewField): () => void {
  const own = views.get(view) ?? { entity, fields: [] };
  views.set(view, own);
  own.fields.push(field);
  return () => void own.fields.splice(own.fields.indexOf(field), 1);
}

/** The fields of a view, inherited ones first. A redefined field keeps its place. */
export function fieldsOf(view: Type): ViewField[] {
  const fields = new Map<string, ViewField>();
  for (const ancestor of lineage(view).reverse())
    for (const field of views.get(ancestor)?.fields ?? []) fields.set(field.name, field);
  return [...fields.values()];
}

/** The entity that a view reads. */
export function entityOf(view: Type): RowClass {
  const own = lineage(view).find((ancestor) => views.has(ancestor));
  if (!own) throw new Error(`${view.name} is not a view`);
  return views.get(own)!.entity;
}

/** The JSON of a missing record in this view: an object whose members are null (decision 13, null). */
export function emptyObject(view: Type): string {
  const members = fieldsOf(view).map(({ name, empty }) => `"${name}":${empty?.() ?? 'null'}`);
  return `{${members.join(',')}}`;
}

/** A class and its ancestors, itself first. */
export function lineage(type: Type): Type[] {
  const classes: Type[] = [];
  for (let each: object = type; each !== Function.prototype; each = Object.getPrototypeOf(each) as object)
    classes.push(each as Type);
  return classes;
}

import type { Type } from '@nestjs/common';
import type { FieldErrors } from '../errors/errors';
import { decoratedFields, readDecorated } from './decorators';
import type { Decorated } from './decorators';
import { BadValue } from './values';

/** One field of a request class, as its `In` decorator declares it. */
export interface InputField {
  name: string;
  required: boolean;
  notNull: boolean;
  /** The field of a time that this one must not be before. */
  from: string | undefined;
  /** Takes a value that is neither missing nor null; throws BadValue with the reason. */
  read: (raw: unknown) => unknown;
  /** `read` for a stored value, which may be older than the rule for its form. */
  readStored?: (raw: unknown) => unknown;
  /** Whether records are found by it, so that the write model refuses invisible characters. */
  isName?: boolean;
  /** The class of a nested object, or of the objects of a list. */
  nested: { type: () => Type; list: boolean } | undefined;
  /** Whether it is a list or an object, which a CSV file writes as JSON. */
  structured: boolean;
}

/** The key of a field in Swagger's metadata of the property. */
export const INPUT = Symbol('input');

/** The most reasons of one answer. */
const MOST_REASONS = 50;

/** The names of the properties that a class declares to Swagger, its own before those that it inherits. */
export function propertyNames(type: Type): string[] {
  const all = (prototype: unknown): string[] =>
    prototype ? ((Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) ?? []) as string[]) : [];
  const names: string[] = [];
  for (let at = type.prototype as object | null; at; at = Object.getPrototypeOf(at) as object | null) {
    const inherited = all(Object.getPrototypeOf(at));
    names.push(...all(at).filter((name) => !inherited.includes(name)));
  }
  return names.map((name) => name.slice(1));
}

/** The fields of a request class and of those that it extends. */
export function inputFields(type: Type): InputField[] {
  return propertyNames(type).flatMap((name) => {
    const metadata = Reflect.getMetadata('swagger/apiModelProperties', type.prototype as object, name) as {
      required: boolean;
      [INPUT]?: InputField;
    };
    const field = metadata[INPUT];
    // PartialType marks the field as optional for Swagger only.
    return field ? [{ ...field, required: metadata.required }] : [];
  });
}

interface RequestClass {
  fields: InputField[];
  beside: Decorated | undefined;
}

const classes = new WeakMap<Type, RequestClass>();

function requestClass(type: Type): RequestClass {
  let known = classes.get(type);
  if (!known) {
    const fields = inputFields(type);
    known = { fields, beside: decoratedFields(type, propertyNames(type), fields) };
    classes.set(type, known);
  }
  return known;
}

/**
 * Makes an instance of a request class from parsed JSON or a parsed query. It has the declared fields only; a field that
 * was not sent stays absent. The first 50 reasons for refused fields are added to `errors`.
 */
export function readRequest(type: Type, raw: object, errors: FieldErrors, path = ''): object {
  const { fields, beside } = requestClass(type);
  const input = new type() as Record<string, unknown>;
  readFields(fields, raw as Record<string, unknown>, input, errors, path);
  if (beside) readDecorated(type, beside, raw as Record<string, unknown>, input, errors, path);
  return input;
}

/** A field of a body that its endpoint does not take: its path, and the names that stand there otherwise. */
export interface UnknownField {
  path: string;
  known: string[];
}

/**
 * The fields of a parsed body that a request class does not declare, at any depth, the first `most` of them.
 * @param type the class; without one the endpoint takes no body
 */
export function unknownFields(type: Type | undefined, raw: unknown, most: number): UnknownField[] {
  const unknown: UnknownField[] = [];
  if (isRecord(raw)) addUnknown(type, raw, '', unknown, most);
  return unknown;
}

function addUnknown(
  type: Type | undefined,
  raw: Record<string, unknown>,
  path: string,
  unknown: UnknownField[],
  most: number,
): void {
  const { fields, beside } = type ? requestClass(type) : { fields: [], beside: undefined };
  const known = [...fields.map(({ name }) => name), ...(beside?.others ?? [])];
  for (const [name, value] of Object.entries(raw)) {
    if (unknown.length >= most) return;
    const nested = fields.find((field) => field.name === name)?.nested;
    if (!known.includes(name)) unknown.push({ path: path + name, known });
    else if (nested?.list && Array.isArray(value))
      value.forEach((item: unknown, index) => {
        if (isRecord(item)) addUnknown(nested.type(), item, `${path}${name}.${index}.`, unknown, most);
      });
    else if (nested && isRecord(value)) addUnknown(nested.type(), value, `${path}${name}.`, unknown, most);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields for an export, which writes stored identifiers in whatever form they have (decision 105). */
export function asStored(fields: readonly InputField[]): InputField[] {
  return fields.map((field) => (field.readStored ? { ...field, read: field.readStored } : field));
}

/** Reads the fields of a line of a file, which are those of several request classes. */
export function readInput(
  fields: readonly InputField[],
  raw: Record<string, unknown>,
  errors: FieldErrors,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  readFields(fields, raw, values, errors, '');
  return values;
}

function readFields(
  fields: readonly InputField[],
  raw: Record<string, unknown>,
  values: Record<string, unknown>,
  errors: FieldErrors,
  path: string,
): void {
  for (const field of fields) {
    const { name, required, notNull } = field;
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value === undefined && !required) continue;
    try {
      if (value === undefined) throw new BadValue('is required');
      const read = value === null ? null : readValue(field, value, errors, path + name);
      if (read === null && notNull) throw new BadValue('must not be null');
      values[name] = read;
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      errors[path + name] = [error.reason];
    }
    if (isFull(errors)) return;
  }
  for (const { name, from } of fields) {
    const [begin, end] = [values[from ?? ''], values[name]];
    // Both are in UTC and of one length, so their text compares as time.
    if (typeof begin === 'string' && typeof end === 'string' && end < begin)
      errors[path + name] = [`must not be before ${from}`];
  }
}

function readValue({ read, nested }: InputField, raw: unknown, errors: FieldErrors, path: string): unknown {
  const value = read(raw);
  if (!nested || value === null) return value;
  const type = nested.type();
  if (!nested.list) return readRequest(type, value as object, errors, `${path}.`);
  const items: object[] = [];
  for (const [index, item] of (value as object[]).entries()) {
    if (isFull(errors)) break;
    items.push(readRequest(type, item, errors, `${path}.${index}.`));
  }
  return items;
}

function isFull(errors: FieldErrors): boolean {
  return Object.keys(errors).length >= MOST_REASONS;
}

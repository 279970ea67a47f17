import type { Type } from '@nestjs/common';
import type { FieldErrors } from '../errors/errors';
import { BadValue } from './values';

/** One field of a request class, as its `In` decorator declares it. */
export interface InputField {
  name: string;
  required: boolean;
  notNull: boolean;
  /** Takes a value that is neither missing nor null; throws BadValue with the reason. */
  read: (raw: unknown) => unknown;
  /** The class of a nested object, or of the objects of a list. */
  nested?: { type: () => Type; list: boolean };
  /** Whether it is a list or an object, which a CSV file writes as JSON. */
  structured: boolean;
}

const declared = new Map<object, InputField[]>();

export function declareField(prototype: object, field: InputField): void {
  declared.set(prototype, [...(declared.get(prototype) ?? []), field]);
}

/** The fields of a request class and of those that it extends. */
export function inputFields(type: Type): InputField[] {
  const fields = new Map<string, InputField>();
  for (let at = type.prototype as object | null; at; at = Object.getPrototypeOf(at) as object | null)
    for (const field of declared.get(at) ?? []) if (!fields.has(field.name)) fields.set(field.name, field);
  return [...fields.values()];
}

/**
 * Reads an object by the fields of a request class, as the input pipe does for a request, some twenty times
 * faster: for files of any length. Fields that are not sent stay absent, unknown ones are left out; each
 * reason why a field was not taken is added to `errors`.
 */
export function readInput(
  fields: readonly InputField[],
  raw: Record<string, unknown>,
  errors: FieldErrors,
  path = '',
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value = raw[field.name];
    if (value === undefined && !field.required) continue;
    try {
      if (value === undefined) throw new BadValue('is required');
      const read = value === null ? null : readValue(field, value, errors, path + field.name);
      if (read === null && field.notNull) throw new BadValue('must not be null');
      values[field.name] = read;
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      errors[path + field.name] = [error.reason];
    }
  }
  return values;
}

function readValue({ read, nested }: InputField, raw: unknown, errors: FieldErrors, path: string): unknown {
  const value = read(raw);
  if (!nested || value === null) return value;
  const fields = inputFields(nested.type());
  const object = (item: unknown, at: string) =>
    readInput(fields, item as Record<string, unknown>, errors, at);
  return nested.list
    ? (value as unknown[]).map((item, index) => object(item, `${path}.${index}.`))
    : object(value, `${path}.`);
}

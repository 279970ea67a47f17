import type { Type } from '@nestjs/common';
import { plainToInstance, TransformationType } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage, validateSync, ValidationError, ValidationTypes } from 'class-validator';
import type { FieldErrors } from '../errors/errors';

type Values = Record<string, unknown>;

/** The fields of a request class with decorators of class-transformer and class-validator. */
export interface Decorated {
  /** Fields without an `In`: class-transformer reads them. */
  others: string[];
  /** Fields that class-transformer changes after `In` read them. */
  transformed: string[];
}

/** The decorated fields of a class; undefined for a class with `In` only. */
export function decoratedFields(
  type: Type,
  properties: string[],
  fields: readonly { name: string }[],
): Decorated | undefined {
  // PartialType adds IsOptional to every field, which is no rule by itself.
  const rules = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .filter((rule) => rule.type !== ValidationTypes.CONDITIONAL_VALIDATION);
  const read = fields.map(({ name }) => name);
  const declared = new Set([...properties, ...rules.map((rule) => rule.propertyName)]);
  const others = [...declared].filter((name) => !read.includes(name));
  const transformed = read.filter((name) => isTransformed(type, name));
  return rules.length || others.length || transformed.length ? { others, transformed } : undefined;
}

function isTransformed(type: Type, name: string): boolean {
  const { PLAIN_TO_CLASS } = TransformationType;
  return (
    defaultMetadataStorage.findTransformMetadatas(type, name, PLAIN_TO_CLASS).length > 0 ||
    defaultMetadataStorage.findTypeMetadata(type, name) !== undefined
  );
}

/** Runs class-transformer and class-validator on an instance whose `In` fields are read. */
export function readDecorated(
  type: Type,
  { others, transformed }: Decorated,
  raw: Values,
  input: Values,
  errors: FieldErrors,
  path: string,
): void {
  const plain: Values = {};
  for (const name of others) if (Object.hasOwn(raw, name)) plain[name] = withoutConstructor(raw[name]);
  for (const name of transformed)
    if (Object.hasOwn(input, name)) plain[name] = withoutConstructor(input[name]);
  const made = plainToInstance(type, plain, { exposeUnsetFields: false }) as Values;
  for (const name of [...others, ...transformed]) if (name in made) input[name] = made[name];
  collect(validateSync(input, { forbidUnknownValues: false }), path, errors);
}

/** A copy without keys named `constructor`, whose value class-transformer would call. */
function withoutConstructor(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConstructor);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'constructor');
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutConstructor(inner)]));
}

/** Adds the failures of class-validator; a failure of `In` for the same field stays. */
function collect(failures: ValidationError[], parent: string, errors: FieldErrors): void {
  for (const { property, constraints, children } of failures) {
    const path = parent + property;
    if (children?.length) collect(children, `${path}.`, errors);
    else if (constraints) errors[path] ??= Object.values(constraints);
  }
}

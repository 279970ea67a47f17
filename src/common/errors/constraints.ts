import { Check, getMetadataArgsStorage } from 'typeorm';
import { Code, COMMON } from './codes';
import { labelOf, type Text } from '../languages/sentence';
import type { Refusal } from './errors';
import { humanize, wordsOf } from './humanize';
import { SAYS } from './sentences';

const refusals = new Map<string, Refusal>();

/** The code for a violated constraint, by the prefix of its name. */
const OF_KIND: Record<string, Code> = {
  uq: COMMON.taken,
  ex: COMMON.overlaps,
  fk: COMMON.unknown_reference,
  ck: COMMON.invalid,
};

/**
 * Class decorator of an entity: the sentence for one of its constraints, when the one made from the constraint's name
 * (`uq_trucks_license_plate` → "License plate is already taken.") does not fit. Likewise the code, when that of the
 * prefix does not fit.
 */
export function Refuses(
  constraint: string,
  sentence: Text,
  field?: string,
  code = codeOf(constraint),
): ClassDecorator {
  return () => void refusals.set(constraint, { code, sentence, field });
}

function codeOf(constraint: string): Code {
  return OF_KIND[constraint.slice(0, 2)] ?? COMMON.invalid;
}

const LIST = Symbol('values of a column');

/**
 * Property decorator of an entity: the column has one of these values, or none. The constraint `ck_<table>_<column>`
 * enforces it.
 */
export function Listed(values: readonly (string | number)[]): PropertyDecorator {
  return (prototype, property) => {
    const list = values.map((value) => (typeof value === 'string' ? `'${value}'` : value));
    Check(`${String(property)} IN (${list.join(', ')})`)(prototype.constructor);
    Reflect.defineMetadata(LIST, values, prototype, property);
  };
}

/** The entity of a table. */
function entityOf(table: string) {
  const entity = getMetadataArgsStorage().tables.find(({ name }) => name === table)?.target;
  return typeof entity === 'function' ? entity : undefined;
}

/** The values of a column that is `Listed`. */
function listOf(table: string, column: string): readonly (string | number)[] | undefined {
  const entity = entityOf(table);
  return (
    entity && (Reflect.getMetadata(LIST, entity.prototype as object, column) as readonly string[] | undefined)
  );
}

/** The table of a constraint, because the database reports a partition in its place. */
function tableOf(constraint: string, reported: string): string {
  const isOf = (table: string) =>
    `${reported}_`.startsWith(`${table}_`) && constraint.startsWith(`_${table}_`, 2);
  const tables = getMetadataArgsStorage().tables.flatMap(({ name }) => name ?? []);
  return isOf(reported) ? reported : (tables.find(isOf) ?? reported);
}

/** Whether a field is a column of a table, or refers to a record by one; of its entity or of a class that this extends. */
function isField(table: string, column: string): boolean {
  const entity = entityOf(table);
  return getMetadataArgsStorage().columns.some(
    ({ target, propertyName }) =>
      [column, `${column}_id`].includes(propertyName) &&
      (target === entity || (entity?.prototype as object | undefined) instanceof (target as typeof Object)),
  );
}

/**
 * The refusal for a violated constraint. A check that belongs to no column names itself.
 * @param reported the table that the database reports with it, or a partition of the table
 */
export function refusalOf(constraint: string, reported: string): Refusal {
  const known = refusals.get(constraint);
  if (known) return known;
  const kind = constraint.slice(0, 2);
  const code = codeOf(constraint);
  const table = tableOf(constraint, reported);
  const field = constraint.slice(3 + table.length + 1);
  if (kind === 'uq') return { code, sentence: SAYS.taken({ field: labelOf(field) }), field };
  if (kind === 'fk') return { code, sentence: `${humanize(field.replace(/_id$/, ''))} is unknown.`, field };
  const list = listOf(table, field);
  if (list) return { code, sentence: `${humanize(field)} must be one of ${list.join(', ')}.`, field };
  if (!isField(table, field))
    return { code, sentence: `A rule of ${wordsOf(table)} refuses this: ${constraint}.` };
  return { code, sentence: `${humanize(field)} is not acceptable.`, field };
}

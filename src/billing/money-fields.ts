import type { ApiPropertyOptions } from '@nestjs/swagger';
import { In, listOf, type FieldOptions } from '../common/input/in';
import { BadValue, toDecimal, toInteger, toOneOf } from '../common/input/values';
import type { KindField } from '../common/setup/kind';
import type { Of } from '../common/view/view';
import { column, type FieldMap } from '../common/write/field-map';
import { Exact, plain } from './money';

/** The most members of a list of a rate, and of every list of billing without a limit of its own. */
export const MOST_MEMBERS = 200;

const DECIMAL = { type: 'number', minimum: 0, exclusiveMaximum: 1e12 } as const;
const DECIMAL_TEXT = { type: 'string', pattern: '^\\d{1,12}(\\.\\d{1,6})?$' } as const;
const PERCENTAGE = { type: 'number', minimum: 0, maximum: 100 } as const;
const PERCENTAGE_TEXT = { type: 'string', pattern: '^(100(\\.0{1,6})?|\\d{1,2}(\\.\\d{1,6})?)$' } as const;

/**
 * Reads an amount as text, exactly: at most 12 digits before the point and 6 behind it.
 * @throws BadValue
 */
function toAmount(raw: unknown, max?: number): string {
  const text = typeof raw === 'number' ? new Exact(toDecimal(raw)).toFixed() : raw;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) throw new BadValue('must be a number');
  const exact = new Exact(text);
  if (exact.isNegative() && !exact.isZero()) throw new BadValue('must be at least 0');
  if (exact.gte(1e12)) throw new BadValue('must have at most 12 digits before the decimal point');
  if (exact.decimalPlaces() > 6) throw new BadValue('must have at most 6 digits after the decimal point');
  if (max !== undefined && exact.gt(max)) throw new BadValue(`must be at most ${max}`);
  return plain(exact.abs());
}

/** The request field of an amount: text or a number. */
export const amountInput = (options: FieldOptions = {}): PropertyDecorator =>
  In.custom(
    { type: 'string', oneOf: [DECIMAL_TEXT, DECIMAL] } as ApiPropertyOptions,
    (raw) => (raw === '' ? null : toAmount(raw)),
    options,
  );

/** The request field of a percentage from 0 to 100: text or a number. */
export const percentageInput = (options: FieldOptions = {}): PropertyDecorator =>
  In.custom(
    { type: 'string', oneOf: [PERCENTAGE_TEXT, PERCENTAGE] },
    (raw) => (raw === '' ? null : toAmount(raw, 100)),
    options,
  );

/** SQL: the format of an exact decimal with two places to six. */
export const AMOUNT_FORMAT = "'FM999999999990.009999'";

/** SQL: an exact decimal as text with two places to six. */
export const asAmount = (sql: string) => `to_char(${sql}, ${AMOUNT_FORMAT})`;

/** The answer field of an amount: text with two places to six. */
export const amountOutput =
  (
    field: string,
    { nullable = true, ...options }: { nullable?: boolean; description?: string; example?: string } = {},
  ): KindField['output'] =>
  (out) =>
    out.sql((of: Of) => asAmount(of(field)), 'text', { nullable, ...options });

/** An amount in a file is text, as in answers, since a JSON number has fewer digits. */
export const amountColumn = (name: string): FieldMap => ({
  ...column(name),
  value: () => asAmount(`t.${name}`),
});

/** The request field of a list of words. */
export const wordsInput = (words: readonly string[], options: FieldOptions = {}): PropertyDecorator =>
  In.custom(
    { type: 'array', items: { type: 'string', enum: [...words] }, maxItems: MOST_MEMBERS },
    (raw) => distinct(atMost(listOf((each) => toOneOf(each, words))(raw))),
    options,
  );

/** The request field of a list of a few whole numbers. */
export const integersInput = (values: readonly number[], options: FieldOptions = {}): PropertyDecorator =>
  In.custom(
    {
      type: 'array',
      items: { type: 'integer', enum: [...values] },
      maxItems: MOST_MEMBERS,
    },
    (raw) =>
      distinct(
        atMost(
          listOf((each) => {
            const value = toInteger(each);
            if (!values.includes(value)) throw new BadValue(`must be one of ${values.join(', ')}`);
            return value;
          })(raw),
        ),
      ),
    options,
  );

/** The answer field of a list of whole numbers. */
export const integersOutput =
  (field: string, description?: string): KindField['output'] =>
  (out) =>
    out.sql((of: Of) => of(field), 'bigIntegers', { nullable: false, description });

const distinct = <T>(list: T[]): T[] => [...new Set(list)];

/** @throws BadValue */
function atMost<T>(list: T[], most = MOST_MEMBERS): T[] {
  if (list.length > most) throw new BadValue(`must have at most ${most} items`);
  return list;
}

/** The maps of fields whose decorators stand beside their columns. */
export const plainColumns = (...names: string[]): Record<string, FieldMap> =>
  Object.fromEntries(names.map((name) => [name, column(name)]));

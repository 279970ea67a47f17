import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { currentTimeZone } from '../tenancy/scope';
import { INPUT, InputField, propertyNames } from './input-fields';
import { toDate, toDay, toEndTime, toLooseDate, toTime } from './times';
import { BIG_INTEGER, ID, INTEGER } from '../schema/integers';
import {
  BadValue,
  Identifier,
  IDENTIFIERS,
  INT4,
  toBoolean,
  toDecimal,
  toIdentifier,
  toInteger,
  toOneOf,
  toText,
} from './values';

export interface FieldOptions {
  /** A required field must be sent, and may be neither null nor (as text) blank. */
  required?: boolean;
  /** An optional field that may not be null when it is sent. */
  notNull?: boolean;
  /** Whether the document allows null, where that differs: null is harmless beside another field with the same meaning. */
  nullable?: boolean;
  description?: string;
  example?: unknown;
  /** Whether another name says the same, which new clients use (docs/guides/compatibility.md). */
  deprecated?: boolean;
  /** The time field of the same request that a time must not be before. */
  from?: string;
}

/** Takes a value that is neither missing nor null; throws BadValue with the reason. */
type Read = (raw: unknown) => unknown;

const INSTANT = { type: 'string', format: 'date-time', maxLength: 64 } as const;
const DATE = { type: 'string', format: 'date', maxLength: 64 } as const;
/** A span may end with an instant, or with a day. */
export const INSTANT_OR_DATE = {
  type: 'string',
  maxLength: 64,
  anyOf: [INSTANT, DATE],
} satisfies ApiPropertyOptions;

/** The longest list in a body (decision 11), which is checked before its fields are read. */
export const MOST_ITEMS = 1000;

/** The key of a field's declaration, stored beside Swagger's so that mapped types (`PartialType` …) copy both. */
function field(
  schema: ApiPropertyOptions,
  read: Read,
  options: FieldOptions,
  more: Pick<InputField, 'readStored' | 'isName'> & { nested?: InputField['nested'] } = {},
): PropertyDecorator {
  const { nested } = more;
  const { required = false, notNull = required, nullable = !notNull, description, example, from } = options;
  const deprecated = options.deprecated && { deprecated: true };
  const structured = ['array', 'object'].includes(schema.type as string) || nested !== undefined;
  return (prototype, property) => {
    const input: InputField = {
      name: String(property),
      required,
      notNull,
      from,
      read,
      ...more,
      nested,
      structured,
    };
    const shown = { ...schema, ...deprecated, required, nullable, description, example, [INPUT]: input };
    ApiProperty(shown as ApiPropertyOptions)(prototype, property);
  };
}

/** An empty string represents null in every field that is not text (decision 10). */
function blankIsNull(read: Read): Read {
  return (raw) => (raw === '' ? null : read(raw));
}

function toObject(raw: unknown): object {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new BadValue('must be an object');
  return raw;
}

/** Reads a list, each item by `read`. Throws BadValue, which names the place of a bad item. */
export function listOf<T>(read: (raw: unknown) => T): (raw: unknown) => T[] {
  return (raw) => {
    if (!Array.isArray(raw)) throw new BadValue('must be a list');
    return raw.map((item, index) => readItem(item, index, read));
  };
}

/** Reads a list in a query, where one item may be sent without brackets. */
function oneOrMore<T>(read: (raw: unknown) => T): (raw: unknown) => T[] {
  return (raw) => listOf(read)(Array.isArray(raw) ? raw : [raw]);
}

/** The most values that a filter takes. */
const MOST_VALUES = 50;

/** One value of a query, or several. */
function anyOf(item: ApiPropertyOptions, read: Read, options: FieldOptions): PropertyDecorator {
  // the type is for Swagger, which would otherwise take that of the property; the document drops it
  const { type } = item;
  const schema: object = { type, oneOf: [item, { type: 'array', items: item, maxItems: MOST_VALUES }] };
  const values = (raw: unknown) => {
    const sent = [raw].flat().filter((each) => each !== '');
    if (sent.length > MOST_VALUES) throw new BadValue(`must be ${MOST_VALUES} at most`);
    return sent.length ? oneOrMore(read)(sent) : null;
  };
  return field(schema, values, options);
}

function readItem<T>(raw: unknown, index: number, read: (raw: unknown) => T): T {
  try {
    if (raw === null) throw new BadValue('must not be null');
    return read(raw);
  } catch (error) {
    throw error instanceof BadValue ? new BadValue(`item ${index + 1} ${error.reason}`) : error;
  }
}

type TextOptions = FieldOptions & {
  min?: number;
  max?: number;
  pattern?: RegExp;
  /** The reason for a text that does not match the pattern, e.g. "must be 7 digits". */
  must?: string;
  /** The reason that refuses a text, such as a code of no list; null for one that is right. */
  fault?: (text: string) => string | null;
  /** Whether spaces around the text are removed. */
  trim?: boolean;
  /** The form of a text that identifies something: a number, a code, a plate, an e-mail address. */
  identifier?: Identifier;
};

function flexPair(raw: unknown): [name: string, value: unknown] {
  const entries = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? Object.entries(raw) : [];
  const [name, value] = entries[0] ?? [];
  if (entries.length !== 1 || (typeof value === 'object' && value !== null))
    throw new BadValue('must be an object with one key and a plain value');
  return [toText(name, { max: 255 }), value];
}

/** The pattern, in the document, of text that may not be blank. */
const NOT_BLANK = '\\S';

function text(options: TextOptions) {
  const { max = 255, pattern, must, fault, required, trim, identifier } = options;
  const min = options.min ?? (required ? 1 : undefined);
  const readStored = (raw: unknown) => {
    const value = toText(trim && typeof raw === 'string' ? raw.trim() : raw, { min, max });
    if (required && !value.trim()) throw new BadValue('must not be blank');
    if (pattern && !pattern.test(value)) throw new BadValue(must ?? `must match ${pattern.source}`);
    const reason = value && fault ? fault(value) : null;
    if (reason) throw new BadValue(reason);
    return value;
  };
  const read = (raw: unknown) => (identifier ? toIdentifier(readStored(raw), identifier) : readStored(raw));
  const form = pattern ?? (identifier && IDENTIFIERS[identifier]);
  const shown = form?.source ?? (required || (trim && min) ? NOT_BLANK : undefined);
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: shown };
  return { schema: schema as ApiPropertyOptions, read, readStored: identifier && readStored };
}

type RangeOptions = FieldOptions & { min?: number; max?: number };

/** The schema of a decimal number: 12 digits before the point (decision 11). */
const DECIMAL = { type: 'number', exclusiveMinimum: -1e12, exclusiveMaximum: 1e12 };

const toId = (raw: unknown) => toInteger(raw, { min: 1, max: Number.MAX_SAFE_INTEGER });

/**
 * The fields of a request: each is Swagger property, reading and validation in one. A field is optional
 * unless `required`; an optional one may be null. A field that is not sent stays absent.
 */
export const In = {
  /** Text as sent, 255 characters at most unless `max` says otherwise. */
  text(options: TextOptions = {}): PropertyDecorator {
    const { schema, read, readStored } = text(options);
    return field(schema, read, options, { readStored });
  },

  /**
   * A name by which records are found, without invisible characters. A stored name may be sent back as it is
   * (decision 355), so the write model, which knows the stored name, makes this check (`WriteModel.refuseUnseen`).
   */
  name(options: Omit<TextOptions, 'identifier'> = {}): PropertyDecorator {
    const { schema, read } = text(options);
    return field(schema, read, options, { isName: true });
  },

  /** Free text, up to 5,000 characters. */
  note(options: TextOptions = {}): PropertyDecorator {
    return In.text({ max: 5000, ...options });
  },

  /** A whole number that a column of type integer can hold, unless the limits are wider. */
  int(options: RangeOptions = {}): PropertyDecorator {
    const { min = -INT4, max = INT4 } = options;
    const read = blankIsNull((raw) => toInteger(raw, { min, max }));
    const size = Math.max(-min, max) > INT4 ? BIG_INTEGER : INTEGER;
    return field({ ...size, minimum: min, maximum: max }, read, options);
  },

  /** The id of a record. */
  id(options: FieldOptions = {}): PropertyDecorator {
    return field(ID, blankIsNull(toId), options);
  },

  /** A decimal number. */
  number(options: RangeOptions = {}): PropertyDecorator {
    const { min, max } = options;
    const { exclusiveMinimum, ...decimal } = DECIMAL;
    const least = min === undefined ? { exclusiveMinimum } : { minimum: min };
    const schema: object = { ...decimal, ...least, maximum: max };
    return field(
      schema,
      blankIsNull((raw) => toDecimal(raw, { min, max })),
      options,
    );
  },

  /** true or false, also as 1 and 0 and as strings. */
  bool(options: FieldOptions = {}): PropertyDecorator {
    return field({ type: 'boolean' }, blankIsNull(toBoolean), options);
  },

  /** One of a fixed list of words; with `underscores`, `drop_off` also means `drop off`, which the document does not state. */
  oneOf(
    values: readonly string[],
    { underscores, ...options }: FieldOptions & { caseInsensitive?: boolean; underscores?: boolean } = {},
  ): PropertyDecorator {
    const spaced = (raw: unknown) =>
      underscores && typeof raw === 'string' ? raw.replaceAll('_', ' ') : raw;
    const read = blankIsNull((raw) => toOneOf(spaced(raw), values, options));
    return field({ type: 'string', enum: [...values] }, read, options);
  },

  /** An instant: ISO 8601; without an offset it is local to the organization (decision 12). */
  time(options: FieldOptions = {}): PropertyDecorator {
    const read = blankIsNull((raw) => toTime(raw, currentTimeZone()));
    return field(INSTANT, read, { example: '2026-11-20T14:30:00+01:00', ...options });
  },

  /** An instant at which a span ends; a bare date is the end of that day. */
  endTime(options: FieldOptions = {}): PropertyDecorator {
    const read = blankIsNull((raw) => toEndTime(raw, currentTimeZone()));
    return field(INSTANT_OR_DATE, read, { example: '2026-11-20', ...options });
  },

  /** Text that may also be sent as a JSON number. */
  textOrNumber(options: TextOptions = {}): PropertyDecorator {
    const { schema, read } = text(options);
    return field(
      { oneOf: [schema as { type: 'string' }, DECIMAL as object] },
      (raw) => read(typeof raw === 'number' ? String(toDecimal(raw)) : raw),
      options,
    );
  },

  /** A calendar date; `loose` also takes `D/M/YYYY` and `June 2, 2022`. */
  date(options: FieldOptions & { loose?: boolean } = {}): PropertyDecorator {
    const { loose, ...others } = options;
    const read = blankIsNull(loose ? toLooseDate : toDate);
    const schema = loose ? ({ type: 'string', maxLength: 64 } as const) : DATE;
    return field(schema, read, { example: '2026-11-20', ...others });
  },

  /** A day in a filter: a calendar date, or `today` in the organization's time zone. */
  day(options: FieldOptions): PropertyDecorator {
    const read = blankIsNull((raw) => toDay(raw, currentTimeZone()));
    const description = `${options.description}; \`today\` is the day that it is at the terminal`;
    return field({ type: 'string', maxLength: 64 }, read, { ...options, description });
  },

  /** A list of texts. */
  texts(options: TextOptions = {}): PropertyDecorator {
    const { schema, read } = text({ ...options, required: true });
    const list = { type: 'array', items: schema, maxItems: MOST_ITEMS };
    return field(list as ApiPropertyOptions, blankIsNull(listOf(read)), options);
  },

  /** A list of texts in a query: `x[]=a&x[]=b`, `x=a&x=b` or `x=a`. */
  queryTexts({ most, ...options }: TextOptions & { most: number }): PropertyDecorator {
    const { schema, read } = text({ ...options, required: true });
    const list = { type: 'array', items: schema, maxItems: most };
    const limited = (raw: unknown) => {
      const texts = oneOrMore(read)(raw);
      if (texts.length > most) throw new BadValue(`must be ${most} at most`);
      return texts;
    };
    return field(list as ApiPropertyOptions, blankIsNull(limited), options);
  },

  /** A text of a query, or several: a record fits when one of them does. Read as a list; blank ones are left out. */
  anyText(options: FieldOptions = {}): PropertyDecorator {
    const { schema, read } = text({ required: true });
    return anyOf(schema, read, options);
  },

  /** A word of a query out of a list, or several: a record fits when it has one of them. Read as a list. */
  anyWord(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
    return anyOf({ type: 'string', enum: [...values] }, (raw) => toOneOf(raw, values), options);
  },

  /** A whole number of a query out of a list, or several: a record fits when it has one of them. Read as a list. */
  anyInt(values: readonly number[], options: FieldOptions = {}): PropertyDecorator {
    const read = (raw: unknown) => {
      const value = toInteger(raw);
      if (!values.includes(value)) throw new BadValue(`must be one of ${values.join(', ')}`);
      return value;
    };
    return anyOf({ ...INTEGER, enum: [...values] }, read, options);
  },

  /** A list of ids in a query: `x[]=1&x[]=2`, `x=1&x=2` or `x=1`. */
  queryIds(options: FieldOptions = {}): PropertyDecorator {
    const list = { type: 'array', items: ID, maxItems: MOST_ITEMS };
    return field(list as ApiPropertyOptions, blankIsNull(oneOrMore(toId)), options);
  },

  /** A nested object with fields of its own. */
  object(type: () => Type, options: FieldOptions = {}): PropertyDecorator {
    return field({ type: () => type() }, blankIsNull(toObject), options, { nested: { type, list: false } });
  },

  /** A list of nested objects. */
  objects(type: () => Type, options: FieldOptions = {}): PropertyDecorator {
    const schema = { type: () => type(), isArray: true, maxItems: MOST_ITEMS } as ApiPropertyOptions;
    return field(schema, blankIsNull(listOf(toObject)), options, { nested: { type, list: true } });
  },

  /** The values of flex fields: a list of objects with one key each, read as one object with canonical names as keys. */
  flexFields(options: FieldOptions = {}): PropertyDecorator {
    const pair = { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: true };
    const schema = { type: 'array', items: pair, maxItems: MOST_ITEMS } as ApiPropertyOptions;
    const read: Read = (raw) => Object.fromEntries(listOf(flexPair)(raw));
    return field(schema, blankIsNull(read), {
      description:
        'Fields that the organization defined (GET /flex_field_definitions), each as {<canonical name>: <value>}; null clears one',
      example: [{ inspected_by: 'J. Maas' }],
      ...options,
    });
  },

  /** A value with a reader of its own: `read` returns it or throws BadValue. */
  custom(schema: ApiPropertyOptions, read: Read, options: FieldOptions = {}): PropertyDecorator {
    return field(schema, read, options);
  },

  /** The number of a page, `last`, or the n-th page before the last as `last-n`. */
  page(): PropertyDecorator {
    const read = blankIsNull((raw) =>
      typeof raw === 'string' && /^last(-\d{1,9})?$/.test(raw) ? raw : toInteger(raw, { min: 0, max: INT4 }),
    );
    const number = { ...INTEGER, minimum: 0, maximum: INT4 };
    const word = { type: 'string', pattern: '^last(-\\d{1,9})?$', maxLength: 14 };
    const schema = { type: 'integer', oneOf: [number, word] };
    return field(schema as ApiPropertyOptions, read, {
      description: 'The page, counted from 1 (0 is the first, too); `last` for the last one',
      example: 1,
    });
  },

  /** The id after which a page begins, as in the link `next`. */
  after(): PropertyDecorator {
    return In.id({
      description:
        'The page begins behind the record with this id. `next` carries it, so that whoever follows it sees each record once, also while others are added or deleted',
    });
  },

  /** The size of a page; a larger number than `most` means `most`. */
  per({ most, ...options }: FieldOptions & { most: number }): PropertyDecorator {
    const read = blankIsNull((raw) => Math.min(toInteger(raw, { min: 1, max: Infinity }), most));
    const schema = { ...INTEGER, minimum: 1, maximum: INT4 } as const;
    return field(schema, read, { example: 10, ...options });
  },
};

/** The class of a body `{<key>: {…}}`; extend it under a name of its own: `class GensetBody extends wrapper(…)`. */
export function wrapper<T extends object, K extends string>(
  key: K,
  type: Type<T>,
  description?: string,
): Type<Record<K, T>> {
  class Wrapper {}
  In.object(() => type, { required: true, description })(Wrapper.prototype, key);
  Reflect.defineMetadata(WRAPPER, key, Wrapper);
  return Wrapper as Type<Record<K, T>>;
}

const WRAPPER = Symbol('wrapper');

/** The key of a class made by `wrapper()`; undefined for a flat body. */
export function wrapperKey(type: object): string | undefined {
  return Reflect.getMetadata(WRAPPER, type) as string | undefined;
}

/** The fields beside the wrapped object of a class made by `wrapper()`. */
export function fieldsBesideWrapper(type: Type): string[] {
  return propertyNames(type).filter((name) => name !== wrapperKey(type));
}

import type { PartyType } from '../party-wall/party-types';
import { Entity, getMetadataArgsStorage, Index, Unique } from 'typeorm';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Refuses } from '../errors/constraints';
import { SAYS } from '../errors/sentences';
import { labelOf } from '../languages/sentence';
import { In } from '../input/in';
import { BadValue, Identifier, toInteger } from '../input/values';
import {
  BelongsTo,
  CalendarDate,
  ColumnDecorator,
  Decimal,
  Flag,
  Integer,
  NoColumn,
  OneOf,
  ReferenceDecorator,
  Row,
  RowClass,
  Text,
  Texts,
  Time,
} from '../schema/columns';
import type { Openness } from '../party-wall/open-to';
import type { view } from '../view/view';
import { addKindEvents } from '../recording/event-types';
import { type Concern, Concerns } from '../party-wall/concerns';
import { Subject, SubjectOptions } from '../recording/subject';
import { INTEGER } from '../schema/integers';

/** The response decorators of a kind's view. */
export type KindOut = ReturnType<typeof view<Row & Record<string, unknown>>>;

/** A field of a kind: its request fields and its response field. */
export interface KindField {
  name: string;
  /** The request fields; a reference has two, its key and its id. */
  inputs: { name: string; decorator: PropertyDecorator }[];
  output: (out: KindOut, field: string) => PropertyDecorator;
  /** The entity that the field refers to, and the column that clients know it by. */
  reference?: { target: () => RowClass; key: string; required: boolean };
  /** Whether the write model of the kind maps the request field. */
  custom?: boolean;
}

export interface KindOptions {
  /** The name of one record in answers. `plural` is the path, the name of the list and the table. */
  singular: string;
  plural: string;
  /** The field that clients know a record by; unique in the organization. */
  key: string;
  /** The field, or fields, within which the key is unique, instead of the whole organization; they may be references. */
  within?: string | readonly string[];
  /** Whether paths name a record by its id alone, because several may have one key. */
  byId?: true;
  /** The endpoints of the kind; all five by default. */
  endpoints?: readonly ('list' | 'show' | 'create' | 'update' | 'remove')[];
  /** What a DELETE does where the record stays, for the API document. There is no event `deleted` then. */
  keeps?: { summary: string; description: string };
  /** The least role that may write it: `admin`, or `write` for daily work. */
  role?: 'write' | 'admin';
  /** Other domains than the module's own whose confined tokens may write it as well. */
  alsoOf?: readonly string[];
  /** Further records that its events concern, see `Subject`. */
  concerns?: SubjectOptions['concerns'];
  /**
   * Fields of its own by which its list may be narrowed. Of a reference: the columns that its record is named by, beside
   * its id; of another field: its words.
   */
  narrowedBy?: Record<string, readonly string[]>;
  /** The columns of texts in which the list is searched by `q`; each has an index of its parts. */
  searched?: readonly string[];
  /** A response field that changes by itself, so that it does not change the ETag. */
  running?: string;
  /** Whom its records concern, and what of them tokens see that are limited to parties: fields, and filters of the list. */
  parties?: Openness & {
    concern: Concern;
    filters?: readonly string[];
    /** What parties of some kinds do with their own; wrong names are counted as guesses unless `guesses` is false. */
    does?: {
      by: PartyType | readonly PartyType[];
      endpoints: readonly ('create' | 'update')[];
      guesses?: false;
    };
  };
  /** Query parameters of the list beside the key and `name`. The service of the kind filters by them. */
  filters?: Record<string, PropertyDecorator>;
}

export interface KindDefinition<E extends Row = Row> extends KindOptions {
  entity: RowClass<E>;
  fields: KindField[];
}

const fields = new Map<object, KindField[]>();
const kinds = new Map<object, KindDefinition>();

/** Class decorator: makes an entity a set-up kind. `Field` declares its fields. */
export function Kind(options: KindOptions): (entity: RowClass) => void {
  return (entity) => {
    Entity(options.plural)(entity);
    const { plural, within, key } = options;
    const declared = fieldsOf(entity.prototype as object);
    const wholes = [within ?? []].flat().map((name) => columnOf(entity, name));
    Unique(['organization_id', ...wholes, key])(entity);
    // For the filter `updated_since` of every list.
    Index(['organization_id', 'updated_at', 'id'])(entity);
    if (wholes.length)
      Refuses(`uq_${plural}_${[...wholes, key].join('_')}`, SAYS.taken({ field: labelOf(key) }), key)(entity);
    if (options.parties) Concerns(options.parties.concern)(entity);
    kinds.set(entity, { ...options, entity, fields: declared });
    Subject({
      type: options.singular,
      key: (of) => of(key),
      path: (of) => `'/api/v1/${plural}/' || ${of('id')}`,
      concerns: options.concerns,
    })(entity);
    addKindEvents(options.singular, options.keeps !== undefined, options.parties !== undefined);
  };
}

/** The fields of a kind, those of the classes that it extends first. */
function fieldsOf(prototype: object | null): KindField[] {
  if (!prototype) return [];
  return [...fieldsOf(Object.getPrototypeOf(prototype) as object | null), ...(fields.get(prototype) ?? [])];
}

/** The column of a field; that of a reference is its id. */
function columnOf(entity: RowClass, name: string): string {
  const isRelation = getMetadataArgsStorage().relations.some(
    (each) => each.target === entity && each.propertyName === name,
  );
  return isRelation ? `${name}_id` : name;
}

/** The definition of a set-up kind. Throws for another entity. */
export function kindOf<E extends Row>(entity: RowClass<E>): KindDefinition<E> {
  const kind = kinds.get(entity) as KindDefinition<E> | undefined;
  if (!kind) throw new Error(`${entity.name} is not a set-up kind`);
  return kind;
}

type Documented = { description?: string; example?: unknown; required?: boolean };
type Range = { min?: number; max?: number };
type TextOptions = Documented & {
  min?: number;
  max?: number;
  pattern?: RegExp;
  must?: string;
  identifier?: Identifier;
};

function declare<T, O extends object>(
  column: ColumnDecorator<T, O>,
  input: PropertyDecorator,
  output: KindField['output'],
): ColumnDecorator<T, O> {
  return (prototype, property) => {
    column(prototype, property);
    addField(prototype, { name: property, inputs: [{ name: property, decorator: input }], output });
  };
}

function addField(prototype: object, field: KindField): void {
  fields.set(prototype, [...(fields.get(prototype) ?? []), field]);
}

const described = ({ description, example }: Documented = {}) => ({ description, example });

/** Keeps only `required`, for the type of the column. */
function required<O extends Documented>(options: O | undefined): Pick<O, 'required' & keyof O> {
  return { required: options?.required } as Pick<O, 'required' & keyof O>;
}

/**
 * The fields of a set-up kind: each is column, request field and response field in one. Fields are optional unless
 * `required`.
 */
export const Field = {
  /**
   * The field that clients know the record by: required, visible and trimmed. A key that is `made` may be left out; the
   * write model of the kind then generates it.
   */
  key: ({ made = false, ...options }: TextOptions & { made?: boolean } = {}) => {
    const all = { min: 1, ...options, required: !made, notNull: true, trim: true };
    return declare(Text({ required: true }), options.identifier ? In.text(all) : In.name(all), (out) =>
      out.text(described(options)),
    );
  },

  /** A name that is not the key, but by which lists can be filtered. */
  name: (options: Documented = {}) =>
    declare(Text(), In.name(options), (out) => out.text(described(options))),

  text: <const O extends TextOptions = object>(options?: O) =>
    declare(Text(required(options)), In.text(options), (out) => out.text(described(options))),

  /** Free text, up to 5,000 characters. */
  note: (options: Documented = {}) =>
    declare(Text(), In.note(options), (out) => out.text(described(options))),

  texts: (options: Documented = {}) =>
    declare(Texts(), In.texts(options), (out) => out.texts(described(options))),

  int: <const O extends Documented & Range = object>(options?: O) =>
    declare(Integer(required(options)), In.int(options), (out) => out.int(described(options))),

  number: <const O extends Documented & Range = object>(options?: O) =>
    declare(Decimal(required(options)), In.number(options), (out) => out.number(described(options))),

  flag: (options: Documented & { initially?: boolean } = {}) =>
    declare(Flag(options.initially), In.bool(options), (out) => out.bool(described(options))),

  oneOf: <const O extends Documented = object>(values: readonly string[], options?: O) =>
    declare(OneOf(values, required(options)), In.oneOf(values, options), (out) =>
      out.oneOf(values, described(options)),
    ),

  /** One of a list of words, which is never null: `initially` where nobody says another one. */
  oneOfOr: (values: readonly string[], initially: string, options: Documented = {}) =>
    declare(
      OneOf(values, { required: true, default: initially }),
      In.oneOf(values, { ...options, required: false }),
      (out) => out.oneOf(values, described(options)),
    ),

  /** One of a few whole numbers. */
  oneOfIntegers: (values: readonly number[], options: Documented = {}) =>
    declare(OneOf(values), oneOfIntegers(values, options), (out) => out.int(described(options))),

  time: (options: Documented = {}) =>
    declare(Time(), In.time(options), (out) => out.time(described(options))),

  /** A calendar date; `loose` also accepts `D/M/YYYY` and `June 2, 2022`. */
  date: (options: Documented & { loose?: boolean } = {}) =>
    declare(CalendarDate(), In.date(options), (out) => out.date(described(options))),

  /**
   * A reference: a request names the record by `key`, or by id as `<field>_id`; an answer shows `{id, <key>}`, or what
   * `shown` says.
   */
  ref: <
    const O extends Documented & { shown?: KindField['output']; unindexed?: string; sparse?: true } = object,
  >(
    target: () => RowClass,
    key: string,
    options?: O,
  ): ReferenceDecorator<O> => {
    const column = BelongsTo(target, options);
    return (prototype, property) => {
      column(prototype, property);
      const required = options?.required ?? false;
      const nullable = !required;
      addField(prototype, {
        name: property,
        reference: { target, key, required },
        inputs: [
          { name: property, decorator: In.text({ ...described(options), nullable }) },
          {
            name: `${property}_id`,
            decorator: In.id({
              nullable,
              description: `The id, instead of ${property}${required ? '; one of the two is required' : ''}`,
            }),
          },
        ],
        output: options?.shown ?? ((out) => out.reference(property, key, described(options))),
      });
    };
  },

  /** A response field computed in SQL. */
  computed: (output: KindField['output']): WithoutColumn => {
    return (prototype, property) => addField(prototype, { name: property, inputs: [], output });
  },

  /** A column that requests cannot write. */
  answered: (output: KindField['output']): PropertyDecorator => {
    return (prototype, property) => addField(prototype, { name: String(property), inputs: [], output });
  },

  /** A request field without a column, which the write model of the kind maps. `output` answers it, if given. */
  custom: (input: PropertyDecorator, output?: KindField['output']): WithoutColumn => custom(input, output),

  /** `custom` for a column that is declared beside it or in a base class. */
  customColumn: (input: PropertyDecorator, output?: KindField['output']): PropertyDecorator =>
    custom(input, output),
};

/** The decorator of a property without a column: a relation, or a value that is not stored. */
type WithoutColumn = <E extends { [P in K]: NoColumn | Row | Row[] | null }, K extends keyof E & string>(
  prototype: E,
  property: K,
) => void;

function custom(
  input: PropertyDecorator,
  output: KindField['output'] = () => () => undefined,
): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    addField(prototype, { name, inputs: [{ name, decorator: input }], output, custom: true });
  };
}

/** Property decorator: an optional whole number of a list. */
export function oneOfIntegers(values: readonly number[], options: Documented): PropertyDecorator {
  const schema = { ...INTEGER, enum: [...values] } as ApiPropertyOptions;
  return In.custom(
    schema,
    (raw) => {
      if (raw === '') return null;
      const value = toInteger(raw);
      if (!values.includes(value)) throw new BadValue(`must be one of ${values.join(', ')}`);
      return value;
    },
    options,
  );
}

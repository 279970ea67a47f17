import { Entity, Index, Unique } from 'typeorm';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { humanize, Refuses } from '../errors/constraints';
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
import type { view } from '../view/view';
import { addKindEvents } from '../recording/event-types';
import { Subject, SubjectOptions } from '../recording/subject';
import { INTEGER } from '../schema/integers';

/** The response decorators of a kind's view. */
export type KindOut = ReturnType<typeof view<Row & Record<string, unknown>>>;

/** One field of a kind: what a request takes for it, and how a record answers it. */
export interface KindField {
  name: string;
  /** The request fields; a reference has two, its key and its id. */
  inputs: { name: string; decorator: PropertyDecorator }[];
  output: (out: KindOut, field: string) => PropertyDecorator;
  /** The record that the field refers to, and the column that clients know it by. */
  reference?: { target: () => RowClass; key: string; required: boolean };
  /** The kind's write model says how the request field is kept. */
  custom?: boolean;
}

export interface KindOptions {
  /** The name of one record in answers; the list and the path are `plural`, which is the table, too. */
  singular: string;
  plural: string;
  /** The field that clients know a record by; unique in the organization. */
  key: string;
  /** A field that the key is unique within, instead of in the whole organization. */
  within?: string;
  /** The endpoints that the kind has; all five unless given. */
  endpoints?: readonly ('list' | 'show' | 'create' | 'update' | 'remove')[];
  /** The smallest role that may write it: `admin` unless it is daily work. */
  role?: 'write' | 'admin';
  /** Another domain than the module's own whose confined tokens may write it, too. */
  alsoOf?: string;
  /** Records that its events concern beside those that it refers to, as `Subject` takes them. */
  concerns?: SubjectOptions['concerns'];
  /** Query parameters of the list, beside the key and `name`; the kind's own service filters by them. */
  filters?: Record<string, PropertyDecorator>;
}

export interface KindDefinition<E extends Row = Row> extends KindOptions {
  entity: RowClass<E>;
  fields: KindField[];
}

const fields = new Map<object, KindField[]>();
const kinds = new Map<object, KindDefinition>();

/** Class decorator: makes an entity a set-up kind. Its fields are declared with `Field`. */
export function Kind(options: KindOptions): (entity: RowClass) => void {
  return (entity) => {
    Entity(options.plural)(entity);
    const { plural, within, key } = options;
    Unique(['organization_id', ...(within ? [within] : []), key])(entity);
    // for `updated_since`, which every list takes
    Index(['organization_id', 'updated_at', 'id'])(entity);
    if (within) Refuses(`uq_${plural}_${within}_${key}`, `${humanize(key)} is already taken.`, key)(entity);
    kinds.set(entity, { ...options, entity, fields: fields.get(entity.prototype as object) ?? [] });
    Subject({
      type: options.singular,
      key: (of) => of(key),
      path: (of) => `'/api/v1/${plural}/' || ${of('id')}`,
      concerns: options.concerns,
    })(entity);
    addKindEvents(options.singular);
  };
}

/** What a set-up kind is made of. Throws for an entity that is none. */
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

/** Only whether a field is required, as the type of its column needs it. */
function required<O extends Documented>(options: O | undefined): Pick<O, 'required' & keyof O> {
  return { required: options?.required } as Pick<O, 'required' & keyof O>;
}

/**
 * The fields of a set-up kind: each is column, request field and response field in one. A field is optional
 * unless `required`.
 */
export const Field = {
  /**
   * The field that clients know the record by: required, visible, and stored without spaces around it. A key that is
   * `made` may be left out, and then the kind's write model makes it.
   */
  key: ({ made = false, ...options }: TextOptions & { made?: boolean } = {}) => {
    const all = { min: 1, ...options, required: !made, notNull: true, trim: true };
    return declare(Text({ required: true }), options.identifier ? In.text(all) : In.name(all), (out) =>
      out.text(described(options)),
    );
  },

  /** A name that is no key, but by which the record is found as well. */
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

  /** One of a few whole numbers. */
  oneOfIntegers: (values: readonly number[], options: Documented = {}) =>
    declare(OneOf(values), oneOfIntegers(values, options), (out) => out.int(described(options))),

  time: (options: Documented = {}) =>
    declare(Time(), In.time(options), (out) => out.time(described(options))),

  /** A calendar date; `loose` also takes `D/M/YYYY` and `June 2, 2022`. */
  date: (options: Documented & { loose?: boolean } = {}) =>
    declare(CalendarDate(), In.date(options), (out) => out.date(described(options))),

  /** A reference: a request names the record by `key`, or gives `<field>_id`; an answer shows `{id, <key>}`. */
  ref: <const O extends Documented = object>(
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
        output: (out) => out.reference(property, key, described(options)),
      });
    };
  },

  /** A value that is answered only, computed in SQL. */
  computed: (output: KindField['output']): WithoutColumn => {
    return (prototype, property) => addField(prototype, { name: property, inputs: [], output });
  },

  /** A column that is answered only. */
  answered: (output: KindField['output']): PropertyDecorator => {
    return (prototype, property) => addField(prototype, { name: String(property), inputs: [], output });
  },

  /** A request field without a column, which the kind's write model says how to keep; answered through `output`, if at all. */
  custom: (input: PropertyDecorator, output?: KindField['output']): WithoutColumn => custom(input, output),

  /** The same of a column that is declared beside it, or in the class that this one extends. */
  customColumn: (input: PropertyDecorator, output?: KindField['output']): PropertyDecorator =>
    custom(input, output),
};

/** The decorator of a property that is no column: a relation, or what is not kept at all. */
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

function oneOfIntegers(values: readonly number[], options: Documented): PropertyDecorator {
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

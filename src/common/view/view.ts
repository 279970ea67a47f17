import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { getMetadataArgsStorage } from 'typeorm';
import type { Row, RowClass } from '../schema/columns';
import { BIG_INTEGER, INTEGER } from '../schema/integers';
import { Link } from '../pagination/links';
import { BASE, Compiler } from './compiler';
import { compactJson, jsonArray, jsonObject } from './json-sql';
import { addField, emptyObject, fieldsOf, lineage, ViewField } from './view-metadata';

export interface OutOptions {
  description?: string;
  example?: unknown;
  /** The column; the name of the field by default. */
  column?: string;
  nullable?: boolean;
  /** Whether another field of the answer says the same in the shape of other answers. */
  deprecated?: boolean;
  /** The possible values, if they are few. */
  values?: readonly (string | number)[];
}

/** The type of a field that is computed in SQL, for the API document. */
export type OutType =
  | 'text'
  | 'integer'
  | 'bigInteger'
  | 'number'
  | 'boolean'
  | 'time'
  | 'date'
  | 'object'
  | 'texts'
  | 'bigIntegers'
  | 'integerLists'
  | 'numbersByName';

/** Returns the SQL of a column, or by a path of a column of a related record. */
export type Of = (path: string) => string;

const SCHEMAS: Record<OutType, ApiPropertyOptions> = {
  text: { type: 'string' },
  integer: { ...INTEGER },
  bigInteger: { ...BIG_INTEGER },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date', example: '2026-11-20' },
  object: { type: 'object', additionalProperties: true },
  texts: { type: 'array', items: { type: 'string' } },
  bigIntegers: { type: 'array', items: { ...BIG_INTEGER } },
  integerLists: { type: 'array', items: { type: 'array', items: { ...INTEGER } } },
  numbersByName: { type: 'object', additionalProperties: { type: 'number' } },
};

/** A flex field in an answer. */
export class FlexFieldValue {
  @ApiProperty({ type: 'string', description: 'What people call it; requests say its canonical name' })
  label: string;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
    description: 'null when unset; a date is text such as 2026-11-20',
  })
  value: string | number | boolean | null;
}

/** A record that is answered by name only; the name is null when there is no record (decision 13, null). */
export class NameOnly {
  @ApiProperty({ type: 'string', nullable: true }) name: string | null;
}

/** A record that is answered by its id alone, because people know it by nothing else. */
export class RecordById {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
}

/** SQL of a record as `RecordById`; null for a null id. */
export const recordById = (id: string) =>
  `(SELECT ${jsonObject({ id: 'r.id' })} FROM (SELECT ${id} AS id) r WHERE r.id IS NOT NULL)`;

/** SQL of an instant in an answer: ISO 8601 in UTC, to the millisecond (decision 12, times). */
export const asTime = (sql: string) => `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of a decimal that is answered as text, with at least one digit after the point: `0.75`, `1.0`. */
export const asDecimalText = (sql: string) => `to_char(${sql}, 'FM999999999990.099999')`;

const WRITTEN: Partial<Record<OutType, (sql: string) => string>> = {
  time: asTime,
  date: (sql) => `${sql}::text`,
  number: (sql) => `trim_scale(${sql}::numeric)`,
  object: compactJson,
  integerLists: compactJson,
};

/**
 * SQL of a user who is answered as text: the name, or else the e-mail (decision 49); null for no user.
 * @param user the relation to the user; by default the record itself is the user
 */
export const userName = (of: Of, user?: string) => {
  const column = (name: string) => of(user ? `${user}.${name}` : name);
  return `coalesce(nullif(concat_ws(' ', ${column('firstname')}, ${column('lastname')}), ''), ${column('email')})`;
};

// Swagger recognizes a lazy type by the function's name, so callers must write `type: () => …`.

/** The decorators of response fields for views of one entity. Each defines the Swagger property and the SQL. */
export function view<E extends Row>(entity: RowClass<E>) {
  type Column = keyof E & string;

  function field(
    type: ApiPropertyOptions,
    build: (name: string) => Omit<ViewField, 'name'>,
  ): PropertyDecorator {
    return (prototype, property) => {
      const name = String(property);
      const options = build(name);
      const isList = type.isArray === true || type.type === 'array';
      addField(prototype.constructor as Type, entity, { name, isList, ...options });
      // In Swagger, `required` of an object lists its keys, so the flag of the property has another name there.
      const flag = Array.isArray(type.required) ? 'selfRequired' : 'required';
      ApiProperty({ ...type, [flag]: !options.omittedWhenNull })(prototype, property);
    };
  }

  function scalar(type: OutType, options: OutOptions & { column?: Column } = {}): PropertyDecorator {
    return (prototype, property) => {
      const column = options.column ?? String(property);
      const nullable = options.nullable ?? isNullable(entity, column);
      const isBig = type === 'integer' && columnOf(entity, column)?.options.type !== 'integer';
      const schema = schemaOf(isBig ? 'bigInteger' : type, { ...options, nullable });
      field(schema, () => ({ column, sql: ({ of }) => written(type, of(column)) }))(prototype, property);
    };
  }

  return {
    id: (options: Omit<OutOptions, 'column'> = {}) => scalar('bigInteger', { example: 1, ...options }),
    text: (options: OutOptions & { column?: Column } = {}) => scalar('text', options),
    int: (options: OutOptions & { column?: Column } = {}) => scalar('integer', options),
    number: (options: OutOptions & { column?: Column } = {}) => scalar('number', options),
    bool: (options: OutOptions & { column?: Column } = {}) => scalar('boolean', options),
    time: (options: OutOptions & { column?: Column } = {}) => scalar('time', options),
    date: (options: OutOptions & { column?: Column } = {}) => scalar('date', options),
    texts: (options: OutOptions & { column?: Column } = {}) => scalar('texts', options),
    integerLists: (options: OutOptions & { column?: Column } = {}) => scalar('integerLists', options),
    json: (options: OutOptions & { column?: Column } = {}) => scalar('object', options),

    oneOf: (values: readonly string[], options: OutOptions & { column?: Column } = {}): PropertyDecorator =>
      applyDecorators(scalar('text', options), (prototype: object, property: string | symbol) => {
        const nullable = isNullable(entity, options.column ?? String(property));
        ApiProperty(listed(values, nullable))(prototype, property);
      }),

    /**
     * A value computed in SQL: `Out.sql((of) => `${of('vessel.name')} || '!'`, 'text')`. `omitted` omits the key when
     * the value is null.
     */
    sql(
      build: (of: Of) => string,
      type: OutType,
      options: OutOptions & { omitted?: boolean } = {},
    ): PropertyDecorator {
      const { omitted = false, nullable = !omitted } = options;
      return field(schemaOf(type, { ...options, nullable }), () => ({
        omittedWhenNull: omitted,
        sql: ({ of }) => written(type, `(${build(of)})`),
      }));
    },

    /**
     * JSON computed in SQL, documented by a class with `@ApiProperty` or by another view. `omitted` omits the key when
     * the value is null.
     */
    shaped(
      build: (of: Of) => string,
      type: () => Type,
      options: {
        isArray?: boolean;
        nullable?: boolean;
        description?: string;
        omitted?: boolean;
        deprecated?: boolean;
      } = {},
    ) {
      const { omitted = false, ...documented } = options;
      return field({ type: () => type(), ...documented }, () => ({
        omittedWhenNull: omitted,
        sql: ({ of }) => build(of),
      }));
    },

    /**
     * The record that a relation refers to. A missing record is null if the view has an id or the field is `nullable`,
     * otherwise an object whose members are null (decision 13, null). `omitted` omits the key instead.
     */
    one(
      relation: Column,
      type: () => Type,
      options: { description?: string; omitted?: boolean; nullable?: boolean } = {},
    ): PropertyDecorator {
      const { description, omitted = false, nullable: requested = false } = options;
      return (prototype, property) => {
        const isNull = () => omitted || requested || fieldsOf(type()).some(({ name }) => name === 'id');
        const owning = hasColumn(entity, `${relation}_id`);
        const nullable = !omitted && isNull() && (!owning || isNullable(entity, `${relation}_id`));
        field({ type: () => type(), nullable, description }, () => ({
          omittedWhenNull: omitted,
          view: type,
          empty: () => (isNull() ? 'null' : emptyObject(type())),
          sql: (compiler: Compiler) => {
            const object = compiler.one(relation, type());
            return isNull() ? object : `coalesce(${object}, '${emptyObject(type())}'::json)`;
          },
        }))(prototype, property);
      };
    },

    /** The record that a relation refers to, as `{id, <key>}` with `more` texts of it; null when there is none. */
    reference(
      relation: Column,
      key: string,
      options: OutOptions & { more?: Record<string, (of: Of) => string> } = {},
    ): PropertyDecorator {
      const nullable = isNullable(entity, `${relation}_id`);
      const { description, example, more = {} } = options;
      const others = Object.keys(more);
      const texts = Object.fromEntries(others.map((name) => [name, { type: ['string', 'null'] }]));
      const properties = { id: BIG_INTEGER, [key]: { type: 'string' }, ...texts };
      const shown = documented({ description, example: example && { id: 1, [key]: example } });
      const schema = { type: 'object', properties, required: ['id', key, ...others], nullable, ...shown };
      return field(schema as ApiPropertyOptions, () => ({
        sql: (compiler) => {
          const { of } = compiler;
          const name = compiler.hides(`${relation}.${key}`) ? {} : { [key]: of(`${relation}.${key}`) };
          const further = Object.fromEntries(
            Object.entries(more).map(([other, build]) => [
              other,
              build((column) => of(`${relation}.${column}`)),
            ]),
          );
          const object = jsonObject({ id: of(`${relation}_id`), ...name, ...further });
          return `CASE WHEN ${of(`${relation}_id`)} IS NOT NULL THEN ${object} END`;
        },
      }));
    },

    /**
     * The records of a one-to-many relation, ordered by one of their columns. The key is omitted when there are more
     * than `most`. Where they are rows of a join table, `through` is their relation to the records that are shown.
     */
    many(
      relation: Column,
      type: () => Type,
      options: { orderBy?: string; description?: string; most?: number; through?: string } = {},
    ): PropertyDecorator {
      const { orderBy = 'id', description, most, through } = options;
      return field({ type: () => type(), isArray: true, description }, () => ({
        omittedWhenNull: most !== undefined,
        view: type,
        empty: () => '[]',
        sql: (compiler: Compiler) => compiler.many(relation, type(), orderBy, most, through),
      }));
    },

    /** The flex fields of the record: all that the organization defined, by position (decision 15, flex fields). */
    flexFields(record_type: string): PropertyDecorator {
      const schema = {
        type: () => FlexFieldValue,
        isArray: true,
        description: 'The fields of the organization',
      };
      return field(schema, () => ({
        sql: ({ of }) => `(
          SELECT ${jsonArray(`${jsonObject({ label: 'd.label', value: `${of('flex_fields')} -> d.canonical_name` })} ORDER BY d.position, d.id`)}
          FROM flex_field_definitions d
          WHERE d.organization_id = ${of('organization_id')} AND d.record_type = '${record_type}')`,
      }));
    },

    /** Links to the actions on the record: the verb, and the path as SQL. */
    actions(links: Record<string, [method: string, path: (of: Of) => string]>): PropertyDecorator {
      const link = { $ref: getSchemaPath(Link) };
      const properties = Object.fromEntries(Object.keys(links).map((name) => [name, link]));
      const schema = {
        type: 'object',
        properties,
        required: Object.keys(links),
      };
      return field(schema as ApiPropertyOptions, () => ({
        sql: ({ of }) => {
          const entries = Object.entries(links).map(([name, [method, path]]) => [
            name,
            jsonObject({ method: `'${method}'`, url: `${BASE} || ${path(of)}` }),
          ]);
          return jsonObject(Object.fromEntries(entries) as Record<string, string>);
        },
      }));
    },
  };
}

/** SQL of a value in the form of an answer. */
function written(type: OutType, sql: string): string {
  return WRITTEN[type]?.(sql) ?? sql;
}

/** The schema of a value in the API document. */
function schemaOf(type: OutType, { values, nullable, ...options }: OutOptions): ApiPropertyOptions {
  return {
    ...SCHEMAS[type],
    nullable,
    ...(values && listed(values, nullable)),
    ...documented(options),
  } as ApiPropertyOptions;
}

function listed(values: readonly (string | number)[], nullable = false) {
  return { enum: nullable ? [...values, null] : [...values] };
}

function documented({ description, example, deprecated }: OutOptions): ApiPropertyOptions {
  return {
    ...(deprecated && { deprecated }),
    ...(description && { description }),
    ...(example !== undefined && { example }),
  };
}

/** Whether the column of the entity, its own or inherited, may be null. */
function isNullable(entity: RowClass, name: string): boolean {
  const column = columnOf(entity, name);
  if (!column) throw new Error(`${entity.name} has no column ${name}`);
  return column.options.nullable ?? false;
}

function hasColumn(entity: RowClass, name: string): boolean {
  return columnOf(entity, name) !== undefined;
}

function columnOf(entity: RowClass, name: string) {
  const columns = getMetadataArgsStorage().columns.filter(({ propertyName }) => propertyName === name);
  return lineage(entity).flatMap((type) => columns.filter(({ target }) => target === type))[0];
}

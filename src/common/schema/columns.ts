import {
  Column,
  ColumnOptions,
  CreateDateColumn,
  DeleteDateColumn,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { Relation } from 'typeorm';
import { Listed } from '../errors/constraints';
import { Organization } from '../tenancy/organization.entity';

/** A class of rows, as `Db` takes it. */
export type RowClass<E extends Row = Row> = new () => E;

/**
 * What every table of an organization starts with. The primary key begins with the organization, so that a
 * tenant's rows lie together and a reference can only name a row of the same organization. This much is enough for a row
 * that is never without another one of its organization: its own reference would be checked at each write for nothing.
 */
export abstract class LooseRow {
  @PrimaryColumn({ type: 'bigint' })
  organization_id: number;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;

  organization: Relation<Organization>;
}

/** A row that refers to its organization itself. */
export abstract class Row extends LooseRow {
  @ManyToOne(() => Organization)
  @JoinColumn({ name: 'organization_id' })
  override organization: Relation<Organization>;
}

/** What a numeric column holds: text such as `21580.000000`, since a JavaScript number cannot hold all of it. */
export type Numeric = `${number}`;

/** The type of a property that no column keeps: it is computed for answers, or only taken in requests. */
export type NoColumn = { readonly __noColumn: never };

/** The properties of an entity that are columns: not relations, and not what is computed. */
export type ColumnOf<E extends Row> = {
  [P in keyof E]: NonNullable<E[P]> extends Row | Row[] | Organization | NoColumn ? never : P;
}[keyof E] &
  string;

/** The name of a column; any name for a class that is known only when the service runs. */
export type ColumnName<E extends Row> = Row extends E ? string : ColumnOf<E>;

/** A row as it is read: its columns, without relations. */
export type Columns<E extends Row> = { [P in ColumnOf<E>]: E[P] };

/** What a column takes: also a number for exact decimals, ISO text for an instant, null for its default. */
type Written<T> =
  | T
  | (T extends Numeric ? number : never)
  | (T extends Date ? string : never)
  | (T extends boolean | string[] ? null : never);

/** Columns to write. */
export type Values<E extends Row> = { [P in ColumnOf<E>]?: Written<E[P]> };

type Options = Omit<ColumnOptions, 'type' | 'nullable'> & { required?: boolean };

/**
 * The decorator of a column that holds `T`. It does not compile on a property of another type, nor on one without
 * null unless the column is required.
 */
export type ColumnDecorator<T, O extends Options = Required> = <
  E extends { [P in K]: Held<T, O> },
  K extends keyof E & string,
>(
  prototype: E,
  property: null extends Held<T, O> ? (null extends E[K] ? K : 'may be null unless it is required') : K,
) => void;

type Required = { required: true };
type Held<T, O extends Options> = O extends Required ? T : T | null;

function column(
  type: ColumnOptions['type'],
  { required = false, ...options }: Options = {},
): PropertyDecorator {
  return Column({ ...options, type: type!, nullable: !required } as ColumnOptions);
}

/** Text of any length; the request field says how long it may be. */
export const Text = <const O extends Options = object>(options?: O): ColumnDecorator<string, O> =>
  column('text', options);
/** A list of texts, never null. */
export const Texts = (): ColumnDecorator<string[]> =>
  column('text', { array: true, required: true, default: '{}' });
export const Integer = <const O extends Options = object>(options?: O): ColumnDecorator<number, O> =>
  column('integer', options);
/** One of a list of words or of whole numbers, to which the database keeps. */
export function OneOf<T extends string | number, const O extends Options = object>(
  values: readonly T[],
  options?: O,
): ColumnDecorator<T extends string ? string : number, O> {
  return (prototype: object, property: string) => {
    column(typeof values[0] === 'string' ? 'text' : 'integer', options)(prototype, property);
    Listed(values)(prototype, property);
  };
}
/** An id that no foreign key guards. */
export const BigInteger = <const O extends Options = object>(options?: O): ColumnDecorator<number, O> =>
  column('bigint', options);
/** A weight, dimension, amount or the like: exact to six decimals, never NaN. */
export const Decimal = <const O extends Options = object>(options?: O): ColumnDecorator<Numeric, O> =>
  column('numeric', { precision: 18, scale: 6, ...options });
/** A flag is never null. */
export const Flag = (initially = false): ColumnDecorator<boolean> =>
  column('boolean', { required: true, default: initially });
/** An instant, exact to the millisecond, since that is what a JavaScript date can hold. */
export const Time = <const O extends Options = object>(options?: O): ColumnDecorator<Date, O> =>
  column('timestamptz', { precision: 3, ...options });
/** When a row was deleted softly: `Db` no longer finds it, while rows that refer to it keep showing it. */
export const DeletionTime = (): ColumnDecorator<Date, object> =>
  DeleteDateColumn({ type: 'timestamptz', precision: 3 });
/** A calendar date, read as `YYYY-MM-DD`. */
export const CalendarDate = <const O extends Options = object>(options?: O): ColumnDecorator<string, O> =>
  column('date', options);
export const JsonColumn = <const O extends Options = object>(options?: O): ColumnDecorator<object, O> =>
  column('jsonb', options);
const PERSONAL = Symbol('personal');

/** Property decorator: a column that is nobody's business but that of who asks for the record: events leave it out. */
export const Personal = (): PropertyDecorator => (prototype, property) =>
  Reflect.defineMetadata(PERSONAL, true, prototype, property);

/** Whether a column of the entity is personal. */
export const isPersonal = (entity: RowClass, column: string): boolean =>
  Reflect.hasMetadata(PERSONAL, entity.prototype as object, column);

/** The values of a record's flex fields, by canonical name. */
export const FlexValues = (): ColumnDecorator<Record<string, unknown>> =>
  column('jsonb', { required: true, default: {} });

type ReferenceOptions = {
  required?: boolean;
  onDelete?: 'CASCADE';
  listed?: true;
  unindexed?: string;
  /** The other record may be written later in the transaction. */
  deferred?: true;
};

/** The decorator of a relation `x`, which has its column `x_id` beside it; both may be null unless required. */
export type ReferenceDecorator<O> = <
  E extends { [P in K]: Row | null } & { [P in `${K}_id`]: number | null },
  K extends keyof E & string,
>(
  prototype: E,
  property: O extends Required
    ? null extends E[K] | E[`${K}_id`]
      ? 'is required'
      : K
    : null extends E[K] & E[`${K}_id`]
      ? K
      : 'may be null',
) => void;

/** Metadata of a reference: why it has no index of its own. */
export const UNINDEXED = Symbol('unindexed');

/**
 * A reference to a row of the same organization: the relation `x`, the column `x_id` beside it with its
 * index, and a foreign key that begins with the organization. Write the column, never the relation. A part
 * names its whole as a string, so that their files do not import each other in a circle; so does a lower domain
 * that refers to a higher one. The index is what deleting the other record looks here with; where a list is asked for the
 * records that refer to one, it is `listed`, and the index gives them in the order of the list. `unindexed` takes its place
 * and says why none is needed: another index begins with the column, or the other record is never deleted.
 */
export function BelongsTo<const O extends ReferenceOptions = object>(
  target: string | (() => RowClass),
  options?: O,
): ReferenceDecorator<O> {
  const { required = false, onDelete, listed, unindexed, deferred }: ReferenceOptions = options ?? {};
  return (prototype: object, property: string) => {
    const name = `${property}_id`;
    column('bigint', { required })(prototype, name);
    const deferrable = deferred && 'INITIALLY DEFERRED';
    ManyToOne(target, { nullable: !required, onDelete: onDelete ?? 'NO ACTION', deferrable })(
      prototype,
      property,
    );
    JoinColumn([
      { name: 'organization_id', referencedColumnName: 'organization_id' },
      { name, referencedColumnName: 'id' },
    ])(prototype, property);
    if (unindexed) Reflect.defineMetadata(UNINDEXED, unindexed, prototype, property);
    else Index(['organization_id', name, ...(listed ? ['id'] : [])])(prototype.constructor);
  };
}

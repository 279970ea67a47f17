import {
  Column,
  ColumnOptions,
  CreateDateColumn,
  DeleteDateColumn,
  getMetadataArgsStorage,
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

/** The class of an entity, as `Db` takes it. */
export type RowClass<E extends Row = Row> = new () => E;

/**
 * The columns of every table of an organization. The primary key starts with the organization, so that the rows of a
 * tenant are stored together and foreign keys cannot cross organizations. Extend this class for rows that always refer
 * to another row of the organization: a foreign key to the organization would only cost a check at each write.
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

/** A row with a foreign key to its organization. */
export abstract class Row extends LooseRow {
  @ManyToOne(() => Organization)
  @JoinColumn({ name: 'organization_id' })
  override organization: Relation<Organization>;
}

/** The value of a numeric column: text such as `21580.000000`, because a JavaScript number would lose digits. */
export type Numeric = `${number}`;

/** The type of a property without a column: computed for answers, or taken by requests only. */
export type NoColumn = { readonly __noColumn: never };

/** The properties of an entity that are columns, neither relations nor computed. */
export type ColumnOf<E extends Row> = {
  [P in keyof E]: NonNullable<E[P]> extends Row | Row[] | Organization | NoColumn ? never : P;
}[keyof E] &
  string;

/** The name of a column; any string for a class that is only known at runtime. */
export type ColumnName<E extends Row> = Row extends E ? string : ColumnOf<E>;

/** A row as it is read: its columns, without relations. */
export type Columns<E extends Row> = { [P in ColumnOf<E>]: E[P] };

/**
 * The value to write to a column: also a number for an exact decimal, ISO text for an instant, and null for the
 * default.
 */
type Written<T> =
  | T
  | (T extends Numeric ? number : never)
  | (T extends Date ? string : never)
  | (T extends boolean | string[] ? null : never);

/** Columns to write. */
export type Values<E extends Row> = { [P in ColumnOf<E>]?: Written<E[P]> };

type Options = Omit<ColumnOptions, 'type' | 'nullable'> & { required?: boolean };

/**
 * The decorator of a column that holds `T`. It compiles only on a property of that type, which includes null unless the
 * column is required.
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

/** Text of any length. The request field limits it. */
export const Text = <const O extends Options = object>(options?: O): ColumnDecorator<string, O> =>
  column('text', options);
/** A list of texts, never null. */
export const Texts = (): ColumnDecorator<string[]> =>
  column('text', { array: true, required: true, default: '{}' });
export const Integer = <const O extends Options = object>(options?: O): ColumnDecorator<number, O> =>
  column('integer', options);
/** A word or a whole number of a list, which a CHECK enforces. */
export function OneOf<T extends string | number, const O extends Options = object>(
  values: readonly T[],
  options?: O,
): ColumnDecorator<T extends string ? string : number, O> {
  return (prototype: object, property: string) => {
    column(typeof values[0] === 'string' ? 'text' : 'integer', options)(prototype, property);
    Listed(values)(prototype, property);
  };
}
/** An id without a foreign key. */
export const BigInteger = <const O extends Options = object>(options?: O): ColumnDecorator<number, O> =>
  column('bigint', options);
/** An exact decimal with six places, such as a weight, dimension or amount; never NaN. */
export const Decimal = <const O extends Options = object>(options?: O): ColumnDecorator<Numeric, O> =>
  column('numeric', { precision: 18, scale: 6, ...options });
/** A flag, never null. */
export const Flag = (initially = false): ColumnDecorator<boolean> =>
  column('boolean', { required: true, default: initially });
/** An instant to the millisecond, the precision of a JavaScript Date. */
export const Time = <const O extends Options = object>(options?: O): ColumnDecorator<Date, O> =>
  column('timestamptz', { precision: 3, ...options });
/**
 * The instant by whose month the rows of a table are kept apart (`database/months.ts`), which its primary key has to name.
 * It is before the column that it overrides, because TypeORM takes the first one of a name.
 */
export const MonthKey = (): ColumnDecorator<Date> => (prototype: object, property: string) => {
  const { columns } = getMetadataArgsStorage();
  const of = columns.findIndex(
    ({ propertyName, target }) =>
      propertyName === property && typeof target === 'function' && prototype instanceof target,
  );
  const overridden = columns[of];
  columns.splice(overridden ? of : columns.length, 0, {
    target: prototype.constructor,
    propertyName: property,
    mode: overridden?.mode ?? 'regular',
    options: { type: 'timestamptz', precision: 3, ...overridden?.options, primary: true },
  });
};
/** The time of a soft deletion. `Db` no longer finds the row, but rows that refer to it still show it. */
export const DeletionTime = (): ColumnDecorator<Date, object> =>
  DeleteDateColumn({ type: 'timestamptz', precision: 3 });
/** A calendar date, read as `YYYY-MM-DD`. */
export const CalendarDate = <const O extends Options = object>(options?: O): ColumnDecorator<string, O> =>
  column('date', options);
export const JsonColumn = <const O extends Options = object>(options?: O): ColumnDecorator<object, O> =>
  column('jsonb', options);
const PERSONAL = Symbol('personal');

/** Where a personal column is shown beside the record. */
interface PersonalOptions {
  /** Events tell it, unless the organization shows personal data only where it is needed. */
  told?: true;
  /** It is shown wherever the record is, whatever the organization's `personal_data` says: the record is known by it. */
  stays?: true;
}

/** Property decorator: personal data. The record shows the column, its events do not unless it is `told`. */
export const Personal =
  (options: PersonalOptions = {}): PropertyDecorator =>
  (prototype, property) =>
    Reflect.defineMetadata(PERSONAL, options, prototype, property);

const personal = (entity: RowClass, column: string) =>
  Reflect.getMetadata(PERSONAL, entity.prototype as object, column) as PersonalOptions | undefined;

/** Whether a column of the entity is personal, and in no event. */
export function isUntold(entity: RowClass, column: string): boolean {
  const options = personal(entity, column);
  return options !== undefined && !options.told;
}

/** Whether a column of the entity is shown to those who need it only, where the organization says so. */
export function isForNeed(entity: RowClass, column: string): boolean {
  const options = personal(entity, column);
  return options !== undefined && !options.stays;
}

/** Whether the rows of an entity are people. */
export const isPerson = (entity: RowClass): boolean =>
  ['firstname', 'lastname'].some((name) => personal(entity, name) !== undefined);

/** The values of the flex fields, by canonical name. */
export const FlexValues = (): ColumnDecorator<Record<string, unknown>> =>
  column('jsonb', { required: true, default: {} });

type ReferenceOptions = {
  required?: boolean;
  onDelete?: 'CASCADE';
  listed?: true;
  unindexed?: string;
  /** Whether many rows have none: the index leaves these out. */
  sparse?: true;
  /** Whether the column is part of the primary key, behind the organization. */
  primary?: true;
  /** Defers the foreign key to the end of the transaction, so that the other record may be written later in it. */
  deferred?: true;
};

/** The decorator of a relation `x` with its column `x_id`. Both may be null unless required. */
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

/** The metadata key for the reason why a reference has no index. */
export const UNINDEXED = Symbol('unindexed');

/**
 * A reference to a row of the same organization: the relation `x`, its column `x_id` with an index, and a foreign key
 * that starts with the organization. Write to the column, never to the relation.
 *
 * A part names its whole as a string, so that their files do not import each other in a circle. So does a lower domain
 * that refers to a higher one.
 *
 * The index serves the foreign key check when the other record is deleted. `listed` adds the id to it, for lists that
 * are filtered by the reference. `sparse` leaves rows without the other record out of it, which cost each version of such a
 * row an entry that nobody looks for (decision 829). `unindexed` replaces it by a reason: another index starts with the column, or the
 * other record is never deleted; `pk` is the primary key of its table.
 */
export function BelongsTo<const O extends ReferenceOptions = object>(
  target: string | (() => RowClass),
  options?: O,
): ReferenceDecorator<O> {
  const {
    required = false,
    primary,
    onDelete,
    listed,
    unindexed,
    sparse,
    deferred,
  }: ReferenceOptions = options ?? {};
  return (prototype: object, property: string) => {
    const name = `${property}_id`;
    column('bigint', { required, primary })(prototype, name);
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
    else
      Index(['organization_id', name, ...(listed ? ['id'] : [])], {
        ...(sparse && { where: `${name} IS NOT NULL` }),
      })(prototype.constructor);
  };
}

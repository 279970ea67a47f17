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
import { Organization } from '../tenancy/organization.entity';

/** A class of rows, as `Db` takes it. */
export type RowClass<E extends Row = Row> = new () => E;

/**
 * What every table of an organization starts with. The primary key begins with the organization, so that a
 * tenant's rows lie together and a reference can only name a row of the same organization.
 */
export abstract class Row {
  @PrimaryColumn({ type: 'bigint' })
  organization_id: number;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;

  @ManyToOne(() => Organization)
  @JoinColumn({ name: 'organization_id' })
  organization: Relation<Organization>;
}

type Options = Omit<ColumnOptions, 'type' | 'nullable'> & { required?: boolean };

function column(type: ColumnOptions['type'], { required = false, ...options }: Options): PropertyDecorator {
  return Column({ ...options, type: type!, nullable: !required } as ColumnOptions);
}

/** Text of any length; the request field says how long it may be. */
export const Text = (options: Options = {}) => column('text', options);
/** A list of texts, never null. */
export const Texts = () => column('text', { array: true, required: true, default: '{}' });
export const Integer = (options: Options = {}) => column('integer', options);
/** An id that no foreign key guards. */
export const BigInteger = (options: Options = {}) => column('bigint', options);
/** A weight, dimension or the like: exact to six decimals, never NaN. */
export const Decimal = (options: Options = {}) => column('numeric', { precision: 18, scale: 6, ...options });
/** A flag is never null. */
export const Flag = (initially = false) => column('boolean', { required: true, default: initially });
/** An instant, exact to the millisecond, since that is what a JavaScript date can hold. */
export const Time = (options: Options = {}) => column('timestamptz', { precision: 3, ...options });
/** When a row was deleted softly: `Db` no longer finds it, while rows that refer to it keep showing it. */
export const DeletionTime = () => DeleteDateColumn({ type: 'timestamptz', precision: 3 });
/** A calendar date, read as `YYYY-MM-DD`. */
export const CalendarDate = (options: Options = {}) => column('date', options);
export const JsonColumn = (options: Options = {}) => column('jsonb', options);
/** The values of a record's flex fields, by canonical name. */
export const FlexValues = () => column('jsonb', { required: true, default: {} });

/**
 * A reference to a row of the same organization: the relation `x`, the column `x_id` beside it with its
 * index, and a foreign key that begins with the organization. Write the column, never the relation. A part
 * names its whole as a string, so that their files do not import each other in a circle.
 */
export function BelongsTo(
  target: string | (() => RowClass),
  options: { required?: boolean; onDelete?: 'CASCADE'; indexed?: boolean } = {},
): PropertyDecorator {
  return (prototype, property) => {
    const name = `${String(property)}_id`;
    column('bigint', { required: options.required })(prototype, name);
    ManyToOne(target, { nullable: !options.required, onDelete: options.onDelete ?? 'NO ACTION' })(
      prototype,
      property,
    );
    JoinColumn([
      { name: 'organization_id', referencedColumnName: 'organization_id' },
      { name, referencedColumnName: 'id' },
    ])(prototype, property);
    if (options.indexed ?? true) Index(['organization_id', name])(prototype.constructor);
  };
}

import { humanize } from '../errors/constraints';
import { COMMON } from '../errors/codes';
import { Conflict, Failure, Invalid, naming, Refusal, Refused, together } from '../errors/errors';
import { subjectTypeOf } from '../recording/subject';
import type { ColumnOf, Columns, Row, Values } from '../schema/columns';
import type { Lookup } from './lookups';

/** Why a record is not written: the field to correct, and what whoever sent it is told. */
export interface RowRefusal {
  field: string;
  /** What is said beside the name of the field. */
  reason: string;
  failure: Failure;
}

/** A record that a row refers to, until its id is found. */
export interface Wanted {
  field: string;
  lookup: Lookup;
  named: unknown;
  key: string;
  /** What a sentence calls the record; the name of the field unless given. */
  what?: string;
  /** Puts the id, and whatever goes with it, into the columns. */
  take: (id: number) => void;
  /** An unknown key is as good as none. */
  optional?: boolean;
}

/** What a record wants that refers to these already, which may have been deleted since. */
export function keeping(wanted: Wanted, current: number[]): Wanted {
  const { lookup, key } = wanted;
  return { ...wanted, key: lookup.keeping?.(key, current) ?? key };
}

/** A row as it is stored. */
export type Stored = { id: number } & Record<string, unknown>;

/** One record on its way into the database: what a request or a line of a file says, and what that comes to. */
export class WriteRow {
  /** Known once the row is written, or from the beginning when a request updates it. */
  id: number | undefined;
  /** The record as it is stored, locked; null for a new one. */
  before: Stored | null = null;
  columns: Record<string, unknown> = {};
  /** What goes into other tables, by field. */
  parts: Record<string, unknown> = {};
  wanted: Wanted[] = [];
  /** What a file may tell later: references to records of the same kind. */
  deferred: Wanted[] = [];
  /** The column of a key that was made at random, and what makes another one where it is taken. */
  made: { column: string; make: () => string } | undefined;
  /** Not written, since what it refers to was refused: one mistake is reported once. */
  leftOut = false;
  /** Not written, since all that it says is stored already. */
  isKnown = false;
  /** Where a request has a field: `purposes.0.cargo.weight`. */
  path = (field: string) => field;

  constructor(
    public values: Record<string, unknown>,
    readonly refusals: RowRefusal[] = [],
  ) {}

  /** What was said, with the types of the request class. */
  said<T extends object>(): Partial<T> {
    return this.values as Partial<T>;
  }

  set(column: string, value: unknown): void {
    this.columns[column] = value;
  }

  /** The column as it will be: what is written, or else what is stored. */
  after(column: string): unknown {
    return this.columns[column] === undefined ? this.before?.[column] : this.columns[column];
  }

  /** @param options `current` is what the record refers to so far, where a request names it again */
  want(
    field: string,
    lookup: Lookup,
    named: unknown,
    take: Wanted['take'],
    { current, ...options }: Pick<Wanted, 'what' | 'optional'> & { current?: number | null } = {},
  ): void {
    const wanted = { field, lookup, named, key: lookup.keyOf(named), take, ...options };
    this.wanted.push(current ? keeping(wanted, [current]) : wanted);
  }

  /** What is said is not understood: a field is missing, or contradicts another one. */
  invalid(field: string, reason: string): void {
    const path = this.path(field);
    this.refusals.push({ field: path, reason, failure: new Invalid({ [path]: [reason] }) });
  }

  /** A rule refuses it, with a whole sentence; `reason` is what goes beside the name of the field, where that is less. */
  refuse(field: string, refusal: Refusal & { reason?: string }): void {
    const path = this.path(field);
    const { reason = refusal.sentence } = refusal;
    this.refusals.push({ field: path, reason, failure: new Refused({ ...refusal, field: path }) });
  }

  /** A rule refuses the whole record, whatever is said of it. */
  refuseAll(refusal: Refusal): void {
    this.refusals.push({ field: 'line', reason: refusal.sentence, failure: new Refused(refusal) });
  }

  /** The state of the stored record does not allow it. */
  conflict(field: string, refusal: Refusal): void {
    this.refusals.push({ field: this.path(field), reason: refusal.sentence, failure: new Conflict(refusal) });
  }

  unknown({
    field,
    lookup,
    named,
    key,
    what = lookup.what ?? humanize(field.replace(/_id$/, '')),
  }: Wanted): void {
    const reason = lookup.unknown(key, named);
    const type = subjectTypeOf(lookup.kind);
    const known =
      typeof named === 'string' || typeof named === 'number' ? named : (lookup.known?.(key) ?? key);
    const records = type ? naming(type, known) : [];
    this.refuse(field, { code: COMMON.unknown_reference, sentence: `${what} ${reason}.`, reason, records });
  }

  leaveOut(): void {
    this.leftOut = true;
  }

  get isGood(): boolean {
    return !this.refusals.length && !this.leftOut && !this.isKnown;
  }

  /** What a request is answered that is refused: the first reason, and beside it those of the other fields. */
  get failure(): Failure | undefined {
    return together(this.refusals.map(({ failure }) => failure));
  }
}

/** A row of a model, with the types of its entity: what its rules see. */
export type RowOf<E extends Row> = Omit<WriteRow, 'before' | 'columns' | 'after'> & {
  readonly before: Columns<E> | null;
  readonly columns: Values<E>;
  after<K extends ColumnOf<E>>(column: K): Values<E>[K] | undefined;
};

export function good<R extends WriteRow>(rows: R[]): R[] {
  return rows.filter((row) => row.isGood);
}

import { humanize } from '../errors/humanize';
import { COMMON } from '../errors/codes';
import { Conflict, Failure, Invalid, naming, Refusal, Refused, together } from '../errors/errors';
import { SAYS } from '../errors/sentences';
import { nameOf, type Text } from '../languages/sentence';
import { subjectTypeOf } from '../recording/subject';
import type { ColumnOf, Columns, Row, Values } from '../schema/columns';
import type { Lookup } from './lookups';

/** Why a row is not written: the field to correct, and the failure for the client. */
export interface RowRefusal {
  field: string;
  /** The reason without the name of the field. */
  reason: string;
  failure: Failure;
}

/** A reference of a row whose id is not resolved yet. */
export interface Wanted {
  field: string;
  lookup: Lookup;
  named: unknown;
  key: string;
  /** The name of the record in a refusal; the name of the field by default. */
  what?: string;
  /** Receives the id, and puts it into the columns. */
  take: (id: number) => void;
  /** Ignores an unknown key instead of refusing it. */
  optional?: boolean;
}

/** The reference for a row that already refers to the records `current`, which may have been deleted since. */
export function keeping(wanted: Wanted, current: number[]): Wanted {
  const { lookup, key } = wanted;
  return { ...wanted, key: lookup.keeping?.(key, current) ?? key };
}

export type Stored = { id: number } & Record<string, unknown>;

/** A record that is being written: the values of a request or of a line in a file, and the columns made of them. */
export class WriteRow {
  /** Set when the row is written; from the beginning when a request updates it. */
  id: number | undefined;
  /** The stored record, locked; null for a new one. */
  before: Stored | null = null;
  columns: Record<string, unknown> = {};
  /** Values for other tables, by field. */
  parts: Record<string, unknown> = {};
  wanted: Wanted[] = [];
  /** References to the row's own kind, which a later line of the file may define. */
  deferred: Wanted[] = [];
  /** The column of a random key, and the function that makes another key when it is taken. */
  made: { column: string; make: () => string } | undefined;
  /** Not written, because a record that it refers to was refused. The mistake is reported only once. */
  leftOut = false;
  /** Not written, because the stored record has the same values already. */
  isKnown = false;
  /** Maps the name of a field to its path in the request: `purposes.0.cargo.weight`. */
  path = (field: string) => field;

  constructor(
    public values: Record<string, unknown>,
    readonly refusals: RowRefusal[] = [],
  ) {}

  /** The values that were sent, typed as the request class. */
  said<T extends object>(): Partial<T> {
    return this.values as Partial<T>;
  }

  set(column: string, value: unknown): void {
    this.columns[column] = value;
  }

  /** The value of the column after the write: the new one, else the stored one. */
  after(column: string): unknown {
    return this.columns[column] === undefined ? this.before?.[column] : this.columns[column];
  }

  /**
   * Adds a reference to resolve.
   * @param options `current` is the id that the stored record refers to
   */
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

  /** Adds an Invalid refusal, such as a missing field or one that contradicts another. */
  invalid(field: string, reason: string): void {
    const path = this.path(field);
    this.refusals.push({ field: path, reason, failure: new Invalid({ [path]: [reason] }) });
  }

  /** Adds a refusal by a rule. `reason` goes beside the name of the field; the whole sentence by default. */
  refuse(field: string, refusal: Refusal & { reason?: string; status?: number }): void {
    const path = this.path(field);
    const { reason = String(refusal.sentence) } = refusal;
    this.refusals.push({ field: path, reason, failure: new Refused({ ...refusal, field: path }) });
  }

  /** Adds a refusal by a rule of the whole record. */
  refuseAll(refusal: Refusal): void {
    this.refusals.push({ field: 'line', reason: String(refusal.sentence), failure: new Refused(refusal) });
  }

  /** Adds a conflict with the state of the stored record. */
  conflict(field: string, refusal: Refusal): void {
    const reason = String(refusal.sentence);
    this.refusals.push({ field: this.path(field), reason, failure: new Conflict(refusal) });
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
    this.refuse(field, {
      code: COMMON.unknown_reference,
      sentence: unknownBy(what, reason),
      reason,
      records,
    });
  }

  leaveOut(): void {
    this.leftOut = true;
  }

  get isGood(): boolean {
    return !this.refusals.length && !this.leftOut && !this.isKnown;
  }

  /** The failure to answer a request with: the first reason, with the reasons of the other fields. */
  get failure(): Failure | undefined {
    return together(this.refusals.map(({ failure }) => failure));
  }
}

/** `Truck 'X' is unknown.`, or `Truck id '7' is unknown.` */
function unknownBy(what: string, reason: string): Text {
  const [, id = '', key] = /^(id )?'([^]*)' is unknown$/.exec(reason) ?? [];
  if (key === undefined) return `${what} ${reason}.`;
  return SAYS.unknown_reference({ what: nameOf(`${what} ${id}`.trim()), key });
}

/** A row with the column types of its entity, as rules see it. */
export type RowOf<E extends Row> = Omit<WriteRow, 'before' | 'columns' | 'after'> & {
  readonly before: Columns<E> | null;
  readonly columns: Values<E>;
  after<K extends ColumnOf<E>>(column: K): Values<E>[K] | undefined;
};

export function good<R extends WriteRow>(rows: R[]): R[] {
  return rows.filter((row) => row.isGood);
}

import type { Db } from '../../common/database/db';
import { type Failure } from '../../common/errors/errors';
import { type Fault, fault, type Place } from '../edifact/fault';
import type { Columns } from '../../common/schema/columns';
import type { EdiFlow } from '../partners/edi-flow.kind';
import type { EdiMessage, KEY_TYPES } from '../interchanges/edi-message.entity';
import type { Partner } from '../partners/senders';
import type { Findings } from './reading/findings';
import type { Document } from './standing';

/** The most faults of a kind that are kept with a message. */
const MOST_FAULTS = 200;

/** The kinds of record that messages change. */
const CHANGED = [
  'bookings',
  'booking_releases',
  'container_releases',
  'load_list_items',
  'discharge_list_items',
  'containers',
  'cells',
] as const;
export type Changed = (typeof CHANGED)[number];
/** What is done to a record. */
const DEEDS = ['created', 'updated', 'unchanged', 'removed', 'left'] as const;
export type Deed = (typeof DEEDS)[number];
export type Changes = Record<Changed, Record<Deed, number>>;

/** A record that a message made, changed, or left as it was. */
export interface Touched {
  segment: number | null;
  type: string;
  record_id: number | null;
  key: string | null;
  did: Deed;
}

/** Faults of a kind: the first ones, and how many there are. */
class Faults {
  readonly kept: Fault[] = [];
  count = 0;

  add(...faults: Fault[]): void {
    this.count += faults.length;
    for (const each of faults) if (this.kept.length < MOST_FAULTS) this.kept.push(each);
  }
}

/** The x, and what came of it so far. */
export class Attempt {
  readonly errors = new Faults();
  readonly warnings = new Faults();
  readonly changes = Object.fromEntries(
    CHANGED.map((kind) => [kind, Object.fromEntries(DEEDS.map((deed) => [deed, 0]))]),
  ) as Changes;
  readonly touched: Touched[] = [];
  /** The bookings and containers that the message names. */
  readonly keys: { type: (typeof KEY_TYPES)[number]; key: string }[] = [];
  /** What the message says of itself, as it is kept with it. */
  readonly head: Partial<
    Pick<
      EdiMessage,
      | 'document_number'
      | 'function'
      | 'document_date'
      | 'subject'
      | 'voyage_id'
      | 'shipping_line_id'
      | 'containers_count'
      | 'flow_id'
      | 'quantity'
    >
  > = {};
  /** The document in whose place this one stands, or that it takes back. */
  stood: Document | undefined;
  /** Whether what stood is taken back in whole. */
  cancels = false;
  flow: Columns<EdiFlow> | undefined;

  constructor(
    readonly db: Db,
    readonly message: Columns<EdiMessage>,
    readonly partner: Partner,
    /** The date of the interchange, for a document that has none. */
    readonly prepared_at: Date | null,
    /** Whether messages of the interchange are only tried when they come. */
    readonly dry_run: boolean,
  ) {}

  /** Takes over what a reader found. */
  found({ errors, errors_count, warnings, warnings_count }: Findings): void {
    this.errors.add(...errors);
    this.errors.count += errors_count - errors.length;
    this.warnings.add(...warnings);
    this.warnings.count += warnings_count - warnings.length;
  }

  refuse(code: string, sentence: string, place?: Place, container: string | null = null): void {
    this.errors.add({ ...fault(code, sentence, place), container });
  }

  warn(code: string, sentence: string, place?: Place, container: string | null = null): void {
    this.warnings.add({ ...fault(code, sentence, place), container });
  }

  /** Takes over why a rule of a request refuses what a segment says. */
  refuseBy(failure: Failure, place?: Place, container: string | null = null): void {
    for (const each of failure.parts.length ? failure.parts : [failure])
      this.refuse(each.code, each.message, place, container);
  }

  /** Counts what was done to a record, and notes it with the segment that says so. */
  did(deed: Deed, kind: Changed, touched: Omit<Touched, 'did'>): void {
    this.changes[kind][deed]++;
    if (deed !== 'unchanged') this.touched.push({ ...touched, did: deed });
  }

  /** Whether the message is refused by what is known so far. */
  get isRefused(): boolean {
    return this.errors.count > 0;
  }
}

/** Ends the transaction of an application that is refused, or only tried. */
export class TakenBack extends Error {}

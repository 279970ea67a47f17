import type { Json, JsonParts } from '../json';
import type { Cursor, Order } from './order';

/** The maximum that a list counts exactly (decision 18). */
export const COUNT_LIMIT = 10_000;

/** The page that a client requests, numbered from 1, or from the end (`last` is 0, `last-1` is 1, …). */
export interface PageRequest {
  number?: number;
  /** The page starts after the record of the cursor, wherever that is by now. */
  after?: Cursor | undefined;
  /** The column that the list is ordered by; by ids without one. */
  order?: Order | undefined;
  fromEnd?: number;
  per: number;
  /** Whether the newest record comes first. */
  newest?: boolean;
  /** Selects records that changed at this time or later, as ISO 8601 in UTC. */
  updatedSince?: string | undefined;
  /** Whether the request says which page, or how large one is. */
  isPage: boolean;
  /** The name of the parameter for `per` in this list. */
  parameter: 'per' | 'per_page';
}

/** The most rows of a file (decision 387). */
export const FILE_ROWS = 100_000;

/** A page of a list, with the data for its links. */
export interface Page {
  /** The JSON array of the page's records. */
  rows: Json;
  request: PageRequest;
  /** The number of matching records, counted somewhat beyond COUNT_LIMIT. */
  total: number;
  hasNext: boolean;
  hasPrevious: boolean;
  /** The cursor of the last record; null when the page is empty. */
  last: Cursor | null;
  /** All matching records, up to FILE_ROWS, in place of `rows`: for a request that asks for a file. */
  file?: JsonParts;
  /** Further members of the answer, beside the list. */
  beside?: Record<string, Json> | undefined;
}

/** The number of matching records for `X-Total-Count`: exact to COUNT_LIMIT (decision 250). */
export function totalText(total: number): string {
  return total > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(total);
}

/** `totalText` of a file, whose records are chosen before it is sent: exact to FILE_ROWS. */
export function fileTotal({ total, hasNext }: Page): string {
  return hasNext ? `${FILE_ROWS}+` : String(total);
}

/** A part of an append-only list, as a bare array. */
export interface ArrayPart {
  items: unknown[];
  /** The cursors of this part and of the next one. */
  current: string;
  next: string;
}

/** A part of an append-only list. */
export interface Feed {
  /** The JSON array of its records. */
  rows: Json;
  /** The cursor: the next part starts after this id. */
  after: number;
  /** The maximum number of records in a part. */
  per: number;
}

import type { Json } from '../json';

/** The most records that a list counts exactly (decision 18). */
export const COUNT_LIMIT = 10_000;

/** Which page a client asks for: counted from 1, or from the end (`last` is 0, `last-1` is 1, …). */
export interface PageRequest {
  number?: number;
  /** Where a numbered page begins: behind the record with this id, wherever that is by now. */
  after?: number | undefined;
  fromEnd?: number;
  per: number;
  /** What this list calls `per`. */
  parameter: 'per' | 'per_page';
}

/** One page of a list, and what its links need to know. */
export interface Page {
  /** The JSON array of the page's records. */
  rows: Json;
  request: PageRequest;
  /** The records that match, counted up to COUNT_LIMIT + 1. */
  total: number;
  hasNext: boolean;
  hasPrevious: boolean;
  /** The id of the last record; null when there is none. */
  lastId: number | null;
  /** Further members of the answer, beside the list. */
  beside?: Record<string, Json> | undefined;
}

/** A part of a list that only grows. */
export interface Feed {
  /** The JSON array of its records. */
  rows: Json;
  /** Behind which id the next part begins. */
  after: number;
}

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
  /** Whether the list begins with the record that was made last. */
  newest?: boolean;
  /** Only records that changed at this time or later, as ISO 8601 in UTC. */
  updatedSince?: string | undefined;
  /** What this list calls `per`. */
  parameter: 'per' | 'per_page';
}

/** One page of a list, and what its links need to know. */
export interface Page {
  /** The JSON array of the page's records. */
  rows: Json;
  request: PageRequest;
  /** The records that match, counted a little beyond COUNT_LIMIT. */
  total: number;
  hasNext: boolean;
  hasPrevious: boolean;
  /** The id of the last record; null when there is none. */
  lastId: number | null;
  /** Further members of the answer, beside the list. */
  beside?: Record<string, Json> | undefined;
}

/** How many records match, as `X-Total-Count` says it: exact to COUNT_LIMIT (decision 250). */
export function totalText(total: number): string {
  return total > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(total);
}

/** A part of a list that only grows. */
export interface Feed {
  /** The JSON array of its records. */
  rows: Json;
  /** Behind which id the next part begins. */
  after: number;
  /** How many records a part has at most. */
  per: number;
}

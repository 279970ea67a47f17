/** A whole number of 32 bits in the API document: what a column of type integer keeps, and what is computed of one. */
export const INTEGER = { type: 'integer', format: 'int32' } as const;

/** One of 64 bits: ids, places in the feed, and sums. */
export const BIG_INTEGER = { type: 'integer', format: 'int64' } as const;

/** The id of a record, as a request may name it. */
export const ID = { ...BIG_INTEGER, minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

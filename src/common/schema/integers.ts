/** The schema of a 32-bit integer in the API document: columns of type integer, and values computed from them. */
export const INTEGER = { type: 'integer', format: 'int32' } as const;

/** The schema of a 64-bit integer: ids, positions in the feed, and sums. */
export const BIG_INTEGER = { type: 'integer', format: 'int64' } as const;

/** The schema of the id of a record in a request. */
export const ID = { ...BIG_INTEGER, minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** The statuses of a nomination that holds, or was passed on to others. */
export const STANDING = ['active', 'passed_on'] as const;

/** SQL: the condition that a nomination has one of them. Partial indexes have the same. */
export const STANDS = `status IN ('${STANDING.join("', '")}')`;

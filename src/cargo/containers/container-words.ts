export const CONTAINER_STATUSES = ['full', 'empty'] as const;
export const CONTAINER_USAGES = ['export', 'import', 'unknown'] as const;
/** In what state a container is. */
export const CONDITIONS = ['sound', 'damaged'] as const;

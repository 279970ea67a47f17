import { raw } from 'sql-template-tag';

/** SQL: when the container `c` was moved last; null before its first movement. */
export const LAST_MOVED_AT = raw(`(SELECT max(m.moved_at) FROM container_movements m
  WHERE m.organization_id = c.organization_id AND m.container_id = c.id)`);

import type { IncomingHttpHeaders } from 'node:http';
import { acceptedOf } from '../http/accept';
import { hasTag } from '../http/etag';

/** Whether `If-None-Match` names the version that would be answered. */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined && hasTag(header.replaceAll('W/', ''), tag);

/** Whether `Accept` names WebP. `image/*` does not, because every client sends it. */
export const acceptsWebp = (header = ''): boolean =>
  header
    .toLowerCase()
    .split(',')
    .map(acceptedOf)
    .some(({ type, weight }) => type === 'image/webp' && weight > 0);

/**
 * The bytes that a request asks for, first and last (RFC 9110, 14.2). One range alone is heeded; without one that the file has,
 * all bytes are answered.
 */
export function rangeOf(
  { range = '', 'if-range': version }: IncomingHttpHeaders,
  bytes: number,
  tag: string,
): [start: number, end: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if ((!first && !last) || (version !== undefined && version !== tag)) return undefined;
  const start = first ? Number(first) : Math.max(0, bytes - Number(last));
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  return start <= end ? [start, end] : undefined;
}

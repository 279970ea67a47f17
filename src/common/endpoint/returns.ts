import type { Type } from '@nestjs/common';

/** The shape of a body that is one record. */
export type ReturnsOne = ({ kind: 'wrapped'; key: string } | { kind: 'bare' }) & {
  view: Type;
  /** The field that runs with the clock, such as the time that a truck is inside: it makes no new version. */
  running?: string | undefined;
};

/** The shape of an endpoint's successful body; made by the functions below. */
export type Returns =
  | ReturnsOne
  | { kind: 'list'; key: string; view: Type }
  | {
      kind: 'page';
      key: string;
      view: Type;
      previous: string;
      next: string;
      beside: Record<string, Type>;
      whole?: boolean;
    }
  | { kind: 'feed'; key: string; view: Type }
  | { kind: 'stream' }
  | { kind: 'message' };

/** Whether a body of this shape is one record. */
export function isOne(returns: Returns): returns is ReturnsOne {
  return returns.kind === 'wrapped' || returns.kind === 'bare';
}

/** `{<key>: {…}}` */
export const one = (key: string, view: Type, running?: string): Returns => ({
  kind: 'wrapped',
  key,
  view,
  running,
});

/** The object itself, without a wrapper. */
export const bare = (view: Type, running?: string): Returns => ({ kind: 'bare', view, running });

/** `{<key>: [{…}]}`: a whole list, without pages. */
export const list = (key: string, view: Type): Returns => ({ kind: 'list', key, view });

/** `{<key>: [{…}], actions: {next}}`: a part of a list that only grows; `next` is always there. */
export const feed = (key: string, view: Type): Returns => ({ kind: 'feed', key, view });

/** Events as they happen, which the handler sends itself (`text/event-stream`). */
export const stream = (): Returns => ({ kind: 'stream' });

/** `{message}` */
export const message = (): Returns => ({ kind: 'message' });

/**
 * `{<key>: [{…}], actions}`; `beside` adds further keys, and `previous` and `next` rename those links where
 * clients know them by another name. A `whole` list is answered whole, without `actions`, unless a page is
 * asked for.
 */
export function page(
  key: string,
  view: Type,
  options: { previous?: string; next?: string; beside?: Record<string, Type>; whole?: boolean } = {},
): Returns {
  return { kind: 'page', key, view, previous: 'previous', next: 'next', beside: {}, ...options };
}

import type { Type } from '@nestjs/common';

/** The shape of a body with one record. */
export type ReturnsOne = ({ kind: 'wrapped'; key: string } | { kind: 'bare' }) & {
  view: Type;
  /** A field that changes with the clock, such as the time that a truck is inside. It does not change the ETag. */
  running?: string | undefined;
};

/** The shape of a successful body, made by the functions below. */
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
      /** The most records of a page, where it is not 100. */
      most?: number;
      /** The list of a record whose members have a row each in a file; unless named, each record has one row. */
      rows?: string;
    }
  | { kind: 'feed'; key: string; view: Type }
  | { kind: 'array'; view: Type }
  | { kind: 'stream' }
  | { kind: 'file'; types: readonly string[] }
  | { kind: 'message' };

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

/** `{<key>: [{…}], actions: {next}}`: a part of an append-only list; `next` is always present. */
export const feed = (key: string, view: Type): Returns => ({ kind: 'feed', key, view });

/** `[{…}]`: a part of an append-only list without a wrapper; the headers `Current-Page` and `Next-Page` are links. */
export const array = (view: Type): Returns => ({ kind: 'array', view });

/** Server-sent events (`text/event-stream`); the handler sends the answer itself. */
export const stream = (): Returns => ({ kind: 'stream' });

/** A file of a media type, such as `application/pdf`, or of one of several; the handler returns a `FileAnswer`. */
export const file = (...types: string[]): Returns => ({ kind: 'file', types });

/** `{message}` */
export const message = (): Returns => ({ kind: 'message' });

/**
 * `{<key>: [{…}], actions}`: a page. `beside` adds further keys. `previous` and `next` rename those links when clients
 * know them by other names. A `whole` list has no pages and no `actions` unless the request asks for a page.
 */
export function page(
  key: string,
  view: Type,
  options: {
    previous?: string;
    next?: string;
    beside?: Record<string, Type>;
    whole?: boolean;
    most?: number;
    rows?: string;
  } = {},
): Returns {
  return { kind: 'page', key, view, previous: 'previous', next: 'next', beside: {}, ...options };
}

import type { operations } from './schema.js';
import type { CallOptions } from './sender.js';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** The body of an operation's success. */
export type Answer<Op extends keyof operations> = operations[Op] extends { responses: infer R }
  ? Json<R[keyof R & (200 | 201)]>
  : never;

type BodyOf<Op extends keyof operations> = operations[Op] extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : never;
type QueryOf<Op extends keyof operations> = operations[Op] extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;
type PathOf<Op extends keyof operations> = operations[Op] extends { parameters: { path: infer Path } }
  ? Path
  : object;

/** What an operation takes beside its path: a body, else a query. */
export type Input<Op extends keyof operations> = [BodyOf<Op>] extends [never] ? QueryOf<Op> : BodyOf<Op>;

type Rest<T> = [T] extends [never] ? [] : object extends T ? [input?: T] : [input: T];
/** A name in a path, for which its number does as well: an invoice goes by its id, a container by id or number. */
type Name<T> = string extends T ? string | number : T;
type Names<Op extends keyof operations, Path extends string[]> = {
  [N in keyof Path]: Name<PathOf<Op>[Path[N] & keyof PathOf<Op>]>;
};
type Arguments<Op extends keyof operations, Path extends string[]> = [
  ...names: Names<Op, Path>,
  ...input: Rest<Input<Op>>,
  options?: CallOptions,
];

/** Asks for one answer: the parameters of the path, the body or query, and options. */
export type Call<Op extends keyof operations, Path extends string[]> = (
  ...args: Arguments<Op, Path>
) => Promise<Answer<Op>>;

/** Sends bytes as they are, with a query. */
export type Upload<Op extends keyof operations> = (
  bytes: string | Uint8Array<ArrayBuffer>,
  query?: QueryOf<Op>,
  options?: CallOptions,
) => Promise<Answer<Op>>;

/** A list: awaited it is one page, and `for await` walks over the records of all that follow. */
export interface Pages<Body, Item> extends Promise<Body>, AsyncIterable<Item> {}

/** How many records match on all pages; the service counts to 10,000, which stands for all that are more. */
export interface Total {
  total: number;
}

export type List<Op extends keyof operations, Path extends string[], Key extends string> = (
  ...args: Arguments<Op, Path>
) => Pages<Answer<Op> & Total, Answer<Op> extends Record<Key, (infer Item)[]> ? Item : never>;

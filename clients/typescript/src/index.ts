import type { Answer, Pages } from './methods.js';
import { RESOURCES, Resources } from './resources.js';
import { CallOptions, Sender, WharfingerOptions } from './sender.js';
import type { components } from './schema.js';
import { changesOf, streamOf } from './stream.js';
import type { Changes, EventPattern, EventsOf, StreamFilter, StreamOptions } from './stream.js';
import type { WharfingerEvent } from './webhooks.js';

export { WharfingerError } from './error.js';
export type { FailureCode, NamedRecord } from './error.js';
export { inputOf } from './input.js';
export type { Answer, Call, Input, List, Pages, Total } from './methods.js';
export type { Resources } from './resources.js';
export type { components, operations, paths, webhooks } from './schema.js';
export type { CallOptions, WharfingerOptions } from './sender.js';
export type { Changes, EventPattern, EventsOf, EventType, StreamFilter, StreamOptions } from './stream.js';
export { verifyWebhook, WebhookVerificationError } from './webhooks.js';
export type { WebhookBodies, WebhookBody, WebhookRequest, WharfingerEvent } from './webhooks.js';

/** The records and bodies of the API by name: `Schemas['TruckShow']`. */
export type Schemas = components['schemas'];

type Feed = Resources['events'];

/** The feed of events, of which the compiler knows what each type shows. */
interface Events extends Omit<Feed, 'list' | 'show'> {
  /** List what happened. */
  list(
    ...args: Parameters<Feed['list']>
  ): Pages<Omit<Answer<'listEvents'>, 'events'> & { events: WharfingerEvent[] }, WharfingerEvent>;
  /** Show what happened. */
  show(...args: Parameters<Feed['show']>): Promise<{ event: WharfingerEvent }>;
  /**
   * Hear what happens from now on, or from what came after `after`. It goes on behind the last event when the
   * connection is lost, until `signal` ends it or the loop is left.
   * @throws WharfingerError when the service refuses, no longer keeps the events to go on behind (`pruned`), or has lost the
   * last one (`events_lost`)
   */
  stream<T extends EventPattern = EventPattern>(
    filter?: StreamFilter<T>,
    options?: StreamOptions,
  ): AsyncIterable<EventsOf<T>>;
  /**
   * Hear when to read a screen again: when the stream is open, each time that it is lost, and after events. Those that
   * come while the loop is at work are one change. Where the stream cannot go on behind its last event, it begins anew.
   * @throws WharfingerError when the service refuses
   */
  changes<T extends EventPattern = EventPattern>(
    filter?: StreamFilter<T>,
    options?: Pick<StreamOptions, 'signal'>,
  ): AsyncIterable<Changes<EventsOf<T>>>;
}

/** The API: its methods by resource, such as `api.truckVisits.list({ inside: true })`. */
export type Wharfinger = Omit<Resources, 'events'> & { events: Events };

/**
 * A client of the whole API. A method takes the parameters of the path, then the body or the query, then options; it
 * answers the body, and throws `WharfingerError` for everything that is no success. Misspelt parameters are refused.
 */
export function createWharfinger(options: WharfingerOptions): Wharfinger {
  const sender = new Sender(options);
  const resources = Object.entries(RESOURCES).map(([name, methods]) => [
    name,
    Object.fromEntries(Object.entries(methods).map(([method, row]) => [method, methodOf(sender, row)])),
  ]);
  const api = Object.fromEntries(resources) as Wharfinger;
  api.events.stream = (filter, call) =>
    streamOf(sender, queryOf({ ...filter, after: undefined }), filter?.after, call);
  api.events.changes = (filter, { signal: ended } = {}) =>
    changesOf(({ signal, ...options }, isAnew) =>
      api.events.stream(isAnew ? { ...filter, after: 'latest' } : filter, {
        ...options,
        signal: AbortSignal.any([signal, ended].filter((each) => !!each)),
      }),
    );
  return api;
}

type Query = Record<string, unknown>;

/** The method that a row of RESOURCES describes. */
function methodOf(sender: Sender, row: string) {
  const [verb, template, takes, key] = row.split(' ') as [string, string, string, string?];
  const names = template.match(/\{\w+\}/g)?.length ?? 0;
  return (...args: unknown[]) => {
    // an empty name would ask for the list
    args.slice(0, names).forEach((name, index) => {
      if (name === undefined || name === null || name === '' || Number.isNaN(name))
        throw new TypeError(`${verb} ${template}: argument ${index + 1} is ${JSON.stringify(name)}.`);
    });
    let at = 0;
    // with the suffix a name keeps a `.json` of its own, and one of dots is no step in the path
    const path = template
      .replace(/\{\w+\}/g, () => encodeURIComponent(String(args[at++])))
      .concat(template.endsWith('}') ? '.json' : '');
    if (takes === 'bytes') {
      const [body, query, call] = args.slice(names) as [unknown, Query | undefined, CallOptions | undefined];
      return sender.send({ verb, path: path + queryOf(query), body, type: 'application/EDIFACT' }, call);
    }
    const input = takes === 'nothing' ? undefined : args[names];
    const call = args[takes === 'nothing' ? names : names + 1] as CallOptions | undefined;
    if (key) return pages(sender, path, key, input as Query | undefined, call);
    if (takes === 'query') return sender.send({ verb, path: path + queryOf(input as Query) }, call);
    return sender.send({ verb, path, body: input }, call);
  };
}

type Page = { actions?: Record<string, { url: string } | undefined> } & Record<string, unknown[]>;

function pages(
  sender: Sender,
  path: string,
  key: string,
  query: Query | undefined,
  call: CallOptions | undefined,
): Pages<Page, unknown> {
  const page = async (search: string): Promise<Page> => {
    let total: string | null = null;
    const onHeaders = (headers: Headers) => {
      total = headers.get('x-total-count');
      call?.onHeaders?.(headers);
    };
    const body = await sender.send<Page>({ verb: 'GET', path: path + search }, { ...call, onHeaders });
    // a list without pages is whole; the feed of events has no total
    const count = total ? parseInt(total, 10) : body.actions ? undefined : body[key]?.length;
    return count === undefined ? body : ({ ...body, total: count } as unknown as Page);
  };
  // asked for when somebody waits for it: a walk asks for its pages itself
  let first: Promise<Page> | undefined;
  const ask = () => (first ??= page(queryOf(query)));
  return {
    then: (fulfilled, rejected) => ask().then(fulfilled, rejected),
    catch: (rejected) => ask().catch(rejected),
    finally: (done) => ask().finally(done),
    [Symbol.toStringTag]: 'Pages',
    async *[Symbol.asyncIterator]() {
      for (let search: string | undefined = queryOf(query); search !== undefined;) {
        const { actions = {}, ...body }: Page = await page(search);
        const rows = (body as Record<string, unknown[]>)[key] ?? [];
        yield* rows;
        const next = Object.entries(actions).find(([name]) => name.startsWith('next'))?.[1];
        // the feed of events always has a next part, which is empty at its end
        search = next && rows.length ? new URL(next.url).search : undefined;
      }
    },
  };
}

/** `{gate_ids: [1, 2], hold: {notes: 'x'}}` as the service reads it: `?gate_ids[]=1&gate_ids[]=2&hold[notes]=x`. */
function queryOf(query: Query = {}): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) value.forEach((each) => add(`${name}[]`, each));
    else if (value instanceof Date) parameters.append(name, value.toISOString());
    else if (value !== null && typeof value === 'object')
      Object.entries(value).forEach(([member, each]) => add(`${name}[${member}]`, each));
    else parameters.append(name, value === null ? '' : String(value));
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  const text = parameters.toString();
  return text && `?${text}`;
}

import { errorOf, WharfingerError } from './error.js';
import type { operations } from './schema.js';
import { pause, Sender, waitOf } from './sender.js';
import type { WharfingerEvent } from './webhooks.js';

/** The types of events that streams bring, such as `truck_visit.gated_in`. */
export type EventType = WharfingerEvent['type'];

type Subject = EventType extends infer T ? (T extends `${infer S}.${string}` ? S : never) : never;

/** A type of event, or all of one record: `container.*`. */
export type EventPattern = EventType | `${Subject}.*`;

/** The events that a pattern fits. */
export type EventsOf<P extends EventPattern> = P extends `${infer S}.*`
  ? Extract<WharfingerEvent, { type: `${S}.${string}` }>
  : Extract<WharfingerEvent, { type: P }>;

type Query = NonNullable<operations['streamEvents']['parameters']['query']>;

/** What a stream is narrowed by, as the feed is; `after` is the id of an event, behind which it begins. */
export type StreamFilter<T extends EventPattern> = Omit<Query, 'ticket' | 'types'> & { types?: T[] };

export interface StreamOptions {
  /** Ends the stream: the loop is over, without an error. */
  signal?: AbortSignal;
  /** Is told when the stream is open, and when it is lost and tried again: a screen says that its news may be old. */
  onState?: (state: 'open' | 'lost') => void;
}

/** The service says something every 15 s: who has heard nothing for this long has lost it, in milliseconds. */
const SILENCE = 40_000;
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 20_000;

/** The events of one stream after another: each goes on behind the last event of the one before it. */
export async function* streamOf<E>(
  sender: Sender,
  search: string,
  after: unknown,
  { signal: ended = new AbortController().signal, onState }: StreamOptions = {},
): AsyncGenerator<E, void, undefined> {
  let last = after === undefined || after === 'latest' ? undefined : String(after);
  let wait = SHORTEST_WAIT;
  // leaving the loop ends the request, too
  const left = new AbortController();
  const signal = AbortSignal.any([ended, left.signal]);
  try {
    while (!signal.aborted) {
      const silent = new AbortController();
      const watch = { timer: setTimeout(() => silent.abort(), SILENCE) };
      const heard = () => {
        clearTimeout(watch.timer);
        watch.timer = setTimeout(() => silent.abort(), SILENCE);
      };
      let asked: number | undefined;
      try {
        const response = await sender.open(
          `/events/stream${search}`,
          AbortSignal.any([signal, silent.signal]),
          last,
        );
        if (response.status === 204) throw pruned(last);
        if (response.ok && response.body) {
          onState?.('open');
          wait = SHORTEST_WAIT;
          for await (const { id, data, retry } of messagesOf(response.body, heard)) {
            asked = retry ?? asked;
            last = id ?? last;
            if (data !== undefined) yield JSON.parse(data) as E;
          }
        } else {
          if (response.status !== 429 && response.status < 500) throw await errorOf(response);
          asked = waitOf(response.headers.get('retry-after'));
          await response.body?.cancel();
        }
      } catch (error) {
        if (signal.aborted) return;
        // what a refusal says, or the function that brings the token, is for the caller; a lost connection is not
        if (error instanceof WharfingerError || !(silent.signal.aborted || isLost(error))) throw error;
      } finally {
        clearTimeout(watch.timer);
      }
      onState?.('lost');
      await pause(asked ?? wait * (0.5 + Math.random()), signal);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  } finally {
    left.abort();
  }
}

/** Why a screen is read again: its stream is open, or lost and tried again, or events came. */
export interface Changes<E> {
  state: 'open' | 'lost';
  /** What came since the last time, which is nothing when only the state is new. */
  events: E[];
}

/** The events of a stream, gathered while the loop over them is at work. A screen is read again, so its stream may begin anew. */
export async function* changesOf<E>(
  listen: (options: StreamOptions, isAnew: boolean) => AsyncIterable<E>,
): AsyncGenerator<Changes<E>, void, undefined> {
  const left = new AbortController();
  let next: Changes<E> | undefined;
  let state: Changes<E>['state'] = 'lost';
  let wake = () => {};
  const tell = (...events: E[]) => {
    next = { state, events: [...(next?.events ?? []), ...events] };
    wake();
  };
  const onState = (now: typeof state) => {
    state = now;
    tell();
  };
  let isOver = false;
  const hear = async (isAnew = false): Promise<void> => {
    try {
      for await (const event of listen({ signal: left.signal, onState }, isAnew)) tell(event);
    } catch (error) {
      if (error instanceof WharfingerError && /^(pruned|events_lost)$/.test(error.code)) return hear(true);
      throw error;
    }
  };
  const end = hear().finally(() => {
    isOver = true;
    wake();
  });
  // it is thrown below, behind all that came before it
  end.catch(() => undefined);
  try {
    while (next || !isOver) {
      const now = next;
      next = undefined;
      if (now) yield now;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await end;
  } finally {
    left.abort();
  }
}

/** `fetch` and the bodies that it brings throw a TypeError when the connection is lost. */
const isLost = (error: unknown) => error instanceof TypeError;

const pruned = (last: string | undefined) =>
  new WharfingerError(
    `What came behind event ${last} was pruned. Read the lists again, and then listen anew.`,
    204,
    'pruned',
  );

interface Message {
  id?: string;
  data?: string;
  /** After how many milliseconds to come back. */
  retry?: number;
}

/** The messages of a body of server-sent events, as the service writes them: lines end in a line feed. */
async function* messagesOf(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      // what follows the last blank line is not whole yet
      text = blocks.pop() ?? '';
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(block: string): Message {
  const message: Message = {};
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'id') message.id = value;
    if (name === 'data') message.data = value;
    if (name === 'retry') message.retry = Number(value);
  }
  return message;
}

import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config/config';
import type { Connections } from './connections';

/** The most bytes of answers that wait for their readers; beyond it the slowest readers are disconnected. */
const MOST_BYTES = 64 * 1024 * 1024;

const logger = new Logger('SlowReaders');

/** How often that is measured, and how long a reader must have read nothing to be disconnected, in milliseconds. */
const LOOK_MS = 250;
const SLOW_MS = 1_000;

/** The least bytes that the reader of a large answer takes, and in how many milliseconds: 10 kB a second. */
const LEAST_BYTES = 100_000;
const LEAST_MS = 10_000;

/** Texts with more characters are sent as bytes. */
const LARGE = 64 * 1024;

/** The bytes that wait for a reader, and since when the number is the same. */
interface Unread {
  bytes: number;
  since: number;
}

/**
 * After how many milliseconds a connection without any traffic is closed. By then no request can be arriving and no answer
 * can be in progress, so the client does not read (decision 271).
 */
export function stillAfter({ handler_timeout_ms, request_timeout_ms }: Config): number {
  return Math.max(handler_timeout_ms + 1_000, request_timeout_ms);
}

/** Bounds the memory of clients that do not read: those that have read nothing for the longest time are disconnected first. */
export function cutOffSlowReaders(instance: FastifyInstance, connections: Connections): void {
  const unread = new WeakMap<Socket, Unread>();
  const look = setInterval(() => {
    const waiting = waitingNow(connections, unread);
    let bytes = waiting.reduce((sum, [, each]) => sum + each.bytes, 0);
    const slow = waiting.filter(([, { since }]) => since <= performance.now() - SLOW_MS);
    slow.sort(([, one], [, other]) => one.since - other.since);
    for (const [socket, each] of slow) {
      if (bytes <= MOST_BYTES) return;
      bytes -= each.bytes;
      logger.warn(`${socket.remoteAddress} takes nothing of ${each.bytes} bytes, and is cut off.`);
      socket.destroy();
    }
  }, LOOK_MS).unref();
  instance.addHook('onSend', (_request, _reply, payload, done) => {
    // Waiting bytes are kept once, a waiting text twice, and its memory is freed late.
    done(null, typeof payload === 'string' && payload.length > LARGE ? Buffer.from(payload) : payload);
  });
  instance.addHook('onClose', (_, done) => {
    clearInterval(look);
    done();
  });
}

/**
 * Disconnects the reader of a large answer who is too slow, because the answer has a turn for which others wait.
 * @returns ends the watch
 */
export function endWhenSlow(answer: ServerResponse): () => void {
  const pace = new Pace();
  const look = setInterval(() => {
    const { socket } = answer;
    if (!socket || !pace.isSlow(socket, performance.now())) return;
    logger.warn(`${socket.remoteAddress} takes less than 10 kB a second of its answer, and is cut off.`);
    socket.destroy();
  }, LOOK_MS).unref();
  return () => clearInterval(look);
}

/** How fast bytes that wait for a reader are taken. */
export class Pace {
  /** Since when bytes have waited without a pause, and how many the reader had taken by then. */
  private from?: { at: number; taken: number } | undefined;

  /**
   * Whether the reader has taken less than 10 kB a second in the last 10 s, while more waited.
   * @param socket how many bytes were written to it, and how many of them the system has not taken yet
   * @param now in milliseconds, later than in the call before
   */
  isSlow(
    { bytesWritten, writableLength }: Pick<Socket, 'bytesWritten' | 'writableLength'>,
    now: number,
  ): boolean {
    const taken = bytesWritten - writableLength;
    if (!writableLength) this.from = undefined;
    else this.from ??= { at: now, taken };
    if (!this.from || now - this.from.at < LEAST_MS) return false;
    const isSlow = taken - this.from.taken < LEAST_BYTES;
    this.from = { at: now, taken };
    return isSlow;
  }
}

/** The connections with waiting bytes, each with their number and since when it is the same. */
function waitingNow(connections: Connections, unread: WeakMap<Socket, Unread>): [Socket, Unread][] {
  const now = performance.now();
  const waiting: [Socket, Unread][] = [];
  for (const [socket, bytes] of connections.unread()) {
    const before = unread.get(socket);
    const since = before?.bytes === bytes ? before.since : now;
    unread.set(socket, { bytes, since });
    if (bytes) waiting.push([socket, { bytes, since }]);
  }
  return waiting;
}

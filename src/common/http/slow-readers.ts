import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Config } from '../config/config';
import type { Connections } from './connections';

/** The most bytes of answers that wait for their readers; beyond it the slowest readers are disconnected. */
const MOST_BYTES = 64 * 1024 * 1024;

/** How often that is measured, and how long a reader must have read nothing to be disconnected, in milliseconds. */
const LOOK_MS = 250;
const SLOW_MS = 1_000;

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
  const logger = new Logger('SlowReaders');
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

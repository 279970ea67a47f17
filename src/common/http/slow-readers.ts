import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Config } from '../config/config';
import type { Connections } from './connections';

/** How many bytes of answers may wait for their readers, in all; beyond that the slowest are cut off. */
const MOST_BYTES = 64 * 1024 * 1024;

/** How often that is looked at, and for how long a reader took nothing that may be cut off, in milliseconds. */
const LOOK_MS = 250;
const SLOW_MS = 1_000;

/** Longer texts are sent as bytes, in characters. */
const LARGE = 64 * 1024;

/** What waits for a reader, and since when it is that much. */
interface Unread {
  bytes: number;
  since: number;
}

/**
 * After how many milliseconds a connection is closed on which nothing moves: when no request may still be on its way
 * and no answer still be made, it is a reader that does not read (decision 271).
 */
export function stillAfter({ handler_timeout_ms, request_timeout_ms }: Config): number {
  return Math.max(handler_timeout_ms + 1_000, request_timeout_ms);
}

/** Bounds what readers that do not read cost: those that took nothing for the longest time are cut off first. */
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
    // while they wait bytes are kept once and a text twice, whose memory is given back late: half of it is saved
    done(null, typeof payload === 'string' && payload.length > LARGE ? Buffer.from(payload) : payload);
  });
  instance.addHook('onClose', (_, done) => {
    clearInterval(look);
    done();
  });
}

/** The connections whose readers have something to take, each with how much that is and since when. */
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

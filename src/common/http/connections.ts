import { Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as ListeningServer, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long open connections are served after the listener is gone: whoever sends on one does not know yet. */
const DRAIN_MS = 1_000;
/** How often is looked whether anything is left to wait for. */
const LOOK_MS = 20;

/** So many requests of one connection wait for their answers at most (decision 271). */
const MOST_WAITING = 1_000;

/**
 * The open connections of the service. When the service stops, the next answer on each of them says that it is the last
 * one. So the client opens no further request on it, and none is lost.
 */
@Injectable()
export class Connections {
  private readonly logger = new Logger('Connections');
  /** Every open connection, with the requests on it that are not answered yet, and their answers. */
  private readonly open = new Map<Socket, Map<IncomingMessage, ServerResponse>>();
  /** The newest answer on a connection, and for each request the one before its own. */
  private readonly newest = new WeakMap<Socket, ServerResponse>();
  private readonly previous = new WeakMap<IncomingMessage, ServerResponse>();
  private server?: Server;
  private requests = 0;
  /** The answers to them. */
  private readonly waiting = new WeakSet<ServerResponse>();
  private readonly beforeStop: (() => void)[] = [];
  private stopping = false;

  /** Whether the service is about to end: it is not ready any more. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** How many requests are not answered yet. */
  get underWay(): number {
    return this.requests;
  }

  /** Every open connection, and how many bytes wait for its reader: also of answers whose turn has not come. */
  *unread(): Generator<[socket: Socket, bytes: number]> {
    for (const [socket, under] of this.open) {
      const queued = [...under.values()].filter((response) => response.socket !== socket);
      yield [socket, queued.reduce((sum, each) => sum + each.writableLength, socket.writableLength)];
    }
  }

  /** The answer that comes before the one to this request on its connection, if that was not over when it arrived. */
  before(request: IncomingMessage): ServerResponse | undefined {
    return this.previous.get(request);
  }

  /** Has `work` done as soon as the service begins to stop. */
  whenStopping(work: () => void): void {
    this.beforeStop.push(work);
  }

  /** An answer that goes on for long, such as a stream, is no request under way any more. */
  letGo(response: ServerResponse): void {
    if (this.waiting.delete(response)) this.requests--;
  }

  /** Begins to look at the connections of a server. */
  watch(server: Server): void {
    this.server = server;
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, new Map());
      socket.once('close', () => {
        // of an answer whose turn has not come Node does not tell that it never will
        for (const response of this.open.get(socket)!.values()) this.letGo(response);
        this.open.delete(socket);
      });
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const under = this.open.get(socket);
      const newest = this.newest.get(socket);
      if (newest && under?.has(newest.req)) this.previous.set(request, newest);
      this.newest.set(socket, response);
      under?.set(request, response);
      if (under && under.size > MOST_WAITING && !socket.destroyed) {
        this.logger.warn(
          `${socket.remoteAddress} does not wait for ${MOST_WAITING} answers, and is cut off.`,
        );
        socket.destroy();
      }
      this.requests++;
      this.waiting.add(response);
      response.once('close', () => {
        under?.delete(request);
        this.letGo(response);
      });
      if (this.stopping) response.setHeader('Connection', 'close');
      response.once('finish', () => {
        // an upload that nobody reads any more does not hold the stop up
        if (this.stopping && !request.complete) request.socket.destroySoon();
      });
    });
  }

  /**
   * Says for so many milliseconds that the service stops, while it goes on listening: that is how balancers learn of
   * it. Then it listens no more, answers what has arrived, and closes what is silent or still sending.
   */
  async stop(delay: number): Promise<void> {
    this.stopping = true;
    for (const work of this.beforeStop) work();
    await pause(delay);
    const { server } = this;
    if (!server?.listening) return;
    // Node's own would close idle connections at once, also one that a request is on its way on
    ListeningServer.prototype.close.call(server);
    const drained = performance.now() + DRAIN_MS;
    while (this.open.size) {
      if (performance.now() > drained)
        for (const [socket, requests] of this.open)
          if (![...requests.keys()].some(({ complete }) => complete)) socket.destroySoon();
      await pause(LOOK_MS);
    }
  }
}

import { Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as ListeningServer, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long open connections are served after the listener closed, in milliseconds, because clients may still use them. */
const DRAIN_MS = 1_000;
/** How often a stopping service looks for requests in progress, in milliseconds. */
const LOOK_MS = 20;

/** The most requests of one connection that wait for their answers (decision 271). */
const MOST_WAITING = 1_000;

/**
 * The open connections of the service. When the service stops, the next answer on each connection says that it is the last
 * one (`Connection: close`), so that the client sends no further request on it and none is lost.
 */
@Injectable()
export class Connections {
  private readonly logger = new Logger('Connections');
  /** Every open connection, with its unanswered requests and their answers. */
  private readonly open = new Map<Socket, Map<IncomingMessage, ServerResponse>>();
  /** The newest answer on a connection, and for each request the one before its own. */
  private readonly newest = new WeakMap<Socket, ServerResponse>();
  private readonly previous = new WeakMap<IncomingMessage, ServerResponse>();
  private server?: Server;
  private requests = 0;
  /** The answers to the unanswered requests. */
  private readonly waiting = new WeakSet<ServerResponse>();
  private readonly beforeStop: (() => void)[] = [];
  private stopping = false;

  /** Whether the service stops, and so is not ready any more. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** The number of unanswered requests. */
  get underWay(): number {
    return this.requests;
  }

  /** Every open connection with the bytes that wait for its reader, including those of queued answers. */
  *unread(): Generator<[socket: Socket, bytes: number]> {
    for (const [socket, under] of this.open) {
      const queued = [...under.values()].filter((response) => response.socket !== socket);
      yield [socket, queued.reduce((sum, each) => sum + each.writableLength, socket.writableLength)];
    }
  }

  /** The previous answer on the connection of this request, if it was not complete when the request arrived. */
  before(request: IncomingMessage): ServerResponse | undefined {
    return this.previous.get(request);
  }

  /** Runs `work` when the service begins to stop. */
  whenStopping(work: () => void): void {
    this.beforeStop.push(work);
  }

  /** Counts a request with a long answer, such as a stream, as answered. */
  letGo(response: ServerResponse): void {
    if (this.waiting.delete(response)) this.requests--;
  }

  /** Begins to track the connections of a server. */
  watch(server: Server): void {
    this.server = server;
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, new Map());
      socket.once('close', () => {
        // Node emits no event for a queued answer that will never be sent.
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
      if (this.stopping) response.setHeader('Connection', 'close');
      // A response closes once, and a listener that removes itself costs more.
      response.on('close', () => {
        under?.delete(request);
        this.letGo(response);
        // An upload that nobody reads does not delay the stop.
        if (this.stopping && !request.complete) socket.destroySoon();
      });
    });
  }

  /**
   * Reports for so many milliseconds that the service stops while it still listens, so that load balancers notice. Then
   * it stops listening, answers the requests that have arrived, and closes idle and still sending connections.
   */
  async stop(delay: number): Promise<void> {
    this.stopping = true;
    for (const work of this.beforeStop) work();
    await pause(delay);
    const { server } = this;
    if (!server?.listening) return;
    // Node's own method would close idle connections at once, also one with a request on its way.
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

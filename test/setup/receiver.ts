import { once } from 'node:events';
import { createServer, IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the receiver got it. */
export interface Received {
  at: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: any;
}

type Answer = (response: ServerResponse, received: Received) => void;

/** Receives webhooks on this machine, and answers them as a test likes: 204 unless stated otherwise. */
export class Receiver {
  readonly received: Received[] = [];
  /** How many it has not answered yet, and the most of them that there were. */
  open = 0;
  most = 0;
  answer: Answer = (response) => response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void receiver.take(request, response),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  types(): string[] {
    return this.received.map(({ body }) => body.type);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open++;
    this.most = Math.max(this.most, this.open);
    response.on('close', () => this.open--);
    let text = '';
    for await (const part of request) text += String(part);
    const received = { at: Date.now(), headers: request.headers, text, body: JSON.parse(text) as unknown };
    this.received.push(received);
    this.answer(response, received);
  }
}

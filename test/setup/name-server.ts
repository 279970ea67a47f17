import { createSocket, Socket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';

/** A name server on this machine, which this process asks instead of its own. */
export class NameServer {
  /** The IPv4 address that each name has now. */
  address = '';

  private constructor(
    private readonly socket: Socket,
    private readonly before: string[],
  ) {}

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket, getServers());
    socket.on('message', (question, { port, address }) =>
      socket.send(server.answerTo(question), port, address),
    );
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
    setServers([`127.0.0.1:${socket.address().port}`]);
    return server;
  }

  stop(): void {
    setServers(this.before);
    this.socket.close();
  }

  /** RFC 1035, section 4: the question again and, for one of an IPv4 address, a record of class IN that is good for 0 s. */
  private answerTo(question: Buffer): Buffer {
    const end = question.indexOf(0, 12) + 5;
    const isA = question.readUInt16BE(end - 4) === 1;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(isA ? 1 : 0, 6);
    header.fill(0, 8);
    const requested = question.subarray(12, end);
    if (!isA) return Buffer.concat([header, requested]);
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      4,
      ...this.address.split('.').map(Number),
    ]);
    return Buffer.concat([header, requested, record]);
  }
}

import { createSocket, Socket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';

/**
 * A name server on this machine, which this process asks instead of its own: each question gets the next answer, and one
 * that is repeated since its answer is late the same again.
 */
export class NameServer {
  /** The IPv4 addresses to answer with, in turn; the last one from then on. */
  answers: string[] = [];
  asked = 0;
  private readonly given = new Map<number, string>();

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
    const asked = question.subarray(12, end);
    if (!isA) return Buffer.concat([header, asked]);
    const id = question.readUInt16BE(0);
    const address = this.given.get(id) ?? this.answers[Math.min(this.asked++, this.answers.length - 1)]!;
    this.given.set(id, address);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
    return Buffer.concat([header, asked, record]);
  }
}

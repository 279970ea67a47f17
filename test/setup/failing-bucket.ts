import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/**
 * What goes wrong with a request: an answer 500, no answer, a connection that is reset when half of the body has come, or an
 * answer that is cut in the middle.
 */
export type BucketFault = 'refuse' | 'hang' | 'reset' | 'cut';

/** A bucket on this machine, `terminal-files`, whose server fails as a test likes. */
export class FailingBucket {
  /** Called with the method of each request. */
  fault: (method: string) => BucketFault | undefined = () => undefined;

  private constructor(
    private readonly folder: string,
    private readonly store: S3rver,
    private readonly front: Server,
  ) {}

  /** Starts it, and sets the keys that programs of AWS take from the environment. */
  static async start(): Promise<FailingBucket> {
    const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
    const configureBuckets = [{ name: 'terminal-files', configs: [] }];
    const store = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets,
    });
    const { port } = await store.run();
    process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
    process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
    const front = createServer((asked, answer) => {
      const fault = bucket.fault(asked.method!);
      if (fault === 'refuse') return void answer.writeHead(500).end();
      if (fault === 'hang') return void asked.resume();
      if (fault === 'reset') return resetInTheMiddle(asked);
      passOn(asked, answer, port, fault === 'cut');
    });
    const bucket = new FailingBucket(folder, store, front);
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
    return bucket;
  }

  /** FILES_URL of a service that uses it. */
  get url(): string {
    return `s3://terminal-files?endpoint=http://127.0.0.1:${(this.front.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
    this.front.closeAllConnections();
    await new Promise((done) => this.front.close(done));
    await this.store.close();
    await rm(this.folder, { recursive: true });
  }
}

/** Takes half of the body, and resets the connection. */
function resetInTheMiddle(asked: IncomingMessage): void {
  const half = Number(asked.headers['content-length'] ?? 0) / 2;
  let taken = 0;
  const take = (bytes: number) => {
    taken += bytes;
    if (taken >= half) asked.socket.resetAndDestroy();
  };
  asked.on('data', (part: Buffer) => take(part.length));
  asked.on('end', () => take(Infinity));
}

/** Asks the store, and passes its answer on; half of the body where it is to be cut. */
function passOn(asked: IncomingMessage, answer: ServerResponse, port: number, cut: boolean): void {
  const { method, url: path, headers } = asked;
  const further = request({ host: '127.0.0.1', port, method, path, headers }, (found) => {
    answer.writeHead(found.statusCode!, found.headers);
    if (!cut) return void found.pipe(answer);
    const half = Number(found.headers['content-length']) / 2;
    let sent = 0;
    found.on('data', (part: Buffer) => {
      const left = half - sent;
      sent += part.length;
      if (left > 0) answer.write(part.subarray(0, left), () => sent >= half && answer.destroy());
    });
  });
  further.on('error', () => answer.destroy());
  answer.on('close', () => further.destroy());
  asked.pipe(further);
}

// A server of SFTP that keeps when each file got its last name, and nothing else.
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import ssh2 from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;
const HANDLE = Buffer.from([0]);
const FOLDER = { mode: 0o40755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

export class SftpSink {
  /** When each file was renamed, in milliseconds since 1970, by its name. */
  received = new Map();
  #server;

  static async start() {
    const sink = new SftpSink();
    sink.#server = new Server({ hostKeys: [utils.generateKeyPairSync('ed25519').private] }, (client) => {
      client.setNoDelay(true);
      client.on('error', () => undefined);
      client.on('authentication', (asks) => asks.accept());
      client.on('session', (accept) => accept().on('sftp', (begin) => sink.#answer(begin())));
    });
    sink.#server.listen(0, '127.0.0.1');
    await once(sink.#server, 'listening');
    return sink;
  }

  get port() {
    return this.#server.address().port;
  }

  stop() {
    this.#server.close();
  }

  #answer(sftp) {
    const ok = (id) => sftp.status(id, STATUS_CODE.OK);
    sftp.on('OPEN', (id) => sftp.handle(id, HANDLE));
    for (const name of ['WRITE', 'CLOSE', 'REMOVE', 'FSETSTAT', 'SETSTAT']) sftp.on(name, ok);
    for (const name of ['STAT', 'LSTAT'])
      sftp.on(name, (id, path) =>
        path.endsWith('.edi') ? sftp.status(id, STATUS_CODE.NO_SUCH_FILE) : sftp.attrs(id, FOLDER),
      );
    sftp.on('REALPATH', (id, path) => sftp.name(id, [{ filename: path, longname: path, attrs: FOLDER }]));
    sftp.on('RENAME', (id, from, to) => {
      this.received.set(to.slice(to.lastIndexOf('/') + 1), Date.now());
      ok(id);
    });
  }
}

import { AddressInfo, connect, createServer } from 'node:net';
import { databaseUrl } from './database';

/** Stands between a service and the database server of the tests, and changes what the service sends. */
export class Relay {
  private constructor(
    private readonly port: number,
    /** Takes no more connections. Those that are open end with the service. */
    readonly stop: () => void,
  ) {}

  /**
   * @param change what the service sends, a character for each byte, as the server is to get it: as long as it was.
   *   After `cut`, of which each connection has its own, the server gets that, and the service hears no more.
   */
  static async start(change: (sent: string, cut: () => void) => string): Promise<Relay> {
    const url = new URL(databaseUrl('postgres'));
    const path = `${decodeURIComponent(url.hostname)}/.s.PGSQL.${url.port || 5432}`;
    const relay = createServer((socket) => {
      const server = connect(path).on('error', () => socket.destroy());
      socket.on('error', () => undefined).on('close', () => server.end());
      const cut = () => {
        server.unpipe(socket).resume();
        socket.destroy();
      };
      socket.on('data', (bytes) => server.write(change(bytes.toString('latin1'), cut), 'latin1'));
      server.pipe(socket);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => relay.once('listening', resolve));
    return new Relay((relay.address() as AddressInfo).port, () => relay.close());
  }

  /** The address of a database over it. */
  address(name: string): string {
    const url = new URL(databaseUrl(name));
    return `postgres://${url.username}@127.0.0.1:${this.port}/${name}`;
  }
}

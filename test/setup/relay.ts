import { AddressInfo, connect, createServer, type Socket } from 'node:net';
import { databaseUrl } from './database';

/** Stands between a service and the database server of the tests, and changes what the service sends. */
export class Relay {
  private constructor(
    private readonly port: number,
    /** Takes no more connections. Those that are open end with the service, and those that hang at once. */
    readonly stop: () => void,
    /** Cuts all connections; new ones are taken, and nothing is answered on them. */
    readonly hang: () => void,
  ) {}

  /**
   * @param change what the service sends, a character for each byte, as the server is to get it: as long as it was.
   *   After `cut`, of which each connection has its own, the server gets that, and the service hears no more.
   */
  static async start(change: (sent: string, cut: () => void) => string): Promise<Relay> {
    const url = new URL(databaseUrl('postgres'));
    const path = `${decodeURIComponent(url.hostname)}/.s.PGSQL.${url.port || 5432}`;
    const open = new Set<Socket>();
    let hangs = false;
    const relay = createServer((socket) => {
      open.add(socket);
      if (hangs) return void socket.on('error', () => undefined).resume();
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
    const cutAll = () => open.forEach((socket) => socket.destroy());
    const stop = () => {
      relay.close();
      if (hangs) cutAll();
    };
    const hang = () => {
      hangs = true;
      cutAll();
    };
    return new Relay((relay.address() as AddressInfo).port, stop, hang);
  }

  /** The address of a database over it. */
  address(name: string): string {
    const url = new URL(databaseUrl(name));
    return `postgres://${url.username}@127.0.0.1:${this.port}/${name}`;
  }
}

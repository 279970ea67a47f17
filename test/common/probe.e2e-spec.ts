import { connect, createServer, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Probe } from '../../src/common/database/pool/probe';
import { databaseUrl } from '../setup/database';
import { eventually } from '../setup/eventually';

describe('the probe of a database', () => {
  it('learns at once that it is back, whatever questions hang on the old connections', async () => {
    const url = new URL(databaseUrl('postgres'));
    const path = `${decodeURIComponent(url.hostname)}/.s.PGSQL.${url.port || 5432}`;
    const open = new Set<Socket>();
    let [isThere, hanging] = [true, 0];
    const relay = createServer((socket) => {
      open.add(socket.on('error', () => undefined));
      if (!isThere) {
        hanging++;
        socket.on('close', () => hanging--);
        return;
      }
      const beyond = connect(path).on('error', () => socket.destroy());
      socket.on('close', () => beyond.destroy());
      socket.pipe(beyond).pipe(socket);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => relay.once('listening', resolve));
    const { port } = relay.address() as AddressInfo;
    const probe = new Probe(
      { host: '127.0.0.1', port, user: url.username, database: 'postgres' },
      () => undefined,
    );

    try {
      expect(await probe.ask()).toBe(true);
      isThere = false;
      for (const socket of open) socket.destroy();
      expect(await probe.ask()).toBe(false);
      hanging = 0;
      await eventually('a question that hangs', () => hanging > 0);
      isThere = true;
      await eventually('the database', () => !probe.isAway);
      // the question was not given up before
      expect(hanging).toBeGreaterThan(0);
    } finally {
      await probe.close();
      for (const socket of open) socket.destroy();
      relay.close();
    }
  });
});

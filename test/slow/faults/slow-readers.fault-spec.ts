import { randomUUID } from 'node:crypto';
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase } from './database';
import { memoryOf } from './programs';

const READERS = 200;
const AT_ONCE = 5;
const ASKED = 2;

/** After how long a connection is closed on which nothing moves. */
const STILL_MS = 5_000;

/** What the service may take for them beside what it takes anyhow, in MiB. */
const MOST_MIB = 450;

describe('a service with readers that never read', () => {
  let database: FaultyDatabase;
  let served: Served;
  let token: string;
  const readers: Socket[] = [];
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    token = await database.token(randomUUID());
    await database.query(
      `WITH field AS (
         INSERT INTO flex_field_definitions (organization_id, record_type, canonical_name, label, value_type)
         SELECT id, 'genset', 'blob', 'Blob', 'string' FROM organizations WHERE name = $1)
       INSERT INTO gensets (organization_id, number, flex_fields)
       SELECT id, n, jsonb_build_object('blob', repeat('x', 250000)) FROM organizations, generate_series(1, 15) n
       WHERE name = $1`,
      [token],
    );
    served = await Served.start({
      DATABASE_URL: database.url,
      HANDLER_TIMEOUT_MS: '4000',
      REQUEST_TIMEOUT_MS: String(STILL_MS),
    });
  });
  afterAll(async () => {
    readers.forEach((reader) => reader.destroy());
    await served?.stop();
    await database?.stop();
  });

  /** Opens a connection, asks for some MB, and reads no further than the beginning. Resolves when that is there. */
  const neverReads = () =>
    new Promise<void>((begun) => {
      const { hostname, port } = new URL(served.base);
      const socket = connect(Number(port), hostname);
      readers.push(socket);
      socket.on('error', () => undefined).on('close', () => begun());
      socket.once('data', () => begun(void socket.pause()));
      const requested = (headers: string) =>
        `GET /api/v1/gensets?per=15 HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\n${headers}\r\n`;
      // several at once, of which the system itself keeps the first
      socket.write(requested('').repeat(ASKED - 1) + requested('Connection: close\r\n'));
    });

  it('closes the connections, after a bounded part of their answers', async () => {
    const other = await database.token(randomUUID());
    const answered = async () => expect((await served.get('/trucks', other)).status).toBe(200);
    await answered();
    const before = memoryOf(served.pid);
    let [most, longest] = [0, 0];
    while (readers.length < READERS) {
      await Promise.all(Array.from({ length: AT_ONCE }, neverReads));
      const from = performance.now();
      await answered();
      longest = Math.max(longest, performance.now() - from);
      most = Math.max(most, memoryOf(served.pid));
    }
    console.log(
      `${READERS} readers that never read: ${before} MiB before, ${most} MiB at most, longest other request ${Math.round(longest)} ms`,
    );
    expect(most - before).toBeLessThan(MOST_MIB);
    await pause(STILL_MS + 1_000);
    readers.forEach((reader) => reader.resume());
    await eventually('the end of their connections', () => readers.every(({ closed }) => closed));
    await answered();
  });
});

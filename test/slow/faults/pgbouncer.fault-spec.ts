import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Served, wharfingerProcess } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase } from './database';
import { aFreePort, isInstalled, Program } from './programs';

const CLIENTS = 20;
const ROUNDS = 15;

/** Which PgBouncer is tried; one that lies elsewhere is named by PGBOUNCER. */
const PGBOUNCER = process.env.PGBOUNCER ?? 'pgbouncer';

/** From 1.21 on it keeps named statements. */
const [, minor = 0] = /(\d+)\.\d+\s/.exec(`${spawnSync(PGBOUNCER, ['--version']).stdout}\n`) ?? [];
const NAMED = Number(minor) >= 21;

// without PgBouncer on this machine there is nothing to try
const suite = isInstalled(PGBOUNCER) ? describe : describe.skip;

suite('behind a PgBouncer that pools transactions', () => {
  let database: FaultyDatabase;
  let pooler: Program;
  let env: Record<string, string>;
  let user: string;
  beforeAll(async () => {
    database = await FaultyDatabase.start({ migrated: false });
    user = new URL(database.url).username;
    pooler = await bouncer(NAMED ? 'max_prepared_statements = 200' : '');
    env = {
      DATABASE_URL: addressOf(pooler),
      DATABASE_NAMED_STATEMENTS: String(NAMED),
    };
  });
  afterAll(async () => {
    await pooler?.stop();
    await database?.stop();
  });

  /** A PgBouncer before the database. */
  async function bouncer(named: string, mode = 'transaction'): Promise<Program> {
    const { hostname, port: behind } = new URL(database.url);
    const port = await aFreePort();
    const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    return Program.start(
      PGBOUNCER,
      [...asRoot, '{file}'],
      port,
      `[databases]
wharfinger = host=${decodeURIComponent(hostname)} port=${behind || 5432} dbname=wharfinger user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 5
max_client_conn = 200
${named}
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options
`,
    );
  }

  const addressOf = ({ port }: Program) => `postgres://${user}@127.0.0.1:${port}/wharfinger`;

  it('refuses to start while the sessions lack their settings, and says which to set', async () => {
    const { code, stderr } = await wharfingerProcess(env, 'serve');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/not as they were asked for: .*ALTER ROLE/)]);
    await database.query(
      `ALTER ROLE "${user}" SET statement_timeout = '15000'; ALTER ROLE "${user}" SET lock_timeout = '5000';
       ALTER ROLE "${user}" SET idle_in_transaction_session_timeout = '30000'; ALTER ROLE "${user}" SET TimeZone = 'UTC'`,
    );
    // the pooler keeps its sessions: new ones have the settings
    await database.endSessions();
  });

  it('refuses to start while the pooler keeps no named statements, and says what to set', async () => {
    const unnamed = await bouncer(NAMED ? 'max_prepared_statements = 0' : '');
    const refused = { DATABASE_URL: addressOf(unnamed), DATABASE_NAMED_STATEMENTS: 'true' };
    const { code, stderr } = await wharfingerProcess(refused, 'serve').finally(() => unnamed.stop());
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/max_prepared_statements.*NAMED_STATEMENTS=false/),
    ]);
  });

  it('starts where the pooler leaves each connection its session', async () => {
    const pooled = await bouncer(NAMED ? 'max_prepared_statements = 0' : '', 'session');
    const served = await Served.start({ DATABASE_URL: addressOf(pooled), DATABASE_POOL_SIZE: '2' });
    const token = await database.token(randomUUID());
    expect((await served.get('/trucks', token)).status).toBe(200);
    expect((await served.stop()).code).toBe(0);
    await pooled.stop();
  });

  it('migrates, and two instances answer every request with its own record', async () => {
    const served = await Promise.all([Served.start(env), Served.start(env)]);
    const token = await database.token(randomUUID());
    const headers = { authorization: `Token token=${token}`, 'content-type': 'application/json' };
    const path = (at: number) => `${served[at % 2]!.base}/api/v1/freight_forwarders`;
    let [wrong, right] = [0, 0];
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let round = 0; round < ROUNDS; round++) {
          const name = `forwarder ${client} ${round}`;
          const made = await fetch(path(client), { method: 'POST', headers, body: JSON.stringify({ name }) });
          const {
            freight_forwarder: { id },
          } = (await made.json()) as { freight_forwarder: { id: number } };
          const read = await fetch(`${path(client + round)}/${id}`, { headers });
          const { freight_forwarder: found } = (await read.json()) as { freight_forwarder: { name: string } };
          if (found.name === name) right++;
          else wrong++;
        }
      }),
    );
    console.log(`PgBouncer with${NAMED ? '' : 'out'} named statements: ${right} right, ${wrong} wrong`);
    expect([right, wrong]).toEqual([CLIENTS * ROUNDS, 0]);
    expect((await Promise.all(served.map((each) => each.stop()))).map(({ code }) => code)).toEqual([0, 0]);
  });

  it('refuses a revoked token in each of two instances within a second', async () => {
    const served = await Promise.all([Served.start(env), Served.start(env)]);
    const token = await database.token(randomUUID());
    const statuses = () => Promise.all(served.map(async (each) => (await each.get('/trucks', token)).status));
    expect(await statuses()).toEqual([200, 200]);
    await database.query('UPDATE tokens SET revoked_at = now() WHERE hash = sha256($1::bytea)', [token]);
    const start = performance.now();
    await eventually('that both refuse it', async () => {
      const begun = performance.now() - start;
      const refused = (await statuses()).every((each) => each === 401);
      if (!refused) expect(begun).toBeLessThan(1_000);
      return refused;
    });
    expect((await Promise.all(served.map((each) => each.stop()))).map(({ code }) => code)).toEqual([0, 0]);
  });
});

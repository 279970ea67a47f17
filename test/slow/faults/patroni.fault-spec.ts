import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../../../src/common/database/migrate/migrate';
import { Served } from '../cli/process';
import { Clients, expectAllOnce } from './clients';
import { aToken, ROUNDS } from './database';
import { hasPatroni, PatroniCluster } from './patroni';

const WRITERS = 8;
/** For so long a primary is frozen, in milliseconds: others take its place meanwhile. */
const FROZEN_MS = 30_000;

// without Patroni, etcd and a PostgreSQL of the distribution on this machine there is nothing to try
(hasPatroni ? describe : describe.skip)('a service whose PostgreSQL is kept by Patroni', () => {
  let cluster: PatroniCluster;
  let served: Served;
  let clients: Clients;

  beforeAll(async () => {
    cluster = await PatroniCluster.start();
    await migrate(cluster.url);
  });
  beforeEach(async () => {
    await cluster.query('TRUNCATE organizations CASCADE');
    const token = await aToken(cluster, randomUUID());
    served = await Served.start({ DATABASE_URL: cluster.url, HANDLER_TIMEOUT_MS: '3000' });
    clients = new Clients(() => served.base, token);
  });
  afterEach(async () => {
    await clients?.stop();
    const done = await served?.stop();
    expect(done?.code).toBe(0); // the process that was started first
  });
  afterAll(() => cluster?.stop());

  type Gone = Awaited<ReturnType<PatroniCluster['kill']>>;

  /** Lets the primary go again and again, and come back as a standby, and checks what became of writes and events. */
  async function survive(
    what: string,
    go: () => Promise<Gone>,
    come: (gone: Gone['gone']) => Promise<void> | void,
  ) {
    const readers = [clients.follow(), clients.listen()];
    clients.write(WRITERS);
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await cluster.whole();
      await clients.moreWrites(50);
      const { gone, moment } = await go();
      back.push(await clients.backAfter(moment));
      await clients.moreWrites(50);
      await come(gone);
      await clients.moreWrites(50);
    }
    await cluster.whole();
    await expectAllOnce(clients, readers, (statement) => cluster.query(statement));
    const { acknowledged, statuses } = clients;
    console.log(
      `${ROUNDS} × ${what} under Patroni: ${acknowledged.length} writes, back after ${back.join(', ')} ms, ${JSON.stringify(statuses)}`,
    );
  }

  it('loses nothing when the primary is killed', () =>
    survive(
      'primary killed',
      () => cluster.kill(),
      (gone) => gone.start(),
    ));

  it('loses nothing in a switchover', () =>
    survive(
      'switchover',
      () => cluster.switchOver(),
      () => undefined,
    ));

  it('loses nothing when the primary is frozen and thaws', () =>
    survive(
      'primary frozen for 30 s',
      () => cluster.freeze(),
      async (gone) => {
        await pause(FROZEN_MS);
        gone.thaw();
      },
    ));
});

import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { Db } from '../../src/common/database/db';
import { poolOf } from '../../src/common/database/pool/shared-pool';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import type { Client } from '../setup/client';
import { onServer } from '../setup/database';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';
import { sentStatements, statementsOf } from '../setup/statements';

const PATH = '/freight_forwarders';
const TIMEOUT_MS = 1_500;

describe('the transaction of a request', () => {
  const service = useService({ HANDLER_TIMEOUT_MS: String(TIMEOUT_MS), DATABASE_POOL_SIZE: '4' });
  let client: Client;
  let db: Db;
  beforeEach(async () => {
    client = await service.current.organization();
    db = service.current.app.get(Db);
  });

  const actorOf = async () => {
    const organizations = new OrganizationsService(service.current.dataSource.manager);
    const all = await organizations.list();
    const actor = organizations.actorFor(all.find(({ id }) => id === client.organization_id)!);
    return { ...actor, operation: 'a test' };
  };
  const isOpen = (statement: string) => /^(BEGIN|START TRANSACTION)/.test(statement);

  it('begins at the first statement: what validation refuses opens none', async () => {
    const refused = await statementsOf(async () => {
      expect((await client.post(PATH, { name: '' })).status).toBe(400);
    });
    expect(refused.filter(isOpen)).toEqual([]);
    const taken = await statementsOf(() => client.create(PATH, { name: 'x' }));
    expect(taken.filter(isOpen)).toHaveLength(1);
    expect(taken.at(-1)).toBe('COMMIT');
  });

  it('ends at the deadline of the request, and stores nothing later', async () => {
    const late: Promise<unknown>[] = [];
    const name = `late ${client.organization_id}`;
    const insert = sql`INSERT INTO freight_forwarders (organization_id, name) VALUES (${client.organization_id}, ${name})`;
    const handler = async () => {
      await db.query(insert);
      const rest = pause(600).then(() => db.query(insert));
      late.push(rest.catch((error: unknown) => error));
      await rest;
    };
    const done = db.transaction(await actorOf(), '', handler, performance.now() + 500);
    await expect(done).rejects.toMatchObject({ reason: 'deadline' });
    expect(await Promise.all(late)).toEqual([expect.objectContaining({ reason: 'deadline' })]);
    expect(await service.current.query('SELECT 1 FROM freight_forwarders WHERE name = $1', [name])).toEqual(
      [],
    );
    expect((await client.get(PATH)).status).toBe(200);
  });

  it('is not answered as success when a statement of it failed unseen', async () => {
    const handler = () => db.query(sql`SELECT 1 / 0`).catch(() => undefined);
    await expect(db.transaction(await actorOf(), '', handler)).rejects.toThrow('as if it had not');
  });

  it('503 at the deadline while a row stays locked, and others of the organization go on meanwhile', async () => {
    const { id } = (await client.create(PATH, { name: 'locked' })).freight_forwarder;
    const other = (await client.create(PATH, { name: 'free' })).freight_forwarder;
    const runner = service.current.own.createQueryRunner();
    await runner.startTransaction();
    await asTest(() => runner.query('SELECT FROM freight_forwarders WHERE id = $1 FOR UPDATE', [id]));
    const waiting = Array.from({ length: 12 }, () => client.put(`${PATH}/${id}`, { name: 'taken' }));
    const reads = await Promise.all(Array.from({ length: 12 }, () => client.get(`${PATH}/${other.id}`)));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    // all of them were answered while the row was locked
    await runner.rollbackTransaction();
    await runner.release();
    expect((await client.put(`${PATH}/${id}`, { name: 'y' })).status).toBe(200);
    expect(await service.current.metrics()).toMatch(
      /^unavailable_total\{reason="(lock_wait|deadline|pool_wait)"\} \d+$/m,
    );
  });

  it('is tried again on a new connection when its own turned read-only or lost its statements', async () => {
    const pool = poolOf(service.current.dataSource);
    await client.get(PATH);
    for (const spoil of ['SET default_transaction_read_only = on', 'DEALLOCATE ALL']) {
      const all = await Promise.all([1, 2].map(() => pool.connect()));
      for (const each of all) await each.query(spoil);
      all.forEach((each) => each.release());
      expect((await client.post(PATH, { name: `after ${spoil}` })).status).toBe(201);
      expect((await client.get(PATH)).status).toBe(200);
      // connections are replaced once a second at most
      await pause(1_000);
    }
  });

  it('503 while the database is read-only, and 200 again without a restart', async () => {
    const { database } = service.current;
    const makeReadOnly = (value: 'on' | 'off') =>
      onServer((server) =>
        server.query(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`),
      );
    await makeReadOnly('on');
    poolOf(service.current.dataSource).renew();
    const answer = await client.post(PATH, { name: 'x' });
    expect([answer.status, (await client.get(PATH)).status]).toEqual([503, 200]);
    await makeReadOnly('off');
    const from = performance.now();
    let { status } = answer;
    while (status === 503) ({ status } = await client.post(PATH, { name: 'y' }));
    expect([status, performance.now() - from < 20_000]).toEqual([201, true]);
  });
});

describe('the statements of a connection', () => {
  const service = useService({ DATABASE_POOL_SIZE: '1' });

  it('are named by their text, the same in every process, and not by combinations of filters', async () => {
    const client = await service.current.organization();
    const namesOf = async (path: string) =>
      (await sentStatements(() => client.get(path)))
        .filter(({ text }) => !text.includes('FROM tokens'))
        .map(({ name }) => name);
    const [name] = await namesOf('/voyages');
    expect(name).toMatch(/^w_[\w-]{24}$/);
    expect(await namesOf('/voyages?vessel_name=e')).toEqual([expect.stringMatching(/^w_/)]);
    // what chooses the records is not kept; what reads them is the same for every choice
    const [chosen, read, ...more] = await namesOf('/voyages?vessel_name=e&updated_at=2000-01-01');
    expect([chosen, read, more]).toEqual([undefined, expect.stringMatching(/^w_/), []]);
    const other = await namesOf('/voyages?vessel_name=e&number=x&updated_at=2000-01-01');
    expect(other).toEqual([undefined, read]);
  });

  it('are kept up to 200 by name', async () => {
    const db = service.current.app.get(Db);
    for (let at = 0; at < 230; at++) {
      const [row] = await db.queryAsService<{ n: number }>(sql([`SELECT ${at} AS n`]));
      expect(row).toEqual({ n: at });
    }
    const [{ kept }] = await asTest(() =>
      service.current.dataSource.query<[{ kept: number }]>(
        `SELECT count(*)::int AS kept FROM pg_prepared_statements WHERE name LIKE 'w\\_%'`,
      ),
    );
    expect(kept).toBe(200);
    expect(await service.current.metrics()).toMatch(/^database_named_statements 200$/m);
    expect(await db.queryAsService(sql([`SELECT 0 AS n`]))).toEqual([{ n: 0 }]);
  });
});

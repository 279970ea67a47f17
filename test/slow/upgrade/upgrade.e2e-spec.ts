import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../../src/common/config/config';
import { dataSourceOptions } from '../../../src/common/database/pool/data-source';
import { migrate } from '../../../src/common/database/migrate/migrate';
import { VERSION } from '../../../src/common/home';
import { loadDemo } from '../../../src/demo/demo';
import { databaseUrl, onServer, templateName } from '../../setup/database';
import { eventually } from '../../setup/eventually';
import { schemaOf } from '../../setup/schema';
import { cloneOf, Service } from '../../setup/service';
import { keep, load, migrateAnew, rowsOf } from './release';

const FILES = readdirSync(__dirname).filter((name) => name.endsWith('.gz'));
/** Lists that tell of the rows, whatever the time is. */
const LISTS = [
  'containers',
  'container_stays',
  'voyages',
  'invoices',
  'truck_visits',
  'trucks',
  'load_lists',
  'users',
];

async function inNewDatabase(work: (name: string, client: Client) => Promise<void>): Promise<void> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`CREATE DATABASE ${name}`));
  const client = new Client({ connectionString: databaseUrl(name) });
  await client.connect();
  try {
    await work(name, client);
  } finally {
    await client.end();
    await onServer((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
}

async function schemaIn(name: string): Promise<Record<string, string>> {
  const dataSource = await new DataSource({ type: 'postgres', url: databaseUrl(name) }).initialize();
  try {
    return await schemaOf(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The schema of a new database that has every migration. */
async function migratedSchema(): Promise<Record<string, string>> {
  const name = await cloneOf(templateName());
  try {
    return await schemaIn(name);
  } finally {
    await onServer((server) => server.query(`DROP DATABASE ${name}`));
  }
}

/** The rows of all tables, as they are given in a file. */
async function shown(client: Client): Promise<Map<string, Record<string, unknown>[]>> {
  const rows = new Map<string, Record<string, unknown>[]>();
  // all, because a migration may add to those of which a file keeps the last
  for (const [statement, [json]] of await rowsOf(client, 1_000_000)) {
    const [, table] = /^INSERT INTO "(\w+)"/.exec(statement) ?? [];
    if (table) rows.set(table, [...(rows.get(table) ?? []), ...(JSON.parse(json as string) as [])]);
  }
  return rows;
}

/** Holds that what was paid before there were payments is paid by one each, at its approval, and that nothing else is. */
async function expectPaidOnce(before: Record<string, unknown>[], client: Client): Promise<void> {
  const paid = before.filter((invoice) => invoice.paid && Number(invoice.total) > 0);
  expect(paid.length).toBeGreaterThan(0);
  const { rows } = await client.query<object>(`
    SELECT i.organization_id::int, i.id::int, p.number, p.reference, p.way, p.amount::float, p.status, p.is_mark, a.amount::float AS allocated,
      p.unallocated::float, i.amount_paid::float, i.amount_open::float, i.paid, i.paid_at = p.paid_at AS paid_then,
      p.paid_at = coalesce(i.approved_at, i.created_at) AS at_approval, p.currency IS NOT DISTINCT FROM i.currency AS same_currency
    FROM payments p
    JOIN payment_allocations a ON a.organization_id = p.organization_id AND a.payment_id = p.id
    JOIN invoices i ON i.organization_id = a.organization_id AND i.id = a.invoice_id
    ORDER BY i.organization_id, i.id`);
  const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
    Number(one.organization_id) - Number(other.organization_id) || Number(one.id) - Number(other.id);
  expect(rows).toEqual(
    paid.sort(byId).map(({ organization_id, id, total }) => ({
      organization_id: Number(organization_id),
      id: Number(id),
      number: null,
      reference: 'marked as paid',
      way: 'other',
      amount: Number(total),
      status: 'received',
      is_mark: true,
      allocated: Number(total),
      unallocated: 0,
      amount_paid: Number(total),
      amount_open: 0,
      paid: true,
      paid_then: true,
      at_approval: true,
      same_currency: true,
    })),
  );
  const { rows: wrong } = await client.query(`
    SELECT id FROM invoices
    WHERE amount_open IS DISTINCT FROM CASE WHEN paid THEN 0 ELSE total END OR (paid_at IS NOT NULL) <> paid`);
  expect(wrong).toEqual([]);
}

(process.env.UPDATE_RELEASE ? describe : describe.skip)('the database of this version', () => {
  it(`is kept as ${VERSION}`, async () => {
    await inNewDatabase(async (name, client) => {
      const schema = await migrateAnew(databaseUrl(name));
      const dataSource = await new DataSource(
        dataSourceOptions(databaseUrl(name), loadConfig({})),
      ).initialize();
      await loadDemo(dataSource);
      await dataSource.destroy();
      // its events are published by a service
      const service = await Service.on(name);
      await eventually(
        'events',
        async () => !(await service.query('SELECT FROM events_written LIMIT 1')).length,
      );
      await service.app.close();
      keep(join(__dirname, `${VERSION}.ndjson.gz`), schema, await rowsOf(client));
    });
  });
});

describe('a database of an earlier release', () => {
  it.each(FILES)('%s becomes that of this version, and keeps its rows', async (file) => {
    await inNewDatabase(async (name, client) => {
      await load(join(__dirname, file), client);
      const before = await shown(client);
      expect(before.get('containers')!.length).toBeGreaterThan(100);
      await migrate(databaseUrl(name));
      expect(await schemaIn(name)).toEqual(await migratedSchema());

      const after = await shown(client);
      for (const [table, rows] of before) {
        const keyOf = ({ organization_id, id }: Record<string, unknown>) =>
          `${organization_id as number} ${id as number}`;
        const now = new Map(after.get(table)?.map((row) => [keyOf(row), row]));
        if (rows[0] && 'id' in rows[0])
          for (const row of rows) expect({ table, ...now.get(keyOf(row)) }).toMatchObject({ table, ...row });
        else expect([table, after.get(table)?.length]).toEqual([table, rows.length]);
      }

      await expectPaidOnce(before.get('invoices')!, client);

      const service = await Service.on(name);
      try {
        const [user] = await service.query<{ id: number; organization_id: number }>(
          'SELECT id, organization_id FROM users ORDER BY id LIMIT 1',
        );
        const token = await service.token(user!.organization_id, user!.id, 'admin');
        for (const list of LISTS) {
          const answer = await service.app.inject({
            url: `/api/v1/${list}.json`,
            headers: { authorization: `Token ${token}` },
          });
          const ours = before.get(list)!.filter((row) => row.organization_id === user!.organization_id);
          expect([list, answer.statusCode, answer.headers['x-total-count']]).toEqual([
            list,
            200,
            String(ours.length),
          ]);
        }
      } finally {
        await service.app.close();
      }
    });
  });
});

import { trace, traceAnyColumns } from '../../src/common/database/migrate/traces';
import { importFiles } from '../factories/transfer';
import { aTruck, aTruckDriver } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';

type Entry = Record<string, unknown>;

describe('audit entries', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const entries = async (query = ''): Promise<Entry[]> => {
    const { status, body } = await client.get(`/audit_entries?per=100&${query}`);
    expect(status).toBe(200);
    return body.audit_entries;
  };

  it('name a driver by number, and without one by licence', async () => {
    const { license_number } = await aTruckDriver(client);
    const { id, number } = await aTruckDriver(client, { number: 'D-7' });
    await client.delete(`/truck_drivers/${id}`);
    const keys = (await entries('record_type=truck_drivers')).map(({ record_key }) => record_key);
    expect(keys).toEqual([license_number, number, number]);
  });

  it('say who created, changed and deleted a record, when, by which request, and what changed', async () => {
    const request = { 'x-request-id': 'request-1' };
    const { body } = await client.as('write').send('POST', '/freight_forwarders', { name: 'Ada' }, request);
    const { id } = body.freight_forwarder;
    await client.patch(`/terminals/${(await client.create('/terminals', { name: 'T' })).terminal.id}`, {
      name: 'U',
    });
    await client.delete('/terminals/U');

    const [forwarder] = await entries('request_id=request-1');
    const [token] = await service.current.query<{ id: number }>(
      `SELECT id FROM tokens WHERE organization_id = $1 AND role = 'write'`,
      [client.organization_id],
    );
    expect(forwarder).toEqual({
      id: expect.any(Number),
      created_at: expect.any(String),
      user: { id: client.user_id, name: 'Tess Ter' },
      token_id: token!.id,
      identity_id: null,
      client_id: null,
      request_id: 'request-1',
      operation: 'POST /api/v1/freight_forwarders',
      action: 'create',
      record_type: 'freight_forwarders',
      record_id: id,
      record_key: 'Ada',
      before: null,
      after: { name: 'Ada', active: true, listed: false },
    });
    const changes = (await entries('record_type=terminals')).map(
      ({ action, operation, record_key, before, after }) => ({
        action,
        operation,
        record_key,
        before,
        after,
      }),
    );
    expect(changes).toEqual([
      {
        action: 'create',
        operation: 'POST /api/v1/terminals',
        record_key: 'T',
        before: null,
        after: { name: 'T' },
      },
      {
        action: 'update',
        operation: 'PATCH /api/v1/terminals/:id',
        record_key: 'T',
        before: { name: 'T' },
        after: { name: 'U' },
      },
      {
        action: 'delete',
        operation: 'DELETE /api/v1/terminals/:id',
        record_key: 'U',
        before: { name: 'U' },
        after: null,
      },
    ]);
  });

  it('are one for each record of an import, and none for lines without a change', async () => {
    const lines = [...Array(250).keys()].map((i) => ({ number: `WHAU${1_000_000 + i}` }));
    const files = { 'containers.ndjson': lines };
    expect((await importFiles(client, files)).bad).toEqual([]);
    expect((await importFiles(client, files)).bad).toEqual([]);
    const changed = { ...lines[7], goods: 'Tea' };
    expect((await importFiles(client, { 'containers.ndjson': [changed] })).bad).toEqual([]);
    const rows = await service.current.query<{ action: string; many: number }>(
      `SELECT action, count(*) AS many FROM audit_entries WHERE organization_id = $1 AND record_type = 'containers'
       GROUP BY 1 ORDER BY 1`,
      [client.organization_id],
    );
    expect(rows.map(({ action, many }) => [action, many])).toEqual([
      ['create', 250],
      ['update', 1],
    ]);
    const [update] = await entries('record_key=WHAU1000007&record_type=containers&page=last');
    expect(update).toMatchObject({ action: 'create', user: null, request_id: null });
  });

  it('leave out refused requests and secrets', async () => {
    await client.create('/terminals', { name: 'T' });
    expect((await client.post('/terminals', { name: 'T' })).status).toBe(422);
    expect(await entries('record_type=terminals')).toHaveLength(1);
    const tokens = await entries('record_type=tokens');
    expect(tokens).toHaveLength(3);
    for (const { after } of tokens)
      expect(Object.keys(after as object).sort()).toEqual(['limited', 'role', 'user_id']);
  });

  it('are found by record, user, operation, request and time', async () => {
    const truck = await aTruck(client, { license_plate: 'WH-1' });
    await client.create('/terminals', { name: 'T' });
    const found = async (query: string) => (await entries(query)).map(({ record_key }) => record_key);
    expect(await found(`record_type=trucks&record_id=${truck.id}`)).toEqual(['WH-1']);
    expect(await found('record_key=WH-1')).toEqual(['WH-1']);
    expect(await found(`user=${client.user_id}&record_type=trucks`)).toEqual(['WH-1']);
    expect(await found('user=tester@harbour.example&record_type=trucks')).toEqual(['WH-1']);
    expect(await found('user=nobody@harbour.example')).toEqual([]);
    expect(await found('operation=POST /api/v1/terminals')).toEqual(['T']);
    const [{ created_at }] = (await entries('record_type=terminals')) as [{ created_at: string }];
    for (const prefix of ['', 'created_']) {
      expect(await found(`${prefix}from=${created_at}`)).toEqual(['T']);
      expect(await found(`${prefix}until=${created_at}`)).toContain('WH-1');
      expect(await found(`${prefix}from=2100-01-01`)).toEqual([]);
      expect(await found(`${prefix}until=2000-01-01`)).toEqual([]);
    }
  });

  it('are found by request alone, also where another one has the same hash', async () => {
    const [alike] = await service.current.query<{ ids: string[] }>(
      `SELECT array_agg(id) AS ids FROM (SELECT 'request-' || n AS id FROM generate_series(1, 200000) n) i
       GROUP BY hashtext(id) HAVING count(*) > 1 LIMIT 1`,
    );
    for (const [nth, id] of alike!.ids.entries())
      await client.send('POST', '/terminals', { name: `Terminal ${nth}` }, { 'x-request-id': id });
    for (const [nth, id] of alike!.ids.entries())
      expect(await entries(`request_id=${id}`)).toMatchObject([{ record_key: `Terminal ${nth}` }]);
  });

  it('are shown to an admin of the organization only', async () => {
    const other = await service.current.organization();
    await client.create('/terminals', { name: 'T' });
    expect((await other.get('/audit_entries?record_type=terminals')).body.audit_entries).toEqual([]);
    expect((await client.as('write').get('/audit_entries')).status).toBe(403);
    expect((await client.get('/audit_entries?from=yesterday')).status).toBe(400);
    const unknown = await client.get('/audit_entries?record_type=terminal_s');
    expect([unknown.status, unknown.body.errors]).toEqual([
      400,
      { record_type: ["is unknown: 'terminal_s'; the nearest table is 'terminals'"] },
    ]);
  });

  it('stay the same while migrations change columns, and after', async () => {
    const { dataSource } = service.current;
    const shown = async () => {
      const own = await service.current.organization();
      const { id } = (await own.create('/containers', { number: 'WHAU4142033', seals: ['A'], weight: 1.5 }))
        .container;
      const path = `/containers/${id}`;
      for (const change of [{ goods: 'Tea' }, { goods: null, weight: '1.50', seals: ['A', 'B'] }, {}])
        expect((await own.patch(path, change)).status).toBe(200);
      expect((await own.delete(path)).status).toBe(200);
      const { body } = await own.get('/audit_entries?record_type=containers');
      return (body.audit_entries as Entry[]).map(({ action, record_key, before, after }) => [
        action,
        record_key,
        before,
        after,
      ]);
    };
    const spelled = await shown();
    expect(spelled.map(([action]) => action)).toEqual(['create', 'update', 'update', 'delete']);
    expect(spelled[2]).toEqual([
      'update',
      'WHAU4142033',
      { goods: 'Tea', seals: ['A'] },
      { goods: null, seals: ['A', 'B'] },
    ]);
    await asTest(() => traceAnyColumns(dataSource));
    const [added] = await service.current.query<{ body: string }>(
      `SELECT prosrc AS body FROM pg_proc WHERE proname = 'trace_changed_containers'`,
    );
    expect(added!.body).not.toContain('goods');
    expect(await shown()).toEqual(spelled);
    await asTest(() => trace(dataSource));
  });

  it('are written for every table but their own, and name other programs', async () => {
    const tables = await service.current.query<{ name: string; triggers: string[] | null }>(
      `SELECT c.relname AS name, array_agg(t.tgname::text ORDER BY t.tgname) FILTER (WHERE t.tgname LIKE 'trace%') AS triggers
       FROM pg_class c LEFT JOIN pg_trigger t ON t.tgrelid = c.oid
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 1`,
    );
    expect(tables.length).toBeGreaterThan(50);
    const untraced = tables.filter(({ triggers }) => triggers?.join() !== 'trace_changed,trace_created');
    // what billing, parties and EDI derive from other records, charges and runs themselves, items of tallies, cells of bayplans
    expect(untraced.map(({ name }) => name)).toEqual([
      'audit_entries',
      'bayplan_cells',
      'bill_parties',
      'billing_customers',
      'billing_problems',
      'billing_runs',
      'charge_marks',
      'charge_subjects',
      'charges',
      'edi_channel_states',
      'edi_items',
      'edi_message_keys',
      'edi_message_records',
      'edi_payloads',
      'edi_upload_minutes',
      'erasing_rows',
      'event_feeds',
      'event_parties',
      'events',
      'events_written',
      'file_chunks',
      'file_upload_hours',
      'idempotency_keys',
      'import_parts',
      'imports',
      'invoice_documents',
      'invoice_taxes',
      'mails',
      'migrations',
      'move_days',
      'nomination_parties',
      'number_counters',
      'parties',
      'party_guesses',
      'receipts',
      'reefer_readings',
      'reefer_watches',
      'release_marks',
      'stay_parties',
      'stay_releases',
      'stream_tickets',
      'tally_items',
      'tariff_codes',
      'webhook_deliveries',
    ]);
    await service.current.query(`UPDATE users SET lastname = 'X' WHERE id = $1`, [client.user_id]);
    const [, by] = await entries('record_type=users');
    expect(by).toMatchObject({ operation: 'wharfinger', user: null, after: { lastname: 'X' } });
  });
});

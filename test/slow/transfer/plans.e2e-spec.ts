import sql from 'sql-template-tag';
import { Db } from '../../../src/common/database/db';
import { importFiles, whileImporting } from '../../factories/transfer';
import { useService } from '../../setup/service';
import { sentStatements, Statement } from '../../setup/statements';

const CONTAINERS = Array.from({ length: 2_000 }, (_, at) => ({
  number: `WHAU${at}`,
  bill_of_ladings: [{ manifest: 'M', number: `B${at % 500}` }],
}));
const IN_YARD = { current_location_type: 'YardArea', current_location: 'A' };
const FILES = {
  'terminals.ndjson': [{ name: 'T' }],
  'vessels.ndjson': [{ name: 'Petrel' }],
  'voyages.ndjson': [
    {
      number: 'V',
      vessel_name: 'Petrel',
      discharge_destination: 'T',
      discharge_destination_type: 'Terminal',
    },
  ],
  'shipping_lines.ndjson': [{ code: 'L' }],
  'manifests.ndjson': [{ client_identifier: 'M', shipping_line: 'L', voyage_number: 'V' }],
  'bill_of_ladings.ndjson': Array.from({ length: 500 }, (_, at) => ({ manifest: 'M', number: `B${at}` })),
  'containers.ndjson': CONTAINERS,
};

describe('the statements of an import', () => {
  const service = useService({});

  const planOf = async ({ text, values }: Statement) => {
    const rows = await service.current.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('have the tables counted that grew, and no others', async () => {
    const counted = async () => {
      const rows = await service.current.query<{ relname: string; reltuples: number }>(
        "SELECT relname, reltuples FROM pg_class WHERE relname IN ('containers', 'ports') ORDER BY relname",
      );
      return Object.fromEntries(rows.map(({ relname, reltuples }) => [relname, reltuples]));
    };
    const client = await service.current.organization();
    await service.current.query("UPDATE pg_class SET reltuples = 7 WHERE relname IN ('containers', 'ports')");
    await importFiles(client, FILES);
    const { containers, ports } = await counted();
    expect(containers).toBeGreaterThan(100);
    expect(ports).toBe(7);
  });

  it('find each record by its key where PostgreSQL knows of the rows of other organizations alone', async () => {
    await importFiles(await service.current.organization(), FILES);
    await service.current.query('ANALYZE');
    const client = await service.current.organization();
    const sent = await sentStatements(() => importFiles(client, FILES));
    const last = (pattern: RegExp) => sent.findLast(({ text }) => pattern.test(text))!;
    expect(await planOf(last(/INSERT INTO containers /))).toContain('uq_containers_number');
    expect(await planOf(last(/AS line[^]* FROM containers e /))).toContain('uq_containers_number');
    expect(await planOf(last(/FROM bill_of_ladings b\s+WHERE/))).toMatch(/Index Cond: .*number = /);
  });

  it('read a few rows for each line there, however many lines came before', async () => {
    const containers = CONTAINERS.map(({ number }) => ({ ...IN_YARD, number }));
    const files = { 'yard_areas.ndjson': [{ name: 'A' }], 'containers.ndjson': containers };
    const read = async () => {
      const [row] = await service.current.query<{ rows: number }>(
        'SELECT sum(idx_tup_read)::integer AS rows FROM pg_stat_user_indexes',
      );
      return row!.rows;
    };
    const client = await service.current.organization();
    const before = await read();
    await whileImporting(client, files, async () => {
      // what was read is counted with the end of the transaction
      await service.current.app.get(Db).query(sql`SELECT pg_stat_force_next_flush()`);
    });
    expect((await read()) - before).toBeLessThan(500 * containers.length);
  });
});

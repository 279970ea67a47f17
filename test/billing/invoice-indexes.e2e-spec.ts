import { aBill, aContainer } from '../factories/cargo';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { sentStatements, Statement } from '../setup/statements';

/** The tables that grow with every voyage. */
const WHOLE = /Seq Scan on (invoices|invoice_lines|billed_containers|containers|bill_of_ladings|voyages)/;

describe('the filters of invoices', () => {
  // its records are made by few statements, which take a slow machine long
  const service = useService({ DATABASE_STATEMENT_TIMEOUT_MS: '120000' });
  let client: Client;
  let ids: Record<'container' | 'bill' | 'voyage', number>;

  /** 20,000 invoices of two lines each, over a thousand voyages, bills, containers, customers and tariffs. */
  beforeAll(async () => {
    client = await service.current.organization();
    const container = await aContainer(client);
    const voyage = await aVoyage(client);
    const bill = await aBill(client);
    ids = { container: container.id, bill: bill.id, voyage: voyage.id };
    const copies = (table: string, key: string, columns: string) => `
      INSERT INTO ${table} (organization_id, ${key}, ${columns})
      SELECT organization_id, 'X' || n, ${columns} FROM ${table}, generate_series(1, 999) n
      WHERE id = (SELECT max(id) FROM ${table})`;
    for (const statement of [
      copies('containers', 'number', 'meets_iso_standards'),
      copies('voyages', 'number', 'vessel_id, destination_terminal_id'),
      copies('bill_of_ladings', 'number', 'manifest_id'),
      `INSERT INTO consignees (organization_id, name, general_ledger_id)
       SELECT ${client.organization_id}, 'C' || n, 'GL' || n FROM generate_series(1, 1000) n`,
      `INSERT INTO invoices (organization_id, number, consignee_id, voyage_id, bill_of_lading_id, general_ledger_id)
       SELECT c.organization_id, c.id || '-' || n, c.id, v.id, b.id, 'L' || c.id
       FROM (SELECT *, row_number() OVER (ORDER BY id) AS at FROM consignees) c
       JOIN (SELECT *, row_number() OVER (ORDER BY id) AS at FROM voyages) v USING (at)
       JOIN (SELECT *, row_number() OVER (ORDER BY id) AS at FROM bill_of_ladings) b USING (at), generate_series(1, 20) n`,
      `INSERT INTO invoice_lines (organization_id, invoice_id, description, quantity, amount, total, tariff_id, container_id)
       SELECT i.organization_id, i.id, 'Storage of ' || i.number, 1, 1, 1, 'T' || i.id % 1000,
         ${container.id} + i.id % 1000
       FROM invoices i, generate_series(1, 2)`,
      `INSERT INTO billed_containers (organization_id, invoice_id, container_id)
       SELECT organization_id, id, ${container.id} + id % 1000 FROM invoices`,
    ])
      // without the triggers, which write a trace of each row
      await service.current.query(
        `SET session_replication_role = replica; ${statement}; RESET session_replication_role`,
      );
    await service.current.query('ANALYZE');
  }, 120_000);

  /** How the database would answer: for any values when the statement is prepared, else for those that were sent. */
  async function planOf({ name, text, values }: Statement): Promise<string> {
    const rows = await service.current.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (${name ? 'GENERIC_PLAN' : 'COSTS OFF'}) ${text}`,
      name ? undefined : values,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it.each([
    ['container_id', () => `container_id=${ids.container}`],
    ['container_number', () => 'container_number=X7'],
    ['bill_of_lading_id', () => `bill_of_lading_id=${ids.bill}`],
    ['bill_of_lading_number', () => 'bill_of_lading_number=X7'],
    ['voyage_id', () => `voyage_id=${ids.voyage}`],
    ['voyage_number', () => 'voyage_number=X7'],
    ['tariff_id', () => 'tariff_id=T7'],
    ['general_ledger_id', () => 'general_ledger_id=L7'],
    ['customer_general_ledger_id', () => 'customer_type=Consignee&customer_general_ledger_id=GL7'],
    ['line_items_q', () => 'line_items_q=orage%20of%207-1'],
  ])('read no table whole: %s', async (_filter, query) => {
    const sent = await sentStatements(async () => {
      expect((await client.get(`/invoices?${query()}`)).status).toBe(200);
    });
    const [list] = sent.filter(({ text }) => text.includes('FROM invoices'));
    const plan = await planOf(list!);
    expect(plan).toMatch(/Index/);
    expect(plan).not.toMatch(WHOLE);
  });
});

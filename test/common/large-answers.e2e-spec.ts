import { aGenset } from '../factories/cargo';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('large answers', () => {
  const service = useService();
  let client: Client;
  const flexField = (canonical_name: string) =>
    client.post('/flex_field_definitions', {
      record_type: 'genset',
      canonical_name,
      label: canonical_name,
      value_type: 'string',
    });
  /** Makes the records of gensets so large. */
  const grow = (bytes: number) =>
    service.current.query(
      `UPDATE gensets SET flex_fields = jsonb_build_object('blob', repeat('x', $1)) WHERE organization_id = $2`,
      [bytes, client.organization_id],
    );
  beforeEach(async () => {
    client = await service.current.organization();
    expect((await flexField('blob')).status).toBe(201);
  });

  it('end a page at 4 MiB, and next leads on from there', async () => {
    const made = [];
    for (let i = 0; i < 20; i++) made.push((await aGenset(client)).number);
    await grow(300_000);
    const shown: string[] = [];
    const pages: number[] = [];
    let path: string | undefined = '/gensets?per=20';
    while (path) {
      const { body } = await client.get(path);
      pages.push(body.gensets.length);
      shown.push(...body.gensets.map(({ number }: { number: string }) => number));
      path =
        body.actions.next?.url?.replace(/^.*\/api\/v1/, '') ?? body.actions.next?.replace(/^.*\/api\/v1/, '');
    }
    expect([pages, shown]).toEqual([[13, 7], made]);
  });

  it('show one record at least, and refuse what is beyond 64 MiB', async () => {
    const { number } = await aGenset(client);
    await grow(5 * 1024 * 1024);
    expect((await client.get('/gensets')).body.gensets).toHaveLength(1);
    await grow(65 * 1024 * 1024);
    for (const path of ['/gensets', `/gensets/${number}`]) {
      const { status, body } = await client.get(path);
      expect([status, body.error]).toEqual([400, expect.stringContaining('larger than 64 MiB')]);
    }
  });

  it('are kept from growing by 100 flex fields a type of record', async () => {
    await service.current.query(
      `INSERT INTO flex_field_definitions (organization_id, record_type, canonical_name, label, value_type)
       SELECT $1, 'genset', 'f' || n, 'F' || n, 'string' FROM generate_series(1, 98) n`,
      [client.organization_id],
    );
    expect((await flexField('hundredth')).status).toBe(201);
    const { status, body } = await flexField('one_more');
    expect([status, body.error]).toEqual([422, 'A type of record has at most 100 flex fields.']);
  });
});

import { aContainer, aGenset } from '../../factories/cargo';
import { aHold } from '../../factories/holds';
import type { Client } from '../../setup/client';
import { timesAtOnce } from '../../setup/meanwhile';
import { useService } from '../../setup/service';

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
  /** Makes the flex fields f1, f2, … of gensets. */
  const flexFields = (count: number) =>
    service.current.query(
      `INSERT INTO flex_field_definitions (organization_id, record_type, canonical_name, label, value_type)
       SELECT $1, 'genset', 'f' || n, 'F' || n, 'string' FROM generate_series(1, $2::integer) n`,
      [client.organization_id, count],
    );
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

  it('show one record at least, and are refused beyond 64 MiB', async () => {
    const { number } = await aGenset(client);
    await grow(5 * 1024 * 1024);
    expect((await client.get('/gensets')).body.gensets).toHaveLength(1);
    await grow(65 * 1024 * 1024);
    for (const path of ['/gensets', `/gensets/${number}`]) {
      const { status, body } = await client.get(path);
      expect([status, body.error]).toEqual([400, expect.stringContaining('larger than 64 MiB')]);
    }
  });

  it('are bounded by 100 flex fields a type of record', async () => {
    await flexFields(98);
    expect((await flexField('hundredth')).status).toBe(201);
    const { status, body } = await flexField('one_more');
    expect([status, body.error]).toEqual([422, 'A type of record has at most 100 flex fields.']);
  });

  it('have no more of them when 64 are added at once', async () => {
    await flexFields(97);
    const answers = await timesAtOnce(service.current, 64, (n) => flexField(`field_${n}`), 5);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const definitions = await client.get('/flex_field_definitions?record_type=genset&per=100');
    expect(definitions.body.flex_field_definitions).toHaveLength(100);
  });

  it('hold no record that a request would make larger than 256 KiB', async () => {
    await flexFields(60);
    const notes = (from: number, count: number) => ({
      flex_fields: Array.from({ length: count }, (_, n) => ({ [`f${from + n}`]: 'x'.repeat(5_000) })),
    });
    const { number } = await aGenset(client, notes(1, 50));
    for (const { status, body } of [
      await client.put(`/gensets/${number}`, { genset: notes(51, 5) }),
      await client.post('/gensets', { genset: { number: 'GS-LARGE', ...notes(1, 55) } }),
    ])
      expect([status, body.error, body.code]).toEqual([
        400,
        'A record takes at most 256 KiB.',
        'record_too_large',
      ]);
    expect((await client.put(`/gensets/${number}`, { genset: notes(51, 1) })).status).toBe(200);
  });

  it('are streamed where a list has no pages', async () => {
    const { number } = await aContainer(client);
    await aHold(client, number);
    const holds = 280;
    await service.current.query(
      `INSERT INTO container_holds (organization_id, container_id, stay_id, hold_type_id, applied_at, applied_by_id,
         lifted_at, lifted_by_id, notes)
       SELECT organization_id, container_id, stay_id, hold_type_id, applied_at, applied_by_id,
         now(), applied_by_id, repeat('x', 200000)
       FROM container_holds CROSS JOIN generate_series(2, $2) WHERE organization_id = $1`,
      [client.organization_id, holds],
    );
    const { status, body } = await client.get(`/containers/${number}/holds`);
    expect([status, body.holds.length]).toEqual([200, holds]);
  });
});

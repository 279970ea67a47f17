import type { Body } from '../../factories/record';
import type { Client } from '../../setup/client';
import { sumDaysOf } from '../../factories/reports';
import { useService } from '../../setup/service';

/** A year of 2,400,000 movements of 300,000 containers, of which 1 in 500 was reversed. */
const MONTHS = 12;
const A_MONTH = 200_000;

describe('reports of a large terminal', () => {
  const service = useService({});
  let client: Client;
  beforeAll(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    const { organization_id } = client;
    const fill = (statement: string) => service.current.fill(statement, [organization_id]);
    await fill(
      `INSERT INTO shipping_lines (organization_id, code, name) SELECT $1, 'L' || i, 'Line ' || i FROM generate_series(1, 20) i`,
    );
    await fill(
      `INSERT INTO container_types (organization_id, code, size) VALUES ($1, '20DV', 20), ($1, '40HC', 40)`,
    );
    await fill(`INSERT INTO containers (organization_id, number, container_type_id)
      SELECT $1, 'TSTU' || i, (SELECT min(id) + i % 2 FROM container_types WHERE organization_id = $1) FROM generate_series(1, 300000) i`);
    await fill(`INSERT INTO container_stays (organization_id, container_id, number, status, in_at, out_at, shipping_line_id, arrival_status, departure_status)
      SELECT $1, c.id, 1, 'departed', '2025-01-01', '2026-01-01', (SELECT min(id) + c.id % 20 FROM shipping_lines WHERE organization_id = $1), 'full', 'empty'
      FROM containers c WHERE c.organization_id = $1`);
    // ids follow each other in a table that nobody else fills
    const [first] = await service.current.query<{ container: number; stay: number }>(
      `SELECT min(c.id)::integer AS container, min(s.id)::integer AS stay FROM containers c
       JOIN container_stays s ON s.organization_id = c.organization_id AND s.container_id = c.id
       WHERE c.organization_id = $1`,
      [organization_id],
    );
    for (let month = 0; month < MONTHS; month++)
      await service.current.fill(
        `INSERT INTO container_movements (organization_id, container_id, stay_id, movement_type, moved_at)
         SELECT $1, $2 + n, $3 + n,
           CASE WHEN i % 500 = 0 THEN 'reversal'
             ELSE (ARRAY['gate_in','yard','discharge','load','gate_out','restow','yard','yard'])[1 + i % 8] END,
           '2025-01-01'::timestamptz + i * interval '1 year' / ${MONTHS * A_MONTH}
         FROM generate_series($4::integer, $4::integer + ${A_MONTH - 1}) i
         CROSS JOIN LATERAL (SELECT (i::bigint * 7919) % 300000 AS n) n`,
        [organization_id, first!.container, first!.stay, month * A_MONTH],
      );
    await service.current.query('VACUUM ANALYZE');
  }, 600_000);

  it.each([
    ['day', '2025-06-01', '2025-06-30'],
    ['month', '2025-01-01', '2025-12-31'],
  ])('counts moves by %s from %s until %s from sums of days as one by one', async (by, from, until) => {
    const path = `/reports/moves?group_by=${by}&from=${from}&until=${until}`;
    const { body: live } = await client.get(path);
    await sumDaysOf(client);
    const begun = performance.now();
    const { body: summed } = await client.get(path);
    process.stdout.write(`moves by ${by}, summed: ${Math.round(performance.now() - begun)} ms\n`);
    expect({ ...summed, as_of: null }).toEqual({ ...live, as_of: null });
    await service.current.query('DELETE FROM move_days WHERE organization_id = $1', [client.organization_id]);
  });

  it.each([
    ['day', '2025-06-01', '2025-06-30'],
    ['day,shipping_line', '2025-06-01', '2025-06-30'],
    ['week,status', '2025-06-01', '2025-06-30'],
    ['day,terminal', '2025-06-01', '2025-06-30'],
    ['month', '2025-01-01', '2025-12-31'],
    ['month,size', '2025-01-01', '2025-12-31'],
  ])('counts moves by %s from %s until %s as the movements one by one do', async (by, from, until) => {
    const begun = performance.now();
    const { status, body } = await client.get(`/reports/moves?group_by=${by}&from=${from}&until=${until}`);
    const took = Math.round(performance.now() - begun);
    expect(status).toBe(200);
    const [counted] = await service.current.query<{ moves: number }>(
      `SELECT count(*)::integer AS moves FROM (
         SELECT m.movement_type, (m.moved_at AT TIME ZONE 'Europe/Amsterdam')::date AS day,
           lead(m.movement_type) OVER (PARTITION BY m.container_id, m.movement_type = 'restow' ORDER BY m.id) AS next
         FROM container_movements m WHERE m.organization_id = $1) m
       WHERE m.day BETWEEN $2 AND $3 AND m.movement_type NOT IN ('strip', 'reversal')
         AND (m.movement_type = 'restow' OR m.next IS DISTINCT FROM 'reversal')`,
      [client.organization_id, from, until],
    );
    expect(body.totals.moves).toBe(counted!.moves);
    const sum = body.rows.reduce((all: number, row: Body) => all + row.moves, 0);
    expect(sum).toBe(counted!.moves);
    process.stdout.write(`moves by ${by}, ${counted!.moves} of them: ${took} ms\n`);
  });
});

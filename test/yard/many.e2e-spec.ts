import type { Client } from '../setup/client';
import { stepsOf } from '../setup/plans';
import { sentStatements, statementsOf } from '../setup/statements';
import { useService } from '../setup/service';
import { aStack, moveTo, stacked } from '../factories/yard';

/** SQL: a terminal with ten areas of 250 slots of four tiers, and 10,000 containers in them, each with a stay. */
const YARD = `
  WITH m AS (INSERT INTO terminals (organization_id, name) VALUES ($1, 'Large') RETURNING id),
  a AS (INSERT INTO yard_areas (organization_id, name, terminal_id) SELECT $1, 'Area ' || g, m.id FROM m, generate_series(1, 10) g
    RETURNING id, name),
  t AS (INSERT INTO container_types (organization_id, code, size) VALUES ($1, 'LARGE', 20) RETURNING id),
  s AS (INSERT INTO yard_slots (organization_id, name, yard_area_id, bay, row, tiers, teu, reefer_plug)
    SELECT $1, a.name || '-' || g, a.id, (g / 5)::text, (g % 5)::text, 5, 1, g % 5 = 0 FROM a, generate_series(0, 249) g
    RETURNING id),
  c AS (INSERT INTO containers (organization_id, number, container_type_id, container_status, usage, current_location_type,
      current_location_id, tier, weight)
    SELECT $1, 'LRGU' || s.id || g, t.id, 'full', 'import', 'YardSlot', s.id, g, 20000 FROM s, t, generate_series(1, 4) g
    RETURNING id, organization_id),
  y AS (INSERT INTO container_stays (organization_id, container_id, number, status, in_at, container_status, usage)
    SELECT organization_id, id, 1, 'here', now() - interval '2 days', 'full', 'import' FROM c RETURNING id, container_id)
  SELECT count(*) FROM y`;

/** The tables that have many rows of others. */
const LARGE = ['containers', 'container_stays'];

describe('a yard of 10,000 containers', () => {
  const service = useService();
  let client: Client;
  beforeAll(async () => {
    client = await service.current.organization();
    await service.current.query(YARD, [client.organization_id]);
    await service.current.query(
      `UPDATE containers c SET stay_id = s.id FROM container_stays s
       WHERE c.organization_id = $1 AND s.organization_id = $1 AND s.container_id = c.id`,
      [client.organization_id],
    );
    await service.current.query(
      `INSERT INTO containers (organization_id, number, current_location_type)
       SELECT $1, 'ELSE' || g, 'Ship' FROM generate_series(1, 20000) g`,
      [client.organization_id],
    );
    await service.current.query(
      'ANALYZE containers, container_stays, yard_slots, yard_areas, container_types, container_movements',
    );
  }, 60_000);

  const own = async (work: () => Promise<unknown>) =>
    (await statementsOf(work)).filter((text) => !/FROM tokens|^(BEGIN|COMMIT)|set_config/.test(text));

  it.each([
    // the number of its slots tells whether it waits for a turn
    ['/yard_areas/Area 1/stacks', 3],
    ['/yard_areas/Area 1/inventory', 2],
    ['/terminals/Large/inventory', 2],
    ['/yard_slots/free?size=20&per=10', 2],
  ])('is read by few statements: %s', async (path, statements) => {
    const get = () => client.get(path);
    expect((await get()).status).toBe(200);
    // a failure shows those beyond
    expect((await own(get)).slice(statements)).toEqual([]);
  });

  it.each([
    '/yard_areas/Area 1/stacks',
    '/yard_areas/Area 1/stacks.svg',
    '/yard_areas/Area 1/inventory',
    '/terminals/Large/inventory',
    '/yard_slots/free?size=20&area=Area 1&per=10',
    '/yard_slots/free?per=10',
  ])('is read by indexes, and nothing else is: %s', async (path) => {
    for (const { text, values } of await sentStatements(() => client.get(path))) {
      if (/FROM tokens|^(BEGIN|COMMIT)|set_config/.test(text)) continue;
      const steps = await stepsOf(service.current, text, values);
      const whole = steps.filter(
        (step) => step['Node Type'] === 'Seq Scan' && LARGE.includes(step['Relation Name'] ?? ''),
      );
      const inVain = steps.filter(
        (step) => (step['Rows Removed by Filter'] ?? 0) * step['Actual Loops'] > 3_000,
      );
      expect([...whole, ...inVain]).toEqual([]);
    }
  });

  it('counts every stay that is here', async () => {
    const { body } = await client.get('/terminals/Large/inventory');
    expect([body.containers, body.areas.length, body.elsewhere.containers]).toEqual([10_000, 10, 0]);
  });

  it('moves a container by as many statements, however many come down', async () => {
    await aStack(client, { name: 'From', tiers: 10, yard_area: null });
    await aStack(client, { name: 'To', tiers: 10, yard_area: null });
    const numbers = await stacked(client, 'From', 6);
    const single = await own(async () => moveTo(client, numbers[5]!, 'To'));
    const digging = await own(async () => moveTo(client, numbers[0]!, 'To', { dig: true }));
    expect(digging).toHaveLength(single.length);
    expect(single.length).toBeLessThanOrEqual(9);
  });
});

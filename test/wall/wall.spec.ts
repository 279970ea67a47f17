import { loadModule } from 'libpg-query';
import { judge, Tenancy } from './wall';

const TENANCY: Tenancy = {
  tables: new Map([
    ...['trucks', 'visits', 'bills', 'lines'].map((table) => [table, 'organization_id'] as const),
    ['organizations', 'id'],
  ]),
  functions: new Map([['label', 0]]),
};

describe('the wall between organizations', () => {
  beforeAll(() => loadModule());

  const breaches = (text: string) => judge(text, TENANCY).breaches;

  it.each([
    'SELECT * FROM trucks WHERE organization_id = $1 AND id = $2',
    'SELECT * FROM "trucks" "Truck" WHERE (("Truck"."id" = $1) AND ("Truck"."organization_id" = $2)) LIMIT 1',
    'SELECT * FROM trucks t WHERE $1::bigint = t.organization_id FOR UPDATE OF t',
    'SELECT FROM trucks t WHERE t.organization_id = (SELECT $1::bigint)',
    'SELECT name FROM pg_class',
    'START TRANSACTION',
    // joins
    'SELECT FROM visits v JOIN trucks t ON t.organization_id = v.organization_id AND t.id = v.truck_id WHERE v.organization_id = $1',
    'SELECT FROM visits v JOIN trucks t USING (organization_id) WHERE v.organization_id = $1',
    'SELECT FROM visits v LEFT JOIN trucks t ON t.organization_id = v.organization_id WHERE v.organization_id = $1',
    'SELECT FROM visits v, trucks t WHERE (t.organization_id, t.id) = (v.organization_id, v.truck_id) AND v.organization_id = $1',
    'SELECT FROM jsonb_to_recordset($1) AS r(id bigint) LEFT JOIN trucks t ON t.organization_id = $2 AND t.id = r.id',
    'SELECT FROM visits v, bills b, trucks t WHERE t.organization_id = b.organization_id AND b.organization_id = v.organization_id AND v.organization_id = $1',
    // conditions
    'SELECT FROM trucks WHERE (organization_id = $1 AND id = 1) OR (organization_id = $2 AND id = 3)',
    'SELECT FROM organizations WHERE id = $1',
    // sub-selects
    'SELECT (SELECT t.name FROM trucks t WHERE t.organization_id = v.organization_id AND t.id = v.truck_id) FROM visits v WHERE v.organization_id = $1',
    'SELECT (SELECT (SELECT count(*) FROM bills b WHERE b.organization_id = v.organization_id) FROM trucks t WHERE t.organization_id = v.organization_id) FROM visits v WHERE v.organization_id = $1',
    'SELECT FROM visits WHERE organization_id = $1 AND truck_id IN (SELECT id FROM trucks WHERE organization_id = $1)',
    'SELECT FROM visits WHERE (organization_id, truck_id) IN (SELECT organization_id, id FROM trucks WHERE organization_id = $1)',
    'SELECT FROM (SELECT organization_id, id FROM trucks WHERE organization_id = $1) t JOIN visits v USING (organization_id)',
    'SELECT FROM visits v, LATERAL (SELECT FROM trucks t WHERE t.organization_id = v.organization_id) x WHERE v.organization_id = $1',
    'SELECT FROM (SELECT $1::bigint AS organization_id) o JOIN trucks t ON t.organization_id = o.organization_id',
    // WITH and UNION
    'WITH page AS MATERIALIZED (SELECT t.organization_id, t.id FROM trucks t WHERE t.organization_id = $1), shown AS (SELECT * FROM page LIMIT 3) SELECT FROM shown JOIN trucks t USING (organization_id, id)',
    'WITH t(owner) AS (SELECT organization_id FROM trucks WHERE organization_id = $1) SELECT FROM t JOIN visits v ON v.organization_id = t.owner',
    'WITH RECURSIVE up AS (SELECT organization_id, parent_id FROM lines WHERE organization_id = $1 UNION ALL SELECT l.organization_id, l.parent_id FROM up JOIN lines l ON l.organization_id = up.organization_id AND l.id = up.parent_id) SELECT FROM up JOIN lines l USING (organization_id)',
    'SELECT FROM (SELECT organization_id FROM trucks WHERE organization_id = $1 UNION SELECT organization_id FROM bills WHERE organization_id = $1) u JOIN visits USING (organization_id)',
    // writing
    'INSERT INTO trucks (organization_id, id) VALUES ($1, $2), ($1, $3)',
    'INSERT INTO trucks ("id", "organization_id") VALUES (DEFAULT, $1) RETURNING "id"',
    'INSERT INTO trucks (organization_id, id) SELECT $1::bigint, r.* FROM jsonb_to_recordset($2) AS r(id bigint) ON CONFLICT (organization_id, id) DO UPDATE SET name = excluded.name',
    'INSERT INTO trucks (organization_id, id) SELECT v.organization_id, v.id FROM visits v WHERE v.organization_id = $1',
    'INSERT INTO organizations (name) VALUES ($1)',
    'UPDATE trucks t SET name = r.name FROM jsonb_to_recordset($1) AS r(id bigint) WHERE t.organization_id = $2 AND t.id = r.id',
    'UPDATE trucks t SET name = v.name FROM visits v WHERE t.organization_id = $1 AND v.organization_id = t.organization_id',
    'DELETE FROM trucks t USING visits v WHERE t.organization_id = v.organization_id AND v.organization_id = $1',
    'WITH gone AS (DELETE FROM trucks WHERE organization_id = $1 RETURNING organization_id, id) SELECT FROM visits JOIN gone USING (organization_id)',
    // functions
    'SELECT label(t.organization_id, t.id) FROM trucks t WHERE t.organization_id = $1',
    'SELECT label($1, 2)',
  ])('lets pass: %s', (text) => expect(breaches(text)).toEqual([]));

  it.each([
    ['SELECT * FROM trucks WHERE id = $1', 'trucks'],
    ['SELECT * FROM trucks WHERE organization_id IS NOT NULL', 'trucks'],
    ['SELECT * FROM trucks WHERE organization_id <> $1', 'trucks'],
    ['SELECT * FROM trucks WHERE organization_id = ANY($1)', 'trucks'],
    ['SELECT * FROM trucks WHERE NOT (organization_id = $1)', 'trucks'],
    ['SELECT * FROM trucks WHERE organization_id = $1 OR id = $2', 'trucks'],
    ['SELECT * FROM trucks WHERE organization_id = organization_id', 'trucks'],
    ['SELECT (organization_id = $1) FROM trucks', 'trucks'],
    ['SELECT FROM organizations', 'organizations'],
    // joins
    ['SELECT FROM visits v JOIN trucks t ON t.id = v.truck_id WHERE v.organization_id = $1', 'trucks t'],
    ['SELECT FROM visits v JOIN trucks t USING (id) WHERE v.organization_id = $1', 'trucks t'],
    [
      'SELECT FROM visits v LEFT JOIN trucks t ON t.organization_id = v.organization_id AND v.organization_id = $1',
      'visits v, trucks t',
    ],
    [
      'SELECT FROM visits v FULL JOIN trucks t USING (organization_id) WHERE v.organization_id = $1',
      'trucks t',
    ],
    [
      'SELECT FROM jsonb_to_recordset($1) AS r(organization_id bigint) JOIN trucks t USING (organization_id)',
      'trucks t',
    ],
    // sub-selects
    [
      'SELECT (SELECT name FROM trucks t WHERE t.id = v.truck_id) FROM visits v WHERE v.organization_id = $1',
      'trucks t',
    ],
    ['SELECT FROM visits WHERE organization_id = $1 AND truck_id IN (SELECT id FROM trucks)', 'trucks'],
    [
      'SELECT FROM visits v WHERE EXISTS (SELECT FROM trucks t WHERE t.organization_id = v.organization_id AND t.organization_id = $1)',
      'visits v',
    ],
    ['SELECT FROM visits WHERE truck_id IN (SELECT id FROM trucks WHERE organization_id = $1)', 'visits'],
    [
      'SELECT FROM (SELECT id FROM trucks WHERE organization_id = $1) x JOIN visits v ON v.truck_id = x.id',
      'visits v',
    ],
    ['SELECT FROM (SELECT * FROM trucks) t WHERE t.organization_id = $1', 'trucks'],
    [
      'SELECT FROM visits v WHERE organization_id = $1 ORDER BY (SELECT name FROM trucks t WHERE t.id = v.truck_id)',
      'trucks t',
    ],
    // WITH and UNION
    [
      'WITH t AS (SELECT id FROM trucks WHERE organization_id = $1) SELECT FROM t JOIN visits v ON v.truck_id = t.id',
      'visits v',
    ],
    ['WITH t AS (SELECT * FROM trucks) SELECT FROM visits WHERE organization_id = $1', 'trucks'],
    ['SELECT id FROM trucks WHERE organization_id = $1 UNION ALL SELECT id FROM visits', 'visits'],
    [
      'WITH RECURSIVE up AS (SELECT parent_id FROM lines WHERE organization_id = $1 UNION ALL SELECT l.parent_id FROM up JOIN lines l ON l.id = up.parent_id) SELECT FROM up',
      'lines l',
    ],
    [
      'SELECT FROM (SELECT organization_id FROM trucks WHERE organization_id = $1 UNION SELECT id FROM bills WHERE organization_id = $1) u JOIN visits v USING (organization_id)',
      'visits v',
    ],
    // writing
    ['INSERT INTO trucks (id) VALUES ($1)', 'trucks'],
    ['INSERT INTO trucks (organization_id, id) VALUES ($1, $2), (DEFAULT, $3)', 'trucks'],
    [
      'INSERT INTO trucks (organization_id, id) SELECT r.* FROM jsonb_to_recordset($2) AS r(organization_id bigint, id bigint)',
      'trucks',
    ],
    [
      'INSERT INTO trucks (organization_id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET name = $2',
      'trucks (ON CONFLICT)',
    ],
    ['UPDATE trucks SET name = $1 WHERE id = $2', 'trucks'],
    ['UPDATE trucks SET organization_id = $1 WHERE organization_id = $2', 'trucks (SET organization_id)'],
    [
      'UPDATE trucks t SET name = v.name FROM visits v WHERE t.organization_id = $1 AND v.truck_id = t.id',
      'visits v',
    ],
    ['DELETE FROM trucks USING visits v WHERE v.organization_id = $1 AND trucks.id = v.truck_id', 'trucks'],
    ['WITH gone AS (DELETE FROM trucks RETURNING id) SELECT FROM gone', 'trucks'],
    ['MERGE INTO trucks t USING (SELECT 1) s ON t.organization_id = $1 WHEN MATCHED THEN DELETE', 'trucks t'],
    ['COPY trucks TO STDOUT', 'trucks'],
    ['TRUNCATE trucks', 'trucks'],
    // functions
    ['SELECT label(v.id, 1) FROM visits v WHERE v.organization_id = $1', 'label()'],
  ])('refuses: %s', (text, what) => expect(breaches(text).join(', ')).toBe(what));

  it('says which parameters have to be the organization', () => {
    const { parameters } = judge('SELECT FROM trucks WHERE id = $1 AND organization_id = $2', TENANCY);
    expect(parameters).toEqual([2]);
  });
});

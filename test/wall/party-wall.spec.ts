import { loadModule } from 'libpg-query';
import { judgeForParties } from './party-wall';

const CONCERNED = {
  tables: new Set(['trucks', 'visits', 'bills', 'stays', 'stay_parties', 'bill_parties', 'parties']),
  functions: new Set(['ways_of']),
};

describe('the wall of parties, in statements', () => {
  beforeAll(() => loadModule());

  /** `$2` are ids of the actor's own. */
  const found = (text: string) => judgeForParties(text, CONCERNED, new Set([2]));

  it.each([
    'SELECT FROM ports WHERE organization_id = $1',
    'SELECT FROM trucks t WHERE t.organization_id = $1 AND t.company_id = ANY($2)',
    'SELECT FROM trucks t WHERE t.organization_id = $1 AND t.company_id = $2',
    'SELECT FROM stays t WHERE t.id IN (SELECT p.stay_id FROM stay_parties p WHERE p.organization_id = $1 AND p.party_id = ANY($2::bigint[]))',
    'SELECT FROM visits t WHERE t.truck_id IN (SELECT r.id FROM trucks r WHERE r.company_id = ANY($2))',
    'SELECT FROM stays t WHERE EXISTS (SELECT FROM stay_parties p WHERE p.stay_id = t.id AND p.party_id = ANY($2))',
    'SELECT FROM stays t WHERE (t.id IN (SELECT p.stay_id FROM stay_parties p WHERE p.party_id = ANY($2)) OR t.bill_id IN (SELECT p.bill_id FROM bill_parties p WHERE p.party_id = ANY($2)))',
    // by a relation to what is bound
    'SELECT (SELECT b.number FROM bills b WHERE b.id = t.bill_id) FROM stays t WHERE t.company_id = ANY($2)',
    'SELECT FROM trucks t LEFT JOIN visits v ON v.truck_id = t.id WHERE t.company_id = ANY($2)',
    'WITH page AS (SELECT t.id FROM trucks t WHERE t.company_id = ANY($2)) SELECT FROM page JOIN trucks t ON t.id = page.id',
    'SELECT FROM unnest($2::bigint[]) WITH ORDINALITY asked(id, place) JOIN trucks t ON t.id = asked.id',
    'SELECT count(*) FROM (SELECT 1 FROM trucks t WHERE t.company_id = ANY($2) LIMIT 10) c',
    'SELECT FROM stays t WHERE t.line_id IN (WITH RECURSIVE below(id) AS (SELECT p.line_id FROM parties p WHERE p.id = ANY($2) UNION SELECT l.id FROM below b JOIN visits l ON l.parent_id = b.id) SELECT b.id FROM below b)',
    'WITH page AS (SELECT t.id FROM trucks t WHERE t.company_id = $2) SELECT FROM unnest(ARRAY(SELECT id FROM page)) WITH ORDINALITY asked(id, place) JOIN trucks t ON t.id = asked.id',
    'SELECT (SELECT b.number FROM bills b WHERE b.id = coalesce(CASE WHEN t.x THEN NULL ELSE t.bill_id END, t.other_id)) FROM stays t WHERE t.company_id = ANY($2)',
    // rows that count only where they equal one that is bound
    'SELECT FROM trucks t WHERE t.company_id = ANY($2) AND t.id IN (SELECT v.truck_id FROM visits v WHERE v.number = $3)',
    'SELECT FROM trucks t WHERE t.company_id = ANY($2) AND t.bill_id = (SELECT b.id FROM bills b WHERE b.number = $3)',
    'SELECT FROM trucks t WHERE t.company_id = ANY($2) AND NOT EXISTS (SELECT FROM (SELECT v.truck_id AS id FROM visits v UNION ALL SELECT b.truck_id FROM bills b) h WHERE h.id = t.id)',
    'SELECT FROM bills b CROSS JOIN LATERAL (SELECT t.id FROM trucks t WHERE t.bill_id = b.id AND t.company_id = $2) t',
    'SELECT ways_of($1, t.id) FROM trucks t WHERE t.company_id = $2',
    'SELECT FROM ways_of($1, ARRAY[$2::bigint]) w',
    // writing
    'INSERT INTO trucks (organization_id, name) VALUES ($1, $3) RETURNING id',
    'UPDATE trucks SET name = $3 WHERE organization_id = $1 AND id = $2',
  ])('lets pass: %s', (text) => expect(found(text)).toEqual([]));

  it.each([
    ['SELECT FROM trucks t WHERE t.organization_id = $1', 'trucks t'],
    ['SELECT FROM trucks t WHERE t.organization_id = $1 AND t.id = $3', 'trucks t'],
    // another one's ids
    [
      'SELECT FROM stays t WHERE t.id IN (SELECT p.stay_id FROM stay_parties p WHERE p.party_id = ANY($3))',
      'stays t, stay_parties p',
    ],
    // everybody's interests
    ['SELECT FROM stays t WHERE t.id IN (SELECT p.stay_id FROM stay_parties p)', 'stays t, stay_parties p'],
    // one way of two is open
    ['SELECT FROM trucks t WHERE t.company_id = ANY($2) OR t.name = $3', 'trucks t'],
    ['SELECT FROM trucks t WHERE NOT (t.company_id = ANY($2))', 'trucks t'],
    [
      'SELECT FROM stays t WHERE NOT EXISTS (SELECT FROM stay_parties p WHERE p.stay_id = t.id AND p.party_id = ANY($2))',
      'stays t',
    ],
    // a count of all, beside what is bound
    [
      'SELECT (SELECT count(*) FROM visits v WHERE v.organization_id = $1) FROM trucks t WHERE t.company_id = ANY($2)',
      'visits v',
    ],
    // by the organization alone
    [
      'SELECT FROM trucks t JOIN visits v ON v.organization_id = t.organization_id WHERE t.company_id = ANY($2)',
      'visits v',
    ],
    // an outer join restricts only one side
    ['SELECT FROM visits v LEFT JOIN trucks t ON t.id = v.truck_id AND t.company_id = ANY($2)', 'visits v'],
    ['SELECT id FROM trucks WHERE company_id = ANY($2) UNION ALL SELECT id FROM visits', 'visits'],
    ['DELETE FROM trucks WHERE organization_id = $1', 'trucks'],
    ['UPDATE trucks SET name = $3 WHERE organization_id = $1 AND id = $4', 'trucks'],
    ['DELETE FROM trucks WHERE id IN (SELECT id FROM visits)', 'trucks, visits'],
    ['INSERT INTO trucks (name) SELECT v.name FROM visits v', 'visits v'],
    ['MERGE INTO trucks t USING (SELECT 1) s ON t.id = $3 WHEN MATCHED THEN DELETE', 'trucks t'],
    // what equals nothing bound
    ['SELECT FROM ports p WHERE p.id IN (SELECT v.port_id FROM visits v WHERE v.number = $3)', 'visits v'],
    [
      'SELECT FROM trucks t WHERE t.company_id = $2 OR t.id IN (SELECT v.truck_id FROM visits v)',
      'trucks t, visits v',
    ],
    [
      'SELECT (SELECT b.number FROM bills b WHERE b.id = coalesce(t.bill_id, $3)) FROM stays t WHERE t.company_id = $2',
      'bills b',
    ],
    // a count has a row where there is none
    [
      'SELECT FROM bills b CROSS JOIN LATERAL (SELECT count(*) FROM trucks t WHERE t.bill_id = b.id AND t.company_id = $2) t',
      'bills b',
    ],
    [
      'SELECT FROM bills b LEFT JOIN LATERAL (SELECT t.id FROM trucks t WHERE t.bill_id = b.id AND t.company_id = $2) t ON true',
      'bills b',
    ],
    ['SELECT ways_of($1, $3)', 'ways_of()'],
    ['SELECT FROM ways_of($1, $3) w', 'ways_of()'],
    ['SELECT FROM unnest($3::bigint[]) asked(id) JOIN trucks t ON t.id = asked.id', 'trucks t'],
  ])('refuses: %s', (text, what) => expect(found(text).join(', ')).toBe(what));
});

import { useService } from '../setup/service';

/** What is found before its organization is known, and stays in one place if organizations are spread over databases. */
const BEFORE_THE_ORGANIZATION = [
  'identity_issuers uq_identity_issuers_issuer_audience',
  'stream_tickets uq_stream_tickets_hash',
  'tokens uq_tokens_hash',
];
/** Tables that are not of an organization. */
const OF_NOBODY = ['migrations', 'organizations'];

describe('the keys of tables', () => {
  const service = useService();
  it('are led by the organization, whether primary, unique, exclusive or foreign', async () => {
    const rows = await service.current.query<{ table: string; name: string; first: string }>(
      `SELECT k.relation::regclass::text AS table, k.name, a.attname AS first FROM (
           SELECT indrelid AS relation, indexrelid::regclass::text AS name, indkey[0] AS first FROM pg_index
           WHERE indisunique OR indisexclusion
           UNION ALL
           SELECT conrelid, conname, conkey[1] FROM pg_constraint WHERE contype = 'f') k
         JOIN pg_class c ON c.oid = k.relation AND c.relnamespace = 'public'::regnamespace
         LEFT JOIN pg_attribute a ON a.attrelid = k.relation AND a.attnum = k.first
         WHERE NOT k.relation::regclass::text = ANY ($1)`,
      [OF_NOBODY],
    );
    expect(rows.length).toBeGreaterThan(500);
    const others = rows.filter(({ first }) => first !== 'organization_id');
    expect(others.map(({ table, name }) => `${table} ${name}`).sort()).toEqual(BEFORE_THE_ORGANIZATION);
  });
});

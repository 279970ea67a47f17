import { randomUUID } from 'node:crypto';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const PATH = '/freight_forwarders';

describe('authentication', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const withHeader = (authorization: string) => client.send('GET', PATH, undefined, { authorization });

  it.each([
    ['Token token=', ''],
    ['Token token="', '"'],
    ['Token ', ''],
    ['Bearer ', ''],
    ['token token=', ''],
    ['bearer ', ' '],
  ])('takes the form %s…%s', async (before, after) => {
    expect((await withHeader(`${before}${client.tokens.read}${after}`)).status).toBe(200);
  });

  it.each([
    '',
    'Token',
    'Bearer ',
    'Token token=',
    'Basic dXNlcjpwYXNz',
    'Token token="',
    `Bearer ${randomUUID()}`,
    'Token token=é',
  ])('refuses %p', async (header) => {
    const answer = await withHeader(header);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Token realm="wharfinger"');
    expect(Object.keys(answer.body)).toEqual(['error']);
  });

  it('refuses a request without the header', async () => {
    const response = await service.current.app.inject({ url: `/api/v1${PATH}` });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Token realm="wharfinger"');
  });

  it.each([
    [
      'an expired token',
      `UPDATE tokens SET expires_at = now() - interval '1 second' WHERE organization_id = $1`,
    ],
    ['a revoked token', `UPDATE tokens SET revoked_at = now() WHERE organization_id = $1`],
    ['a token of an inactive user', `UPDATE users SET active = false WHERE organization_id = $1`],
  ])('refuses %s at once', async (_what, statement) => {
    expect((await client.get(PATH)).status).toBe(200);
    await service.current.query(statement, [client.organization_id]);
    expect((await client.get(PATH)).status).toBe(401);
  });

  it('takes a token until it expires', async () => {
    await service.current.query(
      `UPDATE tokens SET expires_at = now() + interval '1 hour' WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect((await client.get(PATH)).status).toBe(200);
  });

  it('keeps tokens as SHA-256 only', async () => {
    const rows = await service.current.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM tokens t`,
    );
    for (const token of Object.values(client.tokens))
      expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it('lets each role do what it may', async () => {
    const created = (role: 'read' | 'write' | 'admin', path: string) =>
      client
        .as(role)
        .post(path, { name: `${role} ${path}` })
        .then(({ status }) => status);
    expect(await created('read', PATH)).toBe(403);
    expect(await created('write', PATH)).toBe(201);
    expect(await created('admin', PATH)).toBe(201);
    expect(await created('read', '/terminals')).toBe(403);
    expect(await created('write', '/terminals')).toBe(403);
    expect(await created('admin', '/terminals')).toBe(201);
    expect((await client.as('read').get('/terminals')).status).toBe(200);
    const refused = await client.as('read').post(PATH, { name: 'x' });
    expect(refused.body).toEqual({ error: expect.stringMatching(/^This needs a token of the role write/) });
  });
});

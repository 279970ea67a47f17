import { randomUUID } from 'node:crypto';
import type { Client } from '../setup/client';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { useService } from '../setup/service';
import { sentStatements } from '../setup/statements';

const PATH = '/freight_forwarders';

const CHALLENGES = ['Token realm="wharfinger"', 'Bearer realm="wharfinger", error="invalid_token"'];

describe('authentication', () => {
  const service = useService({});
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
    expect(answer.headers['www-authenticate']).toEqual(CHALLENGES);
    expect(Object.keys(answer.body)).toEqual(['error', 'code']);
  });

  it('refuses a request without the header', async () => {
    const response = await service.current.app.inject({ url: `/api/v1${PATH}` });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toEqual(CHALLENGES);
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
    expect(refused.body).toEqual({
      error: expect.stringMatching(/^This needs a token of the role write/),
      code: 'role_too_small',
    });
  });

  it('refuses the tokens of a suspended organization, until it is resumed', async () => {
    const organizations = new OrganizationsService(service.current.own.manager);
    const [{ name }] = (await service.current.query('SELECT name FROM organizations WHERE id = $1', [
      client.organization_id,
    ])) as [{ name: string }];
    const since = async () => (await organizations.find(name)).suspended_at;
    await organizations.suspend(name, true);
    service.current.forgetTokens();
    const first = await since();
    await organizations.suspend(name, true);
    expect(await since()).toEqual(first);
    const refused = await client.get(PATH);
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'This organization is suspended.', code: 'organization_suspended' },
    ]);
    expect((await (await service.current.organization()).get(PATH)).status).toBe(200);
    await organizations.suspend(name, false);
    service.current.forgetTokens();
    expect((await client.get(PATH)).status).toBe(200);
  });

  describe('of a token that is confined to gate and holds', () => {
    const confine = () =>
      service.current.query(`UPDATE tokens SET domains = '{gate,holds}' WHERE organization_id = $1`, [
        client.organization_id,
      ]);

    it.each([
      ['write', 'POST', '/pre_advices'],
      ['write', 'POST', '/trucks/X/gate_out'],
      ['write', 'PUT', '/containers/X/holds/1/lift'],
      ['admin', 'POST', '/hold_types'],
      ['admin', 'POST', '/truck_drivers'],
      ['write', 'GET', '/containers'],
      ['admin', 'GET', '/users'],
    ] as const)('counts the role %s for %s %s', async (role, method, path) => {
      await confine();
      expect((await client.as(role).send(method, path)).status).not.toBe(403);
    });

    it.each([
      ['write', 'POST', '/freight_forwarders'],
      ['write', 'POST', '/manifests'],
      ['admin', 'POST', '/terminals'],
      ['admin', 'PATCH', '/users/1'],
      ['admin', 'POST', '/flex_field_definitions'],
      ['admin', 'GET', '/audit_entries'],
    ] as const)('lets the role %s not %s %s', async (role, method, path) => {
      await confine();
      const { status, body } = await client.as(role).send(method, path);
      expect([status, body.error]).toEqual([
        403,
        'The role of this token counts in gate, holds only; elsewhere it may read what the role read may.',
      ]);
    });

    it('checks the role in its domains', async () => {
      await confine();
      const { body } = await client.as('write').post('/hold_types', {});
      expect(body.error).toBe("This needs a token of the role admin; this one's is write.");
    });
  });

  it('records the use of a token, to the hour, once an hour', async () => {
    const used = async () => {
      const [row] = await service.current.query<{ at: Date | null; now: Date }>(
        `SELECT last_used_at AS at, date_trunc('hour', now()) AS now FROM tokens
         WHERE organization_id = $1 AND role = 'read'`,
        [client.organization_id],
      );
      return row!;
    };
    const asRead = client.as('read');
    await service.current.query(`UPDATE tokens SET last_used_at = NULL WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    const statements = await sentStatements(async () => {
      await asRead.get(PATH);
      // what is noted beside the request is there before the pool is queried again and again
      for (let tries = 0; tries < 200 && !(await used()).at; tries++);
      await asRead.get(PATH);
    });
    const { at, now } = await used();
    expect(at).toEqual(now);
    expect(statements.filter(({ text }) => text.startsWith('UPDATE tokens'))).toHaveLength(1);
  });
});

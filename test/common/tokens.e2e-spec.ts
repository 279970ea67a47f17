import { DOMAINS } from '../../src/common/auth/domains';
import { hash } from 'node:crypto';
import { aPartner, boundTo } from '../factories/edi';
import { aUser } from '../factories/parties';
import type { Body } from '../factories/record';
import { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Service, useService } from '../setup/service';

const DAY_MS = 86_400_000;
const PATH = '/voyages';

describe('tokens that are managed over HTTP', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const made = async (body: object = {}): Promise<Body> =>
    (await client.create('/tokens', { user: 'tester@harbour.example', role: 'read', ...body })).token;
  /** A client that has nothing but this token. */
  const withToken = (token: string, of: Service = service.current) =>
    new Client(
      of,
      client.organization_id,
      client.user_id,
      { read: token, write: token, admin: token },
      'read',
    );
  const listed = async (query: string): Promise<number[]> => {
    const { status, body } = await client.get(`/tokens?per=100&${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body.tokens.map(({ id }: Body) => id);
  };
  const refusal = ({ status, body }: { status: number; body: Body }) => [status, body.code, body.error];
  /** Makes tokens as the service does, beside it. */
  const insert = (count: number, user_id = client.user_id, more = 'NULL, NULL') =>
    service.current.query(
      `INSERT INTO tokens (organization_id, user_id, role, hash, expires_at, revoked_at)
       SELECT $1, $2, 'read', sha256((random()::text || i)::bytea), ${more} FROM generate_series(1, $3) i`,
      [client.organization_id, user_id, count],
    );

  describe('are made', () => {
    it('with all that they may, and shown once', async () => {
      const token = await made({
        role: 'write',
        only: ['gate', 'holds', 'gate'],
        expires_at: '2027-06-30T12:00:00Z',
        description: 'Kiosk',
      });
      expect(token.token).toMatch(/^whf_[\w-]{43}$/);
      expect(token).toEqual({
        id: token.id,
        prefix: token.token.slice(0, 8),
        description: 'Kiosk',
        user: {
          id: client.user_id,
          email: 'tester@harbour.example',
          firstname: 'Tess',
          lastname: 'Ter',
          name: 'Tess Ter',
        },
        role: 'write',
        domains: ['gate', 'holds'],
        edi_partner: null,
        state: 'valid',
        created_at: token.created_at,
        created_by: { id: client.user_id, name: 'Tess Ter' },
        expires_at: '2027-06-30T12:00:00.000Z',
        last_used_at: null,
        limited: false,
        parties: [],
        revoked_at: null,
        token: token.token,
      });
      const { token: shown, ...others } = token;
      expect((await client.get(`/tokens/${token.id}`)).body).toEqual({ token: others });
      const me = await withToken(shown).get('/me');
      expect([me.status, me.body.role, me.body.domains]).toEqual([200, 'write', ['gate', 'holds']]);
      const [kept] = await service.current.query<{ hash: Buffer }>(
        'SELECT hash FROM tokens WHERE organization_id = $1 AND id = $2',
        [client.organization_id, token.id],
      );
      expect(kept!.hash).toEqual(hash('sha256', shown, 'buffer'));
    });

    it('for a year everywhere, unless something else is stated', async () => {
      const token = await made({ only: null, expires_at: null, description: null });
      expect(token).toMatchObject({ domains: null, description: null, role: 'read' });
      const days = (Date.parse(token.expires_at) - Date.now()) / DAY_MS;
      expect(Math.round(days)).toBe(365);
    });

    it('for two years at most, and for a time to come', async () => {
      await made({ expires_at: inDays(730) });
      const tooLong = await client.post('/tokens', {
        user: 'tester@harbour.example',
        role: 'read',
        expires_at: inDays(732),
      });
      expect(refusal(tooLong)).toEqual([400, 'invalid', 'Expires at must be two years from now at most.']);
      const over = await client.post('/tokens', {
        user: 'tester@harbour.example',
        role: 'read',
        expires_at: inDays(-1),
      });
      expect(refusal(over)).toEqual([
        422,
        'time_over',
        'A token expires at a time to come: revoke one that is to end now.',
      ]);
    });

    it('for users of the organization who are active', async () => {
      const body = { user: 'nobody@harbour.example', role: 'read' };
      expect(refusal(await client.post('/tokens', body))).toEqual([
        422,
        'unknown_reference',
        "User 'nobody@harbour.example' is unknown.",
      ]);
      const stranger = await service.current.organization();
      const foreign = await aUser(stranger);
      expect((await client.post('/tokens', { ...body, user: foreign.email })).body.code).toBe(
        'unknown_reference',
      );
      const { email, id } = await aUser(client);
      await client.patch(`/users/${id}`, { active: false });
      expect(refusal(await client.post('/tokens', { ...body, user: email }))).toEqual([
        422,
        'not_active',
        `The user '${email}' is not active.`,
      ]);
    });

    it.each([
      [{ user: null }, 'user'],
      [{ role: 'owner' }, 'role'],
      [{ role: null }, 'role'],
      [{ only: [] }, 'only'],
      [{ only: ['users'] }, 'only'],
      [{ only: 'gate' }, 'only'],
      [{ only: Array.from({ length: DOMAINS.length + 1 }, () => 'gate') }, 'only'],
      [{ expires_at: 'soon' }, 'expires_at'],
      [{ description: 'x'.repeat(5001) }, 'description'],
    ])('not of %j', async (body, field) => {
      const answer = await client.post('/tokens', { user: 'tester@harbour.example', role: 'read', ...body });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    });

    it('at most 200 of a user that are neither expired nor revoked', async () => {
      const { id, email } = await aUser(client);
      await insert(199, id);
      await insert(5, id, "now() - interval '1 day', NULL");
      await insert(5, id, 'NULL, now()');
      const body = { user: email, role: 'read' };
      expect((await client.post('/tokens', body)).status).toBe(201);
      expect(refusal(await client.post('/tokens', body))).toEqual([
        422,
        'too_many',
        'A user has at most 200 tokens that are neither expired nor revoked: revoke one that is not needed.',
      ]);
      await made();
    });

    it('at most 10,000 of an organization', async () => {
      // three are of the client
      await insert(9_996, (await aUser(client)).id);
      await made();
      const body = { user: 'tester@harbour.example', role: 'read' };
      expect(refusal(await client.post('/tokens', body))).toEqual([
        422,
        'too_many',
        'An organization has at most 10,000 tokens that are neither expired nor revoked: revoke one that is not needed.',
      ]);
    });

    it('once for an Idempotency-Key, whose answer is not kept', async () => {
      const ask = () =>
        client.send(
          'POST',
          '/tokens',
          { user: 'tester@harbour.example', role: 'read' },
          { 'idempotency-key': 'token' },
        );
      expect((await ask()).status).toBe(201);
      const again = await ask();
      expect([again.status, again.body.code]).toEqual([409, 'idempotency_key_of_secret']);
      const kept = await service.current.query(
        'SELECT answer FROM idempotency_keys WHERE organization_id = $1',
        [client.organization_id],
      );
      expect(kept).toEqual([{ answer: '' }]);
    });
  });

  describe('are narrowed', () => {
    const patch = (id: number, body: object) => client.patch(`/tokens/${id}`, body);

    it('to fewer domains, an earlier end and another description', async () => {
      const { id } = await made({ only: ['gate', 'holds'], expires_at: inDays(100) });
      const earlier = inDays(10);
      const answer = await patch(id, { only: ['holds'], expires_at: earlier, description: 'Customs' });
      expect(answer.body.token).toMatchObject({
        domains: ['holds'],
        expires_at: earlier,
        description: 'Customs',
      });
      expect((await patch(id, { description: null })).body.token).toMatchObject({
        domains: ['holds'],
        expires_at: earlier,
        description: null,
      });
    });

    it('from everywhere and for ever', async () => {
      await insert(1);
      const [id] = await listed('order=newest');
      expect((await patch(id!, { only: null, expires_at: null })).status).toBe(200);
      const { body } = await patch(id!, { only: ['gate'], expires_at: inDays(1) });
      expect(body.token.domains).toEqual(['gate']);
    });

    it.each<[string, object]>([
      ['further domains', { only: ['gate', 'cargo'] }],
      ['all domains', { only: null }],
      ['a later end', { expires_at: inDays(101) }],
      ['no end', { expires_at: null }],
    ])('not to %s', async (_what, body) => {
      const { id } = await made({ only: ['gate', 'holds'], expires_at: inDays(100) });
      const before = (await client.get(`/tokens/${id}`)).body;
      const answer = await patch(id, body);
      expect(refusal(answer)).toEqual([422, 'token_wider', 'A token can only be narrowed.']);
      expect(Object.keys(answer.body.errors)).toEqual(Object.keys(body));
      expect((await client.get(`/tokens/${id}`)).body).toEqual(before);
    });

    it('not to a time that is over', async () => {
      const { id } = await made();
      expect((await patch(id, { expires_at: inDays(-1) })).body.code).toBe('time_over');
    });

    it('for the next request to the same process', async () => {
      const { id, token } = await made({ role: 'write' });
      const body = { name: 'Forwarder' };
      const holder = withToken(token);
      expect((await holder.post('/freight_forwarders', body)).status).toBe(201);
      await patch(id, { only: ['gate'] });
      expect((await holder.post('/freight_forwarders', body)).body.code).toBe('other_domain');
    });
  });

  describe('are revoked', () => {
    it('at once, and again', async () => {
      const { id, token } = await made();
      const holder = withToken(token);
      expect((await holder.get(PATH)).status).toBe(200);
      const { status, body } = await client.post(`/tokens/${id}/revoke`);
      expect([status, body.token.state]).toEqual([200, 'revoked']);
      expect(body.token.revoked_at).not.toBeNull();
      expect((await holder.get(PATH)).status).toBe(401);
      const again = await client.post(`/tokens/${id}/revoke`);
      expect([again.status, again.body.token.revoked_at]).toEqual([200, body.token.revoked_at]);
    });

    it('within a second on every process', async () => {
      const other = await Service.on(service.current.database);
      try {
        const { id, token } = await made();
        const elsewhere = withToken(token, other);
        expect((await elsewhere.get(PATH)).status).toBe(200);
        await client.post(`/tokens/${id}/revoke`);
        const revoked = performance.now();
        await eventually('that the other process refuses it', async () => {
          const begun = performance.now();
          if ((await elsewhere.get(PATH)).status === 401) return true;
          expect(begun - revoked).toBeLessThan(1_000);
          return false;
        });
      } finally {
        await other.app.close();
      }
    });

    it.each(['read', 'write', 'admin'] as const)('by themselves, with the role %s', async (role) => {
      const { id, token } = await made({ role });
      const { status, body } = await withToken(token).post('/me/revoke');
      expect([status, body.token.id, body.token.state]).toEqual([200, id, 'revoked']);
      expect((await withToken(token).get('/me')).status).toBe(401);
      expect((await client.get('/me')).status).toBe(200);
    });

    it('by themselves, confined ones and those of EDI partners', async () => {
      const { token } = await made({ role: 'write', only: ['quay'] });
      expect((await withToken(token).post('/me/revoke')).status).toBe(200);
      const partner = await aPartner(client, { name: 'Hub', edi_id: 'HUB' });
      const answer = await (await boundTo(client, partner)).post('/me/revoke');
      expect([answer.status, answer.body.token.edi_partner]).toEqual([200, { id: partner.id, name: 'Hub' }]);
    });
  });

  describe('are listed', () => {
    it('by user, state, end and use', async () => {
      const { id: user_id, email } = await aUser(client);
      const mine = (await listed('')).sort();
      expect(mine).toHaveLength(3);
      const soon = await made({ user: email, expires_at: inDays(5) });
      const late = await made({ user: email, expires_at: inDays(50) });
      const ended = await made({ user: email });
      await client.post(`/tokens/${ended.id}/revoke`);
      const used = await made({ user: email });
      const set = (id: number, what: string) =>
        service.current.query(`UPDATE tokens SET ${what} WHERE organization_id = $1 AND id = $2`, [
          client.organization_id,
          id,
        ]);
      await set(used.id, "created_at = '2026-01-01', last_used_at = '2026-03-01T10:00Z'");
      await set(late.id, "created_at = '2026-01-01'");
      const all = [soon.id, late.id, ended.id, used.id];
      expect(await listed(`user=${email}`)).toEqual(all);
      expect(await listed(`user=${user_id}`)).toEqual(all);
      expect(await listed(`user=${email}&order=newest`)).toEqual([...all].reverse());
      expect(await listed('user=nobody@harbour.example')).toEqual([]);
      expect(await listed('state=revoked')).toEqual([ended.id]);
      expect(await listed(`user=${email}&state=valid`)).toEqual([soon.id, late.id, used.id]);
      expect(await listed(`user=${email}&expires_until=${inDays(6)}`)).toEqual([soon.id]);
      const unused = (since: string) => listed(`user=${email}&unused_since=${since}`);
      expect(await unused('2026-03-01T11:00:00Z')).toEqual([late.id, used.id]);
      // the use is known to the hour
      expect(await unused('2026-03-01T10:59:00Z')).toEqual([late.id]);
      expect(await unused('2025-12-31T00:00:00Z')).toEqual([]);
      await set(soon.id, 'expires_at = now()');
      expect(await listed('state=expired')).toEqual([soon.id]);
      await client.patch(`/users/${user_id}`, { active: false });
      expect(await listed('state=user_inactive')).toEqual([late.id, used.id]);
      expect(await listed(`user=${email}&state=valid`)).toEqual([]);
      const states = (await client.get(`/tokens?user=${email}`)).body.tokens.map(({ state }: Body) => state);
      expect(states).toEqual(['expired', 'user_inactive', 'revoked', 'user_inactive']);
      expect((await client.get('/tokens?state=lost')).status).toBe(400);
    });

    it('also older ones, whose beginning is not known', async () => {
      const { body } = await client.get('/tokens');
      expect(body.tokens.map(({ prefix }: Body) => prefix)).toEqual([null, null, null]);
      expect((await client.get('/me')).status).toBe(200);
    });
  });

  describe('are for an admin of the same organization who is not confined', () => {
    const requests = (id: number) =>
      [
        ['GET', '/tokens'],
        ['GET', `/tokens/${id}`],
        ['POST', '/tokens'],
        ['PATCH', `/tokens/${id}`],
        ['POST', `/tokens/${id}/revoke`],
      ] as const;

    it('and for no other', async () => {
      const { id } = await made();
      const confined = withToken((await made({ role: 'admin', only: ['gate'] })).token);
      for (const [method, path] of requests(id)) {
        for (const role of ['read', 'write'] as const)
          expect((await client.as(role).send(method, path)).body.code).toBe('role_too_small');
        expect((await confined.send(method, path)).body.code).toBe('other_domain');
      }
      const stranger = await service.current.organization();
      for (const [method, path] of requests(id).filter(([, each]) => each !== '/tokens'))
        expect(refusal(await stranger.send(method, path, method === 'GET' ? undefined : {}))).toEqual([
          404,
          'not_found',
          `Token ${id} was not found.`,
        ]);
      expect((await stranger.get('/tokens?per=100')).body.tokens).toHaveLength(3);
      expect((await client.get(`/tokens/${id}`)).body.token.state).toBe('valid');
    });
  });

  it('leave traces without the token or its hash', async () => {
    const { id, token } = await made({ description: 'Kiosk' });
    await client.post(`/tokens/${id}/revoke`);
    const { body } = await client.get(`/audit_entries?record_type=tokens&record_id=${id}`);
    const traces = body.audit_entries as Body[];
    expect(traces.map(({ action, operation }) => [action, operation])).toEqual([
      ['create', 'POST /api/v1/tokens'],
      ['update', 'POST /api/v1/tokens/:id/revoke'],
    ]);
    expect(Object.keys(traces[0]!.after as object).sort()).toEqual([
      'created_by_id',
      'description',
      'expires_at',
      'limited',
      'prefix',
      'role',
      'user_id',
    ]);
    expect(JSON.stringify(traces)).not.toContain(token.slice(4));
  });

  it('say when their user was seen last, which changes no ETag', async () => {
    const { id, email } = await aUser(client);
    const { token } = await made({ user: email });
    const user = () => client.get(`/users/${id}`);
    const before = await user();
    expect(before.body.user).toMatchObject({ kind: 'person', last_seen_at: null });
    await withToken(token).get(PATH);
    await eventually('that the use is noted', async () => (await user()).body.user.last_seen_at !== null);
    const after = await user();
    expect(after.body.user.last_seen_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00.000Z$/);
    expect(after.headers.etag).toBe(before.headers.etag);
  });
});

import { symbols } from 'pino';
import { askWith, outcomeOf, PERSON, WITH_ISSUERS, withIssuer } from '../factories/issuers';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Issuer } from '../setup/issuer';
import { Service, useService } from '../setup/service';
import { StreamReader } from '../setup/stream';

describe('what a token of an identity provider opened', () => {
  let second: Service;
  // the other service drops the database that both are on, so that this one ends before it
  afterAll(() => second.app.close());
  const service = useService({ ...WITH_ISSUERS, LOG_LEVEL: 'info' });
  let issuer: Issuer;
  let client: Client;
  let id: number;
  let person: { id: number };
  let base: string;

  const lines: string[] = [];
  beforeAll(async () => {
    const log = service.current.app.getHttpAdapter().getInstance().log as unknown as Record<symbol, unknown>;
    log[symbols.streamSym] = { write: (line: string) => lines.push(line) };
    second = await Service.on(service.current.database, WITH_ISSUERS);
    base = await service.current.listen();
  });
  beforeEach(async () => {
    issuer = await Issuer.start();
    client = await service.current.organization();
    ({ id, person } = await withIssuer(client, issuer));
  });
  afterEach(() => issuer.stop());

  const aToken = (claims: object = {}) => issuer.token({ ...PERSON, ...claims });
  const seconds = () => Math.floor(Date.now() / 1000);

  it.each<[string, unknown, () => Promise<unknown>]>([
    [
      'its user becomes inactive',
      [403, 'no_user'],
      () => client.patch(`/users/${person.id}`, { active: false }),
    ],
    ['its user is signed out', [401, 'unauthenticated'], () => client.post(`/users/${person.id}/sign_out`)],
    ['its identity is removed', [401, 'unauthenticated'], removeIdentity],
    [
      'its issuer becomes inactive',
      [401, 'unauthenticated'],
      () => client.patch(`/identity_issuers/${id}`, { active: false }),
    ],
    ['its issuer is removed', [401, 'unauthenticated'], () => client.delete(`/identity_issuers/${id}`)],
    [
      'its grant is changed',
      [403, 'no_grant'],
      () => client.patch(`/identity_issuers/${id}`, { grants: [] }),
    ],
    ['its organization is suspended', [403, 'organization_suspended'], suspend],
  ])('ends on each process within a second when %s', async (_what, refusal, end) => {
    const token = await aToken();
    const there = service.current.clientOf(client, second);
    const stream = await StreamReader.open(`${base}/api/v1/events/stream`, {
      authorization: `Bearer ${token}`,
    });
    expect(stream.status).toBe(200);
    for (const each of [client, there]) expect(outcomeOf(await askWith(each, token))).toBe(200);
    await end();
    for (const each of [client, there])
      await eventually(
        'the refusal',
        async () => JSON.stringify(outcomeOf(await askWith(each, token))) === JSON.stringify(refusal),
        1_500,
      );
    await stream.end();
  });

  async function removeIdentity(): Promise<void> {
    const [identity] = (await client.get(`/users/${person.id}/identities`)).body.identities;
    expect((await client.delete(`/users/${person.id}/identities/${identity.id}`)).status).toBe(200);
  }
  const suspended = (at: string) =>
    service.current.query(`UPDATE organizations SET suspended_at = ${at} WHERE id = $1`, [
      client.organization_id,
    ]);
  function suspend() {
    return suspended('now()');
  }

  it('ends at once on the process that removes its user', async () => {
    const token = await aToken();
    expect(outcomeOf(await askWith(client, token))).toBe(200);
    expect((await client.delete(`/users/${person.id}`)).status).toBe(200);
    expect(outcomeOf(await askWith(client, token))).toEqual([403, 'no_user']);
  });

  it('begins again for whoever signs in anew after a sign-out, and own tokens stay', async () => {
    const token = await aToken({ iat: seconds() - 5 });
    expect(outcomeOf(await askWith(client, token))).toBe(200);
    expect(outcomeOf(await client.post(`/users/${person.id}/sign_out`))).toBe(200);
    expect(outcomeOf(await askWith(client, token))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await askWith(client, await aToken({ iat: seconds() + 5 })))).toBe(200);
    await client.post(`/users/${client.user_id}/sign_out`);
    expect((await client.get('/me')).status).toBe(200);
    expect(outcomeOf(await client.as('write').post(`/users/${person.id}/sign_out`))).toEqual([
      403,
      'role_too_small',
    ]);
  });

  it('is a stream or a ticket that ends with the token, and asks to come again', async () => {
    const exp = seconds() + 2;
    const headers = { authorization: `Bearer ${await aToken({ exp })}` };
    const made = await client.send('POST', '/events/stream_tickets', undefined, headers);
    expect(made).toMatchObject({ status: 201, body: { expires_at: new Date(exp * 1000).toISOString() } });
    const streams = [
      await StreamReader.open(`${base}/api/v1/events/stream`, headers),
      await StreamReader.open(`${base}/api/v1/events/stream?ticket=${made.body.ticket}`),
    ];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    for (const stream of streams) {
      await stream.end();
      expect(stream.text).toMatch(/\nretry: \d+\n/);
    }
    const late = await StreamReader.open(`${base}/api/v1/events/stream?ticket=${made.body.ticket}`);
    expect(late.status).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000);
  });

  it('is a stream that goes on, with a ticket within what the user may', async () => {
    const headers = { authorization: `Bearer ${await aToken()}` };
    const { ticket } = (await client.send('POST', '/events/stream_tickets', undefined, headers)).body;
    const stream = await StreamReader.open(`${base}/api/v1/events/stream?ticket=${ticket}&types[]=port.*`);
    await client.create('/ports', { locode: 'NLWHF', name: 'Wharfinger Basin' });
    expect((await stream.receive(1))[0]).toMatchObject({ event: 'port.created' });
    await client.patch(`/users/${person.id}`, { limited: true });
    await stream.end();
    const again = await StreamReader.open(`${base}/api/v1/events/stream?ticket=${ticket}`);
    expect(again.status).toBe(403);
    expect(outcomeOf(await client.send('GET', '/events', undefined, headers))).toEqual([403, 'no_party']);
  });

  it('counts streams and tickets by the identity', async () => {
    const tokens = await Promise.all([aToken(), aToken({ jti: 'second' })]);
    const post = (token = tokens[0]) =>
      client.send('POST', '/events/stream_tickets', undefined, { authorization: `Bearer ${token}` });
    for (let n = 0; n < 100; n++) expect((await post(tokens[n % 2])).status).toBe(201);
    expect(outcomeOf(await post())).toEqual([429, 'too_many_tickets']);
    const open = (n: number) =>
      StreamReader.open(`${base}/api/v1/events/stream`, { authorization: `Bearer ${tokens[n % 2]}` });
    const streams = await Promise.all(Array.from({ length: 20 }, (_, n) => open(n)));
    expect((await open(0)).status).toBe(429);
    for (const stream of streams) stream.close();
  });

  it('makes one user of 64 first sign-ins at once on two processes', async () => {
    await client.patch(`/identity_issuers/${id}`, { provision: 'create' });
    const there = service.current.clientOf(client, second);
    const claims = { email: 'new@harbour.example', sub: 'new' };
    const tokens = await Promise.all(
      Array.from({ length: 64 }, (_, n) => aToken({ ...claims, jti: `${n}` })),
    );
    const answers = await Promise.all(tokens.map((token, n) => askWith(n % 2 ? client : there, token)));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
    const made = await service.current.query(
      'SELECT email FROM users WHERE organization_id = $1 AND email = $2',
      [client.organization_id, claims.email],
    );
    expect(made).toHaveLength(1);
  });

  it('may upload EDI interchanges as another token may, and counts them by the identity', async () => {
    const upload = async (token: string) =>
      client.send('POST', '/edi_interchanges', "UNB+UNOA:2+A+B+261127:0200+1'UNZ+0+1'", {
        'content-type': 'application/EDIFACT',
        authorization: `Bearer ${token}`,
      });
    for (const jti of ['1', '2']) expect((await upload(await aToken({ jti }))).status).toBe(201);
    const [identity] = (await client.get(`/users/${person.id}/identities`)).body.identities;
    expect(
      await service.current.query(
        'SELECT token_id::int, sum(uploads)::int AS uploads FROM edi_upload_minutes WHERE organization_id = $1 GROUP BY token_id',
        [client.organization_id],
      ),
    ).toEqual([{ token_id: -identity.id, uploads: 2 }]);
    await client.patch(`/identity_issuers/${id}`, {
      grants: [{ claim: 'groups', value: 'clerks', role: 'read' }],
    });
    expect(outcomeOf(await upload(await aToken({ jti: '3' })))).toEqual([403, 'role_too_small']);
  });

  it('is traced and logged with identity and client, and never with what the token says', async () => {
    lines.length = 0;
    const token = await aToken({
      sub: 'secret-subject',
      secret: 'secret-claim',
      groups: ['clerks', 'secret-group'],
    });
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'once' };
    const made = [1, 2].map(() => client.send('POST', '/freight_forwarders', { name: 'Forwarder' }, headers));
    for (const each of await Promise.all(made)) expect([201, 409]).toContain(each.status);
    const broken = `${token.slice(0, -4)}AAAA`;
    expect(outcomeOf(await askWith(client, broken))).toEqual([401, 'unauthenticated']);

    const [identity] = (await client.get(`/users/${person.id}/identities`)).body.identities;
    const { audit_entries } = (await client.get('/audit_entries?record_type=freight_forwarders')).body;
    expect(audit_entries).toMatchObject([
      { user: { id: person.id }, token_id: null, identity_id: identity.id, client_id: 'portal' },
    ]);
    const text = await eventually('the lines', () => {
      const all = lines.join('');
      return all.includes('its signature is wrong') && all.includes('"path":"/api/v1/me"') && all;
    });
    expect(text).toContain(`"identity_id":${identity.id},"client_id":"portal"`);
    const kept = await service.current.query(
      `SELECT to_jsonb(a) AS row FROM audit_entries a WHERE organization_id = $1
       UNION ALL SELECT to_jsonb(e) FROM events e WHERE organization_id = $1
       UNION ALL SELECT to_jsonb(k) FROM idempotency_keys k WHERE organization_id = $1`,
      [client.organization_id],
    );
    const everywhere = `${text}${JSON.stringify(kept)}`;
    for (const secret of [...token.split('.'), 'secret-']) expect(everywhere).not.toContain(secret);
  });

  it('cannot be revoked here, since it is good until its end', async () => {
    const answer = await client.send('POST', '/me/revoke', undefined, {
      authorization: `Bearer ${await aToken()}`,
    });
    expect(outcomeOf(answer)).toEqual([409, 'token_of_issuer']);
  });
});

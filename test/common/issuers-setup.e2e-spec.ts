import { askWith, GRANTS, outcomeOf, PERSON, WITH_ISSUERS, withIssuer } from '../factories/issuers';
import { NOT_ASKED, NOT_PUBLIC } from '../factories/addresses';
import { aTruckingCompany } from '../factories/parties';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Issuer } from '../setup/issuer';
import { NameServer } from '../setup/name-server';
import { Service, useService } from '../setup/service';

const REFUSED = [401, 'unauthenticated'];

describe('identity issuers', () => {
  const service = useService(WITH_ISSUERS);
  const strict = useService({ ISSUERS_BY: 'admin' });
  let issuer: Issuer;
  let client: Client;
  beforeEach(async () => {
    issuer = await Issuer.start();
    client = await service.current.organization();
  });
  afterEach(() => issuer.stop());

  const body = (fields: object = {}) => ({
    name: 'Port ID',
    issuer: 'https://id.harbour.example/realms/port',
    audience: `wharfinger-${client.organization_id}`,
    ...fields,
  });
  const post = (fields: object, of = client) => of.post('/identity_issuers', body(fields));

  it('have defaults, and are changed field by field', async () => {
    const { identity_issuer } = (await post({})).body;
    expect(identity_issuer).toMatchObject({
      client_ids: [],
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      require_at_jwt: false,
      max_token_minutes: 1440,
      email_claim: 'email',
      name_claims: ['given_name', 'family_name'],
      trusts_email: false,
      provision: 'known',
      active: true,
      grants: [],
      last_fetched_at: null,
      last_error: null,
      keys: [],
    });
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
    const grants = [
      { claim: 'groups', value: 'a', role: 'admin', only: null, parties: null },
      { claim: 'groups', value: 'b', role: 'read', only: ['gate'], parties: { claim: 'parties' } },
      {
        claim: 'groups',
        value: 'c',
        role: 'write',
        only: null,
        parties: [{ type: 'trucking_company', key: 'EST' }],
      },
    ];
    const path = `/identity_issuers/${identity_issuer.id}`;
    const changed = (await client.patch(path, { grants, algorithms: ['ES256'] })).body.identity_issuer;
    expect(changed).toMatchObject({
      ...identity_issuer,
      grants,
      algorithms: ['ES256'],
      updated_at: expect.any(String),
    });
    expect(changed.grants[2].parties).toMatchObject([{ name: 'Estuary Haulage' }]);
    expect((await client.patch(path, { algorithms: null, grants: null })).body.identity_issuer).toMatchObject(
      {
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        grants: [],
      },
    );
    expect((await client.delete(path)).status).toBe(200);
    expect((await client.get(path)).status).toBe(404);
  });

  it('are found by their name as other records are by their key, and by a part of it in the list', async () => {
    const { id } = (await post({ algorithms: ['ES256', 'ES256'] })).body.identity_issuer;
    await post({ name: 'Customs', audience: `customs-${client.organization_id}` });
    const path = '/identity_issuers/Port%20ID';
    expect((await client.get(path)).body.identity_issuer).toMatchObject({ id, algorithms: ['ES256'] });
    expect((await client.patch(path, { active: false })).body.identity_issuer).toMatchObject({ id });
    const names = async (query: string) =>
      (await client.get(`/identity_issuers?${query}`)).body.identity_issuers.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('name=port')).toEqual(['Port ID']);
    expect(await names('name=zzz')).toEqual([]);
    const explained = await client.post(`${path}/explain`, { token: 'whf_Zk3p' });
    expect(explained.body).toMatchObject({ accepted: false, reason: 'it is no JWT' });
    expect((await client.post(`${path}/test`)).body).toMatchObject({ reached: false });
    expect((await client.delete(path)).status).toBe(200);
    for (const answer of [client.get(path), client.patch(path, {}), client.delete(path)])
      expect(await answer).toMatchObject({
        status: 404,
        body: { error: "Identity issuer 'Port ID' was not found." },
      });
  });

  it.each<[string, object, unknown, string]>([
    ['HS256', { algorithms: ['RS256', 'HS256'] }, [422, 'algorithm_weak'], 'HS256 is not taken.'],
    ['none', { algorithms: ['none'] }, [422, 'algorithm_weak'], 'none is not taken.'],
    ['no algorithm', { algorithms: [] }, [400, 'invalid'], 'Algorithms must have one at least.'],
    [
      'an issuer that is no address',
      { issuer: 'port' },
      [422, 'issuer_address'],
      'Issuer must be an address',
    ],
    ['one with a password', { issuer: 'https://a:b@id.example' }, [422, 'issuer_address'], 'password'],
    ['one with a space', { issuer: 'https://id.example ' }, [422, 'issuer_address'], 'must be an address'],
    ['one with a query', { issuer: 'https://id.example/?a' }, [422, 'issuer_address'], 'neither a query'],
    [
      'an admin of parties',
      { grants: [{ ...GRANTS[0], role: 'admin', parties: [] }] },
      [422, 'party_admin'],
      'read or write',
    ],
    [
      'an unknown party',
      { grants: [{ ...GRANTS[0], parties: [{ type: 'agent', key: 'X' }] }] },
      [422, 'unknown_reference'],
      "'agent:X' is unknown",
    ],
    [
      'parties of another form',
      { grants: [{ ...GRANTS[0], parties: 'trucking_company:EST' }] },
      [400, 'invalid'],
      'must be a list of parties',
    ],
    ['no domain', { grants: [{ ...GRANTS[0], only: [] }] }, [400, 'invalid'], 'must have one at least'],
    ['101 grants', { grants: Array(101).fill(GRANTS[0]) }, [422, 'too_many'], 'at most 100 grants'],
    ['a token for eight days', { max_token_minutes: 10_081 }, [400, 'invalid'], 'Max token minutes'],
  ])('are not made with %s', async (_what, fields, outcome, sentence) => {
    const answer = await post(fields);
    expect(outcomeOf(answer)).toEqual(outcome);
    expect(answer.body.error).toContain(sentence);
  });

  it.each([...NOT_ASKED, ...NOT_PUBLIC])('are not at %s', async (address, reason) => {
    const answer = await post({ issuer: address }, await strict.current.organization());
    expect(outcomeOf(answer)).toEqual([422, 'issuer_address']);
    expect(answer.body.error).toContain(reason);
  });

  it('are not at names that lead to this machine, also by then', async () => {
    const outside = await strict.current.organization();
    const names = await NameServer.start();
    const { id } = (await post({ issuer: 'https://rebinding.example' }, outside)).body.identity_issuer;
    for (const address of ['192.0.2.1', '127.0.0.1', '10.0.0.1']) {
      names.address = address;
      expect((await outside.post(`/identity_issuers/${id}/test`)).body).toEqual({
        reached: false,
        keys: [],
        error: 'rebinding.example leads to an address that is not public',
      });
    }
    names.stop();
  });

  it('are queried by https alone, unless others are allowed', async () => {
    const outside = await strict.current.organization();
    const { id } = (await post({ issuer: 'https://localhost' }, outside)).body.identity_issuer;
    const { body: tested } = await outside.post(`/identity_issuers/${id}/test`);
    expect(tested).toEqual({
      reached: false,
      keys: [],
      error: 'localhost leads to an address that is not public',
    });
    expect((await outside.get(`/identity_issuers/${id}`)).body.identity_issuer.last_error).toBe(tested.error);
    expect((await outside.get('/sign_in')).body).toEqual({
      issuer: null,
      client_id: null,
      scopes: ['openid', 'profile', 'email'],
    });
  });

  it('have an issuer and audience of their own in the installation, and are at most 20, with 100 grants', async () => {
    expect(outcomeOf(await post({ grants: Array(100).fill(GRANTS[0]) }))).toBe(201);
    expect(outcomeOf(await post({ audience: 'other' }))).toEqual([422, 'taken']);
    const other = await service.current.organization();
    expect(await post({}, other)).toMatchObject({
      status: 422,
      body: {
        error: 'This issuer and audience cannot be used here: ask the operator.',
        code: 'issuer_taken',
      },
    });
    for (let n = 1; n < 20; n++)
      expect(outcomeOf(await post({ name: `${n}`, audience: `${n} ${client.organization_id}` }))).toBe(201);
    expect(outcomeOf(await post({ name: '20', audience: '20' }))).toEqual([422, 'too_many']);
  });

  it('are for admins alone, also to read, and for the operator alone where he says so', async () => {
    const { id } = (await post({})).body.identity_issuer;
    for (const path of [
      '/identity_issuers',
      `/identity_issuers/${id}`,
      `/users/${client.user_id}/identities`,
    ])
      expect(outcomeOf(await client.as('write').get(path))).toEqual([403, 'role_too_small']);
    const operated = await Service.on(service.current.database, { ...WITH_ISSUERS, ISSUERS_BY: 'operator' });
    const there = service.current.clientOf(client, operated);
    expect((await there.get('/identity_issuers')).body.identity_issuers).toHaveLength(1);
    const sent = [
      post({}, there),
      there.patch(`/identity_issuers/${id}`, {}),
      there.delete(`/identity_issuers/${id}`),
    ];
    for (const answer of await Promise.all(sent))
      expect(outcomeOf(answer)).toEqual([403, 'issuers_of_operator']);
    await operated.app.close();
  });

  it('are tested, and explain tokens without signing anybody in', async () => {
    const { id, person } = await withIssuer(client, issuer);
    expect((await client.post(`/identity_issuers/${id}/test`)).body).toEqual({
      reached: true,
      keys: [{ kid: 'first', kty: 'EC', alg: 'ES256' }],
      error: null,
    });
    const explain = async (token: string) =>
      (await client.post(`/identity_issuers/${id}/explain`, { token })).body;
    const token = await issuer.token(PERSON);
    // as it is pasted
    expect(await explain(`${token}\n`)).toEqual({
      accepted: true,
      reason: null,
      grant: 0,
      user: { id: person.id, name: PERSON.email },
      parties: [],
    });
    expect((await client.get(`/users/${person.id}/identities`)).body.identities).toEqual([]);
    // what a test fetches counts at once, a new key as well as one that is gone
    await issuer.rotate('second', { alone: true });
    expect((await client.post(`/identity_issuers/${id}/test`)).body.keys).toMatchObject([{ kid: 'second' }]);
    expect(await explain(token)).toMatchObject({ accepted: false, reason: 'its kid is not known' });
    expect(outcomeOf(await askWith(client, token))).toEqual(REFUSED);
    expect(outcomeOf(await askWith(client, await issuer.token(PERSON, { kid: 'second' })))).toBe(200);
    await issuer.rotate('first', { alone: true });
    await client.post(`/identity_issuers/${id}/test`);
    const again = await issuer.token(PERSON);
    const reasons = [
      [`${again.slice(0, -4)}AAAA`, 'its signature is wrong'],
      ['whf_Zk3p', 'it is no JWT'],
      [await issuer.token({ ...PERSON, aud: 'other' }), 'its iss and aud are of no active issuer'],
      [await issuer.token({ ...PERSON, groups: [] }), 'You are signed in, but have no role here.'],
    ] as const;
    for (const [each, reason] of reasons)
      expect(await explain(each)).toMatchObject({ accepted: false, reason });
    const other = await service.current.organization();
    expect((await other.post(`/identity_issuers/${id}/explain`, { token })).status).toBe(404);
    issuer.answers = { status: 503 };
    expect((await client.post(`/identity_issuers/${id}/test`)).body).toMatchObject({
      reached: false,
      error: 'it answered 503',
    });
  });

  it('are tested two at a time in an organization, and keep nobody waiting for the database', async () => {
    const { id } = await withIssuer(client, issuer);
    issuer.answers = { waits_ms: 1_500 };
    const test = (of = client) => of.post(`/identity_issuers/${id}/test`);
    const token = await issuer.token(PERSON);
    const running = [test(), client.post(`/identity_issuers/${id}/explain`, { token })];
    await eventually('both', () => issuer.asked.length === 2);
    for (const each of [test(), client.post(`/identity_issuers/${id}/explain`, { token })]) {
      const answer = await each;
      expect(outcomeOf(answer)).toEqual([429, 'too_many_issuer_tests']);
      expect(answer.headers['retry-after']).toBe('60');
    }
    // more than there are connections, none of which is held meanwhile
    const tokens = await Promise.all(
      Array.from({ length: 40 }, (_, n) => issuer.token({ ...PERSON, jti: `${n}` })),
    );
    let answered = 0;
    const waiting = tokens.map((each) => askWith(client, each).finally(() => answered++));
    expect([(await client.get('/me')).status, answered]).toEqual([200, 0]);
    const [tested, explained] = (await Promise.all(running)).map(({ body: answer }) => answer);
    expect(tested).toMatchObject({ reached: true });
    // it waits two seconds for the keys, which take three
    expect(explained).toMatchObject({ reason: 'The identity provider cannot be reached.' });
    for (const answer of await Promise.all(waiting)) expect(outcomeOf(answer)).toEqual([503, 'issuer_away']);
    issuer.answers = {};
    expect(outcomeOf(await test())).toBe(200);
  });

  describe('take no token', () => {
    const now = Math.floor(Date.now() / 1000);

    it('after Token, which is for those of the service, and tell how it is sent', async () => {
      await withIssuer(client, issuer);
      const token = await issuer.token(PERSON);
      const answer = await client.send('GET', '/me', undefined, { authorization: `Token token=${token}` });
      expect(outcomeOf(answer)).toEqual(REFUSED);
      const broken = await askWith(client, `${token}x`);
      expect(broken.body.error).toBe('The access token is not accepted.');
      expect(broken.headers['www-authenticate']).toContain(
        'Bearer realm="wharfinger", error="invalid_token"',
      );
    });

    it('of an issuer that was never reached, and say so; its keys are good while it is away', async () => {
      const { id } = await withIssuer(client, issuer);
      const token = await issuer.token(PERSON);
      issuer.answers = { status: 500 };
      const away = await askWith(client, token);
      expect(away).toMatchObject({
        status: 503,
        body: { error: 'The identity provider cannot be reached.', code: 'issuer_away' },
      });
      expect(away.headers['retry-after']).toMatch(/^\d+$/);
      await eventually('the note', async () => {
        const { identity_issuer } = (await client.get(`/identity_issuers/${id}`)).body;
        return identity_issuer.last_error === 'it answered 500';
      });

      const other = await Issuer.start();
      await client.create('/identity_issuers', {
        name: 'Other',
        issuer: other.url,
        audience: 'wharfinger',
        grants: GRANTS,
      });
      expect(outcomeOf(await askWith(client, await other.token(PERSON)))).toBe(200);
      await other.stop();
      expect(outcomeOf(await askWith(client, await other.token({ ...PERSON, jti: '2' })))).toBe(200);
    });

    it('by a key that is gone, and one by a new key after half a minute', async () => {
      await withIssuer(client, issuer);
      const ask = async (kid: string) =>
        outcomeOf(await askWith(client, await issuer.token(PERSON, { kid })));
      expect(await ask('first')).toBe(200);
      const before = await issuer.token({ ...PERSON, jti: 'before' });
      expect(outcomeOf(await askWith(client, before))).toBe(200);
      await issuer.rotate('second', { alone: true });
      expect(await ask('second')).toEqual(REFUSED);
      expect(issuer.asked).toHaveLength(2);
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
      try {
        expect(await ask('second')).toBe(200);
        expect(issuer.asked).toHaveLength(4);
        expect(await ask('first')).toEqual(REFUSED);
        expect(outcomeOf(await askWith(client, before))).toEqual(REFUSED);
        expect(issuer.asked).toHaveLength(4);
      } finally {
        jest.restoreAllMocks();
      }
    });

    it('of a guesser for long, but of whoever is late as often as he comes', async () => {
      await withIssuer(client, issuer);
      const count = async (event: string) => {
        const text = await service.current.metrics();
        return Number(new RegExp(`security_events_total\\{event="${event}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
      };
      const before = await count('address_braked');
      const refused = await count('jwt_refused');
      for (let n = 0; n < 40; n++)
        await askWith(client, await issuer.token({ ...PERSON, iat: now - 400, exp: now - 61, jti: `${n}` }));
      expect(await count('address_braked')).toBe(before);
      const token = await issuer.token(PERSON);
      for (let n = 0; n < 40; n++) await askWith(client, `${token}${n}`);
      expect(await count('address_braked')).toBeGreaterThan(before);
      expect(await count('jwt_refused')).toBe(refused + 80);
      expect(await count('jwt_taken')).toBeGreaterThan(0);
    });
  });
});

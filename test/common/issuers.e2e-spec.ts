import {
  askWith,
  GRANTS,
  outcomeOf as outcome,
  PERSON,
  WITH_ISSUERS,
  withIssuer,
} from '../factories/issuers';
import { aTruckingCompany } from '../factories/parties';
import type { Client } from '../setup/client';
import { Issuer } from '../setup/issuer';
import { useService } from '../setup/service';

describe('tokens of identity providers', () => {
  const service = useService(WITH_ISSUERS);
  let issuer: Issuer;
  let client: Client;
  let id: number;
  let person: { id: number };

  beforeEach(async () => {
    issuer = await Issuer.start();
    client = await service.current.organization();
    ({ id, person } = await withIssuer(client, issuer));
  });
  afterEach(() => issuer.stop());

  const change = async (fields: object) =>
    expect((await client.patch(`/identity_issuers/${id}`, fields)).status).toBe(200);
  const requested = async (claims: object = {}, header: { kid?: string; typ?: string } = {}) =>
    askWith(client, await issuer.token({ ...PERSON, ...claims }, header));
  const users = async () => (await client.get('/users')).body.users as { email: string; kind: string }[];

  it('let a known person in by the verified e-mail address, once, and then by the subject', async () => {
    const answer = await requested();
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { id: person.id }, role: 'write', limited: false },
    });
    expect(await requested({ email: 'married@harbour.example' })).toMatchObject({
      body: { user: { id: person.id } },
    });
    expect(await requested({ email: undefined, email_verified: undefined })).toMatchObject({ status: 200 });
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
    const { body } = await client.get(`/users/${person.id}/identities`);
    expect(body.identities).toMatchObject([{ issuer: { name: 'Port ID' }, sub: 'f3b7' }]);
    const { identity_issuer } = (await client.get(`/identity_issuers/${id}`)).body;
    expect(identity_issuer).toMatchObject({
      last_error: null,
      keys: [{ kid: 'first', kty: 'EC', alg: 'ES256' }],
    });
    expect(identity_issuer.last_fetched_at).toBeTruthy();
  });

  it('let a known person in whatever the case of the e-mail address, and make no second one', async () => {
    await change({ provision: 'create' });
    const email = PERSON.email.toUpperCase();
    expect(await requested({ email })).toMatchObject({ status: 200, body: { user: { id: person.id } } });
    const made = await requested({ sub: 'n1', email: 'New@harbour.example' });
    const same = await requested({ sub: 'n2', email: 'new@harbour.example' });
    expect([outcome(made), outcome(same)]).toEqual([200, [403, 'no_user']]);
    expect((await users()).filter((user) => /^new@/i.test(user.email))).toHaveLength(1);
  });

  it.each<[string, object, unknown]>([
    ['an address that is not verified', { email_verified: false }, [403, 'no_user']],
    ['an address that is verified in words', { email_verified: 'true' }, [403, 'no_user']],
    ['an unknown address', { email: 'else@harbour.example' }, [403, 'no_user']],
    ['no address', { email: undefined }, [403, 'no_user']],
    ['no group', { groups: undefined }, [403, 'no_grant']],
    ['another group', { groups: ['clerk', 'CLERKS'] }, [403, 'no_grant']],
  ])('refuse whoever has %s', async (_what, claims, refusal) => {
    expect(outcome(await requested(claims))).toEqual(refusal);
  });

  it('refuse another subject with the address of a known one, and let the subject of another issuer in', async () => {
    expect(outcome(await requested())).toBe(200);
    expect(outcome(await requested({ sub: 'other' }))).toEqual([403, 'no_user']);
    await client.create('/identity_issuers', {
      name: 'Second',
      issuer: issuer.url,
      audience: 'second',
      grants: GRANTS,
    });
    expect(outcome(await requested({ sub: 'other', aud: 'second' }))).toBe(200);
    expect(outcome(await requested({ aud: ['second', 'wharfinger'] }))).toEqual([401, 'unauthenticated']);
  });

  it('count unverified addresses where the issuer is trusted with them', async () => {
    await change({ trusts_email: true, email_claim: 'upn' });
    expect(outcome(await requested({ upn: PERSON.email, email_verified: undefined }))).toBe(200);
  });

  it('make a user where the issuer may, of 64 at a time one', async () => {
    await change({ provision: 'create', name_claims: ['given_name', 'family_name'] });
    const claims = { ...PERSON, email: 'new@harbour.example', given_name: 'Nele', family_name: 'Wit' };
    const tokens = await Promise.all(
      Array.from({ length: 64 }, (_, n) => issuer.token({ ...claims, jti: `${n}` })),
    );
    const answers = await Promise.all(tokens.map((token) => askWith(client, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
    expect(await users()).toMatchObject([
      { email: 'tester@harbour.example' },
      { email: 'person@harbour.example' },
      { email: 'new@harbour.example', firstname: 'Nele', lastname: 'Wit', kind: 'person' },
    ]);
    expect(outcome(await requested({ sub: 'x', email: 'third@harbour.example', groups: [] }))).toEqual([
      403,
      'no_grant',
    ]);
    expect(await users()).toHaveLength(3);
  });

  it.each<[string, object]>([
    ['RFC 9068', { sub: 'robot', azp: undefined, client_id: 'robot' }],
    ['Auth0', { sub: 'robot@clients', azp: 'robot' }],
    ['Entra ID', { sub: 'oid', azp: 'robot', idtyp: 'app' }],
    ['Keycloak', { sub: 'uuid', azp: 'robot', preferred_username: 'service-account-robot' }],
  ])('make a user of a client that signs in for itself, as %s says it', async (_what, claims) => {
    await change({ provision: 'create', grants: [{ claim: 'scope', value: 'gate', role: 'read' }] });
    const answer = await askWith(client, await issuer.token({ scope: 'openid gate', ...claims }));
    expect(answer).toMatchObject({ status: 200, body: { user: { email: 'robot@port-id.clients' } } });
    expect((await users())[2]).toMatchObject({ kind: 'service' });
  });

  describe('by their grants', () => {
    const party = (key: string) => ({ type: 'trucking_company', key });
    const rights = async (grants: object[], claims: object = {}) => {
      await change({ grants });
      const { status, body } = await requested(claims);
      if (status !== 200) return body.code;
      return [body.role, body.domains, body.limited && body.parties.map(({ key }: { key: string }) => key)];
    };

    it('count the first that matches, alone', async () => {
      const grants = [
        { claim: 'realm_access.roles', value: 'haulier', role: 'read', parties: { claim: 'parties' } },
        { claim: 'groups', value: 'clerks', role: 'admin', only: ['gate'] },
      ];
      expect(await rights(grants)).toEqual(['admin', ['gate'], false]);
      expect(await rights(grants, { realm_access: { roles: ['haulier'] } })).toBe('no_party');
    });

    it('limit to parties of a list or of a claim, within those of the user', async () => {
      for (const code of ['EST', 'OTH']) await aTruckingCompany(client, { code, name: code });
      const listed = [{ ...GRANTS[0], parties: [party('EST'), party('OTH')] }];
      const claimed = [{ ...GRANTS[0], parties: { claim: 'https://port.example/parties' } }];
      const named = {
        'https://port.example/parties': ['trucking_company:EST', 'trucking_company:LOST', 'tug:X', 7, 'EST'],
      };
      expect(await rights(listed)).toEqual(['write', null, ['EST', 'OTH']]);
      expect(await rights(claimed, named)).toEqual(['write', null, ['EST']]);
      expect(await rights(claimed, { 'https://port.example/parties': ['trucking_company:\0'] })).toBe(
        'no_party',
      );
      expect(await rights([{ ...GRANTS[0], parties: [] }])).toBe('no_party');

      await client.patch(`/users/${person.id}`, { parties: [party('OTH')] });
      expect(await rights(listed)).toEqual(['write', null, ['OTH']]);
      expect(await rights(claimed, named)).toBe('no_party');
      expect(await rights([{ ...GRANTS[0], role: 'admin' }])).toEqual(['write', null, ['OTH']]);
    });
  });
});

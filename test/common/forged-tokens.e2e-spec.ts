import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { JWK } from 'jose';
import { askWith, GRANTS, PERSON, WITH_ISSUERS, withIssuer } from '../factories/issuers';
import type { Client } from '../setup/client';
import { Issuer } from '../setup/issuer';
import { useService } from '../setup/service';

/** Keys by their kids, as the issuers of these tests have them. */
const PAIRS = {
  ec: { alg: 'ES256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), more: { use: 'sig' } },
  rsa: {
    alg: 'RS256',
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
    more: { use: 'sig', alg: 'RS256' },
  },
  pss: { alg: 'PS256', ...generateKeyPairSync('rsa', { modulusLength: 2048 }), more: {} },
  ed: { alg: 'EdDSA', ...generateKeyPairSync('ed25519'), more: {} },
  encrypts: {
    alg: 'RS256',
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
    more: { use: 'enc' },
  },
  wraps: { alg: 'ES256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), more: { key_ops: ['sign'] } },
  weak: { alg: 'RS256', ...generateKeyPairSync('rsa', { modulusLength: 1024 }), more: {} },
  curve: { alg: 'ES256', ...generateKeyPairSync('ec', { namedCurve: 'secp256k1' }), more: {} },
};
type Kid = keyof typeof PAIRS;
const KEYS = Object.entries(PAIRS).map(([kid, { publicKey, more }]): JWK => ({
  ...(publicKey.export({ format: 'jwk' }) as JWK),
  kid,
  ...more,
}));
const STRANGER = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Signs as an algorithm says. */
function signature(input: string, alg: string, key: KeyObject): Buffer {
  const bytes = Buffer.from(input);
  if (alg === 'EdDSA') return sign(null, bytes, key);
  if (alg === 'ES256') return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
  if (alg === 'PS256') return sign('sha256', bytes, { key, padding: 6, saltLength: 32 });
  return sign('sha256', bytes, key);
}

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

/** What a token is made of: what of header and claims is undefined is left out. */
interface Made {
  header?: object;
  claims?: object;
  /** Whose key signs it, if it is not that of the header's `kid`. */
  by?: Kid | 'stranger';
}

/** Which bytes stand for a header, claims and a signature by hand. */
type ByHand = (token: string, issuer: string) => string;

describe('forged and broken tokens of identity providers', () => {
  const service = useService(WITH_ISSUERS);
  let fresh: Issuer;
  let known: Issuer;
  let client: Client;
  beforeAll(async () => {
    client = await service.current.organization();
    [fresh, known] = await Promise.all([Issuer.start(), Issuer.start()]);
    for (const issuer of [fresh, known]) issuer.keys = KEYS;
    await withIssuer(client, known, { provision: 'create' });
    const others = [
      { name: 'Strict', issuer: known.url, audience: 'strict', client_ids: ['portal'], require_at_jwt: true },
      { name: 'One algorithm', issuer: known.url, audience: 'edwards', algorithms: ['EdDSA'] },
      { name: 'Inactive', issuer: known.url, audience: 'inactive', active: false },
      { name: 'Never asked', issuer: fresh.url, audience: 'wharfinger' },
    ];
    for (const each of others) await client.create('/identity_issuers', { ...each, grants: GRANTS });
  });
  afterAll(() => Promise.all([fresh.stop(), known.stop()]));

  function token(issuer: Issuer, { header = {}, claims = {}, by }: Made = {}): string {
    const head = { alg: 'ES256', kid: 'ec', typ: 'at+jwt', ...header };
    const body = {
      ...PERSON,
      iss: issuer.url,
      aud: 'wharfinger',
      sub: 'f3b7',
      azp: 'portal',
      iat: now(),
      exp: now() + 300,
      ...claims,
    };
    const input = `${part(head)}.${part(body)}`;
    const signer = by ?? (head.kid in PAIRS ? head.kid : 'ec');
    const { alg, privateKey } = signer === 'stranger' ? { alg: 'ES256', ...STRANGER } : PAIRS[signer as Kid];
    return `${input}.${signature(input, alg, privateKey).toString('base64url')}`;
  }

  async function refused(sent: string): Promise<void> {
    const { status, body, headers } = await askWith(client, sent);
    expect([status, body]).toEqual([
      401,
      { error: 'The access token is not accepted.', code: 'unauthenticated' },
    ]);
    expect(headers['www-authenticate']).toContain('Bearer realm="wharfinger", error="invalid_token"');
  }

  it.each<[string, Made]>([
    ['by ES256', {}],
    ['by RS256', { header: { alg: 'RS256', kid: 'rsa' } }],
    ['by PS256', { header: { alg: 'PS256', kid: 'pss' } }],
    ['by EdDSA', { header: { alg: 'EdDSA', kid: 'ed' } }],
    ['without a kid, where one key fits', { header: { alg: 'EdDSA', kid: undefined }, by: 'ed' }],
    [
      'that names keys elsewhere',
      { header: { jku: 'https://evil.example/k', x5u: 'https://evil.example/x' } },
    ],
    ['that began in less than a minute', { claims: { iat: now() + 30, nbf: now() + 30 } }],
    ['for a client that may', { claims: { aud: 'strict' } }],
    ['of a client as RFC 9068 names it', { claims: { aud: 'strict', azp: undefined, client_id: 'portal' } }],
    ['of the type JWT', { header: { typ: 'JWT' } }],
    [
      'of the long type, where RFC 9068 is asked for',
      { header: { typ: 'application/at+jwt' }, claims: { aud: 'strict' } },
    ],
    ['for several audiences', { claims: { aud: ['account', 'wharfinger'] } }],
    ['that ended less than a minute ago', { claims: { iat: now() - 300, exp: now() - 1 } }],
    ['that lasts as long as it may', { claims: { iat: now(), exp: now() + 1440 * 60 } }],
    [
      'with a subject of 255 characters',
      { claims: { sub: 'x'.repeat(255), email: 'second@harbour.example' } },
    ],
  ])('are refused where a right one is taken: %s', async (_what, made) => {
    expect(await askWith(client, token(known, made))).toMatchObject({ status: 200 });
  });

  describe('are refused, and nothing is fetched for them:', () => {
    const of = (made: Made) => made;
    const byHand = (change: ByHand) => change;
    it.each<[string, Made | ByHand]>([
      ['of another issuer', of({ claims: { iss: 'https://id.harbour.example' } })],
      ['of an issuer with a slash more', byHand((_, iss) => token(fresh, { claims: { iss: `${iss}/` } }))],
      ['without an issuer', of({ claims: { iss: undefined } })],
      ['of several issuers', byHand((_, iss) => token(fresh, { claims: { iss: [iss] } }))],
      ['for another audience', of({ claims: { aud: 'other' } })],
      ['for an audience in other letters', of({ claims: { aud: 'Wharfinger' } })],
      ['for no audience', of({ claims: { aud: undefined } })],
      ['for an empty list of audiences', of({ claims: { aud: [] } })],
      ['for an audience that is no text', of({ claims: { aud: ['wharfinger', 7] } })],
      ['for 51 audiences', of({ claims: { aud: Array.from({ length: 51 }, () => 'wharfinger') } })],
      ['without a subject', of({ claims: { sub: undefined } })],
      ['with an empty subject', of({ claims: { sub: '' } })],
      ['with a subject that is a number', of({ claims: { sub: 7 } })],
      ['with a subject of 256 characters', of({ claims: { sub: 'x'.repeat(256) } })],
      ['with a subject that cannot be stored', of({ claims: { sub: 'f3\0b7' } })],
      ['longer than 8 KiB', of({ claims: { name: 'x'.repeat(8192) } })],
      ['without an algorithm', of({ header: { alg: undefined } })],
      ['with a list of algorithms', of({ header: { alg: ['ES256'] } })],
      ['by RS1', of({ header: { alg: 'RS1', kid: 'rsa' } })],
      ['by RS512', of({ header: { alg: 'RS512', kid: 'rsa' } })],
      ['by ES384', of({ header: { alg: 'ES384' } })],
      ['with crit', of({ header: { crit: ['exp'], exp: 1 } })],
      ['with an unencoded payload', of({ header: { b64: false } })],
      ['with a kid that is a number', of({ header: { kid: 7 } })],
      [
        'by none, without a signature',
        byHand((_, iss) => `${part({ alg: 'none' })}.${part({ iss, aud: 'wharfinger', sub: 'a' })}.`),
      ],
      ['by none, with one', of({ header: { alg: 'none' } })],
      ['by None', of({ header: { alg: 'None' } })],
      [
        'by HS256 with the public key as its secret',
        byHand((_, iss) => {
          const claims = { iss, aud: 'wharfinger', sub: 'a', iat: now(), exp: now() + 300 };
          const input = `${part({ alg: 'HS256', kid: 'rsa', typ: 'at+jwt' })}.${part(claims)}`;
          const secret = PAIRS.rsa.publicKey.export({ format: 'pem', type: 'spki' });
          return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
        }),
      ],
      ['whose signature is empty', byHand((right) => right.replace(/[^.]+$/, ''))],
      ['of two parts and nothing', byHand(() => 'a.b.')],
      ['of nothing between dots', byHand(() => 'a..')],
      ['of other letters', byHand(() => 'ä.ö.ü')],
      ['with padding', byHand((right) => right.replace('.', '=.'))],
      ['whose header is no JSON', byHand((right) => right.replace(/^[^.]+/, part('nothing')))],
      ['whose payload is no JSON', byHand((right) => right.replace(/\.[^.]+\./, `.${part('nothing')}.`))],
      ['whose payload is a list', byHand((right) => right.replace(/\.[^.]+\./, `.${part([])}.`))],
    ])('%s', async (_what, made) => {
      await refused(typeof made === 'function' ? made(token(fresh), fresh.url) : token(fresh, made));
      expect(fresh.asked).toEqual([]);
    });

    it.each(['.AAAA', '.AAAA.BBBB'])(
      'of more parts than three: %s, which is no form of a token',
      async (more) => {
        const answer = await askWith(client, `${token(fresh)}${more}`);
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
        expect(fresh.asked).toEqual([]);
      },
    );

    it.each<[string, Made]>([
      ['for an issuer that is inactive', { claims: { aud: 'inactive' } }],
      ['for several issuers at once', { claims: { aud: ['wharfinger', 'strict'] } }],
      ['by an algorithm that is not of the issuer', { claims: { aud: 'edwards' } }],
    ])('%s', async (_what, made) => {
      const before = known.asked.length;
      await refused(token(known, made));
      expect(known.asked).toHaveLength(before);
    });
  });

  describe('are refused, and the keys are fetched once for all of them:', () => {
    const changed: ByHand = (right) => {
      const [head, body, signed] = right.split('.');
      const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as object;
      return [head, part({ ...claims, sub: 'admin' }), signed].join('.');
    };
    it.each<[string, Made | ByHand]>([
      ['that has ended', { claims: { iat: now() - 400, exp: now() - 61 } }],
      ['without an end', { claims: { exp: undefined } }],
      ['with an end that is text', { claims: { exp: '9999999999' } }],
      ['without a beginning', { claims: { iat: undefined } }],
      ['of a time to come', { claims: { iat: now() + 90, exp: now() + 300 } }],
      ['of an hour ahead', { claims: { iat: now() + 3600, exp: now() + 3900 } }],
      ['that is not good yet', { claims: { nbf: now() + 200 } }],
      ['with a time that is no number', { claims: { nbf: 'now' } }],
      ['that lasts too long', { claims: { iat: now(), exp: now() + 1440 * 60 + 1 } }],
      ['that lasts for ever', { claims: { exp: 99_999_999_999 } }],
      ['that is for signing in', { claims: { nonce: 'n' } }],
      ['that has the hash of another one', { claims: { at_hash: 'h' } }],
      ['that has the hash of a code', { claims: { c_hash: 'h' } }],
      ['that is for signing out', { claims: { events: {} } }],
      ['that Keycloak calls an ID token', { claims: { typ: 'ID' } }],
      ['that Keycloak calls a refresh token', { claims: { typ: 'Refresh' } }],
      ['that Keycloak calls an offline token', { claims: { typ: 'Offline' } }],
      ['that Keycloak calls a logout token', { claims: { typ: 'Logout' } }],
      ['without a type', { header: { typ: undefined } }],
      ['of the type of a logout token', { header: { typ: 'logout+jwt' } }],
      ['of the type of a proof', { header: { typ: 'dpop+jwt' } }],
      ['of the type JWT, where RFC 9068 is asked for', { header: { typ: 'JWT' }, claims: { aud: 'strict' } }],
      ['of a client that is not named', { claims: { aud: 'strict', azp: 'kiosk' } }],
      ['of no client, where they are named', { claims: { aud: 'strict', azp: undefined } }],
      ['of a list of clients', { claims: { aud: 'strict', azp: ['portal'] } }],
      ['of a client that cannot be stored', { claims: { azp: 'por\0tal' } }],
      ['of an unknown key', { header: { kid: 'lost' } }],
      ['without a kid, where several keys fit', { header: { alg: 'RS256', kid: undefined }, by: 'rsa' }],
      ['of a key of another algorithm', { header: { alg: 'RS256', kid: 'ec' } }],
      ['of a key that only encrypts', { header: { alg: 'RS256', kid: 'encrypts' } }],
      ['of a key that verifies nothing', { header: { kid: 'wraps' } }],
      ['of a key that is for RS256', { header: { alg: 'PS256', kid: 'rsa' } }],
      ['of a key of another curve', { header: { kid: 'curve' } }],
      ['of a key of 1,024 bits', { header: { alg: 'RS256', kid: 'weak' } }],
      ['of a stranger', { by: 'stranger' }],
      [
        'of a stranger whose key is in the header',
        { header: { jwk: STRANGER.publicKey.export({ format: 'jwk' }) }, by: 'stranger' },
      ],
      ['whose payload was changed', changed],
      [
        'with the signature of another one',
        (right) => right.replace(/[^.]+$/, token(known, { claims: { sub: 'x' } }).split('.')[2]!),
      ],
      ['whose signature was cut', (right) => right.slice(0, -8)],
    ])('%s', async (_what, made) => {
      await refused(typeof made === 'function' ? made(token(known), known.url) : token(known, made));
      expect(known.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
    });
  });
});

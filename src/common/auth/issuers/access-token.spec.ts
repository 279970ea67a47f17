import { createHmac, generateKeyPairSync, KeyObject, sign as signBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { claimedBy, keyFor, NotTaken, requireAlgorithm, type Rules, verified } from './access-token';

const RULES: Rules = {
  issuer: 'https://id.harbour.example/realms/port',
  audience: 'wharfinger',
  client_ids: [],
  algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  require_at_jwt: false,
  max_token_minutes: 1440,
};

type Signing = Record<string, CryptoKey>;

describe('an access token', () => {
  const signing: Signing = {};
  const keys: JWK[] = [];

  beforeAll(async () => {
    const make = async (kid: string, alg: string, more: Partial<JWK> = {}) => {
      const pair = await generateKeyPair(alg, { extractable: true });
      signing[kid] = pair.privateKey;
      keys.push({ ...(await exportJWK(pair.publicKey)), kid, ...more });
    };
    await make('rsa', 'RS256', { alg: 'RS256', use: 'sig' });
    await make('pss', 'PS256');
    await make('ec', 'ES256');
    await make('ed', 'EdDSA');
    await make('encrypts', 'RS256', { use: 'enc' });
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    keys.push({ ...(weak.publicKey.export({ format: 'jwk' }) as JWK), kid: 'weak' });
    signing.stranger = (await generateKeyPair('RS256')).privateKey;
    weakKey = weak.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  });
  let weakKey: string;

  const now = () => Math.floor(Date.now() / 1000);
  const claims = () => ({
    iss: RULES.issuer,
    aud: RULES.audience,
    sub: 'f3b7',
    iat: now(),
    exp: now() + 300,
    azp: 'portal',
  });

  /** Signs with a key of the set; what is undefined in header or payload is left out. */
  const signed = (payload: object = {}, header: object = {}, key?: CryptoKey) => {
    const all = { alg: 'RS256', kid: 'rsa', typ: 'at+jwt', ...header };
    return new SignJWT(JSON.parse(JSON.stringify({ ...claims(), ...payload })) as Record<string, unknown>)
      .setProtectedHeader(JSON.parse(JSON.stringify(all)) as { alg: string })
      .sign(key ?? signing[all.kid ?? (all.alg === 'ES256' ? 'ec' : 'rsa')]!);
  };
  const part = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  /** Puts a token together by hand, with any bytes for a signature. */
  const forged = (header: unknown, payload: unknown, signature: (input: string) => Buffer | string) => {
    const input = `${part(header)}.${part(payload)}`;
    const made = signature(input);
    return `${input}.${typeof made === 'string' ? made : made.toString('base64url')}`;
  };

  /** What is done with a token of a known issuer, in the order of the check. */
  async function take(token: string, rules: Partial<Rules> = {}): Promise<unknown> {
    const all = { ...RULES, ...rules };
    const claimed = claimedBy(token);
    if (claimed.issuer !== all.issuer || !claimed.audiences.includes(all.audience))
      throw new NotTaken('its issuer or audience');
    requireAlgorithm(claimed, all);
    return verified(token, claimed, keyFor(claimed, keys), all);
  }

  describe('is taken', () => {
    it.each<[string, object, object, Partial<Rules>?]>([
      ['signed by RS256', {}, {}],
      ['signed by PS256', {}, { alg: 'PS256', kid: 'pss' }],
      ['signed by ES256', {}, { alg: 'ES256', kid: 'ec' }],
      ['signed by EdDSA', {}, { alg: 'EdDSA', kid: 'ed' }],
      ['without a kid, where one key fits', {}, { alg: 'ES256', kid: undefined }],
      ['of the type JWT', {}, { typ: 'JWT' }],
      ['of the type application/at+jwt', {}, { typ: 'application/at+jwt' }, { require_at_jwt: true }],
      ['with several audiences', { aud: ['account', 'wharfinger'] }, {}],
      ['of a client that is named', {}, {}, { client_ids: ['portal'] }],
      [
        'that names its client as RFC 9068 does',
        { azp: undefined, client_id: 'portal' },
        {},
        { client_ids: ['portal'] },
      ],
      ['that ended less than a minute ago', { iat: now() - 300, exp: now() - 1 }, {}],
      ['that begins in less than a minute', { iat: now() + 50, nbf: now() + 50 }, {}],
      ['with an address of keys, which nobody follows', {}, { jku: 'https://evil.example/keys' }],
      ['that lasts as long as it may', { iat: now(), exp: now() + 1440 * 60 }, {}],
    ])('%s', async (_what, payload, header, rules = {}) => {
      expect(await take(await signed(payload, header), rules)).toMatchObject({ sub: 'f3b7' });
    });
  });

  describe('is not taken', () => {
    it.each<[string, object, object?, Partial<Rules>?]>([
      ['of another issuer', { iss: 'https://id.harbour.example/realms/other' }],
      ['of an issuer with a slash more', { iss: `${RULES.issuer}/` }],
      ['without an issuer', { iss: undefined }],
      ['of several issuers', { iss: [RULES.issuer] }],
      ['for another audience', { aud: 'other' }],
      ['for no audience', { aud: undefined }],
      ['for an empty list of audiences', { aud: [] }],
      ['for an audience that is no text', { aud: [RULES.audience, 7] }],
      ['for more audiences than anybody has', { aud: Array.from({ length: 51 }, () => RULES.audience) }],
      ['that has ended', { iat: now() - 400, exp: now() - 61 }],
      ['without an end', { exp: undefined }],
      ['with an end that is text', { exp: '9999999999' }],
      ['without a beginning', { iat: undefined }],
      ['of a time to come', { iat: now() + 200, exp: now() + 300 }],
      ['of an hour ahead', { iat: now() + 3600, exp: now() + 3900 }],
      ['that is not good yet', { nbf: now() + 200 }],
      ['with a time that is no number', { nbf: 'now' }],
      ['that lasts too long', { iat: now(), exp: now() + 1440 * 60 + 1 }],
      ['that lasts for ever', { exp: 99_999_999_999 }],
      ['without a subject', { sub: undefined }],
      ['with an empty subject', { sub: '' }],
      ['with a subject that is a number', { sub: 7 }],
      ['with a subject that is too long', { sub: 'x'.repeat(256) }],
      ['with a subject that cannot be stored', { sub: 'f3\0b7' }],
      ['of a client that cannot be stored', { azp: 'por\ud800tal' }],
      ['that is for signing in', { nonce: 'n' }],
      ['that has the hash of another one', { at_hash: 'h' }],
      ['that has the hash of a code', { c_hash: 'h' }],
      ['that is for signing out', { events: {} }],
      ['that Keycloak calls an ID token', { typ: 'ID' }],
      ['that Keycloak calls a refresh token', { typ: 'Refresh' }],
      ['that Keycloak calls an offline token', { typ: 'Offline' }],
      ['that Keycloak calls a logout token', { typ: 'Logout' }],
      ['of a client that is not named', {}, {}, { client_ids: ['kiosk'] }],
      ['of no client, where they are named', { azp: undefined }, {}, { client_ids: ['portal'] }],
      ['of a list of clients', { azp: ['portal'] }, {}, { client_ids: ['portal'] }],
      ['without a type', {}, { typ: undefined }],
      ['of the type of a logout token', {}, { typ: 'logout+jwt' }],
      ['of the type of a proof', {}, { typ: 'dpop+jwt' }],
      ['of the type JWT, where only access tokens are taken', {}, { typ: 'JWT' }, { require_at_jwt: true }],
      ['of an unknown key', {}, { kid: 'lost' }],
      ['of a kid that is a number', {}, { kid: 7 }],
      ['without a kid, where several keys fit', {}, { alg: 'RS256', kid: undefined }],
      ['of a key of another algorithm', {}, { alg: 'RS256', kid: 'ec' }],
      ['of a key that only encrypts', {}, { kid: 'encrypts' }],
      ['of a key that is for RS256', {}, { alg: 'PS256', kid: 'rsa' }],
      ['by an algorithm that this issuer does not use', {}, {}, { algorithms: ['ES256'] }],
      ['longer than 8 KiB', { name: 'x'.repeat(8192) }],
    ])('%s', async (_what, payload, header = {}, rules = {}) => {
      // jose itself refuses to make some of them
      const { alg, kid } = { alg: 'RS256', kid: 'rsa', ...header } as { alg: string; kid?: string };
      const all = { alg, kid, typ: 'at+jwt', ...header };
      const made = ['RS256'].includes(alg)
        ? forged(all, { ...claims(), ...payload }, signer())
        : await signed(payload, header, signing[alg === 'PS256' ? 'pss' : (kid ?? 'rsa')]);
      await expect(take(made, rules)).rejects.toThrow(NotTaken);
    });

    /** Signs by RS256 with the key `rsa`, whatever the header says. */
    function signer(): (input: string) => Buffer {
      const key = KeyObject.from(signing.rsa!);
      return (input) => signBytes('sha256', Buffer.from(input), key);
    }

    const header = { alg: 'RS256', kid: 'rsa', typ: 'at+jwt' };
    it.each<[string, () => string | Promise<string>]>([
      ['with no signature', () => forged({ ...header, alg: 'none' }, claims(), () => '')],
      ['with none in capitals', () => forged({ ...header, alg: 'None' }, claims(), () => 'AAAA')],
      ['with none and a signature', () => forged({ ...header, alg: 'none' }, claims(), () => 'AAAA')],
      [
        'by HS256 with the public key as its secret',
        () =>
          forged({ ...header, alg: 'HS256' }, claims(), (input) =>
            createHmac('sha256', JSON.stringify(keys[0])).update(input).digest(),
          ),
      ],
      ['by RS1', () => forged({ ...header, alg: 'RS1' }, claims(), signer())],
      ['by RS512, which is not of the list', () => forged({ ...header, alg: 'RS512' }, claims(), signer())],
      ['without an algorithm', () => forged({ kid: 'rsa', typ: 'at+jwt' }, claims(), signer())],
      ['with a list of algorithms', () => forged({ ...header, alg: ['RS256'] }, claims(), signer())],
      ['with crit', () => forged({ ...header, crit: ['exp'], exp: 1 }, claims(), signer())],
      ['with an unencoded payload', () => forged({ ...header, b64: false }, claims(), signer())],
      ['of a stranger', () => signed({}, {}, signing.stranger)],
      [
        'of a stranger whose key is in the header',
        () => signed({}, { jwk: keys[0], kid: undefined }, signing.stranger),
      ],
      [
        'with the signature of another one',
        async () => {
          const [[head, body], [, , signature]] = [
            (await signed({ sub: 'admin' })).split('.'),
            (await signed()).split('.'),
          ];
          return [head, body, signature].join('.');
        },
      ],
      [
        'whose payload was changed',
        async () => {
          const [head, , signature] = (await signed()).split('.');
          return [head, part({ ...claims(), sub: 'admin' }), signature].join('.');
        },
      ],
      ['whose signature was cut', async () => (await signed()).slice(0, -8)],
      ['whose signature is empty', async () => `${(await signed()).split('.').slice(0, 2).join('.')}.`],
      ['of four parts', async () => `${await signed()}.AAAA`],
      ['of five parts, which is encrypted', async () => `${await signed()}.AAAA.BBBB`],
      ['whose header is no JSON', () => forged('nothing', claims(), signer())],
      ['whose payload is no JSON', () => forged(header, 'nothing', signer())],
      ['whose payload is a list', () => forged(header, [claims()], signer())],
      ['with padding', async () => (await signed()).replace('.', '=.')],
      [
        'by a key of 1,024 bits',
        () =>
          forged({ ...header, kid: 'weak' }, claims(), (input) =>
            signBytes('sha256', Buffer.from(input), weakKey),
          ),
      ],
    ])('%s', async (_what, make) => {
      await expect(take(await make())).rejects.toThrow(NotTaken);
    });
  });
});

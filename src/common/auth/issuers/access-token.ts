import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  type JWK,
  type JWTPayload,
} from 'jose';

/** The algorithms of signatures that are taken: none with a shared secret, none with SHA-1. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

/** The most bytes of a token. */
const MOST_BYTES = 8 * 1024;
/** The most audiences that a token names. */
const MOST_AUDIENCES = 50;
/** By how many seconds clocks may differ. */
export const CLOCKS_DIFFER = 60;
/** The least bits of an RSA key (RFC 8725, 3.5). */
const LEAST_RSA_BITS = 2048;

const TYPES = ['at+jwt', 'application/at+jwt', 'jwt'];
/** What tokens have that are for signing in or out, and none of access (OpenID Connect Core 2, Back-Channel Logout 2.4). */
const NOT_OF_ACCESS = ['nonce', 'at_hash', 'c_hash', 'events'];
const OTHER_TYPES = ['id', 'refresh', 'offline', 'logout'];

/** What an issuer's tokens have to be. */
export interface Rules {
  issuer: string;
  audience: string;
  /** The clients whose tokens are taken; empty for any. */
  client_ids: string[];
  algorithms: readonly string[];
  /** Whether only the type of RFC 9068 is taken. */
  require_at_jwt: boolean;
  max_token_minutes: number;
}

/** What a token says before its signature is checked: nothing of it is believed. */
export interface Claimed {
  algorithm: Algorithm;
  kid: string | undefined;
  issuer: string;
  audiences: string[];
  subject: string;
}

/** Why a token is not taken: for the log and for who sets an issuer up, not for who sends the token. */
export class NotTaken extends Error {
  /** @param isSigned whether a key of its issuer signed it, so that it is no guess */
  constructor(
    reason: string,
    readonly isSigned = false,
  ) {
    super(reason);
  }
}

/** Reads what a token says of itself. Throws NotTaken for one that no issuer's keys would make good. */
export function claimedBy(token: string): Claimed {
  if (token.length > MOST_BYTES) throw new NotTaken(`it is longer than ${MOST_BYTES} bytes`);
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new NotTaken('it is no JWT');
  const { header, payload } = decoded(token);
  const algorithm = ALGORITHMS.find((each) => each === header.alg);
  if (!algorithm) throw new NotTaken(`its algorithm is none of ${ALGORITHMS.join(', ')}`);
  if (header.crit !== undefined || header.b64 !== undefined) throw new NotTaken('its header has crit or b64');
  if (header.kid !== undefined && typeof header.kid !== 'string') throw new NotTaken('its kid is no text');
  const audiences = [payload.aud].flat();
  if (!isText(payload.iss)) throw new NotTaken('it has no iss');
  if (!audiences.length || audiences.length > MOST_AUDIENCES || !audiences.every(isText))
    throw new NotTaken('it has no aud');
  if (!isText(payload.sub)) throw new NotTaken('its sub is not of 1 to 255 characters');
  return { algorithm, kid: header.kid, issuer: payload.iss, audiences, subject: payload.sub };
}

/** Whether a claim is a text that the database can store. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(value);
}

function decoded(token: string) {
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) };
  } catch {
    throw new NotTaken('it is no JWT');
  }
}

/** Throws NotTaken for an algorithm that is not one of the issuer's. */
export function requireAlgorithm({ algorithm }: Claimed, { algorithms }: Pick<Rules, 'algorithms'>): void {
  if (!algorithms.includes(algorithm)) throw new NotTaken(`${algorithm} is not taken of this issuer`);
}

/**
 * The key of a set that signs by an algorithm: that of the kid, or, without one, the only one that fits.
 * Throws NotTaken when there is none, or several.
 */
export function keyFor({ algorithm, kid }: Claimed, keys: JWK[]): JWK {
  const fitting = keys.filter((key) => (kid === undefined || key.kid === kid) && fits(key, algorithm));
  if (fitting.length !== 1) throw new NotTaken(kid === undefined ? 'it has no kid' : 'its kid is not known');
  return fitting[0]!;
}

/** Whether a set has a key of that kid, of whatever kind. */
export function hasKid(keys: JWK[], kid: string | undefined): boolean {
  return kid === undefined || keys.some((key) => key.kid === kid);
}

function fits({ kty, crv, alg, use, key_ops }: JWK, algorithm: Algorithm): boolean {
  const isOfKind = {
    RS256: kty === 'RSA',
    PS256: kty === 'RSA',
    ES256: kty === 'EC' && crv === 'P-256',
    EdDSA: kty === 'OKP' && crv === 'Ed25519',
  }[algorithm];
  const signs = (use ?? 'sig') === 'sig' && (key_ops?.includes('verify') ?? true);
  return isOfKind && signs && (alg ?? algorithm) === algorithm;
}

/**
 * The claims of an access token that was signed with a key, by the rules of its issuer.
 * Throws NotTaken with the first rule that it breaks.
 */
export async function verified(token: string, claimed: Claimed, key: JWK, rules: Rules): Promise<JWTPayload> {
  if (claimed.algorithm !== 'ES256' && claimed.algorithm !== 'EdDSA' && bitsOf(key) < LEAST_RSA_BITS)
    throw new NotTaken(`its key has less than ${LEAST_RSA_BITS} bits`);
  const { payload, protectedHeader } = await signedWith(token, claimed.algorithm, key, rules);
  refuseTimes(payload, rules);
  refuseOtherTokens(protectedHeader.typ, payload, rules);
  const client = clientOf(payload);
  if (client !== undefined && !isText(client))
    throw new NotTaken('its client is not of 1 to 255 characters', true);
  if (rules.client_ids.length && !rules.client_ids.includes(client ?? ''))
    throw new NotTaken('its client is not taken of this issuer', true);
  return payload;
}

/** The application that a token was given to; undefined where the token does not say. */
export function clientOf({ azp, client_id }: JWTPayload): string | undefined {
  return (azp ?? client_id ?? undefined) as string | undefined;
}

async function signedWith(token: string, algorithm: Algorithm, key: JWK, { issuer, audience }: Rules) {
  try {
    return await jwtVerify(token, await imported(key, algorithm), {
      algorithms: [algorithm],
      issuer,
      audience,
      clockTolerance: CLOCKS_DIFFER,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) throw new NotTaken('its signature is wrong');
    // claims are looked at once the signature is right
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
      throw new NotTaken(error.message, true);
    if (error instanceof errors.JOSEError) throw new NotTaken(error.message);
    throw new NotTaken('its key cannot be used');
  }
}

type Imported = Awaited<ReturnType<typeof importJWK>>;
const importedKeys = new WeakMap<JWK, Map<string, Promise<Imported>>>();

/** Only what is public of a key, ready to verify by an algorithm; once for each key that was fetched. */
function imported(key: JWK, algorithm: Algorithm): Promise<Imported> {
  const known = importedKeys.get(key) ?? new Map<string, Promise<Imported>>();
  importedKeys.set(key, known);
  const { kty, crv, n, e, x, y } = key;
  const made = known.get(algorithm) ?? importJWK({ kty, crv, n, e, x, y }, algorithm);
  known.set(algorithm, made);
  return made;
}

function refuseTimes({ exp, iat }: JWTPayload, { max_token_minutes }: Rules): void {
  if (iat! > Date.now() / 1000 + CLOCKS_DIFFER) throw new NotTaken('it is of a time to come', true);
  if (exp! - iat! > max_token_minutes * 60)
    throw new NotTaken(`it is good for more than ${max_token_minutes} minutes`, true);
}

/** Throws NotTaken for tokens that are no access tokens. */
function refuseOtherTokens(typ: string | undefined, payload: JWTPayload, { require_at_jwt }: Rules): void {
  const type = typ?.toLowerCase() ?? '';
  if (!TYPES.includes(type) || (require_at_jwt && type === 'jwt'))
    throw new NotTaken('the type of its header is not that of an access token', true);
  const other = NOT_OF_ACCESS.find((name) => payload[name] !== undefined);
  if (other) throw new NotTaken(`it has ${other}, which access tokens have not`, true);
  if (typeof payload.typ === 'string' && OTHER_TYPES.includes(payload.typ.toLowerCase()))
    throw new NotTaken(`it is of the type ${payload.typ.toLowerCase()}`, true);
}

function bitsOf({ n = '' }: JWK): number {
  const bytes = Buffer.from(n, 'base64url');
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first]!) + 24;
}

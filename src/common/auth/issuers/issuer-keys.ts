import type { JWK } from 'jose';
import { fetchJson } from './fetch-json';
import { hasKid } from './access-token';

const MINUTE_MS = 60_000;
/** For how long keys are used without asking for them again, and for how long while the issuer is away. */
const FRESH_MS = 10 * MINUTE_MS;
const GOOD_MS = 24 * 60 * MINUTE_MS;
/** Between two requests for a key that is not known, and for how long a token waits for one. */
const BETWEEN_MS = MINUTE_MS / 2;
/** Between two requests while there are no keys: the least that `Retry-After` says then. */
const AWAY_BETWEEN_MS = 1_000;
const WAITS_MS = 2_000;
/** The most keys of an issuer. */
const MOST_KEYS = 100;

/** The keys of an issuer cannot be had. */
export class IssuerAway extends Error {}

/** What was fetched of an issuer. */
interface Fetched {
  keys?: JWK[];
  /** When the keys were fetched, and when it was tried last, on the clock of `performance`. */
  fetched?: number;
  tried?: number;
  error?: string | undefined;
  running?: Promise<void> | undefined;
}

/** The keys of issuers, which each process fetches by OpenID Connect Discovery and remembers. */
export class IssuerKeys {
  private readonly issuers = new Map<string, Fetched>();

  /**
   * @param allowPrivate whether issuers may be at addresses that are not public, and be queried by http
   * @param note receives what came of each try: the keys, or why there are none
   */
  constructor(
    private readonly allowPrivate: boolean,
    private readonly note: (issuer: string, found: JWK[] | Error) => void = () => undefined,
  ) {}

  /**
   * The keys that an issuer signs with. A key that is not among them is requested, once in half a minute an issuer. While there
   * are none, they are requested once in a second.
   * @throws IssuerAway when there are none, or only old ones
   */
  async of(issuer: string, kid: string | undefined): Promise<JWK[]> {
    const known = this.known(issuer);
    if (!this.good(known)) {
      await this.renewed(issuer, known, AWAY_BETWEEN_MS);
      if (!this.good(known)) throw new IssuerAway(known.error ?? 'it does not answer in time');
    } else if (!hasKid(known.keys, kid)) await this.renewed(issuer, known);
    else if (ageOf(known.fetched) > FRESH_MS) void this.renewal(issuer, known);
    return known.keys;
  }

  /** Fetches the keys of an issuer now, which count for its tokens from then on. Throws Error with the reason why there are none. */
  async fetch(issuer: string): Promise<JWK[]> {
    const keys = await this.asked(issuer);
    Object.assign(this.known(issuer), { keys, fetched: performance.now(), error: undefined });
    return keys;
  }

  private async asked(issuer: string): Promise<JWK[]> {
    const at = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const found = await fetchJson(at, this.allowPrivate);
    if (found.issuer !== issuer) throw new Error('it calls itself by another issuer');
    if (typeof found.jwks_uri !== 'string' || !URL.canParse(found.jwks_uri))
      throw new Error('it has no jwks_uri');
    const { keys } = await fetchJson(new URL(found.jwks_uri), this.allowPrivate);
    if (!Array.isArray(keys)) throw new Error('its jwks_uri has no keys');
    if (keys.length > MOST_KEYS) throw new Error(`it has more than ${MOST_KEYS} keys`);
    return keys.filter((key: unknown): key is JWK => typeof key === 'object' && key !== null && 'kty' in key);
  }

  private known(issuer: string): Fetched {
    const known = this.issuers.get(issuer) ?? {};
    this.issuers.set(issuer, known);
    return known;
  }

  private good(known: Fetched): known is Fetched & { keys: JWK[] } {
    return known.keys !== undefined && ageOf(known.fetched) < GOOD_MS;
  }

  /** Waits for a renewal, but not long. */
  private async renewed(issuer: string, known: Fetched, between = BETWEEN_MS): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAITS_MS)));
    await Promise.race([this.renewal(issuer, known, between), late]);
    clearTimeout(timer);
  }

  /** Fetches the keys anew, one request at a time and not too often. */
  private renewal(issuer: string, known: Fetched, between = BETWEEN_MS): Promise<void> {
    if (known.running) return known.running;
    if (ageOf(known.tried) < between) return Promise.resolve();
    known.tried = performance.now();
    known.running = this.fetch(issuer)
      .then(
        (keys) => this.note(issuer, keys),
        (error: unknown) => {
          known.error = (error as Error).message;
          this.note(issuer, error as Error);
        },
      )
      .then(() => void (known.running = undefined));
    return known.running;
  }
}

function ageOf(at: number | undefined): number {
  return at === undefined ? Infinity : performance.now() - at;
}

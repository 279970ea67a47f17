import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { hash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

/** Pages of other origins may ask it, as those of applications do. */
const OPEN = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };

/** An identity provider of the tests: it has discovery and keys, rotates them, is slow, lies, and is away; and signs in. */
export class Issuer {
  /** The requests to it, in order. */
  readonly asked: string[] = [];
  /** What it answers in place of the document of discovery, of the keys, or of anything. */
  discovery: Record<string, unknown> = {};
  answers: { status?: number; body?: string; headers?: Record<string, string>; waits_ms?: number } = {};
  keys: JWK[] = [];
  /** What the tokens say that it gives to applications, and what was requested with each code that it gave. */
  person: object = {};
  /** How long these tokens are good. */
  seconds = 300;
  private readonly codes = new Map<string, URLSearchParams>();
  private readonly signing = new Map<string, { key: CryptoKey; alg: string }>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Issuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new Issuer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const { url = '', method } = request;
      issuer.asked.push(url);
      const { status = 200, body, headers = {}, waits_ms = 0 } = issuer.answers;
      const answer = (found: object, more: object = {}, code = status) =>
        setTimeout(() => {
          response.writeHead(code, { 'content-type': 'application/json', ...OPEN, ...headers, ...more });
          response.end(body ?? JSON.stringify(found));
        }, waits_ms);
      if (method === 'OPTIONS') answer({}, {}, 204);
      else if (url.startsWith('/authorize')) answer({}, { location: issuer.authorize(url) }, 302);
      else if (url.startsWith('/logout')) answer({}, { location: issuer.left(url) }, 302);
      else if (url === '/token')
        void issuer.exchange(request).then(
          (given) => answer(given),
          () => answer({ error: 'invalid_grant' }, {}, 400),
        );
      else answer(url.endsWith('/keys') ? { keys: issuer.keys } : issuer.document());
    });
    await issuer.rotate('first');
    return issuer;
  }

  private document(): object {
    return {
      issuer: this.url,
      jwks_uri: `${this.url}/keys`,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      end_session_endpoint: `${this.url}/logout`,
      grant_types_supported: ['authorization_code', 'implicit', 'password'],
      ...this.discovery,
    };
  }

  /** Where the browser goes after a sign-in, at which nobody has to enter anything. */
  private authorize(url: string): string {
    const { searchParams: requested } = new URL(url, this.url);
    const [code, back] = [`code-${this.codes.size}`, new URL(requested.get('redirect_uri')!)];
    this.codes.set(code, requested);
    back.searchParams.set('code', code);
    back.searchParams.set('state', requested.get('state') ?? '');
    return back.href;
  }

  /** Where the browser goes after a sign-out. */
  private left(url: string): string {
    return new URL(url, this.url).searchParams.get('post_logout_redirect_uri')!;
  }

  /** The tokens for a code. Throws unless it is requested as the code was, with the secret of PKCE and no other. */
  private async exchange(request: IncomingMessage): Promise<object> {
    const sent = new URLSearchParams(await text(request));
    const requested = this.codes.get(sent.get('code')!)!;
    const challenge = hash('sha256', sent.get('code_verifier')!, 'base64url');
    const isRight =
      challenge === requested.get('code_challenge') &&
      requested.get('code_challenge_method') === 'S256' &&
      sent.get('redirect_uri') === requested.get('redirect_uri') &&
      sent.get('client_id') === requested.get('client_id') &&
      !sent.get('client_secret') &&
      request.headers.authorization === undefined;
    if (!isRight) throw new Error('It is not asked for as the code was.');
    const [client, scope] = [requested.get('client_id'), requested.get('scope')];
    const access_token = await this.token({ ...this.person, azp: client, scope });
    const id_token = await this.token({ ...this.person, aud: client, typ: 'ID' }, { typ: 'JWT' });
    return { access_token, id_token, token_type: 'Bearer', expires_in: this.seconds };
  }

  /** Signs with a new key from now on; the ones before stay in the set unless `alone`. */
  async rotate(kid: string, { alg = 'ES256', alone = false } = {}): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    this.signing.set(kid, { key: privateKey, alg });
    this.keys = [...(alone ? [] : this.keys), { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }];
  }

  /** A token of this issuer for `wharfinger`, with claims and headers of its own; one that is undefined is left out. */
  token(
    claims: object = {},
    { kid = 'first', ...header }: { kid?: string; typ?: string } = {},
  ): Promise<string> {
    const { key, alg } = this.signing.get(kid)!;
    const iat = Math.floor(Date.now() / 1000);
    const all = {
      iss: this.url,
      aud: 'wharfinger',
      sub: 'f3b7',
      azp: 'portal',
      iat,
      exp: iat + this.seconds,
      ...claims,
    };
    return new SignJWT(JSON.parse(JSON.stringify(all)) as JWTPayload)
      .setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header })
      .sign(key);
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

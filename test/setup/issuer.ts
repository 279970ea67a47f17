import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

/** An identity provider of the tests: it has discovery and keys, rotates them, is slow, lies, and is away. */
export class Issuer {
  /** What it was asked for, in order. */
  readonly asked: string[] = [];
  /** What it answers in place of the document of discovery, of the keys, or of anything. */
  discovery: Record<string, unknown> = {};
  answers: { status?: number; body?: string; headers?: Record<string, string>; waits_ms?: number } = {};
  keys: JWK[] = [];
  private readonly signing = new Map<string, { key: CryptoKey; alg: string }>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Issuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new Issuer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', ({ url = '' }, response) => {
      issuer.asked.push(url);
      const { status = 200, body, headers = {}, waits_ms = 0 } = issuer.answers;
      const found = url.endsWith('/keys')
        ? { keys: issuer.keys }
        : { issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, ...issuer.discovery };
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body ?? JSON.stringify(found));
      }, waits_ms);
    });
    await issuer.rotate('first');
    return issuer;
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
      exp: iat + 300,
      ...claims,
    };
    return new SignJWT(JSON.parse(JSON.stringify(all)) as JWTPayload)
      .setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header })
      .sign(key);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

import { createServer, type AddressInfo, type Server } from 'node:net';
import { askWith, outcomeOf, PERSON, WITH_ISSUERS, withIssuer } from '../factories/issuers';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Issuer } from '../setup/issuer';
import { useService } from '../setup/service';

/** Counts who connects. */
class Trap {
  connections = 0;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Trap> {
    const server = createServer((socket) => {
      trap.connections++;
      socket.destroy();
    });
    const trap = new Trap(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return trap;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  stop(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

describe('the addresses at which keys of issuers are requested', () => {
  let issuer: Issuer;
  let trap: Trap;
  beforeEach(async () => {
    [issuer, trap] = await Promise.all([Issuer.start(), Trap.start()]);
  });
  afterEach(() => Promise.all([issuer.stop(), trap.stop()]));

  /** What a request with a token is answered, the reason that is kept, and how many connected to the trap. */
  async function requested(client: Client, id: number, token: string): Promise<unknown[]> {
    const answer = await askWith(client, token);
    const reason = await eventually('the reason', async () => {
      const { body } = await client.get(`/identity_issuers/${id}`);
      return (body.identity_issuer.last_error as string | null) ?? undefined;
    });
    expect(answer.headers['retry-after']).toMatch(/^[0-9]+$/);
    expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1');
    return [outcomeOf(answer), reason, trap.connections];
  }

  describe('that are on this machine, where such are allowed,', () => {
    const service = useService(WITH_ISSUERS);

    it.each<[string, (trap: string) => string, string]>([
      ['a file', () => 'file:///etc/passwd', 'it is not https'],
      ['another scheme', (at) => `ftp://${at}/keys`, 'it is not https'],
      ['a script', () => 'data:application/json,{"keys":[]}', 'it is not https'],
      ['a password', (at) => `http://a:b@${at}/keys`, 'it has a user or a password in it'],
    ])('are none that discovery names with %s', async (_what, uri, reason) => {
      issuer.discovery = { jwks_uri: uri(`127.0.0.1:${trap.port}`) };
      const client = await service.current.organization();
      const { id } = await withIssuer(client, issuer);
      expect(await requested(client, id, await issuer.token(PERSON))).toEqual([
        [503, 'issuer_away'],
        reason,
        0,
      ]);
      expect(issuer.asked).toEqual(['/.well-known/openid-configuration']);
    });

    it('are none to which another one sends on', async () => {
      const from = await Issuer.start();
      from.answers = { status: 302, headers: { location: `http://127.0.0.1:${trap.port}/keys` } };
      issuer.discovery = { jwks_uri: `${from.url}/keys` };
      const client = await service.current.organization();
      const { id } = await withIssuer(client, issuer);
      expect(await requested(client, id, await issuer.token(PERSON))).toEqual([
        [503, 'issuer_away'],
        'it answered 302',
        0,
      ]);
      expect(from.asked).toEqual(['/keys']);
      await from.stop();
    });
  });

  describe('that are not public, where such are not allowed,', () => {
    const service = useService({});

    it.each([
      'https://localhost',
      'https://127.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
      'http://127.0.0.1',
    ])('are none below %s', async (host) => {
      const url = `${host}:${trap.port}`;
      const client = await service.current.organization();
      const { id } = await withIssuer(client, issuer, { issuer: 'https://id.example' });
      // as of an issuer from before, when such an address was allowed
      await service.current.query('UPDATE identity_issuers SET issuer = $1 WHERE id = $2', [url, id]);
      const token = await issuer.token({ ...PERSON, iss: url });
      expect(await requested(client, id, token)).toEqual([
        [503, 'issuer_away'],
        host.startsWith('http:') ? 'it is not https' : expect.stringContaining('not public'),
        0,
      ]);
    });
  });
});

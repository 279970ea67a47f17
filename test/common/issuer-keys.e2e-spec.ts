import { createServer, type AddressInfo } from 'node:net';
import { fetchJson } from '../../src/common/auth/issuers/fetch-json';
import { IssuerAway, IssuerKeys } from '../../src/common/auth/issuers/issuer-keys';
import { NOT_PUBLIC } from '../factories/addresses';
import { eventually } from '../setup/eventually';
import { Issuer } from '../setup/issuer';

describe('the keys of an issuer', () => {
  let issuer: Issuer;
  let keys: IssuerKeys;
  beforeEach(async () => {
    issuer = await Issuer.start();
    keys = new IssuerKeys(true);
  });
  afterEach(() => issuer.stop());

  const kids = async (kid?: string) => (await keys.of(issuer.url, kid)).map((key) => key.kid);

  it('are found by discovery, once', async () => {
    expect(await kids('first')).toEqual(['first']);
    expect(await kids('first')).toEqual(['first']);
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('are requested once by many at a time', async () => {
    issuer.answers = { waits_ms: 50 };
    await Promise.all(Array.from({ length: 64 }, () => kids('first')));
    expect(issuer.asked).toHaveLength(2);
  });

  it('are requested again for one that is not known, but not by each token', async () => {
    await kids('first');
    for (let n = 0; n < 200; n++) expect(await kids(`lost ${n}`)).toEqual(['first']);
    expect(issuer.asked).toHaveLength(2);
  });

  it('cannot be had while it never answered, and are not requested by each token', async () => {
    issuer.answers = { status: 503 };
    for (let n = 0; n < 20; n++)
      await expect(keys.of(issuer.url, 'first')).rejects.toThrow(new IssuerAway('it answered 503'));
    expect(issuer.asked).toHaveLength(1);
  });

  describe('as time passes', () => {
    const MINUTE = 60_000;
    let passed = 0;
    beforeEach(() => {
      passed = 0;
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    });
    afterEach(() => jest.restoreAllMocks());

    it('are renewed beside a token after ten minutes, and one that is gone is no longer among them', async () => {
      await kids('first');
      await issuer.rotate('second', { alone: true });
      passed = 9 * MINUTE;
      expect(await kids('first')).toEqual(['first']);
      expect(issuer.asked).toHaveLength(2);
      passed = 11 * MINUTE;
      expect(await kids('first')).toEqual(['first']);
      await eventually('the renewal', async () => (await kids('second')).join() === 'second');
      expect(issuer.asked).toHaveLength(4);
    });

    it('are requested again for a new one, half a minute after the last time', async () => {
      await kids('first');
      await issuer.rotate('second');
      expect(await kids('second')).toEqual(['first']);
      passed = MINUTE / 2;
      expect(await kids('second')).toEqual(['first', 'second']);
    });

    it('are had a second after the issuer is back that never answered', async () => {
      issuer.answers = { status: 503 };
      await expect(keys.of(issuer.url, 'first')).rejects.toThrow(IssuerAway);
      issuer.answers = {};
      await expect(keys.of(issuer.url, 'first')).rejects.toThrow(IssuerAway);
      passed = 1_000;
      expect(await kids('first')).toEqual(['first']);
    });

    it('are good for a day while it is away', async () => {
      await kids('first');
      issuer.answers = { status: 503 };
      passed = 23 * 60 * MINUTE;
      expect(await kids('first')).toEqual(['first']);
      await eventually('the try', () => issuer.asked.length === 3);
      passed = 24 * 60 * MINUTE + MINUTE;
      await expect(keys.of(issuer.url, 'first')).rejects.toThrow(new IssuerAway('it answered 503'));
    });
  });

  it('are waited for no longer than two seconds', async () => {
    // else this answer would be there first
    issuer.answers = { waits_ms: 4_000 };
    await expect(keys.of(issuer.url, 'first')).rejects.toThrow(IssuerAway);
  });

  it.each<[string, (of: Issuer) => void, string]>([
    [
      'calls itself otherwise',
      (of) => (of.discovery = { issuer: `${of.url}/` }),
      'it calls itself by another issuer',
    ],
    ['has no jwks_uri', (of) => (of.discovery = { jwks_uri: undefined }), 'it has no jwks_uri'],
    ['names a file', (of) => (of.discovery = { jwks_uri: 'file:///etc/passwd' }), 'it is not https'],
    [
      'names an address that is not public, where only such are asked by http',
      (of) => (of.discovery = { jwks_uri: 'ftp://10.0.0.1/keys' }),
      'it is not https',
    ],
    [
      'names an address with a password',
      (of) => (of.discovery = { jwks_uri: of.url.replace('//', '//a:b@') }),
      'it has a user or a password in it',
    ],
    [
      'answers elsewhere',
      (of) => (of.answers = { status: 302, headers: { location: of.url } }),
      'it answered 302',
    ],
    ['answers no JSON', (of) => (of.answers = { body: '<html>' }), 'it answered no JSON object'],
    ['answers a list', (of) => (of.answers = { body: '[]' }), 'it answered no JSON object'],
    [
      'answers too much',
      (of) => (of.answers = { body: ' '.repeat(256 * 1024 + 1) }),
      'it answered more than 256 KiB',
    ],
    [
      'has too many keys',
      (of) => (of.keys = Array.from({ length: 101 }, () => ({ kty: 'EC' }))),
      'it has more than 100 keys',
    ],
  ])('are not taken when it %s', async (_what, lie, reason) => {
    lie(issuer);
    await expect(keys.fetch(issuer.url)).rejects.toThrow(new Error(reason));
  });

  it('are read to the end of the connection, where an answer says no length', async () => {
    const server = createServer((socket) => void socket.resume().end('HTTP/1.0 200 OK\r\n\r\n{"keys":[]}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await fetchJson(new URL(`http://127.0.0.1:${port}/`), true)).toEqual({ keys: [] });
    await new Promise((resolve) => server.close(resolve));
    await expect(fetchJson(new URL(`http://127.0.0.1:${port}/`), true)).rejects.toThrow(
      'connect ECONNREFUSED',
    );
  });

  it('are not requested at addresses that are not public, unless these are allowed', async () => {
    const strict = new IssuerKeys(false);
    await expect(strict.fetch(issuer.url)).rejects.toThrow('it is not https');
    for (const [url] of NOT_PUBLIC)
      await expect(fetchJson(new URL(url), false)).rejects.toThrow(
        'it leads to an address that is not public',
      );
    await expect(fetchJson(new URL('https://localhost/'), false)).rejects.toThrow(
      'localhost leads to an address that is not public',
    );
    expect(issuer.asked).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { speak } from '../setup/socket';
import { statementsOf } from '../setup/statements';

const PATH = '/freight_forwarders';

describe('the check of tokens', () => {
  const service = useService({});
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('comes before the body: 401 whatever is in it, and 403 as well', async () => {
    const bodies = ['{', '['.repeat(100), 'x'.repeat(2 ** 20 + 1), '"\u0000"'];
    for (const body of bodies) {
      const sent = (role: 'none' | 'read', headers = {}) =>
        client.as('read').send('POST', PATH, body, {
          ...(role === 'none' && { authorization: '' }),
          ...headers,
        });
      expect((await sent('none')).status).toBe(401);
      expect((await sent('none', { 'content-type': 'text/plain' })).status).toBe(401);
      expect((await sent('none', { 'content-encoding': 'gzip' })).status).toBe(401);
      expect((await sent('read')).status).toBe(403);
    }
  });

  it('does not ask for one where nothing is', async () => {
    const status = (method: 'POST' | 'PUT', url: string) =>
      service.current.app.inject({ method, url }).then(({ statusCode }) => statusCode);
    expect(await status('POST', '/api/v1/nothing')).toBe(404);
    expect(await status('PUT', `/api/v1${PATH}`)).toBe(405);
  });

  it('holds for HEAD', async () => {
    const head = (headers: Record<string, string>) =>
      service.current.app.inject({ method: 'HEAD', url: `/api/v1${PATH}`, headers });
    expect((await head({})).statusCode).toBe(401);
    expect((await head({ authorization: `Token ${client.tokens.read}` })).statusCode).toBe(200);
  });

  it('does not wait for a long body, and ends the connection', async () => {
    await service.current.listen();
    const request = (more: string) =>
      speak(
        service.current,
        `POST /api/v1${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}`,
      );
    for (const more of ['Content-Length: 1000000\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'])
      expect(await request(more)).toMatch(/^HTTP\/1.1 401 [^]*\r\nconnection: close\r\n/i);
  });

  it('brakes an address with too many unknown tokens before its body and the database are read', async () => {
    await client.get(PATH);
    const late = await service.current.organization();
    const unknown = (body?: string) =>
      client.send(body ? 'POST' : 'GET', PATH, body, { authorization: `Token ${randomUUID()}` });
    const statuses = new Set<number>();
    for (let sent = 0; sent < 30; sent++) statuses.add((await unknown()).status);
    expect([...statuses]).toEqual([401]);

    const asked = await statementsOf(async () => {
      const answer = await unknown('{');
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2']);
      const url = `/api/v1${PATH}`;
      const headers = { authorization: `Token ${late.tokens.read}` };
      const beside = await service.current.app.inject({ url, headers, remoteAddress: client.address });
      expect(beside.statusCode).toBe(429);
    });
    expect(asked).toEqual([]);
    expect((await client.get(PATH)).status).toBe(200);

    const elsewhere = await service.current.app.inject({
      url: `/api/v1${PATH}`,
      remoteAddress: '192.0.2.7',
      headers: { authorization: `Token ${late.tokens.read}` },
    });
    expect(elsewhere.statusCode).toBe(200);
    expect((await service.current.app.inject('/metrics')).body).toMatch(
      /^security_events_total\{event="token_unknown"\} 30\nsecurity_events_total\{event="address_braked"\} 2$/m,
    );
  });
});

import { randomUUID } from 'node:crypto';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { open, speak } from '../setup/socket';

const PATH = '/freight_forwarders';

describe('the check of tokens', () => {
  const service = useService({ TRUST_PROXY: '1' });
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const count = async (event: string) => {
    const body = await service.current.metrics();
    return Number(new RegExp(`event="${event}"} (\\d+)`).exec(body)?.[1] ?? 0);
  };

  it('comes before the body: 401 whatever it contains', async () => {
    const bodies = ['{', '['.repeat(100), 'x'.repeat(2 ** 20 + 1), '"\u0000"'];
    for (const body of bodies) {
      const sent = (headers = {}) => client.send('POST', PATH, body, { authorization: '', ...headers });
      expect((await sent()).status).toBe(401);
      expect((await sent({ 'content-type': 'text/plain' })).status).toBe(401);
      expect((await sent({ 'content-encoding': 'gzip' })).status).toBe(401);
    }
  });

  it('leaves the role to a guard, which comes after the body is parsed and before its fields are read', async () => {
    const sent = (body: object | string) => client.as('read').send('POST', PATH, body);
    expect((await sent('{')).status).toBe(400);
    expect((await sent('x'.repeat(2 ** 20 + 1))).status).toBe(413);
    const before = await count('role_refused');
    expect((await sent({ nothing: true })).status).toBe(403);
    expect(await count('role_refused')).toBe(before + 1);
  });

  it('is skipped where an endpoint is open', async () => {
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

  describe('throttles an address with too many unknown tokens', () => {
    const ask = async (address: string, token: string = randomUUID(), more = {}) => {
      const url = `/api/v1${PATH}`;
      const headers = { authorization: `Token ${token}`, ...more };
      return (await service.current.app.inject({ url, headers, remoteAddress: address })).statusCode;
    };
    const brake = async (address: string) => {
      for (let sent = 0; sent < 30; sent++) expect(await ask(address)).toBe(401);
    };
    it('where a good one passes in its turn, and at once when it is cached', async () => {
      await client.get(PATH);
      await brake(client.address);
      const before = await count('address_braked');
      let over = false;
      let tried = 0;
      const flood = Array.from({ length: 4 }, async () => {
        for (; !over; tried++) expect(await ask(client.address)).toBe(401);
      });
      const unseen = [client.tokens.read, client.tokens.admin];
      for (const token of unseen) expect(await ask(client.address, token)).toBe(200);
      // one of each of the four, and the one that was queried
      expect(tried).toBeLessThan(20);
      const waited = await count('address_braked');
      expect(waited - before).toBeGreaterThan(2);
      for (const token of unseen) expect(await ask(client.address, token)).toBe(200);
      expect(await ask('192.0.2.7', (await service.current.organization()).tokens.read)).toBe(200);
      over = true;
      await Promise.all(flood);
    });

    it('whatever address a client claims, behind a proxy', async () => {
      const before = await count('address_braked');
      const forged = (at: number, address: string) =>
        ask('10.9.9.9', undefined, { 'x-forwarded-for': `198.51.100.${at}, ${address}` });
      for (let sent = 0; sent < 30; sent++) await forged(sent, '192.0.2.9');
      expect(await count('address_braked')).toBe(before);
      await forged(30, '192.0.2.9');
      await forged(31, '192.0.2.10');
      expect(await count('address_braked')).toBe(before + 1);
    });

    it('and refuses, without a query, a client behind a hundred waiting ones', async () => {
      await service.current.listen();
      await brake('127.0.0.1');
      const lines = `Host: x\r\nAuthorization: Token ${randomUUID()}`;
      const sockets: ReturnType<typeof open>[] = [];
      const refusal = await new Promise<string>((resolve) => {
        const send = () => {
          const socket = open(service.current, `GET /api/v1${PATH} HTTP/1.1\r\n${lines}\r\n\r\n`);
          sockets.push(socket);
          socket.on('data', (answer: Buffer) => {
            if (`${answer}`.includes(' 429 ')) resolve(`${answer}`);
            // a busy machine answers that it is overloaded before the client waits
            if (`${answer}`.includes(' 503 ')) setTimeout(send, 200);
          });
        };
        for (let sent = 0; sent < 150; sent++) send();
      });
      expect(refusal).toMatch(/^retry-after: [1-3]\r$/im);
      expect(await count('token_unknown')).toBeLessThan(150);
      for (const socket of sockets) socket.destroy();
      // those who hung up take no turns
      const beside = await service.current.organization();
      let status: number;
      do status = await ask('127.0.0.1', beside.tokens.read);
      while (status === 429 || status === 503);
      expect(status).toBe(200);
    });
  });
});

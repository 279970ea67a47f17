import { AddressInfo, connect } from 'node:net';
import { FAILURES } from '../../src/common/endpoint/failures';
import { Connections } from '../../src/common/http/connections';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Service, useService } from '../setup/service';
import { open, speak } from '../setup/socket';
import { asTest } from '../wall/guard';

const PATH = '/freight_forwarders';
const MIB = 1024 * 1024;

describe('requests and failures', () => {
  const service = useService({});
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  describe('paths', () => {
    it.each(['/nothing', '/freight_forwarders/1/nothing', '/api/v2/freight_forwarders'])(
      '404 for %s',
      async (path) => {
        const answer = await client.get(path);
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual({ error: 'There is nothing at this path.', code: 'no_such_path' });
      },
    );

    it('405 with Allow for a wrong verb on a known path', async () => {
      const answer = await client.post(`${PATH}/1`, {});
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('DELETE, GET, HEAD, PATCH, PUT');
      expect(Object.keys(answer.body)).toEqual(['error', 'code']);
      expect(answer.body.code).toBe('method_not_allowed');
      expect((await client.delete(`${PATH}.json`)).status).toBe(405);
      const form = { 'content-type': 'text/plain' };
      expect((await client.send('DELETE', PATH, 'name=A', form)).status).toBe(405);
      const options = await service.current.app.inject({ method: 'OPTIONS', url: `/api/v1${PATH}` });
      expect([options.statusCode, options.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    });

    it.each(['PROPFIND', 'MKCOL', 'QUERY', 'TRACE'] as const)('405 with Allow for %s', async (method) => {
      await service.current.listen();
      const ask = (url: string) =>
        speak(service.current, `${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const answer = await ask(`/api/v1${PATH}.json`);
      expect(answer).toMatch(/^HTTP\/1.1 405 /);
      expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im);
      expect(answer).toContain(`{"error":"${method} is not possible here; possible: GET, HEAD, POST."`);
      expect(await ask('/nothing')).toMatch(/^HTTP\/1.1 404 /);
    });

    it('400 for a broken percent-encoding, 414 for a path that is too long', async () => {
      expect((await client.get(`${PATH}/%zz`)).body).toEqual({
        error: 'The path is not a valid URL.',
        code: 'malformed',
      });
      const long = await client.get(`/ports/${'x'.repeat(3061)}`);
      expect(long.status).toBe(414);
      expect(long.body).toEqual({ error: 'The path is too long.', code: 'path_too_long' });
    });

    it('keeps names with spaces, dots, slashes and other letters whole, up to 255 characters', async () => {
      const names = [
        'Kade Zuid / 2',
        'B.1',
        'Ærø %2F?#&',
        '日本',
        'ends.json',
        '𝒳'.repeat(255),
        '1.5',
        'a+b',
      ];
      for (const name of names) {
        const { terminal } = await client.create('/terminals', { name });
        for (const suffix of name.endsWith('.json') ? ['.json'] : ['', '.json'])
          expect((await client.get(`/terminals/${encodeURIComponent(name)}${suffix}`)).body).toEqual({
            terminal,
          });
      }
    });
  });

  describe('bodies', () => {
    it.each([
      ...['{', '{"name":}', "{'name':'x'}", 'x', '{"name":"x"}{}', '\u0000'].map((body) => [
        body,
        'The body is not valid JSON.',
      ]),
      ...['[]', '1', '"x"', 'true'].map((body) => [body, 'The body must be a JSON object.']),
    ])('400 for the body %j: %s', async (body, error) => {
      const answer = await client.send('POST', PATH, body);
      expect([answer.status, answer.body]).toEqual([400, { error, code: 'invalid' }]);
    });

    it('400 for what is not UTF-8', async () => {
      const response = await service.current.app.inject({
        method: 'POST',
        url: `/api/v1${PATH}`,
        headers: { authorization: `Token ${client.tokens.admin}`, 'content-type': 'application/json' },
        payload: Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
      });
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { error: 'The body is not valid UTF-8.', code: 'invalid' },
      ]);
    });

    it.each(['{"__proto__":{"name":"x"}}', '{"name":"x","constructor":{"prototype":{"a":1}}}'])(
      '400 for an attempt at the prototype: %s',
      async (body) => {
        expect(await client.send('POST', PATH, body)).toMatchObject({
          status: 400,
          body: { error: expect.stringContaining('`__proto__`'), code: 'invalid' },
        });
      },
    );

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ])('415 for %s', async (type) => {
      const answer = await client.send('POST', PATH, 'name=x', { 'content-type': type });
      expect(answer.status).toBe(415);
      expect(answer.body).toEqual({
        error: 'The body must be JSON, sent as Content-Type: application/json.',
        code: 'not_json',
      });
    });

    it('takes a charset beside the content type', async () => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      expect((await client.send('POST', PATH, { name: 'x' }, headers)).status).toBe(201);
    });

    it('takes 1 MiB, and 413 for one byte more', async () => {
      const padded = (size: number) => `{"name":"x","padding":"${'y'.repeat(size - 25)}"}`;
      expect(padded(MIB)).toHaveLength(MIB);
      expect((await client.send('POST', PATH, padded(MIB))).status).toBe(201);
      const answer = await client.send('POST', PATH, padded(MIB + 1));
      expect([answer.status, answer.body]).toEqual([
        413,
        { error: 'The body is larger than 1 MiB.', code: 'body_too_large' },
      ]);
    });

    it('takes a body in chunks, however small, and 413 for one byte more than 1 MiB', async () => {
      await service.current.listen();
      const chunked = (chunks: string[]) =>
        speak(
          service.current,
          [
            `POST /api/v1${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`,
            `Authorization: Token ${client.tokens.write}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
            ...chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`),
            '0\r\n\r\n',
          ].join(''),
        );
      expect(await chunked([...JSON.stringify({ name: 'Byte by byte' })])).toMatch(
        /^HTTP\/1.1 201 [^]*"name":"Byte by byte"/,
      );
      expect(await chunked([`{"name":"${'y'.repeat(MIB)}"}`])).toMatch(/^HTTP\/1.1 413 /);
      const cut = open(
        service.current,
        `POST /api/v1${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
          `Authorization: Token ${client.tokens.write}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      );
      cut.once('connect', () => cut.end());
      await new Promise((resolve) => cut.resume().once('close', resolve));
      expect((await client.get(PATH)).body.freight_forwarders).toHaveLength(1);
    });

    it('takes 32 levels, and 400 for one more', async () => {
      const nested = (levels: number) =>
        `{"name":"x${levels}","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
      expect((await client.send('POST', PATH, nested(32))).status).toBe(201);
      expect((await client.send('POST', PATH, nested(33))).body.error).toMatch(/more than 32 levels/);
      expect((await client.send('POST', PATH, '['.repeat(500_000))).body.error).toMatch(
        /more than 32 levels/,
      );
      expect(
        (await client.send('POST', PATH, `{"name":"${'['.repeat(40)}\\"${'{'.repeat(40)}"}`)).status,
      ).toBe(201);
    });

    it('takes 10,000 keys, and 400 for one more, before objects are built', async () => {
      const keys = (count: number) =>
        `{"name":"k${count}",${Array.from({ length: count - 1 }, (_, i) => `"${i}":":"`).join()}}`;
      expect((await client.send('POST', PATH, keys(10_000))).status).toBe(201);
      expect((await client.send('POST', PATH, keys(10_001))).body.error).toMatch(/more than 10000 keys/);
    });

    it('415 for a Content-Encoding, and takes one that does nothing', async () => {
      for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'zip']) {
        const headers = { 'content-encoding': encoding };
        const answer = await client.send('POST', PATH, { name: 'x' }, headers);
        expect([answer.status, answer.body.error]).toEqual([
          415,
          'The body must be sent as it is, without a Content-Encoding.',
        ]);
      }
      const headers = { 'content-encoding': 'identity' };
      expect((await client.send('POST', PATH, { name: 'plain' }, headers)).status).toBe(201);
    });

    it('takes 1,000 items in a list, and 400 for one more', async () => {
      const items = (count: number) => ({
        name: `x${count}`,
        list: Array.from({ length: count }, () => 'a,b'),
      });
      expect((await client.post(PATH, items(1000))).status).toBe(201);
      expect((await client.post(PATH, items(1001))).body.error).toMatch(/more than 1000 items/);
    });

    it('takes an empty body with a content type, on each verb', async () => {
      const { id } = (await client.create(PATH, { name: 'x' })).freight_forwarder;
      expect((await client.put(`${PATH}/${id}`)).status).toBe(200);
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(200);
      expect((await client.post(PATH)).body).toEqual({
        error: 'Name is required.',
        code: 'invalid',
        errors: { name: ['is required'] },
      });
    });
  });

  describe('values', () => {
    it('stores text byte for byte', async () => {
      const address = ' \t"Ünïcødé" \\ \u2028 \u{1f6a2} e\u0301 \u00e9 <script> \r\n';
      const { id } = (await client.create(PATH, { name: 'F', address })).freight_forwarder;
      expect((await client.get(`${PATH}/${id}`)).body.freight_forwarder.address).toBe(address);
    });

    it.each([
      ['U+0000', '{"name":"a\\u0000b"}'],
      ['a lone surrogate', '{"name":"a\\ud800b"}'],
      ['an object', '{"name":{"$gt":""}}'],
      ['a list', '{"name":["x"]}'],
      ['a boolean', '{"name":true}'],
    ])('refuses %s as text', async (_what, body) => {
      const answer = await client.send('POST', PATH, body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(['name']);
    });

    it('takes U+0000 nowhere in a path or query either', async () => {
      expect((await client.get(`/ports/a%00b`)).status).toBe(404);
      expect((await client.get(`${PATH}?name=a%00b`)).status).toBe(400);
      expect((await client.get(`${PATH}?name=%ff`)).status).not.toBe(500);
    });

    it.each([12, '12', '-3', '007'])('takes %p as a whole number', async (position) => {
      const body = { record_type: 'voyage', canonical_name: 'x', label: 'X', value_type: 'string', position };
      const { flex_field_definition } = await client.create('/flex_field_definitions', body);
      expect(flex_field_definition.position).toBe(Number(position));
    });

    it.each(['1e2', '0x10', ' 12 ', '1.5', 'NaN', 'Infinity', 2147483648, 1e300, 1.5, true, [], {}])(
      'refuses %p as a whole number',
      async (position) => {
        const body = {
          record_type: 'voyage',
          canonical_name: 'x',
          label: 'X',
          value_type: 'string',
          position,
        };
        const answer = await client.post('/flex_field_definitions', body);
        expect(answer.status).toBe(400);
        expect(Object.keys(answer.body.errors)).toEqual(['position']);
      },
    );

    it.each([
      [true, true],
      [1, true],
      ['1', true],
      ['true', true],
      [false, false],
      [0, false],
      ['0', false],
      ['false', false],
    ])('takes %p as a boolean', async (active, expected) => {
      expect((await client.create('/users', { email: 'a@b.example', active })).user.active).toBe(expected);
    });

    it.each(['yes', 2, 'TRUE', []])('refuses %p as a boolean', async (active) => {
      expect((await client.post('/users', { email: 'a@b.example', active })).body.errors).toHaveProperty(
        'active',
      );
    });

    it('takes an empty string as null where text is not meant', async () => {
      const { container } = await client.create('/containers', {
        number: 'X1',
        weight: '',
        shipping_line_id: '',
        seals: '',
        bill_of_ladings: '',
      });
      expect(container).toMatchObject({
        weight: null,
        shipping_line: null,
        seals: [],
        bill_of_ladings: [],
      });
      const { container_type } = await client.create('/container_types', { code: '20DV', size: '' });
      expect(container_type.size).toBeNull();
    });
  });

  describe('every answer', () => {
    it("carries a request id: the caller's own when it is well-formed", async () => {
      const sent = async (id: string) =>
        (await client.send('GET', PATH, undefined, { 'x-request-id': id })).headers['x-request-id'];
      expect(await sent('kiosk-7:42')).toBe('kiosk-7:42');
      const fresh = /^[\da-f-]{36}$/;
      expect(await sent('')).toMatch(fresh);
      expect(await sent('x'.repeat(129))).toMatch(fresh);
      expect(await sent('a b')).toMatch(fresh);
      expect((await client.get('/nothing')).headers['x-request-id']).toMatch(fresh);
      expect((await client.get(`${PATH}/%zz`)).headers['x-request-id']).toMatch(fresh);
    });

    it('is JSON in UTF-8 with security headers, whoever answers', async () => {
      await service.current.listen();
      const inHeader = (text: string) => (/^[A-Z]/.test(text) ? text : `GET ${text} HTTP/1.1\r\nHost: x`);
      const token = `\r\nAuthorization: Bearer ${client.tokens.read}`;
      for (const [request, status] of [
        [`/api/v1${PATH}`, '200 OK'],
        [`/api/v1${PATH}/0`, '404 Not Found'],
        ['/nothing', '404 Not Found'],
        [`/api/v1${PATH}/%zz`, '400 Bad Request'],
        ['/health/live', '200 OK'],
        ['GET / HTTP/1.1', '400 Bad Request'],
        ['GET / NONSENSE', '400 Bad Request'],
        ['CONNECT x:443 HTTP/1.1\r\nHost: x', '400 Bad Request'],
        ['OPTIONS * HTTP/1.1\r\nHost: x', '404 Not Found'],
        ['GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: wonders', '200 OK'],
      ] as const) {
        const answer = await speak(
          service.current,
          `${inHeader(request)}${token}\r\nConnection: close\r\n\r\n`,
        );
        const [head] = answer.toLowerCase().split('\r\n\r\n');
        expect([request, answer.split('\r\n')[0]]).toEqual([request, `HTTP/1.1 ${status}`]);
        for (const header of [
          'content-type: application/json; charset=utf-8',
          'cache-control: no-store',
          'x-content-type-options: nosniff',
          "content-security-policy: default-src 'none'",
          'x-request-id: ',
        ])
          expect([request, head]).toEqual([request, expect.stringContaining(header)]);
        expect(head).not.toContain('x-powered-by');
      }
    });

    it('has links to the host of the request where the URL names another as well', async () => {
      await service.current.listen();
      const head = `GET http://other.example/api/v1${PATH}.json?per=1 HTTP/1.1\r\nHost: terminal.example`;
      const token = `Authorization: Bearer ${client.tokens.read}\r\nConnection: close`;
      const answer = await speak(service.current, `${head}\r\n${token}\r\n\r\n`);
      expect(answer).toContain(
        `"index":{"method":"GET","url":"http://terminal.example/api/v1${PATH}.json?per=1"}`,
      );
      expect(answer).not.toContain('other.example');
    });

    it('is refused when it names several hosts', async () => {
      await service.current.listen();
      const head = `GET /api/v1${PATH} HTTP/1.1\r\nHost: terminal.example\r\nhost: terminal.example`;
      const token = `Authorization: Bearer ${client.tokens.read}\r\nConnection: close`;
      const answer = await speak(service.current, `${head}\r\n${token}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain('{"error":"The Host header is not valid.","code":"invalid"}');
    });

    it('has links to the host of the request, if that is one', async () => {
      const host = (name: string) => client.send('GET', PATH, undefined, { host: name });
      for (const name of ['terminal.example', 'localhost:3000', '10.0.0.7', '[::1]:8080', 'a_b.example.'])
        expect((await host(name)).body.actions.index.url).toMatch(`http://${name}/api/v1${PATH}`);
      for (const name of [
        'evil.example/x',
        'a b',
        'x"y',
        'user@host',
        'host:port',
        '[::1',
        'a\u00e9',
        ' ',
        ',',
      ]) {
        const { status, body } = await host(name);
        expect([name, status, body]).toEqual([
          name,
          400,
          { error: 'The Host header is not valid.', code: 'invalid' },
        ]);
      }
    });
  });
});

describe('a service under load', () => {
  const service = useService({
    DATABASE_POOL_SIZE: '2',
    DATABASE_POOL_TIMEOUT_MS: '100',
    DATABASE_LOCK_TIMEOUT_MS: '100',
    DATABASE_STATEMENT_TIMEOUT_MS: '300',
    REQUEST_TIMEOUT_MS: '200',
  });

  it('503 with Retry-After when every connection is taken, and 200 again afterwards', async () => {
    const client = await service.current.organization();
    const runners = [1, 2].map(() => service.current.dataSource.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    const answer = await client.get(PATH);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[123]$/)]);
    expect(answer.body).toEqual(FAILURES[503]!.example);
    await Promise.all(runners.map((runner) => runner.release()));
    expect((await client.get(PATH)).status).toBe(200);
  });

  it('503 when a row stays locked', async () => {
    const client = await service.current.organization();
    const { id } = (await client.create(PATH, { name: 'x' })).freight_forwarder;
    const runner = service.current.own.createQueryRunner();
    await runner.startTransaction();
    await asTest(() => runner.query('SELECT FROM freight_forwarders WHERE id = $1 FOR UPDATE', [id]));
    expect((await client.put(`${PATH}/${id}`, { name: 'y' })).status).toBe(503);
    await runner.rollbackTransaction();
    await runner.release();
    expect((await client.put(`${PATH}/${id}`, { name: 'y' })).status).toBe(200);
  });

  it('begins no request before the client has read the answer to the one before on its connection', async () => {
    const patient = await Service.on(service.current.database);
    const client = await patient.organization();
    const { id } = (await client.create(PATH, { name: 'x' })).freight_forwarder;
    const runner = patient.own.createQueryRunner();
    await runner.startTransaction();
    await asTest(() => runner.query('SELECT FROM freight_forwarders WHERE id = $1 FOR UPDATE', [id]));
    const send = (verb: string, path: string, name: string) => {
      const body = JSON.stringify({ name });
      const head = `${verb} /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.tokens.write}`;
      return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`.concat(
        verb === 'POST' ? `Connection: close\r\n\r\n${body}` : `\r\n${body}`,
      );
    };
    await patient.listen();
    const answers = speak(patient, send('PUT', `${PATH}/${id}`, 'y') + send('POST', PATH, 'z'));
    let waits: unknown[] = [];
    while (!waits.length)
      waits = await patient.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    for (let others = 0; others < 5; others++) await client.get(PATH);
    const [released] = await patient.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    await runner.commitTransaction();
    await runner.release();
    expect((await answers).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 201']);
    const [second] = await patient.query<{ at: Date }>(
      `SELECT created_at AS at FROM freight_forwarders WHERE organization_id = $1 AND name = 'z'`,
      [client.organization_id],
    );
    expect(second!.at.getTime()).toBeGreaterThanOrEqual(released!.at.getTime());
    await patient.app.close();
  });

  describe('loses a connection', () => {
    const patient = useService({ DATABASE_LOCK_TIMEOUT_MS: '10000', DATABASE_STATEMENT_TIMEOUT_MS: '1000' });

    /** A request that waits for a locked row, the process that serves it, and how to let the row go. */
    async function waiting() {
      const client = await patient.current.organization();
      const { id } = (await client.create(PATH, { name: 'x' })).freight_forwarder;
      const runner = patient.current.own.createQueryRunner();
      await runner.startTransaction();
      await asTest(() => runner.query('SELECT FROM freight_forwarders WHERE id = $1 FOR UPDATE', [id]));
      const answer = client.put(`${PATH}/${id}`, { name: 'y' });
      let pid: number | undefined;
      while (!pid)
        [pid] = (
          await patient.current.query<{ pid: number }>(
            `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).map((row) => row.pid);
      const release = async () => {
        // the database may have ended it, for it did nothing
        await runner.rollbackTransaction().catch(() => undefined);
        await runner.release();
      };
      return { client, answer, pid, release };
    }

    it('503 when the database ends it during a request, and 200 right after', async () => {
      const { client, answer, pid, release } = await waiting();
      await patient.current.query('SELECT pg_terminate_backend($1)', [pid]);
      expect([(await answer).status, (await answer).headers['retry-after']]).toEqual([
        503,
        expect.stringMatching(/^[123]$/),
      ]);
      await release();
      expect((await client.get(PATH)).status).toBe(200);
    });

    it('503 when it does not answer any more, and no other request gets it', async () => {
      const { client, answer, pid, release } = await waiting();
      process.kill(pid, 'SIGSTOP');
      try {
        expect((await answer).status).toBe(503);
        const others = await Promise.all(Array.from({ length: 30 }, () => client.post(PATH, { name: '' })));
        expect(new Set(others.map(({ status }) => status))).toEqual(new Set([400]));
      } finally {
        process.kill(pid, 'SIGCONT');
        await release();
      }
    });
  });

  it('retries after a connection that the database closed', async () => {
    const client = await service.current.organization();
    await service.current.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const statuses = new Set<number>();
    for (let i = 0; i < 5; i++) statuses.add((await client.get(PATH)).status);
    expect([...statuses].every((status) => [200, 503].includes(status))).toBe(true);
    expect((await client.get(PATH)).status).toBe(200);
  });

  it('closes its side of a connection that does not finish its request, whose client keeps the other open', async () => {
    await service.current.listen();
    const server = service.current.app.getHttpServer();
    const { port } = server.address() as AddressInfo;
    const openNow = () => new Promise<number>((resolve) => server.getConnections((_, many) => resolve(many)));
    const sockets = ['GET / HT', 'POST /api/v1/ports HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{'].map(
      (text) => {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
        return socket.on('error', () => undefined).resume();
      },
    );
    await eventually('both connections', async () => (await openNow()) >= 2);
    await eventually('their end', async () => !(await openNow()));
    sockets.forEach((socket) => socket.destroy());
  });

  it('ends a connection that does not finish its request, and answers what is not HTTP', async () => {
    await service.current.listen();
    const { tokens } = await service.current.organization();
    const unfinished = [
      'POST /api/v1/ports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5',
      `Authorization: Bearer ${tokens.admin}\r\n\r\n{`,
    ];
    expect(await speak(service.current, unfinished.join('\r\n'))).toMatch(
      /^HTTP\/1.1 408 [^]*\r\nX-Request-Id: [\da-f-]{36}\r\n[^]*\{"error":"The request took too long to arrive.","code":"too_slow"\}$/,
    );
    expect(await speak(service.current, 'GET / HT')).toMatch(/^HTTP\/1.1 408 /);
    expect(await speak(service.current, 'NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*"The request is not valid HTTP."/,
    );
    const header = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await speak(service.current, header)).toMatch(/^HTTP\/1.1 431 [^]*\{"error":/);
  });

  it('answers pipelined requests, and closes a connection with more than 1,000 waiting', async () => {
    await service.current.listen();
    const connections = service.current.app.get(Connections, { strict: false });
    const before = connections.underWay;
    const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const last = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answers = await speak(service.current, request.repeat(99) + last);
    expect(answers.match(/HTTP\/1.1 200 OK\r\n/g)).toHaveLength(100);

    const greedy = open(service.current, request.repeat(2_000) + last).on('error', () => undefined);
    const received: Buffer[] = [];
    greedy.on('data', (bytes: Buffer) => received.push(bytes));
    await new Promise((closed) => greedy.once('close', closed));
    expect(received).toEqual([]);
    // also those are over whose turn never came
    await eventually('none is under way', () => connections.underWay === before);
    expect(await speak(service.current, last)).toMatch(/^HTTP\/1.1 200 /);
  });
});

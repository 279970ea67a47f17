import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '../../src/common/observability/metrics';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';

describe('endpoints for machines', () => {
  const service = useService({
    CORS_ORIGINS: 'https://gate.example, https://plan.example',
    TRUST_PROXY: '1',
  });
  const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'OPTIONS' = 'GET') =>
    service.current.app.inject({ url, headers, method });

  it('answers whether it lives and may get requests, without a token', async () => {
    expect((await ask('/health/live')).json()).toEqual({ status: 'ok' });
    const ready = await ask('/health/ready');
    const up = { service: { status: 'up' }, database: { status: 'up' } };
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ok', info: up, error: {}, details: up },
    ]);
  });

  it('measures requests by route and status, in the format of Prometheus', async () => {
    await ask('/api/v1/ports/17');
    service.current.app.get(Metrics, { strict: false }).forget();
    const answer = await ask('/metrics');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body).toMatch(
      /http_requests_total\{method="GET",route="\/api\/v1\/ports\/:id",status="401"\} 1/,
    );
    expect(answer.body).toMatch(/http_request_duration_seconds_count\{route="\/api\/v1\/ports\/:id"\} 1/);
    expect(answer.body).toMatch(/^security_events_total\{event="token_missing"\} 1$/m);
    expect(answer.body).toMatch(/^database_connections\{state="idle"\} \d+$/m);
  });

  it('keeps the text of the metrics for a second, however often it is requested', async () => {
    const metrics = service.current.app.get(Metrics, { strict: false });
    const made = jest.spyOn(metrics.registry, 'metrics');
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      metrics.forget();
      for (let n = 0; n < 3; n++) await metrics.text();
      expect(made).toHaveBeenCalledTimes(1);
      clock.mockReturnValue(performance.now() + 1_000);
      await metrics.text();
      expect(made).toHaveBeenCalledTimes(2);
    } finally {
      clock.mockRestore();
      made.mockRestore();
    }
  });

  it('has no metric that operations.md does not document', async () => {
    const body = await service.current.metrics();
    const shown = ['operations', 'events']
      .map((page) => readFileSync(join(__dirname, `../../docs/${page}.md`), 'utf8'))
      .join();
    const measured = [...body.matchAll(/^# TYPE (\w+)/gm)].flatMap(([, name]) => name!);
    const own = measured.filter((name) => !/^(nodejs|process)_/.test(name));
    expect(own).toContain('security_events_total');
    expect(own.filter((name) => !shown.includes(`\`${name}`))).toEqual([]);
  });

  it('answers the last metrics while the database does not answer', async () => {
    const other = service.current.own.createQueryRunner();
    await other.startTransaction();
    await asTest(() => other.query('LOCK TABLE webhook_deliveries'));
    expect(await service.current.metrics()).toMatch(/^webhook_deliveries_waiting 0$/m);
    await other.rollbackTransaction();
    await other.release();
  });

  it('lets the configured origins call from a browser, and no other', async () => {
    const preflight = {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    };
    const allowed = await ask('/api/v1/ports', { ...preflight, origin: 'https://plan.example' }, 'OPTIONS');
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers['access-control-allow-origin']).toBe('https://plan.example');
    expect(allowed.headers['access-control-allow-methods']).toContain('PATCH');
    const other = await ask('/api/v1/ports', { origin: 'https://elsewhere.example' });
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    const refused = await ask('/api/v1/ports', {
      origin: 'https://plan.example',
      authorization: 'Bearer a.b.c',
    });
    expect(refused.headers['www-authenticate']).toContain('Bearer realm="wharfinger", error="invalid_token"');
    expect(refused.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
  });

  it('answers OPTIONS with the headers of every answer, with or without a preflight', async () => {
    const origin = 'https://plan.example';
    const method = { 'access-control-request-method': 'POST' };
    const careful = { 'x-request-id': 'asked', 'cache-control': 'no-store', 'x-frame-options': 'DENY' };
    for (const [status, url, headers] of [
      [204, '/api/v1/ports', { origin, ...method }],
      [204, '/api/v1/nothing', { origin, ...method }],
      [405, '/api/v1/ports', { origin }],
      [405, '/api/v1/ports', method],
      [405, '/api/v1/ports', {}],
      [404, '/api/v1/nothing', {}],
      [400, '/api/v1/ports', { origin, ...method, host: 'a b' }],
    ] as const) {
      const answer = await ask(url, { ...headers, 'x-request-id': 'asked' }, 'OPTIONS');
      expect([url, headers, answer.statusCode, answer.headers]).toEqual([
        url,
        headers,
        status,
        expect.objectContaining(careful),
      ]);
      if (status !== 204)
        expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    }
    const body = await service.current.metrics();
    expect(body).toMatch(
      /^http_requests_total\{method="OPTIONS",route="\/api\/v1\/ports",status="204"\} [12]$/m,
    );
  });

  it('links over http or https alone, whatever a proxy forwards', async () => {
    const client = await service.current.organization();
    for (const [proto, scheme] of [
      ['https', 'https'],
      ['http', 'http'],
      ['javascript', 'http'],
      ['HTTPS://x', 'http'],
    ]) {
      const headers = { 'x-forwarded-proto': proto!, host: 'terminal.example' };
      const { body } = await client.send('GET', '/ports', undefined, headers);
      expect([proto, body.actions.index.url]).toEqual([
        proto,
        expect.stringMatching(new RegExp(`^${scheme}://terminal\\.example/api/v1/ports`)),
      ]);
    }
  });

  it('is not ready while its database is away', async () => {
    await service.current.dataSource.destroy();
    const ready = await ask('/health/ready');
    expect(ready.statusCode).toBe(503);
    expect((await ask('/health/live')).statusCode).toBe(200);
    await service.current.dataSource.initialize();
    expect((await ask('/health/ready')).statusCode).toBe(200);
  });
});

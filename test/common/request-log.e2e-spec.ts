import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { symbols } from 'pino';
import { Faults } from '../../src/common/database/pool/faults';
import { Service, useService } from '../setup/service';
import { open, speak } from '../setup/socket';
import { asTest } from '../wall/guard';

const PATH = '/api/v1/freight_forwarders';

describe('the log of requests', () => {
  const service = useService({ LOG_LEVEL: 'info' });
  const lines: Record<string, unknown>[] = [];
  let written: () => void = () => undefined;

  beforeAll(async () => {
    const log = service.current.app.getHttpAdapter().getInstance().log as unknown as Record<symbol, unknown>;
    log[symbols.streamSym] = {
      write: (line: string) => {
        lines.push(JSON.parse(line) as Record<string, unknown>);
        written();
      },
    };
    await service.current.listen();
  });

  /** The line that has this value, as soon as it is written. */
  async function line(name: string, value: unknown): Promise<Record<string, unknown>> {
    for (;;) {
      const found = lines.find((each) => each[name] === value);
      if (found) return found;
      await new Promise<void>((resolve) => (written = resolve));
    }
  }

  it('has a line for a client that leaves before the answer of a write', async () => {
    const client = await service.current.organization();
    const { id } = (await client.create('/freight_forwarders', { name: 'x' })).freight_forwarder;
    const runner = service.current.own.createQueryRunner();
    await runner.startTransaction();
    await asTest(() => runner.query('SELECT FROM freight_forwarders WHERE id = $1 FOR UPDATE', [id]));
    const body = JSON.stringify({ name: 'y' });
    const head = `PUT ${PATH}/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.tokens.write}`;
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    const socket = open(service.current, `${head}\r\n${length}\r\n\r\n${body}`);
    let waits: unknown[] = [];
    while (!waits.length)
      waits = await service.current.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    socket.resetAndDestroy();
    expect(await line('path', `${PATH}/${id}`)).toEqual(
      expect.objectContaining({ method: 'PUT', aborted: true, organization_id: client.organization_id }),
    );
    await runner.commitTransaction();
    await runner.release();
  });

  it('does not count a client that leaves while it sends as a fault of the database', async () => {
    const { counts } = service.current.app.get(Faults, { strict: false });
    const client = await service.current.organization();
    await client.get('/freight_forwarders');
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.tokens.write}`;
    const length = 'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100';
    const socket = open(service.current, `${head}\r\nX-Request-Id: leaves\r\n${length}\r\n\r\n`);
    await once(socket, 'data');
    socket.write('{');
    await client.get('/freight_forwarders');
    socket.resetAndDestroy();
    expect(await line('request_id', 'leaves')).toMatchObject({ method: 'POST', aborted: true });
    await client.get('/freight_forwarders');
    expect([...counts]).toEqual([]);
  });

  it('reports no defect for a client that leaves before the request is read', async () => {
    const { tokens } = await service.current.organization();
    const ask = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-Request-Id: resets\r\nAuthorization: Bearer ${tokens.read}\r\n\r\n`;
    const { port } = new URL(await service.current.listen());
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(ask);
      socket.resetAndDestroy();
    });
    const logged = await line('request_id', 'resets');
    expect([logged.aborted, logged.ip]).toEqual([true, undefined]);
    await speak(service.current, 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(lines.filter(({ context }) => context === 'Defect')).toEqual([]);
  });

  it('has a line for refusals of the router and the socket, with the id of the answer', async () => {
    for (const [request, path, status] of [
      [`GET ${PATH}/%zz HTTP/1.1`, `${PATH}/%zz`, 400],
      ['GET /nothing HTTP/1.1', '/nothing', 404],
      [`DELETE ${PATH} HTTP/1.1`, PATH, 405],
      ['NONSENSE', undefined, 400],
    ] as const) {
      const answer = await speak(service.current, `${request}\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const [, request_id] = /x-request-id: (\S+)/i.exec(answer)!;
      const logged = await line('request_id', request_id);
      expect(logged).toMatchObject({ status, ip: '127.0.0.1', msg: 'request' });
      expect(logged.path).toBe(path);
      expect(logged).not.toHaveProperty('aborted');
    }
  });
});

describe('metrics on a port of their own', () => {
  it('exist there alone, for as long as the service listens', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');

    const service = await Service.start({ METRICS_PORT: String(port), HOST: '127.0.0.1' });
    await service.listen();
    const own = `http://127.0.0.1:${port}`;
    const measured = await fetch(`${own}/metrics`);
    expect([measured.status, await measured.text()]).toEqual([
      200,
      expect.stringMatching(/^# TYPE http_requests_total counter$/m),
    ]);
    for (const [method, path, status] of [
      ['GET', '/metrics?x=1', 200],
      ['HEAD', '/metrics', 200],
      ['POST', '/metrics', 405],
      ['GET', '/health/live', 404],
    ] as const) {
      const answer = await fetch(`${own}${path}`, { method });
      expect([method, path, answer.status]).toEqual([method, path, status]);
      for (const header of ['x-request-id', 'cache-control', 'x-content-type-options'])
        expect([header, answer.headers.get(header)]).toEqual([header, expect.any(String)]);
    }
    expect((await service.app.inject('/metrics')).statusCode).toBe(404);
    expect((await service.app.inject('/health/live')).statusCode).toBe(200);
    await service.stop();
    await expect(fetch(`${own}/metrics`)).rejects.toThrow();
  });
});

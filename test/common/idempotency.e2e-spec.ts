import { OpenAPIObject } from '@nestjs/swagger';
import type { Client } from '../setup/client';
import { documentOf } from '../setup/operations';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';
import { asTest } from '../wall/guard';

describe('Idempotency-Key', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const post = (key: string, body: object | string = { name: 'Ada' }, path = '/freight_forwarders') =>
    client.send('POST', path, body, { 'idempotency-key': key });
  const forwarders = async () => (await client.get('/freight_forwarders')).body.freight_forwarders.length;

  it('repeats the first answer, whatever happened in between', async () => {
    const first = await post('order-1');
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    await client.patch(`/freight_forwarders/${first.body.freight_forwarder.id}`, { name: 'Grace' });
    for (const path of ['/freight_forwarders', '/freight_forwarders.json']) {
      const again = await post('order-1', { name: 'Ada' }, path);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
      expect(again.body).toEqual(first.body);
    }
    expect(await forwarders()).toBe(1);
  });

  it('refuses another body, path or query with the same key', async () => {
    await post('order-1');
    for (const [body, path] of [
      [{ name: 'Ada ' }, '/freight_forwarders'],
      [{ name: 'Ada' }, '/freight_forwarders?x=1'],
      [{ name: 'Ada' }, '/consignees'],
    ] as const) {
      const { status, body: answer } = await post('order-1', body, path);
      expect([status, answer]).toEqual([
        422,
        { error: 'This Idempotency-Key was used for another request.', code: 'idempotency_key_reused' },
      ]);
    }
  });

  it('carries out one of many at once, and gives the others the same answer or 409', async () => {
    const answers = await Promise.all([...Array(16).keys()].map(() => post('order-1')));
    const of = (status: number) => answers.filter((answer) => answer.status === status);
    expect(of(201).length + of(409).length).toBe(16);
    expect(of(201).filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
    expect(new Set(of(201).map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await forwarders()).toBe(1);
  });

  it('checks a key when it is locked', async () => {
    const sent = await statementsOf(() => post('order-1'));
    const at = (words: RegExp) => sent.findIndex((text) => words.test(text));
    expect(at(/pg_try_advisory_xact_lock/)).toBeGreaterThanOrEqual(0);
    expect(at(/FROM idempotency_keys/)).toBeGreaterThan(at(/pg_try_advisory_xact_lock/));
  });

  it('repeats the stored answer to all requests at once', async () => {
    const first = await post('order-1');
    // somebody else is being answered meanwhile
    const runner = service.current.own.createQueryRunner();
    await runner.startTransaction();
    await asTest(() =>
      runner.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `idempotency ${client.organization_id} ${client.user_id} order-1`,
      ]),
    );
    const again = await post('order-1');
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
      201,
      'true',
      first.body,
    ]);
    expect((await post('order-1', { name: 'Grace' })).status).toBe(422);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('stores no refusal: the request may be corrected and sent again', async () => {
    await post('other');
    const refused = await post('order-1');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const corrected = await post('order-1', { name: 'Grace' });
    expect([corrected.status, corrected.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  it('belongs to organization and user', async () => {
    const first = await post('order-1');
    const other = await service.current.organization();
    const others = await other.send(
      'POST',
      '/freight_forwarders',
      { name: 'Grace' },
      { 'idempotency-key': 'order-1' },
    );
    expect(others.status).toBe(201);
    const { user } = await client.create('/users', { email: 'second@harbour.example' });
    const token = await service.current.token(client.organization_id, user.id, 'write');
    const second = await client.send(
      'POST',
      '/freight_forwarders',
      { name: 'Joan' },
      { 'idempotency-key': 'order-1', authorization: `Token ${token}` },
    );
    expect([second.status, second.body.freight_forwarder.id === first.body.freight_forwarder.id]).toEqual([
      201,
      false,
    ]);
  });

  it('is forgotten after 24 hours, and removed while others come', async () => {
    await post('old-1');
    const age = (hours: string) =>
      service.current.query(
        `UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE organization_id = $1`,
        [client.organization_id, hours],
      );
    await age('23 hours 59 minutes');
    expect((await post('old-1')).headers['idempotent-replayed']).toBe('true');
    await age('24 hours 1 second');
    const again = await post('old-1', { name: 'Grace' });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    for (let i = 0; i < 12; i++) await post(`more-${i}`, { name: `More ${i}` });
    await age('25 hours');
    await post('new', { name: 'New' });
    const [left] = await service.current.query<{ count: string }>(
      `SELECT count(*) FROM idempotency_keys WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect(Number(left!.count)).toBe(4);
  });

  it('has 1 to 255 visible ASCII characters', async () => {
    expect((await post('x'.repeat(255))).status).toBe(201);
    for (const key of ['', 'x'.repeat(256), 'a b', 'é'])
      expect([key, (await post(key, { name: key })).body]).toEqual([
        key,
        { error: 'Idempotency-Key must be 1 to 255 visible ASCII characters.', code: 'invalid' },
      ]);
  });

  describe('of a request whose answer has a secret', () => {
    const kept = async () =>
      service.current.query<{ answer: string }>(
        `SELECT answer FROM idempotency_keys WHERE organization_id = $1`,
        [client.organization_id],
      );
    const endpoint = { url: 'https://planner.example/wharfinger' };

    it('is accepted by each of them', () => {
      expect(secretAnswers(documentOf(service.current.app))).toEqual([
        'POST /api/v1/tokens',
        'POST /api/v1/events/stream_tickets',
        'POST /api/v1/webhook_endpoints',
        'POST /api/v1/webhook_endpoints/{id}/rotate_secret',
      ]);
    });

    it('stores no answer, and the request is not carried out again', async () => {
      const { status, body } = await post('made', endpoint, '/webhook_endpoints');
      expect([status, body.webhook_endpoint.secret]).toEqual([201, expect.stringContaining('whsec_')]);
      const rotation = `/webhook_endpoints/${body.webhook_endpoint.id}/rotate_secret`;
      expect((await post('rotated', {}, rotation)).status).toBe(200);
      expect(await kept()).toEqual([{ answer: '' }, { answer: '' }]);
      for (const again of [
        await post('made', endpoint, '/webhook_endpoints'),
        await post('rotated', {}, rotation),
      ])
        expect([again.status, again.body]).toEqual([
          409,
          {
            error:
              'The request with this Idempotency-Key was carried out. Its answer had a secret, which is not shown again.',
            code: 'idempotency_key_of_secret',
          },
        ]);
      expect((await post('made', {}, '/webhook_endpoints')).body.code).toBe('idempotency_key_reused');
      expect((await client.get('/webhook_endpoints')).body.webhook_endpoints).toHaveLength(1);
    });

    it('is refused for tickets of streams, each of which is a new one', async () => {
      const tickets = [];
      for (let n = 0; n < 2; n++) {
        const { status, body } = await post('ticket', '{}', '/events/stream_tickets');
        expect(status).toBe(201);
        tickets.push(body.ticket);
      }
      expect(new Set(tickets).size).toBe(2);
      expect(await kept()).toEqual([]);
    });
  });

  it('is ignored by a request that is no POST', async () => {
    const { freight_forwarder } = (await post('order-1')).body;
    const path = `/freight_forwarders/${freight_forwarder.id}`;
    const patched = await client.send('PATCH', path, { name: 'Bo' }, { 'idempotency-key': 'order-1' });
    expect([patched.status, patched.body.freight_forwarder.name]).toEqual([200, 'Bo']);
  });
});

/** The POSTs whose answers have a field that is a secret by its name, at any depth. */
function secretAnswers({ paths, components }: OpenAPIObject): string[] {
  const hasSecret = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null) return false;
    const { $ref, properties } = part as { $ref?: string; properties?: Record<string, { $ref?: string }> };
    if ($ref) return hasSecret(components!.schemas![$ref.split('/').at(-1)!]);
    // the record of a token is called so, too
    const texts = Object.entries(properties ?? {}).filter(([, each]) => !each.$ref);
    if (texts.some(([name]) => /^(secret|ticket|token|password)$/.test(name))) return true;
    return Object.values(part).some(hasSecret);
  };
  return Object.entries(paths)
    .filter(
      ([, { post }]) => post && [200, 201].some((status) => hasSecret(contentOf(post.responses[status]))),
    )
    .map(([path]) => `POST ${path}`);
}

const contentOf = (response: object | undefined) => response && (response as { content?: object }).content;

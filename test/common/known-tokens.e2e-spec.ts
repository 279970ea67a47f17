import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Service, useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const PATH = '/voyages';

describe('a token that is cached', () => {
  const service = useService();
  let second: Service;
  let client: Client;
  let both: Client[];

  beforeAll(async () => (second = await Service.on(service.current.database)));
  afterAll(() => second?.app.close());
  beforeEach(async () => {
    client = await service.current.organization();
    both = [client, second.clientOf(client)];
  });

  async function isLookedUp(each: Client): Promise<boolean> {
    const statements = await statementsOf(async () => expect((await each.get(PATH)).status).toBe(200));
    return statements.some((statement) => statement.includes('FROM tokens'));
  }

  /** Asks a question which a request answers with yes at the latest when it begins so many milliseconds from now. */
  function within<T extends unknown[]>(ms: number, ask: (...of: T) => Promise<boolean>) {
    const start = performance.now();
    return async (...of: T) => {
      const begun = performance.now() - start;
      return (await ask(...of)) || (expect(begun).toBeLessThan(ms), false);
    };
  }

  /** Changes a row that the organization's tokens depend on, without a word to either service. */
  const query = (statement: string) =>
    service.current.own.query<unknown>(statement, [client.organization_id]);

  it('is looked up once, and again when its time is over', async () => {
    expect(await isLookedUp(client)).toBe(true);
    await eventually('that the token is cached', async () => !(await isLookedUp(client)));
    await eventually('that the token is looked up', () => isLookedUp(client), 2_000);
  });

  it('is looked up once for requests that arrive together', async () => {
    const statements = await statementsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.get(PATH)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    expect(statements.filter((statement) => statement.includes('FROM tokens'))).toHaveLength(1);
  });

  it.each<[string, number, () => Promise<unknown>]>([
    ['is revoked', 401, () => query('UPDATE tokens SET revoked_at = now() WHERE organization_id = $1')],
    ['is deleted', 401, () => query('DELETE FROM tokens WHERE organization_id = $1')],
    [
      'is made to expire',
      401,
      () => query('UPDATE tokens SET expires_at = now() WHERE organization_id = $1'),
    ],
    [
      'is of an inactive user',
      401,
      () => query('UPDATE users SET active = false WHERE organization_id = $1'),
    ],
    ['is of a suspended organization', 403, () => suspend(true)],
  ])('is refused by every process within a second when it %s', async (_what, status, change) => {
    for (const each of both)
      await eventually('that the token is cached', async () => !(await isLookedUp(each)));
    await change();
    const isRefused = within(1_000, async (each: Client) => (await each.get(PATH)).status === status);
    for (const each of both) await eventually('that the token is refused', () => isRefused(each));
  });

  it('is not cached beyond its expiry', async () => {
    await query(`UPDATE tokens SET expires_at = now() + interval '0.3 seconds' WHERE organization_id = $1`);
    const isRefused = within(300, async () => (await client.get(PATH)).status === 401);
    await eventually('that the token is refused', isRefused);
  });

  it('is refused at once by the process that makes its user inactive', async () => {
    const { status } = await client.patch(`/users/${client.user_id}`, { active: false });
    expect(status).toBe(200);
    expect((await client.get(PATH)).status).toBe(401);
  });

  it('has its changed rights within a second', async () => {
    expect((await client.post('/freight_forwarders', { name: 'F' })).status).toBe(201);
    await query(`UPDATE tokens SET domains = '{holds}' WHERE organization_id = $1`);
    const isConfined = within(
      1_000,
      async () => (await client.post('/freight_forwarders', { name: 'F' })).status === 403,
    );
    await eventually('that the token is confined', isConfined);
  });

  it('is good at once when its organization is resumed', async () => {
    await suspend(true);
    await eventually('that the token is refused', async () => (await client.get(PATH)).status === 403);
    await suspend(false);
    expect((await client.get(PATH)).status).toBe(200);
  });

  function suspend(suspended: boolean): Promise<void> {
    const organizations = new OrganizationsService(service.current.own.manager);
    return service.current
      .query<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [client.organization_id])
      .then(([organization]) => organizations.suspend(organization!.name, suspended));
  }
});

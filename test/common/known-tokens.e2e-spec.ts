import { Background, BACKGROUND } from '../../src/common/database/background';
import { TokensService } from '../../src/common/auth/tokens.service';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Service, useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const PATH = '/voyages';

describe('a token that is known', () => {
  const service = useService();
  let second: Service;
  let client: Client;
  let both: Client[];

  beforeAll(async () => (second = await Service.on(service.current.database)));
  afterAll(() => second?.app.close());
  beforeEach(async () => {
    client = await service.current.organization();
    both = [client, second.clientOf(client)];
    for (const each of both)
      await eventually('that the token is known', async () => !(await isLookedUp(each)));
  });

  async function isLookedUp(each: Client): Promise<boolean> {
    const statements = await statementsOf(async () => expect((await each.get(PATH)).status).toBe(200));
    return statements.some((statement) => statement.includes('FROM tokens'));
  }

  const query = (statement: string) =>
    service.current.dataSource.query<unknown>(statement, [client.organization_id]);

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
    await change();
    const start = performance.now();
    for (const each of both) {
      await eventually('that the token is refused', async () => (await each.get(PATH)).status === status);
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });

  it('is refused by this process as soon as its user is not active any more', async () => {
    const { status } = await client.patch(`/users/${client.user_id}`, { active: false });
    expect(status).toBe(200);
    expect((await client.get(PATH)).status).toBe(401);
  });

  it('counts for what it may do now', async () => {
    await query(`UPDATE tokens SET domains = '{holds}' WHERE organization_id = $1`);
    await service.current.hears();
    expect((await client.post('/ports', { name: 'P' })).status).toBe(403);
  });

  it('is good again once its organization is', async () => {
    await suspend(true);
    await service.current.hears();
    expect((await client.get(PATH)).status).toBe(403);
    await suspend(false);
    expect((await client.get(PATH)).status).toBe(200);
  });

  it('is known still when it is used, and when others are changed', async () => {
    const other = await service.current.organization();
    await query(`UPDATE tokens SET last_used_at = now() WHERE organization_id = $1`);
    await service.current.query('UPDATE tokens SET revoked_at = now() WHERE organization_id = $1', [
      other.organization_id,
    ]);
    const statements = await statementsOf(() => client.get(PATH));
    expect(statements.some((statement) => statement.includes('FROM tokens'))).toBe(false);
  });

  it('is looked up while what the database tells may not be heard', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const busy = service.current.app.get(Background, { strict: false }).transaction(() => held);
    try {
      await eventually('that the token is looked up', () => isLookedUp(client), 3_000);
    } finally {
      letGo();
      await busy;
    }
  });

  it('is forgotten when it is revoked while the session is gone that would hear it', async () => {
    await service.current.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [BACKGROUND],
    );
    await query('UPDATE tokens SET revoked_at = now() WHERE organization_id = $1');
    const start = performance.now();
    for (const each of both)
      await eventually('that the token is refused', async () => (await each.get(PATH)).status === 401);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('is not remembered when it was changed while it was looked up', async () => {
    const tokens = service.current.app.get(TokensService, { strict: false });
    const recognize = tokens.recognize.bind(tokens);
    const token = await service.current.token(client.organization_id, client.user_id, 'read');
    const found = jest.spyOn(tokens, 'recognize').mockImplementationOnce(async (sent) => {
      const recognized = await recognize(sent);
      await service.current.query('UPDATE tokens SET revoked_at = now() WHERE organization_id = $1', [
        client.organization_id,
      ]);
      return recognized;
    });
    const reader = new Client(
      service.current,
      client.organization_id,
      client.user_id,
      { ...client.tokens, read: token },
      'read',
    );
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.get(PATH)).status).toBe(401);
    found.mockRestore();
  });

  function suspend(suspended: boolean): Promise<void> {
    const organizations = new OrganizationsService(service.current.dataSource.manager);
    return service.current
      .query<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [client.organization_id])
      .then(([organization]) => organizations.suspend(organization!.name, suspended));
  }
});

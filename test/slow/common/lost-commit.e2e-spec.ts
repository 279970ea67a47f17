import type { Client } from '../../setup/client';
import { Relay } from '../../setup/relay';
import { Service, useService } from '../../setup/service';

describe('a write whose connection is lost', () => {
  const service = useService();
  let relay: Relay;
  let behind: Service;
  let client: Client;
  /** The statement with which the connection is lost that speaks of a name; what goes on beside it has others. */
  let fatal: { of: string; statement: string } | undefined;
  beforeAll(async () => {
    const speaking = new Set<() => void>();
    relay = await Relay.start((sent, cut) => {
      if (fatal && sent.includes(fatal.of)) speaking.add(cut);
      if (fatal && speaking.has(cut) && sent.includes(fatal.statement)) {
        fatal = undefined;
        cut();
      }
      return sent;
    });
    // without names each statement is sent with its text
    const env = { DATABASE_NAMED_STATEMENTS: 'false' };
    behind = await Service.on(service.current.database, env, (name) => relay.address(name));
    client = behind.clientOf(await service.current.organization());
  });
  afterAll(async () => {
    await behind?.app.close();
    relay?.stop();
  });

  const write = (name: string) =>
    client.send('POST', '/freight_forwarders', { name }, { 'idempotency-key': name });

  it('is 503 `maybe_stored` when COMMIT was sent, and its repetition tells what became of it', async () => {
    fatal = { of: 'committed', statement: 'COMMIT\0' };
    const lost = await write('committed');
    expect([lost.status, lost.body.code]).toEqual([503, 'maybe_stored']);
    expect(lost.headers['retry-after']).toMatch(/^[123]$/);
    const again = await write('committed');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    const { freight_forwarders } = (await client.get('/freight_forwarders?name=committed')).body;
    expect(freight_forwarders).toHaveLength(1);
  });

  it('is 503 `unavailable` when it was lost before, and leaves nothing', async () => {
    fatal = { of: 'begun', statement: 'BEGIN' };
    const lost = await write('begun');
    expect([lost.status, lost.body.code]).toEqual([503, 'unavailable']);
    expect([(await write('begun')).status, (await write('again')).status]).toEqual([201, 201]);
  });
});

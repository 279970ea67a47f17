import { Client as Connection } from 'pg';
import { aPort } from '../factories/voyages';
import type { Client } from '../setup/client';
import { databaseUrl } from '../setup/database';
import { eventually } from '../setup/eventually';
import { Receiver } from '../setup/receiver';
import { Service, useService } from '../setup/service';

jest.setTimeout(60_000);

/** Of 12 slots an organization has 6; endpoints that are doubtful have 6 in all and 2 of one organization. */
const env = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_SLOTS: '12' };

describe('endpoints that do not answer', () => {
  const service = useService(env);
  let client: Client;
  let well: Receiver;
  let hanging: Receiver;
  beforeEach(async () => {
    client = await service.current.organization();
    [well, hanging] = await Promise.all([Receiver.start(), Receiver.start()]);
    hanging.answer = () => undefined;
  });
  afterEach(async () => {
    await service.current.query('UPDATE webhook_endpoints SET active = false');
    await Promise.all([well.stop(), hanging.stop()]);
  });

  const anEndpoint = async ({ url }: Receiver, of = client, types = ['port.created']) =>
    (await of.create('/webhook_endpoints', { url, types })).webhook_endpoint.id as number;
  const reached = (id: number) =>
    eventually('a delivery that is noted', async () => {
      const [row] = await service.current.query<{ is_reached: boolean }>(
        'SELECT is_reached FROM webhook_endpoints WHERE id = $1',
        [id],
      );
      return row!.is_reached;
    });

  it('share two slots of an organization and half of all, and delay no others', async () => {
    const id = await anEndpoint(well);
    await aPort(client);
    await reached(id);
    const others = await Promise.all(Array.from({ length: 3 }, () => service.current.organization()));
    for (const each of [client, ...others]) for (let at = 0; at < 6; at++) await anEndpoint(hanging, each);
    await aPort(client);
    await eventually('two of the first', () => hanging.open === 2);
    for (const each of others) await aPort(each);
    await eventually('half of all', () => hanging.open === 6);
    for (let at = 0; at < 8; at++) await aPort(client);
    // long before those that hang are given up
    await eventually('all that go to the one that is well', () => well.received.length === 10, 8_000);
    expect(hanging.most).toBe(6);
    expect(hanging.received).toHaveLength(6);
  });

  it('are known as slow until they answer promptly', async () => {
    const id = await anEndpoint(well);
    const isSlow = async () =>
      (
        await service.current.query<{ is_slow: boolean }>(
          'SELECT is_slow FROM webhook_endpoints WHERE id = $1',
          [id],
        )
      )[0]!.is_slow;
    well.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 1_100);
    await aPort(client);
    await eventually('that it is slow', isSlow);
    well.answer = (response) => response.writeHead(204).end();
    await aPort(client);
    await eventually('that it is not', async () => !(await isSlow()));
  });

  it('leave what was claimed to other processes when the service stops', async () => {
    const id = await anEndpoint(well, client, ['port.created']);
    await aPort(client);
    await reached(id);
    const stopping = await Service.start(env);
    const theirs = await stopping.organization();
    await anEndpoint(well, theirs);
    await aPort(theirs);
    await eventually('a delivery that is noted', async () => {
      const rows = await stopping.query('SELECT 1 FROM webhook_endpoints WHERE is_reached');
      return rows.length === 1;
    });
    well.answer = () => undefined;
    for (let at = 0; at < 9; at++) await aPort(theirs);
    await eventually('all are claimed', async () => {
      const rows = await stopping.query('SELECT 1 FROM webhook_deliveries WHERE claimed');
      return rows.length === 9;
    });
    await stopping.app.close();
    const database = new Connection({ connectionString: databaseUrl(stopping.database) });
    await database.connect();
    const { rows } = await database.query(
      `SELECT count(*) FILTER (WHERE claimed)::integer AS claimed, count(*)::integer AS waiting
       FROM webhook_deliveries WHERE status = 'pending'`,
    );
    await database.end();
    // five are with the receiver
    expect(rows).toEqual([{ claimed: 5, waiting: 9 }]);
    await stopping.stop();
  });
});

import { ClockSetBack } from '../../../src/events/webhooks/clock-set-back.service';
import { aContainer, aVehicle, aYardArea } from '../../factories/cargo';
import { aHoldType } from '../../factories/holds';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

describe('after a clock was two hours ahead and is set back', () => {
  const service = useService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** Lets what was written look as if the clock had been two hours ahead then. */
  const ahead = (table: string, ...columns: string[]) =>
    service.current.query(
      `UPDATE ${table} SET ${columns.map((each) => `${each} = ${each} + interval '2 hours'`).join(', ')}
       WHERE organization_id = $1`,
      [client.organization_id],
    );
  const AHEAD_MS = 7_000_000;

  it('a container and a vehicle are moved at the time of their last movement, unless the request says another one', async () => {
    const [first, second] = [await aYardArea(client), await aYardArea(client)];
    const at = { current_location_type: 'YardArea', current_location: first.name };
    const paths = [
      `/containers/${(await aContainer(client, at)).number}`,
      `/vehicles/${(await aVehicle(client, at)).vin_number}`,
    ];
    const to = ({ name }: { name: string }) => ({ to: { type: 'YardArea', name } });
    for (const path of paths) await client.post(`${path}/moves`, to(second));
    await ahead('container_movements', 'moved_at');
    await ahead('cargo_movements', 'moved_at');
    for (const path of paths) {
      const { status, body } = await client.post(`${path}/moves`, to(first));
      expect(status).toBe(201);
      expect(Date.parse(body.movement.moved_at)).toBeGreaterThan(Date.now() + AHEAD_MS);
      const moved_at = new Date(Date.now() + AHEAD_MS).toISOString();
      const dated = await client.post(`${path}/moves`, { ...to(second), moved_at });
      expect(dated).toMatchObject({ status: 422, body: { code: 'time_to_come' } });
    }
  });

  it('a hold is lifted no earlier than it was applied', async () => {
    const { number } = await aContainer(client);
    const { id: type } = await aHoldType(client);
    await client.put(`/containers/${number}/holds/${type}/apply`);
    await ahead('container_holds', 'applied_at');
    const [{ id, applied_at }] = (await client.get(`/containers/${number}/holds`)).body.holds;
    const { status, body } = await client.put(`/containers/${number}/holds/${id}/lift`);
    expect([status, body.lifted_at]).toEqual([200, applied_at]);
  });

  it('a delivery waits no longer than it was to wait', async () => {
    const { webhook_endpoint } = await client.create('/webhook_endpoints', {
      url: 'http://127.0.0.1:9/hook',
    });
    const pending = (updated_at: string, next_try_at: string) =>
      service.current.query(
        `INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, type, tries, updated_at, next_try_at)
         VALUES ($1, $2, 'test', 1, now() + $3::interval, now() + $4::interval)`,
        [client.organization_id, webhook_endpoint.id, updated_at, next_try_at],
      );
    await pending('2 hours', '2 hours 30 minutes');
    await pending('0', '5 hours');
    await service.current.app.get(ClockSetBack, { strict: false }).shortenWaits();
    const waits = await service.current.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM next_try_at - updated_at) / 60)::integer AS minutes FROM webhook_deliveries
       WHERE organization_id = $1 AND updated_at <= now() ORDER BY next_try_at`,
      [client.organization_id],
    );
    expect(waits).toEqual([{ minutes: 30 }, { minutes: 300 }]);
  });
});

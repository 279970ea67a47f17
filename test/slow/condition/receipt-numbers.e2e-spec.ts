import { aNewContainer, aVisitFor, dropOff, gateOut } from '../../factories/gate';
import type { Body } from '../../factories/record';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

/** How many trucks leave. */
const TRUCKS = 64;

describe('numbers of receipts', () => {
  const service = useService({});

  /** Ends the sessions that write for the service, as a database that fails does. */
  const kill = () =>
    service.current.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
         AND state <> 'idle' AND query LIKE '%next_numbers%'`,
    );

  it('are without gaps and never given twice, whoever is killed or refused meanwhile', async () => {
    const client: Client = await service.current.organization();
    const visits: Body[] = [];
    for (let n = 0; n < TRUCKS; n++)
      visits.push(await aVisitFor(client, [dropOff(await aNewContainer(client))]));
    let left = visits.length;
    const leaving = visits.map(async (visit, n) => {
      // some name a chassis that is of no visit, and are refused
      const refused = n % 4 === 0 ? { chassis_leaving_with_truck: ['NONE'] } : {};
      await gateOut(client, visit.truck.license_plate, refused).catch(() => undefined);
      left--;
    });
    while (left > 0) await kill();
    await Promise.all(leaving);
    // whoever was killed or refused leaves now
    for (const { truck } of visits) await gateOut(client, truck.license_plate, {});
    const kept = await service.current.query<{ number: string; issue: number }>(
      'SELECT number, issue FROM receipts WHERE organization_id = $1 ORDER BY number',
      [client.organization_id],
    );
    expect(kept.map(({ issue }) => issue)).toEqual(Array(TRUCKS).fill(1));
    const numbers = kept.map(({ number }) => Number(number.split('-')[2]));
    expect(numbers).toEqual(Array.from({ length: TRUCKS }, (_, n) => n + 1));
    const [counter] = await service.current.query<{ last: number }>(
      `SELECT last FROM number_counters WHERE organization_id = $1 AND document_type = 'receipt'`,
      [client.organization_id],
    );
    expect(counter!.last).toBe(TRUCKS);
  });
});

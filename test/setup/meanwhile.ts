import type { Answer } from './client';
import { asTest } from '../wall/guard';
import { eventually } from './eventually';
import type { Service } from './service';

/**
 * Sends a request while another transaction has changed something and is not over: it waits for that, and goes on once
 * that is committed. Returns its answer.
 * @param change SQL of what the other one does
 */
export async function meanwhile(
  service: Service,
  change: string,
  values: unknown[],
  request: () => Promise<Answer>,
): Promise<Answer> {
  const runner = service.dataSource.createQueryRunner();
  await runner.startTransaction();
  await asTest(() => runner.query(change, values));
  const answer = request();
  await whenWaiting(service, 1);
  await runner.commitTransaction();
  await runner.release();
  return answer;
}

/** Resolves once so many statements of this database wait for locks. */
export async function whenWaiting(service: Service, count: number): Promise<void> {
  const waiting = () =>
    service.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  await eventually(
    `${count} statements that wait for a lock`,
    async () => (await waiting()).length >= count,
    60_000,
  );
}

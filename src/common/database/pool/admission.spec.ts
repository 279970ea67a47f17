import { Unavailable } from '../../errors/database-errors';
import { Admission, Lane } from './admission';

const reads = (organization_id: number): Lane => ({ organization_id, writes: false });
const writes = (organization_id: number): Lane => ({ organization_id, writes: true });
const SERVICE: Lane = { writes: false };

describe('the connections of the pool', () => {
  let admission: Admission;
  let left: (() => void)[];
  beforeEach(() => {
    admission = new Admission(20);
    left = [];
  });
  // No waiter outlives its test.
  afterEach(() => admission.turnAllAway(new Unavailable('database_away')));

  /** Requests places in a lane; returns how many are granted at once. */
  async function ask(lane: Lane, times: number): Promise<number> {
    const before = left.length;
    for (let i = 0; i < times; i++)
      admission.enter(lane, 60_000).then(
        (leave) => left.push(leave),
        () => undefined,
      );
    await new Promise(setImmediate);
    return left.length - before;
  }

  it('give an organization half: a quarter to its writers, and a quarter to its readers', async () => {
    expect(await ask(writes(1), 30)).toBe(5);
    expect(await ask(reads(1), 30)).toBe(5);
    expect(await ask(reads(2), 30)).toBe(5);
    expect(await ask(writes(2), 30)).toBe(3);
  });

  it('reserve two for the service, however many organizations there are', async () => {
    for (const organization of [1, 2, 3, 4]) await ask(reads(organization), 30);
    expect(left).toHaveLength(18);
    expect(await ask(SERVICE, 30)).toBe(2);
  });

  it('go in turn to the waiting organizations, and to the service first', async () => {
    await ask(reads(1), 5);
    await ask(writes(1), 5);
    await ask(reads(4), 5);
    await ask(writes(4), 3);
    const order: string[] = [];
    const wait = (name: string, lane: Lane) =>
      admission.enter(lane, 60_000).then(
        () => order.push(name),
        () => undefined,
      );
    for (const i of [1, 2]) void wait(`second ${i}`, reads(2));
    void wait('third', reads(3));
    void wait('service 1', SERVICE);
    void wait('service 2', SERVICE);
    void wait('service 3', SERVICE);
    await new Promise(setImmediate);
    for (let i = 0; i < 4; i++) left[i]!();
    await new Promise(setImmediate);
    expect(order).toEqual(['service 1', 'service 2', 'service 3', 'second 1', 'third', 'second 2']);
  });

  it('are awaited until the deadline, in a bounded queue', async () => {
    const small = new Admission(2);
    await small.enter(reads(1), 1000);
    await expect(small.enter(reads(1), 1)).rejects.toMatchObject({ reason: 'pool_wait' });
    const waiting = Array.from({ length: 200 }, () => small.enter(reads(1), 60_000));
    for (const each of waiting) each.catch(() => undefined);
    await expect(small.enter(reads(1), 60_000)).rejects.toMatchObject({ reason: 'queue_full' });
    expect(small.waiting).toBe(200);
    small.turnAllAway(new Unavailable('database_away'));
    await expect(waiting[0]).rejects.toMatchObject({ reason: 'database_away' });
    expect(small.waiting).toBe(0);
  });
});

import { Unavailable } from '../../errors/database-errors';
import type { Background } from './background';
import type { Db } from '../db';
import { MOST_TRIES, Tries } from './tries';

/** A row of a table in memory, and a database that may be away or answer. */
class Bench {
  tries = 0;
  answers = true;
  ends = false;
  readonly given: string[] = [];
  private readonly kept = new Tries(
    {
      query: () => {
        if (!this.answers) return Promise.reject(new Unavailable('database_away'));
        this.tries--;
        return Promise.resolve([]);
      },
      get ends() {
        return bench.ends;
      },
    } as unknown as Background,
    { pool: { probe: { ask: () => Promise.resolve(this.answers) } } } as unknown as Db,
  );

  /** Takes the row up once. Returns what came of it. */
  async take(work: () => Promise<string>): Promise<string> {
    this.tries++;
    const row = { table: 'rows', organization_id: 1, id: 1, tries: this.tries };
    const giveUp = () => Promise.resolve('given up');
    return this.kept.at(row, { work, giveUp }).catch((error: Error) => error.constructor.name);
  }

  stop = () => this.kept.onModuleDestroy();
}

let bench: Bench;
beforeEach(() => (bench = new Bench()));

const failing = (error: Error) => () => Promise.reject(error);

describe('tries at a row', () => {
  it('end in what the work returns', async () => {
    expect(await bench.take(() => Promise.resolve('done'))).toBe('done');
  });

  it('are three when they fail', async () => {
    const came: string[] = [];
    for (let n = 0; n < MOST_TRIES; n++) came.push(await bench.take(failing(new TypeError('defect'))));
    expect(came).toEqual(['TypeError', 'TypeError', 'given up']);
  });

  it('are three when the process ends without a word, and the work is not begun again', async () => {
    bench.tries = MOST_TRIES;
    const work = jest.fn();
    expect(await bench.take(work)).toBe('given up');
    expect(work).not.toHaveBeenCalled();
  });

  it.each(['statement_timeout', 'deadline', 'connection_lost'] as const)(
    'count when they take too long (%s)',
    async (reason) => {
      for (let n = 1; n < MOST_TRIES; n++) await bench.take(failing(new Unavailable(reason)));
      expect(await bench.take(failing(new Unavailable(reason)))).toBe('given up');
    },
  );

  it.each(['lock_wait', 'contention', 'read_only', 'too_many_connections'] as const)(
    'are given back when the database is busy (%s)',
    async (reason) => {
      for (let n = 0; n < 10; n++)
        expect(await bench.take(failing(new Unavailable(reason)))).toBe('Unavailable');
      expect(bench.tries).toBe(0);
    },
  );

  it('are given back when the database is away, once it answers again', async () => {
    bench.answers = false;
    await bench.take(failing(new Unavailable('connection_lost')));
    expect(bench.tries).toBe(1);
    bench.answers = true;
    expect(await bench.take(() => Promise.resolve('done'))).toBe('done');
    expect(bench.tries).toBe(1);
  });

  it('are given back when the service stops while they last, once each', async () => {
    let cutOff!: (error: Error) => void;
    const came = bench.take(() => new Promise((_, reject) => (cutOff = reject)));
    await bench.stop();
    expect(bench.tries).toBe(0);
    bench.ends = true;
    cutOff(new Unavailable('connection_lost'));
    expect(await came).toBe('Unavailable');
    expect(bench.tries).toBe(0);
  });
});

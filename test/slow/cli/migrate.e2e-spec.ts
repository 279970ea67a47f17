import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../../../src/common/database/migrate/tables';
import { VERSION } from '../../../src/common/home';
import { onServer } from '../../setup/database';
import { useDatabase, wharfinger } from './process';

/** A migration that says nothing but when it runs. */
function planted(name: string, contracts?: string): new () => MigrationInterface {
  return class {
    name = name;
    contracts = contracts;
    up = (runner: QueryRunner) => runner.query('SELECT 1');
    down = () => Promise.resolve();
  };
}

/** What the version before needs goes with this one; what an even older one needs goes before this one serves. */
const OF_EARLIER = 'DropsForEarlier1899000000001';
const CONTRACTS = 'DropsForThis1899000000002';
const EXPANDS = 'Adds1899000000003';
const PLANTED = [planted(OF_EARLIER, '0.0.9'), planted(CONTRACTS, VERSION), planted(EXPANDS)];

describe('wharfinger migrate in a new database', () => {
  const database = useDatabase({ migrated: false });
  const migrate = (...args: string[]) => wharfinger(database.env, 'migrate', ...args);

  it('runs both phases, whichever is requested, whatever limits the role has', async () => {
    const check = await migrate('--check');
    expect(check.stdout).toMatch(/^Baseline1800000000000/);
    expect((await migrate('--before', '--check')).stdout).toBe(check.stdout);
    const name = new URL(database.env.DATABASE_URL).pathname.slice(1);
    await onServer((client) =>
      client.query(
        `ALTER DATABASE ${name} SET statement_timeout = '1ms'; ALTER DATABASE ${name} SET lock_timeout = '1ms'`,
      ),
    );
    expect(await migrate('--after')).toMatchObject({ code: 0, stderr: '' });
    expect(await migrate('--check')).toMatchObject({ code: 0, stdout: 'Nothing is waiting.\n' });
  });
});

describe('wharfinger migrate', () => {
  const database = useDatabase({ migrated: false });
  const migrate = (...args: string[]) => wharfinger(database.env, 'migrate', ...args);

  it('lists what is missing and what it locks, then runs it, then has nothing to do', async () => {
    const check = await migrate('--check');
    expect(check).toMatchObject({ code: 1, stderr: '' });
    expect(check.stdout).toMatch(/^Baseline1800000000000\n/);
    expect(await migrate('--check')).toEqual(check);

    const names = check.stdout.replaceAll(/:.*/g, '');
    expect(await migrate()).toEqual({ code: 0, stdout: names, stderr: '' });
    expect(await migrate('--check')).toEqual({ code: 0, stdout: 'Nothing is waiting.\n', stderr: '' });
  });

  describe('of a version that needs less than the one before', () => {
    beforeAll(() => void MIGRATIONS.push(...PLANTED));
    afterAll(() => void MIGRATIONS.splice(-PLANTED.length));

    it('runs what this version needs before it serves, and what the one before needs after that', async () => {
      expect(await migrate('--check')).toMatchObject({
        code: 1,
        stdout: [OF_EARLIER, CONTRACTS, EXPANDS, ''].join('\n'),
      });
      expect(await migrate('--after')).toEqual({
        code: 1,
        stdout: '',
        stderr: `The database lacks ${OF_EARLIER}: run wharfinger migrate --before, and replace all instances by this version first.\n`,
      });
      expect((await migrate('--before', '--check')).stdout).toBe(`${OF_EARLIER}\n${EXPANDS}\n`);
      // whoever connects runs what this version needs, as `serve` does
      expect(await wharfinger(database.env, 'organization', 'list')).toMatchObject({ code: 0 });
      expect(await migrate('--before')).toEqual({ code: 0, stdout: '', stderr: '' });
      expect((await migrate('--check')).stdout).toBe(`${CONTRACTS}\n`);
      expect(await migrate('--after')).toEqual({ code: 0, stdout: `${CONTRACTS}\n`, stderr: '' });
      expect(await migrate('--check')).toEqual({ code: 0, stdout: 'Nothing is waiting.\n', stderr: '' });
    });

    it('does not take both at once', async () => {
      expect(await migrate('--before', '--after')).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/'--after' cannot be used with option '--before'/),
      });
    });
  });
});

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../src/common/home';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const FOLDER = join(__dirname, '../../migrations');
/** It makes a new database, where nobody waits for a lock. */
const BASELINE = '1800000000000-baseline.ts';
/** Rules of style, and what the runner sees to: each migration runs once, and without time limits. */
const EXCLUDED = [
  'prefer-robust-stmts',
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-bigint-over-int',
];

/** What breaks instances of the version before: one that `contracts` does it, since it runs once none of them serves. */
const CONTRACTING = ['ban-drop-column', 'ban-drop-table', 'adding-not-nullable-field', 'renaming-column'];

interface Said {
  statements: string;
  contracts?: string;
}

/** What a migration says to the database on its way up; to a question it is answered that there is such a row. */
async function saidBy(file: string): Promise<Said> {
  const [Migration] = Object.values((await import(join(FOLDER, file))) as Record<string, unknown>).filter(
    (exported) => typeof exported === 'function',
  ) as (new () => MigrationInterface)[];
  const said: string[] = [];
  const query = (statement: string) => Promise.resolve([said.push(statement)]);
  const migration = new Migration!();
  await migration.up({ query } as unknown as QueryRunner);
  const { contracts } = migration as { contracts?: string };
  return { statements: said.map((statement) => `${statement};`).join('\n'), contracts };
}

/** The names of the linter's rules that the statements break. */
function broken({ statements, contracts }: Said): string[] {
  const squawk = require.resolve('squawk-cli/js/bin/squawk');
  const excluded = contracts ? [...EXCLUDED, ...CONTRACTING] : EXCLUDED;
  const options = ['--reporter', 'json', '--pg-version', '18', `--exclude=${excluded.join(',')}`];
  const { stdout, stderr } = spawnSync(process.execPath, [squawk, '--assume-in-transaction', ...options], {
    input: statements,
    encoding: 'utf8',
  });
  if (stderr) throw new Error(stderr);
  return (JSON.parse(stdout) as { rule_name: string }[]).map(({ rule_name }) => rule_name);
}

describe('migrations', () => {
  it('leave an older instance working, and nobody waiting', async () => {
    for (const file of readdirSync(FOLDER).filter((each) => each.endsWith('.ts') && each !== BASELINE)) {
      const said = await saidBy(file);
      expect([file, ...broken(said)]).toEqual([file]);
      // because an interrupted migration is run again
      expect([file, said.statements]).toEqual([
        file,
        expect.not.stringMatching(/INDEX CONCURRENTLY (?!IF (NOT )?EXISTS)/),
      ]);
      // a later release than this one could not know what it no longer needs
      expect((said.contracts ?? VERSION).localeCompare(VERSION, 'en', { numeric: true })).toBeLessThan(1);
    }
  });

  it.each([
    ['adding-required-field', 'ALTER TABLE gates ADD COLUMN lane integer NOT NULL'],
    ['renaming-column', 'ALTER TABLE gates RENAME COLUMN name TO title'],
    ['ban-drop-column', 'ALTER TABLE gates DROP COLUMN name'],
    ['ban-drop-table', 'DROP TABLE gates'],
    ['changing-column-type', 'ALTER TABLE gates ALTER COLUMN name TYPE integer'],
    ['adding-not-nullable-field', 'ALTER TABLE gates ALTER COLUMN client_identifier SET NOT NULL'],
    ['require-concurrent-index-creation', 'CREATE INDEX ix_gates_name ON gates (organization_id, name)'],
    ['constraint-missing-not-valid', `ALTER TABLE gates ADD CONSTRAINT ck_gates_name CHECK (name <> '')`],
  ])('are refused by %s', (rule, statement) => {
    expect(broken({ statements: statement })).toEqual([rule]);
    expect(broken({ statements: 'ALTER TABLE gates ADD COLUMN lane integer' })).toEqual([]);
    const waits = CONTRACTING.includes(rule) ? [] : [rule];
    expect(broken({ statements: statement, contracts: '0.1.0' })).toEqual(waits);
  });
});

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { aFolder } from '../../factories/transfer';
import { useDatabase, wharfinger } from './process';

describe('wharfinger import, export and demo', () => {
  const database = useDatabase({ migrated: true });
  const run = (...args: string[]) => wharfinger(database.env, ...args);
  const to = (organization: string) => ['--organization', organization];

  /** What an import of the whole demonstration says, because it is long. */
  const saysLocks = expect.stringMatching(
    /^Until the import ends, the records of .+ are locked: .+\n$/,
  ) as string;

  /** The files of a folder and of those below it, a letter for each byte. */
  const contents = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
    );

  it('loads the demonstration with its token alone on the last line, and makes another token for it later', async () => {
    const [first, second] = [await run('demo'), await run('demo')];
    for (const { code, stdout, stderr } of [first, second]) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^whf_[\w-]{43}$/);
    }
    expect(first.stdout).not.toBe(second.stdout);
    expect((await run('organization', 'list')).stdout).toMatch(/^\d+\tHarbour Demo\tEurope\/Amsterdam\n$/);
  });

  it('exports an organization and imports it into another one, byte for byte', async () => {
    await run('organization', 'create', 'Copy');
    const [one, two] = [join(aFolder(), 'made/for/it'), aFolder()];
    const exported = await run('export', one, ...to('Harbour Demo'));
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    expect(exported.stdout).toMatch(/^containers.ndjson: \d{3} lines$/m);
    const imported = await run('import', one, ...to('Copy'));
    expect([imported.code, imported.stderr]).toEqual([0, saysLocks]);
    expect(imported.stdout).toMatch(/^containers.ndjson: (\d{3}) lines, \1 created, 0 updated$/m);
    await run('export', two, ...to('Copy'));
    expect(contents(two)).toEqual(contents(one));

    const { stdout } = await run('import', one, ...to('Copy'));
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((line) => !line.endsWith(' 0 created, 0 updated')),
    ).toEqual([]);
  });

  it('shows the statements of files without their effects at the terminal', async () => {
    await run('organization', 'create', 'Shown');
    const folder = aFolder({
      'ports.ndjson': [{ locode: 'NLRTM', '\u001b[2Jname': 'Rotterdam' }],
      'containers.ndjson': [
        { number: 'WHAU4142033', booking: 'B\u001b]0;title\u0007\nports.ndjson:9: name: forged' },
      ],
    });
    const { code, stderr } = await run('import', folder, ...to('Shown'));
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(
        /^containers\.ndjson:1: booking: .*\\u\{1b\}]0;title\\u\{7\}\\u\{a\}ports\.ndjson:9/,
      ),
      'ports.ndjson: \\u{1b}[2Jname was left out: ports have no such field.',
      '1 line is bad: nothing was kept.',
      '',
    ]);
  });

  it('lists bad lines on standard error, and keeps nothing: exit 1', async () => {
    await run('organization', 'create', 'Strict');
    const folder = aFolder({
      'pilots.ndjson': [{ name: 'Cor' }, {}],
      'ports.csv': 'locode,name\nNLRTM,Rotterdam\nX,Nowhere\n',
      'pilot.csv': 'name\nTypo\n',
    });
    const { code, stderr } = await run('import', folder, ...to('Strict'));
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      'pilot.csv was left out: no kind of records is called so.',
      'ports.csv:3: locode: must be 5 characters, such as NLRTM',
      'pilots.ndjson:2: name: is required',
      '2 lines are bad: nothing was kept.',
      '',
    ]);
    const after = aFolder();
    await run('export', after, ...to('Strict'));
    const { 'export.json': _summary, ...files } = contents(after);
    expect(Object.values(files).join('')).toBe('');
  });

  it('tells what is wrong with a whole column in one line, and what it left out at the end: exit 1 by --strict', async () => {
    await run('organization', 'create', 'Columns');
    const lines = Array.from({ length: 61 }, (_, at) => `P${at},Port ${at}\n`);
    const wrong = aFolder({ 'ports.csv': `locode,name\n${lines.join('')}` });
    expect(await run('import', wrong, ...to('Columns'))).toMatchObject({
      code: 1,
      stderr:
        'ports.csv:2: locode: must be 5 characters, such as NLRTM (on 61 lines, the last one is 62)\n61 lines are bad: nothing was kept.\n',
    });
    const unknown = aFolder({ 'trucks.csv': 'license_plate,trucking_company.name\nTS-1,Estuary\n' });
    const warning =
      'trucks.csv: trucking_company.name was left out: trucks have no such field, the nearest is trucking_company.\n';
    expect(await run('import', unknown, ...to('Columns'), '--strict')).toMatchObject({
      code: 1,
      stderr: `${warning}1 field would be left out: nothing was kept.\n`,
    });
    expect(await run('import', unknown, ...to('Columns'))).toMatchObject({ code: 0, stderr: warning });
  });

  it('writes tables in place of an export of objects, and the header of one alone', async () => {
    const folder = aFolder();
    await run('export', folder, ...to('Harbour Demo'));
    const { code, stdout } = await run('export', folder, ...to('Harbour Demo'), '--csv');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^containers.csv: \d{3} lines$/m)]);
    const files = contents(folder);
    expect(Object.keys(files).filter((name) => name.endsWith('.ndjson'))).toEqual([]);
    await run('organization', 'create', 'Tables');
    expect(await run('import', folder, ...to('Tables'), '--strict')).toMatchObject({
      code: 0,
      stderr: saysLocks,
    });

    const template = await run('import', '--template', 'trucks');
    expect([template.code, template.stderr]).toEqual([0, '']);
    expect(files['trucks.csv']!.split('\r\n')[0]).toBe(template.stdout.trimEnd());
    expect(await run('import', '--template', 'truck')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No kind of records is called 'truck': the nearest is truck/) as string,
    });
    expect((await run('import', folder)).code).toBe(2);
    expect((await run('import', ...to('Tables'))).code).toBe(2);
  });

  it('reports a record that another session keeps locked, and stores nothing', async () => {
    await run('organization', 'create', 'Patient');
    await run(
      'import',
      aFolder({ 'pilots.ndjson': [{ name: 'Cor' }], 'agents.ndjson': [{ name: 'Ann' }] }),
      ...to('Patient'),
    );
    const other = new Client(database.env.DATABASE_URL);
    await other.connect();
    await other.query(`BEGIN; SELECT FROM agents WHERE name = 'Ann' FOR UPDATE`);
    const folder = aFolder({
      'agents.ndjson': [{ name: 'Ann', phone: '1' }],
      'users.ndjson': [{ email: 'a@b.example' }],
    });
    const env = { ...database.env, DATABASE_LOCK_TIMEOUT_MS: '1' };
    const { code, stderr } = await wharfinger(env, 'import', folder, ...to('Patient'));
    await other.end();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^A record stayed locked by somebody else .*\. Please try again\.\n$/),
    ]);
    expect(await run('import', folder, ...to('Patient'), '--dry-run')).toMatchObject({
      stdout: expect.stringContaining('users.ndjson: 1 line, 1 created, 0 updated'),
    });
  });

  it('stores nothing with --dry-run', async () => {
    await run('organization', 'create', 'Careful');
    const folder = aFolder({ 'pilots.ndjson': [{ name: 'Cor' }] });
    const dry = await run('import', folder, ...to('Careful'), '--dry-run');
    expect(dry).toEqual({
      code: 0,
      stderr: '',
      stdout: 'pilots.ndjson: 1 line, 1 created, 0 updated\nThis was a dry run: nothing was kept.\n',
    });
    const real = await run('import', folder, ...to('Careful'));
    expect(real.stdout).toBe('pilots.ndjson: 1 line, 1 created, 0 updated\n');
  });
});

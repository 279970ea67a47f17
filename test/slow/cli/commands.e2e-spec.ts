import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describedSettings } from '../../../src/common/config/config';
import { aFolder } from '../../factories/transfer';
import { CLI, useDatabase, wharfinger, wharfingerProcess } from './process';

const COMMANDS = [
  '',
  'serve',
  'migrate',
  'organization',
  'organization create',
  'organization list',
  'organization suspend',
  'organization resume',
  'token',
  'token create',
  'token list',
  'token revoke',
  'issuer',
  'issuer set',
  'issuer list',
  'issuer find',
  'issuer remove',
  'import',
  'export',
  'events',
  'events prune',
  'events resume',
  'report',
  'refusals',
  'refusals prune',
  'audit',
  'audit prune',
  'edi',
  'edi read',
  'edi prune',
  'maintain',
  'parties',
  'parties check',
  'parties repair',
  'demo',
  'openapi',
  'sql',
];

const PORT = ['organization', 'create', 'Port'];
const TOKEN = ['token', 'create', '--organization', 'P', '--user', 'a@b', '--role', 'read'];

describe('wharfinger', () => {
  const database = useDatabase({ migrated: true });
  const run = (...args: string[]) => wharfinger(database.env, ...args);

  it.each(COMMANDS)('helps with %j, without a database', async (command) => {
    const { code, stdout, stderr } = await wharfinger({}, ...command.split(' ').filter(Boolean), '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: wharfinger ${command}`.trim());
    if (
      !['', 'organization', 'token', 'issuer', 'events', 'refusals', 'audit', 'edi', 'parties'].includes(
        command,
      )
    )
      expect(stdout).toMatch(/Example: (\w+=\w+ )?wharfinger /);
  });

  it('tells its version, and serve --help each environment variable', async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(await wharfinger({}, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { stdout } = await wharfinger({}, 'serve', '--help');
    for (const { name } of describedSettings()) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it.each([
    // an output that is larger than a pipe takes at once
    ['0 when it worked', 0, ['openapi'], { stdout: /\n \}\n\}\n$/, stderr: /^$/ }],
    [
      '1 when it failed',
      1,
      ['token', 'revoke', '9'],
      { stdout: /^$/, stderr: /^A token .* was not found.\n$/ },
    ],
    ['2 when it is not understood', 2, ['sail'], { stdout: /^$/, stderr: /^error: unknown command/ }],
  ])('exits as a process with %s', async (_when, code, args, { stdout, stderr }) => {
    const done = await wharfingerProcess(database.env, ...args);
    expect(done).toEqual({
      code,
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
    });
  });

  const onFullDisk = existsSync('/dev/full') ? it : it.skip;
  onFullDisk('exits with 1 when what it says does not fit on the disk', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(CLI, ['--help'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    expect([status, String(stderr)]).toEqual([1, expect.stringMatching(/^Not all of the output .*\n$/)]);
  });

  it.each([
    ['nothing'],
    ['an unknown command', 'sail'],
    ['an unknown option', 'migrate', '--now'],
    ['a missing argument', 'organization', 'create'],
    ['a missing option', 'token', 'create', '--organization', 'Port', '--user', 'a@port.example'],
    ['a role that is none', 'token', 'create', '--organization', 'P', '--user', 'a@b', '--role', 'boss'],
    [
      'a duration that is none',
      'token',
      'create',
      '--organization',
      'P',
      '--user',
      'a@b',
      '--role',
      'read',
      '--expires',
      'soon',
    ],
    ['an end of what never ends', ...TOKEN, '--expires', '1d', '--never'],
    ['a domain that is none', ...TOKEN, '--only', 'gate,moon'],
    ['no domain', ...TOKEN, '--only', ''],
    ['a time zone that is none', 'organization', 'create', 'Port', '--time-zone', 'Mars/Olympus'],
    ['one setting by both its names', ...PORT, '--validates-bills', 'false', '--validate-bills'],
    [
      'two rules for trucks',
      ...PORT,
      '--pre-advice-truck',
      'optional',
      '--pre-advice-truck-required',
      'true',
    ],
    ['a token id that is none', 'token', 'revoke', 'seven'],
    ['a blank name', 'organization', 'create', ' '],
    ['a blank user', 'token', 'create', '--organization', 'P', '--user', '', '--role', 'read'],
    ['a superfluous argument', 'demo', 'again'],
  ])('takes %s for wrong usage: exit 2, on standard error', async (_what, ...args) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/error: |Usage: /);
  });

  it.each([
    ['kiosk', 'must be an e-mail address'],
    ['a b@port.example', 'must be an e-mail address'],
    ['a\nb@port.example', 'must not have invisible characters'],
    [`${'a'.repeat(255)}@port.example`, 'must be at most 255 characters long'],
  ])('makes no user that no request may make: %j', async (user, reason) => {
    const { code, stderr } = await run(
      ...['token', 'create', '--organization', 'P', '--user', user, '--role', 'read'],
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining(`It ${reason}.`)]);
  });

  it.each([
    [
      'an organization that is not there',
      ['export', '/tmp/x', '--organization', 'Nowhere'],
      "The organization 'Nowhere' was not found.",
    ],
    ['a token that is not there', ['token', 'revoke', '999999'], 'A token with the id 999999 was not found.'],
  ])('refuses %s: exit 1, one line', async (_what, args, sentence) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  });

  it.each([
    ['PORT', 'PORT must be a whole number from 0 to 65535', { PORT: 'http' }],
    ['DATABASE_URL', 'DATABASE_URL must be an address', { DATABASE_URL: 'localhost' }],
    [
      'a database out of reach',
      'The database postgres://nobody@localhost:1/x is out of reach',
      { DATABASE_URL: 'postgres://nobody:secret@localhost:1/x' },
    ],
  ])('names a wrong %s', async (_what, sentence, env) => {
    const { code, stdout, stderr } = await wharfinger({ ...database.env, ...env }, 'organization', 'list');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('secret');
  });

  it.each([
    'postgres://nobody:secret@localhost:1/x',
    'postgres://nobody@localhost:1/x?password=secret',
    'postgres:///x?host=localhost&port=1&user=nobody&password=secret',
    'postgres://nobody:1/secret@localhost:1/x',
    'postgres://nobody:1?secret@localhost:1/x',
    'postgres://nobody:1#secret@localhost:1/x',
    'postgres://nobody:se/cret@localhost:1/x',
    'postgres://nobody:se@cret@localhost:1/x',
    'postgres://nobody:secret%zz@localhost:1/x',
    'mysql://nobody:secret@localhost:1/x',
    'secret',
  ])('shows no password of the address %s', async (DATABASE_URL) => {
    const { code, stdout, stderr } = await wharfinger(
      { ...database.env, DATABASE_URL },
      'organization',
      'list',
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toMatch(/secret|cret/);
  });

  it('creates and lists organizations', async () => {
    const options = ['--time-zone', 'Europe/Amsterdam', '--weight-unit', 'lb', '--dimension-unit', 'ft'];
    const made = await run(
      'organization',
      'create',
      'Port of Example',
      ...options,
      '--pre-advice-truck',
      'optional',
      '--validate-bills',
    );
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\tPort of Example\n$/), stderr: '' });
    await run('organization', 'create', 'Plain');
    const settings =
      '--pre-advice-truck-required false --validates-bills --release-needs-payment true --appointments-required ' +
      '--appointment-share-percent 40 --appointment-early-minutes 0 --appointment-late-minutes 90 --off-slot refuse ' +
      '--other-terminal ignore --check-digit-required --release-needs-nomination --party-pick-up reference';
    expect(await run('organization', 'create', 'Settled', ...settings.split(' '))).toMatchObject({ code: 0 });
    for (const wrong of [
      ['--validates-bills', 'maybe'],
      ['--appointment-share-percent', '101'],
      ['--off-slot', 'ignore'],
      ['--other-terminal', 'allow'],
      ['--release-needs-nomination', 'perhaps'],
      ['--party-pick-up', 'anybody'],
    ])
      expect(await run('organization', 'create', 'Wrong', ...wrong)).toMatchObject({ code: 2 });
    expect(await run('organization', 'create', 'Plain')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Name is already taken.\n',
    });

    const { stdout } = await run('organization', 'list');
    expect(stdout).toMatch(/^\d+\tPort of Example\tEurope\/Amsterdam\n\d+\tPlain\tUTC\n\d+\tSettled\tUTC\n$/);
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(
      `SELECT time_zone, weight_unit, dimension_unit, pre_advice_truck_required, validates_bills, release_needs_payment,
         appointments_required, appointment_share_percent, appointment_early_minutes, appointment_late_minutes, off_slot,
         other_terminal, check_digit_required, release_needs_nomination, party_pick_up
       FROM organizations ORDER BY id`,
    );
    await client.end();
    expect(rows.map((row: object) => Object.values(row))).toEqual([
      [
        'Europe/Amsterdam',
        'lb',
        'ft',
        false,
        true,
        false,
        false,
        null,
        30,
        30,
        'mark',
        'mark',
        false,
        false,
        'nominated',
      ],
      ['UTC', 'kg', 'm', true, false, false, false, null, 30, 30, 'mark', 'mark', false, false, 'nominated'],
      ['UTC', 'kg', 'm', false, true, true, true, 40, 0, 90, 'refuse', 'ignore', true, true, 'reference'],
    ]);
  });

  it('creates tokens, shown once; lists and revokes them', async () => {
    await run('organization', 'create', 'Token Port');
    const create = (...more: string[]) =>
      run('token', 'create', '--organization', 'Token Port', '--user', 'kiosk@port.example', ...more);
    const made = await create('--role', 'write', '--expires', '90d');
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^whf_[\w-]{43}\n$/), stderr: '' });
    await create('--role', 'read', '--never');
    await create('--role', 'admin', '--expires', 'never', '--only', 'gate, holds');
    await create('--role', 'admin');

    const list = async () =>
      (await run('token', 'list')).stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t'));
    const [first, ...others] = await list();
    const until = expect.stringMatching(/^until \d{4}-\d\d-\d\d$/) as string;
    expect(first).toEqual([
      expect.stringMatching(/^\d+$/),
      'Token Port',
      'kiosk@port.example',
      'write',
      until,
      'everywhere',
      'never used',
    ]);
    expect(others.map((line) => line.slice(3))).toEqual([
      ['read', 'valid', 'everywhere', 'never used'],
      ['admin', 'valid', 'only gate,holds', 'never used'],
      ['admin', until, 'everywhere', 'never used'],
    ]);
    const year = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
    expect(others[2]![4]).toBe(`until ${year}`);
    expect(await run('token', 'revoke', first![0]!)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await list())[0]![4]).toBe('revoked');
    const ended = async () => {
      const client = new Client({ connectionString: database.env.DATABASE_URL });
      await client.connect();
      const { rows } = await client.query('SELECT revoked_at FROM tokens WHERE id = $1', [first![0]]);
      await client.end();
      return rows[0].revoked_at as Date;
    };
    const before = await ended();
    expect((await run('token', 'revoke', first![0]!)).code).toBe(0);
    expect(await ended()).toEqual(before);
  });

  it('creates tokens that are limited to parties, and lists them as such', async () => {
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    await run('organization', 'create', 'Party Port');
    await client.query(
      `INSERT INTO trucking_companies (organization_id, code)
       SELECT o.id, v.code FROM organizations o, (VALUES ('EST'), ('OTH')) v(code) WHERE o.name = 'Party Port'`,
    );
    await client.end();
    const create = (role: string, ...parties: string[]) => {
      const limits = parties.flatMap((party) => ['--party', party]);
      const user = ['--organization', 'Party Port', '--user', 'portal@port.example'];
      return run('token', 'create', ...user, '--role', role, '--never', ...limits);
    };
    expect(await create('write', 'trucking_company:EST', 'trucking_company:OTH')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^whf_[\w-]{43}\n$/),
      stderr: '',
    });
    expect((await run('token', 'list')).stdout).toContain(
      'portal@port.example\twrite\tvalid\teverywhere, limited to parties: 2\tnever used\n',
    );
    const refusals = [
      ['admin', 'trucking_company:EST', 'A token that is limited to parties has the role read or write.'],
      ['read', 'trucking_company:NONE', "Party 'trucking_company:NONE' is unknown."],
    ] as const;
    for (const [role, party, sentence] of refusals)
      expect(await create(role, party)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
    expect((await create('read', 'EST')).code).toBe(2);
  });

  it('keeps identity issuers of files', async () => {
    await run('organization', 'create', 'Signed in');
    const file = join(aFolder(), 'issuer.json');
    const fields = { name: 'Port ID', issuer: 'https://id.harbour.example', audience: 'wharfinger' };
    const set = (content: string) => {
      writeFileSync(file, content);
      return run('issuer', 'set', '--organization', 'Signed in', file);
    };
    expect((await set(JSON.stringify(fields))).stdout).toBe("Identity issuer 'Port ID' was made.\n");
    expect((await set(JSON.stringify({ ...fields, active: false }))).stdout).toContain('was changed');
    expect((await set('{')).stderr).toContain('The file must be a JSON object.');
    expect((await set(JSON.stringify({ ...fields, algorithms: ['HS256'] }))).stderr).toContain(
      'HS256 is not taken.',
    );
    const list = await run('issuer', 'list', '--organization', 'Signed in');
    expect(list.stdout).toBe('Port ID\thttps://id.harbour.example\twharfinger\tinactive\n');
    const found = await run('issuer', 'find', 'https://id.harbour.example');
    expect(found.stdout).toContain('Signed in\tPort ID\thttps://id.harbour.example\twharfinger\tinactive\n');
    expect((await run('issuer', 'find', 'https://other.harbour.example')).stdout).toBe('');
    expect(await run('issuer', 'remove', '--organization', 'Signed in', 'Port ID')).toMatchObject({
      code: 0,
    });
    expect((await run('issuer', 'remove', '--organization', 'Signed in', 'Port ID')).stderr).toContain(
      'was not found',
    );
  });

  it('creates no more tokens than a user may have', async () => {
    await run('organization', 'create', 'Full Port');
    const create = () =>
      run('token', 'create', '--organization', 'Full Port', '--user', 'full@port.example', '--role', 'read');
    expect((await create()).code).toBe(0);
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    await client.query(`
      INSERT INTO tokens (organization_id, user_id, role, hash)
      SELECT organization_id, id, 'read', sha256(('full ' || i)::bytea) FROM users, generate_series(1, 199) i
      WHERE email = 'full@port.example'`);
    await client.end();
    expect(await create()).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'A user has at most 200 tokens that are neither expired nor revoked: revoke one that is not needed.\n',
    });
  });

  it('shows tokens that cannot be used, and prints no control characters', async () => {
    await run('organization', 'create', 'Evil\u001b[2J\tPort');
    const organization = ['--organization', 'Evil\u001b[2J\tPort'];
    await run('token', 'create', ...organization, '--user', 'ab@port.example', '--role', 'read');
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    await client.query(`UPDATE users SET email = E'a\\nb@port.example' WHERE email = 'ab@port.example'`);
    const states = async () =>
      (await run('token', 'list')).stdout.split('\n').flatMap((line) => {
        const [, name, email, , state] = line.split('\t');
        return email === 'a\\u{a}b@port.example' ? [[name, state]] : [];
      });
    expect(await states()).toEqual([['Evil\\u{1b}[2J\\u{9}Port', expect.stringMatching(/^until/)]]);
    await run('organization', 'suspend', 'Evil\u001b[2J\tPort');
    expect(await states()).toEqual([[expect.any(String), 'organization suspended']]);
    expect((await run('organization', 'list')).stdout).toContain('Port\tUTC\tsuspended\n');
    await run('organization', 'resume', 'Evil\u001b[2J\tPort');
    await client.query(`UPDATE users SET active = false WHERE email LIKE 'a%'`);
    const { rows } = await client.query(
      `SELECT operation, action, record_type FROM audit_entries WHERE organization_id =
         (SELECT id FROM organizations WHERE name LIKE 'Evil%') ORDER BY id`,
    );
    await client.end();
    expect(await states()).toEqual([[expect.any(String), 'user inactive']]);
    expect(rows.map((row: object) => Object.values(row).join(' '))).toEqual([
      'wharfinger organization create create organizations',
      'wharfinger token create create users',
      'wharfinger token create create tokens',
      expect.stringMatching(/ update users$/),
      'wharfinger organization suspend update organizations',
      'wharfinger organization resume update organizations',
      expect.stringMatching(/ update users$/),
    ]);
  });

  it('binds a token to an EDI partner, by its name, or by its edi_id where several have the name', async () => {
    await run('organization', 'create', 'Partner Port');
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(
      `INSERT INTO edi_partners (organization_id, name, edi_id)
       SELECT o.id, p.name, p.edi_id FROM organizations o,
         (VALUES ('Hub', 'ONE'), ('Twin', 'TWO'), ('Twin', 'THREE')) p(name, edi_id)
       WHERE o.name = 'Partner Port' RETURNING id`,
    );
    const create = (partner: string) => {
      const whose = ['--organization', 'Partner Port', '--user', 'hub@port.example', '--role', 'write'];
      return run('token', 'create', ...whose, '--only', 'edi', '--partner', partner);
    };
    expect(await create('Hub')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^whf_[\w-]{43}\n$/),
      stderr: '',
    });
    expect((await create('THREE')).code).toBe(0);
    expect(await create('Twin')).toEqual({
      code: 1,
      stdout: '',
      stderr: "Several EDI partners are called 'Twin': name one by its edi_id.\n",
    });
    expect((await create('None')).stderr).toBe("The EDI partner 'None' was not found.\n");
    const bound = await client.query(
      `SELECT edi_partner_id FROM tokens WHERE edi_partner_id IS NOT NULL ORDER BY id`,
    );
    await client.end();
    expect(bound.rows.map((row) => row.edi_partner_id)).toEqual([rows[0].id, rows[2].id]);
    expect((await run('token', 'list')).stdout).toContain(`\tonly edi of EDI partner ${rows[0].id}\t`);
  });

  it('writes the API document without a database', async () => {
    const file = join(aFolder(), 'openapi.json');
    const env = { DATABASE_URL: 'postgres://nobody@localhost:1/none' };
    const printed = await wharfinger(env, 'openapi');
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    const written = await wharfinger(env, 'openapi', '--out', file);
    expect(written).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(printed.stdout);
    const document = JSON.parse(printed.stdout) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/v1/voyages');
  });

  it('reads an EDIFACT file without a database, and exits with 1 when it is refused', async () => {
    const read = (name: string, ...options: string[]) =>
      wharfinger({}, 'edi', 'read', join(__dirname, `../../fixtures/edi/${name}.edi`), ...options);
    expect(await read('coparn-booking')).toEqual({
      code: 0,
      stdout:
        'Interchange 4711 from WHAHUB to NLVLINQ01, UNOA 2, 14 segments\n  COPARN 95B ITG14, message 1, 12 segments, document WHWHA331060, function 9\n',
      stderr: '',
    });
    expect(await read('broken-unt-count')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        'refused, envelope_mismatch: Segment 13 (UNT): it counts 99 segments of 12.',
      ),
    });
    const { code, stdout } = await read('broken-tag', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        interchange: null,
        errors: [{ segment: 5, code: 'not_edifact', sentence: "Segment 5: 'RF' is no tag." }],
      },
    ]);
    expect((await read('nowhere')).code).toBe(1);
    expect(await read('coprar-control-total')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "\n    warning, control_total: Segment 22 (CNT): it counts '9' containers, not 2.\n",
      ),
    });
  });

  it('reads the messages of an EDIFACT file, and says what is wrong in them', async () => {
    const file = join(aFolder(), 'release.edi');
    const good = readFileSync(join(__dirname, '../../fixtures/edi/coparn-acceptance.edi'), 'latin1');
    writeFileSync(file, good.replace(/(EQD\+CN\+[A-Z]{4}\d{6})\d/, '$1'));
    const printed = await wharfinger({}, 'edi', 'read', file);
    const sentence = /^ {4}refused, container_invalid: (Segment \d+ \(EQD\): container '[A-Z]{4}\d{6}' .*)$/m;
    expect([printed.code, printed.stdout]).toEqual([1, expect.stringMatching(sentence)]);
    const { code, stdout } = await wharfinger({}, 'edi', 'read', file, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        interchange: {
          messages: [
            { errors: [{ code: 'container_invalid', sentence: sentence.exec(printed.stdout)![1] }] },
          ],
        },
        errors: [],
      },
    ]);
  });

  it('writes the SQL of the views without a database', async () => {
    const file = join(aFolder(), 'views.sql');
    const env = { DATABASE_URL: 'postgres://nobody@localhost:1/none' };
    expect(await wharfinger(env, 'sql', '--out', file)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(file, 'utf8')).toMatch(/^-- TruckShow$[^;]*FROM trucks t$/m);
  });

  it.each([
    ['a file that is a folder', ['openapi', '--out', __dirname], `${__dirname} is a folder.`],
    ['SQL to a folder', ['sql', '--out', __dirname], `${__dirname} is a folder.`],
    [
      'a file in no folder',
      ['openapi', '--out', '/none/o.json'],
      '/none/o.json is not there, or its folder is not.',
    ],
  ])('says in one sentence when it cannot write: %s', async (_what, args, sentence) => {
    const env = { DATABASE_URL: 'postgres://nobody@localhost:1/none' };
    expect(await wharfinger(env, ...args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  });
});

describe('the database of a command', () => {
  const database = useDatabase({ migrated: false });

  it('is named on standard error, without its password', async () => {
    const url = new URL(database.env.DATABASE_URL);
    url.searchParams.set('password', 'secret');
    for (const args of [TOKEN, ['organization', 'list'], ['migrate', '--check'], ['demo', '--help']]) {
      const { database: named } = await wharfinger({ DATABASE_URL: String(url) }, ...args);
      if (args[1] === '--help') expect(named).toBeUndefined();
      else expect(named).toMatch(/^postgres:\/\/\S+$/);
      expect(String(named)).not.toContain('secret');
    }
  });

  it('is not created by a read: not its tables, and not the embedded one', async () => {
    const folder = join(aFolder(), 'none');
    for (const args of [TOKEN, ['organization', 'list'], ['export', '/tmp/x', '--organization', 'P']]) {
      const empty = await wharfinger(database.env, ...args);
      expect([empty.code, empty.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^The database \S+ has no tables of Wharfinger: wharfinger migrate makes them\./,
        ),
      ]);
      const missing = await wharfinger({ WHARFINGER_DATA_DIR: folder }, ...args);
      expect(missing).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no database in ${folder}: wharfinger serve makes one. DATABASE_URL says which other one is meant.\n`,
      });
      expect(missing.database).toBe(`the embedded one in ${folder}`);
    }
    expect(existsSync(folder)).toBe(false);
    const check = await wharfinger({ WHARFINGER_DATA_DIR: folder }, 'migrate', '--check');
    expect([check.code, existsSync(folder)]).toEqual([1, false]);
  });
});

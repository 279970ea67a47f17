import { Client as Connection } from 'pg';
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aChannelTo, anEdiChannel, anEdiPartner, namedPartner } from '../../factories/edi-channels';
import { type Ask, ChannelBench, restChannels, soonOf } from '../../factories/channel-bench';
import { interchange } from '../../factories/edi-upload';
import { databaseUrl } from '../../setup/database';
import { Follower } from '../../setup/events';
import { eventually } from '../../setup/eventually';
import { OwnSftpServer } from '../../setup/own-sftp-server';
import { bytesOf, putFiles, SftpServer } from '../../setup/sftp-folder';
import { SFTP_SERVERS } from '../../setup/sftp-server';
import { Service, useService } from '../../setup/service';

const service = useService({ EDI_ALLOW_PRIVATE: 'true' });

const soon = <T>(what: string, ask: Ask<T>) => soonOf(service.current, what, ask);

describe.each(SFTP_SERVERS)('a channel to the server of %s', (_, start) => {
  let server: SftpServer;
  let bench: ChannelBench;
  beforeEach(async () => {
    server = await start();
    bench = await ChannelBench.at(service.current, server, { done_folder: 'done', poll_seconds: 30 });
  });
  afterEach(() => restChannels(service.current, server));

  it('is tested: whether it connects, what it shows, and what may be done in its folders', async () => {
    bench.put({ a: 'x', b: 'y' });
    const test = async (body?: object) => {
      if (body) await bench.client.patch(`/edi_channels/${bench.channel.id}`, { active: false, ...body });
      const answer = await bench.client.post(`/edi_channels/${bench.channel.id}/test`);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    // A poll that was under way may still take files.
    const shown = await eventually('no poll is under way', async () => {
      bench.put({ a: 'x', b: 'y' });
      const answer = await test({});
      return answer.folders.in.files === 2 && answer;
    });
    expect(shown).toEqual({
      connected: true,
      host_key: server.hostKey,
      folders: { in: { exists: true, files: 2 }, out: { exists: true, writable: true } },
      milliseconds: expect.any(Number),
      error: null,
    });
    expect(bench.names('out')).toEqual([]);
    expect(await test({ in_folder: 'none', out_folder: 'nowhere' })).toMatchObject({
      connected: true,
      folders: { in: { exists: false, files: 0 }, out: { exists: false, writable: false } },
      error: "'none' was not listed: it is not there.",
    });
    expect(await test({ host_key: null })).toMatchObject({
      connected: false,
      host_key: server.hostKey,
      error: `The server shows the host key ${server.hostKey}, which is not stored yet.`,
    });
    const host_key = `SHA256:${'A'.repeat(43)}`;
    expect(await test({ host_key })).toMatchObject({
      connected: false,
      host_key: server.hostKey,
      error: `The server shows another host key: ${server.hostKey}.`,
    });
    const inwards = await test({ host_key: server.hostKey, in_folder: 'in', direction: 'in' });
    expect(inwards.folders).toEqual({ in: { exists: true, files: 2 }, out: null });
    const outwards = await test({ out_folder: 'out', direction: 'out' });
    expect(outwards.folders).toEqual({ in: null, out: { exists: true, writable: true } });
  });

  it('takes files by their time, keeps them, and only then moves them', async () => {
    const texts = { 'b.edi': bench.text('1'), 'a.edi': bench.text('2'), 'c d.edi': 'nonsense' };
    bench.put(texts);
    const came = await soon('all came', async () => {
      const all = await bench.came();
      return all.length === 3 && bench.names('in').length === 0 && all;
    });
    expect(came.map(({ file_name }) => file_name)).toEqual(['a.edi', 'b.edi', 'cd.edi']);
    expect(bench.names('done')).toEqual(['a.edi', 'b.edi', 'c d.edi']);
    for (const each of came) expect(each).toMatchObject({ channel: { id: bench.channel.id }, user: null });
    const raw = await bench.client.get(`/edi_interchanges/${came[0].id}/raw`);
    expect(raw.body.toString()).toBe(texts['a.edi']);
    const read = await eventually('all are read', async () => {
      const all = await bench.came();
      return all.every(({ status }) => status !== 'received') && all;
    });
    expect(read.map(({ status }) => status)).toEqual(['read', 'read', 'refused']);
    expect(read[0].partner.id).toBe(bench.partner.id);
    const shown = await bench.shown();
    expect(shown).toMatchObject({
      failing_since: null,
      last_error: null,
      last_worked_at: expect.any(String),
    });
  });

  it('sends what waits in the order of its numbers, under names of its template', async () => {
    for (const reference of ['7', '8', '9']) await bench.queue(reference, `UNB+${reference}`);
    const all = await bench.sent(3);
    expect(bench.names('out')).toEqual(['CODECO_7.edi', 'CODECO_8.edi', 'CODECO_9.edi']);
    expect(bytesOf(server, 'out/CODECO_8.edi').toString()).toBe('UNB+8');
    const times = all.map(({ sent_at }) => Date.parse(sent_at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const each of all)
      expect(each).toMatchObject({
        channel: { id: bench.channel.id },
        tries: 1,
        file_name: `CODECO_${each.control_reference}.edi`,
      });
    await bench.queue('8', 'another 8');
    await bench.sent(4);
    expect(bench.names('out')).toContain('CODECO_8-2.edi');
    const follower = new Follower(bench.client, 'types[]=edi_interchange.sent');
    const given = await eventually(
      'all are told',
      async () => (await follower.read()).length === 4 && follower.events,
    );
    expect(given.at(-1).data).toMatchObject({
      control_reference: '8',
      file_name: 'CODECO_8-2.edi',
      status: 'sent',
    });
  });

  it('offers the new key and the one before, until the server took the new one', async () => {
    const path = `/edi_channels/${bench.channel.id}`;
    await bench.client.patch(path, { password: null });
    const rotated = (await bench.client.post(`${path}/rotate_key`)).body.edi_channel;
    await bench.worked();
    expect(await bench.shown()).toMatchObject({
      last_error: null,
      previous_public_key: bench.channel.public_key,
    });
    server.allow(rotated.public_key);
    await bench.worked();
    const shown = await bench.shown();
    expect(shown).toMatchObject({
      public_key: rotated.public_key,
      previous_public_key: null,
      last_error: null,
    });
    const [stored] = await service.current.query<any>(
      'SELECT previous_private_key FROM edi_channels WHERE id = $1',
      [bench.channel.id],
    );
    expect(stored.previous_private_key).toBeNull();
    server.allow(bench.channel.public_key);
    await bench.worked();
    await bench.failed('The server does not let the user in.');
  });

  it('sends and takes 100 files, each once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`${at}.edi`, bench.text(String(1_000 + at))]),
    );
    for (let at = 0; at < 100; at++) await bench.queue(String(at));
    bench.put(files);
    await bench.letWaitPass();
    await soon('all were taken', () => bench.names('in').length === 0);
    await bench.sent(100);
    expect(bench.names('out')).toHaveLength(100);
    expect(bench.names('done')).toHaveLength(100);
    const came = await bench.came();
    expect(new Set(came.map(({ file_name }) => file_name)).size).toBe(100);
  });
});

describe('a channel', () => {
  let server: OwnSftpServer;
  let bench: ChannelBench;
  beforeEach(async () => {
    server = await OwnSftpServer.start();
    bench = await ChannelBench.at(service.current, server, { poll_seconds: 30 });
  });
  afterEach(async () => {
    server.instead = () => undefined;
    await restChannels(service.current, server);
  });

  it('deletes what it took where it has no folder for it, and leaves what is not for it', async () => {
    bench.put({ 'a.edi': bench.text('1'), 'b.part': 'x', '.hidden': 'x', 'c.tmp': 'x', 'd.filepart': 'x' });
    writeFileSync(join(bench.folder('in'), 'young.edi'), bench.text('2'));
    await soon('the file is gone', () => !bench.names('in').includes('a.edi'));
    expect(bench.names('in')).toEqual(['.hidden', 'b.part', 'c.tmp', 'd.filepart', 'young.edi']);
    expect(await bench.came()).toHaveLength(1);
    bench.put({ 'young.edi': bench.text('2') });
    await bench.worked();
    expect(await bench.came()).toHaveLength(2);
  });

  it('leaves a file that grows until it does not', async () => {
    const path = join(bench.folder('in'), 'a.edi');
    writeFileSync(path, 'UNB');
    await bench.worked();
    bench.put({ 'a.edi': bench.text('1') });
    await bench.worked();
    expect(bench.names('in')).toEqual(['a.edi']);
    await bench.worked();
    expect(bench.names('in')).toEqual([]);
    expect(await bench.came()).toHaveLength(1);
  });

  it('leaves a file that is larger than the server says, and takes it when that is true', async () => {
    server.sizes = { 'in/a.edi': 10 };
    bench.put({ 'a.edi': bench.text('1') });
    await bench.worked();
    expect([await bench.came(), bench.names('in')]).toEqual([[], ['a.edi']]);
    server.sizes = {};
    await bench.worked();
    await bench.worked();
    expect(bench.names('in')).toEqual([]);
  });

  it('takes files whose names have control characters and backslashes, under their cleaned names', async () => {
    bench.put({ 'a\\b.edi': 'one', 'c\td\n.edi': 'two' });
    await soon('they are gone', () => bench.names('in').length === 0);
    expect((await bench.came()).map(({ file_name }) => file_name).sort()).toEqual(['a_b.edi', 'c_d_.edi']);
  });

  it('leaves files above 16 MiB and tells of each once, and takes those of 16 MiB', async () => {
    const most = 16 * 1024 * 1024;
    const follower = new Follower(bench.client, 'types[]=edi_channel.updated');
    bench.put({ 'large.edi': Buffer.alloc(most + 1, 'x'), 'most.edi': Buffer.alloc(most, 'x') });
    await soon('the other is gone', () => bench.names('in').length === 1);
    await bench.worked();
    await bench.worked();
    expect(await bench.shown()).toMatchObject({ left_files: ['large.edi'], last_error: null });
    expect((await bench.came()).map(({ size }) => size)).toEqual([most]);
    await follower.find('edi_channel.updated');
    const given = (await follower.read()).filter(({ changes }) => changes.left_files);
    expect(given.map(({ changes }) => changes.left_files)).toEqual([[[], ['large.edi']]]);
    unlinkSync(join(bench.folder('in'), 'large.edi'));
    await bench.worked();
    expect((await bench.shown()).left_files).toEqual([]);
  });

  it('tries again after a failure, at longer and longer waits, and holds what is behind', async () => {
    const refused = "'out/CODECO_1.edi.part' was not written: permission denied.";
    server.instead = (requested, path) =>
      requested === 'OPEN' && path.includes('_1.edi') ? 'refuse' : undefined;
    let began = Date.now();
    const first = await bench.queue('1');
    await bench.queue('2');
    await bench.failed(refused);
    for (const seconds of [5, 30, 300, 900, 900]) {
      const { failures, try_at } = await bench.state();
      // it failed between the two
      expect(new Date(try_at).getTime()).toBeGreaterThan(began + seconds * 900);
      expect(new Date(try_at).getTime()).toBeLessThan(Date.now() + seconds * 1_100);
      began = Date.now();
      await bench.worked();
      expect((await bench.state()).failures).toBe(failures + 1);
    }
    const waiting = await bench.gone();
    expect(waiting.map(({ status, tries }) => [status, tries])).toEqual([
      ['queued', 6],
      ['queued', 0],
    ]);
    expect(bench.names('out')).toEqual([]);
    expect((await bench.shown()).failing_since).not.toBeNull();
    server.instead = () => undefined;
    await bench.worked();
    const sent = await bench.sent(2);
    expect(sent.find(({ id }) => id === first)!.tries).toBe(7);
    expect(await bench.shown()).toMatchObject({ failing_since: null, last_error: null });
  });

  it('is reported after an hour of failures, once, and when it works again', async () => {
    const follower = new Follower(bench.client, 'types[]=edi_channel.failing&types[]=edi_channel.recovered');
    server.instead = () => 'refuse';
    await bench.worked();
    await bench.failed('The server does not let the user in.');
    const since = `UPDATE edi_channel_states SET failing_since = now() - $2::interval WHERE edi_channel_id = $1`;
    await service.current.query(since, [bench.channel.id, '59 minutes']);
    await bench.worked();
    expect(await follower.read()).toEqual([]);
    await service.current.query(since, [bench.channel.id, '60 minutes']);
    await bench.worked();
    await bench.worked();
    const failing = await follower.find('edi_channel.failing');
    expect(failing.data).toMatchObject({
      id: bench.channel.id,
      last_error: 'The server does not let the user in.',
      failing_since: expect.any(String),
    });
    server.instead = () => undefined;
    await bench.worked();
    await bench.worked();
    const recovered = await follower.find('edi_channel.recovered');
    expect(recovered.data).toMatchObject({ last_error: null, failing_since: null });
    expect((await follower.read()).map(({ type }) => type)).toEqual([
      'edi_channel.failing',
      'edi_channel.recovered',
    ]);
  });

  it.each([
    ['refuses the user', 'login', 'refuse', 'The server does not let the user in.'],
    ['ends while it lets the user in', 'login', 'cut', 'The server ended the connection.'],
    ['ends while a folder is listed', 'READDIR', 'cut', 'The server ended the connection.'],
    ['refuses a folder', 'OPENDIR', 'refuse', "'in' was not listed: permission denied."],
  ] as const)('notes that the server %s', async (_, when, what, sentence) => {
    server.instead = (requested) => (requested === when ? what : undefined);
    await bench.worked();
    expect(await bench.shown()).toMatchObject({ last_error: sentence, failing_since: expect.any(String) });
    server.instead = () => undefined;
    await bench.worked();
    expect(await bench.shown()).toMatchObject({ last_error: null, failing_since: null });
  });

  it('does not talk to a server with another host key, and gives it no password', async () => {
    const { port } = server;
    const requested: string[] = [];
    const path = `/edi_channels/${bench.channel.id}`;
    const other = await OwnSftpServer.start();
    other.instead = (what) => void requested.push(what);
    await bench.client.patch(path, { port: other.port });
    await bench.failed(`The server shows another host key: ${other.hostKey}.`);
    expect(requested).toEqual([]);
    expect((await bench.shown()).host_key).toBe(server.hostKey);
    await bench.client.patch(path, { port });
    await bench.failed(null as never);
    await other.stop();
  });

  it('goes on with other files when one cannot be read, and says so', async () => {
    server.instead = (requested, path) => (requested === 'OPEN' && path === 'in/b' ? 'refuse' : undefined);
    bench.put({ a: bench.text('1'), b: bench.text('2'), c: bench.text('3') });
    await bench.worked();
    await bench.failed("'in/b' was not read: permission denied.");
    expect(bench.names('in')).toEqual(['b']);
    expect(await bench.came()).toHaveLength(2);
  });

  it('knows a file again that was kept by a process that died before it was moved', async () => {
    server.instead = (requested) => (requested === 'REMOVE' ? 'hang' : undefined);
    bench.put({ 'a.edi': bench.text('1') });
    await bench.letWaitPass();
    await soon('it is kept', async () => (await bench.came()).length === 1);
    await eventually('it is to be deleted', () => server.asked.includes('REMOVE in/a.edi'));
    // the process is gone: nobody renews its claim
    server.instead = () => undefined;
    await service.current.query(
      `UPDATE edi_channel_states SET claimed_until = now() - interval '1 second', claim = claim + 1, poll_at = NULL
       WHERE edi_channel_id = $1`,
      [bench.channel.id],
    );
    await soon('another one took it over', () => bench.names('in').length === 0);
    await soon('it is noted as deleted', async () => (await bench.state()).kept_file === null);
    expect(await bench.came()).toHaveLength(1);
    // the same bytes that the partner puts again are another interchange, which repeats the first
    bench.put({ 'a.edi': bench.text('1') });
    await bench.worked();
    const twice = await eventually('both are read', async () => {
      const all = await bench.came();
      return all.every(({ status }) => status !== 'received') && all;
    });
    expect(twice.map(({ status }) => status)).toEqual(['read', 'duplicate']);
  });

  it('takes another file of the same name that came after the process died', async () => {
    await service.current.query(
      `UPDATE edi_channel_states SET kept_file = '{"name": "a.edi", "sha256": "of another"}' WHERE edi_channel_id = $1`,
      [bench.channel.id],
    );
    bench.put({ 'a.edi': bench.text('1') });
    await bench.worked();
    expect(await bench.came()).toHaveLength(1);
    expect(bench.names('in')).toEqual([]);
  });

  it('does not send again what was put before the process died', async () => {
    putFiles(bench.folder('out'), { 'CODECO_1.edi': 'UNB+1' });
    await bench.queue('1', 'UNB+1');
    const [sent] = await bench.sent(1);
    expect(sent.file_name).toBe('CODECO_1.edi');
    expect(bench.names('out')).toEqual(['CODECO_1.edi']);
  });

  it('puts what is sent again beside what is still there, with the same bytes', async () => {
    const id = await bench.queue('1', 'UNB+1');
    await bench.sent(1);
    expect((await bench.client.post(`/edi_interchanges/${id}/resend`)).status).toBe(200);
    const [sent] = await bench.sent(1);
    expect(sent).toMatchObject({ file_name: 'CODECO_1-2.edi', tries: 2 });
    expect(bench.names('out')).toEqual(['CODECO_1-2.edi', 'CODECO_1.edi']);
    expect(bytesOf(server, 'out/CODECO_1-2.edi').toString()).toBe('UNB+1');
  });

  it('refuses what another partner sends through it', async () => {
    const other = await anEdiPartner(bench.client, { answers: 'always' });
    const text = interchange({ sender: other.edi_id }, [['COPARN:D:00B:UN', ['BGM+126+1+9']]], '1');
    bench.put({ 'a.edi': text });
    const [read] = await soon('it is read', async () => {
      const all = await bench.came();
      return all[0]?.status !== 'received' && all.length === 1 && all;
    });
    expect(read).toMatchObject({ status: 'refused', errors: [{ code: 'sender_unknown' }] });
    expect(read.errors[0].sentence).toContain('is not the EDI partner whose channel it came through.');
    expect(await bench.gone()).toEqual([]);
  });

  it('that is not active, or a mailbox, is not worked at', async () => {
    await bench.worked();
    await bench.client.patch(`/edi_channels/${bench.channel.id}`, { active: false });
    const { connections } = server;
    const mailbox = await anEdiChannel(bench.client, { partner: namedPartner(bench.partner) });
    await bench.queue('1');
    // one that is active is worked at meanwhile
    const other = await ChannelBench.at(service.current, await OwnSftpServer.start());
    await other.worked();
    await other.worked();
    await other.server.stop();
    expect(server.connections).toBe(connections);
    expect(mailbox.active).toBe(true);
    expect((await bench.gone())[0].status).toBe('queued');
  });

  it('is tested with 2 others of its organization at most', async () => {
    const path = `/edi_channels/${bench.channel.id}`;
    await bench.client.patch(path, { active: false });
    server.instead = () => 'hang';
    const hanging = [1, 2].map(() => bench.client.post(`${path}/test`));
    await eventually('both ask', () => server.open === 2);
    const third = await bench.client.post(`${path}/test`);
    expect(third.status).toBe(429);
    expect(third.body).toMatchObject({
      code: 'too_many_tests',
      error: 'Other channels are being tested: try again in a moment.',
    });
    server.instead = () => undefined;
    server.cut();
    // within a packet or behind it
    for (const { status, body } of await Promise.all(hanging))
      expect([status, body.connected, body.error]).toEqual([200, false, expect.stringMatching(/ ended/)]);
    expect((await bench.client.post(`${path}/test`)).body.error).toBeNull();
  });

  it('is left to other processes when the service stops', async () => {
    const stopping = await Service.start({ EDI_ALLOW_PRIVATE: 'true' });
    const theirs = await stopping.organization();
    const other = await OwnSftpServer.start();
    other.instead = (requested) => (requested === 'OPENDIR' ? 'hang' : undefined);
    await aChannelTo(other, theirs);
    await eventually('it is worked at', () => other.asked.includes('OPENDIR in'));
    await stopping.app.close();
    const database = new Connection({ connectionString: databaseUrl(stopping.database) });
    await database.connect();
    const { rows } = await database.query(
      'SELECT claimed_until, failures, last_error FROM edi_channel_states',
    );
    await database.end();
    expect(rows).toEqual([{ claimed_until: null, failures: 0, last_error: null }]);
    await stopping.stop();
    await other.stop();
  });

  it('is one of 5 of its organization and 10 in all that are worked at, those that fail apart', async () => {
    await service.current.query('UPDATE edi_channels SET active = false');
    server.instead = (requested) => (requested === 'OPENDIR' ? 'hang' : undefined);
    const others: ChannelBench[] = [];
    for (let organization = 0; organization < 3; organization++) {
      const first = await ChannelBench.at(service.current, server, { active: false });
      others.push(first);
      for (let at = 0; at < 5; at++) {
        const partner = namedPartner(await anEdiPartner(first.client));
        await aChannelTo(server, first.client, { partner, active: false });
      }
    }
    const ids = others.map(({ client }) => client.organization_id);
    const before = server.most;
    await service.current.query('UPDATE edi_channels SET active = true WHERE organization_id = ANY($1)', [
      ids,
    ]);
    await soon('10 are open', () => server.open === 10);
    const claimed = await service.current.query<{ count: number }>(
      `SELECT count(*)::integer FROM edi_channel_states WHERE claimed_until > now() GROUP BY organization_id ORDER BY 1`,
    );
    expect(Math.max(...claimed.map(({ count }) => count))).toBeLessThanOrEqual(5);
    expect(claimed.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    expect(server.most).toBe(Math.max(10, before));
    server.cut();
  });
});

describe('channels of a service that does not allow addresses that are not public', () => {
  const strict = useService({ EDI_ALLOW_PRIVATE: 'false' });

  it('do not connect there, neither by a name nor after an import', async () => {
    const server = await OwnSftpServer.start();
    const client = await strict.current.organization();
    const channel = await aChannelTo(server, client, { host: 'localhost' });
    const shown = await eventually('it failed', async () => {
      const { body } = await client.get(`/edi_channels/${channel.id}`);
      return body.edi_channel.last_error !== null && body.edi_channel;
    });
    expect(shown.last_error).toBe('localhost leads to an address that is not public.');
    await strict.current.query(`UPDATE edi_channels SET host = '127.0.0.1' WHERE id = $1`, [channel.id]);
    const { body } = await client.post(`/edi_channels/${channel.id}/test`);
    expect(body).toMatchObject({
      connected: false,
      host_key: null,
      error: '127.0.0.1 is not a public address.',
    });
    expect(server.connections).toBe(0);
    await server.stop();
  });
});

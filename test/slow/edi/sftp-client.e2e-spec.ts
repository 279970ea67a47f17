import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { newKeyPair } from '../../../src/edi/channels/keys';
import { MOST_BYTES } from '../../../src/edi/channels/listing';
import { SftpSession, SftpTarget } from '../../../src/edi/channels/sftp-client';
import { targetOf } from '../../factories/channel-bench';
import { OwnSftpServer } from '../../setup/own-sftp-server';
import { bytesOf, namesIn, putFiles, SftpServer } from '../../setup/sftp-folder';
import { SFTP_SERVERS } from '../../setup/sftp-server';

const OPTIONS = { anywhere: true, ms: 60_000 };

/** Lets connections go on, at least once, until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (!isSo());
}

describe.each(SFTP_SERVERS)('a session with the server of %s', (_, start) => {
  let server: SftpServer;
  let target: SftpTarget;
  let session: SftpSession;
  beforeEach(async () => {
    server = await start();
    target = targetOf(server);
    session = await SftpSession.open(target, OPTIONS);
  });
  afterEach(async () => {
    session.close();
    await server.stop();
  });
  const inFolder = (name: string) => join(server.folder, 'in', name);

  it('lists files with their sizes and times, and tells them from folders and links', async () => {
    const since = Date.now();
    putFiles(join(server.folder, 'in'), { 'a.edi': 'UNB', 'b.edi': 'UNB+' });
    if (!(server instanceof OwnSftpServer)) symlinkSync('a.edi', inFolder('link'));
    const listed = (await session.list('in')).filter(({ isFile }) => isFile);
    const known = listed.map(({ name, size }) => [name, size]).sort();
    expect(known).toEqual([
      ['a.edi', 3],
      ['b.edi', 4],
    ]);
    // a minute before they were put, in whole seconds
    for (const { written } of listed) {
      expect(written).toBeGreaterThanOrEqual(since - 61_000);
      expect(written).toBeLessThanOrEqual(Date.now() - 60_000);
    }
    expect((await session.list(null)).filter(({ isFile }) => isFile)).toEqual([]);
  });

  it('lists more files than come at a time', async () => {
    putFiles(
      join(server.folder, 'in'),
      Object.fromEntries(Array.from({ length: 230 }, (_, n) => [`${n}`, 'x'])),
    );
    expect((await session.list('in')).filter(({ isFile }) => isFile)).toHaveLength(230);
  });

  it('reads files up to 16 MiB, byte for byte, and none above', async () => {
    const bytes = Buffer.alloc(MOST_BYTES + 1, 'UNB+UNOA:2\xff\0', 'latin1');
    putFiles(join(server.folder, 'in'), {
      small: bytes.subarray(0, 1000),
      most: bytes.subarray(0, -1),
      more: bytes,
    });
    expect((await session.read('in/small', MOST_BYTES)).equals(bytes.subarray(0, 1000))).toBe(true);
    expect((await session.read('in/most', MOST_BYTES)).equals(bytes.subarray(0, -1))).toBe(true);
    await expect(session.read('in/more', MOST_BYTES)).rejects.toThrow(
      `'in/more' has more than ${MOST_BYTES} bytes.`,
    );
    expect((await session.read('in/small', MOST_BYTES)).length).toBe(1000);
  });

  it('puts a file under its name, and numbers a name that is taken', async () => {
    const bytes = Buffer.alloc(700_000, 'UNB');
    expect(await session.put('out', 'x.edi', bytes)).toBe('x.edi');
    expect(bytesOf(server, 'out/x.edi').equals(bytes)).toBe(true);
    expect(await session.put('out', 'x.edi', Buffer.from('other'))).toBe('x-2.edi');
    expect(await session.put('out', 'x.edi', Buffer.from('third'))).toBe('x-3.edi');
    expect(namesIn(join(server.folder, 'out'))).toEqual(['x-2.edi', 'x-3.edi', 'x.edi']);
    expect(bytesOf(server, 'out/x-2.edi').toString()).toBe('other');
  });

  it('knows a file again that it put before, by its bytes', async () => {
    await session.put('out', 'x.edi', Buffer.from('ours'));
    expect(await session.put('out', 'x.edi', Buffer.from('ours'))).toBe('x.edi');
    expect(await session.put('out', 'x.edi', Buffer.from('them'))).toBe('x-2.edi');
    expect(namesIn(join(server.folder, 'out'))).toEqual(['x-2.edi', 'x.edi']);
  });

  it('writes over a part that was left behind', async () => {
    writeFileSync(join(server.folder, 'out/x.edi.part'), 'much longer than it will be', { mode: 0o666 });
    if (!(server instanceof OwnSftpServer)) await session.remove('out/x.edi.part');
    await session.put('out', 'x.edi', Buffer.from('new'));
    expect(namesIn(join(server.folder, 'out'))).toEqual(['x.edi']);
    expect(bytesOf(server, 'out/x.edi').toString()).toBe('new');
  });

  it('moves and deletes files', async () => {
    putFiles(join(server.folder, 'in'), { a: '1', b: '2', c: '3' });
    putFiles(join(server.folder, 'done'), { b: 'of yesterday' });
    await session.move('in/a', 'done', 'a');
    await session.move('in/b', 'done', 'b');
    await session.remove('in/c');
    expect(namesIn(join(server.folder, 'in'))).toEqual([]);
    expect(namesIn(join(server.folder, 'done'))).toEqual(['a', 'b', 'b-2']);
  });

  it('says what was refused, and goes on', async () => {
    await expect(session.list('none')).rejects.toThrow("'none' was not listed: it is not there.");
    await expect(session.read('in/none', 10)).rejects.toThrow("'in/none' was not read: it is not there.");
    await expect(session.remove('in/none')).rejects.toThrow("'in/none' was not deleted: it is not there.");
    await expect(session.put('none', 'x', Buffer.from('x'))).rejects.toThrow(
      "'none/x.part' was not written: it is not there.",
    );
    expect(await session.put('out', 'x', Buffer.from('x'))).toBe('x');
  });

  it('is made with the newest key that the server takes', async () => {
    expect(session.acceptedKey).toBe(target.keys[0]);
    const other = newKeyPair();
    const second = await SftpSession.open({ ...target, keys: [other.private_key, ...target.keys] }, OPTIONS);
    expect(second.acceptedKey).toBe(target.keys[0]);
    second.close();
    server.allow(other.public_key);
    const third = await SftpSession.open({ ...target, keys: [other.private_key, ...target.keys] }, OPTIONS);
    expect(third.acceptedKey).toBe(other.private_key);
    third.close();
  });

  it('is not made without the key, nor with another host key, nor without any', async () => {
    const { private_key } = newKeyPair();
    await expect(SftpSession.open({ ...target, keys: [private_key] }, OPTIONS)).rejects.toThrow(
      'The server does not let the user in.',
    );
    await expect(SftpSession.open({ ...target, keys: [] }, OPTIONS)).rejects.toThrow(
      'The server does not let the user in.',
    );
    const host_key = `SHA256:${'A'.repeat(43)}`;
    const shown: string[] = [];
    const onHostKey = (key: string) => void shown.push(key);
    await expect(SftpSession.open({ ...target, host_key }, { ...OPTIONS, onHostKey })).rejects.toThrow(
      `The server shows another host key: ${server.hostKey}.`,
    );
    await expect(SftpSession.open({ ...target, host_key: null }, { ...OPTIONS, onHostKey })).rejects.toThrow(
      `The server shows the host key ${server.hostKey}, which is not stored yet.`,
    );
    expect(shown).toEqual([server.hostKey, server.hostKey]);
  });

  it('does not reach addresses that are not public, unless they are allowed', async () => {
    const within = { ...OPTIONS, anywhere: false };
    await expect(SftpSession.open(target, within)).rejects.toThrow('127.0.0.1 is not a public address.');
    await expect(SftpSession.open({ ...target, host: 'localhost' }, within)).rejects.toThrow(
      'localhost leads to an address that is not public.',
    );
    const named = await SftpSession.open({ ...target, host: 'localhost' }, OPTIONS);
    expect(await named.list('in')).toEqual(expect.anything());
    named.close();
  });

  it('puts and renames 100 files without a wait between the steps of each', async () => {
    const taking = async (step: (at: number) => Promise<unknown>) => {
      const began = performance.now();
      for (let at = 0; at < 100; at++) await step(at);
      return performance.now() - began;
    };
    const listing = await taking(() => session.list('in'));
    const putting = await taking((at) => session.put('out', `${at}.edi`, Buffer.from(`UNB+${at}`)));
    // where small packets wait for each other, a file takes a hundred times as long as a list
    expect(putting).toBeLessThan(50 * listing);
    expect(namesIn(join(server.folder, 'out'))).toHaveLength(100);
  });
});

describe('a session with a server that fails', () => {
  let server: OwnSftpServer;
  let target: SftpTarget;
  beforeEach(async () => {
    server = await OwnSftpServer.start();
    target = targetOf(server);
  });
  afterEach(async () => {
    mock.timers.reset();
    await server.stop();
  });

  it('is made with a password as well, which only the server with the host key gets', async () => {
    const tried: string[] = [];
    server.instead = (requested) => void tried.push(requested);
    const open = (more: Partial<SftpTarget>) =>
      SftpSession.open({ ...target, keys: [], password: OwnSftpServer.password, ...more }, OPTIONS);
    await expect(open({ host_key: null })).rejects.toThrow('not stored yet');
    expect(tried).toEqual([]);
    const session = await open({});
    expect(session.acceptedKey).toBeUndefined();
    session.close();
    await expect(open({ password: 'wrong' })).rejects.toThrow('The server does not let the user in.');
  });

  it('ends after 10 s when the server does not let it in', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const requested: string[] = [];
    server.instead = (what) => (requested.push(what), 'hang');
    const connected = new Promise((resolve) => silent.once('connection', resolve));
    mock.timers.enable({ apis: ['setTimeout'] });
    const ended: string[] = [];
    const all = [target, { ...target, port }].map((each) =>
      SftpSession.open(each, OPTIONS).catch((error: Error) => ended.push(error.message)),
    );
    await connected;
    await until(() => requested.length > 0);
    mock.timers.tick(9_999);
    await until(() => true);
    expect(ended).toEqual([]);
    mock.timers.tick(1);
    await Promise.all(all);
    expect(ended).toEqual(Array(2).fill('The server did not let the user in within 10 s.'));
    silent.close();
  });

  it('ends when the server does not answer in 30 s, and when it was used for long enough', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const session = await SftpSession.open(target, OPTIONS);
    const short = await SftpSession.open(target, { ...OPTIONS, ms: 2_000 });
    server.instead = (requested) => (requested === 'OPENDIR' ? 'hang' : undefined);
    const ended: string[] = [];
    const list = (each: SftpSession) => each.list('in').catch((error: Error) => ended.push(error.message));
    const [long, brief] = [list(session), list(short)];
    await until(() => server.asked.length === 2);
    mock.timers.tick(2_000);
    await brief;
    expect(ended).toEqual(['The connection took too long.']);
    mock.timers.tick(27_999);
    await until(() => true);
    expect(ended).toHaveLength(1);
    mock.timers.tick(1);
    await long;
    await list(session);
    expect(ended.slice(1)).toEqual(Array(2).fill("'in' was not listed: no answer in 30 s."));
  });

  it('says that nobody listens, and that the connection ended', async () => {
    const session = await SftpSession.open(target, OPTIONS);
    server.instead = (requested) => (requested === 'READ' ? 'cut' : undefined);
    putFiles(join(server.folder, 'in'), { x: 'UNB' });
    await expect(session.read('in/x', 10)).rejects.toThrow('The server ended the connection.');
    await expect(session.list('in')).rejects.toThrow('The server ended the connection.');
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await expect(SftpSession.open({ ...target, port }, OPTIONS)).rejects.toThrow(
      'The server was not reached: ECONNREFUSED.',
    );
  });

  it.each([
    ['a page of the web', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['no SSH at all', '\0\x01\x02\r\n'],
    ['an endless line', 'x'.repeat(1_000_000)],
    ['nonsense behind its name', 'SSH-2.0-x\r\n\xff\xff\xff\xff\xff\xff'],
  ])('is not made with %s', async (_, says) => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.end(says, 'latin1');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(SftpSession.open({ ...target, port }, OPTIONS)).rejects.toThrow(
      /^The (connection ended|server ended the connection)/,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('is made with a host key that signs with SHA-1 only where that is stated', async () => {
    const old = await OwnSftpServer.start({ hostKeyBits: 2048 });
    const theirs = targetOf(old);
    await expect(SftpSession.open(theirs, OPTIONS)).rejects.toThrow(/^The connection ended: .*no matching/);
    const session = await SftpSession.open({ ...theirs, legacy_algorithms: true }, OPTIONS);
    expect(await session.list('in')).toEqual([]);
    session.close();
    await old.stop();
  });
});

import { join } from 'node:path';
import { MOST_BYTES } from '../../src/edi/channels/listing';
import { SftpSession } from '../../src/edi/channels/sftp-client';
import { type Ask, ChannelBench, restChannels, soonOf, targetOf } from '../factories/channel-bench';
import { Follower } from '../setup/events';
import { OwnSftpServer } from '../setup/own-sftp-server';
import { useService } from '../setup/service';
import { putFiles } from '../setup/sftp-folder';

/** What a server of others cannot make a channel do: test/slow/edi has what channels do otherwise. */
describe('the brakes of a channel', () => {
  const service = useService({ EDI_ALLOW_PRIVATE: 'true' });
  const soon = <T>(what: string, ask: Ask<T>) => soonOf(service.current, what, ask);
  let server: OwnSftpServer;
  let bench: ChannelBench;
  beforeEach(async () => {
    server = await OwnSftpServer.start();
    bench = await ChannelBench.at(service.current, server, { poll_seconds: 30 });
  });
  afterEach(() => restChannels(service.current, server));

  it('is given up for an hour at which three processes died, and is tried again once it is changed', async () => {
    const follower = new Follower(bench.client, 'types[]=edi_channel.failing&types[]=edi_channel.recovered');
    await bench.worked();
    const connections = server.connections;
    await service.current.query(
      `UPDATE edi_channel_states SET claimed_until = now() - interval '1 second', tries = 3, poll_at = NULL
       WHERE edi_channel_id = $1`,
      [bench.channel.id],
    );
    const sentence =
      'The service failed at this channel 3 times: it is tried again in an hour, or when it is changed.';
    await bench.failed(sentence);
    expect((await follower.find('edi_channel.failing')).data).toMatchObject({ last_error: sentence });
    const { tries, try_at, claimed_until } = await bench.state();
    expect([tries, claimed_until]).toEqual([2, null]);
    expect(try_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(server.connections).toBe(connections);
    await bench.client.as('admin').patch(`/edi_channels/${bench.channel.id}`, { poll_seconds: 61 });
    await soon('it works again', async () => (await bench.shown()).last_error === null);
    expect((await bench.state()).tries).toBe(0);
  });

  it('takes 1 GiB within a day, and leaves the rest', async () => {
    await bench.worked();
    await service.current.query(
      `UPDATE edi_channel_states SET counted_since = now() - interval '23 hours', counted_bytes = 1073741824 - $2
       WHERE edi_channel_id = $1`,
      [bench.channel.id, bench.text('1').length],
    );
    bench.put({ a: bench.text('1'), b: bench.text('2') });
    await bench.worked();
    await bench.failed('The channel took 1 GiB within a day: the other files wait there.');
    expect(bench.names('in')).toEqual(['b']);
    await service.current.query(
      `UPDATE edi_channel_states SET counted_since = now() - interval '25 hours' WHERE edi_channel_id = $1`,
      [bench.channel.id],
    );
    await bench.worked();
    expect(bench.names('in')).toEqual([]);
  });
});

describe('the brakes of a session', () => {
  const options = { anywhere: true, ms: 60_000 };
  let server: OwnSftpServer;
  let session: SftpSession;
  beforeEach(async () => {
    server = await OwnSftpServer.start();
    session = await SftpSession.open(targetOf(server), options);
  });
  afterEach(async () => {
    session.close();
    await server.stop();
  });

  it('reads no more of a file without an end than 16 MiB', async () => {
    putFiles(join(server.folder, 'in'), { x: 'UNB' });
    server.endless = true;
    await expect(session.read('in/x', MOST_BYTES)).rejects.toThrow("'in/x' has more than 16777216 bytes.");
    server.endless = false;
    expect((await session.read('in/x', MOST_BYTES)).toString()).toBe('UNB');
  });

  it('lists no more than 10,000 entries and 10 MB of names, and none that is too long', async () => {
    const asked = () => server.asked.splice(0).filter((each) => each.startsWith('READDIR')).length;
    server.invents = Array.from({ length: 500 }, (_, n) => `${n}.edi`);
    expect(await session.list('in')).toHaveLength(10_000);
    expect(asked()).toBe(20);
    server.invents = ['x'.repeat(120_000)];
    expect(await session.list('in')).toEqual([]);
    expect(asked()).toBe(42);
    server.invents = ['x'.repeat(256), 'y'.repeat(255)];
    const names = (await session.list('in')).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['y'.repeat(255)]));
  });

  it('reads a file in the parts that the server sends, and ends where it sends tiny ones', async () => {
    putFiles(join(server.folder, 'in'), { x: 'UNB+'.repeat(2_000) });
    server.part = 1_024;
    expect((await session.read('in/x', MOST_BYTES)).toString()).toBe('UNB+'.repeat(2_000));
    server.part = 1;
    server.asked.splice(0);
    await expect(session.read('in/x', MOST_BYTES)).rejects.toThrow(
      "'in/x' was not read: the server sends it in tiny parts.",
    );
    expect(session.isOpen).toBe(false);
    expect(server.asked.length).toBeLessThan(20);
  });
});

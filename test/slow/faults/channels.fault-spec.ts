import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { OwnSftpServer } from '../../setup/own-sftp-server';
import { namesIn, putFiles } from '../../setup/sftp-folder';
import { FaultyDatabase } from './database';
import { within } from './pace';
import { aFreePort } from './programs';

/** How long a claim of a process that was killed holds, and how long taking over takes, in milliseconds. */
const CLAIM_MS = 60_000;
const TAKEN_OVER_MS = 15_000;

describe('a service that is killed while it works at a channel', () => {
  let database: FaultyDatabase;
  let server: OwnSftpServer;
  let served: Served;
  let token: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    server = await OwnSftpServer.start();
    token = await database.token(randomUUID());
    env = { DATABASE_URL: database.url, PORT: String(await aFreePort()), EDI_ALLOW_PRIVATE: 'true' };
    served = await Served.start(env);
  });
  afterAll(async () => {
    await served?.stop();
    await server?.stop();
    await database?.stop();
  });

  const create = async (path: string, body: object) => {
    const answer = await fetch(`${served.base}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Record<string, { id: number }>;
  };

  it('between keeping a file and deleting it: another one knows the file, and keeps it once', async () => {
    const partner = { name: 'Hub', edi_id: 'HUB' };
    await create('/edi_partners', partner);
    server.instead = (requested) => (requested === 'REMOVE' ? 'hang' : undefined);
    putFiles(join(server.folder, 'in'), { 'a.edi': 'UNB+UNOC:3+HUB+NORTHQUAY' });
    await create('/edi_channels', {
      partner,
      direction: 'in',
      kind: 'sftp',
      host: '127.0.0.1',
      port: server.port,
      username: server.username,
      password: OwnSftpServer.password,
      host_key: server.hostKey,
      in_folder: 'in',
    });
    await eventually('the file is to be deleted', () => server.asked.includes('REMOVE in/a.edi'));
    await served.kill();
    const kept = () => database.query<{ count: number }>('SELECT count(*) FROM edi_interchanges');
    expect(await kept()).toEqual([{ count: 1 }]);
    expect(namesIn(join(server.folder, 'in'))).toEqual(['a.edi']);
    server.instead = () => undefined;
    const began = performance.now();
    served = await Served.start(env);
    const patience = CLAIM_MS + within(TAKEN_OVER_MS);
    await eventually('the file is deleted', () => !namesIn(join(server.folder, 'in')).length, patience);
    console.log(`a killed process is taken over after ${Math.round((performance.now() - began) / 1000)} s`);
    expect(await kept()).toEqual([{ count: 1 }]);
  });

  it('three times: the channel is given up with a sentence, and nobody connects to its server any more', async () => {
    let isAsked!: () => void;
    server.instead = (requested) => {
      if (requested === 'READDIR') isAsked();
      return requested === 'READDIR' ? 'hang' : undefined;
    };
    /** Lets the claim and the wait pass, and starts another process unless there is one. */
    const again = async (isFirst = false) => {
      await database.query(
        'UPDATE edi_channel_states SET claimed_until = now(), poll_at = NULL, try_at = NULL',
      );
      if (!isFirst) served = await Served.start(env);
    };
    for (let time = 0; time < 3; time++) {
      const requested = new Promise<void>((resolve) => (isAsked = resolve));
      await again(time === 0);
      await requested;
      await served.kill();
    }
    const { connections } = server;
    await again();
    const sentence =
      'The service failed at this channel 3 times: it is tried again in an hour, or when it is changed.';
    await eventually(sentence, async () => {
      const [state] = await database.query<{ last_error: string }>(
        'SELECT last_error FROM edi_channel_states',
      );
      return state!.last_error === sentence;
    });
    expect(server.connections).toBe(connections);
  });
});

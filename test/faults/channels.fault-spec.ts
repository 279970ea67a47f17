import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Served } from '../cli/process';
import { eventually } from '../setup/eventually';
import { OwnSftpServer } from '../setup/own-sftp-server';
import { namesIn, putFiles } from '../setup/sftp-folder';
import { FaultyDatabase } from './database';
import { aFreePort } from './programs';

/** How long a claim of a process that was killed holds, and some time to take over, in milliseconds. */
const TAKEN_OVER_MS = 75_000;

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
    server.instead = (asked) => (asked === 'REMOVE' ? 'hang' : undefined);
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
    await eventually('the file is deleted', () => !namesIn(join(server.folder, 'in')).length, TAKEN_OVER_MS);
    console.log(`a killed process is taken over after ${Math.round((performance.now() - began) / 1000)} s`);
    expect(await kept()).toEqual([{ count: 1 }]);
  });
});

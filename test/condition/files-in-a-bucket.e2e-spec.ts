import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { FileBytes } from '../../src/common/files/file-bytes';
import { UnusedFiles } from '../../src/common/files/unused-files.service';
import { moveFiles, removeLostBytes } from '../../src/common/files/upkeep';
import { loadConfig } from '../../src/common/config/config';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import type { Actor } from '../../src/common/tenancy/actor';
import { aFile, aPdf, uploading } from '../factories/files';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Service } from '../setup/service';
import { asTest } from '../wall/guard';

describe('files in a bucket', () => {
  let folder: string;
  let server: S3rver;
  let service: Service;
  let client: Client;
  let actor: Actor;
  let url: string;
  let bytes: FileBytes;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bucket-'));
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'terminal-files', configs: [] }],
    });
    const { port } = await server.run();
    process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
    process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
    url = `s3://terminal-files?endpoint=http://127.0.0.1:${port}`;
    service = await Service.start({ FILES_URL: url, FILES_LIMIT_MB: '7' });
    bytes = new FileBytes(service.commands, loadConfig({ FILES_URL: url }));
  });
  afterAll(async () => {
    await bytes.s3!.close();
    await service.stop();
    await server.close();
    await rm(folder, { recursive: true });
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
  });
  beforeEach(async () => {
    client = await service.organization();
    const organizations = new OrganizationsService(service.dataSource.manager);
    const all = await asTest(() => organizations.list());
    actor = organizations.actorFor(all.find(({ id }) => id === client.organization_id)!);
  });

  const objects = async () => {
    const keys: string[] = [];
    for await (const page of bytes.s3!.list()) keys.push(...page.map(({ key }) => key));
    return keys.filter((key) => key.startsWith(`${client.organization_id}/`));
  };
  const shown = (id: number, headers: Record<string, string> = {}) =>
    service.app.inject({
      url: `/api/v1/files/${id}`,
      headers: { authorization: `Token token=${client.tokens.read}`, ...headers },
    });
  const kept = (id: number) =>
    service
      .query<{ kept_in: string; chunks: number }>(
        `SELECT kept_in, (SELECT count(*)::integer FROM file_chunks c WHERE c.organization_id = f.organization_id AND c.file_id = f.id) AS chunks
         FROM files f WHERE organization_id = $1 AND id = $2`,
        [client.organization_id, id],
      )
      .then(([row]) => row);

  it('are written in parts, and read whole, in ranges and smaller', async () => {
    const sent = aPdf(6 * 1024 * 1024);
    const { id } = await aFile(client, sent, 'application/pdf');
    expect(await kept(id)).toEqual({ kept_in: 's3', chunks: 0 });
    expect(await objects()).toHaveLength(1);
    expect((await shown(id)).rawPayload.equals(sent)).toBe(true);
    const part = await shown(id, { range: 'bytes=5242879-5242881' });
    expect([part.statusCode, part.rawPayload]).toEqual([206, sent.subarray(5_242_879, 5_242_882)]);
    const picture = await aFile(client);
    const { statusCode } = await service.app.inject({
      url: `/api/v1/files/${picture.id}?size=320`,
      headers: { authorization: `Token token=${client.tokens.read}` },
    });
    expect(statusCode).toBe(200);
  });

  it('are as large as FILES_LIMIT_MB says', async () => {
    const most = 7 * 1024 * 1024 - aPdf(0).length;
    await aFile(client, aPdf(most), 'application/pdf');
    expect(await uploading(client, aPdf(most + 1), 'application/pdf')).toMatchObject({
      status: 413,
      body: { error: 'The file is larger than 7 MiB.', code: 'file_too_large' },
    });
    expect(await objects()).toHaveLength(1);
  });

  it('are moved to the database and back', async () => {
    const sent = aPdf(600_000);
    const { id } = await aFile(client, sent, 'application/pdf');
    await aFile(client);
    expect(await moveFiles(service.commands, bytes, actor, 'database')).toBe(2);
    expect(await kept(id)).toEqual({ kept_in: 'database', chunks: 3 });
    expect(await objects()).toEqual([]);
    expect((await shown(id)).rawPayload.equals(sent)).toBe(true);
    expect(await moveFiles(service.commands, bytes, actor, 's3')).toBe(2);
    expect(await moveFiles(service.commands, bytes, actor, 's3')).toBe(0);
    expect(await kept(id)).toEqual({ kept_in: 's3', chunks: 0 });
    expect((await shown(id)).rawPayload.equals(sent)).toBe(true);
  });

  it('leave the bucket with their row, and by maintenance where that failed', async () => {
    const { id } = await aFile(client);
    const lost = await aFile(client);
    const kept = await aFile(client);
    await service.query('DELETE FROM files WHERE organization_id = $1 AND id = $2', [
      client.organization_id,
      lost.id,
    ]);
    await service.query(
      `UPDATE files SET unused_since = now() - interval '61 minutes' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, id],
    );
    service.app.get(UnusedFiles).wake();
    await eventually('the object to be removed', async () => (await objects()).length === 2);
    const of = (organization_id: number) => (organization_id === client.organization_id ? actor : undefined);
    expect(await removeLostBytes(service.commands, bytes, of)).toBe(0);
    expect(await removeLostBytes(service.commands, bytes, of, Date.now() + 60_000)).toBe(1);
    expect(await objects()).toHaveLength(1);
    expect((await shown(kept.id)).statusCode).toBe(200);
  });

  it('answer 503 where the bucket has them not, or nobody says which it is', async () => {
    const { id } = await aFile(client);
    const [key] = await objects();
    await bytes.s3!.remove(key!);
    const answer = await client.get(`/files/${id}`);
    expect(answer).toMatchObject({ status: 503, body: { code: 'files_away' } });
    const without = await Service.on(service.database);
    const other = service.clientOf(client, without);
    expect((await other.get(`/files/${id}`)).status).toBe(503);
    await without.app.close();
    expect((await readdir(folder)).length).toBeGreaterThan(0);
  });
});

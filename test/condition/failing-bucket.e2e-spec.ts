import { FileBytes } from '../../src/common/files/file-bytes';
import { UnusedFiles } from '../../src/common/files/unused-files.service';
import { removeLostBytes } from '../../src/common/files/upkeep';
import { loadConfig } from '../../src/common/config/config';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import type { Actor } from '../../src/common/tenancy/actor';
import { aFile, aPdf, uploading } from '../factories/files';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { type BucketFault, FailingBucket } from '../setup/failing-bucket';
import { Service } from '../setup/service';
import { asTest } from '../wall/guard';

const MIB = 1024 * 1024;
const AWAY = {
  status: 503,
  body: { error: 'The files cannot be reached. Please try again.', code: 'files_away' },
};

/** What a request is answered whose time is over. */
const LATE = { status: 503, body: { code: 'unavailable' } };

describe('a bucket that fails', () => {
  let bucket: FailingBucket;
  let service: Service;
  /** One that waits for nothing longer than a second. */
  let hasty: Service;
  let client: Client;
  let actor: Actor;
  let bytes: FileBytes;

  beforeAll(async () => {
    bucket = await FailingBucket.start();
    service = await Service.start({ FILES_URL: bucket.url, DATABASE_POOL_SIZE: '2' });
    hasty = await Service.on(service.database, { FILES_URL: bucket.url, HANDLER_TIMEOUT_MS: '1000' });
    bytes = new FileBytes(service.commands, loadConfig({ FILES_URL: bucket.url }));
  });
  afterAll(async () => {
    await bytes.s3!.close();
    await hasty.app.close();
    await service.stop();
    await bucket.stop();
  });
  beforeEach(async () => {
    client = await service.organization();
    const organizations = new OrganizationsService(service.dataSource.manager);
    const all = await asTest(() => organizations.list());
    actor = organizations.actorFor(all.find(({ id }) => id === client.organization_id)!);
  });
  afterEach(() => (bucket.fault = () => undefined));

  const fails = (method: string, fault: BucketFault) =>
    (bucket.fault = (asked) => (asked === method ? fault : undefined));
  const objects = async () => {
    const keys: string[] = [];
    for await (const page of bytes.s3!.list()) keys.push(...page.map(({ key }) => key));
    return keys.filter((key) => key.startsWith(`${client.organization_id}/`));
  };
  const rows = () =>
    service.query<{ id: number }>('SELECT id FROM files WHERE organization_id = $1', [
      client.organization_id,
    ]);

  it.each<BucketFault>(['refuse', 'reset', 'hang'])(
    'leaves neither a row nor bytes where an upload meets "%s"',
    async (fault) => {
      fails('PUT', fault);
      const [by, answer] = fault === 'hang' ? [service.clientOf(client, hasty), LATE] : [client, AWAY];
      expect(await uploading(by, aPdf(4 * MIB), 'application/pdf')).toMatchObject(answer);
      bucket.fault = () => undefined;
      expect([await rows(), await objects()]).toEqual([[], []]);
      await aFile(client, aPdf(4 * MIB), 'application/pdf');
      expect([await rows(), await objects()]).toEqual([[expect.anything()], [expect.anything()]]);
    },
  );

  it('keeps no connection of the database while it hangs', async () => {
    let hung = 0;
    bucket.fault = (method) => (method === 'PUT' && hung++ < 6 ? 'hang' : undefined);
    const uploads = Array.from({ length: 6 }, () => uploading(client, aPdf(), 'application/pdf'));
    await eventually('all to hang', () => hung === 6);
    const { status } = await client.post('/freight_forwarders', { name: 'While it hangs' });
    expect(status).toBe(201);
    for (const upload of uploads) expect(await upload).toMatchObject(AWAY);
  });

  it('is told where it fails before it sends a byte', async () => {
    const { id } = await aFile(client);
    fails('GET', 'refuse');
    expect(await client.get(`/files/${id}`)).toMatchObject(AWAY);
    expect(await client.get(`/files/${id}?size=320`)).toMatchObject(AWAY);
    fails('GET', 'hang');
    expect(await service.clientOf(client, hasty).get(`/files/${id}`)).toMatchObject(LATE);
  });

  it('cuts an answer that it cuts, and a picture of another size is not made of half', async () => {
    const sent = aPdf(4 * MIB);
    const { id } = await aFile(client, sent, 'application/pdf');
    const picture = await aFile(client);
    fails('GET', 'cut');
    const headers = { authorization: `Token token=${client.tokens.read}` };
    await service.app.listen(0, '127.0.0.1');
    const base = await service.app.getUrl();
    const answer = await fetch(`${base}/api/v1/files/${id}`, { headers });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(sent.length)]);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(await client.get(`/files/${picture.id}?size=320`)).toMatchObject(AWAY);
    bucket.fault = () => undefined;
    const whole = await fetch(`${base}/api/v1/files/${id}`, { headers });
    expect(Buffer.from(await whole.arrayBuffer()).equals(sent)).toBe(true);
  });

  it('loses its bytes by maintenance where they could not be deleted with their row', async () => {
    const { id } = await aFile(client);
    await service.query(
      `UPDATE files SET unused_since = now() - interval '61 minutes' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, id],
    );
    let asked = 0;
    bucket.fault = (method) => (method === 'DELETE' && asked++ >= 0 ? 'reset' : undefined);
    service.app.get(UnusedFiles).wake();
    await eventually('the row to go', async () => (await rows()).length === 0);
    await eventually('a try', () => asked > 0);
    expect(await objects()).toHaveLength(1);
    bucket.fault = () => undefined;
    const of = (organization_id: number) => (organization_id === client.organization_id ? actor : undefined);
    expect(await removeLostBytes(service.commands, bytes, of, Date.now() + 60_000)).toBe(1);
    expect(await objects()).toEqual([]);
  });

  it('keeps no bytes of an upload that the database refuses', async () => {
    await service.query(
      `INSERT INTO file_upload_hours (organization_id, token_id, hour, bytes)
       SELECT t.organization_id, t.id, date_trunc('hour', clock_timestamp()), 1024 ^ 3
       FROM tokens t WHERE t.organization_id = $1`,
      [client.organization_id],
    );
    expect((await uploading(client, aPdf(), 'application/pdf')).status).toBe(429);
    expect([await rows(), await objects()]).toEqual([[], []]);
  });
});

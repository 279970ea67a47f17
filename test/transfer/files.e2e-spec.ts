import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFile, aPdf } from '../factories/files';
import { aFolder, exportFolder, importFiles, importFolder } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('files in an export', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const exported = async (of = client) => {
    const folder = aFolder();
    await exportFolder(of, folder, ['users', 'files']);
    return folder;
  };
  const only = (folder: string) => {
    const [key] = readdirSync(join(folder, 'files'));
    return { key: key!, path: join(folder, 'files', key!) };
  };

  it('have their bytes beside the lines, and come into another organization with them', async () => {
    const sent = aPdf(700_000);
    const file = await aFile(client, sent, 'application/pdf', 'papers.pdf');
    const folder = await exported();
    const { key, path } = only(folder);
    expect(sha256(readFileSync(path))).toBe(sha256(sent));
    expect(JSON.parse(readFileSync(join(folder, 'files.ndjson'), 'utf8'))).toEqual({
      key,
      name: 'papers.pdf',
      content_type: 'application/pdf',
      bytes: sent.length,
      sha256: sha256(sent),
      original_sha256: sha256(sent),
      user: 'tester@harbour.example',
    });
    const copy = await service.current.organization();
    expect((await importFolder(copy, folder)).refused).toBeUndefined();
    const [{ id }] = await service.current.query<any>('SELECT id FROM files WHERE organization_id = $1', [
      copy.organization_id,
    ]);
    const { rawPayload } = await service.current.app.inject({
      url: `/api/v1/files/${id}`,
      headers: { authorization: `Token token=${copy.tokens.read}` },
    });
    expect(rawPayload.equals(sent)).toBe(true);
    const again = await exported(copy);
    for (const name of ['export.json', 'files.ndjson', `files/${key}`])
      expect(readFileSync(join(again, name)).equals(readFileSync(join(folder, name)))).toBe(true);
    expect(file.id).not.toBe(id);
  });

  it('are removed from the folder by a later export without them', async () => {
    const { id } = await aFile(client);
    const folder = await exported();
    const { path } = only(folder);
    await service.current.query('DELETE FROM files WHERE organization_id = $1 AND id = $2', [
      client.organization_id,
      id,
    ]);
    await exportFolder(client, folder, ['users', 'files']);
    expect(existsSync(path)).toBe(false);
  });

  it('are refused without their bytes, with others, and where they would change', async () => {
    await aFile(client);
    const folder = await exported();
    const { key, path } = only(folder);
    const bytes = readFileSync(path);
    rmSync(join(folder, 'export.json'));
    const copy = await service.current.organization();
    const refusal = `files/${key} is missing, or is not what its line says: nothing was kept.`;
    for (const other of [bytes.subarray(1), Buffer.concat([Buffer.from([0]), bytes.subarray(1)])]) {
      writeFileSync(path, other);
      expect((await importFolder(copy, folder)).refused).toBe(refusal);
    }
    rmSync(path);
    expect((await importFolder(copy, folder)).refused).toBe(refusal);
    const line = JSON.parse(readFileSync(join(folder, 'files.ndjson'), 'utf8'));
    const changed = await importFiles(client, { 'files.ndjson': [{ ...line, sha256: '0'.repeat(64) }] });
    expect(changed.bad).toEqual(['files.ndjson:1: sha256: A file cannot be changed.']);
    const elsewhere = await importFiles(copy, { 'files.ndjson': [{ ...line, key: '../../passwd' }] });
    expect(elsewhere.bad).toEqual(['files.ndjson:1: key: must be a UUID']);
  });
});

import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { aVessel } from '../factories/voyages';
import { aFolder, exportFolder, importFiles, importFolder } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const VESSELS = 'vessels.ndjson';

describe('the files of an export', () => {
  const service = useService();
  let client: Client;
  let folder: string;
  beforeEach(async () => {
    client = await service.current.organization();
    await aVessel(client);
    folder = aFolder();
    await exportFolder(client, folder);
  });

  it('are for their owner alone, and nothing is left beside them', () => {
    const names = readdirSync(folder);
    expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
    expect(new Set(names.map((name) => statSync(join(folder, name)).mode & 0o777))).toEqual(new Set([0o600]));
  });

  it('are taken as they were written, and refused when one is cut, changed or missing', async () => {
    const dryRun = async () => (await importFolder(client, folder, true)).refused;
    const path = join(folder, VESSELS);
    expect(await dryRun()).toBeUndefined();
    const whole = readFileSync(path, 'utf8');
    const refusal = /^vessels.ndjson is not as the export left it/;
    truncateSync(path, whole.length - 1);
    expect(await dryRun()).toMatch(refusal);
    appendFileSync(path, ' ');
    expect(await dryRun()).toMatch(refusal);
    rmSync(path);
    expect(await dryRun()).toMatch(refusal);
    rmSync(join(folder, 'export.json'));
    expect(await dryRun()).toBeUndefined();
  });

  it.each(['{', 'null', '{}', '{"files": {"vessels.ndjson": null}}'])(
    'are refused beside an export.json of %s',
    async (contents) => {
      const { refused } = await importFiles(client, { 'pilots.ndjson': [], 'export.json': contents });
      expect(refused).toMatch(/^export.json is not as the export left it/);
    },
  );

  it('replace a link, and leave what it leads to as it was', async () => {
    const elsewhere = join(aFolder({ 'precious.txt': 'keep' }), 'precious.txt');
    rmSync(join(folder, VESSELS));
    symlinkSync(elsewhere, join(folder, VESSELS));
    await exportFolder(client, folder);
    expect(readFileSync(elsewhere, 'utf8')).toBe('keep');
    expect((await importFolder(client, folder, true)).refused).toBeUndefined();
  });

  it('stay as they were when a later export fails half-way', async () => {
    const before = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    await aVessel(client);
    await service.current.query('ALTER TABLE invoices RENAME TO invoices_away');
    try {
      await expect(exportFolder(client, folder)).rejects.toThrow();
    } finally {
      await service.current.query('ALTER TABLE invoices_away RENAME TO invoices');
    }
    expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])).toEqual(
      before,
    );
  });
});

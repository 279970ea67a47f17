import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { aContainerInYard, aPreAdvice, pickUp } from '../factories/gate';
import { aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import { aVessel, aVoyage, aVoyageEvent, aVoyageEventType } from '../factories/voyages';
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

  it('are readable by their owner alone, and leave nothing beside them', () => {
    const names = readdirSync(folder);
    expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
    expect(new Set(names.map((name) => statSync(join(folder, name)).mode & 0o777))).toEqual(new Set([0o600]));
  });

  it('are imported as they were written, and refused when one is cut, changed or missing', async () => {
    const dryRun = async () => (await importFolder(client, folder, { dryRun: true })).refused;
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

  it('have older forms of stored keys, and are imported with them; a file of a user is not', async () => {
    const { user } = await client.create('/users', { email: 'mara@harbour.example' });
    const { port } = await client.create('/ports', { locode: 'NLVLI' });
    const { genset } = await client.create('/gensets', { genset: { number: 'GS-1' } });
    const { terminal } = await client.create('/terminals', { name: 'North' });
    const edi_settings = { edi_partner: { name: 'Hub' } };
    await client.create('/shipping_lines', { shipping_line: { code: 'WHA', edi_settings } });
    const [partner] = await service.current.query<{ id: number }>(
      'SELECT id FROM edi_partners WHERE organization_id = $1',
      [client.organization_id],
    );
    for (const [table, column, id, value] of [
      ['users', 'email', user.id, 'mara'],
      ['users', 'email', client.user_id, 'gate desk'],
      ['ports', 'name', port.id, 'Vlissingen'],
      ['gensets', 'number', genset.id, 'GS\u00a01'],
      ['terminals', 'name', terminal.id, 'North\u200b'],
      ['edi_partners', 'name', partner!.id, 'Hub\u200b'],
    ])
      await service.current.query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [value, id]);
    await exportFolder(client, folder);
    const copy = await service.current.organization();
    expect((await importFolder(copy, folder)).bad).toEqual([]);
    const again = aFolder();
    await exportFolder(copy, again);
    const users = readFileSync(join(folder, 'users.ndjson'), 'utf8');
    expect(users).toContain('"email":"gate desk"');
    // the copy has a user of its own
    expect(readFileSync(join(again, 'users.ndjson'), 'utf8')).toContain(users);
    for (const file of ['gensets.ndjson', 'terminals.ndjson', 'shipping_lines.ndjson'])
      expect(readFileSync(join(again, file))).toEqual(readFileSync(join(folder, file)));

    const none = aFolder({ 'export.json': '{"files": {}}', 'users.ndjson': [{ email: 'mara' }] });
    expect((await importFolder(copy, none)).bad).toEqual([
      'users.ndjson:1: email: must be an e-mail address',
    ]);

    rmSync(join(folder, 'export.json'));
    const other = await service.current.organization();
    expect((await importFolder(other, folder)).bad).toEqual([
      'edi_partners.ndjson:1: name: must not have invisible characters',
      'shipping_lines.ndjson:1: edi_settings.edi_partner: must not have invisible characters',
      'users.ndjson:1: email: must be an e-mail address',
      'users.ndjson:2: email: must be an e-mail address',
      'terminals.ndjson:1: name: must not have invisible characters',
      'gensets.ndjson:1: number: must not have invisible characters',
    ]);
  });

  it('have pre-advices as they were taken, whatever settings and companies are by now', async () => {
    const { code } = await aTruckingCompany(client);
    const { license_plate: truck } = await aTruck(client, { trucking_company: code });
    const driver = await aTruckDriver(client, { trucking_company: code });
    await aPreAdvice(client, { truck, truck_driver: driver.license_number });
    const other = (await aTruckingCompany(client)).code;
    const moved = await client.patch(`/truck_drivers/${driver.id}`, { trucking_company: other });
    expect(moved.status).toBe(200);
    await client.patch('/organization', { pre_advice_truck_required: false });
    const { number } = await aContainerInYard(client);
    await aPreAdvice(client, { truck: undefined, purposes: [pickUp(number)] });
    await exportFolder(client, folder);

    const copy = await service.current.organization();
    await copy.patch('/organization', { validates_bills: true });
    expect((await importFolder(copy, folder)).bad).toEqual([]);
    const again = aFolder();
    await exportFolder(copy, again);
    const preAdvices = readFileSync(join(folder, 'pre_advices.ndjson'), 'utf8');
    expect(readFileSync(join(again, 'pre_advices.ndjson'), 'utf8')).toBe(preAdvices);

    rmSync(join(folder, 'export.json'));
    const stranger = await service.current.organization();
    await stranger.patch('/organization', { validates_bills: true });
    const { bad } = await importFolder(stranger, folder);
    // their numbers are made at random, and a file is in the order of these
    expect(bad.map((each) => each.replace(/:\d:/, '')).toSorted()).toEqual([
      'pre_advices.ndjson truck: is required',
      expect.stringMatching(/^pre_advices.ndjson trucking_company: .* belongs to another trucking company/),
    ]);
  });

  it('have voyage events with their values, whatever their type states by now', async () => {
    const type = await aVoyageEventType(client, { custom_value_type: 'string' });
    const { number } = await aVoyage(client);
    await aVoyageEvent(client, number, { custom_value: 'two tugs' }, type);
    const changed = await client.patch(`/voyage_event_types/${type.id}`, { custom_value_type: 'number' });
    expect(changed.status).toBe(200);
    await exportFolder(client, folder);

    const copy = await service.current.organization();
    expect((await importFolder(copy, folder)).bad).toEqual([]);
    expect((await copy.get(`/voyages/${number}/voyage_events`)).body.voyage_events).toMatchObject([
      { custom_value: 'two tugs' },
    ]);

    rmSync(join(folder, 'export.json'));
    const stranger = await service.current.organization();
    expect((await importFolder(stranger, folder)).bad).toEqual([
      'voyage_events.ndjson:1: custom_value: Custom value must be a number.',
    ]);
  });

  it.each(['{', 'null', '{}', '{"files": "ab"}', '{"files": {"vessels.ndjson": null}}'])(
    'are refused beside an export.json of %s',
    async (contents) => {
      const { refused } = await importFiles(client, { 'pilots.ndjson': [], 'export.json': contents });
      expect(refused).toMatch(/^export.json is not as the export left it/);
    },
  );

  it('replace a link, and leave its target unchanged', async () => {
    const elsewhere = join(aFolder({ 'precious.txt': 'keep' }), 'precious.txt');
    rmSync(join(folder, VESSELS));
    symlinkSync(elsewhere, join(folder, VESSELS));
    await exportFolder(client, folder);
    expect(readFileSync(elsewhere, 'utf8')).toBe('keep');
    expect((await importFolder(client, folder, { dryRun: true })).refused).toBeUndefined();
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

  it('are refused where only some of them are in place, also in a new folder', async () => {
    const fresh = aFolder();
    mkdirSync(join(fresh, VESSELS));
    await expect(exportFolder(client, fresh)).rejects.toThrow();
    rmSync(join(fresh, VESSELS), { recursive: true });
    expect((await importFolder(client, fresh, { dryRun: true })).refused).toMatch(
      / is not as the export left it/,
    );
  });
});

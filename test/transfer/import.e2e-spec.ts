import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { transferKinds } from '../../src/transfer/kinds';
import { aFolder, Files, importFiles, importFolder } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const FORBIDDEN_KEY = 'has a key that is not taken: `__proto__`, or `constructor` with `prototype`';

describe('import', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const list = async (kind: string) => (await client.get(`/${kind}?per=100`)).body[kind];
  const count = async (table: string) => {
    const [row] = await service.current.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${table} WHERE organization_id = $1`,
      [client.organization_id],
    );
    return row!.count;
  };

  describe('of good lines', () => {
    it('creates records in dependency order, whatever the order of the files', async () => {
      const stated = await importFiles(client, {
        'berth_areas.ndjson': [{ name: 'Berth 1', terminal: 'North Quay' }],
        'terminals.ndjson': [{ name: 'North Quay' }],
      });
      expect(stated).toEqual({
        results: [
          { file: 'terminals.ndjson', lines: 1, created: 1, updated: 0 },
          { file: 'berth_areas.ndjson', lines: 1, created: 1, updated: 0 },
        ],
        bad: [],
        notes: [],
      });
      expect(await list('berth_areas')).toMatchObject([
        { name: 'Berth 1', terminal: { name: 'North Quay' } },
      ]);
    });

    it('changes nothing in a second run, not even updated_at, which moves with a change', async () => {
      const files = {
        'container_types.ndjson': [{ code: '20DV', size: 20, is_reefer: false }],
        'containers.ndjson': [
          { number: 'whau 414203 3', container_type: '20DV', weight: '21580.5', seals: ['A', 'B'] },
        ],
      };
      await importFiles(client, files);
      const before = [await list('container_types'), await list('containers')];
      const { results } = await importFiles(client, files);
      expect(results.map(({ created, updated }) => [created, updated])).toEqual([
        [0, 0],
        [0, 0],
      ]);
      expect([await list('container_types'), await list('containers')]).toEqual(before);

      const changed = { number: 'WHAU 414203 3', weight: '21600' };
      await importFiles(client, { 'containers.ndjson': [changed] });
      const [[type], [container]] = [await list('container_types'), await list('containers')];
      expect(type.updated_at).toBe(before[0][0].updated_at);
      expect(container.updated_at > before[1][0].updated_at).toBe(true);
    });

    it('updates by key: leaves what a line does not say, clears what it says is null', async () => {
      await importFiles(client, {
        'trucking_companies.ndjson': [{ code: 'EST', name: 'Estuary' }],
        'truck_drivers.ndjson': [
          {
            license_number: 'DL-1',
            firstname: 'Anneke',
            remarks: 'x',
            trucking_company: 'EST',
            active: false,
          },
        ],
      });
      const { results } = await importFiles(client, {
        'truck_drivers.ndjson': [{ license_number: ' DL-1 ', lastname: 'Vroom', remarks: null }],
      });
      expect(results[0]).toMatchObject({ created: 0, updated: 1 });
      expect(await list('truck_drivers')).toMatchObject([
        {
          license_number: 'DL-1',
          firstname: 'Anneke',
          lastname: 'Vroom',
          remarks: null,
          active: false,
          trucking_company: { code: 'EST' },
        },
      ]);
    });

    it('makes null the default where a column is never null', async () => {
      await importFiles(client, { 'truck_drivers.ndjson': [{ license_number: 'DL-1', active: false }] });
      await importFiles(client, { 'truck_drivers.ndjson': [{ license_number: 'DL-1', active: null }] });
      expect(await list('truck_drivers')).toMatchObject([{ active: true }]);
    });

    it('lets records of a kind refer to each other in any order', async () => {
      const files = {
        'shipping_lines.ndjson': [{ code: 'NBQ', parent: 'WHA' }, { code: 'WHA' }],
        'containers.ndjson': [
          { number: 'A', current_location_type: 'Container', current_location: 'b' },
          { number: 'B' },
        ],
      };
      const counts = async (again: Files) =>
        (await importFiles(client, again)).results.map(({ created, updated }) => [created, updated]);
      expect(await counts(files)).toEqual([
        [2, 0],
        [2, 0],
      ]);
      expect((await client.get('/shipping_lines/NBQ')).body.shipping_line.parent.code).toBe('WHA');
      expect((await client.get('/containers/A')).body.container.current_location).toBe('B');

      const changed = [
        { code: 'NBQ', name: 'North', parent: null },
        { code: 'WHA', parent: 'NBQ' },
        { code: 'TDK', parent: 'NBQ' },
      ];
      expect(await counts({ 'shipping_lines.ndjson': changed })).toEqual([[1, 2]]);
      expect(await counts({ 'shipping_lines.ndjson': changed })).toEqual([[0, 0]]);
    });

    it('reads local times in the time zone of the organization', async () => {
      client = await service.current.organization({ time_zone: 'Asia/Tokyo' });
      await importFiles(client, {
        'gates.ndjson': [{ name: 'In 1' }],
        'trucks.ndjson': [{ license_plate: 'AB-1' }],
        'truck_visits.ndjson': [{ truck: 'ab 1', gate: 'In 1', gated_in_at: '2026-11-20T09:00' }],
      });
      const { truck_visits } = (await client.get('/truck_visits')).body;
      expect(truck_visits[0].gated_in_at).toBe('2026-11-20T00:00:00.000Z');
    });

    it('replaces lists inside of a line, and keeps them when the line does not say them', async () => {
      const bills = (...numbers: string[]) => numbers.map((number) => ({ manifest: 'M', number }));
      await importFiles(client, {
        'shipping_lines.ndjson': [{ code: 'WHA' }],
        'terminals.ndjson': [{ name: 'T' }],
        'vessels.ndjson': [{ name: 'Petrel' }],
        'voyages.ndjson': [
          {
            number: 'V1',
            vessel_name: 'Petrel',
            discharge_destination: 'T',
            discharge_destination_type: 'Terminal',
          },
        ],
        'manifests.ndjson': [{ client_identifier: 'M', shipping_line: 'WHA', voyage_number: 'V1' }],
        'bill_of_ladings.ndjson': bills('1', '2', '3').map((bill) => ({ ...bill })),
        'containers.ndjson': [{ number: 'A', bill_of_ladings: bills('1', '2') }],
      });
      const numbers = async () =>
        (await list('containers'))[0].bill_of_ladings.map(({ number }: { number: string }) => number);
      await importFiles(client, { 'containers.ndjson': [{ number: 'A', goods: 'Tea' }] });
      expect(await numbers()).toEqual(['1', '2']);
      await importFiles(client, { 'containers.ndjson': [{ number: 'A', bill_of_ladings: bills('3', '2') }] });
      expect(await numbers()).toEqual(['3', '2']);
      await importFiles(client, { 'containers.ndjson': [{ number: 'A', bill_of_ladings: null }] });
      expect(await numbers()).toEqual([]);
    });

    it('merges flex fields, and refuses those that are not defined or of another type', async () => {
      const genset = (flex_fields: object[]) => ({ 'gensets.ndjson': [{ number: 'GS-1', flex_fields }] });
      const values = async () => (await client.get('/gensets/GS-1')).body.genset.flex_fields;
      await importFiles(client, {
        'flex_field_definitions.ndjson': [
          { record_type: 'genset', canonical_name: 'card', label: 'Card', value_type: 'string' },
          { record_type: 'genset', canonical_name: 'runs', label: 'Runs', value_type: 'number' },
        ],
        ...genset([{ card: 'C1' }, { runs: '7' }]),
      });
      await importFiles(client, genset([{ card: null }]));
      expect(await values()).toEqual([
        { label: 'Card', value: null },
        { label: 'Runs', value: 7 },
      ]);
      const { bad } = await importFiles(client, genset([{ runs: 'many' }, { speed: 1 }]));
      expect(bad).toEqual([
        'gensets.ndjson:1: flex_fields.runs: must be a number',
        'gensets.ndjson:1: flex_fields.speed: is not a flex field of this organization',
      ]);
    });

    it('reads files longer than a batch, with blank lines, CRLF and a byte order mark', async () => {
      const lines = Array.from({ length: 2500 }, (_, i) => JSON.stringify({ name: `P${i}` }));
      const content = `\ufeff${lines.join('\r\n\r\n')}`;
      const { results } = await importFiles(client, { 'pilots.ndjson': content });
      expect(results).toEqual([{ file: 'pilots.ndjson', lines: 2500, created: 2500, updated: 0 }]);
      const [first] = (await client.get('/pilots?per=1')).body.pilots;
      expect(first.name).toBe('P0');
    });

    it('keeps nothing in a dry run', async () => {
      const { results, refused } = await importFiles(
        client,
        { 'pilots.ndjson': [{ name: 'Cor' }] },
        { dryRun: true },
      );
      expect(results[0]).toMatchObject({ created: 1 });
      expect(refused).toBeUndefined();
      expect(await count('pilots')).toBe(0);
    });

    it('keeps organizations apart', async () => {
      const other = await service.current.organization();
      await importFiles(other, { 'terminals.ndjson': [{ name: 'North Quay' }] });
      const { bad } = await importFiles(client, {
        'yard_areas.ndjson': [{ name: 'Block A', terminal: 'North Quay' }],
      });
      expect(bad).toEqual(["yard_areas.ndjson:1: terminal: 'North Quay' is unknown"]);
    });
  });

  describe('of bad lines', () => {
    it('reports every one of every file with its reasons, and keeps nothing', async () => {
      const { bad, refused, results } = await importFiles(client, {
        'ports.ndjson': [{ locode: 'NLRTM' }, '{"locode": ', '[1]', { locode: 'X', name: 7 }],
        'truck_drivers.ndjson': [
          { firstname: 'Nobody' },
          { license_number: 'DL-1', active: 'perhaps', date_of_birth: '2026-02-30' },
          { license_number: 'DL-2', trucking_company: 'NOPE' },
        ],
        'containers.ndjson': [
          { number: 'A', bill_of_ladings: [{ manifest: 'M' }, { manifest: 'M', number: '9' }] },
          { number: 'B', bill_of_ladings: [{ manifest: 'M', number: '9' }] },
          { number: 'C', current_location: 'Block A' },
          { number: 'D', current_location_type: 'YardArea', current_location: 'Block A' },
          '{"number": "E", "goods": {"__proto__": {}}}',
          '{"number": "E", "\\u0063onstructor": {"prototype": {}}}',
          { number: 'WHAU4142\u200b033' },
        ],
      });
      expect(bad).toEqual([
        'truck_drivers.ndjson:1: license_number: is required',
        'truck_drivers.ndjson:2: active: must be true or false',
        'truck_drivers.ndjson:2: date_of_birth: must be a date that exists',
        "truck_drivers.ndjson:3: trucking_company: 'NOPE' is unknown",
        'ports.ndjson:2: line: is not valid JSON',
        'ports.ndjson:3: line: is not a JSON object',
        'ports.ndjson:4: locode: must be 5 characters, such as NLRTM',
        'ports.ndjson:4: name: must be text',
        'containers.ndjson:1: bill_of_ladings.0.number: is required',
        "containers.ndjson:2: bill_of_ladings: '9' of manifest 'M' is unknown",
        'containers.ndjson:3: current_location_type: is required with current_location',
        "containers.ndjson:4: current_location: 'Block A' is unknown",
        `containers.ndjson:5: line: ${FORBIDDEN_KEY}`,
        `containers.ndjson:6: line: ${FORBIDDEN_KEY}`,
        'containers.ndjson:7: number: must not have invisible characters',
      ]);
      expect(results.map(({ file }) => file)).toEqual([
        'truck_drivers.ndjson',
        'ports.ndjson',
        'containers.ndjson',
      ]);
      expect(refused).toBe('13 lines are bad: nothing was kept.');
      expect(await count('ports')).toBe(0);
    });

    it('finds the lines that only the database refuses', async () => {
      const gates = Array.from({ length: 40 }, (_, i) => ({ name: `G${i}`, client_identifier: `ID-${i}` }));
      gates[17]!.client_identifier = 'ID-3';
      gates[39]!.client_identifier = 'ID-4';
      const { bad, refused } = await importFiles(client, { 'gates.ndjson': gates });
      expect(bad).toEqual([
        'gates.ndjson:18: client_identifier: Client identifier is already taken.',
        'gates.ndjson:40: client_identifier: Client identifier is already taken.',
      ]);
      expect(refused).toBe('2 lines are bad: nothing was kept.');
      expect(await count('gates')).toBe(0);
    });

    it('says why a visit cannot end before it begins', async () => {
      const { bad } = await importFiles(client, {
        'gates.ndjson': [{ name: 'In 1' }],
        'trucks.ndjson': [{ license_plate: 'AB-1' }],
        'truck_visits.ndjson': [
          {
            truck: 'AB-1',
            gate: 'In 1',
            gated_in_at: '2026-11-20T10:00:00Z',
            gated_out_at: '2026-11-20T09:00:00Z',
          },
        ],
      });
      expect(bad).toEqual([
        'truck_visits.ndjson:1: gated_out_at: Gated out at must not be before gated in at.',
      ]);
    });

    it('names what a line without a record lacks, whatever its kind', async () => {
      const files = transferKinds().map(({ name }) => [`${name}.ndjson`, [{}]] as [string, object[]]);
      const { bad } = await importFiles(client, Object.fromEntries(files));
      expect(bad).toEqual(
        expect.arrayContaining([
          'ports.ndjson:1: locode: is required',
          'truck_visits.ndjson:1: truck: is required',
        ]),
      );
      const nulls = await importFiles(client, {
        'truck_visits.ndjson': [{ truck: null, gated_in_at: null }],
      });
      expect(nulls.bad).toContain('truck_visits.ndjson:1: truck: must not be null');
    });

    it('names the line that has a key already, near or far', async () => {
      const pilots = Array.from({ length: 1500 }, (_, i) => ({ name: `P${i}` }));
      pilots[3] = { name: 'P1 ' };
      pilots[1400] = { name: 'P2' };
      const { bad } = await importFiles(client, { 'pilots.ndjson': pilots });
      expect(bad).toEqual([
        'pilots.ndjson:4: name: is on line 2 already',
        'pilots.ndjson:1401: name: is on line 3 already',
      ]);
    });

    it('does not report again what refers to a bad line', async () => {
      const { bad, refused } = await importFiles(client, {
        'terminals.ndjson': [{ name: 'North Quay' }, '{'],
        'yard_areas.ndjson': [{ name: 'Block A', terminal: 'Nowhere' }],
        'yard_slots.ndjson': [{ name: 'A1', yard_area: 'Block A' }],
        'containers.ndjson': [{ number: 'A', current_location_type: 'YardSlot', current_location: 'A1' }],
      });
      expect(bad).toEqual([
        'terminals.ndjson:2: line: is not valid JSON',
        "yard_areas.ndjson:1: terminal: 'Nowhere' is unknown",
      ]);
      expect(refused).toBe('2 lines are bad: nothing was kept.');
    });

    it('does not report a movement again whose visit is bad', async () => {
      const visit = { truck: 'AB-1', gated_in_at: '2026-11-20T10:00:00Z' };
      const { bad } = await importFiles(client, {
        'trucks.ndjson': [{ license_plate: 'AB-1' }],
        'truck_visits.ndjson': [{ ...visit, gate: 'Nowhere' }],
        'containers.ndjson': [{ number: 'A' }],
        'container_movements.ndjson': [
          {
            container: 'A',
            movement_type: 'gate_in',
            moved_at: visit.gated_in_at,
            truck_visit: { ...visit, truck: 'ab 1' },
          },
        ],
      });
      expect(bad).toEqual(["truck_visits.ndjson:1: gate: 'Nowhere' is unknown"]);
    });

    it('lets no shipping line be its own ancestor', async () => {
      const { bad } = await importFiles(client, {
        'shipping_lines.ndjson': [
          { code: 'A', parent: 'B' },
          { code: 'B', parent: 'C' },
          { code: 'C', parent: 'A' },
          { code: 'D', parent: 'A' },
          { code: 'E', parent: 'X' },
        ],
      });
      expect(bad).toEqual([
        'shipping_lines.ndjson:3: parent: must be neither the line itself nor a line below it',
        "shipping_lines.ndjson:5: parent: 'X' is unknown",
      ]);
    });

    it('refuses a line that is longer than any record', async () => {
      const { bad } = await importFiles(client, {
        'pilots.ndjson': [{ name: 'x'.repeat(17_000_000) }, { name: 'Cor' }, { name: 'y'.repeat(256) }],
      });
      expect(bad).toEqual([
        'pilots.ndjson:1: line: is longer than 16777216 bytes',
        'pilots.ndjson:3: name: must be at most 255 characters long',
      ]);
    });

    it('refuses what is not UTF-8', async () => {
      const latin1 = Buffer.from('{"name": "Nové"}\n{"name": "Cor"}\n', 'latin1');
      const { bad } = await importFiles(client, { 'pilots.ndjson': latin1 });
      expect(bad).toEqual(['pilots.ndjson:1: line: is not valid UTF-8']);
    });
  });

  describe('of a folder', () => {
    it('leaves out files of no kind and fields that a kind does not have, and says so', async () => {
      const { notes, refused } = await importFiles(client, {
        'README.md': 'About these files',
        'pilot.ndjson': [{ name: 'Typo' }],
        'pilots.ndjson': [
          { name: 'Cor', id: 7, nickname: 'C' },
          { name: 'Maud', nickname: 'M' },
        ],
      });
      expect(refused).toBeUndefined();
      expect(notes).toEqual([
        'pilot.ndjson was left out: no kind of records is called so.',
        'pilots.ndjson: id was left out: pilots have no such field.',
        'pilots.ndjson: nickname was left out: pilots have no such field.',
      ]);
    });

    it('names the nearest field at the end, and refuses the files by `strict`', async () => {
      const files = {
        'trucks.csv': 'license_plate,trucking_company.name\nTS-1,Estuary Haulage\n',
        'ports.csv': 'locode\nX\n',
      };
      const left = [
        'trucks.csv: trucking_company.name was left out: trucks have no such field, the nearest is trucking_company.',
      ];
      expect(await importFiles(client, files)).toMatchObject({ notes: left });
      const { 'trucks.csv': trucks } = files;
      const strict = await importFiles(client, { 'trucks.csv': trucks }, { strict: true });
      expect([strict.notes, strict.refused]).toEqual([left, '1 field would be left out: nothing was kept.']);
      expect(await list('trucks')).toEqual([]);
      expect((await importFiles(client, { 'trucks.csv': trucks })).refused).toBeUndefined();
    });

    it.each([
      ['nothing to import', {}, /has no file to import/],
      ['a file twice', { 'pilots.ndjson': [], 'pilots.csv': '' }, /has both pilots.ndjson and pilots.csv/],
    ])('refuses one with %s', async (_what, files, reason) => {
      expect((await importFiles(client, files)).refused).toMatch(reason);
    });

    it('refuses a folder that is called like a file', async () => {
      const folder = aFolder();
      mkdirSync(join(folder, 'pilots.ndjson'));
      expect((await importFolder(client, folder)).refused).toBe('pilots.ndjson is no file.');
    });

    it('refuses one that is not there', async () => {
      expect((await importFolder(client, '/nowhere/at/all')).refused).toBe(
        'There is no folder /nowhere/at/all.',
      );
    });
  });

  describe('of CSV', () => {
    const csv = (name: string, ...lines: string[]) =>
      importFiles(client, { [`${name}.csv`]: lines.join('\n') });

    it('reads text as the types of the fields, lists and objects as JSON, and leaves empty cells out', async () => {
      await importFiles(client, { 'container_types.csv': 'code,size,is_reefer\n20DV,20,1\n' });
      const { bad, results } = await csv(
        'containers',
        '\ufeffnumber,container_type,weight,seals,goods,operating_reefer,bill_of_ladings',
        'WHAU4142033,20DV,21580.5,"[""A"",""B""]","Tea, in ""chests""",true,[]',
        'WHAU4119542,,,,,,',
      );
      expect(bad).toEqual([]);
      expect(results).toEqual([{ file: 'containers.csv', lines: 2, created: 2, updated: 0 }]);
      expect(await list('containers')).toMatchObject([
        {
          number: 'WHAU4142033',
          weight: 21580.5,
          seals: ['A', 'B'],
          goods: 'Tea, in "chests"',
          operating_reefer: true,
          container_type: { code: '20DV' },
        },
        { number: 'WHAU4119542', weight: null, seals: [], goods: null, operating_reefer: false },
      ]);
    });

    it('counts lines from the header, which is line 1, and records by their first line', async () => {
      const { bad } = await csv(
        'ports',
        'locode,name',
        'NLRTM,"Rotterdam',
        'the port"',
        '',
        'NOPE,Nowhere',
        'BEANR',
        'DEHAM,Hamburg,Germany',
        'X,Y',
      );
      expect(bad).toEqual([
        'ports.csv:5: locode: must be 5 characters, such as NLRTM',
        'ports.csv:6: line: has 1 cell, and the header 2',
        'ports.csv:7: line: has 3 cells, and the header 2',
        'ports.csv:8: locode: must be 5 characters, such as NLRTM',
      ]);
    });

    it.each([
      ['semicolons behind a header with them', 'locode;name\nNLRTM;"Rotterdam; Rijnmond, the port"'],
      ['semicolons and a byte order mark', '\ufefflocode;name\r\nNLRTM;"Rotterdam; Rijnmond, the port"\r\n'],
      ['commas behind a header with both', 'locode,name,a;b\nNLRTM,"Rotterdam; Rijnmond, the port",'],
    ])('reads %s', async (_what, content) => {
      expect((await importFiles(client, { 'ports.csv': content })).bad).toEqual([]);
      expect(await list('ports')).toMatchObject([{ name: 'Rotterdam; Rijnmond, the port' }]);
    });

    it('reads what a list of the API saved as a file, without the apostrophes before formulas', async () => {
      const phone = '+31 118 000 208';
      const made = await client.post('/consignees', { name: '=Kestrel;-Vane', phone });
      expect(made.status).toBe(201);
      const { body: text } = await client.get('/consignees?format=csv');
      const copy = await client.service.organization();
      const { bad } = await importFiles(copy, { 'consignees.csv': text });
      expect(bad).toEqual([]);
      expect((await copy.get('/consignees')).body.consignees).toMatchObject([
        { name: '=Kestrel;-Vane', phone },
      ]);
    });

    it('reads a character that comes in two parts of the file', async () => {
      const blank = '\n'.repeat(256 * 1024 - 'locode,name\nNLVLI,Caf_'.length);
      expect((await csv('ports', 'locode,name', `${blank}NLVLI,Café`)).bad).toEqual([]);
      expect(await list('ports')).toMatchObject([{ name: 'Café' }]);
    });

    it('reports what is wrong behind a line that is not UTF-8, too', async () => {
      const { bad } = await importFiles(client, {
        'ports.csv': Buffer.concat([
          Buffer.from('locode,name\nNLVLI,Café\n', 'latin1'),
          Buffer.from('NLRTM,Café\nX,"the\nport"\nNLAMS,A,B\n'),
        ]),
      });
      expect(bad).toEqual([
        'ports.csv:2: line: is not valid UTF-8',
        'ports.csv:4: locode: must be 5 characters, such as NLRTM',
        'ports.csv:6: line: has 3 cells, and the header 2',
      ]);
    });

    it.each([
      ['a cell that is no JSON', 'number,seals\nA,A|B', 'containers.csv:2: seals: is not valid JSON'],
      ['a column twice', 'number,goods,number\nA,Tea,B', 'containers.csv:1: number: is in the header twice'],
      [
        'a quotation mark that is not closed',
        'number,goods\nA,Tea\nB,"Tea\n',
        'containers.csv:3: line: has a quotation mark in a wrong place; the rest of the file was not read',
      ],
      [
        'text that is not UTF-8',
        Buffer.from('number,goods\nA,Tea\nB,Café\n', 'latin1'),
        'containers.csv:3: line: is not valid UTF-8',
      ],
      [
        'text that ends within a character',
        Buffer.from('number,goods\nA,Tea\nB,Café', 'latin1'),
        'containers.csv:3: line: is not valid UTF-8',
      ],
      [
        'a header that is not UTF-8',
        Buffer.from('number,café\nA,Tea', 'latin1'),
        'containers.csv:1: line: is not valid UTF-8; the rest of the file was not read',
      ],
      [
        'a column twice with a space before it',
        'number,goods, number\nA,Tea,B',
        'containers.csv:1: number: is in the header twice',
      ],
    ])('refuses %s', async (_what, content, reason) => {
      const { bad } = await importFiles(client, { 'containers.csv': content });
      expect(bad).toEqual([reason]);
    });
  });
});

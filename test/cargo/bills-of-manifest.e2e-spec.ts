import { aBill, aManifest, aPackageType, postBill } from '../factories/cargo';
import { aConsignee, anExporter } from '../factories/parties';
import { aPort } from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, meanwhile, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const MANIFEST = 'WHA.26/11 é';
const PATH = `/manifests/${encodeURIComponent(MANIFEST)}/bill_of_ladings`;

describe('bills of lading of a manifest', () => {
  const service = useService();
  let client: Client;
  let manifest: { client_identifier: string };
  beforeEach(async () => {
    client = await service.current.organization();
    manifest = await aManifest(client, { manifest: { client_identifier: MANIFEST } });
  });

  const post = (bill_of_lading: object, links: object = {}) =>
    postBill(client, MANIFEST, { bill_of_lading, ...links });
  const patch = (id: string | number, bill: object, links: object = {}) =>
    client.patch(`${PATH}/${encodeURIComponent(id)}`, {
      bill_of_lading: { client_identifier: MANIFEST, ...bill },
      ...links,
    });

  const FIELDS = {
    remarks: 'On edge',
    weight: 96660.5,
    volume_in_cubic_meters: '165.0',
    goods_description: '1,600 bags green coffee',
    type_of_contract: 'FCL/FCL',
    destination_code: 'NLVLI',
    usage: 'import',
    consignee_address: 'Branderijstraat 8',
    exporter_address: 'Rua do Armazém 210',
    shipping_marks: 'K&V',
  };
  const NOTHING = {
    ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, null])),
    manifest: { client_identifier: MANIFEST },
    port_of_loading: { locode: null },
    port_of_discharge: { locode: null },
    port_of_delivery: { locode: null },
    consignee: { name: null },
    exporter: { name: null },
    package_type: { code: null, description: null },
  };

  describe('creating', () => {
    it('takes a volume as a JSON number, too', async () => {
      const { body } = await post({ number: 'V', volume_in_cubic_meters: 165.25 });
      expect(body.bill_of_lading.volume_in_cubic_meters).toBe('165.25');
      const answer = await patch('V', { volume_in_cubic_meters: 7 });
      expect(answer.body.bill_of_lading.volume_in_cubic_meters).toBe('7');
      expect((await patch('V', { volume_in_cubic_meters: [7] })).status).toBe(400);
    });

    it('takes every field and answers them in the order of the contract', async () => {
      await aPackageType(client, { code: 'BG', description: 'Bag' });
      await aPort(client, { locode: 'BRSSZ' });
      await aPort(client, { locode: 'NLVLI' });
      await aConsignee(client, { name: 'Kestrel & Vane' });
      await anExporter(client, { name: 'Alto da Névoa' });
      const answer = await client.as('write').post(`${PATH}.json`, {
        bill_of_lading: { number: 'WHA26110041', ...FIELDS, weight: '96660.5', package_code: 'BG' },
        port_of_loading_locode: 'BRSSZ',
        port_of_discharge_locode: 'NLVLI',
        port_of_delivery_locode: 'NLVLI',
        consignee: 'Kestrel & Vane',
        exporter: 'Alto da Névoa',
      });
      expect(answer.status).toBe(201);
      const bill = {
        id: expect.any(Number),
        number: 'WHA26110041',
        ...FIELDS,
        manifest: { client_identifier: MANIFEST },
        port_of_loading: { locode: 'BRSSZ' },
        port_of_discharge: { locode: 'NLVLI' },
        port_of_delivery: { locode: 'NLVLI' },
        consignee: { name: 'Kestrel & Vane' },
        exporter: { name: 'Alto da Névoa' },
        package_type: { code: 'BG', description: 'Bag' },
      };
      expect(answer.body).toEqual({ bill_of_lading: bill });
      expect(Object.keys(answer.body.bill_of_lading)).toEqual(Object.keys(bill));
      expect((await client.get(PATH)).body).toEqual({ bill_of_ladings: [answer.body.bill_of_lading] });
    });

    it('takes a number alone, and usage at either level', async () => {
      expect((await post({ number: 'B1' })).body.bill_of_lading).toEqual({
        ...NOTHING,
        id: expect.any(Number),
        number: 'B1',
      });
      const usage = async (bill: object, links: object) =>
        (await post(bill, links)).body.bill_of_lading.usage;
      expect(await usage({ number: 'B2' }, { usage: 'export' })).toBe('export');
      expect(await usage({ number: 'B3', usage: 'import' }, { usage: 'export' })).toBe('import');
    });

    it('ignores an unknown locode, and takes empty names for none', async () => {
      const links = {
        port_of_loading_locode: 'XXXXX',
        port_of_delivery_locode: null,
        consignee: '',
        exporter: null,
      };
      const answer = await post({ number: 'B1', package_code: '' }, links);
      expect(answer.body.bill_of_lading).toEqual({ ...NOTHING, id: expect.any(Number), number: 'B1' });
    });

    it.each([
      ['no bill', undefined, 400, 'bill_of_lading', 'is required'],
      ['a null bill', null, 400, 'bill_of_lading', 'must not be null'],
      ['a bill that is a list', [], 400, 'bill_of_lading', 'must be an object'],
      ['no number', {}, 400, 'bill_of_lading.number', 'is required'],
      ['a blank number', { number: ' ' }, 400, 'bill_of_lading.number', 'must not be blank'],
      ['a numeric number', { number: 7 }, 400, 'bill_of_lading.number', 'must be text'],
      [
        'a long number',
        { number: 'x'.repeat(256) },
        400,
        'bill_of_lading.number',
        'must be at most 255 characters long',
      ],
      [
        'long remarks',
        { number: 'B', remarks: 'x'.repeat(5001) },
        400,
        'bill_of_lading.remarks',
        'must be at most 5000 characters long',
      ],
      ['a negative weight', { number: 'B', weight: -1 }, 400, 'bill_of_lading.weight', 'must be at least 0'],
      [
        'a weight that is none',
        { number: 'B', weight: '1e2' },
        400,
        'bill_of_lading.weight',
        'must be a number',
      ],
      [
        'an unknown package',
        { number: 'B', package_code: 'NO' },
        422,
        'bill_of_lading.package_code',
        "Package code 'NO' is unknown.",
      ],
    ] as [string, object, number, string, string][])(
      'refuses %s',
      async (_what, bill_of_lading, status, field, reason) => {
        const answer = await postBill(client, MANIFEST, { bill_of_lading });
        expect(answer.status).toBe(status);
        expect(answer.body.errors).toEqual({ [field]: [reason] });
      },
    );

    it('refuses a consignee or an exporter that is unknown, or deleted', async () => {
      const { id } = await aConsignee(client, { name: 'Gone' });
      await client.delete(`/consignees/${id}`);
      for (const [links, sentence] of [
        [{ consignee: 'Nobody' }, "Consignee 'Nobody' is unknown."],
        [{ consignee: 'Gone' }, "Consignee 'Gone' is unknown."],
        [{ exporter: 'Nobody' }, "Exporter 'Nobody' is unknown."],
      ] as const) {
        const answer = await post({ number: 'B1' }, links);
        expect(answer.status).toBe(422);
        expect(answer.body.error).toBe(sentence);
      }
      await aConsignee(client, { name: 'Gone', address: 'New' });
      expect((await post({ number: 'B1' }, { consignee: 'Gone' })).status).toBe(201);
    });

    it('answers 404 when the manifest is deleted meanwhile', async () => {
      const deletion = 'DELETE FROM manifests WHERE organization_id = $1';
      const answer = await meanwhile(service.current, deletion, [client.organization_id], () =>
        post({ number: 'B1' }),
      );
      expect([answer.status, answer.body.error]).toEqual([404, `Manifest '${MANIFEST}' was not found.`]);
    });

    it('keeps numbers unique within the manifest, in a race, too', async () => {
      const answers = await timesAtOnce(service.current, 4, () => post({ number: 'B/1' }));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      expect((await post({ number: 'B/1' })).body).toEqual({
        error: 'Number is already taken in this manifest.',
        code: 'taken',
        errors: { 'bill_of_lading.number': ['Number is already taken in this manifest.'] },
      });
      await aBill(client, await aManifest(client), { number: 'B/1' });
      await aBill(client, manifest, { number: 'b/1' });
    });
  });

  it('answers 404 for an unknown manifest', async () => {
    const path = '/manifests/NO/bill_of_ladings';
    const bill_of_lading = { number: 'B', client_identifier: 'NO' };
    for (const answer of [
      await client.get(path),
      await client.post(path, { bill_of_lading }),
      await client.patch(`${path}/B`, { bill_of_lading }),
    ])
      expect(answer.status).toBe(404);
  });

  describe('listing', () => {
    it('answers all bills in order, and a page when one is requested', async () => {
      const numbers = Array.from({ length: 12 }, (_, n) => `B${n}`);
      for (const number of numbers) await aBill(client, manifest, { number });
      await aBill(client, await aManifest(client));
      const list = async (query: string) => (await client.get(`${PATH}.json?${query}`)).body;
      const all = await list('');
      expect(Object.keys(all)).toEqual(['bill_of_ladings']);
      expect(all.bill_of_ladings.map(({ number }: { number: string }) => number)).toEqual(numbers);
      const page = await list('page=2&per=5');
      expect(page.bill_of_ladings).toEqual(all.bill_of_ladings.slice(5, 10));
      expect(Object.keys(page.actions)).toEqual(['index', 'previous', 'next', 'last']);
      expect((await list('page=1')).bill_of_ladings).toHaveLength(10);
      expect((await list('page=9')).bill_of_ladings).toEqual([]);
      expect((await list('page=&per=')).bill_of_ladings).toHaveLength(12);
      expect((await client.get(`${PATH}?per=0`)).status).toBe(400);
    });

    it('answers an empty list, and one that is longer than what is read at a time', async () => {
      expect((await client.get(PATH)).body).toEqual({ bill_of_ladings: [] });
      await service.current.query(
        `INSERT INTO bill_of_ladings (organization_id, manifest_id, number)
         SELECT $1, (SELECT id FROM manifests WHERE organization_id = $1), 'B' || n FROM generate_series(1, 501) n`,
        [client.organization_id],
      );
      const { bill_of_ladings } = (await client.get(PATH)).body;
      expect(bill_of_ladings).toHaveLength(501);
      expect([bill_of_ladings[0].number, bill_of_ladings[250].number, bill_of_ladings[500].number]).toEqual([
        'B1',
        'B251',
        'B501',
      ]);
    });
  });

  describe('updating', () => {
    it.each(['put', 'patch'] as const)('changes the fields that are sent, by %s', async (verb) => {
      await aPackageType(client, { code: 'BG' });
      await aPort(client, { locode: 'BRSSZ' });
      await aPort(client, { locode: 'NLVLI' });
      const bill = await aBill(client, manifest, { number: 'A b/c.d', ...FIELDS, package_code: 'BG' });
      const path = `${PATH}/A%20b%2Fc.d.json`;
      const answer = await client.as('write')[verb](path, {
        bill_of_lading: {
          client_identifier: MANIFEST,
          number: 'X',
          weight: 1,
          remarks: null,
          port_of_loading: 'BRSSZ',
        },
        port_of_discharge_locode: 'NLVLI',
        usage: 'export',
      });
      expect(answer.status).toBe(200);
      const changed = {
        ...bill,
        weight: 1,
        remarks: null,
        usage: 'export',
        port_of_loading: { locode: 'BRSSZ' },
        port_of_discharge: { locode: 'NLVLI' },
      };
      expect(answer.body).toEqual({ bill_of_lading: changed });
      const again = await patch(bill.id, {
        package_code: null,
        port_of_loading: null,
        port_of_discharge: 'XXXXX',
      });
      expect(again.body.bill_of_lading).toEqual({
        ...changed,
        package_type: { code: null, description: null },
        port_of_loading: { locode: null },
      });
      expect((await patch(bill.id, {})).body).toEqual(again.body);
    });

    it('finds a bill by number and by id, of this manifest only', async () => {
      const bill = await aBill(client, manifest, { number: '999999999999' });
      const other = await aBill(client, await aManifest(client), { number: 'OTHER' });
      expect((await patch('999999999999', {})).body.bill_of_lading).toEqual(bill);
      expect((await patch(bill.id, {})).body.bill_of_lading).toEqual(bill);
      for (const id of [other.id, 'OTHER', 'NO', '0', '99999999999999999999', bill.id + 1_000_000])
        expect((await patch(id, {})).status).toBe(404);
    });

    it('wants the client identifier, and this one', async () => {
      const { id } = await aBill(client, manifest);
      const path = `${PATH}/${id}`;
      for (const body of [undefined, {}, { bill_of_lading: null }, { bill_of_lading: {} }])
        expect((await client.patch(path, body)).status).toBe(400);
      const answer = await client.patch(path, { bill_of_lading: { client_identifier: 'OTHER', weight: 1 } });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty(['bill_of_lading.client_identifier']);
    });

    it('sets a consignee and an exporter, and lets neither be changed', async () => {
      const [one, two] = [
        await aConsignee(client, { name: 'One' }),
        await aConsignee(client, { name: 'Two' }),
      ];
      const exporter = await anExporter(client, { name: 'Ex' });
      await anExporter(client, { name: 'Why' });
      const { id } = await aBill(client, manifest);
      expect((await patch(id, { consignee_id: 999_999_999 })).status).toBe(422);
      expect(
        (await patch(id, { consignee_id: null, exporter: '' })).body.bill_of_lading.consignee.name,
      ).toBeNull();
      const set = await patch(id, { consignee_id: one.id }, { exporter: 'Ex' });
      expect(set.body.bill_of_lading).toMatchObject({ consignee: { name: 'One' }, exporter: { name: 'Ex' } });
      for (const same of [{ consignee_id: one.id }, { consignee: 'One' }, { exporter_id: exporter.id }, {}])
        expect((await patch(id, same)).status).toBe(200);
      for (const change of [
        { consignee_id: two.id },
        { consignee: 'Two' },
        { consignee: null },
        { consignee_id: null },
        { consignee: 'Nobody' },
        { exporter: 'Why' },
        { exporter: '' },
      ]) {
        const answer = await patch(id, {}, change);
        expect(answer.status).toBe(422);
        expect(answer.body.error).toMatch(/^(Consignee|Exporter) of a bill of lading cannot be changed\.$/);
      }
    });

    it('lets one of two simultaneous requests set the consignee', async () => {
      for (const name of ['One', 'Two', 'Three']) await aConsignee(client, { name });
      const { id } = await aBill(client, manifest);
      const answers = await atOnce(
        service.current,
        ['One', 'Two', 'Three'].map((consignee) => () => patch(id, { consignee })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    });

    it('keeps showing a consignee that was deleted, and takes its name for no change', async () => {
      const { id: consignee_id } = await aConsignee(client, { name: 'Gone' });
      const { id } = await aBill(client, manifest, {}, { consignee: 'Gone' });
      await client.delete(`/consignees/${consignee_id}`);
      const answer = await patch(id, { weight: 5 }, { consignee: 'Gone' });
      expect(answer.body.bill_of_lading).toMatchObject({ weight: 5, consignee: { name: 'Gone' } });
      const other = await aBill(client, manifest);
      expect((await patch(other.id, { consignee_id })).status).toBe(422);
    });
  });

  it('needs the role write to change anything', async () => {
    const { id } = await aBill(client, manifest);
    const reader = client.as('read');
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.post(PATH, { bill_of_lading: { number: 'X' } })).status).toBe(403);
    expect((await reader.patch(`${PATH}/${id}`, {})).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { id } = await aBill(client, manifest, { number: 'B1' });
    const { id: consignee_id } = await aConsignee(client, { name: 'Ours' });
    const other = await service.current.organization();
    expect((await other.get(PATH)).status).toBe(404);
    const theirs = await aManifest(other, { manifest: { client_identifier: MANIFEST } });
    expect((await other.get(PATH)).body.bill_of_ladings).toEqual([]);
    const update = (links: object) => ({ bill_of_lading: { client_identifier: MANIFEST, ...links } });
    expect((await other.patch(`${PATH}/${id}`, update({}))).status).toBe(404);
    const bill = await aBill(other, theirs, { number: 'B1' });
    expect((await other.patch(`${PATH}/${bill.id}`, update({ consignee_id }))).status).toBe(422);
    expect((await other.patch(`${PATH}/${bill.id}`, update({ consignee: 'Ours' }))).status).toBe(422);
  });
});

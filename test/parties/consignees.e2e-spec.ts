import { humanize } from '../../src/common/errors/humanize';
import { aConsignee } from '../factories/parties';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/consignees';

describe('consignees', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const names = async (query = '') =>
    (await client.get(`${PATH}?${query}`)).body.consignees.map(({ name }: { name: string }) => name);

  it('creates one with every field', async () => {
    const body = {
      name: 'Kestrel & Vane Coffee',
      address: 'Branderijstraat 8\nMiddelburg',
      contact_person: 'Nora Kestrel',
      phone: '+31 118 000 208',
      email: 'imports@kestrelvane.example',
      customs_code: 'NL000000208',
      vat_number: 'NL000000208B01',
      general_ledger_id: 'GL-13001',
      billing_contact_name: 'Wout Vane',
      billing_contact_email: 'invoices@kestrelvane.example',
    };
    const answer = await client.as('write').post(`${PATH}.json`, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ consignee: { ...body, id: expect.any(Number) } });
  });

  it('answers null for what was not sent', async () => {
    const consignee = await aConsignee(client, { name: 'Bare', color: 'red' });
    expect(consignee).toEqual({
      id: expect.any(Number),
      name: 'Bare',
      address: null,
      contact_person: null,
      phone: null,
      email: null,
      customs_code: null,
      vat_number: null,
      general_ledger_id: null,
      billing_contact_name: null,
      billing_contact_email: null,
    });
  });

  it.each([
    ['no name', {}, 'name', 'is required'],
    ['a null name', { name: null }, 'name', 'must not be null'],
    ['a blank name', { name: ' ' }, 'name', 'must not be blank'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name', 'must be at most 255 characters long'],
    ['a list as phone', { name: 'X', phone: [] }, 'phone', 'must be text'],
    [
      'an address of 5,001 characters',
      { name: 'X', address: 'x'.repeat(5001) },
      'address',
      'must be at most 5000 characters long',
    ],
  ])('refuses %s', async (_what, body, field, reason) => {
    const answer = await client.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: `${humanize(field)} ${reason}.`,
      code: 'invalid',
      errors: { [field]: [reason] },
    });
  });

  it('takes texts of the greatest length', async () => {
    const consignee = await aConsignee(client, { name: 'é'.repeat(255), address: '😀'.repeat(5000) });
    expect(consignee).toMatchObject({ name: 'é'.repeat(255), address: '😀'.repeat(5000) });
  });

  it('refuses a name that is taken, on creation and on update', async () => {
    await aConsignee(client, { name: 'Oakline' });
    const { id } = await aConsignee(client, { name: 'Lowland' });
    for (const answer of [
      await client.post(PATH, { name: 'Oakline' }),
      await client.put(`${PATH}/${id}`, { name: 'Oakline' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: 'Name is already taken.',
        code: 'taken',
        params: expect.any(Object),
        errors: { name: ['Name is already taken.'] },
      });
    }
  });

  it('lets one of several simultaneous requests have a name', async () => {
    const answers = await timesAtOnce(service.current, 4, () => client.post(PATH, { name: 'Race' }));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('shows one, and 404 for any other id', async () => {
    const consignee = await aConsignee(client);
    expect((await client.get(`${PATH}/${consignee.id}.json`)).body).toEqual({ consignee });
    for (const id of [consignee.id + 1, 'abc', '0', '-1', '99999999999999999999', '%00'])
      expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
  });

  it.each(['put', 'patch'] as const)('updates the fields that are sent, by %s', async (verb) => {
    const { id } = await aConsignee(client, { email: 'a@b.example', phone: '1' });
    const answer = await client[verb](`${PATH}/${id}`, { email: null, name: 'Renamed' });
    expect(answer.status).toBe(200);
    expect(answer.body.consignee).toMatchObject({ id, name: 'Renamed', email: null, phone: '1' });
    expect((await client[verb](`${PATH}/${id}`)).body.consignee.name).toBe('Renamed');
    expect((await client[verb](`${PATH}/${id}`, { name: null })).status).toBe(400);
    expect((await client[verb](`${PATH}/${id + 1}`, { name: 'X' })).status).toBe(404);
  });

  it('filters by each parameter, alone and together', async () => {
    await aConsignee(client, { name: 'Alpha_1', general_ledger_id: 'GL-1' });
    await aConsignee(client, { name: 'alpha 2', general_ledger_id: 'GL-12' });
    await aConsignee(client, { name: 'Beta%' });
    expect(await names()).toEqual(['Alpha_1', 'alpha 2', 'Beta%']);
    expect(await names('name=LPHA')).toEqual(['Alpha_1', 'alpha 2']);
    expect(await names('name=a_1')).toEqual(['Alpha_1']);
    expect(await names('name=%25')).toEqual(['Beta%']);
    expect(await names('general_ledger_id=GL-1')).toEqual(['Alpha_1']);
    expect(await names('general_ledger_id=GL-12&name=beta')).toEqual([]);
    expect(await names('name=&general_ledger_id=')).toEqual(['Alpha_1', 'alpha 2', 'Beta%']);
  });

  it('finds one letter and two in any case', async () => {
    await aConsignee(client, { name: 'Alpha' });
    await aConsignee(client, { name: 'ÄPFEL & Söhne' });
    expect(await names('name=LP')).toEqual(['Alpha']);
    expect(await names('name=H')).toEqual(['Alpha', 'ÄPFEL & Söhne']);
    expect(await names('name=%C3%A4p')).toEqual(['ÄPFEL & Söhne']);
    expect(await names('name=%C3%B6')).toEqual(['ÄPFEL & Söhne']);
  });

  it('pages', async () => {
    for (const name of ['A', 'B', 'C']) await aConsignee(client, { name });
    const answer = await client.get(`${PATH}.json?per=2`);
    expect(answer.body.consignees).toHaveLength(2);
    expect(Object.keys(answer.body.actions).sort()).toEqual(['index', 'last', 'next']);
    expect(answer.body.actions.next.url).toMatch(/consignees\.json\?after=\d+&per=2&page=2$/);
    expect(await names('per=2&page=2')).toEqual(['C']);
    expect((await client.get(`${PATH}?per=0`)).status).toBe(400);
  });

  describe('a deleted one', () => {
    let deleted: { id: number; name: string };
    beforeEach(async () => {
      deleted = await aConsignee(client, { name: 'Gone' });
    });

    const remove = () => client.as('write').delete(`${PATH}/${deleted.id}`);

    it('is answered once more, and then is not there', async () => {
      const answer = await remove();
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ consignee: deleted });
      expect(await names()).toEqual([]);
      expect((await client.get(`${PATH}/${deleted.id}`)).status).toBe(404);
      expect((await client.put(`${PATH}/${deleted.id}`, { phone: '1' })).status).toBe(404);
      expect((await remove()).status).toBe(404);
    });

    it('leaves its name free', async () => {
      await remove();
      const { id } = await aConsignee(client, { name: 'Gone' });
      expect(id).not.toBe(deleted.id);
      expect((await client.post(PATH, { name: 'Gone' })).status).toBe(400);
    });

    it('is deleted by one of several simultaneous requests', async () => {
      const answers = await timesAtOnce(service.current, 4, remove);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    });

    it('is still shown by records that name it', async () => {
      const container = { number: 'WHAU4142033', consignee: 'Gone' };
      const { id } = (await client.create('/containers', container)).container;
      await remove();
      const reference = { id: deleted.id, name: 'Gone' };
      expect((await client.get(`/containers/${id}`)).body.container.consignee).toEqual(reference);
      const updated = await client.patch(`/containers/${id}`, { goods: 'Coffee' });
      expect(updated.body.container.consignee).toEqual(reference);
    });

    describe('by a record that is sent back as it is shown', () => {
      const fields: [name: string, path: string, body: object][] = [
        ['a container', '/containers/X', { number: 'X', consignee: 'Gone' }],
        ['a packing list item', '/packing_list_items/X', { reference_number: 'X', consignee: 'Gone' }],
        [
          'a vehicle',
          '/vehicles/X',
          { vin_number: 'X', consignees: ['Kept', 'Gone'], consignee_names: ['Kept', 'Gone'] },
        ],
        ...(
          [
            ['containers', 'number'],
            ['chassis', 'number'],
            ['breakbulks', 'reference_number'],
          ] as const
        ).map(([plural, key]): [string, string, object] => [
          `the place of ${plural}`,
          `/${plural}/X`,
          { [key]: 'X', current_location_type: 'Consignee', current_location: 'Gone' },
        ]),
      ];

      it.each(fields)('stays as it is: %s', async (_what, path, body) => {
        await aConsignee(client, { name: 'Kept' });
        const [, plural] = path.split('/');
        await client.create(`/${plural}`, body);
        await remove();
        const [[singular, before]] = Object.entries((await client.get(path)).body) as [[string, object]];
        const after = await client.patch(path, body);
        const updated_at = 'updated_at' in before ? { updated_at: expect.any(String) } : {};
        expect([after.status, after.body[singular]]).toEqual([200, { ...before, ...updated_at }]);
      });

      it('gives way to another one that has its name by now', async () => {
        await client.create('/containers', { number: 'X', consignee: 'Gone' });
        await remove();
        const { id } = await aConsignee(client, { name: 'Gone' });
        const { body } = await client.patch('/containers/X', { consignee: 'Gone' });
        expect(body.container.consignee.id).toBe(id);
      });

      it('keeps it by its id as well, and takes no other one that was deleted', async () => {
        const other = await aConsignee(client, { name: 'Other' });
        const place = { current_location_type: 'Consignee', current_location: 'Gone' };
        const { container } = await client.create('/containers', {
          number: 'X',
          consignee: 'Gone',
          ...place,
        });
        await remove();
        await client.delete(`${PATH}/${other.id}`);
        const ids = { consignee_id: deleted.id, current_location_id: deleted.id };
        const same = await client.patch('/containers/X', ids);
        expect(same.body.container).toEqual({ ...container, updated_at: expect.any(String) });
        for (const change of [
          { consignee: 'Other' },
          { consignee_id: other.id },
          { ...place, current_location: 'Other' },
        ])
          expect((await client.patch('/containers/X', change)).status).toBe(422);
      });

      it('stays with a stay that is corrected', async () => {
        const place = { current_location_type: 'Terminal' };
        await client.create('/containers', { number: 'X', consignee: 'Gone', ...place });
        await remove();
        const [stay] = (await client.get('/containers/X/stays')).body.stays;
        const correction = { reason: 'Mistyped', consignee: 'Gone', goods: 'Coffee' };
        const answer = await client.patch(`/container_stays/${stay.id}`, correction);
        expect([answer.status, answer.body.container_stay]).toMatchObject([200, { goods: 'Coffee' }]);
      });
    });

    it('cannot be named any more, by name or by id', async () => {
      await remove();
      for (const [body, field, what] of [
        [{ consignee: 'Gone' }, 'consignee', "Consignee 'Gone'"],
        [{ consignee_id: deleted.id }, 'consignee_id', `Consignee id '${deleted.id}'`],
        [
          { current_location_type: 'Consignee', current_location: 'Gone' },
          'current_location',
          "Consignee 'Gone'",
        ],
      ] as const) {
        const answer = await client.post('/containers', { number: 'WHAU4142033', ...body });
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual({
          error: `${what} is unknown.`,
          code: 'unknown_reference',
          params: expect.any(Object),
          records: [{ type: 'consignee', key: String(Object.values(body).at(-1)) }],
          errors: { [field]: [`${what} is unknown.`] },
        });
      }
    });

    it('gives way to the one that has its name now', async () => {
      await remove();
      const { id } = await aConsignee(client, { name: 'Gone' });
      const { container } = await client.create('/containers', { number: 'X', consignee: 'Gone' });
      expect(container.consignee).toEqual({ id, name: 'Gone' });
    });
  });

  it('needs the role write to change anything', async () => {
    const { id } = await aConsignee(client);
    const reader = client.as('read');
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.get(`${PATH}/${id}`)).status).toBe(200);
    for (const answer of [
      await reader.post(PATH, { name: 'X' }),
      await reader.put(`${PATH}/${id}`, { name: 'X' }),
      await reader.delete(`${PATH}/${id}`),
    ])
      expect(answer.status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { id } = await aConsignee(client, { name: 'Oakline' });
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.consignees).toEqual([]);
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.put(`${PATH}/${id}`, { name: 'X' })).status).toBe(404);
    expect((await other.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.post('/containers', { number: 'X', consignee_id: id })).status).toBe(422);
    await aConsignee(other, { name: 'Oakline' });
    expect((await client.get(`${PATH}/${id}`)).status).toBe(200);
  });
});

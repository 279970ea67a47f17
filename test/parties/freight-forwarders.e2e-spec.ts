import { humanize } from '../../src/common/errors/humanize';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/freight_forwarders';

describe('freight forwarders', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const aForwarder = async (body: object = {}) =>
    (await client.create(PATH, { name: 'Lindqvist Forwarding', ...body })).freight_forwarder;

  it('creates one with every field, active', async () => {
    const body = {
      name: 'Lindqvist Forwarding',
      contact_person: 'Åsa Lindqvist',
      phone: '+31 113 000 001',
      address: 'Quay 1\nVlissingen',
      email: 'asa@lindqvist.example',
      general_ledger_id: 'GL-1',
      vat_number: 'NL000000001B01',
    };
    const answer = await client.as('write').post(`${PATH}.json`, body);
    expect(answer.status).toBe(201);
    expect(answer.body.freight_forwarder).toEqual({
      ...body,
      id: expect.any(Number),
      active: true,
      listed: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    });
  });

  it.each([
    ['no name', {}, 'name', 'is required'],
    ['a null name', { name: null }, 'name', 'must not be null'],
    ['a blank name', { name: '  ' }, 'name', 'must not be blank'],
    ['a number as name', { name: 7 }, 'name', 'must be text'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name', 'must be at most 255 characters long'],
  ])('refuses %s', async (_what, body, field, reason) => {
    const answer = await client.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: `${humanize(field)} ${reason}.`,
      code: 'invalid',
      errors: { [field]: [reason] },
    });
  });

  it('takes a name of 255 characters, ignores fields that it does not know', async () => {
    const { name } = await aForwarder({ name: 'é'.repeat(255), color: 'red' });
    expect(name).toBe('é'.repeat(255));
  });

  it('refuses a name that is taken, and keeps it taken by a deleted one', async () => {
    const { id } = await aForwarder();
    await client.delete(`${PATH}/${id}`);
    const answer = await client.post(PATH, { name: 'Lindqvist Forwarding' });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('Name is already taken.');
    expect(answer.body.errors).toHaveProperty('name');
  });

  it('lets one of two simultaneous requests have a name', async () => {
    const answers = await timesAtOnce(service.current, 4, () => client.post(PATH, { name: 'Race' }));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('shows one, and 404 for any other id', async () => {
    const forwarder = await aForwarder();
    expect((await client.get(`${PATH}/${forwarder.id}.json`)).body).toEqual({ freight_forwarder: forwarder });
    for (const id of [forwarder.id + 1, 'abc', '0', '-1', '1e3', '99999999999999999999', '%20'])
      expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
  });

  it.each(['put', 'patch'] as const)('updates the fields that are sent, by %s', async (verb) => {
    const { id } = await aForwarder({ email: 'a@b.example', phone: '1' });
    const answer = await client[verb](`${PATH}/${id}`, { email: null, name: 'Renamed' });
    expect(answer.status).toBe(200);
    expect(answer.body.freight_forwarder).toMatchObject({ name: 'Renamed', email: null, phone: '1' });
    expect((await client[verb](`${PATH}/${id}`)).status).toBe(200);
    expect((await client[verb](`${PATH}/${id + 1}`, { name: 'X' })).status).toBe(404);
  });

  it('deletes softly, and an update makes it active again', async () => {
    const { id } = await aForwarder();
    const deleted = await client.delete(`${PATH}/${id}`);
    expect(deleted.status).toBe(200);
    expect(deleted.body.freight_forwarder).toMatchObject({ id, active: false });
    expect((await client.get(`${PATH}/${id}`)).body.freight_forwarder.active).toBe(false);
    expect((await client.put(`${PATH}/${id}`, { active: 1 })).body.freight_forwarder.active).toBe(true);
    const again = (await client.delete(`${PATH}/${id}`)).body;
    // updated_at neither
    expect((await client.delete(`${PATH}/${id}`)).body).toEqual(again);
    expect((await client.put(`${PATH}/${id}`, { active: null })).body.freight_forwarder.active).toBe(true);
    expect((await client.delete(`${PATH}/${id + 1}`)).status).toBe(404);
  });

  it('filters by each parameter, alone and together', async () => {
    await aForwarder({ name: 'Alpha_1', general_ledger_id: 'GL-1' });
    await aForwarder({ name: 'alpha 2', general_ledger_id: '' });
    const { id } = await aForwarder({ name: 'Beta%' });
    await client.delete(`${PATH}/${id}`);
    const names = async (query: string) =>
      (await client.get(`${PATH}.json?${query}`)).body.freight_forwarders.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('')).toEqual(['Alpha_1', 'alpha 2', 'Beta%']);
    expect(await names('name=ALPHA')).toEqual(['Alpha_1', 'alpha 2']);
    expect(await names('name=a_1')).toEqual(['Alpha_1']);
    expect(await names('name=%25')).toEqual(['Beta%']);
    expect(await names('general_ledger_id=GL-1')).toEqual(['Alpha_1']);
    expect(await names('general_ledger_id=GL')).toEqual([]);
    expect(await names('missing_general_ledger_id=true')).toEqual(['alpha 2', 'Beta%']);
    expect(await names('missing_general_ledger_id=false&active=true')).toEqual(['Alpha_1', 'alpha 2']);
    expect(await names('active=0')).toEqual(['Beta%']);
    expect((await client.get(`${PATH}?active=maybe`)).status).toBe(400);
  });

  it('needs the role write to change anything', async () => {
    const { id } = await aForwarder();
    const reader = client.as('read');
    expect((await reader.get(`${PATH}/${id}`)).status).toBe(200);
    for (const answer of [
      await reader.post(PATH, { name: 'X' }),
      await reader.put(`${PATH}/${id}`, { name: 'X' }),
      await reader.delete(`${PATH}/${id}`),
    ])
      expect(answer.status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { id } = await aForwarder();
    const other = await service.current.organization();
    expect((await other.get(PATH)).body.freight_forwarders).toEqual([]);
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.put(`${PATH}/${id}`, { name: 'X' })).status).toBe(404);
    expect((await other.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.post(PATH, { name: 'Lindqvist Forwarding' })).status).toBe(201);
  });
});

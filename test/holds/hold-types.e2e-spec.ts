import type { Client } from '../setup/client';
import { atOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { aBill, aContainer, holdsOf } from '../factories/cargo';
import { aHoldType } from '../factories/holds';

const PATH = '/hold_types';

describe('hold types', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('creates, shows, lists, updates and deletes one', async () => {
    const body = { name: ' Customs ', description: 'Not released', applies_to: 'container' };
    const { hold_type } = await client.create(`${PATH}.json`, body);
    expect(hold_type).toEqual({
      ...body,
      name: 'Customs',
      keeps_stripping: true,
      applied_to: 'none',
      open_to_parties: false,
      id: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await client.get(`${PATH}/${hold_type.id}`)).body).toEqual({ hold_type });
    expect((await client.get(`${PATH}/Customs`)).body).toEqual({ hold_type });
    await aHoldType(client, { name: 'Damage survey' });
    expect((await client.get(`${PATH}?name=CUST`)).body.hold_types).toEqual([hold_type]);
    const updated = await client.put(`${PATH}/Customs`, {
      description: null,
      applies_to: 'bill_of_lading',
      keeps_stripping: false,
    });
    expect(updated.body.hold_type).toMatchObject({ description: null, keeps_stripping: false });
    const deleted = await client.delete(`${PATH}/Customs`);
    expect(deleted.body).toEqual({ message: 'Hold type was successfully deleted.' });
    expect((await client.get(`${PATH}/Customs`)).status).toBe(404);
  });

  it.each([
    ['no name', { applies_to: 'container' }, { name: ['is required'] }],
    ['nothing that it applies to', { name: 'X' }, { applies_to: ['is required'] }],
    [
      'something else that it applies to',
      { name: 'X', applies_to: 'truck' },
      { applies_to: ['must be one of container, bill_of_lading'] },
    ],
  ])('refuses %s', async (_what, body, errors) => {
    const answer = await client.post(PATH, body);
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  it('refuses a name that is taken, whatever it applies to', async () => {
    await aHoldType(client, { name: 'Customs' });
    const answer = await client.post(PATH, { name: 'Customs', applies_to: 'bill_of_lading' });
    expect([answer.status, answer.body.error]).toEqual([422, 'Name is already taken.']);
  });

  it('keeps one that was applied for what it was applied to, also once lifted', async () => {
    const { number } = await aContainer(client);
    const { id } = await aHoldType(client);
    await client.put(`/containers/${number}/holds/${id}/apply`);
    const [hold] = (await client.get(`/containers/${number}/holds`)).body.holds;
    await client.put(`/containers/${number}/holds/${hold.id}/lift`);
    const refused = await client.patch(`${PATH}/${id}`, { applies_to: 'bill_of_lading' });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      'The hold type was applied to a container already, so it cannot apply to anything else.',
    ]);
    expect(refused.body.errors).toHaveProperty('applies_to');
    const renamed = await client.patch(`${PATH}/${id}`, { name: 'Renamed', applies_to: 'container' });
    expect(renamed.body.hold_type).toMatchObject({ name: 'Renamed', applies_to: 'container' });
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(409);
  });

  it('keeps one that was applied to a bill of lading', async () => {
    const path = holdsOf(await aBill(client));
    const { id } = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${path}/${id}`);
    const refused = await client.patch(`${PATH}/${id}`, { applies_to: 'container' });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      'The hold type was applied to a bill of lading already, so it cannot apply to anything else.',
    ]);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(409);
  });

  it('is applied or changed when both are requested at once', async () => {
    const { number } = await aContainer(client);
    for (let round = 0; round < 5; round++) {
      const { id } = await aHoldType(client);
      const [applied, changed] = await atOnce(service.current, [
        () => client.put(`/containers/${number}/holds/${id}/apply`),
        () => client.patch(`${PATH}/${id}`, { applies_to: 'bill_of_lading' }),
      ]);
      expect([
        [200, 422],
        [404, 200],
      ]).toContainEqual([applied.status, changed.status]);
    }
  });

  it('needs the role admin to change anything', async () => {
    const { id } = await aHoldType(client);
    const writer = client.as('write');
    expect((await writer.get(`${PATH}/${id}`)).status).toBe(200);
    for (const answer of [
      await writer.post(PATH, { name: 'X', applies_to: 'container' }),
      await writer.patch(`${PATH}/${id}`, { name: 'X' }),
      await writer.delete(`${PATH}/${id}`),
    ])
      expect(answer.status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { id, name } = await aHoldType(client);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.patch(`${PATH}/${id}`, { applies_to: 'bill_of_lading' })).status).toBe(404);
    expect((await aHoldType(other, { name })).id).not.toBe(id);
  });
});

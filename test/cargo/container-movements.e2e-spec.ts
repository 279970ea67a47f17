import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { aContainer, aMovement } from '../factories/cargo';
import { aVisit } from '../factories/gate';

describe('container movements', () => {
  const service = useService();
  let client: Client;
  let container: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    container = await aContainer(client);
  });

  const moved = (values: object = {}) =>
    aMovement(client, container.id, { moved_at: '2026-11-20T13:30:00.123Z', ...values });

  it('lists the movements of a container in their order, with every field', async () => {
    const other = await aContainer(client);
    const { id: truck_visit_id } = await aVisit(client);
    const first = await moved({
      movement_type: 'gate_in',
      from: 'Gate: North',
      to: 'Yard Slot: A1-01',
      truck_visit_id,
      user_id: client.user_id,
    });
    await aMovement(client, other.id);
    const second = await moved();
    const answer = await client.as('read').get(`/containers/${container.number}/movements.json`);
    expect(answer.status).toBe(200);
    const url = expect.stringMatching(`/api/v1/containers/${container.number}/movements.json\\?`);
    expect(answer.body).toEqual({
      movements: [
        {
          id: first,
          movement_type: 'gate_in',
          from: 'Gate: North',
          to: 'Yard Slot: A1-01',
          from_location: null,
          to_location: null,
          from_tier: null,
          to_tier: null,
          reason: null,
          moved_at: '2026-11-20T13:30:00.123Z',
          truck_visit_id,
          truck_visit: { id: truck_visit_id },
          voyage: null,
          user: { id: client.user_id, name: 'Tess Ter' },
        },
        {
          id: second,
          movement_type: 'shift',
          from: null,
          to: null,
          from_location: null,
          to_location: null,
          from_tier: null,
          to_tier: null,
          reason: null,
          moved_at: '2026-11-20T13:30:00.123Z',
          truck_visit_id: null,
          truck_visit: null,
          voyage: null,
          user: null,
        },
      ],
      actions: { index: { method: 'GET', url }, last: { method: 'GET', url } },
    });
  });

  it('shows the e-mail of a user without a name', async () => {
    await moved({ user_id: client.user_id });
    await service.current.query(`UPDATE users SET firstname = NULL, lastname = NULL WHERE id = $1`, [
      client.user_id,
    ]);
    const [{ user }] = (await client.get(`/containers/${container.id}/movements`)).body.movements;
    expect(user).toEqual({ id: client.user_id, name: 'tester@harbour.example' });
  });

  it('takes the id or the number in any case', async () => {
    await moved();
    const { id, number } = container;
    for (const name of [id, number, number.toLowerCase(), `%20${number.replace('U', 'U%20')}`])
      expect((await client.get(`/containers/${name}/movements`)).body.movements).toHaveLength(1);
  });

  it('pages', async () => {
    const ids = [await moved(), await moved(), await moved()];
    const page = async (query: string) =>
      (await client.get(`/containers/${container.number}/movements?${query}`)).body;
    const first = await page('per=2');
    expect(first.movements.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect(Object.keys(first.actions)).toEqual(['index', 'next', 'last']);
    expect(first.actions.next.url).toMatch(/page=2&per=2$|per=2&page=2$/);
    expect((await page('per=2&page=2')).movements).toMatchObject([{ id: ids[2] }]);
    expect((await page('per=2&page=3')).movements).toEqual([]);
    expect((await client.get(`/containers/${container.number}/movements?per=0`)).status).toBe(400);
    expect((await client.get(`/containers/${container.number}/movements?page=-1`)).status).toBe(400);
  });

  it('answers 404 for a container that is not there, or another organization has', async () => {
    await moved();
    for (const name of [container.id + 1000, 'HLDU9999999', '%00'])
      expect((await client.get(`/containers/${name}/movements`)).status).toBe(404);
    const other = await service.current.organization();
    expect((await other.get(`/containers/${container.id}/movements`)).status).toBe(404);
    expect((await other.get(`/containers/${container.number}/movements`)).status).toBe(404);
  });
});

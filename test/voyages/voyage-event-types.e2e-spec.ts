import { aVoyage, aVoyageEvent, aVoyageEventType } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('voyage event types', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const names = async (query: string) =>
    (await client.get(`/voyage_event_types?${query}`)).body.voyage_event_types.map(
      ({ name }: { name: string }) => name,
    );

  it('are listed with the fields of the contract, 25 a page', async () => {
    const { created_at, updated_at, ...type } = await aVoyageEventType(client, {
      name: 'Draught survey',
      description: 'Mean draught, in metres',
      is_date_range: true,
      uses_service_boat: true,
      uses_pilot: true,
      uses_berths: true,
      custom_value_identifier: 'mean_draught',
      custom_value_type: 'number',
    });
    expect([created_at, updated_at]).toEqual([expect.any(String), expect.any(String)]);
    const { id } = await aVoyageEventType(client, { name: 'Rain delay' });
    const flags = { is_date_range: false, uses_service_boat: false, uses_pilot: false, uses_berths: false };
    const link = { method: 'GET', url: expect.stringContaining('/voyage_event_types.json?') };
    expect((await client.get('/voyage_event_types.json')).body).toEqual({
      actions: { index: link, last: link },
      voyage_event_types: [
        type,
        {
          id,
          name: 'Rain delay',
          description: null,
          ...flags,
          custom_value_identifier: null,
          custom_value_type: null,
        },
      ],
    });
    for (let i = 0; i < 24; i++) await aVoyageEventType(client);
    expect(await names('')).toHaveLength(25);
    expect(await names('per_page=100')).toHaveLength(26);
    expect(await names('page=2')).toHaveLength(1);
    expect(await names('page=last&per_page=5')).toHaveLength(1);
    const { actions } = (await client.get('/voyage_event_types?per_page=500&page=0')).body;
    expect(actions.last.url).toMatch(/per_page=100/);
    expect(await names('name=RAIN')).toEqual(['Rain delay']);
  });

  it.each(['page=-1', 'per_page=0', 'page=x'])('answers 422 for %s', async (query) => {
    expect((await client.get(`/voyage_event_types?${query}`)).status).toBe(422);
  });

  it('are set up by an admin: created, shown, updated, deleted', async () => {
    const { id } = await aVoyageEventType(client, { name: 'Rain delay' });
    expect((await client.get('/voyage_event_types/Rain%20delay')).body.voyage_event_type.id).toBe(id);
    const update = await client.put(`/voyage_event_types/${id}.json`, { custom_value_type: 'string' });
    expect(update.body.voyage_event_type).toMatchObject({ name: 'Rain delay', custom_value_type: 'string' });
    expect((await client.patch(`/voyage_event_types/${id}`, { custom_value_type: 'text' })).status).toBe(400);
    expect((await client.post('/voyage_event_types', {})).status).toBe(400);
    expect((await client.post('/voyage_event_types', { name: 'Rain delay' })).status).toBe(422);
    for (const answer of [
      await client.as('write').post('/voyage_event_types', { name: 'X' }),
      await client.as('write').delete(`/voyage_event_types/${id}`),
    ])
      expect(answer.status).toBe(403);
    expect((await client.delete(`/voyage_event_types/${id}`)).body).toEqual({
      message: 'Voyage event type was successfully deleted.',
    });
    expect((await client.get(`/voyage_event_types/${id}`)).status).toBe(404);
  });

  it('stay while an event has them, and belong to their organization', async () => {
    const type = await aVoyageEventType(client);
    const { number } = await aVoyage(client);
    await aVoyageEvent(client, number, {}, type);
    expect((await client.delete(`/voyage_event_types/${type.id}`)).status).toBe(409);
    const other = await service.current.organization();
    expect((await other.get('/voyage_event_types')).body.voyage_event_types).toEqual([]);
    expect((await other.get(`/voyage_event_types/${type.id}`)).status).toBe(404);
    await aVoyageEventType(other, { name: type.name });
  });
});

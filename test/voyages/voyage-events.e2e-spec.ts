import {
  aBerthArea,
  aPilot,
  aServiceBoat,
  aVessel,
  aVoyage,
  aVoyageEvent,
  aVoyageEventType,
} from '../factories/voyages';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/voyages/V%2F1/voyage_events';

describe('voyage events', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    await aVessel(client, { name: 'Heron' });
    voyage = await aVoyage(client, { number: 'V/1', vessel_name: 'Heron' });
  });

  const anEvent = (body: object = {}, type?: { id: number }) => aVoyageEvent(client, 'V/1', body, type);

  it('are created with every field, by the user of the token, named after their type', async () => {
    for (const [canonical_name, value_type] of [
      ['weather', 'string'],
      ['wind', 'number'],
    ])
      await client.create('/flex_field_definitions', {
        record_type: 'voyage_event',
        canonical_name,
        label: canonical_name,
        value_type,
      });
    const type = await aVoyageEventType(client, { name: 'Pilot boarded' });
    const boat = await aServiceBoat(client, { name: 'Tug 1' });
    const pilot = await aPilot(client, { name: 'Maud' });
    const [from, to] = [await aBerthArea(client), await aBerthArea(client)];
    const answer = await client.as('write').post(PATH, {
      voyage_event_type_id: String(type.id),
      voyage_event: {
        started_at: '2026-11-20T10:00:00+01:00',
        completed_at: '2026-11-20T09:00:00Z',
        service_boat_id: boat.id,
        pilot_id: pilot.id,
        from_berth_id: from.id,
        to_berth_id: to.id,
        custom_value: 'R-1',
        notes: 'Fog\non the river',
        flex_fields: [{ wind: 6 }],
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      voyage_event: {
        id: expect.any(Number),
        event_name: 'Pilot boarded',
        event_type_id: type.id,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        started_at: '2026-11-20T09:00:00.000Z',
        completed_at: '2026-11-20T09:00:00.000Z',
        custom_value: 'R-1',
        service_boat: { id: boat.id, name: 'Tug 1' },
        pilot: { id: pilot.id, name: 'Maud' },
        from_berth: { id: from.id, name: from.name },
        to_berth: { id: to.id, name: to.name },
        user: { id: client.user_id, name: 'Tess Ter' },
        notes: 'Fog\non the river',
        flex_fields: [
          { label: 'weather', value: null },
          { label: 'wind', value: 6 },
        ],
      },
    });
  });

  it('need nothing but a type and the wrapper', async () => {
    const event = await anEvent();
    expect(event).toMatchObject({ started_at: null, completed_at: null, custom_value: null, notes: null });
    expect([event.service_boat, event.pilot, event.flex_fields]).toEqual([null, null, []]);
  });

  it.each([
    ['no type', { voyage_event_type_id: undefined }, 'voyage_event_type_id'],
    ['a type that is no id', { voyage_event_type_id: 'one' }, 'voyage_event_type_id'],
    ['an unknown type', { voyage_event_type_id: 999_999_999 }, 'voyage_event_type_id'],
    ['no wrapper', { voyage_event: undefined }, 'voyage_event'],
    ['a time that is none', { voyage_event: { started_at: 'soon' } }, 'voyage_event.started_at'],
    ['a value that is no text', { voyage_event: { custom_value: true } }, 'voyage_event.custom_value'],
    ['a value of too many digits', { voyage_event: { custom_value: 1e-7 } }, 'voyage_event.custom_value'],
    ['an unknown field', { voyage_event: { flex_fields: [{ x: 1 }] } }, 'voyage_event.flex_fields.x'],
  ])('refuse %s', async (_what, change, field) => {
    const { id: voyage_event_type_id } = await aVoyageEventType(client);
    const answer = await client.post(PATH, { voyage_event_type_id, voyage_event: {}, ...change });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it.each(['service_boat_id', 'pilot_id', 'from_berth_id', 'to_berth_id'])(
    'refuse an unknown %s, also one of another organization',
    async (field) => {
      const other = await service.current.organization();
      const make = field.includes('berth') ? aBerthArea : field.includes('pilot') ? aPilot : aServiceBoat;
      const foreign = await make(other);
      const { id: voyage_event_type_id } = await aVoyageEventType(client);
      const { id } = await anEvent();
      for (const value of [foreign.id, 999_999_999])
        for (const answer of [
          await client.post(PATH, { voyage_event_type_id, voyage_event: { [field]: value } }),
          await client.patch(`${PATH}/${id}`, { voyage_event: { [field]: value } }),
        ]) {
          expect(answer.status).toBe(422);
          expect(Object.keys(answer.body.errors)).toEqual([`voyage_event.${field}`]);
        }
    },
  );

  it('are not completed before they started, whichever is sent', async () => {
    const { id: voyage_event_type_id } = await aVoyageEventType(client);
    const at = (hour: number) => `2026-11-20T${hour}:00:00Z`;
    const created = await client.post(PATH, {
      voyage_event_type_id,
      voyage_event: { started_at: at(11), completed_at: at(10) },
    });
    expect(created.status).toBe(422);
    expect(Object.keys(created.body.errors)).toEqual(['voyage_event.completed_at']);
    const { id } = await anEvent({ started_at: at(11), completed_at: at(11) });
    const update = async (voyage_event: object) =>
      (await client.patch(`${PATH}/${id}`, { voyage_event })).status;
    expect(await update({ completed_at: at(10) })).toBe(422);
    expect(await update({ started_at: at(12) })).toBe(422);
    expect(await update({ started_at: at(12), completed_at: at(13) })).toBe(200);
    expect(await update({ started_at: null })).toBe(200);
    expect(await update({ completed_at: at(10) })).toBe(200);
  });

  it('have a custom value that suits their type', async () => {
    const number = await aVoyageEventType(client, { custom_value_type: 'number' });
    const text = await aVoyageEventType(client, { custom_value_type: 'string' });
    const { id } = await anEvent({ custom_value: '8.15' }, number);
    for (const custom_value of ['eight', '1e2', '0x10', ' 1', '']) {
      const post = await client.post(PATH, {
        voyage_event_type_id: number.id,
        voyage_event: { custom_value },
      });
      const patch = await client.patch(`${PATH}/${id}`, { voyage_event: { custom_value } });
      for (const answer of [post, patch]) {
        expect(answer.status).toBe(422);
        expect(Object.keys(answer.body.errors)).toEqual(['voyage_event.custom_value']);
      }
    }
    expect((await anEvent({ custom_value: '-8' }, number)).custom_value).toBe('-8');
    expect((await anEvent({ custom_value: 8.15 }, number)).custom_value).toBe('8.15');
    expect((await anEvent({ custom_value: -7 }, text)).custom_value).toBe('-7');
    expect((await anEvent({ custom_value: 'eight' }, text)).custom_value).toBe('eight');
    const cleared = await client.patch(`${PATH}/${id}`, { voyage_event: { custom_value: null } });
    expect(cleared.body.voyage_event.custom_value).toBeNull();
  });

  it('are updated in what is sent', async () => {
    const boat = await aServiceBoat(client);
    const event = await anEvent({ service_boat_id: boat.id, notes: 'A' });
    const patch = await client.as('write').patch(`${PATH}/${event.id}.json`, {
      voyage_event: { notes: 'B' },
      voyage_event_type_id: 1,
    });
    expect(patch.status).toBe(200);
    expect(patch.body).toEqual({ voyage_event: { ...event, notes: 'B', updated_at: expect.any(String) } });
    const put = await client.put(`${PATH}/${event.id}`, {
      voyage_event: { service_boat_id: '', notes: null },
    });
    expect(put.body.voyage_event).toMatchObject({ service_boat: null, notes: null });
    const without = await client.patch(`${PATH}/${event.id}`, {});
    expect(without.status).toBe(422);
    expect(without.body.errors).toEqual({ voyage_event: ['is required'] });
  });

  it('are listed with their voyage, 25 a page', async () => {
    const type = await aVoyageEventType(client);
    const other = await aVoyage(client);
    await aVoyageEvent(client, other.number, {}, type);
    const first = await anEvent({}, type);
    for (let i = 0; i < 25; i++) await anEvent({ notes: String(i) }, type);
    const { actions, voyage: shown, voyage_events } = (await client.get(`${PATH}.json`)).body;
    expect(shown).toEqual({ id: voyage.id, voyage_number: 'V/1', vessel_name: 'Heron' });
    expect(voyage_events).toHaveLength(25);
    expect(voyage_events[0]).toEqual(first);
    const link = (query: string) => ({
      method: 'GET',
      url: `http://localhost:80/api/v1${PATH}.json?${query}`,
    });
    expect(actions).toEqual({
      index: link('per_page=25'),
      next: link(`after=${voyage_events.at(-1).id}&page=2&per_page=25`),
      last: link('page=2&per_page=25'),
    });
    const last = (await client.get(`${PATH}?page=last`)).body;
    expect(last.voyage).toEqual(shown);
    expect(last.voyage_events).toHaveLength(1);
    expect((await client.get(`${PATH}?page=3`)).body).toMatchObject({ voyage: shown, voyage_events: [] });
    expect((await client.get(`${PATH}?per_page=101`)).body.actions.last.url).toMatch(/per_page=100/);
    expect((await client.get(`${PATH}?per_page=0`)).status).toBe(422);
  });

  it('are deleted', async () => {
    const { id } = await anEvent();
    const answer = await client.as('write').delete(`${PATH}/${id}.json`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'Voyage event was successfully deleted.' });
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(404);
    const { id: second } = await anEvent();
    const race = await timesAtOnce(service.current, 3, () => client.delete(`${PATH}/${second}`));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('answer 404 for another voyage, another event and another organization', async () => {
    const { id, event_type_id: voyage_event_type_id } = await anEvent();
    const elsewhere = await aVoyage(client);
    const other = await service.current.organization();
    await aVoyage(other, { number: elsewhere.number });
    const body = { voyage_event_type_id, voyage_event: {} };
    for (const [from, path] of [
      [client, '/voyages/none/voyage_events'],
      [client, '/voyages/v%2F1/voyage_events'],
      [client, '/voyages/%00/voyage_events'],
      [client, `/voyages/${voyage.id}/voyage_events`],
      [other, PATH],
    ] as const) {
      expect((await from.get(path)).status).toBe(404);
      expect((await from.get(`${path}?page=last`)).status).toBe(404);
      expect((await from.post(path, body)).status).toBe(404);
      expect((await from.patch(`${path}/${id}`, body)).status).toBe(404);
      expect((await from.delete(`${path}/${id}`)).status).toBe(404);
    }
    const there = `/voyages/${elsewhere.number}/voyage_events`;
    for (const [from, path] of [
      [client, `${there}/${id}`],
      [other, `${there}/${id}`],
      [client, `${PATH}/${id + 1}`],
      [client, `${PATH}/x`],
    ] as const) {
      expect((await from.patch(path, body)).status).toBe(404);
      expect((await from.delete(path)).status).toBe(404);
    }
    expect((await other.post(there, body)).status).toBe(422);
  });

  it('need the role write to change anything', async () => {
    const { id } = await anEvent();
    const reader = client.as('read');
    expect((await reader.get(PATH)).status).toBe(200);
    for (const answer of [
      await reader.post(PATH, {}),
      await reader.patch(`${PATH}/${id}`, {}),
      await reader.delete(`${PATH}/${id}`),
    ])
      expect(answer.status).toBe(403);
  });
});

import { aContainer } from '../factories/cargo';
import { aPilot, aTallyMove, aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

describe('vessels', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const show = (name: string) => client.get(`/vessels/${encodeURIComponent(name)}.json`);

  describe('create', () => {
    it('answers every field of the long form, length as text', async () => {
      const body = {
        name: 'Westhaven Petrel',
        call_sign: 'QWHP4',
        vessel_type: 'container',
        woa: 27.6,
        gross_tonnage: 18320,
        net_tonnage: 9150,
        teu_capacity: 1440,
        country_code: 'PT',
        scac: 'WHAX',
        agent_name: 'Scheldemond Ship Agency',
        max_draught: 9.5,
        has_cranes: true,
        number_of_bays: 18,
        number_of_rows: 11,
        number_of_tiers_below: 10,
        above_deck_first_tier: 82,
        number_of_tiers_above: 90,
        bay_groups: [[1, 2, 3], [], [5, 6, 7]],
      };
      const answer = await client
        .as('write')
        .post('/vessels.json', { vessel: { ...body, imo: '2001474', loa: '172.40' } });
      expect(answer.status).toBe(201);
      const { id } = answer.body.vessel;
      expect(answer.body).toEqual({
        vessel: {
          ...body,
          id: expect.any(Number),
          imo_number: '2001474',
          loa: '172.4',
          actions: {
            show: { method: 'GET', url: 'http://localhost:80/api/v1/vessels/Westhaven%20Petrel.json' },
            update: { method: 'PUT', url: `http://localhost:80/api/v1/vessels/${id}.json` },
          },
        },
      });
    });

    it('answers null for what was not sent', async () => {
      const vessel = await aVessel(client, { name: 'Bare' });
      const { id, name, has_cranes, actions, ...rest } = vessel;
      expect({ id, name, has_cranes, actions }).toMatchObject({ name: 'Bare', has_cranes: false });
      expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    });

    it.each([
      ['no wrapper', {}, 'vessel', 'is required'],
      ['no name', { vessel: {} }, 'vessel.name', 'is required'],
      ['a blank name', { vessel: { name: ' ' } }, 'vessel.name', 'must not be blank'],
      [
        'an IMO number of 6 digits',
        { vessel: { name: 'X', imo: '123456' } },
        'vessel.imo',
        'must be 7 digits',
      ],
      [
        'an IMO number of 8 digits',
        { vessel: { name: 'X', imo: '12345678' } },
        'vessel.imo',
        'must be 7 digits',
      ],
      [
        'an IMO number with a letter',
        { vessel: { name: 'X', imo: '123456X' } },
        'vessel.imo',
        'must be 7 digits',
      ],
      [
        'a first tier that is not in the list',
        { vessel: { name: 'X', above_deck_first_tier: 71 } },
        'vessel.above_deck_first_tier',
        'must be one of 70, 72, 74, 76, 78, 80, 82, 84',
      ],
      [
        'bays without groups',
        { vessel: { name: 'X', bay_groups: [1, 2] } },
        'vessel.bay_groups',
        'must be a list of lists',
      ],
      [
        'half a bay',
        { vessel: { name: 'X', bay_groups: [[1.5]] } },
        'vessel.bay_groups',
        'has a bay that must be a whole number',
      ],
      [
        'a bay out of range',
        { vessel: { name: 'X', bay_groups: [[1000]] } },
        'vessel.bay_groups',
        'has a bay that must be at most 999',
      ],
    ])('refuses %s', async (_what, body, field, reason) => {
      const answer = await client.post('/vessels', body);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ [field]: [reason] });
    });

    it('takes a wrong check digit', async () => {
      expect((await aVessel(client, { imo: '1234568' })).imo_number).toBe('1234568');
    });

    it('takes an IMO number that is sent as a number', async () => {
      const { id, imo_number } = await aVessel(client, { imo: 2001474 });
      expect(imo_number).toBe('2001474');
      const { body } = await client.put(`/vessels/${id}`, { vessel: { imo: 200147 } });
      expect(body.errors).toEqual({ 'vessel.imo': ['must be 7 digits'] });
    });

    it('refuses a name, a call sign and an IMO number that are taken', async () => {
      await aVessel(client, { name: 'A', call_sign: 'CALL', imo: '1234567' });
      for (const [field, vessel] of Object.entries({
        name: { name: 'A' },
        call_sign: { name: 'B', call_sign: 'CALL' },
        imo: { name: 'B', imo: '1234567' },
      })) {
        const answer = await client.post('/vessels', { vessel });
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty([`vessel.${field}`]);
        expect(answer.body.error).toMatch(/already taken/);
      }
      const other = await service.current.organization();
      await aVessel(other, { name: 'A', call_sign: 'CALL', imo: '1234567' });
    });

    it.each([
      ['name', { name: 'Race' }],
      ['call_sign', { call_sign: 'RACE' }],
      ['imo', { imo: '7654321' }],
    ])('lets one of several simultaneous requests have a %s', async (field, values) => {
      const answers = await timesAtOnce(service.current, 4, (n) =>
        client.post('/vessels', { vessel: { name: `V ${n}`, ...values } }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      expect(refused.body.errors).toHaveProperty([`vessel.${field}`]);
    });

    it.each([
      [82, 82, 422],
      [82, 83, 201],
      [84, 70, 422],
    ])('with the first tier %i and %i tiers above answers %i', async (first, above, status) => {
      const vessel = { name: 'Tiers', above_deck_first_tier: first, number_of_tiers_above: above };
      const answer = await client.post('/vessels', { vessel });
      expect(answer.status).toBe(status);
      if (status === 422) expect(answer.body.errors).toHaveProperty(['vessel.number_of_tiers_above']);
    });
  });

  describe('show', () => {
    it('answers what creating it did, without a last voyage', async () => {
      const created = await aVessel(client, {
        name: 'Westhaven Petrel',
        gross_tonnage: '18320.5',
        call_sign: 'QWHP4',
        imo: '2001474',
        loa: 172.4,
      });
      expect((await show('Westhaven Petrel')).body).toEqual({
        vessel: { ...created, gross_tonnage: 18320.5, imo_number: '2001474', length_overall: '172.4' },
      });
    });

    it('lists them by part of the name, IMO number and call sign', async () => {
      await aVessel(client, { name: 'Westhaven Petrel', imo: '2001474', call_sign: 'QWHP4' });
      await aVessel(client, { name: 'Northquay Tern' });
      const names = async (query: string) =>
        (await client.get(`/vessels?${query}`)).body.vessels.map(({ name }: { name: string }) => name);
      expect(await names('')).toEqual(['Westhaven Petrel', 'Northquay Tern']);
      expect(await names('name=QUAY')).toEqual(['Northquay Tern']);
      expect(await names('imo=2001474')).toEqual(['Westhaven Petrel']);
      expect(await names('call_sign=QWHP4')).toEqual(['Westhaven Petrel']);
      expect(await names('imo=200147')).toEqual([]);
    });

    it('finds one by name in any case, by IMO number, and prefers the exact name', async () => {
      const upper = await aVessel(client, { name: 'ÉTOILE' });
      const lower = await aVessel(client, { name: 'Étoile', imo: '2001474' });
      const digits = await aVessel(client, { name: '1234567' });
      const other = await aVessel(client, { name: 'Other', imo: '1234567' });
      const id = async (name: string) => (await show(name)).body.vessel.id;
      expect(await id('ÉTOILE')).toBe(upper.id);
      expect(await id('Étoile')).toBe(lower.id);
      expect(await id('étoile')).toBe(upper.id);
      expect(await id('2001474')).toBe(lower.id);
      expect(await id('1234567')).toBe(digits.id);
      expect(await id('OTHER')).toBe(other.id);
    });

    it.each([
      'M/V St. John',
      'v1.2.json',
      '..',
      '100% ?&#+',
      'Ærø – 日本丸',
      'ü'.repeat(255),
      '船'.repeat(255),
    ])('finds %s by its own link', async (name) => {
      const vessel = await aVessel(client, { name });
      const { url } = vessel.actions.show;
      const answer = await client.get(url.replace('http://localhost:80/api/v1', ''));
      expect(answer.body.vessel).toMatchObject({ id: vessel.id, name });
    });

    it('answers 404 for anything else', async () => {
      const vessel = await aVessel(client, { name: 'Known' });
      for (const name of ['Unknown', 'Know', String(vessel.id), 'x'.repeat(300), '%', 'a\0b'])
        expect((await show(name)).status).toBe(404);
      const other = await service.current.organization();
      expect((await other.get('/vessels/Known')).status).toBe(404);
    });

    it('shows the voyage that it departed on last, within 30 days', async () => {
      const vessel = await aVessel(client, { name: 'Heron' });
      const lastVoyage = async () => (await show('Heron')).body.vessel.last_voyage;
      const voyage = (body: object) => aVoyage(client, { vessel_name: vessel.name, ...body });
      await voyage({ number: 'old', at_of_departure: daysAgo(30.01) });
      await voyage({ number: 'none', et_of_departure: daysAgo(1) });
      expect(await lastVoyage()).toBeUndefined();

      await voyage({ number: 'edge', at_of_departure: daysAgo(29.99) });
      expect((await lastVoyage()).number).toBe('edge');

      const pilot = await aPilot(client, { name: 'Cor Lindeman' });
      const times = {
        et_of_anchorage: daysAgo(4),
        at_of_anchorage: daysAgo(3.5),
        at_of_pilot_boarded: daysAgo(3.1),
        at_of_berth: daysAgo(3),
        at_of_customs_clearance: daysAgo(2.9),
        at_of_departure: daysAgo(2),
      };
      await voyage({
        ...times,
        number: 'last',
        arrival_pilot_id: pilot.id,
        arrival_number_of_tug_boats: 2,
        departure_number_of_tug_boats: 1,
        closing_comments: 'All well',
      });
      await voyage({ number: 'before', at_of_departure: daysAgo(5) });
      expect(await lastVoyage()).toEqual({
        number: 'last',
        pilot_name: 'Cor Lindeman',
        number_of_tug_boats: 3,
        estimated_time_of_anchorage: times.et_of_anchorage,
        actual_time_of_anchorage: times.at_of_anchorage,
        actual_time_of_pilot_boarded: times.at_of_pilot_boarded,
        actual_time_of_berth: times.at_of_berth,
        actual_time_of_customs_clearance: times.at_of_customs_clearance,
        actual_time_of_departure: times.at_of_departure,
        closing_comments: 'All well',
        productivity: null,
      });

      const { number: container } = await aContainer(client);
      for (let i = 0; i < 32; i++) {
        const { number } = await aContainer(client);
        await aTallyMove(client, { voyage: 'last', container: number });
      }
      expect((await lastVoyage()).productivity).toBe(1.33);
      // neither gear nor a container that is stowed again counts, nor a move that was undone
      const { id } = await aTallyMove(client, { voyage: 'last', container });
      await client.delete(`/tally_moves/${id}`);
      await aTallyMove(client, { voyage: 'last', kind: 'special_lift', lift_type: 'hatch cover' });
      await aTallyMove(client, { voyage: 'last', kind: 'shift', restow: true, container });
      expect((await lastVoyage()).productivity).toBe(1.33);
      await client.patch('/voyages/last', { voyage: { at_berth_departure: daysAgo(2.5) } });
      expect((await lastVoyage()).productivity).toBe(2.67);
      await client.patch('/voyages/last', { voyage: { at_of_berth: null } });
      expect((await lastVoyage()).productivity).toBeNull();
    });
  });

  describe('update', () => {
    it('changes what is sent, clears what is null, with PUT and PATCH', async () => {
      const vessel = await aVessel(client, {
        name: 'A',
        imo: '1234567',
        loa: 10,
        has_cranes: true,
        scac: 'ABCD',
      });
      const put = await client
        .as('write')
        .put(`/vessels/${vessel.id}.json`, { vessel: { name: 'B', imo: null, has_cranes: null } });
      expect(put.status).toBe(200);
      expect(put.body.vessel).toEqual({
        ...vessel,
        name: 'B',
        imo_number: null,
        has_cranes: false,
        actions: {
          ...vessel.actions,
          show: { method: 'GET', url: 'http://localhost:80/api/v1/vessels/B.json' },
        },
      });
      const patch = await client.patch(`/vessels/${vessel.id}`, { vessel: { loa: '', bay_groups: [[1]] } });
      expect(patch.body.vessel).toEqual({ ...put.body.vessel, loa: null, bay_groups: [[1]] });
      const nothing = await client.put(`/vessels/${vessel.id}`, { vessel: {} });
      expect(nothing.body.vessel).toEqual(patch.body.vessel);
    });

    it('compares the tiers also when only one of them is sent', async () => {
      const { id } = await aVessel(client, { above_deck_first_tier: 72, number_of_tiers_above: 80 });
      const update = async (vessel: object) => (await client.put(`/vessels/${id}`, { vessel })).status;
      expect(await update({ number_of_tiers_above: 72 })).toBe(422);
      expect(await update({ above_deck_first_tier: 80 })).toBe(422);
      expect(await update({ above_deck_first_tier: 78 })).toBe(200);
      expect(await update({ above_deck_first_tier: 84, number_of_tiers_above: 85 })).toBe(200);
      expect(await update({ above_deck_first_tier: null, number_of_tiers_above: 1 })).toBe(200);
    });

    it('refuses what is taken, null or malformed', async () => {
      await aVessel(client, { name: 'A', call_sign: 'CALL', imo: '1234567' });
      const { id } = await aVessel(client, { name: 'B' });
      for (const [field, vessel] of Object.entries({
        name: { name: 'A' },
        call_sign: { call_sign: 'CALL' },
        imo: { imo: '1234567' },
        woa: { woa: 'wide' },
      })) {
        const answer = await client.put(`/vessels/${id}`, { vessel });
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty([`vessel.${field}`]);
      }
      expect((await client.put(`/vessels/${id}`, { vessel: { name: null } })).status).toBe(422);
      expect((await client.put(`/vessels/${id}`, {})).status).toBe(422);
    });

    it('answers 404 for another id, and keeps roles and organizations apart', async () => {
      const { id, name } = await aVessel(client);
      for (const each of ['0', '999999', '99999999999999999999', name, '1.5'])
        expect(
          (await client.put(`/vessels/${encodeURIComponent(each)}`, { vessel: { scac: 'X' } })).status,
        ).toBe(404);
      const other = await service.current.organization();
      expect((await other.put(`/vessels/${id}`, { vessel: { scac: 'X' } })).status).toBe(404);
      const reader = client.as('read');
      expect((await reader.get(`/vessels/${encodeURIComponent(name)}`)).status).toBe(200);
      expect((await reader.put(`/vessels/${id}`, { vessel: { scac: 'X' } })).status).toBe(403);
      expect((await reader.post('/vessels', { vessel: { name: 'X' } })).status).toBe(403);
    });
  });
});

import { aContainer, aLoadList, aManifest, aStay } from '../factories/cargo';
import { aTallyMove, aVoyage } from '../factories/voyages';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { inTurn, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('tallies', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { number: 'V/1' });
  });

  const PATH = '/voyages/V%2F1/tallies';
  const created = (tally_type: string) => ({
    id: expect.any(Number),
    name: `${tally_type === 'loading' ? 'Loading' : 'Discharge'} V/1`,
    tally_type,
    voyage: { number: 'V/1' },
    created_by: { name: 'Tess Ter' },
    created_at: expect.stringMatching(/Z$/),
  });
  const aTally = async (tally_type: string) =>
    (await client.create(PATH, { tally: { tally_type } })).tallies[0];

  describe('create', () => {
    it('makes both when there are manifests and load lists, also without a body', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      await aManifest(client, { voyage_id: voyage.id });
      await aLoadList(client, { voyage_id: voyage.id });
      const answer = await client.as('write').post(`${PATH}.json`);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({ tallies: [created('discharge'), created('loading')] });
    });

    it.each([{ tally: null }, { tally: {} }, { tally: { tally_type: null } }])(
      'makes the one whose documents there are, for %j',
      async (body) => {
        await aLoadList(client, { voyage_id: voyage.id });
        expect(await client.create(PATH, body)).toEqual({ tallies: [created('loading')] });
      },
    );

    it('makes the type that is requested', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      await aLoadList(client, { voyage_id: voyage.id });
      expect(await client.create(PATH, { tally: { tally_type: 'loading' } })).toEqual({
        tallies: [created('loading')],
      });
      expect(await client.create(PATH, { tally: { tally_type: 'discharge' } })).toEqual({
        tallies: [created('discharge')],
      });
    });

    it.each([
      ['both', undefined, 'The voyage has no manifest or load list.'],
      ['a discharge tally', { tally_type: 'discharge' }, 'The voyage has no manifest.'],
      ['a loading tally', { tally_type: 'loading' }, 'The voyage has no load list.'],
    ])('refuses %s without documents, those of other voyages being none', async (_what, tally, sentence) => {
      const other = await aVoyage(client);
      await aManifest(client, { voyage_id: other.id });
      await aLoadList(client, { voyage_id: other.id });
      const answer = await client.post(PATH, { tally });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        error: sentence,
        code: 'nothing_to_tally',
        errors: { 'tally.tally_type': [sentence] },
      });
    });

    it('refuses a tally that there is, and then makes no other one either', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      await aTally('discharge');
      await aLoadList(client, { voyage_id: voyage.id });
      for (const body of [undefined, { tally: { tally_type: 'discharge' } }]) {
        const answer = await client.post(PATH, body);
        expect(answer.status).toBe(422);
        expect(answer.body.error).toBe("Voyage 'V/1' has a discharge tally already.");
      }
      expect((await client.get(`${PATH}?tally_type=loading`)).status).toBe(404);
      await aTally('loading');
    });

    it('makes one when it is requested several times at once', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      await aLoadList(client, { voyage_id: voyage.id });
      const answers = await timesAtOnce(service.current, 4, () => client.post(PATH));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      for (const { status, body } of answers) if (status === 422) expect(body.error).toMatch(/already\.$/);
    });

    it.each([{ tally_type: 'load' }, 'loading', { tally_type: 1 }])(
      'refuses %j as a tally',
      async (tally) => {
        expect((await client.post(PATH, { tally })).status).toBe(422);
      },
    );

    it('answers 404 for another voyage and organization, and needs the role write', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      const other = await service.current.organization();
      expect((await client.post('/voyages/none/tallies')).status).toBe(404);
      expect((await client.post(`/voyages/${voyage.id}/tallies`)).status).toBe(404);
      expect((await other.post(PATH)).status).toBe(404);
      expect((await client.as('read').post(PATH)).status).toBe(403);
    });
  });

  describe('show', () => {
    it('shows the moves of the named tally by crane, in the order they were noted', async () => {
      await client.create('/container_types', {
        code: '40HR',
        description: 'Reefer',
        iso_type_code: '45R1',
        size: 40,
        is_high_cube: true,
        is_reefer: true,
      });
      await client.create('/containers', {
        number: 'WHAU4142033',
        container_type: '40HR',
        container_status: 'full',
        usage: 'import',
      });
      await client.create('/containers', { number: 'NEW1' });
      await aManifest(client, { voyage_id: voyage.id });
      await aTally('discharge');
      const move = (body: object) => aTallyMove(client, { voyage: 'V/1', ...body });
      await move({ crane: 'B', container: 'WHAU4142033', arrival_type: 'vessel', delivery_type: 'yard' });
      await move({ crane: 'A', container: 'NEW1', status: 'empty' });
      await move({
        crane: 'A',
        kind: 'special_lift',
        lift_type: 'hatch cover',
        lifted_at: '2026-11-17T09:24:00Z',
      });
      await move({ crane: 'B', kind: 'shift', container: 'WHAU4142033', restow: true });
      await move({ crane: 'B', kind: 'shift', container: 'NEW1' });
      await move({ crane: 'A', kind: 'special_lift', lift_type: 'multiple', containers: ['X 1', 'y2'] });
      await move({ crane: 'A', kind: 'special_lift', lift_type: 'multiple' });
      await move({ crane: 'A', kind: 'special_lift', lift_type: 'other', containers: ['Z'] });
      await move({ crane: 'C', tally_type: 'loading', container: 'NEW1' });
      const reefer = {
        number: 'WHAU4142033',
        size: 40,
        is_high_cube: true,
        is_reefer: true,
        container_type: { code: '40HR', description: 'Reefer', iso_type_code: '45R1' },
      };
      const bare = {
        number: 'NEW1',
        size: null,
        is_high_cube: null,
        is_reefer: null,
        container_type: { code: null, description: null, iso_type_code: null },
      };
      expect((await client.as('read').get(`${PATH}.json?tally_type=discharge`)).body).toEqual({
        voyage: { number: 'V/1' },
        tally_type: 'discharge',
        handsets: 0,
        closed_by: null,
        closed_at: null,
        cranes: [
          {
            crane: 'B',
            tally: [
              { ...reefer, status: 'full', usage: 'import', arrival_type: 'vessel', delivery_type: 'yard' },
            ],
            shifted_cargo: [
              { ...reefer, restow: true },
              { ...bare, restow: false },
            ],
            special_lifts: [],
          },
          {
            crane: 'A',
            tally: [{ ...bare, status: 'empty', usage: null, arrival_type: null, delivery_type: null }],
            shifted_cargo: [],
            special_lifts: [
              { lift_type: 'hatch cover', lifted_at: '2026-11-17T09:24:00.000Z' },
              { lift_type: 'multiple', lifted_at: null, containers: ['X1', 'Y2'] },
              { lift_type: 'multiple', lifted_at: null, containers: [] },
              { lift_type: 'other', lifted_at: null },
            ],
          },
        ],
      });
    });

    it('shows a container that came again with the facts of its present stay', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      await aTally('discharge');
      const { number: container } = await aContainer(client, { usage: 'import' });
      await aStay(client, container);
      await aTallyMove(client, { voyage: voyage.number, container });
      await client.patch(`/containers/${container}`, { usage: 'export' });
      const [{ tally }] = (await client.get(PATH)).body.cranes;
      expect(tally).toEqual([expect.objectContaining({ number: container, usage: 'export' })]);
    });

    it('takes the tally of the last entered move', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      await aLoadList(client, { voyage_id: voyage.id });
      await client.create(PATH, {});
      const shown = async () => (await client.get(PATH)).body.tally_type;
      const lift = { voyage: voyage.number, kind: 'special_lift', lift_type: 'other' };
      expect(await shown()).toBe('loading');
      await aTallyMove(client, { ...lift, tally_type: 'discharge', lifted_at: '2026-11-20T10:00:00Z' });
      expect(await shown()).toBe('discharge');
      await aTallyMove(client, { ...lift, tally_type: 'loading', lifted_at: '2026-11-20T08:00:00Z' });
      expect(await shown()).toBe('loading');
      await aTallyMove(client, { ...lift, tally_type: 'discharge' });
      expect(await shown()).toBe('discharge');
    });

    it('takes the newest of the voyage unless a type is requested', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      await aLoadList(client, { voyage_id: voyage.id });
      await aTally('loading');
      await aTally('discharge');
      const type = async (query = '') => (await client.get(`${PATH}${query}`)).body.tally_type;
      expect(await type()).toBe('discharge');
      expect(await type('?tally_type=loading')).toBe('loading');
      expect(await type('?tally_type=')).toBe('discharge');
      expect((await client.get(`${PATH}?tally_type=x`)).status).toBe(422);
    });

    it('answers 404 for no tally, another voyage and another organization', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      expect((await client.get(PATH)).status).toBe(404);
      await aTally('discharge');
      expect((await client.get(PATH)).body.cranes).toEqual([]);
      expect((await client.get(`${PATH}?tally_type=loading`)).status).toBe(404);
      expect((await client.get('/voyages/none/tallies')).status).toBe(404);
      expect((await (await service.current.organization()).get(PATH)).status).toBe(404);
    });
  });

  describe('update', () => {
    it('sets handsets and closes, which it does not undo', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      const tally = await aTally('discharge');
      const update = async (body: object) =>
        (await client.patch(`/tallies/${tally.id}.json`, body)).body.tally;
      expect(await update({ handsets: 3 })).toEqual({
        ...tally,
        voyage: { id: voyage.id, number: voyage.number },
        handsets: 3,
        closed_by: null,
        closed_at: null,
        short: null,
        updated_at: expect.any(String),
      });
      expect(await update({ closed_at: '2026-11-20T10:00:00Z' })).toMatchObject({
        handsets: 3,
        closed_by: 'Tess Ter',
        closed_at: '2026-11-20T10:00:00.000Z',
      });
      expect((await client.get(PATH)).body).toMatchObject({
        handsets: 3,
        closed_by: 'Tess Ter',
        closed_at: '2026-11-20T10:00:00.000Z',
      });
      expect(await update({ handsets: null })).toMatchObject({ handsets: 0, closed_by: 'Tess Ter' });
      const answer = await client.put(`/tallies/${tally.id}`, { closed_at: null });
      expect([answer.status, answer.body.error]).toEqual([422, 'A closed tally is not opened by an update.']);
    });

    it('does not undo a closing under way', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      const { id } = await aTally('discharge');
      const closed_at = '2026-11-20T10:00:00.000Z';
      const answers = await inTurn(service.current, [
        () => client.patch(`/tallies/${id}`, { closed_at }),
        () => client.patch(`/tallies/${id}`, { closed_at: null, handsets: 1 }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 422]);
      expect((await client.get(PATH)).body).toMatchObject({ handsets: 0, closed_at });
    });

    it('refuses a closing at a future time, which a file may state', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      const { id } = await aTally('discharge');
      const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
      const { status, body } = await client.patch(`/tallies/${id}`, { closed_at: ahead(120_000) });
      const sentence = 'A tally cannot have been closed at a time to come.';
      expect([status, body.code, body.errors]).toEqual([422, 'time_to_come', { closed_at: [sentence] }]);
      expect((await client.patch(`/tallies/${id}`, { closed_at: ahead(30_000) })).status).toBe(200);
      const line = { voyage: voyage.number, tally_type: 'discharge', closed_at: ahead(120_000) };
      expect((await importFiles(client, { 'tallies.ndjson': [line] })).bad).toEqual([]);
    });

    it('refuses what is malformed, answers 404 for others, and needs the role write', async () => {
      await aManifest(client, { voyage_id: voyage.id });
      const { id } = await aTally('discharge');
      expect((await client.patch(`/tallies/${id}`, { handsets: -1 })).status).toBe(400);
      expect((await client.patch(`/tallies/${id}`, { closed_at: 'now' })).status).toBe(400);
      expect((await client.patch(`/tallies/${id + 1}`, { handsets: 1 })).status).toBe(404);
      expect((await client.patch('/tallies/x', { handsets: 1 })).status).toBe(404);
      expect((await client.as('read').patch(`/tallies/${id}`, { handsets: 1 })).status).toBe(403);
      const other = await service.current.organization();
      expect((await other.patch(`/tallies/${id}`, { handsets: 1 })).status).toBe(404);
    });
  });
});

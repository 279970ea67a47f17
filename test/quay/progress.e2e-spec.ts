import { aContainer, aLoadList } from '../factories/cargo';
import { aTally, broughtBy, count, progressOf } from '../factories/quay';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';

const MINUTE = 60_000;

describe('the progress of a voyage', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { number: 'V1' });
  });

  const numbers = (many: number) => Array.from({ length: many }, (_, n) => `BOX${n}`);
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

  it('has nothing to say without tallies, and counts pieces without lifts', async () => {
    expect(await progressOf(client, voyage)).toEqual({
      voyage: { id: voyage.id, number: 'V1' },
      discharge: null,
      loading: null,
    });
    await broughtBy(client, voyage, ['A1', 'A2']);
    await aTally(client, voyage);
    expect((await progressOf(client, voyage)).discharge).toEqual({
      expected: 2,
      done: 0,
      open: 2,
      over: 0,
      short: 0,
      vgm_missing: 0,
      moves: 0,
      restows: 0,
      special_lifts: 0,
      first_lift_at: null,
      last_lift_at: null,
      hours: null,
      moves_per_hour: null,
      cranes: [],
      last_hour: 0,
      estimated_completion_at: null,
    });
    expect((await client.get('/voyages/NOPE/progress')).status).toBe(404);
  });

  it('reckons hours and moves an hour over all lifts of cargo, of each crane and of all', async () => {
    const boxes = numbers(8);
    await broughtBy(client, voyage, boxes);
    await aContainer(client, { number: 'OVER1' });
    const tally = await aTally(client, voyage);
    const now = Date.now();
    const lift = (crane: string, minutes: number, move: object) => ({
      crane,
      lifted_at: new Date(now - minutes * MINUTE).toISOString(),
      ...move,
    });
    const box = (n: number) => ({ container_number: boxes[n] });
    const answer = await count(
      client,
      tally,
      lift('North', 150, { kind: 'special_lift', lift_type: 'hatch cover' }),
      lift('North', 120, box(0)),
      lift('North', 50, box(1)),
      lift('North', 30, { container_number: 'OVER1', over: true }),
      lift('South', 70, box(2)),
      lift('South', 40, box(3)),
      lift('South', 10, { ...box(4), kind: 'shift', restow: true }),
      lift('West', 20, box(5)),
    );
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    const before = Date.now();
    const { discharge } = await progressOf(client, voyage);
    const after = Date.now();
    expect(discharge).toMatchObject({
      expected: 8,
      done: 5,
      open: 3,
      over: 1,
      short: 0,
      moves: 6,
      restows: 1,
      special_lifts: 1,
      // from 120 minutes ago to 10 minutes ago: 1 h 50 min, because a hatch cover is no cargo
      hours: 1.83,
      moves_per_hour: 3.27,
      cranes: [
        // from 120 to 30 minutes ago
        { crane: 'North', moves: 3, hours: 1.5, moves_per_hour: 2 },
        // from 70 to 10 minutes ago
        { crane: 'South', moves: 2, hours: 1, moves_per_hour: 2 },
        { crane: 'West', moves: 1, hours: null, moves_per_hour: null },
      ],
      // 50, 40, 30 and 20 minutes ago
      last_hour: 4,
    });
    expect(Date.parse(discharge.last_lift_at) - Date.parse(discharge.first_lift_at)).toBe(140 * MINUTE);
    // three are open, and four an hour are done
    const estimated = Date.parse(discharge.estimated_completion_at) - 45 * MINUTE;
    expect(estimated).toBeGreaterThanOrEqual(before - 1000);
    expect(estimated).toBeLessThanOrEqual(after + 1000);
    await client.post(`/tallies/${tally.id}/close`);
    expect((await progressOf(client, voyage)).discharge).toMatchObject({
      open: 0,
      short: 3,
      last_hour: 4,
      estimated_completion_at: null,
    });
  });

  it('tells both tallies apart, and estimates nothing where nothing was done in the last hour', async () => {
    await broughtBy(client, voyage, ['A1', 'A2']);
    await aContainer(client, { number: 'L1', current_location_type: 'Terminal' });
    await aLoadList(client, {
      voyage: 'V1',
      items: [{ load_list_item_type: 'full', container: 'L1' }],
    });
    const discharge = await aTally(client, voyage);
    const loading = await aTally(client, voyage, 'loading');
    await count(client, discharge, { container_number: 'A1', lifted_at: ago(61) });
    await count(client, loading, { container_number: 'L1' });
    expect(await progressOf(client, voyage)).toMatchObject({
      discharge: { expected: 2, done: 1, open: 1, last_hour: 0, estimated_completion_at: null },
      loading: { expected: 1, done: 1, open: 0, last_hour: 1, estimated_completion_at: null },
    });
  });

  it('is not changed by a discharge that waited for the cancellation of its voyage', async () => {
    await broughtBy(client, voyage, ['A1']);
    const tally = await aTally(client, voyage);
    const [cancelled, discharged] = await inTurn(service.current, [
      () => client.patch('/voyages/V1', { voyage: { cancelled: true } }),
      () => count(client, tally, { container_number: 'A1' }),
    ]);
    expect([cancelled.status, discharged.status, discharged.body.code]).toEqual([
      200,
      422,
      'voyage_cancelled',
    ]);
    expect((await client.get('/containers/A1/stays')).body.stays).toMatchObject([{ status: 'cancelled' }]);
    expect((await progressOf(client, voyage)).discharge).toMatchObject({ done: 0, moves: 0 });
  });
});

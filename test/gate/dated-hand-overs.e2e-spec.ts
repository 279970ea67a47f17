import { aBooking, movedLast, movementsOf, staysOf } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Answer, Client } from '../setup/client';
import { useService } from '../setup/service';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** When hand-overs were, where somebody says so. */
describe('a hand-over that is dated', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  beforeEach(async () => {
    client = await service.current.organization();
    gate = (await aGate(client)).name;
  });

  const gateIn = async (purposes: object[], interchanges_completed_at: string): Promise<Answer> => {
    const { advice_number } = await aPreAdvice(client, { purposes });
    return client.post('/truck_visits', {
      gate,
      pre_advice_number: advice_number,
      interchanges_completed_at,
    });
  };
  /** A container that a truck brought then. */
  const brought = async (when: string, status = 'full'): Promise<string> => {
    const cargo = await aNewContainer(client, { container_status: status });
    const { status: answered } = await gateIn([dropOff(cargo)], when);
    expect(answered).toBe(201);
    return cargo.container_number;
  };
  const stayOf = async (number: string) => (await staysOf(client, number)).at(-1)!;

  it('was a year ago at most', async () => {
    const aYearAgo = new Date();
    aYearAgo.setUTCFullYear(aYearAgo.getUTCFullYear() - 1);
    const then = (minutes: number) => new Date(aYearAgo.getTime() + minutes * MINUTE).toISOString();
    const sentence = 'Interchanges are completed at most a year back.';
    for (const when of ['1999-01-01T00:00:00Z', then(-1)]) {
      const { status, body } = await gateIn([dropOff(await aNewContainer(client))], when);
      expect([status, body]).toEqual([
        422,
        {
          error: sentence,
          code: 'time_long_ago',
          params: expect.any(Object),
          errors: { interchanges_completed_at: [sentence] },
        },
      ]);
    }
    await brought(then(1));
  });

  it('does not take a container before its last movement, to the millisecond, and then changes nothing', async () => {
    const came = at(-10);
    const number = await brought(came);
    const sentence = movedLast(number, came);
    const refused = await gateIn([pickUp(number)], new Date(Date.parse(came) - 1).toISOString());
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        error: sentence,
        code: 'out_of_sequence',
        params: expect.any(Object),
        records: [{ type: 'container', key: number }],
        errors: { interchanges_completed_at: [sentence] },
      },
    ]);
    const [kept] = (await client.get('/gate_refusals?order=newest')).body.gate_refusals;
    expect(kept.reasons).toMatchObject([{ code: 'out_of_sequence', sentence }]);
    expect(await stayOf(number)).toMatchObject({ status: 'here', out_at: null });
    expect((await gateIn([pickUp(number)], came)).status).toBe(201);
    const { out_at } = await stayOf(number);
    expect((await movementsOf(client, number)).at(-1)).toMatchObject({
      movement_type: 'gate_out',
      moved_at: out_at,
    });
  });

  it('is refused for a container that came after the truck had left', async () => {
    const { number: booking } = await aBooking(client);
    const cargo = { cargo_type: 'container', container_status: 'empty' };
    const visit = await aVisitFor(client, [{ purpose_type: 'pick up', cargo, booking }], { gate });
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    const came = at(0.5);
    const container = await brought(came, 'empty');
    const { status, body } = await client.patch(`/interchanges/${visit.interchanges[0].id}`, { container });
    expect([status, body.errors]).toEqual([422, { container: [movedLast(container, came)] }]);
    expect((await stayOf(container)).status).toBe('here');
  });

  it('does not bring a container before it had left', async () => {
    const cargo = await aNewContainer(client);
    const left = at(-5);
    expect((await gateIn([dropOff(cargo)], at(-10))).status).toBe(201);
    expect((await gateIn([pickUp(cargo.container_number)], left)).status).toBe(201);
    const { status, body } = await gateIn([dropOff(cargo)], at(-6));
    expect([status, body.error]).toEqual([422, movedLast(cargo.container_number, left)]);
  });

  it('does not lift a container before its last movement', async () => {
    const came = at(-10);
    const number = await brought(came);
    const { number: voyage } = await aVoyage(client);
    const move = { voyage, tally_type: 'loading', crane: '1', kind: 'tally', container: number };
    const lift = (lifted_at?: string, change: object = {}) =>
      client.post('/tally_moves', { ...move, ...change, lifted_at });
    const before = new Date(Date.parse(came) - 1).toISOString();
    for (const change of [{}, { kind: 'shift' }, { tally_type: 'discharge' }]) {
      const { status, body } = await lift(before, change);
      expect([status, body.errors]).toMatchObject([422, { lifted_at: [movedLast(number, came)] }]);
    }
    expect((await movementsOf(client, number)).length).toBe(1);
    expect((await lift(came)).status).toBe(201);
  });

  it('keeps nobody inside by a clock that is ahead, and counts no time below 0', async () => {
    const [one, other] = [await brought(at(0.8)), await brought(at(0.8))];
    expect((await stayOf(one)).dwell_seconds).toBe(0);
    const visit = await aVisitFor(client, [pickUp(one)], { gate });
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    const { id } = (await client.get(`/containers/${other}`)).body.container;
    const away = { current_location_type: 'Other', current_location: null };
    expect((await client.patch(`/containers/${id}`, away)).status).toBe(200);
    for (const number of [one, other]) {
      const { in_at, out_at, dwell_seconds } = await stayOf(number);
      expect([out_at, dwell_seconds]).toEqual([in_at, 0]);
    }
  });

  it('of a container that was moved by a clock that is ahead is as late, whoever moves it without a date', async () => {
    const shifted = async () => {
      const { number } = await aContainerInYard(client, { container_status: 'full' });
      const { number: voyage } = await aVoyage(client);
      const lifted_at = at(0.8);
      await aTallyMove(client, { voyage, kind: 'shift', container: number, lifted_at });
      return { number, voyage, lifted_at };
    };
    const taken = await shifted();
    const visit = await aVisitFor(client, [pickUp(taken.number)], { gate });
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    const loaded = await shifted();
    await aTallyMove(client, { voyage: loaded.voyage, tally_type: 'loading', container: loaded.number });
    for (const { number, lifted_at } of [taken, loaded]) {
      expect((await movementsOf(client, number)).at(-1)).toMatchObject({ moved_at: lifted_at });
      expect(await stayOf(number)).toMatchObject({ status: 'departed', out_at: lifted_at });
    }
    const placed = await shifted();
    const { id } = (await client.get(`/containers/${placed.number}`)).body.container;
    await client.patch(`/containers/${id}`, { current_location_type: 'Other', current_location: null });
    expect(await stayOf(placed.number)).toMatchObject({ out_at: placed.lifted_at });
  });

  it('has no dwell before the container came', async () => {
    const cargo = await aNewContainer(client);
    await aPreAdvice(client, { purposes: [dropOff(cargo)] });
    expect((await stayOf(cargo.container_number)).dwell_seconds).toBeNull();
  });
});

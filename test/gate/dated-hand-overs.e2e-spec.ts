import { aBooking, movementsOf, staysOf } from '../factories/cargo';
import { aGate, aNewContainer, aPreAdvice, aVisitFor, dropOff, gateOut, pickUp } from '../factories/gate';
import { aVoyage } from '../factories/voyages';
import type { Answer, Client } from '../setup/client';
import { useService } from '../setup/service';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const CAME_LATER = 'A container cannot leave before it came.';

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
        { error: sentence, code: 'time_long_ago', errors: { interchanges_completed_at: [sentence] } },
      ]);
    }
    await brought(then(1));
  });

  it('does not take a container before that came, and changes nothing then', async () => {
    const number = await brought(at(-10));
    const refused = await gateIn([pickUp(number)], at(-11));
    expect([refused.status, refused.body.error, refused.body.errors]).toEqual([
      422,
      CAME_LATER,
      { interchanges_completed_at: [CAME_LATER] },
    ]);
    expect(await stayOf(number)).toMatchObject({ status: 'here', out_at: null });
    expect((await gateIn([pickUp(number)], at(-9))).status).toBe(201);
    const { out_at } = await stayOf(number);
    expect((await movementsOf(client, number)).at(-1)).toMatchObject({
      movement_type: 'gate_out',
      moved_at: out_at,
    });
  });

  it('is not of a container that came after the truck had left', async () => {
    const { number: booking } = await aBooking(client);
    const cargo = { cargo_type: 'container', container_status: 'empty' };
    const visit = await aVisitFor(client, [{ purpose_type: 'pick up', cargo, booking }], { gate });
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    const container = await brought(at(0.5), 'empty');
    const { status, body } = await client.patch(`/interchanges/${visit.interchanges[0].id}`, { container });
    expect([status, body.errors]).toEqual([422, { container: [CAME_LATER] }]);
    expect((await stayOf(container)).status).toBe('here');
  });

  it('does not load a container before that came', async () => {
    const number = await brought(at(-10));
    const { number: voyage } = await aVoyage(client);
    const move = { voyage, tally_type: 'loading', crane: '1', kind: 'tally', container: number };
    const load = (lifted_at?: string) => client.post('/tally_moves', { ...move, lifted_at });
    const { status, body } = await load(at(-11));
    expect([status, body.errors]).toEqual([422, { lifted_at: [CAME_LATER] }]);
    expect((await load()).status).toBe(201);
  });

  it('by a clock that is ahead keeps nobody from leaving, and counts no time below 0', async () => {
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

  it('has no dwell before the container came', async () => {
    const cargo = await aNewContainer(client);
    await aPreAdvice(client, { purposes: [dropOff(cargo)] });
    expect((await stayOf(cargo.container_number)).dwell_seconds).toBeNull();
  });
});

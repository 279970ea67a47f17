import { aContainer, aMovement, staysOf } from '../factories/cargo';
import { aVisitFor, gateOut, pickUp } from '../factories/gate';
import type { Body } from '../factories/record';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the register of movements', () => {
  const service = useService();
  let client: Client;
  let container: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    container = await aContainer(client);
  });

  const list = async (query = ''): Promise<Body[]> =>
    (await client.get(`/movements?${query}`)).body.movements;
  const ids = (movements: Body[]) => movements.map(({ id }) => id);

  it('has each movement with container, stay, voyage and truck visit', async () => {
    const voyage = await aVoyage(client);
    const { number, id } = await aContainer(client);
    await aTallyMove(client, { voyage: voyage.number, kind: 'tally', container: number });
    const { truck, id: truck_visit_id } = await gateOutOf(number);
    await gateOut(client, truck.license_plate);
    const [stay] = await staysOf(client, number);
    const answer = await client.as('read').get(`/movements.json?container_number=${number.toLowerCase()}`);
    expect(answer.status).toBe(200);
    const common = {
      id: expect.any(Number),
      container: { id, number },
      stay: { id: stay!.id, number: 1, status: 'departed' },
      moved_at: expect.any(String),
      user: { id: client.user_id, name: 'Tess Ter' },
    };
    expect(answer.body.movements).toMatchObject([
      {
        ...common,
        movement_type: 'discharge',
        voyage: { id: voyage.id, number: voyage.number },
        truck_visit_id: null,
      },
      { ...common, movement_type: 'gate_out', voyage: null, truck_visit_id },
    ]);
    expect(ids(await list(`voyage_number=${voyage.number.toLowerCase()}`))).toEqual([
      answer.body.movements[0].id,
    ]);
    expect(ids(await list(`truck_visit_id=${truck_visit_id}`))).toEqual([answer.body.movements[1].id]);
  });

  async function gateOutOf(number: string) {
    await client.patch(`/containers/${number}`, { container_status: 'full' });
    return aVisitFor(client, [pickUp(number)]);
  }

  it('is narrowed by span, type, container and voyage, and walked from both ends', async () => {
    const at = (moved_at: string, values: object = {}) =>
      aMovement(client, container.id, { moved_at, ...values });
    const first = await at('2026-03-01T08:00:00Z', { movement_type: 'gate_in' });
    const second = await at('2026-03-02T08:00:00Z');
    const third = await at('2026-03-03T22:30:00Z', { movement_type: 'gate_in' });
    const other = await aMovement(client, (await aContainer(client)).id, {
      moved_at: '2026-03-02T09:00:00Z',
    });
    for (const prefix of ['', 'moved_']) {
      expect(ids(await list(`${prefix}from=2026-03-02T08:00:00Z`))).toEqual([second, third, other]);
      expect(ids(await list(`${prefix}until=2026-03-02T08:00:00Z`))).toEqual([first, second]);
    }
    expect(ids(await list('from=2026-03-02&until=2026-03-02'))).toEqual([second, other]);
    expect(ids(await list('until=2026-03-03'))).toEqual([first, second, third, other]);
    expect(ids(await list('movement_type=gate_in'))).toEqual([first, third]);
    expect(ids(await list('movement_type=gate_in&order=newest'))).toEqual([third, first]);
    expect(ids(await list(`container_number=${container.number}&from=2026-03-02`))).toEqual([second, third]);
    expect(await list('voyage_number=NONE')).toEqual([]);
    expect(await list('truck_visit_id=999999')).toEqual([]);
    expect((await list(`container_number=${container.number}`))[0]).toMatchObject({ stay: null });
  });

  it('begins days where the organization is, also when the clock changes', async () => {
    await service.current.query(`UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = $1`, [
      client.organization_id,
    ]);
    // the night of the change to summer time: the day has 23 hours
    for (const moved_at of [
      '2026-03-28T22:59:59Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:59.999Z',
      '2026-03-29T22:00:00Z',
    ])
      await aMovement(client, container.id, { moved_at });
    const moved = await list('from=2026-03-29&until=2026-03-29');
    expect(moved.map(({ moved_at }) => moved_at)).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ]);
  });

  it.each([
    ['movement_type=flight', 'movement_type', /^must be one of gate_in, /],
    ['from=tomorrow', 'from', /^must be a time/],
    ['until=32', 'until', /^must be a time/],
    ['from=2026-03-02&until=2026-03-01', 'until', /./],
    ['truck_visit_id=x', 'truck_visit_id', /^must be/],
  ])('refuses %s', async (query, field, reason) => {
    const { status, body } = await client.get(`/movements?${query}`);
    expect([status, body.errors]).toEqual([422, { [field]: [expect.stringMatching(reason)] }]);
  });

  it('keeps organizations apart', async () => {
    await aMovement(client, container.id);
    const other = await service.current.organization();
    await aContainer(other, { number: container.number });
    expect((await other.get(`/movements?container_number=${container.number}`)).body.movements).toEqual([]);
  });
});

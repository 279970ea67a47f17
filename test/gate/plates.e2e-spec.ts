import { aGate, aNewContainer, aPreAdvice, aVisit, dropOff, gateOut } from '../factories/gate';
import { aTruck } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** Two trucks whose plates have the same letters and digits, and part at other places. */
describe('plates at the gate', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
    await aTruck(client, { license_plate: 'HH-A 123' });
  });

  const gateIn = (truck: string) => client.post('/truck_visits', { gate: 'In 1', truck });
  const several =
    "'HHA123' is the plate of several trucks: HH-A 123, H-HA 123. Name one with its spaces or hyphens.";

  it('are not let in as each other', async () => {
    const { status, body } = await gateIn('H-HA 123');
    expect([status, body.error]).toEqual([422, "Truck 'H-HA 123' is unknown."]);
    const announced = await client.post('/pre_advices', { truck: 'H-HA 123', purposes: [] });
    expect(announced.body.error).toMatch("'H-HA 123' is unknown");
    expect((await gateIn('hha123')).status).toBe(201);
    expect((await client.get('/gate_refusals?truck=HHA123')).body.gate_refusals).toHaveLength(1);
    expect((await client.get('/gate_refusals?truck=HH-A-123')).body.gate_refusals).toEqual([]);
  });

  it('are named where letters and digits mean both', async () => {
    await aTruck(client, { license_plate: 'H-HA 123' });
    const refused = await gateIn('HHA123');
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      422,
      'truck_ambiguous',
      several,
    ]);
    expect((await client.post('/pre_advices', { truck: 'HHA123', purposes: [] })).status).toBe(422);
    const visit = await aVisit(client, { truck: 'H-HA 123' });
    expect(visit.truck.license_plate).toBe('H-HA 123');
    await aPreAdvice(client, { truck: 'hh a 123', purposes: [] });
    expect((await client.get('/truck_visits?truck_id=h-ha%20123')).body.truck_visits).toHaveLength(1);
    expect((await client.get('/truck_visits?truck_id=hh-a%20123')).body.truck_visits).toEqual([]);
    expect((await client.get('/pre_advices?truck=hh-a%20123')).body.pre_advices).toHaveLength(1);
    expect((await gateOut(client, 'HH-A 123')).status).toBe(404);
    await aVisit(client, { truck: 'HH-A 123' });
    const both = await gateOut(client, 'HHA123');
    expect([both.status, both.body.code]).toEqual([400, 'truck_ambiguous']);
    expect((await gateOut(client, 'H-HA 123')).status).toBe(200);
    expect((await gateOut(client, 'HHA123')).body.truck.license_plate).toBe('HH-A 123');
  });

  it('are those of the truck that parts alike where another fits too', async () => {
    const bringing = async (truck: string) => {
      const purposes = [dropOff(await aNewContainer(client))];
      const { advice_number } = await aPreAdvice(client, { truck, purposes });
      return aVisit(client, { pre_advice_number: advice_number });
    };
    // the other one is the older, and the first to come
    const first = await bringing('HH-A 123');
    await aTruck(client, { license_plate: 'HHA 123' });
    expect((await aVisit(client, { truck: 'hha-123' })).truck.license_plate).toBe('HHA 123');
    expect((await gateOut(client, 'HHA 123')).body.truck.license_plate).toBe('HHA 123');
    const second = await bringing('HHA 123');
    const out = await gateOut(client, 'HHA 123');
    expect([out.status, out.body.truck.license_plate]).toEqual([200, 'HHA 123']);
    const isCompleted = async ({ id }: { id: number }) =>
      (await client.get(`/truck_visits/${id}/interchanges`)).body.interchanges.map(
        ({ completed }: { completed: boolean }) => completed,
      );
    expect([await isCompleted(first), await isCompleted(second)]).toEqual([[false], [true]]);
  });

  it('let out no truck that fits while the one that parts alike is not inside', async () => {
    await aVisit(client, { truck: 'HH-A 123' });
    await aTruck(client, { license_plate: 'HHA 123' });
    const { status, body } = await gateOut(client, 'HHA 123');
    expect([status, body.code]).toEqual([404, 'truck_not_inside']);
    expect((await gateOut(client, 'HH-A 123')).status).toBe(200);
    // it says when the one that is meant left
    expect((await gateOut(client, 'HHA 123')).body.error).not.toMatch(/ left/);
  });
});

import { aContainerInYard, aPreAdvice, aVisit, pickUp } from '../factories/gate';
import { aHold } from '../factories/holds';
import { aConsignee, aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the gate as hauliers see it', () => {
  const service = useService();
  let client: Client;
  let of: Client;
  let company: any;
  beforeEach(async () => {
    client = await service.current.organization({ party_pick_up: 'reference' });
    company = await aTruckingCompany(client);
    of = await limitedTo(client, { type: 'trucking_company', key: company.code });
  });

  it('tells of slots whether there is room, and neither how much nor other parties', async () => {
    for (const [capacity, from] of [
      [25, '08:00'],
      [3, '10:00'],
    ])
      await client.create('/appointment_plans', {
        weekday: 1,
        from,
        until: '12:00',
        slot_minutes: 120,
        capacity,
        valid_from: '2027-01-01',
      });
    const path = '/appointment_slots?from=2027-01-04&until=2027-01-04';
    const { appointment_slots } = (await of.get(path)).body;
    expect(appointment_slots.map((slot: any) => [slot.capacity, slot.booked, slot.available])).toEqual([
      [null, null, 10],
      [null, null, 10],
    ]);
    expect((await client.get(path)).body.appointment_slots).toMatchObject([
      { capacity: 25, booked: 0 },
      { capacity: 28, booked: 0 },
    ]);
    const consignee = await limitedTo(client, { type: 'consignee', key: (await aConsignee(client)).name });
    expect((await consignee.get(path)).body.appointment_slots).toEqual([]);
    expect((await of.get('/appointment_slots?capacity=1')).body.code).toBe('filter_not_open');
  });

  it('tells of refusals of its own trucks, not who worked there nor why something is held', async () => {
    const other = await aTruckingCompany(client);
    const refused = async (code: string) => {
      const { number } = await aContainerInYard(client);
      const { license_plate: truck } = await aTruck(client, { trucking_company: code });
      const { advice_number: pre_advice_number } = await aPreAdvice(client, {
        truck,
        purposes: [pickUp(number)],
      });
      const hold = await aHold(client, number as string);
      await aVisit(client, { pre_advice_number });
      const out = await client.post(`/trucks/${truck}/gate_out`, { complete_interchanges: true });
      expect(out.status).toBe(400);
      return { number, truck, hold };
    };
    const { number, truck, hold } = await refused(company.code);
    const foreign = await refused(other.code);
    const { body, headers } = await of.get('/gate_refusals');
    expect(body.gate_refusals).toMatchObject([
      { truck: { license_plate: truck }, user: null, pre_advice: { id: null } },
    ]);
    expect(headers['x-total-count']).toBe('1');
    expect(body.gate_refusals[0].reasons).toMatchObject([
      { code: 'held', sentence: `Container ${number} is held.`, params: {}, source: null, action: null },
    ]);
    expect(JSON.stringify(body)).not.toContain(hold.hold_type);
    expect((await of.get(`/gate_refusals?truck=${foreign.truck}`)).body.gate_refusals).toEqual([]);
    expect((await of.get('/gate_refusals?user=1')).body.code).toBe('filter_not_open');
    expect((await client.get('/gate_refusals')).body.gate_refusals).toHaveLength(2);
  });
});

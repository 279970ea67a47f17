import { aChargeCode, aRate, aTariff } from '../factories/billing';
import { aPackingListItem } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointment,
  aPreAdvice,
  aVisit,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aTruck, aTruckingCompany, aConsignee } from '../factories/parties';
import { importFiles } from '../factories/transfer';
import { aRun } from '../factories/runs';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

interface Charged {
  code: string;
  event: string | null;
  first_unit: number | null;
  last_unit: number | null;
  quantity: number;
  total: string;
  payer: string | null;
}

const today = () => new Date().toISOString().slice(0, 10);

describe('what is charged beside stays', () => {
  const service = useService();
  let client: Client;
  let position = 0;
  beforeEach(async () => {
    client = await service.current.organization();
    position = 0;
    await aTariff(client, { name: 'Public', valid_from: '2026-01-01' });
  });

  const sells = async (code: object, rate: object) => {
    const { code: charge_code } = await aChargeCode(client, code);
    await aRate(client, { tariff: 'Public', charge_code, position: ++position, ...rate });
  };
  const publish = () => client.post('/tariffs/Public/publish', { retroactive: true });
  const run = () => aRun(client, { until: today() });
  const charged = () =>
    service.current.query<Charged>(
      `SELECT h.code, c.event, c.first_unit, c.last_unit, c.quantity::float AS quantity, c.total::text, (
         SELECT b.customer_type FROM billing_customers b
         WHERE b.organization_id = c.organization_id AND b.id = c.customer_id) AS payer
       FROM charges c JOIN charge_codes h ON h.organization_id = c.organization_id AND h.id = c.charge_code_id
       WHERE c.organization_id = $1 ORDER BY h.code, c.id`,
      [client.organization_id],
    );

  it('is a visit that left, one in vain, and neither of a cancelled one', async () => {
    await sells({ code: 'VISIT', measure: 'truck_visit' }, { amount: '7.50' });
    await sells({ code: 'VAIN', measure: 'futile_trip' }, { amount: '40.00' });
    await publish();
    await aGate(client, { name: 'In 1' });
    const trucking_company = (await aTruckingCompany(client)).code;
    const trucks = [1, 2, 3].map(
      async () => (await aTruck(client, { trucking_company })).license_plate as string,
    );
    const [one, two, three] = await Promise.all(trucks);
    const enter = async (truck: string | undefined, purpose: object) => {
      const { advice_number } = await aPreAdvice(client, { truck, purposes: [purpose] });
      return aVisit(client, { pre_advice_number: advice_number });
    };
    const inYard = async () => pickUp((await aContainerInYard(client)).number);
    await enter(one, dropOff(await aNewContainer(client)));
    expect((await gateOut(client, one!, {})).status).toBe(200);
    await enter(two, await inYard());
    const left = await gateOut(client, two!, { reason_for_incomplete: 'Nothing to take' });
    expect(left.status).toBe(200);
    const cancelled = await enter(three, await inYard());
    const taken = await client.post(`/truck_visits/${cancelled.id}/cancel`, { reason: 'Wrong gate' });
    expect(taken.status).toBe(200);
    await run();
    expect(await charged()).toMatchObject([
      { code: 'VAIN', event: 'visit', total: '40.00', payer: 'TruckingCompany' },
      { code: 'VISIT', event: 'visit', total: '7.50', payer: 'TruckingCompany' },
      { code: 'VISIT', event: 'visit', total: '7.50' },
    ]);
  });

  it('is an appointment that was missed, while it is', async () => {
    await sells({ code: 'MISSED', measure: 'appointment_missed' }, { amount: '60.00' });
    await publish();
    const trucking_company = (await aTruckingCompany(client)).code;
    const truck = (await aTruck(client, { trucking_company })).license_plate;
    const { id } = await anAppointment(client, { truck });
    await service.current.query(
      `UPDATE appointments SET missed_at = now() WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, id],
    );
    await run();
    expect(await charged()).toEqual([
      expect.objectContaining({ event: 'missed', total: '60.00', payer: 'TruckingCompany' }),
    ]);
    await service.current.query(
      `UPDATE appointments SET cancelled_at = now(), cancel_reason = 'Called off' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, id],
    );
    expect(await run()).toMatchObject({ adjustments: 1, totals: { EUR: '-60.00' } });
  });

  it('are packages that were taken out, by the part of the weight or volume that they are', async () => {
    const consignee = (await aConsignee(client)).name;
    await sells({ code: 'STRIP', measure: 'strip' }, { per: 'tonne', amount: '21.40' });
    await sells({ code: 'CFS', measure: 'strip' }, { per: 'revenue_tonne', amount: '4.35' });
    await sells({ code: 'PIECE', measure: 'strip' }, { per: 'piece', amount: '0.10' });
    await publish();
    const item = await aPackingListItem(client, {
      consignee,
      quantity: 40,
      weight: 8638,
      volume: 31.2,
      stripped_quantity: 12,
    });
    await run();
    expect(await charged()).toEqual([
      expect.objectContaining({ code: 'CFS', event: 'stripped', quantity: 9.36, total: '40.72' }),
      expect.objectContaining({ code: 'PIECE', quantity: 12, total: '1.20' }),
      expect.objectContaining({ code: 'STRIP', quantity: 2.592, total: '55.47', payer: 'Consignee' }),
    ]);
    await client.patch(`/packing_list_items/${item.id}`, { stripped_quantity: 40 });
    await run();
    const sums = await service.current.query(
      `SELECT h.code, sum(c.total)::text AS total FROM charges c
       JOIN charge_codes h ON h.organization_id = c.organization_id AND h.id = c.charge_code_id
       WHERE c.organization_id = $1 GROUP BY h.code ORDER BY h.code`,
      [client.organization_id],
    );
    expect(sums).toEqual([
      { code: 'CFS', total: '135.72' },
      { code: 'PIECE', total: '4.00' },
      { code: 'STRIP', total: '184.85' },
    ]);
    await aPackingListItem(client, { stripped_quantity: 1 });
    expect(await run()).toMatchObject({ problems: expect.any(Number) });
  });

  it('are vehicles and breakbulk by piece, tonne, m³ and m², as long as they are here', async () => {
    const counting = { counting: 'calendar_day', amount: '1.00' };
    await sells(
      { code: 'VSTOR', measure: 'storage', cargo: 'vehicle' },
      { ...counting, per: 'square_metre' },
    );
    await sells({ code: 'BSTOR', measure: 'storage', cargo: 'breakbulk' }, { ...counting, per: 'piece' });
    await sells(
      { code: 'BWHARF', measure: 'wharfage', cargo: 'breakbulk' },
      { per: 'revenue_tonne', amount: '2.00' },
    );
    await sells({ code: 'VDISC', measure: 'discharge', cargo: 'vehicle' }, { amount: '80.00' });
    await sells({ code: 'VYARD', measure: 'yard_move', cargo: 'vehicle' }, { amount: '15.00' });
    await publish();
    const { number: voyage } = await aVoyage(client);
    const from = { from_location_type: 'Voyage', from_location: voyage };
    const area = (await client.create('/yard_areas', { name: 'Compound' })).yard_area.name;
    const here = { to_location_type: 'YardArea', to_location: area };
    const consignee = (await aConsignee(client)).name;
    const { bad } = await importFiles(client, {
      'vehicles.ndjson': [{ vin_number: 'WHFX220L8FB031906', length: 5, width: 2, consignees: [consignee] }],
      'breakbulks.ndjson': [{ reference_number: 'BB-1', quantity: 100, weight: 24000, volume: 30 }],
      'cargo_movements.ndjson': [
        {
          vehicle: 'WHFX220L8FB031906',
          movement_type: 'discharge',
          ...from,
          ...here,
          moved_at: '2026-03-02T10:00:00Z',
        },
        {
          vehicle: 'WHFX220L8FB031906',
          movement_type: 'yard',
          from_location_type: 'YardArea',
          from_location: area,
          ...here,
          moved_at: '2026-03-03T10:00:00Z',
        },
        {
          vehicle: 'WHFX220L8FB031906',
          movement_type: 'gate_out',
          from_location_type: 'YardArea',
          from_location: area,
          to_location_type: 'Consignee',
          to_location: consignee,
          moved_at: '2026-03-04T10:00:00Z',
        },
        {
          breakbulk: 'BB-1',
          quantity: 100,
          movement_type: 'discharge',
          ...from,
          ...here,
          moved_at: '2026-03-02T10:00:00Z',
        },
        {
          breakbulk: 'BB-1',
          quantity: 70,
          movement_type: 'gate_out',
          from_location_type: 'YardArea',
          from_location: area,
          to_location_type: 'Consignee',
          to_location: consignee,
          moved_at: '2026-03-03T10:00:00Z',
        },
        {
          breakbulk: 'BB-1',
          quantity: 30,
          movement_type: 'gate_out',
          from_location_type: 'YardArea',
          from_location: area,
          to_location_type: 'Consignee',
          to_location: consignee,
          moved_at: '2026-03-04T10:00:00Z',
        },
      ],
    });
    expect(bad).toEqual([]);
    await aRun(client, { until: today(), recalculate_from: '2026-01-01' });
    expect(
      (await charged()).map(({ code, first_unit, last_unit, quantity, total }) => [
        code,
        first_unit,
        last_unit,
        quantity,
        total,
      ]),
    ).toEqual([
      ['BSTOR', 1, 2, 200, '200.00'],
      ['BSTOR', 3, 3, 30, '30.00'],
      ['BWHARF', null, null, 30, '60.00'],
      ['VDISC', null, null, 1, '80.00'],
      ['VSTOR', 1, 3, 30, '30.00'],
      ['VYARD', null, null, 1, '15.00'],
    ]);
  });

  describe('vehicles that are here or were', () => {
    /** A vehicle that came on 2 March, and left on 4 March unless it stays. */
    const aVehicle = async (vin_number: string, consignee: string, stays = false) => {
      const { number: voyage } = await aVoyage(client);
      const area = (await client.create('/yard_areas', { name: `Compound of ${vin_number}` })).yard_area.name;
      const there = { from_location_type: 'YardArea', from_location: area };
      const { bad } = await importFiles(client, {
        'vehicles.ndjson': [
          {
            vin_number,
            consignees: [consignee],
            ...(stays
              ? { current_location_type: 'YardArea', current_location: area }
              : {
                  has_been_here: true,
                  current_location_type: 'Consignee',
                  current_location: consignee,
                }),
          },
        ],
        'cargo_movements.ndjson': [
          {
            vehicle: vin_number,
            movement_type: 'discharge',
            from_location_type: 'Voyage',
            from_location: voyage,
            to_location_type: 'YardArea',
            to_location: area,
            moved_at: '2026-03-02T10:00:00Z',
          },
          ...(stays
            ? []
            : [
                {
                  vehicle: vin_number,
                  movement_type: 'gate_out',
                  ...there,
                  to_location_type: 'Consignee',
                  to_location: consignee,
                  moved_at: '2026-03-04T10:00:00Z',
                },
              ]),
        ],
      });
      expect(bad).toEqual([]);
    };
    beforeEach(async () => {
      await sells(
        { code: 'VSTOR', measure: 'storage', cargo: 'vehicle' },
        { counting: 'calendar_day', amount: '1.00' },
      );
      await publish();
    });

    it('are invoiced to the customer who has open charges of them', async () => {
      const consignee = (await aConsignee(client)).name;
      await aVehicle('WHFX220L8FB031906', consignee);
      await aRun(client, { until: today(), recalculate_from: '2026-01-01' });
      const answer = await client.post('/invoice_drafts', {
        customer: { customer_type: 'Consignee', name: consignee },
      });
      expect(answer).toMatchObject({
        status: 201,
        body: { invoices: [{ subtotal: '3.00', customer: { name: consignee } }] },
      });
    });

    it('are looked at by each interim run only while they are here', async () => {
      const consignee = (await aConsignee(client)).name;
      await aVehicle('WHFX220L8FB031906', consignee);
      await aVehicle('WHFX220L8FB031907', consignee, true);
      await aRun(client, { until: '2026-03-05', interim: true, recalculate_from: '2026-01-01' });
      expect(await charged()).toMatchObject([{ quantity: 3 }, { quantity: 4 }]);
      expect(await run()).toMatchObject({ charges: 0 });
      const again = { until: '2026-03-06', interim: true };
      expect(await aRun(client, again)).toMatchObject({ subjects: 1, charges: 1, totals: { EUR: '1.00' } });
    });
  });
});

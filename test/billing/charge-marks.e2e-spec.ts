import { expandMarks } from '../../src/billing/charges/marks';
import { takeMarks } from '../../src/billing/runs/run-marks';
import { aChargeCode, anOrder } from '../factories/billing';
import { aStay, aPricedStay, HERE, inTransaction } from '../factories/charges';
import { aBill, aBooking, aContainer, keyOf } from '../factories/cargo';
import { aVisit, gateOut } from '../factories/gate';
import { aVoyage } from '../factories/voyages';
import { importFiles } from '../factories/transfer';
import sql from 'sql-template-tag';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('marks of what is to be charged', () => {
  const service = useService();
  let client: Client;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
  });

  /** The marks since they were last requested, each once. */
  async function marks(): Promise<string[]> {
    const rows = await service.current.query<{ mark: string }>(
      `WITH gone AS (DELETE FROM charge_marks WHERE organization_id = $1 RETURNING *)
       SELECT DISTINCT mark_type || ' ' || record_id || coalesce(' ' || since, '') AS mark FROM gone ORDER BY 1`,
      [client.organization_id],
    );
    return rows.map(({ mark }) => mark);
  }
  const expanded = () =>
    inTransaction(client, async (db) => {
      while (await expandMarks(db));
    });

  it('are kept by nobody who charges nothing', async () => {
    const { number } = await aContainer(client);
    expect((await client.patch(`/containers/${number}`, { current_location_type: 'Terminal' })).status).toBe(
      200,
    );
    expect(await marks()).toEqual([]);
  });

  it('are made by what happens to a stay, and by nothing else', async () => {
    const { stay_id, number } = await aPricedStay(client, HERE);
    await marks();
    const changed = async (body: object) => {
      expect((await client.patch(`/containers/${number}`, body)).status).toBe(200);
      return marks();
    };
    const own = [`container_stay ${stay_id}`];
    expect(await changed({ goods: 'Rice' })).toEqual([]);
    expect(await changed({ weight: 20000 })).toEqual(own);
    expect(await changed({ weight: 20000 })).toEqual([]);
    expect(await changed({ container_status: 'empty' })).toEqual(own);
    expect(
      await changed({
        container_type: (await client.create('/container_types', { code: '20DV', size: 20 })).container_type
          .code,
      }),
    ).toEqual(own);
    expect((await client.post(`/containers/${number}/plug_in`)).status).toBe(200);
    expect(await marks()).toEqual(own);
    expect(
      (
        await client.patch(`/container_stays/${stay_id}`, {
          in_at: '2026-03-03T05:00:00Z',
          reason: 'Typed wrong',
        })
      ).status,
    ).toBe(200);
    expect(await marks()).toEqual(own);
    expect(await changed({ current_location_type: 'Other' })).toEqual(own);
  });

  it('are made once of what a transaction does to a stay', async () => {
    const { stay_id, number } = await aPricedStay(client, HERE);
    await marks();
    // it moves, and its stay ends
    expect((await client.patch(`/containers/${number}`, { current_location_type: 'Other' })).status).toBe(
      200,
    );
    const made = await service.current.query(
      `SELECT mark_type, record_id FROM charge_marks WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect(made).toEqual([{ mark_type: 'container_stay', record_id: stay_id }]);
  });

  it('are made by orders that are done, agreements, nominations, bills, voyages and tariffs', async () => {
    const { stay_id, number } = await aPricedStay(client, HERE);
    const bill = await aBill(client);
    const booking = await aBooking(client);
    const voyage = await aVoyage(client);
    await marks();
    const order = await anOrder(client, { container: number });
    expect(await marks()).toEqual([]);
    await client.post(`/service_orders/${order.number}/complete`);
    expect(await marks()).toEqual([`service_order ${order.id}`]);

    await client.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(bill)] });
    expect(await marks()).toEqual([`container_stay ${stay_id}`]);
    const customer = {
      customer_type: 'Agent',
      name: (await client.create('/agents', { name: 'Blue' })).agent.name,
    };
    const agreed = { charge_code: 'STOR', extra_units: 1, reason: 'Strike' };
    const { free_time_agreement } = await client.create('/free_time_agreements', {
      ...agreed,
      bill_of_lading: keyOf(bill),
    });
    expect(await marks()).toEqual([`stays_of_bill_of_lading ${bill.id}`]);
    await client.patch(`/free_time_agreements/${free_time_agreement.number}`, { reason: 'A long strike' });
    expect(await marks()).toEqual([]);
    await client.delete(`/free_time_agreements/${free_time_agreement.number}`);
    expect(await marks()).toEqual([`stays_of_bill_of_lading ${bill.id}`]);
    await client.create('/free_time_agreements', { ...agreed, customer, valid_from: '2026-03-01' });
    expect(await marks()).toEqual(['all 0 2026-03-01']);

    const nominated = await client.create('/payer_nominations', { customer, booking: booking.number });
    expect(await marks()).toEqual([`stays_of_booking ${booking.id}`]);
    await client.patch(`/payer_nominations/${nominated.payer_nomination.number}`, { charge_codes: ['STOR'] });
    expect(await marks()).toEqual([`stays_of_booking ${booking.id}`]);

    await client.patch(`/voyages/${voyage.number}`, { voyage: { at_of_departure: '2026-03-20T18:00:00Z' } });
    expect(await marks()).toEqual([`stays_of_voyage ${voyage.id}`, `voyage ${voyage.id}`]);
    await client.create('/tariffs', { name: 'Next', currency: 'EUR', valid_from: '2099-01-01' });
    expect(await marks()).toEqual([]);
  });

  it('are made by trucks that left', async () => {
    await aChargeCode(client, { measure: 'futile_trip' });
    const visit = await aVisit(client);
    expect(await marks()).toEqual([]);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    expect(await marks()).toEqual([`truck_visit ${visit.id}`]);
  });

  it('of a publishing stand for everything since then, and are made into marks of subjects', async () => {
    const { consignee, stay_id, number } = await aPricedStay(client);
    const { bad } = await importFiles(client, {
      'container_stays.ndjson': [
        {
          ...aStay(number, {
            number: 2,
            in_at: '2026-04-02T08:00:00Z',
            out_at: '2026-04-03T08:00:00Z',
            consignee,
          }),
        },
      ],
    });
    expect(bad).toEqual([]);
    const order = await anOrder(client, { container: number });
    await client.post(`/service_orders/${order.number}/complete`, { done_at: '2026-04-02T12:00:00Z' });
    await marks();
    await client.create('/tariffs', { name: 'Late', currency: 'EUR', valid_from: '2026-03-20' });
    const rate = { tariff: 'Late', position: 1, charge_code: order.charge_code.code, amount: '5.00' };
    await client.create('/tariff_rates', rate);
    expect((await client.post('/tariffs/Late/publish', { retroactive: true })).status).toBe(200);
    await expanded();
    const [second] = await service.current.query<{ id: number }>(
      `SELECT id FROM container_stays WHERE organization_id = $1 AND number = 2`,
      [client.organization_id],
    );
    expect(await marks()).toEqual([`container_stay ${second!.id}`, `service_order ${order.id}`]);
    expect(stay_id).not.toBe(second!.id);
  });

  it('are taken up to the last that was read, and never keep a writer waiting', async () => {
    const { stay_id, number } = await aPricedStay(client, HERE);
    await expanded();
    await inTransaction(client, async (db) => {
      const read = await db.query<{ id: number }>(
        sql`SELECT id FROM charge_marks WHERE organization_id = ${client.organization_id}`,
      );
      expect(read.length).toBeGreaterThan(0);
      await db.query(
        takeMarks(
          client.organization_id,
          read.map(({ id }) => id),
        ),
      );
      expect((await client.patch(`/containers/${number}`, { weight: 17000 })).status).toBe(200);
    });
    expect(await marks()).toEqual([`container_stay ${stay_id}`]);
  });
});

import { aContainer } from '../factories/cargo';
import { aRow, reportOf } from '../factories/reports';
import { aBerthArea, aVoyage } from '../factories/voyages';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const DAY = 'from=2026-03-02&until=2026-03-02';

describe('the report of vessels', () => {
  const service = useService();
  let client: Client;
  let box: Body;
  let lifts = 0;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
    box = await aContainer(client);
  });

  const report = async (query: string) => reportOf(client.as('read'), 'vessels', query);
  const call = async (number: string, times: Record<string, unknown>): Promise<Body> => {
    const voyage = await aVoyage(client, { number });
    await service.current.query(
      `UPDATE voyages SET ${Object.keys(times)
        .map((name, at) => `${name} = $${at + 2}`)
        .join()} WHERE id = $1`,
      [voyage.id, ...Object.values(times)],
    );
    return voyage;
  };
  const lift = (voyage: Body, crane: string, at: string, values: Record<string, unknown> = {}) =>
    aRow(service.current, client, 'tally_moves', {
      reference: `R${++lifts}`,
      voyage_id: voyage.id,
      tally_type: 'discharge',
      crane,
      kind: 'tally',
      container_id: box.id,
      lifted_at: `2026-03-01T${at}:00Z`,
      ...values,
    });

  it('has a row a call that left the berth in the span, with hours, rates and delays', async () => {
    const voyage = await call('V1', {
      et_of_berth: '2026-03-01T06:00Z',
      actual_time_of_berth: '2026-03-01T07:30Z',
      estimated_time_of_departure: '2026-03-02T02:00Z',
      at_berth_departure: '2026-03-02T01:30Z',
    });
    // one crane: 5 lifts in two hours, with a pause of 90 minutes; the other: 3 in half an hour
    for (const at of ['08:00', '08:10', '08:20', '09:50', '10:00']) await lift(voyage, 'C1', at);
    for (const at of ['08:00', '08:15']) await lift(voyage, 'C2', at);
    await lift(voyage, 'C2', '08:30', { kind: 'shift' });
    // counts as a restow alone, as gear, or not at all
    await lift(voyage, 'C2', '08:20', { kind: 'shift', restow: true });
    await lift(voyage, 'C2', '12:00', { kind: 'special_lift', lift_type: 'hatch cover', container_id: null });
    await lift(voyage, 'C1', '14:00', { undone_at: '2026-03-01T15:00Z' });
    const tally_id = await aRow(service.current, client, 'tallies', {
      voyage_id: voyage.id,
      tally_type: 'discharge',
      closed_at: '2026-03-02T00:00Z',
    });
    const item = { tally_id, cargo_type: 'empties' };
    await aRow(service.current, client, 'tally_items', { ...item, quantity: 1, done_quantity: 0 });
    await aRow(service.current, client, 'tally_items', { ...item, quantity: 1, done_quantity: 1 });
    await aRow(service.current, client, 'tally_items', {
      ...item,
      quantity: 0,
      done_quantity: 1,
      beyond: true,
    });
    const { rows, totals } = await report(DAY);
    const expected = {
      calls: 1,
      berth_hours: 18,
      moves: 8,
      // 8 moves in 2 + 0.5 hours, and in 0.5 + 0.5 of them without the pause
      gross_crane_rate: 3.2,
      net_crane_rate: 8,
      restows: 1,
      over: 1,
      short: 1,
      berth_delay_hours: 1.5,
      departure_delay_hours: -0.5,
    };
    expect(rows).toEqual([{ voyage: 'V1', ...expected }]);
    expect(totals).toEqual(expected);
  });

  it('takes the day of leaving the berth, else that of departure, else that of berth; no cancelled call', async () => {
    const at = '2026-03-02T12:00Z';
    await call('LEFT', {
      at_berth_departure: '2026-03-02T22:59:59Z',
      actual_time_of_departure: '2026-03-03T06:00Z',
    });
    await call('DEPARTED', { actual_time_of_berth: '2026-02-28T00:00Z', actual_time_of_departure: at });
    await call('BERTHED', { actual_time_of_berth: at });
    await call('NEXT', { actual_time_of_berth: at, at_berth_departure: '2026-03-02T23:00Z' });
    await call('CANCELLED', { actual_time_of_berth: at, cancelled: true });
    await call('EXPECTED', { et_of_berth: at });
    const { rows } = await report(DAY);
    expect(rows.map(({ voyage }: Body) => voyage)).toEqual(['BERTHED', 'DEPARTED', 'LEFT']);
    expect(rows[0]).toMatchObject({
      berth_hours: null,
      moves: 0,
      gross_crane_rate: null,
      berth_delay_hours: null,
    });
  });

  it('sums the calls of a berth area, and averages their delays', async () => {
    const { id } = await aBerthArea(client, { name: 'Berth 1' });
    const at = { assigned_berth_area_id: id, et_of_berth: '2026-03-02T06:00Z' };
    await call('A', {
      ...at,
      actual_time_of_berth: '2026-03-02T07:00Z',
      at_berth_departure: '2026-03-02T09:00Z',
    });
    await call('B', {
      ...at,
      actual_time_of_berth: '2026-03-02T05:30Z',
      at_berth_departure: '2026-03-02T09:30Z',
    });
    expect((await report(`group_by=berth_area&${DAY}`)).rows).toMatchObject([
      { berth_area: 'Berth 1', calls: 2, berth_hours: 6, berth_delay_hours: 0.25 },
    ]);
    expect((await report(`group_by=vessel&${DAY}`)).rows).toHaveLength(2);
    const { status, body } = await client.get(`/reports/vessels?group_by=day`);
    expect([status, body.errors]).toEqual([422, { group_by: ['must be one of voyage, vessel, berth_area'] }]);
  });
});

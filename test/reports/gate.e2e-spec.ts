import { aGate } from '../factories/gate';
import { aTruck, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import { aRow, reportOf } from '../factories/reports';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const DAY = 'from=2026-03-02&until=2026-03-02';

describe('the report of the gate', () => {
  const service = useService();
  let client: Client;
  let gates: Body[];
  let company: Body;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
    gates = [await aGate(client, { name: 'South' }), await aGate(client, { name: 'North' })];
    company = await aTruckingCompany(client, { code: 'EST' });
  });

  const report = async (query: string) => reportOf(client.as('read'), 'gate', query);
  const visit = async (ended: string | null, minutes: number, values: Record<string, unknown> = {}) =>
    aRow(service.current, client, 'truck_visits', {
      truck_id: (await aTruck(client)).id,
      gate_id: gates[0]!.id,
      gated_in_at: new Date(Date.parse(ended ?? '2026-03-02T12:00:00Z') - minutes * 60_000),
      gated_out_at: ended,
      ...values,
    });
  const refusal = (at: string, codes: string[], values: Record<string, unknown> = {}) =>
    aRow(service.current, client, 'gate_refusals', {
      at,
      action: 'gate_in',
      gate_id: gates[0]!.id,
      reasons: JSON.stringify(codes.map((code) => ({ code, sentence: code }))),
      ...values,
    });
  let made = 0;
  const appointment = (starts_at: string, values: Record<string, unknown>) =>
    aRow(service.current, client, 'appointments', {
      number: `A${++made}`,
      starts_at,
      gate_id: gates[0]!.id,
      ...values,
    });

  it('counts visits by when they ended, with interpolated turn times; cancelled ones and those inside are left out', async () => {
    for (const minutes of [10, 20, 30, 61.257]) await visit('2026-03-02T09:00:00Z', minutes);
    for (const ended of ['2026-03-01T22:59:59.999Z', '2026-03-02T23:00:00Z']) await visit(ended, 60);
    await visit(null, 60);
    await visit('2026-03-02T10:00:00Z', 60, { cancelled_at: '2026-03-02T10:00:00Z', cancel_reason: 'Wrong' });
    const { rows, totals } = await report(DAY);
    expect(rows).toMatchObject([
      { day: '2026-03-02', trucks: 4, turn_time_median: 25, turn_time_percentile_90: 51.88, off_slot: 0 },
    ]);
    expect(totals).toMatchObject({ trucks: 4, turn_time_median: 25 });
  });

  it('counts refusals, and their codes once each, by gate', async () => {
    await refusal('2026-03-02T09:00:00Z', ['container_held', 'not_active', 'not_active']);
    await refusal('2026-03-02T10:00:00Z', ['container_held']);
    await refusal('2026-03-02T10:00:00Z', ['off_slot'], { gate_id: gates[1]!.id });
    await refusal('2026-03-03T10:00:00Z', ['off_slot']);
    const { rows, totals } = await report(`group_by=gate&${DAY}`);
    expect(rows).toMatchObject([
      { gate: 'North', refusals: 1, refusals_by_code: { off_slot: 1 }, trucks: 0, turn_time_median: null },
      { gate: 'South', refusals: 2, refusals_by_code: { container_held: 2, not_active: 1 } },
    ]);
    expect(totals).toMatchObject({
      refusals: 3,
      refusals_by_code: { container_held: 2, not_active: 1, off_slot: 1 },
    });
  });

  it('counts appointments that were kept, and those that were missed, by their slot', async () => {
    const at = '2026-03-02T09:00:00Z';
    await appointment(at, { used_at: '2026-03-03T09:00:00Z', company_id: company.id });
    await appointment(at, { missed_at: '2026-03-02T11:00:00Z', company_id: company.id });
    // missed, and came later
    await appointment(at, { missed_at: '2026-03-02T11:00:00Z', used_at: '2026-03-02T12:00:00Z' });
    // neither: still to come, cancelled, left without its cargo, another day
    await appointment(at, {});
    await appointment(at, { cancelled_at: at });
    await appointment(at, { used_at: at, left_without_at: at });
    await appointment('2026-03-02T23:00:00Z', { used_at: at });
    const { rows } = await report(`group_by=day,trucking_company&${DAY}`);
    expect(rows).toMatchObject([
      { day: '2026-03-02', trucking_company: 'EST', appointments_kept: 1, appointments_missed: 1 },
      { day: '2026-03-02', trucking_company: null, appointments_kept: 1, appointments_missed: 0 },
    ]);
  });

  it('counts visits off their slot, by hour, in the hour at the terminal', async () => {
    await visit('2026-03-02T09:30:00Z', 10, { off_slot: true });
    await visit('2026-03-02T09:40:00Z', 10);
    const { rows } = await report(`group_by=hour&${DAY}`);
    expect(rows).toMatchObject([{ hour: 10, trucks: 2, off_slot: 1, refusals_by_code: {} }]);
  });

  it('is empty without trucks, and keeps organizations apart', async () => {
    await visit('2026-03-02T09:30:00Z', 10);
    const other = await service.current.organization();
    expect(await reportOf(other, 'gate', DAY)).toMatchObject({
      rows: [],
      totals: { trucks: 0, turn_time_median: null, refusals: 0, refusals_by_code: {} },
    });
  });
});

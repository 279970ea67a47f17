import { aContainer, aContainerType, aYardArea, aYardSlot } from '../factories/cargo';
import type { Body } from '../factories/record';
import { aRow, reportOf } from '../factories/reports';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the report of the yard', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
  });

  const report = async (query: string) => reportOf(client.as('read'), 'yard', query);
  const stay = async (
    in_at: string,
    out_at: string | null,
    values: Record<string, unknown> = {},
    type?: Body,
  ) => {
    const container = await aContainer(client, type ? { container_type: type.code } : {});
    const id = await aRow(service.current, client, 'container_stays', {
      container_id: container.id,
      number: 1,
      status: out_at ? 'departed' : 'here',
      in_at,
      out_at,
      ...values,
    });
    return { id, container_id: container.id };
  };

  it('counts what is here at the end of each day, in TEU and by age; what leaves at midnight was here', async () => {
    const [short, long] = [
      await aContainerType(client, { size: 20 }),
      await aContainerType(client, { size: 45 }),
    ];
    await stay('2026-02-27T10:00:00Z', '2026-03-02T10:00:00Z', {}, short);
    // came within a day of 24 hours after midnight, and left at midnight
    await stay('2026-02-28T23:00:00Z', '2026-03-02T23:00:00Z', {}, long);
    await stay('2026-03-02T22:59:59Z', '2026-03-09T00:00:00Z');
    const { rows, totals } = await report('from=2026-03-01&until=2026-03-03');
    expect(rows).toMatchObject([
      { day: '2026-03-01', stays: 2, teu: 3, days_0_2: 2, utilization: null },
      { day: '2026-03-02', stays: 2, teu: 2, days_0_2: 2 },
      { day: '2026-03-03', stays: 1, teu: 0, days_0_2: 1 },
    ]);
    expect(totals).toMatchObject({ stays: 1.67, teu: 1.67, days_0_2: 1.67 });
  });

  it('tells how long they have been here in whole days, on each day anew', async () => {
    await stay('2026-03-01T10:00:00Z', '2026-04-01T10:00:00Z');
    const { rows } = await report('from=2026-03-01&until=2026-03-31');
    const ageOn = (day: string) =>
      Object.entries(rows.find((row: Body) => row.day === day)).find(
        ([name, count]) => name.startsWith('days_') && count === 1,
      )?.[0];
    expect(
      ['03', '04', '06', '07', '11', '12', '21', '22', '31'].map((day) => ageOn(`2026-03-${day}`)),
    ).toEqual([
      'days_0_2',
      'days_3_5',
      'days_3_5',
      'days_6_10',
      'days_6_10',
      'days_11_20',
      'days_11_20',
      'days_above',
      'days_above',
    ]);
  });

  it('tells of today what is here now, and nothing of days ahead', async () => {
    await stay(new Date(Date.now() - 60_000).toISOString(), null);
    await stay(
      new Date(Date.now() - 3 * 86_400_000).toISOString(),
      new Date(Date.now() - 30_000).toISOString(),
    );
    const { rows, totals, until, as_of } = await report('until=2099-01-01&from=2098-12-30');
    expect([rows, totals, until]).toMatchObject([[], { stays: 0, teu: 0, utilization: null }, '2099-01-01']);
    const today = new Date(as_of).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
    const ahead = new Date(Date.parse(today) + 5 * 86_400_000).toISOString().slice(0, 10);
    const now = await report(`from=${today}&until=${ahead}`);
    expect(now).toMatchObject({ until: ahead, rows: [{ day: today, stays: 1 }], totals: { stays: 1 } });
  });

  it('counts by the yard area in which they stood on the day, with the room of its slots', async () => {
    const type = await aContainerType(client, { size: 40 });
    const [a, b] = [await aYardArea(client, { name: 'A' }), await aYardArea(client, { name: 'B' })];
    const slot = await aYardSlot(client, { yard_area: 'A', tiers: 4, teu: 1 });
    await aYardSlot(client, { yard_area: 'B', tiers: 3 });
    const { id: stay_id, container_id } = await stay('2026-03-01T10:00Z', '2026-03-04T10:00Z', {}, type);
    const to = async (moved_at: string, to_location_type: string, to_location_id: number | null) =>
      aRow(service.current, client, 'container_movements', {
        container_id,
        stay_id,
        movement_type: 'yard',
        moved_at,
        to_location_type,
        to_location_id,
      });
    await to('2026-03-01T10:00Z', 'YardSlot', slot.id);
    await to('2026-03-02T10:00Z', 'Terminal', null);
    await to('2026-03-02T11:00Z', 'YardArea', b.id);
    await to('2026-03-04T10:00Z', 'Consignee', null);
    const body = await report('from=2026-03-01&until=2026-03-04&group_by=day,yard_area');
    expect(body.rows).toMatchObject([
      { day: '2026-03-01', yard_area: 'A', stays: 1, teu: 2, utilization: 0.5 },
      { day: '2026-03-02', yard_area: 'B', stays: 1, utilization: 0.333 },
      { day: '2026-03-03', yard_area: 'B', stays: 1 },
    ]);
    // 2 TEU on three of four days, of 10
    expect(body.totals).toMatchObject({ stays: 0.75, utilization: 0.15 });
    expect((await report('from=2026-03-01&until=2026-03-04&group_by=yard_area')).rows).toMatchObject([
      { yard_area: a.name, stays: 0.25, utilization: 0.125 },
      { yard_area: b.name, stays: 0.5 },
    ]);
  });

  it('takes the present place of a container that never moved, and counts by usage with null last', async () => {
    await aYardArea(client, { name: 'A' });
    await aContainer(client, { current_location_type: 'YardArea', current_location: 'A', usage: 'import' });
    await service.current.query(`DELETE FROM container_movements WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    await stay('2026-03-01T10:00Z', null);
    const today = (query: string) => report(`from=today&${query}`);
    expect((await today('group_by=yard_area')).rows).toMatchObject([
      { yard_area: 'A', stays: 1 },
      { yard_area: null, stays: 1 },
    ]);
    expect((await today('group_by=usage')).rows).toMatchObject([
      { usage: 'import', stays: 1 },
      { usage: null, stays: 1 },
    ]);
  });

  it('keeps organizations apart', async () => {
    await stay('2026-03-01T10:00Z', null);
    const other = await service.current.organization();
    expect((await reportOf(other, 'yard', 'from=2026-03-01&until=2026-03-03')).rows).toEqual([]);
  });
});

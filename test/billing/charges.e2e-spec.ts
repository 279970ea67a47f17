import { aPricedStay, charge, HERE, staysOf } from '../factories/charges';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('charges', () => {
  const service = useService();
  let client: Client;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
  });

  const stored = () =>
    service.current.query<Record<string, unknown>>(
      `SELECT number, kind, coalesce(event, first_unit || '-' || last_unit) AS what, quantity::float8, total::text, currency,
         settled_with_id IS NOT NULL AS settled
       FROM charges WHERE organization_id = $1 ORDER BY subject_id, number`,
      [client.organization_id],
    );

  it('are written once for what a stay costs', async () => {
    const { stay_id } = await aPricedStay(client);
    const key = { type: 'container_stay', id: stay_id } as const;
    const [charged, again] = [await charge(client, [key]), await charge(client, [key])];
    expect(charged).toMatchObject({
      charges: 3,
      adjustments: 0,
      totals: { EUR: '446.00' },
      problems: [],
      beyond: [],
    });
    expect(again).toMatchObject({ charges: 0, adjustments: 0, totals: {} });
    expect(await stored()).toEqual([
      {
        number: 1,
        kind: 'charge',
        what: 'departure',
        quantity: 1,
        total: '36.00',
        currency: 'EUR',
        settled: false,
      },
      {
        number: 2,
        kind: 'charge',
        what: '1-5',
        quantity: 10,
        total: '250.00',
        currency: 'EUR',
        settled: false,
      },
      {
        number: 3,
        kind: 'charge',
        what: '6-7',
        quantity: 4,
        total: '160.00',
        currency: 'EUR',
        settled: false,
      },
    ]);
  });

  it('are written once by two who charge at the same time', async () => {
    const { stay_id } = await aPricedStay(client);
    const key = { type: 'container_stay', id: stay_id } as const;
    const charged = await Promise.all([1, 2, 3].map(() => charge(client, [key])));
    expect(charged.map(({ charges }) => charges).sort()).toEqual([0, 0, 3]);
  });

  it('are never changed or deleted', async () => {
    const { stay_id } = await aPricedStay(client);
    await charge(client, [{ type: 'container_stay', id: stay_id }]);
    const of = `WHERE organization_id = ${client.organization_id} AND number = 1`;
    for (const statement of [
      `UPDATE charges SET total = 1 ${of}`,
      `UPDATE charges SET customer_id = NULL ${of}`,
      `UPDATE charges SET kind = 'adjustment' ${of}`,
      `DELETE FROM charges ${of}`,
    ])
      await expect(service.current.query(statement)).rejects.toThrow(
        /charges (never change|are never deleted)/,
      );
    await service.current.query(`UPDATE charges SET settled_with_id = id ${of}`);
    await expect(service.current.query(`UPDATE charges SET settled_with_id = NULL ${of}`)).rejects.toThrow(
      'charges never change',
    );
  });

  it('say how far a stay was charged, and its last free day', async () => {
    const { stay_id } = await aPricedStay(client, HERE);
    const { beyond } = await charge(client, [{ type: 'container_stay', id: stay_id }], {
      until: '2026-03-12',
      interim: true,
    });
    expect(beyond).toEqual([]);
    const before = await charge(client, [{ type: 'container_stay', id: stay_id }], { until: '2026-03-01' });
    expect(before).toMatchObject({
      charges: 0,
      adjustments: 0,
      beyond: [{ type: 'container_stay', id: stay_id }],
    });
    const [subject] = await service.current.query(
      `SELECT charged_through::text, last_free_day::text FROM charge_subjects WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect(subject).toEqual({ charged_through: '2026-03-12', last_free_day: '2026-03-09' });
    expect(await staysOf(client, 'WHAU4142033')).toEqual([stay_id]);
  });
});

import { TokensService } from '../../src/common/auth/tokens.service';
import { aChargeCode } from '../factories/billing';
import { aContainer } from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import { aRow, reportOf } from '../factories/reports';
import { within } from '../factories/services';
import { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('reports for tokens that are limited to parties', () => {
  const service = useService();
  let client: Client;
  let lines: Body[];
  beforeEach(async () => {
    client = await service.current.organization();
    lines = [await aShippingLine(client, { code: 'AAA' }), await aShippingLine(client, { code: 'BBB' })];
  });

  const limitedTo = async (key: string): Promise<Client> => {
    const parties = [{ type: 'shipping_line' as const, key }];
    const { token } = await within(client, TokensService, (of) =>
      of.create(client.user_id, { role: 'read', parties }),
    );
    const tokens = { read: token, write: token, admin: token };
    return new Client(service.current, client.organization_id, client.user_id, tokens, 'read', true);
  };

  it('count the stays of dwell that are theirs, by every group', async () => {
    for (const shipping_line of ['AAA', 'AAA', 'BBB']) {
      const place = { current_location_type: 'Terminal', current_location: null };
      const { id } = await aContainer(client, { shipping_line, ...place });
      await client.patch(`/containers/${id}`, { current_location_type: 'Other', current_location: null });
    }
    expect((await reportOf(client, 'dwell')).totals).toMatchObject({ stays: 3 });
    const limited = await limitedTo('AAA');
    for (const by of ['month', 'shipping_line', 'usage', 'size', 'month,status']) {
      const { rows, totals } = await reportOf(limited, 'dwell', `group_by=${by}`);
      expect([rows.length, totals.stays]).toEqual([1, 2]);
    }
    expect((await reportOf(limited, 'dwell', 'group_by=shipping_line')).rows).toMatchObject([
      { shipping_line: 'AAA' },
    ]);
    expect((await limited.get('/reports/dwell?by=usage')).status).toBe(422);
  });

  it('have of what lines were charged what is theirs and on an invoice that is no draft', async () => {
    const code = await aChargeCode(client, { code: 'LIFT' });
    let number = 0;
    for (const line of lines) {
      const customer = { customer_type: 'ShippingLine', shipping_line_id: line.id };
      const customer_id = await aRow(service.current, client, 'billing_customers', customer);
      for (const [total, status] of [
        [10, { numbered_at: '2026-03-10T10:00Z', approved: true, approved_at: '2026-03-10T10:00Z' }],
        [20, { is_proforma: true }],
        [40, {}],
      ] as const) {
        const invoice_id = await aRow(service.current, client, 'invoices', {
          number: `I${++number}`,
          shipping_line_id: line.id,
          currency: 'EUR',
          ...status,
        });
        const invoice_line_id = await aRow(service.current, client, 'invoice_lines', {
          invoice_id,
          quantity: 1,
          amount: total,
          total,
        });
        await aRow(service.current, client, 'charges', {
          subject_id: 1,
          number,
          kind: 'charge',
          charge_code_id: code.id,
          event: `move:${number}`,
          occurred_on: '2026-03-05',
          quantity: 1,
          amount: total,
          total,
          billed_by: 'container',
          billed_per: 'move',
          currency: 'EUR',
          customer_id,
          invoice_line_id,
        });
      }
    }
    const span = 'from=2026-03-01&until=2026-03-31';
    const limited = await limitedTo('AAA');
    for (const query of ['shipping_line=AAA', 'customer_type=ShippingLine&customer=AAA&group_by=month'])
      expect((await reportOf(limited, 'line_cost', `${query}&${span}`)).totals).toEqual({
        quantity: 1,
        boxes: 0,
        total: '10.00',
        invoiced: '10.00',
        not_yet_invoiced: null,
      });
    // that of another one is as that of nobody
    const [other, nobody] = [
      await reportOf(limited, 'line_cost', `shipping_line=BBB&${span}`),
      await reportOf(limited, 'line_cost', `shipping_line=ZZZ&${span}`),
    ];
    expect({ ...other, as_of: null }).toEqual({ ...nobody, as_of: null });
    expect(other.rows).toEqual([]);
    expect((await reportOf(client, 'line_cost', `shipping_line=AAA&${span}`)).totals).toMatchObject({
      total: '70.00',
      not_yet_invoiced: '60.00',
    });
  });

  it.each(['moves', 'gate', 'vessels', 'yard', 'revenue'])('are closed to them: %s', async (name) => {
    const limited = await limitedTo('AAA');
    for (const path of [name, `${name}.svg`])
      expect(await limited.get(`/reports/${path}`)).toMatchObject({
        status: 403,
        body: { code: 'not_for_parties' },
      });
  });
});

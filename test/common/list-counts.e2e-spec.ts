import { aPricedStay, charge } from '../factories/charges';
import { anInvoice } from '../factories/billing';
import { aConsignee, limitedTo } from '../factories/parties';
import { aContainerInYard } from '../factories/gate';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('counts of lists', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
  });
  const counts = async (path: string) => (await client.get(path)).body.counts;

  it('count charges by status, code and payer, as the filters leave them', async () => {
    const { consignee, stay_id } = await aPricedStay(client);
    await charge(client, [{ type: 'container_stay', id: stay_id }] as never);
    const total = (await client.get('/charges?per=100')).body.charges.length;
    expect(await counts('/charges/counts?by=status')).toEqual([
      { status: 'open', count: total, more: false },
    ]);
    expect(await counts('/charges/counts?by=customer')).toEqual([
      { customer: consignee, count: total, more: false },
    ]);
    const gate = { charge_code: 'GATE', count: 1, more: false };
    expect(await counts('/charges/counts?by=charge_code')).toContainEqual(gate);
    expect(await counts('/charges/counts?by=charge_code&charge_code=GATE')).toEqual([gate]);
    await client.create('/invoice_drafts', { container_numbers: ['WHAU4142033'] });
    expect(await counts('/charges/counts?by=status')).toEqual([
      { status: 'draft', count: total, more: false },
    ]);
    for (const query of ['', 'by=kind', 'by=status&status=new'])
      expect((await client.get(`/charges/counts?${query}`)).status).toBe(422);
  });

  it('count each invoice under one status, and by type', async () => {
    const of = async (update: object) => {
      const { id } = await anInvoice(client);
      await client.put(`/invoices/${id}`, { invoice: update });
      return id as number;
    };
    await anInvoice(client);
    await of({ approved: true });
    await of({ paid: true });
    const late = await of({ approved: true });
    await client.service.query(
      `UPDATE invoices SET due_on = '2026-01-01' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, late],
    );
    const one = (status: string) => ({ status, count: 1, more: false });
    expect(await counts('/invoices/counts?by=status')).toEqual(
      ['approved', 'draft', 'overdue', 'paid'].map(one),
    );
    expect(await counts('/invoices/counts?by=status&approved=true')).toEqual(
      ['approved', 'overdue'].map(one),
    );
    expect(await counts('/invoices/counts?by=document_type')).toEqual([
      { document_type: 'invoice', count: 4, more: false },
    ]);
    expect((await client.get('/invoices/counts?by=customer')).status).toBe(400);
  });

  it('count movements and discharge lists', async () => {
    const { number } = await aContainerInYard(client);
    const { movements } = (await client.get(`/movements?container_number=${number}`)).body;
    const types = [
      ...new Set(movements.map(({ movement_type }: { movement_type: string }) => movement_type)),
    ];
    const found = await counts(`/movements/counts?by=movement_type&container_number=${number}`);
    expect(found.map(({ movement_type }: { movement_type: string }) => movement_type).sort()).toEqual(
      types.sort(),
    );
    expect(await counts('/movements/counts?by=movement_type&moved_until=2000-01-01')).toEqual([]);
    await client.create('/discharge_lists', { name: 'D1' });
    expect(await counts('/discharge_lists/counts?by=voyage')).toEqual([
      { voyage: null, count: 1, more: false },
    ]);
    expect(await counts('/discharge_lists/counts?by=shipping_line&name=other')).toEqual([]);
  });

  it('are of the own organization, and closed to tokens that are limited to parties', async () => {
    await anInvoice(client);
    const { name: key } = await aConsignee(client);
    const party = await limitedTo(client, { type: 'consignee', key });
    client = await service.current.organization();
    for (const path of [
      '/invoices/counts?by=status',
      '/charges/counts?by=status',
      '/movements/counts?by=movement_type',
      '/bookings/counts?by=voyage',
      '/discharge_lists/counts?by=voyage',
    ]) {
      expect([path, await counts(path)]).toEqual([path, []]);
      expect([path, (await party.get(path)).status]).toEqual([path, 403]);
    }
  });
});

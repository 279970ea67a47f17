import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('import of an invoice that is there', () => {
  const service = useService();
  let client: Client;
  const customer = { customer_type: 'Agent', name: 'Scheldemond' };
  const bill_of_lading = { manifest: 'M', number: 'B1' };

  beforeEach(async () => {
    client = await service.current.organization();
    await importFiles(client, {
      'agents.ndjson': [{ name: 'Scheldemond' }],
      'containers.ndjson': [{ number: 'A' }],
      'terminals.ndjson': [{ name: 'T' }],
      'vessels.ndjson': [{ name: 'Petrel' }],
      'shipping_lines.ndjson': [{ code: 'WHA' }],
      'voyages.ndjson': [
        {
          number: 'V1',
          vessel_name: 'Petrel',
          discharge_destination: 'T',
          discharge_destination_type: 'Terminal',
        },
      ],
      'manifests.ndjson': [{ client_identifier: 'M', shipping_line: 'WHA', voyage_number: 'V1' }],
      'bill_of_ladings.ndjson': [bill_of_lading],
      'invoices.ndjson': [
        {
          number: 'I1',
          customer,
          bill_of_lading,
          bl_container_numbers: ['A'],
          line_items: [
            { description: 'Storage', amount: 9.75, quantity: 4, currency: 'EUR', container: 'A' },
            { description: 'Lift', amount: 0.125 },
          ],
          taxes_and_fees: 1.5,
          approved: true,
          approved_at: '2026-11-20T10:00:00Z',
        },
      ],
    });
  });

  const invoice = async () => {
    const [row] = await service.current.query<{ currency: string | null }>(
      'SELECT currency FROM invoices WHERE organization_id = $1',
      [client.organization_id],
    );
    return { ...(await client.get('/invoices')).body.invoices[0], ...row };
  };
  const change = (line: object) =>
    importFiles(client, { 'invoices.ndjson': [{ number: 'I1', customer, ...line }] });

  it('is paid by one payment at its approval where the file has no payments, once however often it comes', async () => {
    for (const updated of [1, 0]) expect((await change({ paid: true })).results).toMatchObject([{ updated }]);
    expect(await invoice()).toMatchObject({ paid: true, amount_paid: '40.63', amount_open: '0.00' });
    const { payments } = (await client.get('/payments')).body;
    expect(payments).toEqual([
      expect.objectContaining({
        number: null,
        way: 'other',
        reference: 'marked as paid',
        amount: '40.63',
        currency: 'EUR',
        paid_at: '2026-11-20T10:00:00.000Z',
        till: null,
        customer: expect.objectContaining(customer),
        allocations: [expect.objectContaining({ amount: '40.63' })],
      }),
    ]);
  });

  it('keeps what the line leaves out: its lines, their currency, taxes and sums', async () => {
    const before = await invoice();
    expect(before).toMatchObject({ currency: 'EUR', subtotal: '39.13', total: '40.63' });
    const { results } = await change({ general_ledger_id: 'GL-2' });
    expect(results).toEqual([{ file: 'invoices.ndjson', lines: 1, created: 0, updated: 1 }]);
    expect(await invoice()).toEqual({ ...before, general_ledger_id: 'GL-2' });
  });

  it('adds up from what is stored and what the line says', async () => {
    await change({ taxes_and_fees: 2 });
    expect(await invoice()).toMatchObject({ subtotal: '39.13', taxes_and_fees: '2.00', total: '41.13' });
    await change({ line_items: [{ description: 'Lift', amount: 5 }] });
    expect(await invoice()).toMatchObject({ subtotal: '5.00', total: '7.00', currency: 'EUR' });
    await change({ line_items: [{ description: 'Lift', amount: 5, currency: 'USD' }] });
    expect(await invoice()).toMatchObject({ currency: 'USD', line_items: [{ currency: 'USD' }] });
  });

  it('takes nothing into its new lines from those before', async () => {
    await change({ line_items: [{ amount: 5 }] });
    expect((await invoice()).line_items).toMatchObject([
      { amount: '5.00', quantity: 1, description: null, container: null, currency: 'EUR' },
    ]);
  });

  it('clears what the line says is null', async () => {
    await change({ line_items: null, taxes_and_fees: null, currency: null });
    expect(await invoice()).toMatchObject({ line_items: [], total: '0.00', currency: null });
  });

  it('keeps the time of an approval that the line says again', async () => {
    await change({ approved: true });
    const [row] = await service.current.query<{ approved_at: Date }>(
      'SELECT approved_at FROM invoices WHERE organization_id = $1',
      [client.organization_id],
    );
    expect(row!.approved_at.toISOString()).toBe('2026-11-20T10:00:00.000Z');
  });

  it('refuses contradictions with the stored invoice', async () => {
    expect((await change({ currency: 'USD' })).bad).toEqual([
      'invoices.ndjson:1: currency: An invoice has one currency: it cannot be USD and EUR.',
    ]);
    expect((await change({ bill_of_lading: null })).bad).toEqual([
      'invoices.ndjson:1: bill_of_lading: Containers are billed by their bill of lading: name it.',
    ]);
    expect((await change({ bl_container_numbers: [] })).bad).toEqual([]);
  });
});

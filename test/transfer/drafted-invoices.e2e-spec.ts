import { aPricedStay } from '../factories/charges';
import { aPriceOfWork, draftsOf, taxed } from '../factories/drafts';
import type { Body } from '../factories/record';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const CONTAINER = 'WHAU4142033';

describe('files of invoices that were calculated', () => {
  const service = useService();
  let client: Client;

  /** An approved invoice, a credit note of half of a line and the draft of another, and a series. */
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    await taxed(client);
    await aPriceOfWork(client, '12.5');
    await aPricedStay(client);
    await client.create('/number_series', { document_type: 'credit_note', prefix: 'CR{year}/' });
    const [draft] = await draftsOf(client, CONTAINER);
    const { invoice } = (await client.put(`/invoices/${draft!.id}`, { invoice: { approved: true } })).body;
    const place = draft!.line_items.findIndex(({ quantity }: Body) => quantity === 10) + 1;
    for (const quantity of [5, 3]) {
      const lines = [{ line_item: place, quantity }];
      const note = await client.create(`/invoices/${invoice.id}/credit`, { reason: 'Wrong line', lines });
      if (quantity === 5) await client.put(`/invoices/${note.invoice.id}`, { invoice: { paid: true } });
    }
  });

  const withoutIds = async (of: Client) => {
    const text = JSON.stringify((await of.get('/invoices?per=100')).body.invoices);
    // files are in order of the numbers
    const sorted = (list: Body[]) => list.sort((a, b) => (a.number < b.number ? -1 : 1));
    const invoices = JSON.parse(
      text
        .replace(/"(id|created_at)":("[^"]*"|\d+)/g, '"$1":0')
        .replace(/"approved_by":"[^"]*"/g, '"approved_by":0'),
    ) as Body[];
    return sorted(invoices).map(({ credited_by, ...invoice }) => ({
      ...invoice,
      credited_by: sorted(credited_by),
    }));
  };

  it('are the same after an import into an empty organization, byte by byte', async () => {
    const files = await exportFiles(client);
    expect(files['number_series.ndjson']).toContain('CR{year}/');
    const other = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    expect((await importFiles(other, files)).bad).toEqual([]);
    expect(await exportFiles(other)).toEqual(files);
    expect(await withoutIds(other)).toEqual(await withoutIds(client));
    // a second time nothing changes
    expect((await importFiles(other, files)).bad).toEqual([]);
    expect(await exportFiles(other)).toEqual(files);
  });

  it('bring the documents as they were issued, and refuse what is none', async () => {
    await client.patch('/billing_profile', { name: 'Moved since' });
    const files = await exportFiles(client);
    const issued = `INV-${new Date().getFullYear()}-000001`;
    const other = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    const broken = {
      ...files,
      'invoices.ndjson': files['invoices.ndjson']!.replaceAll('"subtotal": "', '"subtotal": "x'),
    };
    expect((await importFiles(other, broken)).bad[0]).toContain(
      'document_kept.subtotal: must be a decimal number',
    );
    await importFiles(other, files);
    const pdf = (of: Client) =>
      service.current.app.inject({
        url: `/api/v1/invoices/${issued}/pdf`,
        headers: { authorization: `Token ${of.tokens.read}` },
      });
    expect((await pdf(other)).rawPayload.equals((await pdf(client)).rawPayload)).toBe(true);
  });

  it('go on with the numbers, and with what is left to credit', async () => {
    const other = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    await importFiles(other, await exportFiles(client));
    const year = new Date().getFullYear();
    const { invoices } = (await other.get('/invoices')).body;
    const invoice = invoices.find(({ number }: Body) => number === `INV-${year}-000001`);
    const draft = invoices.find(({ number }: Body) => number.startsWith('DRAFT-'));
    const approved = await other.put(`/invoices/${draft.id}`, { invoice: { approved: true } });
    expect(approved.body.invoice.number).toBe(`CR${year}/000002`);
    const place = invoice.line_items.findIndex(({ quantity }: Body) => quantity === 10) + 1;
    const answer = await other.post(`/invoices/${invoice.id}/credit`, {
      reason: 'More',
      lines: [{ line_item: place, quantity: 3 }],
    });
    expect(answer.body.error).toBe(`Line ${place} has 2 left to credit, not 3.`);
    const taken = await other.post('/invoices', {
      number: `INV-${year}-000002`,
      customer: { customer_type: 'Consignee', name: invoice.customer.name },
    });
    expect(taken.body.code).toBe('number_reserved');
  });
});

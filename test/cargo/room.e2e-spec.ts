import { aBill, aBreakbulk, aContainer, aPackingListItem, holdsOf, keyOf } from '../factories/cargo';
import { anInvoice } from '../factories/billing';
import { aContainerInYard } from '../factories/gate';
import { aHold, aHoldType } from '../factories/holds';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const ROOM_OF_BILL =
  'A bill of lading has at most 400 containers, pieces of breakbulk and items on its packing list together.';

describe('lists that a record shows whole', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** Copies a row, but for its id, until there are so many. */
  const fill = (table: string, count: number, columns: string, values: string) =>
    service.current.query(
      `INSERT INTO ${table} (organization_id, ${columns})
       SELECT organization_id, ${values} FROM ${table} CROSS JOIN generate_series(2, $2) n WHERE organization_id = $1`,
      [client.organization_id, count],
    );
  const refusal = ({ status, body }: { status: number; body: { error: string; code: string } }) => [
    status,
    body.error,
    body.code,
  ];

  it('have room for 400 items of a packing list in a bill, also for moved ones', async () => {
    const bill_of_lading = keyOf(await aBill(client));
    await aPackingListItem(client, { bill_of_lading });
    const columns = 'bill_of_lading_id';
    await fill('packing_list_items', 399, `reference_number, ${columns}`, `'P' || n, ${columns}`);
    await aPackingListItem(client, { bill_of_lading });
    const other = await aPackingListItem(client);
    const many = [422, ROOM_OF_BILL, 'too_many'];
    const item = { reference_number: 'ONE-MORE', bill_of_lading };
    expect(refusal(await client.post('/packing_list_items', item))).toEqual(many);
    expect(refusal(await client.put(`/packing_list_items/${other.id}`, { bill_of_lading }))).toEqual(many);
    // those that it has can be changed
    expect((await client.put('/packing_list_items/P2', { quantity: 3 })).status).toBe(200);
  });

  it('have room for 400 pieces of breakbulk in a bill', async () => {
    const bill_of_lading = keyOf(await aBill(client));
    await aBreakbulk(client, { bill_of_lading });
    const columns = 'bill_of_lading_id, quantity';
    await fill('breakbulks', 399, `reference_number, ${columns}`, `'B' || n, ${columns}`);
    await aBreakbulk(client, { bill_of_lading });
    const more = await client.post('/breakbulks', { reference_number: 'ONE-MORE', bill_of_lading });
    expect(refusal(more)).toEqual([422, ROOM_OF_BILL, 'too_many']);
  });

  it('have room for 400 pieces of all kinds in a bill, which is shown in less than 256 KiB', async () => {
    const bill_of_lading = keyOf(await aBill(client));
    await aBreakbulk(client, { bill_of_lading });
    await aPackingListItem(client, { bill_of_lading });
    const column = 'bill_of_lading_id';
    await fill('breakbulks', 199, `reference_number, ${column}`, `'B' || n, ${column}`);
    await fill('packing_list_items', 200, `reference_number, ${column}`, `'P' || n, ${column}`);
    const container = { number: 'WHAU4142033', bill_of_ladings: [bill_of_lading] };
    expect((await client.post('/containers', container)).status).toBe(201);
    const many = [422, ROOM_OF_BILL, 'too_many'];
    const more = { reference_number: 'ONE-MORE', bill_of_lading };
    for (const path of ['/breakbulks', '/packing_list_items'])
      expect(refusal(await client.post(path, more))).toEqual(many);
    expect(refusal(await client.post('/containers', { ...container, number: 'WHAU4154184' }))).toEqual(many);
    const { body } = await client.get(`/manifests/${bill_of_lading.manifest}`);
    const path = `/voyages/${body.manifest.voyage_number}/bill_of_ladings/${bill_of_lading.number}`;
    const shown = await client.get(path);
    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown.body).length).toBeLessThan(256 * 1024);
  });

  it('have room for 90 KiB of line items of an invoice', async () => {
    const bytesOfOne = JSON.stringify({ description: '', amount: 1 }).length + 1;
    // a thousand lines, whose JSON has just so many bytes
    const items = (bytes: number) => {
      const text = bytes - 1 - 1000 * bytesOfOne;
      return Array.from({ length: 1000 }, (_, n) => ({
        description: 'x'.repeat(Math.floor(text / 1000) + Number(n < text % 1000)),
        amount: 1,
      }));
    };
    const most = 90 * 1024;
    const { id, ...made } = await anInvoice(client, { line_items: items(most) });
    expect(id).toBeDefined();
    expect(JSON.stringify(made).length).toBeLessThan(368 * 1024);
    const { name } = made.customer as { name: string };
    const customer = { customer_type: 'Consignee', name };
    const more = await client.post('/invoices', {
      number: 'INV-MORE',
      customer,
      line_items: items(most + 1),
    });
    const sentence = 'The line items of an invoice take at most 90 KiB: make more invoices of them.';
    expect(refusal(more)).toEqual([422, sentence, 'too_many']);
    const lines = [{ number: 'INV-MORE', customer, line_items: items(most + 1) }];
    expect((await importFiles(client, { 'invoices.ndjson': lines })).bad).toEqual([
      expect.stringContaining(sentence),
    ]);
  });

  it('have room for 400 containers in a bill', async () => {
    const bill = await aBill(client);
    const bill_of_ladings = [keyOf(bill)];
    await aContainer(client, { bill_of_ladings });
    await service.current.query(
      `WITH boxes AS (
         INSERT INTO containers (organization_id, number) SELECT $1, 'ROOM' || n FROM generate_series(2, 399) n
         RETURNING organization_id, id
       ), stays AS (
         INSERT INTO container_stays (organization_id, container_id, number, status)
         SELECT organization_id, id, 1, 'announced' FROM boxes RETURNING organization_id, id
       )
       INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id)
       SELECT organization_id, id, $2 FROM stays`,
      [client.organization_id, bill.id],
    );
    await aContainer(client, { bill_of_ladings });
    const more = await client.post('/containers', { number: 'WHAU4142033', bill_of_ladings });
    expect(refusal(more)).toEqual([422, ROOM_OF_BILL, 'too_many']);
  });

  it('have room for 500 holds in a stay of a container', async () => {
    const { number } = await aContainerInYard(client);
    await aHold(client, number);
    const columns = 'container_id, stay_id, hold_type_id, applied_at, applied_by_id, lifted_by_id';
    await fill('container_holds', 499, `${columns}, lifted_at`, `${columns}, now()`);
    await aHold(client, number);
    const { id } = await aHoldType(client);
    const more = await client.put(`/containers/${number}/holds/${id}/apply`);
    expect(refusal(more)).toEqual([422, 'A stay has at most 500 holds.', 'too_many']);
  });

  it('have room for 500 holds on a bill', async () => {
    const bill = await aBill(client);
    const apply = async () => {
      const { id } = await aHoldType(client, { applies_to: 'bill_of_lading' });
      return client.put(`${holdsOf(bill)}/${id}`);
    };
    await apply();
    const columns = 'bill_of_lading_id, hold_type_id, applied_at, applied_by_id, lifted_by_id';
    await fill('bill_of_lading_holds', 499, `${columns}, lifted_at`, `${columns}, now()`);
    expect((await apply()).status).toBeLessThan(300);
    expect(refusal(await apply())).toEqual([422, 'A bill of lading has at most 500 holds.', 'too_many']);
  });

  it('have room for 1,000 plug movements in a stay', async () => {
    const { number } = await aContainerInYard(client);
    const plug = (action: 'in' | 'out') => client.post(`/containers/${number}/plug_${action}`);
    expect((await plug('in')).status).toBe(200);
    const columns = 'container_id, stay_id, plug_action, plug_action_at';
    await fill('reefer_plug_movements', 999, columns, columns);
    expect((await plug('out')).status).toBe(200);
    expect(refusal(await plug('in'))).toEqual([422, 'A stay has at most 1000 plug movements.', 'too_many']);
  });
});

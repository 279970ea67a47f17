import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('a deleted consignee whose name is used again', () => {
  const service = useService();
  let client: Client;

  const ok = async (answer: ReturnType<Client['get']>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body;
  };

  /** Records of every kind that refer to a consignee of this name. */
  async function used(name: string, mark: string): Promise<void> {
    const { consignee } = await ok(client.post('/consignees', { name, email: `${mark}@x` }));
    const bad = await importFiles(client, {
      'bill_of_ladings.ndjson': [{ manifest: 'M', number: mark, consignee: name }],
      'containers.ndjson': [
        { number: mark, consignee: name, current_location_type: 'Consignee', current_location: name },
      ],
      'vehicles.ndjson': [{ vin_number: mark, consignees: [name, 'Other'] }],
      'packing_list_items.ndjson': [{ reference_number: mark, consignee: name }],
      'chassis.ndjson': [{ number: mark, current_location_type: 'Consignee', current_location: name }],
      'breakbulks.ndjson': [
        { reference_number: mark, current_location_type: 'Consignee', current_location: name },
      ],
      'gensets.ndjson': [{ number: mark, current_location_type: 'Consignee', current_location: name }],
      'invoices.ndjson': [{ number: mark, customer: { customer_type: 'Consignee', name } }],
    });
    expect(bad).toMatchObject({ bad: [], notes: [] });
    if (mark !== 'LIVE') await ok(client.delete(`/consignees/${consignee.id}`));
  }

  /** The consignee that each record of an organization refers to, by its e-mail. */
  const referred = ({ organization_id }: Client) =>
    service.current.query(
      `WITH refers (record, consignee_id) AS (
         SELECT 'bill ' || number, consignee_id FROM bill_of_ladings WHERE organization_id = $1
         UNION ALL SELECT 'container ' || number, consignee_id FROM containers WHERE organization_id = $1
         UNION ALL SELECT 'container at ' || number, current_location_id FROM containers WHERE organization_id = $1
         UNION ALL SELECT 'chassis at ' || number, current_location_id FROM chassis WHERE organization_id = $1
         UNION ALL SELECT 'breakbulk at ' || reference_number, current_location_id FROM breakbulks
           WHERE organization_id = $1
         UNION ALL SELECT 'genset at ' || number, current_location_id FROM gensets WHERE organization_id = $1
         UNION ALL SELECT 'packing ' || reference_number, consignee_id FROM packing_list_items WHERE organization_id = $1
         UNION ALL SELECT 'invoice ' || number, consignee_id FROM invoices WHERE organization_id = $1
         UNION ALL SELECT 'vehicle ' || v.vin_number, l.consignee_id FROM vehicle_consignees l
           JOIN vehicles v ON v.organization_id = l.organization_id AND v.id = l.vehicle_id WHERE v.organization_id = $1
       ) SELECT record, email FROM refers r
       JOIN consignees c ON c.organization_id = $1 AND c.id = r.consignee_id ORDER BY 1, 2`,
      [organization_id],
    );

  beforeEach(async () => {
    client = await service.current.organization();
    await importFiles(client, {
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
      'consignees.ndjson': [{ name: 'Other', email: 'other@x' }],
    });
    for (const mark of ['GONE1', 'GONE2', 'LIVE']) await used('Con', mark);
  });

  it('keeps its records, in the same organization and in an empty one', async () => {
    const before = await referred(client);
    expect(before).toContainEqual({ record: 'invoice GONE1', email: 'GONE1@x' });
    const exported = await exportFiles(client);
    expect(exported['invoices.ndjson']).toMatch(
      /"customer":\s*\{"customer_type" ?: ?"Consignee", "name" ?: ?"Con"\}/,
    );

    const again = await importFiles(client, exported);
    expect(again.bad).toEqual([]);
    expect(again.results.filter(({ created, updated }) => created || updated)).toEqual([]);
    expect(await referred(client)).toEqual(before);

    const copy = await service.current.organization();
    expect((await importFiles(copy, exported)).bad).toEqual([]);
    expect(await referred(copy)).toEqual(before);
    expect(await exportFiles(copy)).toEqual(exported);
  });

  it('is not found by its name alone, nor by another time', async () => {
    const empty = await service.current.organization();
    const deleted_at = '2026-11-20T10:00:00.000Z';
    const { bad } = await importFiles(empty, {
      'consignees.ndjson': [{ name: 'Con', deleted: true, deleted_at }],
      'containers.ndjson': [
        { number: 'A', consignee: { name: 'Con', deleted_at } },
        { number: 'B', consignee: 'Con' },
        { number: 'C', consignee: { name: 'Con', deleted_at: '2026-11-20T10:00:00.001Z' } },
        { number: 'D', consignee: { name: 'Con' } },
        { number: 'E', consignee: 7 },
        { number: 'F', current_location_type: 'Gate', current_location: { name: 'Con', deleted_at } },
      ],
      'vehicles.ndjson': [{ vin_number: 'A', consignees: [7] }],
      'invoices.ndjson': [
        { number: 'A', customer: { customer_type: 'Agent', name: { name: 'Con', deleted_at } } },
      ],
    });
    expect(bad).toEqual([
      "containers.ndjson:2: consignee: 'Con' is unknown",
      "containers.ndjson:3: consignee: 'Con', deleted at 2026-11-20T10:00:00.001Z, is unknown",
      'containers.ndjson:4: consignee: deleted_at is required',
      'containers.ndjson:5: consignee: must be text',
      'containers.ndjson:6: current_location: must be text',
      'vehicles.ndjson:1: consignees: item 1 must be text',
      'invoices.ndjson:1: customer.name: must be text',
    ]);
  });

  it('is reported once when its own line is bad', async () => {
    const empty = await service.current.organization();
    const deleted_at = '2026-11-20T10:00:00.000Z';
    const { bad } = await importFiles(empty, {
      'consignees.ndjson': [{ name: 'Con', deleted_at, email: 7 }],
      'containers.ndjson': [{ number: 'A', consignee: { name: 'Con', deleted_at } }],
    });
    expect(bad).toEqual(['consignees.ndjson:1: email: must be text']);
  });
});

import { aBill, aBreakbulk, aContainer, aManifest, aPackageType, keyOf } from '../factories/cargo';
import { aTerminal } from '../factories/voyages';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/breakbulks';

describe('breakbulks', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('names an unknown bill by its number', async () => {
    const bill_of_lading = { manifest: 'WHA-1', number: 'B-9' };
    const { body } = await client.post(PATH, { reference_number: 'B', bill_of_lading });
    expect(body).toMatchObject({
      error: "Bill of lading 'B-9' of manifest 'WHA-1' is unknown.",
      records: [{ type: 'bill_of_lading', key: 'B-9' }],
    });
  });

  it('takes and answers every field', async () => {
    const { id: package_type } = await aPackageType(client, { code: 'BL' });
    await aTerminal(client, { name: 'North' });
    const bill = await aBill(client, await aManifest(client));
    const answer = await client.post(`${PATH}.json`, {
      reference_number: ' BB-4401 ',
      quantity: '240',
      description: 'Pulp in bales',
      package_type: 'BL',
      weight: 480000.25,
      volume: '579.5',
      bill_of_lading: keyOf(bill),
      current_location_type: 'Terminal',
      current_location: 'North',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.breakbulk).toEqual({
      id: expect.any(Number),
      reference_number: 'BB-4401',
      quantity: 240,
      arrived_quantity: 240,
      loaded_quantity: 0,
      delivered_quantity: 0,
      quantity_at_terminal: 240,
      description: 'Pulp in bales',
      package_type: { id: package_type, code: 'BL' },
      weight: 480000.25,
      volume: 579.5,
      bill_of_lading: { id: bill.id, ...keyOf(bill) },
      current_location_type: 'Terminal',
      current_location: 'North',
      location: { type: 'Terminal', id: expect.any(Number), name: 'North' },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { breakbulk } = answer.body;
    expect((await client.get(`${PATH}/BB-4401`)).body).toEqual({ breakbulk });
    expect((await client.get(`${PATH}?reference_number=BB-4401`)).body.breakbulks).toEqual([breakbulk]);
    const cleared = await client.patch(`${PATH}/${breakbulk.id}`, {
      quantity: null,
      package_type: null,
      bill_of_lading: null,
      current_location_type: null,
    });
    expect(cleared.body.breakbulk).toMatchObject({
      quantity: null,
      package_type: null,
      bill_of_lading: null,
      weight: 480000.25,
      current_location_type: null,
      current_location: null,
    });
    expect((await client.delete(`${PATH}/BB-4401`)).body).toEqual({
      message: 'Breakbulk was successfully deleted.',
    });
  });

  it.each([
    ['no reference number', {}, 400, 'reference_number'],
    ['a negative quantity', { reference_number: 'B', quantity: -1 }, 400, 'quantity'],
    ['a negative volume', { reference_number: 'B', volume: -0.1 }, 400, 'volume'],
    [
      'a bill without manifest',
      { reference_number: 'B', bill_of_lading: { number: '1' } },
      400,
      'bill_of_lading.manifest',
    ],
    [
      'an unknown bill',
      { reference_number: 'B', bill_of_lading: { manifest: 'M', number: '1' } },
      422,
      'bill_of_lading',
    ],
    ['an unknown package type', { reference_number: 'B', package_type: 'NO' }, 422, 'package_type'],
    [
      'an unknown place',
      { reference_number: 'B', current_location_type: 'Gate', current_location: 'NO' },
      422,
      'current_location',
    ],
  ] as [string, object, number, string][])('refuses %s', async (_what, body, status, field) => {
    const answer = await client.post(PATH, body);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toHaveProperty([field]);
  });

  it('refuses a reference number that is taken, in a race, too', async () => {
    const answers = await timesAtOnce(service.current, 3, () =>
      client.post(PATH, { reference_number: 'SAME' }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('keeps its place from deletion, and releases the place that it left', async () => {
    const terminal = await aTerminal(client, { name: 'North' });
    const container = await aContainer(client, { number: 'WHAU4142033' });
    const at = (current_location_type: string, current_location: string) => ({
      current_location_type,
      current_location,
    });
    const { id } = await aBreakbulk(client, at('Terminal', 'North'));
    expect((await client.delete(`/terminals/${terminal.id}`)).status).toBe(409);
    await client.patch(`${PATH}/${id}`, at('Container', 'WHAU4142033'));
    expect((await client.delete(`/terminals/${terminal.id}`)).status).toBe(200);
    expect((await client.delete(`/containers/${container.id}`)).status).toBe(409);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(200);
    expect((await client.delete(`/containers/${container.id}`)).status).toBe(200);
    await expect(
      service.current.query(
        `INSERT INTO breakbulks (organization_id, reference_number, current_location_type, current_location_id)
         VALUES ($1, 'X', 'Terminal', $2)`,
        [client.organization_id, terminal.id],
      ),
    ).rejects.toThrow('no such place');
  });

  it('needs the role write to change anything, and keeps organizations apart', async () => {
    const { id } = await aBreakbulk(client, { reference_number: 'B1' });
    expect((await client.as('read').get(`${PATH}/${id}`)).status).toBe(200);
    expect((await client.as('read').post(PATH, { reference_number: 'X' })).status).toBe(403);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    const bill = await aBill(client, await aManifest(client));
    const answer = await other.post(PATH, { reference_number: 'B1', bill_of_lading: keyOf(bill) });
    expect(answer.status).toBe(422);
  });
});

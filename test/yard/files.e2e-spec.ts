import { importFiles } from '../factories/transfer';
import { movementsOf, stackOf } from '../factories/yard';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('files of the yard', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const SLOT = { name: 'A', bay: '1', row: '1', tiers: 2, teu: 1, maximum_weight: 1000 };
  const box = (number: string, more: object = {}) => ({
    number,
    weight: 900,
    current_location_type: 'YardSlot',
    current_location: 'A',
    ...more,
  });

  it('state what is: a tier, or the lowest free one, without the rules of a request', async () => {
    const { bad } = await importFiles(client, {
      'yard_slots.ndjson': [SLOT],
      'containers.ndjson': [box('WHAU1', { tier: 2 }), box('WHAU2'), box('WHAU3')],
    });
    expect(bad).toEqual([]);
    expect(await stackOf(client, 'A')).toEqual(['WHAU2', 'WHAU1', 'WHAU3']);
    expect(await movementsOf(client, 'WHAU1')).toEqual([]);
  });

  it('do not put two in one tier, nor one in a tier where there is none', async () => {
    const { bad } = await importFiles(client, {
      'yard_slots.ndjson': [SLOT, { name: 'B' }],
      'containers.ndjson': [
        box('WHAU1', { tier: 1 }),
        box('WHAU2', { tier: 1 }),
        box('WHAU3', { tier: 1, current_location: 'B' }),
      ],
    });
    expect(JSON.stringify(bad)).toContain('Another container stands in this tier of the slot.');
    expect(JSON.stringify(bad)).toContain('B has no tiers.');
    expect((await client.get('/containers')).body.containers).toEqual([]);
  });

  it('carry the pieces of breakbulk; without them a place speaks of all', async () => {
    const lot = { quantity: 9, current_location_type: 'Terminal' };
    const { bad } = await importFiles(client, {
      'breakbulks.ndjson': [
        { reference_number: 'BB-1', ...lot },
        { reference_number: 'BB-2', ...lot, arrived_quantity: 5, loaded_quantity: 0, delivered_quantity: 2 },
      ],
      'cargo_movements.ndjson': [
        { breakbulk: 'BB-2', movement_type: 'gate_out', quantity: 2, moved_at: '2026-11-20T10:00:00Z' },
      ],
    });
    expect(bad).toEqual([]);
    const { breakbulks } = (await client.get('/breakbulks')).body;
    expect(breakbulks.map((each: any) => [each.arrived_quantity, each.quantity_at_terminal])).toEqual([
      [9, 9],
      [5, 3],
    ]);
    expect((await client.get('/breakbulks/BB-2/movements')).body.movements).toMatchObject([{ quantity: 2 }]);
  });
});

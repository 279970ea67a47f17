import { exportFiles, Files, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const VOYAGE = {
  'terminals.ndjson': [{ name: 'T' }],
  'vessels.ndjson': [{ name: 'Petrel' }],
  'voyages.ndjson': [
    {
      number: 'V1',
      vessel_name: 'Petrel',
      discharge_destination: 'T',
      discharge_destination_type: 'Terminal',
    },
  ],
};
const at = '2026-11-20T10:00:00.000Z';

describe('import of records that are alike', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const countsOf = async (files: Files) => {
    const { results, bad } = await importFiles(client, files);
    expect(bad).toEqual([]);
    return results.map(({ file, created, updated }) => `${file} ${created} ${updated}`);
  };

  /** What they come to in an empty organization, and that the same files change nothing any more. */
  async function comesBack(files: Files): Promise<Record<string, string>> {
    expect((await importFiles(client, files)).bad).toEqual([]);
    const exported = await exportFiles(client);
    for (const again of [files, exported]) {
      for (const counts of await countsOf(again)) expect(counts).toMatch(/ 0 0$/);
      expect(await exportFiles(client)).toEqual(exported);
    }

    client = await service.current.organization();
    expect((await importFiles(client, exported)).bad).toEqual([]);
    expect(await exportFiles(client)).toEqual(exported);
    return exported;
  }

  const stated = (exported: Record<string, string>, kind: string, field: string) =>
    exported[`${kind}.ndjson`]!.trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Record<string, unknown>)[field]);

  it('keeps events of a voyage apart that were noted in the same millisecond', async () => {
    const event = { voyage: 'V1', voyage_event_type: 'Rain', created_at: at, user: 'tester@harbour.example' };
    const exported = await comesBack({
      ...VOYAGE,
      'voyage_event_types.ndjson': [{ name: 'Rain' }, { name: 'Fog' }],
      'voyage_events.ndjson': [
        { ...event, notes: 'b' },
        { ...event, voyage_event_type: 'Fog', notes: 'c' },
        { ...event, notes: 'a' },
        { ...event, notes: 'a' },
      ],
    });
    expect(stated(exported, 'voyage_events', 'notes')).toEqual(['c', 'b', 'a', 'a']);
  });

  it('keeps them apart however far from each other they stand', async () => {
    const event = { voyage: 'V1', voyage_event_type: 'Rain', created_at: at, user: 'tester@harbour.example' };
    const files = {
      ...VOYAGE,
      'voyage_event_types.ndjson': [{ name: 'Rain' }],
      'voyage_events.ndjson': Array.from({ length: 1200 }, (_, i) => ({ ...event, notes: `${i}` })),
    };
    expect((await countsOf(files)).at(-1)).toBe('voyage_events.ndjson 1200 0');
    expect((await countsOf(files)).at(-1)).toBe('voyage_events.ndjson 0 0');
  });

  it('keeps movements of a container at the same moment apart', async () => {
    const move = { container: 'A', movement_type: 'shift', moved_at: at };
    const exported = await comesBack({
      'containers.ndjson': [{ number: 'A' }],
      'container_movements.ndjson': [
        { ...move, from: 'Terminal: T', to: 'Yard Area: B' },
        { ...move, from: 'Yard Area: B', to: 'Yard Area: A' },
      ],
    });
    expect(stated(exported, 'container_movements', 'to')).toEqual(['Yard Area: B', 'Yard Area: A']);
  });

  it('keeps plug movements of a container at the same moment, and their order', async () => {
    const exported = await comesBack({
      'containers.ndjson': [
        {
          number: 'A',
          reefer_plug_movements: [
            { plug_action: 'plug_out', plug_action_at: at },
            { plug_action: 'plug_in', plug_action_at: at },
            { plug_action: 'plug_in', plug_action_at: at },
          ],
        },
      ],
    });
    const [movements] = stated(exported, 'containers', 'reefer_plug_movements') as {
      plug_action: string;
    }[][];
    expect(movements!.map(({ plug_action }) => plug_action)).toEqual(['plug_out', 'plug_in', 'plug_in']);
  });

  it('makes a key for each of the lines that are equal and have none', async () => {
    const lift = {
      voyage: 'V1',
      tally_type: 'discharge',
      crane: '1',
      kind: 'special_lift',
      lift_type: 'hatch cover',
    };
    const exported = await comesBack({
      ...VOYAGE,
      'trucks.ndjson': [{ license_plate: 'AB-1' }],
      'tally_moves.ndjson': [lift, lift, { ...lift, crane: '2' }],
      'pre_advices.ndjson': [{ truck: 'AB-1' }, { truck: 'AB-1' }],
    });
    expect(new Set(stated(exported, 'tally_moves', 'reference')).size).toBe(3);
    expect(new Set(stated(exported, 'pre_advices', 'advice_number')).size).toBe(2);
  });

  it('takes a pre-advice and an appointment that happen to have the same id', async () => {
    await service.current.query('ALTER TABLE pre_advices ALTER COLUMN id RESTART WITH 1000');
    await service.current.query('ALTER TABLE appointments ALTER COLUMN id RESTART WITH 999');
    const purposes = [{ purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' } }];
    const { bad } = await importFiles(client, {
      'trucks.ndjson': [{ license_plate: 'AB-1' }],
      'pre_advices.ndjson': [{ advice_number: 'PA-1', truck: 'AB-1', purposes }],
      'appointments.ndjson': [{ number: 'AP-1' }, { number: 'AP-2', truck: 'AB-1', purposes }],
    });
    expect(bad).toEqual([]);
    const ids = await service.current.query<{ id: number }>(
      `SELECT id FROM pre_advices WHERE organization_id = $1
       INTERSECT SELECT id FROM appointments WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect(ids).toHaveLength(1);
  });
});

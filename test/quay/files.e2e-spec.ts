import { aBreakbulk, aContainer, aContainerType, aLoadList, keyOf } from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import { aTally, broughtBy, count, itemsOf, progressOf } from '../factories/quay';
import { exportFiles, importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** The files that the version without items did not have, and the keys that its lines did not have. */
const NEW_FILES = ['tally_items.ndjson', 'vehicle_movements.ndjson', 'breakbulk_movements.ndjson'];
const NEW_KEYS: Record<string, string[]> = {
  'tallies.ndjson': ['short'],
  'tally_moves.ndjson': ['vehicle', 'breakbulk', 'quantity', 'over', 'undone_at', 'undone_by', 'reason'],
  'containers.ndjson': ['tier'],
  'container_movements.ndjson': ['from_tier', 'to_tier', 'reason'],
  'breakbulks.ndjson': ['arrived_quantity', 'loaded_quantity', 'delivered_quantity'],
};

/** The files as the version without items would have exported them. */
function asBefore(files: Record<string, string>): Record<string, object[]> {
  const stripped = Object.entries(files)
    .filter(([file]) => !NEW_FILES.includes(file))
    .map(([file, content]): [string, object[]] => [
      file,
      content
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const left = JSON.parse(line) as Record<string, unknown>;
          for (const key of NEW_KEYS[file] ?? []) delete left[key];
          return left;
        }),
    ]);
  return Object.fromEntries(stripped);
}

describe('files of tallies without items', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
  });

  const counted = async (tally: Body, ...moves: object[]) => {
    const lifted_at = '2026-11-20T07:41:00.000Z';
    const answer = await count(client, tally, ...moves.map((move) => ({ lifted_at, ...move })));
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  };
  const states = async (of: Client, { id }: { id: number }) =>
    (await itemsOf(of, { id }))
      .map(({ cargo_type, container, breakbulk, status, quantity, done_quantity }) =>
        [
          cargo_type,
          container?.number ?? breakbulk?.reference_number,
          status,
          quantity,
          done_quantity,
        ].join(),
      )
      .sort();
  const talliesOf = async (of: Client): Promise<{ id: number }[]> =>
    (await of.get('/tallies?voyage_number=V1')).body.tallies;

  it('give the tallies those of the lists, with their moves as done, and the same progress', async () => {
    const voyage = await aVoyage(client, { number: 'V1' });
    const bill = await broughtBy(client, voyage, ['A1', 'A2', 'A3'], { container_status: 'full' });
    await aBreakbulk(client, { reference_number: 'BB-1', quantity: 5, bill_of_lading: keyOf(bill) });
    await aContainer(client, { number: 'OVER1', container_status: 'full' });
    const kind = {
      container_type: (await aContainerType(client)).code,
      shipping_line: (await aShippingLine(client)).code,
    };
    const here = { current_location_type: 'Terminal', ...kind };
    for (const [number, container_status] of [
      ['E1', 'empty'],
      ['F1', 'full'],
      ['F2', 'full'],
    ])
      await aContainer(client, { number, container_status, ...here });
    const items = [
      { load_list_item_type: 'full', container: 'F1' },
      { load_list_item_type: 'full', container: 'F2' },
      { load_list_item_type: 'empties', ...kind },
      { load_list_item_type: 'empties', ...kind },
    ];
    await aLoadList(client, { voyage: 'V1', items });
    const discharge = await aTally(client, voyage);
    const loading = await aTally(client, voyage, 'loading');
    await counted(
      discharge,
      { container_number: 'A1' },
      { container_number: 'A3' },
      { container_number: 'OVER1', over: true },
      { container_number: 'A2', kind: 'shift', restow: true },
      { kind: 'special_lift', lift_type: 'hatch cover' },
    );
    await counted(loading, { container_number: 'F1' }, { container_number: 'E1' });
    await client.post(`/tallies/${loading.id}/close`);
    const before = await progressOf(client, voyage);
    expect(before).toMatchObject({
      discharge: { expected: 8, done: 2, open: 6, over: 1, moves: 3, restows: 1, special_lifts: 1 },
      loading: { expected: 4, done: 2, open: 0, short: 2 },
    });

    const copy = await service.current.organization();
    const imported = await importFiles(copy, asBefore(await exportFiles(client)));
    expect([imported.bad, imported.refused]).toEqual([[], undefined]);
    const { discharge: discharged, loading: loaded } = await progressOf(copy, voyage);
    expect([discharged, loaded]).toEqual([before.discharge, before.loading]);
    const [tallies, copies] = [await talliesOf(client), await talliesOf(copy)];
    expect(copies).toHaveLength(2);
    for (const [at, tally] of tallies.entries())
      expect(await states(copy, copies[at]!)).toEqual(await states(client, tally));
    // what was done in the files is not counted again
    const again = await count(copy, copies.at(0)!, { container_number: 'A1' });
    expect([again.status, again.body.code]).toEqual([422, 'counted']);
  });
});

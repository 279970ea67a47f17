import { puttingToLoad, type NamedToLoad, type StoredToLoad } from './load-list-putting.rules';

const stored = (id: number, change: Partial<StoredToLoad> = {}): StoredToLoad => ({
  id,
  load_list_item_type: 'full',
  container_id: null,
  breakbulk_id: null,
  vehicle_id: null,
  container_type_id: null,
  shipping_line_id: null,
  loaded_at: null,
  notes: null,
  port_of_loading_id: null,
  port_of_discharge_id: null,
  cell: null,
  dangerous: [],
  ...change,
});
const EMPTIES = { load_list_item_type: 'empties', container_type_id: 1, shipping_line_id: 2 } as const;
const full = (container_id: number, said: object = {}): NamedToLoad => ({
  load_list_item_type: 'full',
  container_id,
  ...said,
});
const empties = (quantity?: number): NamedToLoad => ({ ...EMPTIES, container_id: null, quantity });
const ids = (items: { id?: number }[]) => items.map(({ id }) => id);

describe('puttingToLoad', () => {
  it('adds, changes and keeps containers', () => {
    const items = [stored(1, { container_id: 11 }), stored(2, { container_id: 12 })];
    const plan = puttingToLoad(
      items,
      [full(11), full(12, { cell: '0010101' }), full(13, { goods: 'Tea' })],
      false,
    );
    expect([ids(plan.same), ids(plan.changed)]).toEqual([[1], [2]]);
    expect(plan.added).toEqual([
      expect.objectContaining({ container_id: 13, container_type_id: null, shipping_line_id: null }),
    ]);
    expect(plan.coming).toEqual([11, 12, 13]);
  });

  it('changes the type of what is not loaded yet', () => {
    const empty = full(11, { load_list_item_type: 'empty' });
    const of = (loaded_at: Date | null) =>
      puttingToLoad([stored(1, { container_id: 11, loaded_at })], [empty], false);
    expect(of(null).changed).toEqual([expect.objectContaining({ load_list_item_type: 'empty' })]);
    expect([of(new Date(0)).changed, of(new Date(0)).coming]).toEqual([[], []]);
  });

  it('adds empties, or makes them as many as wanted: loaded ones count first', () => {
    const items = [stored(1, EMPTIES), stored(2, { ...EMPTIES, loaded_at: new Date(0) }), stored(3, EMPTIES)];
    expect(puttingToLoad(items, [empties(2)], false).added).toHaveLength(2);
    expect(puttingToLoad(items, [empties()], false).added).toHaveLength(1);
    const two = puttingToLoad(items, [empties(2)], true);
    expect([ids(two.same), ids(two.removed), two.added]).toEqual([[2, 1], [3], []]);
    expect(puttingToLoad(items, [empties(4)], true).added).toHaveLength(1);
    const none = puttingToLoad(items, [], true);
    expect([ids(none.removed), ids(none.kept)]).toEqual([[1, 3], [2]]);
  });

  it('leaves vehicles and breakbulk where they are', () => {
    const items = [
      stored(1, { vehicle_id: 5 }),
      stored(2, { breakbulk_id: 6 }),
      stored(3, { container_id: 11 }),
    ];
    expect(ids(puttingToLoad(items, [], true).removed)).toEqual([3]);
  });
});

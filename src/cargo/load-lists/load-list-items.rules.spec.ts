import type { LoadListItem } from './load-list-item.entity';
import {
  contradicts,
  difference,
  ItemInput,
  ItemRow,
  loadedAnew,
  quantityOf,
  referencesOf,
  refusalOfMany,
  replacing,
} from './load-list-items.rules';
import type { Values } from '../../common/schema/columns';

const NOTHING = {
  container_id: null,
  breakbulk_id: null,
  vehicle_id: null,
  container_type_id: null,
  shipping_line_id: null,
};

describe('referencesOf', () => {
  const missing = (item: ItemInput) =>
    referencesOf(item).flatMap(({ field, id, key }) => (id || key ? [] : field));

  it.each([
    ['full', 'container'],
    ['empty', 'container'],
    ['break_bulk', 'breakbulk'],
    ['vehicle', 'vehicle'],
  ] as const)('a %s names a %s, by id or by key', (load_list_item_type, to) => {
    expect(missing({ load_list_item_type })).toEqual(['container']);
    expect(missing({ load_list_item_type, container_id: 7 })).toEqual([]);
    expect(referencesOf({ load_list_item_type, container: 'X', container_type_id: 3 })).toEqual([
      { to, field: 'container', key: 'X' },
    ]);
    expect(referencesOf({ load_list_item_type, container_id: 7, shipping_line: 'L' })).toEqual([
      { to, field: 'container', id: 7 },
      { to: 'shipping_line', field: 'shipping_line', key: 'L' },
    ]);
  });

  it('empties name a type and a line, and no cargo', () => {
    const load_list_item_type = 'empties';
    expect(missing({ load_list_item_type, container_id: 7 })).toEqual(['container_type', 'shipping_line']);
    expect(missing({ load_list_item_type, container_type: '40HC', shipping_line_id: 1 })).toEqual([]);
  });
});

describe('quantityOf', () => {
  it('counts empties only', () => {
    expect(quantityOf({ load_list_item_type: 'empties', quantity: 5 })).toBe(5);
    expect(quantityOf({ load_list_item_type: 'empties' })).toBe(1);
    expect(quantityOf({ load_list_item_type: 'full', quantity: 5 })).toBe(1);
  });
});

describe('contradicts', () => {
  it('refuses a container of the other status, and takes one of unknown status', () => {
    expect(contradicts('full', 'empty')).toBe(true);
    expect(contradicts('empty', 'full')).toBe(true);
    for (const [type, status] of [
      ['full', 'full'],
      ['full', null],
      ['empty', 'empty'],
      ['empty', null],
    ] as const)
      expect(contradicts(type, status)).toBe(false);
    expect(contradicts('vehicle', null)).toBe(false);
  });
});

describe('difference', () => {
  const item = (id: number, values: Values<LoadListItem>) =>
    ({
      ...NOTHING,
      load_list_item_type: 'full',
      notes: null,
      loaded_at: null,
      overshipped: false,
      id,
      ...values,
    }) as LoadListItem;
  const row = (values: Partial<ItemRow>): ItemRow => ({ ...NOTHING, load_list_item_type: 'full', ...values });
  const ids = (items: { id: number }[]) => items.map(({ id }) => id);

  it('keeps items for the same cargo, adds new ones, removes the rest', () => {
    const existing = [item(1, { container_id: 11 }), item(2, { container_id: 12 })];
    const wanted = [row({ container_id: 12 }), row({ container_id: 13 })];
    const { added, changed, removed } = difference(existing, wanted);
    expect([added, changed, ids(removed)]).toEqual([[wanted[1]], [], [1]]);
  });

  it('takes another type, cargo type or line for something else', () => {
    const existing = [item(1, { vehicle_id: 7 })];
    for (const other of [{ container_id: 7 }, { vehicle_id: 7, shipping_line_id: 1 }, { breakbulk_id: 7 }])
      expect(ids(difference(existing, [row(other)]).removed)).toEqual([1]);
  });

  it('pairs empties off one by one', () => {
    const empties = { load_list_item_type: 'empties', container_type_id: 1, shipping_line_id: 2 } as const;
    const existing = [item(1, empties), item(2, empties), item(3, empties)];
    expect(ids(difference(existing, [row(empties), row(empties)]).removed)).toEqual([3]);
    expect(difference(existing.slice(1), [row(empties), row(empties), row(empties)]).added).toHaveLength(1);
  });

  it('changes the sent fields of an item, and no others', () => {
    const loaded_at = '2026-11-20T07:42:00.000Z';
    const existing = [item(1, { container_id: 11, notes: 'On deck', loaded_at: new Date(loaded_at) })];
    const same = { container_id: 11, notes: 'On deck', loaded_at, overshipped: false };
    expect(difference(existing, [row({ container_id: 11 })]).changed).toEqual([]);
    expect(difference(existing, [row(same)]).changed).toEqual([]);
    expect(difference(existing, [row({ container_id: 11, loaded_at: null })]).changed).toEqual([
      { id: 1, notes: 'On deck', loaded_at: null, overshipped: false },
    ]);
    expect(difference(existing, [row({ ...same, overshipped: true })]).changed).toHaveLength(1);
  });
});

describe('replacing', () => {
  const full = (container_id: number, change: Partial<ItemRow> = {}): ItemRow => ({
    ...NOTHING,
    load_list_item_type: 'full',
    container_id,
    ...change,
  });
  const stored = (id: number, container_id: number, loaded_at: string | null = null) =>
    ({
      ...full(container_id),
      id,
      notes: null,
      overshipped: false,
      loaded_at: loaded_at && new Date(loaded_at),
    }) as Parameters<typeof loadedAnew>[0][number];
  const NONE = { container: [], vehicle: [], breakbulk: [] };
  const AT = '2026-11-20T10:00:00.000Z';

  it('announces added items that are neither loaded nor from a file, and returns the loaded ones', () => {
    const existing = [stored(1, 7), stored(2, 8, AT)];
    const wanted = [
      full(7, { loaded_at: AT }),
      full(8, { loaded_at: AT }),
      full(9),
      full(10, { loaded_at: AT }),
      full(11, { stay_id: null }),
    ];
    const { refusals, loaded, announcing } = replacing({ existing, held: NONE }, wanted);
    expect({ refusals, loaded, announcing }).toEqual({ refusals: [], loaded: [1], announcing: [9] });
    expect(loadedAnew(existing, wanted, 'container')).toEqual([7, 10]);
    expect(loadedAnew(existing, wanted, 'vehicle')).toEqual([]);
  });

  it('refuses held cargo and the deletion of a loaded item together', () => {
    const held = { ...NONE, container: ['WHAU4142033', 'WHAU4154184'], breakbulk: ['BB-1'] };
    const { refusals } = replacing({ existing: [stored(1, 7, AT)], held }, []);
    expect(refusals.map(({ sentence }) => String(sentence))).toEqual([
      'Container WHAU4142033 has unlifted holds and cannot be loaded.',
      'Breakbulk BB-1 has unlifted holds and cannot be loaded.',
      'A loaded item cannot be deleted.',
    ]);
  });

  it('refuses a list with more than 10,000 items, unless nothing is added', () => {
    const empties = (count: number) =>
      Array<ItemRow>(count).fill({ ...NOTHING, load_list_item_type: 'empties', container_type_id: 1 });
    const sentence = 'A load list has at most 10000 items.';
    expect(replacing({ existing: [], held: NONE }, empties(10_000)).refusals).toEqual([]);
    expect(replacing({ existing: [], held: NONE }, empties(10_001)).refusals).toMatchObject([{ sentence }]);
    expect(refusalOfMany(10_000)).toBeUndefined();
  });
});

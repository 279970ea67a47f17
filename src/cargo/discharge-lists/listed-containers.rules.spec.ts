import { type LoadedLists, MOST_ITEMS, putting, type StoredItem } from './listed-containers.rules';

const stored = (id: number, container_id: number, change: Partial<StoredItem> = {}): StoredItem => ({
  id,
  discharge_list_id: 1,
  container_id,
  discharged_at: null,
  from_bayplan: false,
  edi_partner_id: null,
  container_status: null,
  bill_of_lading_number: null,
  port_of_loading_id: null,
  port_of_discharge_id: null,
  cell: null,
  dangerous: [],
  ...change,
});
const wanted = (container_id: number, said: object = {}) => ({ discharge_list_id: 1, container_id, ...said });
const loaded = (...items: StoredItem[]): LoadedLists => ({
  counts: new Map([[1, items.length]]),
  stored: items,
  discharged: [],
});
const ids = (items: { id?: number }[]) => items.map(({ id }) => id);

describe('putting', () => {
  it('adds what is not there, and changes what is said otherwise', () => {
    const plan = putting(
      loaded(stored(1, 11), stored(2, 12)),
      [wanted(11), wanted(12, { cell: '0010101' }), wanted(13)],
      {},
    );
    expect([ids(plan.same), ids(plan.changed), plan.added.map((item) => item.container_id)]).toEqual([
      [1],
      [2],
      [13],
    ]);
    expect(plan.changed[0]).toMatchObject({ cell: '0010101', dangerous: [] });
    expect([...plan.coming]).toEqual([11, 12, 13]);
    expect(plan.removed).toEqual([]);
  });

  it('takes what is said last of a container that is named twice', () => {
    const { added } = putting(
      loaded(),
      [wanted(11, { cell: '0010101' }), wanted(11, { cell: '0020202' })],
      {},
    );
    expect(added).toEqual([expect.objectContaining({ cell: '0020202' })]);
  });

  it('clears what is null, and keeps what is not said', () => {
    const item = stored(1, 11, { cell: '0010101', bill_of_lading_number: 'B' });
    expect(putting(loaded(item), [wanted(11, { cell: null })], {}).changed).toEqual([
      expect.objectContaining({ cell: null, bill_of_lading_number: 'B' }),
    ]);
  });

  it('completes what was discharged, and announces it no more', () => {
    const item = stored(1, 11, { cell: '0010101', discharged_at: new Date(0) });
    const plan = putting(loaded(item), [wanted(11, { cell: '0020202', bill_of_lading_number: 'B' })], {});
    expect(plan.changed).toEqual([expect.objectContaining({ cell: '0010101', bill_of_lading_number: 'B' })]);
    expect([...plan.coming]).toEqual([]);
  });

  it('removes the others of a list that is replaced, apart from those discharged and those of the bayplan', () => {
    const items = [
      stored(1, 11),
      stored(2, 12, { discharged_at: new Date(0) }),
      stored(3, 13, { from_bayplan: true }),
      stored(4, 14, { discharge_list_id: 2 }),
    ];
    const plan = putting(loaded(...items), [], { replaced: [1] });
    expect([ids(plan.removed), ids(plan.kept)]).toEqual([[1], [2]]);
    expect(ids(putting(loaded(...items), [], { replaced: [1], bayplan: 7 }).removed)).toEqual([3]);
    expect(ids(putting(loaded(...items), [], {}).removed)).toEqual([]);
  });

  it('has of a bayplan the cell alone for what others listed', () => {
    const said = { cell: '0010101', bill_of_lading_number: 'X' };
    const of = (from_bayplan: boolean) =>
      putting(loaded(stored(1, 11, { from_bayplan })), [wanted(11, said)], { bayplan: 7 }).changed[0];
    expect(of(false)).toMatchObject({ cell: '0010101', bill_of_lading_number: null, from_bayplan: false });
    expect(of(true)).toMatchObject({ cell: '0010101', bill_of_lading_number: 'X', from_bayplan: true });
    const listed = putting(loaded(stored(1, 11, { from_bayplan: true })), [wanted(11)], {});
    expect(listed.changed).toEqual([expect.objectContaining({ from_bayplan: false })]);
  });

  it('removes of bayplans only what plans of the same partner, or of nobody known, brought', () => {
    const items = [null, 7, 8].map((edi_partner_id, at) =>
      stored(at, at + 10, { from_bayplan: true, edi_partner_id }),
    );
    const plan = putting(loaded(...items), [], { replaced: [1], bayplan: 7 });
    expect(ids(plan.removed)).toEqual([0, 1]);
    const again = putting(loaded(...items), [wanted(12)], { replaced: [1], bayplan: 7 });
    expect(again.changed).toEqual([expect.objectContaining({ id: 2, edi_partner_id: 7 })]);
  });

  it('refuses a list that would be too long', () => {
    const counts = new Map([[1, MOST_ITEMS]]);
    const full = { ...loaded(stored(1, 11)), counts };
    expect(putting(full, [wanted(12)], {}).refusal).toMatchObject({ code: 'too_many' });
    expect(putting(full, [wanted(12)], { replaced: [1] }).refusal).toBeUndefined();
    expect(putting(full, [wanted(11)], {}).refusal).toBeUndefined();
  });
});

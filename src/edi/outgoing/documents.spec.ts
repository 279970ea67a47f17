import { documentsOf, type Item } from './documents';

let ids = 0;
const item = (values: Partial<Item> = {}): Item => {
  const id = ++ids;
  return {
    id,
    container_id: id,
    container_number: `WHAU${1_000_000 + id}`,
    shipping_line_id: 1,
    voyage_id: null,
    terminal_id: null,
    code: '34',
    function: '9',
    short: false,
    told_by: null,
    ...values,
  };
};
const shapes = (items: Item[], per = 100) =>
  documentsOf(items, per).map((document) => [
    document.shipping_line_id,
    document.code,
    document.function,
    document.items.length,
  ]);

describe('Documents', () => {
  it('are of one line, code, function, voyage and terminal, in the order of their first items', () => {
    const items = [
      item({ shipping_line_id: 2 }),
      item(),
      item({ code: '36' }),
      item({ shipping_line_id: 2 }),
      item({ function: '5' }),
      item({ voyage_id: 7, code: '44' }),
      item({ voyage_id: 8, code: '44' }),
      item({ terminal_id: 3 }),
    ];
    expect(shapes(items)).toEqual([
      [2, '34', '9', 2],
      [1, '34', '9', 1],
      [1, '36', '9', 1],
      [1, '34', '5', 1],
      [1, '44', '9', 1],
      [1, '44', '9', 1],
      [1, '34', '9', 1],
    ]);
  });

  it('have as many containers as the flow says, and the next begins where one is full', () => {
    expect(shapes([item(), item(), item()], 2)).toEqual([
      [1, '34', '9', 2],
      [1, '34', '9', 1],
    ]);
  });

  it('begin with what is taken back, by the document that told it', () => {
    const items = [
      item(),
      item({ function: '1', told_by: 'A1' }),
      item({ function: '1', told_by: 'A2' }),
      item({ function: '1', told_by: 'A1' }),
    ];
    expect(documentsOf(items, 100).map(({ told_by, items: all }) => [told_by, all.length])).toEqual([
      ['A1', 2],
      ['A2', 1],
      [null, 1],
    ]);
  });

  it('are 1,000 at most: the rest is for the next interchange', () => {
    const items = Array.from({ length: 1_001 }, () => item());
    expect(documentsOf(items, 1)).toHaveLength(1_000);
  });
});

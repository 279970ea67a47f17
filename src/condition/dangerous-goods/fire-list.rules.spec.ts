import { asImdgGoods } from '../../cargo/imdg-goods';
import { fireAreas, type ShownContainer, terminalsOf } from './fire-list.rules';

const box = (number: string, place: string, area: string | null, goods: object[] = [{}]) =>
  ({
    container: { number },
    location: { type: 'YardSlot', id: 1, name: place },
    yard_area: area === null ? null : { id: 1, name: area },
    terminal: { id: 1, name: 'North Quay' },
    shipping_line: { code: 'WHA' },
    in_at: '2026-03-17T09:12:00.000Z',
    in_area_since: null,
    dangerous_goods: asImdgGoods(goods),
  }) as unknown as ShownContainer;

describe('the list for the fire brigade', () => {
  const writing = { language: 'de', time_zone: 'Europe/Amsterdam' } as const;

  it('is by area, place and number as people count, and what is in no area comes last', () => {
    const boxes = [
      box('D', 'Gate 1', null),
      box('C', 'A10-1', 'A10'),
      box('B', 'A2-10', 'A2'),
      box('A', 'A2-2', 'A2'),
    ];
    expect(fireAreas(boxes, writing).map(({ title, rows }) => [title, rows.map((row) => row[1])])).toEqual([
      ['North Quay – A2', ['A', 'B']],
      ['North Quay – A10', ['C']],
      ['North Quay – In keinem Lagerbereich', ['D']],
    ]);
    expect(terminalsOf(boxes)).toBe('North Quay');
  });

  it('has a row for each of the goods, with values as the language writes them', () => {
    const goods = [
      {
        un_number: '1263',
        imdg_class: '3',
        subsidiary_classes: ['6.1', '8'],
        proper_shipping_name: 'PAINT',
        net_weight: 1.5,
        contact: '112',
      },
      { remarks: 'class 3A' },
    ];
    expect(fireAreas([box('A', 'A-1', 'A', goods)], writing)[0]!.rows).toEqual([
      ['A-1', 'A', '1263', '3 (6.1, 8)', 'PAINT', '1,5', '17.03.2026 10:12', 'WHA', '112'],
      ['A-1', 'A', '', '', 'class 3A', '', '17.03.2026 10:12', 'WHA', ''],
    ]);
  });
});

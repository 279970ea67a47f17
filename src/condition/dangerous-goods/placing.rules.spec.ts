import { conflictsOf } from './conflicts.rules';
import { againstPlacing, type DangerousBox, type PlacedBox } from './placing.rules';
import { segregationTable } from './segregation.rules';

const RULES = { table: segregationTable(), direct: ['1', '6.2', '7'] };

let id = 0;
const box = (
  imdg_class: string | null,
  bay: number,
  row = 1,
  more: Partial<DangerousBox> = {},
): DangerousBox => ({
  id: ++id,
  number: `C${id}`,
  goods: [{ imdg_class, subsidiary_classes: [], limited_quantity: false }],
  place: `A${bay}-${row}`,
  accepts: null,
  position: {
    yard_area_id: 1,
    size: 20,
    slot: { id: bay * 100 + row, name: `A${bay}-${row}`, yard_area_id: 1, bay, row, teu: null },
  },
  ...more,
});
const placed = (of: DangerousBox, at = 0): PlacedBox => ({ ...of, at });
const codes = (moves: PlacedBox[], standing: DangerousBox[]) =>
  againstPlacing(moves, standing, RULES).map(({ at, refusal }) => [at, refusal.code]);

describe('placing dangerous goods', () => {
  beforeEach(() => (id = 0));

  it('names both containers, their classes, both places and the rule', () => {
    const [found] = againstPlacing([placed(box('3', 2))], [box('5.1', 3)], RULES);
    expect(String(found!.refusal.sentence)).toBe(
      "Container 'C1' (3) may not stand in A2-1: 'C2' (5.1) stands in A3-1; the rule is 2.",
    );
    expect(found!.refusal.records).toEqual([
      { type: 'container', key: 'C1' },
      { type: 'container', key: 'C2' },
    ]);
  });

  it('tells the nearest of several by the highest value, and all reasons together', () => {
    const standing = [box('8', 2), box('1.1D', 9), box('5.1', 3)];
    const [found] = againstPlacing([placed(box('5.1', 2))], standing, { ...RULES, direct: [] });
    expect(String(found!.refusal.sentence)).toMatch(/'C2' \(1\.1D\) stands in A9-1; the rule is 4\.$/);
    expect(codes([placed(box('7', 2, 1, { accepts: ['3'] }))], [box('3', 2)])).toEqual([
      [0, 'direct_delivery'],
      [0, 'class_not_accepted'],
      [0, 'segregation'],
    ]);
  });

  it('lets each of a batch see those before it, and none where it stood', () => {
    const [one, other] = [box('3', 2), box('5.1', 3)];
    expect(codes([placed(one), placed(other, 1)], [])).toEqual([[1, 'segregation']]);
    const gone = { ...other, ...box('5.1', 3), id: one.id };
    expect(codes([placed(one)], [gone])).toEqual([]);
  });
});

describe('conflicts in the yard', () => {
  it('are those of a comparison of all pairs', () => {
    const classes = ['1.4S', '2.1', '3', '4.3', '5.1', '6.2', '8', '9', null];
    let seed = 7;
    const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
    const boxes = Array.from({ length: 300 }, () => {
      const made = box(classes[random(classes.length)]!, 1 + random(12), 1 + random(8), {
        accepts: random(9) ? null : ['3', '8'],
      });
      const { position } = made;
      const yard_area_id = 1 + random(3);
      const isRanked = random(12) > 0;
      const slot_id = position.slot!.id + yard_area_id * 10_000 + (isRanked ? 0 : 100_000);
      const bay = isRanked ? position.slot!.bay : null;
      const slot = random(10) ? { ...position.slot!, id: slot_id, bay, yard_area_id } : null;
      return { ...made, position: { yard_area_id, slot, size: random(3) ? 20 : 40 } };
    });
    const found = [...conflictsOf(boxes, RULES)].map(([each]) => each).sort((a, b) => a - b);
    const pairwise = boxes.flatMap((each) => (codes([placed(each)], boxes).length ? each.id : []));
    expect(found).toEqual(pairwise);
    expect(found.length).toBeGreaterThan(20);
    expect(found.length).toBeLessThan(boxes.length);
  });
});

import { conflictsOf } from './conflicts.rules';
import { type DangerousBox, refusalsOf } from './placing.rules';
import { segregationTable } from './segregation.rules';

const table = segregationTable();
const CLASSES = ['1.1', '1.4S', '2.1', '3', '4.3', '5.1', '6.1', '8'];

/** Pseudo-random numbers below `most`, the same for the same seed. */
const randomOf = (seed: number) => (most: number) =>
  Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * most);

/** Containers in two areas: in slots with bay and row, in slots without, and in no slot. */
function boxesOf(random: (most: number) => number, count: number): DangerousBox[] {
  return Array.from({ length: count }, (_, id) => {
    const yard_area_id = 1 + random(2);
    const [kind, at] = [random(3), 1 + random(4)];
    const place = kind === 0 ? { bay: at, row: 1 + random(3) } : { bay: null, row: null };
    const slot_id = yard_area_id * 1000 + (kind === 0 ? 100 + at * 10 + place.row! : at);
    return {
      id,
      number: `BOX${id}`,
      goods: [
        {
          imdg_class: CLASSES[random(CLASSES.length)]!,
          subsidiary_classes: random(3) ? [] : [CLASSES[random(CLASSES.length)]!],
          limited_quantity: random(5) === 0,
        },
      ],
      place: 'A',
      accepts: null,
      position: {
        yard_area_id,
        size: random(2) ? 20 : 40,
        slot: kind === 2 ? null : { id: slot_id, name: `${slot_id}`, yard_area_id, teu: null, ...place },
      },
    };
  });
}

/** The codes of what stands against each container, with the value of segregation. */
const codesOf = (found: ReturnType<typeof refusalsOf>) =>
  found.map(({ code, sentence }) => `${code} ${/the rule is (\d)/.exec(String(sentence))?.[1] ?? ''}`);

it.each([1, 2, 3, 4, 5, 6])(
  'finds what comparing each container with all others finds, in random yard %d',
  (seed) => {
    const boxes = boxesOf(randomOf(seed * 7919), 12 + seed * 8);
    const expected = boxes.flatMap((box) => {
      const found = refusalsOf(box, boxes, table, ['1']);
      return found.length ? [[box.id, codesOf(found)]] : [];
    });
    expect(expected.length).toBeGreaterThan(3);
    expect(
      [...conflictsOf(boxes, { table, direct: ['1'] })].map(([id, found]) => [id, codesOf(found)]),
    ).toEqual(expected);
  },
);

it('finds the two that may not be in one stack of a slot without bay or row, behind others of their kinds', () => {
  const [one] = boxesOf(randomOf(1), 1);
  const boxOf = (id: number, imdg_class: string, slot_id: number): DangerousBox => ({
    ...one!,
    id,
    goods: [{ imdg_class, subsidiary_classes: [], limited_quantity: false }],
    position: {
      yard_area_id: 1,
      size: 20,
      slot: { id: slot_id, name: `${slot_id}`, yard_area_id: 1, bay: null, row: null, teu: null },
    },
  });
  const boxes = ['8', '8', '4.3', '4.3'].map((each, at) => boxOf(at + 1, each, at + 1));
  boxes.push(boxOf(5, '8', 9), boxOf(6, '4.3', 9));
  expect([...conflictsOf(boxes, { table, direct: [] }).keys()]).toEqual([5, 6]);
});

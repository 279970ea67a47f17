import { DIVISIONS, type Division, SAFE_EXPLOSIVES, type SEGREGATED_CLASSES } from '../../common/imdg';

/** A class of which a rule of segregation speaks. */
type SegregatedClass = (typeof SEGREGATED_CLASSES)[number];

/** How far apart two classes are kept: 0 together, up to 4. */
export type Segregation = 0 | 1 | 2 | 3 | 4;

/** A row of a table of segregation; the order of the two classes does not matter. */
export interface SegregationRow {
  class_a: SegregatedClass;
  class_b: SegregatedClass;
  value: Segregation;
}

/**
 * The general table of segregation (IMDG code 7.2.4, amendment 42-24), by the rows and columns of the code: below the diagonal, `X` for no general segregation,
 * `*` within class 1, whose compatibility groups the yard does not know and keeps apart (4). Public copies differ in
 * 2.1/4.3 (X and 2) and in 3/4.3 (1 and 2): both have the higher value here (decision 952).
 */
const CELLS: [divisions: Division[], cells: string][] = [
  [['1.1', '1.2', '1.5'], '*'],
  [['1.3', '1.6'], '* *'],
  [['1.4'], '* * *'],
  [['2.1'], '4 4 2 X'],
  [['2.2'], '2 2 1 X X'],
  [['2.3'], '2 2 1 X X X'],
  [['3'], '4 4 2 2 1 2 X'],
  [['4.1'], '4 3 2 1 X X X X'],
  [['4.2'], '4 3 2 2 1 2 2 1 X'],
  [['4.3'], '4 4 2 2 X X 2 X 1 X'],
  [['5.1'], '4 4 2 2 X X 2 1 2 2 X'],
  [['5.2'], '4 4 2 2 1 2 2 2 2 2 2 X'],
  [['6.1'], '2 2 X X X X X X 1 X 1 1 X'],
  [['6.2'], '4 4 4 4 2 2 3 3 3 2 3 3 1 X'],
  [['7'], '2 2 2 2 1 1 2 2 2 2 1 2 X 3 X'],
  [['8'], '4 2 2 1 X X X 1 1 1 2 2 X 3 2 X'],
  [['9'], 'X X X X X X X X X X X X X X X X X'],
];

const valueOf = (cell: string): Segregation =>
  cell === 'X' ? 0 : cell === '*' ? 4 : (Number(cell) as Segregation);

/** The general table as rows: each pair of divisions once, and that two lots of 1.4S stand together. */
export const GENERAL_TABLE: readonly SegregationRow[] = [
  ...DIVISIONS.flatMap((class_a, at) =>
    DIVISIONS.slice(at).map((class_b) => ({ class_a, class_b, value: valueOf(cellOf(class_a, class_b)) })),
  ),
  { class_a: SAFE_EXPLOSIVES, class_b: SAFE_EXPLOSIVES, value: 0 },
];

function cellOf(one: Division, other: Division): string {
  const [a, b] = [one, other].map((division) =>
    CELLS.findIndex(([divisions]) => divisions.includes(division)),
  ) as [number, number];
  return CELLS[Math.max(a, b)]![1].split(' ')[Math.min(a, b)]!;
}

import { DIVISIONS } from '../../common/imdg';
import { segregationTable } from './segregation.rules';
import { GENERAL_TABLE } from './segregation-table';

/**
 * The whole table of IMDG 7.2.4, copied once more by hand, row by row in the order of the divisions. `.` is no general
 * segregation, `*` within class 1.
 */
const WHOLE = `
  ******4224444442424.
  ******4224444442424.
  ******4224334442422.
  ******211222222.422.
  ******4224444442424.
  ******4224334442422.
  444244...212222.421.
  222122...1.1..1.21..
  222122...2.2..2.21..
  444244212..2222.32..
  4432431....1.12.321.
  44324321221.1221321.
  4442442..2.1.22.221.
  4442442..2122.21312.
  44424421222222.1322.
  222.22.....1.11.1...
  4444444223332331.33.
  222222211222212.3.2.
  4422421...11122.32..
  ....................
`
  .trim()
  .split('\n')
  .map((line) => [...line.trim()]);

describe('the general table of segregation (IMDG 7.2.4)', () => {
  const table = segregationTable();

  it('has each pair of the 20 divisions once, and 1.4S beside itself', () => {
    expect(DIVISIONS).toHaveLength(20);
    const pairs = GENERAL_TABLE.map(({ class_a, class_b }) => [class_a, class_b].sort().join(' '));
    expect(new Set(pairs).size).toBe((20 * 21) / 2 + 1);
    expect(pairs).toHaveLength((20 * 21) / 2 + 1);
  });

  it('has the values of the code, in both orders', () => {
    expect(WHOLE.map((cells) => cells.length)).toEqual(Array(20).fill(20));
    DIVISIONS.forEach((one, row) =>
      DIVISIONS.forEach((other, column) => {
        const cell = WHOLE[row]![column]!;
        const value = cell === '*' ? 4 : cell === '.' ? 0 : Number(cell);
        expect([one, other, table(one, other)]).toEqual([one, other, value]);
        expect(table(other, one)).toBe(value);
      }),
    );
  });

  it('takes the higher value where public copies differ', () => {
    expect([table('2.1', '4.3'), table('3', '4.3')]).toEqual([2, 2]);
  });

  it('keeps class 1 apart from itself, but for two lots of 1.4S', () => {
    expect([table('1.1D', '1.4S'), table('1.4G', '1.4S'), table('1.4S', '1.4S')]).toEqual([4, 4, 0]);
    expect([table('1.4S', '3'), table('1.4', '3')]).toEqual([2, 2]);
  });
});

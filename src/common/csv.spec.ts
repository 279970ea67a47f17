import { parse } from 'csv-parse/sync';
import { csvLine } from './csv';

describe('a line of a CSV file', () => {
  it.each([
    [['a', 'b c', ''], 'a,b c,\r\n'],
    [['a,b', 'say "yes"', 'one\ntwo', 'one\r\ntwo'], '"a,b","say ""yes""","one\ntwo","one\r\ntwo"\r\n'],
    [['-1', '-12.50', '1e3', '2026-11-20'], '-1,-12.50,1e3,2026-11-20\r\n'],
  ])('of %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
    expect(parse(line)).toEqual([cells]);
  });

  it.each(['=1+1', '+31 10', '-1-1', '-', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("x","y")'])(
    'makes no formula of %j',
    (cell) => {
      const [[read]] = parse(csvLine([cell])) as [[string]];
      expect(read).toBe(`'${cell}`);
    },
  );
});

import { parse } from 'csv-parse/sync';
import { csvLine, unguarded } from './csv';

describe('a line of a CSV file', () => {
  it.each([
    [['a', 'b c', ''], 'a,b c,\r\n'],
    [['a,b', 'say "yes"', 'one\ntwo', 'one\r\ntwo'], '"a,b","say ""yes""","one\ntwo","one\r\ntwo"\r\n'],
    [['-1', '-12.50', '1e3', '2026-11-20'], '-1,-12.50,1e3,2026-11-20\r\n'],
  ])('of %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
    expect(parse(line)).toEqual([cells]);
  });

  it.each(['=1+1', '+31 10', '-1-1', '-', '@SUM(A1)', '\ta', '\ra', '\na', '=HYPERLINK("x","y")'])(
    'makes no formula of %j',
    (cell) => {
      const [[read]] = parse(csvLine([cell])) as [[string]];
      expect(read).toBe(`'${cell}`);
    },
  );

  it.each([
    ['a;=1+1', `"a;'=1+1"`],
    ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
    ['a\n- b', `"a\n'- b"`],
    ['\n=1', `"'\n'=1"`],
    [';\t=1', `";\t'=1"`],
  ])('makes no formula of a part of %j, where a spreadsheet splits it', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });

  it.each([
    'a',
    "'",
    "it's",
    "'=1",
    "''=1",
    "'-12",
    '-12',
    '+31 118 000 208',
    '=1;=2',
    "a;'=1",
    "a;;'\t=1",
    '\r\n=1',
    '["a;=1","\\t-"]',
  ])('is read back as it was: %j', (cell) => {
    const [[read]] = parse(csvLine([cell])) as [[string]];
    expect(unguarded(read)).toBe(cell);
  });
});

import { iso6346CheckDigit, meetsIso6346, normalizeContainerNumber } from './iso-6346';

describe('normalizeContainerNumber', () => {
  it.each([
    ['csqu3054383', 'CSQU3054383'],
    [' CSQU 305438 3 ', 'CSQU3054383'],
    ['CSQU\u00a0305438\t3', 'CSQU3054383'],
    ['csqu 305438-3', 'CSQU3054383'],
    ['CSQU305438/3', 'CSQU3054383'],
    ['CSQU30543-83', 'CSQU30543-83'],
    ['box-7', 'BOX-7'],
    ['', ''],
  ])('turns %j into %j', (text, expected) => {
    expect(normalizeContainerNumber(text)).toBe(expected);
  });
});

describe('iso6346CheckDigit', () => {
  it.each([
    ['CSQU305438', 3], // the example in ISO 6346
    ['AAAU000000', 7], // 10 × (1 + 2 + 4) + 32 × 8 = 326 = 29 × 11 + 7
    ['AAAU000006', 0], // 326 + 6 × 512 = 3398 = 308 × 11 + 10, and 10 is written 0
    ['AAAU000008', 0], // 326 + 8 × 512 = 4422 = 402 × 11
    ['MSKU000000', 6], // 24 + 2 × 30 + 4 × 21 + 8 × 32 = 424 = 38 × 11 + 6
    ['BLVJ000000', 2], // 12 + 2 × 23 + 4 × 34 + 8 × 20 = 354 = 32 × 11 + 2
    ['BLVZ000000', 3], // 12 + 2 × 23 + 4 × 34 + 8 × 38 = 498 = 45 × 11 + 3
  ])('of %s is %d', (first10, expected) => {
    expect(iso6346CheckDigit(first10)).toBe(expected);
  });

  it.each(['', 'CSQU30543', 'CSQU3054383', 'csqu305438', 'CSQ?305438', '1SQU305438'])(
    'refuses %j',
    (first10) => {
      expect(() => iso6346CheckDigit(first10)).toThrow(RangeError);
    },
  );

  it('detects every single wrong digit of the example', () => {
    for (let place = 4; place < 10; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const changed = `CSQU305438`.slice(0, place) + digit + `CSQU305438`.slice(place + 1);
        expect(iso6346CheckDigit(changed) === 3).toBe(changed === 'CSQU305438');
      }
    }
  });
});

describe('meetsIso6346', () => {
  it.each([
    'CSQU3054383',
    'HLXU2008419',
    'TOLU4734787',
    'MSKU9070323',
    'TGHU7599330',
    'AAAU0000060',
    'BLVJ0000002',
    'BLVZ0000003',
  ])('accepts %s', (number) => {
    expect(meetsIso6346(number)).toBe(true);
  });

  it.each([
    ['a wrong check digit', 'CSQU3054384'],
    ['two digits exchanged', 'CSQU3045383'],
    ['twelve characters', 'CSQU30543833'],
    ['ten characters', 'CSQU305438'],
    ['another category, its check digit right', 'AAAA0000007'],
    ['a digit in the owner code', 'C5QU3054383'],
    ['lower case', 'csqu3054383'],
    ['a space', 'CSQU 3054383'],
    ['a line feed at the end', 'CSQU3054383\n'],
    ['digits of another script', 'CSQU305438٣'],
    ['nothing', ''],
  ])('refuses %s', (_, number) => {
    expect(meetsIso6346(number)).toBe(false);
  });
});

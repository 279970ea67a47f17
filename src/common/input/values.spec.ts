import { BadValue, toBoolean, toDecimal, toInteger, toOneOf, toText } from './values';

/** The reason for which a value is refused; undefined when it is taken. */
function reasonOf(take: () => unknown): string | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    if (error instanceof BadValue) return error.reason;
    throw error;
  }
}

describe('BadValue', () => {
  it('is an error that carries its reason', () => {
    const error = new BadValue('must be text');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'BadValue', message: 'must be text', reason: 'must be text' });
  });
});

describe('toText', () => {
  it.each([
    '',
    ' padded ',
    'e\u0301',
    '\u00e9',
    'Łódź 港',
    '\u0001\r\n\t',
    "'; drop table voyages; --",
    '🚢',
  ])('returns %j untouched', (raw) => {
    expect(toText(raw, { max: 255 })).toBe(raw);
  });

  it.each([12, 0, true, false, [], ['a'], {}, { toString: () => 'a' }])('refuses %j', (raw) => {
    expect(reasonOf(() => toText(raw, { max: 255 }))).toBe('must be text');
  });

  it('counts code points', () => {
    expect(toText('🚢'.repeat(3), { min: 3, max: 3 })).toHaveLength(6);
    expect(reasonOf(() => toText('🚢'.repeat(4), { max: 3 }))).toBe('must be at most 3 characters long');
    expect(reasonOf(() => toText('🚢', { min: 2, max: 3 }))).toBe('must be at least 2 characters long');
  });

  it.each([
    ['a'.repeat(256), 'must be at most 255 characters long'],
    ['a'.repeat(1_000_000), 'must be at most 255 characters long'],
    ['', 'must be at least 1 character long'],
    ['a\0b', 'must not contain the character U+0000'],
    ['a\ud83d', 'must be well-formed Unicode text'],
    ['\udea2a', 'must be well-formed Unicode text'],
    ['\udea2\ud83d', 'must be well-formed Unicode text'],
  ])('refuses %#', (raw, reason) => {
    expect(reasonOf(() => toText(raw, { min: 1, max: 255 }))).toBe(reason);
  });
});

describe('toInteger', () => {
  it.each([
    [12, 12],
    ['12', 12],
    ['-3', -3],
    ['007', 7],
    [0, 0],
    [-0, 0],
    ['-0', 0],
    [2_147_483_647, 2_147_483_647],
    ['-2147483647', -2_147_483_647],
  ])('takes %j', (raw, expected) => {
    expect(toInteger(raw)).toBe(expected);
  });

  it.each([
    1.5,
    NaN,
    Infinity,
    -Infinity,
    true,
    12n,
    [12],
    {},
    '',
    '-',
    ' ',
    '12.0',
    '1.5',
    '1e2',
    '0x10',
    '+3',
    ' 12 ',
    '12\n',
    '\t12',
    '1_000',
    '1,000',
    '--1',
    'NaN',
    'Infinity',
    '१२',
  ])('refuses the form of %p', (raw) => {
    expect(reasonOf(() => toInteger(raw))).toBe('must be a whole number');
  });

  it.each([
    [2_147_483_648, {}, 'must be at most 2147483647'],
    ['-2147483648', {}, 'must be at least -2147483647'],
    [1e300, {}, 'must be at most 2147483647'],
    ['9'.repeat(1_000), {}, 'must be at most 2147483647'],
    [`-${'9'.repeat(1_000)}`, {}, 'must be at least -2147483647'],
    [0, { min: 1 }, 'must be at least 1'],
    ['101', { max: 100 }, 'must be at most 100'],
    ['9007199254740993', { max: 2 ** 63 }, 'must be at most 9007199254740991'],
    [2 ** 53, { max: Infinity }, 'must be at most 9007199254740991'],
    ['-9007199254740993', { min: -Infinity }, 'must be at least -9007199254740991'],
  ])('refuses the size of %#', (raw, limits, reason) => {
    expect(reasonOf(() => toInteger(raw, limits))).toBe(reason);
  });

  it('takes what a wider range allows', () => {
    expect(toInteger('9007199254740991', { max: Number.MAX_SAFE_INTEGER })).toBe(9_007_199_254_740_991);
  });
});

describe('toDecimal', () => {
  it.each([
    [12.5, 12.5],
    ['12.5', 12.5],
    ['-0.25', -0.25],
    ['12', 12],
    ['007.50', 7.5],
    [-0, 0],
    ['-0.000', 0],
    [0.000001, 0.000001],
    [1e3, 1000],
    ['999999999.123456', 999999999.123456],
    [999_999_999_999, 999_999_999_999],
    ['000000000000000000012.5', 12.5],
  ])('takes %j', (raw, expected) => {
    expect(toDecimal(raw)).toBe(expected);
  });

  it.each([
    NaN,
    Infinity,
    -Infinity,
    true,
    [1],
    {},
    1n,
    '',
    '.5',
    '5.',
    '+5',
    '1e2',
    '1e-2',
    '0x10',
    ' 5',
    '5 ',
    '5\n',
    '1,5',
    '1.2.3',
    '-',
    '-.5',
    'NaN',
    'Infinity',
  ])('refuses the form of %p', (raw) => {
    expect(reasonOf(() => toDecimal(raw))).toBe('must be a number');
  });

  const tooLarge = 'must have at most 12 digits before the decimal point';
  const tooFine = 'must have at most 6 digits after the decimal point';
  it.each([
    [1e12, {}, tooLarge],
    [-1e300, {}, tooLarge],
    ['1000000000000', {}, tooLarge],
    ['9'.repeat(1_000_000), {}, tooLarge],
    ['99999999.9999999', {}, tooFine],
    [1e-7, {}, tooFine],
    [5e-324, {}, tooFine],
    [0.1 + 0.2, {}, tooFine],
    ['0.0000001', {}, tooFine],
    [`0.${'0'.repeat(1_000_000)}`, {}, tooFine],
    ['1234567890.123456', {}, 'must have at most 15 significant digits'],
    [100, { integerDigits: 2 }, 'must have at most 2 digits before the decimal point'],
    ['1.005', { fractionDigits: 2 }, 'must have at most 2 digits after the decimal point'],
    [1.5e-7, { fractionDigits: 7 }, 'must have at most 7 digits after the decimal point'],
    [-0.5, { min: 0 }, 'must be at least 0'],
    ['100.5', { max: 100 }, 'must be at most 100'],
  ])('refuses the size of %#', (raw, limits, reason) => {
    expect(reasonOf(() => toDecimal(raw, limits))).toBe(reason);
  });

  it('takes tiny numbers where the digits allow them', () => {
    expect(toDecimal(1.5e-7, { fractionDigits: 8 })).toBe(1.5e-7);
  });
});

describe('toBoolean', () => {
  it.each([true, 1, 'true', '1'])('takes %p as true', (raw) => {
    expect(toBoolean(raw)).toBe(true);
  });

  it.each([false, 0, -0, 'false', '0'])('takes %p as false', (raw) => {
    expect(toBoolean(raw)).toBe(false);
  });

  it.each(['TRUE', 'True', 'yes', 'on', 't', '', ' true', '01', 2, -1, NaN, [true], {}, 1n])(
    'refuses %p',
    (raw) => {
      expect(reasonOf(() => toBoolean(raw))).toBe('must be true or false');
    },
  );
});

describe('toOneOf', () => {
  const units = ['kg', 'LB'] as const;

  it('returns the value as it is listed', () => {
    expect(toOneOf('kg', units)).toBe('kg');
    expect(toOneOf('KG', units, { caseInsensitive: true })).toBe('kg');
    expect(toOneOf('lb', units, { caseInsensitive: true })).toBe('LB');
    expect(toOneOf('', ['', 'x'])).toBe('');
  });

  it.each(['KG', 'lb', '', ' kg', 'kg,LB', 'constructor', 0, true, ['kg'], {}])('refuses %p', (raw) => {
    expect(reasonOf(() => toOneOf(raw, units))).toBe('must be one of kg, LB');
  });
});

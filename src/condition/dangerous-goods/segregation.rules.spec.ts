import {
  deliveredDirectly,
  notAccepted,
  segregation,
  segregationTable,
  type StandingGoods,
} from './segregation.rules';

const goods = (imdg_class: string | null, more: Partial<StandingGoods> = {}): StandingGoods => ({
  imdg_class,
  subsidiary_classes: [],
  limited_quantity: false,
  ...more,
});
const table = segregationTable();
const value = (one: StandingGoods[], other: StandingGoods[], of = table) =>
  segregation(one, other, of)?.value ?? 0;

describe('the segregation of two containers', () => {
  it('is the highest of all pairs, subsidiary classes too, and names the pair', () => {
    const one = [goods('8'), goods('3', { subsidiary_classes: ['6.1'] })];
    const other = [goods('9'), goods('2.2', { subsidiary_classes: ['5.1'] })];
    expect(segregation(one, other, table)).toEqual({ classes: ['8', '5.1'], value: 2 });
    expect(segregation(other, one, table)?.value).toBe(2);
    expect(value([goods('6.1')], [goods('2.2', { subsidiary_classes: ['5.1'] })])).toBe(1);
  });

  it('keeps limited quantities from class 1 alone', () => {
    const limited = goods('3', { limited_quantity: true });
    expect(value([limited], [goods('5.1')])).toBe(0);
    expect(value([limited], [goods('5.1'), goods('1.1D')])).toBe(4);
    expect(value([goods('1.4G')], [limited])).toBe(2);
    expect(value([limited], [limited])).toBe(0);
  });

  it('counts nothing for goods without a class', () => {
    expect(value([goods(null)], [goods('1.1')])).toBe(0);
    expect(value([goods(null, { subsidiary_classes: ['3'] })], [goods('5.1')])).toBe(2);
  });

  it('goes by the rules of the organization before the table, whichever order they are in', () => {
    const own = segregationTable([
      { class_a: '5.1', class_b: '3', value: 4 },
      { class_a: '1.4S', class_b: '3', value: 0 },
    ]);
    expect([own('3', '5.1'), own('5.1', '3'), own('3', '1.4S'), own('3', '1.4G'), own('8', '5.1')]).toEqual([
      4, 4, 0, 2, 2,
    ]);
  });
});

describe('what an area accepts', () => {
  it('is all without a word, and nothing without words', () => {
    expect(notAccepted([goods('3')], null)).toBeUndefined();
    expect(notAccepted([goods('3')], [])).toBe('3');
  });

  it('is asked of each class, subsidiary ones and limited quantities too', () => {
    expect(notAccepted([goods('3', { subsidiary_classes: ['8'] })], ['3'])).toBe('8');
    expect(notAccepted([goods('3', { subsidiary_classes: ['8'] })], ['3', '8'])).toBeUndefined();
    expect(notAccepted([goods('3', { limited_quantity: true })], ['9'])).toBe('3');
  });

  it('knows divisions with and without a group, and 1 for all of class 1', () => {
    for (const word of ['1', '1.4', '1.4S']) expect(notAccepted([goods('1.4S')], [word])).toBeUndefined();
    expect(notAccepted([goods('1.4G')], ['1.4S'])).toBe('1.4G');
    expect(notAccepted([goods('1.1D')], ['1'])).toBeUndefined();
  });

  it('does not accept goods whose class is not stated, unless it accepts all', () => {
    expect(notAccepted([goods(null)], ['3'])).toBeNull();
    expect(notAccepted([goods(null)], null)).toBeUndefined();
  });
});

describe('direct delivery', () => {
  it('is of the classes that are named, and of 1.4S only where that is named', () => {
    const words = ['1', '6.2', '7'];
    expect(['1.1D', '1.4G', '6.2', '7'].map((each) => deliveredDirectly([goods(each)], words))).toEqual([
      '1.1D',
      '1.4G',
      '6.2',
      '7',
    ]);
    expect(['1.4S', '3', '6.1'].map((each) => deliveredDirectly([goods(each)], words))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(deliveredDirectly([goods('1.4S')], ['1.4'])).toBeUndefined();
    expect(deliveredDirectly([goods('1.4S')], ['1.4S'])).toBe('1.4S');
    expect(deliveredDirectly([goods('3', { subsidiary_classes: ['7'] })], words)).toBe('7');
  });
});

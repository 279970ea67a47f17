import { damageSize } from './damage-size';

const NONE = { length_cm: null, width_cm: null, depth_cm: null };

describe('the size of a damage', () => {
  it('has the sides that were measured, on one line', () => {
    expect(damageSize({ length_cm: 30, width_cm: 12.5, depth_cm: null }, 'en')).toBe(
      '30\u00a0×\u00a012.5\u00a0cm',
    );
    expect(damageSize({ ...NONE, depth_cm: 0 }, 'en')).toBe('0\u00a0cm');
    expect(damageSize(NONE, 'en')).toBe('');
  });

  it('is written as the language writes numbers', () => {
    expect(damageSize({ ...NONE, length_cm: 2.5 }, 'de')).toBe('2,5\u00a0cm');
  });
});

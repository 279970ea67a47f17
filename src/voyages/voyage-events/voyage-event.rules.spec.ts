import { checkCustomValue } from './voyage-event.rules';

describe('the custom value of an event', () => {
  it.each([
    ['number', '8.15'],
    ['number', '-8'],
    ['number', null],
    ['number', undefined],
    ['string', 'eight'],
    [null, 'eight'],
  ] as const)('of the type %s may be %s', (custom_value_type, custom_value) => {
    expect(() => checkCustomValue({ custom_value_type }, { custom_value })).not.toThrow();
  });

  it.each(['eight', '', ' 8', '8,15', '1e2', 'NaN', '1'.repeat(20)])(
    'of the type number may not be "%s"',
    (custom_value) => {
      expect(() => checkCustomValue({ custom_value_type: 'number' }, { custom_value })).toThrow(
        /^Custom value must/,
      );
    },
  );
});

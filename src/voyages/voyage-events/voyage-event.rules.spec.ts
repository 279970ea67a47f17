import { customValueRefusal } from './voyage-event.rules';

describe('the custom value of an event', () => {
  it.each([
    ['number', '8.15'],
    ['number', '-8'],
    ['string', 'eight'],
    [null, 'eight'],
  ] as const)('of the type %s may be %s', (type, custom_value) => {
    expect(customValueRefusal(type, custom_value)).toBeUndefined();
  });

  it.each(['eight', '', ' 8', '8,15', '1e2', 'NaN', '1'.repeat(20)])(
    'of the type number may not be "%s"',
    (custom_value) => {
      expect(customValueRefusal('number', custom_value)).toMatch(/^Custom value must/);
    },
  );
});

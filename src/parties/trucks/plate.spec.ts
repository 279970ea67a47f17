import { plateKey } from './plate';

describe('plateKey', () => {
  it.each([
    ['AB-12-CD', 'AB12CD'],
    ['ab12cd', 'AB12CD'],
    [' a b\t1\u00a02 - c–d\n', 'AB12CD'],
    ['мк 123', 'МК123'],
    ['Ö·1', 'Ö·1'],
    [' - ', ''],
    ['', ''],
  ])('%j is compared as %j', (plate, key) => expect(plateKey(plate)).toBe(key));
});

import { isOf, plateKey, plateParting, theTruck } from './plate';

describe('plateKey', () => {
  it.each([
    ['AB-12-CD', 'AB12CD'],
    ['ab12cd', 'AB12CD'],
    [' a b\t1\u00a02 - c–d\n', 'AB12CD'],
    ['мк 123', 'МК123'],
    ['Ö·1', 'Ö·1'],
    ['wu\u0308-xy 123', 'WÜXY123'],
    [' - ', ''],
    ['', ''],
  ])('%j is compared as %j', (plate, key) => expect(plateKey(plate)).toBe(key));
});

describe('plateParting', () => {
  it.each([
    ['HHA123', null],
    [' -HHA123- ', null],
    ['HH-A 123', 4 + 8],
    ['H-HA 123', 2 + 8],
    ['h - ha123', 2],
    ['wu\u0308-xy', 4],
    [`${'A'.repeat(60)}-1`, 0],
    ['', null],
  ])('%j parts at %j', (plate, parting) => expect(plateParting(plate)).toBe(parting));
});

describe('isOf', () => {
  it.each([
    ['HHA123', 'HH-A 123', true],
    ['HHA 123', 'HH-A 123', true],
    ['HH-A-123', 'HH-A 123', true],
    ['HH-A 123', 'HHA123', true],
    ['H-HA 123', 'HH-A 123', false],
    ['HH-A 123', 'HHA 123', false],
  ])('%j finds %j: %j', (plate, license_plate, found) => expect(isOf(plate)({ license_plate })).toBe(found));
});

describe('theTruck', () => {
  const trucks = [{ license_plate: 'HHA 123' }, { license_plate: 'HH-A 123' }];
  it('is the one that parts alike', () => expect(theTruck(trucks, 'hha-123')).toBe(trucks[0]));
  it('is refused when several have the plate', () =>
    expect(() => theTruck(trucks, 'HHA123')).toThrow("'HHA123'"));
});

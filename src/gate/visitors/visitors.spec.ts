import { otherDriver } from './visitors.service';

describe('a driver that is named in several ways', () => {
  const driver = { number: 'D-7', license_number: 'DL-7' };
  const another = (first: string) => [`must not name another driver than ${first}`];

  it.each([
    [{ truck_driver_id: 7, truck_driver_number: 'D-7', truck_driver_license: 'DL-7' }, {}],
    [{ truck_driver_license: 'DL-7' }, {}],
    [{ truck_driver_id: 7, truck_driver_number: ' ', truck_driver_license: null }, {}],
    [
      { truck_driver_id: 7, truck_driver_number: 'D-8', truck_driver_license: 'DL-8' },
      { truck_driver_number: another('truck_driver_id'), truck_driver_license: another('truck_driver_id') },
    ],
    [
      { truck_driver_number: 'D-7', truck_driver_license: 'DL-8' },
      { truck_driver_license: another('truck_driver_number') },
    ],
  ])('%j', (keys, errors) => {
    expect(otherDriver(driver, keys)).toEqual(errors);
  });
});

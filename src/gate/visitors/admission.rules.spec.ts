import { Arrival, refusalsOfArrival, refusalOfCompanies } from './admission.rules';

const truck = { license_plate: 'WH-1', active: true, allowed_until: null, trucking_company_id: null };
const truck_driver = {
  id: 7,
  license_number: 'DL-1',
  firstname: 'Anneke',
  lastname: null,
  active: true,
  allowed_until: null,
  trucking_company_id: null,
};
const arrival = (change: Partial<Arrival> = {}): Arrival => ({
  truck,
  truck_driver,
  trucking_company_id: null,
  today: '2026-11-20',
  fields: { truck: 'truck', truck_driver: 'truck_driver_id' },
  ...change,
});

describe('the check at the entrance', () => {
  it('admits an active truck, with or without a driver', () => {
    expect(refusalsOfArrival(arrival())).toEqual([]);
    expect(refusalsOfArrival(arrival({ truck_driver: null }))).toEqual([]);
  });

  it.each([
    [{ truck: { ...truck, active: false } }, "Truck 'WH-1' is not active."],
    [{ truck: { ...truck, allowed_until: '2026-11-19' } }, "Truck 'WH-1' was allowed in until 2026-11-19."],
    [{ truck_driver: { ...truck_driver, active: false } }, "Truck driver 'DL-1' is not active."],
    [
      { truck_driver: { ...truck_driver, allowed_until: '2025-12-31' } },
      "Truck driver 'DL-1' was allowed in until 2025-12-31.",
    ],
  ])('refuses %j', (change, sentence) => {
    expect(refusalsOfArrival(arrival(change)).map((each) => String(each.sentence))).toEqual([sentence]);
  });

  it('refuses a driver by name, or by id without a name', () => {
    const inactive = { ...truck_driver, active: false };
    for (const [driver, name] of [
      [inactive, 'Anneke'],
      [{ ...inactive, firstname: null }, '7'],
    ] as const)
      expect(refusalsOfArrival(arrival({ truck_driver: driver })).map(({ kept }) => String(kept))).toEqual([
        `Truck driver '${name}' is not active.`,
      ]);
  });

  it('admits on the last allowed day', () => {
    const allowed_until = '2026-11-20';
    const change = { truck: { ...truck, allowed_until }, truck_driver: { ...truck_driver, allowed_until } };
    expect(refusalsOfArrival(arrival(change))).toEqual([]);
  });

  it('refuses companies that do not match', () => {
    const change = { truck: { ...truck, trucking_company_id: 1 }, trucking_company_id: 2 };
    expect(refusalsOfArrival(arrival(change))).toMatchObject([
      { code: 'mismatch', field: 'truck_driver_id' },
    ]);
  });
});

describe('the check of companies', () => {
  const of = (truckCompany: number | null, driverCompany: number | null, named: number | null) =>
    refusalOfCompanies(
      { ...truck, trucking_company_id: truckCompany },
      { ...truck_driver, trucking_company_id: driverCompany },
      named,
    )?.sentence.toString();

  it('accepts equal and missing ones', () => {
    for (const [one, two, three] of [
      [null, null, null],
      [1, null, null],
      [null, 1, null],
      [null, null, 1],
      [1, 1, 1],
    ] as const)
      expect(of(one, two, three)).toBeUndefined();
    expect(refusalOfCompanies(null, null, 1)).toBeUndefined();
  });

  it('refuses any two that differ', () => {
    expect(of(1, null, 2)).toBe("Truck 'WH-1' does not belong to the trucking company that is named.");
    expect(of(null, 1, 2)).toBe("Truck driver 'DL-1' does not belong to the trucking company that is named.");
    expect(of(1, 2, null)).toBe("Truck driver 'DL-1' belongs to another trucking company than truck 'WH-1'.");
  });
});

import type { CreatePurpose, CreatePurposeCargo } from './purpose.dto';
import { fromKilograms, missingFields, missingForNewContainer, plainPurpose, sealsOf } from './purpose.rules';

const purpose = (purpose_type: string, cargo: Partial<CreatePurposeCargo>, rest: object = {}) =>
  plainPurpose({ purpose_type, cargo, ...rest } as CreatePurpose);

describe('a purpose as it is read', () => {
  it('normalizes container numbers and drops blank ones', () => {
    expect(
      purpose(
        'pick up',
        { cargo_type: 'general cargo', container_number: 'A1', goods: 'x' },
        { booking: ' ' },
      ),
    ).toMatchObject({
      container_number: undefined,
      booking: undefined,
    });
    const container = purpose('drop off', { cargo_type: 'container', container_number: 'whau 4195162' });
    expect(container.container_number).toBe('WHAU4195162');
  });

  it('keeps seals as they are sent', () => {
    expect(sealsOf('A, B,').join(',')).toBe('A, B,');
    expect(sealsOf('')).toEqual([]);
    expect(sealsOf(null)).toEqual([]);
  });
});

describe('the required fields of a purpose', () => {
  const missing = (
    purpose_type: string,
    cargo: Partial<CreatePurposeCargo>,
    rest = {},
    validates_bills = false,
  ) => missingFields(purpose(purpose_type, cargo, rest), { validates_bills, limited: false });
  const container = { cargo_type: 'container' } as const;

  it.each([
    ['drop off', { cargo_type: 'general cargo' }, {}, []],
    ['pick up', { cargo_type: 'general cargo' }, {}, []],
    ['drop off', { cargo_type: 'chassis' }, {}, ['cargo.chassis_number']],
    ['drop off', container, {}, ['cargo.container_status', 'cargo.container_number']],
    ['drop off', { ...container, container_status: 'empty' }, { booking: 'B' }, ['cargo.container_number']],
    ['pick up', { ...container, container_status: 'full' }, { booking: 'B' }, ['cargo.container_number']],
    ['pick up', { ...container, container_status: 'empty' }, {}, ['cargo.container_number']],
    ['pick up', { ...container, container_status: 'empty' }, { booking: 'B' }, []],
  ] as const)('%s of %j with %j lacks %j', (type, cargo, rest, expected) => {
    expect(missing(type, cargo, rest)).toEqual(expected);
  });

  it('include a bill for a full pick-up where bills are validated', () => {
    const full = { ...container, container_status: 'full', container_number: 'A1' };
    expect(missing('pick up', full, {}, true)).toEqual(['bill_of_lading']);
    expect(missing('pick up', full, { bill_of_lading: 'BL' }, true)).toEqual([]);
    expect(missing('drop off', full, {}, true)).toEqual([]);
    expect(missing('pick up', { ...full, container_status: 'empty' }, {}, true)).toEqual([]);
  });

  it('include a type and a line for a new container', () => {
    const cargo = { ...container, container_number: 'A1', shipping_line: 'WHA' };
    expect(missingForNewContainer(purpose('drop off', cargo), true)).toEqual(['cargo.container_type']);
  });
});

it('converts kilograms to pounds only where pounds are used', () => {
  expect(fromKilograms('0.45359237', 'lb')).toBe('1.000000');
  expect(fromKilograms('100', 'kg')).toBe('100.000000');
  expect(fromKilograms('123456789012.123457', 'kg')).toBe('123456789012.123457');
});

import { takenBack, type InvoicedCharge } from './recharge.rules';

const charge = (
  first: number | null,
  last: number | null,
  quantity: string,
  kind = 'charge',
): InvoicedCharge => ({
  id: 1,
  subject_id: 1,
  kind,
  event: first === null ? 'arrival' : null,
  first_unit: first,
  last_unit: last,
  quantity,
  amount: '40.00',
});
const line = (quantity: string) => ({ quantity, amount: '40.00' });
const shown = (...args: Parameters<typeof takenBack>) =>
  takenBack(...args).map(
    ({ kind, first_unit, last_unit, quantity, total }) =>
      `${kind} ${first_unit ?? 'event'}-${last_unit ?? ''} ${quantity} ${total}`,
  );

it('takes back the last units first', () => {
  const charges = [charge(1, 5, '10')];
  expect(shown(charges, line('10'), { quantity: '-4', before: '0', total: '-160.00' }, 'EUR')).toEqual([
    'adjustment 4-5 -4 -160.00',
  ]);
  expect(shown(charges, line('10'), { quantity: '-4', before: '-4', total: '-160.00' }, 'EUR')).toEqual([
    'adjustment 2-3 -4 -160.00',
  ]);
  expect(shown(charges, line('10'), { quantity: '-10', before: '0', total: '-400.00' }, 'EUR')).toEqual([
    'adjustment 1-5 -10 -400.00',
  ]);
});

it('takes back a part of a unit', () =>
  expect(
    shown([charge(1, 2, '4')], line('4'), { quantity: '-3', before: '0', total: '-120.00' }, 'EUR'),
  ).toEqual(['adjustment 1-1 -1 -40.00', 'adjustment 2-2 -2 -80.00']));

it('takes back events, and what adjustments left', () => {
  expect(
    shown([charge(null, null, '1')], line('1'), { quantity: '-1', before: '0', total: '-40.00' }, 'EUR'),
  ).toEqual(['adjustment event- -1 -40.00']);
  const charges = [charge(1, 3, '6'), charge(3, 3, '-2', 'adjustment')];
  expect(shown(charges, line('4'), { quantity: '-2', before: '0', total: '-80.00' }, 'EUR')).toEqual([
    'adjustment 2-2 -2 -80.00',
  ]);
});

it('takes back the waivers with the last of a line', () => {
  const charges = [charge(1, 5, '10'), charge(5, 5, '-4', 'waiver')];
  expect(shown(charges, line('6'), { quantity: '-6', before: '0', total: '-240.00' }, 'EUR')).toEqual([
    'adjustment 1-5 -10 -400.00',
    'waiver 5-5 4 160.00',
  ]);
});

it('adds up to the credit, and takes back what took back', () => {
  const third = { ...charge(1, 3, '3'), amount: '33.335' };
  const rounded = shown(
    [third],
    { quantity: '3', amount: '33.335' },
    { quantity: '-3', before: '0', total: '-100.01' },
    'EUR',
  );
  expect(rounded).toEqual(['adjustment 1-3 -3 -100.01']);
  expect(
    shown(
      [charge(7, 7, '-2', 'adjustment')],
      line('-2'),
      { quantity: '2', before: '0', total: '80.00' },
      'EUR',
    ),
  ).toEqual(['adjustment 7-7 2 80.00']);
});

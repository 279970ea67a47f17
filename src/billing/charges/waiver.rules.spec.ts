import { Conflict, Refused } from '../../common/errors/errors';
import { type Waivable, waiverOf } from './waiver.rules';

const charge = (more: Partial<Waivable> = {}): Waivable => ({
  kind: 'charge',
  quantity: '10',
  amount: '25.00',
  currency: 'EUR',
  is_settled: false,
  taken: '0',
  is_adjusted: false,
  invoice: null,
  ...more,
});

describe('a waiver', () => {
  it.each([
    ['all of a charge', {}, undefined, '-10', '-250.00', true],
    ['as much as it is', {}, 10, '-10', '-250.00', true],
    ['a part of it', {}, 6, '-6', '-150.00', false],
    ['another part', { taken: '6' }, 3, '-3', '-75.00', false],
    ['the rest', { taken: '6' }, undefined, '-4', '-100.00', true],
    ['a part of a part', { quantity: '2.5', amount: '0.10' }, 0.5, '-0.5', '-0.05', false],
  ])('takes off %s', (_what, more, asked, quantity, total, is_whole) => {
    expect(waiverOf(charge(more), asked)).toEqual({ quantity, total, is_whole });
  });

  it.each([
    ['of a charge on an invoice', { invoice: '2026-1' }, 'The charge is on invoice 2026-1: credit it there.'],
    ['of one that is settled', { is_settled: true }, 'The charge is settled already.'],
    ['of one that an adjustment took back', { is_adjusted: true }, 'The charge is settled already.'],
    ['of one of which nothing is left', { taken: '10' }, 'The charge is settled already.'],
    ['of an adjustment', { kind: 'adjustment', quantity: '-10' }, 'The charge is settled already.'],
    ['of a waiver', { kind: 'waiver', quantity: '-10' }, 'The charge is settled already.'],
  ] as const)('is refused %s', (_what, more, sentence) => {
    const decide = () => waiverOf(charge(more), undefined);
    expect(decide).toThrow(Conflict);
    expect(decide).toThrow(sentence);
  });

  it('is refused beyond what is left', () => {
    const decide = () => waiverOf(charge({ taken: '6' }), 4.5);
    expect(decide).toThrow(Refused);
    expect(decide).toThrow('4 of the charge are left to waive, not 4.5.');
  });
});

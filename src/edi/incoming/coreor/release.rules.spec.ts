import { isAsStated, verdictOn } from './release.rules';

const now = new Date('2026-11-20T12:00:00Z');
const forGood = { valid_until: null };

describe('a release', () => {
  it.each([
    ['unknown', false, 'keep'],
    ['unknown', true, 'keep'],
    ['announced', false, 'keep'],
    ['here', true, 'keep'],
    ['here', false, 'hold_missing'],
    ['gone', false, 'hold_missing'],
  ] as const)('of what is %s, with a hold: %s, comes to %s', (is, has_hold, verdict) => {
    expect(verdictOn({ is, has_hold }, forGood, now)).toBe(verdict);
  });

  it('is over at its end, whatever it is for', () => {
    const until = (valid_until: string) => verdictOn({ is: 'here', has_hold: true }, { valid_until }, now);
    expect([until('2026-11-20T12:00:00Z'), until('2026-11-20T12:00:00.001Z')]).toEqual(['over', 'keep']);
  });
});

describe('a release that stands', () => {
  const terms = {
    reference: 'R1',
    valid_from: null,
    valid_until: '2026-11-21T00:00:00Z',
    freight_forwarder_id: 1,
    trucking_company_id: 2,
    party_name: null,
  };
  const stored = { ...terms, valid_until: new Date(terms.valid_until) } as never;

  it('is as the message states', () => {
    expect(isAsStated(stored, terms)).toBe(true);
  });

  it.each(Object.keys(terms))('is not, where %s differs', (name) => {
    const others: Record<string, unknown> = { freight_forwarder_id: 9, trucking_company_id: 9 };
    const other = others[name] ?? (name.startsWith('valid') ? '2026-11-22T00:00:00Z' : 'other');
    expect(isAsStated(stored, { ...terms, [name]: other })).toBe(false);
  });
});

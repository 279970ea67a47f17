import type { VerifiedWeight, WeighedStay } from '../../cargo/verified-weights/verified-weight.rules';
import type { Actor } from '../../common/tenancy/actor';
import { refusalToState } from './stated-weights.rules';

const NOW = new Date('2026-11-20T12:00:00Z');
const AFTER = new Date(NOW.getTime() + 1);
const weight = (more: Partial<VerifiedWeight> = {}): VerifiedWeight => ({
  vgm: '20000',
  vgm_method: 'weighing',
  vgm_responsible: 'Ada Marsh',
  vgm_at: NOW,
  vgm_reference: null,
  vgm_source: 'request',
  ...more,
});
const stay = (more: Partial<WeighedStay> = {}): WeighedStay => ({
  stay_id: 1,
  container_id: 2,
  number: 'WHAU4142033',
  weight: null,
  container_type: '20DV',
  tare_weight: '2200',
  maximum_gross_weight: '30480',
  voyage: 'V1',
  cut_off: NOW,
  ...more,
});
type Who = Pick<Actor, 'limited' | 'role'>;
const WRITE: Who = { limited: false, role: 'write' };
const PARTY: Who = { limited: true, role: 'write' };
const ADMIN: Who = { limited: false, role: 'admin' };

const codesOf = (of: WeighedStay, coming: VerifiedWeight | null, who: Who, now = NOW) => {
  const failure = refusalToState(of, coming, who, now);
  return failure ? (failure.parts.length ? failure.parts : [failure]).map(({ code }) => code) : [];
};

describe('stating a verified gross mass', () => {
  it('is open to all until the cut-off, and to an admin after it', () => {
    for (const coming of [weight(), null]) {
      for (const who of [WRITE, PARTY, ADMIN]) expect(codesOf(stay(), coming, who)).toEqual([]);
      expect(codesOf(stay(), coming, WRITE, AFTER)).toEqual(['vgm_late']);
      expect(codesOf(stay(), coming, PARTY, AFTER)).toEqual(['vgm_late']);
      expect(codesOf(stay(), coming, ADMIN, AFTER)).toEqual([]);
    }
  });

  it('leaves what the terminal weighed to the terminal', () => {
    const measured = weight({ vgm_source: 'weighbridge' });
    for (const coming of [weight(), null])
      expect(codesOf(stay({ weight: measured }), coming, PARTY)).toEqual(['vgm_measured']);
    expect(codesOf(stay(), measured, PARTY)).toEqual(['vgm_measured']);
    expect(codesOf(stay({ weight: measured }), weight(), WRITE)).toEqual([]);
    expect(codesOf(stay(), measured, WRITE)).toEqual([]);
  });

  it('is refused with all reasons together', () => {
    const coming = weight({
      vgm: '1',
      vgm_at: new Date('2027-01-01T00:00:00Z'),
      vgm_source: 'weighbridge',
    });
    expect(codesOf(stay(), coming, PARTY, AFTER)).toEqual([
      'vgm_measured',
      'vgm_late',
      'vgm_implausible',
      'time_to_come',
    ]);
  });
});

import {
  differs,
  isBetter,
  isSameWeight,
  rankOf,
  type VerifiedWeight,
  verdictOn,
  type WeighedStay,
} from './verified-weight.rules';

const NOW = new Date('2026-11-20T12:00:00Z');
const AT = new Date('2026-11-20T09:00:00Z');
const weight = (more: Partial<VerifiedWeight> = {}): VerifiedWeight => ({
  vgm: '20000',
  vgm_method: 'calculation',
  vgm_responsible: 'Ada Marsh',
  vgm_at: AT,
  vgm_reference: null,
  vgm_source: 'edi',
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

/** Weights in the order of their ranks, the best first. */
const RANKED: VerifiedWeight[] = [
  weight({ vgm_source: 'weighbridge', vgm_method: 'weighing' }),
  weight({ vgm_method: 'weighing' }),
  weight({ vgm_method: 'calculation' }),
  weight({ vgm_method: null }),
];

describe('the rank of a verified gross mass', () => {
  it('is that of who weighed it, of the method, and last of a list', () => {
    expect(RANKED.map(rankOf)).toEqual([4, 3, 2, 1]);
  });

  it('lets a surer mass take the place of a lower one, and never the reverse', () => {
    RANKED.forEach((coming, at) =>
      RANKED.forEach((standing, before) => {
        if (at !== before)
          expect([at, before, isBetter(coming, standing)]).toEqual([at, before, at < before]);
      }),
    );
    for (const coming of RANKED) expect(isBetter(coming, null)).toBe(true);
  });

  it('lets the later of two of one rank count, and that of one time', () => {
    const later = new Date(AT.getTime() + 1);
    for (const standing of RANKED) {
      expect(isBetter({ ...standing, vgm_at: later }, standing)).toBe(true);
      expect(isBetter(standing, standing)).toBe(true);
      expect(isBetter(standing, { ...standing, vgm_at: later })).toBe(false);
    }
  });

  it('lets a request replace any, and a message never that of a request', () => {
    const request = weight({ vgm_source: 'request', vgm_method: 'calculation' });
    for (const standing of RANKED) expect(isBetter(request, standing)).toBe(true);
    expect(isBetter(weight({ vgm_method: 'weighing' }), request)).toBe(false);
    expect(isBetter(weight({ vgm_source: 'pre_advice', vgm_method: 'weighing' }), request)).toBe(true);
  });
});

describe('a verdict on a declared mass', () => {
  const on = (of: WeighedStay, coming: VerifiedWeight, isLateTaken = false, now = NOW) => {
    const verdict = verdictOn(of, coming, { now, field: 'vgm', isLateTaken });
    return typeof verdict === 'string' ? verdict : [verdict.code, String(verdict.sentence)];
  };

  it('holds it against tare and maximum gross weight of the type, both at their edge', () => {
    for (const vgm of ['2200', '30480'] as const) expect(on(stay(), weight({ vgm }))).toBe('set');
    expect(on(stay(), weight({ vgm: '2199.999999' }))).toEqual([
      'vgm_implausible',
      'Container WHAU4142033 cannot weigh 2199.999999: a container of the type 20DV weighs 2200 empty.',
    ]);
    expect(on(stay(), weight({ vgm: '30480.000001' }))).toEqual([
      'vgm_implausible',
      'Container WHAU4142033 cannot weigh 30480.000001: a container of the type 20DV weighs 30480 at most.',
    ]);
    const unknown = stay({ tare_weight: null, maximum_gross_weight: null });
    expect(on(unknown, weight({ vgm: '1' }))).toBe('set');
  });

  it('takes it until the cut-off, and none after it but where late ones are taken', () => {
    const late = new Date(NOW.getTime() + 1);
    expect(on(stay(), weight())).toBe('set');
    expect(on(stay(), weight(), false, late)).toEqual(['vgm_late', expect.stringContaining('voyage V1')]);
    expect(on(stay(), weight(), true, late)).toBe('set');
    expect(on(stay({ cut_off: null }), weight(), false, late)).toBe('set');
  });

  it('says what stands: the same, or a better one', () => {
    expect(on(stay({ weight: weight({ vgm: '20000.000000' }) }), weight())).toBe('unchanged');
    expect(isSameWeight(weight(), weight({ vgm_reference: 'W1' }))).toBe(false);
    expect(on(stay({ weight: weight({ vgm_method: 'weighing' }) }), weight())).toBe('kept');
  });
});

describe('a measured weight', () => {
  const declared = weight({ vgm: '20000' });
  const measured = (vgm: VerifiedWeight['vgm']) => weight({ vgm, vgm_source: 'weighbridge' });

  it('differs beyond the tolerance alone, in percent of what is declared, on either side', () => {
    for (const [vgm, expected] of [
      ['21000', false],
      ['21000.000001', true],
      ['19000', false],
      ['18999.999999', true],
    ] as const) {
      expect([vgm, differs(measured(vgm), declared, 5)]).toEqual([vgm, expected]);
      expect([vgm, differs(declared, measured(vgm), 5)]).toEqual([vgm, expected]);
    }
    expect(differs(measured('20000.000001'), declared, 0)).toBe(true);
  });

  it('is compared with no other of its place, and not without a tolerance', () => {
    expect(differs(measured('30000'), measured('20000'), 5)).toBe(false);
    expect(differs(weight({ vgm: '30000' }), declared, 5)).toBe(false);
    expect(differs(measured('30000'), declared, null)).toBe(false);
    expect(differs(measured('30000'), null, 5)).toBe(false);
  });
});

import { COMMON } from '../../common/errors/codes';
import { CONDITION } from '../condition.codes';
import {
  effectOnHold,
  refusalOfTime,
  requireOpen,
  requireRepairTime,
  stayAt,
  type StoredDamage,
} from './damage.rules';

const day = (date: string) => new Date(`2026-03-${date}T00:00:00Z`);
const toCome = () => new Date(Date.now() + 3_600_000);
const container = {
  id: 1,
  number: 'WHAU4142033',
  shipping_line_id: null,
  stay_id: 7,
  stay_status: 'here',
  in_at: day('02'),
  out_at: null,
};
const damage: StoredDamage = { id: 5, status: 'open', severity: 'major', found_at: day('02') };

describe('stayAt', () => {
  it('is the stay that the container shows, also at the very end of it', () => {
    expect(stayAt(container, day('03'))).toBe(7);
    expect(stayAt({ ...container, stay_status: 'departed', out_at: day('03') }, day('03'))).toBe(7);
  });

  it('is none after it has left, and where its stay was cancelled', () => {
    expect(stayAt({ ...container, stay_status: 'departed', out_at: day('02') }, day('03'))).toBeNull();
    expect(stayAt({ ...container, stay_status: 'cancelled' }, day('03'))).toBeNull();
  });
});

describe('refusalOfTime', () => {
  it('takes a time from the arrival on', () => {
    expect(refusalOfTime(container, day('02'), 'found_at')).toBeUndefined();
    expect(refusalOfTime({ ...container, in_at: null }, day('01'), 'found_at')).toBeUndefined();
    expect(refusalOfTime({ ...container, stay_id: null }, day('01'), 'found_at')).toBeUndefined();
  });

  it('refuses one before it, and one to come', () => {
    expect(refusalOfTime(container, day('01'), 'found_at')).toMatchObject({
      code: CONDITION.found_before_arrival,
      errors: { found_at: ["Container 'WHAU4142033' came after that time."] },
    });
    expect(refusalOfTime(container, toCome(), 'found_at')).toMatchObject({ code: COMMON.time_to_come });
  });
});

describe('requireOpen and requireRepairTime', () => {
  it('take an open damage, and a repair when it was found', () => {
    expect(() => requireOpen(damage, 'WHAU4142033')).not.toThrow();
    expect(() => requireRepairTime(damage, 'WHAU4142033', day('02'))).not.toThrow();
  });

  it.each(['repaired', 'withdrawn'] as const)('refuse one that is %s', (status) => {
    expect(() => requireOpen({ ...damage, status }, 'WHAU4142033')).toThrow(
      expect.objectContaining({ status: 409, code: CONDITION.damage_over }),
    );
  });

  it('refuse a repair before it was found, and one to come', () => {
    expect(() => requireRepairTime(damage, 'WHAU4142033', day('01'))).toThrow(
      expect.objectContaining({ code: CONDITION.repaired_before_found }),
    );
    expect(() => requireRepairTime(damage, 'WHAU4142033', toCome())).toThrow(
      expect.objectContaining({ code: COMMON.time_to_come }),
    );
  });
});

describe('effectOnHold', () => {
  const major = { status: 'open', severity: 'major' } as const;
  const minor = { status: 'open', severity: 'minor' } as const;
  it.each([
    [undefined, major, 'apply'],
    [undefined, minor, 'none'],
    [minor, major, 'apply'],
    [major, minor, 'lift'],
    [major, major, 'none'],
    [major, { ...major, status: 'repaired' }, 'lift'],
    [major, { ...major, status: 'withdrawn' }, 'lift'],
    [minor, { ...minor, status: 'repaired' }, 'none'],
  ] as const)('of %j to %j is %s', (before, after, effect) => {
    expect(effectOnHold(before, after)).toBe(effect);
  });
});

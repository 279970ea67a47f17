import { CONDITION } from '../condition.codes';
import {
  needsInspection,
  refusalOfCondition,
  requireCorrectable,
  requireUninspected,
} from './inspection.rules';

const container = 'WHAU4142033';

describe('refusalOfCondition', () => {
  it.each([
    ['sound', 0, 0, false],
    ['sound', 0, 1, false],
    ['sound', 1, 0, true],
    ['damaged', 0, 0, true],
    ['damaged', 1, 0, false],
    ['damaged', 0, 1, false],
  ])('of %s with %d found and %d known', (condition, found, known, contradicts) => {
    const refusal = refusalOfCondition(condition, { container, found, known });
    expect(refusal?.code).toBe(contradicts ? CONDITION.condition_contradicts : undefined);
  });
});

describe('requireUninspected and requireCorrectable', () => {
  it('let pass what was not inspected, and what is not over', () => {
    expect(() => requireUninspected({ type: 'interchange', id: 1 }, null, container)).not.toThrow();
    expect(() => requireCorrectable(1, 'interchange', false)).not.toThrow();
  });

  it('refuse what was, and what is', () => {
    expect(() => requireUninspected({ type: 'tally_move', id: 1 }, 4, container)).toThrow(
      expect.objectContaining({
        status: 409,
        code: CONDITION.inspected,
        records: [{ type: 'inspection', key: '4' }],
      }),
    );
    expect(() => requireCorrectable(4, 'tally_move', true)).toThrow(
      expect.objectContaining({ status: 409, code: CONDITION.inspection_over }),
    );
  });
});

describe('needsInspection', () => {
  it.each([
    ['never', false, false],
    ['in', true, false],
    ['out', false, true],
    ['both', true, true],
  ])('%s: in %s, out %s', (required, comes, goes) => {
    expect(needsInspection(required, 'interchange_in')).toBe(comes);
    expect(needsInspection(required, 'interchange_out')).toBe(goes);
  });
});

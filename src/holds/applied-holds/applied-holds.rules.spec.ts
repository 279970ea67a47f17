import { CARGO } from '../../cargo/cargo.codes';
import { COMMON } from '../../common/errors/codes';
import { requireEndable, requireReturned, requireTypeFor } from './applied-holds.rules';

const now = new Date('2026-11-20T12:00:00Z');
const IN_FORCE = { now, id: 7, in_force: true };
const LIFTED = { now, id: 7, in_force: false };
const NONE = { now, id: null };

describe('requireTypeFor', () => {
  it('takes a type of the kind of record', () => {
    expect(() => requireTypeFor('container', 3, { applies_to: 'container' })).not.toThrow();
  });

  it('answers 404 without a type, and says what a type is not for', () => {
    const refused = (message: string) => expect.objectContaining({ status: 404, message });
    expect(() => requireTypeFor('container', 3, undefined)).toThrow(refused('Hold type 3 was not found.'));
    expect(() => requireTypeFor('bill_of_lading', 3, { applies_to: 'container' })).toThrow(
      refused('Hold type 3 is not one for bills of lading.'),
    );
  });
});

describe('requireEndable', () => {
  it('returns the hold that is lifted for a time', () => {
    expect(requireEndable(LIFTED)).toBe(7);
  });

  it.each([IN_FORCE, NONE])('refuses one that is in force, or that another request applied', (found) => {
    expect(() => requireEndable(found)).toThrow(
      expect.objectContaining({ status: 409, code: CARGO.hold_in_force }),
    );
  });
});

describe('requireReturned', () => {
  it('returns the hold that came back into force, also for a lift that ends in a moment', () => {
    expect(requireReturned(IN_FORCE, {})).toBe(7);
    expect(requireReturned(IN_FORCE, { lift_until: '2026-11-20T12:00:00.001Z' })).toBe(7);
  });

  it.each([LIFTED, NONE])('refuses a hold that is not in force', (found) => {
    expect(() => requireReturned(found, {})).toThrow(
      expect.objectContaining({ status: 409, code: CARGO.hold_not_in_force }),
    );
  });

  it.each([IN_FORCE, LIFTED, NONE])('refuses a lift until now before anything else', (found) => {
    expect(() => requireReturned(found, { lift_until: '2026-11-20T12:00:00.000Z' })).toThrow(
      expect.objectContaining({ status: 422, code: COMMON.time_over }),
    );
  });
});

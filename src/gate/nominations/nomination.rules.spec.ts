import { Conflict, Refused } from '../../common/errors/errors';
import { MOST_LINKS } from './nomination.entity';
import {
  type LoadedNomination,
  type NamedParty,
  requireRight,
  requireStanding,
  requireTaker,
  type Standing,
} from './nomination.rules';

const party = (id: number): NamedParty => ({ id, type: 'trucking_company', name: `Party ${id}` });
const standing = (from_party_id: number, to_party_id: number, more: Partial<Standing> = {}): Standing => ({
  id: 1,
  number: 'NM1',
  from_party_id,
  to_party_id,
  to_name: `Party ${to_party_id}`,
  depth: 1,
  status: 'active',
  valid_until: null,
  is_wider: false,
  chain: [from_party_id, to_party_id],
  ...more,
});
const loaded = (from: number, more: Partial<LoadedNomination> = {}): LoadedNomination => ({
  subject: { type: 'container', number: 'C1', field: 'container' },
  from: party(from),
  parent: null,
  owners: [1],
  standing: [],
  ...more,
});

describe('the right to nominate', () => {
  it('is that of an owner, who passes nothing on', () => {
    expect(requireRight(loaded(1))).toBeUndefined();
    expect(requireRight(loaded(1, { standing: [standing(7, 2)] }))).toBeUndefined();
  });

  it('is that of whoever holds a nomination, which is passed on', () => {
    const held = standing(1, 2);
    expect(requireRight(loaded(2, { standing: [held] }))).toBe(held);
    expect(requireRight(loaded(2, { standing: [held], parent: 'NM1' }))).toBe(held);
  });

  it('is that of whoever holds the whole bill or booking, for single containers of it, each once', () => {
    const whole = standing(1, 2, { is_wider: true });
    expect(requireRight(loaded(2, { standing: [whole] }))).toBe(whole);
    expect(requireRight(loaded(1, { standing: [whole] }))).toBeUndefined();
    const given = standing(2, 3, { id: 2, number: 'NM2' });
    expect(() => requireRight(loaded(2, { standing: [given, whole] }))).toThrow(Conflict);
  });

  it.each([
    ['container', 'Container C1 is passed on to Party 2: revoke that first.'],
    ['booking', 'Booking C1 is passed on to Party 2: revoke that first.'],
    ['bill_of_lading', 'Bill of lading C1 is passed on to Party 2: revoke that first.'],
  ] as const)('for a %s is given once', (type, sentence) => {
    const subject = { type, number: 'C1', field: type };
    const decide = () => requireRight(loaded(1, { subject, standing: [standing(1, 2)] }));
    expect(decide).toThrow(Conflict);
    expect(decide).toThrow(sentence);
  });

  it.each([
    ['no owner', loaded(5)],
    ['whoever has passed it on', loaded(2, { standing: [standing(1, 2, { status: 'passed_on' })] })],
    ['an owner that names another nomination', loaded(1, { parent: 'NM9', standing: [standing(7, 2)] })],
    ['a holder that names another nomination', loaded(2, { parent: 'NM9', standing: [standing(1, 2)] })],
  ])('is not that of %s', (_who, nomination) => {
    const decide = () => requireRight(nomination);
    expect(decide).toThrow(Refused);
    expect(decide).toThrow(`Party ${nomination.from.id} has no right to collect container 'C1'.`);
  });
});

describe('the taker', () => {
  it('is nobody of the chain', () => {
    const passed = standing(1, 3, { depth: 2, chain: [1, 2, 3] });
    for (const id of [1, 2, 3])
      expect(() => requireTaker(party(id), party(3), passed)).toThrow(
        `Party ${id} is in this chain already.`,
      );
    expect(() => requireTaker(party(4), party(3), passed)).not.toThrow();
    expect(() => requireTaker(party(1), party(1), undefined)).toThrow('Party 1 is in this chain already.');
    expect(() => requireTaker(party(2), party(1), undefined)).not.toThrow();
  });

  it('is the fifth at most', () => {
    const last = (depth: number) => () =>
      requireTaker(party(9), party(8), standing(7, 8, { depth, chain: [7, 8] }));
    expect(last(MOST_LINKS - 1)).not.toThrow();
    expect(last(MOST_LINKS)).toThrow('A right is passed on five times at most.');
  });
});

it.each(['used', 'revoked', 'expired', 'ended'] as const)('a nomination that is %s is over', (status) => {
  expect(() => requireStanding({ number: 'NM1', status })).toThrow(`Nomination NM1 is ${status}.`);
});

it.each(['active', 'passed_on'] as const)('a nomination that is %s stands', (status) => {
  expect(() => requireStanding({ number: 'NM1', status })).not.toThrow();
});

import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import type { Sentence } from '../../common/languages/sentence';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import {
  keptSlot,
  nextFree,
  type NoSlot,
  refusalOfSlot,
  shareUsedIn,
  slotFor,
  type Wanting,
} from './slot-places.rules';
import type { AppointmentSlot } from './slot.view';
import { type Slot, slotKey, type Taken } from './slots';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 30, hour));
const slot: Slot = {
  starts_at: at(8),
  ends_at: at(9),
  capacity: 4,
  purpose: 'any',
  terminal_id: null,
  gate_id: null,
  closed: null,
};
const wanting: Wanting = {
  id: 1,
  starts_at: at(8),
  terminal_id: null,
  gate_id: null,
  company: 5,
  company_name: 'EST',
  share_percent: null,
  purposes: ['pick up'],
};
const taken = (booked: number, of_company = 0, of: Slot = slot): Map<string, Taken> =>
  new Map([[slotKey(of), { booked, of_company }]]);
const NONE = new Map<string, Taken>();
const loaded = (change: Partial<Parameters<typeof slotFor>[0]> = {}) => ({
  wanting,
  begins: [slot],
  taken: NONE,
  now: at(7),
  ...change,
});
const before = (change: Partial<Columns<Appointment>> = {}) =>
  ({
    starts_at: at(8),
    ends_at: at(9),
    slot_purpose: 'any',
    terminal_id: null,
    gate_id: null,
    ...change,
  }) as Columns<Appointment>;

/** The sentence of a refusal behind which no slot is free. */
const said = (none: unknown) => refusalOfSlot(none as NoSlot, []).message;

describe('the choice of a slot', () => {
  it('takes the one that begins then, while it has a place', () => {
    expect(slotFor(loaded())).toBe(slot);
    expect(slotFor(loaded({ taken: taken(3) }))).toBe(slot);
    expect(slotFor(loaded({ taken: taken(4) }))).toMatchObject({ code: 'slot_full' });
  });

  it('finds none where none begins, and none that is over', () => {
    expect(slotFor(loaded({ begins: [] }))).toMatchObject({ code: 'slot_unknown' });
    expect(slotFor(loaded({ now: at(9) }))).toMatchObject({ code: 'slot_over' });
  });

  it('takes an open one beside a closed one, and none when all are closed', () => {
    const closed: Slot = { ...slot, gate_id: 1, capacity: 0, closed: { reason: 'storm' } };
    expect(slotFor(loaded({ begins: [closed, slot] }))).toBe(slot);
    expect(said(slotFor(loaded({ begins: [closed] })))).toBe('The gate is closed then: storm.');
    for (const [reason, sentence] of [
      [null, 'The gate is closed then.'],
      ['A storm.', 'The gate is closed then: A storm.'],
    ] as const)
      expect(said(slotFor(loaded({ begins: [{ ...closed, closed: { reason } }] })))).toBe(sentence);
    const share = { ...wanting, share_percent: 1 };
    expect(
      shareUsedIn(closed, loaded({ wanting: share, begins: [closed], taken: taken(1, 1, closed) })),
    ).toBeUndefined();
  });

  it('takes the one for its purpose, or the one for any at the same place when that is full', () => {
    const own: Slot = { ...slot, purpose: 'pick up' };
    const begins = [slot, own];
    expect(slotFor(loaded({ begins }))).toBe(own);
    expect(slotFor(loaded({ begins, taken: taken(4, 0, own) }))).toBe(slot);
    const mixed = { ...wanting, purposes: ['drop off', 'pick up'] };
    expect(slotFor(loaded({ begins, wanting: mixed }))).toBe(slot);
  });

  it('prefers the present or named place, and guesses none of several others', () => {
    const [south, north] = [
      { ...slot, gate_id: 1 },
      { ...slot, gate_id: 2 },
    ];
    expect(() => slotFor(loaded({ begins: [south, north] }))).toThrow(
      'Several slots begin at 2026-11-30 08:00:',
    );
    expect(slotFor(loaded({ begins: [south, north] }), before({ gate_id: 2 }))).toBe(north);
    expect(slotFor(loaded({ begins: [south, north, slot] }))).toBe(slot);
  });

  it('keeps a slot that begins then and fits', () => {
    expect(keptSlot(wanting, before())).toMatchObject({ starts_at: at(8), purpose: 'any' });
    expect(keptSlot(wanting, before({ starts_at: at(9) }))).toBeUndefined();
    expect(keptSlot(wanting, before({ slot_purpose: 'drop off' }))).toBeUndefined();
    expect(keptSlot({ ...wanting, gate_id: 3 }, before())).toBeUndefined();
    expect(keptSlot(wanting)).toBeUndefined();
  });

  it('gives a company its share of the places, one at least', () => {
    const half = { ...wanting, share_percent: 50 };
    expect(slotFor(loaded({ wanting: half, taken: taken(2, 1) }))).toBe(slot);
    const used = slotFor(loaded({ wanting: half, taken: taken(2, 2) }));
    expect(used).toMatchObject({ code: 'slot_share_used' });
    expect(said(used)).toMatch(
      'The slot of 2026-11-30 08:00 has no more places for EST, whose share is 2; none',
    );
    const one = { ...wanting, share_percent: 1 };
    expect(slotFor(loaded({ wanting: one }))).toBe(slot);
    expect(shareUsedIn(slot, loaded({ wanting: one, taken: taken(1, 1) }))).toMatchObject({
      code: 'slot_share_used',
    });
    expect(shareUsedIn(slot, loaded({ wanting: one, begins: [], taken: taken(1, 1) }))).toBeUndefined();
  });

  it('is refused with the next free ones, five at most', () => {
    const later = [9, 10, 11, 12, 13, 14].map((hour) => ({ ...slot, starts_at: at(hour) }));
    const closed = { ...slot, starts_at: at(9), closed: { reason: null } };
    const free = nextFree([slot, closed, ...later], taken(4), wanting);
    expect(free).toEqual(later.slice(0, 5));
    const half = { ...wanting, share_percent: 50 };
    expect(nextFree([slot], taken(2, 2), half)).toEqual([]);
  });

  it.each<[AppointmentSlot[] | undefined, string]>([
    [
      [{ starts_at: at(10) } as AppointmentSlot],
      'The slot of 2026-11-30 08:00 is full; the next free one begins at 2026-11-30 10:00.',
    ],
    [[], 'The slot of 2026-11-30 08:00 is full; none is free in the 14 days after it.'],
    [undefined, 'The slot of 2026-11-30 08:00 is full; there are too many slots to look for a free one.'],
  ])('says when the next free one begins', (next, sentence) => {
    const full = {
      code: GATE.slot_full,
      says: (told: { next: Sentence }) => SAYS.slot_full({ starts_at: at(8), ...told }),
    };
    const refused = refusalOfSlot(full, next);
    expect(refused).toMatchObject({
      message: sentence,
      errors: { starts_at: [sentence] },
      beside: { next_slots: next ?? [] },
    });
  });
});

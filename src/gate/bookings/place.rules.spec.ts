import type { BookingNow, LineNow, ReleaseNow } from './booking-now';
import { nothingTaken, placeIn, reasonsOfBooking, type Wanting } from './place.rules';

const none = { done: 0, inside: 0 };
const line = (id: number, more: Partial<LineNow> = {}): LineNow => ({
  id,
  number: id,
  container_type_id: 1,
  container_type: 'T1',
  quantity: 1,
  received: none,
  released: none,
  ranks: { 1: 0 },
  ...more,
});
const any = { container_type_id: null, container_type: null, ranks: { 1: 2, 2: 2 } };
const release = (id: number, more: Partial<ReleaseNow> = {}): ReleaseNow => ({
  id,
  number: `R${id}`,
  booking_line_id: null,
  container_type_id: null,
  trucking_company_id: null,
  trucking_company: null,
  valid_from: null,
  valid_until: null,
  is_valid: true,
  left: 1,
  ...more,
});
const booking = (lines: LineNow[], releases: ReleaseNow[] = []): BookingNow => ({
  id: 9,
  number: 'B9',
  quantity: null,
  shipping_line_id: null,
  shipping_line: null,
  voyage_id: null,
  voyage: null,
  cancelled: false,
  departed: false,
  cut_off: null,
  past_cut_off: false,
  lines,
  releases,
});
const full: Wanting = { container_type_id: 1, container_type: 'T1', direction: 'received', counts: true };
const empty: Wanting = { ...full, direction: 'released', company: 7 };

const placeOf = (of: BookingNow, wanting: Wanting, taken = nothingTaken()) => {
  const { line: its, release: by, reason } = placeIn(of, wanting, taken);
  return reason ? [reason.code, String(reason.sentence)] : [its?.id ?? null, by?.number ?? null];
};

describe('the place of a container in its booking', () => {
  it('is the first line of its type with room, then an equal type, then any', () => {
    const equal = line(2, { container_type: 'T2', ranks: { 1: 1 } });
    const lines = [line(1, any), equal, line(3), line(4)];
    const taken = nothingTaken();
    const places = [1, 2, 3, 4].map(() => placeOf(booking(lines), full, taken)[0]);
    expect(places).toEqual([3, 4, 2, 1]);
    expect(placeOf(booking(lines), full, taken)).toEqual([
      'quantity_reached',
      "Booking 'B9': its line of T1 is full (2 of 2).",
    ]);
  });

  it('is none where no line takes the type', () => {
    const other = { ...full, container_type_id: 5, container_type: 'T5' };
    expect(placeOf(booking([line(1)]), other)).toEqual(['no_line', "Booking 'B9' has no line for a T5."]);
  });

  it('counts what was handed over and what is inside, each direction by itself', () => {
    const used = line(1, { quantity: 3, received: { done: 1, inside: 1 }, released: { done: 3, inside: 0 } });
    const taken = nothingTaken();
    expect(placeOf(booking([used]), full, taken)).toEqual([1, null]);
    expect(placeOf(booking([used]), full, taken)[0]).toBe('quantity_reached');
    expect(placeOf(booking([used]), empty)[0]).toBe('quantity_reached');
    expect(placeOf(booking([{ ...used, quantity: null }]), empty)).toEqual([1, null]);
  });

  it('says how it is full for lines of any type, alone and beside others', () => {
    const taken = line(1, { ...any, quantity: 2, received: { done: 2, inside: 0 } });
    expect(placeOf(booking([taken]), full)).toEqual([
      'quantity_reached',
      "Booking 'B9' is for 2 containers, and as many were received or are at the gate.",
    ]);
    const of = booking([taken, line(2, { container_type: 'T5', ranks: {} })]);
    expect(placeOf(of, full)).toEqual(['quantity_reached', "Booking 'B9': its line is full (2 of 2)."]);
  });

  it('is the line that was chosen before while that has room, and the one that is named alone', () => {
    const lines = [line(1), line(2)];
    expect(placeOf(booking(lines), { ...full, kept_line_id: 2 })).toEqual([2, null]);
    const used = [line(1), line(2, { received: { done: 1, inside: 0 } })];
    expect(placeOf(booking(used), { ...full, kept_line_id: 2 })).toEqual([1, null]);
    expect(placeOf(booking(used), { ...full, named_line_id: 2 })[0]).toBe('quantity_reached');
    const other = line(3, { container_type: 'T5', ranks: {} });
    expect(placeOf(booking([...lines, other]), { ...full, named_line_id: 3 })).toEqual([
      'no_line',
      "Line 3 of booking 'B9' is not for a T1.",
    ]);
  });

  it('needs no room for what does not count', () => {
    expect(placeOf(booking([line(1, { quantity: 0 })]), { ...full, counts: false })).toEqual([1, null]);
  });

  it('of an unknown type is the first line with room', () => {
    const unknown = { ...empty, container_type_id: null, container_type: null };
    expect(placeOf(booking([line(1, { quantity: 0 }), line(2)]), unknown)).toEqual([2, null]);
  });
});

describe('releases', () => {
  const lines = [line(1, { quantity: null })];

  it('are asked of empties alone, in their order, once the haulier is known', () => {
    const of = booking(lines, [release(1), release(2)]);
    const taken = nothingTaken();
    expect([1, 2].map(() => placeOf(of, empty, taken)[1])).toEqual(['R1', 'R2']);
    expect(placeOf(of, empty, taken)[0]).toBe('nothing_released');
    expect(placeOf(of, full)).toEqual([1, null]);
    expect(placeOf(of, { ...empty, company: undefined })).toEqual([1, null]);
  });

  it.each([
    ['is over or not open', { is_valid: false }, 'nothing_released'],
    ['has none left', { left: 0 }, 'nothing_released'],
    ['is of another line', { booking_line_id: 2 }, 'nothing_released'],
    ['is of another type', { container_type_id: 2 }, 'nothing_released'],
    ['is for another haulier', { trucking_company_id: 8 }, 'release_other_company'],
  ])('let nothing go by one that %s', (_, more, code) => {
    expect(placeOf(booking(lines, [release(1, more)]), empty)[0]).toBe(code);
  });

  it('go to the haulier that they name, and not to a truck without one', () => {
    const of = booking(lines, [release(1, { trucking_company_id: 7 })]);
    expect(placeOf(of, empty)).toEqual([1, 'R1']);
    expect(placeOf(of, { ...empty, company: null })[0]).toBe('release_other_company');
  });

  it('of the type of a line let go what the line takes as an equal type', () => {
    const of = booking(
      [line(1, { ranks: { 1: 1 }, container_type_id: 2 })],
      [release(1, { container_type_id: 2 })],
    );
    expect(placeOf(of, empty)).toEqual([1, 'R1']);
  });

  it('choose the line that they are of', () => {
    const of = booking([line(1), line(2)], [release(1, { booking_line_id: 2 })]);
    expect(placeOf(of, empty)).toEqual([2, 'R1']);
  });

  it('that are named go before those that end first, and those that were chosen stay though their time is over', () => {
    const of = booking(lines, [release(1), release(2), release(3, { is_valid: false })]);
    expect(placeOf(of, { ...empty, named_release_id: 2 })).toEqual([1, 'R2']);
    expect(placeOf(of, { ...empty, kept_release_id: 3 })).toEqual([1, 'R3']);
  });

  it('tell the nearest to come', () => {
    const [soon, later] = [new Date(Date.now() + 1e6), new Date(Date.now() + 2e6)];
    const coming = [soon, later].map((valid_from, at) => release(at + 1, { is_valid: false, valid_from }));
    const { reason } = placeIn(booking(lines, coming.toReversed()), empty, nothingTaken());
    expect(reason?.sentence).toMatchObject({
      params: { booking: 'B9', release: 'R1', valid_from: soon.toISOString(), left: 1 },
    });
  });
});

describe('the voyage of a booking', () => {
  it('stands against hand-overs, and its cut-off against receptions', () => {
    const of = { ...booking([]), voyage: 'V1', cancelled: true, departed: true, past_cut_off: true };
    const codes = (direction: 'received' | 'released') =>
      reasonsOfBooking(of, direction).map(({ code }) => code);
    expect(codes('received')).toEqual(['voyage_cancelled', 'voyage_departed', 'past_cut_off']);
    expect(codes('released')).toEqual(['voyage_cancelled', 'voyage_departed']);
  });
});

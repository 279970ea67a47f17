import type { BookingNow, LineNow } from '../bookings/booking-now';
import {
  against,
  againstStatuses,
  againstVoyages,
  Handover,
  type LoadedHandovers,
  markedOf,
  refusalOfFirst,
  refusalsOfHandovers,
} from './handover.rules';

const pickUp: Handover = {
  id: 11,
  expected_by: null,
  own_status: 'full',
  on_visit: null,
  terminal_id: null,
  terminal: null,
  purpose_type: 'pick up',
  cargo_type: 'container',
  container_status: 'full',
  container_id: 1,
  container: 'C1',
  here: true,
  is_import: false,
  chassis_id: null,
  chassis: null,
  chassis_at: null,
  chassis_carried: false,
  booking_id: null,
  booking_line_id: null,
  names_line: false,
  booking_release_id: null,
  shipping_line_id: 1,
  shipping_line: 'L1',
  container_type_id: 1,
  container_type: 'T1',
  bill_of_lading: null,
  on_bill: false,
};
const dropOff: Handover = { ...pickUp, purpose_type: 'drop off', here: false, booking_id: 9 };
const line: LineNow = {
  id: 1,
  number: 1,
  container_type_id: null,
  container_type: null,
  quantity: null,
  received: { done: 1, inside: 1 },
  released: { done: 0, inside: 0 },
  ranks: { 1: 2 },
};
const booking: BookingNow = {
  id: 9,
  number: 'B9',
  quantity: null,
  shipping_line_id: null,
  shipping_line: null,
  voyage_id: 5,
  voyage: 'V5',
  cancelled: false,
  departed: false,
  cut_off: null,
  past_cut_off: false,
  lines: [line],
  releases: [],
};

const ofQuantity = (quantity: number | null) => ({ lines: [{ ...line, quantity }] });

const codes = (handovers: Handover[], now: Partial<BookingNow> = {}, validates_bills = false) =>
  against(handovers, new Map([[9, { ...booking, ...now }]]), { validates_bills }).map(
    ({ reason: { code } }) => code,
  );

describe('reasons against a hand-over', () => {
  it('are none for a pick-up that is here and a drop-off that is not', () => {
    expect(codes([pickUp, dropOff])).toEqual([]);
  });

  it('include the place of a container or chassis', () => {
    expect(codes([{ ...pickUp, here: false }])).toEqual(['not_arrived']);
    expect(codes([{ ...dropOff, here: true }])).toEqual(['already_here']);
    const chassis = { chassis_id: 3, chassis: 'H3', chassis_at: 'Other' };
    expect(codes([{ ...pickUp, ...chassis }])).toEqual(['chassis_elsewhere']);
    expect(codes([{ ...pickUp, ...chassis, chassis_at: 'Gate' }])).toEqual([]);
    expect(codes([{ ...pickUp, ...chassis, chassis_at: null }])).toEqual([]);
    expect(codes([{ ...pickUp, ...chassis, chassis_carried: true }])).toEqual([]);
    expect(
      codes([
        { ...pickUp, ...chassis },
        { ...dropOff, ...chassis },
      ]),
    ).toEqual([]);
  });

  it.each([
    [1, ['quantity_reached', 'quantity_reached']],
    [2, ['quantity_reached', 'quantity_reached']],
    [3, ['quantity_reached']],
    [4, []],
    [null, []],
  ])('is the quantity of %s of a booking that two came for, when two more come', (quantity, expected) => {
    expect(codes([dropOff, dropOff], ofQuantity(quantity))).toEqual(expected);
  });

  it('exclude the quantity of the other direction, and of cargo that does not fill a booking', () => {
    const empty = { ...pickUp, booking_id: 9, container_status: 'empty', own_status: 'empty' };
    expect(codes([empty], ofQuantity(1))).toEqual([]);
    expect(codes([empty, empty], ofQuantity(1))).toEqual(['quantity_reached']);
    expect(codes([{ ...dropOff, container_status: 'empty' }], ofQuantity(0))).toEqual([]);
  });

  it('include the voyage of a booking, and the cut-off of an incoming container that is no import', () => {
    const all = { cancelled: true, departed: true, past_cut_off: true };
    expect(codes([dropOff], all)).toEqual(['voyage_cancelled', 'voyage_departed', 'past_cut_off']);
    expect(codes([{ ...dropOff, is_import: true }], all)).toEqual(['voyage_cancelled', 'voyage_departed']);
    expect(codes([{ ...pickUp, booking_id: 9 }], all)).toEqual(['voyage_cancelled', 'voyage_departed']);
  });

  it('name no container past the cut-off when none comes', () => {
    const general: Handover = { ...dropOff, cargo_type: 'general cargo', container: null };
    const late = new Map([[9, { ...booking, voyage: 'V5', past_cut_off: true }]]);
    const [first] = against([general], late, { validates_bills: false });
    expect(String(first?.sentence)).toBe("Voyage 'V5' is past its receiving cut-off.");
  });

  it('include a container whose status differs from that of its pick-up, where both are known', () => {
    expect(codes([{ ...pickUp, own_status: 'empty' }])).toEqual(['container_status_differs']);
    expect(codes([{ ...pickUp, own_status: null }])).toEqual([]);
    expect(codes([{ ...pickUp, container_status: null }])).toEqual([]);
    expect(codes([{ ...dropOff, own_status: 'empty' }])).toEqual([]);
  });

  it('include the voyage that a container to drop off is expected by, unless it is here already', () => {
    const expected = { ...dropOff, expected_by: 'V1' };
    expect(codes([expected])).toEqual(['expected_by_voyage']);
    expect(codes([{ ...expected, here: true }])).toEqual(['already_here']);
  });

  it('include another visit inside that names the container', () => {
    for (const purpose of [pickUp, dropOff])
      expect(codes([{ ...purpose, on_visit: 27 }])).toEqual(['container_on_visit']);
  });

  it('include a container at another terminal where that is refused; where it is marked, the purpose gets the mark', () => {
    const gate = { direction: 'both' as const, id: 4, name: 'In 1', terminal_id: 1, terminal: 'North' };
    const other = { ...pickUp, terminal_id: 2, terminal: 'South' };
    const by = (other_terminal: LoadedHandovers['other_terminal'], change: object = {}): LoadedHandovers => ({
      handovers: [pickUp, other, { ...other, ...dropOff, id: 12 }],
      bookings: new Map(),
      reasons: new Map(),
      refusals: new Map(),
      validates_bills: false,
      replaced: [],
      gate,
      other_terminal,
      ...change,
    });
    const refused = (loaded: LoadedHandovers) => refusalsOfHandovers(loaded).map(({ code }) => code);
    expect([refused(by('refuse')), markedOf(by('refuse'))]).toEqual([['other_terminal'], []]);
    expect([refused(by('mark')), markedOf(by('mark'))]).toEqual([[], [other.id]]);
    expect([refused(by('ignore')), markedOf(by('ignore'))]).toEqual([[], []]);
    expect(refused(by('refuse', { gate: { ...gate, terminal_id: null } }))).toEqual([]);
    expect(refused(by('refuse', { gate: undefined }))).toEqual([]);
  });

  it('include a line or type that differs from the booking, where both are known', () => {
    const other = { shipping_line_id: 2, lines: [{ ...line, container_type_id: 2, ranks: {} }] };
    expect(codes([dropOff], other)).toEqual(['no_line', 'other_shipping_line']);
    expect(codes([{ ...dropOff, shipping_line_id: null, container_type_id: null }], other)).toEqual([]);
  });

  it('include a bill that the container is not on, where bills are validated', () => {
    const named = { ...pickUp, bill_of_lading: 'B1' };
    expect([codes([named]), codes([named], {}, true)]).toEqual([[], ['other_bill']]);
    expect(codes([{ ...named, on_bill: true }], {}, true)).toEqual([]);
  });
});

it('keeps a container that became full or empty with the truck inside, until it is handed over', () => {
  const open = {
    type: 'interchange_out' as const,
    completed: false,
    container_id: 1,
    container_number: 'C1',
    status_asked: 'full',
  };
  const reasons = (change: object, status: string | null = 'empty') =>
    againstStatuses([{ ...open, ...change }], () => status).map(({ reason }) => String(reason.sentence));
  expect(reasons({})).toEqual(["Container 'C1' is empty."]);
  for (const change of [
    { completed: true },
    { type: 'interchange_in' },
    { status_asked: null },
    { container_id: null },
  ])
    expect(reasons(change)).toEqual([]);
  expect(reasons({}, null)).toEqual([]);
});

describe('an empty for a booking', () => {
  const now = { booking_id: 9, voyage: 'V5', cancelled: false, departed: false };
  const empty = (change: object, completed = false) => ({ completed, empty_for: { ...now, ...change } });

  it('stays when the voyage was cancelled or departed meanwhile', () => {
    const interchanges = [empty({}), empty({ departed: true }), empty({ cancelled: true })];
    expect(againstVoyages(interchanges).map(({ reason }) => reason.code)).toEqual([
      'voyage_departed',
      'voyage_cancelled',
    ]);
    const first = refusalOfFirst(againstVoyages(interchanges))!;
    expect({ ...first, sentence: String(first.sentence) }).toEqual({
      code: 'voyage_departed',
      sentence: "Truck Visit was not completed. Voyage 'V5' has departed.",
      records: [{ type: 'voyage', key: 'V5' }],
    });
  });

  it('is checked once, before its hand-over', () => {
    const others = [empty({ cancelled: true }, true), { completed: false, empty_for: null }];
    expect(refusalOfFirst(againstVoyages(others))).toBeUndefined();
  });
});

import { instantAt } from '../../src/common/input/times';
import { Closure, Plan, slotsOf } from '../../src/gate/slots/slots';

const ZONE = 'Europe/Amsterdam';
const plan = (fields: Partial<Plan> = {}): Plan => ({
  terminal_id: null,
  gate_id: null,
  weekday: 7,
  from: '00:00',
  until: '24:00',
  slot_minutes: 60,
  capacity: 2,
  purpose: 'any',
  valid_from: null,
  valid_until: null,
  ...fields,
});

/** The slots of one day in Amsterdam. */
const on = (date: string, plans: Plan[], closures: Closure[] = []) => {
  const start = new Date(`${date}T00:00:00Z`).getTime();
  const slots = slotsOf(
    plans,
    closures,
    ZONE,
    new Date(start - 86_400_000),
    new Date(start + 2 * 86_400_000),
  )!;
  return slots.filter(({ starts_at }) => starts_at.toLocaleDateString('sv-SE', { timeZone: ZONE }) === date);
};

describe('slots', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-11-29', 24],
  ])('of %s are as many as the day has hours', (date, hours) => {
    const slots = on(date, [plan()]);
    expect(slots).toHaveLength(hours);
    slots.forEach(({ starts_at, ends_at }, n) => {
      expect(ends_at.getTime() - starts_at.getTime()).toBe(3_600_000);
      if (n) expect(slots[n - 1]!.ends_at).toEqual(starts_at);
    });
  });

  it('begin by the clock of the zone, and end with the plan', () => {
    const times = (date: string) =>
      on(date, [plan({ from: '08:00', until: '10:15', slot_minutes: 45 })]).map(({ starts_at }) =>
        starts_at.toISOString(),
      );
    expect(times('2026-03-22')).toEqual([
      '2026-03-22T07:00:00.000Z',
      '2026-03-22T07:45:00.000Z',
      '2026-03-22T08:30:00.000Z',
    ]);
    expect(times('2026-03-29')[0]).toBe('2026-03-29T06:00:00.000Z');
  });

  it('add up where time, place and purpose are the same', () => {
    const day = { from: '08:00', until: '09:00' };
    const plans = [plan(day), plan(day), plan({ ...day, gate_id: 1 }), plan({ ...day, purpose: 'pick up' })];
    expect(on('2026-11-29', plans).map(({ capacity }) => capacity)).toEqual([4, 2, 2]);
  });

  it('are those of the weekday, and of the days that the plan is valid on', () => {
    expect(on('2026-11-30', [plan()])).toEqual([]);
    const valid = plan({ valid_from: '2026-11-22', valid_until: '2026-11-29' });
    expect(
      ['2026-11-15', '2026-11-22', '2026-11-29', '2026-12-06'].map((date) => on(date, [valid]).length),
    ).toEqual([0, 24, 24, 0]);
  });

  const closure = (from: string, until: string, reason: string | null): Closure => ({
    from: new Date(`2026-11-29T${from}Z`),
    until: new Date(`2026-11-29T${until}Z`),
    reason,
  });

  it('are closed where a closure touches them, for the reason of the one that begins first', () => {
    const closures = [
      closure('08:30', '10:00', 'Storm'),
      closure('08:40', '08:50', 'Drill'),
      closure('09:30', '10:30', null),
    ];
    const slots = on('2026-11-29', [plan({ from: '08:00', until: '13:00' })], closures);
    expect(
      slots.map(({ starts_at, capacity, closed }) => [
        starts_at.toISOString().slice(11, 16),
        capacity,
        closed,
      ]),
    ).toEqual([
      ['07:00', 2, null],
      ['08:00', 0, { reason: 'Storm' }],
      ['09:00', 0, { reason: 'Storm' }],
      ['10:00', 0, { reason: null }],
      ['11:00', 2, null],
    ]);
  });

  it('are open when one that begins with them and ends sooner is open', () => {
    const [short, long] = [
      plan({ from: '08:00', until: '09:00' }),
      plan({ from: '08:00', until: '10:00', slot_minutes: 120, capacity: 3 }),
    ];
    const closures = [closure('08:30', '08:45', 'Storm')];
    for (const plans of [
      [short, long],
      [long, short],
    ])
      expect(on('2026-11-29', plans, closures)).toMatchObject([
        { capacity: 2, ends_at: new Date('2026-11-29T08:00:00Z'), closed: null },
      ]);
    const [closed] = on('2026-11-29', [short, long], [closure('07:30', '08:45', 'Storm')]);
    expect(closed).toMatchObject({ capacity: 0, ends_at: new Date('2026-11-29T09:00:00Z') });
  });

  it('are those that begin in the span, from wherever in the day', () => {
    const plans = [plan({ from: '08:00', until: '12:00', slot_minutes: 45 })];
    const begun = (from: string, until: string) =>
      slotsOf(plans, [], ZONE, new Date(`2026-11-29T${from}Z`), new Date(`2026-11-29T${until}Z`))!.map(
        ({ starts_at }) => starts_at.toISOString().slice(11, 16),
      );
    expect(begun('07:45', '09:15')).toEqual(['07:45', '08:30']);
    expect(begun('07:46', '09:16')).toEqual(['08:30', '09:15']);
    expect(begun('10:16', '23:00')).toEqual([]);
    expect(begun('00:00', '07:00')).toEqual([]);
  });

  it('are closed where one of many closures touches them', () => {
    const minute = (n: number) => new Date(Date.parse('2026-11-29T07:00:00Z') + n * 60_000);
    const closures = Array.from({ length: 30 }, (_, n) => ({
      from: minute(4 * n),
      until: minute(4 * n + 1),
      reason: null,
    }));
    const plans = [plan({ from: '08:00', until: '10:00', slot_minutes: 1 })];
    const slots = on('2026-11-29', plans, closures).flatMap(({ starts_at, closed }) =>
      closed ? [] : starts_at.getTime(),
    );
    const open = Array.from({ length: 120 }, (_, n) => n).filter((n) => n % 4);
    expect(slots).toEqual(open.map((n) => minute(n).getTime()));
  });

  it('are not computed where they would be more than 50,000', () => {
    const made = (many: number) =>
      slotsOf(
        Array.from({ length: many }, () => plan({ slot_minutes: 1 })),
        [closure('08:00', '20:00', null)],
        ZONE,
        new Date('2026-11-28T23:00:00Z'),
        new Date('2026-11-29T23:00:00Z'),
      );
    expect(made(34)).toHaveLength(1440);
    expect(made(35)).toBeUndefined();
  });

  it.each([
    ['Europe/Amsterdam', '2026-03-29'],
    ['Europe/Amsterdam', '2026-10-25'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Africa/Cairo', '2026-04-24'],
    ['America/Havana', '2026-11-01'],
    ['Asia/Kathmandu', '2026-11-29'],
  ])('begin in %s on %s when the clock shows each minute', (zone, date) => {
    const clock = (minute: number) => instantAt(date, minute, zone);
    const text = (minute: number) =>
      [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
    const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
    const weekday = new Date(date).getUTCDay() || 7;
    const day = { weekday, slot_minutes: 1, valid_from: date, valid_until: date };
    for (const minute of minutes.filter((each) => each % 60 < 2 || each % 60 > 57)) {
      const plans = [plan({ ...day, from: text(minute), until: text(minute + 1) })];
      const span = [new Date(clock(0).getTime() - 86_400_000), new Date(clock(1440).getTime() + 1)] as const;
      const many = Math.floor((clock(minute + 1).getTime() - clock(minute).getTime()) / 60_000);
      expect(slotsOf(plans, [], zone, ...span)!.map(({ starts_at }) => starts_at)).toEqual(
        Array.from({ length: Math.max(0, many) }, (_, n) => new Date(clock(minute).getTime() + n * 60_000)),
      );
    }
  });
});

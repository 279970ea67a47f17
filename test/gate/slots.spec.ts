import { Plan, slotsOf } from '../../src/gate/slots/slots';

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
const on = (date: string, plans: Plan[], closures: { from: Date; until: Date }[] = []) => {
  const start = new Date(`${date}T00:00:00Z`).getTime();
  const slots = slotsOf(
    plans,
    closures,
    ZONE,
    new Date(start - 86_400_000),
    new Date(start + 2 * 86_400_000),
  );
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

  it('are none where a closure touches them', () => {
    const closure = { from: new Date('2026-11-29T08:30:00Z'), until: new Date('2026-11-29T10:00:00Z') };
    const slots = on('2026-11-29', [plan({ from: '08:00', until: '12:00' })], [closure]);
    expect(slots.map(({ starts_at }) => starts_at.toISOString())).toEqual([
      '2026-11-29T07:00:00.000Z',
      '2026-11-29T10:00:00.000Z',
    ]);
  });
});

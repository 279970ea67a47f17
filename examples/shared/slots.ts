import { inputOf, type Answer, type Wharfinger } from '@wharfinger/client';
import { arrows, byId, empty, h, joined, show } from './dom';
import { clockOf, dayIn, HOUR } from './format';

type Slot = Answer<'listAppointmentSlots'>['appointment_slots'][number];

const placeOf = ({ gate, terminal }: Slot) => gate?.name ?? terminal?.name ?? '';
/** What is sent of a slot, which also tells it apart. */
const valueOf = ({ starts_at, gate, terminal }: Slot) =>
  `${new URLSearchParams({ starts_at, gate: gate?.name ?? '', terminal: terminal?.name ?? '' })}`;

/**
 * The slots of the week as a grid: a column for a day, a row for an hour, and in each field how many places are free. The
 * arrow keys go through it. One that is pressed once more is no longer chosen.
 */
export class Slots {
  private slots: Slot[] = [];
  private place = '';
  private readonly chosen = byId<HTMLInputElement>('slot');

  constructor(
    private readonly api: Wharfinger,
    private readonly zone: string,
  ) {}

  /** What is sent of the slot that is chosen; nothing where none is. */
  get sent(): [string, string][] {
    return [...new URLSearchParams(this.chosen.value)];
  }

  /** Reads the slots for what a truck comes to do; one that is still free stays chosen. */
  async read(purpose: string): Promise<void> {
    const asked = inputOf<'listAppointmentSlots'>(new Map([['purpose', purpose]]));
    this.slots = (await this.api.appointmentSlots.list(asked)).appointment_slots;
    const isFree = this.slots.some((slot) => slot.available > 0 && valueOf(slot) === this.chosen.value);
    this.choose(isFree ? this.chosen.value : '');
  }

  private choose(value: string): void {
    this.chosen.value = value;
    const slot = this.slots.find((each) => valueOf(each) === value);
    const full = clockOf(this.zone, { weekday: 'short', day: 'numeric', month: 'short', ...HOUR });
    show(
      'chosen',
      slot ? full(slot.starts_at) : 'No time is chosen: it is a pre-advice.',
      slot && ` ${placeOf(slot)}`,
    );
    byId('expected').hidden = Boolean(slot);
    this.draw();
  }

  private draw(): void {
    const places = [...new Set(this.slots.map(placeOf))];
    if (!places.includes(this.place)) this.place = places[0] ?? '';
    const shown = this.slots.filter((slot) => placeOf(slot) === this.place);
    if (!shown.length)
      return show('slots', empty('No times are offered in the next seven days. Announce it without.'));
    const hour = clockOf(this.zone, HOUR);
    const days = [...new Set(shown.map(({ starts_at }) => dayIn(this.zone, starts_at)))];
    const at = new Map(
      shown.map((slot) => [`${dayIn(this.zone, slot.starts_at)} ${hour(slot.starts_at)!.textContent}`, slot]),
    );
    const hours = [...new Set(shown.map(({ starts_at }) => hour(starts_at)!.textContent))].sort();
    const { lang } = document.documentElement;
    const weekday = new Intl.DateTimeFormat(lang, { timeZone: 'UTC', weekday: 'short', day: 'numeric' });
    const heads = days.map((date) => h('th', { scope: 'col' }, weekday.format(new Date(date))));
    const rows = hours.map((time) => {
      const cells = days.map((date) =>
        h('td', {}, this.field(at.get(`${date} ${time}`), weekday.format(new Date(date)), time)),
      );
      return h('tr', {}, h('th', { scope: 'row' }, time), ...cells);
    });
    const head = h('thead', {}, h('tr', {}, h('td'), ...heads));
    const grid = h(
      'table',
      { class: 'slots', 'aria-labelledby': 'slots-title' },
      head,
      h('tbody', {}, ...rows),
    );
    arrows(grid, 'button:not(:disabled)');
    const choice = h('select', { id: 'place' });
    choice.addEventListener('change', () => {
      this.place = choice.value;
      this.draw();
    });
    choice.append(...places.map((place) => h('option', { value: place }, place || 'Anywhere')));
    choice.value = this.place;
    show('slots', places.length > 1 && h('label', { class: 'place' }, 'Where', choice), grid);
  }

  private field(slot: Slot | undefined, date: string, time: string): HTMLElement | null {
    if (!slot) return null;
    const value = valueOf(slot);
    const isChosen = value === this.chosen.value;
    const free = slot.closed ? 'closed' : slot.available > 0 ? `${slot.available}` : 'full';
    return h(
      'button',
      {
        type: 'button',
        id: `slot-${value}`,
        'aria-pressed': `${isChosen}`,
        'aria-label': joined(`${free}${slot.available > 0 ? ' free' : ''}`, date, time),
        disabled: slot.available > 0 ? undefined : '',
        onclick: () => this.choose(isChosen ? '' : value),
      },
      free,
    );
  }
}

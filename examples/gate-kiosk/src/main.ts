import { inputOf, type EventPattern } from '@wharfinger/client';
import { byId, empty, h, joined, show } from '../../shared/dom';
import { clockOf, dayIn, HOUR, SHORT } from '../../shared/format';
import { attempt, button, keepReading, onSubmit, say, signIn } from '../../shared/page';
import '../../shared/style.css';
import { announcementsOf, type Announcement } from './announcements';
import { Inside } from './inside';
import './style.css';

/** Events after which it is read again who is inside and who is expected. */
const types: EventPattern[] = ['truck_visit.*', 'interchange.*', 'appointment.*'];

/** A gate desk: lets trucks in that are announced, or not; says what holds their containers, and lets them out. */
signIn('Gate kiosk', async (api, { organization }) => {
  // by the clock of the terminal, wherever the browser stands
  const zone = organization.time_zone;
  const [at, hour] = [clockOf(zone, SHORT), clockOf(zone, HOUR)];
  const asked = byId<HTMLInputElement>('asked');
  const gate = byId<HTMLSelectElement>('gate');
  const inside = new Inside(api, hour);

  /** Lets a truck in by what it was announced with, or by its plate alone. */
  async function letIn(truck: string, body: Parameters<typeof api.truckVisits.create>[0]): Promise<void> {
    const { truck_visit } = await api.truckVisits.create(body);
    show('found');
    asked.value = '';
    await read();
    say(`${truck} is in.`);
    if (!('appointment_number' in body) && !('pre_advice_number' in body)) inside.add(truck_visit.id, truck);
  }

  /** What a truck is announced for, with what keeps its containers, and the button that lets it in. */
  function announced({ kind, number, truck, driver, time, status, purposes }: Announcement): HTMLElement {
    const plate = h('input', {
      'aria-label': 'License plate',
      placeholder: 'License plate',
      autocomplete: 'off',
    });
    const open = () => {
      const body = kind === 'Appointment' ? { appointment_number: number } : { pre_advice_number: number };
      const named = truck ?? plate.value.trim();
      return letIn(named || number, {
        gate: gate.value,
        ...body,
        ...(truck || !named ? {} : { truck: named }),
      });
    };
    const lines = purposes.map(({ words, against }) =>
      h('li', {}, words, against ? h('mark', {}, ` ${against}`) : ''),
    );
    return h(
      'article',
      {},
      h('h3', {}, joined(truck ?? 'Any truck', driver)),
      h('p', { class: 'soft' }, `${kind} ${number}`, time && ', expected ', at(time)),
      h('ul', {}, ...lines),
      status && h('p', { class: 'wrong' }, status),
      !status && !truck && plate,
      !status && button('Let in', open, { class: 'first' }),
    );
  }

  onSubmit(byId<HTMLFormElement>('look-up'), async () => {
    show('found');
    const word = asked.value.trim();
    const { announcements, truck } = await announcementsOf(api, word);
    const plate = truck ?? '';
    const alone = h(
      'article',
      {},
      h('h3', {}, plate),
      h('p', { class: 'soft' }, announcements.length ? 'For something else.' : 'Nobody has announced it.'),
      button(
        'Let in unannounced',
        () => letIn(plate, { gate: gate.value, truck: plate }),
        announcements.length ? {} : { class: 'first' },
      ),
    );
    show('found', ...announcements.map(announced), truck && alone);
    if (!announcements.length && !truck) say(`No appointment, pre-advice or truck is called ${word}.`, true);
  });

  onSubmit(byId<HTMLFormElement>('add'), async (sent) => {
    await api.visitInterchanges.create(inside.adding!, inputOf<'createVisitInterchange'>(sent));
    byId<HTMLDialogElement>('cargo').close();
    await inside.read();
    say('It is added.');
  });
  byId('close').addEventListener('click', () => byId<HTMLDialogElement>('cargo').close());

  /** Who has an appointment today and is still to come. */
  async function showExpected(): Promise<void> {
    const today = dayIn(zone);
    const filter = { expected_from: today, expected_until: today, status: 'booked', per: 100 } as const;
    const { appointments } = await api.appointments.list(filter);
    const rows = appointments
      .map(({ number, truck, starts_at, expected_at }) => ({ number, truck, time: starts_at ?? expected_at }))
      .sort((a, b) => (a.time ?? '').localeCompare(b.time ?? ''))
      .map(({ number, truck, time }) => {
        const choose = () => {
          asked.value = number;
          asked.form!.requestSubmit();
        };
        const words = joined(truck?.license_plate ?? 'Any truck', number);
        return h(
          'li',
          {},
          h('span', { class: 'time' }, hour(time)),
          h('button', { id: `expected-${number}`, class: 'link', onclick: choose }, words),
        );
      });
    show('expected', rows.length ? h('ul', {}, ...rows) : empty('Nobody else has an appointment today.'));
  }
  const read = () => Promise.all([inside.read(), showExpected()]);

  await attempt(async () => {
    for await (const { name } of api.gates.list({ per: 100 })) gate.append(h('option', {}, name));
  });
  asked.focus();
  await keepReading(api, types, read);
});

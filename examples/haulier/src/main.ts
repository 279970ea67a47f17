import { inputOf } from '@wharfinger/client';
import { clockOf, dayIn, h, joined, mark, show, table } from '../../shared/dom';
import { attempt, onSubmit, say, signIn } from '../../shared/page';
import '../../shared/style.css';

signIn("Haulier's portal", async (api, { organization: { time_zone } }) => {
  const at = clockOf(time_zone);
  const form = (id: string) => document.forms.namedItem(id)!;
  const slot = document.querySelector<HTMLSelectElement>('#slot')!;
  const day = document.querySelector<HTMLInputElement>('#day')!;
  day.value = dayIn(time_zone);

  /** Offers the free slots, each with its place; one that is still free stays chosen. */
  async function offer(): Promise<void> {
    const asked = inputOf<'listAppointmentSlots'>(new FormData(form('slots')));
    const { appointment_slots } = await api.appointmentSlots.list(asked);
    const chosen = slot.value;
    const free = appointment_slots.filter(({ available }) => available > 0);
    const options = free.map(({ starts_at, gate, terminal, available }) => {
      const place = { gate: gate?.name ?? '', terminal: terminal?.name ?? '' };
      const value = `${new URLSearchParams({ starts_at, ...place })}`;
      return h('option', { value }, at(starts_at), ` ${place.gate || place.terminal} (${available} free)`);
    });
    show('slot', ...options);
    slot.value = chosen;
  }
  async function showMine(): Promise<void> {
    const asked = { ...inputOf<'listAppointments'>(new FormData(form('mine'))), expected_until: day.value };
    const { appointments } = await api.appointments.list({ ...asked, per: 100 });
    const list = table(`Appointments of ${day.value}`, appointments, {
      Number: ({ number }) => number,
      Time: ({ starts_at, expected_at }) => at(starts_at ?? expected_at),
      Truck: ({ truck }) => truck?.license_plate,
      For: ({ purposes }) => joined(...purposes.map(({ purpose_type, cargo }) => `${purpose_type} ${cargo}`)),
      Status: ({ status }) => status.replace('_', ' '),
      Action: ({ status, number }) =>
        status === 'booked' && h('button', { onclick: () => attempt(() => cancel(number)) }, 'Cancel'),
    });
    show('appointments', list);
  }
  async function cancel(number: string): Promise<void> {
    const reason = prompt(`Why is ${number} cancelled?`);
    if (reason) await api.appointments.cancel(number, { reason });
  }

  onSubmit(form('free'), async (sent) => {
    const container_numbers = String(sent.get('container_numbers')).match(/[^\s,;]+/g) ?? [];
    const { availabilities } = await api.availability.list({ container_numbers });
    const answers = table('Containers', availabilities, {
      Container: ({ container }) => container.number,
      Free: ({ reasons }) => mark(reasons.map(({ sentence }) => sentence).join(' ')) || 'yes',
      Place: ({ location }) => location?.name,
      'Last free day': ({ last_free_day }) => last_free_day,
    });
    show('answers', answers);
  });
  onSubmit(form('book'), async (sent) => {
    const asked = inputOf<'createAppointment'>(new Map([...sent, ...new URLSearchParams(slot.value)]));
    const { appointment } = await api.appointments.create(asked);
    day.value = dayIn(time_zone, appointment.starts_at);
    say(`Booked: the driver says ${appointment.number} at the gate.`);
    await showMine();
  });
  onSubmit(form('announce'), async (sent) => {
    const { advice_number } = await api.preAdvices.create(inputOf<'createPreAdvice'>(sent));
    say(`Announced: the driver says ${advice_number} at the gate.`);
  });
  onSubmit(form('mine'), showMine);
  form('slots').addEventListener('change', () => attempt(offer, form('slots')));

  for await (const _ of api.events.changes({ types: ['appointment.*', 'appointment_closure.*'] }))
    await attempt(() => Promise.all([offer(), showMine()]));
});

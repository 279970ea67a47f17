import { inputOf, type EventPattern } from '@wharfinger/client';
import { clockOf, dayIn, h, joined, mark, show, table } from '../../shared/dom';
import { attempt, onSubmit, say, type Open } from '../../shared/page';
import '../../shared/style.css';
import { signInAtProvider } from './sign-in';

/** Events after which the lists are read again. */
const containers = ['container.*', 'container_stay.*', 'container_hold.*'] as const;
const types: EventPattern[] = ['pre_advice.*', 'appointment.*', 'truck_visit.*', ...containers];

type Purpose = { purpose_type: string; cargo: string | null; booking: string | null };
const purposesOf = (purposes: Purpose[]) =>
  joined(...purposes.map(({ purpose_type, cargo, booking }) => `${purpose_type} ${cargo ?? booking ?? ''}`));

const open: Open = async (api, { organization, parties }) => {
  const at = clockOf(organization.time_zone);
  const form = (id: string) => document.forms.namedItem(id)!;
  const slot = document.querySelector<HTMLSelectElement>('#slot')!;
  const purpose = document.querySelector<HTMLSelectElement>('#purpose')!;
  for (const company of document.querySelectorAll('select.company'))
    company.append(...parties.map(({ key, name }) => h('option', { value: key }, name)));

  async function showContainers(): Promise<void> {
    const { container_stays } = await api.containerStays.list({ status: ['here', 'announced'], per: 100 });
    const container_numbers = container_stays.map(({ container }) => container.number);
    const asked = container_numbers.length ? await api.availability.list({ container_numbers }) : undefined;
    const list = table('Here or expected', asked?.availabilities ?? [], {
      Container: ({ container }) => container.number,
      'Free to collect': ({ reasons }) => mark(reasons.map(({ sentence }) => sentence).join(' ')) || 'yes',
      Place: ({ location }) => location?.name,
      Announced: ({ announced }) =>
        joined(announced?.pre_advice?.advice_number, announced?.appointment?.number),
    });
    show('containers', list);
  }

  async function showAnnouncements(): Promise<void> {
    const [{ pre_advices }, { appointments }] = await Promise.all([
      api.preAdvices.list({ used: false, per: 100 }),
      api.appointments.list({ expected_from: dayIn(organization.time_zone), per: 100 }),
    ]);
    const advices = table('Pre-advices', pre_advices, {
      Number: ({ advice_number }) => advice_number,
      Expected: ({ expected_at }) => at(expected_at),
      Truck: ({ truck }) => truck,
      For: ({ purposes }) => purposesOf(purposes),
      Action: ({ advice_number }) => button('Withdraw', () => api.preAdvices.remove(advice_number)),
    });
    const booked = table('Appointments from today on', appointments, {
      Number: ({ number }) => number,
      Time: ({ starts_at, expected_at }) => at(starts_at ?? expected_at),
      Truck: ({ truck }) => truck?.license_plate,
      For: ({ purposes }) => purposesOf(purposes),
      Status: ({ status }) => status.replace('_', ' '),
      Action: ({ number, status }) => status === 'booked' && button('Cancel', () => cancel(number)),
    });
    show('announcements', advices, booked);
  }
  async function cancel(number: string): Promise<void> {
    const reason = prompt(`Why is ${number} cancelled?`);
    if (reason) await api.appointments.cancel(number, { reason });
  }
  const button = (word: string, work: () => Promise<unknown>) =>
    h('button', { onclick: () => attempt(() => work().then(refresh)) }, word);

  /** Offers the free slots, each with its place; one that is still free stays chosen. */
  async function offer(): Promise<void> {
    const asked = inputOf<'listAppointmentSlots'>(new Map([['purpose', purpose.value]]));
    const { appointment_slots } = await api.appointmentSlots.list(asked);
    const free = appointment_slots.filter(({ available }) => available > 0);
    const options = free.map(({ starts_at, gate, terminal }) => {
      const place = { gate: gate?.name ?? '', terminal: terminal?.name ?? '' };
      const value = `${new URLSearchParams({ starts_at, ...place })}`;
      return h('option', { value }, at(starts_at), ` ${place.gate || place.terminal}`);
    });
    const chosen = slot.value;
    show('slot', h('option', { value: '' }, 'none, a pre-advice'), ...options);
    slot.value = options.some(({ value }) => value === chosen) ? chosen : '';
  }

  async function showFleet(): Promise<void> {
    const [{ trucks }, { truck_drivers }] = await Promise.all([
      api.trucks.list({ active: true, per: 100 }),
      api.truckDrivers.list({ per: 100 }),
    ]);
    const plates = table('Trucks', trucks, {
      Truck: ({ license_plate }) => license_plate,
      Make: ({ make, model }) => joined(make, model),
    });
    const licenses = table('Drivers', truck_drivers, {
      Driver: ({ fullname }) => fullname,
      License: ({ license_number }) => license_number,
    });
    show('fleet', plates, licenses);
    show('truck', ...trucks.map(({ license_plate }) => h('option', {}, license_plate)));
    const drivers = truck_drivers.map(({ license_number, fullname }) =>
      h('option', { value: license_number }, fullname ?? license_number),
    );
    show('driver', h('option', { value: '' }, 'not known yet'), ...drivers);
  }
  const readLists = () => Promise.all([showContainers(), showAnnouncements()]);
  const refresh = () => Promise.all([readLists(), offer()]);

  purpose.addEventListener('change', () => attempt(offer));
  onSubmit(form('announce'), async (sent) => {
    const asked = new Map([...sent, ...new URLSearchParams(slot.value)]);
    const number = slot.value
      ? (await api.appointments.create(inputOf<'createAppointment'>(asked))).appointment.number
      : (await api.preAdvices.create(inputOf<'createPreAdvice'>(asked))).advice_number;
    say(`Announced: the driver says ${number} at the gate.`);
    await refresh();
  });
  onSubmit(form('add-truck'), async (sent) => {
    const { truck } = await api.trucks.create(inputOf<'createTruck'>(sent));
    say(`${truck.license_plate} is added.`);
    await showFleet();
  });
  onSubmit(form('add-driver'), async (sent) => {
    const { truck_driver } = await api.truckDrivers.create(inputOf<'createTruckDriver'>(sent));
    say(`${truck_driver.fullname ?? truck_driver.license_number} is added.`);
    await showFleet();
  });

  await Promise.all([offer(), showFleet()]);
  // the first time it is open, and whenever something comes, or might have been missed
  for await (const _ of api.events.changes({ types })) await attempt(readLists);
};

void attempt(() => signInAtProvider("Haulier's portal", open));

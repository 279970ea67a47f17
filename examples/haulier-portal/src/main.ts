import { inputOf, type EventPattern, type Wharfinger } from '@wharfinger/client';
import { badge, byId, h, joined, show, table } from '../../shared/dom';
import { clockOf, dayIn } from '../../shared/format';
import { attempt, button, keepReading, onSubmit, say, type Open } from '../../shared/page';
import { Slots } from '../../shared/slots';
import '../../shared/slots.css';
import '../../shared/style.css';
import { collect, type Chosen } from './collect';
import { papers } from './papers';
import { signInAtProvider, tokenOf } from './sign-in';
import './style.css';

/** Events after which the lists are read again. */
const containers = ['container.*', 'container_stay.*', 'container_hold.*', 'invoice.*'] as const;
const types: EventPattern[] = ['pre_advice.*', 'appointment.*', 'truck_visit.*', ...containers];

type Purpose = { purpose_type: string; cargo: string | null; booking: string | null };
const purposesOf = (purposes: Purpose[]) =>
  joined(...purposes.map(({ purpose_type, cargo, booking }) => `${purpose_type} ${cargo ?? booking ?? ''}`));

const open: Open = async (api, { organization, parties }) => {
  const zone = organization.time_zone;
  const announce = byId<HTMLFormElement>('announce');
  const field = (path: string) => announce.querySelector<HTMLInputElement>(`[name="purposes.0.${path}"]`)!;
  const purpose = byId<HTMLSelectElement>('purpose');
  const slots = new Slots(api, zone);
  for (const company of document.querySelectorAll('select.company'))
    company.append(...parties.map(({ key, name }) => h('option', { value: key }, name)));

  /** Begins to book what was asked for: what is to be named with it has to be filled in. */
  function book({ container_number, needs }: Chosen): void {
    purpose.value = 'pick up';
    field('cargo.container_number').value = container_number;
    for (const need of ['bill_of_lading', 'booking']) {
      field(need).value = '';
      // of several one is enough, and the service says which
      field(need).required = needs.length === 1 && needs[0] === need;
    }
    purpose.dispatchEvent(new Event('change'));
    byId('book').scrollIntoView();
    const first = needs[0] ? field(needs[0]) : announce.querySelector<HTMLElement>('.slots [tabindex="0"]');
    (first ?? field('cargo.container_number')).focus();
  }

  const readCollect = collect(api, zone, book);
  const readPapers = papers(api, zone, tokenOf);
  const readLists = (): Promise<unknown> =>
    Promise.all([readCollect(), readAnnounced(api, zone, refresh), readPapers()]);
  const refresh = (): Promise<unknown> => Promise.all([readLists(), slots.read(purpose.value)]);

  purpose.addEventListener('change', () => {
    for (const each of announce.querySelectorAll<HTMLElement>('.brings'))
      each.hidden = purpose.value === 'pick up';
    void attempt(() => slots.read(purpose.value));
  });
  onSubmit(announce, async (sent) => {
    if (slots.sent.length) sent.delete('expected_at');
    const asked = new Map([...sent, ...slots.sent]);
    const book = async () =>
      (await api.appointments.create(inputOf<'createAppointment'>(asked))).appointment.number;
    const advise = async () => (await api.preAdvices.create(inputOf<'createPreAdvice'>(asked))).advice_number;
    // who is refused is shown what is free now
    const number = await (slots.sent.length ? book() : advise()).catch(async (error: unknown) => {
      await slots.read(purpose.value);
      throw error;
    });
    say(`Announced: the driver says ${number} at the gate.`);
    await refresh();
  });
  onSubmit(byId<HTMLFormElement>('add-truck'), async (sent) => {
    const { truck } = await api.trucks.create(inputOf<'createTruck'>(sent));
    say(`${truck.license_plate} is added.`);
    await readFleet(api);
  });
  onSubmit(byId<HTMLFormElement>('add-driver'), async (sent) => {
    const { truck_driver } = await api.truckDrivers.create(inputOf<'createTruckDriver'>(sent));
    say(`${truck_driver.fullname ?? truck_driver.license_number} is added.`);
    await readFleet(api);
  });

  purpose.dispatchEvent(new Event('change'));
  await readFleet(api);
  await keepReading(api, types, readLists);
};

/** Pre-advices that are to be used, and appointments from today on, with the button that takes each back. */
async function readAnnounced(api: Wharfinger, zone: string, refresh: () => Promise<unknown>): Promise<void> {
  const at = clockOf(zone);
  const [{ pre_advices }, { appointments }] = await Promise.all([
    api.preAdvices.list({ used: false, per: 100 }),
    api.appointments.list({ expected_from: dayIn(zone), per: 100 }),
  ]);
  const back = (word: string, number: string, work: () => Promise<unknown>) =>
    button(word, () => work().then(refresh), { 'aria-label': `${word} ${number}` });
  const cancel = async (number: string) => {
    const reason = prompt(`Why is ${number} cancelled?`);
    if (reason) await api.appointments.cancel(number, { reason });
  };
  const booked = table(
    'Appointments from today on',
    appointments,
    {
      Number: ({ number }) => number,
      Time: ({ starts_at, expected_at }) => at(starts_at ?? expected_at),
      Truck: ({ truck }) => truck?.license_plate,
      For: ({ purposes }) => purposesOf(purposes),
      Status: ({ status }) => badge(status.replace('_', ' '), status === 'booked' ? 'good' : ''),
      ' Action': ({ number, status }) => status === 'booked' && back('Cancel', number, () => cancel(number)),
    },
    'You have no appointment from today on. Choose a time above.',
  );
  const advices = table(
    'Pre-advices',
    pre_advices,
    {
      Number: ({ advice_number }) => advice_number,
      Expected: ({ expected_at }) => at(expected_at),
      Truck: ({ truck }) => truck,
      For: ({ purposes }) => purposesOf(purposes),
      ' Action': ({ advice_number }) =>
        back('Withdraw', advice_number, () => api.preAdvices.remove(advice_number)),
    },
    'No pre-advice waits for its truck.',
  );
  show('announcements', booked, advices);
}

/** Trucks and drivers, also as what a form offers. */
async function readFleet(api: Wharfinger): Promise<void> {
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
  show('fleets', plates, licenses);
  show('truck', ...trucks.map(({ license_plate }) => h('option', {}, license_plate)));
  const drivers = truck_drivers.map(({ license_number, fullname }) =>
    h('option', { value: license_number }, fullname ?? license_number),
  );
  show('driver', h('option', { value: '' }, 'not known yet'), ...drivers);
}

void attempt(() => signInAtProvider("Haulier's portal", open));

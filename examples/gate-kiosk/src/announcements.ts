import type { Answer, Wharfinger } from '@wharfinger/client';
import { found } from '../../shared/page';

type Appointment = Answer<'showAppointment'>['appointment'];
type PreAdvice = Answer<'showPreAdvice'>;
type Purpose = Appointment['purposes'][number];

/** What a truck was announced with, by an appointment or a pre-advice. */
export interface Announcement {
  kind: 'Appointment' | 'Pre-advice';
  number: string;
  truck: string | null;
  driver: string | null;
  time: string | null;
  /** Why it lets nobody in (any more); null where it does. */
  status: string | null;
  purposes: { words: string; against: string }[];
}

/** What goes by a word: an appointment or a pre-advice of that number, else what the truck with that plate is announced with. */
export async function announcementsOf(
  api: Wharfinger,
  word: string,
): Promise<{ announcements: Announcement[]; truck: string | null }> {
  const [named, advice, truck] = await Promise.all([
    api.appointments.list({ number: word }),
    found(api.preAdvices.show(word)),
    found(api.trucks.show(word)),
  ]);
  const plate = truck?.truck.license_plate ?? null;
  if (!plate)
    return { announcements: await known(api, named.appointments, advice ? [advice] : []), truck: null };
  const [{ appointments }, { pre_advices }] = await Promise.all([
    api.appointments.list({ truck: plate, status: 'booked', per: 20 }),
    api.preAdvices.list({ truck: plate, used: false, per: 20 }),
  ]);
  return { announcements: await known(api, appointments, pre_advices), truck: plate };
}

async function known(api: Wharfinger, booked: Appointment[], advices: PreAdvice[]): Promise<Announcement[]> {
  const fetched = [...booked, ...advices]
    .flatMap(({ purposes }) => purposes)
    .flatMap(({ purpose_type, cargo }) => (purpose_type === 'pick up' && cargo ? [cargo] : []));
  // whether containers may leave is asked for all of them at once
  const container_numbers = [...new Set(fetched)];
  const asked = container_numbers.length ? await api.availability.list({ container_numbers }) : null;
  const against = new Map(
    asked?.availabilities.map(({ container, reasons }) => [
      container.number,
      reasons.map(({ sentence }) => sentence),
    ]),
  );
  const purposesOf = (purposes: Purpose[]) =>
    purposes.map(({ purpose_type, cargo, booking }) => ({
      words: `${purpose_type === 'pick up' ? 'fetches' : 'brings'} ${cargo ?? (booking ? `a container of ${booking}` : 'an empty container')}`,
      against: (purpose_type === 'pick up' && cargo && against.get(cargo)?.join(' ')) || '',
    }));
  return [
    ...booked.map(({ number, truck, truck_driver, starts_at, expected_at, status, purposes }) => ({
      kind: 'Appointment' as const,
      number,
      truck: truck?.license_plate ?? null,
      driver: truck_driver?.fullname ?? null,
      time: starts_at ?? expected_at,
      status: status === 'booked' ? null : `It is ${status.replace('_', ' ')}.`,
      purposes: purposesOf(purposes),
    })),
    ...advices.map(({ advice_number, truck, truck_driver, expected_at, used_at, purposes }) => ({
      kind: 'Pre-advice' as const,
      number: advice_number,
      truck,
      driver: truck_driver?.fullname ?? null,
      time: expected_at,
      status: used_at ? 'It was used.' : null,
      purposes: purposesOf(purposes),
    })),
  ];
}

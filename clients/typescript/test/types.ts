// What the compiler has to know of the API; compiled by `npm run build`, never run.
import { createWharfinger, inputOf, WharfingerError } from '../dist/index.js';
import type { Schemas, WharfingerEvent } from '../dist/index.js';

const api = createWharfinger({ baseUrl: '', token: '' });

export async function answers(): Promise<(string | number)[]> {
  const { trucks } = await api.trucks.list({ active: true, per: 2 });
  // @ts-expect-error trucks have no such field
  trucks[0]?.licence_plate;
  for await (const truck of api.trucks.list()) {
    const plate: string = truck.license_plate;
    // @ts-expect-error trucks have no such field
    truck.licence_plate;
    return [plate];
  }
  const { truck }: { truck: Schemas['TruckShow'] } = await api.trucks.create({
    truck: { license_plate: 'WH 472/B' },
  });
  return [truck.id];
}

export function happened(event: WharfingerEvent): string {
  if (event.type === 'truck_visit.gated_in') return event.data?.truck.license_plate ?? '';
  // @ts-expect-error an event of another type may have no truck
  event.data.truck;
  return event.type;
}

export async function followed(): Promise<number> {
  let ended = 0;
  for await (const event of api.events.list({ types: ['truck_visit.*'] })) {
    if (event.type === 'truck_visit.gated_out') ended += event.data?.interchanges.length ?? 0;
  }
  const { event } = await api.events.show(1);
  return ended + (event.type === 'truck_visit.gated_in' ? event.id : 0);
}

export async function heard(): Promise<number | null | undefined> {
  for await (const event of api.events.stream({ types: ['truck_visit.*'] })) {
    // @ts-expect-error of trucks inside no event tells of an invoice
    if (event.type === 'invoice.paid') return 0;
    const plate: string | undefined = event.data?.truck.license_plate;
    if (plate) return event.id;
  }
  for await (const { data } of api.events.stream({ types: ['container_hold.applied'], after: 4711 }))
    return data?.id;
  // @ts-expect-error there is no such type
  for await (const event of api.events.stream({ types: ['truck_visits.*'] })) return event.id;
  for await (const event of api.events.stream()) return event.id;
  return undefined;
}

export async function sent(form: FormData): Promise<string> {
  const { truck } = await api.preAdvices.create(inputOf<'createPreAdvice'>(form));
  // @ts-expect-error what a list takes is no voyage
  await api.voyages.create(inputOf<'listVoyages'>(new URLSearchParams('order=arrival')));
  const { discharge } = await api.voyages.progress('WP2611');
  return `${truck} ${discharge?.done}`;
}

export async function failed(): Promise<string[]> {
  try {
    const page = await api.trucks.list();
    return [`${page.total.toFixed()} trucks`];
  } catch (error) {
    if (!(error instanceof WharfingerError)) throw error;
    if (error.code === 'container_held') return error.records.map(({ type, key }) => `${type} ${key}`);
    if (error.code === 'connection_lost' || error.code === 'status_502') return [];
    // @ts-expect-error there is no such code
    if (error.code === 'container_holded') return [];
    return [error.code];
  }
}

export async function requests(): Promise<void> {
  await api.invoices.update((await api.invoices.show(1)).invoice.id, { invoice: { paid: true } });
  await api.voyages.list();
  await api.containerHolds.lift('WHAU4142033', 1, { hold: { notes: 'Inspected' } }, { timeout: 1_000 });
  // @ts-expect-error a plate is required
  await api.trucks.create({ truck: {} });
  // @ts-expect-error a body is required
  await api.trucks.create();
  // @ts-expect-error the path has a parameter
  await api.voyages.show();
  // @ts-expect-error trucks are not deleted
  await api.trucks.remove(1);
  // @ts-expect-error fuel_level is misspelt
  await api.gensets.update('GS-1', { genset: { fuel_levl: 1 } });
  // @ts-expect-error pre_advice_number is misspelt
  await api.truckVisits.create({ gate: 'In 1', pre_advise_number: 'PA-1001' });
  // @ts-expect-error the filter is misspelt
  await api.trucks.list({ licence_plate: 'WH 472/B' });
}

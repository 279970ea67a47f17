// What the compiler has to know of the API; compiled by `npm run build`, never run.
import { createWharfinger } from '../dist/index.js';
import type { WharfingerEvent } from '../dist/index.js';

const api = createWharfinger({ baseUrl: '', token: '' });

export async function answers(): Promise<(string | number)[]> {
  const { data, error } = await api.GET('/api/v1/trucks', { params: { query: { active: true, per: 2 } } });
  if (error) return [error.error];
  // @ts-expect-error trucks have no such field
  data.trucks[0]?.licence_plate;
  return data.trucks.map(({ license_plate, id }) => `${license_plate} ${id}`);
}

export function happened(event: WharfingerEvent): string {
  if (event.type === 'truck_visit.gated_in') return event.data?.truck.license_plate ?? '';
  // @ts-expect-error an event of another type may have no truck
  event.data.truck;
  return event.type;
}

export async function requests(): Promise<void> {
  await api.GET('/api/v1/voyages');
  await api.POST('/api/v1/trucks', { body: { truck: { license_plate: 'WH 472/B' } } });
  // @ts-expect-error a plate is required
  await api.POST('/api/v1/trucks', { body: { truck: {} } });
  // @ts-expect-error a body is required
  await api.POST('/api/v1/trucks');
  // @ts-expect-error the path has a parameter
  await api.GET('/api/v1/voyages/{number}');
  // @ts-expect-error trucks are not deleted
  await api.DELETE('/api/v1/trucks');
  await api.PATCH('/api/v1/gensets/{number}', {
    params: { path: { number: 'GS-1' } },
    // @ts-expect-error fuel_level is misspelt
    body: { genset: { fuel_levl: 1 } },
  });
  // @ts-expect-error pre_advice_number is misspelt
  await api.POST('/api/v1/truck_visits', { body: { gate: 'In 1', pre_advise_number: 'PA-1001' } });
  // @ts-expect-error the filter is misspelt
  await api.GET('/api/v1/trucks', { params: { query: { licence_plate: 'WH 472/B' } } });
}

/** The loop over pages that the README shows. */
export async function everyTruck(): Promise<void> {
  let query: { page: number; after?: number } = { page: 1 };
  for (;;) {
    const { data, error } = await api.GET('/api/v1/trucks', { params: { query } });
    if (error) throw new Error(error.error);
    for (const truck of data.trucks) console.log(truck.display_name);
    if (!data.actions.next) break;
    const next = new URL(data.actions.next.url).searchParams;
    query = { page: Number(next.get('page')), after: Number(next.get('after')) };
  }
}

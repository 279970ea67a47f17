import type { Answer, Client } from '../setup/client';
import { aContainer, aContainerType } from './cargo';
import { aShippingLine, aTruck, aTruckingCompany } from './parties';
import { aRecord, Body, next } from './record';

export const anAppointment = aRecord('appointments', 'appointment', () => ({ number: `AP-${next()}` }));
export const anAppointmentPlan = aRecord('appointment_plans', 'appointment_plan', () => ({
  name: `Plan ${next()}`,
  weekday: 1,
  from: '08:00',
  until: '16:00',
  slot_minutes: 60,
  capacity: 10,
}));
export const anAppointmentClosure = aRecord('appointment_closures', 'appointment_closure', () => ({
  name: `Closed ${next()}`,
  from: '2099-12-25T00:00:00Z',
  until: '2099-12-26T00:00:00Z',
}));
export const aGate = aRecord('gates', 'gate', () => ({ name: `Gate ${next()}` }));

/** A full container in the yard area Block A, unless the body says otherwise. */
export async function aContainerInYard(client: Client, body: object = {}): Promise<Body> {
  await client.post('/yard_areas', { name: 'Block A' }); // refused when it is there
  const place = { current_location_type: 'YardArea', current_location: 'Block A' };
  return aContainer(client, { container_status: 'full', ...place, ...body });
}

/** The cargo of a purpose that drops a new container off. */
export async function aNewContainer(client: Client, cargo: object = {}): Promise<Body> {
  return {
    cargo_type: 'container',
    container_number: `NEWU${1_000_000 + next()}`,
    container_type: (await aContainerType(client)).code,
    container_status: 'full',
    shipping_line: (await aShippingLine(client)).code,
    ...cargo,
  };
}

export const dropOff = (cargo: object, rest: object = {}) => ({ purpose_type: 'drop off', cargo, ...rest });

/** A purpose that picks a full container up. */
export const pickUp = (container_number: string, rest: object = {}) => ({
  purpose_type: 'pick up',
  cargo: { cargo_type: 'container', container_status: 'full', container_number },
  ...rest,
});

/** A pre-advice with a truck of its own, unless the body names one. */
export async function aPreAdvice(client: Client, body: object = {}): Promise<Body> {
  const truck = 'truck' in body ? undefined : (await aTruck(client)).license_plate;
  return client.create('/pre_advices', { truck, ...body });
}

/** The fields of a truck visit that say which truck it is; without one of them it is a new one. */
const NAMES_TRUCK = ['truck', 'pre_advice_number', 'appointment_id', 'appointment_number'];

/** Gates a truck in, by a gate of its own unless the body names one. Returns the visit as it is shown. */
export async function aVisit(client: Client, body: object = {}): Promise<Body> {
  const gate = 'gate' in body ? undefined : (await aGate(client)).name;
  const truck = NAMES_TRUCK.some((field) => field in body) ? undefined : (await aTruck(client)).license_plate;
  const created = await client.create('/truck_visits', { gate, truck, ...body });
  return (await client.get(`/truck_visits/${created.truck_visit.id}`)).body;
}

/** Gates a truck in with a pre-advice for these purposes. Returns the visit as it is shown. */
export async function aVisitFor(client: Client, purposes: object[], body: object = {}): Promise<Body> {
  const { advice_number } = await aPreAdvice(client, { purposes });
  return aVisit(client, { pre_advice_number: advice_number, ...body });
}

/**
 * Gates a truck in as `aVisitFor` does, also for a container that another truck inside wants: files state such visits,
 * and so do databases from before one truck at a time could want a container.
 */
export async function aRivalVisitFor(client: Client, purposes: object[], body: object = {}): Promise<Body> {
  const set = (completed: boolean, condition: string) =>
    client.service.query<{ id: number }>(
      `WITH changed AS (
         UPDATE interchanges SET completed = ${completed} WHERE organization_id = $1 AND ${condition} RETURNING id
       ) SELECT id FROM changed`,
      [client.organization_id],
    );
  const hidden = await set(true, 'NOT completed');
  const visit = await aVisitFor(client, purposes, body);
  const ids = hidden.map(({ id }) => id);
  if (ids.length) await set(false, `id IN (${ids.join(', ')})`);
  return visit;
}

export const gateOut = (client: Client, license_plate: string, body?: object): Promise<Answer> =>
  client.post(`/trucks/${encodeURIComponent(license_plate)}/gate_out.json`, body);

/** A nomination of a new haulier for a new container, by its shipping line. */
export async function aRightToCollect(client: Client): Promise<Body> {
  const { code } = await aShippingLine(client);
  const { number } = await aContainerInYard(client, { shipping_line: code });
  const to = { type: 'trucking_company', key: (await aTruckingCompany(client)).code };
  const from = { type: 'shipping_line', key: code };
  return (await client.create('/nominations', { container: number, from, to })).nomination;
}

import { randomInt } from 'node:crypto';
import type { Answer, Client } from '../setup/client';
import { aContainerType } from './cargo';
import { aHoldType } from './holds';
import { aShippingLine, aTruck } from './parties';

/** What a factory returns: the record as the service answers it. */
type Body = Answer['body'];

const unique = () => String(randomInt(1e9)).padStart(9, '0');

export const aGate = async (client: Client, body: object = {}): Promise<Body> =>
  (await client.create('/gates', { name: `Gate ${unique()}`, ...body })).gate;

/** A full container in the yard, unless the body says otherwise. */
export async function aContainer(client: Client, body: object = {}): Promise<Body> {
  return (
    await client.create('/containers', {
      number: `TSTU${unique().slice(2)}`,
      container_status: 'full',
      current_location_type: 'YardArea',
      current_location: await aYardArea(client),
      ...body,
    })
  ).container;
}

/** The name of the organization's yard area. */
async function aYardArea(client: Client): Promise<string> {
  await client.post('/yard_areas', { name: 'Block A' });
  return 'Block A';
}

export const aChassis = async (client: Client, body: object = {}): Promise<Body> =>
  (await client.create('/chassis', { number: `CHZ${unique()}`, ...body })).chassis;

export const aBooking = async (client: Client, body: object = {}): Promise<Body> =>
  (await client.create('/bookings', { number: `B${unique()}`, ...body })).booking;

/** Applies a hold of a type of its own to a container and returns the hold. */
export async function aHold(client: Client, container_number: string): Promise<Body> {
  const type = await aHoldType(client);
  await client.put(`/containers/${container_number}/holds/${type.id}/apply`);
  const { holds } = (await client.get(`/containers/${container_number}/holds`)).body;
  return holds.at(-1);
}

/** Lifts a hold, for good or until a time. */
export const lift = (client: Client, container_number: string, id: number, lift_until?: string) =>
  client.put(`/containers/${container_number}/holds/${id}/lift`, { hold: { lift_until } });

/** The cargo of a purpose that drops a new container off. */
export async function aNewContainer(client: Client, cargo: object = {}): Promise<Body> {
  return {
    cargo_type: 'container',
    container_number: `NEWU${unique().slice(2)}`,
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

/** Gates a truck in; by a gate of its own, unless the body names one. Returns the visit as it is shown. */
export async function aVisit(client: Client, body: object): Promise<Body> {
  const gate = 'gate' in body ? undefined : (await aGate(client)).name;
  const created = await client.create('/truck_visits', { gate, ...body });
  return (await client.get(`/truck_visits/${created.truck_visit.id}`)).body;
}

/** Gates a truck in with a pre-advice for these purposes. Returns the visit as it is shown. */
export async function aVisitFor(client: Client, purposes: object[], body: object = {}): Promise<Body> {
  const { advice_number } = await aPreAdvice(client, { purposes });
  return aVisit(client, { pre_advice_number: advice_number, ...body });
}

export const gateOut = (client: Client, license_plate: string, body?: object): Promise<Answer> =>
  client.post(`/trucks/${encodeURIComponent(license_plate)}/gate_out.json`, body);

/** The container as the set-up endpoint shows it. */
export const shownContainer = async (client: Client, number: string): Promise<Body> =>
  (await client.get(`/containers/${number}`)).body.container;

/** The movements of a container, oldest first. */
export function movementsOf(client: Client, container_id: number): Promise<Body[]> {
  return client.service.query(
    `SELECT movement_type, "from", "to", moved_at, truck_visit_id, user_id FROM container_movements
     WHERE organization_id = $1 AND container_id = $2 ORDER BY id`,
    [client.organization_id, container_id],
  );
}

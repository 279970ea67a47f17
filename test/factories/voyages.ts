import type { Client } from '../setup/client';
import { aRecord, Body, next } from './record';

export const aPort = aRecord('ports', 'port', () => {
  const number = next();
  return { locode: `XX${number.toString(36).toUpperCase().padStart(3, '0')}`, name: `Port ${number}` };
});
export const aTerminal = aRecord('terminals', 'terminal', () => ({ name: `Terminal ${next()}` }));
export const aBerthArea = aRecord('berth_areas', 'berth_area', () => ({ name: `Berth ${next()}` }));
export const aPilot = aRecord('pilots', 'pilot', () => ({ name: `Pilot ${next()}` }));
export const aServiceBoat = aRecord('service_boats', 'service_boat', () => ({ name: `Boat ${next()}` }));
export const aStevedoringCompany = aRecord('stevedoring_companies', 'stevedoring_company', () => ({
  name: `Stevedores ${next()}`,
}));
export const aStevedoringSupervisor = aRecord('stevedoring_supervisors', 'stevedoring_supervisor', () => ({
  name: `Supervisor ${next()}`,
}));
export const aVoyageEventType = aRecord('voyage_event_types', 'voyage_event_type', () => ({
  name: `Event ${next()}`,
}));

export async function aVessel(client: Client, body: object = {}): Promise<Body> {
  return (await client.create('/vessels', { vessel: { name: `Vessel ${next()}`, ...body } })).vessel;
}

/** A voyage to a new terminal, of a new vessel, unless they are given. */
export async function aVoyage(client: Client, body: Body = {}): Promise<Body> {
  const voyage = {
    number: `V${next()}`,
    vessel_name: body.vessel_name ?? (await aVessel(client)).name,
    discharge_destination_id: body.discharge_destination_id ?? (await aTerminal(client)).id,
    discharge_destination_type: 'Terminal',
    ...body,
  };
  return (await client.create('/voyages', { voyage })).voyage;
}

/** An event of a new type, unless `type` is given. */
export async function aVoyageEvent(
  client: Client,
  voyage_number: string,
  voyage_event: object = {},
  type?: { id: number },
): Promise<Body> {
  const { id: voyage_event_type_id } = type ?? (await aVoyageEventType(client));
  const path = `/voyages/${encodeURIComponent(voyage_number)}/voyage_events`;
  return (await client.create(path, { voyage_event_type_id, voyage_event })).voyage_event;
}

export async function aTallyMove(client: Client, body: object): Promise<Body> {
  const move = { tally_type: 'discharge', crane: 'Crane 1', kind: 'tally', ...body };
  return (await client.create('/tally_moves', move)).tally_move;
}

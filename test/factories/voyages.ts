import type { Answer, Client } from '../setup/client';

type Body = Answer['body'];

let made = 0;
const next = () => ++made;

/** Creates a record of a set-up kind and returns it. */
const aRecord =
  (plural: string, singular: string, defaults: () => object) =>
  async (client: Client, body: object = {}): Promise<Body> =>
    (await client.create(`/${plural}`, { ...defaults(), ...body }))[singular];

export const aPort = aRecord('ports', 'port', () => ({
  locode: `XX${next().toString(36).toUpperCase().padStart(3, '0')}`,
  name: `Port ${made}`,
}));
export const aTerminal = aRecord('terminals', 'terminal', () => ({ name: `Terminal ${next()}` }));
export const aBerthArea = aRecord('berth_areas', 'berth_area', () => ({ name: `Berth ${next()}` }));
export const aYardArea = aRecord('yard_areas', 'yard_area', () => ({ name: `Block ${next()}` }));
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

/** A voyage to a new terminal, of a new vessel unless `vessel_name` is given. */
export async function aVoyage(client: Client, body: Body = {}): Promise<Body> {
  const voyage = {
    number: `V${next()}`,
    vessel_name: body.vessel_name ?? (await aVessel(client)).name,
    discharge_destination_id: (await aTerminal(client)).id,
    discharge_destination_type: 'Terminal',
    ...body,
  };
  return (await client.create('/voyages', { voyage })).voyage;
}

/** An event of a new type, unless `voyage_event_type_id` is given. */
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

/** A manifest of the voyage, so that there is something to discharge. */
export async function aManifestOf(client: Client, voyage: { id: number }): Promise<void> {
  await client.service.query(
    `INSERT INTO manifests (organization_id, client_identifier, voyage_id, shipping_line_id) VALUES ($1, $2, $3, $4)`,
    [client.organization_id, `M${next()}`, voyage.id, await aShippingLineId(client)],
  );
}

/** A load list of the voyage, so that there is something to load. */
export async function aLoadListOf(client: Client, voyage: { id: number }): Promise<void> {
  await client.service.query(
    `INSERT INTO load_lists (organization_id, name, voyage_id, shipping_line_id) VALUES ($1, $2, $3, $4)`,
    [client.organization_id, `L${next()}`, voyage.id, await aShippingLineId(client)],
  );
}

async function aShippingLineId(client: Client): Promise<number> {
  const [line] = await client.service.query<{ id: number }>(
    `INSERT INTO shipping_lines (organization_id, code) VALUES ($1, $2) RETURNING id`,
    [client.organization_id, `SL${next()}`],
  );
  return line!.id;
}

import type { Client } from '../setup/client';
import { aShippingLine } from './parties';

type Body = Record<string, unknown>;

let last = 0;
/** A number that no other record of this run has. */
const next = () => ++last;

/** Writes a row by SQL: for records that have no endpoint to make them here. */
async function aRow(client: Client, table: string, values: Body): Promise<number> {
  const columns = ['organization_id', ...Object.keys(values)];
  const places = columns.map((_column, index) => `$${index + 1}`);
  const [row] = await client.service.query<{ id: number }>(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${places.join()}) RETURNING id`,
    [client.organization_id, ...Object.values(values)],
  );
  return row!.id;
}

/** The id of a voyage with a vessel of its own. */
export async function aVoyage(client: Client, { vessel = `Vessel ${next()}`, ...body }: Body = {}) {
  const vessel_id = await aRow(client, 'vessels', { name: vessel });
  return aRow(client, 'voyages', { number: `V${next()}`, vessel_id, ...body });
}

/** A bill of lading of a manifest, as other records name it. */
export async function aBill(
  client: Client,
  number = `B${next()}`,
): Promise<{ manifest: string; number: string }> {
  const manifest = `M${next()}`;
  const references = { voyage_id: await aVoyage(client), shipping_line_id: (await aShippingLine(client)).id };
  const manifest_id = await aRow(client, 'manifests', { client_identifier: manifest, ...references });
  await aRow(client, 'bill_of_ladings', { manifest_id, number });
  return { manifest, number };
}

/** The id of a dock receipt. */
export const aDockReceipt = (client: Client, body: Body = {}) =>
  aRow(client, 'dock_receipts', { number: `DR-${next()}`, ...body });

/** The id of a breakbulk. */
export const aBreakbulk = (client: Client, body: Body = {}) =>
  aRow(client, 'breakbulks', { reference_number: `BB-${next()}`, ...body });

export const aContainerType = async (client: Client, body: Body = {}) =>
  (await client.create('/container_types', { code: `T${next()}`, ...body })).container_type;

export const aContainer = async (client: Client, body: Body = {}) =>
  (await client.create('/containers', { number: `WHAU${1_000_000 + next()}`, ...body })).container;

export const aYardSlot = async (client: Client, body: Body = {}) =>
  (await client.create('/yard_slots', { name: `S${next()}`, ...body })).yard_slot;

export const aGenset = async (client: Client, body: Body = {}) =>
  (await client.create('/gensets.json', { genset: { number: `GS-${next()}`, ...body } })).genset;

export const aVehicle = async (client: Client, body: Body = {}) =>
  (await client.create('/vehicles', { vin_number: `WHFX${next()}`, ...body })).vehicle;

export const aLoadList = async (client: Client, body: Body = {}) =>
  (await client.create('/load_lists', { name: `List ${next()}`, ...body })).load_list;

/** A field that the organization adds to a type of record. */
export const aFlexField = (client: Client, record_type: string, canonical_name: string, body: Body = {}) =>
  client.create('/flex_field_definitions', {
    ...{ record_type, canonical_name, label: canonical_name, value_type: 'string' },
    ...body,
  });

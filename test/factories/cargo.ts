import type { Answer, Client } from '../setup/client';
import { aShippingLine } from './parties';
import { aRecord, Body, next } from './record';
import { aVoyage } from './voyages';

export const aPackageType = aRecord('package_types', 'package_type', () => ({ code: `P${next()}` }));
export const aCommodityType = aRecord('commodity_types', 'commodity_type', () => ({
  name: `Commodity ${next()}`,
}));
export const aContainerType = aRecord('container_types', 'container_type', () => ({ code: `T${next()}` }));
export const aYardArea = aRecord('yard_areas', 'yard_area', () => ({ name: `Area ${next()}` }));
export const aYardSlot = aRecord('yard_slots', 'yard_slot', () => ({ name: `Slot ${next()}` }));
export const aBooking = aRecord('bookings', 'booking', () => ({ number: `B${next()}` }));
export const aDockReceipt = aRecord('dock_receipts', 'dock_receipt', () => ({ number: `DR-${next()}` }));
export const aDeliveryOrder = aRecord('delivery_orders', 'delivery_order', () => ({
  number: `DO-${next()}`,
}));

export const aContainer = aRecord('containers', 'container', () => ({ number: `WHAU${1_000_000 + next()}` }));
export const aChassis = aRecord('chassis', 'chassis', () => ({ number: `CHZ${next()}` }));
export const aBreakbulk = aRecord('breakbulks', 'breakbulk', () => ({ reference_number: `BB-${next()}` }));
export const aVehicle = aRecord('vehicles', 'vehicle', () => ({ vin_number: `WHFX${next()}` }));
export const aLoadList = aRecord('load_lists', 'load_list', () => ({ name: `List ${next()}` }));
export const aPackingListItem = aRecord('packing_list_items', 'packing_list_item', () => ({
  reference_number: `PL-${next()}`,
}));

export const aGenset = async (client: Client, body: object = {}): Promise<Body> =>
  (await client.create('/gensets.json', { genset: { number: `GS-${next()}`, ...body } })).genset;

/** A manifest, for a new voyage of a new line unless they are given. */
export async function aManifest(client: Client, body: object = {}): Promise<Body> {
  const given = body as { shipping_line?: string; voyage_number?: string; voyage_id?: number };
  const shipping_line = given.shipping_line ?? (await aShippingLine(client)).code;
  const voyage =
    (given.voyage_id ?? given.voyage_number) ? {} : { voyage_number: (await aVoyage(client)).number };
  return (await client.create('/manifests', { shipping_line, ...voyage, ...body })).manifest;
}

/** Posts a bill of lading to a manifest. */
export const postBill = (client: Client, manifest: string, body: object): Promise<Answer> =>
  client.post(`/manifests/${encodeURIComponent(manifest)}/bill_of_ladings.json`, body);

/**
 * A bill of lading of a manifest, or of a new manifest, which may be given an identifier; `links` go beside
 * the `bill_of_lading` object.
 */
export async function aBill(
  client: Client,
  manifest?: string | { client_identifier: string },
  bill: object = {},
  links: object = {},
): Promise<Body> {
  const { client_identifier } =
    typeof manifest === 'object'
      ? manifest
      : await aManifest(client, { manifest: manifest && { client_identifier: manifest } });
  const bill_of_lading = { number: `BL${next()}`, ...bill };
  const answer = await postBill(client, client_identifier, { bill_of_lading, ...links });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.bill_of_lading;
}

/** How a set-up kind names a bill. */
export const keyOf = (bill: Body) => ({ manifest: bill.manifest.client_identifier, number: bill.number });

/** Where the holds of a bill are. */
export const holdsOf = ({ manifest: { client_identifier }, number }: Body) =>
  `/manifests/${encodeURIComponent(client_identifier)}/bill_of_ladings/${encodeURIComponent(number)}/holds`;

/** That a container was moved, by SQL: by requests it goes somewhere as well. Returns the id. */
export async function aMovement(client: Client, container_id: number, values: object = {}): Promise<number> {
  const { organization_id } = client;
  const row = { organization_id, container_id, movement_type: 'shift', moved_at: new Date(), ...values };
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const [movement] = await client.service.query<{ id: number }>(
    `INSERT INTO container_movements (${columns.join()}) VALUES (${columns.map((_, i) => `$${i + 1}`).join()})
     RETURNING id`,
    Object.values(row),
  );
  return movement!.id;
}

/** One more stay of a container, which came and went. */
export async function aStay(client: Client, number: string): Promise<Body> {
  await client.post('/terminals', { name: 'Stay' }); // refused when it is there
  for (const place of [
    { current_location_type: 'Terminal', current_location: 'Stay' },
    { current_location_type: 'Other' },
  ]) {
    const { status, body } = await client.patch(`/containers/${number}`, place);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  return (await staysOf(client, number)).at(-1)!;
}

/** The stays of a container, oldest first. */
export const staysOf = async (client: Client, idOrNumber: number | string): Promise<Body[]> =>
  (await client.get(`/containers/${idOrNumber}/stays?per=100`)).body.stays;

/** The container as the set-up endpoint shows it. */
export const shownContainer = async (client: Client, number: string): Promise<Body> =>
  (await client.get(`/containers/${number}`)).body.container;

/** The refusal of a movement before the last one of its container. */
export const movedLast = (number: string, at: string): string =>
  `Container '${number}' was moved last at ${saidTime(at)} and cannot be moved before that.`;

/** An instant as sentences tell it in UTC: without seconds where they are 0. */
const saidTime = (at: string) =>
  at
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/(:00)?\.000$/, '');

/** The movements of a container, oldest first. */
export const movementsOf = async (client: Client, idOrNumber: number | string): Promise<Body[]> =>
  (await client.get(`/containers/${idOrNumber}/movements`)).body.movements;

export const aDischargeList = aRecord('discharge_lists', 'discharge_list', () => ({
  name: `Discharge ${next()}`,
}));
/** Puts a container on a discharge list; one of its own unless it is given. */
export const anItemToDischarge = async (
  client: Client,
  list: { id: number },
  body: object = {},
): Promise<Body> =>
  (
    await client.create(`/discharge_lists/${list.id}/discharge_list_items`, {
      container: `WHAU${1_000_000 + next()}`,
      ...body,
    })
  ).discharge_list_item;

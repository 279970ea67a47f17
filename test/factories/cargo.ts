import type { Answer, Client } from '../setup/client';
import { aVoyageRow } from './cargo-documents';
import { aShippingLine } from './parties';

/** A parsed body. Tests know what they expect of it. */
type Body = Answer['body'];

let count = 0;

/** A manifest, for a new voyage of a new line unless they are given. */
export async function aManifest(client: Client, body: object = {}): Promise<Body> {
  const given = body as { shipping_line?: string; voyage_number?: string; voyage_id?: number };
  const shipping_line = given.shipping_line ?? (await aShippingLine(client)).code;
  const voyage =
    (given.voyage_id ?? given.voyage_number) ? {} : { voyage_number: (await aVoyageRow(client)).number };
  return (await client.create('/manifests', { shipping_line, ...voyage, ...body })).manifest;
}

/** Posts a bill of lading to a manifest. */
export const postBill = (client: Client, manifest: string, body: object): Promise<Answer> =>
  client.post(`/manifests/${encodeURIComponent(manifest)}/bill_of_ladings.json`, body);

/** A bill of lading of a manifest; `links` go beside the `bill_of_lading` object. */
export async function aBill(
  client: Client,
  manifest: { client_identifier: string },
  bill: object = {},
  links: object = {},
): Promise<Body> {
  const bill_of_lading = { number: `BL${++count}`, ...bill };
  const answer = await postBill(client, manifest.client_identifier, { bill_of_lading, ...links });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.bill_of_lading;
}

/** How a set-up kind names a bill. */
export const keyOf = (bill: Body) => ({ manifest: bill.manifest.client_identifier, number: bill.number });

const setUp =
  (plural: string, singular: string, defaults: () => object) =>
  async (client: Client, body: object = {}): Promise<Body> =>
    (await client.create(`/${plural}`, { ...defaults(), ...body }))[singular];

export const aContainer = setUp('containers', 'container', () => ({ number: `WHAU${1000000 + ++count}` }));
export const aBreakbulk = setUp('breakbulks', 'breakbulk', () => ({ reference_number: `BB-${++count}` }));
export const aPackingListItem = setUp('packing_list_items', 'packing_list_item', () => ({
  reference_number: `PL-${++count}`,
}));
export const aDockReceipt = setUp('dock_receipts', 'dock_receipt', () => ({ number: `DR-${++count}` }));
export const aDeliveryOrder = setUp('delivery_orders', 'delivery_order', () => ({ number: `DO-${++count}` }));
export const aPackageType = setUp('package_types', 'package_type', () => ({ code: `P${++count}` }));
export const aContainerType = setUp('container_types', 'container_type', () => ({ code: `T${++count}` }));
export const aPort = setUp('ports', 'port', () => ({ locode: 'NLVLI' }));
export const aTerminal = setUp('terminals', 'terminal', () => ({ name: `Terminal ${++count}` }));
export const aYardArea = setUp('yard_areas', 'yard_area', () => ({ name: `Area ${++count}` }));
export const aYardSlot = setUp('yard_slots', 'yard_slot', () => ({ name: `Slot ${++count}` }));

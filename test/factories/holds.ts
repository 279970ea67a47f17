import type { Client } from '../setup/client';

let count = 0;
const unique = () => `${++count}`;

/** A hold type, for containers unless told otherwise. */
export async function aHoldType(client: Client, body: object = {}) {
  const { hold_type } = await client.create('/hold_types', {
    name: `Hold ${unique()}`,
    applies_to: 'container',
    ...body,
  });
  return hold_type as { id: number; name: string; description: string | null };
}

/** A container that can be held. */
export async function aContainer(client: Client, body: object = {}) {
  const { container } = await client.create('/containers', {
    number: `HLDU${unique().padStart(7, '0')}`,
    ...body,
  });
  return container as { id: number; number: string };
}

/** A bill of lading of a manifest that is made when it is not there yet. */
export async function aBill(
  client: Client,
  { manifest = `MAN-${unique()}`, number = `BL-${unique()}` } = {},
): Promise<{ id: number; manifest: string; number: string; path: string }> {
  const insert = async (table: string, values: Record<string, unknown>) => {
    const row = { organization_id: client.organization_id, ...values };
    const columns = Object.keys(row);
    const [{ id } = { id: 0 }] = await client.service.query<{ id: number }>(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((_, i) => `$${i + 1}`).join()}) RETURNING id`,
      Object.values(row),
    );
    return id;
  };
  const [known] = await client.service.query<{ id: number }>(
    `SELECT id FROM manifests WHERE organization_id = $1 AND client_identifier = $2`,
    [client.organization_id, manifest],
  );
  let manifest_id = known?.id;
  if (!manifest_id) {
    const vessel_id = await insert('vessels', { name: `Vessel ${unique()}` });
    const voyage_id = await insert('voyages', { number: `V${unique()}`, vessel_id });
    const shipping_line_id = await insert('shipping_lines', { code: `L${unique()}` });
    manifest_id = await insert('manifests', { client_identifier: manifest, voyage_id, shipping_line_id });
  }
  const id = await insert('bill_of_ladings', { manifest_id, number });
  const path = `/manifests/${encodeURIComponent(manifest)}/bill_of_ladings/${encodeURIComponent(number)}`;
  return { id, manifest, number, path };
}

/** Lets the time of every lift that has an end pass. */
export const letLiftsPass = (client: Client, table: 'container_holds' | 'bill_of_lading_holds') =>
  client.service.query(
    `UPDATE ${table} SET lifted_at = now() - interval '2 days', lifted_until = now() - interval '1 second'
     WHERE organization_id = $1 AND lifted_until IS NOT NULL`,
    [client.organization_id],
  );

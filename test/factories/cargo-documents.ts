import type { Client } from '../setup/client';

/** A row as the database returns it. */
type Inserted = { id: number } & Record<string, unknown>;

let count = 0;

async function insert(client: Client, table: string, columns: Record<string, unknown>): Promise<Inserted> {
  const values = { organization_id: client.organization_id, ...columns };
  const names = Object.keys(values).join(', ');
  const places = Object.keys(values).map((_name, index) => `$${index + 1}`);
  const [row] = await client.service.query<Inserted>(
    `INSERT INTO ${table} (${names}) VALUES (${places.join(', ')}) RETURNING *`,
    Object.values(values),
  );
  return row!;
}

export const aVesselRow = (client: Client, columns: object = {}) =>
  insert(client, 'vessels', { name: `Vessel ${++count}`, ...columns });

export const aVoyageRow = async (
  client: Client,
  columns: { number?: string } & Record<string, unknown> = {},
) =>
  (await insert(client, 'voyages', {
    number: `V${++count}`,
    vessel_id: columns.vessel_id ?? (await aVesselRow(client)).id,
    ...columns,
  })) as Inserted & { number: string };

/** That a container was moved. */
export const aMovementRow = (client: Client, container_id: number, movement_type: string) =>
  insert(client, 'container_movements', { container_id, movement_type, moved_at: new Date() });

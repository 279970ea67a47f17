import type { Client } from '../setup/client';
import { aContainer, aContainerType, aYardArea, aYardSlot } from './cargo';
import { Body, next } from './record';

/** A slot with four tiers in an area of its own, unless the body says otherwise. */
export async function aStack(client: Client, body: object = {}): Promise<Body> {
  const yard_area = 'yard_area' in body ? undefined : (await aYardArea(client)).name;
  return aYardSlot(client, { yard_area, bay: '1', row: String(next()), tiers: 4, ...body });
}

/** Containers that stand in a slot, from the lowest up. Returns their numbers. */
export async function stacked(
  client: Client,
  slot: string,
  count: number,
  body: object = {},
): Promise<string[]> {
  const numbers: string[] = [];
  for (let n = 0; n < count; n++)
    numbers.push(
      (await aContainer(client, { current_location_type: 'YardSlot', current_location: slot, ...body }))
        .number,
    );
  return numbers;
}

/** A container of this length, at the terminal unless the body says otherwise. */
export async function aBox(client: Client, size: number, body: object = {}): Promise<Body> {
  const container_type = (await aContainerType(client, { size })).code;
  return aContainer(client, { container_type, current_location_type: 'Terminal', ...body });
}

/** Moves a container to a slot, with what the request says beside. */
export const moveTo = (client: Client, number: string, name: string, body: object = {}) =>
  client.post(`/containers/${number}/moves`, { to: { type: 'YardSlot', name }, ...body });

/** Moves a vehicle or a lot of breakbulk to an area of its own. Returns the movement. */
export async function aYardMove(client: Client, cargo: string): Promise<Body> {
  const { name } = await aYardArea(client);
  return (await client.create(`${cargo}/moves`, { to: { type: 'YardArea', name } })).movement;
}

/** The numbers of the containers in a slot by tier, from the lowest up; fails when a tier is above an empty one. */
export async function stackOf(client: Client, slot: string): Promise<string[]> {
  const rows = await client.service.query<{ number: string; tier: number }>(
    `SELECT c.number, c.tier FROM containers c
     JOIN yard_slots s ON s.organization_id = c.organization_id AND s.id = c.current_location_id
     WHERE c.organization_id = $1 AND c.current_location_type = 'YardSlot' AND s.name = $2 ORDER BY c.tier`,
    [client.organization_id, slot],
  );
  if (rows.some(({ tier }, at) => tier !== at + 1)) throw new Error(`${slot}: ${JSON.stringify(rows)}`);
  return rows.map(({ number }) => number);
}

/** The movements of a container, as short texts. */
export async function movementsOf(client: Client, number: string): Promise<string[]> {
  const { movements } = (await client.get(`/containers/${number}/movements`)).body;
  return movements.map((each: Body) => {
    const place = (name: string | null, tier: number | null) =>
      `${name?.replace(/^[^:]*: /, '') ?? '?'}${tier ? `/${tier}` : ''}`;
    return `${each.movement_type} ${place(each.from, each.from_tier)} ${place(each.to, each.to_tier)}`;
  });
}

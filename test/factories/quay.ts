import type { Answer, Client } from '../setup/client';
import { aBill, aContainer, aManifest, keyOf } from './cargo';
import type { Body } from './record';

/** The tally of a voyage that has a manifest or a load list for it. */
export const aTally = async (
  client: Client,
  voyage: { number: string },
  tally_type: 'discharge' | 'loading' = 'discharge',
): Promise<Body> => {
  const path = `/voyages/${encodeURIComponent(voyage.number)}/tallies`;
  return (await client.create(path, { tally: { tally_type } })).tallies[0];
};

/** The items of a tally, up to 100 of them. */
export const itemsOf = async (client: Client, { id }: { id: number }, query = ''): Promise<Body[]> =>
  (await client.get(`/tallies/${id}/items?per=100&${query}`)).body.items;

/** Moves of a crane in a tally. */
export const count = (client: Client, { id }: { id: number }, ...moves: object[]): Promise<Answer> =>
  client.post(`/tallies/${id}/moves`, { moves: moves.map((move) => ({ crane: 'Crane 1', ...move })) });

/** Containers that a manifest of the voyage brings, on one bill. */
export async function broughtBy(
  client: Client,
  voyage: { id: number },
  numbers: string[],
  body: object = {},
): Promise<Body> {
  const bill = await aBill(client, await aManifest(client, { voyage_id: voyage.id }));
  for (const number of numbers) await aContainer(client, { number, bill_of_ladings: [keyOf(bill)], ...body });
  return bill;
}

export const progressOf = async (client: Client, voyage: { number: string }): Promise<Body> =>
  (await client.get(`/voyages/${encodeURIComponent(voyage.number)}/progress`)).body;

import { ContainerReleasesService } from '../../src/holds/container-releases/container-releases.service';
import type { Client } from '../setup/client';
import { aShippingLine } from './parties';
import { within } from './services';
import { aRecord, Body, next } from './record';

/** A hold type, for containers unless stated otherwise. */
export const aHoldType = aRecord('hold_types', 'hold_type', () => ({
  name: `Hold ${next()}`,
  applies_to: 'container',
}));

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

/** Lets the time of every lift that has an end pass. */
export async function letLiftsPass(
  client: Client,
  table: 'container_holds' | 'bill_of_lading_holds',
): Promise<void> {
  await client.service.query(
    `UPDATE hold_events SET at = now() - interval '1 second'
     WHERE organization_id = $1 AND event = 'returned' AND at > now()`,
    [client.organization_id],
  );
  await client.service.query(
    `UPDATE ${table} SET lifted_at = now() - interval '2 days', lifted_until = now() - interval '1 second'
     WHERE organization_id = $1 AND lifted_until IS NOT NULL`,
    [client.organization_id],
  );
}

/** How many holds keep a container from leaving; the lists of those that are held, and of the others, agree. */
export async function unliftedHolds(client: Client, number: string): Promise<number> {
  const { unlifted_holds } = (await client.get(`/containers/${number}`)).body.container;
  for (const held of [true, false]) {
    // the number beside it narrows the question to this container
    for (const others of ['order=newest&per=100', `number=${number}`]) {
      const { containers } = (await client.get(`/containers?held=${held}&${others}`)).body;
      const isListed = containers.some((each: Body) => each.number === number);
      expect([others, isListed]).toEqual([others, held === unlifted_holds > 0]);
    }
  }
  return unlifted_holds;
}

/** A release of a container by its line, as a message makes it; `cancels` takes it back again. */
export async function aContainerRelease(client: Client, body: Body = {}): Promise<Body> {
  const { cancels, ...stated } = body;
  const hold_type_id = stated.hold_type_id ?? (await aHoldType(client)).id;
  const { id: shipping_line_id } = await aShippingLine(client);
  const number = stated.container_number ?? `WHAU${3_000_000 + next()}`;
  const stay = await client.service.query<{ id: number }>(
    'SELECT s.id FROM containers c JOIN container_stays s ON s.id = c.stay_id WHERE c.organization_id = $1 AND c.number = $2',
    [client.organization_id, number],
  );
  return within(client, ContainerReleasesService, async (of) => {
    const release = {
      hold_type_id,
      shipping_line_id,
      container_number: number,
      stay_id: stay[0]?.id ?? null,
      document_number: `REL${next()}`,
    };
    const [id] = await of.keep('container', [release]);
    const by = { cancel_reason: 'Another document.', cancelled_by_id: null };
    if (cancels) await of.cancel('container', (await of.locked([id!]))[0]!, by);
    return { id };
  });
}

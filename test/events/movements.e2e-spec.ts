import { aContainer, aLoadList, aPackingListItem, aVehicle, aYardArea } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aTally, broughtBy, count } from '../factories/quay';
import type { Body } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import { aStack, aYardMove, moveTo, stacked } from '../factories/yard';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

describe('the movement of an event', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** The events of movements as short texts, once each names a movement of the register, and none is left over. */
  async function given(): Promise<string[]> {
    await allPublished(client);
    const events = await new Follower(client).read();
    const moved = events.filter(({ movement }) => movement);
    const { movements } = (await client.get('/movements?per=100')).body;
    const shown = (each: Body) => [each.id, each.movement_type, each.container.number, each.moved_at];
    const named = moved.map(({ movement, data, occurred_at }) => [
      movement.id,
      movement.movement_type,
      data.number,
      occurred_at,
    ]);
    const byId = ([a]: unknown[], [b]: unknown[]) => (a as number) - (b as number);
    expect(named.sort(byId)).toEqual(movements.map(shown).sort(byId));
    return moved.map(({ type, movement, subject }) => `${type} ${movement.movement_type} ${subject.key}`);
  }

  it('is that of a truck that brings and takes, and of what is taken back', async () => {
    const arriving = await aNewContainer(client);
    const [one, two] = [await aContainerInYard(client), await aContainerInYard(client)];
    const purposes = [dropOff(arriving), pickUp(one.number), pickUp(two.number)];
    const visit = await aVisitFor(client, purposes);
    expect((await gateOut(client, visit.truck.license_plate, {})).status).toBe(200);
    const [, taken] = visit.interchanges;
    const path = `/truck_visits/${visit.id}/interchanges/${taken.id}/reverse`;
    expect((await client.post(path, { reason: 'Wrong box' })).status).toBe(200);
    expect(await given()).toEqual([
      `container.gated_in gate_in ${arriving.container_number}`,
      `container.gated_out gate_out ${one.number}`,
      `container.gated_out gate_out ${two.number}`,
      `container.moved reversal ${one.number}`,
    ]);
  });

  it('is that of a crane, and of a move that is undone', async () => {
    const voyage = await aVoyage(client);
    await broughtBy(client, voyage, ['A1', 'A2']);
    const tally = await aTally(client, voyage);
    const { body } = await count(client, tally, { container_number: 'A1' }, { container_number: 'A2' });
    const [move] = body.tally_moves;
    expect((await client.post(`/tallies/${tally.id}/moves/${move.id}/undo`, { reason: 'R' })).status).toBe(
      200,
    );
    const next = await aVoyage(client);
    await aLoadList(client, {
      voyage: next.number,
      items: [{ load_list_item_type: 'full', container: 'A2' }],
    });
    const loading = await aTally(client, next, 'loading');
    expect((await count(client, loading, { container_number: 'A2' })).status).toBe(201);
    expect(await given()).toEqual([
      'container.discharged discharge A1',
      'container.discharged discharge A2',
      'container.moved reversal A1',
      'container.loaded load A2',
    ]);
  });

  it('is that of the yard, of those that come down, and of a set-up that places', async () => {
    const [from, to, area] = [await aStack(client), await aStack(client), await aYardArea(client)];
    const [low, middle, high] = await stacked(client, from.name, 3);
    expect((await moveTo(client, low!, to.name, { dig: true })).status).toBe(201);
    const place = { current_location_type: 'YardArea', current_location: area.name };
    expect((await client.patch(`/containers/${high}`, place)).status).toBe(200);
    const events = await given();
    expect(events.sort()).toEqual(
      [
        `container.moved restow ${middle}`,
        `container.moved restow ${high}`,
        `container.moved yard ${low}`,
        `container.moved yard ${high}`,
      ].sort(),
    );
  });

  it('is that of a container that is emptied', async () => {
    const { number } = await aContainerInYard(client);
    const { id } = await aPackingListItem(client, { container: number });
    expect((await client.post(`/packing_list_items/${id}/strip`, { quantity: 1 })).status).toBe(200);
    expect(await given()).toEqual([`container.emptied strip ${number}`]);
  });

  it('is that of each of several in one request that differ in time', async () => {
    const voyage = await aVoyage(client);
    await broughtBy(client, voyage, ['A1', 'A2']);
    const tally = await aTally(client, voyage);
    await count(
      client,
      tally,
      { container_number: 'A1', lifted_at: '2026-11-20T07:41:00Z' },
      { container_number: 'A2', lifted_at: '2026-11-20T07:43:00Z' },
    );
    expect(await given()).toEqual(['container.discharged discharge A1', 'container.discharged discharge A2']);
  });

  it('is shown by the event itself, and is null for one of no container, or of no movement', async () => {
    const { number } = await aContainerInYard(client);
    const { id } = await aVehicle(client, { current_location_type: 'Terminal' });
    await aYardMove(client, `/vehicles/${id}`);
    await aGate(client);
    await aContainer(client);
    const visit = await aVisitFor(client, [pickUp(number)]);
    await gateOut(client, visit.truck.license_plate, {});
    await allPublished(client);
    const events = await new Follower(client).read();
    for (const event of events) {
      expect('movement' in event).toBe(true);
      expect((await client.get(`/events/${event.id}`)).body.event).toEqual(event);
    }
    const types = events.filter(({ movement }) => movement).map(({ type }) => type);
    expect(types).toEqual(['container.gated_out']);
    expect(events.map(({ type }) => type)).toContain('vehicle.moved');
  });
});

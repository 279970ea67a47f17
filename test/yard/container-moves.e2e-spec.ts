import { aBill, aContainer, aYardArea, aYardSlot, keyOf } from '../factories/cargo';
import { aGate, aNewContainer, aVisitFor, dropOff, gateOut, pickUp } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aTallyMove, aTerminal, aVoyage } from '../factories/voyages';
import { aBox, aStack, moveTo, movementsOf, stacked, stackOf } from '../factories/yard';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('moves of containers at the terminal', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const refused = (code: string, field: string, sentence: string) => ({
    status: 422,
    body: { code, error: sentence, errors: { [field]: [sentence] } },
  });

  it('go to a slot, an area, a berth or the terminal, by name or id, and leave a movement', async () => {
    const { name } = await aStack(client);
    const area = await aYardArea(client);
    const terminal = await aTerminal(client);
    const { number } = await aContainer(client, {
      current_location_type: 'YardArea',
      current_location: area.name,
    });
    const answer = await moveTo(client, number.toLowerCase(), name, {
      moved_at: '2026-11-20T10:00:00Z',
      reason: 'Customs inspection',
    });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      movement: {
        id: expect.any(Number),
        movement_type: 'yard',
        from: `Yard Area: ${area.name}`,
        to: `Yard Slot: ${name}`,
        from_location: { type: 'YardArea', id: area.id, name: area.name },
        to_location: { type: 'YardSlot', id: expect.any(Number), name },
        from_tier: null,
        to_tier: 1,
        moved_at: '2026-11-20T10:00:00.000Z',
        reason: 'Customs inspection',
        truck_visit_id: null,
        truck_visit: null,
        voyage: null,
        user: { id: client.user_id, name: 'Tess Ter' },
      },
      warnings: [],
    });
    const to = (place: object) => client.post(`/containers/${number}/moves`, { to: place });
    expect((await to({ type: 'YardArea', id: area.id })).body.movement).toMatchObject({
      from: `Yard Slot: ${name}`,
      from_tier: 1,
      to: `Yard Area: ${area.name}`,
      to_tier: null,
      reason: null,
    });
    expect(await to({ type: 'Terminal', name: terminal.name })).toMatchObject({ status: 201 });
    expect((await client.get(`/containers/${number}`)).body.container).toMatchObject({
      current_location_type: 'Terminal',
      current_location: terminal.name,
      tier: null,
    });
    await allPublished(client);
    const all = (await client.as('admin').get('/events')).body.events as { type: string }[];
    const events = all.filter(({ type }) => type === 'container.moved');
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({ occurred_at: '2026-11-20T10:00:00.000Z', data: { number } });
  });

  it('name their place in full, and it has to be there', async () => {
    const { number } = await aContainer(client, { current_location_type: 'Terminal' });
    const to = (place: unknown) => client.post(`/containers/${number}/moves`, { to: place });
    expect(await to(undefined)).toMatchObject({ status: 422, body: { errors: { to: ['is required'] } } });
    expect(await to({ type: 'YardSlot' })).toMatchObject({
      status: 422,
      body: { errors: { 'to.name': ['is required without id'] } },
    });
    expect(await to({ type: 'Gate', name: 'G' })).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(await to({ type: 'YardSlot', name: 'Z9' })).toMatchObject(
      refused('unknown_reference', 'to.name', "Yard slot 'Z9' is unknown."),
    );
    expect(await to({ type: 'YardArea', id: 999999 })).toMatchObject({
      status: 422,
      body: { code: 'unknown_reference' },
    });
    const other = await service.current.organization();
    const { id } = await aYardSlot(other);
    expect(await to({ type: 'YardSlot', id })).toMatchObject({ body: { code: 'unknown_reference' } });
    expect((await moveTo(client, 'NOPE1234567', 'Z9')).status).toBe(404);
  });

  it('move containers that are here elsewhere, neither ahead of now nor before the last movement', async () => {
    const { name } = await aStack(client);
    const { number } = await aContainer(client, { current_location_type: 'Other' });
    const sentence = `Container '${number}' is not at the terminal.`;
    expect(await moveTo(client, number, name)).toMatchObject({
      status: 422,
      body: { code: 'container_not_at_terminal', params: expect.any(Object), error: sentence },
    });
    const [here] = await stacked(client, name, 1);
    expect(await moveTo(client, here!, name)).toMatchObject(
      refused('same_place', 'to', `Container '${here}' is at ${name} already.`),
    );
    const { name: second } = await aStack(client);
    expect(await moveTo(client, here!, second, { moved_at: '2099-01-01' })).toMatchObject(
      refused('time_to_come', 'moved_at', 'A container cannot have been moved at a time to come.'),
    );
    const moved_at = '2026-11-20T10:00:00.000Z';
    expect((await moveTo(client, here!, second, { moved_at })).status).toBe(201);
    expect(await moveTo(client, here!, name, { moved_at: '2026-11-20T09:59:59.999Z' })).toMatchObject(
      refused(
        'out_of_sequence',
        'moved_at',
        `Container '${here}' was moved last at 2026-11-20 10:00 and cannot be moved before that.`,
      ),
    );
    expect((await moveTo(client, here!, name, { moved_at })).status).toBe(201);
  });

  it('take the lowest free tier, and no other', async () => {
    const { name } = await aStack(client, { name: 'A1-01', tiers: 3 });
    const [first] = await stacked(client, name, 1);
    const { number } = await aContainer(client, { current_location_type: 'Terminal' });
    expect(await moveTo(client, number, name, { tier: 3 })).toMatchObject(
      refused('tier_in_the_air', 'tier', 'Tier 3 of A1-01 is in the air: 2 is free.'),
    );
    expect(await moveTo(client, number, name, { tier: 1 })).toMatchObject(
      refused('tier_taken', 'tier', 'Tier 1 of A1-01 is taken: 2 is free.'),
    );
    expect((await moveTo(client, number, name, { tier: 2 })).body.movement).toMatchObject({ to_tier: 2 });
    const [third] = await stacked(client, name, 1);
    const { number: fourth } = await aContainer(client, { current_location_type: 'Terminal' });
    expect(await moveTo(client, fourth, name)).toMatchObject(refused('stack_full', 'to', 'A1-01 is full.'));
    expect(await stackOf(client, name)).toEqual([first, number, third]);
    expect(await moveTo(client, fourth, name, { tier: 0 })).toMatchObject({ status: 422 });
    expect(await moveTo(client, fourth, name, { tier: 11 })).toMatchObject({ status: 422 });
  });

  it('take a tier only where there are any', async () => {
    const { name } = await aYardSlot(client, { name: 'B1' });
    const area = await aYardArea(client);
    const { number } = await aContainer(client, { current_location_type: 'Terminal' });
    expect(await moveTo(client, number, name, { tier: 1 })).toMatchObject(
      refused('no_tiers', 'tier', 'B1 has no tiers.'),
    );
    const to = { type: 'YardArea', name: area.name };
    expect(await client.post(`/containers/${number}/moves`, { to, tier: 1 })).toMatchObject(
      refused('no_tiers', 'tier', 'Only a yard slot has tiers.'),
    );
    expect((await moveTo(client, number, name)).body.movement).toMatchObject({ to_tier: null });
    const { number: second } = await aContainer(client, { current_location_type: 'Terminal' });
    expect((await moveTo(client, second, name)).status).toBe(201);
  });

  it('stack containers of one length, within the weight, and reefers on plugs', async () => {
    const short = await aStack(client, { name: 'S', teu: 1 });
    const long = await aStack(client, { name: 'L', teu: 2 });
    const any = await aStack(client, { name: 'N', reefer_plug: false, maximum_weight: 30000 });
    const twenty = await aBox(client, 20, { weight: 20000 });
    const forty = await aBox(client, 40, { weight: 10000.5, operating_reefer: true });
    expect(await moveTo(client, forty.number, short.name)).toMatchObject(
      refused(
        'stack_length',
        'to',
        `Container ${forty.number} of 40 feet does not fit S: it is for containers of 20 feet.`,
      ),
    );
    expect(await moveTo(client, twenty.number, long.name)).toMatchObject(
      refused(
        'stack_length',
        'to',
        `Container ${twenty.number} of 20 feet does not fit L: it is for containers longer than 20 feet.`,
      ),
    );
    expect((await moveTo(client, twenty.number, any.name)).status).toBe(201);
    // all that is against it is shown at once
    const { status, body } = await moveTo(client, forty.number, any.name);
    expect([status, body.code, body.errors]).toEqual([
      422,
      'stack_length',
      {
        to: [
          `Container ${forty.number} of 40 feet does not fit N: what stands there is of 20 feet.`,
          `N bears 30000: with container ${forty.number} it would be 30000.5.`,
          `Container ${forty.number} needs power, and N has no plug.`,
        ],
      },
    ]);
    const unknown = await aContainer(client, { current_location_type: 'Terminal' });
    for (const slot of [short, any, long])
      expect((await moveTo(client, unknown.number, slot.name)).status).toBe(201);
    expect((await moveTo(client, forty.number, long.name)).status).toBe(201);
  });

  it('dig only with dig, and containers above come down', async () => {
    const from = await aStack(client, { name: 'A' });
    const to = await aStack(client, { name: 'B' });
    const [one, two, three] = await stacked(client, from.name, 3);
    expect(await moveTo(client, one!, to.name)).toMatchObject(
      refused('container_buried', 'dig', `Container ${one} stands under ${three} and ${two}.`),
    );
    expect(
      (await moveTo(client, two!, to.name, { moved_at: '2026-11-20T12:00:00Z', dig: true })).status,
    ).toBe(201);
    expect(
      (await moveTo(client, one!, to.name, { moved_at: '2026-11-20T11:00:00Z', dig: true })).status,
    ).toBe(201);
    expect([await stackOf(client, 'A'), await stackOf(client, 'B')]).toEqual([[three], [two, one]]);
    expect(await movementsOf(client, three!)).toEqual(['restow A/3 A/2', 'restow A/2 A/1']);
    const { movements } = (await client.get(`/containers/${three}/movements`)).body;
    // its own last movement was later
    expect(movements.map(({ moved_at }: { moved_at: string }) => moved_at)).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T12:00:00.000Z',
    ]);
    expect(await movementsOf(client, one!)).toEqual(['yard A/1 B/2']);
  });

  it('are made by the set-up too, which never digs', async () => {
    const from = await aStack(client, { name: 'A' });
    const to = await aStack(client, { name: 'B', tiers: 1 });
    const [one, two] = await stacked(client, from.name, 2);
    const put = (number: string, body: object) => client.patch(`/containers/${number}`, body);
    expect(await put(one!, { current_location: 'B' })).toMatchObject(
      refused('container_buried', 'current_location', `Container ${one} stands under ${two}.`),
    );
    expect(await put(two!, { current_location: 'B', tier: 2 })).toMatchObject({
      body: { code: 'tier_in_the_air', errors: { tier: ['Tier 2 of B is in the air: 1 is free.'] } },
    });
    expect(await put(two!, { tier: 1 })).toMatchObject({ body: { code: 'tier_taken' } });
    expect((await put(two!, { tier: 2 })).body.container).toMatchObject({ tier: 2 });
    expect((await put(two!, { current_location_id: to.id })).body.container).toMatchObject({
      current_location: 'B',
      tier: 1,
    });
    expect(await put(one!, { current_location: 'B' })).toMatchObject({ body: { code: 'stack_full' } });
    expect(await put(one!, { current_location_type: 'Terminal', tier: 1 })).toMatchObject({
      body: { code: 'no_tiers' },
    });
    expect(await movementsOf(client, two!)).toEqual(['yard A/2 B/1']);
    // from outside and to outside it leaves no movement of its own, but what stood above comes down
    const [three] = await stacked(client, from.name, 1);
    expect((await put(one!, { current_location_type: 'Other' })).body.container).toMatchObject({
      tier: null,
    });
    expect(await movementsOf(client, one!)).toEqual([]);
    expect(await movementsOf(client, three!)).toEqual(['restow A/2 A/1']);
    expect(await stackOf(client, 'A')).toEqual([three]);
  });

  it('bring those above down for a deletion, a gate-out and a loading, and up again for a return', async () => {
    await aStack(client, { name: 'A', tiers: 5 });
    const on = { bill_of_ladings: [keyOf(await aBill(client))], usage: 'import', container_status: 'full' };
    const [one, two, three, four, five] = await stacked(client, 'A', 5, on);
    expect((await client.delete(`/containers/${one}`)).status).toBe(200);
    expect(await stackOf(client, 'A')).toEqual([two, three, four, five]);
    const visit = await aVisitFor(client, [pickUp(three!)], {
      interchanges_completed_at: new Date().toISOString(),
    });
    expect(await stackOf(client, 'A')).toEqual([two, four, five]);
    await aVoyage(client, { number: 'V1' });
    const { reference } = await aTallyMove(client, { voyage: 'V1', tally_type: 'loading', container: two });
    expect(reference).toBeTruthy();
    expect(await stackOf(client, 'A')).toEqual([four, five]);
    const left = await gateOut(client, visit.truck.license_plate, { left_without_container: true });
    expect(left.status).toBe(200);
    expect(await stackOf(client, 'A')).toEqual([three, four, five]);
    expect(await movementsOf(client, three!)).toEqual([
      'restow A/3 A/2',
      'gate_out A/2 Other',
      'reversal Other A/1',
    ]);
  });

  it('put what comes back on top where the stack changed since, and into the area where it is full', async () => {
    const area = await aYardArea(client);
    await aStack(client, { name: 'A', tiers: 2, yard_area: area.name });
    const on = { bill_of_ladings: [keyOf(await aBill(client))], usage: 'import', container_status: 'full' };
    const out = async (number: string) =>
      aVisitFor(client, [pickUp(number)], { interchanges_completed_at: new Date().toISOString() });
    const back = async ({ truck: { license_plate } }: { truck: { license_plate: string } }) =>
      expect((await gateOut(client, license_plate, { left_without_container: true })).status).toBe(200);
    const [one, two] = await stacked(client, 'A', 2, on);
    const visit = await out(one!);
    await out(two!);
    const [other] = await stacked(client, 'A', 1, on);
    await back(visit);
    expect(await stackOf(client, 'A')).toEqual([other, one]);
    const again = await out(other!);
    await stacked(client, 'A', 1, on);
    await back(again);
    expect((await client.get(`/containers/${other}`)).body.container).toMatchObject({
      current_location_type: 'YardArea',
      current_location: area.name,
      tier: null,
    });
  });

  it('leave the last tier of a slot to one of two moves', async () => {
    await aStack(client, { name: 'A', tiers: 1 });
    const boxes = [1, 2].map(() => aContainer(client, { current_location_type: 'Terminal' }));
    const [one, two] = await Promise.all(boxes);
    const answers = await inTurn(service.current, [
      () => moveTo(client, one.number, 'A'),
      () => moveTo(client, two.number, 'A'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await stackOf(client, 'A')).toHaveLength(1);
  });

  it('wait for each other in one stack, with or without digging', async () => {
    await aStack(client, { name: 'A', tiers: 10 });
    await aStack(client, { name: 'B', tiers: 10 });
    const numbers = await stacked(client, 'A', 4);
    const answers = await inTurn(service.current, [
      () => moveTo(client, numbers[0]!, 'B', { dig: true }),
      () => moveTo(client, numbers[1]!, 'B', { dig: true }),
      () => moveTo(client, numbers[3]!, 'B', { dig: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await stackOf(client, 'A')).toEqual([numbers[2]]);
    expect(await stackOf(client, 'B')).toHaveLength(3);
  });

  it('need the role write of the yard, and allow held containers', async () => {
    const { name } = await aStack(client);
    const { number } = await aContainer(client, { current_location_type: 'Terminal' });
    expect((await moveTo(client.as('read'), number, name)).status).toBe(403);
    const { id } = await aHoldType(client);
    expect((await client.put(`/containers/${number}/holds/${id}/apply`)).status).toBe(200);
    expect((await moveTo(client.as('write'), number, name)).status).toBe(201);
  });

  it('put nothing into a slot at gate-in', async () => {
    await aGate(client, { name: 'In' });
    await aStack(client, { name: 'A', tiers: 1 });
    const visit = await aVisitFor(
      client,
      [dropOff({ ...(await aNewContainer(client)), container_number: 'NEWU1234567' })],
      { gate: 'In' },
    );
    expect((await gateOut(client, visit.truck.license_plate, {})).status).toBe(200);
    expect((await client.get('/containers/NEWU1234567')).body.container).toMatchObject({
      current_location_type: 'Gate',
      tier: null,
    });
  });
});

import { aContainer, aYardArea, aYardSlot } from '../factories/cargo';
import { aBox, aStack, moveTo, stacked, stackOf } from '../factories/yard';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('yard slots with tiers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const change = (name: string, body: object) => client.as('admin').patch(`/yard_slots/${name}`, body);

  it('say where they lie and what they suit', async () => {
    const { name: yard_area } = await aYardArea(client);
    const fields = { bay: '01', row: '2', tiers: 4, teu: 1, reefer_plug: true, maximum_weight: 90000 };
    expect(await aYardSlot(client, { name: 'A1-01', yard_area, ...fields })).toMatchObject({
      name: 'A1-01',
      ...fields,
    });
    expect(await aYardSlot(client, { name: 'A1-02' })).toMatchObject({
      bay: null,
      row: null,
      tiers: null,
      teu: null,
      reefer_plug: null,
      maximum_weight: null,
    });
    const post = (body: object) => client.as('admin').post('/yard_slots', { name: 'X', ...body });
    expect(await post({ yard_area, bay: '01', row: '2' })).toMatchObject({
      status: 422,
      body: { code: 'taken', errors: { row: ['Another slot of the area is at this bay and row.'] } },
    });
    for (const body of [
      { bay: '123456789' },
      { row: '123456789' },
      { tiers: 0 },
      { tiers: 11 },
      { tiers: 1.5 },
      { teu: 3 },
      { reefer_plug: 'maybe' },
      { maximum_weight: -1 },
    ])
      expect([body, (await post(body)).status]).toEqual([body, 400]);
    for (const name of ['free', 'Free', ' FREE '])
      expect(await post({ name })).toMatchObject({
        status: 422,
        body: { errors: { name: ['A slot cannot be called free.'] } },
      });
    expect((await post({ yard_area, bay: '01', row: null })).status).toBe(201);
  });

  it('give their containers tiers in order of arrival, and remove them again', async () => {
    await aYardSlot(client, { name: 'A' });
    const numbers = await stacked(client, 'A', 3);
    for (const moved_at of ['2026-11-20T10:00', '2026-11-20T11:00'])
      await moveTo(client, numbers[1]!, moved_at.endsWith('10:00') ? (await aYardSlot(client)).name : 'A', {
        moved_at,
      });
    const tiers = async () =>
      (await Promise.all(numbers.map((number) => client.get(`/containers/${number}`)))).map(
        ({ body }) => body.container.tier as number | null,
      );
    expect(await tiers()).toEqual([null, null, null]);
    expect((await change('A', { tiers: 3 })).status).toBe(200);
    // the second one was moved there at a time before the others came
    expect(await tiers()).toEqual([2, 1, 3]);
    expect((await change('A', { tiers: 4, bay: '1' })).status).toBe(200);
    expect(await tiers()).toEqual([2, 1, 3]);
    expect((await change('A', { tiers: null })).status).toBe(200);
    expect(await tiers()).toEqual([null, null, null]);
  });

  it('suit the containers that stand there', async () => {
    await aStack(client, { name: 'A', tiers: 3 });
    const one = await aBox(client, 20, { weight: 20000, operating_reefer: true });
    const two = await aBox(client, 20, { weight: 1000 });
    for (const { number } of [one, two]) expect((await moveTo(client, number, 'A')).status).toBe(201);
    const refused = async (body: object, field: string, sentence: string) =>
      expect(await change('A', body)).toMatchObject({
        status: 422,
        body: { code: 'stack_unsuited', errors: { [field]: [sentence] } },
      });
    await refused({ tiers: 1 }, 'tiers', 'More containers stand in A than it would have tiers.');
    await refused({ teu: 2 }, 'teu', `Container ${one.number} in A would not suit its length.`);
    await refused({ reefer_plug: false }, 'reefer_plug', `Container ${one.number} in A needs a plug.`);
    await refused({ maximum_weight: 20999.999 }, 'maximum_weight', 'What stands in A is heavier than that.');
    expect((await change('A', { tiers: 2, teu: 1, reefer_plug: true, maximum_weight: 21000 })).status).toBe(
      200,
    );
    await aYardSlot(client, { name: 'B' });
    await stacked(client, 'B', 2);
    const forty = await aBox(client, 40);
    const twenty = await aBox(client, 20);
    for (const { number } of [forty, twenty]) expect((await moveTo(client, number, 'B')).status).toBe(201);
    expect(await change('B', { tiers: 3 })).toMatchObject({ status: 422, body: { code: 'stack_unsuited' } });
    expect(Object.keys((await change('B', { tiers: 3 })).body.errors)).toEqual(['tiers', 'teu']);
    expect(Object.keys((await change('B', { tiers: 4 })).body.errors)).toEqual(['teu']);
  });

  it('stay while a container is there', async () => {
    await aStack(client, { name: 'A' });
    const [number] = await stacked(client, 'A', 1);
    expect(await client.as('admin').delete('/yard_slots/A')).toMatchObject({ status: 409 });
    expect((await client.patch(`/containers/${number}`, { current_location_type: 'Other' })).status).toBe(
      200,
    );
    expect((await client.as('admin').delete('/yard_slots/A')).status).toBe(200);
  });

  it('let a new container stand in the lowest free tier, and be given only that one', async () => {
    await aStack(client, { name: 'A', tiers: 2 });
    const place = { current_location_type: 'YardSlot', current_location: 'A' };
    expect(await client.post('/containers', { number: 'WHAU1', ...place, tier: 2 })).toMatchObject({
      status: 422,
      body: { errors: { tier: ['Tier 2 of A is in the air: 1 is free.'] } },
    });
    expect(await aContainer(client, { number: 'WHAU1', ...place })).toMatchObject({ tier: 1 });
    expect(await aContainer(client, { number: 'WHAU2', ...place, tier: 2 })).toMatchObject({ tier: 2 });
    expect(await client.post('/containers', { number: 'WHAU3', ...place })).toMatchObject({
      status: 422,
      body: { code: 'stack_full', errors: { current_location: ['A is full.'] } },
    });
    expect(await client.post('/containers', { number: 'WHAU3', tier: 1 })).toMatchObject({
      body: { code: 'no_tiers' },
    });
    expect(await stackOf(client, 'A')).toEqual(['WHAU1', 'WHAU2']);
  });
});

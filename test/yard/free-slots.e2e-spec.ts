import { aYardArea, aYardSlot } from '../factories/cargo';
import { aBox, aStack, moveTo, stacked } from '../factories/yard';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('free slots', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aYardArea(client, { name: 'Block 10' });
    await aYardArea(client, { name: 'Block 9' });
  });

  const free = async (query = '') =>
    (await client.as('read').get(`/yard_slots/free?${query}`)).body.yard_slots.map(
      ({ name }: { name: string }) => name,
    );

  it('have a free tier; the emptiest come first, then by area, bay, row and name', async () => {
    const slot = (name: string, yard_area: string, bay: string, row: string, tiers: number | null = 2) =>
      aYardSlot(client, { name, yard_area, bay, row, tiers });
    await slot('a', 'Block 10', '1', '1');
    await slot('b', 'Block 9', '10', '1');
    await slot('c', 'Block 9', '2', '10');
    await slot('d', 'Block 9', '2', '9');
    await slot('e', 'Block 9', '1', '1', 1);
    await slot('any', 'Block 9', '1', '2', null);
    await aYardSlot(client, { name: 'f', tiers: 1 });
    await stacked(client, 'd', 1);
    await stacked(client, 'e', 1);
    expect(await free()).toEqual(['c', 'b', 'a', 'f', 'd']);
    expect(await free('area=Block 10')).toEqual(['a']);
    expect(await free('area=Nowhere')).toEqual([]);
    expect(await free('order=newest')).toEqual(['f', 'd', 'c', 'b', 'a']);
    const { yard_slots } = (await client.get('/yard_slots/free')).body;
    expect(yard_slots[0]).toEqual((await client.get('/yard_slots/c')).body.yard_slot);
  });

  it('suit the length of a container, and have plugs where it needs power', async () => {
    await aStack(client, { name: 'short', yard_area: 'Block 9', teu: 1, reefer_plug: true });
    await aStack(client, { name: 'long', yard_area: 'Block 9', teu: 2 });
    await aStack(client, { name: 'any', yard_area: 'Block 9', reefer_plug: false });
    expect(await free('size=20')).toEqual(['short', 'any']);
    expect(await free('size=40')).toEqual(['long', 'any']);
    await moveTo(client, (await aBox(client, 20)).number, 'any');
    expect(await free('size=40')).toEqual(['long']);
    expect(await free('size=20')).toEqual(['short', 'any']);
    expect(await free('reefer=true')).toEqual(['short']);
    expect(await free('reefer=true&size=40')).toEqual([]);
    expect(await free('reefer=false')).toHaveLength(3);
    for (const query of ['size=30', 'size=x', 'reefer=x', 'order=x'])
      expect((await client.get(`/yard_slots/free?${query}`)).status).toBe(422);
  });

  it('are in pages that lead on and back', async () => {
    for (let n = 0; n < 5; n++) await aStack(client, { name: `S${n}`, bay: String(n), yard_area: 'Block 9' });
    const page = async (query: string) => {
      const { body, headers } = await client.get(`/yard_slots/free?per=2&${query}`);
      return { ...body, total: headers['x-total-count'] };
    };
    const first = await page('');
    expect([first.total, first.yard_slots.map(({ name }: any) => name)]).toEqual(['5', ['S0', 'S1']]);
    // a slot that fills up meanwhile does not hide another one
    await stacked(client, 'S0', 4);
    const { pathname, search } = new URL(first.actions.next.url);
    const { body } = await client.get(`${pathname}${search}`.replace('/api/v1', ''));
    expect(body.yard_slots.map(({ name }: any) => name)).toEqual(['S2', 'S3']);
    expect((await page('page=last')).yard_slots.map(({ name }: any) => name)).toEqual(['S3', 'S4']);
    const other = await service.current.organization();
    expect((await other.get('/yard_slots/free')).body.yard_slots).toEqual([]);
  });
});

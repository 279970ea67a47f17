import { aContainer, aStay, shownContainer } from '../factories/cargo';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('reefer plug movements of a container', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const IN = { plug_action: 'plug_in', plug_action_at: '2026-11-17T08:00:00.000Z' };
  const OUT = { plug_action: 'plug_out', plug_action_at: '2026-11-18T09:30:00.000Z' };

  it('are taken with the container, answered in order of time, and replaced by those sent', async () => {
    const container = await aContainer(client, { reefer_plug_movements: [OUT, IN] });
    expect(container.reefer_plug_movements).toEqual([IN, OUT]);
    const path = `/containers/${container.id}`;
    const patch = async (body: object) =>
      (await client.patch(path, body)).body.container.reefer_plug_movements as object[];
    expect(await patch({ goods: 'Mangoes' })).toEqual([IN, OUT]);
    expect(
      await patch({ reefer_plug_movements: [{ ...IN, plug_action_at: '2026-11-17T09:00:00+01:00' }] }),
    ).toEqual([IN]);
    expect(await patch({ reefer_plug_movements: null })).toEqual([]);
    expect((await aContainer(client)).reefer_plug_movements).toEqual([]);
    await patch({ reefer_plug_movements: [IN] });
    expect((await client.delete(path)).status).toBe(200);
  });

  it('stay with the stay that they were reported for', async () => {
    const { number } = await aContainer(client, { reefer_plug_movements: [IN] });
    const plugs = async () => (await shownContainer(client, number)).reefer_plug_movements;
    await aStay(client, number);
    expect(await plugs()).toEqual([IN]);
    await aStay(client, number);
    expect(await plugs()).toEqual([]);
  });

  it('refuse a time to come, which they would stand behind until then', async () => {
    const body = { reefer_plug_movements: [IN, { ...OUT, plug_action_at: '2999-01-01' }] };
    const { id } = await aContainer(client);
    for (const answer of [
      await client.post('/containers', { number: 'WHAU1', ...body }),
      await client.patch(`/containers/${id}`, body),
    ])
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { 'reefer_plug_movements.1.plug_action_at': ['A plug is not moved at a time to come.'] },
      ]);
  });

  it.each([
    [{ plug_action: 'plug' }, 'plug_action'],
    [{ plug_action_at: undefined }, 'plug_action_at'],
    [{ plug_action_at: null }, 'plug_action_at'],
    [{ plug_action_at: '2026-02-30T10:00:00Z' }, 'plug_action_at'],
  ])('refuse %p', async (change, field) => {
    const body = { number: 'WHAU1', reefer_plug_movements: [IN, { ...OUT, ...change }] };
    const answer = await client.post('/containers', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([`reefer_plug_movements.1.${field}`]);
  });
});

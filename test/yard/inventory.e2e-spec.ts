import { aContainer, aContainerType, aYardArea } from '../factories/cargo';
import { aHold } from '../factories/holds';
import { aShippingLine } from '../factories/parties';
import { aGate } from '../factories/gate';
import { aBerthArea, aTerminal } from '../factories/voyages';
import { aBox, aStack, moveTo } from '../factories/yard';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the inventory', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aTerminal(client, { name: 'North' });
    await aYardArea(client, { name: 'Block A', terminal: 'North' });
  });

  const at = (type: string, name: string) => ({ current_location_type: type, current_location: name });
  const NOTHING = {
    containers: 0,
    teu: 0,
    capacity_teu: null,
    utilization: null,
    by_status: {},
    by_usage: {},
    by_size: {},
    by_shipping_line: {},
    held: 0,
    reefers: { total: 0, operating: 0, plugged: 0, plugs: 0 },
    average_dwell_days: null,
  };

  it('of an area counts what is in its slots and in the area itself', async () => {
    const { code } = await aShippingLine(client, { code: 'WHA' });
    await aStack(client, { name: 'A1', yard_area: 'Block A', teu: 1, tiers: 4, reefer_plug: true });
    await aStack(client, { name: 'A2', yard_area: 'Block A', tiers: 3 });
    const twenty = await aBox(client, 20, { container_status: 'full', usage: 'import', shipping_line: code });
    const forty = await aBox(client, 40, { container_status: 'empty' });
    for (const [{ number }, slot] of [
      [twenty, 'A1'],
      [forty, 'A2'],
    ] as const)
      expect((await moveTo(client, number, slot)).status).toBe(201);
    const reefer = (await aContainerType(client, { size: 40, is_reefer: true })).code;
    const cold = { container_type: reefer, operating_reefer: true, ...at('YardArea', 'Block A') };
    const { number } = await aContainer(client, cold);
    await aContainer(client, cold);
    // the word for what nobody knows is a usage as well
    await aContainer(client, { usage: 'unknown', ...at('YardArea', 'Block A') });
    expect((await client.post(`/containers/${number}/plug_in`)).status).toBe(200);
    await aHold(client, forty.number);
    await service.current.query(
      `UPDATE container_stays SET in_at = now() - interval '36 hours' WHERE organization_id = $1`,
      [client.organization_id],
    );
    const answer = await client.as('read').get('/yard_areas/Block A/inventory');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      yard_area: { id: expect.any(Number), name: 'Block A' },
      terminal: { id: expect.any(Number), name: 'North' },
      containers: 5,
      teu: 8,
      capacity_teu: 10,
      utilization: 0.8,
      by_status: { empty: 1, full: 1, unknown: 3 },
      by_usage: { import: 1, unknown: 4 },
      by_size: { 20: 1, 40: 3, unknown: 1 },
      by_shipping_line: { WHA: 1, unknown: 4 },
      held: 1,
      reefers: { total: 2, operating: 2, plugged: 1, plugs: 4 },
      average_dwell_days: 1.5,
    });
    expect((await client.get('/yard_areas/Nowhere/inventory')).status).toBe(404);
  });

  it('of an area has no capacity without slots, or with one that holds any number', async () => {
    const capacity = async () =>
      (await client.get('/yard_areas/Block A/inventory')).body.capacity_teu as number | null;
    expect((await client.get('/yard_areas/Block A/inventory')).body).toMatchObject(NOTHING);
    await aStack(client, { yard_area: 'Block A', tiers: 2 });
    expect(await capacity()).toBe(4);
    await aStack(client, { yard_area: 'Block A', tiers: null });
    expect(await capacity()).toBeNull();
  });

  it('of a terminal counts its areas, and what is here elsewhere: every stay at the terminal', async () => {
    await aBerthArea(client, { name: 'Quay 1', terminal: 'North' });
    await aGate(client, { name: 'In', terminal: 'North' });
    await aYardArea(client, { name: 'Block 10', terminal: 'North' });
    await aYardArea(client, { name: 'Block 9', terminal: 'North' });
    await aStack(client, { name: 'A1', yard_area: 'Block A' });
    for (const place of [
      at('YardSlot', 'A1'),
      at('YardArea', 'Block 9'),
      at('Terminal', 'North'),
      at('Gate', 'In'),
      at('Gate', 'In'),
      at('Other', ''),
    ])
      await aContainer(client, place);
    await aBox(client, 40, at('BerthArea', 'Quay 1'));
    await aTerminal(client, { name: 'South' });
    await aContainer(client, at('Terminal', 'South'));
    const { body } = await client.get('/terminals/North/inventory');
    expect({ ...body, areas: body.areas.map((each: any) => [each.yard_area.name, each.containers]) }).toEqual(
      {
        terminal: { id: expect.any(Number), name: 'North' },
        containers: 6,
        teu: 7,
        areas: [
          ['Block 9', 1],
          ['Block 10', 0],
          ['Block A', 1],
        ],
        elsewhere: { containers: 4, teu: 5, by_location_type: { BerthArea: 1, Gate: 2, Terminal: 1 } },
      },
    );
    expect((await client.get('/terminals/Nowhere/inventory')).status).toBe(404);
    const other = await service.current.organization();
    expect((await other.get(`/terminals/${body.terminal.id}/inventory`)).status).toBe(404);
  });
});

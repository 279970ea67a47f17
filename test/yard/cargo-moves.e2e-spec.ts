import { aBill, aBreakbulk, aVehicle, aYardArea, aYardSlot, keyOf } from '../factories/cargo';
import { aHoldType } from '../factories/holds';
import { aConsignee } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('moves of vehicles and breakbulk', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    for (const name of ['Shed 1', 'Shed 2']) await aYardArea(client, { name });
  });

  const at = (current_location: string) => ({ current_location_type: 'YardArea', current_location });
  const area = (name: string) => ({ to: { type: 'YardArea', name } });
  const movements = async (path: string) =>
    (await client.get(`${path}/movements`)).body.movements.map((each: any) => [
      each.movement_type,
      each.from,
      each.to,
      ...('quantity' in each ? [each.quantity] : []),
    ]);

  it('of a vehicle leave a movement, and its yard slot follows', async () => {
    await aYardSlot(client, { name: 'V1' });
    const { vin_number } = await aVehicle(client, at('Shed 1'));
    const path = `/vehicles/${vin_number.toLowerCase()}`;
    const answer = await client.post(`${path}/moves`, {
      to: { type: 'YardSlot', name: 'V1' },
      moved_at: '2026-11-20T10:00:00Z',
      reason: 'Inspection',
    });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body.movement).toEqual({
      from_location: { type: 'YardArea', id: expect.any(Number), name: 'Shed 1' },
      to_location: { type: 'YardSlot', id: expect.any(Number), name: 'V1' },
      id: expect.any(Number),
      movement_type: 'yard',
      from: 'Yard Area: Shed 1',
      to: 'Yard Slot: V1',
      moved_at: '2026-11-20T10:00:00.000Z',
      reason: 'Inspection',
      user: { id: client.user_id, name: 'Tess Ter' },
    });
    expect((await client.get(path)).body.vehicle).toMatchObject({ current_location: 'V1', yard_slot: 'V1' });
    const refused = async (body: object, code: string) =>
      expect(await client.post(`${path}/moves`, body)).toMatchObject({ status: 422, body: { code } });
    await refused({ to: { type: 'YardSlot', name: 'V1' } }, 'same_place');
    await refused({ ...area('Shed 1'), moved_at: '2026-11-20T09:59:59.999Z' }, 'out_of_sequence');
    await refused({ ...area('Shed 1'), moved_at: '2099-01-01' }, 'time_to_come');
    await refused(area('Nowhere'), 'unknown_reference');
    expect((await client.patch(path, { current_location_type: 'Terminal' })).status).toBe(200);
    expect(await movements(path)).toEqual([
      ['yard', 'Yard Area: Shed 1', 'Yard Slot: V1'],
      ['yard', 'Yard Slot: V1', 'Terminal'],
    ]);
    expect((await client.get(path)).body.vehicle.yard_slot).toBeNull();
    expect((await client.post('/vehicles/NOPE/moves', area('Shed 1'))).status).toBe(404);
    expect((await client.as('read').post(`${path}/moves`, area('Shed 1'))).status).toBe(403);
  });

  it('hand a vehicle over to its first consignee, unless it is held or not here', async () => {
    const { name } = await aConsignee(client);
    const bill = await aBill(client);
    const { id, vin_number } = await aVehicle(client, {
      ...at('Shed 1'),
      consignees: [name],
      bill_of_ladings: [keyOf(bill)],
    });
    const { id: type } = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const holds = `/manifests/${keyOf(bill).manifest}/bill_of_ladings/${bill.number}/holds`;
    expect((await client.put(`${holds}/${type}`)).status).toBe(200);
    const held = await client.post(`/vehicles/${id}/deliver`);
    expect(held).toMatchObject({ status: 422, body: { code: 'cargo_held' } });
    expect((await client.delete(`${holds}/${type}`, { hold: { reference_number: 'CUS-1' } })).status).toBe(
      200,
    );
    const answer = await client.post(`/vehicles/${id}/deliver`, { delivered_at: '2026-11-20T10:00:00Z' });
    expect(answer.body.vehicle).toMatchObject({ current_location_type: 'Consignee', current_location: name });
    expect(await client.post(`/vehicles/${id}/deliver`)).toMatchObject({
      status: 422,
      body: { code: 'cargo_not_at_terminal', error: `Vehicle '${vin_number}' is not at the terminal.` },
    });
    expect(await movements(`/vehicles/${id}`)).toEqual([
      ['gate_out', 'Yard Area: Shed 1', `Consignee: ${name}`],
    ]);
  });

  it('of breakbulk move and deliver pieces, and count them on the bill', async () => {
    const bill = await aBill(client);
    const { reference_number } = await aBreakbulk(client, {
      quantity: 10,
      bill_of_lading: keyOf(bill),
      current_location_type: 'Other',
    });
    const path = `/breakbulks/${reference_number}`;
    const pieces = async () => {
      const lot = (await client.get(path)).body.breakbulk;
      return [
        lot.current_location ?? lot.current_location_type,
        lot.arrived_quantity,
        lot.loaded_quantity,
        lot.delivered_quantity,
        lot.quantity_at_terminal,
      ];
    };
    const counts = async () => {
      const { bill_of_lading: shown } = (await client.get(`/bill_of_ladings?q=${bill.number}`)).body;
      return shown;
    };
    expect(await counts()).toBeUndefined();
    expect(await pieces()).toEqual(['Other', 0, 0, 0, 0]);
    expect(await client.post(`${path}/deliver`)).toMatchObject({ body: { code: 'cargo_not_at_terminal' } });
    expect((await client.patch(path, at('Shed 1'))).status).toBe(200);
    expect(await pieces()).toEqual(['Shed 1', 10, 0, 0, 10]);
    expect(
      (await client.post(`${path}/moves`, { ...area('Shed 2'), quantity: 4 })).body.movement,
    ).toMatchObject({
      quantity: 4,
    });
    expect(await pieces()).toEqual(['Shed 2', 10, 0, 0, 10]);
    const part = await client.post(`${path}/deliver`, { quantity: 3 });
    expect(part.body.breakbulk).toMatchObject({
      delivered_quantity: 3,
      quantity_at_terminal: 7,
      ...at('Shed 2'),
    });
    expect(await client.post(`${path}/deliver`, { quantity: 8 })).toMatchObject({
      status: 422,
      body: {
        code: 'quantity_exceeded',
        errors: { quantity: [`Only 7 pieces of ${reference_number} are at the terminal.`] },
      },
    });
    expect((await client.post(`${path}/deliver`)).status).toBe(200);
    expect(await pieces()).toEqual(['Consignee', 10, 0, 10, 0]);
    expect(await movements(path)).toEqual([
      ['yard', 'Yard Area: Shed 1', 'Yard Area: Shed 2', 4],
      ['gate_out', 'Yard Area: Shed 2', 'Consignee', 3],
      ['gate_out', 'Yard Area: Shed 2', 'Consignee', 7],
    ]);
  });

  it('of breakbulk by the set-up speak of all pieces', async () => {
    const { reference_number } = await aBreakbulk(client, { quantity: 5, ...at('Shed 1') });
    const path = `/breakbulks/${reference_number}`;
    expect((await client.patch(path, at('Shed 2'))).status).toBe(200);
    expect(await movements(path)).toEqual([['yard', 'Yard Area: Shed 1', 'Yard Area: Shed 2', 5]]);
    const lot = (await client.patch(path, { current_location_type: 'Ship', current_location: null })).body
      .breakbulk;
    expect(lot).toMatchObject({ arrived_quantity: 5, loaded_quantity: 5, quantity_at_terminal: 0 });
    const none = (await client.patch(path, { current_location_type: null })).body.breakbulk;
    expect(none).toMatchObject({ arrived_quantity: 5, loaded_quantity: 5, quantity_at_terminal: 0 });
  });
});

import { aDockReceipt } from '../factories/cargo';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/dock_receipts';

describe('dock receipts', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('are created for a booking, shown, updated and deleted', async () => {
    const { booking } = await client.create('/bookings', { number: 'BK-1' });
    const { status, body } = await client.post(`${PATH}.json`, { number: 'DR/1', booking: 'BK-1' });
    expect(status).toBe(201);
    expect(body.dock_receipt).toEqual({
      id: expect.any(Number),
      number: 'DR/1',
      booking: { id: booking.id, number: 'BK-1' },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await client.get(`${PATH}/DR%2F1.json`)).body).toEqual(body);
    expect((await client.get(`${PATH}?number=DR/1`)).body.dock_receipts).toEqual([body.dock_receipt]);
    expect((await client.delete('/bookings/BK-1')).status).toBe(409);
    const updated = await client.put(`${PATH}/DR%2F1`, { number: 'DR-2', booking: null });
    expect(updated.body.dock_receipt).toMatchObject({ number: 'DR-2', booking: null });
    expect((await client.delete(`${PATH}/DR-2`)).body).toEqual({
      message: 'Dock receipt was successfully deleted.',
    });
  });

  it('refuse a missing or taken number and an unknown booking', async () => {
    expect((await client.post(PATH, {})).status).toBe(400);
    expect((await client.post(PATH, { number: 'DR-1', booking: 'NO' })).status).toBe(422);
    const answers = await timesAtOnce(service.current, 3, () => client.post(PATH, { number: 'DR-1' }));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('are written with the role write, in their organization only', async () => {
    const { id } = await aDockReceipt(client);
    expect((await client.as('read').post(PATH, { number: 'X' })).status).toBe(403);
    expect((await client.as('read').get(`${PATH}/${id}`)).status).toBe(200);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.get(PATH)).body.dock_receipts).toEqual([]);
  });
});

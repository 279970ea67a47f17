import { gateOut } from '../factories/gate';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('interchanges of a file', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const number = 'WHAU4142033';
  const cargo = { cargo_type: 'container', container_number: number, container_status: 'full' };
  const dropOff = { purpose_type: 'drop_off', cargo: { ...cargo, goods: 'Coffee' }, booking: 'BK-1' };
  const pickUp = { purpose_type: 'pick_up', cargo, bill_of_lading: 'BL-1' };

  /** A truck at the terminal, with what it announced and what it was gated in for. */
  const files = (purposes: object[], interchanges: object[]) => ({
    'gates.ndjson': [{ name: 'In 1' }],
    'trucks.ndjson': [{ license_plate: 'AB-1' }],
    'bookings.ndjson': [{ number: 'BK-1' }],
    'containers.ndjson': [{ number, goods: 'Tea' }],
    'pre_advices.ndjson': [{ advice_number: 'PA-1', truck: 'AB-1', used: true, purposes }],
    'truck_visits.ndjson': [
      {
        truck: 'AB-1',
        gate: 'In 1',
        gated_in_at: '2026-11-20T10:00:00Z',
        pre_advice: 'PA-1',
        interchanges,
      },
    ],
  });
  const goods = async () => (await client.get(`/containers/${number}`)).body.container.goods;

  it('make the container what their purpose says when they are completed', async () => {
    const interchange = { type: 'interchange_in', purpose: 0, container: number };
    const { bad } = await importFiles(client, files([dropOff], [interchange]));
    expect(bad).toEqual([]);
    expect(await goods()).toBe('Tea');
    expect((await gateOut(client, 'AB-1')).status).toBe(200);
    expect(await goods()).toBe('Coffee');
  });

  it.each([
    ['beyond those announced', [dropOff], { type: 'interchange_in', purpose: 1, container: number }],
    ['of the other direction', [pickUp], { type: 'interchange_in', purpose: 0, container: number }],
  ])('are refused for a purpose %s', async (_, purposes, interchange) => {
    const { bad } = await importFiles(client, files(purposes, [interchange]));
    expect(bad).toEqual([
      `truck_visits.ndjson:1: interchanges.0.purpose: '${interchange.purpose}' is unknown`,
    ]);
  });

  it('keep the purpose that they name', async () => {
    const interchange = { type: 'interchange_in', purpose: 0, container: number };
    await importFiles(client, files([dropOff], [interchange]));
    const { bad } = await importFiles(client, {
      'pre_advices.ndjson': [{ advice_number: 'PA-1', truck: 'AB-1', purposes: [] }],
    });
    expect(bad).toEqual([
      'pre_advices.ndjson:1: purposes: A purpose that a truck came for cannot be taken away.',
    ]);
  });
});

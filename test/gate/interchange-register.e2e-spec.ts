import { aBooking } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the register of interchanges', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aGate(client, { name: 'In 1' });
  });

  const visitFor = (...purposes: object[]) => aVisitFor(client, purposes, { gate: 'In 1' });
  const list = async (query = ''): Promise<Body[]> =>
    (await client.get(`/interchanges?${query}`)).body.interchanges;
  const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);

  it('has those of all visits, each as in its visit, with its completion and its visit', async () => {
    const cargo = await aNewContainer(client);
    const [first, second] = [
      await visitFor(pickUp((await aContainerInYard(client)).number)),
      await visitFor(dropOff(cargo)),
    ];
    await gateOut(client, first.truck.license_plate);
    const shown = (await client.get(`/truck_visits/${first.id}`)).body;
    expect(await list()).toEqual([
      {
        ...shown.interchanges[0],
        completed: true,
        completed_at: shown.gated_out_at,
        truck_visit: { id: first.id },
        shipping_line: null,
        booking: null,
      },
      {
        ...second.interchanges[0],
        completed_at: null,
        truck_visit: { id: second.id },
        shipping_line: expect.any(Object),
        booking: null,
      },
    ]);
    expect(await idsOf('order=newest&per=1')).toEqual([second.interchanges[0].id]);
    const stranger = await service.current.organization();
    expect((await stranger.get('/interchanges')).body.interchanges).toEqual([]);
  });

  it('is narrowed by time, type, line, container and booking', async () => {
    const { code: line } = await aShippingLine(client);
    const { number: booking } = await aBooking(client);
    const { number } = await aContainerInYard(client);
    const brings = dropOff(await aNewContainer(client, { shipping_line: line }), { booking });
    const visit = await visitFor(pickUp(number), brings);
    await gateOut(client, visit.truck.license_plate);
    const [out, into] = visit.interchanges.map(({ id }: Body) => id);
    const [{ completed_at: at }, brought] = await list();
    expect(brought).toMatchObject({ shipping_line: { code: line }, booking: { number: booking } });
    for (const [query, ids] of [
      [`completed_from=${at}&completed_until=${at}`, [out, into]],
      ['completed_from=2099-01-01', []],
      ['completed_until=2000-01-01', []],
      ['type=interchange_in', [into]],
      ['type=interchange_out', [out]],
      [`shipping_line=${line}`, [into]],
      [`container_number=${number.toLowerCase()}`, [out]],
      [`booking_number=${booking}`, [into]],
      [`booking_number=${booking}&type=interchange_out`, []],
      ['shipping_line=NONE', []],
    ] as const)
      expect([query, await idsOf(query)]).toEqual([query, ids]);
    for (const [query, field] of [
      ['type=gate_in', 'type'],
      ['completed_from=2026-01-02&completed_until=2026-01-01', 'completed_until'],
      ['order=oldest', 'order'],
    ] as const) {
      const { status, body } = await client.get(`/interchanges?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  it('follows the line of a container: as announced, as it came, and as the stay is corrected', async () => {
    const [{ code: announced }, { code: came }] = [await aShippingLine(client), await aShippingLine(client)];
    const cargo = await aNewContainer(client, { shipping_line: announced });
    const { truck, interchanges } = await visitFor(dropOff(cargo));
    const ids = [interchanges[0].id];
    expect(await idsOf(`shipping_line=${announced}`)).toEqual(ids);
    await gateOut(client, truck.license_plate);
    expect(await idsOf(`shipping_line=${announced}`)).toEqual(ids);
    const number = cargo.container_number as string;
    const [{ id }] = (await client.get(`/containers/${number}/stays`)).body.stays;
    await client.patch(`/container_stays/${id}`, { shipping_line: came, reason: 'Sublet' });
    expect([await idsOf(`shipping_line=${announced}`), await idsOf(`shipping_line=${came}`)]).toEqual([
      [],
      ids,
    ]);
    await client.patch(`/containers/${number}`, { shipping_line: announced });
    expect(await idsOf(`shipping_line=${announced}`)).toEqual(ids);
  });
});

import { aBill, aContainer, aPackingListItem, holdsOf, keyOf, movedLast, staysOf } from '../factories/cargo';
import { aContainerInYard } from '../factories/gate';
import { aHold, aHoldType } from '../factories/holds';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('packages', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const act = async (verb: 'strip' | 'deliver', id: string | number, quantity: unknown) => {
    const { status, body } = await client.as('write').post(`/packing_list_items/${id}/${verb}`, { quantity });
    const item = body.packing_list_item;
    return status === 200
      ? [item.stripped_quantity, item.has_been_stripped, item.delivered_quantity, item.has_been_delivered]
      : [status, body.error];
  };

  it('are taken out and delivered in parts, at most as many as were taken out', async () => {
    const { id, reference_number } = await aPackingListItem(client, { quantity: 5 });
    expect(await act('deliver', id, 1)).toEqual([
      422,
      'Only 0 of 5 were stripped and can still be delivered.',
    ]);
    expect(await act('strip', reference_number, 2)).toEqual([2, false, null, false]);
    expect(await act('deliver', id, 3)).toEqual([
      422,
      'Only 2 of 5 were stripped and can still be delivered.',
    ]);
    expect(await act('deliver', id, '2')).toEqual([2, false, 2, false]);
    expect(await act('strip', id, 4)).toEqual([422, 'Only 3 of 5 can still be stripped.']);
    expect(await act('strip', id, 3)).toEqual([5, true, 2, false]);
    expect(await act('deliver', id, 3)).toEqual([5, true, 5, true]);
    expect(await act('deliver', id, 1)).toEqual([
      422,
      'Only 0 of 5 were stripped and can still be delivered.',
    ]);
  });

  it.each([0, -1, 1.5, null, undefined, 'two'])('are not %p', async (quantity) => {
    const { id } = await aPackingListItem(client, { quantity: 5 });
    expect((await act('strip', id, quantity))[0]).toBe(422);
  });

  it('without a quantity are one, and answer 404 when unknown', async () => {
    const { id } = await aPackingListItem(client);
    expect(await act('strip', id, 1)).toEqual([1, true, null, false]);
    expect((await act('strip', 999999, 1))[0]).toBe(404);
    const other = await service.current.organization();
    expect((await other.post(`/packing_list_items/${id}/strip`, { quantity: 1 })).status).toBe(404);
  });

  it('are taken out once by simultaneous requests', async () => {
    const { id } = await aPackingListItem(client, { quantity: 3 });
    const answers = await timesAtOnce(service.current, 5, () => act('strip', id, 1));
    expect(answers.filter(([status]) => status === 422)).toHaveLength(2);
  });

  it('stay in a held container, and are not delivered on a held bill', async () => {
    const bill = await aBill(client);
    const { number } = await aContainer(client);
    const { id } = await aPackingListItem(client, {
      quantity: 3,
      container: number,
      bill_of_lading: keyOf(bill),
    });
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${holdsOf(bill)}/${type.id}`);
    expect(await act('strip', id, 1)).toEqual([1, false, null, false]);
    expect((await act('deliver', id, 1))[0]).toBe(422);
    const both = { stripped_quantity: 3, delivered_quantity: 1 };
    expect((await client.patch(`/packing_list_items/${id}`, both)).status).toBe(422);
    await aHold(client, number);
    expect(await act('strip', id, 1)).toEqual([
      422,
      `Container ${number} has unlifted holds and cannot be stripped.`,
    ]);
  });

  describe('of a container', () => {
    let bill: Body;
    let number: string;
    let id: number;
    const HERE = { current_location_type: 'Terminal' };
    const place = (body: object) => client.patch(`/containers/${number}`, body);
    const change = async (body: object) => {
      const answer = await client.patch(`/packing_list_items/${id}`, body);
      return answer.status === 200
        ? 200
        : [answer.status, answer.body.error, Object.keys(answer.body.errors)];
    };
    const absent = (done: string, field: string) => [
      422,
      `Container ${number} is not at the terminal, so that packing list item PL-1 cannot be ${done}.`,
      [field],
    ];
    const left = (done: string, field: string) => [
      422,
      `Packing list item PL-1 left in container ${number} and cannot be ${done}.`,
      [field],
    ];
    beforeEach(async () => {
      bill = await aBill(client);
      ({ number } = await aContainer(client, { bill_of_ladings: [keyOf(bill)] }));
      const item = { reference_number: 'PL-1', container: number, bill_of_lading: keyOf(bill), quantity: 5 };
      ({ id } = await aPackingListItem(client, item));
    });

    it('that is aboard are not taken out, and may go into another one', async () => {
      const { number: voyage } = await aVoyage(client);
      await place({ current_location_type: 'Voyage', current_location: voyage });
      expect(await act('strip', id, 1)).toEqual(absent('stripped', 'stripped_quantity').slice(0, 2));
      expect(await change({ stripped_quantity: 1 })).toEqual(absent('stripped', 'stripped_quantity'));
      expect(await change({ has_been_delivered: true })).toEqual(absent('delivered', 'has_been_delivered'));
      expect(await change({ has_been_stripped: true, container: null })).toEqual(
        absent('stripped', 'has_been_stripped'),
      );
      expect(await change({ quantity: 4, description: 'Tableware' })).toBe(200);
      const other = await aContainer(client, HERE);
      expect(await change({ container: other.number, stripped_quantity: 1 })).toBe(200);
      expect(await change({ container: number, stripped_quantity: 2 })).toEqual(
        absent('stripped', 'stripped_quantity'),
      );
      expect(await change({ container: number })).toBe(200);
      await place(HERE);
      expect(await act('strip', id, 2)).toEqual([3, false, null, false]);
    });

    it('that left stay in it, and those taken out before are still delivered', async () => {
      await place(HERE);
      await act('strip', id, 2);
      await place({ current_location_type: 'Consignee' });
      const other = await aContainer(client, HERE);
      for (const now of [{}, { ...HERE, container_status: 'empty' }]) {
        await place(now);
        expect(await act('strip', id, 1)).toEqual(left('stripped', '').slice(0, 2));
        expect(await change({ stripped_quantity: 3 })).toEqual(left('stripped', 'stripped_quantity'));
        expect(await change({ has_been_stripped: true })).toEqual(left('stripped', 'has_been_stripped'));
        expect(await change({ stripped_quantity: 5, delivered_quantity: 5 })).toEqual(
          left('stripped', 'stripped_quantity'),
        );
        for (const container of [other.number, null])
          expect(await change({ container })).toEqual(left('taken out of it', 'container'));
      }
      expect(await change({ description: 'Tableware', container: number })).toBe(200);
      expect(await act('deliver', id, 2)).toEqual([2, false, 2, false]);
      const { manifests } = (await client.get('/manifests')).body;
      const path = `/voyages/${manifests[0].voyage.number}/bill_of_ladings/${bill.number}`;
      expect((await client.get(path)).body.bill_of_lading.packing_list_items_delivered_count).toBe(5);
    });

    it('whose announcement was cancelled are taken out in the stay that it came for', async () => {
      await place({ bill_of_ladings: [] });
      expect(await act('strip', id, 1)).toEqual([1, false, null, false]);
      await place(HERE);
      expect(await act('strip', id, 1)).toEqual([2, false, null, false]);
    });

    it('are stated by files as they were', async () => {
      await place(HERE);
      await place({ current_location_type: 'Consignee' });
      const line = { reference_number: 'PL-1', stripped_quantity: 5, has_been_stripped: true };
      expect((await importFiles(client, { 'packing_list_items.ndjson': [line] })).bad).toEqual([]);
    });
  });

  it('are delivered up to the stripped quantity, also by the set-up', async () => {
    const { id } = await aPackingListItem(client, { quantity: 5, stripped_quantity: 2 });
    const change = (body: object) => client.patch(`/packing_list_items/${id}`, body);
    const refused = await change({ delivered_quantity: 3 });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      'Delivered quantity must not be more than was stripped.',
    ]);
    expect((await change({ delivered_quantity: 2 })).status).toBe(200);
    expect((await change({ stripped_quantity: 1 })).status).toBe(422);
  });

  it('count on the bill by their kind', async () => {
    const bill = await aBill(client);
    const { id } = await aPackingListItem(client, { quantity: 5, bill_of_lading: keyOf(bill) });
    await act('strip', id, 3);
    await act('deliver', id, 2);
    const { manifests } = (await client.get('/manifests')).body;
    const path = `/voyages/${manifests[0].voyage.number}/bill_of_ladings/${bill.number}`;
    expect((await client.get(path)).body.bill_of_lading).toMatchObject({
      packing_list_items_delivered_count: 2,
      packing_list_items_at_terminal_count: 1,
      packing_list_items: [{ delivered_quantity: 2 }],
    });
  });
});

describe('plugs', () => {
  const service = useService();

  it('go in and out in turn, now or at a time in the past', async () => {
    const client = (await service.current.organization()).as('write');
    const { number } = await aContainer(client);
    const plug = async (action: string, body?: object) => {
      const answer = await client.post(`/containers/${number}/plug_${action}`, body);
      return answer.status === 200
        ? answer.body.container.reefer_plug_movements
        : [answer.status, answer.body.error];
    };
    expect(await plug('out')).toEqual([422, `Container '${number}' is not plugged in.`]);
    const first = { plug_action: 'plug_in', plug_action_at: '2026-11-19T08:00:00.000Z' };
    expect(await plug('in', { at: first.plug_action_at })).toEqual([first]);
    expect(await plug('in')).toEqual([422, `Container '${number}' is plugged in already.`]);
    expect(await plug('out', { at: '2026-11-19T07:59:59Z' })).toEqual([
      422,
      'A plug is not moved before it was moved last.',
    ]);
    expect((await plug('out', { at: new Date(Date.now() + 90_000).toISOString() }))[0]).toBe(422);
    expect((await plug('out', { at: 'soon' }))[0]).toBe(422);
    expect(await plug('out')).toMatchObject([first, { plug_action: 'plug_out' }]);
    expect(await plug('in')).toHaveLength(3);
    expect((await client.post('/containers/NOPE/plug_in')).status).toBe(404);
  });
  it('go in and out no earlier than the last movement of the container', async () => {
    const client = await service.current.organization();
    const { number } = await aContainerInYard(client);
    const { number: voyage } = await aVoyage(client);
    const lifted_at = new Date(Date.now() + 40_000).toISOString();
    await aTallyMove(client, { voyage, kind: 'shift', container: number, lifted_at });
    const plug = async (action: string, at?: string) => {
      const { status, body } = await client.post(`/containers/${number}/plug_${action}`, { at });
      return status === 200
        ? body.container.reefer_plug_movements.at(-1).plug_action_at
        : [status, body.errors];
    };
    const before = new Date(Date.parse(lifted_at) - 1).toISOString();
    const refused = [422, { at: [movedLast(number, lifted_at)] }];
    expect(await plug('in', before)).toEqual(refused);
    expect(await plug('in', lifted_at)).toBe(lifted_at);
    expect(await plug('out', before)).toEqual(refused);
    expect(await plug('out')).toBe(lifted_at);
  });

  it('go in while the container is at the terminal, and not before it came', async () => {
    const client = await service.current.organization();
    const { number } = await aContainer(client, { bill_of_ladings: [keyOf(await aBill(client))] });
    const plug = async (action: string, body?: object) => {
      const { status, body: answer } = await client.post(`/containers/${number}/plug_${action}`, body);
      return status === 200 ? 200 : [status, answer.error];
    };
    const away = [422, `Container '${number}' is not at the terminal.`];
    const place = (current_location_type: string) =>
      client.patch(`/containers/${number}`, { current_location_type });
    await place('Voyage');
    expect(await plug('in')).toEqual(away);
    await place('Terminal');
    const [stay] = await staysOf(client, number);
    const before = new Date(Date.parse(stay!.in_at) - 1).toISOString();
    expect(await plug('in', { at: before })).toEqual([
      422,
      `Container '${number}' was not at the terminal yet at this time.`,
    ]);
    expect(await plug('in', { at: stay!.in_at })).toBe(200);
    await place('Other');
    expect(await plug('out')).toBe(200);
    expect(await plug('in')).toEqual(away);
  });
});

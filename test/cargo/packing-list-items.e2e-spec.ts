import {
  aBill,
  aContainer,
  aDockReceipt,
  aManifest,
  aPackageType,
  aPackingListItem,
  holdsOf,
  keyOf,
} from '../factories/cargo';
import { aHold, aHoldType, lift } from '../factories/holds';
import { aConsignee } from '../factories/parties';
import type { Answer, Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/packing_list_items';

describe('packing list items', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('takes and answers every field', async () => {
    const bill = await aBill(client, await aManifest(client));
    const container = await aContainer(client, { number: 'TDKU7301950' });
    const consignee = await aConsignee(client, { name: 'Kade' });
    const package_type = await aPackageType(client, { code: 'CT' });
    const dock_receipt = await aDockReceipt(client, { number: 'DR-1' });
    const answer = await client.post(`${PATH}.json`, {
      reference_number: 'PL-7001',
      bill_of_lading: keyOf(bill),
      container: 'tdku 730195 0',
      consignee: 'Kade',
      quantity: 240,
      weight: 4080,
      volume: 11.8,
      package_type: 'CT',
      description: 'Tableware',
      consignee_address: 'Meubelplein 17',
      shipping_marks: 'KADE 1-240',
      dock_receipt: 'DR-1',
      stripped_quantity: 96,
      has_been_stripped: '0',
      has_been_delivered: true,
    });
    expect(answer.status).toBe(201);
    const item = {
      id: expect.any(Number),
      reference_number: 'PL-7001',
      bill_of_lading: { id: bill.id, ...keyOf(bill) },
      container: { id: container.id, number: 'TDKU7301950' },
      consignee: { id: consignee.id, name: 'Kade' },
      quantity: 240,
      weight: 4080,
      volume: 11.8,
      package_type: { id: package_type.id, code: 'CT' },
      description: 'Tableware',
      consignee_address: 'Meubelplein 17',
      shipping_marks: 'KADE 1-240',
      dock_receipt: { id: dock_receipt.id, number: 'DR-1' },
      stripped_quantity: 96,
      stripped_at: expect.any(String),
      delivered_quantity: null,
      has_been_stripped: false,
      has_been_delivered: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect(answer.body).toEqual({ packing_list_item: item });
    const path = `${PATH}/PL-7001`;
    expect((await client.get(path)).body).toEqual(answer.body);
    const changed = await client.put(path, { container: null, consignee_id: null, has_been_stripped: true });
    expect(changed.body.packing_list_item).toEqual({
      ...item,
      container: null,
      consignee: null,
      has_been_stripped: true,
    });
    expect((await client.delete(path)).status).toBe(200);
    expect((await client.get(path)).status).toBe(404);
  });

  it.each([
    ['no reference number', {}, 400, 'reference_number'],
    ['a negative quantity', { reference_number: 'P', quantity: -1 }, 400, 'quantity'],
    [
      'a negative stripped quantity',
      { reference_number: 'P', stripped_quantity: -1 },
      400,
      'stripped_quantity',
    ],
    ['an unknown container', { reference_number: 'P', container: 'NO' }, 422, 'container'],
    ['an unknown consignee', { reference_number: 'P', consignee: 'NO' }, 422, 'consignee'],
    ['a deleted consignee', { reference_number: 'P', consignee: 'Gone' }, 422, 'consignee'],
    ['an unknown dock receipt', { reference_number: 'P', dock_receipt: 'NO' }, 422, 'dock_receipt'],
    [
      'an unknown bill',
      { reference_number: 'P', bill_of_lading: { manifest: 'M', number: '1' } },
      422,
      'bill_of_lading',
    ],
  ] as [string, object, number, string][])('refuses %s', async (_what, body, status, field) => {
    const { id } = await aConsignee(client, { name: 'Gone' });
    await client.delete(`/consignees/${id}`);
    const answer = await client.post(PATH, body);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toHaveProperty([field]);
  });

  describe('of ten packages', () => {
    const create = (body: object) => client.post(PATH, { reference_number: 'P', quantity: 10, ...body });
    const state = ({ status, body }: Answer) => {
      const item = body.packing_list_item;
      return item
        ? [item.stripped_quantity, item.has_been_stripped, item.delivered_quantity, item.has_been_delivered]
        : [status, body.error, Object.keys(body.errors)];
    };
    const TOO_MANY = 'Stripped quantity must not be more than the quantity.';
    const NOT_STRIPPED = 'Delivered quantity must not be more than was stripped.';

    it.each([
      [{}, [null, false, null, false]],
      [{ stripped_quantity: 10 }, [10, true, null, false]],
      [{ stripped_quantity: 9, has_been_stripped: true }, [9, true, null, false]],
      [{ stripped_quantity: 10, has_been_stripped: false }, [10, false, null, false]],
      [{ stripped_quantity: 10, delivered_quantity: 10 }, [10, true, 10, true]],
      [{ has_been_stripped: true }, [null, true, null, false]],
      [{ has_been_delivered: true }, [null, false, null, true]],
      [{ has_been_stripped: null, has_been_delivered: false }, [null, false, null, false]],
      [{ stripped_quantity: 11 }, [422, TOO_MANY, ['stripped_quantity']]],
      [{ quantity: 0, stripped_quantity: 1 }, [422, TOO_MANY, ['stripped_quantity']]],
      [{ quantity: null, stripped_quantity: 2 }, [2, false, null, false]],
      [{ stripped_quantity: 2, delivered_quantity: 3 }, [422, NOT_STRIPPED, ['delivered_quantity']]],
    ])('are what is said, and flags that nobody says follow from quantities: %p', async (body, expected) => {
      expect(state(await create(body))).toEqual(expected);
    });

    it.each([
      [{ quantity: 4 }, [4, true, 2, false]],
      [{ quantity: 3 }, [422, 'Quantity must not be less than was stripped.', ['quantity']]],
      [{ quantity: 3, stripped_quantity: 3 }, [3, true, 2, false]],
      [{ quantity: 20, has_been_stripped: true }, [4, true, 2, false]],
      [{ stripped_quantity: 10 }, [10, true, 2, false]],
      [{ stripped_quantity: 11 }, [422, TOO_MANY, ['stripped_quantity']]],
      [{ stripped_quantity: 1 }, [422, NOT_STRIPPED, ['delivered_quantity']]],
      [{ delivered_quantity: 4 }, [4, false, 4, false]],
      [{ description: 'Tableware' }, [4, false, 2, false]],
    ])('and do after the change %p', async (body, expected) => {
      await create({ stripped_quantity: 4, delivered_quantity: 2 });
      expect(state(await client.patch(`${PATH}/P`, body))).toEqual(expected);
    });

    it('keep a flag that was stated beside a quantity that does not change', async () => {
      await create({ stripped_quantity: 0, has_been_stripped: true });
      const same = { quantity: 10, stripped_quantity: 0 };
      expect(state(await client.patch(`${PATH}/P`, same))).toEqual([0, true, null, false]);
      expect(state(await client.patch(`${PATH}/P`, { quantity: 9 }))).toEqual([0, false, null, false]);
    });

    it('are stripped and delivered as flags say that are alone', async () => {
      await create({ has_been_delivered: true });
      const act = async (verb: string) => state(await client.post(`${PATH}/P/${verb}`, { quantity: 4 }));
      expect((await act('strip'))[1]).toBe('Only 0 of 10 can still be stripped.');
      expect((await act('deliver'))[1]).toBe('Only 0 of 10 were stripped and can still be delivered.');
    });
  });

  it('refuses a reference number that is taken, in a race, too', async () => {
    const answers = await timesAtOnce(service.current, 3, () =>
      client.post(PATH, { reference_number: 'SAME' }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('keeps its container and its dock receipt from being deleted', async () => {
    const { id } = await aContainer(client, { number: 'TDKU7301950' });
    const dock_receipt = await aDockReceipt(client, { number: 'DR-1' });
    await aPackingListItem(client, { container_id: id, dock_receipt_id: dock_receipt.id });
    expect((await client.delete(`/containers/${id}`)).status).toBe(409);
    expect((await client.delete(`/dock_receipts/${dock_receipt.id}`)).status).toBe(409);
  });

  describe('of a held container', () => {
    let number: string;
    beforeEach(async () => {
      ({ number } = await aContainer(client, { number: 'TDKU7301950' }));
    });
    const attempt = async (id: number, body: object) => {
      const { status, body: answer } = await client.patch(`${PATH}/${id}`, body);
      return status === 200 ? 200 : [status, answer];
    };
    const refusal = (field: string, done: string) => {
      const sentence = `Container TDKU7301950 has unlifted holds and cannot be ${done}.`;
      const records = [{ type: 'container', key: 'TDKU7301950' }];
      return [
        422,
        {
          error: sentence,
          code: 'container_held',
          params: expect.any(Object),
          records,
          errors: { [field]: [sentence] },
        },
      ];
    };

    it('are neither stripped nor delivered further, new ones included', async () => {
      const { id } = await aPackingListItem(client, { container: number, stripped_quantity: 2 });
      const hold = await aHold(client, number);
      expect(await attempt(id, { has_been_stripped: true })).toEqual(
        refusal('has_been_stripped', 'stripped'),
      );
      expect(await attempt(id, { stripped_quantity: 3 })).toEqual(refusal('stripped_quantity', 'stripped'));
      expect(await attempt(id, { has_been_delivered: true })).toEqual(
        refusal('has_been_delivered', 'delivered'),
      );
      expect(await attempt(id, { container: null, has_been_delivered: true })).toEqual(
        refusal('has_been_delivered', 'delivered'),
      );
      const created = await client.post(PATH, {
        reference_number: 'NEW',
        container: number,
        has_been_stripped: true,
      });
      expect([created.status, created.body]).toEqual(refusal('has_been_stripped', 'stripped'));
      expect((await client.get(`${PATH}/${id}`)).body.packing_list_item).toMatchObject({
        has_been_stripped: false,
        has_been_delivered: false,
        stripped_quantity: 2,
      });
      await lift(client, number, hold.id);
      expect(await attempt(id, { has_been_stripped: true, stripped_quantity: 5 })).toBe(200);
    });

    it('take every other change', async () => {
      const before = { stripped_quantity: 2, has_been_stripped: true, has_been_delivered: true };
      const { id } = await aPackingListItem(client, { container: number, ...before });
      await aHold(client, number);
      expect(await attempt(id, { ...before, description: 'Tableware' })).toBe(200);
      expect(await attempt(id, { stripped_quantity: 1, has_been_delivered: false })).toBe(200);
      expect(await attempt(id, { stripped_quantity: null, has_been_stripped: null })).toBe(200);
      await aPackingListItem(client, { container: number, has_been_stripped: false });
    });

    it('are kept by a hold on a bill of the container', async () => {
      const bill = await aBill(client);
      await client.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(bill)] });
      const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
      await client.put(`${holdsOf(bill)}/${type.id}`);
      const { id } = await aPackingListItem(client);
      expect(await attempt(id, { container: number, has_been_stripped: true })).toEqual(
        refusal('has_been_stripped', 'stripped'),
      );
      expect(await attempt(id, { has_been_stripped: true })).toBe(200);
    });
  });

  it('needs the role write to change anything, and keeps organizations apart', async () => {
    const { id } = await aPackingListItem(client, { reference_number: 'P1' });
    await aContainer(client, { number: 'TDKU7301950' });
    expect((await client.as('read').get(`${PATH}/${id}`)).status).toBe(200);
    expect((await client.as('read').patch(`${PATH}/${id}`, {})).status).toBe(403);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    const body = { reference_number: 'P1', container: 'TDKU7301950' };
    expect((await other.post(PATH, body)).status).toBe(422);
  });
});

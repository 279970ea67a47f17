import { aContainer, aLoadList } from '../factories/cargo';
import { aContainerInYard } from '../factories/gate';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('dangerous goods of stays', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const stayOf = async (container: string): Promise<Body> =>
    (await client.get(`/containers/${container}/stays`)).body.stays.at(-1);
  const list = async (container_id: unknown, dangerous: object[]): Promise<Body> => {
    const { id } = await aLoadList(client);
    const item = { load_list_item_type: 'full', load_list_item: { container_id, dangerous } };
    await client.create(`/load_lists/${id}/load_list_items`, item);
    return (await client.get(`/load_lists/${id}/load_list_items`)).body.load_list_items[0];
  };
  const PAINT = { imdg_class: '3', un_number: '1263', flashpoint: '23 CEL', packing_group: 'III' };

  it('are what a list states, and the list goes on stating it', async () => {
    const { id, number } = await aContainer(client, { container_status: 'full' });
    const item = await list(id, [PAINT]);
    expect(item.dangerous).toEqual([PAINT]);
    expect((await stayOf(number)).dangerous_goods).toEqual([
      {
        un_number: '1263',
        proper_shipping_name: null,
        imdg_class: '3',
        subsidiary_classes: [],
        packing_group: 'III',
        flashpoint_celsius: 23,
        marine_pollutant: false,
        limited_quantity: false,
        net_weight: null,
        ems: null,
        contact: null,
        remarks: null,
      },
    ]);
  });

  it('keep in words what does not parse', async () => {
    const { id, number } = await aContainer(client, { container_status: 'full' });
    await list(id, [
      { imdg_class: '3.1', un_number: 'UN 1263', flashpoint: 'low', packing_group: null },
      { imdg_class: '1.4S', un_number: '0012', flashpoint: '212 FAH', packing_group: null },
    ]);
    expect((await stayOf(number)).dangerous_goods).toMatchObject([
      {
        imdg_class: null,
        un_number: null,
        flashpoint_celsius: null,
        remarks: 'UN UN 1263, class 3.1, flashpoint low',
      },
      { imdg_class: '1.4S', un_number: '0012', flashpoint_celsius: 100, remarks: null },
    ]);
  });

  it('that are known already stay as they are', async () => {
    const { id: container_id, number } = await aContainerInYard(client);
    const { id } = await stayOf(number);
    const dangerous_goods = [{ un_number: '1950', imdg_class: '2.1' }];
    const corrected = await client.patch(`/container_stays/${id}`, { reason: 'Inspected', dangerous_goods });
    expect(corrected.body.container_stay.dangerous_goods).toMatchObject(dangerous_goods);
    await list(container_id, [PAINT]);
    expect((await stayOf(number)).dangerous_goods).toMatchObject(dangerous_goods);
    for (const [goods, field] of [
      [{ un_number: '12' }, 'un_number'],
      [{ imdg_class: '3.1' }, 'imdg_class'],
    ] as const) {
      const refused = await client.patch(`/container_stays/${id}`, { reason: 'X', dangerous_goods: [goods] });
      expect(Object.keys(refused.body.errors)).toEqual([`dangerous_goods.0.${field}`]);
    }
  });
});

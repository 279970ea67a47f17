import {
  aBill,
  aBreakbulk,
  aContainer,
  aContainerType,
  aLoadList,
  aManifest,
  aVehicle,
  keyOf,
} from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import { aTally, broughtBy, count, itemsOf, progressOf } from '../factories/quay';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the items of a tally', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { number: 'V/1' });
  });

  const refs = async (tally: { id: number }, query = '') =>
    (await itemsOf(client, tally, query)).map((item) => [
      item.cargo_type,
      (item.container?.number ??
        item.vehicle?.vin_number ??
        item.breakbulk?.reference_number ??
        null) as string,
      item.status,
      item.quantity,
    ]);

  it('are the containers, vehicles and breakbulk of the manifests, each once', async () => {
    const line = await aShippingLine(client);
    const type = await aContainerType(client, { code: '40HC' });
    const bill = await broughtBy(client, voyage, ['WHAU4142033'], {
      container_type: '40HC',
      shipping_line: line.code,
    });
    const again = await aBill(client, await aManifest(client, { voyage_id: voyage.id }));
    await client.patch('/containers/WHAU4142033', { bill_of_ladings: [keyOf(bill), keyOf(again)] });
    await aVehicle(client, { vin_number: 'VIN1', bill_of_ladings: [keyOf(bill)] });
    await aBreakbulk(client, { reference_number: 'BB-1', quantity: 40, bill_of_lading: keyOf(bill) });
    await aBreakbulk(client, { reference_number: 'BB-2', bill_of_lading: keyOf(bill) });
    await aBreakbulk(client, { reference_number: 'BB-0', quantity: 0, bill_of_lading: keyOf(bill) });
    const inside = { current_location_type: 'Container', current_location: 'WHAU4142033' };
    await aVehicle(client, { vin_number: 'VIN2', bill_of_ladings: [keyOf(bill)], ...inside });
    await aBreakbulk(client, { reference_number: 'BB-3', bill_of_lading: keyOf(bill), ...inside });
    await broughtBy(client, await aVoyage(client), ['WHAU1000007']);
    const tally = await aTally(client, voyage);
    expect(await refs(tally)).toEqual([
      ['breakbulk', 'BB-1', 'open', 40],
      ['breakbulk', 'BB-2', 'open', 1],
      ['container', 'WHAU4142033', 'open', 1],
      ['vehicle', 'VIN1', 'open', 1],
    ]);
    const [, , container] = await itemsOf(client.as('read'), tally);
    expect(container).toEqual({
      id: expect.any(Number),
      status: 'open',
      cargo_type: 'container',
      container: { id: expect.any(Number), number: 'WHAU4142033' },
      vehicle: null,
      breakbulk: null,
      container_type: { id: type.id, code: type.code },
      shipping_line: { id: line.id, code: line.code },
      quantity: 1,
      done_quantity: 0,
      load_list_item: null,
    });
  });

  it('are the items of all load lists of the voyage, one for each of several empties', async () => {
    const line = await aShippingLine(client);
    const type = await aContainerType(client);
    for (const number of ['WHAU4142033', 'WHAU1000007'])
      await aContainer(client, { number, container_status: 'full' });
    const full = (container: string) => ({ load_list_item_type: 'full', container });
    const empties = {
      load_list_item_type: 'empties',
      container_type: type.code,
      shipping_line: line.code,
      quantity: 2,
    };
    await aBreakbulk(client, { reference_number: 'BB-1', quantity: 5 });
    const lot = { load_list_item_type: 'break_bulk', container: 'BB-1', shipping_line: line.code };
    await aLoadList(client, { voyage: voyage.number, items: [full('WHAU4142033'), empties] });
    await aLoadList(client, {
      voyage: voyage.number,
      items: [full('WHAU4142033'), full('WHAU1000007'), lot],
    });
    await aLoadList(client, { items: [full('WHAU4142033')] });
    const tally = await aTally(client, voyage, 'loading');
    expect(await refs(tally)).toEqual([
      ['breakbulk', 'BB-1', 'open', 5],
      ['container', 'WHAU4142033', 'open', 1],
      ['container', 'WHAU1000007', 'open', 1],
      ['empties', null, 'open', 1],
      ['empties', null, 'open', 1],
    ]);
    const items = await itemsOf(client, tally);
    expect(items[3]).toMatchObject({
      container: null,
      container_type: { id: type.id, code: type.code },
      shipping_line: { code: line.code },
      load_list_item: { id: expect.any(Number) },
    });
    expect(new Set(items.map((item) => item.load_list_item.id)).size).toBe(5);
  });

  it('follow the manifests while the tally is open, and stay once it is closed', async () => {
    const bill = await broughtBy(client, voyage, ['A1', 'A2']);
    const tally = await aTally(client, voyage);
    await client.patch('/containers/A2', { bill_of_ladings: [] });
    await aContainer(client, { number: 'A3', bill_of_ladings: [keyOf(bill)] });
    const lot = { reference_number: 'BB-1', quantity: 3, bill_of_lading: keyOf(bill) };
    await aBreakbulk(client, lot);
    expect(await refs(tally)).toEqual([
      ['container', 'A1', 'open', 1],
      ['breakbulk', 'BB-1', 'open', 3],
      ['container', 'A3', 'open', 1],
    ]);
    await client.patch('/breakbulks/BB-1', { quantity: 4 });
    expect((await client.post(`/tallies/${tally.id}/close`)).status).toBe(200);
    const closed = [
      ['container', 'A1', 'short', 1],
      ['breakbulk', 'BB-1', 'short', 4],
      ['container', 'A3', 'short', 1],
    ];
    expect(await refs(tally)).toEqual(closed);
    await client.patch('/containers/A3', { bill_of_ladings: [] });
    await client.patch('/breakbulks/BB-1', { quantity: 5 });
    expect(await refs(tally)).toEqual(closed);
    expect((await client.as('admin').post(`/tallies/${tally.id}/reopen`)).status).toBe(200);
    expect(await refs(tally)).toEqual([
      ['container', 'A1', 'open', 1],
      ['breakbulk', 'BB-1', 'open', 5],
    ]);
    const { client_identifier } = bill.manifest;
    expect((await client.delete(`/manifests/${encodeURIComponent(client_identifier)}`)).status).toBe(200);
    expect(await refs(tally)).toEqual([]);
  });

  it('follow load lists that are replaced or deleted', async () => {
    for (const number of ['A1', 'A2']) await aContainer(client, { number });
    const full = (container: string) => ({ load_list_item_type: 'full', container });
    const list = await aLoadList(client, { voyage: voyage.number, items: [full('A1')] });
    const tally = await aTally(client, voyage, 'loading');
    await client.patch(`/load_lists/${list.id}`, { items: [full('A2')] });
    expect(await refs(tally)).toEqual([['container', 'A2', 'open', 1]]);
    expect((await client.post(`/tallies/${tally.id}/close`)).body.short).toHaveLength(1);
    expect((await client.delete(`/load_lists/${list.id}`)).status).toBe(200);
    expect(await itemsOf(client, tally)).toEqual([
      expect.objectContaining({ status: 'short', load_list_item: null }),
    ]);
  });

  it('become one when their containers do, which is done where either was counted', async () => {
    await broughtBy(client, voyage, ['A1', 'A2']);
    for (const number of ['B1', 'B2']) await aContainer(client, { number });
    const tally = await aTally(client, voyage);
    const over = (container_number: string) => ({ container_number, over: true });
    expect((await count(client, tally, over('B1'), over('B2'))).status).toBe(201);
    const renumber = async (from: string, to: string) => {
      await client.patch(`/containers/${from}`, { current_location_type: 'Other', current_location: null });
      expect(
        await client.post(`/containers/${from}/renumber`, { number: to, reason: 'Misread' }),
      ).toMatchObject({
        status: 200,
      });
    };
    await renumber('B1', 'A1');
    expect(await refs(tally)).toEqual([
      ['container', 'A1', 'done', 1],
      ['container', 'A2', 'open', 1],
      ['container', 'B2', 'over', 0],
    ]);
    expect((await client.post(`/tallies/${tally.id}/close`)).body.tally.short).toBe(1);
    await renumber('B2', 'A2');
    expect(await refs(tally)).toEqual([
      ['container', 'A1', 'done', 1],
      ['container', 'A2', 'done', 1],
    ]);
    expect((await client.get(`/tallies/${tally.id}`)).body.tally.short).toBe(0);
    expect((await progressOf(client, voyage)).discharge).toMatchObject({
      expected: 2,
      done: 2,
      over: 0,
      short: 0,
    });
  });

  it('are listed by state and in pages', async () => {
    await broughtBy(client, voyage, ['A1', 'A2', 'A3']);
    const tally = await aTally(client, voyage);
    for (const [status, many] of [
      ['expected', 3],
      ['open', 3],
      ['done', 0],
      ['over', 0],
      ['short', 0],
    ] as const)
      expect(await itemsOf(client, tally, `status=${status}`)).toHaveLength(many);
    const { items, actions } = (await client.get(`/tallies/${tally.id}/items?per=2`)).body;
    expect([items.length, actions.next.url]).toEqual([2, expect.stringContaining('page=2')]);
    expect((await client.get(`/tallies/${tally.id}/items?status=lost`)).status).toBe(422);
    expect((await client.get(`/tallies/${tally.id + 1}/items`)).status).toBe(404);
    const other = await service.current.organization();
    expect((await other.get(`/tallies/${tally.id}/items`)).status).toBe(404);
  });
});

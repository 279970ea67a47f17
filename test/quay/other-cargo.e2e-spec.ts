import { aBreakbulk, aLoadList, aVehicle, keyOf } from '../factories/cargo';
import { aTally, broughtBy, count, itemsOf, progressOf } from '../factories/quay';
import { aVoyage } from '../factories/voyages';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('vehicles and breakbulk in a tally', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { number: 'V1' });
  });

  const LOT = { reference_number: 'BB-1' };
  const discharge = async (quantity = 10): Promise<Body> => {
    const bill = await broughtBy(client, voyage, []);
    await aBreakbulk(client, { ...LOT, quantity, bill_of_lading: keyOf(bill) });
    await aVehicle(client, { vin_number: 'VIN1', bill_of_ladings: [keyOf(bill)] });
    return aTally(client, voyage);
  };
  const lot = async () => (await client.get('/breakbulks/BB-1')).body.breakbulk;
  const pieces = async () => {
    const { arrived_quantity, loaded_quantity, quantity_at_terminal } = await lot();
    return [arrived_quantity, loaded_quantity, quantity_at_terminal];
  };
  const items = async (tally: { id: number }) =>
    (await itemsOf(client, tally)).map((item) => [item.status, item.quantity, item.done_quantity]);
  const counted = async (tally: { id: number }, ...moves: object[]): Promise<Body[]> => {
    const { status, body } = await count(client, tally, ...moves);
    expect([status, body.error]).toEqual([201, undefined]);
    return body.tally_moves;
  };
  const undo = (tally: { id: number }, { id }: { id: number }) =>
    client.post(`/tallies/${tally.id}/moves/${id}/undo`, { reason: 'R' });

  it('are counted by pieces: by default all open ones', async () => {
    const tally = await discharge();
    const [first, , rest] = await counted(
      tally,
      { ...LOT, quantity: 4 },
      { vin: 'VIN1' },
      { reference_number: 'BB-1' },
    );
    expect([first!.quantity, rest!.quantity, rest!.breakbulk.reference_number]).toEqual([4, 6, 'BB-1']);
    expect(await pieces()).toEqual([10, 0, 10]);
    expect(await items(tally)).toEqual([
      ['done', 10, 10],
      ['done', 1, 1],
    ]);
    expect(await progressOf(client, voyage)).toMatchObject({
      discharge: { expected: 11, done: 11, open: 0, moves: 3, last_hour: 11 },
    });
    expect((await client.get('/vehicles/VIN1')).body.vehicle.current_location_type).toBe('Terminal');
    const again = await count(client, tally, { vin: 'vin1' });
    expect(again.body.error).toBe("Vehicle 'VIN1' was counted in this tally already.");
  });

  it('are meant by the exact VIN before one in another case', async () => {
    const tally = await discharge();
    await aVehicle(client, { vin_number: 'vin1' });
    const answer = await count(client, tally, { vin: 'vin1', over: true }, { vin: 'VIN1' });
    expect(answer.body.tally_moves.map(({ over }: { over: boolean }) => over)).toEqual([true, false]);
  });

  it('are handed over by tokens for cargo and for the quay', async () => {
    const tally = await discharge();
    await counted(tally, { ...LOT, quantity: 4 }, { vin: 'VIN1' });
    const confine = (domain: string) =>
      service.current.query(`UPDATE tokens SET domains = $1 WHERE organization_id = $2 AND role = 'write'`, [
        [domain],
        client.organization_id,
      ]);
    const deliver = async (path: string) =>
      (await client.as('write').post(`${path}/deliver`, { quantity: 1 })).status;
    await confine('yard');
    expect([await deliver('/breakbulks/BB-1'), await deliver('/vehicles/VIN1')]).toEqual([403, 403]);
    await confine('cargo');
    expect(await deliver('/breakbulks/BB-1')).toBe(200);
    await confine('quay');
    expect([await deliver('/breakbulks/BB-1'), await deliver('/vehicles/VIN1')]).toEqual([200, 200]);
  });

  it('need over for more than the open pieces, which stand beside', async () => {
    const tally = await discharge();
    const refused = await count(client, tally, { ...LOT, quantity: 12 });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'moves.0.quantity': ["Breakbulk 'BB-1' has 10 pieces that are open."] },
    ]);
    const [move] = await counted(tally, { ...LOT, quantity: 12, over: true });
    expect(move!.over).toBe(true);
    expect((await items(tally)).filter(([status]) => status !== 'open')).toEqual([
      ['done', 10, 10],
      ['over', 0, 2],
    ]);
    expect((await undo(tally, move)).status).toBe(200);
    expect(await items(tally)).toEqual([
      ['open', 10, 0],
      ['open', 1, 0],
    ]);
  });

  it('are not discharged again where the set-up has placed them', async () => {
    const tally = await discharge();
    await client.patch('/breakbulks/BB-1', { current_location_type: 'Terminal' });
    const { status, body } = await count(client, tally, LOT);
    expect([status, body.error]).toEqual([422, "Breakbulk 'BB-1' is at the terminal already."]);
  });

  it('are undone in any order, while that many pieces are at their destination', async () => {
    const tally = await discharge();
    const [a, b, vehicle] = await counted(
      tally,
      { ...LOT, quantity: 3 },
      { ...LOT, quantity: 7 },
      { vin: 'VIN1' },
    );
    expect((await undo(tally, a)).status).toBe(200);
    expect(await pieces()).toEqual([7, 0, 7]);
    expect((await client.post('/breakbulks/BB-1/deliver', { quantity: 2 })).status).toBe(200);
    expect((await undo(tally, b)).body.error).toMatch(/: only 5 pieces are still where they went\.$/);
    expect(
      (await client.post('/vehicles/VIN1/moves', { to: { type: 'Terminal', id: await voyageTerminal() } }))
        .status,
    ).toBeLessThan(500);
    expect((await undo(tally, vehicle)).status).toBeLessThan(500);
  });
  it('have left the terminal when all pieces were undone, in another order than they came', async () => {
    const tally = await discharge();
    const [a, b] = await counted(tally, { ...LOT, quantity: 3 }, { ...LOT, quantity: 7 });
    const { movements } = (await client.get('/breakbulks/BB-1/movements')).body;
    expect(movements.map(({ from }: { from: string }) => from)).toEqual([movements[0].from, 'Voyage: V1']);
    for (const move of [a, b]) expect((await undo(tally, move)).status).toBe(200);
    expect(await pieces()).toEqual([0, 0, 0]);
    expect(['Voyage', null]).toContain((await lot()).current_location_type);
  });

  const voyageTerminal = async () => (await client.get('/terminals')).body.terminals[0].id as number;

  it('are loaded from what is here, and marked with the last piece', async () => {
    await aBreakbulk(client, { ...LOT, quantity: 5, current_location_type: 'Terminal' });
    await aVehicle(client, { vin_number: 'VIN1', current_location_type: 'Terminal' });
    const item = { load_list_item_type: 'break_bulk', container: 'BB-1' };
    await aLoadList(client, {
      voyage: 'V1',
      items: [item, { load_list_item_type: 'vehicle', container: 'VIN1' }],
    });
    const tally = await aTally(client, voyage, 'loading');
    const loaded = async () =>
      (await client.get('/load_lists')).body.load_lists[0].items.map(
        (each: { loaded: boolean }) => each.loaded,
      );
    const [first] = await counted(tally, { ...LOT, quantity: 2 }, { vin: 'VIN1' });
    expect(await loaded()).toEqual([false, true]);
    expect((await lot()).current_location_type).toBe('Terminal');
    await counted(tally, LOT);
    expect([await loaded(), await pieces()]).toEqual([
      [true, true],
      [5, 5, 0],
    ]);
    expect((await lot()).current_location).toBe('V1');
    const none = await count(client, tally, { ...LOT, quantity: 1, over: true });
    expect(none.body.error).toBe("Breakbulk 'BB-1' is not at the terminal.");
    expect((await undo(tally, first)).status).toBe(200);
    expect([await loaded(), await pieces()]).toEqual([
      [false, true],
      [5, 3, 2],
    ]);
    expect(await items(tally)).toEqual([
      ['open', 5, 3],
      ['done', 1, 1],
    ]);
  });
});

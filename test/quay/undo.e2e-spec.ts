import {
  aContainer,
  aContainerType,
  aLoadList,
  aVehicle,
  keyOf,
  movementsOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import { aTally, broughtBy, count, itemsOf, progressOf } from '../factories/quay';
import { exportFiles, importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('undoing moves of cranes', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { number: 'V1' });
  });

  const reason = 'Wrong container read';
  const discharge = async (boxes: string[]) => {
    await broughtBy(client, voyage, boxes);
    return aTally(client, voyage);
  };
  const counted = async (tally: { id: number }, ...moves: object[]) => {
    const { status, body } = await count(client, tally, ...moves);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.tally_moves as { id: number; reference: string }[];
  };
  const undo = (tally: { id: number }, move: { id: number }, body: object = { reason }) =>
    client.post(`/tallies/${tally.id}/moves/${move.id}/undo`, body);
  const one = async (tally: { id: number }, move: object) => (await counted(tally, move))[0]!;

  it('answers the move, which stays listed and counts nowhere', async () => {
    const tally = await discharge(['A1', 'A2']);
    const move = await one(tally, { container_number: 'A1', lifted_at: '2026-11-20T07:41:00Z' });
    await counted(tally, { container_number: 'A2' });
    const answer = await undo(tally, move);
    expect(answer.status).toBe(200);
    expect(answer.body.tally_move).toEqual({
      ...move,
      undone_at: expect.any(String),
      undone_by: expect.objectContaining({ name: 'Tess Ter' }),
      reason,
      undo_reason: reason,
      updated_at: expect.any(String),
    });
    expect((await client.get(`/tally_moves/${move.id}`)).body.tally_move).toEqual(answer.body.tally_move);
    const [crane] = (await client.get('/voyages/V1/tallies')).body.cranes;
    expect(crane.tally).toEqual([expect.objectContaining({ number: 'A2' })]);
    expect(await progressOf(client, voyage)).toMatchObject({ discharge: { done: 1, open: 1, moves: 1 } });
    expect(
      (await movementsOf(client, 'A1')).map(({ movement_type, moved_at }) => [movement_type, moved_at]),
    ).toEqual([
      ['discharge', '2026-11-20T07:41:00.000Z'],
      ['reversal', '2026-11-20T07:41:00.000Z'],
    ]);
    expect(await staysOf(client, 'A1')).toEqual([
      expect.objectContaining({ status: 'announced', in_at: null }),
    ]);
    await counted(tally, { container_number: 'A1', lifted_at: '2026-11-20T07:41:00Z' });
  });

  it('cancels the stay that the move opened, and removes the over item', async () => {
    const tally = await discharge(['A1']);
    await aContainer(client, { number: 'B1' });
    const move = await one(tally, { container_number: 'B1', over: true });
    expect((await undo(tally, move)).status).toBe(200);
    expect(await staysOf(client, 'B1')).toEqual([expect.objectContaining({ status: 'cancelled' })]);
    expect(await itemsOf(client, tally, 'status=over')).toEqual([]);
  });

  it('takes loaded cargo off the vessel and its lists, and empties out of their item', async () => {
    const line = await aShippingLine(client);
    const type = await aContainerType(client);
    const kind = { container_type: type.code, shipping_line: line.code };
    for (const [number, container_status] of [
      ['E1', 'empty'],
      ['F1', 'full'],
    ])
      await aContainer(client, { number, container_status, current_location_type: 'Terminal', ...kind });
    const items = [
      { load_list_item_type: 'empties', ...kind },
      { load_list_item_type: 'full', container: 'F1' },
    ];
    await aLoadList(client, { voyage: 'V1', items });
    const tally = await aTally(client, voyage, 'loading');
    const before = [await itemsOf(client, tally), await staysOf(client, 'E1'), await staysOf(client, 'F1')];
    const moves = await counted(tally, { container_number: 'E1' }, { container_number: 'F1' });
    const loaded = async () =>
      (await client.get('/load_lists')).body.load_lists[0].items.map(
        (item: { loaded: boolean }) => item.loaded,
      );
    expect(await loaded()).toEqual([true, true]);
    for (const move of moves) expect((await undo(tally, move)).status).toBe(200);
    expect(await loaded()).toEqual([false, false]);
    // how long it is here goes on
    const changed = ({ updated_at: _, dwell_seconds: _dwell, ...record }: Record<string, unknown>) => record;
    expect([
      await itemsOf(client, tally),
      (await staysOf(client, 'E1')).map(changed),
      (await staysOf(client, 'F1')).map(changed),
    ]).toEqual([before[0], before[1]!.map(changed), before[2]!.map(changed)]);
    expect((await shownContainer(client, 'E1')).current_location_type).toBe('Terminal');
  });

  it('puts a container back into its stack, and those that came down up again', async () => {
    await client.create('/yard_areas', { name: 'Block A' });
    await client.create('/yard_slots', { name: 'A1-01', yard_area: 'Block A', tiers: 4 });
    const place = { current_location_type: 'YardSlot', current_location: 'A1-01' };
    for (const number of ['A1', 'A2', 'A3']) await aContainer(client, { number, ...place });
    await aLoadList(client, { voyage: 'V1', items: [{ load_list_item_type: 'full', container: 'A1' }] });
    const tally = await aTally(client, voyage, 'loading');
    const tiers = () =>
      Promise.all(['A1', 'A2', 'A3'].map(async (number) => (await shownContainer(client, number)).tier));
    const move = await one(tally, { container_number: 'A1' });
    expect(await tiers()).toEqual([null, 1, 2]);
    expect((await undo(tally, move)).status).toBe(200);
    expect(await tiers()).toEqual([1, 2, 3]);
  });

  it('refuses when later movements exist', async () => {
    const tally = await discharge(['A1', 'A2', 'A3']);
    const [first, second, third] = await counted(
      tally,
      { container_number: 'A1' },
      { container_number: 'A2' },
      { container_number: 'A3' },
    );
    await client.create('/yard_areas', { name: 'Block A' });
    const to = { type: 'YardArea', name: 'Block A' };
    expect((await client.post('/containers/A1/moves', { to })).status).toBe(201);
    const moved = await undo(tally, first!);
    expect([moved.status, moved.body.code]).toEqual([422, 'happened_since']);
    expect(moved.body.error).toMatch(
      /^Tally move 'TM-.*' cannot be undone: it moved again at 2.*Z \(yard\)\.$/,
    );
    await client.post('/containers/A2/plug_in', {});
    expect((await undo(tally, second!)).body.error).toMatch(/: it was plugged in or out\.$/);
    expect((await undo(tally, third!)).status).toBe(200);
    const twice = await undo(tally, third!);
    expect([twice.status, twice.body.code, twice.body.error]).toEqual([
      422,
      'undone',
      `Tally move '${third!.reference}' was undone already.`,
    ]);
  });

  it('is refused after the set-up has stated that the cargo is elsewhere', async () => {
    const bill = await broughtBy(client, voyage, ['A1']);
    await aVehicle(client, { vin_number: 'VIN1', bill_of_ladings: [keyOf(bill)] });
    const tally = await aTally(client, voyage);
    const moves = await counted(tally, { container_number: 'A1' }, { vin: 'VIN1' });
    const outside = { current_location_type: 'Other', current_location: null };
    for (const path of ['/containers/A1', '/vehicles/VIN1'])
      expect((await client.patch(path, outside)).status).toBe(200);
    for (const move of moves) {
      const { status, body } = await undo(tally, move);
      expect([status, body.code, body.error]).toEqual([
        422,
        'happened_since',
        `Tally move '${move.reference}' cannot be undone: its place was changed since.`,
      ]);
    }
  });

  it('needs a reason, the right tally, an open one and the role write', async () => {
    const tally = await discharge(['A1']);
    const move = await one(tally, { container_number: 'A1' });
    for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: null }])
      expect((await undo(tally, move, body)).status).toBe(422);
    const other = await aVoyage(client, { number: 'V2' });
    await broughtBy(client, other, ['B1']);
    expect((await undo(await aTally(client, other), move)).status).toBe(404);
    expect((await undo({ id: tally.id + 100 }, move)).status).toBe(404);
    expect((await undo(tally, { id: move.id + 100 })).status).toBe(404);
    const path = `/tallies/${tally.id}/moves/${move.id}/undo`;
    expect((await client.as('read').post(path, { reason })).status).toBe(403);
    expect((await (await service.current.organization()).post(path, { reason })).status).toBe(404);
    await client.post(`/tallies/${tally.id}/close`);
    expect((await undo(tally, move)).status).toBe(409);
  });

  it('is done once when it is requested twice at once, and waits for nothing else', async () => {
    const tally = await discharge(['A1']);
    const move = await one(tally, { container_number: 'A1' });
    const answers = await inTurn(service.current, [() => undo(tally, move), () => undo(tally, move)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
    expect(await movementsOf(client, 'A1')).toHaveLength(2);
  });

  it('of gear and of shifts leaves the cargo where it is', async () => {
    const tally = await discharge(['A1']);
    const moves = await counted(
      tally,
      { kind: 'special_lift', lift_type: 'hatch cover' },
      { kind: 'shift', container_number: 'A1', restow: true },
    );
    for (const move of moves) expect((await undo(tally, move)).status).toBe(200);
    expect((await shownContainer(client, 'A1')).current_location_type).toBeNull();
    expect(await progressOf(client, voyage)).toMatchObject({
      discharge: { moves: 0, restows: 0, special_lifts: 0 },
    });
  });

  /** Throws unless the records of these boxes are as before, and all others as after. */
  function requireUndone(
    boxes: string[],
    { before, after, undone }: Record<'before' | 'after' | 'undone', Record<string, string>>,
  ): void {
    expect(Object.keys(undone).sort()).toEqual(Object.keys(after).sort());
    const of = (line: string) => (boxes.some((box) => line.includes(`"${box}"`)) ? before : after);
    for (const [file, content] of Object.entries(undone)) {
      if (/tally_moves|container_movements/.test(file)) continue;
      const lines = content.split('\n');
      const expected = lines.map((line, n) => of(line)[file]!.split('\n')[n]);
      expect([file, lines]).toEqual([file, expected]);
    }
  }

  const inDisorder = <T>(all: T[]) => [...all].sort(() => Math.random() - 0.5);

  it('of a random half, in any order, leaves every record as it was', async () => {
    // as many as a bill has at most, in a long search
    const many = Math.min(400, 40 * Number(process.env.STATES ?? 1));
    const boxes = Array.from({ length: many }, (_, n) => `BOX${n}`);
    const tally = await discharge([]);
    const [{ client_identifier: manifest }] = (await client.get('/manifests')).body.manifests;
    const [{ number }] = (await client.get(`/manifests/${encodeURIComponent(manifest)}/bill_of_ladings`)).body
      .bill_of_ladings;
    const bill_of_ladings = [{ manifest, number }];
    await importFiles(client, {
      'containers.ndjson': boxes.map((box) => ({ number: box, bill_of_ladings })),
    });
    const moves = new Map<string, { id: number }>();
    const before = await exportFiles(client);
    for (let at = 0; at < many; at += 100) {
      const batch = boxes.slice(at, at + 100).map((container_number) => ({ container_number }));
      (await counted(tally, ...batch)).forEach((move, n) => moves.set(boxes[at + n]!, move));
    }
    const after = await exportFiles(client);
    const half = inDisorder(boxes.filter(() => Math.random() < 0.5));
    for (const box of half) expect((await undo(tally, moves.get(box)!)).status).toBe(200);
    requireUndone(half, { before, after, undone: await exportFiles(client) });
  });

  it('of loads out of a random half of the stacks leaves every stack as it was', async () => {
    const many = Math.min(100, 10 * Number(process.env.STATES ?? 1));
    const stacks = Array.from({ length: many }, (_, n) => ['A', 'B', 'C', 'D'].map((box) => `BOX${n}${box}`));
    const lines = stacks.map((boxes, n) => {
      const slot = { name: `S${n}`, yard_area: 'Block A', tiers: 4 };
      const place = { current_location_type: 'YardSlot', current_location: slot.name };
      // one to three of the four, which others stand on
      const loads = inDisorder(boxes).slice(0, 1 + Math.floor(Math.random() * 3));
      const items = loads.map((container) => ({ load_list_item_type: 'full', container }));
      return {
        slot,
        containers: boxes.map((number) => ({ number, container_status: 'full', ...place })),
        list: { name: `List ${n}`, voyage: voyage.number, items },
        loads,
      };
    });
    await importFiles(client, {
      'yard_areas.ndjson': [{ name: 'Block A' }],
      'yard_slots.ndjson': lines.map(({ slot }) => slot),
      'containers.ndjson': lines.flatMap(({ containers }) => containers),
      'load_lists.ndjson': lines.map(({ list }) => list),
    });
    const tally = await aTally(client, voyage, 'loading');
    const before = await exportFiles(client);
    const moves = new Map<string, { id: number }>();
    const loads = inDisorder(lines.flatMap((line) => line.loads));
    for (let at = 0; at < loads.length; at += 100) {
      const batch = loads.slice(at, at + 100).map((container_number) => ({ container_number }));
      (await counted(tally, ...batch)).forEach((move, n) => moves.set(loads[at + n]!, move));
    }
    const after = await exportFiles(client);
    const half = stacks.filter(() => Math.random() < 0.5).flat();
    for (const box of inDisorder(half.filter((each) => moves.has(each))))
      expect((await undo(tally, moves.get(box)!)).status).toBe(200);
    requireUndone(half, { before, after, undone: await exportFiles(client) });
  });
});

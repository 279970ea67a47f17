import {
  aContainer,
  aContainerType,
  aLoadList,
  keyOf,
  movementsOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import { aTally, broughtBy, count, itemsOf, progressOf } from '../factories/quay';
import { importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, meanwhile } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { STATES } from '../setup/states';
import { statementsOf } from '../setup/statements';

const numbers = (many: number, prefix = 'BOX') => Array.from({ length: many }, (_, n) => `${prefix}${n}`);

describe('counting moves of cranes', () => {
  const service = useService();
  let client: Client;
  let voyage: { id: number; number: string };
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client, { number: 'V1' });
  });

  const discharge = async (boxes: string[], body: object = {}) => {
    await broughtBy(client, voyage, boxes, body);
    return aTally(client, voyage);
  };
  const loading = async (items: object[]) => {
    await aLoadList(client, { voyage: voyage.number, items });
    return aTally(client, voyage, 'loading');
  };
  const here = (number: string, body: object = {}) =>
    aContainer(client, { number, current_location_type: 'Terminal', ...body });
  const statuses = async (tally: { id: number }) =>
    (await itemsOf(client, tally)).map(({ container, status }) => [container?.number ?? null, status]);

  it('answers a batch in the order sent, and moves its containers to the terminal', async () => {
    const tally = await discharge(['A1', 'A2', 'A3']);
    const lifted_at = '2026-11-20T07:41:00.000Z';
    const answer = await count(
      client,
      tally,
      { container_number: 'a2', lifted_at, arrival_type: 'vessel', delivery_type: 'yard', status: 'full' },
      { kind: 'special_lift', lift_type: 'hatch cover' },
      { container_number: 'A1', crane: 'Crane 2' },
      { container_number: 'A3', kind: 'shift', restow: true },
    );
    expect(answer.status).toBe(201);
    expect(answer.body.tally_moves).toEqual([
      expect.objectContaining({
        container: { id: expect.any(Number), number: 'A2' },
        kind: 'tally',
        crane: 'Crane 1',
        lifted_at,
        arrival_type: 'vessel',
        delivery_type: 'yard',
        status: 'full',
        over: false,
        undone_at: null,
        undone_by: null,
        reason: null,
      }),
      expect.objectContaining({ container: null, kind: 'special_lift', lift_type: 'hatch cover' }),
      expect.objectContaining({ container: expect.objectContaining({ number: 'A1' }), crane: 'Crane 2' }),
      expect.objectContaining({ kind: 'shift', restow: true }),
    ]);
    expect(await movementsOf(client, 'A2')).toEqual([
      expect.objectContaining({ movement_type: 'discharge', moved_at: lifted_at }),
    ]);
    expect((await shownContainer(client, 'A1')).current_location_type).toBe('Terminal');
    expect((await shownContainer(client, 'A3')).current_location_type).toBeNull();
    expect(await statuses(tally)).toEqual([
      ['A1', 'done'],
      ['A2', 'done'],
      ['A3', 'open'],
    ]);
    expect(await staysOf(client, 'A1')).toEqual([expect.objectContaining({ status: 'here' })]);
  });

  it('puts discharged containers where the move says', async () => {
    await client.create('/yard_areas', { name: 'Block A' });
    const slot = (await client.create('/yard_slots', { name: 'A1-01', yard_area: 'Block A' })).yard_slot;
    const tally = await discharge(['A1', 'A2']);
    const answer = await count(
      client,
      tally,
      { container_number: 'A1', to: { type: 'YardArea', name: 'Block A' } },
      { container_number: 'A2', to: { type: 'YardSlot', id: slot.id } },
    );
    expect(answer.status).toBe(201);
    expect((await shownContainer(client, 'A1')).current_location).toBe('Block A');
    expect((await shownContainer(client, 'A2')).current_location).toBe('A1-01');
  });

  it('counts an unexpected container with over, and an expected one as done with it', async () => {
    const tally = await discharge(['A1']);
    await aContainer(client, { number: 'B1' });
    const answer = await count(
      client,
      tally,
      { container_number: 'A1', over: true },
      { container_number: 'B1', over: true },
    );
    expect(answer.body.tally_moves.map(({ over }: { over: boolean }) => over)).toEqual([false, true]);
    expect(await itemsOf(client, tally, 'status=over')).toEqual([
      expect.objectContaining({
        status: 'over',
        quantity: 0,
        done_quantity: 1,
        container: expect.objectContaining({ number: 'B1' }),
      }),
    ]);
    await client.patch('/containers/A1', { bill_of_ladings: [] });
    expect(await statuses(tally)).toEqual([
      ['A1', 'over'],
      ['B1', 'over'],
    ]);
  });

  it('makes an over container done once a manifest brings it', async () => {
    const tally = await discharge(['A1']);
    await aContainer(client, { number: 'B1' });
    await count(client, tally, { container_number: 'B1', over: true });
    const { bill_of_ladings } = await shownContainer(client, 'A1');
    await client.patch('/containers/B1', { bill_of_ladings });
    expect(await statuses(tally)).toEqual([
      ['A1', 'open'],
      ['B1', 'done'],
    ]);
  });

  it('refuses a batch with every reason, by the index of the move', async () => {
    const tally = await discharge(['A1', 'A2', 'A3', 'A4']);
    await aContainer(client, { number: 'B1' });
    await here('B2');
    await count(client, tally, { container_number: 'A1' });
    const ahead = new Date(Date.now() + 600_000).toISOString();
    const answer = await count(
      client,
      tally,
      { container_number: 'A1' },
      { container_number: 'NONE', over: true },
      { container_number: 'B1' },
      { container_number: 'B2', over: true },
      { container_number: 'A2', lifted_at: ahead },
      { container_number: 'A3' },
      { container_number: 'A3' },
      { container_number: 'A4', to: { type: 'YardArea', name: 'Nowhere' } },
      { vin: 'NO-VIN' },
    );
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        'moves.0.container_number': ["Container 'A1' was counted in this tally already."],
        'moves.1.container_number': ["Container 'NONE' is unknown."],
        'moves.2.container_number': ["Container 'B1' is not expected by this tally."],
        'moves.3.container_number': ["Container 'B2' is at the terminal already."],
        'moves.4.lifted_at': ['A crane cannot have lifted at a time to come.'],
        'moves.6.container_number': ["Container 'A3' is named twice."],
        'moves.7.to.name': ["Yard area 'Nowhere' is unknown."],
        'moves.8.vin': ["Vehicle 'NO-VIN' is unknown."],
      },
    ]);
    expect(await movementsOf(client, 'A2')).toEqual([]);
    expect((await itemsOf(client, tally, 'status=done')).length).toBe(1);
  });

  it.each([
    [{}, 'moves'],
    [{ moves: [] }, 'moves'],
    [
      {
        moves: Array.from({ length: 101 }, () => ({ crane: 'A', kind: 'special_lift', lift_type: 'other' })),
      },
      'moves',
    ],
    [{ moves: [{ container_number: 'A1' }] }, 'moves.0.crane'],
    [{ moves: [{ crane: 'A' }] }, 'moves.0.container_number'],
    [{ moves: [{ crane: 'A', kind: 'lift', container_number: 'A1' }] }, 'moves.0.kind'],
    [{ moves: [{ crane: 'A', container_number: 'A1', vin: 'V' }] }, 'moves.0.vin'],
    [{ moves: [{ crane: 'A', container_number: 'A1', quantity: 2 }] }, 'moves.0.quantity'],
    [{ moves: [{ crane: 'A', kind: 'special_lift' }] }, 'moves.0.lift_type'],
    [
      { moves: [{ crane: 'A', kind: 'special_lift', lift_type: 'other', container_number: 'A1' }] },
      'moves.0.container_number',
    ],
    [
      { moves: [{ crane: 'A', container_number: 'A1', to: { type: 'Voyage', name: 'V1' } }] },
      'moves.0.to.type',
    ],
    [{ moves: [{ crane: 'A', container_number: 'A1', to: { type: 'YardArea' } }] }, 'moves.0.to.name'],
  ])('refuses %j as malformed', async (body, field) => {
    const tally = await discharge(['A1']);
    const answer = await client.post(`/tallies/${tally.id}/moves`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('tells what is malformed and what is against the others at once', async () => {
    const tally = await discharge(['A1']);
    const answer = await client.post(`/tallies/${tally.id}/moves`, {
      moves: [{ crane: 'A', container_number: 'A1' }, { crane: 'A' }, { crane: 'A', container_number: 'A1' }],
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid']);
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      'moves.1.container_number',
      'moves.2.container_number',
    ]);
    expect((await count(client, tally, { container_number: 'A1' })).status).toBe(201);
  });

  it('takes no moves of a closed tally or a cancelled voyage, and answers 404 for an unknown one', async () => {
    const tally = await discharge(['A1', 'A2']);
    const box = { container_number: 'A1' };
    expect((await count(client, { id: tally.id + 1 }, box)).status).toBe(404);
    expect((await count(await service.current.organization(), tally, box)).status).toBe(404);
    expect((await count(client.as('read'), tally, box)).status).toBe(403);
    await client.post(`/tallies/${tally.id}/close`);
    const closed = await count(client, tally, box);
    expect([closed.status, closed.body]).toEqual([
      409,
      { error: 'The tally is closed.', code: 'tally_closed' },
    ]);
    await client.post(`/tallies/${tally.id}/reopen`);
    await client.patch('/voyages/V1', { voyage: { cancelled: true } });
    const cancelled = await count(client, tally, box);
    expect([cancelled.status, cancelled.body.code]).toEqual([422, 'voyage_cancelled']);
    const other = await aVoyage(client, { number: 'V2', cancelled: true });
    await broughtBy(client, other, ['C1']);
    const refused = await client.post('/voyages/V2/tallies');
    expect([refused.status, refused.body.code]).toEqual([422, 'voyage_cancelled']);
  });

  describe('of a loading tally', () => {
    it('needs the container here, and marks the items of all lists', async () => {
      for (const number of ['A1', 'A2']) await here(number);
      await aContainer(client, { number: 'A3' });
      const full = (container: string) => ({ load_list_item_type: 'full', container });
      await aLoadList(client, { name: 'Other', voyage: voyage.number, items: [full('A1')] });
      const tally = await loading([full('A1'), full('A2'), full('A3')]);
      const refused = await count(client, tally, { container_number: 'A3' });
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        422,
        'not_here',
        "Container 'A3' is not at the terminal.",
      ]);
      const to = { type: 'Terminal', name: 'North' };
      const place = await count(client, tally, { container_number: 'A1', to });
      expect(Object.keys(place.body.errors)).toEqual(['moves.0.to', 'moves.0.to.name']);
      expect(
        (await count(client, tally, { container_number: 'A1' }, { container_number: 'A2' })).status,
      ).toBe(201);
      expect((await shownContainer(client, 'A1')).current_location).toBe('V1');
      const lists = (await client.get('/load_lists')).body.load_lists;
      expect(
        lists.flatMap(({ items }: { items: { loaded: boolean }[] }) => items.map(({ loaded }) => loaded)),
      ).toEqual([true, true, true, false]);
    });

    it('fills the oldest open empties of type and line, each once in a batch, and its own item first', async () => {
      const line = await aShippingLine(client);
      const type = await aContainerType(client);
      const kind = { container_type: type.code, shipping_line: line.code };
      for (const number of ['E1', 'E2', 'E3', 'E4'])
        await here(number, { container_status: 'empty', ...kind });
      await here('F1', { container_status: 'full', ...kind });
      const tally = await loading([
        { load_list_item_type: 'empties', quantity: 2, ...kind },
        { load_list_item_type: 'empty', container: 'E3' },
      ]);
      const refused = await count(
        client,
        tally,
        ...['E1', 'E2', 'E4', 'F1'].map((container_number) => ({ container_number })),
      );
      expect(Object.keys(refused.body.errors)).toEqual([
        'moves.2.container_number',
        'moves.3.container_number',
      ]);
      expect(
        (await count(client, tally, ...['E3', 'E2', 'E1'].map((container_number) => ({ container_number }))))
          .status,
      ).toBe(201);
      expect(
        (await itemsOf(client, tally)).map((item) => [item.cargo_type, item.container?.number, item.status]),
      ).toEqual([
        ['container', 'E3', 'done'],
        ['empties', 'E2', 'done'],
        ['empties', 'E1', 'done'],
      ]);
      const [{ items }] = (await client.get('/load_lists')).body.load_lists;
      expect(items.every(({ loaded }: { loaded: boolean }) => loaded)).toBe(true);
    });
  });

  it('makes a row for each container that four cranes count at once in batches that overlap', async () => {
    // 1,000 with STATES=500
    const many = Math.min(1000, 2 * STATES);
    const boxes = numbers(many);
    // a bill has 400 at most
    const bills = [keyOf(await broughtBy(client, voyage, []))];
    while (bills.length * 400 < many) bills.push(keyOf(await broughtBy(client, voyage, [])));
    await importFiles(client, {
      'containers.ndjson': boxes.map((box, n) => ({
        number: box,
        bill_of_ladings: [bills[Math.floor(n / 400)]],
      })),
    });
    const tally = await aTally(client, voyage);
    const half = many / 2;
    const orders = [boxes, [...boxes].reverse(), [...boxes.slice(half), ...boxes.slice(0, half)], boxes];
    const answers = await Promise.all(
      orders.map(async (order, crane) => {
        const statuses: number[] = [];
        for (let at = 0; at < order.length; at += 50) {
          const batch = order
            .slice(at, at + 50)
            .map((container_number) => ({ container_number, crane: `C${crane}` }));
          statuses.push((await count(client, tally, ...batch)).status);
        }
        return statuses;
      }),
    );
    expect(answers.flat().every((status) => [201, 422].includes(status))).toBe(true);
    expect(await progressOf(client, voyage)).toMatchObject({
      discharge: { expected: many, done: many, moves: many, open: 0 },
    });
    const [rows] = await service.current.query<{ moves: number; movements: number }>(
      `SELECT (SELECT count(*)::integer FROM tally_moves WHERE organization_id = $1) AS moves,
         (SELECT count(*)::integer FROM container_movements WHERE organization_id = $1) AS movements`,
      [client.organization_id],
    );
    expect(rows).toEqual({ moves: many, movements: many });
  });

  it('counts a container once when cranes count it at once', async () => {
    const tally = await discharge(['A1']);
    const once = () => count(client, tally, { container_number: 'A1' });
    const answers = await atOnce(service.current, [once, once, once, once]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(await movementsOf(client, 'A1')).toHaveLength(1);
  });

  it('waits for whoever closes the tally, and is refused then', async () => {
    const tally = await discharge(['A1']);
    const { status, body } = await meanwhile(
      service.current,
      'UPDATE tallies SET closed_at = now() WHERE organization_id = $1 AND id = $2',
      [client.organization_id, tally.id],
      () => count(client, tally, { container_number: 'A1' }),
    );
    expect([status, body.error]).toEqual([409, 'The tally is closed.']);
    expect(await movementsOf(client, 'A1')).toEqual([]);
  });

  it('sends as many statements for a hundred moves as for one', async () => {
    const boxes = numbers(102);
    const { manifest, number } = await broughtBy(client, voyage, []);
    const bill_of_ladings = [{ manifest: manifest.client_identifier, number }];
    await importFiles(client, {
      'containers.ndjson': boxes.map((box) => ({ number: box, bill_of_ladings })),
    });
    const tally = await aTally(client, voyage);
    const batch = (...some: string[]) =>
      count(client, tally, ...some.map((container_number) => ({ container_number })));
    await batch(boxes[100]!);
    const one = await statementsOf(() => batch(boxes[101]!));
    const hundred = await statementsOf(async () =>
      expect((await batch(...boxes.slice(0, 100))).status).toBe(201),
    );
    expect(hundred.length).toBeLessThanOrEqual(one.length + 1);
    expect(hundred.length).toBeLessThanOrEqual(40);
  });

  it('sends as many statements for a hundred loads out of stacks as for one, however many come down', async () => {
    const slots = numbers(60, 'S').map((name) => ({ name, tiers: 4 }));
    const boxes = slots.flatMap(({ name }) =>
      [1, 2, 3, 4].map((tier) => ({
        number: `${name}T${tier}`,
        current_location_type: 'YardSlot',
        current_location: name,
        tier,
      })),
    );
    const loads = slots.flatMap(({ name }) => [`${name}T1`, `${name}T2`]);
    const items = loads.map((container) => ({ load_list_item_type: 'full', container }));
    const { bad } = await importFiles(client, {
      'yard_slots.ndjson': slots,
      'containers.ndjson': boxes,
      'load_lists.ndjson': [{ name: 'List', voyage: voyage.number, items }],
    });
    expect(bad).toEqual([]);
    const tally = await aTally(client, voyage, 'loading');
    const batch = async (...some: string[]) =>
      expect(
        (await count(client, tally, ...some.map((container_number) => ({ container_number })))).status,
      ).toBe(201);
    await batch(loads.pop()!);
    // whether the token is looked up depends on the time between the requests
    const ofBatch = async (...some: string[]) =>
      (await statementsOf(() => batch(...some))).filter((text) => !text.includes('FROM tokens'));
    const one = await ofBatch(loads.pop()!);
    const hundred = await ofBatch(...loads.slice(0, 100));
    const [down] = await service.current.query<{ restows: number }>(
      `SELECT count(*)::integer AS restows FROM container_movements
       WHERE organization_id = $1 AND movement_type = 'restow'`,
      [client.organization_id],
    );
    expect(down!.restows).toBeGreaterThan(200);
    expect(hundred.length).toBeLessThanOrEqual(one.length + 2);
    expect(hundred.length).toBeLessThanOrEqual(60);
    const progress = await statementsOf(() => progressOf(client, voyage));
    // finding the voyage, and reading
    expect(progress.filter((text) => /tall(y|ies)/.test(text))).toHaveLength(2);
    expect(progress.length).toBeLessThanOrEqual(5);
  });
});

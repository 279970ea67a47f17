import {
  aBill,
  aCommodityType,
  aContainer,
  aManifest,
  aPackingListItem,
  holdsOf,
  keyOf,
  movedLast,
  movementsOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import { aContainerInYard, aNewContainer, aVisitFor, dropOff, gateOut, pickUp } from '../factories/gate';
import { aHold, aHoldType } from '../factories/holds';
import type { Body } from '../factories/record';
import { exportFiles, importFiles } from '../factories/transfer';
import { aTallyMove, aTerminal, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, eventOf, Follower } from '../setup/events';
import { inTurn } from '../setup/meanwhile';
import { useService } from '../setup/service';

describe('a container that is made empty', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** A full container in the yard. */
  const aFullOne = async (body: object = {}) =>
    aContainerInYard(client, {
      goods: 'Groupage',
      weight: 12_000,
      seals: ['S1', 'S2'],
      commodity_type: (await aCommodityType(client)).name,
      usage: 'import',
      ...body,
    });
  const strip = (id: string | number, quantity: number) =>
    client.as('write').post(`/packing_list_items/${id}/strip`, { quantity });
  const stripped = async (id: string | number, quantity: number) => {
    const { status, body } = await strip(id, quantity);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.packing_list_item;
  };
  const stayOf = async (number: string) => (await staysOf(client, number)).at(-1)!;
  const empty = (number: string, body?: object) =>
    client.as('write').post(`/containers/${number}/empty`, body);
  const typesOf = async (number: string) =>
    (await movementsOf(client, number)).map(({ movement_type }) => movement_type as string);

  const EMPTY = {
    container_status: 'empty',
    goods: null,
    weight: null,
    seals: [],
    commodity_type: null,
    usage: 'import',
  };

  describe('by the last of its known packages that is stripped', () => {
    it('has no goods, weight, seals and commodity, a movement where it is, and the time in its stay', async () => {
      const { number } = await aFullOne();
      const one = await aPackingListItem(client, { container: number, quantity: 3 });
      const other = await aPackingListItem(client, { container: number });
      expect((await stripped(one.id, 2)).stripped_at).toEqual(expect.any(String));
      await stripped(other.id, 1);
      expect(await shownContainer(client, number)).toMatchObject({
        container_status: 'full',
        weight: 12_000,
      });
      expect(await movementsOf(client, number)).toEqual([]);

      const { stripped_at } = await stripped(one.reference_number, 1);
      expect(await shownContainer(client, number)).toMatchObject({
        ...EMPTY,
        current_location_type: 'YardArea',
        current_location: 'Block A',
      });
      expect(await movementsOf(client, number)).toMatchObject([
        {
          movement_type: 'strip',
          from: 'Yard Area: Block A',
          to: 'Yard Area: Block A',
          moved_at: stripped_at,
          user: { id: client.as('write').user_id },
        },
      ]);
      expect(await stayOf(number)).toMatchObject({
        ...EMPTY,
        status: 'here',
        arrival_status: 'full',
        departure_status: null,
        emptied_at: stripped_at,
      });
      const event = await eventOf(client, 'container.emptied');
      expect(event).toMatchObject({ occurred_at: stripped_at, data: { number, ...EMPTY } });
      await allPublished(client);
      const events = await new Follower(client).read();
      expect(events.filter(({ type }) => type === 'container.moved')).toEqual([]);
    });

    it.each([
      { has_been_stripped: true },
      { stripped_quantity: 5 },
      { has_been_stripped: true, container: null },
      { has_been_delivered: true },
    ])('also by a PATCH of the item: %j', async (change) => {
      const { number } = await aFullOne();
      const { id } = await aPackingListItem(client, { container: number, quantity: 5, stripped_quantity: 4 });
      expect((await client.patch(`/packing_list_items/${id}`, change)).status).toBe(200);
      expect(await shownContainer(client, number)).toMatchObject(EMPTY);
      expect((await stayOf(number)).emptied_at).toEqual(expect.any(String));
    });

    it('stays full while packages of another bill are in it, and when the last one is packed elsewhere', async () => {
      const { number } = await aFullOne();
      const [one, other] = [await aBill(client), await aBill(client)];
      const item = (bill: Body) =>
        aPackingListItem(client, { container: number, bill_of_lading: keyOf(bill), quantity: 2 });
      const [of, ofOther] = [await item(one), await item(other)];
      await stripped(of.id, 2);
      expect(await typesOf(number)).toEqual([]);
      const { number: next } = await aContainer(client);
      await client.patch(`/packing_list_items/${ofOther.id}`, { container: next });
      expect(await shownContainer(client, number)).toMatchObject({ container_status: 'full' });
      expect((await empty(number)).status).toBe(200);
    });

    it('once, by the second of two items that are stripped at once', async () => {
      const { number } = await aFullOne();
      const items = [
        await aPackingListItem(client, { container: number }),
        await aPackingListItem(client, { container: number }),
      ];
      const answers = await inTurn(
        service.current,
        items.map(
          ({ id }) =>
            () =>
              strip(id, 1),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await typesOf(number)).toEqual(['strip']);
      expect(await shownContainer(client, number)).toMatchObject(EMPTY);
    });

    it('no earlier than it was moved last, when a clock was ahead', async () => {
      const { number } = await aFullOne();
      const lifted_at = new Date(Date.now() + 40_000).toISOString();
      await aTallyMove(client, {
        voyage: (await aVoyage(client)).number,
        kind: 'shift',
        container: number,
        lifted_at,
      });
      const { id } = await aPackingListItem(client, { container: number });
      expect((await stripped(id, 1)).stripped_at).toBe(lifted_at);
      expect((await stayOf(number)).emptied_at).toBe(lifted_at);
    });

    it('does not become full again by corrections of its items, nor by taking back the earlier gate-in', async () => {
      const cargo = await aNewContainer(client, { container_status: 'full', goods: 'Tea' });
      const number = cargo.container_number as string;
      const visit = await aVisitFor(client, [dropOff(cargo)]);
      await gateOut(client, visit.truck.license_plate);
      const { id } = await aPackingListItem(client, { container: number, quantity: 2 });
      await stripped(id, 2);
      const before = await shownContainer(client, number);
      const patch = (body: object) => client.patch(`/packing_list_items/${id}`, body);
      const { packing_list_item } = (await patch({ stripped_quantity: 0 })).body;
      expect(packing_list_item).toMatchObject({ has_been_stripped: false, stripped_at: null });
      const [{ id: interchange }] = visit.interchanges;
      const reversal = await client.post(`/truck_visits/${visit.id}/interchanges/${interchange}/reverse`, {
        reason: 'Mistyped',
      });
      expect(reversal.status).toBe(422);
      expect(await shownContainer(client, number)).toMatchObject({
        container_status: 'empty',
        goods: null,
        updated_at: before.updated_at,
      });
      // and is not emptied a second time
      await patch({ stripped_quantity: 2 });
      expect(await typesOf(number)).toEqual(['gate_in', 'strip']);
    });

    it('is put right by an admin, in its stay', async () => {
      const { number } = await aFullOne();
      const { id: item } = await aPackingListItem(client, { container: number });
      await stripped(item, 1);
      const { id, in_at, emptied_at } = await stayOf(number);
      const path = `/container_stays/${id}`;
      const patch = (body: object) => client.patch(path, { reason: 'The wrong box', ...body });
      expect((await client.as('write').patch(path, { reason: 'x', emptied_at: null })).status).toBe(403);
      const early = new Date(Date.parse(in_at) - 1).toISOString();
      const sentence = 'A container is emptied between the time it came and the time it left.';
      const refused = await patch({ emptied_at: early });
      expect([refused.status, refused.body.errors]).toEqual([422, { emptied_at: [sentence] }]);
      const later = await patch({ emptied_at: new Date(Date.now() + 90_000).toISOString() });
      expect([later.status, later.body.errors]).toEqual([
        422,
        { emptied_at: ['A container is not emptied at a time to come.'] },
      ]);
      expect((await patch({ emptied_at: in_at })).body.container_stay.emptied_at).toBe(in_at);
      expect((await patch({ emptied_at })).body.container_stay.emptied_at).toBe(emptied_at);
      await patch({ emptied_at: null, container_status: 'full', goods: 'Groupage' });
      expect(await stayOf(number)).toMatchObject({ emptied_at: null, container_status: 'full' });
      expect(await shownContainer(client, number)).toMatchObject({
        container_status: 'full',
        goods: 'Groupage',
      });
    });

    it('stays full by strips elsewhere and by files, which state what is', async () => {
      const { number } = await aFullOne();
      await importFiles(client, {
        'packing_list_items.ndjson': [
          { reference_number: 'P1', container: number, quantity: 4, stripped_quantity: 1 },
        ],
      });
      const given = { stripped_quantity: 4, has_been_stripped: true, stripped_at: '2026-11-19T10:30:00Z' };
      const { refused } = await importFiles(client, {
        'packing_list_items.ndjson': [{ reference_number: 'P1', container: number, quantity: 4, ...given }],
      });
      expect(refused).toBeUndefined();
      expect(await shownContainer(client, number)).toMatchObject({ container_status: 'full' });
      expect(await typesOf(number)).toEqual([]);
      const { 'packing_list_items.ndjson': lines } = await exportFiles(client);
      expect(JSON.parse(lines!)).toMatchObject({ ...given, stripped_at: '2026-11-19T10:30:00.000Z' });
      // no request states the time
      await client.patch('/packing_list_items/P1', { stripped_at: '2026-11-01T10:00:00Z' });
      const { packing_list_item } = (await client.get('/packing_list_items/P1')).body;
      expect(packing_list_item.stripped_at).toBe('2026-11-19T10:30:00.000Z');
    });
  });

  describe('by what is stated of its status', () => {
    const say = (number: string, body: object) => client.patch(`/containers/${number}`, body);

    it('is emptied now, and keeps what it came with', async () => {
      const { number, commodity_type } = await aFullOne();
      const before = Date.now();
      expect((await say(number, { container_status: 'empty', weight: 2200, goods: null })).status).toBe(200);
      const stay = await stayOf(number);
      expect(stay).toMatchObject({
        container_status: 'empty',
        weight: 2200,
        goods: null,
        arrival_status: 'full',
        arrival_weight: 12_000,
        arrival_goods: 'Groupage',
        arrival_commodity_type: commodity_type,
      });
      expect(Date.parse(stay.emptied_at)).toBeGreaterThanOrEqual(before - 1000);
      // and what it came with is corrected by itself
      const { id } = stay;
      const given = { reason: 'Weighed', arrival_weight: 11_000, arrival_goods: 'Tea' };
      expect((await client.patch(`/container_stays/${id}`, given)).body.container_stay).toMatchObject({
        weight: 2200,
        arrival_weight: 11_000,
        arrival_goods: 'Tea',
        emptied_at: stay.emptied_at,
      });
    });

    it('was not emptied when it is full after all, also by a file', async () => {
      const { number } = await aFullOne();
      const file = (container_status: string) =>
        importFiles(client, { 'containers.ndjson': [{ number, container_status }] });
      await file('empty');
      expect((await stayOf(number)).emptied_at).toEqual(expect.any(String));
      await file('full');
      expect(await stayOf(number)).toMatchObject({ container_status: 'full', emptied_at: null });
    });

    it('is not emptied before it comes, nor when it came empty', async () => {
      const { number } = await aContainer(client, {
        container_status: 'full',
        bill_of_ladings: [keyOf(await aBill(client))],
      });
      await say(number, { container_status: 'empty' });
      await say(number, { current_location_type: 'YardArea', current_location: 'Block A' });
      const { number: empty } = await aFullOne({ container_status: 'empty' });
      await say(empty, { container_status: 'full', weight: 9000 });
      const stays = [await stayOf(number), await stayOf(empty)];
      expect(stays.map(({ emptied_at }) => emptied_at as string | null)).toEqual([null, null]);
      expect(stays[1]).toMatchObject({ weight: 9000, arrival_weight: 12_000 });
    });
  });

  describe('by hand', () => {
    it('becomes empty now or at the given time, which its stay has too', async () => {
      const { number } = await aFullOne();
      const answer = await empty(number.toLowerCase());
      expect(answer.status).toBe(200);
      expect(answer.body.container).toMatchObject({ number, ...EMPTY });
      const { emptied_at } = await stayOf(number);
      expect(Math.abs(Date.parse(emptied_at) - Date.now())).toBeLessThan(60_000);
      expect(await movementsOf(client, number)).toMatchObject([
        { movement_type: 'strip', moved_at: emptied_at },
      ]);
      expect(await eventOf(client, 'container.emptied')).toMatchObject({ occurred_at: emptied_at });

      const { number: second } = await aFullOne({ container_status: null });
      const { in_at } = await stayOf(second);
      expect((await empty(second, { at: in_at })).status).toBe(200);
      expect((await stayOf(second)).emptied_at).toBe(in_at);
      expect((await client.as('read').post(`/containers/${number}/empty`)).status).toBe(403);
      expect((await empty('NOPE')).status).toBe(404);
    });

    const refusedFor = async (number: string, body?: object) => {
      const { status, body: answer } = await empty(number, body);
      expect(await typesOf(number)).not.toContain('strip');
      return [status, answer.code, answer.error];
    };

    it('is refused while it is held, itself or by its bill, as a stripping', async () => {
      const bill = await aBill(client);
      const held = await aFullOne();
      await aHold(client, held.number);
      const onBill = await aFullOne({ bill_of_ladings: [keyOf(bill)] });
      const { id: type } = await aHoldType(client, { applies_to: 'bill_of_lading' });
      await client.put(`${holdsOf(bill)}/${type}`);
      for (const { number } of [held, onBill])
        expect(await refusedFor(number)).toEqual([
          422,
          'container_held',
          `Container ${number} has unlifted holds and cannot be stripped.`,
        ]);
    });

    it('is refused while known packages are in it', async () => {
      const { number } = await aFullOne();
      const { id, reference_number } = await aPackingListItem(client, { container: number, quantity: 2 });
      await stripped(id, 1);
      const { status, body } = await empty(number);
      expect([status, body]).toEqual([
        422,
        {
          error: `Container '${number}' has packages of packing list item ${reference_number} left: strip them.`,
          code: 'packages_left',
          records: [
            { type: 'container', key: number },
            { type: 'packing_list_item', key: reference_number },
          ],
        },
      ]);
    });

    it('is refused when it is empty already, not here, and at a time that cannot be', async () => {
      const { number: hollow } = await aFullOne({ container_status: 'empty' });
      expect(await refusedFor(hollow)).toEqual([
        422,
        'container_empty',
        `Container '${hollow}' is empty already.`,
      ]);
      const { number: announced } = await aContainer(client, {
        bill_of_ladings: [keyOf(await aBill(client))],
      });
      const { number: nowhere } = await aContainer(client);
      const { number: gone } = await aFullOne();
      const visit = await aVisitFor(client, [pickUp(gone)]);
      await gateOut(client, visit.truck.license_plate);
      for (const number of [announced, nowhere, gone])
        expect(await refusedFor(number)).toEqual([
          422,
          'container_not_at_terminal',
          `Container '${number}' is not at the terminal.`,
        ]);
      const { number } = await aFullOne();
      const { in_at } = await stayOf(number);
      expect(await refusedFor(number, { at: new Date(Date.parse(in_at) - 1).toISOString() })).toEqual([
        422,
        'out_of_sequence',
        `Container '${number}' was not at the terminal yet at this time.`,
      ]);
      expect(await refusedFor(number, { at: new Date(Date.now() + 90_000).toISOString() })).toEqual([
        422,
        'time_to_come',
        'A container is not emptied at a time to come.',
      ]);
      expect((await empty(number, { at: 'soon' })).status).toBe(422);
      const lifted_at = new Date().toISOString();
      await aTallyMove(client, {
        voyage: (await aVoyage(client)).number,
        kind: 'shift',
        container: number,
        lifted_at,
      });
      const early = await empty(number, { at: in_at });
      expect([early.status, early.body.errors]).toEqual([422, { at: [movedLast(number, lifted_at)] }]);
    });

    it('once, when two requests arrive at once', async () => {
      const { number } = await aFullOne();
      const answers = await inTurn(service.current, [() => empty(number), () => empty(number)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 422]);
      expect(await typesOf(number)).toEqual(['strip']);
    });
  });

  describe('on its bill', () => {
    let voyage: Body;
    let bill: Body;
    beforeEach(async () => {
      const terminal = await aTerminal(client, { name: 'South' });
      voyage = await aVoyage(client, {
        discharge_destination_type: 'Terminal',
        discharge_destination_id: terminal.id,
      });
      bill = await aBill(client, await aManifest(client, { voyage_id: voyage.id }));
    });

    /** The container counts of a bill, and then those of its packages. */
    const countsOf = async ({ number }: Body = bill) => {
      const { body } = await client.get(`/voyages/${voyage.number}/bill_of_ladings/${number}`);
      const shown = body.bill_of_lading;
      return [
        [shown.manifested_count, shown.cargo_at_terminal_destination_count],
        [shown.cargo_at_terminal_count, shown.cargo_delivered_count],
        [shown.packing_list_items_at_terminal_count, shown.packing_list_items_delivered_count],
      ];
    };
    const deliver = async (id: number, quantity: number) =>
      expect((await client.post(`/packing_list_items/${id}/deliver`, { quantity })).status).toBe(200);
    const takeAway = async (container_number: string) => {
      const cargo = { cargo_type: 'container', container_status: 'empty', container_number };
      const visit = await aVisitFor(client, [{ purpose_type: 'pick up', cargo }]);
      expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    };

    it('is here until the last of its packages is delivered, wherever the box is', async () => {
      const { number } = await aFullOne({ bill_of_ladings: [keyOf(bill)] });
      const item = async (quantity: number) =>
        (await aPackingListItem(client, { container: number, bill_of_lading: keyOf(bill), quantity }))
          .id as number;
      const [one, other] = [await item(3), await item(1)];
      const here = [
        [1, 0],
        [1, 0],
      ];
      expect(await countsOf()).toEqual([...here, [4, 0]]);
      await stripped(one, 3);
      await deliver(one, 3);
      expect(await countsOf()).toEqual([...here, [1, 3]]);
      await stripped(other, 1);
      const hereAtLast = [
        [1, 1],
        [1, 0],
        [1, 3],
      ];
      expect(await countsOf()).toEqual(hereAtLast);
      await takeAway(number);
      expect(await countsOf()).toEqual(hereAtLast);
      // it comes again as an empty one
      const again = { cargo_type: 'container', container_number: number, container_status: 'empty' };
      const visit = await aVisitFor(client, [dropOff(again)]);
      await gateOut(client, visit.truck.license_plate);
      expect(await countsOf()).toEqual(hereAtLast);
      await deliver(other, 1);
      expect(await countsOf()).toEqual([
        [1, 0],
        [0, 1],
        [0, 4],
      ]);
    });

    it('counts for each bill by its own packages, once none of any bill is left in it', async () => {
      const second = await aBill(client, bill.manifest);
      const { number } = await aFullOne({ bill_of_ladings: [keyOf(bill), keyOf(second)] });
      const item = async (of: Body) =>
        (await aPackingListItem(client, { container: number, bill_of_lading: keyOf(of), quantity: 2 }))
          .id as number;
      const [one, other] = [await item(bill), await item(second)];
      await stripped(one, 2);
      await deliver(one, 2);
      const cargo = async (of: Body) => (await countsOf(of)).slice(0, 2).flat();
      expect(await cargo(bill)).toEqual([1, 0, 1, 0]);
      await stripped(other, 2);
      expect([await cargo(bill), await cargo(second)]).toEqual([
        [1, 0, 0, 1],
        [1, 1, 1, 0],
      ]);
    });

    it('is delivered when it leaves where its packages are not known', async () => {
      const { number } = await aFullOne({ bill_of_ladings: [keyOf(bill)] });
      expect((await empty(number)).status).toBe(200);
      expect((await countsOf()).slice(0, 2)).toEqual([
        [1, 0],
        [1, 0],
      ]);
      await takeAway(number);
      expect((await countsOf()).slice(0, 2)).toEqual([
        [1, 0],
        [0, 1],
      ]);
    });
  });
});

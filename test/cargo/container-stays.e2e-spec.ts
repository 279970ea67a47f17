import {
  aBill,
  aBooking,
  aContainer,
  aLoadList,
  aManifest,
  aStay,
  keyOf,
  movedLast,
  movementsOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointment,
  aPreAdvice,
  aVisit,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold, aHoldType, unliftedHolds } from '../factories/holds';
import { aConsignee, aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import { aTallyMove, aTerminal, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { eventOf } from '../setup/events';
import { timesAtOnce, whenWaiting } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { STATES } from '../setup/states';
import { asTest } from '../wall/guard';

describe('stays of containers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const statuses = async (number: string) => (await staysOf(client, number)).map(({ status }) => status);
  const last = async (number: string) => (await staysOf(client, number)).at(-1)!;
  const patch = async (number: string, body: object) => {
    const answer = await client.patch(`/containers/${number}`, body);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body.container;
  };
  const yard = { current_location_type: 'YardArea', current_location: 'Block A' };
  const elsewhere = { current_location_type: 'Other' };
  const empty = (container_number: string) => ({
    cargo_type: 'container',
    container_number,
    container_status: 'empty',
  });
  const leave = async (container_number: string) => {
    const { container_status } = await shownContainer(client, container_number);
    const cargo = {
      cargo_type: 'container',
      container_number,
      container_status: container_status ?? 'full',
    };
    const visit = await aVisitFor(client, [{ purpose_type: 'pick up', cargo }]);
    const answer = await gateOut(client, visit.truck.license_plate);
    expect(answer.status).toBe(200);
    return visit;
  };
  const bring = async (number: string) => {
    const visit = await aVisitFor(client, [dropOff(empty(number))]);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    return visit;
  };
  const counts = async (bill: Body, voyage: string) => {
    const { body } = await client.get(`/voyages/${voyage}/bill_of_ladings/${bill.number}`);
    const shown = body.bill_of_lading;
    return [
      shown.manifested_count,
      shown.cargo_at_terminal_destination_count,
      shown.cargo_at_terminal_count,
      shown.cargo_delivered_count,
    ];
  };

  it('keep the counts of a bill, whatever their containers do later', async () => {
    const voyage = await aVoyage(client);
    const manifest = await aManifest(client, { voyage_id: voyage.id });
    const bill = await aBill(client, manifest);
    const [one, two] = [
      await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)], goods: 'Coffee', seals: ['S1'] }),
      await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] }),
    ];
    expect(await counts(bill, voyage.number)).toEqual([2, 0, 2, 0]);
    for (const { number } of [one, two]) await leave(number);
    expect(await counts(bill, voyage.number)).toEqual([2, 0, 0, 2]);

    await bring(one.number);
    expect(await shownContainer(client, one.number)).toMatchObject({
      container_status: 'empty',
      goods: null,
      seals: [],
      bill_of_ladings: [],
    });
    expect(await counts(bill, voyage.number)).toEqual([2, 0, 0, 2]);

    const other = await aBill(client, manifest);
    for (const { number } of [one, two]) await patch(number, { bill_of_ladings: [keyOf(other)] });
    expect(await counts(bill, voyage.number)).toEqual([2, 0, 0, 2]);
    expect(await counts(other, voyage.number)).toEqual([2, 0, 1, 0]);
    expect(await statuses(one.number)).toEqual(['departed', 'here']);
    expect(await statuses(two.number)).toEqual(['departed', 'announced']);
    const [first] = await staysOf(client, one.number);
    expect(first).toMatchObject({ goods: 'Coffee', seals: ['S1'], delivered: true });
    expect(first!.bill_of_ladings.map(({ number }: Body) => number)).toEqual([bill.number]);
  });

  it('begin free of the holds of the one before, and a hold that was applied between them waits', async () => {
    const bill = await aBill(client);
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
    await patch(number, elsewhere);
    await client.put(
      `/manifests/${bill.manifest.client_identifier}/bill_of_ladings/${bill.number}/holds/${type.id}`,
    );
    const unlifted = () => unliftedHolds(client, number);
    expect(await unlifted()).toBe(1);
    const waiting = await aHold(client, number);
    expect(await unlifted()).toBe(2);
    await patch(number, { bill_of_ladings: [keyOf(await aBill(client))] });
    expect(await unlifted()).toBe(1);
    await patch(number, yard);
    const { body } = await client.get(`/containers/${number}/holds`);
    expect(body.holds.map(({ id, lifted }: Body) => [id, lifted])).toEqual([[waiting.id, false]]);

    // of the next stay it is not, and the type may be applied anew
    await client.put(`/containers/${number}/holds/${waiting.id}/lift`, { hold: { reference_number: 'R' } });
    await leave(number);
    await client.put(`/containers/${number}/holds/${waiting.hold_type_id}/apply`);
    expect(await unlifted()).toBe(1);
    await bring(number);
    expect(await unlifted()).toBe(1);
    const { holds } = (await client.get(`/containers/${number}/holds`)).body;
    expect(holds).toEqual([expect.objectContaining({ lifted: false })]);
    await client.put(`/containers/${number}/holds/${waiting.hold_type_id}/apply`).then(({ status }) => {
      expect(status).toBe(409);
    });
  });

  describe('begin and end', () => {
    it('by truck', async () => {
      const { number } = await aContainerInYard(client);
      const out = await leave(number);
      const visit = await bring(number);
      const [gone, here] = await staysOf(client, number);
      expect(gone).toMatchObject({
        number: 1,
        status: 'departed',
        arrived_by: { type: null, voyage: null, truck_visit: null },
        departed_by: { type: 'truck', voyage: null, truck_visit: { id: out.id } },
        delivered: true,
        departure_status: 'full',
      });
      expect(gone!.dwell_seconds).toBe(
        Math.floor((Date.parse(gone!.out_at) - Date.parse(gone!.in_at)) / 1000),
      );
      expect(here).toMatchObject({
        number: 2,
        status: 'here',
        arrived_by: { type: 'truck', voyage: null, truck_visit: { id: visit.id } },
        out_at: null,
        departed_by: { type: null, voyage: null, truck_visit: null },
        arrival_status: 'empty',
        departure_status: null,
        delivered: false,
      });
      expect(here!.dwell_seconds).toBeGreaterThanOrEqual(0);
    });

    it('by voyage', async () => {
      const [one, two] = [await aVoyage(client), await aVoyage(client)];
      const { number } = await aContainer(client);
      const move = (voyage: Body, tally_type: string) =>
        aTallyMove(client, { voyage: voyage.number, tally_type, container: number });
      await move(one, 'discharge');
      expect(await statuses(number)).toEqual(['here']);
      await move(two, 'loading');
      expect(await last(number)).toMatchObject({
        status: 'departed',
        arrived_by: { type: 'voyage', voyage: { id: one.id, number: one.number }, truck_visit: null },
        departed_by: { type: 'voyage', voyage: { id: two.id, number: two.number }, truck_visit: null },
        delivered: false,
      });
    });

    it.each([
      [{ current_location_type: 'Consignee' }, null, true],
      [{ current_location_type: 'TrainVisit' }, 'train', true],
      [{ current_location_type: 'Ship' }, null, false],
      [{ current_location_type: null }, null, false],
    ])('by a place that is set: %j', async (place, by, delivered) => {
      const { number } = await aContainerInYard(client);
      expect(await statuses(number)).toEqual(['here']);
      await patch(number, place);
      expect(await last(number)).toMatchObject({ status: 'departed', departed_by: { type: by }, delivered });
    });

    it('by the voyage or the train of the container when its place is set', async () => {
      const voyage = await aVoyage(client);
      const on = { current_location_type: 'Voyage', current_location: voyage.number };
      const { number } = await aContainer(client, on);
      await client.create('/yard_areas', { name: 'Block A' });
      await patch(number, yard);
      expect((await last(number)).arrived_by).toMatchObject({ type: 'voyage', voyage: { id: voyage.id } });
      await patch(number, on);
      expect((await last(number)).departed_by).toMatchObject({ type: 'voyage', voyage: { id: voyage.id } });
      await patch(number, { current_location_type: 'TrainVisit' });
      await patch(number, yard);
      expect((await last(number)).arrived_by).toMatchObject({ type: 'train', voyage: null });
    });

    it.each([
      [
        'a hand-over',
        (number: string) => leave(number),
        async (number: string) => movedLast(number, (await last(number)).out_at),
      ],
      [
        'the set-up',
        (number: string) => patch(number, { current_location_type: 'Other' }),
        () => 'The container was still here for an earlier stay at that time.',
      ],
    ])('not before the last one was over, which ended by %s', async (_by, end, sentence) => {
      const voyage = await aVoyage(client);
      const { number } = await aContainerInYard(client);
      await end(number);
      const answer = await client.post('/tally_moves', {
        voyage: voyage.number,
        tally_type: 'discharge',
        crane: 'A',
        kind: 'tally',
        container: number,
        lifted_at: '2020-01-01T10:00:00Z',
      });
      expect([answer.status, answer.body.error]).toEqual([422, await sentence(number)]);
      expect(await statuses(number)).toEqual(['departed']);
    });

    it('not before the last one was over either, when that had ended as soon as it began', async () => {
      const { number } = await aContainerInYard(client);
      const at = (interchanges_completed_at: string) => ({ interchanges_completed_at });
      const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
      await patch(number, { current_location_type: 'Other' });
      const { id } = await last(number);
      const moment = { in_at: dayAgo(60), out_at: `${dayAgo(60)}T00:00:00`, reason: 'Mistyped' };
      expect((await client.patch(`/container_stays/${id}`, moment)).status).toBe(200);
      const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(empty(number))] });
      const { name: gate } = await aGate(client);
      const bring = (day: string) =>
        client.post('/truck_visits', { gate, pre_advice_number: advice_number, ...at(day) });
      const { status, body } = await bring(dayAgo(61));
      expect([status, body.error]).toEqual([
        422,
        'The container was still here for an earlier stay at that time.',
      ]);
      expect((await bring(dayAgo(60))).status).toBe(201);
      expect(await statuses(number)).toEqual(['departed', 'here']);
    });

    it('once only when many trucks bring or announce one container', async () => {
      const { number } = await aContainerInYard(client);
      await leave(number);
      await timesAtOnce(
        service.current,
        8,
        () => aPreAdvice(client, { purposes: [dropOff(empty(number))] }),
        5,
      );
      expect(await statuses(number)).toEqual(['departed', 'announced']);
    });
  });

  describe('are announced', () => {
    const facts = {
      usage: 'import',
      goods: 'Coffee',
      weight: 1000,
      seals: ['S1'],
      container_status: 'full',
      operating_reefer: true,
      reefer_temperature: -18,
    };
    const none = { usage: null, goods: null, weight: null, seals: [], reefer_temperature: null };
    let number: string;
    beforeEach(async () => {
      ({ number } = await aContainerInYard(client, {
        ...facts,
        consignee: (await aConsignee(client)).name,
        shipping_line: (await aShippingLine(client)).code,
        booking: (await aBooking(client)).number,
      }));
      await patch(number, elsewhere);
      // a correction of the last stay, since none is open
      await patch(number, { goods: 'Green coffee' });
      expect(await last(number)).toMatchObject({ number: 1, goods: 'Green coffee' });
    });

    const begins = async () => {
      expect(await statuses(number)).toEqual(['departed', 'announced']);
      const shown = await shownContainer(client, number);
      expect(shown).toMatchObject({ ...none, consignee: null, booking: null, operating_reefer: false });
      expect(shown.shipping_line).not.toBeNull();
    };
    const isOver = async () => {
      expect(await statuses(number)).toEqual(['departed', 'cancelled']);
      const shown = await shownContainer(client, number);
      expect(shown).toMatchObject({ ...facts, goods: 'Green coffee' });
      expect([shown.consignee, shown.booking]).not.toContain(null);
    };

    it('by a bill, until it is taken off', async () => {
      await patch(number, { bill_of_ladings: [keyOf(await aBill(client))] });
      await begins();
      await patch(number, { bill_of_ladings: [] });
      await isOver();
    });

    it('by a bill, until its manifest is deleted', async () => {
      const manifest = await aManifest(client);
      await patch(number, { bill_of_ladings: [keyOf(await aBill(client, manifest))] });
      await begins();
      expect((await client.delete(`/manifests/${manifest.client_identifier}`)).status).toBe(200);
      await isOver();
    });

    it('by a load list, until the item is deleted', async () => {
      const voyage = await aVoyage(client);
      const list = await aLoadList(client, { voyage_id: voyage.id });
      const path = `/load_lists/${list.id}/load_list_items`;
      const created = await client.post(path, {
        load_list_item_type: 'full',
        load_list_item: { container_id: (await shownContainer(client, number)).id },
      });
      expect(created.status).toBe(201);
      await begins();
      const [item] = (await client.get(path)).body.load_list_items;
      expect((await client.delete(`${path}/${item.id}`)).status).toBe(200);
      await isOver();
    });

    it('by a load list, until that is deleted', async () => {
      const items = [{ load_list_item_type: 'full', container: number }];
      const { name } = await aLoadList(client, { items });
      await begins();
      expect((await client.delete(`/load_lists/${name}`)).status).toBe(200);
      await isOver();
    });

    it.each(['pre_advices', 'appointments'])('by one of the %s, until that is deleted', async (path) => {
      const body = { purposes: [dropOff({ ...empty(number), container_status: 'full' })] };
      const made =
        path === 'appointments' ? await anAppointment(client, body) : await aPreAdvice(client, body);
      await begins();
      expect((await client.delete(`/${path}/${made.number ?? made.advice_number}`)).status).toBe(200);
      await isOver();
    });

    it('by a drop-off, until the truck leaves without having brought it', async () => {
      const visit = await aVisitFor(client, [dropOff({ ...empty(number), container_status: 'full' })]);
      await begins();
      await gateOut(client, visit.truck.license_plate, { reason_for_incomplete: 'Wrong box' });
      await isOver();
    });

    it('by any of several', async () => {
      await patch(number, { bill_of_ladings: [keyOf(await aBill(client))] });
      const { advice_number } = await aPreAdvice(client, {
        purposes: [dropOff({ ...empty(number), container_status: 'full' })],
      });
      await patch(number, { bill_of_ladings: [] });
      expect(await statuses(number)).toEqual(['departed', 'announced']);
      const visit = await aVisit(client, { pre_advice_number: advice_number });
      expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
      expect(await statuses(number)).toEqual(['departed', 'here']);
    });
  });

  it('of a container that was never here take the waiting facts', async () => {
    const { number } = await aContainer(client, { goods: 'Tea', usage: 'import' });
    expect(await staysOf(client, number)).toEqual([]);
    await client.create('/yard_areas', { name: 'Block A' });
    await patch(number, yard);
    expect(await last(number)).toMatchObject({ number: 1, goods: 'Tea', usage: 'import', status: 'here' });
  });

  it('are on both bills when a container is put on a second one while it is here', async () => {
    const [one, two] = [await aBill(client), await aBill(client)];
    const { number } = await aContainerInYard(client, { bill_of_ladings: [keyOf(one)] });
    await patch(number, { bill_of_ladings: [keyOf(one), keyOf(two)] });
    expect((await staysOf(client, number)).map(({ bill_of_ladings }) => bill_of_ladings.length)).toEqual([2]);
  });

  it('go on when a truck leaves without the container that it had taken', async () => {
    const { number } = await aContainerInYard(client);
    const [before] = await staysOf(client, number);
    const visit = await aVisitFor(client, [pickUp(number)], {
      interchanges_completed_at: new Date().toISOString(),
    });
    expect(await statuses(number)).toEqual(['departed']);
    const out = await gateOut(client, visit.truck.license_plate, { left_without_container: true });
    expect(out.status).toBe(200);
    const [after] = await staysOf(client, number);
    expect(after).toEqual({ ...before, dwell_seconds: expect.any(Number), updated_at: expect.any(String) });
    expect((await movementsOf(client, number)).map((each) => each.movement_type)).toEqual([
      'gate_out',
      'reversal',
    ]);
  });

  it('begin for an announcement while the truck that takes the container is inside', async () => {
    const [old, next] = [await aBill(client), await aBill(client)];
    const { number } = await aContainerInYard(client, {
      container_status: 'full',
      goods: 'Tea',
      bill_of_ladings: [keyOf(old)],
    });
    const inside = await aVisitFor(client, [pickUp(number)], {
      interchanges_completed_at: new Date().toISOString(),
    });
    await patch(number, { bill_of_ladings: [keyOf(next)], usage: 'export' });
    const back = { ...(await aNewContainer(client)), container_number: number };
    const second = await aVisitFor(client, [dropOff({ ...back, container_status: 'empty', goods: 'None' })]);
    for (const { truck } of [inside, second])
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    const stays = await staysOf(client, number);
    const facts = stays.map((stay) => [stay.status, stay.container_status, stay.goods, stay.delivered]);
    expect(facts).toEqual([
      ['departed', 'full', 'Tea', true],
      ['here', 'empty', 'None', false],
    ]);
    expect(stays.map((stay) => stay.bill_of_ladings.map((bill: Body) => bill.number))).toEqual([
      [old.number],
      [next.number],
    ]);
  });

  it('have the seals that were put on at the gate-out that ended them, also when the next is announced', async () => {
    const { number } = await aContainerInYard(client, { seals: ['S1'] });
    const inside = await aVisitFor(client, [pickUp(number)], {
      interchanges_completed_at: new Date().toISOString(),
    });
    const cargo = { cargo_type: 'container', container_number: number, container_status: 'empty' };
    const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(cargo)] });
    const container_seals = [{ container_number: number, seal: 'S2' }];
    expect((await gateOut(client, inside.truck.license_plate, { container_seals })).status).toBe(200);
    const seals = async () => (await staysOf(client, number)).map((stay) => stay.seals);
    expect([await seals(), (await shownContainer(client, number)).seals]).toEqual([[['S1', 'S2'], []], []]);

    // they are taken off again with the hand-over
    await client.delete(`/pre_advices/${advice_number}`);
    const path = `/truck_visits/${inside.id}/interchanges/${inside.interchanges[0].id}`;
    expect((await client.post(`${path}/reverse`, { reason: 'Wrong box' })).body.interchange.seals).toEqual(
      [],
    );
    expect(await seals()).toEqual([['S1'], []]);
  });

  it('keep their facts when the container comes again with a truck that came before', async () => {
    const cargo = { ...(await aNewContainer(client)), container_status: 'empty', goods: 'Two' };
    const { truck } = await aVisitFor(client, [dropOff(cargo)]);
    const number = cargo.container_number;
    // the yard says meanwhile that it came and went
    await client.create('/yard_areas', { name: 'Block A' });
    await patch(number, { ...yard, goods: 'One' });
    await patch(number, elsewhere);
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect((await staysOf(client, number)).map((stay) => [stay.status, stay.goods])).toEqual([
      ['departed', 'One'],
      ['here', 'Two'],
    ]);
  });

  describe('corrected', () => {
    let stay: Body;
    let number: string;
    beforeEach(async () => {
      ({ number } = await aContainer(client));
      stay = await aStay(client, number);
    });
    const correct = (id: number | string, body: object) => client.patch(`/container_stays/${id}`, body);

    it('change with the container that shows them, and leave the reason in the traces', async () => {
      const { name } = await aConsignee(client);
      const body = { reason: 'Mistyped', goods: 'Tea', consignee: name, in_at: '2026-01-01T00:00:00.000Z' };
      const answer = await correct(stay.id, body);
      expect(answer.status).toBe(200);
      expect(answer.body.container_stay).toMatchObject({
        goods: 'Tea',
        in_at: body.in_at,
        consignee: { name },
      });
      expect((await client.get(`/container_stays/${stay.id}`)).body).toEqual(answer.body);
      expect(await shownContainer(client, number)).toMatchObject({ goods: 'Tea', consignee: { name } });
      const { body: traces } = await client.get(
        `/audit_entries?record_type=container_stays&record_id=${stay.id}&per=100`,
      );
      expect(traces.audit_entries.at(-1).after).toMatchObject({ reason: 'Mistyped', goods: 'Tea' });
      await aStay(client, number);
      expect((await correct(stay.id, { reason: 'Again', goods: 'Rice' })).status).toBe(200);
      expect((await shownContainer(client, number)).goods).toBeNull();
    });

    it('wait for whoever moves the container, and lock the stay after that', async () => {
      const { id, number } = await aContainer(client);
      const stay = await aStay(client, number);
      const mover = service.current.own.createQueryRunner();
      await mover.startTransaction();
      const lock = (what: string, row: number) =>
        asTest(() =>
          mover.query(`SELECT FROM ${what} WHERE organization_id = $1 AND id = $2 FOR UPDATE NOWAIT`, [
            client.organization_id,
            row,
          ]),
        );
      await lock('containers', id);
      const corrected = correct(stay.id, { reason: 'Mistyped', goods: 'Tea' });
      await whenWaiting(service.current, 1);
      await lock('container_stays', stay.id);
      await mover.commitTransaction();
      await mover.release();
      expect((await corrected).status).toBe(200);
    });

    it.each([
      [{ goods: 'Tea' }, 422, 'reason'],
      [{ reason: ' ', goods: 'Tea' }, 422, 'reason'],
      [{ reason: 'R', in_at: null }, 200, undefined],
      [{ reason: 'R', out_at: null }, 422, 'out_at'],
      [{ reason: 'R', in_at: '2099-01-01T00:00:00Z' }, 422, 'in_at'],
      [{ reason: 'R', out_at: '2020-01-01T00:00:00Z' }, 422, 'out_at'],
      [{ reason: 'R', booking: 'NO' }, 422, 'booking'],
    ])('by %j answer %i', async (body, status, field) => {
      const answer = await correct(stay.id, body);
      expect([answer.status, Object.keys(answer.body.errors ?? {})[0]]).toEqual([status, field]);
    });

    it('were full or empty when they came and left, once they have', async () => {
      const was = { arrival_status: 'empty', departure_status: 'full' };
      const answer = await correct(stay.id, { reason: 'Miscounted', ...was });
      expect([answer.status, answer.body.container_stay]).toMatchObject([200, was]);
      expect(await eventOf(client, 'container_stay.updated')).toMatchObject({
        data: was,
        changes: {
          arrival_status: [null, 'empty'],
          departure_status: [null, 'full'],
        },
      });
      const { body: traces } = await client.get(
        `/audit_entries?record_type=container_stays&record_id=${stay.id}&per=100`,
      );
      expect(traces.audit_entries.at(-1).after).toMatchObject({ reason: 'Miscounted', ...was });

      await client.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(await aBill(client))] });
      const announced = (await staysOf(client, number)).at(-1)!;
      const tooEarly = await correct(announced.id, { reason: 'R', ...was });
      expect([tooEarly.status, tooEarly.body.errors]).toEqual([
        422,
        {
          arrival_status: ['A container has an arrival status once it has come.'],
          departure_status: ['A container has a departure status once it has left.'],
        },
      ]);
      await client.patch(`/containers/${number}`, { current_location_type: 'Terminal' });
      expect((await correct(announced.id, { reason: 'R', arrival_status: 'full' })).status).toBe(200);
      expect((await correct(announced.id, { reason: 'R', departure_status: 'full' })).status).toBe(422);
      expect((await correct(announced.id, { reason: 'R', departure_status: null })).status).toBe(200);
    });

    it('with a reason as long as any free text', async () => {
      const reason = 'x'.repeat(5000);
      expect((await correct(stay.id, { reason })).body.container_stay.reason).toBe(reason);
      expect((await correct(stay.id, { reason: `${reason}x` })).status).toBe(422);
    });

    it('do not overlap, have no end while the container is here, and answer 404 when unknown', async () => {
      const second = await aStay(client, number);
      const overlapping = await correct(second.id, { reason: 'R', in_at: stay.in_at });
      expect([overlapping.status, overlapping.body.error]).toEqual([
        stay.in_at === stay.out_at ? 200 : 422,
        stay.in_at === stay.out_at
          ? undefined
          : 'The container was still here for an earlier stay at that time.',
      ]);
      const { number: here } = await aContainerInYard(client);
      const [open] = await staysOf(client, here);
      expect((await correct(open!.id, { reason: 'R', out_at: open!.in_at })).status).toBe(422);
      expect((await correct('0', { reason: 'R' })).status).toBe(404);
      expect((await correct('x', { reason: 'R' })).status).toBe(404);
      expect((await client.as('write').patch(`/container_stays/${stay.id}`, { reason: 'R' })).status).toBe(
        403,
      );
    });
  });

  it('are listed by each filter', async () => {
    const line = await aShippingLine(client);
    const [voyage, booking, bill] = [await aVoyage(client), await aBooking(client), await aBill(client)];
    const { number } = await aContainerInYard(client, {
      usage: 'import',
      container_status: 'full',
      shipping_line: line.code,
      arrival_voyage: voyage.number,
      booking: booking.number,
      bill_of_ladings: [keyOf(bill)],
    });
    const other = await aContainer(client);
    await aStay(client, other.number);
    const found = async (query: string) =>
      (await client.get(`/container_stays?${query}`)).body.container_stays.map(
        ({ container }: Body) => container.number,
      );
    expect(await found('')).toEqual([number, other.number]);
    const today = new Date().toISOString().slice(0, 10);
    for (const query of [
      'status=here',
      'usage=import',
      'container_status=full',
      `shipping_line=${line.code}`,
      `voyage_number=${voyage.number}`,
      `booking_number=${booking.number}`,
      `bill_of_lading_number=${bill.number}`,
      'here_since_before=2099-01-01',
    ])
      expect([query, await found(query)]).toEqual([query, [number]]);
    for (const query of ['status=departed', `out_from=${today}`, `out_until=${today}`])
      expect([query, await found(query)]).toEqual([query, [other.number]]);
    for (const query of [`in_from=${today}`, `in_until=${today}`])
      expect([query, await found(query)]).toEqual([query, [number, other.number]]);
    for (const query of [
      'status=cancelled',
      'usage=export',
      'container_status=empty',
      'shipping_line=NO',
      'voyage_number=NO',
      `here_since_before=${today}`,
      'in_from=2099-01-01',
      'out_until=2020-01-01',
    ])
      expect([query, await found(query)]).toEqual([query, []]);
    expect((await client.get('/container_stays?status=gone')).status).toBe(422);
    expect(await found('in_from=2026-11-20&in_until=2026-11-20')).toEqual([]);
    expect((await client.get('/containers/NONE/stays')).status).toBe(404);
    expect((await client.get('/container_stays/x')).status).toBe(404);
  });

  describe('in a random walk over all ways to move a container', () => {
    /** A small generator, so that a walk that fails can be walked again. */
    const random = (seed: number) => () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    interface Stay {
      status: string;
      bills: string[];
      delivered: boolean;
    }

    it.each([1, 2])('(%i) do not overlap, are where the container is, and count as by hand', async (seed) => {
      const next = random(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
      await aTerminal(client, { name: 'North' });
      const { yard_area } = await client.create('/yard_areas', { name: 'Block A', terminal: 'North' });
      const voyage = await aVoyage(client, { assigned_yard_area_id: yard_area.id });
      const manifest = await aManifest(client, { voyage_id: voyage.id });
      const bills = await Promise.all([1, 2, 3].map(() => aBill(client, manifest)));
      const numbers = await Promise.all(
        [1, 2, 3, 4].map(async () => (await aContainer(client)).number as string),
      );
      const stays = new Map<string, Stay[]>(numbers.map((number) => [number, []]));
      const lastOf = (number: string) => stays.get(number)!.findLast(({ status }) => status !== 'cancelled');
      const isOpen = (stay?: Stay) => stay?.status === 'here' || stay?.status === 'announced';
      const opened = (number: string, status: string): Stay => {
        const stay = isOpen(lastOf(number)) ? lastOf(number)! : { status, bills: [], delivered: false };
        if (!stays.get(number)!.includes(stay)) stays.get(number)!.push(stay);
        stay.status = status;
        return stay;
      };
      const ended = (number: string, delivered: boolean, always = true) => {
        const stay = lastOf(number);
        if (stay?.status === 'here' || (always && stay?.status === 'announced'))
          Object.assign(stay, { status: 'departed', delivered });
      };
      const isHere = (number: string) => lastOf(number)?.status === 'here';

      const ways: ((number: string) => Promise<unknown>)[] = [
        async (number) => {
          await patch(number, pick([yard, { current_location_type: 'Terminal', current_location: 'North' }]));
          opened(number, 'here');
        },
        async (number) => {
          const place = pick(['Other', 'Ship', 'Port', null]);
          await patch(number, { current_location_type: place });
          ended(number, false, false);
        },
        async (number) => {
          const before = await shownContainer(client, number);
          await patch(number, { current_location_type: 'Consignee' });
          if (before.current_location_type !== 'Consignee') ended(number, true);
        },
        async (number) => {
          if (isHere(number)) return;
          // a voyage counts a container once
          await aTallyMove(client, { voyage: (await aVoyage(client)).number, container: number });
          opened(number, 'here');
        },
        async (number) => {
          if (!isHere(number)) return;
          const { number: on } = await aVoyage(client);
          await aTallyMove(client, { voyage: on, tally_type: 'loading', container: number });
          ended(number, false);
        },
        async (number) => {
          const bill = pick(bills);
          await patch(number, { bill_of_ladings: [keyOf(bill)] });
          const shown = lastOf(number);
          const stay =
            isOpen(shown) || shown?.bills.includes(bill.number) ? shown! : opened(number, 'announced');
          stay.bills = [bill.number];
        },
        async (number) => {
          await patch(number, { bill_of_ladings: [] });
          const stay = lastOf(number);
          if (!stay) return;
          stay.bills = [];
          if (stay.status === 'announced') stay.status = 'cancelled';
        },
      ];
      const byGate: typeof ways = [
        async (number) => {
          if (!isHere(number)) return;
          await leave(number);
          ended(number, true);
        },
        async (number) => {
          // what a voyage announced is not a truck's
          if (isOpen(lastOf(number))) return;
          await bring(number);
          opened(number, 'here');
        },
      ];
      const check = async () => {
        for (const number of numbers) expect([number, await statuses(number)]).toEqual([number, all(number)]);
        for (const { number } of bills) {
          const on = [...stays.values()].flat().filter((stay) => stay.bills.includes(number));
          const here = on.filter(({ status }) => status === 'here').length;
          const shown = await counts({ number } as Body, voyage.number);
          const by = on.filter(({ status }) => status !== 'cancelled');
          expect(shown).toEqual([by.length, 0, here, by.filter(({ delivered }) => delivered).length]);
        }
      };
      const all = (number: string) => stays.get(number)!.map(({ status }) => status);
      for (let step = 1; step <= STATES; step++) {
        // by gate takes several requests
        const way = next() < 0.15 ? pick(byGate) : pick(ways);
        await way(pick(numbers));
        if (step % 20 === 0) await check();
      }
      const overlapping = await client.service.query(
        `SELECT a.id FROM container_stays a JOIN container_stays b
           ON b.organization_id = a.organization_id AND b.container_id = a.container_id AND b.id > a.id
         WHERE a.organization_id = $1 AND tstzrange(a.in_at, a.out_at) && tstzrange(b.in_at, b.out_at)
           AND a.in_at IS NOT NULL AND b.in_at IS NOT NULL`,
        [client.organization_id],
      );
      expect(overlapping).toEqual([]);
    });
  });
});

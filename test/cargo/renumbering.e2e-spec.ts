import {
  aBill,
  aContainer,
  aContainerType,
  aMovement,
  aLoadList,
  aPackingListItem,
  keyOf,
  movementsOf,
  staysOf,
} from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { anInvoice } from '../factories/billing';
import { aHold, aHoldType, unliftedHolds } from '../factories/holds';
import { aShippingLine, aTruck } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

describe('a container that gets its right number', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await client.create('/terminals', { name: 'T' });
  });

  const renumber = (number: string, to: unknown, reason: unknown = 'Read wrongly') =>
    client.post(`/containers/${number}/renumber`, { number: to, reason });
  const show = async (number: string): Promise<Body> =>
    (await client.get(`/containers/${number}`)).body.container;
  const move = (number: string, type: string | null) =>
    client.patch(`/containers/${number}`, {
      current_location_type: type,
      current_location: type === 'Terminal' ? 'T' : null,
    });
  /** A container that was here once. */
  const gone = async (body: object = {}) => {
    const container = await aContainer(client, body);
    await move(container.number, 'Terminal');
    await move(container.number, 'Other');
    return container;
  };
  const here = async (body: object = {}) => {
    const container = await aContainer(client, body);
    await move(container.number, 'Terminal');
    return container;
  };

  describe('that nobody has', () => {
    it('keeps all its records, and is found by the new number alone', async () => {
      const { id, number } = await here({ goods: 'Tea' });
      const hold = await aHold(client, number);
      const answer = await renumber(number, 'whau 4142033');
      expect(answer.status).toBe(200);
      expect(answer.body.container).toMatchObject({
        id,
        number: 'WHAU4142033',
        meets_iso_standards: true,
        goods: 'Tea',
      });
      expect(answer.body.container).toEqual(await show('WHAU4142033'));
      expect((await client.get(`/containers/${number}`)).status).toBe(404);
      expect((await client.get('/containers/WHAU4142033/holds')).body.holds).toMatchObject([{ id: hold.id }]);
      expect(await staysOf(client, 'WHAU4142033')).toMatchObject([{ status: 'here', container: { id } }]);
    });

    it('has events with both numbers, and traces with the old one and the reason', async () => {
      const { id, number } = await here();
      await renumber(number, 'WHAU4142034', 'The 3 was a 4');
      await allPublished(client);
      const { events } = (await client.get('/events?types[]=container.renumbered')).body;
      expect(events).toMatchObject([
        {
          subject: { type: 'container', id, key: 'WHAU4142034' },
          data: { number: 'WHAU4142034', meets_iso_standards: false },
          changes: { number: [number, 'WHAU4142034'] },
        },
      ]);
      const { audit_entries } = (await client.get('/audit_entries?record_type=containers&order=newest')).body;
      expect(audit_entries[0]).toMatchObject({
        record_id: id,
        before: { number },
        after: { number: 'WHAU4142034', renumber_reason: 'The 3 was a 4' },
      });
    });
  });

  describe('that another record has', () => {
    it('becomes one with it: the older id, all stays in their order, and every reference to either', async () => {
      const old = await gone({ number: 'RIGHT1' });
      const bill = await aBill(client);
      const wrong = await here({ number: 'WRONG1', bill_of_ladings: [keyOf(bill)] });
      const hold = await aHold(client, 'WRONG1');
      const item = await aPackingListItem(client, { bill_of_lading: keyOf(bill), container: 'WRONG1' });
      const inside = await aContainer(client, {
        current_location_type: 'Container',
        current_location: 'WRONG1',
      });
      await client.post('/containers/WRONG1/plug_in');
      for (const { id } of [old, wrong]) await aMovement(client, id);
      const [first] = await staysOf(client, 'RIGHT1');
      const [second] = await staysOf(client, 'WRONG1');
      const moved = [...(await movementsOf(client, 'RIGHT1')), ...(await movementsOf(client, 'WRONG1'))];

      const answer = await renumber('WRONG1', 'RIGHT1');
      expect(answer.status).toBe(200);
      expect(answer.body.container).toMatchObject({
        id: old.id,
        number: 'RIGHT1',
        current_location_type: 'Terminal',
        unlifted_holds: 1,
        bill_of_ladings: [{ number: bill.number }],
      });
      expect((await client.get('/containers/WRONG1')).status).toBe(404);
      expect((await client.get(`/containers/${wrong.id}`)).status).toBe(404);
      expect(await staysOf(client, 'RIGHT1')).toMatchObject([
        { id: first!.id, number: 1, status: 'departed' },
        { id: second!.id, number: 2, status: 'here' },
      ]);
      expect((await client.get('/containers/RIGHT1/holds')).body.holds).toMatchObject([{ id: hold.id }]);
      expect(
        (await client.get(`/packing_list_items/${item.id}`)).body.packing_list_item.container,
      ).toMatchObject({
        number: 'RIGHT1',
      });
      expect((await show(inside.number)).current_location).toContain('RIGHT1');
      expect((await movementsOf(client, 'RIGHT1')).map(({ id }) => id)).toEqual(moved.map(({ id }) => id));
      const register = (await client.get('/movements?container_number=RIGHT1')).body.movements;
      expect(register.map(({ stay }: Body) => stay.number)).toEqual([1, 2]);
      expect((await show('RIGHT1')).reefer_plug_movements).toHaveLength(1);
      expect(await unliftedHolds(client, 'RIGHT1')).toBe(1);
      // and it goes on from there
      await client.put(`/containers/RIGHT1/holds/${hold.id}/lift`);
      expect((await move('RIGHT1', 'Other')).status).toBe(200);
      await move('RIGHT1', 'Terminal');
      expect((await staysOf(client, 'RIGHT1')).map(({ number, status }) => [number, status])).toEqual([
        [1, 'departed'],
        [2, 'departed'],
        [3, 'here'],
      ]);
    });

    it('has type and line of the record whose stay is open, wherever the older one is', async () => {
      const [small, large] = [await aContainerType(client), await aContainerType(client)];
      const [one, two] = [await aShippingLine(client), await aShippingLine(client)];
      const older = await here({ number: 'OLDER', container_type: small.code, shipping_line: one.code });
      await gone({ number: 'NEWER', container_type: large.code, shipping_line: two.code });
      // the stay of the newer record is before that of the older
      await service.current.query(
        `UPDATE container_stays s SET in_at = '2026-01-01', out_at = '2026-01-02' FROM containers c
         WHERE s.organization_id = $1 AND c.organization_id = s.organization_id AND c.id = s.container_id AND c.number = 'NEWER'`,
        [client.organization_id],
      );
      const { body } = await renumber('OLDER', 'NEWER');
      expect(body.container).toMatchObject({
        id: older.id,
        number: 'NEWER',
        container_type: { code: small.code },
        shipping_line: { code: one.code },
        current_location_type: 'Terminal',
      });
      expect(
        (await staysOf(client, 'NEWER')).map(({ number, status }) => `${number} ${status}`).sort(),
      ).toEqual(['1 departed', '2 here']);
    });

    it('has those of the later stay where none is open', async () => {
      const type = await aContainerType(client);
      const older = await gone({ number: 'OLDER' });
      await gone({ number: 'NEWER', container_type: type.code });
      const { body } = await renumber('NEWER', 'OLDER');
      expect(body.container).toMatchObject({
        id: older.id,
        number: 'OLDER',
        container_type: { code: type.code },
      });
    });

    it('keeps its announcements, visits and events', async () => {
      const gate = await aGate(client);
      const { license_plate: truck } = await aTruck(client);
      const cargo = await aNewContainer(client, { container_number: 'WRONG2' });
      const announced = await aPreAdvice(client, { truck, purposes: [dropOff(cargo)] });
      const { id: wrong } = await show('WRONG2');
      await gone({ number: 'RIGHT2' });
      await allPublished(client);
      expect((await renumber('WRONG2', 'RIGHT2')).status).toBe(200);
      const { purposes } = (await client.get(`/pre_advices/${announced.advice_number}`)).body;
      expect(purposes).toMatchObject([{ cargo: 'RIGHT2', cargo_details: { container_number: 'RIGHT2' } }]);
      const visit = await client.post('/truck_visits', {
        gate: gate.name,
        pre_advice_number: announced.advice_number,
        interchanges_completed_at: new Date().toISOString(),
      });
      expect(visit.status).toBe(201);
      expect((await gateOut(client, truck)).status).toBe(200);
      expect(await show('RIGHT2')).toMatchObject({ id: wrong, current_location_type: 'Gate' });
      await allPublished(client);
      const about = async (named: string | number) =>
        (await client.get(`/events?about=container:${named}&per=100`)).body.events.map(
          ({ type }: Body) => type,
        );
      const all = await about('RIGHT2');
      for (const type of ['pre_advice.created', 'container.renumbered', 'truck_visit.gated_in'])
        expect(all).toContain(type);
    });

    it('finds the events of the removed record', async () => {
      const { id: kept } = await gone({ number: 'RIGHT3' });
      const { number } = await here({ number: 'WRONG3' });
      const hold = await aHold(client, number);
      await allPublished(client);
      await renumber('WRONG3', 'RIGHT3');
      await allPublished(client);
      for (const named of ['RIGHT3', kept]) {
        const { events } = (
          await client.get(`/events?about=container:${named}&types[]=container_hold.applied`)
        ).body;
        expect(events).toMatchObject([{ data: { id: hold.id } }]);
      }
    });

    it('keeps the items of load lists and what is billed', async () => {
      const { id } = await aLoadList(client);
      await gone({ number: 'RIGHT4' });
      const wrong = await here({ number: 'WRONG4', container_status: 'full' });
      await client.create(`/load_lists/${id}/load_list_items`, {
        load_list_item_type: 'full',
        load_list_item: { container_id: wrong.id },
      });
      await anInvoice(client, {
        line_items: [{ description: 'Lift', quantity: 1, amount: 5, container: 'WRONG4' }],
      });
      expect((await renumber('WRONG4', 'RIGHT4')).status).toBe(200);
      const { load_list_items } = (await client.get(`/load_lists/${id}/load_list_items`)).body;
      expect(load_list_items).toMatchObject([{ container: { number: 'RIGHT4' } }]);
      const { invoices } = (await client.get('/invoices?container_number=RIGHT4')).body;
      expect(invoices).toMatchObject([{ line_items: [{ container: 'RIGHT4' }] }]);
    });

    it('takes as many statements for a long history as for a short one', async () => {
      const count = async (stays: number) => {
        const [right, wrong] = [await gone(), await gone()];
        await service.current.query(
          `INSERT INTO container_stays (organization_id, container_id, number, status, in_at, out_at)
           SELECT $1, $2, 10 + i, 'departed', t, t + interval '1 hour' FROM generate_series(1, $3::integer) i
           CROSS JOIN LATERAL (SELECT '2020-01-01'::timestamptz + i * interval '1 day' AS t) t`,
          [client.organization_id, wrong.id, stays],
        );
        const statements = await statementsOf(async () =>
          expect((await renumber(wrong.number, right.number)).status).toBe(200),
        );
        expect(await staysOf(client, `${right.number}`)).toHaveLength(Math.min(100, stays + 2));
        return statements.filter((text) => !text.includes('FROM tokens') && !text.includes('UPDATE tokens'))
          .length;
      };
      expect(await count(500)).toBe(await count(1));
    });
  });

  describe('is refused', () => {
    const refused = async (answer: Promise<{ status: number; body: Body }>) => {
      const { status, body } = await answer;
      return [status, body.code, body.error];
    };

    it('where both are here, or announced', async () => {
      await here({ number: 'RIGHT5' });
      await here({ number: 'WRONG5' });
      const apart = [
        422,
        'containers_apart',
        "Containers 'WRONG5' and 'RIGHT5' both have a stay that is not over, and cannot become one.",
      ];
      expect(await refused(renumber('WRONG5', 'RIGHT5'))).toEqual(apart);
      await move('RIGHT5', 'Other');
      await aPreAdvice(client, {
        purposes: [dropOff(await aNewContainer(client, { container_number: 'RIGHT5' }))],
      });
      expect(await refused(renumber('WRONG5', 'RIGHT5'))).toEqual(apart);
      expect(await show('WRONG5')).toMatchObject({ number: 'WRONG5' });
    });

    it('where both were here at one time, and taken where one came as the other left', async () => {
      await gone({ number: 'RIGHT6' });
      await gone({ number: 'WRONG6' });
      const set = (number: string, in_at: string, out_at: string) =>
        service.current.query(
          `UPDATE container_stays s SET in_at = $2, out_at = $3 FROM containers c
           WHERE s.organization_id = $1 AND c.organization_id = $1 AND c.id = s.container_id AND c.number = $4`,
          [client.organization_id, in_at, out_at, number],
        );
      await set('RIGHT6', '2026-03-01', '2026-03-05');
      await set('WRONG6', '2026-03-04', '2026-03-08');
      expect(await refused(renumber('WRONG6', 'RIGHT6'))).toEqual([
        422,
        'containers_apart',
        "Containers 'WRONG6' and 'RIGHT6' were here at the same time, and cannot become one.",
      ]);
      await set('WRONG6', '2026-03-05', '2026-03-08');
      expect((await renumber('WRONG6', 'RIGHT6')).status).toBe(200);
    });

    it('where both have a hold of one type', async () => {
      const type = await aHoldType(client);
      for (const number of ['RIGHT7', 'WRONG7']) {
        await gone({ number });
        await client.put(`/containers/${number}/holds/${type.id}/apply`);
      }
      expect(await refused(renumber('WRONG7', 'RIGHT7'))).toEqual([
        422,
        'hold_in_force',
        `Containers 'WRONG7' and 'RIGHT7' both have a hold of the type ${type.name}: lift one of them for good first.`,
      ]);
      const [{ id }] = (await client.get('/containers/RIGHT7/holds')).body.holds;
      await client.put(`/containers/RIGHT7/holds/${id}/lift`);
      expect((await renumber('WRONG7', 'RIGHT7')).status).toBe(200);
      expect(await unliftedHolds(client, 'RIGHT7')).toBe(1);
    });

    it('when it has the number already', async () => {
      const { number } = await aContainer(client);
      expect(await refused(renumber(number, ` ${number.toLowerCase()} `))).toEqual([
        422,
        'taken',
        `Container '${number}' has this number already.`,
      ]);
    });

    it('where the other one is in it', async () => {
      await aContainer(client, { number: 'RIGHT8' });
      await aContainer(client, { number: 'WRONG8' });
      const inside = { current_location_type: 'Container', current_location: 'WRONG8' };
      expect((await client.patch('/containers/RIGHT8', inside)).status).toBe(200);
      expect(await refused(renumber('WRONG8', 'RIGHT8'))).toEqual([
        422,
        expect.any(String),
        'A container cannot be in itself.',
      ]);
      expect(await show('WRONG8')).toMatchObject({ number: 'WRONG8' });
    });

    it.each([
      ['number', undefined, 'is required'],
      ['number', '', 'must be at least 1 character long'],
      ['number', ' ', 'must not be blank'],
      ['number', 'WHAU\u200b1', expect.any(String)],
      ['number', 'x'.repeat(256), 'must be at most 255 characters long'],
      ['reason', undefined, 'is required'],
      ['reason', null, expect.any(String)],
    ])('for %s %j', async (field, value, reason) => {
      const { number } = await aContainer(client);
      const body = { number: 'RIGHT9', reason: 'x', [field]: value };
      const answer = await client.post(`/containers/${number}/renumber`, body);
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [reason] }]);
    });

    it('when it is unknown, and for the role write', async () => {
      expect((await renumber('NONE', 'RIGHT')).status).toBe(404);
      const { number } = await aContainer(client);
      const answer = await client
        .as('write')
        .post(`/containers/${number}/renumber`, { number: 'X', reason: 'x' });
      expect(answer.status).toBe(403);
      const other = await service.current.organization();
      expect((await other.post(`/containers/${number}/renumber`, { number: 'X', reason: 'x' })).status).toBe(
        404,
      );
    });
  });

  describe('at the same moment', () => {
    it('becomes one with the other in either order, when both get the number of the other', async () => {
      for (let round = 0; round < 5; round++) {
        const [one, other] = [`ONE${round}`, `TWO${round}`];
        await gone({ number: one });
        await gone({ number: other });
        const answers = await atOnce(service.current, [
          () => renumber(one, other),
          () => renumber(other, one),
        ]);
        // the second finds the one container under its number, and gives it the other
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const found = await Promise.all([one, other].map((number) => client.get(`/containers/${number}`)));
        expect(found.map(({ status }) => status).sort()).toEqual([200, 404]);
        expect(
          await staysOf(client, found.find(({ status }) => status === 200)!.body.container.number),
        ).toHaveLength(2);
      }
    });

    it('gets the number once, when several get it', async () => {
      const boxes = [];
      for (let i = 0; i < 4; i++) boxes.push(await here());
      const answers = await atOnce(
        service.current,
        boxes.map(
          ({ number }) =>
            () =>
              renumber(number, 'RIGHT10'),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    });

    it('cannot be taken by a truck under the old number', async () => {
      const { number } = await aContainerInYard(client);
      const { truck } = await aVisitFor(client, [pickUp(number)]);
      const [out, renumbered] = await atOnce(service.current, [
        () => gateOut(client, truck.license_plate),
        () => renumber(number, `${number}9`),
      ]);
      expect([out.status, renumbered.status]).toEqual([200, 200]);
      expect((await staysOf(client, `${number}9`)).map(({ status }) => status)).toEqual(['departed']);
    });

    it('is renumbered by one of several requests of the same kind', async () => {
      const { number } = await here();
      const answers = await timesAtOnce(service.current, 4, () => renumber(number, 'RIGHT11'));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    });
  });
});

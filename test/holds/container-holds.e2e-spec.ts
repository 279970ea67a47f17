import { DateTime } from 'luxon';
import type { Answer, Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { aBill, aContainer, aPackingListItem, holdsOf, keyOf, staysOf } from '../factories/cargo';
import { aNewContainer, aPreAdvice, dropOff } from '../factories/gate';
import type { Body } from '../factories/record';
import { aHoldType, letLiftsPass, unliftedHolds } from '../factories/holds';
import { aTruck } from '../factories/parties';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('container holds', () => {
  const service = useService();
  let client: Client;
  let path: string;
  let number: string;
  let type: { id: number; name: string };
  beforeEach(async () => {
    client = await service.current.organization();
    ({ number } = await aContainer(client));
    path = `/containers/${number}/holds`;
    type = await aHoldType(client);
  });

  const apply = (hold_type_id: unknown = type.id, of = path) =>
    client.put(`${of}/${hold_type_id}/apply.json`);
  const lift = (id: number, hold?: object | null, of = path) =>
    client.put(`${of}/${id}/lift.json`, hold === undefined ? undefined : { hold });
  const holds = async () => (await client.get(`${path}.json`)).body.holds;
  const aHold = async () => {
    await apply();
    return (await holds()).at(-1);
  };
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
  const actions = (id: number) => ({
    lift: { method: 'PUT', url: expect.stringMatching(`/api/v1${path}/${id}/lift.json$`) },
    apply: { method: 'PUT', url: expect.stringMatching(`/api/v1${path}/${type.id}/apply.json$`) },
  });

  it('applies a hold, answers {} and lists it with every field', async () => {
    const answer = await client.as('write').put(`${path}/${type.id}/apply.json`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    const list = await client.get(`${path}.json`);
    expect(list.status).toBe(200);
    expect(list.body).toEqual({
      holds: [
        {
          id: expect.any(Number),
          hold_type_id: type.id,
          hold_type: type.name,
          reference_number: null,
          notes: null,
          lifted: false,
          applied_at: expect.stringMatching(TIME),
          applied_by: 'Tess Ter',
          lifted_at: null,
          lifted_until: null,
          lifted_by: null,
          actions: actions(list.body.holds[0].id),
        },
      ],
      bill_of_lading_holds: [],
    });
    expect(list.body.holds[0].actions.lift.url).toMatch(/^http:\/\//);
    expect(Date.now() - Date.parse(list.body.holds[0].applied_at)).toBeLessThan(60_000);
  });

  describe('with a body', () => {
    const applyWith = (body: object, of = path) => client.put(`${of}/${type.id}/apply`, body);
    const stated = { reference_number: 'CUS-HOLD-2211', notes: 'Picked for the scanner' };

    it('keeps the words of the application in list and history, until a lift replaces them in the list', async () => {
      expect((await applyWith({ hold: stated })).body).toEqual({});
      const [{ id, ...listed }] = await holds();
      expect(listed).toMatchObject({ ...stated, lifted: false });
      await lift(id, { reference_number: 'CUS-FREE-9', lift_until: '2099-01-01' });
      expect((await holds())[0]).toMatchObject({ reference_number: 'CUS-FREE-9', notes: stated.notes });
      await lift(id, { notes: 'By phone' });
      expect((await holds())[0]).toMatchObject({ reference_number: 'CUS-FREE-9', notes: 'By phone' });
      const { histories } = (await client.get(`${path}/${id}/history`)).body;
      expect(histories).toMatchObject([
        { event: 'applied', ...stated },
        { event: 'lifted', reference_number: 'CUS-FREE-9', notes: null },
        { event: 'lifted', reference_number: null, notes: 'By phone' },
      ]);
    });

    it('gives the reason of a hold that returns after a lift for a time', async () => {
      const { id } = await aHold();
      await lift(id, { lift_until: '2099-01-01', reference_number: 'CUS-FREE-9' });
      expect((await applyWith({ hold: stated })).status).toBe(200);
      expect(await holds()).toMatchObject([{ id, lifted: false, ...stated }]);
      const { histories } = (await client.get(`${path}/${id}/history`)).body;
      expect(histories.at(-1)).toMatchObject({ event: 'returned', ...stated });
    });

    it.each([{}, { hold: null }, { hold: {} }, { hold: { reference_number: null, colour: 'red' } }])(
      'applies one without a word by %j',
      async (body) => {
        expect((await applyWith(body)).status).toBe(200);
        expect(await holds()).toMatchObject([{ reference_number: null, notes: null }]);
      },
    );

    it.each([
      ['reference_number', 'x'.repeat(256), 'must be at most 255 characters long'],
      ['notes', 'x'.repeat(5001), 'must be at most 5000 characters long'],
      ['reference_number', {}, 'must be text'],
    ])('refuses %s that is malformed', async (field, value, reason) => {
      const answer = await applyWith({ hold: { [field]: value } });
      expect([answer.status, answer.body.errors]).toEqual([422, { [`hold.${field}`]: [reason] }]);
      expect(await holds()).toEqual([]);
    });
  });

  it('waits for the next stay when the one that it was applied in is cancelled', async () => {
    const { license_plate: truck } = await aTruck(client);
    const cargo = await aNewContainer(client);
    const announce = () => aPreAdvice(client, { truck, purposes: [dropOff(cargo)] });
    const of = `/containers/${cargo.container_number}/holds`;
    const shown = async () => {
      const { container } = (await client.get(`/containers/${cargo.container_number}`)).body;
      const stays = await staysOf(client, cargo.container_number);
      return [container.unlifted_holds, ...stays.map(({ status }) => status)];
    };
    const first = await announce();
    await apply(type.id, of);
    await client.delete(`/pre_advices/${first.advice_number}`);
    expect(await shown()).toEqual([1, 'cancelled']);
    // it is in force already, and is not applied a second time
    expect((await apply(type.id, of)).status).toBe(409);
    await announce();
    expect(await shown()).toEqual([1, 'cancelled', 'announced']);
    const { holds: listed } = (await client.get(of)).body;
    expect(listed).toMatchObject([{ hold_type_id: type.id, lifted: false }]);
    expect((await lift(listed[0].id, {}, of)).status).toBe(200);
    expect(await shown()).toEqual([0, 'cancelled', 'announced']);
  });

  it('has no holds at first, and none of another container', async () => {
    const other = await aContainer(client);
    await apply(type.id, `/containers/${other.number}/holds`);
    expect((await client.get(path)).body).toEqual({
      holds: [],
      bill_of_lading_holds: [],
    });
  });

  it('lists holds of its bills and of those of its cargo, with the way to lift them', async () => {
    const ofBills = async () => (await client.get(path)).body.bill_of_lading_holds;
    const onBill = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const [bill, ofContents, other] = [await aBill(client), await aBill(client), await aBill(client)];
    await client.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(bill)] });
    await aPackingListItem(client, { bill_of_lading: keyOf(ofContents), container: number });
    for (const each of [bill, ofContents, other]) await client.put(`${holdsOf(each)}/${onBill.id}`);
    const found = await ofBills();
    expect(found.map((hold: { bill_of_lading: object }) => hold.bill_of_lading)).toEqual(
      [bill, ofContents].map((each) => ({
        id: each.id,
        number: each.number,
        manifest: each.manifest.client_identifier,
        manifest_client_identifier: each.manifest.client_identifier,
      })),
    );
    expect(found[0]).toMatchObject({ hold_type_id: onBill.id, hold_type: onBill.name, lifted: false });

    const { method, url } = found[0].actions.lift;
    const to = url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
    await client.send(method, to, { hold: { reference_number: 'R', lift_until: '2099-01-01' } });
    expect((await ofBills())[0]).toMatchObject({
      lifted: true,
      reference_number: 'R',
      lifted_by: 'Tess Ter',
    });
    await client.send(method, to, { hold: { reference_number: 'R' } });
    expect(await ofBills()).toHaveLength(1);
  });

  it('shows a container in others the holds of those, at any depth and everywhere alike', async () => {
    const [box, middle, outer] = [
      await aContainer(client),
      await aContainer(client),
      await aContainer(client),
    ];
    const into = (container: Body) => ({
      current_location_type: 'Container',
      current_location: container.number,
    });
    const onBill = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const [shared, ofOuter] = [await aBill(client), await aBill(client)];
    await client.patch(`/containers/${outer.number}`, { bill_of_ladings: [keyOf(shared), keyOf(ofOuter)] });
    await client.patch(`/containers/${middle.number}`, into(outer));
    await client.patch(`/containers/${box.number}`, into(middle));
    await aPackingListItem(client, { bill_of_lading: keyOf(shared), container: box.number });

    const given = async ({ number: of }: Body) => {
      const list = (await client.get(`/containers/${of}/holds`)).body;
      const listed = [...list.holds, ...list.bill_of_lading_holds, ...(list.outer_container_holds ?? [])];
      const { holds: keeping, reasons } = (await client.get(`/containers/${of}/availability`)).body;
      const found = (query: string) => client.get(`/containers?${query}&per=100`);
      const all = [(await found('held=true')).body.containers, (await found('held=false')).body.containers];
      const [inAll, notInAll] = all.map((each) => each.some(({ number: n }: Body) => n === of));
      const alone = (await found(`held=true&number=${of}`)).body.containers.length;
      const count = await unliftedHolds(client, of);
      const keeps = (await client.get('/container_stays?held=true&per=100')).body.container_stays;
      const stays = (await client.get('/container_stays?held=false&per=100')).body.container_stays;
      const last = (await staysOf(client, of)).at(-1);
      const has = (list: Body[]) => list.some(({ id }) => id === last?.id);
      expect([has(keeps), has(stays)]).toEqual(last ? [count > 0, count === 0] : [false, false]);
      expect([inAll, notInAll, alone]).toEqual([count > 0, count === 0, count > 0 ? 1 : 0]);
      expect(listed.filter(({ lifted }: Body) => !lifted)).toHaveLength(count);
      expect(keeping).toHaveLength(count);
      return { count, list, sentences: reasons.map(({ sentence }: Body) => sentence) };
    };
    expect((await given(box)).count).toBe(0);

    await apply(type.id, `/containers/${outer.number}/holds`);
    const held = await given(box);
    expect(held.count).toBe(1);
    const [{ container, actions: links }] = held.list.outer_container_holds;
    expect(container).toEqual({ id: outer.id, number: outer.number });
    expect(held.sentences).toContain(
      `Container ${box.number} cannot leave: container ${outer.number}, which it is in, has a hold of the type ${type.name}.`,
    );
    expect((await given(outer)).list).not.toHaveProperty('outer_container_holds');

    // of a bill that both are on it is shown once
    await client.put(`${holdsOf(shared)}/${onBill.id}`);
    expect([(await given(box)).count, (await given(middle)).count]).toEqual([2, 2]);
    await client.put(`${holdsOf(ofOuter)}/${onBill.id}`);
    expect([(await given(box)).count, (await given(middle)).count]).toEqual([3, 3]);

    const to = new URL(links.lift.url).pathname.replace('/api/v1', '');
    await client.send(links.lift.method, to, { hold: { lift_until: '2099-01-01' } });
    expect((await given(box)).list.outer_container_holds).toMatchObject([{ lifted: true }]);
    await client.send(links.lift.method, to);
    expect((await given(box)).list.outer_container_holds).toEqual([]);
    expect([(await given(box)).count, (await given(middle)).count]).toEqual([2, 2]);
  });

  it('finds the container by its number in any case and with spaces', async () => {
    const spaced = `/containers/${number.toLowerCase().replace('u', 'u%20')}%20/holds`;
    expect((await apply(type.id, spaced)).status).toBe(200);
    expect((await client.get(spaced)).body.holds).toHaveLength(1);
    const [{ id, actions }] = await holds();
    expect(actions.lift.url.endsWith(`/containers/${number}/holds/${id}/lift.json`)).toBe(true);
    expect((await lift(id, {}, spaced)).status).toBe(200);
  });

  it('encodes the number in links', async () => {
    const odd = await aContainer(client, { number: 'a/b c.%?' });
    const own = `/containers/${encodeURIComponent(odd.number)}/holds`;
    await apply(type.id, own);
    const [hold] = (await client.get(`${own}.json`)).body.holds;
    const answer = await client.send('PUT', new URL(hold.actions.lift.url).pathname.replace('/api/v1', ''));
    expect(answer.body).toMatchObject({ id: hold.id, lifted: true });
    const index = new URL(answer.body.actions.index.url);
    expect(index.pathname).toBe('/api/v1/containers/A%2FBC.%25%3F/holds.json');
    expect((await client.get(index.pathname.replace('/api/v1', ''))).body.holds).toHaveLength(1);
  });

  it('answers 404 for a container that is not there', async () => {
    const { id } = await aHold();
    for (const container of ['HLDU9999999', '%20', '%00', 'x'.repeat(300)]) {
      const of = `/containers/${container}/holds`;
      expect((await client.get(of)).status).toBe(404);
      expect((await apply(type.id, of)).status).toBe(404);
      expect((await lift(id, {}, of)).status).toBe(404);
    }
    const { body } = await client.get('/containers/HLDU9999999/holds.json');
    expect(body).toEqual({
      error: "Container 'HLDU9999999' was not found.",
      code: 'not_found',
      params: expect.any(Object),
      records: [{ type: 'container', key: 'HLDU9999999' }],
    });
  });

  it('answers 404 for a hold type that is not there or not for containers', async () => {
    const forBills = await aHoldType(client, { applies_to: 'bill_of_lading' });
    const answer = await apply(forBills.id);
    expect(answer.status).toBe(404);
    expect(answer.body.error).toBe(`Hold type ${forBills.id} is not one for containers.`);
    for (const id of [type.id + 1000, 0, -1, 'abc', '99999999999999999999'])
      expect((await apply(id)).status).toBe(404);
    expect(await holds()).toEqual([]);
  });

  it('refuses a type that is in force already, and takes others beside it', async () => {
    await apply();
    const answer = await apply();
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: 'The hold is applied already.', code: 'hold_in_force', params: expect.any(Object) },
    ]);
    expect((await apply((await aHoldType(client)).id)).status).toBe(200);
    expect(await holds()).toHaveLength(2);
  });

  it('keeps its container from being deleted, once it is lifted, too', async () => {
    const { id } = await aHold();
    const held = await client.delete(`/containers/${number}`);
    expect([held.status, held.body]).toEqual([
      409,
      { error: 'Container is in use and cannot be deleted.', code: 'in_use' },
    ]);
    await lift(id);
    expect((await client.delete(`/containers/${number}`)).status).toBe(409);
    expect(await holds()).toMatchObject([{ id, lifted: true }]);
  });

  it('lets one of several simultaneous requests apply a hold', async () => {
    expect(statuses(await timesAtOnce(service.current, 4, () => apply()))).toEqual([200, 409, 409, 409]);
    expect(await holds()).toHaveLength(1);
  });

  it('lifts a hold for good and answers it without wrapper, with notes and the link to the list', async () => {
    const { id, applied_at } = await aHold();
    const answer = await client.as('write').put(`${path}/${id}/lift.json`, {
      hold: { reference_number: 'CUS-1', notes: 'Released\nby phone' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      hold_type_id: type.id,
      hold_type: type.name,
      reference_number: 'CUS-1',
      lifted: true,
      applied_at,
      applied_by: 'Tess Ter',
      lifted_at: expect.stringMatching(TIME),
      lifted_until: null,
      lifted_by: 'Tess Ter',
      notes: 'Released\nby phone',
      actions: {
        ...actions(id),
        index: { method: 'GET', url: expect.stringMatching(`/api/v1${path}.json$`) },
      },
    });
    expect(await holds()).toEqual([{ ...answer.body, actions: actions(id) }]);
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['a null wrapper', { hold: null }],
    ['an empty wrapper', { hold: {} }],
    ['nulls', { hold: { reference_number: null, lift_until: null, notes: null } }],
    ['an empty lift_until', { hold: { lift_until: '' } }],
    ['unknown fields', { hold: { colour: 'red' }, reason: 'x' }],
  ])('lifts with %s', async (_what, body) => {
    const { id } = await aHold();
    const answer = await client.patch(`${path}/${id}/lift`, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      lifted: true,
      lifted_until: null,
      reference_number: null,
      notes: null,
    });
  });

  it.each([
    ['2099-06-15', '2099-06-15T12:00:00.000Z'], // ends at midnight in New Zealand, where it is winter
    ['2099-01-15', '2099-01-15T11:00:00.000Z'],
    ['2099-06-15T10:00', '2099-06-14T22:00:00.000Z'],
    ['2099-06-15T10:00:00.5+02:00', '2099-06-15T08:00:00.500Z'],
    ['2099-06-15 10:00:00Z', '2099-06-15T10:00:00.000Z'],
  ])('lifts until %s', async (lift_until, expected) => {
    await service.current.query(`UPDATE organizations SET time_zone = 'Pacific/Auckland' WHERE id = $1`, [
      client.organization_id,
    ]);
    const { id } = await aHold();
    expect((await lift(id, { lift_until })).body).toMatchObject({ lifted: true, lifted_until: expected });
  });

  it.each(['Pacific/Auckland', 'Pacific/Pago_Pago'])(
    'lifts until today, not until yesterday in %s',
    async (zone) => {
      await service.current.query(`UPDATE organizations SET time_zone = $1 WHERE id = $2`, [
        zone,
        client.organization_id,
      ]);
      const { id } = await aHold();
      const today = DateTime.now().setZone(zone);
      const refused = await lift(id, { lift_until: today.minus({ days: 1 }).toISODate() });
      expect(refused.status).toBe(422);
      expect(refused.body).toEqual({
        error: 'A hold cannot be lifted until a time that is over.',
        code: 'time_over',
        params: expect.any(Object),
        errors: { 'hold.lift_until': ['A hold cannot be lifted until a time that is over.'] },
      });
      const taken = await lift(id, { lift_until: today.toISODate() });
      expect(taken.status).toBe(200);
      expect(taken.body.lifted_until).toBe(today.plus({ days: 1 }).startOf('day').toUTC().toISO());
    },
  );

  it.each([
    [
      'lift_until',
      new Date(Date.now() - 1000).toISOString(),
      'A hold cannot be lifted until a time that is over.',
    ],
    ['lift_until', '2099-02-30', 'must be a date that exists'],
    ['lift_until', 'tomorrow', 'must be a time such as 2026-06-02T10:00:00Z'],
    ['lift_until', 'infinity', 'must be a time such as 2026-06-02T10:00:00Z'],
    ['lift_until', 4070908800, 'must be a time such as 2026-06-02T10:00:00Z'],
    ['reference_number', 'x'.repeat(256), 'must be at most 255 characters long'],
    ['reference_number', 7, 'must be text'],
    ['notes', 'x'.repeat(5001), 'must be at most 5000 characters long'],
    ['notes', '\0', 'must not contain the character U+0000'],
  ])('refuses %s %p', async (field, value, reason) => {
    const { id } = await aHold();
    const answer = await lift(id, { [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [`hold.${field}`]: [reason] });
    expect((await holds())[0].lifted).toBe(false);
  });

  it('takes the longest texts, and refuses a body that is no object', async () => {
    const { id } = await aHold();
    expect((await client.put(`${path}/${id}/lift`, { hold: 'x' })).status).toBe(422);
    expect((await client.put(`${path}/${id}/lift`, [])).status).toBe(422);
    expect((await client.send('PUT', `${path}/${id}/lift`, '{')).status).toBe(422);
    expect((await client.send('PUT', `${path}/${id}/apply`, '{')).status).toBe(422);
    const longest = { reference_number: 'é'.repeat(255), notes: 'é'.repeat(5000) };
    expect((await lift(id, longest)).body).toMatchObject(longest);
  });

  it('answers 404 for a hold that the container does not have', async () => {
    const { id } = await aHold();
    const other = await aContainer(client);
    expect((await lift(id, {}, `/containers/${other.number}/holds`)).status).toBe(404);
    for (const unknown of [id + 1000, 'abc', 0])
      expect((await client.put(`${path}/${unknown}/lift`)).status).toBe(404);
    expect((await holds())[0].lifted).toBe(false);
  });

  it('refuses to lift a hold once more that is lifted for good', async () => {
    const { id } = await aHold();
    await lift(id, { reference_number: 'first' });
    const answer = await lift(id, { reference_number: 'second', lift_until: '2099-01-01' });
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: 'The hold is not in force.', code: 'hold_not_in_force', params: expect.any(Object) },
    ]);
    expect((await holds())[0].reference_number).toBe('first');
  });

  it('moves the end of a lift to any time ahead, and makes it final', async () => {
    const { id } = await aHold();
    for (const lift_until of ['2099-06-01T00:00:00Z', '2099-09-01T00:00:00Z', '2099-03-01T00:00:00Z', null]) {
      const answer = await lift(id, { lift_until, reference_number: `until ${lift_until}` });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        id,
        lifted: true,
        lifted_until: lift_until && `${lift_until.slice(0, -1)}.000Z`,
        reference_number: `until ${lift_until}`,
      });
      if (!lift_until) continue;
      expect((await lift(id, { lift_until: '2020-01-01' })).status).toBe(422);
    }
    expect((await lift(id)).status).toBe(409);
    expect(await holds()).toHaveLength(1);
  });

  describe('history', () => {
    const history = async (id: number) => (await client.get(`${path}/${id}/history`)).body.histories;
    const user = { id: expect.any(Number), name: 'Tess Ter' };
    const nothing = { reference_number: null, notes: null, lifted_until: null };

    it('tells of each application, lift and return, and loses none', async () => {
      const { id } = await aHold();
      await lift(id, { lift_until: '2099-01-01T00:00:00Z', reference_number: 'A', notes: 'Survey' });
      await lift(id, { lift_until: '2099-02-01T00:00:00Z', reference_number: 'B' });
      expect((await history(id)).map(({ event }: { event: string }) => event)).toEqual([
        'applied',
        'lifted',
        'lifted',
      ]);
      await letLiftsPass(client, 'container_holds');
      await lift(id, { lift_until: '2099-03-01T00:00:00Z', reference_number: 'C' });
      expect((await apply()).status).toBe(200);
      await lift(id, { reference_number: 'D' });
      const events = await history(id);
      expect(events).toMatchObject([
        { event: 'applied', user, ...nothing },
        {
          event: 'lifted',
          user,
          reference_number: 'A',
          notes: 'Survey',
          lifted_until: '2099-01-01T00:00:00.000Z',
        },
        { event: 'lifted', user, reference_number: 'B', lifted_until: '2099-02-01T00:00:00.000Z' },
        { event: 'returned', user: null, ...nothing },
        { event: 'lifted', user, reference_number: 'C', lifted_until: '2099-03-01T00:00:00.000Z' },
        { event: 'returned', user, ...nothing },
        { event: 'lifted', user, reference_number: 'D', lifted_until: null },
      ]);
      for (const { at } of events) expect(at).toMatch(TIME);
    });

    it('has the return of a hold that is lifted again before anybody noticed', async () => {
      const { id } = await aHold();
      await lift(id, { lift_until: '2099-01-01T00:00:00Z' });
      await letLiftsPass(client, 'container_holds');
      expect((await lift(id, { lift_until: '2020-01-01T00:00:00Z' })).status).toBe(422);
      const again = await lift(id, { lift_until: '2099-02-01T00:00:00Z' });
      expect([again.status, again.body.lifted_until]).toEqual([200, '2099-02-01T00:00:00.000Z']);
      await allPublished(client);
      const { events } = (await client.get(`/events?about=container_hold:${id}`)).body;
      expect(events.map(({ type }: Body) => type)).toEqual([
        'container_hold.applied',
        'container_hold.lifted',
        'container_hold.returned',
        'container_hold.lifted',
      ]);
    });

    it('is of one hold of the container, and of its organization', async () => {
      const { id } = await aHold();
      await lift(id);
      await apply();
      const [, second] = await holds();
      expect(await history(second.id)).toMatchObject([{ event: 'applied' }]);
      const elsewhere = await aContainer(client);
      for (const missing of [`/containers/${elsewhere.number}/holds/${id}/history`, `${path}/999999/history`])
        expect((await client.get(missing)).status).toBe(404);
      const other = await service.current.organization();
      await aContainer(other, { number });
      expect((await other.get(`${path}/${id}/history`)).status).toBe(404);
    });
  });

  it('lets one of several simultaneous requests lift a hold', async () => {
    const { id } = await aHold();
    expect(statuses(await timesAtOnce(service.current, 4, () => lift(id)))).toEqual([200, 409, 409, 409]);
  });

  it('comes back into force when its time has passed, keeps what lifted it, and can be lifted again', async () => {
    const { id } = await aHold();
    await lift(id, { lift_until: '2099-01-01', reference_number: 'CUS-1', notes: 'For the survey' });
    expect((await holds())[0].lifted).toBe(true);
    await letLiftsPass(client, 'container_holds');

    const [back] = await holds();
    expect(back).toMatchObject({
      id,
      lifted: false,
      reference_number: 'CUS-1',
      lifted_at: expect.stringMatching(TIME),
      lifted_until: expect.stringMatching(TIME),
      lifted_by: 'Tess Ter',
    });
    expect((await apply()).status).toBe(409);
    const again = await lift(id, { reference_number: 'CUS-2' });
    expect(again.body).toMatchObject({
      lifted: true,
      lifted_until: null,
      reference_number: 'CUS-2',
      notes: 'For the survey',
    });
    expect(Date.parse(again.body.lifted_at)).toBeGreaterThan(Date.parse(back.lifted_at));
    expect((await lift(id)).status).toBe(409);
  });

  it('applies a lifted type as a new hold and keeps the old one', async () => {
    const { id } = await aHold();
    await lift(id, { reference_number: 'CUS-1' });
    expect((await apply()).status).toBe(200);
    const list = await holds();
    expect(list).toMatchObject([
      { id, lifted: true, reference_number: 'CUS-1' },
      { lifted: false, reference_number: null, lifted_at: null },
    ]);
    expect((await lift(id)).status).toBe(409);
    expect((await lift(list[1].id)).status).toBe(200);
  });

  it('ends the lift of a type that is lifted for a time when it is applied', async () => {
    const { id } = await aHold();
    await lift(id, { lift_until: '2099-01-01' });
    expect((await apply()).status).toBe(200);
    expect(await holds()).toMatchObject([{ id, lifted: false, lifted_until: expect.stringMatching(TIME) }]);
    expect((await apply()).status).toBe(409);
  });

  it('names users by name or e-mail, and answers null without one', async () => {
    await apply();
    const user = `UPDATE users SET firstname = $1, lastname = NULL WHERE organization_id = $2`;
    await service.current.query(user, ['Tess', client.organization_id]);
    expect((await holds())[0].applied_by).toBe('Tess');
    await service.current.query(user, [null, client.organization_id]);
    expect((await holds())[0].applied_by).toBe('tester@harbour.example');
    await service.current.query(
      `UPDATE container_holds SET applied_by_id = NULL WHERE organization_id = $1`,
      [client.organization_id],
    );
    expect((await holds())[0].applied_by).toBeNull();
  });

  it('counts the holds in force on the container, its own and those of its bills', async () => {
    const bill = await aBill(client);
    await client.patch(`/containers/${number}`, {
      bill_of_ladings: [keyOf(bill)],
    });
    const count = () => unliftedHolds(client, number);
    const forBills = await aHoldType(client, { applies_to: 'bill_of_lading' });
    expect(await count()).toBe(0);
    const { id } = await aHold();
    await client.put(`${holdsOf(bill)}/${forBills.id}`);
    expect(await count()).toBe(2);
    await lift(id, { lift_until: '2099-01-01' });
    expect(await count()).toBe(1);
    await letLiftsPass(client, 'container_holds');
    expect(await count()).toBe(2);
  });

  it('needs the role write to apply and to lift', async () => {
    const { id } = await aHold();
    const reader = client.as('read');
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.put(`${path}/${id}/lift`)).status).toBe(403);
    expect((await reader.put(`${path}/${type.id}/apply`)).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { id } = await aHold();
    const other = await service.current.organization();
    expect((await other.get(path)).status).toBe(404);
    expect((await other.put(`${path}/${id}/lift`)).status).toBe(404);
    const twin = await aContainer(other, { number });
    expect(twin.number).toBe(number);
    expect((await other.get(path)).body.holds).toEqual([]);
    expect((await other.put(`${path}/${id}/lift`)).status).toBe(404);
    expect((await other.put(`${path}/${type.id}/apply`)).status).toBe(404);
  });

  it('links to the host that the client called', async () => {
    await aHold();
    const { body } = await client.send('GET', path, undefined, { host: 'tos.example:8080' });
    expect(body.holds[0].actions.lift.url).toMatch(/^http:\/\/tos\.example:8080\/api\/v1\/containers\//);
  });
});

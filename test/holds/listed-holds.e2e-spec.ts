import { aBill, aContainer, holdsOf } from '../factories/cargo';
import { aHold, aHoldType, letLiftsPass, lift } from '../factories/holds';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the list of all holds', () => {
  const service = useService();
  let client: Client;
  let container: Body;
  let bill: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    container = await aContainer(client);
    bill = await aBill(client);
  });

  const list = async (query = ''): Promise<Body[]> => (await client.get(`/holds?${query}`)).body.holds;
  const ids = (holds: Body[]) => holds.map(({ id }) => id);
  const aBillHold = async (of = bill) => {
    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await client.put(`${holdsOf(of)}/${type.id}`, { hold: { reference_number: 'CUS-1', notes: 'Scanner' } });
    return type;
  };
  const follow = ({ method, url }: { method: 'PUT' | 'DELETE'; url: string }, body?: object) =>
    client.send(method, new URL(url).pathname.replace('/api/v1', ''), body);

  it('has holds of containers as their own list has them, and those of bills alike, in the order they came', async () => {
    const first = await aHold(client, container.number);
    const type = await aBillHold();
    const second = await aHold(client, container.number);
    const answer = await client.as('read').get('/holds.json');
    expect(answer.status).toBe(200);
    const subject = { type: 'container', id: container.id, key: container.number };
    const [one, ofBill, two] = answer.body.holds;
    expect([one, two]).toEqual([
      { ...first, subject },
      { ...second, subject },
    ]);
    expect(ofBill).toEqual({
      ...first,
      id: expect.any(Number),
      subject: { type: 'bill_of_lading', id: bill.id, key: bill.number },
      hold_type_id: type.id,
      hold_type: type.name,
      reference_number: 'CUS-1',
      notes: 'Scanner',
      applied_at: expect.any(String),
      actions: {
        lift: { method: 'DELETE', url: expect.stringContaining(`/holds/${type.id}.json`) },
        apply: { method: 'PUT', url: expect.stringContaining(`/holds/${type.id}.json`) },
      },
    });
    expect(ids(await list('order=newest'))).toEqual(ids([two, ofBill, one]));
    expect(ids(answer.body.holds)).toEqual([...ids(answer.body.holds)].sort((a, b) => a - b));
  });

  it('shows one by its id, whatever it holds', async () => {
    const own = await aHold(client, container.number);
    await aBillHold();
    const show = async (path: string) => client.as('read').get(`/holds/${path}`);
    for (const hold of await list()) expect((await show(`${hold.id}`)).body).toEqual({ hold });
    const [, ofBill] = await list();
    expect((await show(`${own.id}?subject_type=container`)).body.hold.id).toBe(own.id);
    expect((await show(`${own.id}?subject_type=bill_of_lading`)).status).toBe(404);
    expect((await show(`${own.id}?subject_type=vehicle`)).status).toBe(422);
    for (const unknown of ['999999', 'x', `${own.id}x`]) expect((await show(unknown)).status).toBe(404);
    const other = await service.current.organization();
    expect((await other.get(`/holds/${ofBill!.id}`)).status).toBe(404);

    // before all holds were one list, a bill may have had a hold of the same id
    const { organization_id } = client;
    await service.current.query(
      `INSERT INTO bill_of_lading_holds (organization_id, bill_of_lading_id, hold_type_id, applied_at, lifted_at)
       SELECT organization_id, bill_of_lading_id, hold_type_id, now(), '2026-01-01' FROM bill_of_lading_holds
       WHERE organization_id = $1 AND id = $2`,
      [organization_id, ofBill!.id],
    );
    await service.current.query(
      `UPDATE bill_of_lading_holds SET id = $1 WHERE organization_id = $2 AND lifted_at = '2026-01-01'`,
      [own.id, organization_id],
    );
    expect((await show(`${own.id}`)).body.hold.subject.type).toBe('container');
    expect((await show(`${own.id}?subject_type=bill_of_lading`)).body.hold).toMatchObject({
      id: own.id,
      subject: { type: 'bill_of_lading' },
    });
  });

  it('lifts and applies by its links, whatever is held', async () => {
    await aHold(client, container.number);
    await aBillHold();
    for (const { actions } of await list())
      expect((await follow(actions.lift, { hold: { reference_number: 'R' } })).status).toBe(200);
    expect(await list('in_force=true')).toEqual([]);
    for (const { actions } of await list()) expect((await follow(actions.apply)).status).toBe(200);
    expect(await list('in_force=true')).toHaveLength(2);
    expect(await list('in_force=false')).toMatchObject([
      { reference_number: 'R', lifted: true },
      { reference_number: 'R', lifted: true },
    ]);
  });

  it('counts none as in force that is lifted for a time, until that is over', async () => {
    const { id } = await aHold(client, container.number);
    await lift(client, container.number, id, '2099-01-01');
    expect([await list('in_force=true'), ids(await list('in_force=false'))]).toEqual([[], [id]]);
    await letLiftsPass(client, 'container_holds');
    expect([ids(await list('in_force=true')), await list('in_force=false')]).toEqual([[id], []]);
    expect(await list()).toMatchObject([{ id, lifted: false, lifted_by: 'Tess Ter' }]);
  });

  it('is filtered by type, container, bill and time', async () => {
    const other = await aContainer(client);
    const hold = await aHold(client, container.number);
    const another = await aHold(client, other.number);
    const type = await aBillHold();
    await service.current.query(
      `UPDATE container_holds SET applied_at = '2026-03-01T10:00:00Z' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, another.id],
    );
    const spaced = encodeURIComponent(container.number.toLowerCase().replace('u', 'u '));
    expect(ids(await list(`container_number=${spaced}`))).toEqual([hold.id]);
    expect(ids(await list(`hold_type=${encodeURIComponent(another.hold_type)}`))).toEqual([another.id]);
    const ofBill = await list(`bill_of_lading_number=${bill.number.toLowerCase()}`);
    expect(ofBill).toMatchObject([{ hold_type: type.name }]);
    expect(ids(await list('applied_until=2026-03-01T10:00:00Z'))).toEqual([another.id]);
    expect(ids(await list('applied_until=2026-03-01'))).toEqual([another.id]);
    expect(await list('applied_until=2026-02-28')).toEqual([]);
    expect(
      ids(await list(`applied_from=2026-03-02&hold_type=${encodeURIComponent(hold.hold_type)}`)),
    ).toEqual([hold.id]);
    expect(await list('applied_from=2100-01-01')).toEqual([]);
    expect(
      ids(await list(`in_force=true&applied_until=2026-03-01&container_number=${other.number}`)),
    ).toEqual([another.id]);
    expect(await list('hold_type=Nothing')).toEqual([]);
    expect(await list(`container_number=${other.number}&bill_of_lading_number=${bill.number}`)).toEqual([]);
  });

  it.each([
    ['in_force=maybe', 'in_force', 'must be true or false'],
    ['applied_until=tomorrow', 'applied_until', 'must be a time such as 2026-06-02T10:00:00Z'],
    ['order=oldest', 'order', "must be 'newest', or left out"],
  ])('refuses %s', async (query, field, reason) => {
    const { status, body } = await client.get(`/holds?${query}`);
    expect([status, body.errors]).toEqual([422, { [field]: [reason] }]);
  });

  it('is read to its end by the cursor, each hold once', async () => {
    for (let i = 0; i < 3; i++) {
      await aHold(client, container.number);
      await aBillHold();
    }
    const seen: number[] = [];
    let path: string | undefined = '/holds?per=2';
    while (path) {
      const { holds, actions }: Body = (await client.get(path)).body;
      seen.push(...ids(holds));
      path =
        actions.next &&
        new URL(actions.next.url).pathname.replace('/api/v1', '') + new URL(actions.next.url).search;
    }
    expect(seen).toEqual(ids(await list('per=100')));
    expect(seen).toHaveLength(6);
    expect(ids(await list(`after=${seen[2]}`))).toEqual(seen.slice(3));
  });

  it('has the holds of bills from before both took their ids from one sequence, each once', async () => {
    const { id } = await aHold(client, container.number);
    await aBillHold();
    const rows = `WHERE organization_id = ${client.organization_id}`;
    await service.current.query(
      `SET session_replication_role = replica;
       UPDATE hold_events SET bill_of_lading_hold_id = ${id} ${rows} AND bill_of_lading_hold_id IS NOT NULL;
       UPDATE bill_of_lading_holds SET id = ${id}, list_id = id ${rows};
       RESET session_replication_role`,
    );
    expect((await list()).map(({ id: shown, subject }) => [shown, subject.type])).toEqual([
      [id, 'container'],
      [id, 'bill_of_lading'],
    ]);
    const [first] = await list('per=1');
    expect(await list(`after=${first!.id}`)).toMatchObject([{ subject: { type: 'bill_of_lading' } }]);
  });

  it('keeps organizations apart', async () => {
    await aHold(client, container.number);
    await aBillHold();
    const other = await service.current.organization();
    expect((await other.get('/holds')).body.holds).toEqual([]);
    expect((await other.get(`/holds?container_number=${container.number}`)).body.holds).toEqual([]);
  });
});

import { aContainer, shownContainer, staysOf } from '../factories/cargo';
import { aDamage, aDamageComponent, aDamageType, anInspection } from '../factories/condition';
import { aFile } from '../factories/files';
import { aContainerInYard, aVisitFor, gateOut, pickUp } from '../factories/gate';
import { aHoldType, lift } from '../factories/holds';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const PATH = `/containers/${NUMBER}/damages`;

describe('damages of containers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aDamageType(client, { code: 'DT', name: 'Dented' });
    await aDamageType(client, { code: 'HO', name: 'Holed' });
    await aDamageComponent(client, { code: 'PAA', name: 'Panel' });
    await aContainerInYard(client, { number: NUMBER });
  });

  const fields = { damage_type: 'DT', component: 'PAA', location: 'LB3N', severity: 'minor' };
  const enter = (body: object = {}) => aDamage(client, NUMBER, { ...fields, ...body });
  const container = () => shownContainer(client, NUMBER);
  const holds = async (): Promise<Body[]> => (await client.get(`/containers/${NUMBER}/holds`)).body.holds;
  const standing = async () =>
    (await holds()).filter(({ lifted_at }) => !lifted_at).map(({ reference_number }) => reference_number);
  const withHoldType = async () => {
    await aHoldType(client, { name: 'Survey' });
    await client.patch('/organization', { damage_hold_type: 'Survey' });
  };

  it('are entered with every field, shown and listed', async () => {
    const line = await aShippingLine(client);
    await client.patch(`/containers/${NUMBER}`, { shipping_line: line.code });
    const found_at = new Date(Date.now() + 1000).toISOString();
    const { status, body } = await client.as('write').post(PATH, {
      ...fields,
      severity: 'major',
      quantity: 2,
      length_cm: 30.5,
      width_cm: 12,
      depth_cm: 0,
      notes: 'By a spreader',
      found_at,
    });
    const [stay] = await staysOf(client, NUMBER);
    const { id } = body.damage;
    expect([status, body.damage]).toEqual([
      201,
      {
        id: expect.any(Number),
        number: NUMBER,
        container: { id: expect.any(Number), number: NUMBER },
        damage_type: { id: expect.any(Number), code: 'DT' },
        component: { id: expect.any(Number), code: 'PAA' },
        location: 'LB3N',
        severity: 'major',
        quantity: 2,
        length_cm: 30.5,
        width_cm: 12,
        depth_cm: 0,
        notes: 'By a spreader',
        status: 'open',
        found_at,
        found_by: { id: client.user_id, name: 'Tess Ter' },
        found_during: 'yard',
        inspection: null,
        stay_id: stay!.id,
        repaired_at: null,
        repair_notes: null,
        withdrawn_at: null,
        withdraw_reason: null,
        files: [],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect((await client.as('read').get(`${PATH}/${id}`)).body).toEqual(body);
    expect((await client.get(PATH)).body.damages).toEqual([body.damage]);
    expect((await client.get('/damages')).body.damages).toEqual([body.damage]);
    expect(await container()).toMatchObject({ condition: 'damaged', open_damages: 1 });
  });

  it('are there once, though somebody looks twice, unless they are one more', async () => {
    const first = await enter();
    const again = await client.post(PATH, fields);
    expect([again.status, again.body]).toEqual([
      409,
      {
        error: `Container '${NUMBER}' has an open damage DT of PAA at LB3N already.`,
        code: 'damage_known',
        params: { container: NUMBER, damage_type: 'DT', component: 'PAA', location: 'LB3N' },
        records: [{ type: 'container_damage', key: String(first.id) }],
      },
    ]);
    expect((await client.post(PATH, { ...fields, again: true })).status).toBe(201);
    expect((await client.post(PATH, { ...fields, location: 'LB4N' })).status).toBe(201);
    expect((await client.post(PATH, { ...fields, damage_type: 'HO' })).status).toBe(201);
    expect(await container()).toMatchObject({ open_damages: 4 });
  });

  it('are known no more once they are repaired or withdrawn', async () => {
    for (const [action, body] of [
      ['repair', {}],
      ['withdraw', { reason: 'Another container' }],
    ] as const) {
      const { id } = await enter();
      expect((await client.post(`${PATH}/${id}/${action}`, body)).status).toBe(200);
    }
    await enter();
    expect(await container()).toMatchObject({ open_damages: 1 });
  });

  it('one of several simultaneous requests enters one', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(PATH, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await container()).toMatchObject({ open_damages: 1 });
  });

  it('are corrected while they are open, but not into one that is known', async () => {
    const { id } = await enter();
    const other = await enter({ location: 'RB1N' });
    const changed = { severity: 'major', location: 'TX1N', quantity: 3, notes: null, depth_cm: 4.25 };
    const answer = await client.patch(`${PATH}/${id}`, changed);
    expect([answer.status, answer.body.damage]).toMatchObject([
      200,
      { id, ...changed, damage_type: { code: 'DT' } },
    ]);
    expect(await client.patch(`${PATH}/${id}`, { location: 'RB1N' })).toMatchObject({
      status: 409,
      body: { code: 'damage_known', records: [{ key: String(other.id) }] },
    });
    expect((await client.patch(`${PATH}/${id}`, { location: 'TX1N' })).status).toBe(200);
    await client.post(`${PATH}/${id}/repair`);
    expect(await client.patch(`${PATH}/${id}`, { quantity: 1 })).toMatchObject({
      status: 409,
      body: { code: 'damage_over', records: [{ type: 'container_damage', key: String(id) }] },
    });
  });

  it('are repaired and withdrawn once', async () => {
    const [one, other] = [await enter(), await enter({ location: 'RB1N' })];
    const repaired = await client.post(`${PATH}/${one.id}/repair`, { notes: 'Straightened' });
    expect([repaired.status, repaired.body.damage]).toMatchObject([
      200,
      {
        status: 'repaired',
        repaired_at: expect.any(String),
        repair_notes: 'Straightened',
        withdrawn_at: null,
      },
    ]);
    const withdrawn = await client.post(`${PATH}/${other.id}/withdraw`, { reason: 'Dirt' });
    expect([withdrawn.status, withdrawn.body.damage]).toMatchObject([
      200,
      { status: 'withdrawn', withdrawn_at: expect.any(String), withdraw_reason: 'Dirt', repaired_at: null },
    ]);
    for (const { id } of [one, other])
      for (const [action, body] of [
        ['repair', {}],
        ['withdraw', { reason: 'Dirt' }],
      ] as const)
        expect(await client.post(`${PATH}/${id}/${action}`, body)).toMatchObject({
          status: 409,
          body: { code: 'damage_over' },
        });
    expect(await container()).toMatchObject({ condition: null, open_damages: 0 });
  });

  it('are refused with unknown words, words out of use, and what is no damage', async () => {
    await aDamageType(client, { code: 'CU', active: false });
    await aDamageComponent(client, { code: 'DRR', active: false });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    for (const [body, status, code] of [
      [{ damage_type: 'XX' }, 422, 'unknown_reference'],
      [{ component: 'XXX' }, 422, 'unknown_reference'],
      [{ damage_type: 'CU' }, 422, 'damage_word_inactive'],
      [{ component: 'DRR' }, 422, 'damage_word_inactive'],
      [{ location: 'lb' }, 422, 'invalid'],
      [{ location: 'LB3N1' }, 422, 'invalid'],
      [{ location: '' }, 422, 'invalid'],
      [{ severity: 'awful' }, 422, 'invalid'],
      [{ severity: null }, 422, 'invalid'],
      [{ quantity: 0 }, 422, 'invalid'],
      [{ length_cm: -1 }, 422, 'invalid'],
      [{ found_at: later }, 422, 'time_to_come'],
      [{ found_at: '2020-01-01T00:00:00Z' }, 422, 'found_before_arrival'],
    ] as const)
      expect({ body, answer: await client.post(PATH, { ...fields, ...body }) }).toMatchObject({
        body,
        answer: { status, body: { code } },
      });
    expect((await client.post(`/containers/${NUMBER}/damages`, {})).body.errors).toEqual({
      damage_type: ['is required'],
      component: ['is required'],
      location: ['is required'],
      severity: ['is required'],
    });
    expect((await client.post('/containers/WHAU0000000/damages', fields)).status).toBe(404);
    expect(await container()).toMatchObject({ open_damages: 0 });
  });

  it('are not repaired before they are found, nor at a time to come', async () => {
    const { id } = await enter();
    for (const [at, code] of [
      ['2020-01-01T00:00:00Z', 'repaired_before_found'],
      [new Date(Date.now() + 3_600_000).toISOString(), 'time_to_come'],
    ])
      expect(await client.post(`${PATH}/${id}/repair`, { at })).toMatchObject({
        status: 422,
        body: { code },
      });
    expect((await client.post(`${PATH}/${id}/withdraw`, {})).status).toBe(422);
  });

  it('keep a damage of its word when the word goes out of use', async () => {
    const { id } = await enter();
    const { id: type } = (await client.get('/damage_types?code=DT')).body.damage_types[0];
    await client.patch(`/damage_types/${type}`, { active: false });
    expect((await client.patch(`${PATH}/${id}`, { damage_type: 'DT', quantity: 2 })).status).toBe(200);
    expect((await client.delete(`/damage_types/${type}`)).body.code).toBe('in_use');
  });

  it('are listed by every filter, in order of when they were found, and counted', async () => {
    const line = await aShippingLine(client, { code: 'WHA' });
    await client.patch(`/containers/${NUMBER}`, { shipping_line: line.code });
    const first = await enter();
    const second = await enter({ damage_type: 'HO', severity: 'major' });
    const gone = await aContainer(client, { number: 'FLTU1234567' });
    const third = await aDamage(client, gone.number as string, {
      ...fields,
      found_at: '2026-01-01T00:00:00Z',
    });
    await client.post(`${PATH}/${second.id}/repair`);
    const listed = async (query: string) =>
      (await client.get(`/damages?${query}`)).body.damages.map(({ id }: Body) => id);
    for (const [query, ids] of [
      ['status=repaired', [second]],
      ['status[]=open&status[]=repaired', [first, second, third]],
      ['severity=minor', [first, third]],
      ['damage_type=HO', [second]],
      ['shipping_line=WHA', [first, second]],
      [`container_number=${NUMBER.toLowerCase()}`, [first, second]],
      ['found_until=2026-01-01', [third]],
      ['found_from=2026-01-02', [first, second]],
      ['found_during=yard', [first, second, third]],
      ['found_during=gate_in', []],
      ['at_terminal=true', [first, second]],
      ['at_terminal=false', [third]],
      ['q=tu123', [third]],
      ['order=found_at', [third, first, second]],
      ['order=-found_at', [second, first, third]],
    ] as const)
      expect([query, await listed(query)]).toEqual([query, ids.map(({ id }) => id)]);
    for (const [by, counts] of [
      ['status', { open: 2, repaired: 1 }],
      ['severity', { minor: 2, major: 1 }],
      ['damage_type', { DT: 2, HO: 1 }],
      ['shipping_line', { WHA: 2, null: 1 }],
    ] as const) {
      const { body } = await client.get(`/damages/counts?by=${by}`);
      expect(Object.fromEntries(body.counts.map((each: Body) => [each[by], each.count]))).toEqual(counts);
    }
    const csv = await client.get('/damages?format=csv');
    expect(String(csv.body)).toContain('damage_type');
  });

  describe('where they apply a hold', () => {
    beforeEach(withHoldType);

    it('apply it with a reference when they are major, and lift it with the last one', async () => {
      await enter();
      expect(await standing()).toEqual([]);
      const one = await enter({ location: 'LB1N', severity: 'major' });
      const other = await enter({ location: 'LB2N', severity: 'major' });
      expect(await standing()).toEqual([`damage ${one.id}`]);
      await client.post(`${PATH}/${one.id}/repair`);
      expect(await standing()).toEqual([`damage ${one.id}`]);
      await client.post(`${PATH}/${other.id}/withdraw`, { reason: 'Dirt' });
      expect(await standing()).toEqual([]);
      expect(await holds()).toHaveLength(1);
    });

    it('follow a change of how bad they are', async () => {
      const { id } = await enter();
      await client.patch(`${PATH}/${id}`, { severity: 'major' });
      expect(await standing()).toEqual([`damage ${id}`]);
      await client.patch(`${PATH}/${id}`, { severity: 'minor' });
      expect(await standing()).toEqual([]);
    });

    it('apply no second one beside that of a clerk, and leave his', async () => {
      const [type] = (await client.get('/hold_types?name=Survey')).body.hold_types;
      await client.put(`/containers/${NUMBER}/holds/${type.id}/apply`, {
        hold: { reference_number: 'By hand' },
      });
      const { id } = await enter({ severity: 'major' });
      expect(await standing()).toEqual(['By hand']);
      await client.post(`${PATH}/${id}/repair`);
      expect(await standing()).toEqual(['By hand']);
    });

    it('leave one lifted that a clerk lifted, until another major one is found', async () => {
      const { id } = await enter({ severity: 'major' });
      const [hold] = await holds();
      expect((await lift(client, NUMBER, hold!.id as number)).status).toBe(200);
      await client.patch(`${PATH}/${id}`, { quantity: 2 });
      await enter({ location: 'RB1N' });
      expect(await standing()).toEqual([]);
      const other = await enter({ location: 'RB2N', severity: 'major' });
      expect(await standing()).toEqual([`damage ${other.id}`]);
    });

    it('apply it again when the next stay opens, but not to that of a container without', async () => {
      const { id } = await enter({ severity: 'major' });
      const leaves = async () => {
        for (const hold of (await holds()).filter(({ lifted_at }) => !lifted_at))
          await lift(client, NUMBER, hold.id as number);
        const { truck } = await aVisitFor(client, [pickUp(NUMBER)]);
        expect((await gateOut(client, truck.license_plate)).status).toBe(200);
        expect(await standing()).toEqual([]);
      };
      const comes = () => client.patch(`/containers/${NUMBER}`, { current_location_type: 'Terminal' });
      await leaves();
      await comes();
      expect(await staysOf(client, NUMBER)).toHaveLength(2);
      expect(await standing()).toEqual([`damage ${id}`]);
      await client.post(`${PATH}/${id}/repair`);
      expect(await standing()).toEqual([]);
      await leaves();
      await comes();
      expect(await staysOf(client, NUMBER)).toHaveLength(3);
      expect(await standing()).toEqual([]);
    });

    it('is of containers, and one of the organization', async () => {
      await aHoldType(client, { name: 'Papers', applies_to: 'bill_of_lading' });
      for (const name of ['Papers', 'Nothing'])
        expect(await client.patch('/organization', { damage_hold_type: name })).toMatchObject({
          status: 422,
          body: { code: 'unknown_reference' },
        });
      const [type] = (await client.get('/hold_types?name=Survey')).body.hold_types;
      expect((await client.delete(`/hold_types/${type.id}`)).body.code).toBe('in_use');
      expect((await client.get('/organization')).body.organization.damage_hold_type).toBe('Survey');
      await client.patch('/organization', { damage_hold_type: null });
      await enter({ severity: 'major' });
      expect(await standing()).toEqual([]);
    });
  });

  it('are told as events', async () => {
    const { id } = await enter();
    await client.patch(`${PATH}/${id}`, { quantity: 2 });
    await client.post(`${PATH}/${id}/repair`);
    const other = await enter();
    await client.post(`${PATH}/${other.id}/withdraw`, { reason: 'Dirt' });
    await allPublished(client);
    const { body } = await client.get('/events?per=100');
    const types = body.events.flatMap(({ type }: Body) => (type.startsWith('container_damage') ? type : []));
    expect(types).toEqual([
      'container_damage.found',
      'container_damage.updated',
      'container_damage.repaired',
      'container_damage.found',
      'container_damage.withdrawn',
    ]);
  });

  it('are written by write tokens, and seen by their organization alone', async () => {
    const { id } = await enter();
    expect((await client.as('read').post(PATH, fields)).status).toBe(403);
    const other = await service.current.organization();
    await aContainer(other, { number: NUMBER });
    expect((await other.get('/damages')).body.damages).toEqual([]);
    for (const answer of [
      await other.get(`${PATH}/${id}`),
      await other.patch(`${PATH}/${id}`, { quantity: 2 }),
      await other.post(`${PATH}/${id}/repair`),
    ])
      expect(answer.status).toBe(404);
  });

  it('stay with a container that is renumbered, and join those of the other record', async () => {
    const there = await aContainer(client, { number: 'WHAU1111111' });
    const one = await aDamage(client, there.number as string, fields);
    const other = await enter();
    const { status } = await client.post('/containers/WHAU1111111/renumber', {
      number: NUMBER,
      reason: 'Misread',
    });
    expect(status).toBe(200);
    expect((await client.get(PATH)).body.damages.map(({ id }: Body) => id)).toEqual([one.id, other.id]);
    expect(await container()).toMatchObject({ open_damages: 2 });
  });

  it.each([
    ['fewer', 1, 3],
    ['more', 3, 1],
  ])('join those of a record with %s of them, with inspections and files', async (_, here, there) => {
    const number = 'WHAU1111111';
    await aContainer(client, { number });
    const enterAll = async (container: string, count: number) => {
      const ids: number[] = [];
      for (let n = 1; n <= count; n++) {
        const damage = await aDamage(client, container, { ...fields, location: `L${n}` });
        ids.push(damage.id as number);
        await anInspection(client, container, { condition: 'damaged' });
      }
      return ids;
    };
    const all = [...(await enterAll(NUMBER, here)), ...(await enterAll(number, there))];
    const { id: file } = await aFile(client);
    await client.patch(`/containers/${number}/damages/${all.at(-1)}`, { file_ids: [file] });
    const body = { number: NUMBER, reason: 'Misread' };
    expect((await client.post(`/containers/${number}/renumber`, body)).status).toBe(200);
    const { damages } = (await client.get(PATH)).body;
    expect(damages.map(({ id }: Body) => id).sort((a: number, b: number) => a - b)).toEqual(all);
    expect(await container()).toMatchObject({ open_damages: 4, condition: 'damaged' });
    const { inspections } = (await client.get(`/containers/${NUMBER}/inspections`)).body;
    const known = inspections.map((each: { known: Body[] }) => each.known.map(({ id }) => id));
    const upTo = (ids: number[]) => ids.map((_, at) => ids.slice(0, at + 1));
    expect(known).toEqual([...upTo(all.slice(0, here)), ...upTo(all.slice(here))]);
    expect((await client.patch(`${PATH}/${all[0]}`, { file_ids: [file] })).status).toBe(200);
  });
});

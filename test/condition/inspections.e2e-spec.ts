import { aContainer, shownContainer, staysOf } from '../factories/cargo';
import { aDamage, aDamageComponent, aDamageType, anInspection } from '../factories/condition';
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
import { aTally, broughtBy, count } from '../factories/quay';
import type { Body } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const NUMBER = 'WHAU4142033';

describe('inspections of containers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aDamageType(client, { code: 'DT' });
    await aDamageComponent(client, { code: 'PAA' });
  });

  const dent = (location: string, more: object = {}) => ({
    damage_type: 'DT',
    component: 'PAA',
    location,
    severity: 'minor',
    ...more,
  });
  const bringing = async (...numbers: string[]) =>
    aVisitFor(
      client,
      await Promise.all(
        numbers.map(async (container_number) => dropOff(await aNewContainer(client, { container_number }))),
      ),
    );
  const pathOf = (visit: Body, at = 0) =>
    `/truck_visits/${visit.id}/interchanges/${visit.interchanges[at].id}/inspection`;

  it('are of an interchange, with new damages and those that were known', async () => {
    const visit = await bringing(NUMBER);
    const known = await aDamage(client, NUMBER, dent('RB1N'));
    const { status, body } = await client.as('write').post(pathOf(visit), {
      condition: 'damaged',
      is_clean: true,
      seals_as_announced: false,
      notes: 'In the rain',
      damages: [dent('LB1N'), dent('LB2N', { quantity: 2 })],
    });
    const [stay] = await staysOf(client, NUMBER);
    expect([status, body.inspection]).toEqual([
      201,
      {
        id: expect.any(Number),
        container: { id: expect.any(Number), number: NUMBER },
        of: { type: 'interchange', id: visit.interchanges[0].id },
        stay_id: stay!.id,
        condition: 'damaged',
        is_clean: true,
        seals_as_announced: false,
        notes: 'In the rain',
        at: expect.any(String),
        by: { id: client.user_id, name: 'Tess Ter' },
        damages: [
          expect.objectContaining({
            location: 'LB1N',
            found_during: 'gate_in',
            status: 'open',
            stay_id: stay!.id,
          }),
          expect.objectContaining({ location: 'LB2N', quantity: 2, inspection: { id: expect.any(Number) } }),
        ],
        known: [
          {
            id: known.id,
            damage_type: 'DT',
            component: 'PAA',
            location: 'RB1N',
            severity: 'minor',
            status: 'open',
          },
        ],
        files: [],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = body.inspection;
    for (const path of [pathOf(visit), `/inspections/${id}`])
      expect((await client.as('read').get(path)).body).toEqual(body);
    for (const path of ['/inspections', `/containers/${NUMBER}/inspections`])
      expect((await client.get(path)).body.inspections).toEqual([body.inspection]);
    expect(await shownContainer(client, NUMBER)).toMatchObject({ condition: 'damaged', open_damages: 3 });
  });

  it('are once for an interchange, though two are sent at once', async () => {
    const visit = await bringing(NUMBER);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        client.post(pathOf(visit), { condition: 'damaged', damages: [dent(`LB${n}N`)] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    const made = answers.find(({ status }) => status === 201)!;
    expect(refused.body).toMatchObject({
      error: `The handover of container '${NUMBER}' was inspected already.`,
      code: 'inspected',
      records: [{ type: 'inspection', key: String(made.body.inspection.id) }],
    });
    expect((await client.get('/damages')).body.damages).toHaveLength(1);
  });

  it('are all or nothing', async () => {
    const visit = await bringing(NUMBER);
    const { id } = await aDamage(client, NUMBER, dent('RB1N'));
    for (const [damages, status, code] of [
      [[dent('LB1N'), dent('LB1N', { damage_type: 'XX' })], 422, 'unknown_reference'],
      [[dent('LB1N'), dent('RB1N')], 409, 'damage_known'],
      [[dent('LB1N'), dent('LB1N')], 409, 'damage_known'],
    ] as const) {
      const answer = await client.post(pathOf(visit), { condition: 'damaged', damages });
      expect(answer).toMatchObject({ status, body: { code } });
    }
    expect(
      (await client.post(pathOf(visit), { condition: 'damaged', damages: [dent('LB1N', { severity: 'x' })] }))
        .body.errors,
    ).toEqual({ 'damages.0.severity': [expect.any(String)] });
    expect((await client.get('/damages')).body.damages.map((each: Body) => each.id)).toEqual([id]);
    expect((await client.get('/inspections')).body.inspections).toEqual([]);
    const again = await client.post(pathOf(visit), {
      condition: 'damaged',
      damages: [dent('RB1N', { again: true })],
    });
    expect(again.status).toBe(201);
  });

  it('write many damages by as many statements as one, and trace one change of the container', async () => {
    const inspecting = async (many: number) => {
      const { number, id } = await aContainerInYard(client);
      const damages = Array.from({ length: many }, (_, n) => dent(`L${n}`, { quantity: n + 1 }));
      let answer: Body = {};
      const sent = await statementsOf(async () => {
        answer = await client.create(`/containers/${number}/inspections`, { condition: 'damaged', damages });
      });
      expect((await shownContainer(client, number)).open_damages).toBe(many);
      const traces = await service.current.query(
        `SELECT FROM audit_entries WHERE organization_id = $1 AND record_type = 'containers' AND record_id = $2
           AND after ? 'open_damages' AND action = 'update'`,
        [client.organization_id, id],
      );
      return { sent: sent.length, traces: traces.length, damages: answer.inspection.damages as Body[] };
    };
    await inspecting(1);
    const [one, many] = [await inspecting(1), await inspecting(40)];
    expect([many.sent, many.traces]).toEqual([one.sent, one.traces]);
    expect(many.damages.map(({ location, quantity }) => [location, quantity])).toEqual(
      Array.from({ length: 40 }, (_, n) => [`L${n}`, n + 1]),
    );
  });

  it('name each damage that is known, in the body or before it', async () => {
    await aContainerInYard(client, { number: NUMBER });
    await aDamageType(client, { code: 'HO', active: false });
    const path = `/containers/${NUMBER}/inspections`;
    const { id } = await aDamage(client, NUMBER, dent('RB1N'));
    const said = async (...damages: Body[]) => {
      const { status, body } = await client.post(path, { condition: 'damaged', damages });
      return [status, body.code, body.records];
    };
    expect(await said(dent('LB1N'), dent('LB1N', { again: true }), dent('LB1N'))).toEqual([
      409,
      'damage_known',
      undefined,
    ]);
    expect(await said(dent('LB1N', { again: true }), dent('RB1N'))).toEqual([
      409,
      'damage_known',
      [{ type: 'container_damage', key: String(id) }],
    ]);
    expect((await said(dent('LB1N'), dent('LB2N', { damage_type: 'HO' })))[1]).toBe('damage_word_inactive');
    expect((await said(dent('LB1N'), dent('LB1N', { again: true })))[0]).toBe(201);
  });

  it('are refused where the condition contradicts the damages', async () => {
    await aContainerInYard(client, { number: NUMBER });
    const path = `/containers/${NUMBER}/inspections`;
    for (const [body, sentence] of [
      [
        { condition: 'sound', damages: [dent('LB1N')] },
        `Container '${NUMBER}' cannot be sound with damages.`,
      ],
      [{ condition: 'damaged' }, `Container '${NUMBER}' cannot be damaged without a damage, new or open.`],
    ] as const)
      expect(await client.post(path, body)).toMatchObject({
        status: 422,
        body: { code: 'condition_contradicts', error: sentence, errors: { condition: [sentence] } },
      });
    expect((await client.post(path, {})).body.errors).toEqual({ condition: ['is required'] });
    await aDamage(client, NUMBER, dent('LB1N'));
    expect((await client.post(path, { condition: 'damaged' })).status).toBe(201);
  });

  it('say what a container is until a damage does, in this stay alone', async () => {
    await aContainerInYard(client, { number: NUMBER });
    const shown = async () => (await shownContainer(client, NUMBER)).condition;
    expect(await shown()).toBeNull();
    const one = await anInspection(client, NUMBER);
    expect(await shown()).toBe('sound');
    const { id } = await aDamage(client, NUMBER, dent('LB1N'));
    expect(await shown()).toBe('damaged');
    await client.post(`/containers/${NUMBER}/damages/${id}/repair`);
    expect(await shown()).toBe('sound');
    expect(one).toMatchObject({ of: { type: 'none', id: null } });
    const { truck } = await aVisitFor(client, [pickUp(NUMBER)]);
    await gateOut(client, truck.license_plate);
    await client.patch(`/containers/${NUMBER}`, { current_location_type: 'Terminal' });
    expect(await shown()).toBeNull();
  });

  it('are corrected while the truck is inside', async () => {
    const visit = await bringing(NUMBER);
    const { inspection } = (
      await client.post(pathOf(visit), { condition: 'damaged', damages: [dent('LB1N')] })
    ).body;
    const path = `/inspections/${inspection.id}`;
    expect(await client.patch(path, { condition: 'sound' })).toMatchObject({
      status: 422,
      body: { code: 'condition_contradicts' },
    });
    await client.post(`/containers/${NUMBER}/damages/${inspection.damages[0].id}/withdraw`, {
      reason: 'Dirt',
    });
    const changed = { condition: 'sound', is_clean: false, seals_as_announced: true, notes: 'Looked again' };
    expect((await client.patch(path, changed)).body.inspection).toMatchObject(changed);
    await gateOut(client, visit.truck.license_plate);
    expect(await client.patch(path, { notes: null })).toMatchObject({
      status: 409,
      body: { code: 'inspection_over', records: [{ type: 'inspection', key: String(inspection.id) }] },
    });
    expect((await client.patch('/inspections/999999999', {})).status).toBe(404);
  });

  it('are corrected where they were made, too', async () => {
    const visit = await bringing(NUMBER);
    expect(await client.patch(pathOf(visit), { notes: 'None yet' })).toMatchObject({ status: 404 });
    await client.post(pathOf(visit), { condition: 'sound' });
    const { inspection } = (await client.patch(pathOf(visit), { notes: 'Looked again' })).body;
    expect(inspection).toMatchObject({ condition: 'sound', notes: 'Looked again' });
    expect((await client.get(pathOf(visit))).body).toEqual({ inspection });
    await gateOut(client, visit.truck.license_plate);
    expect((await client.patch(pathOf(visit), { notes: null })).body.code).toBe('inspection_over');
    expect((await client.patch(pathOf({ ...visit, id: visit.id + 1 }), {})).status).toBe(404);
  });

  it('stay when the truck does not take the container after all', async () => {
    await aContainerInYard(client, { number: NUMBER });
    const { id, interchanges } = await aVisitFor(client, [pickUp(NUMBER)]);
    const path = `/truck_visits/${id}/interchanges/${interchanges[0].id}`;
    const made = await client.post(`${path}/inspection`, { condition: 'damaged', damages: [dent('LB1N')] });
    expect(made.status).toBe(201);
    expect((await client.delete(path)).status).toBe(200);
    const { inspection } = (await client.get(`/inspections/${made.body.inspection.id}`)).body;
    expect(inspection).toMatchObject({ of: { type: 'none', id: null }, condition: 'damaged' });
    expect(inspection.damages).toHaveLength(1);
  });

  it('are of a move of a crane, until it is undone, and corrected while the tally is open', async () => {
    const voyage = await aVoyage(client);
    await broughtBy(client, voyage as { id: number }, [NUMBER, 'WHAU1000001']);
    const tally = (await aTally(client, voyage as { number: string })) as { id: number };
    const [move, other] = (
      await count(client, tally, { container_number: NUMBER }, { container_number: 'WHAU1000001' })
    ).body.tally_moves;
    const path = `/tallies/${tally.id}/moves/${move.id}/inspection`;
    const made = await client.post(path, { condition: 'damaged', damages: [dent('LB1N')] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        inspection: { of: { type: 'tally_move', id: move.id }, damages: [{ found_during: 'discharge' }] },
      },
    });
    expect((await client.get(path)).body).toEqual(made.body);
    expect((await client.patch(path, { is_clean: true })).body.inspection.is_clean).toBe(true);
    expect(await client.post(path, { condition: 'damaged' })).toMatchObject({
      status: 409,
      body: { code: 'inspected' },
    });
    const ofOther = `/tallies/${tally.id}/moves/${other.id}/inspection`;
    const before = await client.post(ofOther, { condition: 'sound' });
    await client.post(`/tallies/${tally.id}/moves/${other.id}/undo`, { reason: 'Misread' });
    expect(
      await client.patch(`/inspections/${before.body.inspection.id}`, { notes: 'Misread' }),
    ).toMatchObject({ status: 200, body: { inspection: { notes: 'Misread' } } });
    expect((await client.post(ofOther, { condition: 'sound' })).status).toBe(404);
    await client.post(`/tallies/${tally.id}/close`, { force: true });
    expect(await client.patch(`/inspections/${made.body.inspection.id}`, { notes: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'inspection_over' },
    });
  });

  it('are of what has a container, and of a time that was', async () => {
    const visit = await aVisitFor(client, [
      { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' } },
    ]);
    expect(await client.post(pathOf(visit), { condition: 'sound' })).toMatchObject({
      status: 422,
      body: { code: 'nothing_to_inspect' },
    });
    await aContainerInYard(client, { number: NUMBER });
    for (const [at, code] of [
      [new Date(Date.now() + 3_600_000).toISOString(), 'time_to_come'],
      ['2020-01-01T00:00:00Z', 'found_before_arrival'],
    ])
      expect(
        await client.post(`/containers/${NUMBER}/inspections`, { condition: 'sound', at }),
      ).toMatchObject({
        status: 422,
        body: { code },
      });
    expect(
      (await client.post(`/truck_visits/${visit.id + 1}/interchanges/1/inspection`, { condition: 'sound' }))
        .status,
    ).toBe(404);
    expect((await client.get(pathOf(visit))).status).toBe(404);
  });

  describe('where they are required', () => {
    const requireAt = (inspection_required: string) => client.patch('/organization', { inspection_required });

    it('keep a truck inside whose container nobody inspected, as an obstacle says', async () => {
      await requireAt('both');
      const visit = await bringing(NUMBER);
      const missing = `Container '${NUMBER}' was not inspected.`;
      const { body } = await client.get(`/truck_visits/${visit.id}/obstacles`);
      expect(body).toMatchObject({
        may_leave: false,
        reasons: [{ code: 'inspection_missing', sentence: missing }],
      });
      expect(await gateOut(client, visit.truck.license_plate)).toMatchObject({
        status: 400,
        body: {
          error: missing,
          code: 'inspection_missing',
          records: [{ type: 'container', key: NUMBER }],
        },
      });
      const desk = await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
      expect(desk).toMatchObject({ body: { code: 'inspection_missing' } });
      await client.post(pathOf(visit), { condition: 'sound' });
      expect((await client.get(`/truck_visits/${visit.id}/obstacles`)).body.may_leave).toBe(true);
      expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
    });

    it.each([
      ['never', true, true],
      ['in', false, true],
      ['out', true, false],
    ])('%s: what comes goes on %s, what leaves %s', async (required, comes, goes) => {
      await aContainerInYard(client, { number: NUMBER });
      await requireAt(required);
      const coming = await bringing('NEWU1234560');
      const leaving = await aVisitFor(client, [pickUp(NUMBER)]);
      const statuses = [
        (await gateOut(client, coming.truck.license_plate)).status,
        (await gateOut(client, leaving.truck.license_plate)).status,
      ];
      expect(statuses).toEqual([comes ? 200 : 400, goes ? 200 : 400]);
    });

    it('are of the container that the interchange names now', async () => {
      await requireAt('out');
      const numbers = [NUMBER, 'WHAU1000001'];
      for (const number of numbers) await aContainerInYard(client, { number });
      const visit = await aVisitFor(client, [pickUp(NUMBER)]);
      const first = await client.post(pathOf(visit), { condition: 'sound' });
      const [interchange] = visit.interchanges;
      // as the desk does where a purpose names a group of containers
      await service.current.query(
        `UPDATE interchanges SET container_id = (SELECT c.id FROM containers c WHERE c.organization_id = $1 AND c.number = $2)
         WHERE organization_id = $1 AND id = $3`,
        [client.organization_id, numbers[1], interchange.id],
      );
      expect((await gateOut(client, visit.truck.license_plate)).body.code).toBe('inspection_missing');
      expect((await client.post(pathOf(visit), { condition: 'sound' })).status).toBe(201);
      expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
      expect((await client.get(`/inspections/${first.body.inspection.id}`)).body.inspection.of).toEqual({
        type: 'none',
        id: null,
      });
    });

    it('come with a gate-in that completes its interchanges at once', async () => {
      await requireAt('in');
      const { name: gate } = await aGate(client);
      const gateIn = async (looks: object = {}) => {
        const cargo = await aNewContainer(client, { container_number: NUMBER });
        const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(cargo)] });
        return client.post('/truck_visits', {
          pre_advice_number: advice_number,
          gate,
          interchanges_completed_at: new Date().toISOString(),
          ...looks,
        });
      };
      expect(await gateIn()).toMatchObject({ status: 422, body: { code: 'inspection_missing' } });
      expect(await gateIn({ inspections: [{ container: 'NEWU0000001', condition: 'sound' }] })).toMatchObject(
        {
          status: 422,
          body: { code: 'nothing_to_inspect', errors: { 'inspections.0.container': [expect.any(String)] } },
        },
      );
      const answer = await gateIn({
        inspections: [{ container: NUMBER.toLowerCase(), condition: 'damaged', damages: [dent('LB1N')] }],
      });
      expect(answer.status).toBe(201);
      const [inspection] = (await client.get('/inspections')).body.inspections;
      expect(inspection).toMatchObject({ of: { type: 'interchange' }, damages: [{ location: 'LB1N' }] });
    });

    it('come with a gate-in as `inspection` of its only container', async () => {
      await requireAt('in');
      const { name: gate } = await aGate(client);
      const gateIn = async (...numbers: string[]) => {
        const purposes = await Promise.all(
          numbers.map(async (container_number) => dropOff(await aNewContainer(client, { container_number }))),
        );
        const { advice_number } = await aPreAdvice(client, { purposes });
        return client.post('/truck_visits', {
          pre_advice_number: advice_number,
          gate,
          interchanges_completed_at: new Date().toISOString(),
          inspection: { condition: 'sound' },
        });
      };
      expect(await gateIn('WHAU1000001', 'WHAU1000002')).toMatchObject({
        status: 422,
        body: {
          code: 'nothing_to_inspect',
          error: 'The truck hands over several containers: `inspections` names each.',
        },
      });
      expect((await gateIn(NUMBER)).status).toBe(201);
      expect((await client.get(`/containers/${NUMBER}/inspections`)).body.inspections).toMatchObject([
        { of: { type: 'interchange' }, condition: 'sound' },
      ]);
    });
  });

  it('take the dangerous goods of an empty container away where it is clean, also by a correction', async () => {
    const goodsLeft = async (container_status: string, ...looks: object[]) => {
      const { number } = await aContainer(client, {
        container_status,
        current_location_type: 'Terminal',
      });
      await client.put(`/containers/${number}/dangerous_goods`, { dangerous_goods: [{ imdg_class: '3' }] });
      const { id } = await anInspection(client, number, { condition: 'sound', ...looks[0] });
      for (const look of looks.slice(1))
        expect((await client.patch(`/inspections/${id}`, look)).status).toBe(200);
      return (await staysOf(client, number))[0]!.dangerous_goods.length;
    };
    expect(await goodsLeft('empty', {})).toBe(1);
    expect(await goodsLeft('empty', { is_clean: false })).toBe(1);
    expect(await goodsLeft('empty', { is_clean: true })).toBe(0);
    expect(await goodsLeft('empty', { is_clean: false }, { notes: 'Looked again' })).toBe(1);
    expect(await goodsLeft('empty', { is_clean: false }, { is_clean: true })).toBe(0);
    expect(await goodsLeft('full', { is_clean: true })).toBe(1);
  });

  it('are listed by what they found, container and time', async () => {
    await aContainerInYard(client, { number: NUMBER });
    const sound = await anInspection(client, NUMBER);
    const other = await aContainer(client, { number: 'FLTU1234567' });
    await aDamage(client, other.number as string, dent('LB1N'));
    const damaged = await anInspection(client, other.number as string, {
      condition: 'damaged',
      at: '2026-01-01T00:00:00Z',
    });
    for (const [query, ids] of [
      ['condition=sound', [sound.id]],
      ['container_number=fltu1234567', [damaged.id]],
      ['at_until=2026-01-01', [damaged.id]],
      ['at_from=2026-01-02', [sound.id]],
    ] as const)
      expect((await client.get(`/inspections?${query}`)).body.inspections.map(({ id }: Body) => id)).toEqual(
        ids,
      );
  });
});

import {
  aBill,
  aBooking,
  aContainer,
  aContainerType,
  aLoadList,
  aManifest,
  keyOf,
  staysOf,
} from '../factories/cargo';
import { aContainerInYard, aPreAdvice, aVisitFor, dropOff } from '../factories/gate';
import { aConsignee, aShippingLine, aTruckingCompany, aTruck, limitedTo } from '../factories/parties';
import { aTally, count, progressOf } from '../factories/quay';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const NUMBER = 'WHAU4142033';
const WEIGHT = {
  vgm: 24310.5,
  vgm_method: 'weighing',
  vgm_responsible: 'Ada Marsh',
  vgm_at: '2026-11-20T09:00:00.000Z',
  vgm_reference: 'W2-88412',
};
const NOTHING = {
  vgm: null,
  vgm_method: null,
  vgm_responsible: null,
  vgm_at: null,
  vgm_reference: null,
  vgm_source: null,
  vgm_differs: false,
};

describe('the verified gross mass of a container', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const put = (body: object = {}, number = NUMBER, as = client) =>
    as.put(`/containers/${number}/vgm`, { ...WEIGHT, ...body });
  const remove = (as = client) => as.delete(`/containers/${NUMBER}/vgm`, { reason: 'Mistyped' });
  const full = (body: object = {}) =>
    aContainerInYard(client, { number: NUMBER, container_status: 'full', usage: 'export', ...body });
  const stay = async (number = NUMBER): Promise<Body> => (await staysOf(client, number)).at(-1)!;
  const eventsOf = async (type: string): Promise<Body[]> => {
    await allPublished(client);
    return (await new Follower(client).read()).filter((event) => event.type === type);
  };
  const requires = (vgm_required: string, more: object = {}) =>
    client.as('admin').patch('/organization', { vgm_required, ...more });
  const said = ({ status, body }: { status: number; body: Body }) => [status, body.code, body.error];

  it('is stated with every field, shown with the stay, replaced whole, and taken away with a reason', async () => {
    await full();
    expect(await stay()).toMatchObject(NOTHING);
    const answer = await put({}, NUMBER, client.as('write'));
    expect([answer.status, answer.body.container_stay]).toEqual([
      200,
      expect.objectContaining({ ...WEIGHT, vgm_source: 'request', vgm_differs: false }),
    ]);
    expect(await stay()).toMatchObject({ ...WEIGHT, vgm_source: 'request' });
    const other = { vgm: 20000, vgm_method: 'calculation', vgm_responsible: 'B' };
    const replaced = await client.put(`/containers/${NUMBER}/vgm`, other);
    expect(replaced.body.container_stay).toMatchObject({ ...other, vgm_reference: null });
    expect(Date.parse(replaced.body.container_stay.vgm_at)).toBeGreaterThan(Date.parse(WEIGHT.vgm_at));
    const gone = await remove(client.as('write'));
    expect([gone.status, gone.body.container_stay]).toEqual([
      200,
      expect.objectContaining({ ...NOTHING, reason: 'Mistyped' }),
    ]);
    expect(said(await remove())).toEqual([404, 'not_found', 'Verified gross mass was not found.']);
  });

  it('tells of each change as one of the stay', async () => {
    await full();
    await put();
    const [event] = await eventsOf('container_stay.updated');
    expect(event).toMatchObject({ changes: { vgm: [null, 24310.5], vgm_source: [null, 'request'] } });
  });

  it('needs mass, method and who answers for it, each of its form', async () => {
    await full();
    for (const [body, field] of [
      [{ vgm: undefined }, 'vgm'],
      [{ vgm: 0 }, 'vgm'],
      [{ vgm: -1 }, 'vgm'],
      [{ vgm_method: undefined }, 'vgm_method'],
      [{ vgm_method: 'guess' }, 'vgm_method'],
      [{ vgm_responsible: undefined }, 'vgm_responsible'],
      [{ vgm_responsible: ' ' }, 'vgm_responsible'],
      [{ vgm_source: 'edi' }, 'vgm_source'],
      [{ vgm_source: 'weighbridge', vgm_method: 'calculation' }, 'vgm_method'],
      [{ vgm_at: '2999-01-01T00:00:00Z' }, 'vgm_at'],
    ] as const) {
      const { status, body: refused } = await put(body);
      expect([body, status, Object.keys(refused.errors)]).toEqual([body, 422, [field]]);
    }
    expect((await client.delete(`/containers/${NUMBER}/vgm`, {})).status).toBe(422);
  });

  it('is of an open stay alone', async () => {
    expect((await put()).status).toBe(404);
    await aContainer(client, { number: NUMBER });
    expect((await put()).status).toBe(404);
    await client.patch(`/containers/${NUMBER}`, { current_location_type: 'Terminal' });
    expect((await put()).status).toBe(200);
    const { number: voyage } = await aVoyage(client);
    await aTallyMove(client, { voyage, container: NUMBER, tally_type: 'loading' });
    expect((await put()).status).toBe(404);
  });

  it('is implausible below the tare of the type and above its maximum gross weight', async () => {
    await aContainerType(client, { code: '20DV', tare_weight: 2230, maximum_gross_weight: 30480 });
    await full({ container_type: '20DV' });
    for (const vgm of [2230, 30480]) expect((await put({ vgm })).status).toBe(200);
    for (const [vgm, weighs] of [
      [2229.9, 'weighs 2230 empty'],
      [30480.1, 'weighs 30480 at most'],
    ] as const)
      expect(said(await put({ vgm }))).toEqual([
        422,
        'vgm_implausible',
        `Container ${NUMBER} cannot weigh ${vgm}: a container of the type 20DV ${weighs}.`,
      ]);
    const refused = await client.post('/container_types', {
      code: '40DV',
      tare_weight: 3000,
      maximum_gross_weight: 3000,
    });
    expect(refused.body.errors).toEqual({
      maximum_gross_weight: ['Maximum gross weight must be more than tare weight.'],
    });
  });

  it('is due by the cut-off of the departure voyage, else of that of the booking, but for an admin', async () => {
    const late = await aVoyage(client, { number: 'LATE', vgm_cut_off_time: '2026-01-01T10:00:00Z' });
    const early = await aVoyage(client, { number: 'EARLY', vgm_cut_off_time: '2999-01-01T10:00:00Z' });
    const booking = await aBooking(client, { voyage: late.number });
    await full({ booking: booking.number });
    const write = client.as('write');
    const refusal = [
      422,
      'vgm_late',
      `The verified gross mass of container ${NUMBER} was due for voyage LATE by 1 January 2026, 10:00 (UTC).`,
    ];
    const answer = await put({}, NUMBER, write);
    expect(said(answer).slice(0, 2)).toEqual(refusal.slice(0, 2));
    expect(answer.body.error).toContain('was due for voyage LATE by');
    await client.patch(`/containers/${NUMBER}`, { departure_voyage: early.number });
    expect((await put({}, NUMBER, write)).status).toBe(200);
    await client.patch(`/containers/${NUMBER}`, { departure_voyage: late.number });
    expect((await put({}, NUMBER, write)).body.code).toBe('vgm_late');
    expect((await remove(write)).body.code).toBe('vgm_late');
    expect((await put({ vgm: 1 }, NUMBER, client.as('admin'))).status).toBe(200);
    expect((await remove(client.as('admin'))).status).toBe(200);
  });

  it('of one of several simultaneous requests stands, each whole', async () => {
    await full();
    const answers = await timesAtOnce(service.current, 4, (nth) =>
      put({ vgm: 20000 + nth, vgm_reference: `W${nth}` }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { vgm, vgm_reference } = await stay();
    expect(vgm_reference).toBe(`W${vgm - 20000}`);
  });

  it('is stated by owners of the stay, and by no haulier that brings it, nor where it was weighed here', async () => {
    const { code } = await aShippingLine(client);
    const { name } = await aConsignee(client);
    const company = await aTruckingCompany(client);
    await full({ shipping_line: code, consignee: name });
    const line = await limitedTo(client, { type: 'shipping_line', key: code });
    expect((await put({}, NUMBER, line)).body.container_stay).toMatchObject({
      vgm: 24310.5,
      vgm_source: 'request',
    });
    const haulier = await limitedTo(client, { type: 'trucking_company', key: company.code });
    expect((await put({}, NUMBER, haulier)).status).toBe(404);
    const stranger = await limitedTo(client, {
      type: 'shipping_line',
      key: (await aShippingLine(client)).code,
    });
    expect((await put({}, NUMBER, stranger)).status).toBe(404);
    expect((await put({ vgm_source: 'weighbridge' }, NUMBER, line)).body.code).toBe('vgm_measured');
    expect((await put({ vgm_source: 'weighbridge' })).status).toBe(200);
    expect(said(await put({}, NUMBER, line))).toEqual([
      422,
      'vgm_measured',
      `Container '${NUMBER}' was weighed at the terminal.`,
    ]);
    expect((await remove(line)).body.code).toBe('vgm_measured');
    expect((await put()).status).toBe(200);
  });

  it('is shown to owners alone', async () => {
    const { code } = await aShippingLine(client);
    const company = await aTruckingCompany(client);
    const truck = await aTruck(client, { trucking_company: company.code });
    await aContainerType(client, { code: '20DV' });
    await aPreAdvice(client, {
      truck: truck.license_plate,
      purposes: [
        dropOff({
          cargo_type: 'container',
          container_number: NUMBER,
          container_type: '20DV',
          container_status: 'full',
          shipping_line: code,
        }),
      ],
    });
    await put();
    const seen = async (key: string, type: 'shipping_line' | 'trucking_company') =>
      (await staysOf(await limitedTo(client, { type, key }), NUMBER)).map(({ vgm }) => vgm as number);
    expect(await seen(code, 'shipping_line')).toEqual([24310.5]);
    expect(await seen(company.code, 'trucking_company')).toEqual([null]);
  });

  it('goes when the container is emptied, and stays when other facts change', async () => {
    await full();
    await put();
    await client.patch(`/containers/${NUMBER}`, { goods: 'Tea' });
    expect(await stay()).toMatchObject(WEIGHT);
    expect((await client.post(`/containers/${NUMBER}/empty`)).status).toBe(200);
    expect(await stay()).toMatchObject({ container_status: 'empty', ...NOTHING });
  });

  it('is another organization’s own', async () => {
    await full();
    const other = await service.current.organization();
    expect((await put({}, NUMBER, other)).status).toBe(404);
    expect((await remove(other)).status).toBe(404);
    expect((await put({}, NUMBER, client.as('read'))).status).toBe(403);
  });

  describe('measured at the terminal', () => {
    const differing = () => eventsOf('container_stay.vgm_differs');
    beforeEach(() => requires('never', { vgm_tolerance: 5 }));

    it('differs beyond the tolerance, which is told, and within it does not', async () => {
      await full();
      await put({ vgm: 20000 });
      await put({ vgm: 21000, vgm_source: 'weighbridge' });
      expect(await stay()).toMatchObject({ vgm: 21000, vgm_source: 'weighbridge', vgm_differs: false });
      expect(await differing()).toEqual([]);
      await put({ vgm: 20000 });
      await put({ vgm: 21001, vgm_source: 'weighbridge' });
      expect(await stay()).toMatchObject({ vgm: 21001, vgm_differs: true });
      expect(await differing()).toHaveLength(1);
      await put({ vgm: 30000, vgm_source: 'weighbridge' });
      expect(await stay()).toMatchObject({ vgm: 30000, vgm_differs: false });
    });

    it('as a weight that the desk changes leaves the mass, and differs likewise', async () => {
      await full({ weight: 100 });
      await put({ vgm: 20000 });
      await client.patch(`/containers/${NUMBER}`, { weight: 21000 });
      expect(await stay()).toMatchObject({ vgm: 20000, vgm_differs: false });
      await client.patch(`/containers/${NUMBER}`, { weight: 21000.5 });
      expect(await stay()).toMatchObject({ vgm: 20000, vgm_source: 'request', vgm_differs: true });
      await client.patch(`/containers/${NUMBER}`, { weight: 21000.5, goods: 'Tea' });
      expect(await differing()).toHaveLength(1);
      await client.patch(`/containers/${NUMBER}`, { weight: 20500 });
      expect(await stay()).toMatchObject({ vgm_differs: false });
    });

    it('as a weight that the desk changes at an interchange, in kilograms', async () => {
      await aContainerType(client, { code: '20DV' });
      const { code } = await aShippingLine(client);
      const visit = await aVisitFor(client, [
        dropOff({
          cargo_type: 'container',
          container_number: NUMBER,
          container_type: '20DV',
          container_status: 'full',
          shipping_line: code,
          vgm: 20000,
          vgm_method: 'weighing',
          vgm_responsible: 'Ada Marsh',
        }),
      ]);
      expect(await stay()).toMatchObject({ vgm: 20000, vgm_source: 'pre_advice' });
      const [interchange] = (await client.get(`/truck_visits/${visit.id}/interchanges`)).body.interchanges;
      const answer = await client.patch(`/truck_visits/${visit.id}/interchanges/${interchange.id}`, {
        cargo: { weight: 30000 },
      });
      expect(answer.status).toBe(200);
      expect(await stay()).toMatchObject({ vgm: 20000, vgm_differs: true });
    });

    it('is compared by an organization with a tolerance alone', async () => {
      await requires('never', { vgm_tolerance: null });
      await full();
      await put({ vgm: 20000 });
      await put({ vgm: 30000, vgm_source: 'weighbridge' });
      expect(await stay()).toMatchObject({ vgm_differs: false });
    });
  });

  describe('that a drop-off brings', () => {
    const cargo = (more: object = {}) => ({
      cargo_type: 'container',
      container_number: NUMBER,
      container_type: '20DV',
      container_status: 'full',
      shipping_line: 'LNE',
      vgm: 20000,
      vgm_method: 'calculation',
      vgm_responsible: 'Ada Marsh',
      vgm_reference: 'W1',
      ...more,
    });
    const advise = (more: object = {}, as = client) =>
      as.post('/pre_advices', { truck: 'T-1', purposes: [dropOff(cargo(more))] });
    beforeEach(async () => {
      await aShippingLine(client, { code: 'LNE' });
      await aContainerType(client, { code: '20DV', tare_weight: 2200, maximum_gross_weight: 30480 });
      await aTruckingCompany(client, { code: 'OWN' });
      await aTruck(client, { license_plate: 'T-1', trucking_company: 'OWN' });
    });

    it('goes to the stay of its container in the unit of the organization', async () => {
      await client.as('admin').patch('/organization', { weight_unit: 'lb' });
      await client.patch('/container_types/20DV', { tare_weight: null, maximum_gross_weight: null });
      expect((await advise()).status).toBe(201);
      expect(await stay()).toMatchObject({
        vgm: 44092.452437,
        vgm_method: 'calculation',
        vgm_responsible: 'Ada Marsh',
        vgm_reference: 'W1',
        vgm_source: 'pre_advice',
      });
    });

    it('is brought by the haulier of a token that is limited to it', async () => {
      const haulier = await limitedTo(client, { type: 'trucking_company', key: 'OWN' });
      const { status } = await advise({}, haulier);
      expect(status).toBe(201);
      expect(await stay()).toMatchObject({ vgm: 20000, vgm_source: 'pre_advice' });
    });

    it('is passed over where a better one stands', async () => {
      const { advice_number } = await aPreAdvice(client, {
        truck: 'T-1',
        purposes: [dropOff(cargo({ vgm: null }))],
      });
      expect((await put({ vgm_source: 'weighbridge' })).status).toBe(200);
      const changed = await client.patch(`/pre_advices/${advice_number}`, {
        purposes: [dropOff(cargo())],
      });
      expect(changed.status).toBe(200);
      expect(await stay()).toMatchObject({ vgm: 24310.5, vgm_source: 'weighbridge' });
    });

    it('is refused at its field', async () => {
      for (const [more, field, code] of [
        [{ vgm: 0 }, 'vgm', 'invalid'],
        [{ vgm_method: null }, 'vgm_method', 'invalid'],
        [{ vgm_responsible: null }, 'vgm_responsible', 'invalid'],
        [{ vgm_at: '2999-01-01T00:00:00Z' }, 'vgm_at', 'time_to_come'],
        [{ container_status: 'empty' }, 'vgm', 'mismatch'],
        [{ vgm: 2199 }, 'vgm', 'vgm_implausible'],
        [{ vgm: 30481 }, 'vgm', 'vgm_implausible'],
      ] as const) {
        const { status, body } = await advise(more);
        expect([more, status, body.code, Object.keys(body.errors)]).toEqual([
          more,
          422,
          code,
          [`purposes.0.cargo.${field}`],
        ]);
      }
    });

    it('is refused after the cut-off, but for an admin', async () => {
      const voyage = await aVoyage(client, { vgm_cut_off_time: '2026-01-01T10:00:00Z' });
      const booking = await aBooking(client, { voyage: voyage.number });
      await aContainer(client, { number: NUMBER, container_status: 'full', booking: booking.number });
      expect((await advise({}, client.as('write'))).body.code).toBe('vgm_late');
      expect((await advise({}, client.as('admin'))).status).toBe(201);
    });
  });

  describe('when a tally loads', () => {
    let tally: Body;
    const load = (number = NUMBER, move: object = {}) =>
      count(client, tally, { container_number: number, ...move });
    beforeEach(async () => {
      await aVoyage(client, { number: 'V1' });
      await full();
      await aLoadList(client, {
        name: 'L1',
        voyage: 'V1',
        items: [
          {
            load_list_item_type: 'full',
            container_id: (await client.get(`/containers/${NUMBER}`)).body.container.id,
          },
        ],
      });
      tally = await aTally(client, { number: 'V1' }, 'loading');
    });
    const SENTENCE = `Container '${NUMBER}' has no verified gross mass.`;

    it('is asked for where the organization says so, also with over and in the set-up', async () => {
      await requires('load');
      for (const move of [{}, { over: true }, { status: 'empty' }, { status: 'full' }])
        expect(said(await load(NUMBER, move))).toEqual([422, 'vgm_missing', SENTENCE]);
      const one = await client.post('/tally_moves', {
        voyage: 'V1',
        tally_type: 'loading',
        kind: 'tally',
        crane: 'Crane 1',
        container: NUMBER,
      });
      expect([one.status, one.body.code, one.body.errors]).toEqual([
        422,
        'vgm_missing',
        { container: [SENTENCE] },
      ]);
      await put();
      expect((await load()).status).toBe(201);
    });

    it('is asked for of each container of a batch, and of what a move says is full', async () => {
      await requires('load');
      await aContainerInYard(client, { number: 'E1', container_status: 'empty' });
      await aContainerInYard(client, { number: 'E2', container_status: 'empty' });
      const answer = await count(
        client,
        tally,
        { container_number: NUMBER },
        { container_number: 'E1', over: true },
        { container_number: 'E2', over: true, status: 'full' },
      );
      expect(answer.body.errors).toEqual({
        'moves.0.container_number': [SENTENCE],
        'moves.2.container_number': ["Container 'E2' has no verified gross mass."],
      });
      expect((await load('E1', { over: true })).status).toBe(201);
    });

    it('is only warned of by one that warns, and not spoken of by others', async () => {
      await requires('warn');
      const warned = await load();
      expect([warned.status, warned.body.warnings]).toEqual([
        201,
        [
          {
            code: 'vgm_missing',
            sentence: SENTENCE,
            params: { container: NUMBER },
            container: { id: expect.any(Number), number: NUMBER },
            since: null,
            until: null,
            source: null,
            action: null,
          },
        ],
      ]);
      await requires('never');
      await aContainerInYard(client, { number: 'F1', container_status: 'full' });
      const silent = await load('F1', { over: true });
      expect([silent.status, silent.body.warnings]).toEqual([201, []]);
    });

    it('is not asked for when it is discharged or shifted', async () => {
      await requires('load');
      expect((await load(NUMBER, { kind: 'shift' })).status).toBe(201);
      const { number: container } = await aContainer(client, { container_status: 'full' });
      const discharged = await aTallyMove(client, { voyage: 'V1', container });
      expect(discharged).toMatchObject({ tally_type: 'discharge' });
    });

    it('costs no statement without the setting, and one with it', async () => {
      const boxes = ['G1', 'G2', 'G3'];
      for (const number of boxes) {
        await aContainerInYard(client, { number, container_status: 'full' });
        await put({}, number);
      }
      const counts: number[] = [];
      await load('G1', { over: true });
      for (const [setting, number] of [
        ['never', 'G2'],
        ['load', 'G3'],
      ] as const) {
        await requires(setting);
        const statements = await statementsOf(() => load(number, { over: true }));
        counts.push(statements.length);
      }
      expect(counts[1]).toBe(counts[0]! + 1);
    });

    it('is counted as missing by load list and progress, and found by the list of containers', async () => {
      const missing = async (query = '') =>
        (await client.get(`/containers?vgm=missing${query}`)).body.containers.map(
          ({ number }: Body) => number as string,
        );
      const counted = async () => [
        (await client.get('/load_lists/L1')).body.load_list.vgm_missing as number,
        (await progressOf(client, { number: 'V1' })).loading.vgm_missing as number,
      ];
      const bill = await aBill(client, await aManifest(client));
      await aContainerInYard(client, {
        number: 'I1',
        container_status: 'full',
        usage: 'import',
        bill_of_ladings: [keyOf(bill)],
      });
      await aContainer(client, { number: 'E1', container_status: 'empty', usage: 'export' });
      expect(await counted()).toEqual([1, 1]);
      expect(await missing()).toEqual([NUMBER]);
      expect(await missing('&voyage_number=V1')).toEqual([]);
      await client.patch(`/containers/${NUMBER}`, { departure_voyage: 'V1' });
      expect(await missing('&voyage_number=V1')).toEqual([NUMBER]);
      expect(await missing('&voyage_number=V2')).toEqual([]);
      expect((await client.get('/containers?vgm=present')).status).toBe(400);
      await put();
      expect(await counted()).toEqual([0, 0]);
      expect(await missing()).toEqual([]);
      await remove();
      await load();
      expect(await counted()).toEqual([0, 0]);
    });
  });

  it('is stated by a file with the stay, whatever rules say', async () => {
    const line = {
      container: NUMBER,
      number: 1,
      status: 'announced',
      container_status: 'full',
      ...WEIGHT,
      vgm_source: 'weighbridge',
      vgm_differs: true,
    };
    await importFiles(client, {
      'containers.ndjson': [{ number: NUMBER, container_status: 'full' }],
      'container_stays.ndjson': [line],
    });
    expect(await stay()).toMatchObject({ ...WEIGHT, vgm_source: 'weighbridge', vgm_differs: true });
  });
});

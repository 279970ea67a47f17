import { aBill, aBooking, aChassis, aContainerType, keyOf } from '../factories/cargo';
import {
  aContainerInYard,
  aNewContainer,
  aPreAdvice,
  aVisit,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import {
  aConsignee,
  aShippingLine,
  aTruck,
  aTruckDriver,
  aTruckingCompany,
  limitedTo,
} from '../factories/parties';
import { aHold } from '../factories/holds';
import { aVoyage } from '../factories/voyages';
import type { Body } from '../factories/record';
import type { Answer, Client } from '../setup/client';
import { atOnce } from '../setup/meanwhile';
import { allPublished } from '../setup/events';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const FIELD = 'purposes.0.cargo.container_number';
const collected = (number: string) =>
  `Container '${number}' cannot be collected with what you named. Name its bill or its booking.`;
const brought = (number: string) => `Container '${number}' cannot be brought with what you named.`;
const forNobody = (number: string) => `${brought(number)} Name its booking or its shipping line.`;

describe('a haulier', () => {
  const service = useService();
  let client: Client;
  let haulier: Client;
  let bill: Body;
  let booking: Body;
  const query = (text: string) => service.current.query(text, [client.organization_id]);
  const refusalOf = ({ status, body }: Answer) => [status, body.code, body.error];
  const announced = (purposes: object[], body: object = {}) =>
    haulier.post('/pre_advices', { truck: 'OWN-1', purposes, ...body });

  beforeEach(async () => {
    client = await service.current.organization({ party_pick_up: 'reference' });
    await aTruckingCompany(client, { code: 'OWN', name: 'Estuary Haulage' });
    await aTruckingCompany(client, { code: 'FRG', name: 'Other Haulage' });
    await aTruck(client, { license_plate: 'OWN-1', trucking_company: 'OWN' });
    await aTruck(client, { license_plate: 'FRG-1', trucking_company: 'FRG' });
    await aTruckDriver(client, { license_number: 'DL-OWN', trucking_company: 'OWN' });
    await aTruckDriver(client, { license_number: 'DL-FRG', trucking_company: 'FRG' });
    bill = await aBill(client, 'M-1');
    booking = await aBooking(client);
    await aContainerInYard(client, {
      number: NUMBER,
      goods: 'Coffee',
      bill_of_ladings: [keyOf(bill)],
      booking: booking.number,
    });
    haulier = await limitedTo(client, { type: 'trucking_company', key: 'OWN' });
  });

  describe('that collects a container', () => {
    it.each(['pre_advices', 'appointments'])(
      'names one of its bills, or its booking, in %s',
      async (list) => {
        const sees = async () => (await haulier.get(`/containers/${NUMBER}`)).status;
        for (const proof of [{ bill_of_lading: bill.number }, { booking: booking.number }]) {
          expect(await sees()).toBe(404);
          const { status, body } = await haulier.post(`/${list}`, {
            truck: 'OWN-1',
            purposes: [pickUp(NUMBER, proof)],
          });
          const advice = body.appointment ?? body;
          expect([status, advice.trucking_company]).toEqual([201, expect.objectContaining({ code: 'OWN' })]);
          expect(await sees()).toBe(200);
          const path =
            list === 'appointments'
              ? `/appointments/${advice.number}`
              : `/pre_advices/${advice.advice_number}`;
          if (list === 'appointments')
            expect((await haulier.post(`${path}/cancel`, { reason: 'No truck' })).status).toBe(200);
          else expect((await haulier.delete(path)).status).toBe(200);
        }
        expect(await sees()).toBe(404);
      },
    );

    it('is shown beforehand what it has to name', async () => {
      const needs = async () => (await haulier.get(`/containers/${NUMBER}/availability`)).body.needs;
      const first = await announced([pickUp(NUMBER, { bill_of_lading: bill.number })]);
      expect(first.status).toBe(201);
      expect(await needs()).toEqual(['bill_of_lading', 'booking']);
      const tried = await haulier.post('/pre_advices', { truck: 'OWN-1', purposes: [pickUp(NUMBER)] });
      expect(refusalOf(tried)).toEqual([
        422,
        'pick_up_not_allowed',
        expect.stringContaining(collected(NUMBER)),
      ]);
      await client.patch(`/containers/${NUMBER}`, { booking: null });
      expect(await needs()).toEqual(['bill_of_lading']);
      const { body } = await client.get(`/availability?container_numbers=${NUMBER}`);
      expect(body.availabilities[0].needs).toEqual([]);
    });

    it('is refused in one sentence, whatever is wrong', async () => {
      const other = await aBill(client, 'M-2');
      const [wrong, gone] = ['WHAU4119542', 'WHAU4195162'];
      await aContainerInYard(client, { number: wrong, bill_of_ladings: [keyOf(other)] });
      await aContainerInYard(client, { number: gone, bill_of_ladings: [keyOf(bill)] });
      await client.patch(`/containers/${gone}`, { current_location_type: 'Other' });
      const tries: [string, object][] = [
        ['WHAU9999990', { bill_of_lading: bill.number }],
        [NUMBER, {}],
        [NUMBER, { bill_of_lading: other.number }],
        [NUMBER, { bill_of_lading: 'NEVER' }],
        [NUMBER, { booking: 'NEVER' }],
        [NUMBER, { booking: (await aBooking(client)).number }],
        [NUMBER, { bill_of_lading: `${bill.number}`.slice(0, -1) }],
        [wrong, { bill_of_lading: bill.number }],
        [gone, { bill_of_lading: bill.number }],
      ];
      for (const [at, [number, proof]] of tries.entries()) {
        const list = at % 2 ? 'pre_advices' : 'appointments';
        const { status, body } = await haulier.post(`/${list}`, {
          truck: 'OWN-1',
          purposes: [pickUp(number, proof)],
        });
        expect([status, body]).toEqual([
          422,
          {
            error: collected(number),
            code: 'pick_up_not_allowed',
            params: { container: number },
            errors: { [FIELD]: [collected(number)] },
          },
        ]);
      }
      expect((await haulier.get('/pre_advices')).body.pre_advices).toEqual([]);
    });

    it('may learn of another appointment for it, but not which', async () => {
      await client.create('/appointments', { number: 'AP-FRG', truck: 'FRG-1', purposes: [pickUp(NUMBER)] });
      const { status, body } = await haulier.post('/appointments', {
        truck: 'OWN-1',
        purposes: [pickUp(NUMBER, { bill_of_lading: bill.number })],
      });
      expect([status, body.error]).toEqual([422, `Container '${NUMBER}' has an open appointment already.`]);
      expect(JSON.stringify(body)).not.toContain('AP-FRG');
    });

    it('guesses ten times an hour at most, over all that it names', async () => {
      const guess = (n = 1) =>
        announced(Array.from({ length: n }, (_, at) => pickUp(`WHAU70000${at}0`, { bill_of_lading: 'X' })));
      for (let at = 0; at < 5; at++) expect((await guess()).status).toBe(422);
      expect((await announced([pickUp(NUMBER, { bill_of_lading: bill.number })])).status).toBe(201);
      expect((await haulier.post('/trucks', { truck: { license_plate: 'FRG-1' } })).status).toBe(422);
      expect((await guess(4)).status).toBe(422);
      const { status, body, headers } = await guess();
      expect([status, body.code, body.error]).toEqual([
        429,
        'too_many_guesses',
        'Too many containers were named that cannot be collected: wait as long as Retry-After says.',
      ]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
      // what is right as well, by any token of the party, until the hour is over
      const right = () => announced([pickUp(NUMBER, { bill_of_lading: bill.number })]);
      expect((await right()).status).toBe(429);
      haulier = await limitedTo(client, { type: 'trucking_company', key: 'OWN' });
      expect((await right()).status).toBe(429);
      expect((await haulier.get('/pre_advices')).status).toBe(200);
      await query(`UPDATE party_guesses SET since = since - interval '1 hour' WHERE organization_id = $1`);
      expect((await right()).status).toBe(201);
      // eleven of one request are not shown one by one
      expect((await guess(11)).body.code).toBe('too_many_guesses');
    });

    it('counts guesses of other numbers that open something', async () => {
      const empty = (number: string) => ({
        purpose_type: 'pick up',
        cargo: { cargo_type: 'container', container_status: 'empty' },
        booking: number,
      });
      const order = (number: string) => ({
        purpose_type: 'pick up',
        cargo: { cargo_type: 'general cargo' },
        delivery_order: number,
      });
      const chassis = (number: string) => ({
        purpose_type: 'pick up',
        cargo: { cargo_type: 'chassis', chassis_number: number },
      });
      expect((await announced([empty(booking.number as string)])).status).toBe(201);
      expect((await announced([chassis((await aChassis(client)).number as string)])).status).toBe(201);
      expect(
        (await announced([{ purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' } }])).body,
      ).toEqual({
        error: 'Delivery order is required.',
        code: 'invalid',
        errors: { 'purposes.0.delivery_order': ['is required'] },
      });
      for (const purpose of [empty('NEVER'), order('NEVER'), chassis('NEVER')])
        expect(refusalOf(await announced([purpose]))).toEqual([
          422,
          'unknown_reference',
          expect.stringContaining("'NEVER' is unknown."),
        ]);
      const [counted] = await service.current.query(
        'SELECT guesses FROM party_guesses WHERE organization_id = $1',
        [client.organization_id],
      );
      expect(counted).toEqual({ guesses: 3 });
    });
  });

  describe('that brings a container', () => {
    let cargo: Body;
    beforeEach(async () => {
      const line = await aShippingLine(client);
      cargo = {
        cargo_type: 'container',
        container_number: 'WHAU4195162',
        container_type: (await aContainerType(client)).code,
        container_status: 'empty',
        shipping_line: line.code,
      };
    });

    it('sees the stay that it opens, and brings it again', async () => {
      const { status, body } = await announced([dropOff(cargo)]);
      expect(status).toBe(201);
      expect((await haulier.get('/containers/WHAU4195162')).status).toBe(200);
      const again = await haulier.patch(`/pre_advices/${body.advice_number}`, { purposes: [dropOff(cargo)] });
      expect(again.status).toBe(200);
      // one that was here before
      expect((await client.delete(`/pre_advices/${body.advice_number}`)).status).toBe(200);
      expect((await haulier.get('/containers/WHAU4195162')).status).toBe(404);
      expect((await announced([dropOff(cargo)])).status).toBe(201);
    });

    it('learns nothing of a container that was here before, nor its type until it comes', async () => {
      const [voyage, before] = [await aVoyage(client), await aShippingLine(client)];
      const known = {
        number: 'WHAU4195162',
        shipping_line: before.code,
        goods: 'Tea',
        weight: 7,
        seals: ['S-1'],
      };
      const { code: type } = await aContainerType(client, { size: 45, is_reefer: true, is_high_cube: true });
      const reefer = { container_type: type, operating_reefer: true, reefer_temperature: 4 };
      await aContainerInYard(client, { ...known, ...reefer });
      const left = { current_location_type: 'Voyage', current_location: voyage.number };
      expect((await client.patch('/containers/WHAU4195162', left)).status).toBe(200);
      expect((await announced([dropOff(cargo)])).status).toBe(201);
      const { container } = (await haulier.get('/containers/WHAU4195162')).body;
      expect(container).toMatchObject({
        container_status: 'empty',
        shipping_line: { code: cargo.shipping_line },
        weight: null,
        operating_reefer: false,
        reefer_temperature: null,
        current_location_type: null,
        current_location: null,
        location: null,
        container_type: null,
        size: null,
        is_reefer: null,
        is_high_cube: null,
      });
      const { stays } = (await haulier.get('/containers/WHAU4195162/stays')).body;
      expect(stays).toMatchObject([
        { status: 'announced', location: null, container_type: null, size: null, is_reefer: null },
      ]);
      const { body } = await haulier.get('/containers/WHAU4195162/availability');
      expect(body.location).toBeNull();
      const found = async (filter: string) =>
        (await haulier.get(`/containers?${filter}`)).body.containers.length;
      expect(await found(`shipping_line=${before.code}`)).toBe(0);
      expect(await found('container_status=full')).toBe(0);
      const listed = async (filters: string[]) => {
        const numbers: number[] = [];
        for (const filter of filters)
          for (const list of ['containers', 'container_stays'])
            numbers.push((await haulier.get(`/${list}?${filter}`)).body[list].length);
        return numbers;
      };
      expect(await listed([`container_type=${type}`, 'size=45', 'is_reefer=true'])).toEqual([
        0, 0, 0, 0, 0, 0,
      ]);
      await allPublished(client);
      const heard = (await haulier.get('/events?per=100')).body.events as Body[];
      const ofBox = heard.filter(({ subject }) => /^container(_stay)?$/.test(subject?.type));
      expect(ofBox.length).toBeGreaterThan(0);
      expect(JSON.stringify(ofBox)).not.toContain(type);
      const { pre_advices } = (await haulier.get('/pre_advices')).body;
      await aVisit(client, { pre_advice_number: pre_advices[0].advice_number });
      await gateOut(client, 'OWN-1', { complete_interchanges: true });
      expect((await haulier.get('/containers/WHAU4195162')).body.container).toMatchObject({
        container_type: { code: cargo.container_type },
      });
      expect(await listed([`container_type=${cargo.container_type}`])).toEqual([1, 1]);
      const { movements } = (await haulier.get('/movements')).body;
      expect(movements).toMatchObject([{ movement_type: 'gate_in', from_location: null }]);
      await allPublished(client);
      const { events } = (await haulier.get('/events?per=100')).body;
      const given = events.filter(({ type }: { type: string }) => !type.startsWith('voyage.'));
      const texts = [container, stays, body, movements, given];
      for (const secret of [before.code, voyage.number, 'Tea', 'S-1'])
        expect(JSON.stringify(texts)).not.toContain(`"${secret}"`);
    });

    it('learns nothing of what others stated of a container that has no stay', async () => {
      const line = await aShippingLine(client);
      const { number } = await aBooking(client, { shipping_line: line.code });
      const stated = { ...cargo, container_status: 'full', shipping_line: line.code };
      const { body } = await client.post('/pre_advices', {
        truck: 'OWN-1',
        purposes: [dropOff(stated, { booking: number })],
      });
      expect((await client.get('/containers/WHAU4195162')).body.container.booking).toMatchObject({ number });
      expect((await client.delete(`/pre_advices/${body.advice_number}`)).status).toBe(200);
      expect((await announced([dropOff(cargo)])).status).toBe(201);
      expect((await haulier.get('/containers/WHAU4195162')).body.container).toMatchObject({
        container_status: 'empty',
        shipping_line: { code: cargo.shipping_line },
        booking: null,
        weight: null,
      });
      expect((await haulier.get(`/containers?booking_number=${number}`)).body.containers).toEqual([]);
    });

    it('gives its container back what was known of it when the announcement goes', async () => {
      const before = await aShippingLine(client);
      await aContainerInYard(client, { number: 'WHAU4195162', shipping_line: before.code });
      await client.patch('/containers/WHAU4195162', { current_location_type: 'TrainVisit' });
      const { body } = await announced([dropOff(cargo)]);
      expect((await haulier.delete(`/pre_advices/${body.advice_number}`)).status).toBe(200);
      expect((await client.get('/containers/WHAU4195162')).body.container).toMatchObject({
        container_status: 'full',
        shipping_line: { code: before.code },
      });
    });

    it('names a booking, whose line it is then of, or the line', async () => {
      const line = await aShippingLine(client);
      const { number } = await aBooking(client, { shipping_line: line.code });
      const { shipping_line: _, ...without } = { ...cargo, container_status: 'full' };
      const neither = [422, 'drop_off_not_allowed', forNobody('WHAU4195162')];
      expect(refusalOf(await announced([dropOff(without)]))).toEqual(neither);
      const { status, body } = await announced([dropOff(without, { booking: number })]);
      expect([status, body.purposes[0].cargo_details.shipping_line]).toEqual([201, line.code]);
      expect((await haulier.get('/containers/WHAU4195162')).body.container).toMatchObject({
        shipping_line: { code: line.code },
        booking: { number },
      });
      // the same of one that was here before
      await aContainerInYard(client, { number: 'WHAU4119542' });
      await client.patch('/containers/WHAU4119542', { current_location_type: 'TrainVisit' });
      const known = { ...without, container_number: 'WHAU4119542' };
      expect(refusalOf(await announced([dropOff(known)]))).toEqual([
        422,
        neither[1],
        forNobody('WHAU4119542'),
      ]);
      // the terminal may leave out both
      expect((await client.post('/pre_advices', { truck: 'OWN-1', purposes: [dropOff(known)] })).status).toBe(
        201,
      );
    });

    it('is refused where it is announced or here for others', async () => {
      await aPreAdvice(client, { truck: 'FRG-1', purposes: [dropOff(cargo)] });
      for (const number of ['WHAU4195162', NUMBER])
        expect(refusalOf(await announced([dropOff({ ...cargo, container_number: number })]))).toEqual([
          422,
          'drop_off_not_allowed',
          brought(number),
        ]);
      expect((await haulier.get('/containers')).body.containers).toEqual([]);
    });

    it.each([false, true])(
      'is the first of two that announce it at once (known before: %s)',
      async (isKnown) => {
        if (isKnown) {
          await aNewContainer(client, { container_number: 'WHAU4195162' });
          const { pre_advices } = (await client.get('/pre_advices')).body;
          for (const { advice_number } of pre_advices) await client.delete(`/pre_advices/${advice_number}`);
        }
        const other = await limitedTo(client, { type: 'trucking_company', key: 'FRG' });
        const answers = await atOnce(service.current, [
          () => announced([dropOff(cargo)]),
          () => other.post('/pre_advices', { truck: 'FRG-1', purposes: [dropOff(cargo)] }),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
        const lists = [await haulier.get('/containers'), await other.get('/containers')];
        expect(lists.map(({ body }) => body.containers.length).sort()).toEqual([0, 1]);
      },
    );
  });

  it('announces for its company, with its trucks and drivers', async () => {
    const { body } = await announced([], { truck_driver: 'DL-OWN' });
    expect(body).toMatchObject({ trucking_company: { code: 'OWN' }, truck: 'OWN-1' });
    for (const [field, value] of [
      ['truck', 'FRG-1'],
      ['truck_driver', 'DL-FRG'],
      ['trucking_company', 'FRG'],
    ] as const) {
      const { status, body: refused } = await announced([], { [field]: value });
      const { body: never } = await announced([], { [field]: 'NEVER' });
      expect([status, JSON.stringify(refused).replaceAll(value, 'NEVER')]).toEqual([
        422,
        JSON.stringify(never),
      ]);
    }
    // what others made for it
    const advice = await aPreAdvice(client, { truck: 'OWN-1', comments: 'By the desk' });
    const path = `/pre_advices/${advice.advice_number}`;
    expect((await haulier.patch(path, { truck_driver: 'DL-OWN' })).body.trucking_company).toMatchObject({
      code: 'OWN',
    });
    expect((await haulier.delete(path)).status).toBe(200);
    const foreign = await aPreAdvice(client, { truck: 'FRG-1' });
    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await haulier.send(method, `/pre_advices/${foreign.advice_number}`, {})).status).toBe(404);
    // events tell all of it to the terminal
    await allPublished(client);
    const { events } = (await client.get('/events?types[]=pre_advice.updated')).body;
    expect(events[0].data).toMatchObject({ comments: 'By the desk' });
  });

  it('says which company where the token is limited to several, and is one', async () => {
    haulier = await limitedTo(
      client,
      { type: 'trucking_company', key: 'OWN' },
      { type: 'trucking_company', key: 'FRG' },
    );
    expect(refusalOf(await announced([]))).toEqual([
      422,
      'party_ambiguous',
      'Say for which of your parties: trucking_company.',
    ]);
    expect((await announced([], { trucking_company: 'OWN' })).status).toBe(201);
    expect(refusalOf(await haulier.post('/trucks', { truck: { license_plate: 'NEW-1' } }))[1]).toBe(
      'party_ambiguous',
    );
    const { name } = await aConsignee(client);
    haulier = await limitedTo(client, { type: 'consignee', key: name });
    for (const answer of [
      await announced([]),
      await haulier.post('/trucks', { truck: { license_plate: 'NEW-1' } }),
    ])
      expect(refusalOf(answer).slice(0, 2)).toEqual([403, 'not_for_parties']);
  });

  it.each([
    ['trucks', 'license_plate', 'This truck cannot be added: ask the terminal.', 'is_mule', true],
    ['truck_drivers', 'license_number', 'This driver cannot be added: ask the terminal.', 'remarks', 'Good'],
  ])('adds and changes its %s', async (list, key, sentence, closed, value) => {
    const wrap = (body: object) => (list === 'trucks' ? { truck: body } : body);
    const known = list === 'trucks' ? ['OWN-1', 'FRG-1'] : ['DL-OWN', 'DL-FRG'];
    const post = (body: object) => haulier.post(`/${list}`, wrap(body));
    const { status, body } = await post({ [key]: 'NEW-1' });
    expect(status).toBe(201);
    const shown = (await client.get(`/${list}/${list === 'trucks' ? 'NEW-1' : body.truck_driver.id}`)).body;
    expect(JSON.stringify(shown)).toContain('Estuary Haulage');
    expect(refusalOf(await post({ [key]: known[1] }))).toEqual([422, 'taken', sentence]);
    const own = refusalOf(await post({ [key]: known[0] }));
    expect([own[1], own[2]]).toEqual(['taken', expect.not.stringContaining('ask the terminal')]);
    expect(refusalOf(await post({ [key]: 'NEW-2', trucking_company: 'FRG' }))[1]).toBe('unknown_reference');
    const path = `/${list}/NEW-1`;
    for (const field of [closed, 'active', 'allowed_until', 'number'])
      for (const answer of [
        await post({
          [key]: 'NEW-2',
          [field]: field === closed ? value : field === 'active' ? true : '2030-01-01',
        }),
        await haulier.patch(
          path,
          wrap({ [field]: field === closed ? value : field === 'active' ? true : '2030-01-01' }),
        ),
      ])
        expect(refusalOf(answer)).toEqual([
          422,
          'field_not_open',
          `${field} cannot be set by tokens that are limited to parties.`,
        ]);
    expect(refusalOf(await haulier.patch(path, wrap({ trucking_company: 'OWN' })))[1]).toBe('field_not_open');
    expect((await haulier.patch(path, wrap({ [key]: 'NEW-3' }))).status).toBe(200);
    expect(refusalOf(await haulier.patch(`/${list}/NEW-3`, wrap({ [key]: known[1] })))).toEqual([
      422,
      'taken',
      sentence,
    ]);
    expect((await haulier.patch(`/${list}/${known[1]}`, wrap({}))).status).toBe(404);
  });

  it('learns of availability what is its own, and never who else comes', async () => {
    const consignee = await aConsignee(client);
    await client.patch(`/containers/${NUMBER}`, { consignee: consignee.name });
    const owner = await limitedTo(client, { type: 'consignee', key: consignee.name });
    await aHold(client, NUMBER);
    const [{ hold_type }] = (await client.get(`/containers/${NUMBER}/availability`)).body.holds;
    await aPreAdvice(client, { truck: 'FRG-1', purposes: [pickUp(NUMBER)] });
    const path = `/containers/${NUMBER}/availability`;
    const whole = (await client.get(path)).body;

    const [foreign, none] = [await haulier.get(path), await haulier.get('/containers/NEVER/availability')];
    expect([foreign.status, JSON.stringify(foreign.body).replaceAll(NUMBER, 'NEVER')]).toEqual([
      404,
      JSON.stringify(none.body),
    ]);
    const several = async (of: Client) =>
      (await of.get(`/availability?container_numbers[]=${NUMBER}&container_numbers[]=NEVER`)).body
        .availabilities;
    const [theirs, never] = await several(haulier);
    expect({ ...theirs, as_of: 0 }).toEqual(
      JSON.parse(JSON.stringify({ ...never, as_of: 0 }).replaceAll('NEVER', NUMBER)),
    );

    const { body } = await owner.get(path);
    expect(body).toMatchObject({
      available: whole.available,
      reasons: [
        {
          code: 'held',
          sentence: `Container ${NUMBER} is held.`,
          params: { container: NUMBER },
          source: null,
          action: null,
        },
      ],
      holds: [{ hold_type: 'On hold', reference_number: null }],
      location: { type: 'Terminal' },
      announced: { pre_advice: null, appointment: null, truck_visit: null, announced_by_others: true },
      buried_by: null,
    });
    await announced([pickUp(NUMBER, { bill_of_lading: bill.number })]);
    const { body: carried } = await haulier.get(path);
    expect(carried).toMatchObject({
      available: whole.available,
      announced: { pre_advice: { number: expect.any(String) }, appointment: null, truck_visit: null },
      last_free_day: null,
      paid_through: null,
    });
    expect(carried.announced).not.toHaveProperty('announced_by_others');
    expect(JSON.stringify([body, carried])).not.toContain('FRG');
    expect(JSON.stringify([body, carried])).not.toContain(hold_type);
  });

  it('has its visits after it came, and keeps what it collected', async () => {
    const { advice_number } = (await announced([pickUp(NUMBER, { bill_of_lading: bill.number })])).body;
    await aVisit(client, { pre_advice_number: advice_number });
    expect((await gateOut(client, 'OWN-1')).status).toBe(200);
    expect((await haulier.get('/container_stays')).body.container_stays).toMatchObject([
      { container: { number: NUMBER }, status: 'departed' },
    ]);
  });
});

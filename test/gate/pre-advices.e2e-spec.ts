import crypto from 'node:crypto';
import {
  aBill,
  aBooking,
  aChassis,
  aContainerType,
  aDeliveryOrder,
  keyOf,
  shownContainer,
} from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisit,
  dropOff,
  pickUp,
} from '../factories/gate';
import { aShippingLine, aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import type { Client } from '../setup/client';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const PATH = '/pre_advices';

describe('pre-advices', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('creates one with every field, shows it and answers both alike', async () => {
    const company = await aTruckingCompany(client, { name: 'Estuary Haulage' });
    const driver = await aTruckDriver(client, {
      number: 'D-101',
      firstname: 'Anneke',
      lastname: 'Vroom',
      twic: 'TW1',
      email: 'a@v.example',
      date_of_birth: '1987-04-12',
      telephone_number: '1',
      remarks: 'r',
      allowed_until: '2999-01-01',
      trucking_company: company.code,
    });
    const truck = await aTruck(client, { license_plate: 'WH-472-B', trucking_company: company.code });
    const type = await aContainerType(client, { code: '40HC' });
    const { code: line } = await aShippingLine(client, { code: 'WHA' });
    const booking = await aBooking(client, { number: 'WHA331057' });
    const answer = await client.as('write').post(`${PATH}.json`, {
      advice_number: 'PA-1',
      truck: 'wh472 b',
      truck_driver_id: String(driver.id),
      truck_driver: 'ignored',
      trucking_company: 'Estuary Haulage',
      comments: 'Weighed',
      expected_at: '2026-11-23T08:30:00+01:00',
      purposes: [
        {
          purpose_type: 'drop_off',
          cargo: {
            cargo_type: 'container',
            container_number: 'whau 4195162',
            container_type: type.code,
            container_status: 'full',
            shipping_line: line,
            goods: 'Malt in bags',
            container_usage: 'export',
            weight: 23840.5,
          },
          booking: booking.number,
          interchange: { seals: 'NL1, NL2', weight: 26000.25 },
        },
      ],
    });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).slice(0, 6)).toEqual(
      ['advice_number', 'truck', 'truck_driver', 'comments', 'expected_at', 'purposes'], // the contract's order
    );
    expect(answer.body).toEqual({
      advice_number: 'PA-1',
      truck: truck.license_plate,
      truck_driver: {
        id: driver.id,
        fullname: 'Anneke Vroom',
        license_number: driver.license_number,
        twic: 'TW1',
        number: 'D-101',
        active: true,
        date_of_birth: '1987-04-12',
        telephone_number: '1',
        email: 'a@v.example',
        remarks: 'r',
        trucking_company: 'Estuary Haulage',
        allowed_until: '2999-01-01',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      comments: 'Weighed',
      expected_at: '2026-11-23T07:30:00.000Z',
      purposes: [
        {
          purpose_type: 'drop off',
          cargo: 'WHAU4195162',
          booking: 'WHA331057',
          booking_line: 1,
          release: null,
          bill_of_lading: null,
          delivery_order: null,
          dock_receipt: null,
          interchange: { seals: 'NL1, NL2', weight: 26000.25 },
          cargo_details: {
            cargo_type: 'container',
            container_number: 'WHAU4195162',
            container_type: '40HC',
            container_status: 'full',
            container_usage: 'export',
            shipping_line: 'WHA',
            goods: 'Malt in bags',
            weight: 23840.5,
            chassis_number: null,
          },
        },
      ],
      id: expect.any(Number),
      trucking_company: { id: company.id, name: 'Estuary Haulage', code: company.code },
      used_at: null,
      truck_visit_id: null,
      truck_visit: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await client.get(`${PATH}/PA-1.json`)).body).toEqual(answer.body);
    expect(await shownContainer(client, 'WHAU4195162')).toMatchObject({
      number: 'WHAU4195162',
      meets_iso_standards: true,
      container_type: { code: '40HC' },
      shipping_line: { code: 'WHA' },
      container_status: 'full',
      goods: 'Malt in bags',
      usage: 'export',
      weight: 23840.5,
      booking: { number: 'WHA331057' },
      current_location_type: null,
      current_location: null,
    });
  });

  it('creates a number of PA and 8 digits', async () => {
    const numbers = new Set<string>();
    for (let at = 0; at < 3; at++) numbers.add((await aPreAdvice(client)).advice_number);
    expect(numbers.size).toBe(3);
    for (const number of numbers) expect(number).toMatch(/^PA\d{8}$/);
  });

  it.each([
    ['/pre_advices', 'pre_advice', 'advice_number', 'PA00000007', 'PA00000008', 'Advice number'],
    ['/appointments', 'appointment', 'number', 'AP0000000007', 'AP0000000008', 'Number'],
  ])('makes another number in %s where one is taken, but not of one that was sent', async (path, ...of) => {
    const [record, field, first, second, called] = of;
    await client.patch('/organization', { pre_advice_truck_required: false });
    const random = jest.spyOn(crypto, 'randomInt').mockImplementation(() => 7);
    try {
      const make = async () => {
        const made = await client.create(path, { expected_at: '2026-12-01T08:00:00Z' });
        return (made[record] ?? made)[field];
      };
      const numbers = [await make()];
      random
        .mockImplementationOnce(() => 7)
        .mockImplementationOnce(() => 7)
        .mockImplementation(() => 8);
      numbers.push(await make());
      expect(numbers).toEqual([first, second]);
    } finally {
      random.mockRestore();
    }
    const { status, body } = await client.post(path, { [field]: first });
    expect([status, body]).toEqual([
      422,
      {
        error: `${called} is already taken.`,
        code: 'taken',
        params: expect.any(Object),
        errors: { [field]: [`${called} is already taken.`] },
      },
    ]);
  });

  it('changes what is sent though its truck is not active any more', async () => {
    const { license_plate: truck } = await aTruck(client);
    const { advice_number } = await aPreAdvice(client, { truck });
    await client.patch(`/trucks/${truck}`, { truck: { active: false } });
    const change = (body: object) => client.patch(`/pre_advices/${advice_number}`, body);
    expect(await change({ comments: 'Late' })).toMatchObject({ status: 200, body: { comments: 'Late' } });
    const { license_plate: other } = await aTruck(client, { active: false });
    expect((await change({ truck: other })).body.error).toBe(`Truck '${other}' is not active.`);
  });

  it('takes a number once', async () => {
    await aPreAdvice(client, { advice_number: 'ABCD' });
    const { license_plate: truck } = await aTruck(client);
    const answer = await client.post(PATH, { advice_number: 'ABCD', truck });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: 'Advice number is already taken.',
      code: 'taken',
      params: expect.any(Object),
      errors: { advice_number: ['Advice number is already taken.'] },
    });
    const race = await timesAtOnce(service.current, 4, () =>
      client.post(PATH, { advice_number: 'RACE', truck }),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect((await client.post(PATH, { advice_number: 'ABC', truck })).body.errors).toEqual({
      advice_number: ['must be at least 4 characters long'],
    });
    expect((await client.post(PATH, { advice_number: '    ', truck })).body.errors).toEqual({
      advice_number: ['must not be blank'],
    });
  });

  describe('truck, driver and company', () => {
    it('requires the truck where the organization does', async () => {
      expect((await client.post(PATH, {})).body).toEqual({
        error: 'Truck is required.',
        code: 'invalid',
        errors: { truck: ['is required'] },
      });
      const lenient = await service.current.organization({ pre_advice_truck_required: false });
      const preAdvice = await lenient.create(PATH, {});
      expect(preAdvice).toMatchObject({ truck: null, truck_driver: null, purposes: [] });
      expect((await lenient.post(PATH, { truck: 'NO-1' })).status).toBe(422);
    });

    it.each([
      ['an unknown truck', 'truck', 'NO-1', "Truck 'NO-1' is unknown."],
      ['an inactive truck', 'truck', 'OFF-1', "Truck 'OFF-1' is not active."],
      ['an unknown driver by id', 'truck_driver_id', 99, "Truck driver id '99' is unknown."],
      ['an unknown driver by license', 'truck_driver', 'X', "Truck driver 'X' is unknown."],
      ['an unknown company', 'trucking_company', 'X', "Trucking company 'X' is unknown."],
    ])('refuses %s', async (_what, field, value, sentence) => {
      const { license_plate: truck } = await aTruck(client);
      await aTruck(client, { license_plate: 'OFF-1', active: false });
      const answer = await client.post(PATH, { truck, [field]: value });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        error: sentence,
        ...(sentence.endsWith('unknown.')
          ? { code: 'unknown_reference', params: { what: field, key: String(value) } }
          : { code: 'not_active', params: { truck: value } }),
        records: [{ type: field.replace('_id', ''), key: String(value) }],
        errors: { [field]: [sentence] },
      });
    });

    it.each([
      ['takes the company of the truck, by name', { truck: 'OF-1', trucking_company: 'Number One' }, 201],
      ['takes the company of the truck, by code', { truck: 'OF-1', trucking_company: 'ONE' }, 201],
      ['takes any company for a truck of none', { truck: 'FREE', trucking_company: 'TWO' }, 201],
      ['takes any driver for a truck of none', { truck: 'FREE', truck_driver: 'DL-2' }, 201],
      ['refuses another company than the truck’s', { truck: 'OF-1', trucking_company: 'TWO' }, 422],
      [
        'refuses another company than the driver’s',
        { truck: 'FREE', truck_driver: 'DL-2', trucking_company: 'ONE' },
        422,
      ],
      ['refuses a driver of another company than the truck’s', { truck: 'OF-1', truck_driver: 'DL-2' }, 422],
    ])('%s', async (_what, body, status) => {
      await aTruckingCompany(client, { code: 'ONE', name: 'Number One' });
      await aTruckingCompany(client, { code: 'TWO' });
      await aTruck(client, { license_plate: 'FREE' });
      await aTruck(client, { license_plate: 'OF-1', trucking_company: 'ONE' });
      await aTruckDriver(client, { license_number: 'DL-2', trucking_company: 'TWO' });
      expect((await client.post(PATH, body)).status).toBe(status);
    });
  });

  describe('purposes', () => {
    let truck: string;
    beforeEach(async () => (truck = (await aTruck(client)).license_plate));
    const create = (...purposes: unknown[]) => client.post(PATH, { truck, purposes });

    it.each([
      [{ purpose_type: 'drop off', cargo: { cargo_type: 'chassis' } }, 'cargo.chassis_number'],
      [{ purpose_type: 'pick up', cargo: { cargo_type: 'chassis' } }, 'cargo.chassis_number'],
      [{ cargo: { cargo_type: 'general cargo' } }, 'purpose_type'],
      [{ purpose_type: 'drop off' }, 'cargo'],
      [{ purpose_type: 'drop off', cargo: {} }, 'cargo.cargo_type'],
      [
        { purpose_type: 'drop off', cargo: { cargo_type: 'container', container_number: 'A' } },
        'cargo.container_status',
      ],
      [
        { purpose_type: 'drop_off', cargo: { cargo_type: 'container', container_status: 'full' } },
        'cargo.container_number',
      ],
      [
        {
          purpose_type: 'drop off',
          cargo: { cargo_type: 'container', container_status: 'empty', container_number: ' ' },
        },
        'cargo.container_number',
      ],
      [
        { purpose_type: 'pick up', cargo: { cargo_type: 'container', container_status: 'full' } },
        'cargo.container_number',
      ],
      [
        { purpose_type: 'pick_up', cargo: { cargo_type: 'container', container_status: 'empty' } },
        'cargo.container_number',
      ],
    ])('refuses %j', async (purpose, field) => {
      const answer = await create(
        { purpose_type: 'drop off', cargo: { cargo_type: 'general_cargo' } },
        purpose,
      );
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ [`purposes.1.${field}`]: ['is required'] });
    });

    it('refuses unknown words', async () => {
      const answer = await create({
        purpose_type: 'DROP OFF',
        cargo: { cargo_type: 'container', container_status: 'half', container_usage: 'x', weight: -1 },
      });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors).sort()).toEqual([
        'purposes.0.cargo.container_status',
        'purposes.0.cargo.container_usage',
        'purposes.0.cargo.weight',
        'purposes.0.purpose_type',
      ]);
    });

    it.each([[{}], [[1]], [[null]], ['x']])('refuses %j as purposes', async (purposes) => {
      expect((await client.post(PATH, { truck, purposes })).body.errors).toHaveProperty('purposes');
    });

    it('need the type and the line of a new container', async () => {
      const cargo = { cargo_type: 'container', container_number: 'NEWU1', container_status: 'empty' };
      const answer = await create(dropOff(cargo));
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({
        'purposes.0.cargo.container_type': ['is required for a new container'],
        'purposes.0.cargo.shipping_line': ['is required for a new container'],
      });
      expect((await client.get('/containers/NEWU1')).status).toBe(404);
    });

    it('add missing facts to a known container, and change none', async () => {
      const onBoard = { current_location_type: 'Other', current_location: null };
      const owner = await aShippingLine(client, { code: 'OWN' });
      const known = { container_status: 'full', usage: 'import', shipping_line: owner.code, goods: 'Coffee' };
      const container = await aContainerInYard(client, { ...onBoard, ...known });
      const { number: booking } = await aBooking(client);
      const cargo = await aNewContainer(client, {
        container_number: container.number,
        container_status: 'empty',
        container_usage: 'export',
        goods: 'Scrap',
        weight: 2200,
      });
      const { body } = await create(dropOff(cargo, { booking, interchange: { seals: 'S1' } }));
      const announced = {
        id: container.id,
        ...known,
        shipping_line: { code: 'OWN' },
        seals: [],
        weight: 2200,
        container_type: { code: cargo.container_type },
        booking: { number: booking },
      };
      expect(await shownContainer(client, container.number)).toMatchObject(announced);
      expect((await client.delete(`${PATH}/${body.advice_number}`)).status).toBe(200);
      expect(await shownContainer(client, container.number)).toMatchObject(announced);
    });

    it('converts kilograms to the unit of the organization, but answers them as sent', async () => {
      const pounds = await service.current.organization({ weight_unit: 'lb' });
      const cargo = await aNewContainer(pounds, { weight: 1000 });
      const preAdvice = await aPreAdvice(pounds, {
        purposes: [dropOff(cargo, { interchange: { weight: 1000 } })],
      });
      expect(preAdvice.purposes[0].interchange).toEqual({ seals: null, weight: 1000 });
      expect((await shownContainer(pounds, cargo.container_number)).weight).toBe(2204.622622);
    });

    it('refuses all unknown references at once', async () => {
      const answer = await client.post(PATH, {
        truck: 'NO-1',
        truck_driver: 'NO-2',
        trucking_company: 'NO-3',
      });
      expect([answer.status, answer.body.code]).toEqual([422, 'unknown_reference']);
      expect(answer.body.error).toBe("Truck 'NO-1' is unknown.");
      expect(Object.keys(answer.body.errors)).toEqual(['truck', 'truck_driver', 'trucking_company']);
      expect(answer.body.records).toEqual([
        { type: 'truck', key: 'NO-1' },
        { type: 'truck_driver', key: 'NO-2' },
        { type: 'trucking_company', key: 'NO-3' },
      ]);
    });

    it('refuses unknown references, each at its field', async () => {
      const cargo = await aNewContainer(client);
      const refused = async (purpose: object, field: string, sentence: string) => {
        const answer = await create(purpose);
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual({
          error: sentence,
          code: 'unknown_reference',
          params: expect.any(Object),
          records: [expect.objectContaining({ key: expect.any(String) })],
          errors: { [`purposes.0.${field}`]: [sentence] },
        });
      };
      await refused(
        dropOff({ ...cargo, container_type: 'X' }),
        'cargo.container_type',
        "Container type 'X' is unknown.",
      );
      await refused(
        dropOff({ ...cargo, shipping_line: 'X' }),
        'cargo.shipping_line',
        "Shipping line 'X' is unknown.",
      );
      await refused(dropOff(cargo, { booking: 'X' }), 'booking', "Booking 'X' is unknown.");
      await refused(
        dropOff({ cargo_type: 'chassis', chassis_number: 'X' }),
        'cargo.chassis_number',
        "Chassis 'X' is unknown.",
      );
      await refused(
        { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' }, delivery_order: 'X' },
        'delivery_order',
        "Delivery order 'X' is unknown.",
      );
      await refused(pickUp('XXXU1'), 'cargo.container_number', "Container 'XXXU1' is unknown.");
    });

    it('picks up containers at the terminal, drops off others', async () => {
      const here = await aContainerInYard(client);
      const away = await aContainerInYard(client, { current_location_type: 'Other', current_location: null });
      expect((await create(pickUp(here.number.toLowerCase()))).body.purposes[0].cargo).toBe(here.number);
      const absent = await create(pickUp(away.number));
      expect(absent.status).toBe(422);
      expect(absent.body.error).toBe(`Container '${away.number}' is not at the terminal.`);
      const present = await create(dropOff(await aNewContainer(client, { container_number: here.number })));
      expect(present.status).toBe(422);
      expect(present.body.error).toBe(`Container '${here.number}' is at the terminal already.`);
      expect(present.body.errors).toHaveProperty(['purposes.0.cargo.container_number']);
    });

    it('names a container once', async () => {
      const here = await aContainerInYard(client);
      const answer = await create(pickUp(here.number), pickUp(here.number));
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty(['purposes.1.cargo.container_number']);
    });

    it('picks up an empty by booking without its number', async () => {
      const { number: booking } = await aBooking(client);
      const cargo = { cargo_type: 'container', container_status: 'empty' };
      const answer = await create({ purpose_type: 'pick_up', cargo, booking });
      expect(answer.status).toBe(201);
      expect(answer.body.purposes).toEqual([
        {
          purpose_type: 'pick up',
          cargo: null,
          booking,
          booking_line: null,
          release: null,
          bill_of_lading: null,
          delivery_order: null,
          dock_receipt: null,
          interchange: { seals: null, weight: null },
          cargo_details: expect.objectContaining({ container_number: null, container_status: 'empty' }),
        },
      ]);
    });

    it('takes chassis and general cargo, in the order that they are sent', async () => {
      const { number: chassis_number } = await aChassis(client);
      const { number: delivery_order } = await aDeliveryOrder(client);
      const answer = await create(
        { purpose_type: 'pick up', cargo: { cargo_type: 'general_cargo', goods: 'Pulp' }, delivery_order },
        dropOff({ cargo_type: 'chassis', chassis_number }),
        dropOff({ cargo_type: 'general cargo' }),
      );
      expect(answer.body.purposes).toMatchObject([
        { purpose_type: 'pick up', cargo: delivery_order, delivery_order },
        { purpose_type: 'drop off', cargo: chassis_number, delivery_order: null },
        { purpose_type: 'drop off', cargo: null },
      ]);
    });

    it('looks at bills where the organization validates them only', async () => {
      const container = await aContainerInYard(client);
      const lenient = await create(pickUp(container.number, { bill_of_lading: 'ANY' }));
      expect(lenient.body.purposes[0].bill_of_lading).toBe('ANY');

      const strict = await service.current.organization({ validates_bills: true });
      const bill = await aBill(strict);
      const bill_of_ladings = [keyOf(bill)];
      const { number } = await aContainerInYard(strict, { bill_of_ladings });
      const { license_plate } = await aTruck(strict);
      const attempt = (rest?: object) =>
        strict.post(PATH, { truck: license_plate, purposes: [pickUp(number, rest)] });
      const missing = await attempt();
      expect(missing.status).toBe(422);
      expect(missing.body.errors).toEqual({ 'purposes.0.bill_of_lading': ['is required'] });
      const unknown = await attempt({ bill_of_lading: 'ANY' });
      expect(unknown.status).toBe(422);
      expect(unknown.body.errors).toHaveProperty(['purposes.0.bill_of_lading']);
      const other = await aBill(strict);
      const elsewhere = await attempt({ bill_of_lading: other.number });
      expect([elsewhere.status, elsewhere.body.error]).toEqual([
        422,
        `Container '${number}' is not on bill of lading '${other.number}'.`,
      ]);
      expect((await attempt({ bill_of_lading: bill.number })).status).toBe(201);

      // it is queried again at the gate
      const { advice_number } = (await attempt({ bill_of_lading: bill.number })).body;
      const gate = (await aGate(strict)).name;
      const gateIn = () => strict.post('/truck_visits', { gate, pre_advice_number: advice_number });
      await strict.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(other)] });
      const late = await gateIn();
      expect([late.status, late.body.error]).toEqual([
        422,
        `Container '${number}' is not on bill of lading '${bill.number}'.`,
      ]);
      await strict.patch(`/containers/${number}`, { bill_of_ladings: [keyOf(other), keyOf(bill)] });
      expect((await gateIn()).status).toBe(201);

      // a full container stays one, whatever it is stated to be
      const cargo = { cargo_type: 'container', container_status: 'empty', container_number: number };
      const { number: booking } = await aBooking(strict);
      const stated = (purpose: object) => strict.post(PATH, { truck: license_plate, purposes: [purpose] });
      for (const rest of [{}, { booking }, { bill_of_lading: bill.number }]) {
        const empty = await stated(pickUp(number, { cargo, ...rest }));
        expect(empty.status).toBe(422);
        expect(empty.body.errors).toEqual({
          'purposes.0.cargo.container_status': [`Container '${number}' is full.`],
        });
      }
      const really = await aContainerInYard(strict, { container_status: 'empty' });
      expect(
        (await stated(pickUp('', { cargo: { ...cargo, container_number: really.number } }))).status,
      ).toBe(201);
    });

    it('makes a container known once, of two requests at the same time', async () => {
      const cargo = await aNewContainer(client);
      const answers = await timesAtOnce(service.current, 4, () => create(dropOff(cargo)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    });

    it('takes as many purposes as a list may hold', async () => {
      const purpose = dropOff({ cargo_type: 'general cargo' });
      expect((await create(...Array<object>(1000).fill(purpose))).body.purposes).toHaveLength(1000);
      expect((await create(...Array<object>(1001).fill(purpose))).status).toBe(422);
    });
  });

  it('deletes one, answering it without purposes, and keeps the containers known', async () => {
    const cargo = await aNewContainer(client);
    const preAdvice = await aPreAdvice(client, { purposes: [dropOff(cargo)] });
    const path = `${PATH}/${preAdvice.advice_number}`;
    const answer = await client.delete(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...preAdvice, purposes: [] });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
    expect((await shownContainer(client, cargo.container_number)).number).toBe(cargo.container_number);
  });

  it('does not delete one that was used', async () => {
    const { advice_number } = await aPreAdvice(client);
    await aVisit(client, { pre_advice_number: advice_number });
    const answer = await client.delete(`${PATH}/${advice_number}`);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe(`Pre-advice '${advice_number}' has been used and cannot be deleted.`);
  });

  describe('the list', () => {
    const numbers = async (query: string, list = PATH) =>
      (
        Object.values((await client.get(`${list}?${query}`)).body)[1] as {
          advice_number?: string;
          number?: string;
        }[]
      ).map(({ advice_number, number }) => advice_number ?? number);

    it.each([
      ['pre_advices', 'advice_number'],
      ['appointments', 'number'],
    ])('of %s is narrowed by time, use, truck, container and company', async (list, key) => {
      const company = await aTruckingCompany(client, { name: 'Estuary Haulage' });
      const truck = await aTruck(client, { license_plate: 'WH-472-B' });
      const { number: container } = await aContainerInYard(client);
      const add = (number: string, body: object) => client.create(`/${list}`, { [key]: number, ...body });
      const others = { truck: (await aTruck(client)).license_plate };
      await add('ONE-1', { ...others, expected_at: '2026-11-24T08:00:00Z', trucking_company: company.code });
      await add('ONE-2', { truck: truck.license_plate, expected_at: '2026-11-24T23:00:00Z' });
      await add('ONE-3', { ...others, purposes: [pickUp(container)] });
      const on = (query: string) => numbers(query, `/${list}`);
      expect(await on('expected_from=2026-11-24T08:00:00Z')).toEqual(['ONE-1', 'ONE-2']);
      expect(await on('expected_from=2026-11-24T08:00:00.001Z')).toEqual(['ONE-2']);
      expect(await on('expected_until=2026-11-24T08:00:00Z')).toEqual(['ONE-1']);
      expect(await on('expected_until=2026-11-24')).toEqual(['ONE-1', 'ONE-2']);
      expect(await on('truck=wh%20472%20b')).toEqual(['ONE-2']);
      expect(await on(`container_number=${container.toLowerCase()}`)).toEqual(['ONE-3']);
      expect(await on('trucking_company=Estuary%20Haulage')).toEqual(['ONE-1']);
      expect(await on(`trucking_company=${company.code}`)).toEqual(['ONE-1']);
      expect(await on('used=true')).toEqual([]);
      await aVisit(client, {
        [list === 'appointments' ? 'appointment_number' : 'pre_advice_number']: 'ONE-2',
      });
      expect(await on('used=true')).toEqual(['ONE-2']);
      expect(await on('used=false&order=newest')).toEqual(['ONE-3', 'ONE-1']);
      expect(await on('truck=NOBODY')).toEqual([]);
    });
  });

  describe('changing one', () => {
    it('changes the sent fields, and replaces purposes as a whole', async () => {
      const [first, second] = [await aNewContainer(client), await aNewContainer(client)];
      const made = await aPreAdvice(client, { comments: 'Early', purposes: [dropOff(first)] });
      const path = `${PATH}/${made.advice_number}`;
      const later = await client.as('write').patch(path, { expected_at: '2026-11-24T08:00:00Z' });
      expect([later.status, later.body]).toEqual([
        200,
        { ...made, expected_at: '2026-11-24T08:00:00.000Z', updated_at: expect.any(String) },
      ]);
      const { body } = await client.put(path, { comments: null, purposes: [dropOff(second)] });
      expect([body.comments, body.purposes.map(({ cargo }: { cargo: string }) => cargo)]).toEqual([
        null,
        [second.container_number],
      ]);
      const stays = async (number: unknown) =>
        (await client.get(`/containers/${String(number)}/stays`)).body.stays.map(
          ({ status }: { status: string }) => status,
        );
      expect([await stays(first.container_number), await stays(second.container_number)]).toEqual([
        ['cancelled'],
        ['announced'],
      ]);
      expect((await client.patch(path, { advice_number: 'PA-NEW' })).body.advice_number).toBe('PA-NEW');
      expect((await client.get(`${PATH}/PA-NEW`)).status).toBe(200);
    });

    it('takes back its own answer, as a form would send it', async () => {
      const cargo = await aNewContainer(client, {
        goods: 'Malt',
        container_usage: 'export',
        weight: 18500.5,
      });
      const made = await aPreAdvice(client, {
        purposes: [dropOff(cargo, { interchange: { seals: 'NL1,NL2', weight: 20000 } })],
      });
      const [{ purpose_type, cargo_details, interchange }] = made.purposes;
      expect(cargo_details).toEqual({ ...cargo, chassis_number: null });
      const purposes = [{ purpose_type, cargo: cargo_details, interchange }];
      const { status, body } = await client.patch(`${PATH}/${made.advice_number}`, { purposes });
      expect([status, body.purposes]).toEqual([200, made.purposes]);
    });

    it('is refused by the rules of a new one', async () => {
      const { advice_number } = await aPreAdvice(client);
      const { advice_number: other } = await aPreAdvice(client);
      const change = async (body: object) => {
        const answer = await client.patch(`${PATH}/${advice_number}`, body);
        return [answer.status, answer.body.error];
      };
      expect(await change({ truck: 'NOBODY' })).toEqual([422, "Truck 'NOBODY' is unknown."]);
      expect(await change({ truck: null })).toEqual([422, 'Truck is required.']);
      expect(await change({ advice_number: other })).toEqual([422, 'Advice number is already taken.']);
      expect(await change({ advice_number: null })).toEqual([422, 'Advice number must not be null.']);
      expect(await change({ purposes: [pickUp('WHAU0000000')] })).toEqual([
        422,
        "Container 'WHAU0000000' is unknown.",
      ]);
      expect((await client.patch(`${PATH}/NONE`, {})).status).toBe(404);
    });

    it('is refused once a truck came in with it, also while that happens', async () => {
      const { advice_number } = await aPreAdvice(client);
      const gate = (await aGate(client)).name;
      const [changed, visit] = await atOnce(service.current, [
        () => client.patch(`${PATH}/${advice_number}`, { comments: 'Late' }),
        () => client.post('/truck_visits', { pre_advice_number: advice_number, gate }),
      ]);
      expect([[200, 422], 201]).toEqual([expect.arrayContaining([changed.status]), visit.status]);
      const { status, body } = await client.patch(`${PATH}/${advice_number}`, { comments: 'Later' });
      expect([status, body.error]).toEqual([
        422,
        `Pre-advice '${advice_number}' has been used and cannot be changed.`,
      ]);
      const shown = (await client.get(`${PATH}/${advice_number}`)).body;
      const { id } = visit.body.truck_visit;
      expect(shown).toMatchObject({ truck_visit_id: id, truck_visit: { id }, used_at: expect.any(String) });
    });
  });

  it('needs the role write to change anything', async () => {
    const { advice_number } = await aPreAdvice(client);
    const reader = client.as('read');
    expect((await reader.get(`${PATH}/${advice_number}`)).status).toBe(200);
    expect((await reader.post(PATH, {})).status).toBe(403);
    expect((await reader.patch(`${PATH}/${advice_number}`, {})).status).toBe(403);
    expect((await reader.delete(`${PATH}/${advice_number}`)).status).toBe(403);
  });

  it('keeps organizations apart', async () => {
    const { advice_number, truck } = await aPreAdvice(client);
    const container = await aContainerInYard(client);
    const other = await service.current.organization({ pre_advice_truck_required: false });
    expect((await other.get(`${PATH}/${advice_number}`)).status).toBe(404);
    expect((await other.patch(`${PATH}/${advice_number}`, {})).status).toBe(404);
    expect((await other.delete(`${PATH}/${advice_number}`)).status).toBe(404);
    expect((await other.post(PATH, { truck })).status).toBe(422);
    expect((await other.post(PATH, { purposes: [pickUp(container.number)] })).status).toBe(422);
    expect((await other.post(PATH, { advice_number })).status).toBe(201);
  });
});

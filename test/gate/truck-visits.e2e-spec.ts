import {
  aBooking,
  aChassis,
  aContainerType,
  aGenset,
  movementsOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisit,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold } from '../factories/holds';
import { aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import { aVoyage } from '../factories/voyages';
import type { Answer, Client } from '../setup/client';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const PATH = '/truck_visits';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const TODAY = new Date().toISOString().slice(0, 10);
/** A time in the past at which interchanges may be stated as completed: at most a year back. */
const COMPLETED = new Date(Date.now() - 30 * 86_400_000).toISOString();

describe('truck visits', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  beforeEach(async () => {
    client = await service.current.organization();
    gate = (await aGate(client, { name: 'In 1', client_identifier: 'GATE-IN-1' })).name;
  });

  const gateIn = (body: object): Promise<Answer> => client.post(PATH, { gate, ...body });

  describe('gate-in', () => {
    it('begins a visit of a truck that was not announced', async () => {
      await aGate(client, { name: 'Out 1', client_identifier: 'GATE-OUT-1' });
      const { license_plate } = await aTruck(client, { license_plate: 'WH-472-B' });
      const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
      const answer = await client.as('write').post(`${PATH}.json`, {
        truck: 'wh 472 b',
        gate: 'GATE-IN-1',
        out_gate: 'Out 1',
        comment: 'Late',
        truck_driver_license: driver.license_number,
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        truck_visit: { id: expect.any(Number), gated_in_at: expect.stringMatching(TIME), gated_out_at: null },
        gate_name: 'In 1',
        truck_driver: 'Anneke Vroom',
        truck: license_plate,
        comment: 'Late',
      });
      const visit = (await client.get(`${PATH}/${answer.body.truck_visit.id}.json`)).body;
      expect(visit).toMatchObject({ interchanges: [], gate_out_user: null, reason_for_incomplete: null });
    });

    it('names the driver by id, number or license, in that order', async () => {
      const [one, two, three] = [
        await aTruckDriver(client, { license_number: 'DL-1', number: 'D-1' }),
        await aTruckDriver(client, { license_number: 'DL-2', number: 'D-2' }),
        await aTruckDriver(client, { license_number: 'DL-3', number: 'D-3' }),
      ];
      const driver = async (body: object) =>
        (await client.create(PATH, { gate, truck: (await aTruck(client)).license_plate, ...body }))
          .truck_driver;
      const all = { truck_driver_number: 'D-2', truck_driver_license: 'DL-3' };
      expect(await driver({ truck_driver_id: `${one.id}`, ...all })).toBe(one.license_number);
      expect(await driver(all)).toBe(two.license_number);
      expect(await driver({ truck_driver_license: 'DL-3' })).toBe(three.license_number);
      expect(await driver({})).toBeNull();
    });

    it('refuses a gate of the other direction, and takes one of both', async () => {
      const truck = (await aTruck(client)).license_plate;
      const [into, out] = [
        await aGate(client, { direction: 'in' }),
        await aGate(client, { direction: 'out' }),
      ];
      for (const [body, sentence, field] of [
        [{ gate: out.name }, `Gate '${out.name}' is only for trucks that leave.`, 'gate'],
        [
          { gate: into.name, out_gate: into.name },
          `Gate '${into.name}' is only for trucks that come in.`,
          'out_gate',
        ],
      ] as const) {
        const { status, body: refused } = await client.post('/truck_visits', { truck, ...body });
        expect([status, refused.code, refused.errors]).toEqual([
          422,
          'gate_direction',
          { [field]: [sentence] },
        ]);
      }
      const visit = await client.post('/truck_visits', { truck, gate: into.name, out_gate: out.name });
      expect(visit.status).toBe(201);
      expect((await aGate(client)).direction).toBe('both');
      expect((await client.patch(`/gates/${out.id}`, { direction: 'through' })).status).toBe(400);
    });

    it.each([
      ['gate', undefined, 'Gate is required.'],
      ['truck', undefined, 'Truck is required.'],
      ['truck', ' ', 'Truck is required.'],
      ['truck', 'NO-1', "Truck 'NO-1' is unknown."],
      ['gate', 'X', "Gate 'X' is unknown."],
      ['out_gate', 'X', "Gate 'X' is unknown."],
      ['truck_driver_id', 99, "Truck driver id '99' is unknown."],
      ['truck_driver_number', 'X', "Truck driver number 'X' is unknown."],
      ['truck_driver_license', 'X', "Truck driver license 'X' is unknown."],
      ['pre_advice_number', 'X', "Pre-advice 'X' is unknown."],
      ['appointment_id', 99, "Appointment '99' is unknown."],
      ['appointment_number', 'X', "Appointment 'X' is unknown."],
      ['interchanges_completed_at', 'now', expect.any(String)],
    ])('refuses %s %j', async (field, value, sentence) => {
      await aTruck(client, { license_plate: 'WH-1' });
      const answer = await gateIn({ truck: 'WH-1', [field]: value });
      expect([answer.status, answer.body.error]).toEqual([422, sentence]);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
      expect((await client.get(PATH)).body.truck_visits).toEqual([]);
    });

    it('refuses all unknown references and inadmissible visitors at once', async () => {
      const unknown = { truck_driver_number: 'D-0', gate: 'X', out_gate: 'Y' };
      const { license_plate: truck } = await aTruck(client, { active: false });
      const answer = await gateIn({ truck, ...unknown });
      expect([answer.status, answer.body]).toEqual([
        422,
        {
          error: "Truck driver number 'D-0' is unknown.",
          code: 'unknown_reference',
          params: { what: 'truck_driver_number', key: 'D-0' },
          records: [
            { type: 'truck_driver', key: 'D-0' },
            { type: 'gate', key: 'X' },
            { type: 'gate', key: 'Y' },
          ],
          errors: {
            truck_driver_number: ["Truck driver number 'D-0' is unknown."],
            gate: ["Gate 'X' is unknown."],
            out_gate: ["Gate 'Y' is unknown."],
          },
          reasons: [
            { params: { what: 'truck_driver_number', key: 'D-0' }, field: 'truck_driver_number' },
            { params: { what: 'gate', key: 'X' }, field: 'gate' },
            { params: { what: 'gate', key: 'Y' }, field: 'out_gate' },
          ].map((each) => ({ ...each, code: 'unknown_reference', sentence: expect.any(String) })),
        },
      ]);
      const { license_number } = await aTruckDriver(client, { allowed_until: '2020-01-01' });
      const { body } = await gateIn({ truck, truck_driver_license: license_number });
      expect(body).toMatchObject({
        code: 'not_active',
        params: { truck },
        error: `Truck '${truck}' is not active.`,
      });
      expect(Object.keys(body.errors)).toEqual(['truck', 'truck_driver_license']);
    });

    it('refuses a truck that is inside, before every other reason', async () => {
      const { license_plate, id } = await aTruck(client);
      const { advice_number } = await aPreAdvice(client, { truck: license_plate });
      await aVisit(client, { pre_advice_number: advice_number });
      await client.service.query('UPDATE trucks SET active = false WHERE id = $1', [id]);
      for (const body of [{ truck: license_plate }, { pre_advice_number: advice_number }]) {
        const answer = await gateIn(body);
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual({
          error: 'Truck is already at the terminal.',
          code: 'truck_already_inside',
          params: expect.any(Object),
          records: [{ type: 'truck', key: expect.any(String) }],
        });
      }
      await client.service.query('UPDATE trucks SET active = true WHERE id = $1', [id]);
      expect((await gateOut(client, license_plate)).status).toBe(200);
      expect((await gateIn({ truck: license_plate })).status).toBe(201);
    });

    it.each([
      ['refuses an inactive truck', { active: false }, {}, 422],
      ['refuses a truck that is no longer allowed', { allowed_until: '2020-02-29' }, {}, 422],
      ['takes a truck on its last day', { allowed_until: TODAY }, {}, 201],
      ['refuses an inactive driver', {}, { active: false }, 422],
      ['refuses a driver who is no longer allowed', {}, { allowed_until: '2020-02-29' }, 422],
      ['takes a driver on the last day', {}, { allowed_until: TODAY }, 201],
      ['refuses a driver of another company', { trucking_company: 'A' }, { trucking_company: 'B' }, 422],
      ['takes a driver of the same company', { trucking_company: 'A' }, { trucking_company: 'A' }, 201],
    ])('%s', async (_what, ofTruck, ofDriver, status) => {
      for (const code of ['A', 'B']) await aTruckingCompany(client, { code });
      const { license_plate: truck } = await aTruck(client, ofTruck);
      const { license_number: truck_driver_license } = await aTruckDriver(client, ofDriver);
      expect((await gateIn({ truck, truck_driver_license })).status).toBe(status);
    });

    it.each(['id', 'number', 'license_number'])(
      'names an inactive driver who is known by %s',
      async (key) => {
        const { license_plate: truck } = await aTruck(client);
        const driver = await aTruckDriver(client, { number: 'D-1', active: false });
        const field = `truck_driver_${key === 'license_number' ? 'license' : key}`;
        expect((await gateIn({ truck, [field]: driver[key] })).body.errors).toEqual({
          [field]: [`Truck driver '${driver.license_number}' is not active.`],
        });
      },
    );

    it('names the pre-advice whose driver is inactive', async () => {
      const { id } = await aTruckDriver(client, { active: false });
      const { advice_number } = await aPreAdvice(client, { truck_driver_id: id });
      const announced = await gateIn({ pre_advice_number: advice_number, truck_driver_license: 'ignored' });
      expect(Object.keys(announced.body.errors)).toEqual(['pre_advice_number']);
    });

    it('ignores fields beside an announcement, unknown values too', async () => {
      const { advice_number, truck } = await aPreAdvice(client);
      const driver = await aTruckDriver(client);
      const answer = await gateIn({
        pre_advice_number: advice_number,
        appointment_number: 'unknown',
        truck: 'unknown',
        truck_driver_id: driver.id,
        out_gate: 'unknown',
      });
      expect([answer.status, answer.body.truck, answer.body.truck_driver]).toEqual([201, truck, null]);
      const second = await aPreAdvice(client);
      const unknown = { truck_driver_license: 'unknown', truck_driver_number: 'unknown' };
      const { status } = await gateIn({ pre_advice_number: second.advice_number, ...unknown });
      expect(status).toBe(201);
      const third = await aPreAdvice(client);
      expect((await gateIn({ pre_advice_number: third.advice_number, truck_driver_id: 'x' })).status).toBe(
        422,
      );
    });

    it('takes truck and driver of the request where an announcement names no truck', async () => {
      client = await service.current.organization({ pre_advice_truck_required: false });
      gate = (await aGate(client)).name;
      const { license_plate: truck } = await aTruck(client);
      const driver = await aTruckDriver(client);
      const announced = await aTruckDriver(client);
      const visit = async (pre_advice: object, body: object) => {
        const { advice_number } = await aPreAdvice(client, { truck: null, ...pre_advice });
        return gateIn({ pre_advice_number: advice_number, ...body });
      };
      const none = await visit({}, {});
      expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['truck']]);
      expect((await visit({}, { truck: 'unknown' })).status).toBe(422);
      const taken = await visit({}, { truck, truck_driver_id: driver.id });
      expect(taken.body).toMatchObject({ truck, truck_driver: driver.license_number });
      await gateOut(client, truck);
      const its = await visit({ truck_driver_id: announced.id }, { truck, truck_driver_id: driver.id });
      expect(its.body.truck_driver).toBe(announced.license_number);
    });

    it('compares the company of the pre-advice again', async () => {
      const one = await aTruckingCompany(client);
      const two = await aTruckingCompany(client);
      const { advice_number, truck } = await aPreAdvice(client, { trucking_company: one.code });
      await client.service.query(
        'UPDATE trucks SET trucking_company_id = $1 WHERE license_plate = $2 AND organization_id = $3',
        [two.id, truck, client.organization_id],
      );
      const answer = await gateIn({ pre_advice_number: advice_number });
      expect(answer.status).toBe(422);
      expect(answer.body.error).toBe(
        `Truck '${truck}' does not belong to the trucking company that is named.`,
      );
    });
  });

  describe('gate-in with a pre-advice', () => {
    it('makes the visit and its interchanges, and ignores the rest of the request', async () => {
      const driver = await aTruckDriver(client, { license_number: 'DL-1' });
      const company = await aTruckingCompany(client, { name: 'Estuary' });
      const here = await aContainerInYard(client);
      const cargo = await aNewContainer(client);
      const { advice_number, truck } = await aPreAdvice(client, {
        truck_driver: 'DL-1',
        trucking_company: company.code,
        comments: 'Announced',
        purposes: [dropOff(cargo), pickUp(here.number)],
      });
      const other = await aTruck(client);
      const answer = await gateIn({
        pre_advice_number: advice_number,
        truck: other.license_plate,
        out_gate: 'no such gate',
        comment: 'ignored',
        truck_driver_license: 'no such driver',
        appointment_number: 'no such appointment',
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ truck, truck_driver: 'DL-1', comment: 'Announced' });
      const visit = (await client.get(`${PATH}/${answer.body.truck_visit.id}`)).body;
      expect(visit).toMatchObject({
        truck: { license_plate: truck },
        truck_driver: { id: driver.id, license_number: 'DL-1', fullname: null },
        trucking_company: { id: company.id, name: 'Estuary', code: company.code },
        interchanges: [
          { type: 'interchange_in', completed: false, container: { number: cargo.container_number } },
          { type: 'interchange_out', completed: false, container: { number: here.number } },
        ],
      });
      const [again] = [await gateIn({ pre_advice_number: advice_number })];
      expect(again.body.error).toBe('Truck is already at the terminal.');
      await gateOut(client, truck);
      const used = await gateIn({ pre_advice_number: advice_number });
      expect(used.status).toBe(422);
      expect(used.body.error).toBe(`Pre-advice '${advice_number}' has been used already.`);
    });

    it('takes truck and driver from the request where the pre-advice has none', async () => {
      const lenient = await service.current.organization({ pre_advice_truck_required: false });
      await aGate(lenient, { name: 'In 1' });
      const { advice_number } = await lenient.create('/pre_advices', {});
      const missing = await lenient.post(PATH, { gate, pre_advice_number: advice_number });
      expect(missing.status).toBe(422);
      expect(missing.body.errors).toEqual({ truck: ['is required'] });
      const { license_plate: truck } = await aTruck(lenient);
      const { license_number } = await aTruckDriver(lenient);
      const body = { gate, pre_advice_number: advice_number, truck, truck_driver_license: license_number };
      expect(await lenient.create(PATH, body)).toMatchObject({ truck, truck_driver: license_number });
    });

    it('completes the interchanges with interchanges_completed_at', async () => {
      const here = await aContainerInYard(client);
      const cargo = await aNewContainer(client);
      const chassis = await aChassis(client);
      const { id, interchanges } = await aVisitFor(
        client,
        [
          dropOff({ ...cargo, chassis_number: chassis.number }, { interchange: { seals: 'S1, S2' } }),
          pickUp(here.number),
          dropOff({ cargo_type: 'general cargo' }),
        ],
        { gate, interchanges_completed_at: COMPLETED },
      );
      expect(interchanges.map(({ completed }: { completed: boolean }) => completed)).toEqual([
        true,
        true,
        true,
      ]);
      const arrived = await shownContainer(client, cargo.container_number);
      expect(arrived).toMatchObject({
        current_location_type: 'Gate',
        current_location: 'In 1',
        seals: ['S1', 'S2'],
      });
      expect(await shownContainer(client, here.number)).toMatchObject({
        current_location_type: 'Other',
        current_location: null,
      });
      expect((await client.get(`/chassis/${chassis.id}`)).body.chassis.current_location).toBe('In 1');
      const user = { id: client.user_id, name: 'Tess Ter' };
      const moved_at = COMPLETED;
      const unsaid = { from_tier: null, to_tier: null, reason: null, voyage: null };
      const truck_visit = { truck_visit_id: id, truck_visit: { id } };
      const by = { id: expect.any(Number), moved_at, ...truck_visit, user, ...unsaid };
      const at = (type: string, name: string | null) => ({ type, id: name && expect.any(Number), name });
      expect(await movementsOf(client, arrived.id)).toEqual([
        {
          movement_type: 'gate_in',
          from: null,
          from_location: null,
          to: 'Gate: In 1',
          to_location: at('Gate', 'In 1'),
          ...by,
        },
      ]);
      expect(await movementsOf(client, here.id)).toEqual([
        {
          movement_type: 'gate_out',
          from: 'Yard Area: Block A',
          from_location: at('YardArea', 'Block A'),
          to: 'Other',
          to_location: at('Other', null),
          ...by,
        },
      ]);
    });

    it('completes no interchange at a future time, but for a minute of clock difference', async () => {
      const { advice_number } = await aPreAdvice(client, {
        purposes: [dropOff(await aNewContainer(client))],
      });
      const attempt = (seconds: number) =>
        gateIn({
          pre_advice_number: advice_number,
          interchanges_completed_at: new Date(Date.now() + seconds * 1000).toISOString(),
        });
      const sentence = 'Interchanges cannot be completed at a time to come.';
      const late = await attempt(90);
      expect(late.status).toBe(422);
      expect(late.body).toEqual({
        error: sentence,
        code: 'time_to_come',
        params: expect.any(Object),
        errors: { interchanges_completed_at: [sentence] },
      });
      expect((await attempt(30)).status).toBe(201);
      const { license_plate: truck } = await aTruck(client);
      const interchanges_completed_at = new Date(Date.now() + 90_000).toISOString();
      const unannounced = await gateIn({ truck, truck_driver_license: 'NONE', interchanges_completed_at });
      expect([unannounced.status, unannounced.body.errors]).toEqual([
        422,
        {
          truck_driver_license: ["Truck driver license 'NONE' is unknown."],
          interchanges_completed_at: [sentence],
        },
      ]);
    });

    it('names the time by which a container would come before it had left', async () => {
      const { number } = await aContainerInYard(client);
      const { license_plate } = (await aVisitFor(client, [pickUp(number)])).truck;
      expect((await gateOut(client, license_plate)).status).toBe(200);
      const cargo = { cargo_type: 'container', container_status: 'empty', container_number: number };
      const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(cargo)] });
      const { in_at } = (await staysOf(client, number))[0]!;
      for (const interchanges_completed_at of [in_at, '2020-01-01T00:00:00Z']) {
        const { status, body } = await gateIn({
          pre_advice_number: advice_number,
          interchanges_completed_at,
        });
        expect([status, Object.keys(body.errors)]).toEqual([422, ['interchanges_completed_at']]);
      }
    });

    it('does not complete the pick-up of a held container', async () => {
      const here = await aContainerInYard(client);
      await aHold(client, here.number);
      const { advice_number } = await aPreAdvice(client, { purposes: [pickUp(here.number)] });
      const answer = await gateIn({
        pre_advice_number: advice_number,
        interchanges_completed_at: COMPLETED,
      });
      expect(answer.status).toBe(422);
      expect(answer.body.error).toBe(
        `Truck Visit was not completed. The following container has unlifted holds: ${here.number}`,
      );
      expect((await client.get(PATH)).body.truck_visits).toEqual([]);
      expect((await gateIn({ pre_advice_number: advice_number })).status).toBe(201);
    });

    it('refuses an export for a voyage past its cut-off, where the voyage blocks it', async () => {
      const past = { receiving_cut_off_time: new Date(Date.now() - 60_000) };
      const attempt = async (body: object, cargo: object, rest: object = {}) => {
        const voyage = await aVoyage(client, body);
        const booking = (await aBooking(client, { voyage: voyage.number })).number;
        const purposes = [dropOff(await aNewContainer(client, cargo), { booking, ...rest })];
        const { advice_number } = await aPreAdvice(client, { purposes });
        return gateIn({ pre_advice_number: advice_number });
      };
      const blocked = { ...past, block_receiving_export_past_cut_off: true };
      const refused = await attempt(blocked, { container_usage: 'export' });
      expect(refused.status).toBe(422);
      expect(refused.body.error).toMatch(
        /^Container 'NEWU\d+' is past the receiving cut-off of voyage 'V\d+'\.$/,
      );
      expect((await attempt(blocked, {})).status).toBe(422);
      expect((await attempt(blocked, { container_usage: 'import' })).status).toBe(201);
      expect((await attempt(past, { container_usage: 'export' })).status).toBe(201);
      const coming = { ...blocked, receiving_cut_off_time: new Date(Date.now() + 60_000) };
      expect((await attempt(coming, { container_usage: 'export' })).status).toBe(201);
      expect((await attempt(blocked, { container_usage: 'export' }, { booking: null })).status).toBe(201);
    });

    it('uses the booking and the usage of a known export container', async () => {
      const voyage = await aVoyage(client, {
        receiving_cut_off_time: new Date(Date.now() - 60_000),
        block_receiving_export_past_cut_off: true,
      });
      const { number: booking } = await aBooking(client, { voyage: voyage.number });
      const attempt = async (known: object, cargo: object) => {
        const away = { current_location_type: 'Other', current_location: null };
        const { number } = await aContainerInYard(client, { ...away, booking, usage: 'export', ...known });
        const purpose = dropOff({ cargo_type: 'container', container_number: number, ...cargo });
        const { advice_number } = await aPreAdvice(client, { purposes: [purpose] });
        return (await gateIn({ pre_advice_number: advice_number })).body.error;
      };
      const full = { container_status: 'full' };
      const late = expect.stringContaining(`is past the receiving cut-off of voyage '${voyage.number}'.`);
      expect(await attempt({}, full)).toEqual(late);
      expect(await attempt({}, { ...full, container_usage: 'import' })).toEqual(late);
      expect(await attempt({ usage: 'import' }, { ...full, container_usage: 'export' })).toEqual(late);
      expect(await attempt({ usage: 'import' }, full)).toBeUndefined();
      expect(await attempt({ booking: null }, full)).toBeUndefined();
      // the empty comes back: it is not what was booked
      expect(await attempt({}, { container_status: 'empty' })).toBeUndefined();
    });
  });

  describe('show', () => {
    it('answers every field', async () => {
      const company = await aTruckingCompany(client, { code: 'EST', name: 'Estuary' });
      const truck = await aTruck(client, {
        license_plate: 'WH-1',
        number: 'T-1',
        allowed_until: '2999-12-31',
        trucking_company: company.code,
      });
      const reefer = await aContainerInYard(client, {
        container_type: (await aContainerType(client, { is_reefer: true, description: '20 ft reefer' })).code,
        goods: 'Mangoes',
        operating_reefer: true,
        reefer_temperature: 9.5,
        supply_temperature: -0.25,
      });
      const dry = await aContainerInYard(client, { container_type: (await aContainerType(client)).code });
      const { advice_number } = await aPreAdvice(client, {
        truck: truck.license_plate,
        purposes: [pickUp(reefer.number), pickUp(dry.number), dropOff({ cargo_type: 'general cargo' })],
      });
      const { id } = await aVisit(client, { pre_advice_number: advice_number, gate });
      const { body } = await client.get(`${PATH}/${id}`);
      const user = {
        id: client.user_id,
        email: 'tester@harbour.example',
        firstname: 'Tess',
        lastname: 'Ter',
        name: 'Tess Ter',
      };
      const open = {
        id: expect.any(Number),
        completed: false,
        chassis: null,
        genset: null,
        other_terminal: false,
      };
      expect(Object.keys(body)).toEqual([
        'id',
        'gated_in_at',
        'gated_out_at',
        'duration',
        'truck',
        'truck_driver',
        'trucking_company',
        'gate',
        'gate_in_user',
        'gate_out_user',
        'interchanges',
        'reason_for_incomplete',
        'force_reason',
        'off_slot',
        'other_terminal',
        'cancelled_at',
        'cancelled_by',
        'cancel_reason',
        'out_gate',
        'comment',
        'signature_file_id',
        'pre_advice_number',
        'appointment_number',
        'pre_advice',
        'appointment',
      ]);
      expect(body).toEqual({
        id,
        gated_in_at: expect.stringMatching(TIME),
        gated_out_at: null,
        duration: expect.stringMatching(/^00:00:0\d$/),
        truck: {
          id: truck.id,
          license_plate: 'WH-1',
          number: 'T-1',
          trucking_company_id: company.id,
          active: true,
          allowed_until: '2999-12-31',
        },
        truck_driver: null,
        trucking_company: { id: company.id, name: 'Estuary', code: 'EST' },
        gate: { id: expect.any(Number), name: 'In 1' },
        gate_in_user: user,
        gate_out_user: null,
        interchanges: [
          {
            ...open,
            type: 'interchange_out',
            meets_iso_standards: reefer.meets_iso_standards,
            container: {
              id: reefer.id,
              number: reefer.number,
              goods: 'Mangoes',
              container_type_label: '20 ft reefer',
              container_status: 'full',
              operating_reefer: true,
              reefer_temperature: 9.5,
              reefer_set_point_temperature: null,
              supply_temperature: -0.25,
            },
          },
          {
            ...open,
            type: 'interchange_out',
            meets_iso_standards: dry.meets_iso_standards,
            container: {
              id: dry.id,
              number: dry.number,
              goods: null,
              container_type_label: dry.container_type.code,
              container_status: 'full',
            },
          },
          { ...open, type: 'interchange_in', container: null, meets_iso_standards: null },
        ],
        off_slot: false,
        other_terminal: false,
        cancelled_at: null,
        cancelled_by: null,
        cancel_reason: null,
        out_gate: null,
        comment: null,
        signature_file_id: null,
        pre_advice_number: advice_number,
        appointment_number: null,
        pre_advice: { id: expect.any(Number), advice_number },
        appointment: null,
        reason_for_incomplete: null,
        force_reason: null,
      });
    });

    it('keeps showing the facts of a container that comes again as something else', async () => {
      const { code } = await aContainerType(client, { is_reefer: true });
      const reefer = { container_type: code, operating_reefer: true, reefer_temperature: 9.5 };
      const { number } = await aContainerInYard(client, { ...reefer, goods: 'Mangoes' });
      const containerOf = async (id: number) =>
        (await client.get(`${PATH}/${id}`)).body.interchanges[0].container;

      const first = await aVisitFor(client, [pickUp(number)], { gate });
      await client.patch(`/containers/${number}`, { goods: 'Papayas' });
      expect(await containerOf(first.id)).toMatchObject({ goods: 'Papayas', container_status: 'full' });
      await gateOut(client, first.truck.license_plate);
      const taken = await containerOf(first.id);
      expect(taken).toMatchObject({ goods: 'Papayas', container_status: 'full', reefer_temperature: 9.5 });

      const cargo = { cargo_type: 'container', container_number: number, container_status: 'empty' };
      const second = await aVisitFor(client, [dropOff(cargo)], { gate });
      await gateOut(client, second.truck.license_plate);
      const now = {
        goods: null,
        container_status: 'empty',
        operating_reefer: false,
        reefer_temperature: null,
      };
      expect(await containerOf(second.id)).toMatchObject(now);
      expect(await containerOf(first.id)).toEqual(taken);
    });

    it('gives the duration, beyond 99 hours too', async () => {
      const { license_plate: truck } = await aTruck(client);
      const { id } = await aVisit(client, { truck, gate });
      const shown = async (gated_in_at: string, gated_out_at: string | null) => {
        await client.service.query(
          'UPDATE truck_visits SET gated_in_at = $1, gated_out_at = $2 WHERE id = $3',
          [gated_in_at, gated_out_at, id],
        );
        return (await client.get(`${PATH}/${id}`)).body.duration;
      };
      expect(await shown('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toBe('00:00:00');
      expect(await shown('2026-01-01T00:00:00Z', '2026-01-01T01:02:03.999Z')).toBe('01:02:03');
      expect(await shown('2026-01-01T00:00:00Z', '2026-01-05T03:59:59Z')).toBe('99:59:59');
      expect(await shown('2026-01-01T00:00:00Z', '2026-01-05T04:00:00Z')).toBe('100:00:00');
      expect(await shown('2999-01-01T00:00:00Z', null)).toBe('00:00:00');
    });

    it('answers 404 for any other id', async () => {
      for (const id of ['1', 'abc', '0', '99999999999999999999'])
        expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
    });
  });

  describe('list', () => {
    const ids = async (query: string): Promise<number[]> => {
      const answer = await client.get(`${PATH}.json?${query}`);
      expect(answer.status).toBe(200);
      return answer.body.truck_visits.map(({ id }: { id: number }) => id);
    };

    it('filters by each parameter, alone and together', async () => {
      const company = await aTruckingCompany(client, { code: 'Est' });
      const truck = await aTruck(client, { license_plate: '4711', trucking_company: company.code });
      const driver = await aTruckDriver(client);
      const second = await aGate(client);
      const here = await aContainerInYard(client);
      const chassis = await aChassis(client, { number: 'Chz1' });
      const { id: genset_id } = await aGenset(client, { number: 'Gen1' });
      const one = await aVisit(client, { truck: '4711', gate, truck_driver_id: driver.id });
      const two = await aVisitFor(
        client,
        [pickUp(here.number), dropOff({ cargo_type: 'chassis', chassis_number: 'Chz1' })],
        { gate: second.name },
      );
      const genset = await client.patch(`/interchanges/${two.interchanges[0].id}`, { genset: 'Gen1' });
      expect(genset.status).toBe(200);

      expect(await ids('')).toEqual([one.id, two.id]);
      expect(await ids('truck_id=4711')).toEqual([one.id]);
      expect(await ids(`truck_id=${truck.id}`)).toEqual([one.id]);
      expect(await ids('truck_id=47%2011')).toEqual([one.id]);
      expect(await ids('truck_id=nosuch')).toEqual([]);
      expect(await ids(`truck_driver_id=${driver.id}`)).toEqual([one.id]);
      expect(await ids('trucking_company_id=EST')).toEqual([one.id]);
      expect(await ids(`trucking_company_id=${company.id}`)).toEqual([one.id]);
      expect(await ids(`gate_ids[]=${second.id}`)).toEqual([two.id]);
      expect(await ids(`gate_ids[]=${second.id}&gate_ids[]=${one.gate.id}`)).toEqual([one.id, two.id]);
      expect(await ids(`gate_ids=${second.id}`)).toEqual([two.id]);
      expect(await ids(`user_id=${client.user_id}`)).toEqual([one.id, two.id]);
      expect(await ids(`user_id=${client.user_id + 1}`)).toEqual([]);
      expect(await ids(`container_id=${here.id}`)).toEqual([two.id]);
      expect(await ids(`container_id=${here.number.toLowerCase()}`)).toEqual([two.id]);
      expect(await ids(`chassis_id=${chassis.id}`)).toEqual([two.id]);
      expect(await ids('chassis_id=CHZ1')).toEqual([two.id]);
      expect(await ids(`genset_id=${genset_id}`)).toEqual([two.id]);
      expect(await ids('genset_id=GEN1')).toEqual([two.id]);
      expect(await ids('genset_id=GEN')).toEqual([]);
      expect(await ids(`truck_id=4711&container_id=${here.id}`)).toEqual([]);
      expect(
        await ids(`gate_ids[]=${second.id}&container_id=${here.id}&chassis_id=Chz1&genset_id=Gen1`),
      ).toEqual([two.id]);
      expect(await ids('per=1')).toEqual([one.id]);
      expect(await ids('per=1&page=2')).toEqual([two.id]);
      expect(await ids('per=1&page=last')).toEqual([two.id]);
    });

    it('finds who gated a truck out, too', async () => {
      const { id, truck } = await aVisitFor(client, []);
      const other = await client.create('/users', { email: 'out@harbour.example' });
      await gateOut(client, truck.license_plate);
      await client.service.query('UPDATE truck_visits SET gate_out_user_id = $1 WHERE id = $2', [
        other.user.id,
        id,
      ]);
      expect(await ids(`user_id=${other.user.id}`)).toEqual([id]);
      expect(await ids(`user_id=${client.user_id}`)).toEqual([id]);
      const { gate_out_user } = (await client.get(`${PATH}/${id}`)).body;
      expect(gate_out_user).toEqual({
        id: other.user.id,
        email: 'out@harbour.example',
        firstname: null,
        lastname: null,
        name: 'out@harbour.example',
      });
    });

    it('takes days of the calendar at the terminal, both inclusive', async () => {
      await client.service.query('UPDATE organizations SET time_zone = $1 WHERE id = $2', [
        'America/New_York',
        client.organization_id,
      ]);
      const visits: number[] = [];
      // the 1 November 2026 has 25 hours in New York
      for (const gated_in_at of [
        '2026-11-01T03:59:59.999Z',
        '2026-11-01T04:00:00Z',
        '2026-11-02T04:59:59.999Z',
        '2026-11-02T05:00:00Z',
      ]) {
        const { id } = await aVisit(client, { truck: (await aTruck(client)).license_plate, gate });
        await client.service.query('UPDATE truck_visits SET gated_in_at = $1 WHERE id = $2', [
          gated_in_at,
          id,
        ]);
        visits.push(id);
      }
      for (const [from, until] of [
        ['start_date', 'end_date'],
        ['gated_in_from', 'gated_in_until'],
      ])
        expect(await ids(`${from}=2026-11-01&${until}=2026-11-01`)).toEqual(visits.slice(1, 3));
      expect(await ids('gated_in_from=2026-11-02T04:59:59.999Z')).toEqual(visits.slice(2));
      expect(await ids('start_date=2026-11-01')).toEqual(visits.slice(1));
      expect(await ids('end_date=2026-11-01')).toEqual(visits.slice(0, 3));
      expect(await ids('start_date=2026-11-02&end_date=2026-11-01')).toEqual([]);
    });

    it('takes today for the day that it is at the terminal', async () => {
      // where it is the day after, or the day before, for half of each day
      const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14';
      await client.service.query('UPDATE organizations SET time_zone = $1 WHERE id = $2', [
        zone,
        client.organization_id,
      ]);
      const [now, yesterday] = [new Date(), new Date(Date.now() - 86_400_000)];
      const visits: number[] = [];
      for (const gated_in_at of [yesterday, now]) {
        const { id } = await aVisit(client, { truck: (await aTruck(client)).license_plate, gate });
        await client.service.query('UPDATE truck_visits SET gated_in_at = $1 WHERE id = $2', [
          gated_in_at,
          id,
        ]);
        visits.push(id);
      }
      expect(await ids('start_date=today')).toEqual(visits.slice(1));
      expect(await ids('start_date=today&end_date=today')).toEqual(visits.slice(1));
      expect(await ids('end_date=today')).toEqual(visits);
      expect((await client.get(`/truck_visits?start_date=tomorrow`)).status).toBe(422);
    });

    it.each([
      'truck_driver_id=x',
      'gate_ids[]=x',
      'user_id=1.5',
      'start_date=2026-02-30',
      'per=0',
      'page=-1',
    ])('refuses %s', async (query) => {
      expect((await client.get(`${PATH}?${query}`)).status).toBe(422);
    });

    it('shows in lists what it shows alone', async () => {
      const here = await aContainerInYard(client);
      const visit = await aVisitFor(client, [pickUp(here.number)]);
      const { body } = await client.get(PATH);
      expect(Object.keys(body)).toEqual(['actions', 'truck_visits']);
      expect({ ...body.truck_visits[0], duration: visit.duration }).toEqual(visit);
    });
  });

  it('takes as many statements for many containers as for one', async () => {
    const statements = async (containers: number) => {
      const purposes: object[] = [];
      for (let at = 0; at < containers; at++)
        purposes.push(dropOff(await aNewContainer(client)), pickUp((await aContainerInYard(client)).number));
      const { advice_number, truck } = await aPreAdvice(client, { purposes });
      const body = { pre_advice_number: advice_number };
      const came = await statementsOf(async () => expect((await gateIn(body)).status).toBe(201));
      const left = await statementsOf(async () => expect((await gateOut(client, truck)).status).toBe(200));
      return [came.length, left.length];
    };
    const one = await statements(1);
    expect(await statements(4)).toEqual(one);
    expect(Math.max(...one)).toBeLessThan(23);
  });

  it('needs the role write to let a truck in', async () => {
    const { license_plate: truck } = await aTruck(client);
    const reader = client.as('read');
    expect((await reader.post(PATH, { truck, gate })).status).toBe(403);
    expect((await reader.get(PATH)).status).toBe(200);
  });

  it('keeps organizations apart', async () => {
    const { license_plate: truck } = await aTruck(client);
    const { id } = await aVisit(client, { truck, gate });
    const { advice_number } = await aPreAdvice(client);
    const other = await service.current.organization();
    await aGate(other, { name: 'In 1' });
    expect((await other.get(PATH)).body.truck_visits).toEqual([]);
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.post(PATH, { truck, gate })).status).toBe(422);
    expect((await other.post(PATH, { pre_advice_number: advice_number, gate })).status).toBe(422);
    await aTruck(other, { license_plate: truck });
    expect((await other.post(PATH, { truck, gate })).status).toBe(201);
  });
});

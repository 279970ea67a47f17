import {
  aBill,
  aBooking,
  aChassis,
  aContainerType,
  aGenset,
  holdsOf,
  keyOf,
  movementsOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import {
  aRivalVisitFor,
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointment,
  aVisit,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aHold, aHoldType, letLiftsPass, lift } from '../factories/holds';
import { aConsignee, aShippingLine, aTruck, aTruckDriver } from '../factories/parties';
import type { Body } from '../factories/record';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Answer, Client } from '../setup/client';
import { atOnce, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const HELD = 'Truck Visit was not completed. The following';

describe('truck gate-out', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  beforeEach(async () => {
    client = await service.current.organization();
    gate = (await aGate(client, { name: 'In 1' })).name;
  });

  const visit = (...purposes: object[]) => aVisitFor(client, purposes, { gate });
  const shown = async (id: number): Promise<Answer['body']> => (await client.get(`/truck_visits/${id}`)).body;
  const leaveAtOnce = (visits: Body[]) =>
    timesAtOnce(service.current, visits.length, (n) => gateOut(client, visits[n]!.truck.license_plate));
  const completed = async (id: number) =>
    (await shown(id)).interchanges.map((interchange: { completed: boolean }) => interchange.completed);

  it('ends the visit and answers its summary', async () => {
    const driver = (await client.create('/truck_drivers', { license_number: 'DL-1', lastname: 'Vroom' }))
      .truck_driver;
    const { license_plate } = await aTruck(client, { license_plate: 'WH-472-B' });
    const { id, gated_in_at } = await aVisit(client, {
      truck: license_plate,
      gate,
      truck_driver_id: driver.id,
    });
    const answer = await client.as('write').post('/trucks/wh%20472%20b/gate_out.json');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      warnings: [],
      truck: {
        id: expect.any(Number),
        license_plate: 'WH-472-B',
        number: null,
        trucking_company_id: null,
        active: true,
        allowed_until: null,
      },
      truck_driver: {
        id: driver.id,
        number: null,
        license_number: 'DL-1',
        firstname: null,
        lastname: 'Vroom',
        twic: null,
        active: true,
        discarded_at: null,
      },
      gated_in_at,
      gated_out_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Object.keys(answer.body)).toEqual([
      'id',
      'truck',
      'truck_driver',
      'gated_in_at',
      'gated_out_at',
      'warnings',
    ]);
    expect(await shown(id)).toMatchObject({
      gated_out_at: answer.body.gated_out_at,
      gate_out_user: { id: client.user_id },
    });
  });

  it('tells since when a driver is inactive, and nothing for a visit without one', async () => {
    const truck_driver = async (...states: boolean[]) => {
      const { id } = await aTruckDriver(client);
      const { truck } = await aVisit(client, { gate, truck_driver_id: id });
      for (const active of states) await client.patch(`/truck_drivers/${id}`, { active });
      return (await gateOut(client, truck.license_plate)).body.truck_driver;
    };
    const discarded = await truck_driver(false, false);
    expect(discarded).toMatchObject({ active: false, discarded_at: expect.any(String) });
    expect(Math.abs(Date.now() - Date.parse(discarded.discarded_at))).toBeLessThan(60_000);
    expect(await truck_driver(false, true)).toMatchObject({ active: true, discarded_at: null });
    const { truck } = await aVisit(client, { gate });
    expect((await gateOut(client, truck.license_plate)).body.truck_driver).toBeNull();
  });

  it('answers 404 for a truck that is not inside', async () => {
    const { license_plate } = await aTruck(client);
    expect((await gateOut(client, 'NO-1')).status).toBe(404);
    expect((await gateOut(client, license_plate)).status).toBe(404);
    await aVisit(client, { truck: license_plate, gate });
    expect((await gateOut(client, license_plate)).status).toBe(200);
    const leftAgo = (age: string) =>
      service.current.query(
        `UPDATE truck_visits SET gated_out_at = now() - $1::interval, gated_in_at = now() - $1::interval
         WHERE organization_id = $2`,
        [age, client.organization_id],
      );
    for (const age of ['0 hours', '23 hours 55 minutes']) {
      await leftAgo(age);
      const again = await gateOut(client, license_plate);
      expect(again.status).toBe(404);
      expect(again.body.error).toMatch(
        new RegExp(
          `^Truck '${license_plate}' is out already: it left on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d and is not at the terminal\\.$`,
        ),
      );
    }
    await leftAgo('24 hours');
    expect((await gateOut(client, license_plate)).body).toEqual({
      error: `Truck '${license_plate}' is not at the terminal.`,
      code: 'truck_not_inside',
      params: expect.any(Object),
      records: [{ type: 'truck', key: license_plate }],
    });
  });

  it('completes open interchanges: drop-offs move in, pick-ups move out', async () => {
    const chassis = await aChassis(client);
    const taken = await aChassis(client, { current_location_type: 'Gate', current_location: gate });
    const cargo = await aNewContainer(client);
    const here = await aContainerInYard(client);
    const { id, truck } = await visit(
      dropOff(cargo, { interchange: { seals: ' S1 ,S2,' } }),
      dropOff({ cargo_type: 'chassis', chassis_number: chassis.number }),
      pickUp(here.number),
      { purpose_type: 'pick up', cargo: { cargo_type: 'chassis', chassis_number: taken.number } },
      { purpose_type: 'pick up', cargo: { cargo_type: 'general cargo' } },
    );
    expect(await completed(id)).toEqual([false, false, false, false, false]);
    const { body } = await gateOut(client, truck.license_plate);
    expect(await completed(id)).toEqual([true, true, true, true, true]);
    const arrived = await shownContainer(client, cargo.container_number);
    expect(arrived).toMatchObject({ current_location: 'In 1', seals: ['S1', 'S2'] });
    const place = async (number: string) => {
      const { chassis: shown } = (await client.get(`/chassis/${number}`)).body;
      return [shown.current_location_type, shown.current_location];
    };
    expect(await place(chassis.number)).toEqual(['Gate', 'In 1']);
    expect(await place(taken.number)).toEqual(['Other', null]);
    const user = { id: client.user_id, name: 'Tess Ter' };
    const unsaid = { from_tier: null, to_tier: null, reason: null, voyage: null };
    const by = { id: expect.any(Number), moved_at: body.gated_out_at, truck_visit_id: id, user, ...unsaid };
    expect(await movementsOf(client, arrived.id)).toMatchObject([
      { movement_type: 'gate_in', from: null, to: 'Gate: In 1', ...by },
    ]);
    expect(await movementsOf(client, here.id)).toMatchObject([
      { movement_type: 'gate_out', from: 'Yard Area: Block A', to: 'Other', ...by },
    ]);
  });

  it.each(['pre_advice', 'appointment'])('makes a container what its %s says', async (announcement) => {
    const pounds = await service.current.organization({ weight_unit: 'lb' });
    await aGate(pounds, { name: gate });
    const old = await aBooking(pounds);
    const { number } = await aContainerInYard(pounds, {
      current_location_type: 'Other',
      current_location: null,
      booking: old.number,
      container_type: (await aContainerType(pounds)).code,
      shipping_line: (await aShippingLine(pounds)).code,
      usage: 'import',
      goods: 'Coffee',
      weight: 100,
      seals: ['OLD'],
    });
    const { number: booking } = await aBooking(pounds);
    const cargo = await aNewContainer(pounds, {
      container_number: number,
      container_status: 'empty',
      container_usage: 'export',
      goods: 'Pallets',
      weight: 1000,
    });
    const purposes = [dropOff(cargo, { booking, interchange: { seals: 'S1' } })];
    const before = await shownContainer(pounds, number);
    const { truck } =
      announcement === 'pre_advice'
        ? await aVisitFor(pounds, purposes, { gate })
        : await aVisit(pounds, {
            gate,
            truck: (await aTruck(pounds)).license_plate,
            appointment_id: (await anAppointment(pounds, { purposes })).id,
          });
    expect(await shownContainer(pounds, number)).toMatchObject({
      container_status: 'full',
      usage: 'import',
      goods: 'Coffee',
      weight: 100,
      seals: ['OLD'],
      shipping_line: before.shipping_line,
      booking: before.booking,
      container_type: before.container_type,
    });
    expect((await gateOut(pounds, truck.license_plate)).status).toBe(200);
    expect(await shownContainer(pounds, number)).toMatchObject({
      container_status: 'empty',
      usage: 'export',
      goods: 'Pallets',
      weight: 2204.622622,
      seals: ['S1'],
      shipping_line: { code: cargo.shipping_line },
      booking: { number: booking },
      container_type: { code: cargo.container_type },
    });
  });

  it('keeps facts of a container that its announcement leaves out, and all when nothing is handed over', async () => {
    const known = { container_status: 'full', usage: 'import', goods: 'Coffee', weight: 100, seals: ['OLD'] };
    const away = { current_location_type: 'Other', current_location: null };
    const { number } = await aContainerInYard(client, { ...known, ...away });
    const cargo = { cargo_type: 'container', container_number: number, container_status: 'empty' };
    const one = await visit(dropOff(cargo));
    await gateOut(client, one.truck.license_plate, { reason_for_incomplete: 'Refused' });
    expect(await shownContainer(client, number)).toMatchObject(known);
    const two = await visit(dropOff(cargo));
    await gateOut(client, two.truck.license_plate);
    expect(await shownContainer(client, number)).toMatchObject({ ...known, container_status: 'empty' });
  });

  it('leaves a container where the yard put it meanwhile', async () => {
    const cargo = await aNewContainer(client);
    const { truck } = await visit(dropOff(cargo));
    await aContainerInYard(client); // makes Block A
    await client.patch(`/containers/${cargo.container_number}`, {
      current_location_type: 'YardArea',
      current_location: 'Block A',
    });
    await gateOut(client, truck.license_plate);
    const { id, current_location } = await shownContainer(client, cargo.container_number);
    expect(current_location).toBe('Block A');
    expect(await movementsOf(client, id)).toMatchObject([
      { movement_type: 'gate_in', to: 'Yard Area: Block A' },
    ]);
  });

  it('brings nothing that was discharged meanwhile, and tells that before', async () => {
    const { number: voyage } = await aVoyage(client);
    const cargo = await aNewContainer(client);
    const { id, interchanges, truck } = await visit(dropOff(cargo));
    await aTallyMove(client, { voyage, container: cargo.container_number });
    const sentence = `${HELD} container is at the terminal already: ${cargo.container_number}`;
    const leaving = await gateOut(client, truck.license_plate);
    expect([leaving.status, leaving.body]).toMatchObject([
      400,
      { code: 'already_here', params: expect.any(Object), error: sentence },
    ]);
    const completing = await client.patch(`/interchanges/${interchanges[0].id}`, { completed: true });
    expect([completing.status, completing.body.error]).toEqual([422, sentence]);
    expect((await client.get(`/truck_visits/${id}/obstacles`)).body).toMatchObject({
      may_leave: false,
      reasons: [{ code: 'already_here', container: { number: cargo.container_number } }],
    });
    expect(await movementsOf(client, cargo.container_number)).toMatchObject([{ movement_type: 'discharge' }]);
    expect(await staysOf(client, cargo.container_number)).toMatchObject([{ arrived_by: { type: 'voyage' } }]);
    const reason = { reason_for_incomplete: 'Is here already' };
    expect((await gateOut(client, truck.license_plate, reason)).status).toBe(200);
  });

  it('brings a taken-back drop-off again to the place that the yard had found for it', async () => {
    const cargo = await aNewContainer(client);
    const { id, interchanges, truck } = await visit(dropOff(cargo));
    const yard = await aContainerInYard(client);
    const { current_location_type, current_location } = yard;
    await client.patch(`/containers/${cargo.container_number}`, { current_location_type, current_location });
    const [{ id: brought }] = interchanges;
    expect((await client.patch(`/interchanges/${brought}`, { completed: true })).status).toBe(200);
    const reverse = `/truck_visits/${id}/interchanges/${brought}/reverse`;
    expect((await client.post(reverse, { reason: 'Too early' })).status).toBe(200);
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect(await completed(id)).toEqual([true]);
  });

  it('delivers a full import container to its consignee', async () => {
    await aConsignee(client, { name: 'Kestrel' });
    const container = await aContainerInYard(client, { usage: 'import', consignee: 'Kestrel' });
    const { truck } = await visit(pickUp(container.number));
    await gateOut(client, truck.license_plate);
    expect(await shownContainer(client, container.number)).toMatchObject({
      current_location_type: 'Consignee',
      current_location: 'Kestrel',
    });
  });

  describe('holds', () => {
    it('refuses while a container that would leave is held, and changes nothing', async () => {
      const here = await aContainerInYard(client);
      const cargo = await aNewContainer(client);
      const { id, truck } = await visit(dropOff(cargo), pickUp(here.number));
      const hold = await aHold(client, here.number);
      const before = await shown(id);
      const answer = await gateOut(client, truck.license_plate);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: `${HELD} container has unlifted holds: ${here.number}`,
        code: 'container_held',
        params: expect.any(Object),
        records: [{ type: 'container', key: here.number }],
      });
      expect({ ...(await shown(id)), duration: before.duration }).toEqual(before);
      expect((await shownContainer(client, cargo.container_number)).current_location).toBeNull();
      expect((await lift(client, here.number, hold.id)).status).toBe(200);
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    });

    it('names every container, held itself or through a bill', async () => {
      const bill = await aBill(client);
      const own = await aContainerInYard(client);
      const free = await aContainerInYard(client);
      const billed = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
      const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
      expect((await client.put(`${holdsOf(bill)}/${type.id}`)).status).toBe(200);
      const returning = await aHold(client, own.number);
      await lift(client, own.number, returning.id, '2999-01-01');
      await letLiftsPass(client, 'container_holds');
      for (const until of [undefined, '2999-01-01'])
        await lift(client, free.number, (await aHold(client, free.number)).id, until);
      const { truck } = await visit(pickUp(billed.number), pickUp(free.number), pickUp(own.number));
      const answer = await gateOut(client, truck.license_plate);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: `${HELD} containers have unlifted holds: ${own.number}, ${billed.number}`,
        code: 'container_held',
        params: expect.any(Object),
        records: [own, billed].map(({ number: key }) => ({ type: 'container', key })),
      });
    });

    it('lets a truck leave without the container, or with a reason', async () => {
      for (const body of [{ left_without_container: true }, { reason_for_incomplete: 'Customs' }]) {
        const here = await aContainerInYard(client);
        await aHold(client, here.number);
        const { id, truck } = await visit(pickUp(here.number));
        expect((await gateOut(client, truck.license_plate, body)).status).toBe(200);
        expect(await completed(id)).toEqual([false]);
        expect((await shownContainer(client, here.number)).current_location).toBe('Block A');
      }
    });

    it('does not hold drop-offs', async () => {
      const cargo = await aNewContainer(client);
      const { truck } = await visit(dropOff(cargo));
      await aHold(client, cargo.container_number);
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    });
  });

  it('keeps pick-ups incomplete with left_without_container, and everything with a reason', async () => {
    const purposes = async () => [
      dropOff(await aNewContainer(client)),
      pickUp((await aContainerInYard(client)).number),
    ];
    const one = await visit(...(await purposes()));
    await gateOut(client, one.truck.license_plate, { left_without_container: '1' });
    expect(await completed(one.id)).toEqual([true, false]);
    expect((await shown(one.id)).reason_for_incomplete).toBeNull();
    const two = await visit(...(await purposes()));
    await gateOut(client, two.truck.license_plate, { reason_for_incomplete: 'Damaged' });
    expect(await completed(two.id)).toEqual([false, false]);
    expect((await shown(two.id)).reason_for_incomplete).toBe('Damaged');
    expect(await movementsOf(client, two.interchanges[0].container.id)).toEqual([]);
    const three = await visit(...(await purposes()));
    await gateOut(client, three.truck.license_plate, {
      reason_for_incomplete: '',
      left_without_container: false,
    });
    expect(await completed(three.id)).toEqual([true, true]);
  });

  it.each<[string, object, object, string | null]>([
    ['nothing is said', {}, {}, 'export'],
    ['the purpose says something else', { container_usage: 'unknown' }, {}, 'unknown'],
    ['the container says something else', {}, { usage: 'import' }, 'import'],
    ['it is empty', { container_status: 'empty' }, {}, null],
  ])('makes an export of a full container for a booking: %s', async (_what, cargo, container, usage) => {
    const { number: booking } = await aBooking(client);
    const announced = await aNewContainer(client, cargo);
    const came = await visit(dropOff(announced, { booking }));
    const number = announced.container_number as string;
    await client.patch(`/containers/${number}`, container);
    await gateOut(client, came.truck.license_plate);
    expect((await shownContainer(client, number)).usage).toBe(usage);
    const path = `/truck_visits/${came.id}/interchanges/${came.interchanges[0].id}/reverse`;
    expect((await client.post(path, { reason: 'Wrong' })).status).toBe(200);
  });

  it('gives a container to one of two trucks that come for it', async () => {
    const here = await aContainerInYard(client);
    const visits = [await visit(pickUp(here.number)), await aRivalVisitFor(client, [pickUp(here.number)])];
    const answers = await leaveAtOnce(visits);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)!.body.error).toBe(
      `Truck Visit was not completed. The following container is not at the terminal: ${here.number}`,
    );
    expect(await movementsOf(client, here.id)).toHaveLength(1);
  });

  it('lets a truck out once', async () => {
    const { truck } = await visit(dropOff(await aNewContainer(client)));
    const answers = await timesAtOnce(service.current, 4, () => gateOut(client, truck.license_plate));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  it('ends no visit before it began, whatever the clock says', async () => {
    const { id, truck } = await visit(dropOff(await aNewContainer(client)));
    await service.current.query(
      `UPDATE truck_visits SET gated_in_at = '2099-01-01' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, id],
    );
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect((await shown(id)).gated_out_at).toBe('2099-01-01T00:00:00.000Z');
  });

  it('completes an empty pick-up by booking without a container', async () => {
    const { number: booking } = await aBooking(client);
    const { id, truck } = await visit({
      purpose_type: 'pick up',
      cargo: { cargo_type: 'container', container_status: 'empty' },
      booking,
    });
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    expect(await completed(id)).toEqual([true]);
  });

  it.each([
    ['is cancelled', 'voyage_cancelled', { cancelled: true }],
    ['has departed', 'voyage_departed', { at_of_departure: '2026-01-02T00:00:00Z' }],
  ])('hands over no empty for a booking whose voyage %s, and takes a full in', async (what, code, change) => {
    const { number: voyage } = await aVoyage(client);
    const { number: booking } = await aBooking(client, { voyage });
    const cargo = { cargo_type: 'container', container_status: 'empty' };
    const brought = await aNewContainer(client);
    const inside = await visit({ purpose_type: 'pick up', cargo, booking }, dropOff(brought, { booking }));
    const { number } = await aContainerInYard(client, { container_status: 'empty' });
    const [{ id }] = inside.interchanges;
    await client.patch(`/interchanges/${id}`, { container: number });
    await client.patch(`/voyages/${voyage}`, { voyage: change });
    const sentence = `Voyage '${voyage}' ${what}.`;
    const obstacles = await client.get(`/truck_visits/${inside.id}/obstacles`);
    expect(obstacles.body).toMatchObject({
      may_leave: false,
      reasons: [{ code, sentence, source: { type: 'booking' }, container: { number } }],
    });
    const refusal = {
      error: `Truck Visit was not completed. ${sentence}`,
      code,
      params: { voyage },
      records: [{ type: 'voyage', key: voyage }],
    };
    const refused = [
      await gateOut(client, inside.truck.license_plate),
      await client.patch(`/interchanges/${id}`, { completed: true }),
    ];
    expect(refused.map(({ status, body }) => [status, body])).toEqual([
      [400, refusal],
      [422, refusal],
    ]);
    const left = await gateOut(client, inside.truck.license_plate, { left_without_container: true });
    expect([left.status, await completed(inside.id)]).toEqual([200, [false, true]]);
  });

  describe('seals', () => {
    it('records them on the interchange and the container', async () => {
      const cargo = await aNewContainer(client);
      const here = await aContainerInYard(client, { seals: ['OLD'] });
      const { interchanges, truck } = await visit(
        dropOff(cargo, { interchange: { seals: 'S1' } }),
        pickUp(here.number),
      );
      const answer = await gateOut(client, truck.license_plate, {
        container_seals: [
          { container_number: here.number.toLowerCase(), seal: 'N2' },
          { container_number: here.number, seal: 'N1' },
          { container_number: here.number, seal: 'OLD' },
          { container_number: cargo.container_number, seal: 'S2' },
        ],
      });
      expect(answer.status).toBe(200);
      expect((await shownContainer(client, here.number)).seals).toEqual(['OLD', 'N1', 'N2']);
      expect((await shownContainer(client, cargo.container_number)).seals).toEqual(['S1', 'S2']);
      const { body } = await client.patch(`/interchanges/${interchanges[0].id}`, {});
      expect(body.interchange.seals).toEqual(['S1', 'S2']);
    });

    it('refuses those of containers of another visit, and half ones', async () => {
      const { truck } = await visit(pickUp((await aContainerInYard(client)).number));
      const other = await aContainerInYard(client);
      const attempt = (container_seals: unknown) => gateOut(client, truck.license_plate, { container_seals });
      const foreign = await attempt([{ container_number: other.number, seal: 'S1' }]);
      expect(foreign.status).toBe(400);
      expect(foreign.body.errors).toHaveProperty(['container_seals.0.container_number']);
      expect((await attempt([{ container_number: other.number }])).body.errors).toEqual({
        'container_seals.0.seal': ['is required'],
      });
      expect((await attempt([{ seal: 'S1' }])).body.errors).toEqual({
        'container_seals.0.container_number': ['is required'],
      });
      expect((await attempt('S1')).status).toBe(400);
    });
  });

  describe('chassis', () => {
    it('lets those leave that containers were dropped off on', async () => {
      const chassis = await aChassis(client);
      const { truck } = await visit(dropOff(await aNewContainer(client, { chassis_number: chassis.number })));
      const body = { chassis_leaving_with_truck: [chassis.number, chassis.number] };
      expect((await gateOut(client, truck.license_plate, body)).status).toBe(200);
      expect((await client.get(`/chassis/${chassis.id}`)).body.chassis.current_location_type).toBe('Other');
    });

    const inGate = () => ({ current_location_type: 'Gate', current_location: gate });
    const alone = (purpose_type: string, chassis_number: string) => ({
      purpose_type,
      cargo: { cargo_type: 'chassis', chassis_number },
    });
    const obstacles = async (id: number) => (await client.get(`/truck_visits/${id}/obstacles`)).body;

    it.each(['at the gate', 'at a place that nobody told'])(
      'gives one %s to one of two trucks that come for it',
      async (where) => {
        const { number } = await aChassis(client, where === 'at the gate' ? inGate() : {});
        const visits = [await visit(alone('pick up', number)), await visit(alone('pick up', number))];
        const answers = await leaveAtOnce(visits);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
        const late = answers.findIndex(({ status }) => status === 400);
        expect(answers[late]!.body).toMatchObject({
          error: `Truck Visit was not completed. The following chassis is not at the terminal: ${number}`,
          code: 'chassis_elsewhere',
          params: expect.any(Object),
          records: [{ type: 'chassis', key: number }],
        });
        expect(await obstacles(visits[late]!.id)).toMatchObject({
          may_leave: false,
          reasons: [
            {
              code: 'chassis_elsewhere',
              sentence: `Chassis '${number}' is not at the terminal.`,
              container: null,
            },
          ],
        });
        expect((await client.get('/gate_refusals')).body.gate_refusals).toMatchObject([
          { reasons: [{ code: 'chassis_elsewhere' }] },
        ]);
        const reason = { reason_for_incomplete: 'Gone' };
        expect((await gateOut(client, visits[late]!.truck.license_plate, reason)).status).toBe(200);
      },
    );

    it('takes one from one of two trucks that bring it', async () => {
      const { number } = await aChassis(client, { current_location_type: 'Other' });
      const [one, two] = [await visit(alone('drop off', number)), await visit(alone('drop off', number))];
      expect((await obstacles(two.id)).may_leave).toBe(true);
      expect((await gateOut(client, one.truck.license_plate)).status).toBe(200);
      expect((await obstacles(two.id)).reasons).toMatchObject([
        { code: 'already_here', params: expect.any(Object) },
      ]);
      const answer = await gateOut(client, two.truck.license_plate);
      expect([answer.status, answer.body]).toMatchObject([
        400,
        {
          error: `Truck Visit was not completed. The following chassis is at the terminal already: ${number}`,
          code: 'already_here',
          params: expect.any(Object),
        },
      ]);
    });

    it('takes one that the yard has found a place for already', async () => {
      const { number } = await aChassis(client, { current_location_type: 'Other' });
      const { truck } = await visit(alone('drop off', number));
      await client.patch(`/chassis/${number}`, inGate());
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    });

    it('knows them in any case', async () => {
      const chassis = await aChassis(client, { number: 'CHZany1' });
      const { truck } = await visit(dropOff(await aNewContainer(client, { chassis_number: chassis.number })));
      const body = { chassis_leaving_with_truck: ['chzANY1'] };
      expect((await gateOut(client, truck.license_plate, body)).status).toBe(200);
      expect((await client.get(`/chassis/${chassis.number}`)).body.chassis.current_location_type).toBe(
        'Other',
      );
    });

    it('lets none leave with the truck that brought it which another one has taken', async () => {
      const { number } = await aChassis(client);
      const cargo = await aNewContainer(client, { chassis_number: number });
      const brought = await visit(dropOff(cargo));
      await client.patch(`/interchanges/${brought.interchanges[0].id}`, { completed: true });
      const { truck } = await visit(alone('pick up', number));
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
      const body = { chassis_leaving_with_truck: [number] };
      expect((await gateOut(client, brought.truck.license_plate, body)).body.code).toBe('chassis_elsewhere');
      expect((await gateOut(client, brought.truck.license_plate)).status).toBe(200);
    });

    it('takes two containers on one, one after the other', async () => {
      const { number: chassis_number } = await aChassis(client, inGate());
      const on = async () => {
        const { purpose_type, cargo } = pickUp((await aContainerInYard(client)).number);
        return { purpose_type, cargo: { ...cargo, chassis_number } };
      };
      const { interchanges, truck } = await visit(await on(), await on());
      expect((await client.patch(`/interchanges/${interchanges[0].id}`, { completed: true })).status).toBe(
        200,
      );
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    });

    it('gives one genset to one of two trucks', async () => {
      const { number } = await aGenset(client);
      const visits = [];
      for (let at = 0; at < 2; at++) {
        const one = await visit(pickUp((await aContainerInYard(client)).number));
        await client.patch(`/interchanges/${one.interchanges[0].id}`, { genset: number });
        visits.push(one);
      }
      const answers = await leaveAtOnce(visits);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)!.body).toMatchObject({
        error: `Truck Visit was not completed. The following genset is not at the terminal: ${number}`,
        code: 'genset_elsewhere',
        params: expect.any(Object),
        records: [{ type: 'genset', key: number }],
      });
    });

    it('refuses any other', async () => {
      const taken = await aChassis(client);
      const { truck } = await visit({
        purpose_type: 'pick up',
        cargo: { cargo_type: 'chassis', chassis_number: taken.number },
      });
      for (const chassis_leaving_with_truck of [[taken.number], ['NOSUCH'], 'X', [1]]) {
        const answer = await gateOut(client, truck.license_plate, { chassis_leaving_with_truck });
        expect(answer.status).toBe(400);
        expect(answer.body.errors).toHaveProperty('chassis_leaving_with_truck');
      }
    });
  });

  describe('interchanges', () => {
    const patch = (id: number, body: object) => client.patch(`/interchanges/${id}.json`, body);

    it('completes one with the effect of gate-out, and answers it', async () => {
      const chassis = await aChassis(client);
      const { interchanges, id } = await visit(dropOff(await aNewContainer(client)));
      const answer = await patch(interchanges[0].id, { chassis: chassis.number, completed: true });
      expect(answer.status).toBe(200);
      expect(answer.body.interchange).toEqual({
        ...interchanges[0],
        completed: true,
        chassis: { id: chassis.id, number: chassis.number },
        truck_visit_id: id,
        truck_visit: { id },
        completed_at: expect.any(String),
        seals: [],
        weight: null,
        booking_line: null,
        release: null,
        dock_receipt: null,
        purpose: expect.objectContaining({ purpose_type: 'drop off', cargo: expect.any(String) }),
        reversed_at: null,
        reversed_by: null,
        reverse_reason: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      const container_id = interchanges[0].container.id;
      expect(await movementsOf(client, container_id)).toMatchObject([{ movement_type: 'gate_in' }]);
      expect((await client.get(`/chassis/${chassis.id}`)).body.chassis.current_location).toBe('In 1');
      expect((await patch(interchanges[0].id, { completed: true })).status).toBe(200);
      expect(await movementsOf(client, container_id)).toHaveLength(1);
      const reopened = await patch(interchanges[0].id, { completed: false });
      expect(reopened.status).toBe(422);
      expect(reopened.body.error).toBe('Interchange is completed and cannot be opened again.');
    });

    it('records the stay of a container that was here meanwhile, and left', async () => {
      const cargo = await aNewContainer(client, { goods: 'Coffee' });
      const [first, second] = [await visit(dropOff(cargo)), await aRivalVisitFor(client, [dropOff(cargo)])];
      const leave = async ({ truck }: Awaited<ReturnType<typeof visit>>) =>
        expect((await gateOut(client, truck.license_plate)).status).toBe(200);
      await leave(first);
      await leave(await visit(pickUp(cargo.container_number)));
      await leave(second);
      const [left, here] = await staysOf(client, cargo.container_number);
      expect([left, here]).toMatchObject([
        { status: 'departed' },
        { status: 'here', arrived_by: { type: 'truck' } },
      ]);
      const rows = await service.current.query(
        `SELECT i.stay_id, m.stay_id AS stay_of_movement, s.goods, i.container_after ->> 'goods' AS goods_told
         FROM interchanges i
         JOIN container_movements m ON m.organization_id = i.organization_id AND m.truck_visit_id = i.truck_visit_id
         JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
         WHERE i.id = $1`,
        [second.interchanges[0].id],
      );
      const { id } = here!;
      expect(rows).toEqual([{ stay_id: id, stay_of_movement: id, goods: 'Coffee', goods_told: 'Coffee' }]);
      expect(await shownContainer(client, cargo.container_number)).toMatchObject({ goods: 'Coffee' });
    });

    it('does not complete one whose container is held', async () => {
      const here = await aContainerInYard(client);
      const { interchanges } = await visit(pickUp(here.number));
      await aHold(client, here.number);
      const answer = await patch(interchanges[0].id, { completed: true });
      expect(answer.status).toBe(422);
      expect(answer.body.error).toBe(`${HELD} container has unlifted holds: ${here.number}`);
    });

    it('sets and clears chassis and genset', async () => {
      const chassis = await aChassis(client);
      const { interchanges } = await visit(dropOff({ cargo_type: 'general cargo' }));
      const { id } = interchanges[0];
      expect((await patch(id, { chassis_id: chassis.id })).body.interchange.chassis).toEqual({
        id: chassis.id,
        number: chassis.number,
      });
      expect((await patch(id, { chassis: null })).body.interchange.chassis).toBeNull();
      expect((await patch(id, { chassis: 'X' })).status).toBe(422);
      expect((await patch(id, { genset: 'X' })).status).toBe(422);
      expect((await patch(id, { genset_id: 99_999_999 })).status).toBe(422);
      expect((await patch(id, { completed: 'x' })).status).toBe(400);
    });

    it('names the empty that a pick-up by booking takes', async () => {
      const { number: booking } = await aBooking(client);
      const cargo = { cargo_type: 'container', container_status: 'empty' };
      const { interchanges, truck } = await visit(
        { purpose_type: 'pick up', cargo, booking },
        pickUp((await aContainerInYard(client)).number),
      );
      const [{ id }, other] = interchanges;
      const full = await aContainerInYard(client);
      const away = await aContainerInYard(client, {
        container_status: 'empty',
        current_location_type: null,
        current_location: null,
      });
      const empty = await aContainerInYard(client, { container_status: 'empty' });
      expect((await patch(id, { container: full.number })).status).toBe(422);
      expect((await patch(id, { container: away.number })).status).toBe(422);
      expect((await patch(id, { container: 'NOSUCH' })).status).toBe(422);
      expect((await patch(other.id, { container: empty.number })).status).toBe(422);
      expect((await patch(id, { container: empty.number })).body.interchange.container.id).toBe(empty.id);
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
      expect(await movementsOf(client, empty.id)).toMatchObject([{ movement_type: 'gate_out' }]);
      expect((await patch(id, { container: null })).status).toBe(422);
    });

    it('names one container for one of two pick-ups of a truck', async () => {
      const { number: booking } = await aBooking(client);
      const cargo = { cargo_type: 'container', container_status: 'empty' };
      const one = { purpose_type: 'pick up', cargo, booking };
      const { interchanges } = await visit(one, one);
      const { number } = await aContainerInYard(client, { container_status: 'empty' });
      const [first, second] = interchanges.map(({ id }: { id: number }) => id);
      expect((await patch(first, { container: number })).status).toBe(200);
      const twice = await patch(second, { container: number });
      expect([twice.status, twice.body]).toMatchObject([
        422,
        {
          code: 'named_twice',
          params: expect.any(Object),
          error: `Container '${number}' is named twice.`,
          errors: { container: [`Container '${number}' is named twice.`] },
          records: [{ type: 'container', key: number }],
        },
      ]);
      expect((await patch(first, { container: number })).status).toBe(200);
    });

    it('names it after the truck has left, and moves it then as gate-out would have', async () => {
      const { number: booking } = await aBooking(client);
      const taken = await aChassis(client);
      const cargo = { cargo_type: 'container', container_status: 'empty' };
      const { id: visit_id, interchanges, truck } = await visit({ purpose_type: 'pick up', cargo, booking });
      const [{ id }] = interchanges;
      const genset = await aGenset(client);
      await patch(id, { chassis: taken.number, genset: genset.number });
      const { body: left } = await gateOut(client, truck.license_plate);
      const empty = await aContainerInYard(client, { container_status: 'empty' });
      await client.patch(`/chassis/${taken.number}`, {
        current_location_type: 'YardArea',
        current_location: 'Block A',
      });
      await client.patch(`/gensets/${genset.number}`, { genset: { current_location_type: 'Terminal' } });
      const full = await aContainerInYard(client);
      expect((await patch(id, { container: full.number })).status).toBe(422);
      expect((await patch(id, { container: null })).status).toBe(200);

      const hold = await aHold(client, empty.number);
      const held = await patch(id, { container: empty.number });
      expect([held.status, held.body.error]).toEqual([
        422,
        `${HELD} container has unlifted holds: ${empty.number}`,
      ]);
      await lift(client, empty.number, hold.id);
      const named = await patch(id, { container: empty.number, completed: true });
      expect(named.body.interchange).toMatchObject({
        container: { id: empty.id },
        completed: true,
        completed_at: left.gated_out_at,
      });
      expect(await shownContainer(client, empty.number)).toMatchObject({ current_location_type: 'Other' });
      expect(await movementsOf(client, empty.id)).toMatchObject([
        { movement_type: 'gate_out', moved_at: left.gated_out_at, truck_visit_id: visit_id },
      ]);
      // chassis and genset left then, and came back since
      const { chassis } = (await client.get(`/chassis/${taken.number}`)).body;
      expect(chassis.current_location_type).toBe('YardArea');
      expect((await client.get(`/gensets/${genset.number}`)).body.genset.current_location).toBe('Terminal');

      const other = await aContainerInYard(client, { container_status: 'empty' });
      const again = await patch(id, { container: other.number });
      expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['container']]);
    });

    it('hands nothing over once the truck has left: neither open interchanges nor taken-back ones', async () => {
      const { number: booking } = await aBooking(client, { quantity: 1 });
      const here = await aContainerInYard(client);
      const cargo = { cargo_type: 'container', container_status: 'empty' };
      const left = await visit(dropOff(await aNewContainer(client)), pickUp(here.number), {
        purpose_type: 'pick up',
        cargo,
        booking,
      });
      await gateOut(client, left.truck.license_plate, { reason_for_incomplete: 'Damaged' });
      const back = await visit(pickUp(here.number));
      await gateOut(client, back.truck.license_plate);
      const reverse = `/truck_visits/${back.id}/interchanges/${back.interchanges[0].id}/reverse`;
      expect((await client.post(reverse, { reason: 'Wrong box' })).status).toBe(200);
      for (const { id, interchanges } of [left, back])
        for (const interchange of interchanges) {
          const answer = await patch(interchange.id, { completed: true });
          expect([answer.status, answer.body.code, answer.body.error]).toEqual([
            422,
            'visit_over',
            `Truck visit ${id} is over already.`,
          ]);
        }
      expect((await shownContainer(client, here.number)).current_location).toBe('Block A');
      const empty = await aContainerInYard(client, { container_status: 'empty' });
      const both = { container: empty.number, completed: true };
      expect((await patch(left.interchanges[2].id, both)).body.code).toBe('visit_over');
      expect(await movementsOf(client, empty.id)).toEqual([]);
    });

    it('gives an empty to one of two pick-ups that name it at once', async () => {
      const { number: booking } = await aBooking(client);
      const cargo = { cargo_type: 'container', container_status: 'empty' };
      const pickUps = [];
      for (let at = 0; at < 2; at++) {
        const { interchanges, truck } = await visit({ purpose_type: 'pick up', cargo, booking });
        await gateOut(client, truck.license_plate);
        pickUps.push(interchanges[0].id);
      }
      const empty = await aContainerInYard(client, { container_status: 'empty' });
      const answers = await atOnce(
        service.current,
        pickUps.map((id) => () => patch(id, { container: empty.number })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(await movementsOf(client, empty.id)).toHaveLength(1);
    });

    it('needs the role write, and is there for its organization only', async () => {
      const { interchanges } = await visit(dropOff({ cargo_type: 'general cargo' }));
      const path = `/interchanges/${interchanges[0].id}`;
      expect((await client.as('read').patch(path, { completed: true })).status).toBe(403);
      const other = await service.current.organization();
      expect((await other.patch(path, { completed: true })).status).toBe(404);
      for (const id of ['abc', '0', '99999999'])
        expect((await client.patch(`/interchanges/${id}`, { completed: true })).status).toBe(404);
    });
  });

  it('needs the role write, and keeps organizations apart', async () => {
    const { truck } = await visit();
    const path = `/trucks/${truck.license_plate}/gate_out`;
    expect((await client.as('read').post(path)).status).toBe(403);
    const other = await service.current.organization();
    expect((await other.post(path)).status).toBe(404);
    expect((await client.post(path)).status).toBe(200);
  });
});

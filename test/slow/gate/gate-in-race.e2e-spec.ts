import type { QueryRunner } from 'typeorm';
import {
  aBill,
  aBooking,
  aChassis,
  aContainer,
  aVehicle,
  holdsOf,
  keyOf,
  movementsOf,
} from '../../factories/cargo';
import {
  aRivalVisitFor,
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../../factories/gate';
import { aHold, aHoldType } from '../../factories/holds';
import { aTruck } from '../../factories/parties';
import type { Body } from '../../factories/record';
import type { Client } from '../../setup/client';
import { Elsewhere } from '../../setup/elsewhere';
import { atOnce, inTurn, meanwhile, timesAtOnce, whenWaiting } from '../../setup/meanwhile';
import { useService } from '../../setup/service';

/** Who comes first at the gate: of many that may not all pass, those pass that may. */
describe('gate races', () => {
  const service = useService();
  let second: Elsewhere;
  let client: Client;
  let other: Client;

  beforeAll(async () => (second = await Elsewhere.beside(service.current)));
  afterAll(() => second?.stop());
  beforeEach(async () => {
    client = await service.current.organization();
    other = second.clientOf(client);
    await aGate(client, { name: 'In 1' });
  });

  it.each([
    ['one instance', () => [client, client]],
    ['two processes on one database', () => [client, other]],
  ])('lets one of 64 gate-ins of a truck pass, with %s', async (_what, clients) => {
    const { license_plate: truck, id } = await aTruck(client);
    const [one, two] = clients() as [Client, Client];
    const answers = await timesAtOnce(
      service.current,
      64,
      (n) => (n % 2 ? two : one).post('/truck_visits', { truck, gate: 'In 1' }),
      one === two ? 5 : 10,
    );
    const refused = answers.filter(({ status }) => status === 422);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(refused).toHaveLength(63);
    for (const { body } of refused)
      expect(body).toMatchObject({
        error: 'Truck is already at the terminal.',
        code: 'truck_already_inside',
        params: expect.any(Object),
      });
    const { truck_visits } = (await client.get(`/truck_visits?truck_id=${id}&per=100`)).body;
    expect(truck_visits).toHaveLength(1);
  });

  it.each([
    ['fetch', (cargo: Body) => pickUp(cargo.container_number as string)],
    ['bring', (cargo: Body) => dropOff(cargo)],
  ])(
    'lets one of 64 trucks in that %s one container, with two processes on one database',
    async (_what, purpose) => {
      const here = await aContainerInYard(client);
      const cargo = _what === 'fetch' ? { container_number: here.number } : await aNewContainer(client);
      const advices: string[] = [];
      for (let n = 0; n < 64; n++)
        advices.push((await aPreAdvice(client, { purposes: [purpose(cargo)] })).advice_number as string);
      const answers = await timesAtOnce(
        service.current,
        64,
        (n) =>
          (n % 2 ? other : client).post('/truck_visits', { gate: 'In 1', pre_advice_number: advices[n] }),
        10,
      );
      const came = answers.filter(({ status }) => status === 201);
      expect(came).toHaveLength(1);
      const { id } = came[0]!.body.truck_visit;
      const sentence = `Container '${cargo.container_number}' is on truck visit ${id} already.`;
      for (const { status, body } of answers.filter((each) => each !== came[0]))
        expect([status, body.code, body.error]).toEqual([422, 'container_on_visit', sentence]);
      const { truck_visits } = (await client.get(`/truck_visits?container_id=${cargo.container_number}`))
        .body;
      expect(truck_visits).toHaveLength(1);
    },
  );

  it('lets the desk of one of two trucks inside name a container', async () => {
    const { number } = await aContainerInYard(client, { container_status: 'empty' });
    const { number: booking } = await aBooking(client);
    const any = { cargo_type: 'container', container_status: 'empty' };
    const [one, two] = [
      await aVisitFor(client, [{ purpose_type: 'pick up', cargo: any, booking }]),
      await aVisitFor(client, []),
    ];
    const cargo = { ...any, container_number: number };
    const answers = await atOnce(service.current, [
      () => client.patch(`/interchanges/${one.interchanges[0].id}`, { container: number }),
      () => other.post(`/truck_visits/${two.id}/interchanges`, { purpose_type: 'pick up', cargo }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 422)!.body.code).toBe('container_on_visit');
  });

  it('uses a pre-advice once', async () => {
    const lenient = await service.current.organization({ pre_advice_truck_required: false });
    await aGate(lenient, { name: 'In 1' });
    const { advice_number } = await lenient.create('/pre_advices', {});
    const trucks = await Promise.all(Array.from({ length: 8 }, () => aTruck(lenient)));
    const answers = await atOnce(
      service.current,
      trucks.map(
        ({ license_plate }) =>
          () =>
            lenient.post('/truck_visits', {
              gate: 'In 1',
              pre_advice_number: advice_number,
              truck: license_plate,
            }),
      ),
      5,
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(422)]);
  });

  it('either uses a pre-advice or deletes it', async () => {
    for (let at = 0; at < 5; at++) {
      const { advice_number } = await aPreAdvice(client);
      const [used, deleted] = await atOnce(service.current, [
        () => client.post('/truck_visits', { gate: 'In 1', pre_advice_number: advice_number }),
        () => other.delete(`/pre_advices/${advice_number}`),
      ]);
      expect([used.status, deleted.status]).toEqual(used.status === 201 ? [201, 422] : [422, 200]);
    }
  });

  it('lets the truck in that was announced last, by a change still under way', async () => {
    const { advice_number: pre_advice_number } = await aPreAdvice(client);
    const { id, license_plate } = await aTruck(client);
    const { status, body } = await meanwhile(
      service.current,
      'UPDATE pre_advices SET truck_id = $1 WHERE organization_id = $2 AND advice_number = $3',
      [id, client.organization_id, pre_advice_number],
      () => client.post('/truck_visits', { gate: 'In 1', pre_advice_number }),
    );
    expect(status).toBe(201);
    const visit = (await client.get(`/truck_visits/${body.truck_visit.id}`)).body;
    expect(visit.truck.license_plate).toBe(license_plate);
  });

  it('refuses a container that another truck has brought meanwhile', async () => {
    const cargo = await aNewContainer(client);
    const { advice_number: pre_advice_number } = await aPreAdvice(client, { purposes: [dropOff(cargo)] });
    const { yard_area } = await client.create('/yard_areas', { name: 'Block A' });
    const { status, body } = await meanwhile(
      service.current,
      `UPDATE containers SET current_location_type = 'YardArea', current_location_id = $1
       WHERE organization_id = $2 AND number = $3`,
      [yard_area.id, client.organization_id, cargo.container_number],
      () => client.post('/truck_visits', { gate: 'In 1', pre_advice_number }),
    );
    expect([status, body.code]).toEqual([422, 'already_here']);
  });

  it('dates a gate-in that waited for its container after the wait', async () => {
    const here = await aContainerInYard(client);
    const { advice_number: pre_advice_number } = await aPreAdvice(client, {
      purposes: [pickUp(here.number)],
    });
    const holder = await holding('containers', here.id);
    const coming = client.post('/truck_visits', { gate: 'In 1', pre_advice_number });
    await whenWaiting(service.current, 1);
    const [clock] = await service.current.query<{ now: Date }>(
      `SELECT date_trunc('milliseconds', clock_timestamp()) AS now`,
    );
    await holder.commitTransaction();
    await holder.release();
    const { body } = await coming;
    const { gated_in_at } = (await client.get(`/truck_visits/${body.truck_visit.id}`)).body;
    expect(Date.parse(gated_in_at)).toBeGreaterThanOrEqual(clock!.now.getTime());
  });

  it.each(['container_holds', 'bill_of_lading_holds'])(
    'waits at gate-out for %s that are being applied',
    async (table) => {
      const bill = await aBill(client);
      const here = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
      const { truck } = await aVisitFor(client, [pickUp(here.number)]);
      const [held, column, id, applies_to] =
        table === 'container_holds'
          ? ['containers', 'container_id', here.id, 'container']
          : ['bill_of_ladings', 'bill_of_lading_id', bill.id, 'bill_of_lading'];
      const type = await aHoldType(client, { applies_to });

      // what applying a hold does, in a transaction that is held open
      const applying = await holding(held, id);
      const leaving = gateOut(other, truck.license_plate);
      await whenWaiting(service.current, 1);
      await applying.query(
        `INSERT INTO ${table} (organization_id, ${column}, hold_type_id, applied_at) VALUES ($1, $2, $3, now())`,
        [client.organization_id, id, type.id],
      );
      await applying.commitTransaction();
      await applying.release();
      const answer = await leaving;
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(/has unlifted holds/);
      expect(await movementsOf(client, here.id)).toEqual([]);
    },
  );

  it('applies a hold to a container that is leaving once it is gone', async () => {
    const here = await aContainerInYard(client);
    const { truck } = await aVisitFor(client, [pickUp(here.number)]);
    const type = await aHoldType(client);
    const holder = await holding('containers', here.id);
    const leaving = gateOut(client, truck.license_plate);
    await whenWaiting(service.current, 1);
    const applying = other.put(`/containers/${here.number}/holds/${type.id}/apply`);
    await whenWaiting(service.current, 2);
    await holder.commitTransaction();
    await holder.release();
    const [left, applied] = [await leaving, await applying];
    expect([left.status, applied.status]).toEqual([200, 200]);
    const [{ applied_at }] = (await client.get(`/containers/${here.number}/holds`)).body.holds;
    expect(left.body.gated_out_at <= applied_at).toBe(true);
  });

  it.each(['container', 'bill_of_lading'])(
    'lets no truck out after a hold of the %s that is being applied, and applies it after one that goes out',
    async (applies_to) => {
      const type = await aHoldType(client, { applies_to });
      const leaving = async () => {
        const bill = await aBill(client);
        const here = await aContainerInYard(client, { bill_of_ladings: [keyOf(bill)] });
        const { truck } = await aVisitFor(client, [pickUp(here.number)]);
        const path =
          applies_to === 'container'
            ? `/containers/${here.number}/holds/${type.id}/apply`
            : `${holdsOf(bill)}/${type.id}`;
        return [() => other.put(path), () => gateOut(client, truck.license_plate)] as const;
      };
      const [apply, leave] = await leaving();
      const first = await inTurn(service.current, [apply, leave]);
      expect(first.map(({ status }) => status)).toEqual([200, 400]);
      const [applyLate, leaveFirst] = await leaving();
      const [left, applied] = await inTurn(service.current, [leaveFirst, applyLate]);
      expect([left.status, applied.status]).toEqual([200, 200]);
    },
  );

  it('moves the container that is named for a pick-up while the truck is gated out', async () => {
    const { number: booking } = await aBooking(client);
    const cargo = { cargo_type: 'container', container_status: 'empty' };
    const { truck, interchanges } = await aVisitFor(client, [{ purpose_type: 'pick up', cargo, booking }]);
    const [{ id }] = interchanges;
    const empty = await aContainerInYard(client, { container_status: 'empty' });

    const holder = await holding('interchanges', id);
    const leaving = gateOut(other, truck.license_plate);
    await whenWaiting(service.current, 1);
    const naming = client.patch(`/interchanges/${id}`, { container: empty.number });
    await whenWaiting(service.current, 2);
    await holder.commitTransaction();
    await holder.release();
    expect([(await leaving).status, (await naming).status]).toEqual([200, 200]);
    expect(await movementsOf(client, empty.id)).toEqual([
      expect.objectContaining({ movement_type: 'gate_out' }),
    ]);
  });

  it('lets one of six trucks hand over its container with one chassis that all of them name', async () => {
    const { id, number: chassis_number } = await aChassis(client);
    const advices = await Promise.all(
      Array.from({ length: 6 }, async () =>
        aPreAdvice(client, {
          purposes: [
            dropOff(await aNewContainer(client)),
            dropOff({ cargo_type: 'chassis', chassis_number }),
          ],
        }),
      ),
    );
    const holder = await holding('chassis', id); // so that nobody comes when it is at the terminal already
    const arriving = advices.map(({ advice_number: pre_advice_number }, at) =>
      (at % 2 ? client : other).post('/truck_visits', {
        gate: 'In 1',
        pre_advice_number,
        interchanges_completed_at: new Date().toISOString(),
      }),
    );
    await whenWaiting(service.current, 6);
    await holder.commitTransaction();
    await holder.release();
    const answers = await Promise.all(arriving);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(5).fill(422)]);
    const { body } = answers.find(({ status }) => status === 422)!;
    expect(body).toMatchObject({ code: 'already_here', records: [{ type: 'chassis', key: chassis_number }] });
  });

  it('tries again when it loses a deadlock', async () => {
    const [one, two] = [await aContainerInYard(client), await aContainerInYard(client)];
    const { id, truck } = await aVisitFor(client, [pickUp(one.number), pickUp(two.number)]);

    const first = await holding('containers', one.id);
    const second = await holding('containers', two.id);
    const leaving = gateOut(client, truck.license_plate);
    await whenWaiting(service.current, 1); // with the visit locked, for the first container
    await second.query(`SET LOCAL deadlock_timeout = '1h'`); // who looks for deadlocks first loses them
    const visitLocked = lock(second, 'truck_visits', id);
    await whenWaiting(service.current, 2);
    await first.commitTransaction(); // now it waits for the second container, and that for the visit
    await visitLocked;
    await second.commitTransaction();
    await Promise.all([first.release(), second.release()]);
    expect((await leaving).status).toBe(200);
    for (const container of [one, two]) expect(await movementsOf(client, container.id)).toHaveLength(1);
  });

  it('lets trucks out at once whose containers stand above each other', async () => {
    const containers = await Promise.all(Array.from({ length: 6 }, () => aContainerInYard(client)));
    const visits: Body[] = [];
    for (let at = 0; at < 6; at++) {
      const two = [containers[at]!, containers[(at + 1) % 6]!];
      visits.push(
        await aRivalVisitFor(
          client,
          (at % 2 ? two : two.reverse()).map(({ number }) => pickUp(number)),
        ),
      );
    }
    const answers = await timesAtOnce(service.current, 6, (n) =>
      gateOut(n % 2 ? client : other, visits[n]!.truck.license_plate),
    );
    expect(answers.filter(({ status }) => ![200, 400].includes(status))).toEqual([]);
    for (const { id } of containers) expect((await movementsOf(client, id)).length).toBeLessThanOrEqual(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });

  it('ignores a hold on a container that is not of the visit', async () => {
    const [here, held] = [await aContainerInYard(client), await aContainerInYard(client)];
    await aHold(client, held.number);
    const { truck } = await aVisitFor(client, [pickUp(here.number)]);
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
  });

  it.each([
    ['container', 'containers'],
    ['vehicle', 'vehicles'],
  ] as const)(
    'deletes a manifest behind a %s that is on it, and locks its bills after that',
    async (_what, table) => {
      const bill = await aBill(client);
      const make = table === 'containers' ? aContainer : aVehicle;
      const { id } = await make(client, { bill_of_ladings: [keyOf(bill)] });
      const busy = await holding(table, id);
      const deleted = client.delete(`/manifests/${bill.manifest.client_identifier}`);
      await whenWaiting(service.current, 1);
      await busy.query(
        'SELECT FROM bill_of_ladings WHERE organization_id = $1 AND id = $2 FOR UPDATE NOWAIT',
        [client.organization_id, bill.id],
      );
      await busy.commitTransaction();
      await busy.release();
      expect((await deleted).status).toBe(200);
    },
  );

  /** A transaction that has locked a row. */
  async function holding(table: string, id: number): Promise<QueryRunner> {
    const runner = service.current.own.createQueryRunner();
    await runner.startTransaction();
    await lock(runner, table, id);
    return runner;
  }

  const lock = (runner: QueryRunner, table: string, id: number): Promise<unknown> =>
    runner.query(`SELECT FROM ${table} WHERE organization_id = $1 AND id = $2 FOR UPDATE`, [
      client.organization_id,
      id,
    ]);
});

import { aBill, aBooking, aContainer, aContainerType, aYardArea, aYardSlot } from '../factories/cargo';
import { aGate, anAppointment, anAppointmentPlan, aPreAdvice, aVisit, gateOut } from '../factories/gate';
import { aHold, aHoldType } from '../factories/holds';
import { aConsignee, aShippingLine, aTruck, aTruckDriver, aTruckingCompany } from '../factories/parties';
import { aBerthArea, aTerminal, aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('filtered lists', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** What a list has under a key, by one of its fields. */
  async function listed(path: string, field = 'number'): Promise<unknown[]> {
    const { status, body } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return (Object.values(body).find(Array.isArray) as Record<string, unknown>[]).map((row) => row[field]);
  }
  const counts = async (path: string) => (await client.get(path)).body.counts;

  describe('containers and stays alike', () => {
    /** Two lines, types, consignees and voyages, each with a container at a place of its own. */
    async function boxes() {
      const [one, other] = [await aShippingLine(client), await aShippingLine(client)];
      const dry = await aContainerType(client, { size: 20, is_reefer: false });
      const reefer = await aContainerType(client, { size: 45, is_reefer: true });
      const [north, south] = [await aTerminal(client), await aTerminal(client)];
      const area = await aYardArea(client, { terminal: north.name });
      const slot = await aYardSlot(client, { yard_area: area.name });
      const berth = await aBerthArea(client, { terminal: south.name });
      const [mills, roasters] = [await aConsignee(client), await aConsignee(client)];
      const [arrives, leaves] = [await aVoyage(client), await aVoyage(client)];
      const at = (current_location_type: string, current_location?: string) => ({
        current_location_type,
        current_location,
      });
      const a = await aContainer(client, {
        ...at('YardSlot', slot.name),
        shipping_line: one.code,
        container_type: dry.code,
        consignee: mills.name,
        arrival_voyage: arrives.number,
        container_status: 'full',
        usage: 'import',
      });
      const b = await aContainer(client, {
        ...at('YardArea', area.name),
        shipping_line: other.code,
        container_type: reefer.code,
        departure_voyage: leaves.number,
        container_status: 'empty',
        usage: 'export',
      });
      const c = await aContainer(client, {
        ...at('BerthArea', berth.name),
        shipping_line: other.code,
        container_type: dry.code,
        consignee: roasters.name,
        container_status: 'full',
      });
      const d = await aContainer(client, at('Other'));
      return { a, b, c, d, one, other, dry, reefer, north, south, area, mills, roasters, arrives, leaves };
    }

    it.each([
      ['/containers', (row: { number: string }) => row.number],
      ['/container_stays', (row: { container: { number: string } }) => row.container.number],
    ])('%s: by line, type, size, reefer, consignee, terminal, area and voyage', async (list, numberOf) => {
      const of = await boxes();
      const [a, b, c] = [of.a.number, of.b.number, of.c.number];
      const found = async (query: object) => {
        const { status, body } = await client.get(
          `${list}?${new URLSearchParams(Object.entries(query).flatMap(([name, values]) => [values].flat().map((value: unknown) => [name, String(value)])) as [string, string][]).toString()}`,
        );
        expect(status).toBe(200);
        return (Object.values(body).find(Array.isArray) as never[]).map(numberOf);
      };
      for (const [query, numbers] of [
        [{ shipping_line: of.one.code }, [a]],
        [{ shipping_line: of.one.id }, [a]],
        [{ shipping_line: [of.one.code, of.other.code] }, [a, b, c]],
        [{ 'shipping_line[]': [of.one.code, 'NONE'] }, [a]],
        [{ shipping_line: '' }, list === '/containers' ? [a, b, c, of.d.number] : [a, b, c]],
        [{ container_type: of.dry.code }, [a, c]],
        [{ container_type: [of.dry.code, of.reefer.id] }, [a, b, c]],
        [{ size: 45 }, [b]],
        [{ size: [20, 45] }, [a, b, c]],
        [{ size: 40 }, []],
        [{ is_reefer: true }, [b]],
        [{ is_reefer: false }, [a, c]],
        [{ consignee: of.mills.name }, [a]],
        [{ consignee: [of.mills.id, of.roasters.name] }, [a, c]],
        [{ terminal: of.north.name }, [a, b]],
        [{ terminal: of.south.id }, [c]],
        [{ terminal: [of.north.name, of.south.name] }, [a, b, c]],
        [{ terminal: 'NONE' }, []],
        [{ yard_area: of.area.name }, [a, b]],
        [{ voyage_number: of.arrives.number }, [a]],
        [{ voyage_number: [of.arrives.number, of.leaves.number.toLowerCase()] }, [a, b]],
        [{ usage: ['import', 'export'] }, [a, b]],
        [{ container_status: ['full', 'empty'], terminal: of.north.name, size: 20 }, [a]],
        [{ shipping_line: of.other.code, yard_area: of.area.name, is_reefer: true, usage: 'export' }, [b]],
      ] as [object, string[]][])
        expect([query, await found(query)]).toEqual([query, numbers]);
      for (const query of ['size=30', 'is_reefer=maybe', 'usage=none', 'usage=import&usage=none']) {
        const { status } = await client.get(`${list}?${query}`);
        expect([query, status]).toEqual([query, list === '/containers' ? 400 : 422]);
      }
    });

    it('answer in one request the containers of a line, with place, holds and since when', async () => {
      const { a, b, one, north, area } = await boxes();
      const { hold_type } = await aHold(client, a.number);
      const { hold_types, in_at, stay_id, ...row } = (
        await client.get(`/containers?shipping_line=${one.code}&at_terminal=true`)
      ).body.containers[0];
      expect(row).toMatchObject({
        number: a.number,
        current_location_type: 'YardSlot',
        current_location_id: expect.any(Number),
        yard_area: { id: area.id, name: area.name },
        terminal: { id: north.id, name: north.name },
        unlifted_holds: 1,
      });
      expect([hold_types, in_at, stay_id]).toEqual([[hold_type], expect.any(String), expect.any(Number)]);
      const [stay] = (await client.get(`/container_stays?shipping_line=${one.code}&status=here`)).body
        .container_stays;
      expect(stay).toMatchObject({
        id: stay_id,
        in_at,
        size: 20,
        is_reefer: false,
        container_type: expect.any(String),
        current_location: row.current_location,
        yard_area: row.yard_area,
        terminal: row.terminal,
        unlifted_holds: 1,
        hold_types: [hold_type],
      });
      await client.patch(`/containers/${b.number}`, { current_location_type: 'Other' });
      for (const list of ['containers', 'container_stays']) {
        const here = await counts(`/${list}/counts?by=terminal&terminal=${encodeURIComponent(north.name)}`);
        expect(here).toEqual([{ terminal: north.name, count: expect.any(Number), more: false }]);
        expect(await counts(`/${list}/counts?by=yard_area&yard_area=${area.name}`)).toEqual([
          { yard_area: area.name, count: expect.any(Number), more: false },
        ]);
        const places = await counts(`/${list}/counts?by=place&yard_area=${area.name}`);
        expect(places.map(({ place }: { place: string }) => place).join()).toMatch(/^Yard (Slot|Area): /);
      }
      const gone = (await client.get(`/containers/${b.number}/stays`)).body.stays[0];
      expect(gone).toMatchObject({ current_location_type: 'Other', yard_area: null, terminal: null });
      const left = (await client.get(`/container_stays?yard_area=${area.name}`)).body.container_stays;
      expect(left.map(({ id }: { id: number }) => id)).toEqual([stay_id]);
    });

    it('are counted by each value, with the filters of the list', async () => {
      const { one, other, dry, reefer, arrives, leaves } = await boxes();
      expect(await counts('/containers/counts?by=shipping_line')).toEqual([
        { shipping_line: other.code, count: 2, more: false },
        { shipping_line: one.code, count: 1, more: false },
        { shipping_line: null, count: 1, more: false },
      ]);
      expect(await counts('/containers/counts?by=container_status&at_terminal=true')).toEqual([
        { container_status: 'full', count: 2, more: false },
        { container_status: 'empty', count: 1, more: false },
      ]);
      expect(await counts(`/containers/counts?by=container_type&shipping_line=${other.code}`)).toEqual(
        [dry.code, reefer.code].sort().map((container_type) => ({ container_type, count: 1, more: false })),
      );
      expect(await counts('/container_stays/counts?by=status')).toEqual([
        { status: 'here', count: 3, more: false },
      ]);
      expect(await counts('/container_stays/counts?by=usage&usage=import')).toEqual([
        { usage: 'import', count: 1, more: false },
      ]);
      for (const [by, number] of [
        ['arrival_voyage', arrives.number],
        ['departure_voyage', leaves.number],
      ])
        expect(await counts(`/container_stays/counts?by=${by}&voyage_number=${number}`)).toEqual([
          { [by]: number, count: 1, more: false },
        ]);
      expect(await counts('/containers/counts?by=usage&shipping_line=NONE')).toEqual([]);
      for (const query of ['', 'by=', 'by=number', 'by=usage&size=1'])
        expect([query, (await client.get(`/containers/counts?${query}`)).status]).toEqual([query, 400]);
      client = await service.current.organization();
      expect(await counts('/containers/counts?by=usage')).toEqual([]);
    });

    it('are counted to 10,000 of each word, and tell that there are more', async () => {
      await service.current.fill(
        `INSERT INTO containers (organization_id, number, usage) SELECT $1, 'CNTU' || n,
           CASE WHEN n > 10001 THEN 'export' ELSE 'import' END FROM generate_series(1, 10301) n`,
        [client.organization_id],
      );
      expect(await counts('/containers/counts?by=usage')).toEqual([
        { usage: 'import', count: 10_000, more: true },
        { usage: 'export', count: 300, more: false },
      ]);
      expect(await counts('/containers/counts?by=shipping_line')).toEqual([
        { shipping_line: null, count: 10_301, more: false },
      ]);
    });
  });

  it('voyages: by status, berth, cancelled, in port and a part of the number', async () => {
    const { name: vessel_name } = await aVessel(client);
    const berth = await aBerthArea(client);
    const past = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const make = (number: string, body: object = {}) => aVoyage(client, { number, vessel_name, ...body });
    await make('WP-EXPECTED', { assigned_berth_area_id: berth.id });
    await make('WP-HERE', { at_of_berth: past(1), assigned_berth_area_id: berth.id });
    await make('WP-GONE', { at_of_berth: past(3) });
    await client.patch('/voyages/WP-GONE', { voyage: { at_of_departure: past(2) } });
    await make('WP-OFF', { at_of_berth: past(1), cancelled: true });
    for (const [query, numbers] of [
      ['status=departed', ['WP-GONE']],
      ['status=departed&status=unknown', ['WP-EXPECTED', 'WP-HERE', 'WP-GONE', 'WP-OFF']],
      ['cancelled=true', ['WP-OFF']],
      ['in_port=true', ['WP-HERE']],
      ['in_port=false', ['WP-EXPECTED', 'WP-GONE', 'WP-OFF']],
      [`assigned_berth_area=${berth.name}&in_port=false`, ['WP-EXPECTED']],
      [`assigned_berth_area=${berth.id}&cancelled=false`, ['WP-EXPECTED', 'WP-HERE']],
      ['q=p-he', ['WP-HERE']],
      [`arrival_from=${past(2)}`, ['WP-HERE', 'WP-OFF']],
      [`arrival_until=${past(2)}`, ['WP-GONE']],
      [`departure_from=${past(3)}&departure_until=${past(1)}`, ['WP-GONE']],
    ] as [string, string[]][])
      expect([query, await listed(`/voyages?${query}`)]).toEqual([query, numbers]);
    const [, here] = (await client.get('/voyages')).body.voyages;
    expect(here).toMatchObject({
      in_port: true,
      cancelled: false,
      et_of_berth: null,
      discharge_destination: { name: expect.any(String) },
    });
    expect(await counts('/voyages/counts?by=stage')).toEqual(
      ['cancelled', 'departed', 'expected', 'in_port'].map((stage) => ({ stage, count: 1, more: false })),
    );
    expect(await counts('/voyages/counts?by=status&in_port=true')).toEqual([
      { status: 'unknown', count: 1, more: false },
    ]);
    expect(await counts('/voyages/counts?by=assigned_berth_area&status=departed')).toEqual([
      { assigned_berth_area: null, count: 1, more: false },
    ]);
  });

  it('drivers by company, hold types by what they apply to, bookings by line and voyage', async () => {
    const company = await aTruckingCompany(client, { name: 'Estuary Haulage' });
    const driver = await aTruckDriver(client, { trucking_company: company.code, lastname: 'Vroom' });
    await aTruckDriver(client);
    for (const named of [company.code, company.name, company.id])
      expect(await listed(`/truck_drivers?trucking_company=${named}`, 'id')).toEqual([driver.id]);
    expect(await listed('/truck_drivers?q=vroo', 'id')).toEqual([driver.id]);
    expect(await listed(`/truck_drivers?q=${driver.license_number.slice(1)}`, 'id')).toContain(driver.id);
    expect(await listed('/trucking_companies?q=uary', 'id')).toEqual([company.id]);

    const type = await aHoldType(client, { applies_to: 'bill_of_lading' });
    await aHoldType(client);
    expect(await listed('/hold_types?applies_to=bill_of_lading', 'id')).toEqual([type.id]);
    expect(await listed('/hold_types?applies_to=container&applies_to=bill_of_lading', 'id')).toHaveLength(2);
    expect((await client.get('/hold_types?applies_to=voyage')).status).toBe(400);

    const line = await aShippingLine(client);
    const voyage = await aVoyage(client);
    const booking = await aBooking(client, { shipping_line: line.code, voyage: voyage.number });
    const other = await aBooking(client);
    expect(await listed(`/bookings?shipping_line=${line.code}`)).toEqual([booking.number]);
    expect(await listed(`/bookings?voyage=${voyage.number}&shipping_line=${line.id}`)).toEqual([
      booking.number,
    ]);
    expect(await listed(`/bookings?q=${other.number.slice(1)}`)).toContain(other.number);
    const terminal = await aTerminal(client);
    const gate = await aGate(client, { terminal: terminal.name });
    await aGate(client);
    expect(await listed(`/gates?terminal=${terminal.name}`, 'id')).toEqual([gate.id]);
  });

  it('by a part of the keys that people type: plates, bills, vessels, consignees', async () => {
    const { id } = await aTruck(client, { license_plate: 'WH-472-B' });
    for (const q of ['wh472', '72b', 'H-47'])
      expect([q, await listed(`/trucks?q=${q}`, 'id')]).toEqual([q, [id]]);
    const bill = await aBill(client, undefined, { number: 'WHA26110041' });
    expect(await listed('/bill_of_ladings?q=a2611', 'id')).toEqual([bill.id]);
    const vessel = await aVessel(client, { name: 'Westhaven Petrel', imo: '2001474', call_sign: 'QWHP4' });
    for (const q of ['petr', '0147', 'whp4'])
      expect([q, await listed(`/vessels?q=${q}`, 'id')]).toEqual([q, [vessel.id]]);
    const consignee = await aConsignee(client, { name: 'Harbour Roasters' });
    expect(await listed('/consignees?q=roast', 'id')).toEqual([consignee.id]);
    expect((await client.get('/consignees?q=ro')).status).toBe(400);
    // An index of texts knows neither signs nor spaces.
    for (const list of ['/consignees', '/trucks', '/bill_of_ladings', '/vessels', '/containers', '/bookings'])
      for (const q of ['____', '%25%25%25', 'a-_-b'])
        expect([list, (await client.get(`${list}?q=${q}`)).body.errors]).toEqual([
          list,
          { q: ['must have three letters or digits'] },
        ]);
    expect(await listed('/consignees?name=___', 'id')).toEqual([]);
  });

  it('by trucking company: the announced one, else that of the truck, else that of the driver', async () => {
    const [own, ofTruck, ofDriver] = [
      await aTruckingCompany(client, { name: 'Own Haulage' }),
      await aTruckingCompany(client, { name: 'Truck Haulage' }),
      await aTruckingCompany(client),
    ];
    const truck = await aTruck(client, { trucking_company: ofTruck.name });
    const bare = await aTruck(client);
    const driver = await aTruckDriver(client, { trucking_company: ofDriver.code });
    const lent = await aTruck(client, { truck_driver_license_number: driver.license_number });
    const announcements = [
      { trucking_company: own.code, truck: bare.license_plate },
      { truck: truck.license_plate },
      { truck: bare.license_plate, truck_driver: driver.license_number },
      { truck: bare.license_plate },
    ];
    for (const body of announcements) {
      await aPreAdvice(client, body);
      await anAppointment(client, body);
    }
    for (const list of ['/pre_advices', '/appointments']) {
      const all = (await client.get(list)).body[list.slice(1)];
      expect(
        all.map((row: { trucking_company: { code: string } | null }) => row.trucking_company?.code),
      ).toEqual([own.code, ofTruck.code, ofDriver.code, undefined]);
      for (const [company, at] of [
        [own, 0],
        [ofTruck, 1],
        [ofDriver, 2],
      ] as const)
        for (const named of [company.id, company.code, company.name].filter(Boolean))
          expect([list, named, await listed(`${list}?trucking_company=${named}`, 'id')]).toEqual([
            list,
            named,
            [all[at].id],
          ]);
      expect(
        await listed(`${list}?trucking_company=${own.code}&trucking_company=${ofTruck.id}`, 'id'),
      ).toEqual([all[0].id, all[1].id]);
      expect(await listed(`${list}?trucking_company=NONE`, 'id')).toEqual([]);
    }
    expect(await listed(`/trucks?trucking_company=${ofDriver.code}`, 'id')).toEqual([lent.id]);
    const [first] = (await client.get(`/trucks?trucking_company=${ofDriver.code}`)).body.trucks;
    expect(first.trucking_company.code).toBe(ofDriver.code);
    const visit = await aVisit(client, { truck: truck.license_plate });
    for (const named of [ofTruck.id, ofTruck.code, ofTruck.name])
      expect(await listed(`/truck_visits?trucking_company=${named}`, 'id')).toEqual([visit.id]);
  });

  it('find a company with very many trucks as well', async () => {
    const company = await aTruckingCompany(client);
    await service.current.query(
      `INSERT INTO trucks (organization_id, license_plate, license_plate_key, trucking_company_id)
       SELECT $1, 'MANY' || n, 'MANY' || n, $2 FROM generate_series(1, 1200) n`,
      [client.organization_id, company.id],
    );
    const advice = await aPreAdvice(client, { truck: 'MANY1200' });
    await aPreAdvice(client);
    expect(await listed(`/pre_advices?trucking_company=${company.code}`, 'id')).toEqual([advice.id]);
  });

  it('appointments and visits in order of time, and counted', async () => {
    const later = await anAppointment(client, { expected_at: '2099-01-02T08:00:00Z', comment: 'Rings' });
    const sooner = await anAppointment(client, { expected_at: '2099-01-01T08:00:00Z' });
    const some = await anAppointment(client);
    expect(await listed('/appointments?order=expected_at', 'id')).toEqual([sooner.id, later.id, some.id]);
    expect(await listed('/appointments?order=-starts_at', 'id')).toEqual([later.id, sooner.id, some.id]);
    const { body } = await client.post(`/appointments/${some.number}/cancel`, { reason: 'Storm' });
    expect(body.appointment).toMatchObject({ cancelled_by: { id: client.user_id, name: 'Tess Ter' } });
    expect(later).toMatchObject({
      comment: 'Rings',
      cancelled_by: null,
      used_at: null,
      truck_visit_id: null,
    });
    expect(await listed('/appointments?status=cancelled&status=missed', 'id')).toEqual([some.id]);
    expect(await counts('/appointments/counts?by=status')).toEqual([
      { status: 'booked', count: 2, more: false },
      { status: 'cancelled', count: 1, more: false },
    ]);
    const { license_plate: truck } = await aTruck(client);
    const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
    const used = await anAppointment(client, { truck, truck_driver: driver.license_number });
    expect(used.truck_driver).toEqual({
      id: driver.id,
      license_number: driver.license_number,
      fullname: 'Anneke Vroom',
    });
    const { id: visit } = await aVisit(client, { appointment_number: used.number });
    expect((await client.get(`/appointments/${used.number}`)).body.appointment).toMatchObject({
      truck_visit_id: visit,
      truck_visit: { id: visit },
      used_at: expect.any(String),
    });
    const { id: second } = await aVisit(client);
    expect(await listed('/truck_visits?order=-gated_in_at', 'id')).toEqual([second, visit]);
    await gateOut(client, truck);
    expect(await counts('/truck_visits/counts?by=inside')).toEqual(
      ['false', 'true'].map((inside) => ({ inside, count: 1, more: false })),
    );
    expect(await counts(`/truck_visits/counts?by=trucking_company&inside=true`)).toEqual([
      { trucking_company: null, count: 1, more: false },
    ]);
    const advices = [
      await aPreAdvice(client, { expected_at: '2099-01-02T08:00:00Z' }),
      await aPreAdvice(client, { expected_at: '2099-01-01T08:00:00Z' }),
    ];
    expect(await listed('/pre_advices?order=expected_at', 'id')).toEqual([advices[1].id, advices[0].id]);
  });

  it('slots by terminal and gate', async () => {
    const [north, south] = [await aTerminal(client), await aTerminal(client)];
    const gate = await aGate(client, { terminal: south.name });
    const plan = { weekday: 1, from: '08:00', until: '09:00' };
    await anAppointmentPlan(client, { ...plan, terminal: north.name });
    await anAppointmentPlan(client, { ...plan, gate: gate.name });
    const span = 'from=2026-11-30T00:00Z&until=2026-11-30T23:00Z';
    const slots = async (query: string) =>
      (await client.get(`/appointment_slots?${span}${query}`)).body.appointment_slots.map(
        (slot: { gate: object | null; terminal: object | null }) => (slot.gate ? 'gate' : 'terminal'),
      );
    expect((await slots('')).sort()).toEqual(['gate', 'terminal']);
    expect(await slots(`&terminal=${north.name}`)).toEqual(['terminal']);
    expect(await slots(`&gate=${gate.id}`)).toEqual(['gate']);
    expect(await slots(`&terminal=${north.id}&gate=${gate.name}`)).toEqual([]);
  });
});

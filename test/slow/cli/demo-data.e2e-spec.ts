import { DateTime } from 'luxon';
import { DEMO } from '../../../src/demo/demo';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { demoClient } from '../../setup/demonstration';

/** What the demonstration shows at the moment at which it is loaded. */
describe('the demonstration', () => {
  const service = useService({});
  const now = DateTime.now().setZone(DEMO.time_zone);
  const today = now.toISODate()!;
  let client: Client;
  beforeAll(async () => (client = await demoClient(service.current, now)), 60_000);

  const read = async (path: string) => {
    const { status, body } = await client.get(path);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const voyages = async () => (await read('/voyages?per=100')).voyages as Record<string, any>[];
  const voyage = async (number: string) => (await read(`/voyages/${number}`)).voyage;
  const dayOf = (time: string) => DateTime.fromISO(time, { zone: DEMO.time_zone }).toISODate();

  describe('has three kinds of voyages', () => {
    it('gone', async () => {
      expect(await voyage('TP2610')).toMatchObject({ status: 'departed', cancelled: false });
      expect(DateTime.fromISO((await voyage('TP2610')).actual_time_of_departure) < now).toBe(true);
    });

    it('at the berth, with half of the tally done, and when it will be done', async () => {
      const { actual_time_of_berth, actual_time_of_departure } = await voyage('WP2611');
      expect(DateTime.fromISO(actual_time_of_berth) < now).toBe(true);
      expect(actual_time_of_departure).toBeNull();
      const { discharge } = await read('/voyages/WP2611/progress');
      expect(discharge).toMatchObject({ expected: 20, done: 12, open: 8, over: 1, short: 0, restows: 1 });
      expect(discharge.cranes).toHaveLength(2);
      expect(discharge.last_hour).toBeGreaterThan(0);
      expect(DateTime.fromISO(discharge.estimated_completion_at) > now).toBe(true);
    });

    it('expected tomorrow', async () => {
      const tomorrow = now.plus({ days: 1 }).toISODate()!;
      const arriving = (await voyages()).filter(
        ({ et_of_berth: time }) => time && dayOf(time)! > today && dayOf(time)! <= tomorrow,
      );
      expect(arriving.map(({ number, et_of_berth }) => [number, dayOf(et_of_berth)])).toEqual([
        ['WG2612', tomorrow],
      ]);
      const { bill_of_ladings } = await read('/voyages/WG2612/bill_of_ladings');
      const [{ number }] = bill_of_ladings[0].cargo;
      const { reasons, expected } = await read(`/containers/${number}/availability`);
      expect([reasons[0].code, expected.voyage.number]).toEqual(['not_arrived', 'WG2612']);
    });
  });

  it('has an inbox to look at, and an outbox', async () => {
    const { edi_messages } = await read('/edi_messages?per=100');
    const shown = (edi_messages as Record<string, any>[]).map(
      ({ message, status, subject, errors_count, containers_count }) => ({
        what: [message, status],
        subject,
        errors_count,
        containers_count,
      }),
    );
    expect(shown).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: ['COPARN', 'applied'], errors_count: 0 }),
        expect.objectContaining({ what: ['BAPLIE', 'applied'], containers_count: 60 }),
        expect.objectContaining({ what: ['COPRAR', 'waiting'], errors_count: 0 }),
        expect.objectContaining({ what: ['COREOR', 'applied'], errors_count: 0, containers_count: 2 }),
        expect.objectContaining({ what: ['COPARN', 'refused'], errors_count: 3 }),
        expect.objectContaining({ what: ['CODECO', 'acknowledged'] }),
        expect.objectContaining({ what: ['CODECO', 'queued'] }),
      ]),
    );
    const { bayplan } = await read('/voyages/WP2611/bayplan');
    expect(bayplan).toMatchObject({ cells_count: 60, for_here_count: 12 });
  });

  it('has stays of 1 to 40 days, each with its arrival and a movement', async () => {
    const { container_stays } = await read('/container_stays?status=here&per=100');
    const days = container_stays.map(({ in_at }: { in_at: string }) =>
      Math.round(DateTime.fromISO(today).diff(DateTime.fromISO(dayOf(in_at)!), 'days').days),
    );
    expect([Math.min(...days), Math.max(...days)]).toEqual([expect.any(Number), 40]);
    expect(Math.min(...days)).toBeLessThanOrEqual(1);
    for (const day of [1, 2, 3, 5, 6, 7, 10, 20, 30]) expect(days).toContain(day);
    const pages = Array.from({ length: 10 }, (_, nth) => read(`/movements?per=100&page=${nth + 1}`));
    const moved = (await Promise.all(pages)).flatMap(({ movements }) => movements as Record<string, any>[]);
    const arrived = new Set(
      moved
        .filter(({ movement_type }) => ['gate_in', 'discharge'].includes(movement_type))
        .map(({ container, moved_at }) => `${container.number} ${moved_at}`),
    );
    for (const { container, in_at, arrived_by } of container_stays) {
      expect(arrived).toContain(`${container.number} ${in_at}`);
      expect(arrived_by.type).not.toBeNull();
    }
  });

  it('has held containers and free ones', async () => {
    const held = await read('/containers/WHAU4142033/availability');
    expect([held.available, held.reasons[0].code]).toEqual([false, 'held']);
    expect(await read('/containers/WHAU4119542/availability')).toMatchObject({ available: true });
  });

  it('has three damaged containers, each with a picture that can be looked at', async () => {
    const { damages } = await read('/damages?status=open');
    expect(damages).toHaveLength(3);
    for (const { files } of damages) {
      expect(files).toMatchObject([{ content_type: 'image/jpeg' }]);
      const { url } = (await client.post(`/files/${files[0].id}/link`)).body;
      const { status, headers } = await client.get(`/files/${files[0].id}${new URL(url).search}`);
      expect([status, headers['content-length']]).toEqual([200, String(files[0].bytes)]);
    }
  });

  it('has appointments and pre-advices of today, with their companies', async () => {
    for (const kind of ['appointments', 'pre_advices']) {
      const found = (await read(`/${kind}?expected_from=${today}&expected_until=${today}&per=100`))[kind];
      expect(found.length).toBeGreaterThanOrEqual(4);
      for (const { trucking_company, truck } of found) {
        expect(trucking_company).toMatchObject({ code: expect.any(String) });
        expect(truck).not.toBeNull();
      }
    }
    const { appointment_slots } = await read(`/appointment_slots?from=${today}&until=${today}`);
    expect(appointment_slots.length).toBe(16);
    const { appointments } = await read(`/appointments?expected_from=${today}&expected_until=${today}`);
    expect(appointments.filter(({ starts_at }: { starts_at: string | null }) => starts_at)).toHaveLength(4);
  });

  it('has trucks inside right now, announced, with an appointment and unannounced', async () => {
    const { truck_visits } = await read('/truck_visits?inside=true');
    expect(
      truck_visits.map((visit: Record<string, any>) => [visit.pre_advice_number, visit.appointment_number]),
    ).toEqual([['PA-1008', null], [null, 'AP-2010'], ...Array.from({ length: 8 }, () => [null, null])]);
    for (const { id, gated_in_at, interchanges } of truck_visits) {
      const minutes = now.diff(DateTime.fromISO(gated_in_at), 'minutes').minutes;
      expect([minutes > 0, minutes < 60]).toEqual([true, true]);
      expect(interchanges).toMatchObject([{ completed: false }]);
      expect(await read(`/truck_visits/${id}/obstacles`)).toMatchObject({ may_leave: true, reasons: [] });
    }
    expect((await read('/appointments/AP-2010')).appointment.status).toBe('arrived');
  });

  it('has an appointment whose truck left with nothing, and a truck at the gate of another terminal', async () => {
    const { appointments } = await read('/appointments?status=left_without');
    expect(appointments).toMatchObject([{ number: 'AP-1999' }]);
    const { truck_visits } = await read('/truck_visits?truck_id=RB-640-X');
    expect(truck_visits).toMatchObject([{ other_terminal: true, interchanges: [{ other_terminal: true }] }]);
  });

  describe('shows the yard', () => {
    it('with a block of 6 bays, 4 rows and 4 tiers, two rows with plugs, some slots for 20 feet only', async () => {
      const { bays } = await read('/yard_areas/Block%20A/stacks');
      expect(bays.map(({ rows }: { rows: object[] }) => rows.length)).toEqual([4, 4, 4, 4, 4, 4]);
      const slots = bays.flatMap(({ rows }: { rows: any[] }) => rows);
      expect(new Set(slots.map(({ slot }: any) => slot.tiers))).toEqual(new Set([4]));
      const plugs = slots.filter(({ slot }: any) => slot.reefer_plug);
      expect(new Set(plugs.map(({ row }: any) => row))).toEqual(new Set(['3', '4']));
      expect(plugs).toHaveLength(12);
      expect(slots.filter(({ slot }: any) => slot.teu === 1)).toHaveLength(6);
    });

    it('with 61 containers in that block, one of them held, reefers on power', async () => {
      const inventory = await read('/yard_areas/Block%20A/inventory');
      expect(inventory).toMatchObject({
        containers: 61,
        held: 2,
        reefers: { operating: 2, plugged: 2, plugs: 48 },
      });
      expect(inventory.terminal.name).toBe('North Quay');
    });

    it('with a container that is buried, and announced for pick-up', async () => {
      const { buried_by, announced } = await read('/containers/WHAU4142033/availability');
      expect([buried_by, announced.pre_advice.number]).toEqual([1, 'PA-1002']);
      expect(dayOf((await read('/pre_advices/PA-1002')).expected_at)).toBe(today);
    });

    it('with a block without tiers', async () => {
      const { bays } = await read('/yard_areas/Block%20B/stacks');
      const slots = bays.flatMap(({ rows }: { rows: any[] }) => rows.map(({ slot }) => slot.tiers));
      expect([slots.length, new Set(slots)]).toEqual([6, new Set([null])]);
    });
  });

  describe('shows the quay', () => {
    it('with a load list that is half done, empties too', async () => {
      const { loading } = await read('/voyages/TH2612/progress');
      expect(loading).toMatchObject({ expected: 18, done: 9, open: 9, over: 0 });
      const [{ id }] = (await read('/tallies?voyage_number=TH2612')).tallies;
      const { items } = await read(`/tallies/${id}/items?per=100`);
      const empties = items.filter(({ cargo_type }: { cargo_type: string }) => cargo_type === 'empties');
      expect(empties.map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'open']);
    });

    it('with a closed tally of which two fell short', async () => {
      const [{ id, closed_at }] = (await read('/tallies?voyage_number=TP2610&closed=true')).tallies;
      expect(closed_at).not.toBeNull();
      const { items } = await read(`/tallies/${id}/items?status=short`);
      expect(items.map((item: any) => item.container.number)).toEqual(['TDKU7362684', 'TDKU7362154']);
    });

    it('with lots of breakbulk that are half out of the vessel, half delivered and half loaded', async () => {
      const lots = ['BB-4402', 'BB-4401', 'BB-4404'].map(
        async (lot) => (await read(`/breakbulks/${lot}`)).breakbulk,
      );
      expect(await Promise.all(lots)).toMatchObject([
        { quantity: 6, arrived_quantity: 3, quantity_at_terminal: 3 },
        { quantity: 240, delivered_quantity: 120, quantity_at_terminal: 120 },
        { quantity: 4, loaded_quantity: 2, quantity_at_terminal: 2 },
      ]);
    });
  });

  describe('shows billing', () => {
    it('with a public tariff, a contract, a calendar, taxes and accounts', async () => {
      const { tariff_rates } = await read('/tariff_rates?per=100');
      const ratesOf = (name: string) => tariff_rates.filter(({ tariff }: any) => tariff.name === name);
      const codes = new Set(ratesOf('Public 2026').map(({ charge_code }: any) => charge_code.code));
      for (const code of ['STOR', 'DISC', 'LOAD', 'GIN', 'GOUT', 'RSTW', 'PLUG', 'VGM', 'ISPS', 'QUAY'])
        expect(codes).toContain(code);
      expect(ratesOf('Westhaven Atlantic Line 2026')).toMatchObject([{ free_units: 8 }]);
      expect((await read('/calendars/NL%202026')).calendar.days.length).toBeGreaterThan(5);
      const { taxes } = await read('/taxes');
      expect(taxes.map(({ code }: any) => code)).toEqual(['NL21', 'NL0', 'REVERSE']);
      const { billing_accounts } = await read('/billing_accounts?per=100');
      expect(billing_accounts.map(({ customer, terms }: any) => [customer.customer_type, terms])).toEqual([
        ['ShippingLine', 'credit'],
        ['Consignee', 'cash'],
        ['Consignee', 'credit'],
        ['FreightForwarder', 'credit'],
        ['TruckingCompany', 'credit'],
        ['ShippingLine', 'credit'],
      ]);
    });

    it('with imports within their free time, at the end of it, and beyond', async () => {
      const { container_stays } = await read('/container_stays?status=here&usage=import&per=100');
      const query = container_stays.map(({ container }: any) => `container_numbers[]=${container.number}`);
      const { availabilities } = await read(`/availability?${query.join('&')}`);
      const days = availabilities.map(({ last_free_day: day }: any) => day as string | null);
      // a weekend uses up no free time
      const open = now.minus({ days: Math.max(0, now.weekday - 5) }).toISODate()!;
      const soon = now.plus({ days: 3 }).toISODate()!;
      expect(days.some((day: string) => day < open)).toBe(true);
      expect(days.some((day: string) => open <= day && day <= soon)).toBe(true);
      expect(days.some((day: string) => day > soon)).toBe(true);
    });

    it('with a run, and with drafts, an approved, a paid and a credited invoice', async () => {
      const { billing_runs } = await read('/billing_runs');
      expect(billing_runs).toMatchObject([{ status: 'completed', problems: 0 }]);
      const { invoices } = await read('/invoices?per=100');
      const made = invoices.filter(({ billing_run }: any) => billing_run);
      const numbered = made.filter(({ numbered_at }: any) => numbered_at);
      expect(made.length).toBeGreaterThan(numbered.length);
      expect(
        numbered.map(({ approved, paid, credited_by }: any) => [approved, paid, credited_by.length]),
      ).toEqual(
        expect.arrayContaining([
          [true, false, 0],
          [true, true, 0],
          // a credit note covers what it credits
          [true, true, 1],
        ]),
      );
      expect(numbered).toHaveLength(3);
      const [note] = invoices.filter(({ document_type }: any) => document_type === 'credit_note');
      expect(note).toMatchObject({ approved: true, number: expect.stringMatching(/^CN-\d{4}-000001$/) });
    });
  });

  it('is shown by movements: each container is where its last one ended', async () => {
    const astray = await service.current.query(`
      SELECT c.number FROM containers c CROSS JOIN LATERAL (
        SELECT m."to", m.to_tier FROM container_movements m WHERE m.container_id = c.id
        ORDER BY m.moved_at DESC, m.id DESC LIMIT 1) m
      WHERE m."to" IS DISTINCT FROM location_label(c.organization_id, c.current_location_type, c.current_location_id)
        OR m.to_tier IS DISTINCT FROM c.tier`);
    expect(astray).toEqual([]);
  });

  it('has nothing that happened in the time to come', async () => {
    const ahead = await service.current.query(`
      SELECT moved_at::text, 1 FROM container_movements WHERE moved_at > now() UNION ALL SELECT lifted_at::text, 2 FROM tally_moves WHERE lifted_at > now()
      UNION ALL SELECT gated_in_at::text, 3 FROM truck_visits WHERE greatest(gated_in_at, gated_out_at) > now()
      UNION ALL SELECT number, 4 FROM voyages WHERE greatest(actual_time_of_berth, actual_time_of_departure) > now()
      UNION ALL SELECT number, 5 FROM invoices WHERE invoiced_at > now()`);
    expect(ahead).toEqual([]);
  });
});

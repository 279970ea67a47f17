import { anInvoice } from '../../factories/billing';
import { aContainer, aManifest, movementsOf, postBill } from '../../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  anAppointment,
  aPreAdvice,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../../factories/gate';
import { aHold, aHoldType, lift } from '../../factories/holds';
import { aShippingLine, aTruck } from '../../factories/parties';
import { aVoyage } from '../../factories/voyages';
import type { Answer, Client } from '../../setup/client';
import { Elsewhere } from '../../setup/elsewhere';
import { timesAtOnce } from '../../setup/meanwhile';
import { useService } from '../../setup/service';

/** How many requests come at once. */
const AT_ONCE = 64;

/** How many of one organization write at once on two services; the others come after them. */
const WRITERS = 10;

/** What each of them asks for, the n-th with the client `by`. */
type Attempt = (by: Client, n: number) => Promise<Answer>;

/** Many at once, of two processes on one database. The gate-in of one truck is in test/slow/gate/gate-in-race.e2e-spec.ts. */
describe('races', () => {
  const service = useService();
  let second: Elsewhere;
  let client: Client;
  let other: Client;

  beforeAll(async () => (second = await Elsewhere.beside(service.current)));
  afterAll(() => second?.stop());
  beforeEach(async () => {
    client = await service.current.organization({ pre_advice_truck_required: false });
    other = second.clientOf(client);
    await aGate(client, { name: 'In 1' });
  });

  const times = <T>(count: number, make: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => make(n)));
  const race = (attempt: Attempt, count = AT_ONCE, many = Math.min(count, WRITERS)) =>
    timesAtOnce(service.current, count, (n) => attempt(n % 2 ? client : other, n), many);
  const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();
  const visits = async () => (await client.get('/truck_visits?per=100')).body.truck_visits;

  interface Contest {
    wins: number;
    loses: number;
    sentence: string;
    attempt: Attempt;
    /** What is there afterwards of what all of them wanted. */
    made: () => Promise<unknown[]>;
  }

  /** One name that all of them want for a new record. */
  const equalNames = (plural: string) => (): Promise<Contest> =>
    Promise.resolve({
      wins: 201,
      loses: 400,
      sentence: 'Name is already taken.',
      attempt: (by) => by.post(`/${plural}`, { name: 'Kestrel' }),
      made: async () => (await client.get(`/${plural}?name=Kestrel`)).body[plural],
    });

  const CONTESTS: Record<string, () => Promise<Contest>> = {
    'uses a pre-advice': async () => {
      const { advice_number } = await client.create('/pre_advices', {});
      const trucks = await times(AT_ONCE, () => aTruck(client));
      return {
        wins: 201,
        loses: 422,
        sentence: `Pre-advice '${advice_number}' has been used already.`,
        attempt: (by, n) =>
          by.post('/truck_visits', {
            gate: 'In 1',
            pre_advice_number: advice_number,
            truck: trucks[n].license_plate,
          }),
        made: visits,
      };
    },
    'uses an appointment': async () => {
      const { number } = await anAppointment(client);
      const trucks = await times(AT_ONCE, () => aTruck(client));
      return {
        wins: 201,
        loses: 422,
        sentence: `Appointment '${number}' has been used already.`,
        attempt: (by, n) =>
          by.post('/truck_visits', {
            gate: 'In 1',
            appointment_number: number,
            truck: trucks[n].license_plate,
          }),
        made: visits,
      };
    },
    'lifts a hold': async () => {
      const { number } = await aContainer(client);
      const { id } = await aHold(client, number);
      return {
        wins: 200,
        loses: 409,
        sentence: 'The hold is not in force.',
        attempt: (by) => lift(by, number, id),
        made: async () => (await client.get(`/containers/${number}/holds`)).body.holds,
      };
    },
    'applies a hold': async () => {
      const { number } = await aContainer(client);
      const { id } = await aHoldType(client);
      return {
        wins: 200,
        loses: 409,
        sentence: 'The hold is applied already.',
        attempt: (by) => by.put(`/containers/${number}/holds/${id}/apply`),
        made: async () => (await client.get(`/containers/${number}/holds`)).body.holds,
      };
    },
    'takes the last place of webhook endpoints': async () => {
      const url = (n: number) => `https://planner.example/${n}`;
      await times(99, (n) => client.create('/webhook_endpoints', { url: url(n) }));
      return {
        wins: 201,
        loses: 422,
        sentence: 'An organization has at most 100 webhook endpoints.',
        attempt: (by) => by.post('/webhook_endpoints', { url: url(99) }),
        made: () =>
          service.current.query('SELECT 1 FROM webhook_endpoints WHERE organization_id = $1 AND url = $2', [
            client.organization_id,
            url(99),
          ]),
      };
    },
    'takes the last place of flex fields': async () => {
      const field = (n: number) => ({
        record_type: 'genset',
        canonical_name: `f${n}`,
        label: 'F',
        value_type: 'string',
      });
      await times(99, (n) => client.create('/flex_field_definitions', field(n)));
      return {
        wins: 201,
        loses: 422,
        sentence: 'A type of record has at most 100 flex fields.',
        attempt: (by, n) => by.post('/flex_field_definitions', field(100 + n)),
        made: () =>
          service.current.query(
            `SELECT 1 FROM flex_field_definitions WHERE organization_id = $1 AND canonical_name LIKE 'f1__'`,
            [client.organization_id],
          ),
      };
    },
    'takes the last place of appointment plans': async () => {
      await service.current.query(
        `INSERT INTO appointment_plans (organization_id, name, weekday, "from", "until", slot_minutes, capacity)
         SELECT $1, 'Plan ' || n, 1, '08:00', '16:00', 60, 1 FROM generate_series(1, 999) n`,
        [client.organization_id],
      );
      const plan = { weekday: 2, from: '08:00', until: '16:00', slot_minutes: 60, capacity: 1 };
      return {
        wins: 201,
        loses: 422,
        sentence: 'An organization has at most 1,000 appointment plans.',
        attempt: (by) => by.post('/appointment_plans', plan),
        made: () =>
          service.current.query(
            'SELECT 1 FROM appointment_plans WHERE organization_id = $1 AND weekday = 2',
            [client.organization_id],
          ),
      };
    },
    'gives a consignee its name': equalNames('consignees'),
    'gives a freight forwarder its name': equalNames('freight_forwarders'),
    'makes the tally of a voyage': async () => {
      const { number, id } = await aVoyage(client);
      await aManifest(client, { voyage_id: id });
      return {
        wins: 201,
        loses: 422,
        sentence: `Voyage '${number}' has a discharge tally already.`,
        attempt: (by) => by.post(`/voyages/${number}/tallies`),
        made: () => service.current.query('SELECT 1 FROM tallies WHERE voyage_id = $1', [id]),
      };
    },
  };

  it.each(Object.keys(CONTESTS))('one of 64 %s', async (name) => {
    const { wins, loses, sentence, attempt, made } = await CONTESTS[name]!();
    const answers = await race(attempt);
    expect(statusesOf(answers)).toEqual([wins, loses]);
    expect(answers.filter(({ status }) => status === wins)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status === loses);
    expect(new Set(refusals.map(({ body }) => body.error))).toEqual(new Set([sentence]));
    expect(await made()).toHaveLength(1);
  });

  it.each([
    ['agents', { name: 'K1' }],
    ['bookings', { number: 'K1' }],
    ['chassis', { number: 'K1' }],
    ['commodity_types', { name: 'K1' }],
    ['container_types', { code: 'K1' }],
    ['containers', { number: 'WHAU4142033' }],
    ['exporters', { name: 'K1' }],
    ['gates', { name: 'K1' }],
    ['ports', { locode: 'NLVLI', name: 'Vlissingen' }],
    ['truck_drivers', { license_number: 'K1' }],
    ['trucking_companies', { code: 'K1' }],
    ['users', { email: 'k1@harbour.example' }],
    ['yard_slots', { name: 'K1' }],
  ])('has a key of %s once, of 64 that want it', async (path, body) => {
    const answers = await race((by) => by.post(`/${path}`, body));
    expect(statusesOf(answers)).toEqual([201, 422]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status === 422) expect(body.error).toMatch(/already taken\.$/);
  });

  it.each([
    ['pre-advices', '/pre_advices', () => Promise.resolve({})],
    ['appointments', '/appointments', () => Promise.resolve({ expected_at: '2026-12-01T08:00:00Z' })],
    [
      'manifests of one line and voyage',
      '/manifests',
      async () => ({
        shipping_line: (await aShippingLine(client)).code,
        voyage_number: (await aVoyage(client)).number,
      }),
    ],
  ])('makes 64 numbers of %s', async (_what, path, make) => {
    const body = await make();
    const answers = await race((by) => by.post(path, body));
    expect(statusesOf(answers)).toEqual([201]);
    const numbers = answers.map(
      ({ body }) => body.advice_number ?? body.manifest?.client_identifier ?? body.appointment.number,
    );
    expect(new Set(numbers).size).toBe(AT_ONCE);
  });

  it.each<[string, string, () => Promise<(n: number) => [path: string, body: object]>]>([
    [
      'EDI partner of shipping lines',
      'edi_partners',
      () => {
        const edi_settings = { name: 'Hub', edi_partner: { name: 'Westhaven Message Hub', edi_id: 'HUB' } };
        return Promise.resolve((n) => [
          '/shipping_lines',
          { shipping_line: { code: `L${n}`, name: `Line ${n}`, edi_settings } },
        ]);
      },
    ],
    [
      'container that pre-advices bring',
      'containers',
      async () => {
        const purposes = [dropOff(await aNewContainer(client))];
        return () => ['/pre_advices', { purposes }];
      },
    ],
  ])('makes the %s once, when 64 name it that is new', async (_what, table, prepare) => {
    const request = await prepare();
    const answers = await race((by, n) => by.post(...request(n)));
    expect(statusesOf(answers)).toEqual([201]);
    const made = `SELECT 1 FROM ${table} WHERE organization_id = $1`;
    expect(await service.current.query(made, [client.organization_id])).toHaveLength(1);
  });

  it('lets no container go after a hold on it', async () => {
    const type = await aHoldType(client);
    const pairs = await times(AT_ONCE / 2, async () => {
      const { id, number } = await aContainerInYard(client);
      const { truck } = await aVisitFor(client, [pickUp(number)], { gate: 'In 1' });
      return { id, number, plate: truck.license_plate };
    });
    const ends = await times(pairs.length, (n) => {
      const { number, plate } = pairs[n]!;
      const hold = async () => {
        // what comes before it, so that some come late
        for (let read = 0; read < n % 8; read++) await other.get(`/containers/${number}`);
        return other.put(`/containers/${number}/holds/${type.id}/apply`);
      };
      return Promise.all([hold(), gateOut(client, plate)]);
    });
    for (const [n, [held, left]] of ends.entries()) {
      const { id, number } = pairs[n]!;
      expect(held.status).toBe(200);
      const [{ applied_at }] = (await client.get(`/containers/${number}/holds`)).body.holds;
      const moved = await movementsOf(client, id);
      if (left.status === 200) {
        expect(moved).toHaveLength(1);
        expect(left.body.gated_out_at <= applied_at).toBe(true);
      } else {
        expect([left.status, moved]).toEqual([400, []]);
        expect(left.body.error).toMatch(/container has unlifted holds/);
      }
    }
  });

  it('deletes manifests with the bills that they got meanwhile', async () => {
    const manifests = await times(8, () => aManifest(client));
    const answers = await race((by, n) => {
      const { client_identifier } = manifests[n % 8];
      return n >> 3 === 4
        ? by.delete(`/manifests/${client_identifier}`)
        : postBill(by, client_identifier, { bill_of_lading: { number: `B${n}` } });
    });
    const deletions = answers.filter((_, n) => n >> 3 === 4);
    const bills = answers.filter((_, n) => n >> 3 !== 4);
    expect(statusesOf(deletions)).toEqual([200]);
    for (const { status } of bills) expect([201, 404, 422]).toContain(status);
    expect(
      await client.service.query('SELECT 1 FROM bill_of_ladings WHERE organization_id = $1', [
        client.organization_id,
      ]),
    ).toEqual([]);
  });

  it('keeps both the approval and the payment of an invoice', async () => {
    const invoices = await times(8, () => anInvoice(client));
    const answers = await race((by, n) =>
      by.put(`/invoices/${invoices[n % 8].id}`, {
        invoice: n >> 3 < 4 ? { approved: true } : { paid: true },
      }),
    );
    expect(statusesOf(answers)).toEqual([200]);
    const { body } = await client.get('/invoices');
    expect(body.invoices).toHaveLength(8);
    for (const invoice of body.invoices) expect(invoice).toMatchObject({ approved: true, paid: true });
  });

  describe('of six trucks that bring one container', () => {
    let cargo: { container_number: string };
    let announced: string[];
    beforeEach(async () => {
      cargo = (await aNewContainer(client)) as typeof cargo;
      const advices = await times(6, () => aPreAdvice(client, { purposes: [dropOff(cargo)] }));
      announced = advices.map(({ advice_number }) => advice_number);
    });
    const refusal = () => ({
      error: `Truck Visit was not completed. The following container is at the terminal already: ${cargo.container_number}`,
      code: 'already_here',
      params: expect.any(Object),
      records: [{ type: 'container', key: cargo.container_number }],
    });
    const arrive: (body?: object) => Attempt =
      (body = {}) =>
      (by, n) =>
        by.post('/truck_visits', { gate: 'In 1', pre_advice_number: announced[n], ...body });

    it('one delivers it at gate-in', async () => {
      const answers = await race(arrive({ interchanges_completed_at: new Date().toISOString() }), 6);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
      const error = `Container '${cargo.container_number}' is at the terminal already.`;
      const refused = { ...refusal(), error, errors: { pre_advice_number: [error] } };
      for (const { status, body } of answers) if (status === 422) expect(body).toEqual(refused);
      expect(await movementsOf(client, cargo.container_number)).toHaveLength(1);
    });

    it('one is let in, and delivers it at gate-out', async () => {
      const answers = await race(arrive(), 6);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
      const codes = answers.flatMap(({ status, body }) => (status === 422 ? [body.code] : []));
      expect(new Set(codes)).toEqual(new Set(['container_on_visit']));
      const [only, ...others]: { truck: { license_plate: string } }[] = await visits();
      expect(others).toEqual([]);
      expect((await gateOut(client, only!.truck.license_plate)).status).toBe(200);
      expect(await movementsOf(client, cargo.container_number)).toHaveLength(1);
    });
  });
});

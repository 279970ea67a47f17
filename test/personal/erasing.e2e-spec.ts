import { aGate, aPreAdvice, aVisit } from '../factories/gate';
import { anIdentityIssuer, aTruck } from '../factories/parties';
import type { Body } from '../factories/record';
import { within } from '../factories/services';
import { TokensService } from '../../src/common/auth/tokens.service';
import { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';

const REASON = 'Asked for, case 4711';

/** What is written of a driver, none of which may be left. */
const SECRETS = {
  license_number: 'DL-SECRET-7',
  firstname: 'Annekarijn',
  lastname: 'Vroomshoop',
  twic: 'TWIC-99881',
  date_of_birth: '1987-04-12',
  telephone_number: '+31 6 5550101',
  email: 'annekarijn@secret.example',
  remarks: 'Snores "loudly"',
};
/** What the driver was called before. */
const BEFORE = { license_number: 'DL-OLDER-3', firstname: 'Annelore', lastname: 'O\'Bräin\\"' };
const GONE = [
  ...Object.values(SECRETS),
  ...Object.values(BEFORE),
  'Annekarijn Vroomshoop',
  'Snores',
  'Annelore',
  'Bräin',
];

describe('erasing personal data', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const aDriver = async (body: object = {}): Promise<Body> =>
    (await client.create('/truck_drivers', { ...SECRETS, ...body })).truck_driver;
  const aUser = async (body: object = {}): Promise<Body> =>
    (
      await client.create('/users', {
        email: 'mara@secret.example',
        firstname: 'Marantha',
        lastname: 'Lindqvistson',
        ...body,
      })
    ).user;
  const erase = (path: string, reason: string | undefined = REASON) =>
    client.post(`${path}/erase`, { reason });
  /** A client of a user of its own. */
  async function clientOf(user_id: number): Promise<Client> {
    const made = (role: 'read' | 'write' | 'admin') =>
      within(client, TokensService, (of) => of.create(user_id, { role, description: "Marantha's own" }));
    const tokens = {
      read: (await made('read')).token,
      write: (await made('write')).token,
      admin: (await made('admin')).token,
    };
    return new Client(service.current, client.organization_id, user_id, tokens, 'admin');
  }
  /** Every row of the organization in the database that has one of these texts, as its table. */
  async function placesOf(texts: string[]): Promise<string[]> {
    const tables = await service.current.query<{ name: string; key: string }>(`
      SELECT c.relname AS name, CASE c.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END AS key
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT c.relispartition AND EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid
          AND a.attname = CASE c.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END)`);
    expect(tables.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (const { name, key } of tables)
      for (const text of texts) {
        const escaped = JSON.stringify(text).slice(1, -1);
        const rows = await service.current.query<{ text: string }>(
          `SELECT to_json(t)::text AS text FROM "${name}" t WHERE t.${key} = $1
           AND (strpos(to_json(t)::text, $2) > 0 OR strpos(to_json(t)::text, $3) > 0
             OR strpos(to_json(t)::text, $4) > 0)`,
          [client.organization_id, text, escaped, JSON.stringify(escaped).slice(1, -1)],
        );
        if (rows.length) found.push(`${name}: ${text}: ${rows[0]!.text.slice(0, 600)}`);
      }
    return found;
  }
  const erasedNow = () =>
    eventually('nothing left to erase', async () => {
      const [left] = await service.current.query<{ count: number }>(
        'SELECT count(*)::int FROM erasing_rows WHERE organization_id = $1 AND due_at <= now()',
        [client.organization_id],
      );
      return left!.count === 0;
    });

  describe('of a driver', () => {
    /** A driver whose data is wherever the service puts it. */
    async function aDriverEverywhere(): Promise<Body> {
      const driver = await aDriver(BEFORE);
      const keyed = (method: 'POST', path: string, body: object, key: string) =>
        client.send(method, path, body, { 'idempotency-key': key });
      await aTruck(client, { truck_driver_license_number: BEFORE.license_number });
      const gate = await aGate(client);
      const truck = await aTruck(client);
      await aPreAdvice(client, { truck_driver_id: driver.id });
      await client.patch(`/truck_drivers/${driver.id}`, SECRETS);
      // named by a sentence: an inactive driver is refused
      await client.patch(`/truck_drivers/${driver.id}`, { active: false });
      const refused = await client.post('/truck_visits', {
        gate: gate.name,
        truck: truck.license_plate,
        truck_driver_license: SECRETS.license_number,
      });
      expect(refused.status).toBe(422);
      await client.patch(`/truck_drivers/${driver.id}`, { active: true });
      const visit = await keyed(
        'POST',
        '/truck_visits',
        { gate: gate.name, truck: truck.license_plate, truck_driver_license: SECRETS.license_number },
        'in',
      );
      expect(visit.status).toBe(201);
      const out = await keyed('POST', `/trucks/${truck.license_plate}/gate_out`, {}, 'out');
      expect(out.status).toBe(200);
      const appointment = await keyed('POST', '/appointments', { truck_driver_id: driver.id }, 'app');
      expect(appointment.status).toBe(201);
      await keyed(
        'POST',
        '/truck_drivers',
        { license_number: 'DL-OTHER', lastname: 'Other' },
        'another-driver',
      );
      const other = (await client.get('/truck_drivers/DL-OTHER')).body.truck_driver;
      // a driver that announcement and truck have no more
      const advice = await aPreAdvice(client, { truck_driver_id: driver.id });
      await client.patch(`/pre_advices/${advice.advice_number}`, { truck_driver_id: other.id });
      for (const each of (await client.get('/pre_advices?per=100')).body.pre_advices)
        await client.delete(`/pre_advices/${each.advice_number}`);
      const { id } = appointment.body.appointment;
      await client.post(`/appointments/${id}/cancel`, { reason: 'Not needed' });
      await allPublished(client);
      return driver;
    }

    it('leaves none of what was kept of it in any table, and all else as it was', async () => {
      const driver = await aDriverEverywhere();
      const kept = await placesOf(GONE);
      const tables = new Set(kept.map((place) => place.slice(0, place.indexOf(':'))));
      expect([...tables].sort()).toEqual([
        'audit_entries',
        'events',
        'gate_refusals',
        'idempotency_keys',
        'truck_drivers',
      ]);
      const other = (await client.get('/truck_drivers/DL-OTHER')).body;
      const counts = () =>
        service.current.query(
          `SELECT (SELECT count(*) FROM truck_visits WHERE organization_id = $1 AND truck_driver_id = $2) AS visits,
             (SELECT count(*) FROM events WHERE organization_id = $1 AND type <> 'truck_driver.erased') AS events,
             (SELECT count(*) FROM gate_refusals WHERE organization_id = $1 AND truck_driver_id = $2) AS refusals`,
          [client.organization_id, driver.id],
        );
      const before = await counts();

      const { status, body } = await erase(`/truck_drivers/${driver.id}`);
      expect([status, body.truck_driver]).toEqual([
        200,
        expect.objectContaining({
          id: driver.id,
          license_number: `erased-${driver.id}`,
          firstname: null,
          lastname: null,
          fullname: null,
          twic: null,
          active: false,
          date_of_birth: null,
          telephone_number: null,
          email: null,
          remarks: null,
          erased_at: expect.any(String),
        }),
      ]);
      await erasedNow();
      await allPublished(client);
      expect(await placesOf(GONE)).toEqual([]);
      expect(await counts()).toEqual(before);
      expect((await client.get('/truck_drivers/DL-OTHER')).body).toEqual(other);
      const visits = (await client.get(`/truck_visits?truck_driver_id=${driver.id}`)).body.truck_visits;
      expect(visits).toHaveLength(1);
      const [trace] = await service.current.query<Body>(
        `SELECT user_id, operation, record_key, before, after FROM audit_entries
         WHERE organization_id = $1 AND record_type = 'truck_drivers' AND record_id = $2 AND after ? 'erased_because'`,
        [client.organization_id, driver.id],
      );
      expect(trace).toEqual({
        user_id: client.user_id,
        operation: 'POST /api/v1/truck_drivers/:id/erase',
        record_key: `erased-${driver.id}`,
        before: null,
        after: { erased_because: REASON },
      });
    });

    it('keeps what events and refusals tell beside it, in its order', async () => {
      const driver = await aDriverEverywhere();
      const read = async () => {
        const rows = await service.current.query<Body>(
          `SELECT data::text, changes::text FROM events WHERE organization_id = $1 AND type <> 'truck_driver.erased' ORDER BY id`,
          [client.organization_id],
        );
        return rows.map(({ data, changes }) => [data, changes].map((each) => JSON.parse(each)));
      };
      const before = await read();
      await erase(`/truck_drivers/${driver.id}`);
      await erasedNow();
      const after = await read();
      /** The JSON without the values of texts that are personal. */
      const blank = (value: any, key = ''): any => {
        if (Array.isArray(value)) return value.map((each) => blank(each, key));
        if (value && typeof value === 'object')
          return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, blank(v, k)]));
        const isPersonal =
          /^(license_number|firstname|lastname|fullname|name|twic|email|remarks|truck_driver|sentence)$/.test(
            key,
          );
        return isPersonal ? null : value;
      };
      expect(JSON.stringify(after.map((each) => blank(each)))).toBe(
        JSON.stringify(before.map((each) => blank(each))),
      );
      expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
      const { gate_refusals } = (await client.get('/gate_refusals')).body;
      expect(gate_refusals[0].reasons[0]).toMatchObject({
        sentence: `Truck driver 'erased-${driver.id}' is not active.`,
        params: { truck_driver: `erased-${driver.id}` },
      });
    });

    it('tells that it happened, without values', async () => {
      const follower = new Follower(client);
      const driver = await aDriver();
      await erase(`/truck_drivers/${driver.id}`);
      const event = await follower.find('truck_driver.erased');
      expect(event).toMatchObject({ subject: { id: driver.id }, data: { id: driver.id, lastname: null } });
    });

    it('changes nothing the second time, whatever the reason', async () => {
      const driver = await aDriver();
      const first = await erase(`/truck_drivers/${driver.id}`);
      const rows = () =>
        service.current.query(
          `SELECT count(*) FROM audit_entries WHERE organization_id = $1
           UNION ALL SELECT count(*) FROM events_written WHERE organization_id = $1 AND type LIKE '%.erased'`,
          [client.organization_id],
        );
      await erasedNow();
      await allPublished(client);
      const before = await rows();
      const second = await erase(`/truck_drivers/${driver.id}`, 'Another one');
      expect([second.status, second.body]).toEqual([200, first.body]);
      expect(await rows()).toEqual(before);
    });

    it('is for good: nothing personal is stored of him again, and he stays inactive', async () => {
      const driver = await aDriver();
      const { truck_driver } = (await erase(`/truck_drivers/${driver.id}`)).body;
      const fields = { firstname: 'Bo', remarks: 'Bo', date_of_birth: '1990-01-02', license_number: 'DL-B' };
      for (const [name, value] of Object.entries({ ...fields, active: true }))
        expect(await client.patch(`/truck_drivers/${driver.id}`, { [name]: value })).toMatchObject({
          status: 422,
          body: {
            error: 'A truck driver who was erased stays so: add another one.',
            code: 'cannot_change',
          },
        });
      const changed = await client.patch(`/truck_drivers/${driver.id}`, { number: '7', active: false });
      expect(changed).toMatchObject({
        status: 200,
        body: { truck_driver: { ...truck_driver, number: '7', updated_at: expect.any(String) } },
      });
    });

    it('answers what it answered to a repeated key, without the values', async () => {
      const body = { ...SECRETS };
      const create = () => client.send('POST', '/truck_drivers', body, { 'idempotency-key': 'k-1' });
      const first = await create();
      const { id } = first.body.truck_driver;
      const order = () =>
        client.send('POST', `/truck_drivers/${id}/erase`, { reason: REASON }, { 'idempotency-key': 'k-2' });
      const erased = await order();
      const again = await create();
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect(again.body.truck_driver).toMatchObject({ id, license_number: `erased-${id}`, lastname: null });
      for (const secret of GONE) expect(JSON.stringify(again.body)).not.toContain(secret);
      expect((await order()).body).toEqual(erased.body);
    });

    it('is by the licence as well, and lets the licence go', async () => {
      await aDriver();
      const answer = await erase(`/truck_drivers/${encodeURIComponent(SECRETS.license_number)}`);
      expect(answer.status).toBe(200);
      expect((await client.get(`/truck_drivers/${SECRETS.license_number}`)).status).toBe(404);
      const { id } = await aDriver();
      expect(id).not.toBe(answer.body.truck_driver.id);
    });

    it('finds another name where its own is taken', async () => {
      const driver = await aDriver();
      await aDriver({ license_number: `erased-${driver.id}`, lastname: 'Squatter' });
      const { status, body } = await erase(`/truck_drivers/${driver.id}`);
      expect([status, body.truck_driver.license_number]).toEqual([200, `erased-${driver.id}-${driver.id}`]);
    });

    it('waits until the driver has left, and nothing announces him', async () => {
      const driver = await aDriver();
      const expected = {
        status: 409,
        body: expect.objectContaining({
          code: 'driver_expected',
          error: 'The driver is inside or announced.',
          records: [{ type: 'truck_driver', key: SECRETS.license_number }],
        }),
      };
      const path = `/truck_drivers/${driver.id}`;
      const truck = await aTruck(client);
      await aVisit(client, { truck: truck.license_plate, truck_driver_id: driver.id });
      expect(await erase(path)).toMatchObject(expected);
      await client.post(`/trucks/${truck.license_plate}/gate_out`, {});
      const advice = await aPreAdvice(client, { truck_driver_id: driver.id });
      expect(await erase(path)).toMatchObject(expected);
      await client.delete(`/pre_advices/${advice.advice_number}`);
      const { appointment } = await client.create('/appointments', {
        number: 'AP-1',
        truck_driver_id: driver.id,
      });
      expect(await erase(path)).toMatchObject(expected);
      expect((await client.get(path)).body.truck_driver.lastname).toBe(SECRETS.lastname);
      await client.post(`/appointments/${appointment.id}/cancel`, { reason: 'No' });
      expect((await erase(path)).status).toBe(200);
    });

    it('of very many events goes on beside requests', async () => {
      const driver = await aDriver();
      const { lastname } = SECRETS;
      await allPublished(client);
      await service.current.query(
        `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, concerns, data, bytes)
         SELECT $1, 1000 + i, 'truck_visit.gated_in', now(), now(), ARRAY['truck_driver:' || $2::bigint],
           json_build_object('truck_driver', json_build_object('id', $2::bigint, 'fullname', $3::text), 'n', i), 1000
         FROM generate_series(1, 1600) i`,
        [client.organization_id, driver.id, `Annekarijn ${lastname}`],
      );
      expect((await erase(`/truck_drivers/${driver.id}`)).status).toBe(200);
      await erasedNow();
      expect(await placesOf(GONE)).toEqual([]);
    });

    it('goes on though that of another one fails for ever', async () => {
      const driver = await aDriver();
      const left = async (statement: string) =>
        (await service.current.query<{ count: number }>(statement, [client.organization_id, driver.id]))[0]!
          .count;
      await service.current.query(
        `INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
         VALUES ($1, 'truck_drivers', 0, 1, 0, now())`,
        [client.organization_id],
      );
      await erase(`/truck_drivers/${driver.id}`);
      await service.current.query(
        `INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
         VALUES ($1, 'truck_drivers', $2, 1, 0, now())`,
        [client.organization_id, driver.id],
      );
      const ofDriver = `SELECT count(*)::int FROM erasing_rows
        WHERE organization_id = $1 AND record_id = $2 AND due_at <= now()`;
      await eventually('the other one is erased', async () => (await left(ofDriver)) === 0);
    });

    it('erases what somebody sent who had begun before', async () => {
      const driver = await aDriver();
      await erase(`/truck_drivers/${driver.id}`);
      await erasedNow();
      await allPublished(client);
      await service.current.query(
        `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, concerns, data, bytes)
         VALUES ($1, 9000, 'truck_visit.gated_in', now(), now(), ARRAY['truck_driver:' || $2::bigint],
           json_build_object('truck_driver', json_build_object('id', $2::bigint, 'fullname', 'Late Vroomshoop')), 1000)`,
        [client.organization_id, driver.id],
      );
      await service.current.query(
        `UPDATE erasing_rows SET due_at = now() - interval '1 second' WHERE organization_id = $1`,
        [client.organization_id],
      );
      await erasedNow();
      expect(await placesOf(['Vroomshoop'])).toEqual([]);
      const [left] = await service.current.query<{ count: number }>(
        'SELECT count(*)::int FROM erasing_rows WHERE organization_id = $1',
        [client.organization_id],
      );
      expect(left!.count).toBe(0);
    });
  });

  describe('of a user', () => {
    it('leaves none of what was kept in any table, and ends the tokens', async () => {
      const user = await aUser();
      const own = await clientOf(user.id);
      await own.patch(`/users/${user.id}`, { firstname: 'Maranthine' });
      await client.patch(`/users/${user.id}`, { firstname: 'Marantha' });
      const gone = ['Marantha', 'Maranthine', 'Lindqvistson', 'mara@secret.example'];
      // what the user did, as events and answers tell it
      const truck = await aTruck(own);
      const gate = await aGate(own);
      const visit = await own.send(
        'POST',
        '/truck_visits',
        { gate: gate.name, truck: truck.license_plate },
        { 'idempotency-key': 'in' },
      );
      expect(visit.status).toBe(201);
      const cancelled = await own.post(`/truck_visits/${visit.body.truck_visit.id}/cancel`, {
        reason: 'Wrong gate',
      });
      expect(cancelled.status).toBe(200);
      await own.send('POST', '/users', { email: 'x@secret.example' }, { 'idempotency-key': 'user' });
      await allPublished(client);
      expect((await placesOf(gone)).length).toBeGreaterThan(5);

      const { status, body } = await erase(`/users/${encodeURIComponent('mara@secret.example')}`);
      const called = `erased-${user.id}@erased.invalid`;
      expect([status, body.user]).toEqual([
        200,
        expect.objectContaining({
          id: user.id,
          email: called,
          firstname: null,
          lastname: null,
          active: false,
          erased_at: expect.any(String),
        }),
      ]);
      expect((await own.get('/me')).status).toBe(401);
      await erasedNow();
      await allPublished(client);
      expect(await placesOf(gone)).toEqual([]);
      const shown = (await client.get(`/truck_visits/${visit.body.truck_visit.id}`)).body;
      expect(shown.gate_in_user).toMatchObject({ id: user.id, name: called });
      const given = await service.current.query<Body>(
        `SELECT DISTINCT user_name FROM events WHERE organization_id = $1 AND user_id = $2`,
        [client.organization_id, user.id],
      );
      expect(given).toEqual([{ user_name: called }]);
      const revoked = await service.current.query<Body>(
        `SELECT DISTINCT revoked_at IS NOT NULL AS over, description FROM tokens WHERE organization_id = $1 AND user_id = $2`,
        [client.organization_id, user.id],
      );
      expect(revoked).toEqual([{ over: true, description: null }]);
      expect((await erase(`/users/${user.id}`)).body).toEqual(body);
    });

    it('is for good', async () => {
      const { id } = await aUser();
      await erase(`/users/${id}`);
      for (const body of [{ active: true }, { firstname: 'Bo' }, { email: 'bo@harbour.example' }])
        expect(await client.patch(`/users/${id}`, body)).toMatchObject({
          status: 422,
          body: { error: 'A user who was erased stays so: add another one.', code: 'cannot_change' },
        });
      expect((await client.patch(`/users/${id}`, { limited: true })).status).toBe(200);
    });

    it('may be the one who asks', async () => {
      const user = await aUser();
      const own = await clientOf(user.id);
      expect((await own.post(`/users/${user.id}/erase`, { reason: REASON })).status).toBe(200);
      expect((await own.get('/me')).status).toBe(401);
    });
  });

  describe('is refused', () => {
    it('without a reason, to other roles, and of whom nobody knows', async () => {
      const driver = await aDriver();
      const user = await aUser();
      for (const path of [`/truck_drivers/${driver.id}`, `/users/${user.id}`]) {
        for (const body of [
          {},
          { reason: '' },
          { reason: null },
          { reason: 7 },
          { reason: 'x'.repeat(5001) },
        ])
          expect([path, body, (await client.post(`${path}/erase`, body)).status]).toEqual([path, body, 400]);
        for (const role of ['read', 'write'] as const) {
          expect((await client.as(role).post(`${path}/erase`, { reason: REASON })).body.code).toBe(
            'role_too_small',
          );
          expect((await client.as(role).get(`${path}/personal_data`)).body.code).toBe('role_too_small');
        }
      }
      expect((await client.get(`/truck_drivers/${driver.id}`)).body.truck_driver.lastname).toBe(
        SECRETS.lastname,
      );
    });

    it('to tokens that are confined to domains, or limited to parties', async () => {
      const driver = await aDriver();
      const made = async (rights: object) => {
        const { token } = await within(client, TokensService, (of) =>
          of.create(client.user_id, { role: 'admin', ...rights }),
        );
        return new Client(
          service.current,
          client.organization_id,
          client.user_id,
          { read: token, write: token, admin: token },
          'admin',
          'parties' in rights,
        );
      };
      const confined = await made({ domains: ['gate', 'parties'] });
      const limited = await made({ role: 'write', parties: [] });
      for (const path of [`/truck_drivers/${driver.id}`, `/users/${client.user_id}`])
        for (const [asking, code] of [
          [confined, 'other_domain'],
          [limited, 'not_for_parties'],
        ] as const) {
          expect((await asking.post(`${path}/erase`, { reason: REASON })).body.code).toBe(code);
          expect((await asking.get(`${path}/personal_data`)).body.code).toBe(code);
        }
    });

    it('of another organization as of none', async () => {
      const driver = await aDriver();
      const user = await aUser();
      const stranger = await service.current.organization();
      for (const path of [`/truck_drivers/${driver.id}`, `/users/${user.id}`]) {
        const none = path.replace(/\d+$/, '999999999');
        for (const ask of [
          (each: string) => stranger.post(`${each}/erase`, { reason: REASON }),
          (each: string) => stranger.get(`${each}/personal_data`),
        ]) {
          const [foreign, missing] = [await ask(path), await ask(none)];
          expect(foreign.status).toBe(404);
          expect(JSON.stringify(foreign.body).replaceAll(path.split('/')[2]!, 'N')).toBe(
            JSON.stringify(missing.body).replaceAll('999999999', 'N'),
          );
        }
      }
      expect((await client.get(`/truck_drivers/${driver.id}`)).body.truck_driver.lastname).toBe(
        SECRETS.lastname,
      );
    });
  });

  describe('what is kept', () => {
    it('of a driver is in one answer, and of an erased one still without the values', async () => {
      const driver = await aDriver();
      const truck = await aTruck(client, { truck_driver_license_number: SECRETS.license_number });
      const visit = await aVisit(client, { truck: truck.license_plate, truck_driver_id: driver.id });
      await client.post(`/trucks/${truck.license_plate}/gate_out`, {});
      await client.patch(`/truck_drivers/${driver.id}`, { active: false });
      const gate = await aGate(client);
      await client.post('/truck_visits', {
        gate: gate.name,
        truck: truck.license_plate,
        truck_driver_license: SECRETS.license_number,
      });
      await allPublished(client);
      const { status, body } = await client.get(`/truck_drivers/${driver.id}/personal_data`);
      const kept = body.personal_data;
      expect(status).toBe(200);
      expect(kept.record).toMatchObject(SECRETS);
      expect(kept.trucks).toEqual([{ id: truck.id, license_plate: truck.license_plate }]);
      expect(kept.truck_visits).toMatchObject([
        { id: visit.id, truck: { license_plate: truck.license_plate }, cancelled: false },
      ]);
      expect(kept.gate_refusals).toMatchObject([
        { action: 'gate_in', sentences: ["Truck driver 'Annekarijn Vroomshoop' is not active."] },
      ]);
      expect(kept.pre_advices).toEqual([]);
      expect(kept.appointments).toEqual([]);
      expect(kept.events.map(({ type }: Body) => type)).toEqual(
        expect.arrayContaining(['truck_driver.created', 'truck_visit.gated_in', 'gate_refusal.created']),
      );
      expect(kept.audit_entries.at(-1).after).toMatchObject({ lastname: SECRETS.lastname });
      expect(kept.more).toEqual([]);
      await erase(`/truck_drivers/${driver.id}`);
      await erasedNow();
      const after = await client.get(`/truck_drivers/${driver.id}/personal_data`);
      expect(after.body.personal_data.truck_visits).toHaveLength(1);
      for (const secret of GONE) expect(JSON.stringify(after.body)).not.toContain(secret);
    });

    it('of a user is in one answer, with the newest 500 of each list', async () => {
      const user = await aUser();
      const own = await clientOf(user.id);
      await aTruck(own);
      const issuer = await anIdentityIssuer(client);
      await service.current.query(
        `INSERT INTO user_identities (organization_id, issuer_id, user_id, sub) VALUES ($1, $2, $3, 'f3b7')`,
        [client.organization_id, issuer.id, user.id],
      );
      await allPublished(client);
      const kept = (await client.get(`/users/${user.id}/personal_data`)).body.personal_data;
      const { identities } = (await client.get(`/users/${user.id}/identities`)).body;
      expect(kept.identities).toEqual(identities);
      expect(kept.identities).toMatchObject([{ issuer: { name: issuer.name }, sub: 'f3b7' }]);
      expect(kept.record).toMatchObject({ email: 'mara@secret.example' });
      expect(kept.tokens).toHaveLength(3);
      expect(kept.events.map(({ type }: Body) => type)).toContain('truck.created');
      expect(kept.writes).toContainEqual(
        expect.objectContaining({ record_type: 'trucks', action: 'create' }),
      );
      expect(kept.audit_entries).toMatchObject([{ action: 'create' }]);
      await service.current.query(
        `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, user_id, bytes)
         SELECT $1, 1000 + i, 'truck.updated', now(), now(), $2, 1000 FROM generate_series(1, 501) i`,
        [client.organization_id, user.id],
      );
      const many = (await client.get(`/users/${user.id}/personal_data`)).body.personal_data;
      expect([many.events.length, many.events[0].id, many.more]).toEqual([500, 1501, ['events']]);
    });
  });

  describe('by the function of the database', () => {
    it('is all that the role of the service may do to traces', async () => {
      const [may] = await service.current.query<Body>(`
        SELECT has_table_privilege('wharfinger_service', 'audit_entries', 'UPDATE') AS changes,
          has_table_privilege('wharfinger_service', 'audit_entries', 'DELETE') AS deletes,
          has_function_privilege('wharfinger_service', 'erase_personal_data(bigint,text,bigint,text,integer)', 'EXECUTE') AS erases,
          has_function_privilege('public', 'erase_personal_data(bigint,text,bigint,text,integer)', 'EXECUTE') AS others`);
      expect(may).toEqual({ changes: false, deletes: false, erases: true, others: false });
    });

    it('erases nobody of another table or organization, and goes on with nothing that was not begun', async () => {
      const driver = await aDriver();
      const stranger = await service.current.organization();
      const call = (organization: number, table: string, id: number, reason: string | null) =>
        service.current.query('SELECT erase_personal_data($1, $2, $3, $4, 100)', [
          organization,
          table,
          id,
          reason,
        ]);
      await expect(call(client.organization_id, 'trucks', driver.id, 'x')).rejects.toThrow(
        'Nobody is kept in trucks',
      );
      await expect(call(stranger.organization_id, 'truck_drivers', driver.id, 'x')).rejects.toThrow(
        'nothing to erase',
      );
      await expect(call(client.organization_id, 'truck_drivers', driver.id, null)).rejects.toThrow(
        'nothing to erase',
      );
    });
  });
});

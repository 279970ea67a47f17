import { setTimeout as pause } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { Client as Connection } from 'pg';
import sql from 'sql-template-tag';
import { Background } from '../../src/common/database/write/background';
import { BACKGROUND } from '../../src/common/database/pool/own-connection';
import { subjects } from '../../src/events/feed/event.dto';
import { aContainer } from '../factories/cargo';
import { aNewContainer, aVisitFor, dropOff, gateOut } from '../factories/gate';
import { aHold } from '../factories/holds';
import { aTruck } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { databaseUrl } from '../setup/database';
import { allPublished, eventOf, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { useService, Service } from '../setup/service';

jest.setTimeout(120_000);

describe('the feed', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
  });

  const trucks = async (count: number) => {
    for (let at = 0; at < count; at++) await aTruck(client);
    const feed = new Follower(client);
    await eventually('all are there', async () => (await feed.read()).length === count);
    return feed.events;
  };

  it('is in order of the ids, without gaps, for each organization by itself', async () => {
    const other = await service.current.organization();
    await aTruck(other);
    const events = await trucks(3);
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect((await client.get('/events')).body.events).toMatchObject(events);
  });

  it('tells of each event which one the reader was shown before it', async () => {
    const [first, second, third] = await trucks(3);
    const read = async (query: string) =>
      (await client.get(`/events?${query}`)).body.events.map(({ id, previous_id }: Body) => [
        id,
        previous_id,
      ]);
    expect(await read('per=2')).toEqual([
      [first.id, null],
      [second.id, first.id],
    ]);
    expect(await read(`after=${second.id}`)).toEqual([[third.id, second.id]]);
    // of what its filter has, although it begins elsewhere
    await aContainer(client);
    await allPublished(client);
    await aTruck(client);
    await allPublished(client);
    const [[, previous]] = await read(`types[]=truck.*&after=${third.id}`);
    expect(previous).toBe(third.id);
  });

  it('gets nothing while another process publishes', async () => {
    // the lock of the publishers
    const LOCK = 7_263_117;
    const other = new Connection({ connectionString: databaseUrl(service.current.database) });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      await aTruck(client);
      await eventually('this one has looked', async () => {
        const { rowCount } = await other.query(
          `SELECT FROM pg_stat_activity a WHERE a.datname = current_database() AND a.application_name = $1
             AND a.state = 'idle' AND a.query LIKE '%events_written%'
             AND a.query_start > (SELECT max(w.recorded_at) FROM events_written w) + interval '10 milliseconds'`,
          [BACKGROUND],
        );
        return rowCount === 1;
      });
      expect((await client.get('/events')).body.events).toEqual([]);
    } finally {
      await other.end();
    }
    await eventOf(client, 'truck.created');
  });

  it('goes on once the database accepts writes again, after a read-only start', async () => {
    const background = service.current.app.get(Background, { strict: false });
    await background.query(sql`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`);
    expect(await trucks(1)).toHaveLength(1);
    const sessions = () =>
      service.current.query<{ many: string }>(
        `SELECT count(*) AS many FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
        [BACKGROUND],
      );
    await eventually('it has one connection', async () => Number((await sessions())[0]!.many) === 1);
  });

  describe('of a service whose connection for events hangs', () => {
    const impatient = useService({ DATABASE_STATEMENT_TIMEOUT_MS: '1000' });

    it('goes on with another connection', async () => {
      client = await impatient.current.organization();
      const background = impatient.current.app.get(Background, { strict: false });
      const [session] = await background.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      process.kill(session!.pid, 'SIGSTOP');
      try {
        expect(await trucks(1)).toHaveLength(1);
      } finally {
        process.kill(session!.pid, 'SIGCONT');
      }
    });
  });

  it('always has a next page, also behind an empty one', async () => {
    const { body } = await client.get('/events?types[]=container.*&per=5');
    expect(body.events).toEqual([]);
    expect(body.actions.next).toEqual({
      method: 'GET',
      url: expect.stringMatching(/\/api\/v1\/events\?after=0&types.*per=5$/),
    });
  });

  it('tells in next how many events a page has, as other lists do', async () => {
    for (const [requested, per] of [
      ['?per=501', '500'],
      ['?per=500', '500'],
      ['?after=latest&per=9999', '500'],
      ['', '100'],
    ]) {
      const { url } = (await client.get(`/events${requested}`)).body.actions.next;
      expect([requested, new URL(url).searchParams.get('per')]).toEqual([requested, per]);
    }
  });

  it('goes on behind the id of after', async () => {
    const [, second, third] = await trucks(3);
    const { body } = await client.get('/events?after=1&per=1');
    expect(body.events).toMatchObject([second!]);
    expect(body.actions.next.url).toContain('after=2');
    expect((await client.get('/events?after=2')).body.events).toMatchObject([third!]);
  });

  it('begins at its end with after=latest', async () => {
    await trucks(2);
    const { body } = await client.get('/events?after=latest');
    expect(body.events).toEqual([]);
    expect(body.actions.next.url).toContain('after=2');
  });

  it('shows one event', async () => {
    const [event] = await trucks(1);
    expect((await client.get('/events/1')).body).toEqual({ event });
    expect((await client.get('/events/2')).status).toBe(404);
  });

  it('is filtered by known names alone', async () => {
    expect((await client.get('/events?types[]=truck.vanished')).status).toBe(400);
    expect((await client.get('/events?subject_type=wharf')).status).toBe(400);
    expect((await client.get('/events?about=container')).status).toBe(400);
    expect((await client.get('/events?after=-1')).status).toBe(400);
    expect((await client.get('/events?per=0')).status).toBe(400);
  });

  describe('is filtered', () => {
    const found = async (query: string) =>
      (await client.get(`/events?${query}`)).body.events.map(({ type }: { type: string }) => type);
    let number: string;
    beforeEach(async () => {
      const cargo = await aNewContainer(client);
      number = cargo.container_number;
      const visit = await aVisitFor(client, [dropOff(cargo)]);
      await gateOut(client, visit.truck.license_plate, {});
      await aHold(client, number);
      await eventOf(client, 'container_hold.applied');
    });

    it('to types, and to those of a kind of record', async () => {
      expect(await found('types[]=container.gated_in')).toEqual(['container.gated_in']);
      expect(await found('types[]=truck_visit.*&types[]=hold_type.created')).toEqual([
        'truck_visit.gated_in',
        'truck_visit.gated_out',
        'hold_type.created',
      ]);
    });

    it('to what is about a record', async () => {
      const [event] = (await client.get('/events?types=container.gated_in')).body.events;
      expect(await found(`subject_type=container&subject=${number}`)).toContain('container.gated_in');
      expect(await found(`subject_type=container&subject=${event.subject.id}`)).toContain(
        'container.gated_in',
      );
      expect(await found(`subject=${number}`)).toContain('container_hold.applied');
      expect(await found(`subject_type=truck&subject=${number}`)).toEqual([]);
    });

    it('to all that concerns one record', async () => {
      const all = [
        'pre_advice.created',
        'truck_visit.gated_in',
        'truck_visit.gated_out',
        'container.gated_in',
        'container_hold.applied',
      ];
      const [event] = (await client.get('/events?types=container.gated_in')).body.events;
      expect((await found(`about=container:${number}`)).sort()).toEqual(expect.arrayContaining(all));
      expect((await found(`about=container:${event.subject.id}`)).sort()).toEqual(
        (await found(`about=container:${number}`)).sort(),
      );
      expect(await found('about=container:NONE0000000')).toEqual([]);
    });

    it('to the time when it happened', async () => {
      const [event] = (await client.get('/events?types=container.gated_in')).body.events;
      const at = encodeURIComponent(event.occurred_at);
      expect(await found(`occurred_from=${at}&occurred_until=${at}`)).toContain('container.gated_in');
      expect(await found('occurred_until=2000-01-01')).toEqual([]);
    });
  });

  it('takes a date alone as the whole day where the organization is', async () => {
    const there = await service.current.organization({ time_zone: 'Pacific/Kiritimati' });
    await aTruck(there);
    const at = DateTime.fromISO((await eventOf(there, 'truck.created')).occurred_at, {
      zone: 'Pacific/Kiritimati',
    });
    const found = async (query: string) => (await there.get(`/events?${query}`)).body.events.length;
    const [day, before] = [at.toISODate(), at.minus({ days: 1 }).toISODate()];
    expect(await found(`occurred_from=${day}&occurred_until=${day}`)).toBe(1);
    expect(await found(`occurred_until=${before}`)).toBe(0);
  });

  it('finds an imported record by its key, also without an event about it', async () => {
    const { number, id } = await aContainer(client);
    await service.current.query(`DELETE FROM events WHERE organization_id = $1 AND subject_id = $2`, [
      client.organization_id,
      id,
    ]);
    const hold = await aHold(client, number);
    await eventOf(client, 'container_hold.applied');
    const { body } = await client.get(`/events?about=container:${number.toLowerCase()}`);
    expect(body.events.at(-1).subject.id).toBe(hold.id);
  });

  it('finds a truck by its plate, however that is typed', async () => {
    const { id } = await aTruck(client, { license_plate: 'AA-2' });
    await eventOf(client, 'truck.created');
    for (const about of ['AA-2', 'aa2', 'a a-2', String(id)]) {
      const { body } = await client.get(`/events?about=truck:${encodeURIComponent(about)}`);
      expect([about, body.events.length]).toEqual([about, 1]);
    }
    expect((await client.get('/events?about=truck:AA3')).body.events).toEqual([]);
  });

  it('finds a driver by the licence, which no event shows', async () => {
    const { truck_driver } = await client.create('/truck_drivers', { license_number: 'DL-774' });
    await eventOf(client, 'truck_driver.created');
    const about = async (named: string | number) =>
      (await client.get(`/events?about=truck_driver:${named}`)).body.events;
    expect(await about('DL-774')).toMatchObject([{ type: 'truck_driver.created', subject: { key: null } }]);
    expect(await about('DL-774')).toEqual(await about(truck_driver.id));
    const other = await service.current.organization();
    await other.create('/truck_drivers', { license_number: 'DL-775' });
    expect(await about('DL-775')).toEqual([]);
  });

  it.each(subjects().filter((type) => !['billing_profile', 'import', 'organization'].includes(type)))(
    'finds nothing about a %s that nobody knows',
    async (type) => {
      const { status, body } = await client.get(`/events?about=${type}:no-such`);
      expect([status, body.events]).toEqual([200, []]);
    },
  );

  it('ends a page at 8 MiB, and goes on behind it', async () => {
    await trucks(1);
    await service.current.query(
      `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, data, bytes)
       SELECT $1, 1 + n, 'truck.updated', now(), now(), format('{"remarks":"%s"}', repeat('x', 200000))::json, 201000
       FROM generate_series(1, 60) n`,
      [client.organization_id],
    );
    await service.current.query(`UPDATE event_feeds SET last_id = 61 WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    const { body } = await client.get('/events?per=500');
    expect(JSON.stringify(body).length).toBeLessThan(8.2 * 1024 * 1024);
    const feed = new Follower(client, 'per=500');
    expect((await feed.read()).map(({ id }) => id)).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
  });

  it('shows no event of another organization', async () => {
    const other = await service.current.organization();
    await trucks(1);
    expect((await other.get('/events')).body.events).toEqual([]);
    expect((await other.get('/events/1')).status).toBe(404);
  });

  it('misses nothing and repeats nothing, in order for each record, under 32 writers with slow commits', async () => {
    await service.current.query(`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(random() * 0.03); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT OR UPDATE ON trucks DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION dawdle()`);
    const second = await Service.on(service.current.database);
    const [WRITERS, UPDATES] = [32, 10];
    const plates: string[] = [];
    for (let at = 0; at < 6; at++) plates.push((await aTruck(client, { weight: 1 })).license_plate);
    const feed = new Follower(client, 'per=7');
    let done = false;
    const reading = (async () => {
      while (!done) await feed.read().then(() => pause(1));
    })();
    let weight = 1;
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const via = writer % 2 ? client : second.clientOf(client);
        for (let at = 0; at < UPDATES; at++) {
          const plate = plates[(writer + at) % plates.length];
          const { status, body } = await via.patch(`/trucks/${plate}`, { truck: { weight: ++weight } });
          if (status !== 200) throw new Error(JSON.stringify(body));
        }
      }),
    );
    const count = plates.length + WRITERS * UPDATES;
    await eventually('every event is there', () => feed.events.length >= count);
    done = true;
    await reading;
    await second.app.close();
    expect(feed.events.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    for (const plate of plates) {
      const weights = feed.events
        .filter(({ subject }) => subject.key === plate)
        .flatMap(({ changes }) => (changes ? [changes.weight] : []));
      expect(weights.map(([before]) => before)).toEqual([
        1,
        ...weights.slice(0, -1).map(([, after]) => after),
      ]);
    }
  });
});

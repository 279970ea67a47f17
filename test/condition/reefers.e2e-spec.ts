import { ReeferWatching } from '../../src/condition/reefers/reefer-watching.service';
import { aContainerInYard } from '../factories/gate';
import { aShippingLine, limitedTo } from '../factories/parties';
import { aContainer } from '../factories/cargo';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const MINUTE = 60_000;

describe('readings of reefers', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  const set = (body: object) => client.as('admin').patch('/organization', body);
  const notice = () => service.current.app.get(ReeferWatching).noticeAll();
  /** The types of events about reefers that came since it was called last; a follower keeps all. */
  const events = async (follower: Follower) => {
    const before = seen;
    await allPublished(client);
    const all = await follower.read();
    seen = all.length;
    return all
      .slice(before)
      .map(({ type }) => type as string)
      .filter((type) => type.startsWith('reefer.'));
  };
  let seen = 0;

  /** A reefer that came days ago, by a stay that is dated back. */
  const reefer = async (body: Body = {}, days = 30): Promise<Body> => {
    const container = await aContainerInYard(client, {
      number: NUMBER,
      operating_reefer: true,
      reefer_set_point_temperature: -18,
      ...body,
    });
    await client.patch(`/container_stays/${container.stay_id ?? (await stay(container.number as string))}`, {
      in_at: ago(days * 24 * 60),
      reason: 'Dated back',
    });
    return container;
  };
  const stay = async (number: string) =>
    (await client.get(`/containers/${number}/stays`)).body.stays?.[0]?.id as number;
  const read = (at: string, body: object = {}, number = NUMBER) =>
    client.post(`/containers/${number}/readings`, { at, return: -18, ...body });
  const list = async (query = '') => (await client.get(`/reefers${query}`)).body.reefers as Body[];

  it('writes a reading with every value, and shows it', async () => {
    await reefer();
    const sent = {
      at: ago(5),
      set_point: -18,
      supply: -18.4,
      return: -17.6,
      ambient: 21.5,
      humidity: 65,
      alarm: 'AL26',
      is_plugged: true,
      by: 'Monitoring 3',
    };
    const { status, body } = await client.post(`/containers/${NUMBER}/readings`, sent);
    expect(status).toBe(201);
    expect(body.reading).toMatchObject({ ...sent, container: { number: NUMBER } });
    expect((await client.get(`/containers/${NUMBER}/readings`)).body.readings).toEqual([body.reading]);
    expect(await list()).toMatchObject([
      { container: { number: NUMBER }, last_reading: sent, deviation: 0.4, minutes_since_reading: 5 },
    ]);
  });

  it('takes now for the time and the name of the user for who read it', async () => {
    await reefer();
    const { reading } = (await client.post(`/containers/${NUMBER}/readings`, { supply: 2 })).body;
    expect(Math.abs(Date.parse(reading.at) - Date.now())).toBeLessThan(MINUTE);
    expect(reading.by).toBe((await client.get('/me')).body.user.name);
  });

  describe('refuses', () => {
    it('a container that is not there', async () => {
      expect((await read(ago(1), {}, 'WHAU0000000')).status).toBe(404);
      const answer = await client.post('/reefer_readings', {
        readings: [{ container_number: 'WHAU0000000', at: ago(1), supply: 2 }],
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty(['readings.0.container_number']);
    });

    it('a container without an open stay', async () => {
      await aContainer(client, { number: NUMBER });
      const answer = await read(ago(1));
      expect([answer.status, answer.body.code]).toEqual([422, 'not_in_a_stay']);
    });

    it('a time more than a minute ahead, and takes one less ahead', async () => {
      await reefer();
      const answer = await read(ago(-2));
      expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([
        422,
        'time_to_come',
        ['at'],
      ]);
      expect((await read(ago(-0.5))).status).toBe(201);
    });

    it('a time before the container came', async () => {
      await reefer({}, 2);
      expect((await read(ago(3 * 24 * 60))).body.code).toBe('found_before_arrival');
    });

    it('a reading without a value, and humidity beyond 100', async () => {
      await reefer();
      expect((await client.post(`/containers/${NUMBER}/readings`, { at: ago(1) })).status).toBe(422);
      expect((await read(ago(1), { humidity: 100.1 })).status).toBe(422);
      expect((await read(ago(1), { humidity: 100 })).status).toBe(201);
    });

    it('all of many where one is refused, and says which', async () => {
      await reefer();
      const one = { container_number: NUMBER, return: -18 };
      const answer = await client.post('/reefer_readings', {
        readings: [
          { ...one, at: ago(4) },
          { ...one, at: ago(3) },
          { ...one, at: ago(2) },
          { ...one, at: ago(-60) },
        ],
      });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['readings.3.at']]);
      expect((await client.get(`/containers/${NUMBER}/readings`)).body.readings).toEqual([]);
    });

    it('none and more than 1,000, and takes 1,000', async () => {
      await reefer();
      const many = (count: number) =>
        Array.from({ length: count }, (_, nth) => ({
          container_number: NUMBER,
          at: ago(nth + 1),
          return: -18,
        }));
      expect((await client.post('/reefer_readings', { readings: [] })).status).toBe(422);
      expect((await client.post('/reefer_readings', { readings: many(1001) })).status).toBe(422);
      const { body } = await client.post('/reefer_readings', { readings: many(1000) });
      expect(body).toEqual({ written: 1000, replaced: 0 });
    });
  });

  it('replaces a reading of the same container and time, also within a request', async () => {
    await reefer();
    const at = ago(10);
    await read(at, { alarm: 'AL26' });
    const one = { container_number: NUMBER, at };
    const { body } = await client.post('/reefer_readings', {
      readings: [
        { ...one, return: -17 },
        { ...one, return: -16 },
      ],
    });
    expect(body).toMatchObject({ written: 0 });
    const { readings } = (await client.get(`/containers/${NUMBER}/readings`)).body;
    expect(readings).toMatchObject([{ return: -16, alarm: null }]);
  });

  it('shows the last reading by its time, however readings come', async () => {
    await reefer();
    await read(ago(10), { return: -17 });
    await read(ago(20), { return: -12 });
    expect(await list()).toMatchObject([{ last_reading: { return: -17 } }]);
    const { readings } = (await client.get(`/containers/${NUMBER}/readings?order=at`)).body;
    expect(readings.map((each: Body) => each.return)).toEqual([-12, -17]);
  });

  it('lists those that are due, and counts by state', async () => {
    await reefer();
    await read(ago(239));
    expect(await list('?due_hours=4')).toEqual([]);
    await reefer({ number: 'TDKU7315825' });
    expect(await list('?due_hours=4')).toMatchObject([{ container: { number: 'TDKU7315825' } }]);
    const { body } = await client.get('/reefers/counts?by=state');
    expect(body.counts).toMatchObject([{ state: 'fine', count: 2 }]);
  });

  it('leaves out what is not operating', async () => {
    await reefer({ operating_reefer: false });
    expect(await list()).toEqual([]);
  });

  describe('watching', () => {
    let follower: Follower;
    beforeEach(async () => {
      await set({
        reefer_tolerance_degrees: 2,
        reefer_tolerance_minutes: 30,
        reefer_unplugged_minutes: null,
      });
      await reefer();
      await notice();
      await allPublished(client);
      follower = new Follower(client);
      seen = (await follower.read()).length;
    });

    it('tells once that a reefer deviates, and once that it is back', async () => {
      await read(ago(100));
      await read(ago(90), { return: -15.9 });
      await read(ago(61), { return: -15.9 });
      await notice();
      expect(await events(follower)).toEqual([]);
      await read(ago(60), { return: -15 });
      await notice();
      await read(ago(50), { return: -14 });
      await notice();
      expect(await events(follower)).toEqual(['reefer.deviating']);
      expect(await list('?deviating=true')).toMatchObject([{ deviation: 4 }]);
      await read(ago(40), { return: -16 });
      await notice();
      await notice();
      expect(await events(follower)).toEqual(['reefer.back']);
      expect(await list('?deviating=true')).toEqual([]);
    });

    it('judges by supply from a set point of -10 on', async () => {
      for (const minutes of [90, 50]) await read(ago(minutes), { set_point: -10, supply: -10, return: 0 });
      await notice();
      expect(await events(follower)).toEqual([]);
      for (const minutes of [40, 5]) await read(ago(minutes), { set_point: -10.1, supply: -10, return: 0 });
      await notice();
      expect(await events(follower)).toEqual(['reefer.deviating']);
    });

    it('tells once that a reefer is not read', async () => {
      await read(ago(150));
      await set({ reefer_unread_hours: 3 });
      await notice();
      expect(await events(follower)).toEqual([]);
      await set({ reefer_unread_hours: 2 });
      await notice();
      await notice();
      expect(await events(follower)).toEqual(['reefer.unread']);
      await read(ago(1));
      await notice();
      expect(await list('?unread=true')).toEqual([]);
    });

    it('tells once that a reefer is off power', async () => {
      await set({ reefer_unplugged_minutes: 60 });
      await notice();
      await notice();
      expect(await events(follower)).toEqual(['reefer.unplugged']);
      await client.post(`/containers/${NUMBER}/plug_in`, {});
      await notice();
      expect(await list('?unplugged=true')).toEqual([]);
    });

    it('follows a model through readings in any order, again and again', async () => {
      let seed = 42;
      const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
      const readings = new Map<number, number>();
      let deviating = false;
      for (let step = 0; step < 40; step++) {
        const minutes = Math.floor(random() * 60) * 15 + 5;
        const at = Math.floor(Date.now() / MINUTE) * MINUTE - minutes * MINUTE;
        const value = random() < 0.6 ? -14 : -18;
        // the model of one minute keeps to the grid of quarters of an hour
        const key = Math.round(at / (15 * MINUTE)) * 15 * MINUTE - 20 * MINUTE;
        readings.set(key, value);
        await read(new Date(key).toISOString(), { return: value });
        await notice();
        const sorted = [...readings].sort(([one], [other]) => other - one);
        const good = sorted.findIndex(([, each]) => each === -18);
        const run = good < 0 ? sorted : sorted.slice(0, good);
        const isLong = run.length >= 2 && run[0]![0] - run.at(-1)![0] >= 30 * MINUTE;
        const deviates: boolean = run.length > 0 && (deviating || isLong);
        const told = deviates === deviating ? [] : [deviates ? 'reefer.deviating' : 'reefer.back'];
        expect(await events(follower)).toEqual(told);
        deviating = deviates;
      }
    });
  });

  it('tells the terminal by mail once a spell', async () => {
    await set({ reefer_tolerance_degrees: 2, reefer_tolerance_minutes: 30, reefer_unplugged_minutes: null });
    const { terminal } = await client
      .as('admin')
      .create('/terminals', { name: 'North Quay', reefer_email: 'cold@quay.example' });
    await client.as('admin').create('/yard_areas', { name: 'Block A', terminal: terminal.name });
    await reefer();
    for (const minutes of [90, 50, 10]) {
      await read(ago(minutes), { return: -10 });
      await notice();
    }
    const { mails } = (await client.get('/mails?kind=reefer_alert')).body;
    expect(mails).toMatchObject([{ to: ['cold@quay.example'], subject: `Reefer ${NUMBER}` }]);
  });

  it('shows and watches readings that come by file, of the stay that is shown unless a line names one', async () => {
    await set({ reefer_tolerance_degrees: 2, reefer_tolerance_minutes: 30 });
    await reefer();
    const lines = [90, 50].map((minutes) => ({ container: NUMBER, at: ago(minutes), return: -10 }));
    expect((await importFiles(client, { 'reefer_readings.ndjson': lines })).bad).toEqual([]);
    expect(await list()).toMatchObject([{ last_reading: { return: -10, at: lines[1]!.at } }]);
    await notice();
    expect(await list('?deviating=true')).toMatchObject([{ deviation: 8 }]);
    await aContainer(client, { number: 'TDKU7315825' });
    const { bad } = await importFiles(client, {
      'reefer_readings.ndjson': [{ container: 'TDKU7315825', at: ago(5), supply: 2 }],
    });
    expect(bad).toEqual([expect.stringMatching(/^reefer_readings.ndjson:1: container: /)]);
  });

  it('draws the readings as an SVG, with what is alarming escaped', async () => {
    await reefer();
    await read(ago(100), { alarm: '<b>"' });
    const { status, body, headers } = await client.get(`/containers/${NUMBER}/readings.svg`);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('image/svg+xml');
    expect(String(body)).toContain('&lt;b&gt;&quot;');
    for (const series of ['set point', 'return']) expect(String(body)).toContain(`<title>${series} from `);
    expect((await client.get('/containers/WHAU0000000/readings.svg')).status).toBe(404);
  });

  it('shows owners the readings of their stays, without who read them, and nothing to others', async () => {
    const line = await aShippingLine(client);
    await reefer({ shipping_line: line.code });
    await read(ago(10));
    const owner = await limitedTo(client, { type: 'shipping_line', key: line.code as string });
    expect((await owner.get(`/containers/${NUMBER}/readings`)).body.readings).toMatchObject([{ by: null }]);
    const other = await limitedTo(client, {
      type: 'shipping_line',
      key: (await aShippingLine(client)).code as string,
    });
    expect((await other.get(`/containers/${NUMBER}/readings`)).status).toBe(404);
    expect((await other.get(`/containers/${NUMBER}/readings.svg`)).status).toBe(404);
  });
});

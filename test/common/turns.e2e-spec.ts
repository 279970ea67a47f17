import type { Sql } from 'sql-template-tag';
import { Background } from '../../src/common/database/write/background';
import { Unavailable } from '../../src/common/errors/database-errors';
import { ReadingService } from '../../src/edi/incoming/reading.service';
import { OutboxWorker } from '../../src/edi/outgoing/outbox-worker.service';
import { Claims } from '../../src/events/webhooks/claims';
import { anInterchange, aPartner, readInterchange, upload } from '../factories/edi';
import { aTelling, gatedIn, itemsWaiting, type Telling } from '../factories/edi-outgoing';
import { aTruck } from '../factories/parties';
import { aPort } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, eventOf, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Receiver } from '../setup/receiver';
import { useService } from '../setup/service';

jest.setTimeout(60_000);

/** What one organization's trouble does to the others, and to the rest of its own work (decision 690). */
describe('an organization whose work fails', () => {
  const service = useService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  const of = <T>(kind: abstract new (...args: never[]) => T): T =>
    service.current.app.get<T>(kind, { strict: false });
  let failing: Client;
  let well: Client;
  let receiver: Receiver;
  beforeEach(async () => {
    failing = await service.current.organization();
    well = await service.current.organization();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => receiver?.stop());

  it('has its interchange read once while those of another are read', async () => {
    const reading = of(ReadingService);
    const read = reading.read.bind(reading);
    let go!: () => void;
    const ready = new Promise<void>((resolve) => (go = resolve));
    const poison: number[] = [];
    const left: number[] = [];
    let tries = 0;
    const triesAtEach: number[] = [];
    jest.spyOn(reading, 'read').mockImplementation(async (id, envelope) => {
      await ready;
      if (poison.includes(id) && ++tries) throw new Error('It fails.');
      triesAtEach.push(tries);
      return read(id, envelope);
    });
    const [{ edi_id: sender }, { edi_id: other }] = [await aPartner(well), await aPartner(failing)];
    const send = async (client: Client, edi_id: string) =>
      (await upload(client, anInterchange({ sender: edi_id }))).body.edi_interchange.id as number;
    for (let n = 0; n < 5; n++) left.push(await send(well, sender));
    poison.push(await send(failing, other));
    go();
    for (const id of left) await readInterchange(well, id);
    expect(triesAtEach).toHaveLength(5);
    expect(triesAtEach.at(-1)).toBe(1);
  });

  it('keeps no deliveries of another that are claimed', async () => {
    receiver = await Receiver.start();
    for (const client of [well, failing])
      await client.create('/webhook_endpoints', { url: receiver.url, types: ['port.created'] });
    const claims = of(Claims);
    const find = claims.find.bind(claims);
    const take = claims.take.bind(claims);
    jest.spyOn(claims, 'find').mockImplementation(async (...args) => {
      const found = await find(...args);
      return found.length < 2 ? [] : found.sort((a) => (a.organization_id === well.organization_id ? -1 : 1));
    });
    let go!: () => void;
    const released = new Promise<void>((resolve) => (go = resolve));
    jest.spyOn(claims, 'take').mockImplementation(async (query, id, ...rest) => {
      if (id === failing.organization_id) {
        await released;
        throw new Unavailable('database_away');
      }
      return take(query, id, ...rest);
    });
    try {
      for (const client of [well, failing]) await aPort(client);
      await eventually('the delivery of the other', () => receiver.received.length === 1, 5_000);
    } finally {
      go();
      jest.restoreAllMocks();
    }
    await eventually('its own', () => receiver.received.length === 2);
  });

  it('learns of every other overdue interchange', async () => {
    const { line, flow }: Telling = await aTelling(well, { per_message: 1, every_minutes: 1440 }, { acknowledges: 'contrl' }); // prettier-ignore
    const sent: number[] = [];
    for (let n = 0; n < 2; n++) {
      await gatedIn(well, line);
      await itemsWaiting(well, 1);
      const { body } = await well.post(`/edi_flows/${flow.id}/compose`);
      sent.push(body.edi_interchanges[0].id);
    }
    const [poison, next] = sent;
    const worker = of(OutboxWorker) as unknown as { markOverdue: (id: number) => Promise<void> };
    const mark = worker.markOverdue.bind(worker);
    jest.spyOn(worker, 'markOverdue').mockImplementation(async (id) => {
      if (id === poison) throw new Error('It fails.');
      return mark(id);
    });
    for (const id of sent) await well.post(`/edi_interchanges/${id}/taken`);
    await service.current.query(
      `UPDATE edi_interchanges SET answer_due_at = now() - make_interval(mins => CASE id WHEN $2 THEN 2 ELSE 1 END)
       WHERE organization_id = $1 AND status = 'sent'`,
      [well.organization_id, poison],
    );
    expect((await eventOf(well, 'edi_interchange.overdue')).data.id).toBe(next);
  });

  it('has no events published until its epoch begins, and others have theirs', async () => {
    const feedless = await service.current.organization();
    for (const client of [well, failing]) await aTruck(client);
    await allPublished(well);
    const background = of(Background);
    const query = background.query.bind(background);
    let blocked = [failing, feedless];
    jest.spyOn(background, 'query').mockImplementation((statement: Sql) => {
      const isOf = ({ organization_id }: Client) => statement.values.includes(organization_id);
      if (/^\s*WITH resumed AS/.test(statement.sql) && blocked.some(isOf)) throw new Unavailable('lock_wait');
      return query(statement);
    });
    const published = async (client: Client) =>
      (await new Follower(client).read()).map(({ id }: { id: number }) => id > 1_000_000);
    const history = async (client: Client) => {
      const [feed] = await service.current.query<{ history: string }>(
        'SELECT history FROM event_feeds WHERE organization_id = $1',
        [client.organization_id],
      );
      return feed?.history;
    };
    await service.current.query(`UPDATE event_feeds SET history = 'before' WHERE organization_id = $1`, [
      failing.organization_id,
    ]);
    for (const client of [well, failing, feedless]) await aTruck(client);
    await eventually('the event of the other', async () => (await published(well)).length === 2, 5_000);
    expect([await published(failing), await published(feedless)]).toEqual([[false], []]);
    // the feed tells of the other history until the organization without a feed has an epoch
    blocked = [feedless];
    await aTruck(well);
    await eventually('the next event of the other', async () => (await published(well)).length === 3);
    expect(await history(failing)).toBe('before');
    blocked = [];
    await allPublished(well);
    expect([await published(failing), await published(feedless)]).toEqual([[false, true], [true]]);
    expect(await published(well)).toEqual([false, false, false]);
  });
});

import { Transaction } from '../../src/common/database/write/transaction';
import { ComposingService, type Made } from '../../src/edi/outgoing/composing.service';
import {
  anOutgoingFlow,
  aPartner,
  aPortTerminal,
  aTelling,
  gatedIn,
  interchangesOut,
  itemsWaiting,
  messagesOf,
  takenBack,
} from '../factories/edi-outgoing';
import type { Body } from '../factories/record';
import { within } from '../factories/services';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { Service, useService } from '../setup/service';

type Send = (this: Transaction, ...given: Parameters<Transaction['send']>) => ReturnType<Transaction['send']>;

const DAILY = { every_minutes: 1440 };

describe('composing', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** Composes what is due, as the worker does. */
  const run = (id: number): Promise<Made> =>
    within(client, ComposingService, (composing) => composing.run(id));
  const composeNow = (id: number): Promise<Made> =>
    within(client, ComposingService, (composing) => composing.composeNow(id));
  const query = <T extends object>(text: string): Promise<T[]> =>
    service.current.query<T>(text, [client.organization_id]);
  const suspend = (at: string) => query(`UPDATE organizations SET suspended_at = ${at} WHERE id = $1`);
  /** How far numbers have counted and the feed was followed, and what is kept. */
  const state = async () =>
    (
      await query<object>(
        `SELECT p.last_reference, f.last_document, f.last_event_id,
           (SELECT count(*) FROM edi_interchanges e WHERE e.organization_id = f.organization_id) AS interchanges,
           (SELECT count(*) FROM edi_payloads e WHERE e.organization_id = f.organization_id) AS payloads,
           (SELECT count(*) FROM edi_messages e WHERE e.organization_id = f.organization_id) AS messages,
           (SELECT string_agg(i.status, ' ' ORDER BY i.id) FROM edi_items i
             WHERE i.organization_id = f.organization_id) AS items
         FROM edi_flows f JOIN edi_partners p ON p.organization_id = f.organization_id AND p.id = f.partner_id
         WHERE f.organization_id = $1`,
      )
    )[0];

  /** Does work that is told, while no worker composes for the organization. */
  async function suspendedWork(work: () => Promise<void>): Promise<void> {
    await suspend('NULL');
    await query(`UPDATE edi_flows SET active = false WHERE organization_id = $1`);
    await work();
    await allPublished(client);
    await suspend('now()');
    await query(`UPDATE edi_flows SET active = true WHERE organization_id = $1`);
  }

  /** Has so many containers of a line gated in, by SQL: as events, movements and stays. */
  async function movedIn(code: string, many: number): Promise<void> {
    await service.current.query(
      `WITH line AS (SELECT id FROM shipping_lines WHERE organization_id = $1 AND code = $2
       ), box AS (
         INSERT INTO containers (organization_id, number, shipping_line_id, container_status)
         SELECT $1, 'BULK' || (1000000 + (SELECT count(*) FROM containers) + n), line.id, 'full'
         FROM line, generate_series(1, $3::integer) n RETURNING id, number, shipping_line_id
       ), stay AS (
         INSERT INTO container_stays (organization_id, container_id, number, status, in_at, shipping_line_id, weight)
         SELECT $1, id, 1, 'here', now(), shipping_line_id, 20000 FROM box RETURNING id, container_id
       ), moved AS (
         INSERT INTO container_movements (organization_id, container_id, stay_id, movement_type, moved_at)
         SELECT $1, container_id, id, 'gate_in', now() FROM stay RETURNING id, container_id
       )
       INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, subject_id, subject_key,
         movement_id, movement_type)
       SELECT $1, 'container.gated_in', now(), now(), b.id, b.number, m.id, 'gate_in'
       FROM moved m JOIN box b ON b.id = m.container_id`,
      [client.organization_id, code, many],
    );
    await allPublished(client);
  }

  /** Runs work in which the process ends before its nth statement. Returns whether it came that far. */
  async function endingAt(nth: number, work: () => Promise<unknown>): Promise<boolean> {
    const send: Send = Reflect.get(Transaction.prototype, 'send');
    let count = 0;
    const spy = jest.spyOn(Transaction.prototype, 'send').mockImplementation(function (
      this: Transaction,
      ...given
    ) {
      return ++count >= nth ? Promise.reject(new Error('The process ends.')) : send.apply(this, given);
    });
    try {
      await work();
      return false;
    } catch (error) {
      if (String(error).includes('The process ends.')) return true;
      throw error;
    } finally {
      spy.mockRestore();
    }
  }

  it('loses and doubles nothing, before whichever statement its process ends', async () => {
    const { line, flow } = await aTelling(client);
    const told = await gatedIn(client, line);
    await interchangesOut(client, 1);
    await suspend('now()');
    await suspendedWork(async () => {
      await takenBack(client, told.visit);
      await gatedIn(client, line);
      await gatedIn(client, line);
    });
    const before = await state();
    let nth = 1;
    for (; await endingAt(nth, () => run(flow.id)); nth++) expect(await state()).toEqual(before);
    expect(nth).toBeGreaterThan(20);
    expect(before).toMatchObject({ last_reference: 1, last_document: 1, items: 'told' });
    expect(await state()).toMatchObject({
      last_reference: 2,
      last_document: 3,
      interchanges: 2,
      payloads: 2,
      messages: 3,
      items: 'told told told told',
    });
    expect(await run(flow.id)).toEqual({ interchanges: [], more: false });
  });

  it('is done by one of several processes', async () => {
    const other = await Service.on(service.current.database);
    try {
      const { line } = await aTelling(client, { per_message: 1 });
      const numbers: string[] = [];
      for (let times = 0; times < 8; times++) numbers.push((await gatedIn(client, line)).number);
      const items = await itemsWaiting(client, 8, 'status=told');
      expect(items.map((item) => item.container_number)).toEqual(numbers);
      const { body } = await client.get('/edi_messages?direction=out&per=100');
      expect(body.edi_messages.map((message: Body) => Number(message.document_number))).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8,
      ]);
    } finally {
      await other.app.close();
      await other.dataSource.destroy().catch(() => undefined);
    }
  });

  it('takes as many statements for a thousand containers as for one', async () => {
    const { line, flow } = await aTelling(client, { ...DAILY, per_message: 999 });
    const counted = async (many: number) => {
      await suspend('now()');
      await movedIn(line, many);
      await suspendedWork(() => Promise.resolve());
      const send = jest.spyOn(Transaction.prototype, 'send');
      const { interchanges } = await composeNow(flow.id);
      const statements = send.mock.calls.length;
      send.mockRestore();
      await suspend('NULL');
      return { statements, messages: await messagesOf(client, { id: interchanges[0]! }) };
    };
    const one = await counted(1);
    const thousand = await counted(1_000);
    expect(one.messages.map((message) => message.containers_count)).toEqual([1]);
    expect(thousand.messages.map((message) => message.containers_count)).toEqual([999, 1]);
    // two batches of events more
    expect(thousand.statements - one.statements).toBeLessThanOrEqual(8);
  });

  it('follows turns of the day in the zone of the partner', async () => {
    const { line, flow } = await aTelling(client, { every_minutes: 60 }, { time_zone: 'Asia/Kolkata' });
    await suspend('now()');
    await suspendedWork(async () => {
      await gatedIn(client, line);
    });
    // within a turn nothing is due; it began 30 minutes off the full hours of UTC
    const minute = (
      await query<{ minute: number }>(
        `SELECT extract(minute FROM now() AT TIME ZONE 'Asia/Kolkata')::integer AS minute FROM organizations WHERE id = $1`,
      )
    )[0]!.minute;
    const at = (minutes: number) =>
      query(
        `UPDATE edi_items SET created_at = now() - make_interval(mins => ${minutes}) WHERE organization_id = $1`,
      );
    expect((await run(flow.id)).interchanges).toEqual([]);
    if (minute > 1) {
      await at(minute - 1);
      expect((await run(flow.id)).interchanges).toEqual([]);
    }
    await at(minute + 1);
    expect((await run(flow.id)).interchanges).toHaveLength(1);
  });

  it('waits while the terminal lacks its port, and says so to whoever asks for it', async () => {
    const terminal = await aPortTerminal(client);
    const { partner, line } = await aPartner(client);
    const flow = await anOutgoingFlow(client, partner, DAILY);
    await gatedIn(client, line);
    await itemsWaiting(client, 1);
    await client.patch(`/terminals/${terminal.id}`, { port: null });
    const { status, body } = await client.post(`/edi_flows/${flow.id}/compose`);
    expect([status, body.code, body.error]).toEqual([
      422,
      'no_port',
      `Terminal '${terminal.name}' has no port, which messages have to name.`,
    ]);
    await client.patch(`/terminals/${terminal.id}`, { port: 'NLVLI' });
    expect((await client.post(`/edi_flows/${flow.id}/compose`)).body.edi_interchanges).toHaveLength(1);
  });

  describe('an interchange that goes', () => {
    const made = async (): Promise<Body> => {
      const { line } = await aTelling(client);
      await gatedIn(client, line);
      return (await interchangesOut(client, 1))[0];
    };

    it('is taken once, and sent again with the same bytes', async () => {
      const { id, sha256 } = await made();
      const post = (what: string) => client.post(`/edi_interchanges/${id}/${what}`);
      expect((await post('resend')).body.error).toBe(
        `EDI interchange ${id} is queued: only one that was sent is sent again.`,
      );
      const taken = await post('taken');
      expect([taken.status, taken.body.edi_interchange.status]).toEqual([200, 'sent']);
      expect(await messagesOf(client, { id })).toMatchObject([{ status: 'sent' }]);
      expect((await post('taken')).body.error).toBe(
        `EDI interchange ${id} is sent: only one that waits is taken.`,
      );
      expect((await post('recompose')).body.error).toBe(
        `EDI interchange ${id} is sent: only a rejected one is composed anew.`,
      );
      const again = await post('resend');
      expect(again.body.edi_interchange).toMatchObject({
        status: 'queued',
        sha256,
        control_reference: '00000000000001',
        sent_at: null,
      });
    });

    it('is none that came, or that is not there', async () => {
      const { body } = await client.send('POST', '/edi_interchanges', 'UNB+', {
        'content-type': 'application/EDIFACT',
      });
      const { id } = body.edi_interchange;
      for (const what of ['resend', 'recompose', 'taken']) {
        expect((await client.post(`/edi_interchanges/${id}/${what}`)).status).toBe(409);
        expect((await client.post(`/edi_interchanges/999999/${what}`)).status).toBe(404);
      }
    });
  });

  it('is measured', async () => {
    const { line } = await aTelling(client);
    await gatedIn(client, line);
    await interchangesOut(client, 1);
    const payload = await service.current.metrics();
    expect(payload).toMatch(/edi_interchanges_total\{direction="out",status="queued"\} [1-9]/);
    expect(payload).toMatch(/edi_outbox_waiting [1-9]/);
    expect(payload).toMatch(/edi_outbox_oldest_seconds \d/);
    expect(payload).toMatch(/edi_inbox_waiting \d/);
    expect(payload).toMatch(/edi_inbox_oldest_seconds \d/);
  });
});

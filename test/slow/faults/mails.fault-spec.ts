import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { MailServer } from '../../setup/mail-server';
import { FaultyDatabase } from './database';

describe('a service that is killed while it sends a mail', () => {
  let database: FaultyDatabase;
  let server: MailServer;
  let served: Served;
  let token: string;
  const env = () => ({
    DATABASE_URL: database.url,
    MAIL_URL: server.url,
    MAIL_FROM: 'mail@terminal.example',
  });
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    server = await MailServer.start();
    served = await Served.start(env());
    token = await database.token(randomUUID());
  });
  afterAll(async () => {
    await served?.stop();
    await server?.stop();
    await database?.stop();
  });
  beforeEach(() => server.reset());

  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${served.base}/api/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as any;
  };
  const mailed = async (): Promise<number> => {
    const { freight_forwarder } = await send('POST', '/freight_forwarders', { name: randomUUID() });
    const customer = { customer_type: 'FreightForwarder', name: freight_forwarder.name };
    const { invoice } = await send('POST', '/invoices', {
      number: randomUUID(),
      customer,
      line_items: [{ amount: 1 }],
    });
    await send('PUT', `/invoices/${invoice.id}`, { invoice: { approved: true } });
    return (await send('POST', `/invoices/${invoice.id}/send`, { to: 'docs@x.example' })).mail.id;
  };
  const statusOf = async (id: number) => {
    const [row] = await database.query<{ status: string }>(`SELECT status FROM mails WHERE id = $1`, [id]);
    return row!.status;
  };
  /** The sessions that wait for a lock of the mails. */
  const waiting = () =>
    database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE mails%'`,
    );
  /** Kills the service, and starts it when the claim of the mail is over. */
  const restart = async () => {
    await served.kill();
    server.reset();
    await database.query(`UPDATE mails SET send_after = now() WHERE status = 'queued'`);
    served = await Served.start(env());
  };

  it.each([
    ['MAIL FROM', () => (server.onFrom = () => 'hang')],
    ['RCPT TO', () => (server.onTo = () => 'hang')],
  ])('sends it once where it was killed at %s', async (_, hang) => {
    hang();
    const id = await mailed();
    await eventually('a try', () => server.open === 1);
    await restart();
    await eventually('a mail', async () => (await statusOf(id)) === 'sent');
    expect(server.mails).toHaveLength(1);
  });

  it('does not send it again where it was killed between content and answer', async () => {
    server.onContent = () => 'hang';
    const id = await mailed();
    await eventually('a content', () => server.contents === 1);
    await restart();
    await eventually('a status', async () => (await statusOf(id)) === 'maybe_sent');
    expect(server.contents).toBe(0);
  });

  it('does not send it again where it was killed between the answer and its note', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    server.onContent = async () => {
      await holder.query(`BEGIN; SELECT FROM mails WHERE status = 'queued' FOR UPDATE`);
      return undefined;
    };
    const id = await mailed();
    await eventually('a note that waits', async () => (await waiting()).length === 1);
    expect(server.mails).toHaveLength(1);
    await served.kill();
    // A server notices only behind a wait that its client is gone, and would write the note.
    for (const { pid } of await waiting()) await database.query('SELECT pg_terminate_backend($1)', [pid]);
    await eventually('the end of the note', async () => (await waiting()).length === 0);
    await holder.query('ROLLBACK');
    await holder.end();
    await restart();
    await eventually('a status', async () => (await statusOf(id)) === 'maybe_sent');
    expect(server.contents).toBe(0);
  });
});

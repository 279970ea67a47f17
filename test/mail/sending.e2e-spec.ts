import { anAccount, anInvoice } from '../factories/billing';
import { aConsignee } from '../factories/parties';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { MailServer } from '../setup/mail-server';
import { Service } from '../setup/service';

jest.setTimeout(120_000);

describe('the sending of mails', () => {
  let server: MailServer;
  let service: Service;
  let client: Client;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await MailServer.start();
    env = { MAIL_URL: server.url, MAIL_FROM: 'mail@terminal.example' };
    service = await Service.start(env);
  });
  afterAll(async () => {
    await service?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    await service.query(`UPDATE mails SET status = 'failed' WHERE status = 'queued'`);
    server.reset();
    client = await service.organization();
  });

  /** An approved invoice, sent. */
  const sent = async (body: object = { to: 'docs@x.example' }) => {
    const { id } = await anInvoice(client);
    await client.put(`/invoices/${id}`, { invoice: { approved: true } });
    return (await client.create(`/invoices/${id}/send`, body)).mail;
  };
  const shown = async (id: number) => (await client.get(`/mails/${id}`)).body.mail;
  const until = (id: number, status: string, attempts = 1) =>
    eventually(`mail ${id} that is ${status}`, async () => {
      const mail = await shown(id);
      return mail.status === status && mail.attempts >= attempts && mail;
    });
  /** Waits for the try, whose result is that it is tried again. */
  const tried = (id: number, attempts = 1) =>
    eventually(`try ${attempts} of mail ${id}`, async () => {
      const [row] = await service.query<{ attempts: number; last_error: string | null; waits: boolean }>(
        `SELECT attempts, last_error, send_after < tried_at + interval '9 hours' AND last_error IS NOT NULL AS waits
         FROM mails WHERE id = $1 AND status = 'queued'`,
        [id],
      );
      return row?.attempts === attempts && row.waits && shown(id);
    });
  /** Lets the time pass until the next try. */
  const letWaitPass = (id: number) =>
    service.query(
      `UPDATE mails SET send_after = now(), last_error = NULL, tried_at = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
  /** The seconds from the last try until the next one. */
  const waitOf = async (id: number) => {
    const [row] = await service.query<{ wait: number }>(
      `SELECT round(extract(epoch FROM send_after - tried_at))::integer AS wait FROM mails WHERE id = $1`,
      [id],
    );
    return row!.wait;
  };

  it('has text, HTML, the PDF and one message id', async () => {
    const { id, message_id, subject } = await sent({
      to: ['a@x.example', 'b@x.example'],
      message: 'Grüße <b>&',
    });
    const mail = await until(id, 'sent');
    expect(mail).toMatchObject({
      accepted: ['a@x.example', 'b@x.example'],
      refused: [],
      attempts: 1,
      last_error: null,
      sent_at: expect.any(String),
      send_after: null,
      attachments: [expect.stringMatching(/\.pdf$/)],
    });
    const [taken] = server.mails;
    expect([taken!.from, taken!.to]).toEqual(['mail@terminal.example', ['a@x.example', 'b@x.example']]);
    const [head] = taken!.text.split('\r\n\r\n');
    expect(head).toContain(`Message-ID: <${message_id}@terminal.example>`);
    expect(head!.replace(/\r\n\s+/g, ' ')).toContain(`Subject: ${subject}`);
    expect(taken!.text).toMatch(/Content-Type: text\/plain/);
    expect(taken!.text).toMatch(/Content-Type: application\/pdf/);
    expect(taken!.text).toContain('Gr=C3=BC=C3=9Fe &lt;b&gt;&amp;');
  });

  it('is tried again after 1 and 5 and 30 minutes, 2 and 8 hours, and then failed', async () => {
    server.onFrom = () => 451;
    const { id } = await sent();
    for (const [at, wait] of [60, 300, 1800, 7200, 28_800].entries()) {
      expect(await tried(id, at + 1)).toMatchObject({ last_error: 'MAIL FROM: 451 So it is' });
      expect(await waitOf(id)).toBeGreaterThanOrEqual(wait);
      expect(await waitOf(id)).toBeLessThan(wait + 60);
      await letWaitPass(id);
    }
    expect(await until(id, 'failed', 6)).toMatchObject({ attempts: 6, accepted: [], sent_at: null });
    expect(server.contents).toBe(0);
  });

  it.each([
    ['5xx to MAIL FROM', () => (server.onFrom = () => 550)],
    ['4xx to RCPT TO', () => (server.onTo = () => 450)],
    ['4xx behind the content', () => (server.onContent = () => 451)],
    ['a connection that ends before the content', () => (server.onTo = () => 'drop')],
  ])('is tried again after %s', async (_, set) => {
    set();
    const { id } = await sent();
    await tried(id);
    server.reset();
    await letWaitPass(id);
    await until(id, 'sent', 2);
    expect(server.mails).toHaveLength(1);
  });

  it.each([
    ['RCPT TO', () => (server.onTo = () => 550)],
    ['the content', () => (server.onContent = () => 554)],
  ])('fails at once after 5xx to %s', async (_, set) => {
    set();
    const { id } = await sent();
    expect(await until(id, 'failed')).toMatchObject({
      attempts: 1,
      accepted: [],
      refused: ['docs@x.example'],
      last_error: expect.stringMatching(/55[04] So it is/),
    });
  });

  it('reaches each address once where a server takes some, refuses some and defers others', async () => {
    let deferred = true;
    server.onTo = (address) =>
      address === 'no@x.example' ? 550 : address === 'later@x.example' && deferred ? 450 : undefined;
    const { id } = await sent({ to: ['yes@x.example', 'no@x.example', 'later@x.example'] });
    expect(await tried(id)).toMatchObject({ accepted: ['yes@x.example'], refused: ['no@x.example'] });
    deferred = false;
    await letWaitPass(id);
    expect(await until(id, 'sent', 2)).toMatchObject({
      accepted: ['yes@x.example', 'later@x.example'],
      refused: ['no@x.example'],
    });
    expect(server.mails.map(({ to }) => to)).toEqual([['yes@x.example'], ['later@x.example']]);
  });

  it('is maybe sent where the connection ends between content and answer, and not again by itself', async () => {
    server.onContent = () => 'drop';
    const { id, message_id } = await sent();
    expect(await until(id, 'maybe_sent')).toMatchObject({ sent_at: null, send_after: null });
    expect(server.contents).toBe(1);
    server.reset();
    const again = (await client.create(`/mails/${id}/resend`, {})).mail;
    expect(again).toMatchObject({ resent_of: id, to: ['docs@x.example'], attempts: 0 });
    expect(again.message_id).not.toBe(message_id);
    await until(again.id, 'sent');
    expect(await shown(id)).toMatchObject({ status: 'maybe_sent' });
    expect(server.mails).toHaveLength(1);
  });

  it('waits for a server that accepts slowly, and nobody else sends it meanwhile', async () => {
    const other = await Service.on(service.database, env);
    try {
      let accept: () => void = () => undefined;
      server.onContent = () => new Promise((done) => (accept = () => done(undefined)));
      const { id } = await sent();
      await eventually('a content', () => server.contents === 1);
      await service.query(`UPDATE mails SET updated_at = now() WHERE id = $1`, [id]);
      expect((await client.post(`/mails/${id}/resend`)).status).toBe(409);
      accept();
      await until(id, 'sent');
      expect(server.contents).toBe(1);
    } finally {
      await other.app.close();
    }
  });

  describe('whose process is gone', () => {
    /** A mail as a process leaves it that ends while the server makes it wait. */
    const left = async (set: string) => {
      server.onFrom = () => 'hang';
      const { id } = await sent();
      await eventually('a connection', () => server.open === 1);
      await eventually('a try', async () => (await shown(id)).attempts === 1);
      server.onFrom = () => undefined;
      await service.query(
        `UPDATE mails SET claim = claim + 1, tried_at = now() - interval '1 hour', ${set} WHERE id = $1`,
        [id],
      );
      return id;
    };
    afterEach(async () => {
      server.release();
      await eventually('no connection', () => server.open === 0);
    });

    it('is sent by another one where it had not come to the content', async () => {
      const id = await left('send_after = now()');
      await until(id, 'sent', 2);
      expect(server.mails).toHaveLength(1);
    });

    it('is maybe sent where it had', async () => {
      const id = await left('send_after = now(), data_at = now()');
      expect(await until(id, 'maybe_sent')).toMatchObject({
        last_error: 'the service ended while it sent it',
      });
      expect(server.contents).toBe(0);
    });

    it('is given up where each try ended so', async () => {
      const id = await left('send_after = now(), attempts = 6');
      expect(await until(id, 'failed')).toMatchObject({ attempts: 6 });
      expect(server.contents).toBe(0);
    });

    it('is not sent by the first one that wakes up behind its claim', async () => {
      const id = await left(`status = 'failed'`);
      server.release();
      await eventually('no connection', () => server.open === 0);
      expect(server.contents).toBe(0);
      expect(await shown(id)).toMatchObject({ status: 'failed', accepted: [] });
    });
  });

  it('sends no more in a minute than the organization has', async () => {
    await client.patch('/organization', { mails_per_minute: 2 });
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await sent()).id);
    await until(ids[0], 'sent');
    await until(ids[1], 'sent');
    expect(await shown(ids[2])).toMatchObject({ status: 'queued', attempts: 0 });
    await service.query(
      `UPDATE mails SET tried_at = tried_at - interval '1 minute' WHERE organization_id = $1`,
      [client.organization_id],
    );
    await until(ids[2], 'sent');
  });

  it('lets no text become a header or a command', async () => {
    await client.service.query(`UPDATE organizations SET name = $2 WHERE id = $1`, [
      client.organization_id,
      `Evil\r\nBcc: spy@x.example\r\n\r\nBody ${client.organization_id}`,
    ]);
    const { id } = await sent({ to: 'docs@x.example', message: 'x\r\n.\r\nMAIL FROM:<spy@x.example>' });
    await until(id, 'sent');
    expect(server.mails).toHaveLength(1);
    const [head] = server.mails[0]!.text.split('\r\n\r\n');
    expect(server.mails[0]!.to).toEqual(['docs@x.example']);
    expect(head!.split('\r\n').filter((line) => /^Bcc/i.test(line))).toEqual([]);
    expect(head).toMatch(/^MIME-Version/m);
  });

  it('is in the language of the customer, else of the organization', async () => {
    await client.patch('/organization', { language: 'nl' });
    const { id } = await sent();
    const mail = await until(id, 'sent');
    expect([mail.language, mail.subject]).toEqual(['nl', expect.stringMatching(/^Factuur /)]);
    expect(server.mails[0]!.text).toContain('Bijgaand ontvangt u de factuur.');
    const { name } = await aConsignee(client);
    const customer = { customer_type: 'Consignee', name };
    await anAccount(client, { customer, language: 'de', email: 'rechnung@x.example' });
    const invoice = await anInvoice(client, { customer });
    await client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    expect((await client.create(`/invoices/${invoice.id}/send`, {})).mail).toMatchObject({
      language: 'de',
      to: ['rechnung@x.example'],
      subject: expect.stringMatching(/^Rechnung /),
    });
  });

  it('counts results and what waits', async () => {
    const { id } = await sent();
    await until(id, 'sent');
    const metrics = await service.metrics();
    expect(metrics).toMatch(/^mails_total\{result="sent"\} [1-9]/m);
    expect(metrics).toMatch(/^mails_waiting \d/m);
    expect(metrics).toMatch(/^mails_oldest_seconds \d/m);
  });

  it('reminds each customer of what is overdue, once a request, and says who has no address', async () => {
    const owed = async (customer: object, ago: number) => {
      const { id } = await anInvoice(client, {
        customer,
        currency: 'EUR',
        line_items: [{ amount: '10.00' }],
      });
      await client.put(`/invoices/${id}`, { invoice: { approved: true } });
      await service.query(`UPDATE invoices SET due_on = current_date - $2::integer WHERE id = $1`, [id, ago]);
    };
    const [known, mute] = [
      await aConsignee(client, { email: 'k@x.example' }),
      await aConsignee(client, { email: null }),
    ];
    const [one, two] = [known, mute].map(({ name }) => ({ customer_type: 'Consignee', name }));
    await owed(one!, 20);
    await owed(one!, 3);
    await owed(two!, 20);
    const reminded = await client.post('/receivables/remind', { min_days: 14 });
    expect([reminded.status, reminded.body]).toEqual([
      200,
      { mails: 1, without_email: [{ customer_type: 'Consignee', id: mute.id, name: mute.name }] },
    ]);
    const [mail] = (await client.get('/mails?kind=reminder')).body.mails;
    expect(mail).toMatchObject({
      to: ['k@x.example'],
      record: { type: 'consignee', id: known.id, key: known.name },
    });
    await until(mail.id, 'sent');
    expect(server.mails[0]!.text.match(/EUR 10/g)!.length).toBe(2);
    expect((await client.post('/receivables/remind', { min_days: 14, customers: [two] })).body.mails).toBe(0);
    const many = Array.from({ length: 101 }, () => two);
    expect(await client.post('/receivables/remind', { min_days: 14, customers: many })).toMatchObject({
      status: 422,
      body: { code: 'too_many' },
    });
    expect((await client.post('/receivables/remind', { min_days: 21 })).body).toEqual({
      mails: 0,
      without_email: [],
    });
  });
});

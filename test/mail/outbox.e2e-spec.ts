import { anInvoice } from '../factories/billing';
import { aConsignee } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the outbox of mails', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const anApproved = async (body: { customer?: object } = {}) => {
    const invoice = await anInvoice(client, body);
    await client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    return invoice;
  };
  const send = async (id: number | string, body: object = {}) => client.post(`/invoices/${id}/send`, body);

  it('keeps mails as not sent where no mail is set up', async () => {
    const { id, number } = await anApproved();
    const { status, body } = await send(number, { to: ' docs@münchen.example ' });
    expect(status).toBe(201);
    expect(body.mail).toMatchObject({
      kind: 'invoice',
      status: 'not_sent',
      to: ['docs@xn--mnchen-3ya.example'],
      record: { type: 'invoice', id, key: number },
      attempts: 0,
      send_after: null,
      last_error: null,
      resent_of: null,
    });
    expect((await client.get(`/mails/${body.mail.id}`)).body.mail).toEqual(body.mail);
    const again = await client.post(`/mails/${body.mail.id}/resend`);
    expect([again.status, again.body.mail.resent_of]).toEqual([201, body.mail.id]);
  });

  it('takes the address of the customer, and keeps one that is none as failed', async () => {
    const customer = async (body: object) => ({
      customer_type: 'Consignee',
      name: (await aConsignee(client, body)).name,
    });
    const billed = await anApproved({
      customer: await customer({ email: 'a@x.example', billing_contact_email: 'b@x.example' }),
    });
    expect((await send(billed.id)).body.mail.to).toEqual(['b@x.example']);
    const odd = await anApproved({ customer: await customer({ email: 'docs@localhost' }) });
    expect((await send(odd.id)).body.mail).toMatchObject({
      status: 'failed',
      to: [],
      last_error: expect.stringMatching(/^mail_address: /),
    });
    const mute = await anApproved({ customer: await customer({ email: null }) });
    const { status, body } = await send(mute.id);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'mail_address', ['to']]);
  });

  it.each(['docs', 'docs@localhost', 'a@x.example\r\nBcc: b@x.example', 'a@x.example, b@x.example'])(
    'refuses the address %j',
    async (to) => {
      const { id } = await anApproved();
      const { status, body } = await send(id, { to: ['good@x.example', to] });
      expect([status, body.code]).toEqual([422, 'mail_address']);
      expect((await client.get('/mails')).body.mails).toEqual([]);
    },
  );

  it('takes five addresses, and no sixth and none', async () => {
    const { id } = await anApproved();
    const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@x.example`);
    expect((await send(id, { to: many(5) })).body.mail.to).toEqual(many(5));
    for (const to of [many(6), []]) expect((await send(id, { to })).body.errors).toHaveProperty('to');
  });

  it('sends no draft and no pro-forma', async () => {
    const { id } = await anInvoice(client);
    const { status, body } = await send(id, { to: 'a@x.example' });
    expect([status, body.code]).toEqual([422, 'not_numbered']);
    expect((await send('INV-0', { to: 'a@x.example' })).status).toBe(404);
  });

  it('is listed by status, kind, address and time', async () => {
    const { id } = await anApproved();
    const [first, second] = [
      (await send(id, { to: ['a@x.example', 'b@x.example'] })).body.mail,
      (await send(id, { to: 'b@x.example' })).body.mail,
    ];
    const listed = async (query: string) =>
      (await client.get(`/mails?${query}`)).body.mails.map((mail: { id: number }) => mail.id);
    expect(await listed('status=not_sent&kind=invoice')).toEqual([first.id, second.id]);
    expect(await listed('status=sent')).toEqual([]);
    expect(await listed('kind=reminder')).toEqual([]);
    expect(await listed('to=a@x.example')).toEqual([first.id]);
    expect(await listed(`created_from=${second.created_at}`)).toContain(second.id);
    expect(await listed('created_from=2099-01-01')).toEqual([]);
    expect(await listed('created_until=2020-01-01')).toEqual([]);
  });

  it('is written to by who writes in the domain of its kind', async () => {
    const { id } = await anApproved();
    const { mail } = (await send(id, { to: 'a@x.example' })).body;
    const confined = async (domain: string) => {
      await service.current.query(
        `UPDATE tokens SET domains = $1 WHERE organization_id = $2 AND role = 'write'`,
        [[domain], client.organization_id],
      );
      return (await client.as('write').post(`/mails/${mail.id}/resend`)).status;
    };
    expect(await confined('billing')).toBe(201);
    expect(await confined('condition')).toBe(403);
    expect(await confined('gate')).toBe(403);
    expect((await client.as('read').get('/mails')).status).toBe(200);
    expect((await client.as('read').post(`/mails/${mail.id}/resend`)).status).toBe(403);
    expect((await client.get('/mails/0')).status).toBe(404);
    const traces = (await client.get('/audit_entries?record_type=mails')).body.audit_entries;
    expect(traces).toHaveLength(2);
  });

  it('is of one organization', async () => {
    const { id } = await anApproved();
    const { mail } = (await send(id, { to: 'a@x.example' })).body;
    const other = await service.current.organization();
    expect((await other.get(`/mails/${mail.id}`)).status).toBe(404);
    expect((await other.post(`/mails/${mail.id}/resend`)).status).toBe(404);
    expect((await other.get('/mails')).body.mails).toEqual([]);
  });
});

import { aBooking, aDockReceipt } from '../factories/cargo';
import { aFile } from '../factories/files';
import { aContainerInYard, aNewContainer, aVisitFor, dropOff, gateOut } from '../factories/gate';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { MailServer } from '../setup/mail-server';
import { Service } from '../setup/service';

jest.setTimeout(120_000);

describe('what lines are told by mail', () => {
  let server: MailServer;
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    server = await MailServer.start();
    service = await Service.start({ MAIL_URL: server.url, MAIL_FROM: 'mail@terminal.example' });
  });
  afterAll(async () => {
    await service?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    server.reset();
    client = await service.organization();
  });

  const mails = async (query = ''): Promise<Body[]> => (await client.get(`/mails?${query}`)).body.mails;
  const until = (status: string) =>
    eventually(`a mail that is ${status}`, async () => (await mails(`status=${status}`))[0]);

  /** A drop-off for a booking of a line, which names a dock receipt or not. Returns the visit. */
  async function dropped(line: Body, names: boolean): Promise<Body> {
    const booking = await aBooking(client, { shipping_line: line.code });
    const { number } = await aDockReceipt(client, { booking: booking.number });
    const cargo = await aNewContainer(client, { shipping_line: line.code });
    const purpose = dropOff(cargo, { booking: booking.number, ...(names && { dock_receipt: number }) });
    const visit = await aVisitFor(client, [purpose]);
    expect((await gateOut(client, visit.truck.license_plate, {})).status).toBe(200);
    return visit;
  }

  it('has the receipt of a drop-off that names a dock receipt, once and without the driver', async () => {
    const line = await aShippingLine(client, { dock_receipt_email: 'docs@line.example' });
    const visit = await dropped(line, true);
    const mail = await until('sent');
    expect(mail).toMatchObject({
      kind: 'dock_receipt',
      to: ['docs@line.example'],
      record: { type: 'receipt', key: expect.stringMatching(/^EIR-/) },
      attachments: [expect.stringMatching(/^EIR-.*\.pdf$/)],
    });
    expect(server.mails[0]!.text).toContain(visit.interchanges[0].container.number);
    expect(await mails()).toHaveLength(1);
  });

  it('is nothing of a drop-off without one, and of a line without an address', async () => {
    await dropped(await aShippingLine(client, { dock_receipt_email: 'docs@line.example' }), false);
    await dropped(await aShippingLine(client), true);
    expect(await mails()).toEqual([]);
  });

  it('fails where the address of the line is none', async () => {
    await dropped(await aShippingLine(client, { dock_receipt_email: 'docs@line' }), true);
    expect(await until('failed')).toMatchObject({ last_error: expect.stringMatching(/^mail_address: /) });
    expect(server.contents).toBe(0);
  });

  describe('of damages', () => {
    let line: Body;
    let container: Body;
    beforeEach(async () => {
      await client.create('/damage_types', { code: 'DT', name: 'Dented' });
      await client.create('/damage_components', { code: 'PAA', name: 'Panel' });
      line = await aShippingLine(client, {
        email: 'damage@line.example',
        receive_email_alerts_on_container_damages: true,
      });
      container = await aContainerInYard(client, { shipping_line: line.code });
    });
    const found = (location: string, of = container) =>
      client.create(`/containers/${of.number}/damages`, {
        damage_type: 'DT',
        component: 'PAA',
        location,
        severity: 'minor',
      });
    const letWaitPass = () =>
      service.query(`UPDATE mails SET send_after = now() WHERE organization_id = $1`, [
        client.organization_id,
      ]);

    it('is one mail for what is entered singly within 5 minutes', async () => {
      await found('LB1N');
      await found('LB2N');
      const [waiting, ...others] = await mails();
      expect(others).toEqual([]);
      expect(waiting).toMatchObject({
        kind: 'damage_alert',
        status: 'queued',
        to: ['damage@line.example'],
        record: { type: 'container', id: container.id, key: container.number },
      });
      expect(Date.parse(waiting!.send_after) - Date.parse(waiting!.created_at)).toBeGreaterThan(290_000);
      await letWaitPass();
      await until('sent');
      for (const text of ['LB1N', 'LB2N', 'Dented, Panel', container.number])
        expect(server.mails[0]!.text).toContain(text);
      await found('LB3N');
      expect(await mails()).toHaveLength(2);
    });

    it('is one mail for an inspection, at once where it is of no handover', async () => {
      const damage = { damage_type: 'DT', component: 'PAA', severity: 'major' };
      await client.create(`/containers/${container.number}/inspections`, {
        condition: 'damaged',
        damages: [
          { ...damage, location: 'LB1N' },
          { ...damage, location: 'LB2N' },
        ],
      });
      expect(await until('sent')).toMatchObject({ record: { type: 'inspection' } });
      expect(await mails()).toHaveLength(1);
    });

    it('is nothing for a line that does not want it, and for damages that were withdrawn', async () => {
      const other = await aShippingLine(client, { email: 'damage@other.example' });
      await found('LB1N', await aContainerInYard(client, { shipping_line: other.code }));
      expect(await mails()).toEqual([]);
      const { damage } = await found('LB1N');
      await client.post(`/containers/${container.number}/damages/${damage.id}/withdraw`, {
        reason: 'The wrong box',
      });
      await letWaitPass();
      expect(await until('failed')).toMatchObject({ accepted: [] });
      expect(server.contents).toBe(0);
    });

    it('shows three pictures', async () => {
      const file_ids = [];
      for (let n = 0; n < 4; n++) file_ids.push((await aFile(client)).id);
      const body = { damage_type: 'DT', component: 'PAA', location: 'LB1N', severity: 'minor', file_ids };
      await client.create(`/containers/${container.number}/damages`, body);
      await letWaitPass();
      await until('sent');
      expect(server.mails[0]!.text.match(/Content-ID: <picture-\d>/gi)).toHaveLength(3);
    });
  });
});

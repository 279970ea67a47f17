import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { aMessage, anInterchange, aPartner, messagesOf, readInterchange, uploaded } from '../factories/edi';
import {
  anOutgoingFlow,
  aPartner as aToldPartner,
  aTelling,
  gatedIn,
  interchangesOut,
} from '../factories/edi-outgoing';
import { EST, NominationWorld, OWNER } from '../factories/nominations';
import type { Body } from '../factories/record';
import { runOver } from '../factories/runs';
import { aPort } from '../factories/voyages';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { Receiver } from '../setup/receiver';
import { useService } from '../setup/service';

/** What is taken up by a worker three times without a word, as by processes that died at it, is given up. */
describe('a row at which three processes died', () => {
  const service = useService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const write = (statement: string, ...values: unknown[]) =>
    service.current.query<Body>(statement, [client.organization_id, ...values]);
  const anUpload = async (partner: Body) =>
    (await uploaded(client, anInterchange({ sender: partner.edi_id, messages: [aMessage()] }))).id;

  it('is refused as an interchange, and what came behind it is read', async () => {
    const partner = await aPartner(client);
    const [first, behind] = [await anUpload(partner), await anUpload(partner)];
    await write(
      `UPDATE edi_interchanges SET status = 'received', tries = CASE WHEN id = $2 THEN 3 ELSE 0 END
       WHERE organization_id = $1 AND id IN ($2, $3)`,
      first,
      behind,
    );
    const { status, errors } = await readInterchange(client, first);
    expect([status, errors]).toMatchObject([
      'refused',
      [
        {
          code: 'failed',
          sentence: 'The service failed at this interchange 3 times. The failures were logged.',
        },
      ],
    ]);
    expect((await readInterchange(client, behind)).status).toBe('read');
    await client.post(`/edi_interchanges/${first}/read`);
    expect((await readInterchange(client, first)).tries).toBe(0);
  });

  it('is refused as a message, and what came behind it is worked at', async () => {
    const partner = await aPartner(client);
    const [message] = await messagesOf(client, await anUpload(partner));
    await write(
      `UPDATE edi_messages SET status = 'received', asked = 'apply', asked_at = now(), tries = 3
       WHERE organization_id = $1 AND id = $2`,
      message!.id,
    );
    const [behind] = await messagesOf(client, await anUpload(partner));
    expect(behind!.errors.map(({ code }: Body) => code)).toContain('no_flow');
    const { edi_message } = (await client.get(`/edi_messages/${message!.id}`)).body;
    expect([edi_message.status, edi_message.errors]).toMatchObject([
      'refused',
      [{ code: 'failed', sentence: 'The service failed at this message 3 times. The failures were logged.' }],
    ]);
  });

  it('fails as a delivery, and the others are delivered', async () => {
    const receiver = await Receiver.start();
    try {
      const { webhook_endpoint } = await client.create('/webhook_endpoints', {
        url: receiver.url,
        types: ['port.created'],
      });
      const path = `/webhook_endpoints/${webhook_endpoint.id}/deliveries`;
      const delivered = (count: number) =>
        eventually(`${count} deliveries`, async () => {
          const { webhook_deliveries } = (await client.get(`${path}?status=delivered`)).body;
          return webhook_deliveries.length === count && webhook_deliveries;
        });
      for (let n = 0; n < 3; n++) await aPort(client);
      const [first, second, third] = await delivered(3);
      await write(
        `UPDATE webhook_deliveries SET status = 'pending', claimed = true, next_try_at = now(), delivered_at = NULL,
           lost = CASE WHEN id = $2 THEN 2 WHEN id = $3 THEN 1 ELSE 0 END
         WHERE organization_id = $1`,
        first.id,
        second.id,
      );
      expect((await delivered(2)).map(({ id }: Body) => id).sort()).toEqual([second.id, third.id].sort());
      const [failed] = (await client.get(`${path}?status=failed`)).body.webhook_deliveries;
      expect(failed).toMatchObject({
        id: first.id,
        last_error: 'the service ended 3 times while it sent it',
      });
    } finally {
      await receiver.stop();
    }
  });

  it('rests for an hour as an outgoing flow, and others tell; a change has it tried at once', async () => {
    const first = await aTelling(client);
    const second = await aToldPartner(client);
    await anOutgoingFlow(client, second.partner);
    await write('UPDATE edi_flows SET tries = 3 WHERE organization_id = $1 AND id = $2', first.flow.id);
    await gatedIn(client, first.line);
    await gatedIn(client, second.line);
    const [shown] = await interchangesOut(client, 1);
    expect(shown!.partner.name).toBe(second.partner.name);
    const given = await eventually('the first is given up', async () => {
      const [flow] = await write(
        `SELECT tries, try_at > now() + interval '59 minutes' AS rests FROM edi_flows WHERE organization_id = $1 AND id = $2`,
        first.flow.id,
      );
      return flow!.rests && flow;
    });
    expect(given).toEqual({ tries: 2, rests: true });
    await client.as('admin').patch(`/edi_flows/${first.flow.id}`, { document_prefix: 'NQ' });
    await interchangesOut(client, 2);
    const flows = await write('SELECT tries, try_at FROM edi_flows WHERE organization_id = $1');
    expect(flows).toEqual(Array(2).fill({ tries: 0, try_at: null }));
  });

  it('keeps no outgoing flow from being tried that lacks a set-up', async () => {
    const { flow, line } = await aTelling(client);
    await write('UPDATE terminals SET port_id = NULL WHERE organization_id = $1');
    await write('UPDATE edi_flows SET tries = 2 WHERE organization_id = $1 AND id = $2', flow.id);
    await gatedIn(client, line);
    await eventually('it was tried', async () => {
      const [now] = await write('SELECT tries, try_at FROM edi_flows WHERE organization_id = $1');
      return now!.tries === 0 && now!.try_at === null;
    });
    expect((await client.get('/edi_interchanges?direction=out')).body.edi_interchanges).toEqual([]);
  });

  it('ends as a billing run with a sentence', async () => {
    const [run] = await write(
      `INSERT INTO billing_runs (organization_id, number, until, tries) VALUES ($1, 1, '2026-03-31', 3) RETURNING id`,
    );
    expect(await runOver(client, { id: run!.id as number })).toMatchObject({
      status: 'failed',
      failure: "The step 'marking' failed.",
    });
  });

  it('is left as a nomination whose time is over, while others are ended', async () => {
    const world = await NominationWorld.of(service.current);
    ({ client } = world);
    const owner = world.owner;
    const first = await world.nominated(owner, { from: OWNER, to: EST });
    const passed = async () => (await client.get(`/nominations/${first.number}`)).body.nomination.status;
    await write(`UPDATE nominations SET valid_until = now(), tries = 3 WHERE organization_id = $1`);
    const noticed = () => service.current.app.get(NominationExpiryService).noticeAll();
    await noticed();
    await noticed();
    expect(await passed()).toBe('active');
    await write(`UPDATE nominations SET tries = 2 WHERE organization_id = $1`);
    await noticed();
    expect(await passed()).toBe('expired');
  });
});

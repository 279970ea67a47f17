import {
  aTelling,
  gatedIn,
  interchangesOut,
  itemsWaiting,
  messagesOf,
  segmentsOf,
  takenBack,
  type Telling,
} from '../factories/edi-outgoing';
import { interchange as written, send, sendOne } from '../factories/edi-upload';
import { type Body, next } from '../factories/record';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

const CONTRL = 'CONTRL:D:3:UN';
const COPARN = 'COPARN:D:00B:UN';

describe('CONTRL', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  describe('of a partner', () => {
    let telling: Telling;
    let sent: Body;
    beforeEach(async () => {
      telling = await aTelling(client, { per_message: 1, every_minutes: 1440 }, { acknowledges: 'contrl' });
      await gatedIn(client, telling.line);
      await gatedIn(client, telling.line);
      await itemsWaiting(client, 2);
      const { body } = await client.post(`/edi_flows/${telling.flow.id}/compose`);
      const { id } = body.edi_interchanges[0];
      sent = (await client.post(`/edi_interchanges/${id}/taken`)).body.edi_interchange;
    });
    const says = (...segments: string[]) =>
      sendOne(client, { sender: telling.partner.edi_id }, CONTRL, segments);
    const uci = (action: string, reference = sent.control_reference) =>
      `UCI+${reference}+NORTHQUAY+${telling.partner.edi_id}+${action}`;
    const shown = async () => (await client.get(`/edi_interchanges/${sent.id}`)).body.edi_interchange;

    it('is asked for, acknowledges the interchange with its messages, and is never answered', async () => {
      expect(sent).toMatchObject({ status: 'sent', overdue: false, tries: 1, acknowledgement: null });
      expect(sent.sent_at).not.toBeNull();
      expect((await segmentsOf(client, sent))[0]).toMatch(/\+00000000000001\+\+\+\+1$/);
      const message = await says(uci('8'));
      expect(message).toMatchObject({ status: 'applied', errors: [], flow: null });
      expect(await shown()).toMatchObject({
        status: 'acknowledged',
        acknowledgement: { id: message.edi_interchange.id, status: 'read' },
        errors: [],
      });
      expect((await messagesOf(client, sent)).map(({ status }) => status)).toEqual([
        'acknowledged',
        'acknowledged',
      ]);
      await client.patch(`/edi_partners/${telling.partner.id}`, { answers: 'always' });
      await says(uci('7'));
      expect((await client.get('/edi_interchanges?direction=out')).body.edi_interchanges).toHaveLength(1);
      await allPublished(client);
      const types = (await new Follower(client).read()).map(({ type }) => type);
      expect(types.filter((type) => type.startsWith('edi_interchange.'))).toEqual([
        'edi_interchange.queued',
        'edi_interchange.sent',
        'edi_interchange.received',
        'edi_interchange.acknowledged',
        'edi_interchange.received',
        'edi_interchange.acknowledged',
      ]);
    });

    it('rejects the interchange, which is then composed anew once, with new numbers', async () => {
      await says(`${uci('4')}+12+UNB`);
      expect(await shown()).toMatchObject({
        status: 'rejected',
        errors: [{ tag: 'UNB', sentence: 'A value is invalid (12).' }],
      });
      const path = `/edi_interchanges/${sent.id}/recompose`;
      const { status, body } = await client.post(path);
      expect([status, body.edi_interchanges.length]).toEqual([200, 1]);
      const [anew] = body.edi_interchanges;
      expect(anew).toMatchObject({ status: 'queued', control_reference: '00000000000002' });
      expect((await messagesOf(client, anew)).map((each) => each.document_number)).toEqual([
        '00000003',
        '00000004',
      ]);
      const again = await client.post(path);
      expect([again.status, again.body.error]).toEqual([
        409,
        `EDI interchange ${sent.id} was composed anew already.`,
      ]);
    });

    it('rejects one message, by segments of the interchange', async () => {
      const { edi_messages: ours } = (await client.get(`/edi_messages?edi_interchange=${sent.id}`)).body;
      await says(uci('7'), 'UCM+2+CODECO:D:95B:UN+4', 'UCS+6+12', 'UCD+12+2:1');
      const [first, second] = await messagesOf(client, sent);
      expect((await shown()).status).toBe('acknowledged');
      expect(first).toMatchObject({ status: 'acknowledged', errors: [] });
      const segment = (await segmentsOf(client, sent)).findIndex((each) => each.startsWith('UNH+2')) + 6;
      expect(second).toMatchObject({
        status: 'rejected',
        errors_count: 2,
        errors: [
          { segment, sentence: `Segment ${segment}: a value is invalid (12).` },
          { segment, element: 1 },
        ],
      });
      const { body } = await client.post(`/edi_interchanges/${sent.id}/recompose`);
      expect(await messagesOf(client, body.edi_interchanges[0])).toMatchObject([
        { containers_count: 1, document_number: '00000003' },
      ]);
      expect(ours).toHaveLength(2);
    });

    it('is refused when it names no interchange that was sent to the partner', async () => {
      for (const segment of [uci('7', '99'), `UCI+${sent.control_reference}+OTHERS+HUB+7`]) {
        const message = await says(segment);
        expect(message).toMatchObject({ status: 'refused', errors: [{ code: 'unknown_reference' }] });
      }
      expect(await shown()).toMatchObject({ status: 'sent' });
    });

    it('is told once as overdue when it does not come in time', async () => {
      await service.current.query(
        `UPDATE edi_interchanges SET answer_due_at = now() - interval '1 minute' WHERE organization_id = $1 AND id = $2`,
        [client.organization_id, sent.id],
      );
      const follower = new Follower(client);
      const event = await follower.find('edi_interchange.overdue');
      expect(event.data).toMatchObject({ id: sent.id, overdue: true, status: 'sent' });
      await says(uci('7'));
      expect(await shown()).toMatchObject({ overdue: false, status: 'acknowledged' });
      await allPublished(client);
      const events = await follower.read();
      expect(events.filter(({ type }) => type === 'edi_interchange.overdue')).toHaveLength(1);
    });

    it('leaves out of what is composed anew whatever was taken back meanwhile', async () => {
      const { visit } = await gatedIn(client, telling.line);
      await itemsWaiting(client, 1);
      const made = (await client.post(`/edi_flows/${telling.flow.id}/compose`)).body.edi_interchanges[0];
      await client.post(`/edi_interchanges/${made.id}/taken`);
      await says(uci('4', made.control_reference));
      await takenBack(client, visit);
      await itemsWaiting(client, 1);
      const { status, body } = await client.post(`/edi_interchanges/${made.id}/recompose`);
      expect([status, body]).toEqual([200, { edi_interchanges: [] }]);
      await itemsWaiting(client, 0);
      await itemsWaiting(client, 2, 'status=withdrawn');
    });
  });

  describe('of ours', () => {
    const aSender = async (answers: string) => {
      const { edi_partner } = await client.create('/edi_partners', {
        name: `Hub ${next()}`,
        edi_id: `HUB${next()}`,
        own_edi_id: 'NORTHQUAY',
        answers,
        duplicates: 'content',
      });
      return edi_partner;
    };
    const upload = async (text: string): Promise<Body> => {
      const { body } = await client.send('POST', '/edi_interchanges', text, {
        'content-type': 'application/EDIFACT',
      });
      const { id } = body.edi_interchange;
      return eventually('it is read', async () => {
        const { edi_interchange } = (await client.get(`/edi_interchanges/${id}`)).body;
        return edi_interchange.status !== 'received' && edi_interchange;
      });
    };
    const textOf = (sender: string, body: [string, string[]][], reference = '4711', asks = '') =>
      written({ sender }, body, reference).replace(`+${reference}'`, `+${reference}${asks}'`);

    it('acknowledges what was received, and rejects messages that nobody has agreed on', async () => {
      const { edi_id } = await aSender('always');
      const stored = await upload(textOf(edi_id, [[COPARN, ['BGM+126+D1+9']]]));
      const [answer] = await interchangesOut(client, 1);
      expect(stored.acknowledgement).toMatchObject({ id: answer.id, status: 'queued' });
      expect(answer).toMatchObject({ sender: 'NORTHQUAY', recipient: edi_id });
      const segments = await segmentsOf(client, answer);
      expect(segments.slice(1, -1)).toEqual([
        'UNH+1+CONTRL:D:3:UN',
        `UCI+4711+${edi_id}+NORTHQUAY+7`,
        'UCM+1+COPARN:D:00B:UN+4+17+UNH',
        'UCS+1+17',
        'UNT+5+1',
      ]);
      await client.create('/edi_flows', {
        name: 'In',
        partner: { name: stored.partner.name, edi_id },
        direction: 'in',
        message: 'COPARN',
      });
      // what only the terminal's rules refuse is received
      await send(client, textOf(edi_id, [[COPARN, ['BGM+126+D1+9']]], '4712'));
      const [, second] = await interchangesOut(client, 2);
      expect((await segmentsOf(client, second)).filter((each) => each.startsWith('UC'))).toEqual([
        `UCI+4712+${edi_id}+NORTHQUAY+7`,
      ]);
      expect((await messagesOf(client, second))[0]).toMatchObject({ message: 'CONTRL', flow: null });
    });

    it('refuses what is refused as a whole, with the reason', async () => {
      const { edi_id } = await aSender('always');
      await upload(textOf(edi_id, [[COPARN, ['BGM+126+D1+9']]]).replace('UNZ+1+', 'UNZ+2+'));
      const [answer] = await interchangesOut(client, 1);
      expect((await segmentsOf(client, answer))[2]).toBe(`UCI+4711+${edi_id}+NORTHQUAY+4+29+UNZ`);
    });

    it.each([
      ['character set', 'UNOX:3'],
      ['syntax version', 'UNOC:5'],
    ])('refuses a %s that is not read, with the reason', async (_, syntax) => {
      const { edi_id } = await aSender('always');
      const text = textOf(edi_id, [[COPARN, ['BGM+126+D1+9']]]).replace('UNOC:3', syntax);
      expect((await upload(text)).errors).toMatchObject([{ code: 'character_set_unknown', segment: 1 }]);
      const [answer] = await interchangesOut(client, 1);
      expect((await segmentsOf(client, answer))[2]).toBe(`UCI+4711+${edi_id}+NORTHQUAY+4+2+UNB`);
    });

    it('repeats its answer to a duplicate', async () => {
      const { edi_id } = await aSender('always');
      const text = textOf(edi_id, [[COPARN, ['BGM+126+D1+9']]]);
      await upload(text);
      const [answer] = await interchangesOut(client, 1);
      await client.post(`/edi_interchanges/${answer.id}/taken`);
      const duplicate = await upload(text);
      expect(duplicate).toMatchObject({ status: 'duplicate', acknowledgement: { id: answer.id } });
      expect(await interchangesOut(client, 1)).toMatchObject([{ id: answer.id, status: 'queued' }]);
    });

    it('is sent where it is asked for, or never, and to nobody who is unknown', async () => {
      const asked = await aSender('asked');
      const never = await aSender('never');
      const body: [string, string[]][] = [[COPARN, ['BGM+126+D1+9']]];
      await upload(textOf(asked.edi_id, body));
      await upload(textOf(never.edi_id, body, '4712', '++++1'));
      await upload(textOf('NOBODY', body, '4713', '++++1'));
      await upload(textOf(asked.edi_id, body, '4714', '++++1'));
      const [answer] = await interchangesOut(client, 1);
      expect((await segmentsOf(client, answer))[2]).toBe(`UCI+4714+${asked.edi_id}+NORTHQUAY+7`);
    });
  });
});

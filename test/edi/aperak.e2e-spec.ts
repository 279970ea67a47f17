import {
  aTelling,
  gatedIn,
  itemsWaiting,
  messagesOf,
  segmentsOf,
  type Telling,
} from '../factories/edi-outgoing';
import { anExchange, sendOne } from '../factories/edi-upload';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const APERAK = 'APERAK:D:95B:UN';
const COPARN = 'COPARN:D:00B:UN:SMDG20';

describe('APERAK', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const sentOut = async (): Promise<Body[]> =>
    (await client.get('/edi_interchanges?direction=out')).body.edi_interchanges;

  it('tells a partner that wants to know why a message is refused, once', async () => {
    const hub = await anExchange(client, ['COPARN']);
    const change = ['BGM+126+D1+4', 'RFF+BN:B1', `NAD+CA+${hub.line}`, 'EQD+CN++22G1'];
    expect((await sendOne(client, hub, COPARN, change)).status).toBe('refused');
    expect(await sentOut()).toEqual([]);
    await client.as('admin').patch(`/edi_partners/${hub.partner.id}`, { answers_rules: true });
    const refused = await sendOne(client, hub, COPARN, change);
    expect(refused.status).toBe('refused');
    const [answer] = await sentOut();
    const [message] = await messagesOf(client, answer);
    expect(message).toMatchObject({ message: 'APERAK', directory: '00B', function: '27', status: 'queued' });
    expect((await segmentsOf(client, answer)).slice(1, -2)).toEqual([
      'UNH+1+APERAK:D:00B:UN',
      `BGM+963+${message!.document_number}+27`,
      expect.stringMatching(/^DTM\+137:\d{12}:203$/),
      'RFF+ACW:D1',
      'NAD+MS+NORTHQUAY',
      `NAD+MR+${hub.sender}`,
      'ERC+203::ZZZ',
      expect.stringMatching(/^FTX\+AAO\+\+\+NO DOCUMENT STANDS/),
    ]);
    await client.post(`/edi_messages/${refused.id}/apply`, { force: true });
    expect(await sentOut()).toHaveLength(1);
  });

  describe('of a partner', () => {
    let telling: Telling;
    let sent: Body;
    beforeEach(async () => {
      telling = await aTelling(client, { per_message: 1, every_minutes: 1440 });
      await gatedIn(client, telling.line);
      await gatedIn(client, telling.line);
      await itemsWaiting(client, 2);
      const { body } = await client.post(`/edi_flows/${telling.flow.id}/compose`);
      sent = (await client.post(`/edi_interchanges/${body.edi_interchanges[0].id}/taken`)).body
        .edi_interchange;
    });
    const of = (...segments: string[]) =>
      sendOne(client, { sender: telling.partner.edi_id }, APERAK, segments);

    it('rejects a message by its document number, and acknowledges one by its reference', async () => {
      const [first] = await messagesOf(client, sent);
      const rejected = await of(
        'BGM+963+X1+27',
        `RFF+ACW:${first!.document_number}`,
        'ERC+301',
        'FTX+AAO+++Booking unknown:here.',
        'ERC+9',
      );
      expect(rejected).toMatchObject({ status: 'applied', document_number: 'X1', flow: null, errors: [] });
      expect((await of('BGM+312+X2+29', 'RFF+ACW:2')).status).toBe('applied');
      expect(await messagesOf(client, sent)).toMatchObject([
        { status: 'rejected', errors: [{ sentence: 'Booking unknown here.' }, { sentence: 'Error 9.' }] },
        { status: 'acknowledged', errors: [] },
      ]);
      expect((await client.get(`/edi_interchanges/${sent.id}`)).body.edi_interchange.status).toBe('sent');
    });

    it('is refused where it names none of ours', async () => {
      expect((await of('BGM+963+X1+27', 'RFF+ACW:NONE')).errors).toMatchObject([
        { code: 'unknown_reference' },
      ]);
      expect((await of('BGM+963+X1+27')).errors).toMatchObject([{ code: 'invalid' }]);
    });
  });
});

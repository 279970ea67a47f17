import {
  anInterchange,
  aPartner,
  boundTo,
  messagesOf,
  readInterchange,
  upload,
  uploaded,
} from '../factories/edi';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { controllersOf, firstOfEach, metadataOf, securedOperations } from '../setup/operations';
import { useService } from '../setup/service';

/** What ends the token that asks, and so comes last. */
const ENDS = 'POST /me/revoke';
/** What tokens of partners may call. */
const OF_PARTNERS = [
  'GET /me',
  ENDS,
  'GET /edi_interchanges',
  'GET /edi_interchanges/{}',
  'POST /edi_interchanges',
  'GET /edi_interchanges/{}/raw',
  'GET /edi_interchanges/{}/segments',
  'GET /edi_messages',
  'GET /edi_messages/{}',
  'GET /edi_messages/{}/records',
  'POST /edi_interchanges/{}/taken',
  'GET /dcsa/v2/events',
  'GET /dcsa/v2/events/{}',
];

describe('a token that is bound to an EDI partner', () => {
  const service = useService();
  let client: Client;
  let bound: Client;
  let partner: Body;
  let other: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    partner = await aPartner(client, { name: 'Westhaven Message Hub', edi_id: 'WHAHUB' });
    other = await aPartner(client, { name: 'Other hub', edi_id: 'OTHER' });
    bound = await boundTo(client, partner);
  });

  const from = (sender: string) => anInterchange({ sender });
  /** An interchange of a partner that was read, with its message. */
  const exchanged = async (sender: string): Promise<{ interchange: Body; message: Body }> => {
    const interchange = await uploaded(client, from(sender));
    const [message] = await messagesOf(client, interchange.id);
    return { interchange, message: message! };
  };

  it('may call nothing but what is for partners', async () => {
    const rows = securedOperations(service.current.app);
    expect(rows.length).toBeGreaterThan(200);
    // by this the guard decides; it refuses one operation of each shape over HTTP
    const metadata = metadataOf(controllersOf(service.current.app));
    expect(rows.filter((row) => metadata.get(row)!.partners).sort()).toEqual([...OF_PARTNERS].sort());
    const closed = firstOfEach(
      rows.filter((row) => !OF_PARTNERS.includes(row)),
      (row) => `${row.split(' ')[0]} ${row.split('{}').length}`,
    );
    for (const row of [
      ...closed,
      'POST /imports',
      'POST /files',
      ...OF_PARTNERS.filter((each) => each !== ENDS),
      ENDS,
    ]) {
      const [method, path] = row.split(' ') as ['GET', string];
      // a body of bytes is looked at before the token is
      const bytes = /^POST \/(imports|files)$/.test(row) ? Buffer.from('license_plate') : undefined;
      const { status, body } = await bound.send(method, path.replaceAll('{}', '999999'), bytes);
      const isRefused = status === 403;
      expect([row, isRefused]).toEqual([row, !OF_PARTNERS.includes(row)]);
      if (isRefused)
        expect(body).toEqual({
          error:
            'This token is bound to an EDI partner: it sends and reads the messages of that partner, and nothing else.',
          code: 'other_partner',
        });
    }
  });

  it('is said by /me to be of the partner', async () => {
    expect((await bound.get('/me')).body).toMatchObject({
      role: 'write',
      edi_partner: { id: partner.id, name: 'Westhaven Message Hub' },
    });
    expect((await client.get('/me')).body.edi_partner).toBeNull();
  });

  it('reads what is of its partner only', async () => {
    const own = await exchanged('WHAHUB');
    const another = await exchanged('OTHER');
    const nobody = await uploaded(client, Buffer.from('nonsense'));
    const interchanges = async (query = '') =>
      (await bound.get(`/edi_interchanges?${query}`)).body.edi_interchanges.map(({ id }: Body) => id);
    const messages = async (query = '') =>
      (await bound.get(`/edi_messages?${query}`)).body.edi_messages.map(({ id }: Body) => id);
    expect([await interchanges(), await messages()]).toEqual([[own.interchange.id], [own.message.id]]);
    expect(await interchanges(`partner=${other.id}`)).toEqual([]);
    expect(await interchanges('order=newest&sender=OTHER')).toEqual([]);
    expect(await messages(`edi_interchange=${another.interchange.id}`)).toEqual([]);
    expect(await messages(`partner=${other.id}`)).toEqual([]);
    for (const path of ['', '/raw', '/segments']) {
      expect((await bound.get(`/edi_interchanges/${own.interchange.id}${path}`)).status).toBe(200);
      for (const { id } of [another.interchange, nobody]) {
        const answer = await bound.get(`/edi_interchanges/${id}${path}`);
        expect([answer.status, answer.body.code, answer.body.error]).toEqual([
          404,
          'not_found',
          `EDI interchange ${id} was not found.`,
        ]);
      }
    }
    for (const path of ['', '/records']) {
      expect((await bound.get(`/edi_messages/${own.message.id}${path}`)).status).toBe(200);
      const answer = await bound.get(`/edi_messages/${another.message.id}${path}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('sends as its partner, and as no other one', async () => {
    const answer = await upload(bound, from('WHAHUB'));
    expect([answer.status, answer.body.edi_interchange.partner]).toEqual([
      201,
      { id: partner.id, name: partner.name },
    ]);
    expect(await readInterchange(bound, answer.body.edi_interchange.id)).toMatchObject({
      status: 'read',
      partner: { id: partner.id },
    });
    const wrong = await upload(bound, from('OTHER'));
    expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([
      422,
      'mismatch',
      "The sender of the interchange is not EDI partner 'Westhaven Message Hub'.",
    ]);
    const named = await upload(bound, from('OTHER'), `partner=${other.id}`);
    expect([named.status, named.body.code]).toEqual([422, 'unknown_reference']);
    expect((await upload(bound, from('WHAHUB'), `partner=${partner.id}`)).status).toBe(201);
  });

  it('sends what nobody can read, which is kept with its partner', async () => {
    const bytes = Buffer.from('nonsense');
    const { id, status, partner: of } = await uploaded(bound, bytes);
    expect([status, of]).toEqual(['refused', { id: partner.id, name: partner.name }]);
    expect((await bound.get(`/edi_interchanges/${id}/raw`)).body).toEqual(bytes);
  });

  it('sends for no partner that is made after', async () => {
    await client.patch(`/edi_partners/${partner.id}`, { answers: 'always' });
    const { id, errors } = await uploaded(bound, from('LATER'));
    expect(errors).toMatchObject([{ code: 'sender_unknown' }]);
    await aPartner(client, { edi_id: 'LATER' });
    await client.post(`/edi_interchanges/${id}/read`);
    const again = await eventually('that it is read again', async () => {
      const { edi_interchange } = (await bound.get(`/edi_interchanges/${id}`)).body;
      return edi_interchange.status !== 'received' && edi_interchange;
    });
    expect(again).toMatchObject({
      status: 'refused',
      partner: { id: partner.id },
      errors: [
        {
          code: 'mismatch',
          sentence: "Segment 1 (UNB): sender 'LATER' is another partner than the one that sent it.",
        },
      ],
    });
    expect((await client.get('/edi_messages')).body.edi_messages).toEqual([]);
    // nobody who is known could be told
    expect((await client.get('/edi_interchanges?direction=out')).body.edi_interchanges).toEqual([]);
  });

  it('keeps its partner from being deleted', async () => {
    const answer = await client.delete(`/edi_partners/${partner.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use']);
  });

  it('decides nothing of what its partner sent', async () => {
    const { interchange, message } = await exchanged('WHAHUB');
    for (const path of [
      `/edi_interchanges/${interchange.id}/read`,
      `/edi_messages/${message.id}/apply`,
      `/edi_messages/${message.id}/preview`,
      `/edi_messages/${message.id}/dismiss`,
    ])
      expect((await bound.post(path, { reason: 'No.' })).body.code).toBe('other_partner');
  });
});

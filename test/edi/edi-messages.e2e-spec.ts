import { randomBytes } from 'node:crypto';
import { aContainerType } from '../factories/cargo';
import {
  aFlow,
  aMessage,
  anInterchange,
  aPartner,
  messagesOf,
  naming,
  upload,
  uploaded,
} from '../factories/edi';
import { aShippingLine } from '../factories/parties';
import { type Body, next } from '../factories/record';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { eventOf, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Service, useService } from '../setup/service';
import { asTest } from '../wall/guard';

const PATH = '/edi_messages';
const codesOf = ({ errors }: Body): string[] => errors.map(({ code }: { code: string }) => code);

describe('EDI messages', () => {
  const service = useService();
  let client: Client;
  let partner: Body;
  let line: string;
  beforeEach(async () => {
    client = await service.current.organization();
    partner = await aPartner(client, { name: 'Westhaven Message Hub', edi_id: 'WHAHUB' });
    line = (await aShippingLine(client)).code;
    await aContainerType(client, { code: '20DV', iso_type_code: '22G1' });
  });

  /** A message that books two containers of the line, or of another one by its word. */
  const aBooking = (booking: string, { reference = '1', carrier = line } = {}) =>
    aMessage('COPARN', {
      reference,
      segments: [
        ['RFF', ['BN', booking]],
        ['NAD', 'CA', [carrier, '160', '166']],
        ['EQD', 'CN', null, ['22G1', '102', '5'], '2', '2', '5'],
        ['EQN', '2'],
      ],
    });
  const sent = (...messages: ReturnType<typeof aMessage>[]) =>
    anInterchange({ sender: partner.edi_id, ...(messages.length && { messages }) });
  /** Uploads messages in one interchange, and returns them once they were worked at. */
  const send = async (messages: ReturnType<typeof aMessage>[], query = '') =>
    messagesOf(client, (await uploaded(client, sent(...messages), query)).id);
  const sendOne = async (message: ReturnType<typeof aMessage>, query = '') =>
    (await send([message], query))[0]!;
  const order = (id: number, what: string, body?: object) =>
    client.as('write').post(`${PATH}/${id}/${what}`, body);
  const shown = async (id: number) => (await client.get(`${PATH}/${id}`)).body.edi_message;
  const settled = (id: number, status: string) =>
    eventually(`message ${id} is ${status}`, async () => {
      const message = await shown(id);
      return message.status === status && message;
    });
  const booking = async (number: string) => (await client.get(`/bookings/${number}`)).status;
  const flowed = (body: object = {}) => aFlow(client, { partner: naming(partner), ...body });

  describe('are refused', () => {
    it('of a kind that is not read', async () => {
      const message = await sendOne(aMessage('IFTMIN'));
      expect(message).toMatchObject({
        status: 'refused',
        message: 'IFTMIN',
        errors_count: 1,
        errors: [
          {
            code: 'message_unknown',
            segment: 2,
            tag: 'UNH',
            sentence: 'Segment 2 (UNH): messages of the kind IFTMIN are not read.',
          },
        ],
      });
      const event = await eventOf(client, 'edi_message.refused');
      expect(event.data).toMatchObject({ id: message.id, errors: message.errors });
    });

    it('whatever length their words have', async () => {
      await flowed();
      const word = randomBytes(2_000).toString('hex').toUpperCase();
      const kind = await sendOne(aMessage(word));
      expect([kind.message, codesOf(kind)]).toEqual([word.slice(0, 255), ['message_unknown']]);
      const { segments, ...message } = aMessage();
      const [bgm, ...others] = segments;
      const long = await sendOne({
        ...message,
        segments: [[...bgm!.slice(0, 3), word], ...others] as typeof segments,
      });
      expect(codesOf(long)).toContain('function_unknown');
      expect(long.function).toBe(word.slice(0, 255));
      expect(JSON.stringify(long.errors)).not.toContain(word);
    });

    it('without a flow', async () => {
      await flowed({ active: false });
      await flowed({ message: 'COPRAR' });
      const message = await sendOne(aBooking('B1'));
      expect([message.status, codesOf(message)]).toEqual(['refused', ['no_flow']]);
      expect(await booking('B1')).toBe(404);
    });

    it('of another directory or association than the flow has', async () => {
      const { id } = await flowed({ directory: '00B' });
      const refused = await sendOne(aBooking('B1'));
      expect([refused.directory, refused.association, codesOf(refused)]).toEqual([
        '95B',
        'ITG14',
        ['directory_unknown'],
      ]);
      await client.patch(`/edi_flows/${id}`, { directory: null, association: 'SMDG20' });
      expect(codesOf(await sendOne(aBooking('B2')))).toEqual(['directory_unknown']);
      await client.patch(`/edi_flows/${id}`, { directory: '95B', association: 'ITG14' });
      expect((await sendOne(aBooking('B3'))).status).toBe('applied');
    });

    it('of a line that the flow has not', async () => {
      await flowed({ all_lines: false, shipping_lines: [(await aShippingLine(client)).code] });
      const message = await sendOne(aBooking('B1'));
      expect([message.status, codesOf(message)]).toEqual(['refused', ['line_not_in_flow']]);
    });

    it('by themselves, while the others of their interchange are applied', async () => {
      await flowed();
      const messages = await send([
        aBooking('B1'),
        { ...aMessage('IFTMIN'), reference: '2' },
        aBooking('B3', { reference: '3' }),
      ]);
      expect(messages.map(({ status }) => status)).toEqual(['applied', 'refused', 'applied']);
      expect([await booking('B1'), await booking('B3')]).toEqual([200, 200]);
    });
  });

  describe('wait for somebody', () => {
    it.each([
      ['of a flow that applies by hand', { apply: 'by_hand' }, ''],
      ['of an upload that tries only', {}, 'dry_run=true'],
    ])('%s', async (_what, flow, query) => {
      await flowed(flow);
      const message = await sendOne(aBooking('B1'), query);
      expect(message).toMatchObject({
        status: 'waiting',
        errors: [],
        changes: { bookings: { created: 1, updated: 0, unchanged: 0, removed: 0, left: 0 } },
        previewed_at: expect.stringMatching(/Z$/),
        applied_at: null,
        applied_by: null,
      });
      expect(await booking('B1')).toBe(404);
      expect((await eventOf(client, 'edi_message.waiting')).data).toMatchObject({ id: message.id });
      const ordered = await order(message.id, 'apply');
      expect([ordered.status, ordered.body.edi_message]).toMatchObject([
        200,
        { id: message.id, status: 'waiting' },
      ]);
      expect(await settled(message.id, 'applied')).toMatchObject({
        changes: message.changes,
        applied_at: expect.stringMatching(/Z$/),
        applied_by: { id: client.user_id },
      });
      expect(await booking('B1')).toBe(200);
      expect((await eventOf(client, 'edi_message.applied')).data).toMatchObject({ id: message.id });
    });

    it('and hold up nobody behind them', async () => {
      await flowed();
      const waiting = await sendOne(aBooking('B1'), 'dry_run=true');
      expect((await sendOne(aBooking('B2'))).status).toBe('applied');
      expect((await shown(waiting.id)).status).toBe('waiting');
    });
  });

  it('are applied again after what refused them was set up', async () => {
    const refused = await sendOne(aBooking('B1'));
    expect(codesOf(refused)).toEqual(['no_flow']);
    await flowed();
    await order(refused.id, 'apply');
    expect(await settled(refused.id, 'applied')).toMatchObject({ errors: [], errors_count: 0 });
  });

  it('are applied with what their words mean, in any case, which is kept', async () => {
    await flowed();
    const refused = await sendOne(aBooking('B1', { carrier: 'WORD' }));
    expect([refused.status, codesOf(refused)]).toEqual(['refused', ['unknown_reference']]);
    const codes = [{ list: 'shipping_line', theirs: 'WORD', ours: line }];
    const unknown = await order(refused.id, 'apply', { codes: [{ ...codes[0], ours: 'NONE' }] });
    expect([unknown.status, unknown.body.code, Object.keys(unknown.body.errors)]).toEqual([
      422,
      'unknown_reference',
      ['codes.0.ours'],
    ]);
    expect((await order(refused.id, 'apply', { codes })).status).toBe(200);
    expect(await settled(refused.id, 'applied')).toMatchObject({ shipping_line: { code: line } });
    const [kept] = (await client.get('/edi_codes')).body.edi_codes;
    expect(kept).toMatchObject({ ...codes[0], partner: { id: partner.id } });
    await client.patch(`/edi_codes/${kept.id}`, { theirs: 'word' });
    expect((await sendOne(aBooking('B2', { carrier: 'WORD' }))).status).toBe('applied');
    // said again, it means something else
    const { code: ours } = await aShippingLine(client);
    const other = await sendOne(aBooking('B3', { carrier: 'NONE' }));
    await order(other.id, 'apply', { codes: [{ list: 'shipping_line', theirs: 'word', ours }] });
    expect((await client.get(`/edi_codes/${kept.id}`)).body.edi_code.ours).toBe(ours);
  });

  it('are previewed without being done', async () => {
    const refused = await sendOne(aBooking('B1'));
    await flowed();
    const ordered = await order(refused.id, 'preview');
    expect([ordered.status, ordered.body.edi_message.id]).toEqual([200, refused.id]);
    const previewed = await eventually('the preview', async () => {
      const message = await shown(refused.id);
      return message.previewed_at !== null && message;
    });
    expect(previewed).toMatchObject({
      status: 'refused',
      errors: [],
      changes: { bookings: { created: 1 } },
      applied_at: null,
      applied_by: null,
    });
    expect(await booking('B1')).toBe(404);
  });

  it('are applied when that is asked for while they are previewed', async () => {
    await flowed();
    await client.create('/bookings', { number: 'B1', shipping_line: line });
    const { id } = await sendOne(aBooking('B1'), 'dry_run=true');
    const waiting = (count: number) =>
      eventually(`${count} statements that wait for a lock`, async () => {
        const found = await service.current.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return found.length >= count;
      });
    const holder = service.current.own.createQueryRunner();
    await holder.startTransaction();
    try {
      await asTest(() =>
        holder.query('SELECT FROM bookings WHERE organization_id = $1 FOR UPDATE', [client.organization_id]),
      );
      await order(id, 'preview');
      await waiting(1);
      const asked = order(id, 'apply', {});
      await waiting(2);
      await holder.commitTransaction();
      expect((await asked).status).toBe(200);
    } finally {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
    }
    expect((await settled(id, 'applied')).applied_by).not.toBeNull();
  });

  it('are dismissed, and applied all the same later', async () => {
    const refused = await sendOne(aBooking('B1'));
    for (const body of [{}, { reason: '' }, { reason: null }])
      expect((await order(refused.id, 'dismiss', body)).status).toBe(422);
    const reason = 'The line has cancelled it by telephone.';
    const dismissed = await order(refused.id, 'dismiss', { reason });
    expect([dismissed.status, dismissed.body.edi_message]).toMatchObject([
      200,
      { id: refused.id, status: 'dismissed', dismiss_reason: reason },
    ]);
    expect((await eventOf(client, 'edi_message.dismissed')).data).toMatchObject({ id: refused.id });
    await flowed();
    await order(refused.id, 'apply');
    await settled(refused.id, 'applied');
  });

  it('are left alone once they were applied', async () => {
    await flowed();
    const { id } = await sendOne(aBooking('B1'));
    for (const [what, body] of [
      ['apply', {}],
      ['preview', undefined],
      ['dismiss', { reason: 'No.' }],
    ] as const) {
      const answer = await order(id, what, body);
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          error: `EDI message ${id} is applied: only one that is waiting, refused, dismissed is still to be decided.`,
          code: 'message_over',
        },
      ]);
    }
  });

  it('say which records they changed', async () => {
    await flowed();
    const { id } = await sendOne(aBooking('B1'));
    const answer = await client.get(`${PATH}/${id}/records`);
    expect(answer.body.records).toEqual([
      { segment: expect.any(Number), type: 'booking', id: expect.any(Number), key: 'B1', did: 'created' },
    ]);
    expect((await client.get(`${PATH}/999999999/records`)).status).toBe(404);
  });

  it('are listed by what is known of them', async () => {
    const flow = await flowed();
    const voyage = await aVoyage(client);
    const other = await aPartner(client);
    const aNamed = aBooking('B1');
    aNamed.segments.splice(1, 0, ['TDT', '20', voyage.number, '1']);
    const [first, refused] = (await send([aNamed, { ...aMessage('IFTMIN'), reference: '2' }])) as [
      Body,
      Body,
    ];
    const { id: of } = await uploaded(client, anInterchange({ sender: other.edi_id }));
    const [last] = (await messagesOf(client, of)) as [Body];
    expect(first.status).toBe('applied');
    const ids = async (query: string) =>
      (await client.get(`${PATH}?${query}`)).body.edi_messages.map(({ id }: Body) => id);
    for (const query of [
      'status=applied',
      `flow=${flow.id}`,
      `flow=${encodeURIComponent(flow.name)}`,
      `voyage_number=${voyage.number}`,
      `shipping_line=${line}`,
      'booking_number=B1',
      `document_number=${first.document_number}`,
      'function=9&status=applied',
      'errors=false',
    ])
      expect([query, await ids(query)]).toEqual([query, [first.id]]);
    expect(await ids('')).toEqual([first.id, refused.id, last.id]);
    expect(await ids('order=newest')).toEqual([last.id, refused.id, first.id]);
    expect(await ids('direction=in')).toHaveLength(3);
    expect(await ids('direction=out')).toEqual([]);
    expect(await ids(`partner=${other.id}`)).toEqual([last.id]);
    expect(await ids('message=COPARN')).toEqual([first.id, last.id]);
    expect(await ids(`edi_interchange=${of}`)).toEqual([last.id]);
    expect(await ids('errors=true')).toEqual([refused.id, last.id]);
    expect(await ids('container_number=WHAU4142033')).toEqual([]);
    expect(await ids(`from=${last.created_at}`)).toEqual([last.id]);
    expect(await ids(`until=${first.created_at}`)).toEqual([first.id, refused.id]);
    expect((await client.get(`${PATH}?flow=none`)).body.edi_messages).toEqual([]);
    for (const query of ['status=open', 'direction=up', 'message=IFTMIN', 'errors=some'])
      expect((await client.get(`${PATH}?${query}`)).status).toBe(422);
  });

  it('belong to their organization', async () => {
    const { id } = await sendOne(aMessage('IFTMIN'));
    const other = await service.current.organization();
    for (const path of ['', '/records']) expect((await other.get(`${PATH}/${id}${path}`)).status).toBe(404);
    for (const what of ['apply', 'preview'])
      expect((await other.post(`${PATH}/${id}/${what}`)).status).toBe(404);
    expect((await other.post(`${PATH}/${id}/dismiss`, { reason: 'No.' })).status).toBe(404);
    expect((await other.get(PATH)).body.edi_messages).toEqual([]);
  });

  describe('of two services on one database', () => {
    let second: Service;
    beforeAll(async () => (second = await Service.on(service.current.database)));
    afterAll(() => second.app.close());

    it('are of one interchange, when its reference is uploaded twice at once', async () => {
      const other = service.current.clientOf(client, second);
      for (let nth = 0; nth < 5; nth++) {
        const bytes = sent();
        const answers = await Promise.all([client, other, client].map((each) => upload(each, bytes)));
        const ids = answers.map(({ body }) => body.edi_interchange.id);
        const statuses = await eventually('that all are read', async () => {
          const all = await Promise.all(
            ids.map(async (id) => (await client.get(`/edi_interchanges/${id}`)).body),
          );
          const found = all.map(({ edi_interchange }) => edi_interchange.status);
          return !found.includes('received') && found;
        });
        expect(statuses.sort()).toEqual(['duplicate', 'duplicate', 'read']);
      }
    });

    it('are each worked at once', async () => {
      await flowed();
      const other = service.current.clientOf(client, second);
      const hubs = [partner, await aPartner(client), await aPartner(client)];
      for (const hub of hubs.slice(1)) await aFlow(client, { partner: naming(hub) });
      const numbers = Array.from({ length: 24 }, () => `BK${next()}`);
      const answers = await Promise.all(
        numbers.map((number, nth) =>
          upload(
            nth % 2 ? client : other,
            anInterchange({
              sender: hubs[nth % 3].edi_id,
              messages: [aBooking(number), aBooking(`${number}-2`, { reference: '2' })],
            }),
          ),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      await eventually('that all are applied', async () => {
        const { body } = await client.get(`${PATH}?status=applied&per=100`);
        return body.edi_messages.length === 48;
      });
      const follower = new Follower(client, 'types=edi_message.applied');
      await eventually('48 events', async () => (await follower.read()).length >= 48);
      const ids = follower.events.map(({ data }) => data.id);
      expect([ids.length, new Set(ids).size]).toEqual([48, 48]);
      const tries = await service.current.query(
        'SELECT DISTINCT tries FROM edi_messages WHERE organization_id = $1',
        [client.organization_id],
      );
      expect(tries).toEqual([{ tries: 1 }]);
    });

    it('wait for one of their partner that a process works at, until its claim is over', async () => {
      await flowed();
      const hub = await aPartner(client);
      await aFlow(client, { partner: naming(hub) });
      const held = await sendOne(aBooking('B1'), 'dry_run=true');
      // as a process leaves it that died
      await service.current.query(
        `UPDATE edi_messages SET asked = 'apply', asked_by_id = $1, asked_at = now() - interval '1 hour',
           claimed_until = now() + interval '1 hour' WHERE organization_id = $2 AND id = $3`,
        [client.user_id, client.organization_id, held.id],
      );
      const behind = (await upload(client, sent(aBooking('B2')))).body.edi_interchange;
      const { id: beside } = await uploaded(
        client,
        anInterchange({ sender: hub.edi_id, messages: [aBooking('B3')] }),
      );
      expect(await messagesOf(client, beside)).toMatchObject([{ status: 'applied' }]);
      const [waiting] = (await client.get(`${PATH}?edi_interchange=${behind.id}`)).body.edi_messages;
      expect(waiting.status).toBe('received');
      await service.current.query(
        'UPDATE edi_messages SET claimed_until = now() WHERE organization_id = $1 AND id = $2',
        [client.organization_id, held.id],
      );
      const [first, later] = [await settled(held.id, 'applied'), await settled(waiting.id, 'applied')];
      expect(first.applied_at < later.applied_at).toBe(true);
    });
  });
});

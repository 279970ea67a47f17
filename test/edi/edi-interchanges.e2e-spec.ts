import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Db } from '../../src/common/database/db';
import { NotFound } from '../../src/common/errors/errors';
import { MOST_BYTES } from '../../src/edi/edifact/limits';
import { KeepingService } from '../../src/edi/interchanges/keeping.service';
import { SegmentsService } from '../../src/edi/interchanges/segments.service';
import {
  aMessage,
  anInterchange,
  aPartner,
  messagesOf,
  naming,
  readInterchange,
  upload,
  uploaded,
} from '../factories/edi';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished, eventOf } from '../setup/events';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';

const PATH = '/edi_interchanges';
const fixture = (name: string) => readFileSync(join(__dirname, `../fixtures/edi/${name}.edi`));
const codesOf = ({ errors }: Body) => errors.map(({ code }: { code: string }) => code);

describe('EDI interchanges', () => {
  const service = useService();
  let client: Client;
  let partner: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    partner = await aPartner(client, { name: 'Westhaven Message Hub', edi_id: 'WHAHUB' });
  });
  afterEach(() => jest.restoreAllMocks());

  const sent = (envelope: Partial<Parameters<typeof anInterchange>[0]> = {}) =>
    anInterchange({ sender: 'WHAHUB', ...envelope });
  const ids = async (query: string) =>
    (await client.get(`${PATH}?${query}`)).body.edi_interchanges.map(({ id }: Body) => id);

  describe('an upload', () => {
    it('is answered at once, and read beside requests', async () => {
      const bytes = sent({ reference: '4711' });
      const answer = await upload(client.as('write'), bytes, 'file_name=COPARN_4711.edi');
      expect(answer.status).toBe(201);
      const { edi_interchange } = answer.body;
      expect(edi_interchange).toMatchObject({
        direction: 'in',
        partner: null,
        file_name: 'COPARN_4711.edi',
        control_reference: null,
        status: 'received',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        errors: [],
        messages_count: 0,
        read_at: null,
        user: { id: client.user_id },
      });
      expect(await readInterchange(client, edi_interchange.id)).toMatchObject({
        id: edi_interchange.id,
        partner: { id: partner.id, name: partner.name },
        control_reference: '4711',
        sender: 'WHAHUB',
        recipient: 'NORTHQUAY',
        prepared_at: '2026-03-02T10:15:00.000Z',
        character_set: 'UNOA',
        syntax_version: 2,
        test: false,
        status: 'read',
        errors: [],
        warnings: [],
        messages_count: 1,
        duplicate_of: null,
        acknowledgement: null,
        read_at: expect.stringMatching(/Z$/),
        sent_at: null,
        tries: 0,
      });
      const event = await eventOf(client, 'edi_interchange.received');
      expect(event.data).toMatchObject({ id: edi_interchange.id, status: 'received' });
    });

    it.each([
      ['nonsense', Buffer.from('These are no bookings.')],
      ['a null byte', Buffer.from([0])],
      ['nothing', Buffer.alloc(0)],
      ['bytes of every kind', Buffer.from(Array.from({ length: 256 }, (_, n) => n))],
    ])('is kept byte for byte: %s', async (_what, bytes) => {
      const { id, status, errors, size, partner: of } = await uploaded(client, bytes);
      expect([status, size, of]).toEqual(['refused', bytes.length, null]);
      expect(errors).toMatchObject([{ code: 'not_edifact' }]);
      const raw = await client.get(`${PATH}/${id}/raw`);
      expect(raw.status).toBe(200);
      expect(raw.body).toEqual(bytes);
      expect(raw.headers).toMatchObject({
        'content-type': 'application/EDIFACT',
        'content-disposition': `attachment; filename*=UTF-8''${id}.edi`,
        'x-content-type-options': 'nosniff',
      });
    });

    it.each([
      'text/plain',
      'application/octet-stream',
      'Application/edifact; charset=x',
      'text/plain; charset=utf-8',
    ])('is taken as %s', async (type) => {
      const bytes = fixture('latin-1');
      const answer = await upload(client, bytes, '', { 'content-type': type });
      expect(answer.status).toBe(201);
      expect((await client.get(`${PATH}/${answer.body.edi_interchange.id}/raw`)).body).toEqual(bytes);
    });

    it.each([
      [{ 'content-type': 'application/json' }],
      [{ 'content-type': 'text/html' }],
      [{ 'content-type': 'multipart/form-data; boundary=x' }],
      [{ 'content-type': '' }],
      [{ 'content-encoding': 'gzip' }],
    ])('is refused with %j', async (headers) => {
      const answer = await upload(client, sent(), '', headers);
      expect([answer.status, answer.body]).toEqual([
        415,
        {
          error:
            'The body must be sent as it is, as Content-Type: application/EDIFACT, text/plain or application/octet-stream.',
          code: 'media_type',
        },
      ]);
      expect(await ids('')).toEqual([]);
    });

    it.each(['text/plain', 'application/EDIFACT', 'application/octet-stream'])(
      'is the only request whose body may be %s',
      async (type) => {
        const answer = await client.send('POST', '/ports', '{"locode":"NLVLI"}', { 'content-type': type });
        expect([answer.status, answer.body.code]).toEqual([415, 'not_json']);
      },
    );

    it('waits for the answer to one before it where both are large', async () => {
      const keeping = service.current.app.get(KeepingService, { strict: false });
      const keep = keeping.keep.bind(keeping);
      const order: string[] = [];
      let go!: () => void;
      const released = new Promise<void>((resolve) => (go = resolve));
      jest.spyOn(keeping, 'keep').mockImplementation(async (arrived) => {
        order.push(arrived.file_name!);
        if (arrived.file_name === 'first') await released;
        return keep(arrived);
      });
      const large = Buffer.alloc(1024 ** 2 + 1, 'x');
      const answers = [upload(client, large, 'file_name=first')];
      await eventually('that the first is taken', () => Promise.resolve(order.length === 1));
      answers.push(upload(client, large, 'file_name=second'));
      // another token of the organization has a turn of its own
      expect((await upload(client.as('write'), large, 'file_name=beside')).status).toBe(201);
      expect(order).toEqual(['first', 'beside']);
      go();
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201]);
      expect(order).toEqual(['first', 'beside', 'second']);
    });

    it('has 16 MiB at most', async () => {
      const bytes = Buffer.alloc(MOST_BYTES, 'x');
      const fits = await upload(client, bytes);
      expect([fits.status, fits.body.edi_interchange.size]).toEqual([201, MOST_BYTES]);
      const answer = await upload(client, Buffer.alloc(MOST_BYTES + 1, 'x'));
      expect([answer.status, answer.body]).toEqual([
        413,
        { error: 'The body is larger than 16 MiB.', code: 'body_too_large' },
      ]);
    });

    it.each([
      ['../../etc/passwd', '....etcpasswd'],
      ['<b>"a b".edi', 'bab.edi'],
      ['☃', null],
      ['COPARN-1_2.edi', 'COPARN-1_2.edi'],
    ])('has its file name cleaned: %s', async (name, kept) => {
      const { body } = await upload(client, sent(), `file_name=${encodeURIComponent(name)}`);
      expect(body.edi_interchange.file_name).toBe(kept);
    });

    it('is of the partner that the request names, or refused', async () => {
      const other = await aPartner(client, { name: 'Other hub' });
      const query = `partner=${partner.id}`;
      expect((await upload(client, sent(), query)).status).toBe(201);
      for (const bytes of [
        sent({ sender: other.edi_id }),
        sent({ sender: 'NOBODY' }),
        Buffer.from('nonsense'),
      ]) {
        const answer = await upload(client, bytes, query);
        expect([answer.status, answer.body]).toEqual([
          422,
          {
            error: "The sender of the interchange is not EDI partner 'Westhaven Message Hub'.",
            code: 'mismatch',
            errors: {
              partner: ["The sender of the interchange is not EDI partner 'Westhaven Message Hub'."],
            },
          },
        ]);
      }
      const none = await upload(client, sent(), 'partner=999999999');
      expect([none.status, none.body.code]).toEqual([422, 'unknown_reference']);
      expect(await ids('')).toHaveLength(1);
    });

    it('is repeated with its Idempotency-Key', async () => {
      const bytes = sent();
      const key = { 'idempotency-key': 'upload-1' };
      const first = await upload(client, bytes, '', key);
      const again = await upload(client, bytes, '', key);
      expect(again.status).toBe(201);
      expect(again.body).toEqual(first.body);
      const other = await upload(client, sent(), '', key);
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
      expect(await ids('')).toHaveLength(1);
    });

    it('needs a token that writes', async () => {
      const answer = await upload(client.as('read'), sent());
      expect([answer.status, answer.body.code]).toEqual([403, 'role_too_small']);
    });

    it('is one of 600 a minute of a token', async () => {
      const [token] = await service.current.query<{ id: number }>(
        `SELECT id FROM tokens WHERE organization_id = $1 AND role = 'write'`,
        [client.organization_id],
      );
      // the next minute as well, in which the request may be
      await service.current.query(
        `INSERT INTO edi_upload_minutes (organization_id, token_id, minute, uploads, bytes)
         SELECT $1, $2, date_trunc('minute', now()) + n * interval '1 minute', 599, 0 FROM generate_series(0, 1) n`,
        [client.organization_id, token!.id],
      );
      const writer = client.as('write');
      expect((await upload(writer, sent())).status).toBe(201);
      await service.current.query(`UPDATE edi_upload_minutes SET uploads = 600 WHERE organization_id = $1`, [
        client.organization_id,
      ]);
      const keep = jest.spyOn(service.current.app.get(KeepingService, { strict: false }), 'keep');
      const answer = await upload(writer, sent());
      expect(keep).not.toHaveBeenCalled(); // storing is what costs
      expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([
        429,
        '60',
        {
          error: 'A token uploads at most 600 interchanges a minute and 1 GiB a day.',
          code: 'too_many_uploads',
        },
      ]);
      expect((await upload(client.as('admin'), sent())).status).toBe(201);
      expect(await ids('')).toHaveLength(2);
    });

    it('is part of 1 GiB a day of a token', async () => {
      const [token] = await service.current.query<{ id: number }>(
        `SELECT id FROM tokens WHERE organization_id = $1 AND role = 'write'`,
        [client.organization_id],
      );
      const bytes = sent();
      const used = async (bytes: number, ago: string) => {
        await service.current.query('DELETE FROM edi_upload_minutes WHERE organization_id = $1', [
          client.organization_id,
        ]);
        await service.current.query(
          `INSERT INTO edi_upload_minutes (organization_id, token_id, minute, uploads, bytes)
           VALUES ($1, $2, date_trunc('minute', now()) - $3::interval, 1, $4)`,
          [client.organization_id, token!.id, ago, bytes],
        );
      };
      const writer = client.as('write');
      await used(1024 ** 3 - bytes.length, '23 hours');
      expect((await upload(writer, bytes)).status).toBe(201);
      await used(1024 ** 3 - bytes.length + 1, '23 hours');
      const answer = await upload(writer, bytes);
      expect([answer.status, answer.body.code]).toEqual([429, 'too_many_uploads']);
      await used(1024 ** 3, '25 hours');
      expect((await upload(writer, bytes)).status).toBe(201);
    });

    it('is part of 10 GiB a day of all tokens of an organization', async () => {
      const bytes = sent();
      const others = async (bytes: number, ago: string) => {
        await service.current.query('DELETE FROM edi_upload_minutes WHERE organization_id = $1', [
          client.organization_id,
        ]);
        await service.current.query(
          `INSERT INTO edi_upload_minutes (organization_id, token_id, minute, uploads, bytes)
           SELECT $1, -n, date_trunc('minute', now()) - $2::interval, 1, $3 FROM generate_series(1, 10) n`,
          [client.organization_id, ago, bytes / 10],
        );
      };
      const writer = client.as('write');
      await others(10 * 1024 ** 3 - 1000 * bytes.length, '23 hours');
      expect((await upload(writer, bytes)).status).toBe(201);
      await others(10 * 1024 ** 3, '23 hours');
      expect(await upload(writer, bytes)).toMatchObject({
        status: 429,
        body: {
          error: 'All tokens of an organization together upload at most 10 GiB a day.',
          code: 'too_many_uploads',
        },
      });
      await others(10 * 1024 ** 3, '25 hours');
      expect((await upload(writer, bytes)).status).toBe(201);
    });
  });

  describe('reading', () => {
    const refusal = async (bytes: Buffer) => {
      const read = await uploaded(client, bytes);
      expect([read.status, read.messages_count]).toEqual(['refused', 0]);
      await allPublished(client);
      const event = await eventOf(client, 'edi_interchange.refused');
      expect(event.data).toMatchObject({ id: read.id, errors: read.errors });
      return read;
    };

    it.each([
      ['broken-not-edifact', 'not_edifact'],
      ['broken-cut-in-segment', 'cut_off'],
      ['broken-no-unz', 'cut_off'],
      ['broken-character-set', 'character_set_unknown'],
      ['broken-byte-of-set', 'characters_invalid'],
      ['broken-control-character', 'characters_invalid'],
      ['broken-unz-count', 'envelope_mismatch'],
      ['broken-behind-unz', 'envelope_mismatch'],
      ['broken-components', 'too_large'],
    ])('refuses %s as a whole, as %s', async (name, code) => {
      const read = await refusal(fixture(name));
      expect(codesOf(read)).toEqual([code]);
    });

    it('knows the sender, as far as the header can be read', async () => {
      await client.patch(`/edi_partners/${partner.id}`, { own_edi_id: 'NLVLINQ01' });
      const read = await refusal(fixture('broken-cut-in-segment'));
      expect(read).toMatchObject({ sender: 'WHAHUB', partner: { id: partner.id } });
    });

    it('refuses a sender that is no active partner, until it is one and the interchange is read again', async () => {
      const read = await refusal(sent({ sender: 'NEWHUB', reference: '1' }));
      expect(read).toMatchObject({
        partner: null,
        sender: 'NEWHUB',
        control_reference: '1',
        errors: [
          {
            code: 'sender_unknown',
            segment: 1,
            tag: 'UNB',
            sentence: "Segment 1 (UNB): sender 'NEWHUB' is no active EDI partner.",
          },
        ],
      });
      const made = await aPartner(client, { edi_id: 'NEWHUB', active: false });
      const again = () => client.as('write').post(`${PATH}/${read.id}/read`);
      const answer = await again();
      expect([answer.status, answer.body.edi_interchange]).toMatchObject([
        200,
        { id: read.id, status: 'received', errors: [], read_at: null },
      ]);
      expect(codesOf(await readInterchange(client, read.id))).toEqual(['sender_unknown']);
      await client.patch(`/edi_partners/${made.id}`, { active: true });
      await again();
      expect(await readInterchange(client, read.id)).toMatchObject({
        status: 'read',
        partner: { id: made.id },
        errors: [],
      });
      const over = await again();
      expect([over.status, over.body]).toEqual([
        409,
        {
          error: `EDI interchange ${read.id} is read: only a refused one is read again.`,
          code: 'interchange_over',
        },
      ]);
    });

    it('asks for the qualifier of a sender, where the partner has one', async () => {
      await client.patch(`/edi_partners/${partner.id}`, { edi_qualifier: 'ZZZ' });
      for (const [sender, has] of [
        ['WHAHUB', 'no qualifier'],
        [['WHAHUB', '14'], "qualifier '14'"],
      ] as const)
        expect((await refusal(sent({ sender: sender as string }))).errors).toMatchObject([
          {
            code: 'sender_unknown',
            sentence: `Segment 1 (UNB): sender 'WHAHUB' has ${has}, but EDI partner '${partner.name}' has 'ZZZ'.`,
          },
        ]);
      expect((await uploaded(client, sent({ sender: ['WHAHUB', 'ZZZ'] }))).status).toBe('read');
    });

    it('takes what a hub sends for a line by the name of the line', async () => {
      await aShippingLine(client, {
        edi_settings: { edi_partner: naming(partner), entity_edi_id: 'WHALINE', sender_edi_id: 'NQFORWHA' },
      });
      const read = await uploaded(client, sent({ sender: 'WHALINE', recipient: 'NQFORWHA' }));
      expect(read).toMatchObject({ status: 'read', sender: 'WHALINE', partner: { id: partner.id } });
      expect((await uploaded(client, sent({ recipient: 'NQFORWHA' }))).status).toBe('read');
    });

    it('refuses what is for somebody else', async () => {
      const read = await refusal(sent({ recipient: 'SOUTHQUAY' }));
      expect(read.errors).toMatchObject([
        {
          code: 'not_for_us',
          sentence:
            "Segment 1 (UNB): recipient 'SOUTHQUAY' is not what 'Westhaven Message Hub' calls the terminal.",
        },
      ]);
    });

    it('refuses a test of a partner that does not test', async () => {
      const read = await refusal(sent({ test: true }));
      expect([read.test, codesOf(read)]).toEqual([true, ['test_refused']]);
      await client.patch(`/edi_partners/${partner.id}`, { test: true });
      expect(await uploaded(client, sent({ test: true }))).toMatchObject({ status: 'read', test: true });
    });

    it('knows an interchange that came before, and refuses another one of its reference', async () => {
      const bytes = sent({ reference: '4711' });
      const first = await uploaded(client, bytes);
      const again = await uploaded(client, bytes);
      expect(again).toMatchObject({
        status: 'duplicate',
        duplicate_of: { id: first.id },
        messages_count: 0,
        errors: [],
      });
      const other = await refusal(sent({ reference: '4711' }));
      expect(other.errors).toMatchObject([
        {
          code: 'reference_reused',
          sentence: "Interchange 4711 of 'WHAHUB' came before, with other content.",
        },
      ]);
      // of another partner
      const second = await aPartner(client);
      expect((await uploaded(client, sent({ sender: second.edi_id, reference: '4711' }))).status).toBe(
        'read',
      );
    });

    it('compares the bytes alone, of a partner that numbers all alike', async () => {
      await client.patch(`/edi_partners/${partner.id}`, { duplicates: 'content' });
      const bytes = sent({ reference: '1' });
      const first = await uploaded(client, bytes);
      expect((await uploaded(client, sent({ reference: '1' }))).status).toBe('read');
      expect(await uploaded(client, bytes)).toMatchObject({
        status: 'duplicate',
        duplicate_of: { id: first.id },
      });
      await service.current.query(
        `UPDATE edi_interchanges SET created_at = created_at - interval '31 days' WHERE organization_id = $1`,
        [client.organization_id],
      );
      expect((await uploaded(client, bytes)).status).toBe('read');
    });

    it('warns of what only looks odd', async () => {
      await client.patch(`/edi_partners/${partner.id}`, { own_edi_id: 'NLVLINQ01' });
      const { status, warnings } = await uploaded(client, fixture('una-short'));
      expect([status, warnings]).toMatchObject([
        'read',
        [{ code: 'una_short', sentence: 'The UNA lacks its blank.' }],
      ]);
    });

    it('refuses a message by itself for its trailer, while the others go on', async () => {
      await client.patch(`/edi_partners/${partner.id}`, { own_edi_id: 'NLVLINQ01' });
      const { id, status } = await uploaded(client, fixture('broken-unt-count'));
      expect(status).toBe('read');
      const [broken, whole] = await messagesOf(client, id);
      expect(broken).toMatchObject({
        status: 'refused',
        errors_count: 1,
        errors: [
          {
            code: 'envelope_mismatch',
            segment: 13,
            tag: 'UNT',
            element: 1,
            sentence: 'Segment 13 (UNT): it counts 99 segments of 12.',
          },
        ],
      });
      expect(codesOf(whole)).not.toContain('envelope_mismatch');
    });

    it.each([
      ['latin-1', 'UNOC'],
      ['cyrillic', 'UNOE'],
      ['greek', 'UNOF'],
      ['utf-8', 'UNOY'],
    ])('reads %s', async (name, character_set) => {
      await client.patch(`/edi_partners/${partner.id}`, { own_edi_id: 'NLVLINQ01' });
      expect(await uploaded(client, fixture(name))).toMatchObject({ status: 'read', character_set });
    });

    it('takes times of an envelope as local to the partner, else to the organization', async () => {
      const prepared = async (prepared_at: [string, string]) =>
        (await uploaded(client, sent({ prepared_at }))).prepared_at;
      expect(await prepared(['260702', '1015'])).toBe('2026-07-02T10:15:00.000Z');
      await client.patch(`/edi_partners/${partner.id}`, { time_zone: 'Europe/Amsterdam' });
      expect(await prepared(['260702', '1015'])).toBe('2026-07-02T08:15:00.000Z');
      expect(await prepared(['20260702', '1015'])).toBe('2026-07-02T08:15:00.000Z');
      expect(await prepared(['261302', '1015'])).toBeNull();
    });
  });

  describe('segments', () => {
    const segments = async (id: number, query = '') => {
      const answer = await client.get(`${PATH}/${id}/segments${query && `?${query}`}`);
      expect(answer.status).toBe(200);
      return answer.body;
    };

    it('are shown with what is wrong with each', async () => {
      await client.patch(`/edi_partners/${partner.id}`, { own_edi_id: 'NLVLINQ01' });
      const { id } = await uploaded(client, fixture('broken-unt-count'));
      await messagesOf(client, id);
      const { segments: shown, actions } = await segments(id);
      expect(shown[0]).toEqual({
        number: 1,
        tag: 'UNB',
        elements: [['UNOA', '2'], ['WHAHUB'], ['NLVLINQ01'], expect.any(Array), expect.any(Array)],
        errors: [],
      });
      expect(shown[12]).toMatchObject({ number: 13, tag: 'UNT', errors: [{ code: 'envelope_mismatch' }] });
      expect(shown.map(({ number }: Body) => number)).toEqual(shown.map((_: Body, at: number) => at + 1));
      expect(actions).not.toHaveProperty('next');
    });

    it('are paged', async () => {
      const { id } = await uploaded(
        client,
        sent({
          messages: [
            aMessage('COPARN', { segments: Array.from({ length: 600 }, (_, n) => ['FTX', `${n}`]) }),
          ],
        }),
      );
      const whole = (await segments(id, 'per=500')).segments;
      expect(whole).toHaveLength(500);
      expect((await segments(id, 'per=501')).segments).toHaveLength(500);
      expect((await segments(id)).segments).toHaveLength(100);
      const second = await segments(id, 'per=500&page=2');
      expect(second.segments).toHaveLength(105);
      expect(second.segments[0]).toMatchObject({ number: 501, tag: 'FTX', elements: [['497']] });
      const page = await segments(id, 'per=10&page=2');
      expect(page.segments.map(({ number }: Body) => number)).toEqual([
        11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      ]);
      const after = await client.get(
        new URL(page.actions.next.url).pathname.replace('/api/v1', '') +
          new URL(page.actions.next.url).search,
      );
      expect(after.body.segments[0].number).toBe(21);
      expect((await client.get(`${PATH}/${id}/segments?per=0`)).status).toBe(422);
    });

    it('are read from the hundredth before them on, which is kept with the interchange', async () => {
      const { id } = await uploaded(
        client,
        sent({
          messages: [
            aMessage('COPARN', { segments: Array.from({ length: 350 }, (_, n) => ['FTX', `${n}`]) }),
          ],
        }),
      );
      const write = (statement: string) =>
        service.current.query<Body>(`${statement} WHERE organization_id = $1 AND edi_interchange_id = $2`, [
          client.organization_id,
          id,
        ]);
      const kept = async () => (await write('SELECT marks, segments_count FROM edi_payloads'))[0]!;
      const marks = await kept();
      expect([marks.marks.length, marks.segments_count]).toEqual([4, 355]);
      const pages = async () => [
        await segments(id, 'per=100&page=2'),
        await segments(id, 'per=30&page=5'),
        await segments(id, 'per=100&page=last'),
        await segments(id, 'per=10&order=newest'),
      ];
      const before = await pages();
      expect(before.map(({ segments: [first] }) => first.number)).toEqual([101, 121, 301, 355]);
      // of one that was read by a version that kept no marks
      await write('UPDATE edi_payloads SET marks = NULL, segments_count = NULL');
      expect(await pages()).toEqual(before);
      expect(await kept()).toEqual(marks);
      // what stands in segments before is not looked at
      await write(`UPDATE edi_payloads SET bytes = overlay(bytes PLACING '\\x07' FROM marks[2] - 4)`);
      expect((await pages()).map((page) => page.segments)).toEqual(before.map((page) => page.segments));
    });

    it('are read one request at a time of an organization, of which twenty wait', async () => {
      const { id } = await uploaded(client, sent());
      const of = service.current.app.get(SegmentsService, { strict: false });
      let go!: () => void;
      const released = new Promise<void>((resolve) => (go = resolve));
      const read = jest.spyOn(of as unknown as { read(): Promise<object> }, 'read');
      read.mockImplementationOnce(async () => {
        await released;
        throw new NotFound('EDI interchange', id);
      });
      const asked = Array.from({ length: 22 }, () => client.get(`${PATH}/${id}/segments`));
      expect((await Promise.race(asked)).status).toBe(503);
      expect(read).toHaveBeenCalledTimes(1);
      go();
      const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(20).fill(200), 404, 503]);
    });

    it('of a refused interchange are those that could be read', async () => {
      const { id } = await uploaded(client, fixture('broken-cut-in-segment'));
      const { segments: shown } = await segments(id);
      expect(shown.length).toBeGreaterThan(1);
      expect(shown[0].tag).toBe('UNB');
      const nonsense = await uploaded(client, Buffer.from('nonsense'));
      expect((await segments(nonsense.id)).segments).toEqual([]);
    });
  });

  it('come out of the database in pieces that the driver reads at once, and as they came', async () => {
    const PIECE = 32 * 1024;
    const db = service.current.app.get(Db, { strict: false });
    const query = jest.spyOn(db, 'query');
    for (const size of [0, 1, PIECE, 2 * PIECE + 1]) {
      const bytes = randomBytes(size);
      const { id } = (await upload(client, bytes)).body.edi_interchange;
      expect((await client.get(`${PATH}/${id}/raw`)).body).toEqual(bytes);
    }
    const rows = (await Promise.all(query.mock.results.map(({ value }) => value as Promise<Body[]>))).flat();
    const pieces = rows.filter(({ bytes }) => Buffer.isBuffer(bytes)).map(({ bytes }) => bytes.length);
    expect(Math.max(...pieces)).toBe(PIECE);
  });

  it('are listed by what is known of them', async () => {
    const other = await aPartner(client);
    const first = await uploaded(client, sent({ reference: 'A' }), 'file_name=a.edi');
    const second = await uploaded(
      client,
      sent({ sender: other.edi_id, reference: 'B', messages: [aMessage('COPRAR')] }),
    );
    const refused = await uploaded(client, Buffer.from('nonsense'));
    for (const { id } of [first, second]) await messagesOf(client, id);
    expect(await ids('direction=in')).toEqual([first.id, second.id, refused.id]);
    expect(await ids('direction=out')).toEqual([]);
    expect(await ids('order=newest')).toEqual([refused.id, second.id, first.id]);
    expect(await ids(`partner=${partner.id}`)).toEqual([first.id]);
    expect(await ids('status=refused')).toEqual([refused.id]);
    expect(await ids('status=read')).toEqual([first.id, second.id]);
    expect(await ids('message=COPRAR')).toEqual([second.id]);
    expect(await ids('control_reference=A')).toEqual([first.id]);
    expect(await ids('sender=WHAHUB')).toEqual([first.id]);
    expect(await ids('file_name=a.edi')).toEqual([first.id]);
    expect(await ids(`from=${second.created_at}`)).toEqual([second.id, refused.id]);
    expect(await ids(`until=${first.created_at}`)).toEqual([first.id]);
    expect(await ids('sender=WHAHUB&status=refused')).toEqual([]);
    for (const query of ['status=open', 'direction=up', 'message=IFTMIN', 'partner=hub'])
      expect((await client.get(`${PATH}?${query}`)).status).toBe(422);
  });

  it('belong to their organization', async () => {
    const { id } = await uploaded(client, Buffer.from('nonsense'));
    const other = await service.current.organization();
    for (const path of ['', '/raw', '/segments'])
      expect((await other.get(`${PATH}/${id}${path}`)).status).toBe(404);
    expect((await other.post(`${PATH}/${id}/read`)).status).toBe(404);
    expect((await other.get(PATH)).body.edi_interchanges).toEqual([]);
  });
});

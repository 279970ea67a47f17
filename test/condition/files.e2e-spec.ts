import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { aFile, aPdf, aPicture, uploading } from '../factories/files';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('files', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** The answer with its bytes. */
  const raw = (path: string, headers: Record<string, string> = {}, by = client.tokens.read) =>
    service.current.app.inject({
      method: 'GET',
      url: `/api/v1${path}`,
      headers: { ...(by && { authorization: `Token token=${by}` }), ...headers },
    });

  it('keeps a picture without EXIF, upright, and says what was sent', async () => {
    const sent = await aPicture({ width: 60, height: 40 }, (picture) =>
      picture
        .withExif({ IFD0: { Copyright: 'Tess' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .withMetadata({ orientation: 6 }),
    );
    const file = await aFile(client.as('write'), sent);
    expect(file).toEqual({
      id: expect.any(Number),
      name: 'left side.jpg',
      content_type: 'image/jpeg',
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      original_sha256: sha256(sent),
      created_at: expect.any(String),
      actions: {
        show: { method: 'GET', url: expect.stringContaining(`/api/v1/files/${file.id}`) },
        link: { method: 'POST', url: expect.stringContaining(`/api/v1/files/${file.id}/link`) },
      },
    });
    const { rawPayload, headers, statusCode } = await raw(`/files/${file.id}`);
    expect(statusCode).toBe(200);
    expect(rawPayload).toHaveLength(file.bytes);
    expect(sha256(rawPayload)).toBe(file.sha256);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(file.bytes),
      'content-disposition': "inline; filename*=UTF-8''left%20side.jpg",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
    });
    const { width, height, exif, orientation } = await sharp(rawPayload).metadata();
    expect([width, height, exif, orientation]).toEqual([40, 60, undefined, undefined]);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('takes %s by its bytes, whatever is said of it', async (type) => {
    const { content_type } = await aFile(client, await aPicture({ type }), 'image/png');
    expect(content_type).toBe(`image/${type}`);
  });

  it('keeps at most 4,096 pixels on the longer side', async () => {
    const { id } = await aFile(client, await aPicture({ width: 4_097, height: 100 }));
    const { width } = await sharp((await raw(`/files/${id}`)).rawPayload).metadata();
    expect(width).toBe(4_096);
  });

  it('keeps a PDF as it was sent, over many chunks, and shows it as an attachment without scripts', async () => {
    const sent = aPdf(700_000);
    const file = await aFile(client, sent, 'application/pdf', 'papers.pdf');
    expect(file).toMatchObject({ bytes: sent.length, sha256: sha256(sent), original_sha256: sha256(sent) });
    const { rawPayload, headers } = await raw(`/files/${file.id}`);
    expect(rawPayload.equals(sent)).toBe(true);
    expect(headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''papers.pdf",
      'content-security-policy': 'sandbox',
    });
    const answer = await client.get(`/files/${file.id}?size=320`);
    expect(answer).toMatchObject({ status: 422, body: { code: 'file_not_resized' } });
  });

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/', 0, 1],
    ['bytes=262143-262144', 206, 'bytes 262143-262144/', 262_143, 262_145],
    ['bytes=-5', 206, undefined, -5, undefined],
    ['bytes=5-', 206, 'bytes 5-', 5, undefined],
    ['bytes=5-1', 200, undefined, 0, undefined],
    ['bytes=0-1,4-5', 200, undefined, 0, undefined],
    ['bytes=0-99999999', 206, 'bytes 0-', 0, undefined],
  ])('answers the range %s', async (range, status, content, start, end) => {
    const sent = aPdf(600_000);
    const { id } = await aFile(client, sent, 'application/pdf');
    const { rawPayload, headers, statusCode } = await raw(`/files/${id}`, { range });
    expect(statusCode).toBe(status);
    if (content) expect(headers['content-range']).toContain(content);
    expect(rawPayload.equals(sent.subarray(start, end))).toBe(true);
  });

  it('answers all behind the end and to who has another version, and 304 to who has this one', async () => {
    const { id, bytes, sha256: hash } = await aFile(client, aPdf(), 'application/pdf');
    const behind = await raw(`/files/${id}`, { range: `bytes=${bytes}-` });
    expect([behind.statusCode, behind.rawPayload.length]).toEqual([200, bytes]);
    const known = await raw(`/files/${id}`, { 'if-none-match': `W/"${hash}"` });
    expect([known.statusCode, known.payload]).toEqual([304, '']);
    const other = await raw(`/files/${id}`, { range: 'bytes=0-1', 'if-range': '"x"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, bytes]);
  });

  it('shows smaller pictures, as WebP where that is accepted, and enlarges none', async () => {
    const { id } = await aFile(client, await aPicture({ width: 400, height: 800, type: 'png' }));
    const sizes = async (query: string, accept = 'image/*') => {
      const { rawPayload, headers } = await raw(`/files/${id}${query}`, { accept });
      const { width, height, format } = await sharp(rawPayload).metadata();
      return [headers['content-type'], headers.vary?.includes('Accept'), format, width, height];
    };
    expect(await sizes('?size=320')).toEqual(['image/jpeg', true, 'jpeg', 160, 320]);
    expect(await sizes('?size=1280')).toEqual(['image/jpeg', true, 'jpeg', 400, 800]);
    expect(await sizes('?size=320', 'image/avif,image/webp,*/*')).toEqual([
      'image/webp',
      true,
      'webp',
      160,
      320,
    ]);
    expect(await sizes('?size=320', 'image/webp;q=0')).toMatchObject({ 0: 'image/jpeg' });
    const { headers } = await raw(`/files/${id}?size=320`);
    const known = await raw(`/files/${id}?size=320`, { 'if-none-match': String(headers.etag) });
    expect(known.statusCode).toBe(304);
    expect((await client.get(`/files/${id}?size=640`)).status).toBe(422);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('no picture')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['an archive', Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'latin1')],
  ])('refuses %s that is called a picture', async (_what, bytes) => {
    const answer = await uploading(client, bytes, 'image/png');
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'This is no picture and no PDF.', code: 'file_type' },
    });
  });

  it('refuses a picture that is cut, and one of more than 50 megapixels', async () => {
    const whole = await aPicture({ width: 600, height: 600, noise: true });
    expect(await uploading(client, whole.subarray(0, whole.length / 2))).toMatchObject({
      status: 422,
      body: { code: 'file_unreadable' },
    });
    const large = await aPicture({ width: 10_000, height: 5_001, type: 'png' });
    expect(await uploading(client, large)).toMatchObject({
      status: 422,
      body: { code: 'file_unreadable', error: 'The picture has more than 50 megapixels.' },
    });
    expect(
      (await uploading(client, await aPicture({ width: 10_000, height: 5_000, type: 'png' }))).status,
    ).toBe(201);
  });

  it('takes 10 MiB and no byte more', async () => {
    const most = aPdf(10 * 1024 * 1024 - aPdf(0).length);
    expect((await uploading(client, most, 'application/pdf')).status).toBe(201);
    const answer = await uploading(client, Buffer.concat([most, Buffer.from('x')]), 'application/pdf');
    expect(answer).toMatchObject({
      status: 413,
      body: { error: 'The file is larger than 10 MiB.', code: 'file_too_large' },
    });
  });

  it('refuses other media types, a missing name, a role that is too small', async () => {
    expect((await uploading(client, aPdf(), 'image/svg+xml')).status).toBe(415);
    expect((await client.send('POST', '/files', aPdf(), { 'content-type': 'application/pdf' })).status).toBe(
      422,
    );
    expect((await uploading(client.as('read'), aPdf(), 'application/pdf')).status).toBe(403);
  });

  it('refuses more than 1 GiB a day of a token', async () => {
    const [{ id }] = (await service.current.query(
      `SELECT id FROM tokens WHERE organization_id = $1 AND role = 'admin'`,
      [client.organization_id],
    )) as [{ id: number }];
    const { bytes } = await aFile(client, aPdf(), 'application/pdf');
    await service.current.query(
      `UPDATE file_upload_hours SET bytes = $3 WHERE organization_id = $1 AND token_id = $2`,
      [client.organization_id, id, 1024 ** 3 - bytes],
    );
    await aFile(client, aPdf(), 'application/pdf');
    const answer = await uploading(client, aPdf(), 'application/pdf');
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_files' } });
    await aFile(client.as('write'), aPdf(), 'application/pdf');
  });

  it('shows a file that nothing names to its uploader alone, and to no other organization', async () => {
    const { id } = await aFile(client);
    const [{ user }] = (await service.current.query(
      `INSERT INTO users (organization_id, email) VALUES ($1, 'other@harbour.example') RETURNING id AS user`,
      [client.organization_id],
    )) as [{ user: number }];
    const other = await service.current.token(client.organization_id, user, 'admin');
    expect((await raw(`/files/${id}`, {}, other)).statusCode).toBe(404);
    expect((await raw(`/files/${id}`)).statusCode).toBe(200);
    const elsewhere = await service.current.organization();
    expect((await elsewhere.get(`/files/${id}`)).status).toBe(404);
    expect((await elsewhere.post(`/files/${id}/link`)).status).toBe(404);
  });

  it('opens a file by a link, for pages of other origins, and nothing else', async () => {
    const [one, other] = [await aFile(client), await aFile(client)];
    const { status, body } = await client.as('read').post(`/files/${one.id}/link`);
    expect(status).toBe(201);
    const left = Date.parse(body.expires_at) - Date.now();
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000 + 5_000);
    const path = body.url.replace(/^http:.*\/api\/v1/, '');
    const { statusCode, headers } = await raw(path, {}, '');
    expect(statusCode).toBe(200);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await raw(`${path}&size=320`, {}, '')).statusCode).toBe(200);
    expect((await raw(path.replace(one.id, other.id), {}, '')).statusCode).toBe(401);
    expect((await raw(`/events/stream?${path.split('?')[1]}`, {}, '')).statusCode).toBe(401);
    const { body: stream } = await client.post('/events/stream_tickets');
    expect((await raw(`/files/${one.id}?ticket=${stream.ticket}`, {}, '')).statusCode).toBe(401);
    await service.current.query(
      `UPDATE stream_tickets SET good_until = now() WHERE organization_id = $1 AND file_id = $2`,
      [client.organization_id, one.id],
    );
    expect((await raw(path, {}, '')).statusCode).toBe(401);
  });

  it('gives a token 1,000 links at a time', async () => {
    const { id } = await aFile(client);
    await client.post(`/files/${id}/link`);
    await service.current.query(
      `INSERT INTO stream_tickets (organization_id, token_id, file_id, hash, expires_at, good_until)
       SELECT organization_id, token_id, file_id, sha256(convert_to(hash::text || n, 'UTF8')), expires_at, good_until
       FROM stream_tickets, generate_series(1, 998) n WHERE organization_id = $1 AND file_id = $2`,
      [client.organization_id, id],
    );
    expect((await client.post(`/files/${id}/link`)).status).toBe(201);
    expect(await client.post(`/files/${id}/link`)).toMatchObject({
      status: 429,
      body: { code: 'too_many_tickets' },
    });
  });
});

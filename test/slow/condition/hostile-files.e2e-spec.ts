import { request } from 'node:http';
import { once } from 'node:events';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { aPdf, aPicture, uploading } from '../../factories/files';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

/** What no kept picture may have. */
const MARKS = ['PK\u0003\u0004', '<script', '<?php', 'GPSLatitude', 'Exif', 'hidden payload'];

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const aPng = (width: number, height: number, pixels: Buffer, further: Buffer[] = []) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    PNG,
    chunk('IHDR', head),
    ...further,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const behindStart = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
const exif = (tiff: Buffer) => segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
/** TIFF with one entry. */
const tiff = (tag: number, type: number, count: number, value: number, next: number) => {
  const bytes = Buffer.alloc(26);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(1, 8);
  bytes.writeUInt16LE(tag, 10);
  bytes.writeUInt16LE(type, 12);
  bytes.writeUInt32LE(count, 14);
  bytes.writeUInt32LE(value, 18);
  bytes.writeUInt32LE(next, 22);
  return bytes;
};
/** Numbers that look like random ones, and are the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let n = seed; ;) yield (n = (n * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** Files that somebody sends who means harm, by what they are. */
async function hostileFiles(): Promise<[what: string, bytes: Buffer][]> {
  const files: [string, Buffer][] = [];
  const add = (what: string, bytes: Buffer | string) => files.push([what, Buffer.from(bytes as Buffer)]);
  const whole = {
    jpeg: await aPicture({ width: 300, height: 200, noise: true }),
    png: await aPicture({ width: 120, height: 80, type: 'png', noise: true }),
    webp: await aPicture({ width: 300, height: 200, type: 'webp', noise: true }),
  };
  const zip = Buffer.from('PK\u0003\u0004\u0014\0\0\0hidden payload PK\u0005\u0006', 'latin1');
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  for (const [type, bytes] of Object.entries(whole)) {
    for (let n = 1; n <= 15; n++) add(`${type}, cut at ${n}/16`, bytes.subarray(0, (bytes.length * n) / 16));
    const random = numbers(bytes.length);
    for (let n = 0; n < 25; n++) {
      const flipped = Buffer.from(bytes);
      for (let bit = 0; bit < 8; bit++)
        flipped[12 + Math.floor(random.next().value * (bytes.length - 12))]! ^=
          1 << Math.floor(random.next().value * 8);
      add(`${type} with bits flipped, ${n}`, flipped);
    }
    for (const [what, tail] of Object.entries({
      zip,
      html,
      jpeg: whole.jpeg,
      nothing: Buffer.alloc(100_000),
    }))
      add(`${type} with ${what} behind it`, Buffer.concat([bytes, tail]));
    add(`${type} behind an archive`, Buffer.concat([zip, bytes]));
    add(`${type} behind HTML`, Buffer.concat([html, bytes]));
    add(`${type} behind a PDF`, Buffer.concat([aPdf(), bytes]));
  }
  for (const [width, height] of [
    [50_000, 50_000],
    [0, 0],
    [0xffffffff, 0xffffffff],
    [0x7fffffff, 1],
    [50_000, 1],
    [1, 50_000],
    [7_072, 7_072],
  ] as const) {
    add(`PNG that says ${width} x ${height}`, aPng(width, height, Buffer.alloc(64)));
    const frame = whole.jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const jpeg = Buffer.from(whole.jpeg);
    jpeg.writeUInt16BE(height & 0xffff, frame + 5);
    jpeg.writeUInt16BE(width & 0xffff, frame + 7);
    add(`JPEG that says ${width & 0xffff} x ${height & 0xffff}`, jpeg);
    const webp = Buffer.from(whole.webp);
    webp.writeUInt16LE(width & 0x3fff, 26);
    webp.writeUInt16LE(height & 0x3fff, 28);
    add(`WebP that says ${width & 0x3fff} x ${height & 0x3fff}`, webp);
  }
  const pixels = Buffer.alloc(9 * 8);
  add('PNG of 49 megapixels from some KiB', aPng(7_000, 7_000, Buffer.alloc(7_001 * 7_000)));
  add('PNG of 64 megapixels from some KiB', aPng(8_000, 8_000, Buffer.alloc(8_001 * 8_000)));
  add('PNG with more pixels than it says', aPng(8, 8, Buffer.alloc(50_000_000)));
  const bomb = deflateSync(Buffer.alloc(100_000_000));
  add(
    'PNG with a text that unpacks to 100 MB',
    aPng(8, 8, pixels, [chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), bomb]))]),
  );
  add(
    'PNG with a profile that unpacks to 100 MB',
    aPng(8, 8, pixels, [chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), bomb]))]),
  );
  add('PNG with an archive in a chunk', aPng(8, 8, pixels, [chunk('prVt', zip)]));
  add(
    'PNG with a script in a text',
    aPng(8, 8, pixels, [chunk('tEXt', Buffer.concat([Buffer.from('a\0'), html]))]),
  );
  add(
    'PNG with a chunk that says 2 GB',
    Buffer.concat([PNG, Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from('IDATxx')]),
  );
  add(
    'PNG with 20,000 empty chunks',
    aPng(8, 8, pixels, Array<Buffer>(20_000).fill(chunk('prVt', Buffer.alloc(0)))),
  );
  add(
    'JPEG with PHP in a comment',
    behindStart(whole.jpeg, segment(0xfe, Buffer.from('<?php system($_GET[0]); ?>'))),
  );
  add('JPEG with an archive in a comment', behindStart(whole.jpeg, segment(0xfe, zip)));
  add(
    'JPEG with 100 full comments',
    behindStart(whole.jpeg, ...Array<Buffer>(100).fill(segment(0xfe, Buffer.alloc(65_533)))),
  );
  add(
    'JPEG with 100 blocks of EXIF',
    behindStart(whole.jpeg, ...Array<Buffer>(100).fill(exif(Buffer.alloc(65_000, 'II*\0')))),
  );
  add('JPEG with EXIF that leads to itself', behindStart(whole.jpeg, exif(tiff(0x8769, 4, 1, 8, 8))));
  add('JPEG with EXIF of 4 billion values', behindStart(whole.jpeg, exif(tiff(0x010e, 2, 0xffffffff, 8, 0))));
  add(
    'JPEG with EXIF that leads outside',
    behindStart(whole.jpeg, exif(tiff(0x8825, 4, 1, 0x7fffffff, 0x7fffffff))),
  );
  add('JPEG with the orientation 99', behindStart(whole.jpeg, exif(tiff(0x0112, 3, 1, 99, 0))));
  add(
    'JPEG with a place',
    behindStart(
      whole.jpeg,
      segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x GPSLatitude="51"/>')),
    ),
  );
  add('JPEG with nothing but starts', Buffer.alloc(200_000, Buffer.from([0xff, 0xd8])));
  add(
    'JPEG with nothing but restarts',
    Buffer.concat([whole.jpeg.subarray(0, -2), Buffer.alloc(500_000, Buffer.from([0xff, 0xd0]))]),
  );
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>';
  const laughs = `<!DOCTYPE s [<!ENTITY a "ha">${[...'bcdefghij'].map((c, n) => `<!ENTITY ${c} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;
  for (const before of [
    '',
    '\ufeff',
    '  \n',
    '<?xml version="1.0"?>',
    laughs,
    '<!-- x -->',
    'GIF89a',
    '%PDF',
  ])
    add(`SVG behind ${before.slice(0, 12)}`, before + svg);
  for (const head of [
    'GIF89a',
    'BM',
    'II*\0',
    'MM\0*',
    '\0\0\0\x1cftypheic',
    '\0\0\0\x1cftypavif',
    '\0\0\0\x1cftypmp42',
    'Rar!\x1a\x07',
    '7z\xbc\xaf\x27\x1c',
    '\x7fELF',
    'MZ',
    '#!/bin/sh\n',
    '<html>',
    '%!PS-Adobe',
    '8BPS',
    '\xff\x0a',
    'RIFF\0\0\0\0WAVE',
    'RIFF\xff\xff\xff\xffWEBP',
    '\x1f\x8b\x08',
    'BZh9',
  ])
    add(
      `a file that begins with ${JSON.stringify(head)}`,
      Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(5_000, 1)]),
    );
  return files;
}

describe('files of those who mean harm', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('are refused, or kept as clean pictures', async () => {
    const files = await hostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(200);
    const outcomes = { kept: 0, refused: 0 };
    for (const [what, bytes] of files) {
      const { status, body } = await uploading(client, bytes, 'image/png', what.slice(0, 200));
      expect([what, status]).toEqual([what, status === 201 ? 201 : 422]);
      if (status === 422) {
        expect([what, body.code]).toEqual([what, expect.stringMatching(/^file_(type|unreadable)$/)]);
        outcomes.refused++;
        continue;
      }
      outcomes.kept++;
      const show = (query: string) =>
        service.current.app.inject({
          url: `/api/v1/files/${body.file.id}${query}`,
          headers: { authorization: `Token token=${client.tokens.read}` },
        });
      const { rawPayload, headers } = await show('');
      if (body.file.content_type === 'application/pdf') {
        expect([what, headers['content-security-policy'], headers['content-disposition']]).toEqual([
          what,
          'sandbox',
          expect.stringMatching(/^attachment/),
        ]);
        continue;
      }
      const { exif, xmp, width, height } = await sharp(rawPayload).metadata();
      expect([what, exif, xmp]).toEqual([what, undefined, undefined]);
      expect(Math.max(width, height)).toBeLessThanOrEqual(4_096);
      const held = MARKS.filter((mark) => rawPayload.includes(Buffer.from(mark, 'latin1')));
      expect([what, held]).toEqual([what, []]);
      expect([what, (await show('?size=320')).statusCode]).toEqual([what, 200]);
    }
    expect(outcomes.refused).toBeGreaterThan(100);
    expect(outcomes.kept).toBeGreaterThan(20);
    expect((await client.get('/me')).status).toBe(200);
  }, 300_000);

  it('leave memory as it is when 64 of 10 MiB come at once', async () => {
    const address = new URL(await service.current.listen());
    const part = aPdf(64 * 1024).subarray(0, 64 * 1024);
    const parts = (10 * 1024 * 1024) / part.length;
    const upload = async () => {
      const sending = request({
        host: address.hostname,
        port: address.port,
        method: 'POST',
        path: '/api/v1/files?name=large.pdf',
        headers: { authorization: `Token token=${client.tokens.write}`, 'content-type': 'application/pdf' },
      });
      const answered = once(sending, 'response');
      for (let n = 0; n < parts; n++) if (!sending.write(part)) await once(sending, 'drain');
      sending.end();
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode as number;
    };
    expect(await upload()).toBe(201);
    const held = () => {
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 1024 ** 2;
    };
    globalThis.gc?.();
    const before = held();
    let most = before;
    const looking = setInterval(() => (most = Math.max(most, held())), 10);
    const statuses = await Promise.all(Array.from({ length: 64 }, upload));
    clearInterval(looking);
    expect(statuses).toEqual(Array(64).fill(201));
    // of 640 MiB
    expect(most - before).toBeLessThan(100);
  }, 300_000);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Pictures } from './pictures';

describe('pictures where sharp is not installed', () => {
  const pictures = new Pictures(() => Promise.resolve(undefined));
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const clean = async (picture: sharp.Sharp, type: 'jpeg' | 'png' | 'webp', before = Buffer.alloc(0)) => {
    const path = join(folder, type);
    writeFileSync(path, Buffer.concat([before, await picture.toFormat(type).toBuffer()]));
    return pictures.clean(path, `${path}.cleaned`, `image/${type}`);
  };
  const plain = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } });
  const place = { IFD0: { Copyright: 'Tess' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };

  it.each(['jpeg', 'png', 'webp'] as const)(
    'are kept as they were sent, and %s with a place is refused',
    async (type) => {
      expect(await clean(plain(), type)).toBe(false);
      expect(await clean(plain().withExif({ IFD0: { Copyright: 'Tess' } }), type)).toBe(false);
      await expect(clean(plain().withExif(place), type)).rejects.toMatchObject({
        code: 'file_located',
        status: 422,
      });
    },
  );

  it.each([65_520, 65_530, 65_536])(
    'are looked through as a whole: a place behind %i bytes',
    async (bytes) => {
      await expect(clean(plain().withExif(place), 'jpeg', Buffer.alloc(bytes))).rejects.toMatchObject({
        code: 'file_located',
      });
    },
  );

  it('are not resized', async () => {
    expect(await pictures.resized(() => Promise.resolve(Buffer.alloc(1)), 320, 'image/jpeg')).toBeUndefined();
  });
});

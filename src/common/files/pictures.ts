import type { Sharp } from 'sharp';
import { FairTurns } from '../fair-turns';
import { COMMON } from '../errors/codes';
import { Refused } from '../errors/errors';
import type { FileType } from './file.entity';
import { isLocated } from './located';

/** The most pixels that are decoded, and the longest side that is kept. */
const MOST_PIXELS = 50_000_000;
const LONGEST = 4_096;
/** How many pictures are worked at at a time: each takes up to 200 MB. */
const MOST_AT_ONCE = 2;
/** How many of one organization wait. */
const WAITING = 100;

/** What sharp is called as; undefined where it is not installed, as on a platform that lacks it. */
type Library = typeof import('sharp');
let library: Promise<Library | undefined> | undefined;

/** Loads sharp with the first picture. Its own threads and caches stay small, because turns go round organizations. */
function sharpLibrary(): Promise<Library | undefined> {
  return (library ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    },
    () => undefined,
  ));
}

/** Where work at pictures is done: in threads of libvips, by the turns of organizations. */
export class Pictures {
  private readonly turns = new FairTurns({
    most: MOST_AT_ONCE,
    ofOrganization: MOST_AT_ONCE,
    waiting: WAITING,
  });

  /** @param library sharp, if it is installed */
  constructor(private readonly library = sharpLibrary) {}

  /**
   * Writes a picture as it is kept: upright, without EXIF, with at most 4,096 pixels on the longer side.
   * @param from the file that was sent
   * @param to the file to write
   * @returns false where the picture is kept as it was sent, because sharp is not installed
   * @throws Refused for one that does not decode, or that says where it was taken and is kept as it was sent
   */
  async clean(from: string, to: string, type: FileType): Promise<boolean> {
    const sharp = await this.library();
    if (!sharp) {
      if (await isLocated(from)) throw located();
      return false;
    }
    await this.turns.run(async () => {
      try {
        const picture = sharp(from, OPTIONS)
          .autoOrient()
          .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true });
        await written(picture, type).toFile(to);
      } catch (error) {
        throw unreadable(error);
      }
    });
    return true;
  }

  /**
   * A picture with at most so many pixels on its longer side, never enlarged, as JPEG or WebP.
   * @param read its bytes
   * @returns undefined where sharp is not installed
   */
  async resized(
    read: () => Promise<Buffer>,
    size: number,
    type: 'image/jpeg' | 'image/webp',
  ): Promise<Buffer | undefined> {
    const sharp = await this.library();
    if (!sharp) return undefined;
    return this.turns.run(async () => {
      const picture = sharp(await read(), OPTIONS)
        .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
        // JPEG has no transparency
        .flatten({ background: '#ffffff' });
      return written(picture, type).toBuffer();
    });
  }
}

const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 } as const;

/** Of a PNG that is a photograph, higher levels of compression take seconds and save little. */
function written(picture: Sharp, type: FileType): Sharp {
  if (type === 'image/png') return picture.png({ compressionLevel: 4 });
  if (type === 'image/webp') return picture.webp({ quality: 82, effort: 2 });
  return picture.jpeg({ quality: 85 });
}

/** What libvips refuses is a fault of the picture; it has no codes for that. */
function unreadable(error: unknown): Refused {
  const reason = /pixel limit/i.test(String(error)) ? 'has more than 50 megapixels' : 'cannot be read';
  return new Refused({
    code: COMMON.file_unreadable,
    sentence: `The picture ${reason}.`,
    status: 422,
  });
}

const located = () =>
  new Refused({
    code: COMMON.file_located,
    sentence: 'The picture says where it was taken: remove that before it is sent.',
    status: 422,
  });

import { createReadStream } from 'node:fs';

/** What marks a place in EXIF (the tag GPSInfo, 0x8825, of type LONG, in either order of bytes), and in XMP. */
const MARKS = [
  Buffer.from([0x25, 0x88, 0x04, 0x00, 0x01, 0x00, 0x00, 0x00]),
  Buffer.from([0x88, 0x25, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01]),
  Buffer.from('GPSLatitude'),
  // EXIF of a PNG as compressed text
  Buffer.from('Raw profile type'),
];
const LONGEST = Math.max(...MARKS.map(({ length }) => length));

/** Whether a picture seems to say where it was taken. It may be wrong about one that does not, never about one that does. */
export async function isLocated(path: string): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    if (MARKS.some((mark) => bytes.includes(mark))) return true;
    rest = bytes.subarray(-LONGEST);
  }
  return false;
}

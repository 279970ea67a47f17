import { Readable } from 'node:stream';

/** The bytes of a piece. */
const PIECE = 16 * 1024;

/** Sends text in pieces of 16 KiB, so that what a slow reader has taken of it shows soon. */
export function inPieces(parts: AsyncIterable<string>): Readable {
  return Readable.from(piecesOf(parts), { objectMode: false });
}

async function* piecesOf(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
}

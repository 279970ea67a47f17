import sharp from 'sharp';
import type { Client } from '../setup/client';

interface PictureOptions {
  width?: number;
  height?: number;
  type?: 'jpeg' | 'png' | 'webp';
  noise?: boolean;
}

/** A picture of noise, which compresses badly. */
export async function aPicture(
  { width = 64, height = 48, type = 'jpeg', noise = false }: PictureOptions = {},
  more: (picture: sharp.Sharp) => sharp.Sharp = (picture) => picture,
): Promise<Buffer> {
  const create = {
    width,
    height,
    channels: 3 as const,
    background: { r: 200, g: 80, b: 40 },
    ...(noise && { noise: { type: 'gaussian' as const, mean: 128, sigma: 60 } }),
  };
  return more(sharp({ create })).toFormat(type).toBuffer();
}

/** A PDF of about so many bytes. */
export const aPdf = (bytes = 600): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'),
    Buffer.alloc(bytes, '% nothing\n'),
    Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);

export const uploading = (client: Client, bytes: Buffer, type = 'image/jpeg', name = 'left side.jpg') =>
  client.send('POST', `/files?name=${encodeURIComponent(name)}`, bytes, { 'content-type': type });

/** Uploads a file, expects 201, and returns it. */
export async function aFile(client: Client, bytes?: Buffer, type?: string, name?: string): Promise<any> {
  const { status, body } = await uploading(client, bytes ?? (await aPicture()), type, name);
  if (status !== 201) throw new Error(`POST /files: ${status} ${JSON.stringify(body)}`);
  return body.file;
}

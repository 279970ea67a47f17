import { open } from 'node:fs/promises';
import { FILE_TYPES, type FileType } from './file.entity';

/** How many bytes tell what a file is. */
const HEAD = 4_100;

/** What a file is by its bytes; undefined for what is no picture and no PDF. SVG is text, and none. */
export async function typeOf(path: string): Promise<FileType | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const found = await fileTypeFromBuffer(buffer.subarray(0, bytesRead));
    return FILE_TYPES.find((type) => type === found?.mime);
  } finally {
    await file.close();
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Lists the files of an export, so that an import notices an incomplete one. */
export const CONTENTS = 'export.json';

/** The names of the files of an export. */
const IS_OURS = /^([a-z_]+\.(ndjson|csv)|files\/[\da-f-]{36})$/;

/** The lines, bytes and hash of each file. */
type Contents = Record<string, { lines: number; bytes: number; sha256: string }>;

/**
 * The files of one export. They are written to a temporary folder and moved into place when all of them are on the
 * disk, so that a failed export leaves the earlier one intact. Only the user who runs the export may read them.
 */
export class ExportFiles {
  private readonly contents: Contents = {};

  private constructor(
    private readonly folder: string,
    private readonly beside: string,
  ) {}

  static async in(folder: string): Promise<ExportFiles> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new ExportFiles(folder, await mkdtemp(join(folder, '.export-')));
  }

  /** Writes one file and returns its number of lines. */
  async write(name: string, batches: AsyncIterable<string[]>): Promise<number> {
    let lines = 0;
    async function* texts() {
      for await (const batch of batches) {
        lines += batch.length;
        yield Buffer.from(batch.map((line) => `${line}\n`).join(''));
      }
    }
    const written = await this.keep(name, texts());
    this.contents[name] = { lines, ...written };
    return lines;
  }

  /** Writes one file of bytes, which has no lines. Its name may have a folder. */
  async keep(name: string, parts: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
    const hash = createHash('sha256');
    let bytes = 0;
    mkdirSync(dirname(join(this.beside, name)), { recursive: true, mode: 0o700 });
    await this.fresh(name, async function* () {
      for await (const part of parts) {
        bytes += part.length;
        hash.update(part);
        yield part;
      }
    });
    const written = { bytes, sha256: hash.digest('hex') };
    this.contents[name] = { lines: 0, ...written };
    return written;
  }

  /**
   * Moves the files into place, `export.json` first: until the last file is moved, an import refuses the folder. Files of an
   * earlier export that are none of this one, such as those in another format, are removed.
   */
  async publish(): Promise<void> {
    const earlier = await contentsOf(this.folder);
    const text = `${JSON.stringify({ files: this.contents }, null, 2)}\n`;
    await this.fresh(CONTENTS, () => [text]);
    for (const name of [CONTENTS, ...Object.keys(this.contents)]) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true, mode: 0o700 });
      await rename(join(this.beside, name), join(this.folder, name));
    }
    if (earlier !== 'unreadable')
      for (const name of Object.keys(earlier))
        if (!this.contents[name] && IS_OURS.test(name)) await rm(join(this.folder, name), { force: true });
    await sync(this.folder);
  }

  /** Deletes files that were not published. */
  discard(): Promise<void> {
    return rm(this.beside, { recursive: true, force: true });
  }

  private async fresh(name: string, content: () => AsyncIterable<Buffer> | Iterable<string>): Promise<void> {
    const path = join(this.beside, name);
    // 'wx' fails on an existing file and follows no link.
    const file = await open(path, 'wx', 0o600);
    await pipeline(content, file.createWriteStream({ flush: true }));
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The files that `export.json` in a folder lists; none without it. `broken` is the first that differs from the list.
 */
export async function exportedFiles(folder: string): Promise<{ files: Set<string>; broken?: string }> {
  const contents = await contentsOf(folder);
  if (contents === 'unreadable') return { files: new Set(), broken: CONTENTS };
  const files = new Set(Object.keys(contents));
  for (const [name, { bytes, sha256 }] of Object.entries(contents)) {
    const path = join(folder, name);
    const isWhole = (await sizeOf(path)) === bytes && (await hashOf(path)) === sha256;
    if (!isWhole) return { files, broken: name };
  }
  return { files };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

async function contentsOf(folder: string): Promise<Contents | 'unreadable'> {
  const text = await readFile(join(folder, CONTENTS), 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    const { files } = JSON.parse(text) as { files: Contents };
    return [files, ...Object.values(files)].every(isObject) ? files : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

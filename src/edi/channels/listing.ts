import { cleaned, isUnfinished } from './file-names';

/** The most bytes of a file that is taken. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** The age from which a file is taken as written, in milliseconds. */
const SETTLED_MS = 10_000;

/** The longest name of a file that is taken, in characters. */
export const MOST_NAME = 255;

/** A name that leads nowhere else and can be said to the server again: one that is no UTF-8 cannot. */
const SAYABLE = /^[^/\0\uFFFD]{1,255}$/u;

/** The most files of a folder that are remembered from one look to the next. */
const MOST_SEEN = 1_000;

/** An entry of a folder. */
export interface Listed {
  name: string;
  /** Whether it is a plain file: no folder, no link. */
  isFile: boolean;
  /** In bytes. */
  size: number;
  /** When it was written last, in milliseconds of the server's clock. */
  written: number;
}

/** How a file was when its folder was looked at. */
export interface Seen {
  size: number;
  /** Since when it is known as this, in milliseconds of this machine's clock. */
  since: number;
}

/** What comes of a look at a folder. */
export interface Look {
  /** The files to take, in their order. */
  take: Listed[];
  /** The names of files that stay, because they are too large, or because nobody can ask for them by their names. */
  left: string[];
  /** What the next look has to know: the files that were left because they may still be written. */
  seen: Map<string, Seen>;
}

/**
 * Decides which files of a folder are taken: by the time when they were written, then by name. A file is left that is
 * empty, grew since the last look, or was written less than 10 s ago. One that did not change between two looks is taken
 * whatever the clock of the server says.
 * @param now on the clock of this machine, in milliseconds
 */
export function lookAt(listed: readonly Listed[], before: ReadonlyMap<string, Seen>, now: number): Look {
  const seen = new Map<string, Seen>();
  const [take, left]: [Listed[], string[]] = [[], []];
  for (const file of listed.filter(isCandidate)) {
    const { name, size, written } = file;
    const earlier = before.get(name);
    const isSame = earlier?.size === size;
    const since = isSame ? earlier.since : now;
    const changed = earlier !== undefined && !isSame;
    if (size > MOST_BYTES || !SAYABLE.test(name)) left.push(cleaned(name));
    else if (!changed && (now - written >= SETTLED_MS || now - since >= SETTLED_MS)) take.push(file);
    else if (seen.size < MOST_SEEN) seen.set(name, { size, since });
  }
  take.sort((a, b) => a.written - b.written || (a.name < b.name ? -1 : 1));
  return { take, left: left.sort(), seen };
}

/** Whether an entry could be taken at all. */
function isCandidate({ name, isFile, size }: Listed): boolean {
  return isFile && size > 0 && name !== '' && !name.startsWith('.') && !isUnfinished(name);
}

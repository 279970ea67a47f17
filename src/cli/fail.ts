import { printable } from './printable';

/** What a command that failed exits with. */
export const FAILED = 1;

/** Ends the process over a failure: one clear line on standard error, exit code 1. */
export function fail(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(FAILED);
}

/** What a file or folder that cannot be read or written is told of as, by the code of the system. */
const OF_FILES: Record<string, string> = {
  ENOENT: 'is not there, or its folder is not',
  ENOTDIR: 'is not in a folder',
  EISDIR: 'is a folder',
  EEXIST: 'is there already, and is no folder',
  EACCES: 'may not be opened',
  EPERM: 'may not be opened',
  EROFS: 'is on a disk that only lets read',
  ENOSPC: 'does not fit: the disk is full',
};

const RACED = 'Somebody else changed the same records at the same time. Please try again.';

/** In whose way a command came, by the SQLSTATE; anything else is told in the database's own words. */
const OF_OTHERS: Record<string, string> = {
  '55P03':
    'A record stayed locked by somebody else for longer than DATABASE_LOCK_TIMEOUT_MS. Please try again.',
  '40P01': RACED,
  '40001': RACED,
};

/** What an operator is told of a failure. */
export function sentenceOf(error: unknown): string {
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: choose another one in PORT.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be opened: choose another one in PORT.`;
  if (code && path && OF_FILES[code]) return `${printable(path)} ${OF_FILES[code]}.`;
  if (code && OF_OTHERS[code]) return OF_OTHERS[code];
  return (message ?? String(error)).split('\n').map(printable).join('\n');
}

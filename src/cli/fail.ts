import { printable } from './printable';

/** The exit code of a failed command. */
export const FAILED = 1;

/** Prints one line about the failure to standard error and exits with code 1. */
export function fail(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(FAILED);
}

/** The end of the sentence about a file or folder, by errno code. */
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

/** Sentences for lock conflicts, by SQLSTATE. Other errors keep the message of the database. */
const OF_OTHERS: Record<string, string> = {
  '55P03':
    'A record stayed locked by somebody else for longer than DATABASE_LOCK_TIMEOUT_MS. Please try again.',
  '40P01': RACED,
  '40001': RACED,
};

/** The sentence for the operator about a failure. */
export function sentenceOf(error: unknown): string {
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: choose another one in PORT.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be opened: choose another one in PORT.`;
  if (code && path && OF_FILES[code]) return `${printable(path)} ${OF_FILES[code]}.`;
  if (code && OF_OTHERS[code]) return OF_OTHERS[code];
  return (message ?? String(error)).split('\n').map(printable).join('\n');
}

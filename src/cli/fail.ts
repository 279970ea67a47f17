import { printable } from './printable';

/** What a command that failed exits with. */
export const FAILED = 1;

/** Ends the process over a failure: one clear line on standard error, exit code 1. */
export function fail(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(FAILED);
}

/** What an operator is told of a failure. */
export function sentenceOf(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: choose another one in PORT.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be opened: choose another one in PORT.`;
  return (message ?? String(error)).split('\n').map(printable).join('\n');
}

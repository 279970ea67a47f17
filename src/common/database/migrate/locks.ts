import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tables that a migration locks while it runs. */
export interface Locks {
  /** Nobody reads or writes these. */
  all: string[];
  /** Nobody writes these. */
  writes: string[];
}

/** What each migration locks that was there before it, by its name; made by `npm run generate`, in a new database. */
export const LOCKS_FILE = join(__dirname, '../../../../migrations/locks.json');

/** A sentence for each migration: its name, and which tables it locks. */
export function withLocks(names: string[], locks = kept()): string[] {
  return names.map((name) => {
    const { all = [], writes = [] } = locks[name] ?? {};
    const parts = [
      all.length && `no reads and writes of ${all.join(', ')}`,
      writes.length && `no writes of ${writes.join(', ')}`,
    ].filter(Boolean);
    return parts.length ? `${name}: ${parts.join('; ')}` : name;
  });
}

const kept = () => JSON.parse(readFileSync(LOCKS_FILE, 'utf8')) as Record<string, Locks>;

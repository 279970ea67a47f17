import type { Workshop } from './in-database';
import type { Io } from './io';

/** The context of commands. */
export interface Shell {
  io: Io;
  say: (line: string) => void;
  /** Runs a command with the database. Loads its code lazily, because --help needs none of it. */
  inDatabase: (work: (workshop: Workshop) => Promise<void>) => Promise<void>;
}

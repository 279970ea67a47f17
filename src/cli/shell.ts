import type { Workshop } from './in-database';
import type { Io } from './io';

/** The context of commands. */
export interface Shell {
  io: Io;
  say: (line: string) => void;
  /**
   * Runs a command with the database. Loads its code lazily, because --help needs none of it.
   * @param options.makes whether it makes a database where there is none, which one that looks into it does not
   */
  inDatabase: (work: (workshop: Workshop) => Promise<void>, options?: { makes: boolean }) => Promise<void>;
}

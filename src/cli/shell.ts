import type { Workshop } from './in-database';
import type { Io } from './io';

/** What commands work with. */
export interface Shell {
  io: Io;
  /** Writes a line. */
  say: (line: string) => void;
  /** Runs a command on the database; its code is loaded only then, since --help needs none of it. */
  inDatabase: (work: (workshop: Workshop) => Promise<void>) => Promise<void>;
}

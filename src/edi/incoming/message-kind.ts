import type { Attempt } from './attempt';
import type { MessageReader, Read, Settings } from './reading/reader';

/** Messages of a kind: how they are read, and what is done with what they say. */
export interface MessageKind<T = unknown> {
  readonly message: string;
  /** Makes the reader of one message. */
  readonly reader: (settings: Settings) => MessageReader<T>;
  /** Does what the message says within the running transaction, and notes in the attempt what came of it. */
  apply(attempt: Attempt, read: Read<T>): Promise<void>;
}

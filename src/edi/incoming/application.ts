import type { Segment } from '../edifact/tokenizer';
import type { Work } from './work';

/** Takes the segments of a message, one by one, and applies what they say. */
export interface Application {
  take(segment: Segment): void;
  /** Does what the message says within the running transaction, and notes in the work what came of it. */
  apply(): Promise<void>;
}

/** Makes the application of a message of a kind. */
export interface Applies {
  readonly message: string;
  begin(work: Work): Application;
}

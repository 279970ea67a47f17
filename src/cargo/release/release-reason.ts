import type { Text } from '../../common/languages/sentence';

/** A reason why a container is not handed over, with the sentence that a clerk tells the driver. */
export interface ReleaseReason {
  /** One of the codes of its rule. */
  code: string;
  sentence: Text;
  since: Date | null;
  /** When the reason ends by itself, if that is known. */
  until: Date | null;
  /** The record that causes the reason. */
  source: { type: string; id: number } | null;
}

import type { Text } from '../../common/languages/sentence';
import type { Link } from '../../common/pagination/links';

/** A reason why a container is not handed over, with the sentence that a clerk tells the driver. */
export interface ReleaseReason {
  /** One of the codes of its rule. */
  code: string;
  sentence: Text;
  /** The container that is not handed over; null for what is no container. */
  container: { id: number | null; number: string } | null;
  since: Date | null;
  /** When the reason ends by itself, if that is known. */
  until: Date | null;
  /** The record that causes the reason. */
  source: { type: string; id: number } | null;
  /** The request that removes the reason, with a path for its URL. */
  action: Link | null;
}

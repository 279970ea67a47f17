/** One reason why a container is not handed over, with what a clerk tells a driver. */
export interface ReleaseReason {
  /** One of the codes of its rule. */
  code: string;
  sentence: string;
  since: Date | null;
  /** When it ends by itself, as far as is known. */
  until: Date | null;
  /** The record that it comes from. */
  source: { type: string; id: number } | null;
}

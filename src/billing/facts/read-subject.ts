import type { SubjectFacts } from './subject-facts';

/** A subject as it is charged: its facts, and the records that its charges name. */
export interface ReadSubject {
  facts: SubjectFacts;
  container_id: number | null;
  stay_id: number | null;
  bill_of_lading_id: number | null;
  /** The facts as if it ended at a time; only stays are left. */
  leaving?: (at: number) => SubjectFacts;
}

/** A subject that is for no container and no bill. */
export const withoutContainer = (facts: SubjectFacts): ReadSubject => ({
  facts,
  container_id: null,
  stay_id: null,
  bill_of_lading_id: null,
});

import type { Problem } from '../pricing/item';

/** What a run asks of `DraftsService.ofRun`: the drafts of one customer, in parts of at most 5,000 charges. */
export interface RunDrafting {
  /** The id of the run in `billing_runs`: the drafts are of it. */
  run: number;
  /** The id in `billing_customers`; `DraftsService.nextCustomer` finds those that have open charges. */
  customer: number;
  /** The id of the last charge of the part before; 0 for the first part. */
  after: number;
}

/** What a part came to. Charges with a problem stay open. */
export interface RunDrafted {
  /** How many drafts were made, beside those that took more charges in. */
  invoices: number;
  problems: DraftProblem[];
  /** What to go on behind in the next transaction; null when the customer has no further open charges. */
  next: number | null;
}

/** Why a charge is on no draft. `subject_id` is the id in `charge_subjects`. */
export interface DraftProblem extends Problem {
  subject_id: number;
}

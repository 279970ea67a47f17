import type { Numeric } from '../../common/schema/columns';
import type { SubjectKey } from '../facts/subject-facts';
import type { Day } from '../pricing/local-days';
import type { Problem } from '../pricing/item';
import type { PriceList } from '../pricing/price-list';

/** How subjects are charged. */
export interface Charging {
  /** The last day that is charged: events that happened and units that began by its end. */
  until: Day;
  /** Whether what is counted is charged while a subject goes on; else it waits until the subject has ended. */
  interim: boolean;
  /** The ids of the only charge codes that are charged and compared; all when left out. */
  codes?: readonly number[];
  /** Charges stays as if they ended at the end of `until`, with the items of leaving. */
  leaving?: boolean;
  /** The run that charges. Without one, an event `charge.created` tells of each charge. */
  run?: number;
  /** The prices, where the caller has read them already: a run reads them once. */
  prices?: PriceList;
}

/** A problem of a subject. `subject_id` is the id in `charge_subjects`. */
export interface SubjectProblem extends Problem {
  subject_id: number;
}

/** What charging came to. */
export interface Charged {
  /** The ids in `charge_subjects` of the subjects, in their order. */
  subject_ids: number[];
  /** How many charges and adjustments were written. */
  charges: number;
  adjustments: number;
  /** The sum of what was written, by currency. */
  totals: Record<string, Numeric>;
  problems: SubjectProblem[];
  /** The subjects that have units or events behind `until`, or a problem: their marks stay for the next run. */
  beyond: SubjectKey[];
}

import { Row, Text, Time } from '../common/schema/columns';

/** What every applied hold carries: it is in force until lifted, and again after `lifted_until` (decision 46). */
export abstract class AppliedHold extends Row {
  @Text() reference_number: string | null;
  @Time({ required: true }) applied_at: Date;
  @Time() lifted_at: Date | null;
  /** The instant at which a lifted hold comes back into force by itself; null for never. */
  @Time() lifted_until: Date | null;
  @Text() notes: string | null;
}

/** SQL: whether the hold of this alias is in force now. */
export const inForce = (hold: string) => `(${hold}.lifted_at IS NULL OR ${hold}.lifted_until <= now())`;

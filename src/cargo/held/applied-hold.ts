import { raw } from 'sql-template-tag';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo, Row, Text, Time } from '../../common/schema/columns';
import { HoldType } from './hold-type.kind';

/**
 * A hold type applied to a record. The hold is in force until it is lifted, and again from `lifted_until` on (decision
 * 46). Applying the type again after a lift for good makes a new row, so that the rows of a record are its history.
 */
export abstract class AppliedHold extends Row {
  @BelongsTo(() => HoldType, { required: true, listed: true }) hold_type: Relation<HoldType>;
  hold_type_id: number;
  @Text() reference_number: string | null;
  @Time({ required: true }) applied_at: Date;
  @BelongsTo(() => User) applied_by: Relation<User> | null;
  applied_by_id: number | null;
  /** When it was last lifted, kept while it is in force again. */
  @Time() lifted_at: Date | null;
  /** When a lifted hold comes back into force by itself; null for never. */
  @Time() lifted_until: Date | null;
  /** When the hold came back into force, set together with the event; null without one. */
  @Time() returned_at: Date | null;
  @BelongsTo(() => User, { sparse: true }) lifted_by: Relation<User> | null;
  lifted_by_id: number | null;
  @Text() notes: string | null;
}

/**
 * SQL, for a unique index: whether a hold is in force or will be again. A record has at most one such hold of a type.
 */
export const STANDING = 'lifted_at IS NULL OR lifted_until IS NOT NULL';

/** SQL, for an index: whether a hold comes back into force and has no event for that yet. */
export const TO_RETURN = 'lifted_until IS NOT NULL AND returned_at IS NULL';

/** SQL: whether a hold is back in force and has no event for that yet. */
export const IS_BACK = `lifted_until <= now() AND ${TO_RETURN}`;

/**
 * SQL: whether a hold is in force now: true, or else false or null. The condition has this form so that the index of
 * standing holds serves it.
 * @param of SQL for a column of the hold
 */
export const isInForce = (of: (column: string) => string) =>
  `(${of('lifted_at')} IS NULL OR ${of('lifted_until')} <= now())`;

/** The same condition for the hold with this alias. */
export const inForce = (hold: string) => isInForce((column) => `${hold}.${column}`);

/** SQL: whether the hold `h` is in force now. */
export const IN_FORCE = raw(inForce('h'));

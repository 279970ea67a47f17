import { Column, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Subject } from '../../common/recording/subject';
import {
  BelongsTo,
  BigInteger,
  CalendarDate,
  Flag,
  Integer,
  JsonColumn,
  OneOf,
  Row,
  Text,
  Time,
} from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { BillingCustomer } from '../customers/billing-customer.entity';

export const RUN_STATUSES = ['running', 'completed', 'cancelled', 'failed'] as const;
export const RUN_PHASES = ['marking', 'charging', 'drafting', 'over'] as const;

/** One pass over the subjects that changed or go on: it charges them, and makes drafts of what is open. */
@Subject({
  type: 'billing_run',
  key: (of) => `${of('number')}::text`,
  path: (of) => `'/api/v1/billing_runs/' || ${of('id')}`,
})
@Entity('billing_runs')
@Unique(['organization_id', 'number'])
@Index('uq_billing_runs_running', ['organization_id'], { unique: true, where: `status = 'running'` })
@Index(['organization_id', 'status', 'id'])
@Index(['organization_id', 'updated_at', 'id'])
export class BillingRun extends Row {
  /** Counts the runs of the organization from 1. */
  @Integer({ required: true }) number: number;
  /** The last day that is charged. */
  @CalendarDate({ required: true }) until: string;
  @Flag() interim: boolean;
  @Flag(true) invoice: boolean;
  @CalendarDate() recalculate_from: string | null;
  @BelongsTo(() => ShippingLine) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => Voyage) voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @BelongsTo(() => BillingCustomer) customer: Relation<BillingCustomer> | null;
  customer_id: number | null;
  /** Empty for all charge codes. */
  @Column({ type: 'bigint', array: true, default: '{}' }) charge_code_ids: number[];

  @OneOf(RUN_STATUSES, { required: true, default: 'running' }) status: (typeof RUN_STATUSES)[number];
  @OneOf(RUN_PHASES, { required: true, default: 'marking' }) phase: (typeof RUN_PHASES)[number];
  /** The id of the last mark that it takes; later ones stay for the next run. */
  @BigInteger() marks_until: number | null;
  /** Behind which record the next batch begins. */
  @Text() after_type: string | null;
  @BigInteger() after_id: number | null;

  @Integer({ required: true, default: 0 }) subjects: number;
  @Integer({ required: true, default: 0 }) subjects_done: number;
  @Integer({ required: true, default: 0 }) charges: number;
  @Integer({ required: true, default: 0 }) adjustments: number;
  @Integer({ required: true, default: 0 }) invoices: number;
  @Integer({ required: true, default: 0 }) problems: number;
  /** The total of its charges by currency, as text. */
  @JsonColumn({ required: true, default: {} }) totals: object;
  /** Why it failed. */
  @Text() failure: string | null;

  /** Counts the processes that took it up; only the last one writes. */
  @Integer({ required: true, default: 0 }) claim: number;
  @Time() claimed_until: Date | null;
  /** How often its next step was begun. */
  @Integer({ required: true, default: 0 }) tries: number;
  @Time() finished_at: Date | null;
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}

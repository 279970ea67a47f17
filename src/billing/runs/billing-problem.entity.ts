import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Flag, LooseRow, OneOf, Text } from '../../common/schema/columns';
import { ChargeSubject } from '../charges/charge-subject.entity';
import { PROBLEM_CODES } from '../pricing/item';
import { ChargeCode } from '../tariffs/charge-code.kind';
import { BillingRun } from './billing-run.entity';

/** Why a run charged something not at all, or not so that it can be invoiced. */
@Entity('billing_problems')
@Index(['organization_id', 'billing_run_id', 'id'])
@Index('ix_billing_problems_open', ['organization_id', 'id'], { where: 'open' })
export class BillingProblem extends LooseRow {
  @BelongsTo(() => BillingRun, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'ix_billing_problems_billing_run_id_id',
  })
  billing_run: Relation<BillingRun>;
  billing_run_id: number;
  @BelongsTo(() => ChargeSubject, { onDelete: 'CASCADE' }) subject: Relation<ChargeSubject> | null;
  subject_id: number | null;
  @BelongsTo(() => ChargeCode) charge_code: Relation<ChargeCode> | null;
  charge_code_id: number | null;
  @OneOf(PROBLEM_CODES, { required: true }) code: (typeof PROBLEM_CODES)[number];
  @Text({ required: true }) sentence: string;
  /** Whether it still stood when its subject was charged last, and no later run has noted it; see `isStanding`. */
  @Flag() open: boolean;
}

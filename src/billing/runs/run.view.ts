import { UserShort } from '../../common/auth/user.view';
import { type Of, view } from '../../common/view/view';
import { SubjectShow, subjectShown } from '../charges/subject-shown';
import { CustomerShow, customerShown } from '../customers/customer-reference';
import { PROBLEM_CODES } from '../pricing/item';
import { BillingProblem } from './billing-problem.entity';
import { BillingRun, RUN_PHASES, RUN_STATUSES } from './billing-run.entity';
import { jsonArray } from '../../common/view/json-sql';

const Out = view(BillingRun);

/** A billing run: what was requested of it, how far it has come, and what it came to. */
export class BillingRunShow {
  @Out.id() id: number;
  @Out.int({ description: 'Counts the runs of the organization from 1', example: 7 }) number: number;
  @Out.oneOf(RUN_STATUSES, { description: 'How far the run has come' }) status: (typeof RUN_STATUSES)[number];
  @Out.oneOf(RUN_PHASES, { description: 'What it is doing: marks, charges, then drafts' })
  phase: (typeof RUN_PHASES)[number];
  @Out.date({ description: 'The last day that is charged', example: '2026-11-18' }) until: string;
  @Out.bool({ description: 'Whether what is counted is charged while a stay goes on' }) interim: boolean;
  @Out.bool({ description: 'Whether drafts are made of what is open' }) invoice: boolean;
  @Out.date({ description: 'Since when everything is charged anew' }) recalculate_from: string | null;
  @Out.reference('shipping_line', 'code', { example: 'WHA' }) shipping_line: object | null;
  @Out.reference('voyage', 'number', { example: 'WP2611' }) voyage: object | null;
  @Out.sql(
    (of) => `SELECT ${jsonArray('c.code ORDER BY c.code')} FROM charge_codes c
      WHERE c.organization_id = ${of('organization_id')} AND c.id = ANY(${of('charge_code_ids')})`,
    'texts',
    { nullable: false, description: 'The only charge codes; empty for all' },
  )
  charge_codes: string[];
  @Out.shaped((of) => customerShown(of('organization_id'), of('customer_id')), () => CustomerShow, {
    nullable: true,
    description: 'The only customer that drafts are for',
  })
  customer: CustomerShow | null;
  @Out.int({ description: 'How many subjects it looks at' }) subjects: number;
  @Out.int({ description: 'How many of them are charged' }) subjects_done: number;
  @Out.int({ description: 'How many charges it wrote' }) charges: number;
  @Out.int({ description: 'How many adjustments it wrote' }) adjustments: number;
  @Out.int({ description: 'How many drafts it made' }) invoices: number;
  @Out.json({ description: 'The sum of what it charged, by currency', example: { EUR: '410.00' } })
  totals: object;
  @Out.int({ description: 'How many problems it noted' }) problems: number;
  @Out.text({ description: 'Why it failed' }) failure: string | null;
  @Out.one('user', () => UserShort) user: UserShort | null;
  @Out.time() created_at: string;
  @Out.time({ description: 'When it was over; null while it is at work' }) finished_at: string | null;
}

/** A run where it is named. */
export class RunNamed {
  @Out.id() id: number;
  @Out.int({ description: 'Counts the runs of the organization from 1', example: 7 }) number: number;
}

const OutOfProblem = view(BillingProblem);

/** SQL: whether a problem still holds. That a tax is missing does so while there is something to be invoiced. */
export const isStanding = (of: Of) => `(${of('open')} AND (${of('code')} <> 'tax_missing' OR EXISTS (
  SELECT FROM charges c WHERE c.organization_id = ${of('organization_id')} AND c.subject_id = ${of('subject_id')}
    AND c.charge_code_id = ${of('charge_code_id')} AND c.invoice_line_id IS NULL AND c.settled_with_id IS NULL)))`;

/** Why a run charged something not at all, or not so that it can be invoiced. */
export class BillingProblemShow {
  @OutOfProblem.id() id: number;
  @OutOfProblem.shaped((of) => subjectShown(of('organization_id'), of('subject_id')), () => SubjectShow, {
    nullable: true,
  })
  subject: SubjectShow | null;
  @OutOfProblem.sql((of) => of('charge_code.code'), 'text', { example: 'STOR' }) charge_code: string | null;
  @OutOfProblem.oneOf(PROBLEM_CODES) code: (typeof PROBLEM_CODES)[number];
  @OutOfProblem.text({ example: 'Nobody is known who pays STOR for container WHAU4142033.' })
  sentence: string;
  @OutOfProblem.sql(isStanding, 'boolean', {
    nullable: false,
    description: 'Whether it still stands: its charge is not made, and no later run has noted it',
  })
  open: boolean;
  @OutOfProblem.one('billing_run', () => RunNamed, { description: 'The run that noted it' })
  billing_run: RunNamed;
}

import sql from 'sql-template-tag';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS, REASONS } from '../cargo.sentences';
import type { ReleaseRule } from './release-rule';

/** Where the organization validates bills, a full container needs a bill of lading to leave (decision 78). */
export const billMissing: ReleaseRule = {
  codes: ['bill_missing'],
  says: { bill_missing: REASONS.bill_missing },
  refusal: {
    code: CARGO.container_bill_missing,
    says: CARGO_SAYS['container_bill_missing.visit'],
  },
  query: ({ validates_bills }, containers) =>
    validates_bills
      ? sql`
    SELECT c.id, 'bill_missing', jsonb_build_object('container', c.number), NULL::timestamptz,
      NULL::timestamptz, 'container', c.id
    FROM ${containers}
    WHERE c.container_status = 'full'
      AND NOT EXISTS (SELECT FROM container_bills l
        WHERE l.organization_id = c.organization_id AND l.stay_id = c.stay_id)`
      : undefined,
};

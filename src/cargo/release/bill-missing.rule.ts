import sql from 'sql-template-tag';
import { CARGO } from '../cargo.codes';
import type { ReleaseRule } from './release-rule';

/** Where the organization validates bills, a full container needs a bill of lading to leave (decision 78). */
export const billMissing: ReleaseRule = {
  codes: ['bill_missing'],
  refusal: {
    code: CARGO.container_bill_missing,
    one: 'container is on no bill of lading',
    several: 'containers are on no bill of lading',
  },
  query: ({ validates_bills }, containers) =>
    validates_bills
      ? sql`
    SELECT c.id, 'bill_missing', 'Container ' || c.number || ' is on no bill of lading.', NULL::timestamptz,
      NULL::timestamptz, 'container', c.id
    FROM ${containers}
    WHERE c.container_status = 'full'
      AND NOT EXISTS (SELECT FROM container_bills l
        WHERE l.organization_id = c.organization_id AND l.stay_id = c.stay_id)`
      : undefined,
};

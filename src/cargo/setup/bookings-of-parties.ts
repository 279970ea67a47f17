import type { ConcernedRow, Ways } from '../../common/schema/concerns';
import { linesOf, partiesOfLine } from '../../parties/shipping-lines/lines-of-parties';

/** SQL: that the nomination `n` stands. A partial index has the same condition. */
const STANDS = `n.status IN ('active', 'passed_on') AND n.booking_id IS NOT NULL`;

/** SQL: the ids of the bookings that the actor's parties are nominated for. */
const nominatedFor = ({ organization, parties }: Omit<ConcernedRow, 'alias'>, holder = '') => `
  SELECT n.booking_id FROM nominations n
  WHERE n.organization_id = ${organization} AND n.to_party_id = ANY(${parties}) AND ${STANDS}${holder}`;

const OF_FORWARDER = ` AND EXISTS (SELECT FROM parties f
    WHERE f.organization_id = n.organization_id AND f.id = n.to_party_id AND f.freight_forwarder_id IS NOT NULL)`;

const either = (row: ConcernedRow, nominated: string) =>
  `${row.alias}.shipping_line_id = ANY(ARRAY(${linesOf(row)})) OR ${row.alias}.id = ANY(ARRAY(${nominated}))`;

/**
 * The rule that a booking concerns its shipping line, the lines above it, the line's agent, and who is nominated for it:
 * forwarders as owners, hauliers as carriers.
 */
export const OF_BOOKING: Ways = {
  rows: (row) => either(row, nominatedFor(row)),
  owners: (row) => either(row, nominatedFor(row, OF_FORWARDER)),
  whose: ({ alias, organization }) => `${partiesOfLine(`${alias}.shipping_line_id`, organization)}
  UNION ALL
  SELECT u.id, CASE WHEN u.freight_forwarder_id IS NULL THEN 'carrier' ELSE 'owner' END FROM nominations n
  JOIN parties u ON u.organization_id = n.organization_id AND u.id = n.to_party_id
  WHERE n.organization_id = ${organization} AND n.booking_id = ${alias}.id AND ${STANDS}`,
};

import type { ConcernedRow, Ways } from '../../common/party-wall/concerns';
import { STANDS } from '../interests/standing-nominations';
import { linesOf, partiesOfLine } from '../../parties/shipping-lines/lines-of-parties';

type Whose = Omit<ConcernedRow, 'alias'>;

/** SQL: that the nomination `n` for a booking stands. A partial index has the same condition. */
const IS_FOR_BOOKING = `n.${STANDS} AND n.booking_id IS NOT NULL`;

/** SQL: the ids of the bookings that the actor's parties are nominated for. */
const nominatedFor = ({ organization, parties }: Whose, holder = '') => `
  SELECT n.booking_id FROM nominations n
  WHERE n.organization_id = ${organization} AND n.to_party_id = ANY(${parties}) AND ${IS_FOR_BOOKING}${holder}`;

const OF_FORWARDER = ` AND EXISTS (SELECT FROM parties f
    WHERE f.organization_id = n.organization_id AND f.id = n.to_party_id AND f.freight_forwarder_id IS NOT NULL)`;

const either = (line: string, booking: string, whose: Whose, nominated = nominatedFor(whose)) =>
  `${line} = ANY(ARRAY(${linesOf(whose)})) OR ${booking} = ANY(ARRAY(${nominated}))`;

/** SQL: whether a booking concerns one of the actor's parties, by the columns of its line and of its id. */
export const isBookingOfParties = (line: string, booking: string, whose: Whose) =>
  `(${either(line, booking, whose)})`;

/** SQL: the same for those of the actor's parties that are owners: lines, agents and nominated forwarders. */
export const isBookingOfOwners = (line: string, booking: string, whose: Whose) =>
  `(${either(line, booking, whose, nominatedFor(whose, OF_FORWARDER))})`;

/**
 * The rule that a booking concerns its shipping line, the lines above it, the line's agent, and who is nominated for it:
 * forwarders as owners, hauliers as carriers.
 */
export const OF_BOOKING: Ways = {
  rows: (row) => either(`${row.alias}.shipping_line_id`, `${row.alias}.id`, row),
  owners: (row) =>
    either(`${row.alias}.shipping_line_id`, `${row.alias}.id`, row, nominatedFor(row, OF_FORWARDER)),
  whose: ({ alias, organization }) => `${partiesOfLine(`${alias}.shipping_line_id`, organization)}
  UNION ALL
  SELECT u.id, CASE WHEN u.freight_forwarder_id IS NULL THEN 'carrier' ELSE 'owner' END FROM nominations n
  JOIN parties u ON u.organization_id = n.organization_id AND u.id = n.to_party_id
  WHERE n.organization_id = ${organization} AND n.booking_id = ${alias}.id AND ${IS_FOR_BOOKING}`,
};

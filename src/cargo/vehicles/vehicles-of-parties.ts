import type { ConcernedRow } from '../../common/party-wall/concerns';
import { PARTIES } from '../../common/view/compiler';
import { isOwnConsignee } from '../../common/party-wall/own-company';
import type { Of } from '../../common/view/view';
import { linesOf } from '../../parties/shipping-lines/lines-of-parties';
import { BILL_WAYS } from '../interests/ways';

/** The rule that a vehicle concerns its consignees, the parties of its bills, its line and that line's agent. */
export const ofVehicle = (row: ConcernedRow) => {
  const { alias, organization, parties } = row;
  return `${alias}.shipping_line_id IN (${linesOf(row)})
    OR ${alias}.id IN (SELECT l.vehicle_id FROM parties p
      JOIN vehicle_consignees l ON l.organization_id = p.organization_id AND l.consignee_id = p.consignee_id
      WHERE p.organization_id = ${organization} AND p.id = ANY(${parties}))
    OR ${alias}.id IN (SELECT l.vehicle_id FROM bill_parties p
      JOIN vehicle_bills l ON l.organization_id = p.organization_id AND l.bill_of_lading_id = p.bill_of_lading_id
      WHERE p.organization_id = ${organization} AND p.party_id = ANY(${parties}))`;
};

/** SQL: whether the actor sees all consignees and bills of a vehicle, as its line, the line of a bill and their agents do. */
const seesAll = (of: Of) => `(
  coalesce(${of('shipping_line_id')} IN (${linesOf({ organization: of('organization_id'), parties: PARTIES })}), false)
  OR EXISTS (SELECT FROM vehicle_bills b
    JOIN bill_parties p ON p.organization_id = b.organization_id AND p.bill_of_lading_id = b.bill_of_lading_id
      AND p.party_id = ANY(${PARTIES}) AND p.ways & ${BILL_WAYS.line | BILL_WAYS.agent} > 0
    WHERE b.organization_id = ${of('organization_id')} AND b.vehicle_id = ${of('id')}))`;

/** SQL: whether the actor sees the bill of the link `l`: consignees and forwarders see those that are theirs. */
export const seesBill = (of: Of) => `(EXISTS (SELECT FROM bill_parties p
  WHERE p.organization_id = l.organization_id AND p.party_id = ANY(${PARTIES})
    AND p.bill_of_lading_id = l.bill_of_lading_id) OR ${seesAll(of)})`;

/** SQL: whether the actor sees the consignee of the link `l`: consignees see themselves. */
export const seesConsignee = (of: Of) => `(
  ${isOwnConsignee('l.organization_id', 'l.consignee_id')} OR ${seesAll(of)})`;

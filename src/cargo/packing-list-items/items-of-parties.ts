import type { ConcernedRow } from '../../common/party-wall/concerns';
import { PARTIES } from '../../common/view/compiler';
import type { Of } from '../../common/view/view';
import { BILL_WAYS } from '../interests/ways';
import { isBookingOfParties } from '../setup/bookings-of-parties';

/** What parties see of an item. */
export const OPEN_OF_ITEM = [
  'reference_number',
  'bill_of_lading',
  'container',
  'consignee',
  'quantity',
  'weight',
  'volume',
  'package_type',
  'description',
  'consignee_address',
  'shipping_marks',
  'stripped_quantity',
  'delivered_quantity',
  'has_been_stripped',
  'has_been_delivered',
  'stripped_at',
];

/**
 * The rule that an item concerns its own consignee, or where it names none the consignee of its bill, and whoever has to
 * do with the bill otherwise. Whether anybody has to do with bills otherwise is asked first: PostgreSQL expects that many do,
 * and would look for the first of them through all items.
 */
export const ofReceiver = ({ alias, organization, parties }: ConcernedRow) => {
  const ofBill = (
    condition: string,
  ) => `${alias}.bill_of_lading_id IN (SELECT p.bill_of_lading_id FROM bill_parties p
    WHERE p.organization_id = ${organization} AND p.party_id = ANY(${parties}) AND ${condition})`;
  const otherwise = `EXISTS (SELECT FROM parties u
    JOIN bill_parties p ON p.organization_id = u.organization_id AND p.party_id = u.id
    WHERE u.organization_id = ${organization} AND u.id = ANY(${parties}) AND u.consignee_id IS NULL)`;
  return [
    `${alias}.consignee_id IN (SELECT p.consignee_id FROM parties p
      WHERE p.organization_id = ${organization} AND p.id = ANY(${parties}))`,
    `${alias}.consignee_id IS NULL AND ${ofBill('true')}`,
    `${otherwise} AND ${ofBill(`p.ways <> ${BILL_WAYS.consignee}`)}`,
  ];
};

/** SQL: whom the same rule holds for. */
export const receiversOf = ({ alias, organization }: Pick<ConcernedRow, 'alias' | 'organization'>) => `
  SELECT u.id AS party_id, 'owner' AS level FROM parties u
  WHERE u.organization_id = ${organization} AND u.consignee_id = ${alias}.consignee_id
  UNION ALL
  SELECT p.party_id, p.level FROM bill_parties p
  WHERE p.organization_id = ${organization} AND p.bill_of_lading_id = ${alias}.bill_of_lading_id
    AND (p.ways <> ${BILL_WAYS.consignee} OR ${alias}.consignee_id IS NULL)`;

/** SQL: a value of the dock receipt of a record, for those whom its booking concerns; NULL for others. */
export const theirDockReceipt = (value: (of: Of) => string) => (of: Of) =>
  `CASE WHEN ${isBookingOfParties(
    of('dock_receipt.booking.shipping_line_id'),
    of('dock_receipt.booking_id'),
    {
      organization: of('organization_id'),
      parties: PARTIES,
    },
  )} THEN ${value(of)} END`;

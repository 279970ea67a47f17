import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { nominationsFor } from './agreed';
import { cubicMetres, quantitiesOf, tonnes } from './quantities';
import type { ReadSubject } from './read-subject';
import { ms } from './sql-times';
import { customer, type NominationFact, NOTHING_KNOWN, type SubjectFacts } from './subject-facts';

/** A packing list item as it is read for charging, with what its container is for. */
interface ItemRow {
  id: number;
  reference_number: string;
  container_id: number | null;
  stay_id: number | null;
  bill_of_lading_id: number | null;
  quantity: number | null;
  stripped_quantity: number | null;
  stripped_at: number | null;
  weight: string | null;
  volume: string | null;
  arrival_status: string | null;
  emptied_at: number | null;
  usage: string | null;
  size: number | null;
  container_type_id: number | null;
  is_reefer: boolean | null;
  operating_reefer: boolean | null;
  shipping_line_id: number | null;
  consignee_id: number | null;
  commodity_type_id: number | null;
  arrived_by: string | null;
  nominations: NominationFact[];
}

/**
 * The facts of the packing list items with these ids, in order of id: one statement. An item that was stripped before
 * its time was kept counts as of its last change. Its commodity is that of the container before it was emptied.
 */
export function readItems({ actor }: Db, ids: number[]): Query<ReadSubject[]> {
  const { organization_id, weight_unit, dimension_unit } = actor;
  return rows<ItemRow>(sql`
    SELECT p.id, p.reference_number, p.container_id, p.stay_id, p.bill_of_lading_id, p.quantity,
      CASE WHEN p.has_been_stripped THEN coalesce(nullif(p.stripped_quantity, 0), p.quantity, 1)
        ELSE p.stripped_quantity END AS stripped_quantity,
      ${raw(ms('coalesce(p.stripped_at, p.updated_at)'))} AS stripped_at, p.weight::text, p.volume::text,
      coalesce(s.arrival_status, s.container_status) AS arrival_status, ${raw(ms('s.emptied_at'))} AS emptied_at,
      s.usage, y.size,
      c.container_type_id, y.is_reefer, s.operating_reefer, s.shipping_line_id,
      coalesce(p.consignee_id, b.consignee_id, s.consignee_id) AS consignee_id,
      CASE WHEN s.emptied_at IS NULL THEN coalesce(s.commodity_type_id, s.arrival_commodity_type_id)
        ELSE s.arrival_commodity_type_id END AS commodity_type_id, s.arrived_by,
      ${nominationsFor({ organization: 'p.organization_id', stay: 'p.stay_id', bills: 'p.bill_of_lading_id', booking: 's.booking_id' })} AS nominations
    FROM packing_list_items p
    LEFT JOIN bill_of_ladings b ON b.organization_id = p.organization_id AND b.id = p.bill_of_lading_id
    LEFT JOIN container_stays s ON s.organization_id = p.organization_id AND s.id = p.stay_id
    LEFT JOIN containers c ON c.organization_id = p.organization_id AND c.id = p.container_id
    LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
    WHERE p.organization_id = ${organization_id} AND ${among('p.id', ids)}
    ORDER BY p.id`).map((found) =>
    found.map((item) => ({
      facts: itemFacts(item, { weight_unit, dimension_unit }),
      container_id: item.container_id,
      stay_id: item.stay_id,
      bill_of_lading_id: item.bill_of_lading_id,
    })),
  );
}

function itemFacts(
  item: ItemRow,
  { weight_unit, dimension_unit }: { weight_unit: string; dimension_unit: string },
): SubjectFacts {
  const { id, stripped_quantity, stripped_at } = item;
  const tonne = tonnes(item.weight, weight_unit);
  const measured = { tonne, cubic_metre: cubicMetres(item.volume, dimension_unit), square_metre: null };
  const pieces = stripped_quantity ?? 0;
  const stripped = pieces > 0 ? stripped_at : null;
  return {
    ...NOTHING_KNOWN,
    type: 'packing_list_item',
    id,
    label: `packing list item ${item.reference_number}`,
    began_at: stripped,
    ended_at: stripped,
    events:
      stripped === null
        ? []
        : [{ measure: 'strip', event: 'stripped', at: stripped, side: null, container_status: null }],
    quantities: pieces > 0 ? quantitiesOf(measured, pieces, item.quantity || pieces) : {},
    arrival_status: item.arrival_status,
    emptied_at: item.emptied_at,
    usage: item.usage,
    size: item.size,
    container_type_id: item.container_type_id,
    is_reefer: item.is_reefer,
    operating_reefer: item.operating_reefer,
    arrived_by: item.arrived_by,
    shipping_line_id: item.shipping_line_id,
    consignee_id: item.consignee_id,
    commodity_type_id: item.commodity_type_id,
    nominations: item.nominations,
    weight: tonne,
    payers: {
      consignee: customer('Consignee', item.consignee_id),
      shipping_line: customer('ShippingLine', item.shipping_line_id),
    },
  };
}

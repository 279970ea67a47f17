import type { Of } from '../../common/view/view';
import { atTerminal } from '../../places/locations/locations';

/** SQL: where the voyage of a bill discharges to, as a terminal; null when that is a port. */
const destination = (of: Of) =>
  `coalesce(${of('manifest.voyage.destination_terminal_id')}, ${of('manifest.voyage.destination_berth_area.terminal_id')})`;

/**
 * SQL: the cargo of a bill as rows of how many pieces are where. A container counts 1; breakbulk that lies
 * in a container is where that is.
 */
const cargo = (of: Of) => `
  SELECT 1 AS pieces, c.current_location_type AS type, c.current_location_id AS place, c.id AS container_id
  FROM container_bills l
  JOIN containers c ON c.organization_id = l.organization_id AND c.id = l.container_id
  WHERE l.organization_id = ${of('organization_id')} AND l.bill_of_lading_id = ${of('id')}
  UNION ALL
  SELECT coalesce(k.quantity, 1), CASE WHEN c.id IS NULL THEN k.current_location_type ELSE c.current_location_type END,
    CASE WHEN c.id IS NULL THEN k.current_location_id ELSE c.current_location_id END, c.id
  FROM breakbulks k
  LEFT JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id
    AND k.current_location_type = 'Container'
  WHERE k.organization_id = ${of('organization_id')} AND k.bill_of_lading_id = ${of('id')}`;

/**
 * SQL: the packages on the packing list of a bill, as rows of how many are where. A package in a container is where
 * the container is. One that was taken out is at the terminal that the voyage discharges to, until it is delivered.
 */
const packingList = (of: Of) => `
  SELECT part.pieces, part.type, part.place, part.container_id
  FROM packing_list_items i
  LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
  CROSS JOIN LATERAL (SELECT coalesce(i.quantity, 1) AS pieces) whole
  CROSS JOIN LATERAL (
    SELECT CASE WHEN i.has_been_stripped THEN whole.pieces ELSE least(coalesce(i.stripped_quantity, 0), whole.pieces) END
      AS pieces
  ) stripped
  CROSS JOIN LATERAL (
    SELECT CASE WHEN i.has_been_delivered THEN whole.pieces ELSE least(coalesce(i.delivered_quantity, 0), whole.pieces) END
      AS pieces
  ) delivered
  CROSS JOIN LATERAL (VALUES
    (delivered.pieces, 'Consignee', NULL, NULL),
    (CASE WHEN NOT i.has_been_delivered THEN stripped.pieces - delivered.pieces END, 'Terminal', ${destination(of)}, NULL),
    (CASE WHEN NOT i.has_been_delivered THEN whole.pieces - stripped.pieces END,
      c.current_location_type, c.current_location_id, c.id)
  ) part (pieces, type, place, container_id)
  WHERE i.organization_id = ${of('organization_id')} AND i.bill_of_lading_id = ${of('id')}`;

const count = (rows: string, condition = 'true') =>
  `(SELECT coalesce(sum(part.pieces) FILTER (WHERE ${condition}), 0) FROM (${rows}) part)`;

const AT_TERMINAL = atTerminal('part.type');
const atDestination = (of: Of) =>
  `location_terminal(${of('organization_id')}, part.type, part.place) = ${destination(of)}`;
/** Handed to a consignee, or last seen leaving by the gate. */
const delivered = (
  of: Of,
) => `(part.type = 'Consignee' OR (coalesce(part.type, 'Other') = 'Other' AND 'gate_out' = (
  SELECT m.movement_type FROM container_movements m
  WHERE m.organization_id = ${of('organization_id')} AND m.container_id = part.container_id
  ORDER BY m.moved_at DESC, m.id DESC LIMIT 1)))`;

/** SQL: how many pieces of cargo a bill has (decision 36). */
export const cargoCount = (of: Of) => count(cargo(of));
export const cargoAtDestination = (of: Of) => count(cargo(of), atDestination(of));
export const cargoAtTerminal = (of: Of) => count(cargo(of), AT_TERMINAL);
export const cargoDelivered = (of: Of) => count(cargo(of), delivered(of));
export const packingListAtDestination = (of: Of) => count(packingList(of), atDestination(of));
export const packingListAtTerminal = (of: Of) => count(packingList(of), AT_TERMINAL);
export const packingListDelivered = (of: Of) => count(packingList(of), delivered(of));

import type { Of } from '../../common/view/view';
import { atTerminal } from '../../places/locations/locations';
import { hasPackagesLeft, isDelivered } from '../packing-list-items/packages';

/** SQL: the terminal to which the voyage of a bill discharges; null when it discharges to a port. */
const destination = (of: Of) =>
  `coalesce(${of('manifest.voyage.destination_terminal_id')}, ${of('manifest.voyage.destination_berth_area.terminal_id')})`;

/** SQL: where the container `c` is while it shows this stay; null for an earlier stay. */
const placeIn = (stay: string, column: string) =>
  `CASE WHEN c.stay_id IS NOT DISTINCT FROM ${stay} THEN c.${column} END`;

/**
 * SQL: whether a container was stripped in its stay `s` of all its known packages, some of which are of the bill, and
 * whether those of the bill were delivered.
 */
const stripped = (of: Of) => `(
  SELECT bool_or(i.bill_of_lading_id = ${of('id')}) AND NOT bool_or(${hasPackagesLeft('i')}) AS out,
    bool_and(${isDelivered('i')}) FILTER (WHERE i.bill_of_lading_id = ${of('id')}) AS delivered
  FROM packing_list_items i WHERE i.organization_id = s.organization_id AND i.stay_id = s.id)`;

/**
 * SQL: the cargo of a bill, as rows with a number of pieces, their place, and whether they were delivered. A container
 * counts 1 for each of its stays on the bill. A stripped one counts as its packages do, whatever becomes of the empty
 * box (decision 432): it is at the terminal to which the voyage discharges until all of the bill are delivered.
 * Breakbulk in a container is where that container is; other breakbulk counts by its pieces (decision 442).
 */
const cargo = (of: Of) => `
  SELECT 1 AS pieces,
    CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END
      ELSE ${placeIn('s.id', 'current_location_type')} END AS type,
    CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN ${destination(of)} END
      ELSE ${placeIn('s.id', 'current_location_id')} END AS place,
    CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
  FROM container_bills l
  JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
  JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
  LEFT JOIN LATERAL ${stripped(of)} stripped ON true
  WHERE l.organization_id = ${of('organization_id')} AND l.bill_of_lading_id = ${of('id')}
  UNION ALL
  SELECT part.pieces, part.type, part.place, part.delivered
  FROM breakbulks k
  LEFT JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id
    AND k.current_location_type = 'Container'
  LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
  CROSS JOIN LATERAL (VALUES
    (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false),
    (k.delivered_quantity, 'Consignee', NULL, true),
    (k.loaded_quantity, 'Voyage', NULL, false),
    (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0),
      CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END,
      CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END,
      coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee'))
  ) part (pieces, type, place, delivered)
  WHERE k.organization_id = ${of('organization_id')} AND k.bill_of_lading_id = ${of('id')}`;

/**
 * SQL: the packages on the packing list of a bill, in the same columns. A package in a container is where the container
 * is. A stripped package is at the terminal to which the voyage discharges, until it is delivered.
 */
const packingList = (of: Of) => `
  SELECT part.pieces, part.type, part.place, part.delivered
  FROM packing_list_items i
  LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
  LEFT JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
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
    (delivered.pieces, 'Consignee', NULL, true),
    (CASE WHEN NOT i.has_been_delivered THEN stripped.pieces - delivered.pieces END, 'Terminal', ${destination(of)}, false),
    (CASE WHEN NOT i.has_been_delivered THEN whole.pieces - stripped.pieces END,
      ${placeIn('i.stay_id', 'current_location_type')}, ${placeIn('i.stay_id', 'current_location_id')},
      coalesce(s.delivered, c.current_location_type = 'Consignee'))
  ) part (pieces, type, place, delivered)
  WHERE i.organization_id = ${of('organization_id')} AND i.bill_of_lading_id = ${of('id')}`;

const count = (rows: string, condition = 'true') =>
  `(SELECT coalesce(sum(part.pieces) FILTER (WHERE ${condition}), 0) FROM (${rows}) part)`;

const AT_TERMINAL = atTerminal('part.type');
const atDestination = (of: Of) =>
  `location_terminal(${of('organization_id')}, part.type, part.place) = ${destination(of)}`;

/** SQL: how many pieces of cargo a bill has (decision 36). */
export const cargoCount = (of: Of) => count(cargo(of));
export const cargoAtDestination = (of: Of) => count(cargo(of), atDestination(of));
export const cargoAtTerminal = (of: Of) => count(cargo(of), AT_TERMINAL);
export const cargoDelivered = (of: Of) => count(cargo(of), 'part.delivered');
export const packingListAtDestination = (of: Of) => count(packingList(of), atDestination(of));
export const packingListAtTerminal = (of: Of) => count(packingList(of), AT_TERMINAL);
export const packingListDelivered = (of: Of) => count(packingList(of), 'part.delivered');

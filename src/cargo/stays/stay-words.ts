/** How far a stay has come; `cancelled` is one that was announced and of which nobody speaks any more. */
export const STAY_STATUSES = ['announced', 'here', 'departed', 'cancelled'] as const;
/** What containers come and leave by. */
export const CARRIERS = ['voyage', 'truck', 'train'] as const;

/**
 * What a container is at the terminal for: columns that both the container and its stay have. The container's own are
 * those of the stay that it shows.
 */
export const STAY_FACTS = [
  'container_status',
  'usage',
  'shipping_line_id',
  'goods',
  'weight',
  'seals',
  'commodity_type_id',
  'consignee_id',
  'booking_id',
  'arrival_voyage_id',
  'departure_voyage_id',
  'operating_reefer',
  'reefer_temperature',
  'reefer_set_point_temperature',
  'supply_temperature',
] as const;

/** The stays that are not over. */
export const OPEN: readonly string[] = ['announced', 'here'];
/** SQL: that a status is one of them. */
export const IS_OPEN = `IN ('${OPEN.join(`', '`)}')`;

/** The statuses of a stay. A `cancelled` stay was announced, and nothing names it any more. */
export const STAY_STATUSES = ['announced', 'here', 'departed', 'cancelled'] as const;
/** The carriers with which containers arrive and leave. */
export const CARRIERS = ['voyage', 'truck', 'train'] as const;

/**
 * What a container is at the terminal for, as columns of both the container and its stay. The container's columns are
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

/** How the gross mass of a packed container was verified: the methods 1 and 2 of SOLAS VI/2. */
export const VGM_METHODS = ['weighing', 'calculation'] as const;
/** Where a verified gross mass comes from; `weighbridge` is one that was weighed at the terminal. */
export const VGM_SOURCES = ['request', 'pre_advice', 'edi', 'weighbridge'] as const;

/** The statuses of an open stay. */
export const OPEN: readonly string[] = ['announced', 'here'];
/** SQL: the condition that a status is one of them. */
export const IS_OPEN = `IN ('${OPEN.join(`', '`)}')`;
/** SQL: whether the container `c` is a full one for import in its stay `s`. */
export const FULL_IMPORT = `c.container_status = 'full' AND s.usage = 'import'`;
